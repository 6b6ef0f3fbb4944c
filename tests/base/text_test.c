/* Texts, faults, and the cursor over bytes from outside. */
#include "base/fault.h"
#include "base/reader.h"
#include "base/text.h"
#include "cli/cmocka_base.h"
#include <string.h>

TEST(test_text_numbers) {
  struct text text = {0};
  text_add_int(&text, INT64_MIN);
  text_add_char(&text, ' ');
  text_add_int(&text, 0);
  text_add_char(&text, ' ');
  text_add_hash(&text, 0x0123456789abcdefu);
  assert_string_equal(text.bytes, "-9223372036854775808 0 0123456789abcdef");
  text_clear(&text);
  assert_string_equal(text.bytes, "");
  text_free(&text);
}

TEST(test_text_cut) {
  struct text text = {0};
  text_cut(&text, 0);
  for (int i = 0; i < 1000; i++) text_print(&text, "%d,", i);
  text_cut(&text, 4);
  assert_string_equal(text.bytes, "0,1,");
  assert_int_equal(text.length, 4);
  text_free(&text);
}

TEST(test_shown) {
  static const struct {
    const char *bytes, *shown;
  } cases[] = {
      {"Zo\xC3\xAB \xF0\x9F\x90\x9D", "Zo\xC3\xAB \xF0\x9F\x90\x9D"},
      {"\x1B[31m\x7F\r", "\\x1b[31m\\x7f\\x0d"},
      {"\xC2\x9B"
       "31m \x9B \xE2\x80",
       "\\u009b31m \\x9b \\xe2\\x80"},
      {"a\xE2\x80\xAE"
       "b\xEF\xBB\xBF\xE2\x80\xA8",
       "a\\u202eb\\ufeff\\u2028"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct text text = {0};
    text_add_shown(&text, span_of(cases[i].bytes), false);
    assert_string_equal(text.bytes, cases[i].shown);
    text_free(&text);
  }
  struct text text = {0};
  text_add_shown(&text, span_of("a\tb\n"), false);
  text_add_shown(&text, span_of("a\tb\n"), true);
  assert_string_equal(text.bytes, "a\\x09b\\x0aa\tb\n");
  text_free(&text);
}

TEST(test_quote) {
  char long_word[100000];
  memset(long_word, 'x', sizeof long_word);
  assert_string_equal(quote("a'b\x00\xFF", 5).text, "'a'b\\x00\\xff'");
  assert_string_equal(quote("", 0).text, "''");
  struct quote shortened = quote(long_word, sizeof long_word);
  assert_true(strlen(shortened.text) < sizeof shortened.text);
  assert_string_equal(shortened.text + strlen(shortened.text) - 4, "...'");
}

TEST(test_fault) {
  struct fault fault;
  struct text text = {0};
  assert_false(fault_say(&fault, "expected %d", 3));
  assert_false(fault_within(&fault, "board"));
  fault_write(&fault, &text);
  assert_string_equal(text.bytes, "board: expected 3");
  text_clear(&text);
  fault.line = 12;
  fault_write(&fault, &text);
  assert_string_equal(text.bytes, "line 12: board: expected 3");
  text_clear(&text);
  fault.move = 5;
  fault_write(&fault, &text);
  assert_string_equal(text.bytes, "line 12, move 5: board: expected 3");
  text_free(&text);
}

TEST(test_fault_is_bounded) {
  struct fault fault;
  char where[1000];
  memset(where, 'w', sizeof where - 1);
  where[sizeof where - 1] = '\0';
  fault_refuse(&fault, TESS_ERROR_BAD_SET, "%s", where);
  assert_int_equal(strlen(fault.text), sizeof fault.text - 1);
  fault_within(&fault, where);
  assert_int_equal(strlen(fault.text), sizeof fault.text - 1);
  assert_int_equal(fault.error, TESS_ERROR_BAD_SET);
}

TEST(test_fault_code) {
  struct fault fault;
  assert_false(fault_as(&fault, "no-game", "there is no game"));
  assert_string_equal(fault.code, "no-game");
  assert_string_equal(fault.text, "there is no game");
  fault_say(&fault, "expected %d", 3);
  assert_null(fault.code);
  fault_refuse(&fault, TESS_ERROR_BAD_TILE, "there is no tile");
  assert_null(fault.code);
}

static bool reads_int(const char *text, int32_t low, int32_t high, int32_t expected) {
  struct reader reader = reader_of(span_of(text));
  return reader_int(&reader, low, high) == expected && reader_done(&reader);
}

TEST(test_reader_int) {
  assert_true(reads_int("0", 0, 9, 0));
  assert_true(reads_int("-2147483648", INT32_MIN, INT32_MAX, INT32_MIN));
  assert_true(reads_int("2147483647", INT32_MIN, INT32_MAX, INT32_MAX));
  const char *const wrong[] = {"", "-", "-0", "01", "+1", " 1", "1x", "2147483648", "99999999999999999999999", "10"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(reads_int(wrong[i], -5, 9, 1));
}

TEST(test_reader_words) {
  struct reader reader = reader_of(span_of(" \t one\t two "));
  assert_true(span_is(reader_word(&reader), "one"));
  assert_true(span_is(reader_word(&reader), "two"));
  assert_int_equal(reader_word(&reader).length, 0);
  assert_true(reader_done(&reader));
  reader_expect(&reader, 'x');
  assert_true(reader.failed);
  assert_false(reader_take(&reader, 'x'));
  assert_int_equal(reader_word(&reader).length, 0);
}

TEST(test_span_split) {
  struct span rest = span_of("a,,b");
  struct span part;
  assert_true(span_split(&rest, ',', &part) && span_is(part, "a"));
  assert_true(span_split(&rest, ',', &part) && span_is(part, ""));
  assert_true(span_split(&rest, ',', &part) && span_is(part, "b"));
  assert_false(span_split(&rest, ',', &part));
}

TEST(test_plain) {
  const char *const plain[] = {"", "a b", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"};
  const char *const wrong[] = {
      "\x80",    "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80", "\xF0\x80\x80\x80",
      "\x1B[0m", "\x7F", "\xC2\x85", "\xE2\x82",     "a\nb"};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) assert_true(span_is_plain(span_of(plain[i]), false));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(span_is_plain(span_of(wrong[i]), false));
  assert_true(span_is_plain(span_of("a\r\n\tb"), true));
  assert_false(span_is_plain((struct span){"a\0b", 3}, true));
}

static bool is_numbered(const char *name, int number, size_t most, size_t size, const char *expected) {
  char numbered[64];
  name_number(name, number, most, size, numbered);
  return strcmp(numbered, expected) == 0;
}

TEST(test_numbered_names) {
  assert_true(is_numbered("level-1", 2, 24, 48, "level-1 (2)"));
  assert_true(is_numbered("", 2, 4, 5, " (2)"));
  /* Too many characters: no blank before the number but its own. */
  assert_true(is_numbered("abcdefghijklmnopqrs  tuvw", 3, 24, 64, "abcdefghijklmnopqrs (3)"));
  assert_true(is_numbered("\xC3\xA4\xC3\xB6\xC3\xBC", 2, 6, 64, "\xC3\xA4\xC3\xB6 (2)"));
  /* Too many bytes: whole characters. */
  assert_true(is_numbered("\xC3\xA4\xC3\xB6\xC3\xBC", 12, 64, 11, "\xC3\xA4\xC3\xB6 (12)"));
  assert_true(is_numbered("\xC3\xA4\xC3\xB6\xC3\xBC", 12, 64, 10, "\xC3\xA4\xC3\xB6 (12)"));
  assert_true(is_numbered("\xC3\xA4\xC3\xB6\xC3\xBC", 12, 64, 9, "\xC3\xA4 (12)"));
}

TEST(a_date_follows_the_calendar) {
  static const struct {
    int64_t time;
    const char *date;
  } dates[] = {{0, "1970/01/01"},
               {951782399999, "2000/02/28"},
               {951782400000, "2000/02/29"},
               {951868800000, "2000/03/01"},
               {1798761599999, "2026/12/31"},
               {4107456000000, "2100/02/28"},
               {4107542400000, "2100/03/01"}};
  for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
    struct text text = {0};
    text_add_date(&text, dates[i].time, '/');
    assert_string_equal(text.bytes, dates[i].date);
    text_free(&text);
  }
}

RUN_TESTS(NULL, NULL)
