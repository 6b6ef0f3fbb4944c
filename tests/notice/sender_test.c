/* What tells players who are elsewhere: keys, addresses that are taken, and none of the inner network. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include "notice/sender.h"

#include <dlfcn.h>
#include <netdb.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cmocka_base.h"

static const uint8_t secret[VAPID_SECRET] = {1, 2, 3};
static const struct sender_settings outer = {.contact = "mailto:a@example.org"};
static const struct sender_settings any = {.contact = "mailto:a@example.org", .inner = true};

static struct sender *open_with(const struct sender_settings *settings) {
  struct fault fault = {0};
  struct sender *sender = sender_open(settings, secret, &fault);
  if (sender == NULL) fail_msg("%s", fault.text);
  return sender;
}

static void the_key_follows_from_the_secret(void **state) {
  (void)state;
  const uint8_t other[VAPID_SECRET] = {4};
  struct fault fault;
  struct vapid *one = vapid_open(secret, &fault), *two = vapid_open(secret, &fault), *three = vapid_open(other, &fault);
  assert_int_equal(strlen(vapid_key(one)), VAPID_KEY_SIZE - 1);
  assert_string_equal(vapid_key(one), vapid_key(two));
  assert_string_not_equal(vapid_key(one), vapid_key(three));
  assert_int_equal(vapid_key(one)[0], 'B'); /* an uncompressed point */
  vapid_close(one);
  vapid_close(two);
  vapid_close(three);
}

static void addresses_are_taken_by_their_form(void **state) {
  (void)state;
  static const struct {
    const char *url;
    bool outer, any;
  } cases[] = {{"https://push.example/abc?d=e", true, true},
               {"https://push.example:443/", true, true},
               {"https://push.example:8443/", false, true},
               {"http://push.example/", false, true},
               {"https://a@push.example/", false, false},
               {"https://a:b@push.example/", false, false},
               {"ftp://push.example/", false, false},
               {"file:///etc/passwd", false, false},
               {"https:///", false, false},
               {"push.example", false, false},
               {"https://push.example/a b", false, false},
               {"https://push.example/\xc3\xa4", false, false},
               {"", false, false}};
  struct sender *strict = open_with(&outer), *wide = open_with(&any);
  struct fault fault;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    if (sender_takes(strict, span_of(cases[i].url), &fault) != cases[i].outer) fail_msg("outer: %s", cases[i].url);
    if (sender_takes(wide, span_of(cases[i].url), &fault) != cases[i].any) fail_msg("any: %s", cases[i].url);
  }
  sender_close(strict);
  sender_close(wide);
}

static const struct timespec step = {0, 5000000};
static const struct span none = {"", 0};

/* Each leads inside by a number, in a way of its own: it is not taken, and what was taken before is given back. */
static void nothing_is_sent_to_numbers_of_the_inner_network(void **state) {
  (void)state;
  static const char *const inner[] = {"https://127.0.0.1/",         "https://10.1.2.3/",       "https://172.31.0.1/",
                                      "https://192.168.1.1/",       "https://169.254.1.1/",    "https://100.64.0.1/",
                                      "https://0.0.0.0/",           "https://224.0.0.1/",      "https://[::1]/",
                                      "https://[::ffff:10.0.0.1]/", "https://[fe80::1]/",      "https://[fd00::1]/",
                                      "https://2130706433/",        "https://[2002:a00:1::]/", "http://push.example/"};
  enum { COUNT = sizeof inner / sizeof inner[0] };
  bool gone[COUNT] = {false};
  struct sender *sender = open_with(&outer);
  struct notice_gone found;
  struct fault fault;
  char about[NOTICE_ABOUT_SIZE];
  for (int i = 0; i < COUNT; i++) {
    assert_false(sender_takes(sender, span_of(inner[i]), &fault));
    snprintf(about, sizeof about, "table %d", i + 1);
    sender_send(sender, NOTICE_PUSH, inner[i], none, about, i + 1);
  }
  for (int left = COUNT; left > 0;) {
    if (!sender_take_gone(sender, &found)) {
      nanosleep(&step, NULL);
      continue;
    }
    assert_string_equal(found.url, inner[found.seat - 1]);
    assert_false(gone[found.seat - 1]);
    gone[found.seat - 1] = true;
    left--;
  }
  assert_int_equal(sender_figures(sender).failed, COUNT);
  assert_int_equal(sender_figures(sender).sent, 0);
  sender_close(sender);
}

