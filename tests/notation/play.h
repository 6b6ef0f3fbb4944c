/* Random games for the tests of the notation: both games, every option, all numbers of players. */
#ifndef TESTS_NOTATION_PLAY_H
#define TESTS_NOTATION_PLAY_H

#include "notation/history.h"
#include <stdio.h>
#include <string.h>

#include "cli/cmocka_base.h"

/* Mixes of players and options: 5 of Star Wars, then 36 of classic, the last 4 with the river of CL-9. */
enum { PLAY_MIXES = 41 };

static inline uint64_t play_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static inline struct history *play_new(const struct set_library *sets, int mix, uint64_t seed) {
  bool star_wars = mix < 5;
  struct fault fault = {0};
  tess_options options = tess_options_default(star_wars ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC);
  int flags = star_wars ? 0 : (mix - 5) / 4;
  options.players = (uint8_t)(mix == 4 ? 4 : 2 + (star_wars ? mix : (mix - 5) % 4));
  options.teams = mix == 4;
  const bool last = flags == 8;
  options.fields = last || flags & 1;
  options.abbot = last || flags >> 1 & 1;
  options.river = last ? TESS_RIVER_20 : flags >> 2 & 1 ? TESS_RIVER_1 : TESS_RIVER_NONE;
  options.first = TESS_FIRST_RANDOM;
  options.seed = seed;
  static const char *const classic[] = {"classic", "classic+river", "classic+river-20"};
  const char *name = star_wars ? "star-wars" : classic[options.river];
  struct history *history = history_new(set_library_find(sets, span_of(name)), &options, &fault);
  assert_string_equal(fault.text, "");
  assert_non_null(history);
  return history;
}

static inline bool play_meeple(struct history *history, uint64_t *random, struct fault *fault) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  uint64_t count = (uint64_t)tess_game_decisions(history->game, decisions);
  return history_meeple(history, decisions[play_random(random) % count], fault);
}

/* Takes one random step; false when the game is over. */
static inline bool play_step(struct history *history, uint64_t *random) {
  struct fault fault;
  int count = tess_game_placement_count(history->game);
  bool good = false;
  switch (tess_game_phase(history->game)) {
  case TESS_PHASE_DRAW: good = history_draw(history, TESS_RANDOM, &fault); break;
  case TESS_PHASE_PLACE:
    good = history_place(history, tess_game_placement_at(history->game, (int)(play_random(random) % (uint64_t)count)),
                         &fault);
    break;
  case TESS_PHASE_MEEPLE: good = play_meeple(history, random, &fault); break;
  case TESS_PHASE_THROW: good = history_throw(history, NULL, &fault); break;
  case TESS_PHASE_OVER: return false;
  }
  assert_true(good);
  return true;
}

static inline void play_to_end(struct history *history, uint64_t *random) {
  while (play_step(history, random)) continue;
}

static inline struct span play_span(const struct text *text) { return text_span(text); }

#endif
