/*
 * The fixed space of actions (docs/lookup/python.md, "Actions"): a number for each placement and each meeple decision,
 * so that a learner can have one output for each of them. A turn is two actions, as in the engine: placement, then
 * decision. No two legal actions of a position have the same number.
 */
#ifndef ENV_ACTION_H
#define ENV_ACTION_H

#include "players/player.h"
#include "rules/game.h"
#include "tessera/tessera.h"

/* Where the numbers of each group of actions begin. Users store the numbers, so they never change. */
enum {
  ACTION_CELLS = 32,         /* width and height of the window in cells */
  ACTION_PLACE = 0,          /* rotation * 1024 + row * 32 + column in the window */
  ACTION_PLACE_SPARE = 4096, /* placements outside the window, by y, x, rotation */
  ACTION_NONE = 4160,        /* no meeple */
  ACTION_RETURN = 4161,      /* the abbot returns */
  ACTION_SMALL = 4162,       /* small meeple, or meeple: plus the rank of the realm on the tile just laid */
  ACTION_OTHER = 4176,       /* large meeple, or abbot: plus the rank */
  ACTION_NEIGHBOUR = 4190,   /* a meeple on a planet next to the tile: plus cell * 2, and 1 more for the large meeple */
  ACTION_INNER = 4206, /* a meeple on a field of the tile just laid that reaches no edge: plus the rank, less 14 */
  ACTION_COUNT = 4224, /* number of actions of a game without arrows; 4212 to 4223 are reserved */
  ACTION_ELSEWHERE =
      4224, /* a meeple by an arrow: plus rank * 1024 + row * 32 + column of the cell that names the realm */
  ACTION_ELSEWHERE_SPARE = 17536, /* the same outside the window or on a field that reaches no edge, by y, x, rank */
  ACTION_COUNT_ARROWS = 17600,
  ACTION_SPARE = 64, /* number of actions for cells outside the window */
  ACTION_GROUP = 8   /* numbers that a mask handles at once */
};

/* The rectangle of cells that the board occupies. */
struct board_box {
  int16_t west, north, east, south;
};

/* The rectangle of a game's board; and that of a board to which a tile is added. */
struct board_box board_box_of(const tess_game *game);
void board_box_add(struct board_box *box, int x, int y);

/* The first column or row of the window, 32 x 32 cells around the middle of the rectangle (rounded down). */
static inline int board_window(int least, int most) { return ((least + most + 1) >> 1) - ACTION_CELLS / 2; }

/* The number of actions of a game with these options. */
static inline int action_count(const tess_options *options) {
  return options->arrows ? ACTION_COUNT_ARROWS : ACTION_COUNT;
}

/* The step of an action. */
union action_step {
  tess_placement placement; /* in TESS_PHASE_PLACE */
  tess_decision decision;   /* in TESS_PHASE_MEEPLE */
};

/* The legal actions of a position: `count` numbers and the step of each. After them the first number is repeated until
 * a group is full. If a game has more tiles than the window holds, a step outside the window may find all spare numbers
 * used up; it is then not listed. */
struct legal_actions {
  int count;
  uint16_t ids[TESS_MAX_PLACEMENTS + ACTION_GROUP];
  union action_step steps[TESS_MAX_PLACEMENTS];
};

/* ---- All of them ---- */

/* Lists the legal actions in an order that depends on the game only. The list is empty unless the game waits for a
 * placement or decision. `box` is the rectangle of the board. */
void legal_actions_list(struct legal_actions *legal, const tess_game *game, const struct board_box *box);

/* The index of an action in the list; -1 if it is not legal. */
int legal_actions_find(const struct legal_actions *legal, int id);

/* The index of a turn's placement or decision, whichever the phase asks for, in the list of this game; -1 if it is not
 * there. */
int legal_actions_find_step(const struct legal_actions *legal, const tess_game *game, const struct player_turn *turn);

/* The same for a turn that a computer player has chosen. If the turn has no number because it is outside the window and
 * the spare numbers are used up, it is replaced by the first action of the list. */
int legal_actions_chosen(const struct legal_actions *legal, const tess_game *game, const struct player_turn *turn);

/* The number of a throw: CHANCE_THROW, plus one bit for each side that shares the highest die. */
int action_of_throw(const tess_throw *thrown);

/* Takes action `index` of the list of this game. */
void legal_actions_take(const struct legal_actions *legal, int index, tess_game *game);

/* Sets the entries of all listed numbers in a mask; or clears them. */
void legal_actions_mark(const struct legal_actions *legal, bool *mask);
void legal_actions_clear(const struct legal_actions *legal, bool *mask);

/* ---- Placements by their numbers alone ---- */

/* True if every placement is in the window. The functions below are for such games, in TESS_PHASE_PLACE; `box` is the
 * rectangle of the board. */
bool window_holds(const struct board_box *box);

/* The placement with a number. Returns false if it is not legal. */
bool placement_numbered(const tess_game *game, const struct board_box *box, int id, tess_placement *placement);

/* For each index of the game's frontier that was `seen`: 32 y + x of its cell. The last element is read, but its value
 * does not matter. */
struct frontier_places {
  uint64_t seen[FRONTIER_WORDS];
  int16_t at[FRONTIER_WORDS * WORD_BITS + 1];
};

/* Computes the places of a new game; and updates them after the frontier has changed since the previous call. */
void frontier_places_begin(struct frontier_places *places, const tess_game *game);
void frontier_places_follow(struct frontier_places *places, const tess_game *game);

/* Lists the numbers as legal_actions_list() does, but not the steps. */
void placements_number(struct legal_actions *legal, const tess_game *game, const struct board_box *box,
                       const struct frontier_places *places);

#endif
