/* Stamps of requests that nodes pass on: each holds for one request, for a few seconds, and once. */
#include "server/stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmocka_base.h"

static const uint8_t KEY[CREDENTIAL_KEY] = {1, 2, 3};
static const int64_t NOW = 1790000000000;

static struct stamped act(void) {
  return (struct stamped){span_of("POST"), span_of("/api/v1/tables/abcdefghijklmnop/actions"), span_of("token")};
}

static struct address asker(void) {
  struct address address = {{0}};
  for (size_t i = 0; i < sizeof address.bytes; i++) address.bytes[i] = (unsigned char)(200 + i);
  return address;
}

/* Whether the stamp of act() with the body `{}` is read as that of another request. */
static bool is_read(const uint8_t *key, struct stamped request, int64_t time) {
  char text[STAMP_SIZE];
  const struct stamped made = act();
  struct stamp stamp;
  stamp_write(KEY, &made, span_of("{}"), asker(), NOW, 7, text);
  return stamp_read(key, &request, span_of(text), time, &stamp);
}

static void a_stamp_says_who_asks(void **state) {
  char text[STAMP_SIZE];
  const struct stamped request = act();
  struct stamp stamp;
  (void)state;
  stamp_write(KEY, &request, span_of("{}"), asker(), NOW, UINT32_MAX, text);
  assert_true(stamp_read(KEY, &request, span_of(text), NOW + STAMP_MS, &stamp));
  const struct address address = asker();
  assert_memory_equal(stamp.asker.bytes, address.bytes, sizeof address.bytes);
  assert_true(stamp_has_body(KEY, &stamp, span_of("{}")));
  assert_false(stamp_has_body(KEY, &stamp, span_of("{ }")));
  assert_false(stamp_has_body(KEY, &stamp, span_of("")));
}

static void a_stamp_holds_for_its_request_alone(void **state) {
  static const uint8_t other[CREDENTIAL_KEY] = {1, 2, 4};
  struct stamped request = act();
  (void)state;
  assert_true(is_read(KEY, request, NOW));
  assert_false(is_read(other, request, NOW));
  request.method = span_of("GET");
  assert_false(is_read(KEY, request, NOW));
  request = act();
  request.path = span_of("/api/v1/tables/abcdefghijklmnoq/actions");
  assert_false(is_read(KEY, request, NOW));
  request = act();
  request.token = span_of("");
  assert_false(is_read(KEY, request, NOW));
}

static void a_stamp_holds_for_seconds(void **state) {
  (void)state;
  assert_true(is_read(KEY, act(), NOW - STAMP_MS));
  assert_false(is_read(KEY, act(), NOW - STAMP_MS - 1));
  assert_false(is_read(KEY, act(), NOW + STAMP_MS + 1));
}

/* Whatever letter is changed, or taken away with all that follow. */
static void a_changed_stamp_is_refused(void **state) {
  char text[STAMP_SIZE];
  const struct stamped request = act();
  struct stamp stamp;
  (void)state;
  stamp_write(KEY, &request, span_of("{}"), asker(), NOW, 7, text);
  const size_t length = strlen(text);
  for (size_t i = 0; i < length; i++) {
    const char was = text[i];
    for (const char *letter = "09afzA.-_ "; *letter != '\0'; letter++) {
      text[i] = *letter;
      if (*letter != was) assert_false(stamp_read(KEY, &request, span_of(text), NOW, &stamp));
    }
    text[i] = was;
    assert_false(stamp_read(KEY, &request, (struct span){text, i}, NOW, &stamp));
  }
  assert_true(stamp_read(KEY, &request, span_of(text), NOW, &stamp));
}

static struct stamp numbered(int64_t time, uint32_t number) {
  char text[STAMP_SIZE];
  const struct stamped request = act();
  struct stamp stamp;
  stamp_write(KEY, &request, span_of("{}"), asker(), time, number, text);
  assert_true(stamp_read(KEY, &request, span_of(text), time, &stamp));
  return stamp;
}

static void a_stamp_is_taken_once(void **state) {
  struct stamps *stamps = stamps_open();
  (void)state;
  const struct stamp first = numbered(NOW, 1), second = numbered(NOW, 2);
  assert_true(stamps_take(stamps, &first, NOW));
  assert_true(stamps_take(stamps, &second, NOW));
  for (int64_t time = NOW; time <= NOW + (int64_t)2 * STAMP_MS; time += STAMP_MS / 10) {
    const struct stamp other = numbered(time, 3); /* lets time go on for the memory */
    assert_true(stamps_take(stamps, &other, time));
    assert_false(stamps_take(stamps, &first, time));
  }
  stamps_close(stamps);
}

static void as_many_are_taken_as_there_is_room_for(void **state) {
  struct stamps *stamps = stamps_open();
  struct stamp stamp = numbered(NOW, 0);
  (void)state;
  for (int i = 0; i < STAMPS_MOST; i++) {
    snprintf(stamp.word, sizeof stamp.word, "%08d", i);
    assert_true(stamps_take(stamps, &stamp, NOW));
  }
  snprintf(stamp.word, sizeof stamp.word, "%08d", (int)STAMPS_MOST);
  assert_false(stamps_take(stamps, &stamp, NOW));
  assert_true(stamps_take(stamps, &stamp, NOW + (int64_t)2 * STAMP_MS + 1));
  stamps_close(stamps);
}

/* The clock of a database that took over may be behind that of the one before. */
static void there_is_room_again_when_the_clock_goes_back(void **state) {
  static const int64_t hour = 3600 * 1000;
  struct stamps *stamps = stamps_open();
  struct stamp stamp = numbered(NOW, 0);
  (void)state;
  for (int i = 0; i < STAMPS_MOST; i++) {
    snprintf(stamp.word, sizeof stamp.word, "%08d", i);
    assert_true(stamps_take(stamps, &stamp, NOW));
  }
  snprintf(stamp.word, sizeof stamp.word, "%08d", (int)STAMPS_MOST);
  assert_true(stamps_take(stamps, &stamp, NOW - hour));
  assert_false(stamps_take(stamps, &stamp, NOW - hour));
  stamps_close(stamps);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stamp_says_who_asks),
      cmocka_unit_test(a_stamp_holds_for_its_request_alone),
      cmocka_unit_test(a_stamp_holds_for_seconds),
      cmocka_unit_test(a_changed_stamp_is_refused),
      cmocka_unit_test(a_stamp_is_taken_once),
      cmocka_unit_test(as_many_are_taken_as_there_is_room_for),
      cmocka_unit_test(there_is_room_again_when_the_clock_goes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
