/* Evaluates positions, and every turn of a drawn tile, for each side. */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "players/battle_odds.h"
#include "players/player.h"
#include "players/realm_forecast.h"
#include "tessera/tessera.h"

/* ---- A position ---- */

/*
 * The evaluation of a position: the expected points of each side at the end of the game. It is the sum of the score,
 * the value of the side's realms (realm_forecast.h) and the value of the meeples in its supply. Added are gains and
 * losses where realms of different sides may be joined or planets attacked, and the value of having more turns left
 * than others. With an empty bag it is exactly the final score.
 */

/* A seat's meeples: those in the supply, those expected to return to it, and the extra value of special pieces. */
struct supply {
  int32_t meeples, large; /* `large`: how many of them are large */
  int32_t back, extra;
};

/* Two realms, by their indices among the forecasts, that a tile on one cell may join: one that the seat to act may
 * take, and one that holds meeples. `ease` says how easily. */
struct meeting {
  uint8_t taken, held;
  int32_t ease;
};

enum { EVALUATION_MEETINGS = 64 /* maximum number of such pairs */ };

struct meetings {
  int count;
  struct meeting at[EVALUATION_MEETINGS];
};

/* The evaluation of one position: its parts and their sum. */
struct account {
  int32_t scores[TESS_MAX_PLAYERS];
  struct supply supplies[TESS_MAX_PLAYERS];
  int32_t junctions[FRONTIER_WORDS * WORD_BITS][TESS_MAX_PLAYERS]; /* what realms may gain by meeting, as open_cells */
  uint64_t planets;                                  /* bit i: forecast i is a planet that may be attacked */
  int32_t sieges[FORECAST_REALMS][TESS_MAX_PLAYERS]; /* what such a planet adds */
  int32_t values[TESS_MAX_PLAYERS];                  /* the sum of all */
};

/* Working memory of one thread. */
struct evaluation {
  const struct evaluation_sets *sets;
  struct realm_forecasts forecasts;
  int32_t supply_values[SLOTS + 2]; /* value of a supply by its number of meeples */
  int32_t large, abbot;             /* additional value of these pieces */
  int32_t tempo[TESS_MAX_PLAYERS];  /* what it is worth to move next, second, ... */
  int32_t join, attack;             /* probability that realms meet, and that a planet is attacked, where it is easy */
  int32_t beats[TESS_MAX_DICE + 1][TESS_MAX_DICE + 1]; /* probability that a number of dice beats another number */
  struct account begun;                     /* the position at evaluation_begin(), with the tempo after the turn */
  struct supply supplies[TESS_MAX_PLAYERS]; /* after the placement */
  struct meetings meetings;                 /* after the placement, of realms that the seat to act may take */
  int32_t pass;                             /* lead of the seat to act at evaluation_begin(), if it places no meeple */
  int32_t claim;              /* the largest lead without a meeple of its supply, before what the meeple brings */
  int32_t back;               /* at most what this meeple adds to the supply if it surely returns */
  struct forecast_list other; /* of positions that are evaluated whole, as `account` */
  struct account account;
};

/* Sets up an evaluation, which owns no other memory. `sets` must outlive it. */
void evaluation_open(struct evaluation *evaluation, const struct evaluation_sets *sets);

/* Prepares for positions with the bag of `game`. In TESS_PHASE_PLACE or _MEEPLE evaluates it. */
void evaluation_begin(struct evaluation *evaluation, const tess_game *game);

/* Fills `values` with the expected final points of each side, if no meeple is placed and no battle is fought. The
 * position has at most one more tile than that of evaluation_begin(); that tile was reported to evaluation_place(). */
void evaluation_values(struct evaluation *evaluation, const tess_game *game, int32_t values[TESS_MAX_PLAYERS]);

/* ---- A turn ---- */

/*
 * Fills `values` as evaluation_values() does, in TESS_PHASE_MEEPLE, by what the tile laid since evaluation_begin()
 * changed. `undo` recorded its placement; NULL: none was laid. Also examines the realms where a meeple may be placed,
 * for evaluation_add_decision(). Call evaluation_take_back() once the tile is removed.
 */
void evaluation_place(struct evaluation *evaluation, const tess_game *game, const tess_undo *undo,
                      int32_t values[TESS_MAX_PLAYERS]);
