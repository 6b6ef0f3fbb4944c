#include "cli/go_limits.h"

#include <stdio.h>

#include "players/clock.h"

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
  const uint32_t share = clock_share(game, (uint32_t)said->values[CLOCK], (uint32_t)said->values[INC]);
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
