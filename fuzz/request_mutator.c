/*
 * Mutates inputs of requests for libFuzzer: line by line, by replacing whole values, so that most inputs are still
 * valid JSON. One input in eight is mutated byte by byte.
 */
#include <string.h>

#include "mutator.h"

enum { MOST_LINES = 400, MOST_VALUES = 40 };

static const char *const actions[] = {
    "{\"id\":\"????????\",\"type\":\"draw\"}",
    "{\"id\":\"????????\",\"type\":\"take-back\"}",
    "{\"id\":\"????????\",\"type\":\"answer\",\"asked\":20,\"yes\":true}",
    "{\"id\":\"????????\",\"type\":\"answer\",\"asked\":20,\"yes\":false}",
    "{\"id\":\"????????\",\"type\":\"pause\"}",
    "{\"id\":\"????????\",\"type\":\"resume\"}",
    "{\"id\":\"????????\",\"type\":\"say\",\"text\":\"hello\"}",
    "{\"id\":\"????????\",\"type\":\"say\",\"text\":\"hello\",\"name\":\"Eve\"}",
    "{\"id\":\"????????\",\"type\":\"react\",\"reaction\":\"oh\"}",
    "{\"id\":\"????????\",\"type\":\"rename\",\"name\":\"Bea\"}",
    "{\"id\":\"????????\",\"type\":\"mute\",\"seat\":2,\"yes\":true}",
    "{\"id\":\"????????\",\"type\":\"hush\",\"yes\":true,\"entry\":9,\"remove\":true}",
    "{\"id\":\"????????\",\"type\":\"leave\",\"seen\":9}",
    "{\"id\":\"????????\",\"type\":\"return\"}",
    "{\"id\":\"????????\",\"type\":\"free\",\"seat\":2}",
    "{\"id\":\"????????\",\"type\":\"replace\",\"seat\":2,\"level\":5}",
    "{\"id\":\"????????\",\"type\":\"rematch\"}",
};

static const char *const values[] = {
    "0",           "1",          "2",          "5",           "-1",       "3600000",
    "true",        "false",      "null",       "[]",          "{}",       "\"classic\"",
    "\"days\"",    "\"game\"",   "\"move\"",   "\"person\"",  "\"open\"", "\"computer\"",
    "\"program\"", "\"fields\"", "\"arrows\"", "\"\\u00e9\"", "\"\""};

/* Appends text; each `?` becomes a random letter. */
static void add(struct text *out, struct dice_box *dice, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) text_add_char(out, bytes[i] == '?' ? (char)('a' + below(dice, 26)) : bytes[i]);
}

/* Finds the values in a line of JSON: numbers, words and strings after a colon. */
static int find_values(struct span line, struct span found[MOST_VALUES]) {
  int count = 0;
  for (size_t i = 0; i + 1 < line.length && count < MOST_VALUES; i++) {
    if (line.bytes[i] != ':') continue;
    size_t begin = i + 1;
    while (begin < line.length && line.bytes[begin] == ' ') begin++;
    size_t end = begin;
    if (end < line.length && line.bytes[end] == '"') {
      for (end++; end < line.length && line.bytes[end] != '"';) end++;
      end += end < line.length;
    } else {
      while (end < line.length && strchr(",}] ", line.bytes[end]) == NULL) end++;
    }
    if (end > begin) found[count++] = (struct span){line.bytes + begin, end - begin};
  }
  return count;
}

/* Appends the line with one value replaced by a value of the table or of another line. */
static void change_value(struct text *out, struct dice_box *dice, struct span line, struct span other) {
  struct span own[MOST_VALUES], others[MOST_VALUES];
  const int count = find_values(line, own), other_count = find_values(other, others);
  if (count == 0) {
    add(out, dice, line.bytes, line.length);
    return;
  }
  const struct span at = own[below(dice, (size_t)count)];
  struct span value = span_of(values[below(dice, sizeof values / sizeof values[0])]);
  if (other_count > 0 && below(dice, 2) == 0) value = others[below(dice, (size_t)other_count)];
  add_replaced(out, line, at, value);
}

/* Appends a new line: an action of a seat, a turn, or passing time. */
static void add_new(struct text *out, struct dice_box *dice) {
  static const int times[] = {0, 1000, 61000, 130000, 86400000};
  const char *action = actions[below(dice, sizeof actions / sizeof actions[0])];
  switch (below(dice, 5)) {
  case 0: text_print(out, "t %d", times[below(dice, 5)]); break;
  case 1: text_print(out, "m %d", (int)below(dice, 1000)); break;
  case 2: text_print(out, "%c %d", below(dice, 3) == 0 ? 'n' : 'y', 1 + (int)below(dice, 5)); break;
  default: text_print(out, "%d ", (int)below(dice, 6)); add(out, dice, action, strlen(action));
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
  struct dice_box dice = dice_of(seed);
  struct span rest = {(const char *)bytes, size}, lines[MOST_LINES];
  struct text out = {0};
  size_t count = 0;
  while (count < MOST_LINES && span_split(&rest, '\n', &lines[count])) count++;
  if (count == 0 || below(&dice, 8) == 0) return LLVMFuzzerMutate(bytes, size, most);
  const uint32_t how = below(&dice, 5);
  const size_t at = below(&dice, count), other = below(&dice, count);
  for (size_t i = 0; i < count; i++) {
    const bool here = i == at;
    if (here && how == 0) continue;
    if (out.length > 0) text_add_char(&out, '\n');
    if (here && how == 1) {
      text_add(&out, lines[other].bytes, lines[other].length);
      text_add_char(&out, '\n');
    } else if (here && how == 2) {
      add_new(&out, &dice);
      text_add_char(&out, '\n');
    }
    if (here && how == 3)
      change_value(&out, &dice, lines[i], lines[other]);
    else if (i == other && how == 4)
      text_add(&out, lines[at].bytes, lines[at].length);
    else if (here && how == 4)
      text_add(&out, lines[other].bytes, lines[other].length);
    else
      text_add(&out, lines[i].bytes, lines[i].length);
  }
  return give(&out, bytes, most);
}
