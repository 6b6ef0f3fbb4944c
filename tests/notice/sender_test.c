/* The sender of notices: keys, allowed addresses, and the protection of the inner network. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include "notice/sender.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cmocka_base.h"

static const uint8_t secret[VAPID_SECRET] = {1, 2, 3};
static const struct sender_settings outer = {.contact = "mailto:a@example.org", .own = "https://Games.example/tessera"};
static const struct sender_settings any = {.contact = "mailto:a@example.org", .inner = true};

static struct sender *open_with(const struct sender_settings *settings) {
  struct fault fault = {0};
  struct sender *sender = sender_open(settings, secret, &fault);
  if (sender == NULL) fail_msg("%s", fault.text);
  return sender;
}

TEST(the_key_follows_from_the_secret) {
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

TEST(addresses_are_taken_by_their_form) {
  static const struct {
    const char *url;
    bool outer, any;
  } cases[] = {{"https://push.example/abc?d=e", true, true},
               {"https://push.example:443/", true, true},
               {"https://push.example:8443/", false, true},
               {"https://games.example/", false, true}, /* this server's own name, */
               {"https://GAMES.example.:443/", false, true},
               {"https://sub.games.example/", true, true},
               {"https://8.8.8.8/", false, true}, /* and a number of this machine, as the test tells */
               {"https://8.8.4.4/", true, true},
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

/* The system cannot list this machine's addresses. */
static bool addresses_untold;

TEST(where_own_addresses_are_not_told_all_numbers_are_refused) {
  struct sender *sender = open_with(&outer);
  struct fault fault;
  addresses_untold = true;
  assert_false(sender_takes(sender, span_of("https://8.8.4.4/"), &fault));
  assert_true(sender_takes(sender, span_of("https://push.example/"), &fault));
  addresses_untold = false;
  assert_true(sender_takes(sender, span_of("https://8.8.4.4/"), &fault));
  sender_close(sender);
}

static const struct timespec step = {0, 5000000};
static const struct span none = {"", 0};

/* Each of these is another form of a numeric address of the inner network: it is refused, and if it was stored before,
 * it is reported as gone. */
