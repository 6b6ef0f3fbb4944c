/*
 * The judgement of a turn: what a search would have played, and what the turn played gave away against that. Values are
 * those of the side that takes the turn.
 */
#ifndef REVIEW_JUDGEMENT_H
#define REVIEW_JUDGEMENT_H

#include "players/player.h"

/* A decision counts if the turns that were considered differ by at least this in the probability to win. */
#define JUDGEMENT_COUNTED 0.01

struct judgement {
  struct player_advice advice; /* the best turn first; `advice.candidates[played]` is the turn played */
  int played;                  /* -1: the player does not search and did not consider the turn */
  bool counted;                /* the decision was neither forced nor indifferent */
  double win, diff;            /* what the turn gave away: probability to win, points; at least 0 */
};

/* Working memory of one thread. */
struct judge;

/* A judge that lets players of this kind think; judge_close() frees it. */
struct judge *judge_open(const struct player_kind *kind);
void judge_close(struct judge *judge);

/*
 * Judges a legal turn of a game in TESS_PHASE_PLACE, with a random stream that starts from `seed`. The exact values
 * count among the last tiles. A turn that the search did not consider becomes the last candidate. Between two sides
 * its value is that of the best turn, changed by the difference between the positions after both. With more sides it
 * counts as much as the last candidate. Afterwards `game` is as before.
 */
void judge_turn(struct judge *judge, const tess_game *game, const struct player_turn *played,
                const struct player_budget *budget, uint64_t seed, struct judgement *judgement);

/* Appends to the open JSON object what player_advice_write() appends for up to `most` candidates, then `rank`
 * (1-based), `value` of the turn played, `gave` and `counted`. */
void judgement_write(const tess_game *game, const struct judgement *judgement, int most, struct text *text);

#endif
