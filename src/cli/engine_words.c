#include "cli/engine_words.h"

#include <inttypes.h>
#include <stdio.h>

#include "players/time_control.h"

/* ---- Options ---- */

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

bool engine_option_read(struct reader *words, struct engine_options *options, struct fault *fault) {
  const struct span name_word = reader_word(words), name = reader_word(words);
  const struct span value_word = reader_word(words), value = reader_word(words);
  if (!span_is(name_word, "name") || !span_is(value_word, "value") || value.length == 0 ||
      reader_word(words).length > 0)
    return fault_say(fault, "expected setoption name X value Y, both of one word");
  if (span_is(name, "Player")) return set_kind(value, options, fault);
  for (int i = 0; i < ENGINE_NUMBERS; i++)
    if (span_is(name, numbers[i].name)) return set_number(i, value, options, fault);
  return fault_as(fault, "unknown-option", "no option %s; tep tells them", quote(name.bytes, name.length).text);
}

/* ---- The words of `go` ---- */

enum limit { MOVETIME, CLOCK, INC, PLAYOUTS, LEVEL, LIMITS };

static const struct {
  const char *name;
  uint64_t least, most;
} table[LIMITS] = {
    [MOVETIME] = {"movetime", 1, UINT32_MAX},      [CLOCK] = {"clock", 1, UINT32_MAX}, [INC] = {"inc", 0, UINT32_MAX},
    [PLAYOUTS] = {"playouts", 1, UINT64_MAX >> 1}, [LEVEL] = {"level", 1, 99},
};

/* What was said: values by limit, and a bit for each that was given. */
struct said {
  uint64_t values[LIMITS];
  unsigned given;
};

static bool is_given(const struct said *said, enum limit limit) { return said->given >> limit & 1; }

static bool read_value(int limit, struct reader *words, struct said *said, struct fault *fault) {
  const struct span word = reader_word(words);
  if (is_given(said, (enum limit)limit)) return fault_say(fault, "%s is given twice", table[limit].name);
  if (!span_number(word, table[limit].least, table[limit].most, &said->values[limit]))
    return fault_say(fault, "%s: expected a whole number of its range, not %s", table[limit].name,
                     quote(word.bytes, word.length).text);
  said->given |= 1u << limit;
  return true;
}

static bool read_words(struct reader *words, struct said *said, struct fault *fault) {
  for (;;) {
    const struct span word = reader_word(words);
    int limit = 0;
    if (word.length == 0) break;
    while (limit < LIMITS && !span_is(word, table[limit].name)) limit++;
    if (limit == LIMITS)
      return fault_say(fault, "expected movetime, clock, inc, playouts or level, not %s",
                       quote(word.bytes, word.length).text);
    if (!read_value(limit, words, said, fault)) return false;
  }
  return !is_given(said, INC) || is_given(said, CLOCK) || fault_say(fault, "inc goes with clock");
}

static bool find_level(uint64_t level, const struct player_kind **kind, struct fault *fault) {
  char name[16];
  snprintf(name, sizeof name, "level-%u", (unsigned)level);
  *kind = player_kind_find(name);
  return *kind != NULL || fault_say(fault, "there is no level %u", (unsigned)level);
}

static uint32_t milliseconds_of(const struct said *said, const tess_game *game) {
  const uint32_t movetime = (uint32_t)said->values[MOVETIME];
  if (!is_given(said, CLOCK)) return movetime;
  const uint32_t share = time_control_share(game, (uint32_t)said->values[CLOCK], (uint32_t)said->values[INC]);
  return is_given(said, MOVETIME) && movetime < share ? movetime : share;
}

bool go_limits_read(struct reader *words, const tess_game *game, uint64_t playouts, struct go_limits *limits,
                    struct fault *fault) {
  struct said said = {.given = 0};
  *limits = (struct go_limits){.kind = NULL};
  if (!read_words(words, &said, fault)) return false;
  if (is_given(&said, LEVEL) && !find_level(said.values[LEVEL], &limits->kind, fault)) return false;
  limits->budget.milliseconds = milliseconds_of(&said, game);
  limits->budget.playouts = said.values[PLAYOUTS];
  if (limits->budget.milliseconds == 0 && limits->budget.playouts == 0) limits->budget.playouts = playouts;
  return true;
}
