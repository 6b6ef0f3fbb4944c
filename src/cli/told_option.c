/* Option lines of a handshake; declared in cli/compliance.h. */
#include <string.h>

#include "cli/compliance.h"

static bool expect_word(struct reader *words, const char *expected) { return span_is(reader_word(words), expected); }

static bool spans_are_equal(struct span one, struct span other) {
  return one.length == other.length && memcmp(one.bytes, other.bytes, one.length) == 0;
}

/* `min A max B` */
static bool read_range(struct reader *words, struct told_option *option) {
  return expect_word(words, "min") && span_number(reader_word(words), 0, UINT64_MAX, &option->least) &&
         expect_word(words, "max") && span_number(reader_word(words), option->least, UINT64_MAX, &option->most);
}

/* `var V var V ...`, the default among them */
static bool read_values(struct reader *words, const struct told_option *option) {
  bool found = false;
  for (;;) {
    const struct span word = reader_word(words);
    if (word.length == 0) return found;
    const struct span value = reader_word(words);
    if (!span_is(word, "var") || value.length == 0) return false;
    found = found || spans_are_equal(value, option->otherwise);
  }
}

static bool read_option(struct reader *words, struct told_option *option) {
  uint64_t number;
  if (!expect_word(words, "option") || !expect_word(words, "name")) return false;
  option->name = reader_word(words);
  if (!expect_word(words, "type")) return false;
  const struct span type = reader_word(words);
  option->spin = span_is(type, "spin");
  if ((!option->spin && !span_is(type, "combo")) || !expect_word(words, "default")) return false;
  option->otherwise = reader_word(words);
  if (!option->spin) return read_values(words, option);
  return read_range(words, option) && span_number(option->otherwise, option->least, option->most, &number) &&
         reader_word(words).length == 0;
}

bool told_option_read(struct span line, struct told_option *option, struct fault *fault) {
  struct reader words = reader_of(line);
  *option = (struct told_option){.spin = false};
  if (read_option(&words, option)) return true;
  return fault_say(fault,
                   "expected option name X type spin default D min A max B, or type combo default D var V ..., "
                   "not %s",
                   quote(line.bytes, line.length).text);
}
