/* Requests passed on to another node, which is played by a socket here. */
#define _GNU_SOURCE
#include "server/passing.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/steady_clock.h"
#include "cli/cmocka_base.h"

enum { PATIENCE_MS = 60000 };

/* The other node: what it has heard of the request that came last. */
struct other {
  int listening, file;
  char url[64], heard[32768];
};

static void open_other(struct other *other) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  *other = (struct other){.listening = socket(AF_INET, SOCK_STREAM, 0), .file = -1};
  assert_int_equal(bind(other->listening, (const struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(listen(other->listening, 8), 0);
  assert_int_equal(getsockname(other->listening, (struct sockaddr *)&address, &length), 0);
  snprintf(other->url, sizeof other->url, "http://127.0.0.1:%d/", ntohs(address.sin_port));
}

static void close_other(const struct other *other) {
  if (other->file >= 0) close(other->file);
  close(other->listening);
}

static void note_answer(struct passer *passer) { ++*(int *)passer->context; }

/* One request that is passed on, and how often it was answered. */
struct asked {
  struct passing *passing;
  struct answer answer;
  struct passer passer;
  int answers;
};

static void open_asked(struct asked *asked) {
  struct fault fault = {0};
  *asked = (struct asked){.passing = passing_open(&fault)};
  assert_non_null(asked->passing);
  asked->passer = (struct passer){.answer = &asked->answer, .answered = note_answer, .context = &asked->answers};
}

static void close_asked(struct asked *asked) {
  passing_end(asked->passing);
  passing_close(asked->passing);
  answer_free(&asked->answer);
}

static bool pass(struct asked *asked, const char *url) {
  const struct passed request = {.url = url,
                                 .path = "/api/v1/tables/abcdefghijklmnop/actions",
                                 .stamp = "the-stamp",
                                 .token = span_of("the-token"),
                                 .body = span_of("{\"id\":\"12345678\"}"),
                                 .has_body = true};
  return passing_send(asked->passing, &request, &asked->passer);
}

/* Runs until the request is answered; the other node hears it, and says `reply` (NULL: nothing). */
static void run(struct asked *asked, struct other *other, const char *reply) {
  const int64_t end = steady_milliseconds() + PATIENCE_MS;
  size_t length = 0;
  for (int64_t now; asked->answers == 0 && (now = steady_milliseconds()) < end;) {
    struct pollfd files[] = {{passing_file(asked->passing), POLLIN, 0},
                             {other->file < 0 ? other->listening : other->file, POLLIN, 0}};
    passing_run(asked->passing, now);
    if (asked->answers > 0 || poll(files, 2, (int)passing_wait(asked->passing, now, 100)) <= 0) continue;
    if (files[1].revents == 0) continue;
    if (other->file < 0) {
      other->file = accept(other->listening, NULL, NULL);
      continue;
    }
    const ssize_t more = read(other->file, other->heard + length, sizeof other->heard - 1 - length);
    length += more > 0 ? (size_t)more : 0;
    other->heard[length] = '\0';
    if (reply != NULL && strstr(other->heard, "12345678\"}") != NULL)
      assert_int_equal(write(other->file, reply, strlen(reply)), (ssize_t)strlen(reply));
    if (more <= 0 || (reply != NULL && strstr(other->heard, "12345678\"}") != NULL)) {
      close(other->file);
      other->file = -1;
      length = 0;
    }
  }
  assert_int_equal(asked->answers, 1);
  assert_int_equal(passing_count(asked->passing), 0);
}

/* What comes of this reply. */
static enum answer_code answered(const char *reply, const char *body) {
  struct other other;
  struct asked asked;
  open_other(&other);
  open_asked(&asked);
  assert_true(pass(&asked, other.url));
  assert_int_equal(passing_count(asked.passing), 1);
  run(&asked, &other, reply);
  const enum answer_code code = asked.answer.code;
  if (body != NULL) assert_string_equal(asked.answer.body.bytes, body);
  if (reply != NULL && code != ANSWER_NOT_STORED)
    assert_int_equal(asked.passer.retry_s, strstr(reply, "Retry-After: 7") != NULL ? 7 : 0);
  close_asked(&asked);
  close_other(&other);
  return code;
}

static void the_other_nodes_answer_is_handed_back(void **state) {
  static const char refusal[] = "{\"error\":\"silent\",\"text\":\"no\"}";
  (void)state;
  assert_int_equal(answered("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"seq\":7}", "{\"seq\":7}"), ANSWER_OK);
  assert_int_equal(answered("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}", "{}"), ANSWER_CREATED);
  assert_int_equal(
      answered("HTTP/1.1 403 Forbidden\r\nContent-Length: 30\r\n\r\n{\"error\":\"silent\",\"text\":\"no\"}", refusal),
      ANSWER_SILENT);
  assert_int_equal(answered("HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\nContent-Length: 32\r\n\r\n"
                            "{\"error\":\"too-many\",\"text\":\"no\"}",
                            NULL),
                   ANSWER_TOO_MANY);
}

static void what_no_node_answers_is_not_stored(void **state) {
  (void)state;
  assert_int_equal(answered("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\n<h1>", NULL), ANSWER_NOT_STORED);
  assert_int_equal(answered("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\n<h1>", NULL), ANSWER_NOT_STORED);
  assert_int_equal(answered("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", NULL), ANSWER_NOT_STORED);
  assert_int_equal(answered("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"seq\"", NULL), ANSWER_NOT_STORED);
  assert_int_equal(answered("", NULL), ANSWER_NOT_STORED);
}

/* The page would take it for a word about its own token. */
static void a_refused_stamp_stays_between_the_nodes(void **state) {
  (void)state;
  assert_int_equal(answered("HTTP/1.1 403 Forbidden\r\nContent-Length: 35\r\n\r\n"
                            "{\"error\":\"wrong-stamp\",\"text\":\"no\"}",
                            NULL),
                   ANSWER_NOT_STORED);
}

static void an_answer_that_is_too_long_is_none(void **state) {
  struct text reply = {0};
  (void)state;
  text_print(&reply, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
  const size_t head = reply.length;
  while (reply.length < head + PASSING_ANSWER_MOST + 1) text_add_string(&reply, "................................");
  struct other other;
  struct asked asked;
  open_other(&other);
  open_asked(&asked);
  assert_true(pass(&asked, other.url));

  /* The reply is larger than a socket holds: it is written as the library reads it. */
  const int64_t end = steady_milliseconds() + PATIENCE_MS;
  size_t written = 0;
  while (asked.answers == 0 && steady_milliseconds() < end) {
    passing_run(asked.passing, steady_milliseconds());
    if (other.file < 0) other.file = accept4(other.listening, NULL, NULL, SOCK_NONBLOCK);
    const ssize_t part =
        other.file < 0 ? 0 : send(other.file, reply.bytes + written, reply.length - written, MSG_NOSIGNAL);
    written += part > 0 ? (size_t)part : 0;
    struct pollfd file = {passing_file(asked.passing), POLLIN, 0};
    poll(&file, 1, 1);
  }
  assert_int_equal(asked.answers, 1);
  assert_int_equal(asked.answer.code, ANSWER_NOT_STORED);
  close_asked(&asked);
  close_other(&other);
  text_free(&reply);
}

static void the_request_is_passed_on_whole(void **state) {
  struct other other;
  struct asked asked;
  (void)state;
  open_other(&other);
  open_asked(&asked);
  assert_true(pass(&asked, other.url));
  run(&asked, &other, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  assert_ptr_equal(strstr(other.heard, "POST /api/v1/tables/abcdefghijklmnop/actions HTTP/1.1\r\n"), other.heard);
  assert_non_null(strstr(other.heard, "\r\nTessera-Stamp: the-stamp\r\n"));
  assert_non_null(strstr(other.heard, "\r\nAuthorization: Bearer the-token\r\n"));
  assert_non_null(strstr(other.heard, "\r\nContent-Type: application/json\r\n"));
  assert_non_null(strstr(other.heard, "\r\n\r\n{\"id\":\"12345678\"}"));
  assert_null(strstr(other.heard, "Expect"));
  close_asked(&asked);
  close_other(&other);
}

/* A node that is frozen takes connections, and says nothing. */
static void a_node_that_says_nothing_is_waited_for_two_seconds(void **state) {
  struct other other;
  struct asked asked;
  (void)state;
  open_other(&other);
  open_asked(&asked);
  const int64_t begun = steady_milliseconds();
  assert_true(pass(&asked, other.url));
  run(&asked, &other, NULL);
  assert_true(steady_milliseconds() - begun >= PASSING_MS - 100);
  assert_int_equal(asked.answer.code, ANSWER_NOT_STORED);
  close_asked(&asked);
  close_other(&other);
}

static void a_node_that_is_not_there(void **state) {
  struct other other;
  struct asked asked;
  (void)state;
  open_other(&other);
  close_other(&other);
  open_asked(&asked);
  other.listening = -1;
  assert_true(pass(&asked, other.url));
  run(&asked, &other, NULL);
  assert_int_equal(asked.answer.code, ANSWER_NOT_STORED);
  close_asked(&asked);
}

/* So many to one node, and none after the end, which answers all of them. */
static void as_many_are_passed_on_as_may_be(void **state) {
  struct other other;
  struct asked asked;
  (void)state;
  open_other(&other);
  open_asked(&asked);
  for (int i = 0; i < PASSING_MOST_TO_ONE; i++) assert_true(pass(&asked, other.url));
  assert_false(pass(&asked, other.url));
  assert_true(pass(&asked, "http://127.0.0.1:9/"));
  assert_int_equal(passing_count(asked.passing), PASSING_MOST_TO_ONE + 1);
  passing_end(asked.passing);
  assert_int_equal(asked.answers, PASSING_MOST_TO_ONE + 1);
  assert_int_equal(asked.answer.code, ANSWER_NOT_STORED);
  assert_false(pass(&asked, other.url));
  close_asked(&asked);
  close_other(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_other_nodes_answer_is_handed_back),
      cmocka_unit_test(what_no_node_answers_is_not_stored),
      cmocka_unit_test(a_refused_stamp_stays_between_the_nodes),
      cmocka_unit_test(an_answer_that_is_too_long_is_none),
      cmocka_unit_test(the_request_is_passed_on_whole),
      cmocka_unit_test(a_node_that_says_nothing_is_waited_for_two_seconds),
      cmocka_unit_test(a_node_that_is_not_there),
      cmocka_unit_test(as_many_are_passed_on_as_may_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