TEST(nothing_is_sent_to_numbers_of_the_inner_network) {
  static const char *const inner[] = {"https://127.0.0.1/",         "https://10.1.2.3/",    "https://172.31.0.1/",
                                      "https://192.168.1.1/",       "https://169.254.1.1/", "https://100.64.0.1/",
                                      "https://0.0.0.0/",           "https://224.0.0.1/",   "https://[::1]/",
                                      "https://[::ffff:10.0.0.1]/", "https://[fe80::1]/",   "https://[fd00::1]/",
                                      "https://2130706433/",        "https://127.0.0.1./",  "https://127.0.0.1../",
                                      "https://[2002:a00:1::]/",    "http://push.example/"};
  enum { COUNT = sizeof inner / sizeof inner[0] };
  bool gone[COUNT] = {false};
  struct sender *sender = open_with(&outer);
  struct notice_gone found;
  struct fault fault;
  char about[NOTICE_ABOUT_SIZE];
  for (int i = 0; i < COUNT; i++) {
    assert_false(sender_takes(sender, span_of(inner[i]), &fault));
    snprintf(about, sizeof about, "table %d", i + 1);
    sender_send(sender, NOTICE_PUSH, inner[i], none, none, about, i + 1);
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

/* An address whose name resolves to the inner network is kept, like one whose name does not resolve. So nobody can see
 * the difference, and nobody loses an address by a wrong answer of the resolver. */
TEST(a_name_that_leads_inside_fails_and_is_kept) {
  struct sender *sender = open_with(&outer);
  struct notice_gone found;
  struct fault fault;
  assert_true(sender_takes(sender, span_of("https://localhost/"), &fault));
  sender_send(sender, NOTICE_PUSH, "https://localhost/", none, none, "table", 1);
  while (sender_figures(sender).failed == 0) nanosleep(&step, NULL);
  assert_false(sender_take_gone(sender, &found));
  assert_int_equal(sender_figures(sender).sent, 0);
  sender_close(sender);
}

TEST(the_other_side_of_an_address_is_its_origin) {
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

TEST(the_side_of_an_address_is_who_registered_it) {
  static const char *const cases[][2] = {{"https://a.b.Push.Example/x", "push.example"},
                                         {"https://push.example.:8443/", "push.example"},
                                         {"https://a.example.co.uk/", "example.co.uk"},
                                         {"https://example.co.uk/", "example.co.uk"},
                                         {"https://a.push.de/", "push.de"},
                                         {"https://a.b.gov.de/", "gov.de"}, /* no suffix, although it looks like one */
                                         {"https://a.push.com.br/", "push.com.br"},
                                         {"https://a.push.kawasaki.jp/", "a.push.kawasaki.jp"},
                                         {"https://localhost/", "localhost"},
                                         {"http://192.0.2.7:81/", "192.0.2.7"},
                                         {"https://[2606:4700:1:2::1]/x", "[2606:4700:1:"},
                                         {"push", ""}};
  char site[NOTICE_URL_SIZE];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    sender_site(cases[i][0], site);
    assert_string_equal(site, cases[i][1]);
  }
}

/* Neither a single site nor a single table can take the places of others in the queue. */
TEST(each_side_and_each_table_has_a_share_of_the_queue) {
  char url[64], about[NOTICE_ABOUT_SIZE];
  struct sender *sender = open_with(&any);
  for (int i = 0; i < NOTICE_MOST_OF_TABLE + 30; i++) {
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", i + 1);
    sender_send(sender, NOTICE_PUSH, url, none, none, "table", 1);
  }
  /* Some are being sent, at most 16 at a time; none is tried again within 20 s. */
  assert_true(sender_figures(sender).dropped > 0);
  sender_close(sender);
  sender = open_with(&any);
  for (int i = 0; i < NOTICE_MOST_TO_ONE + 100; i++) {
    snprintf(url, sizeof url, "http://host%d.busy.example/", i); /* a name of its own for each */
    snprintf(about, sizeof about, "table %d", i);
    sender_send(sender, NOTICE_PUSH, url, none, none, about, 1);
  }
  assert_true(sender_figures(sender).dropped > 0);
  sender_close(sender);
}

static sem_t asked, other_asked, answered;
static struct sender *signing; /* the sender whose notice is being signed, while a test waits for this */
static sem_t signs, may_sign;

/* A public address of this machine: 8.8.8.8, in any byte order. */
static struct sockaddr_in own_address = {.sin_family = AF_INET, .sin_addr = {0x08080808}};
static struct ifaddrs own_interface = {.ifa_addr = (struct sockaddr *)&own_address};

__attribute__((visibility("default"))) int getifaddrs(struct ifaddrs **all) {
  if (addresses_untold) return -1;
  *all = &own_interface;
  return 0;
}

__attribute__((visibility("default"))) void freeifaddrs(struct ifaddrs *all) { (void)all; }

/* Replaces the signing function, which blocks while a test needs it. */
__attribute__((visibility("default"))) int EVP_DigestSign(EVP_MD_CTX *context, unsigned char *signature, size_t *length,
                                                          const unsigned char *bytes, size_t count) {
  int (*next)(EVP_MD_CTX *, unsigned char *, size_t *, const unsigned char *, size_t) = NULL;
  if (signing != NULL) {
    sem_post(&signs);
    sem_wait(&may_sign);
  }
  *(void **)&next = dlsym(RTLD_NEXT, "EVP_DigestSign");
  return next(context, signature, length, bytes, count);
}

/* Replaces the resolver for libcurl: look-ups of names with this ending block until the test allows them; other example
 * names do not resolve. */
__attribute__((visibility("default"))) int getaddrinfo(const char *name, const char *service,
                                                       const struct addrinfo *hints, struct addrinfo **found) {
  int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = NULL;
  const size_t length = name == NULL ? 0 : strlen(name);
  if (length >= 12 && strcmp(name + length - 12, "slow.example") == 0) {
    sem_post(&asked);
    sem_wait(&answered);
    return EAI_NONAME;
  }
  if (length >= 8 && strcmp(name + length - 8, ".example") == 0) {
    sem_post(&other_asked);
    return EAI_NONAME;
  }
  *(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
  return next(name, service, hints, found);
}

TEST(the_end_waits_for_no_name_that_is_looked_up) {
  struct sender *sender = open_with(&outer);
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);
  sender_send(sender, NOTICE_PUSH, "https://slow.example/", none, none, "table", 1);
  sem_wait(&asked);
  sender_close(sender); /* would never end */
  sem_post(&answered);
}

/* Of many notices to one site, under any names, four are sent at the same time; a later notice to another site does not
 * wait for them.
 */
TEST(four_are_under_way_to_one_side) {
  char url[64];
  struct sender *sender = open_with(&outer);
  sem_init(&asked, 0, 0);
  sem_init(&other_asked, 0, 0);
  sem_init(&answered, 0, 0);
  for (int i = 0; i < 2 * NOTICE_AT_ONCE_TO_ONE; i++) {
    snprintf(url, sizeof url, "https://host%d.slow.example/", i);
    sender_send(sender, NOTICE_PUSH, url, none, none, "table", 1);
  }
  for (int i = 0; i < NOTICE_AT_ONCE_TO_ONE; i++) sem_wait(&asked);
  sender_send(sender, NOTICE_PUSH, "https://quick.example/", none, none, "table", 2);
  sem_wait(&other_asked);
  assert_int_equal(sem_trywait(&asked), -1);
  for (int i = 0; i < 2 * NOTICE_AT_ONCE_TO_ONE; i++) sem_post(&answered);
  sender_close(sender);
}

/* The lobby is not blocked while a push is signed. */
TEST(nobody_waits_while_a_push_is_signed) {
  struct sender *sender = open_with(&outer);
  sem_init(&signs, 0, 0);
  sem_init(&may_sign, 0, 0);
  signing = sender;
  sender_send(sender, NOTICE_PUSH, "https://quick.example/", none, none, "table", 1);
  sem_wait(&signs);
  sender_send(sender, NOTICE_WEBHOOK, "https://quick.example/", span_of("{}"), none, "table", 2); /* would never end */
  assert_int_equal(sender_figures(sender).sent, 0);
  signing = NULL;
  sem_post(&may_sign);
  sender_close(sender);
}

enum { SIDES = 50, OF_EACH = NOTICE_MOST_WAITING / SIDES, UNDER_WAY = 16 };

/* Sends a notice to one of many sites; a repeated call sends an equal notice. */
static void send_to_side(struct sender *sender, int side, int number) {
  char url[64], about[NOTICE_ABOUT_SIZE];
  snprintf(url, sizeof url, "https://host%d.side%d.example/", number, side);
  snprintf(about, sizeof about, "table %d", side * OF_EACH + number);
  sender_send(sender, NOTICE_WEBHOOK, url, span_of(about), none, about, 1);
}

/* Filling the queue with many names of few sites, or with many sites, takes no place from a site with fewer notices. */
TEST(a_full_queue_makes_room_for_who_has_little_there) {
  struct sender *sender = open_with(&outer);
  char url[64], about[NOTICE_ABOUT_SIZE];
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);

  /* 1. All sending places are blocked in look-ups, so that later notices wait; then the queue is filled. */
  for (int i = 0; i < UNDER_WAY; i++) {
    snprintf(url, sizeof url, "https://%dslow.example/", i);
    snprintf(about, sizeof about, "slow table %d", i);
    sender_send(sender, NOTICE_WEBHOOK, url, none, none, about, 1);
    sem_wait(&asked);
  }
  for (int number = 0; number < OF_EACH; number++)
    for (int side = 0; side < SIDES; side++) send_to_side(sender, side, number);
  assert_int_equal(sender_figures(sender).dropped, 0);
  send_to_side(sender, 0, OF_EACH);
  assert_int_equal(sender_figures(sender).dropped, 1);

  /* 2. Another site gets a place: its notice waits, because an equal one is not added. It gets as many places as others
   * have. */
  for (int again = 0; again < 2; again++) {
    send_to_side(sender, SIDES, 0);
    assert_int_equal(sender_figures(sender).dropped, 2);
  }
  for (int number = 1; number < 2 * OF_EACH; number++) send_to_side(sender, SIDES, number);
  assert_int_equal(sender_figures(sender).dropped, 1 + 2 * OF_EACH);
  for (int side = 0; side < SIDES; side++)
    for (int number = 0; number < OF_EACH - 1; number++) send_to_side(sender, side, number);
  assert_int_equal(sender_figures(sender).dropped, 1 + 2 * OF_EACH);
  sender_close(sender); /* does not wait for the remaining notices */
  for (int i = 0; i < UNDER_WAY; i++) sem_post(&answered);
}

TEST(slack_and_discord_get_their_own_body) {
  static const struct {
    const char *url, *body;
  } cases[] = {
      {"https://hooks.slack.com/services/T/B/x", "{\"text\":\"a \\\"b\\\"\"}"},
      {"https://HOOKS.slack.com:443/services/T/B/x", "{\"text\":\"a \\\"b\\\"\"}"},
      {"https://discord.com/api/webhooks/1/x", "{\"content\":\"a \\\"b\\\"\",\"allowed_mentions\":{\"parse\":[]}}"},
      {"https://discordapp.com/api/webhooks/1/x", "{\"content\":\"a \\\"b\\\"\",\"allowed_mentions\":{\"parse\":[]}}"},
      {"https://discord.com.example.org/x", NULL},
      {"https://example.org/discord.com", NULL},
      {"http://hooks.slack.com/x", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct text text = {0};
    assert_int_equal(sender_put_sentence(cases[i].url, span_of("a \"b\""), &text), cases[i].body != NULL);
    if (cases[i].body != NULL) assert_string_equal(text.bytes, cases[i].body);
    text_free(&text);
  }
}

RUN_TESTS(NULL, NULL)