/* A name that leads inside is kept as one that leads nowhere is: nobody is told the difference, and a wrong answer of
 * the resolver costs nobody their wish. */
static void a_name_that_leads_inside_fails_and_is_kept(void **state) {
  (void)state;
  struct sender *sender = open_with(&outer);
  struct notice_gone found;
  struct fault fault;
  assert_true(sender_takes(sender, span_of("https://localhost/"), &fault));
  sender_send(sender, NOTICE_PUSH, "https://localhost/", none, "table", 1);
  while (sender_figures(sender).failed == 0) nanosleep(&step, NULL);
  assert_false(sender_take_gone(sender, &found));
  assert_int_equal(sender_figures(sender).sent, 0);
  sender_close(sender);
}

static void the_other_side_of_an_address_is_its_origin(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"https://push.example/a?b#c", "https://push.example"},
                                         {"HTTPS://Push.Example:443/", "https://push.example"},
                                         {"https://push.example./", "https://push.example"},
                                         {"http://push.example:80/", "http://push.example"},
                                         {"https://push.example:8443", "https://push.example:8443"},
                                         {"https://[2606:4700::1]/x", "https://[2606:4700::1]"},
                                         {"push", ""}};
  char origin[NOTICE_URL_SIZE];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    sender_origin(cases[i][0], origin);
    assert_string_equal(origin, cases[i][1]);
  }
}

/* Neither one other side nor one table takes the places of others in the queue. */
static void each_side_and_each_table_has_a_share_of_the_queue(void **state) {
  (void)state;
  char url[64], about[NOTICE_ABOUT_SIZE];
  struct sender *sender = open_with(&any);
  for (int i = 0; i < NOTICE_MOST_OF_TABLE + 30; i++) {
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", i + 1);
    sender_send(sender, NOTICE_PUSH, url, none, "table", 1);
  }
  /* Some are under way, at most 16 at a time; none is tried again within 20 s. */
  assert_true(sender_figures(sender).dropped > 0);
  sender_close(sender);
  sender = open_with(&any);
  for (int i = 0; i < NOTICE_MOST_TO_ONE + 100; i++) {
    snprintf(url, sizeof url, "http://127.0.0.1:1/%d", i);
    snprintf(about, sizeof about, "table %d", i);
    sender_send(sender, NOTICE_PUSH, url, none, about, 1);
  }
  assert_true(sender_figures(sender).dropped > 0);
  sender_close(sender);
}

static sem_t asked, answered;

/* The resolver, which libcurl finds here: one name is looked up until the test lets it. */
__attribute__((visibility("default"))) int getaddrinfo(const char *name, const char *service,
                                                       const struct addrinfo *hints, struct addrinfo **found) {
  int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = NULL;
  if (name != NULL && strcmp(name, "slow.example") == 0) {
    sem_post(&asked);
    sem_wait(&answered);
    return EAI_NONAME;
  }
  *(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
  return next(name, service, hints, found);
}

static void the_end_waits_for_no_name_that_is_looked_up(void **state) {
  (void)state;
  struct sender *sender = open_with(&outer);
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);
  sender_send(sender, NOTICE_PUSH, "https://slow.example/", none, "table", 1);
  sem_wait(&asked);
  sender_close(sender); /* would never end */
  sem_post(&answered);
}

static void the_queue_has_an_end(void **state) {
  (void)state;
  struct sender *sender = open_with(&any);
  char url[64], about[NOTICE_ABOUT_SIZE];
  for (int i = 0; i < NOTICE_MOST_WAITING + 100; i++) {
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", i % 100 + 1);
    snprintf(about, sizeof about, "table %d", i);
    sender_send(sender, NOTICE_WEBHOOK, url, span_of(about), about, 1);
  }
  assert_true(sender_figures(sender).dropped > 0);
  sender_close(sender); /* does not wait for what is left */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_key_follows_from_the_secret),
      cmocka_unit_test(addresses_are_taken_by_their_form),
      cmocka_unit_test(nothing_is_sent_to_numbers_of_the_inner_network),
      cmocka_unit_test(a_name_that_leads_inside_fails_and_is_kept),
      cmocka_unit_test(the_other_side_of_an_address_is_its_origin),
      cmocka_unit_test(each_side_and_each_table_has_a_share_of_the_queue),
      cmocka_unit_test(the_end_waits_for_no_name_that_is_looked_up),
      cmocka_unit_test(the_queue_has_an_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
