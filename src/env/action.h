/*
 * The fixed space of actions (docs/lookup/python.md, "Actions"): a number for each placement and each meeple decision,
 * so that a learner can have one output for each. A turn is two actions, as the engine has it: placement, then
 * decision. No two legal actions of a position have the same number.
 */
#ifndef ENV_ACTION_H
#define ENV_ACTION_H

#include "players/player.h"
#include "rules/game.h"
#include "tessera/tessera.h"

/* Where the numbers of each sort begin. They are part of what users store, and never change. */
enum {
  ACTION_CELLS = 32,              /* the window is so many cells wide and high */
  ACTION_PLACE = 0,               /* rotation * 1024 + row * 32 + column in the window */
  ACTION_PLACE_SPARE = 4096,      /* placements outside the window, by y, x, rotation */
  ACTION_NONE = 4160,             /* no meeple */
  ACTION_RETURN = 4161,           /* the abbot comes back */
  ACTION_SMALL = 4162,            /* small meeple or meeple, by the rank of the realm on the tile just laid */
  ACTION_OTHER = 4176,            /* large meeple or abbot, by rank */
  ACTION_NEIGHBOUR = 4190,        /* on a planet beside the tile: cell * 2, and 1 more for the large meeple */
  ACTION_COUNT = 4224,            /* of a game without arrows; 4206 to 4223 are kept free */
  ACTION_ELSEWHERE = 4224,        /* by an arrow: rank * 1024 + row * 32 + column of the cell that names the realm */
  ACTION_ELSEWHERE_SPARE = 17536, /* the same outside the window, by y, x, rank */
  ACTION_COUNT_ARROWS = 17600,
  ACTION_SPARE = 64, /* numbers for what lies outside the window */
  ACTION_GROUP = 8   /* so many are shown in a mask at once */
};

/* The cells that the board takes up, from the north-west to the south-east one. */
struct board_box {
  int16_t west, north, east, south;
};

/* The box of a game's board, and of one to which a tile is added. */
struct board_box board_box_of(const tess_game *game);
void board_box_add(struct board_box *box, int x, int y);

/* The north-west cell of the window: 32 x 32 cells around the middle of the box, which is rounded down. */
static inline int board_window(int least, int most) { return ((least + most + 1) >> 1) - ACTION_CELLS / 2; }

/* How many numbers the actions of a game with these options have. */
static inline int action_count(const tess_options *options) {
  return options->arrows ? ACTION_COUNT_ARROWS : ACTION_COUNT;
}

/* What a number stands for. */
union action_step {
  tess_placement placement; /* in TESS_PHASE_PLACE */
  tess_decision decision;   /* in TESS_PHASE_MEEPLE */
};

/* All that is legal: `count` numbers, after which the first is told again until a group is full, and the step of each.
 * In a game of more tiles than the window holds, what is outside it beyond the spare numbers has none, and is not
 * listed. */
struct legal_actions {
  int count;
  uint16_t ids[TESS_MAX_PLACEMENTS + ACTION_GROUP];
  union action_step steps[TESS_MAX_PLACEMENTS];
};

/* ---- All of them ---- */

/* Lists the actions that are legal, in an order that follows from the game alone; none unless a placement or decision
 * is due. `box` is that of the board. */
void legal_actions_list(struct legal_actions *legal, const tess_game *game, const struct board_box *box);

/* Where an action stands in the list; -1 if it is not legal. */
int legal_actions_find(const struct legal_actions *legal, int id);

/* Where the placement or decision of a turn, whichever is due, stands in the list, which was made for this game as it
 * is; -1 if it is not there. */
int legal_actions_find_step(const struct legal_actions *legal, const tess_game *game, const struct player_turn *turn);

/* The same of a turn that a player has chosen. One that has no number, as it is outside window and spare numbers, is
 * replaced by the first of the list. */
int legal_actions_chosen(const struct legal_actions *legal, const tess_game *game, const struct player_turn *turn);

/* The number of a throw: CHANCE_THROW and the sides of which a die is the highest, one bit a side. */
int action_of_throw(const tess_throw *thrown);

/* Takes action number `index` of the list, which was made for this game as it is. */
void legal_actions_take(const struct legal_actions *legal, int index, tess_game *game);

/* Marks all numbers in a mask by number, or clears them there again. */
void legal_actions_mark(const struct legal_actions *legal, bool *mask);
void legal_actions_clear(const struct legal_actions *legal, bool *mask);

/* ---- Placements by their numbers alone ---- */

/* Whether every placement is in the window. The functions below are for a game for which this is so, in
 * TESS_PHASE_PLACE; `box` is that of its board. */
bool window_holds(const struct board_box *box);

/* The placement of a number. False if it is not legal. */
bool placement_numbered(const tess_game *game, const struct board_box *box, int id, tess_placement *placement);

/* By index of the game's frontier: 32 y + x of the cell, for those that were `seen`. The one behind the last index is
 * read, but tells nothing. */
struct frontier_places {
  uint64_t seen[FRONTIER_WORDS];
  int16_t at[FRONTIER_WORDS * WORD_BITS + 1];
};

/* The places of a new game, and what has come to them and gone since the call before. */
void frontier_places_begin(struct frontier_places *places, const tess_game *game);
void frontier_places_follow(struct frontier_places *places, const tess_game *game);

/* Lists the numbers as legal_actions_list() does, but no steps. */
void placements_number(struct legal_actions *legal, const tess_game *game, const struct board_box *box,
                       const struct frontier_places *places);

#endif
