/* Option lines of a handshake (docs/lookup/protocol.md, "Engines"), as the compliance checks read them. */
#include "cli/cmocka_base.h"

#include "cli/engine.h"
#include "cli/match.h"

static bool reads(const char *line, struct listed_option *option) {
  struct fault fault = {0};
  const bool read = listed_option_read(span_of(line), option, &fault);
  assert_true(read == (fault.text[0] == '\0'));
  return read;
}

TEST(test_numbers) {
  struct listed_option option;
  assert_true(reads("option name Seed type spin default 7 min 0 max 18446744073709551615", &option));
  assert_true(option.spin && option.least == 0 && option.most == UINT64_MAX);
  assert_true(span_is(option.name, "Seed") && span_is(option.otherwise, "7"));
}

TEST(test_words) {
  struct listed_option option;
  assert_true(reads("option name Style type combo default calm var wild var calm", &option));
  assert_true(!option.spin && span_is(option.name, "Style") && span_is(option.otherwise, "calm"));
}

TEST(test_malformed) {
  static const char *const lines[] = {"option",
                                      "option name",
                                      "option name A",
                                      "option name A type",
                                      "option name A type check default on",
                                      "option name A type spin",
                                      "option name A type spin default 1",
                                      "option name A type spin default 1 min 2 max 3",
                                      "option name A type spin default 4 min 2 max 3",
                                      "option name A type spin default 2 min 3 max 1",
                                      "option name A type spin default x min 1 max 3",
                                      "option name A type spin default 2 min 1 max 3 more",
                                      "option name A type combo default a",
                                      "option name A type combo default a var b",
                                      "option name A type combo default a var a b",
                                      "option name A type combo default a var",
                                      "option title A type spin default 1 min 1 max 1"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct listed_option option;
    assert_false(reads(lines[i], &option));
  }
}

/* The options that our own engine tells can be read, and it takes their defaults and limits. */
TEST(test_own_options) {
  const struct player_kind *kind = player_kind_find("greedy");
  struct engine_options options = engine_options_default(kind);
  struct text lines = {0};
  struct fault fault = {0};
  int count = 0;
  engine_options_write(kind, &lines);
  struct span rest = {lines.bytes, lines.length - 1}, line;
  for (; span_split(&rest, '\n', &line); count++) {
    struct listed_option option;
    struct text words = {0};
    assert_true(listed_option_read(line, &option, &fault));
    text_print(&words, "name %.*s value %.*s", (int)option.name.length, option.name.bytes, (int)option.otherwise.length,
               option.otherwise.bytes);
    struct reader reader = reader_of(text_span(&words));
    assert_true(engine_option_read(&reader, &options, &fault));
    text_free(&words);
  }
  assert_int_equal(count, 1 + ENGINE_NUMBERS);
  assert_ptr_equal(options.kind, kind);
  text_free(&lines);
}

RUN_TESTS(NULL, NULL)
