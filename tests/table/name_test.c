/* Names of people: what can be seen, in every script, and what looks the same. */
#include "table/name.h"

#include "cli/cmocka_base.h"

static bool reads(const char *text, const char *expected) {
  char name[NAME_SIZE];
  struct fault fault;
  return name_read(span_of(text), name, &fault) && strcmp(name, expected) == 0;
}

static void refused(const char *text, const char *expected) {
  char name[NAME_SIZE];
  struct fault fault = {0};
  if (name_read(span_of(text), name, &fault)) fail_msg("'%s' was taken", text);
  if (strstr(fault.text, expected) == NULL) fail_msg("'%s': %s", text, fault.text);
}

static void names_are_composed(void **state) {
  (void)state;
  assert_true(reads("Zoe\xcc\x81", "Zo\xc3\xa9"));
  assert_true(reads("  Anna \xc2\xa0 B. ", "Anna B."));
  assert_true(reads("abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"));
  assert_true(reads("Анна 👩‍🚀", "Анна 👩‍🚀"));
  assert_true(reads("👍🏽 ❤️", "👍🏽 ❤️"));
}

static void what_is_no_name_is_refused(void **state) {
  (void)state;
  refused("", "expected 1 to 24 characters");
  refused(" \xe3\x80\x80", "expected 1 to 24 characters");
  refused("abcdefghijklmnopqrstuvwxy", "expected 1 to 24 characters");
  refused("a\xff", "expected 1 to 24 characters");
  refused("ab\tc", "character 3 (U+0009) cannot be seen");
  refused("a\xe2\x80\x8b", "character 2 (U+200B) cannot be seen");
  refused("a\xe2\x80\x8d"
          "b",
          "character 2 (U+200D) cannot be seen");
  refused("❤️️", "U+FE0F");
  refused("e\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86", "one mark too many");
  refused("x\xcc\xb5\xcc\xb5", "one mark too many");
  refused("\xcc\x81x", "one mark too many");
}

static bool is_seen(const char *line, const char *part) {
  struct fault fault = {0};
  if (talk_is_seen(span_of(line), &fault)) return true;
  if (strstr(fault.text, part) == NULL) fail_msg("%s\nis not in\n%s", part, fault.text);
  return false;
}

static void talk_shows_what_it_has(void **state) {
  (void)state;
  assert_true(is_seen(
      "Zoe\xcc\x81: Viê\xcc\xa3t, \xd7\xa9\xd6\xb8\xd7\x81, 👩‍🚀 ❤️ 👍🏽 می‌خواهم 1️⃣!",
      ""));
  assert_false(is_seen("a\xc2\xad", "character 2 (U+00AD) cannot be seen"));
  assert_false(is_seen("a\xcd\x8f", "U+034F"));
  assert_false(is_seen("a\xe3\x85\xa4", "U+3164"));
  assert_false(is_seen("Z\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85 hi", "one mark too many"));
  assert_false(is_seen("hi \xcc\x81", "one mark too many"));
}

static void alike_is_what_looks_the_same(void **state) {
  (void)state;
  assert_true(name_looks_like("Anna", "ANNA"));
  assert_true(name_looks_like("Anna", "Аnnа"));
  assert_true(name_looks_like("Anna", "Ａｎｎａ"));
  assert_true(name_looks_like("Ian", "lan"));
  assert_true(name_looks_like("Ian", "ian"));
  assert_true(name_looks_like("Olga", "0lga"));
  assert_true(name_looks_like("Anna", "Ꭺnna"));
  assert_true(name_looks_like("Anna", "ꓮnna"));
  assert_false(name_looks_like("Anna", "Anne"));
  assert_false(name_looks_like("Anna", "Anna (2)"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_composed),
      cmocka_unit_test(what_is_no_name_is_refused),
      cmocka_unit_test(talk_shows_what_it_has),
      cmocka_unit_test(alike_is_what_looks_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