void evaluation_take_back(struct evaluation *evaluation);

/*
 * An upper bound of the lead of the seat to act after any decision on the tile laid since evaluation_begin(), on a cell
 * that is not near (forecasts_find_quiet()). `undo` recorded its placement. INT32_MAX: unknown, as the tile changes
 * more than what may be taken. evaluation_find_quiet() prepares it, once after evaluation_begin().
 */
void evaluation_find_quiet(struct evaluation *evaluation, const tess_game *game);
int32_t evaluation_most(struct evaluation *evaluation, const tess_game *game, const tess_undo *undo);

/* Adds to `values` what a decision of the seat to act changes after evaluation_place(). Not for decisions that lead to
 * a battle. */
void evaluation_add_decision(const struct evaluation *evaluation, const tess_game *game, tess_decision decision,
                             int32_t values[TESS_MAX_PLAYERS]);

/* ---- Every turn with the drawn tile, and its evaluation for each side ---- */

enum { TURNS_DICE = 1024 /* index space for the numbers of dice of up to five sides, two bits each */ };

/* A turn and the expected final points of each side. Battles count with their exact odds. */
struct turn {
  struct player_turn how;
  bool battle;                      /* the turn leads to TESS_PHASE_THROW */
  int32_t values[TESS_MAX_PLAYERS]; /* multiples of 1 / WHOLE_POINT points */
  float lead;                       /* in points; set by turn_evaluator_rank() */
};

/* The values of a turn in points. */
void turn_points(const struct turn *turn, float values[TESS_MAX_PLAYERS]);

/* The lead of a side over the best other side, in units of `values`. */
int32_t values_lead(const int32_t values[TESS_MAX_PLAYERS], int sides, int side);

/* The points by which a side is ahead of the best other side; negative if it is behind. */
float turn_lead(const float values[TESS_MAX_PLAYERS], int sides, int side);

/* Working memory of one thread. */
struct turn_evaluator {
  struct evaluation evaluation;
  tess_undo *undos;   /* one after the other, up to the maximum number of steps in a turn */
  struct turn *turns; /* in the order in which they were generated */
  uint16_t *ranks;    /* indices of the turns, the best first */
  int count, room;
  struct battle_odds *odds; /* by dice; a battle with no winner yet has not been computed */
};

/* Sets up an evaluator; turn_evaluator_close() frees it. `weights` must outlive it. */
void turn_evaluator_open(struct turn_evaluator *evaluator, const struct evaluation_sets *weights);
void turn_evaluator_close(struct turn_evaluator *evaluator);

/* Fills `evaluator->turns` with all `evaluator->count` turns of a game in TESS_PHASE_PLACE or _MEEPLE. Afterwards
 * `game` is as before. */
void turn_evaluator_run(struct turn_evaluator *evaluator, tess_game *game);

/* Ranks the best `most` turns by the lead of `side` (of `sides`). Returns how many there are. */
int turn_evaluator_rank(struct turn_evaluator *evaluator, int sides, int side, int most);

/* The turn with this rank, 0 for the best. turn_evaluator_rank() must have ranked it. */
static inline const struct turn *turn_evaluator_ranked(const struct turn_evaluator *evaluator, int place) {
  return &evaluator->turns[evaluator->ranks[place]];
}

/* Does what turn_evaluator_run() and then turn_evaluator_rank() do for the one best turn of the side to act, but leaves
 * out placements that cannot have it. */
void turn_evaluator_best(struct turn_evaluator *evaluator, tess_game *game);

/* Evaluates a position in TESS_PHASE_DRAW, _THROW or _OVER, in points. Afterwards `game` is as before. */
void turn_evaluator_values(struct turn_evaluator *evaluator, tess_game *game, float values[TESS_MAX_PLAYERS]);

/* Evaluates a position in any phase, in points. If a tile is to be laid or a meeple decision to be made, the values are
 * those after the best turn of the seat to act. Afterwards `game` is as before. */
void turn_evaluator_promise(struct turn_evaluator *evaluator, tess_game *game, float values[TESS_MAX_PLAYERS]);

/* The odds of a battle with these dice; valid as long as the evaluator. */
const struct battle_odds *turn_evaluator_odds(struct turn_evaluator *evaluator, const uint8_t dice[TESS_MAX_PLAYERS]);

#endif
