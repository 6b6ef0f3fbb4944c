#include "cli/engine_options.h"

#include <inttypes.h>
#include <stdio.h>

static const struct number {
  const char *name;
  uint64_t otherwise, least, most;
} numbers[ENGINE_NUMBERS] = {
    [ENGINE_PLAYOUTS] = {"Playouts", PLAYER_PLAYOUTS, 1, 1000000000},
    [ENGINE_SEED] = {"Seed", 0, 0, UINT64_MAX},
    [ENGINE_THREADS] = {"Threads", 1, 1, PLAYER_THREADS},
    [ENGINE_CANDIDATES] = {"Candidates", 1, 1, PLAYER_CANDIDATES},
};

struct engine_options engine_options_default(const struct player_kind *kind) {
  struct engine_options options = {.kind = kind};
  for (int i = 0; i < ENGINE_NUMBERS; i++) options.numbers[i] = numbers[i].otherwise;
  return options;
}

void engine_options_write(const struct player_kind *kind, struct text *text) {
  text_print(text, "option name Player type combo default %s", kind->name);
  for (int i = 0; player_kind_at(i) != NULL; i++) text_print(text, " var %s", player_kind_at(i)->name);
  text_add_char(text, '\n');
  for (int i = 0; i < ENGINE_NUMBERS; i++) {
    char limits[96];
    snprintf(limits, sizeof limits, "default %" PRIu64 " min %" PRIu64 " max %" PRIu64, numbers[i].otherwise,
             numbers[i].least, numbers[i].most);
    text_print(text, "option name %s type spin %s\n", numbers[i].name, limits);
  }
}

static const struct player_kind *kind_named(struct span word) {
  for (int i = 0; player_kind_at(i) != NULL; i++)
    if (span_is(word, player_kind_at(i)->name)) return player_kind_at(i);
  return NULL;
}

static bool set_kind(struct span value, struct engine_options *options, struct fault *fault) {
  const struct player_kind *kind = kind_named(value);
  if (kind == NULL) return fault_say(fault, "there is no player %s", quote(value.bytes, value.length).text);
  options->kind = kind;
  return true;
}

static bool set_number(int index, struct span value, struct engine_options *options, struct fault *fault) {
  char limits[64];
  uint64_t number;
  snprintf(limits, sizeof limits, "%" PRIu64 " to %" PRIu64, numbers[index].least, numbers[index].most);
  if (!span_number(value, numbers[index].least, numbers[index].most, &number))
    return fault_say(fault, "%s: expected a number from %s, not %s", numbers[index].name, limits,
                     quote(value.bytes, value.length).text);
  options->numbers[index] = number;
  return true;
}

const char *engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault) {
  const struct span name_word = reader_word(words), name = reader_word(words);
  const struct span value_word = reader_word(words), value = reader_word(words);
  if (!span_is(name_word, "name") || !span_is(value_word, "value") || value.length == 0 ||
      reader_word(words).length > 0) {
    fault_say(fault, "expected setoption name X value Y, both of one word");
    return "syntax";
  }
  if (span_is(name, "Player")) return set_kind(value, options, fault) ? NULL : "syntax";
  for (int i = 0; i < ENGINE_NUMBERS; i++)
    if (span_is(name, numbers[i].name)) return set_number(i, value, options, fault) ? NULL : "syntax";
  fault_say(fault, "no option %s; tep tells them", quote(name.bytes, name.length).text);
  return "unknown-option";
}
