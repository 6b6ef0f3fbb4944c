/* The SVG writer: character data, and documents longer than its buffer. */
#include "picture/svg.h"

#include "picture/collected.h"

/* The character data that is written for a text. */
static void expect_text(const char *text, int limit, const char *expected) {
  struct collected p = {0};
  struct svg_writer svg;
  svg_open(&svg, collected_add, &p, (struct svg_box){0, 0, 1000, 1000}, 16);
  svg_put(&svg, "<text>");
  svg_text(&svg, text, limit);
  svg_put(&svg, "</text>");
  svg_close(&svg);
  char whole[200];
  snprintf(whole, sizeof whole, "<text>%s</text></svg>\n", expected);
  assert_non_null(strstr(p.text, whole));
  assert_true(collected_valid(&p));
  free(p.text);
}

TEST(test_markup_is_escaped) { expect_text("a<b>&\"c\"", 20, "a&lt;b&gt;&amp;&quot;c&quot;"); }

TEST(test_long_text_ends_with_ellipsis) {
  expect_text("abcdef", 6, "abcdef");
  expect_text("abcdefg", 6, "abcdef\xE2\x80\xA6");
  expect_text("\xC3\xA4\xC3\xB6\xC3\xBC", 2, "\xC3\xA4\xC3\xB6\xE2\x80\xA6");
}

TEST(test_utf8_passes) {
  expect_text("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9A\x80", 20, "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9A\x80");
}

/* Lone continuation bytes, overlong forms, surrogates, characters beyond Unicode, cut ends and control characters. */
TEST(test_invalid_bytes_become_question_marks) {
  expect_text("\x80x", 20, "?x");
  expect_text("\xC0\xAFx", 20, "??x");
  expect_text("\xE0\x80\x80x", 20, "???x");
  expect_text("\xED\xA0\x80x", 20, "???x");
  expect_text("\xF4\x90\x80\x80x", 20, "????x");
  expect_text("x\xE2\x82", 20, "x??");
  expect_text("\x01\x1Bx", 20, "??x");
  expect_text("\xEF\xBF\xBFx", 20, "?x");
}

TEST(test_long_documents_come_in_pieces) {
  struct collected p = {0};
  struct svg_writer svg;
  svg_open(&svg, collected_add, &p, (struct svg_box){-5, 7, 1500, 1001}, 100);
  for (int i = 0; i < 2000; i++) svg_format(&svg, "<g id=\"a%d\"/>", i);
  svg_close(&svg);
  assert_true(p.length > 3 * SVG_BUFFER);
  assert_int_equal(collected_count(&p, "<g id=\"a"), 2000);
  assert_non_null(strstr(p.text, "width=\"150\" height=\"101\" viewBox=\"-5 7 1500 1001\""));
  assert_true(collected_valid(&p));
  free(p.text);
}

RUN_TESTS(NULL, NULL)
