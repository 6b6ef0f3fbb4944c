/*
 * Rollouts: a few turns of one position are compared by games that are played to their end. All turns get the same
 * draws and dice in a trial (common random numbers), so that their differences are much surer than their values.
 */
#ifndef REVIEW_ROLLOUT_H
#define REVIEW_ROLLOUT_H

#include "players/player.h"

enum { ROLLOUT_TURNS = 8, ROLLOUT_TRIALS = 4096 /* most turns, and most trials */ };

/* A quantity and its standard error. */
struct rollout_mean {
  double value, error;
};

struct rollout_turn {
  struct player_turn turn;
  struct rollout_mean win, diff;               /* probability to win; lead at the end, in points */
  struct rollout_mean behind_win, behind_diff; /* how much less than the best turn; the errors are joint ones */
};

struct rollout {
  int count; /* 2 to ROLLOUT_TURNS */
  struct rollout_turn turns[ROLLOUT_TURNS];
  int trials;
  bool separated; /* the best two turns are at least three joint standard errors apart */
};

/*
 * Plays out the turns of a game in TESS_PHASE_PLACE; the caller fills `count` and each `turn`. All sides play on as
 * level 7 does. It ends as soon as the best two turns are separated by the probability to win, after `most` trials (up
 * to ROLLOUT_TRIALS), or when `stop` (may be NULL) is true. Afterwards the best turn is first. The same seed gives the
 * same result.
 */
void rollout_run(const tess_game *game, int most, uint64_t seed, const atomic_bool *stop, struct rollout *rollout);

/* Appends `trials`, `separated` and `turns` to the open JSON object. */
void rollout_write(const tess_game *game, const struct rollout *rollout, struct text *text);

#endif
