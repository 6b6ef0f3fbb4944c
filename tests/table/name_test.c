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

TEST(names_are_composed) {
  assert_true(reads("Zoe\xcc\x81", "Zo\xc3\xa9"));
  assert_true(reads("  Anna \xc2\xa0 B. ", "Anna B."));
  assert_true(reads("abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"));
  assert_true(reads("Анна 👩‍🚀", "Анна 👩‍🚀"));
  assert_true(reads("👍🏽 ❤️", "👍🏽 ❤️"));
}

TEST(what_is_no_name_is_refused) {
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

TEST(talk_shows_what_it_has) {
  assert_true(is_seen(
      "Zoe\xcc\x81: Viê\xcc\xa3t, \xd7\xa9\xd6\xb8\xd7\x81, 👩‍🚀 ❤️ 👍🏽 می‌خواهم 1️⃣!",
      ""));
  assert_false(is_seen("a\xc2\xad", "character 2 (U+00AD) cannot be seen"));
  assert_false(is_seen("a\xcd\x8f", "U+034F"));
  assert_false(is_seen("a\xe3\x85\xa4", "U+3164"));
  assert_false(is_seen("a\xe2\x80\x8d"
                       "b",
                       "U+200D"));
  assert_false(is_seen("Z\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85 hi", "one mark too many"));
  assert_false(is_seen("hi \xcc\x81", "one mark too many"));
}

/* Writes one character in UTF-8, with a zero after it. */
static void put_utf8(uint32_t code, char out[5]) {
  size_t end = 0;
  if (code < 0x80) {
    out[end++] = (char)code;
  } else if (code < 0x800) {
    out[end++] = (char)(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    out[end++] = (char)(0xE0 | code >> 12);
    out[end++] = (char)(0x80 | (code >> 6 & 63));
  } else {
    out[end++] = (char)(0xF0 | code >> 18);
    out[end++] = (char)(0x80 | (code >> 12 & 63));
    out[end++] = (char)(0x80 | (code >> 6 & 63));
  }
  if (code >= 0x80) out[end++] = (char)(0x80 | (code & 63));
  out[end] = '\0';
}

/* Whether a name and a line of talk take this character between two letters, where it is no blank. */
static bool is_taken(uint32_t code, bool talk) {
  char text[16], character[5], name[NAME_SIZE];
  struct fault fault;
  put_utf8(code, character);
  snprintf(text, sizeof text, "a%sa", character);
  if (talk) return talk_is_seen(span_of(text), &fault);
  return name_read(span_of(text), name, &fault) && strchr(name, ' ') == NULL;
}

/* What is drawn as nothing is in no name and no talk, each kind by an example; both follow one rule. */
TEST(what_is_drawn_as_nothing_is_refused) {
  static const uint32_t hidden[] = {
      0x00AD,                                             /* soft hyphen */
      0x034F,                                             /* grapheme joiner */
      0x115F,                                             /* fillers of Hangul, */
      0x1160, 0x3164, 0xFFA0,  0x180B,  0xFE00,  0xE0100, /* variation selectors, */
      0x200B, 0x2060, 0xFEFF,                             /* spaces without a width, */
      0x2028, 0x2029,                                     /* ends of lines, */
      0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159, /* blanks that fonts draw, */
      0x206A, 0x2066, 0x1D173, 0xE0041, 0xFFF9,           /* formats, */
      0x0378, 0xFFFF, 0x2FE0,                             /* what is not assigned, */
      0xE000, 0xF8FF, 0xF0000, 0x10FFFD                   /* and private use */
  };
  for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
    for (int talk = 0; talk < 2; talk++)
      if (is_taken(hidden[i], talk != 0))
        fail_msg("U+%04X was taken by %s", (unsigned)hidden[i], talk ? "talk" : "names");
  for (uint32_t code = '!'; code < 0x110000; code++) {
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (!surrogate && is_taken(code, false) && !is_taken(code, true))
      fail_msg("U+%04X: names alone take it", (unsigned)code);
  }
}

/* Writes the numbers of all characters that a name takes, for tests/web/names.mjs. */
static int print_taken(void) {
  for (uint32_t code = '!'; code < 0x110000; code++)
    if ((code < 0xD800 || code >= 0xE000) && is_taken(code, false)) printf("%u\n", (unsigned)code);
  return 0;
}

TEST(alike_is_what_looks_the_same) {
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

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "taken") == 0) return print_taken();
  return run_all_tests(NULL, NULL);
}
