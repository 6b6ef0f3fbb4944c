/* UTF-8: which byte sequences are characters and which are not. */
#include "base/reader.h"
#include "cli/cmocka_base.h"
#include <string.h>

TEST(test_characters) {
  static const struct {
    const char *bytes;
    uint32_t code;
  } cases[] = {{"a", 'a'},
               {"\x7F", 0x7F},
               {"\xC2\x80", 0x80},
               {"\xDF\xBF", 0x7FF},
               {"\xE0\xA0\x80", 0x800},
               {"\xED\x9F\xBF", 0xD7FF},
               {"\xEE\x80\x80", 0xE000},
               {"\xEF\xBF\xBF", 0xFFFF},
               {"\xF0\x90\x80\x80", 0x10000},
               {"\xF4\x8F\xBF\xBF", 0x10FFFF}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t code = 0;
    const size_t length = strlen(cases[i].bytes);
    assert_int_equal(utf8_read(cases[i].bytes, length, &code), length);
    assert_int_equal(code, cases[i].code);
    if (length > 1) assert_int_equal(utf8_read(cases[i].bytes, length - 1, &code), 0);
  }
  uint32_t code = 1;
  assert_int_equal(utf8_read("\0", 1, &code), 1);
  assert_int_equal(code, 0);
}

TEST(test_no_characters) {
  static const char *const wrong[] = {
      "\x80",         "\xBF",         "\xC0\xAF",         "\xC1\xBF",         "\xC3(",
      "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",     "\xE2\x82(",        "\xE2(\x82",
      "\xF5\x80",     "\xFF",         "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xFE"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    uint32_t code = 7;
    assert_int_equal(utf8_read(wrong[i], strlen(wrong[i]), &code), 0);
    assert_int_equal(code, 7);
  }
}

TEST(test_count) {
  assert_int_equal(utf8_count("", 0), 0);
  assert_int_equal(utf8_count("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", 10), 4);
}

RUN_TESTS(NULL, NULL)
