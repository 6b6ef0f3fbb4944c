/* Hints between nodes by NOTIFY: all other nodes receive them, and no call waits. tests/store/with_postgres runs it. */
#define _GNU_SOURCE

#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "base/steady_clock.h"
#include "base/text.h"
#include "cli/cmocka_base.h"
#include "store/hints.h"

enum { PATIENCE_MS = 120000, WORDS = 3000 };

static struct hints *open_hints(const char *url, int beside) {
  struct fault fault = {0};
  struct hints *hints = hints_open(url, beside, &fault);
  if (hints == NULL) fail_msg("%s", fault.text);
  return hints;
}

static struct hints *open_here(void) {
  const char *url = getenv("TESSERA_POSTGRES");
  if (url == NULL) fail_msg("run it by tests/store/with_postgres");
  return open_hints(url, -1);
}

/* Sends the word from `from` repeatedly until `to` has received it. */
static void tell_until_heard(struct hints *from, struct hints *to, const char *word) {
  const int64_t end = steady_milliseconds() + PATIENCE_MS;
  struct span heard;
  for (;;) {
    hints_tell(from, span_of(word));
    hints_run(from);
    hints_run(to);
    while (hints_take(to, &heard))
      if (span_is(heard, word)) return;
    if (steady_milliseconds() > end) fail_msg("%s was not heard", word);
    poll(NULL, 0, 5);
  }
}

TEST(a_word_is_heard_by_all_others) {
  struct hints *one = open_here(), *two = open_here(), *three = open_here();
  struct span heard;
  tell_until_heard(one, two, "a");
  tell_until_heard(one, three, "b");
  tell_until_heard(three, one, "c");
  hints_run(three);
  while (hints_take(three, &heard)) assert_false(span_is(heard, "c")); /* its own word */
  hints_close(one);
  hints_close(two);
  hints_close(three);
}

TEST(many_words_go_in_their_order) {
  const int64_t end = steady_milliseconds() + PATIENCE_MS;
  struct hints *one = open_here(), *two = open_here();
  struct span heard;
  int next = 0;
  tell_until_heard(one, two, "ready");
  for (int i = 0; i < WORDS; i++) {
    struct text word = {0};
    text_print(&word, "w%d", i);
    hints_tell(one, text_span(&word));
    text_free(&word);
  }
  while (next < WORDS) {
    struct pollfd file = {.fd = hints_file(two), .events = POLLIN};
    hints_run(one);
    hints_run(two);
    while (hints_take(two, &heard)) {
      struct text word = {0};
      if (span_is(heard, "ready")) continue;
      text_print(&word, "w%d", next++);
      assert_true(span_is(heard, word.bytes));
      text_free(&word);
    }
    if (steady_milliseconds() > end) fail_msg("%d words of %d came", next, (int)WORDS);
    poll(&file, 1, 5);
  }
  hints_close(one);
  hints_close(two);
}

TEST(a_connection_that_breaks_comes_again) {
  struct hints *one = open_here(), *two = open_here();
  tell_until_heard(one, two, "before");
  PGconn *beside = PQconnectdb(getenv("TESSERA_POSTGRES"));
  PGresult *result =
      PQexec(beside, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera hints'");
  assert_true(PQntuples(result) >= 2);
  PQclear(result);
  PQfinish(beside);
  tell_until_heard(one, two, "after");
  hints_close(one);
  hints_close(two);
}

TEST(nobody_waits_for_a_database_that_is_away) {
  struct span heard;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  struct hints *hints = open_hints("postgresql://nobody@/nothing?host=/tmp/tessera-nowhere", ends[0]);
  for (int i = 0; i < 3; i++) {
    hints_tell(hints, span_of("word"));
    hints_run(hints);
    assert_false(hints_take(hints, &heard));
  }

  /* The file `beside` is still watched. */
  struct pollfd file = {.fd = hints_file(hints), .events = POLLIN};
  assert_int_equal(poll(&file, 1, 0), 0);
  assert_int_equal(write(ends[1], "x", 1), 1);
  assert_int_equal(poll(&file, 1, -1), 1);
  hints_close(hints);
  close(ends[0]);
  close(ends[1]);
}

/* Replaces the system's resolver, also for libpq: no name exists, and each look-up takes a moment. */
static pthread_t looked_up_by;
static atomic_bool looked_up;

__attribute__((visibility("default"))) int getaddrinfo(const char *name, const char *service,
                                                       const struct addrinfo *asked, struct addrinfo **found) {
  (void)name;
  (void)service;
  (void)asked;
  *found = NULL;
  poll(NULL, 0, 100);
  looked_up_by = pthread_self();
  atomic_store(&looked_up, true);
  return EAI_AGAIN;
}

TEST(names_are_looked_up_in_another_thread) {
  const int64_t end = steady_milliseconds() + PATIENCE_MS;
  struct hints *hints = open_hints("postgresql://tessera@database.example/tessera", -1);
  while (!atomic_load(&looked_up) && steady_milliseconds() < end) {
    hints_run(hints);
    poll(NULL, 0, 5);
  }
  assert_true(atomic_load(&looked_up));
  assert_false(pthread_equal(looked_up_by, pthread_self()));
  hints_close(hints);
}

RUN_TESTS(NULL, NULL)
