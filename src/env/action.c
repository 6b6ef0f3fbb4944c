#include "env/action.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "env/env.h"
#include "rules/board.h"

_Static_assert(TESS_MAX_PLACEMENTS >= TESS_MAX_DECISIONS, "the list holds either");

enum { NO_ID = 0xFFFF };

/* ---- The window ---- */

struct board_box board_box_of(const tess_game *game) {
  struct board_box box = {0, 0, 0, 0}; /* the first tile is there */
  for (unsigned i = 0; i < game->core.tile_count; i++) board_box_add(&box, game->tiles[i].x, game->tiles[i].y);
  return box;
}

void board_box_add(struct board_box *box, int x, int y) {
  if (x < box->west) box->west = (int16_t)x;
  if (x > box->east) box->east = (int16_t)x;
  if (y < box->north) box->north = (int16_t)y;
  if (y > box->south) box->south = (int16_t)y;
}

/* row * 32 + column of a cell in the window whose north-west cell is west, north; NO_ID if it is outside. */
static inline unsigned window_cell(int west, int north, int x, int y) {
  const unsigned column = (unsigned)(x - west), row = (unsigned)(y - north);
  return column < ACTION_CELLS && row < ACTION_CELLS ? row * ACTION_CELLS + column : NO_ID;
}

/* ---- Numbers ---- */

/* A sort key: by y, then x, then `last`. */
static uint32_t row_order(int x, int y, unsigned last) {
  return (uint32_t)(y + 512) << 16 | (uint32_t)(x + 512) << 5 | last;
}

/* The sort key of a step outside the window. */
static uint32_t step_order(const tess_game *game, const union action_step *step) {
  if (game->core.phase == TESS_PHASE_PLACE)
    return row_order(step->placement.x, step->placement.y, step->placement.rotation);
  const tess_spot spot = step->decision.spot;
  return row_order(game->tiles[spot.tile].x, game->tiles[spot.tile].y, spot_rank(game, spot));
}

/* Gives numbers from `first` on to the steps that have none, and drops the steps for which no spare number is left. */
static void number_outside(struct legal_actions *legal, const tess_game *game, unsigned first) {
  /* 1. A step's number is the number of such steps before it. */
  unsigned ids[TESS_MAX_PLACEMENTS];
  for (int i = 0; i < legal->count; i++) {
    ids[i] = legal->ids[i];
    if (ids[i] != NO_ID) continue;
    unsigned before = 0;
    for (int j = 0; j < legal->count; j++)
      before += legal->ids[j] == NO_ID && step_order(game, &legal->steps[j]) < step_order(game, &legal->steps[i]);
    if (before < ACTION_SPARE) ids[i] = first + before;
  }

  /* 2. Keep the steps that have a number. */
  int kept = 0;
  for (int i = 0; i < legal->count; i++) {
    if (ids[i] == NO_ID) continue;
    legal->ids[kept] = (uint16_t)ids[i];
    legal->steps[kept++] = legal->steps[i];
  }
  legal->count = kept;
}

/* The number of a decision; NO_ID if it is outside the window, or by an arrow on a field that reaches no edge. */
static unsigned decision_id(const tess_game *game, tess_decision decision, const struct board_box *box) {
  if (decision.piece == TESS_PIECE_NONE) return ACTION_NONE;
  if (decision.piece == TESS_PIECE_RETURN) return ACTION_RETURN;
  const unsigned rank = spot_rank(game, decision.spot), last = game->core.tile_count - 1u;
  const bool small = decision.piece == TESS_PIECE_SMALL;
  const bool inner = rank >= RANK_INNER;
  if (decision.spot.tile == last)
    return inner ? ACTION_INNER + rank - RANK_INNER : (small ? ACTION_SMALL : ACTION_OTHER) + rank;

  const struct laid *tile = &game->tiles[decision.spot.tile], *own = &game->tiles[last];
  if (game->set->rules == TESS_RULES_STAR_WARS) { /* SW-3.3: the 8 cells around, row by row from the north-west */
    const int cell = (tile->y - own->y + 1) * 3 + (tile->x - own->x + 1);
    return ACTION_NEIGHBOUR + 2 * (unsigned)(cell - (cell > 4)) + !small;
  }
  const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
  const unsigned at = window_cell(west, north, tile->x, tile->y); /* CL-10.6, CL-10.8 */
  return at == NO_ID || inner ? NO_ID : ACTION_ELSEWHERE + rank * 1024 + at;
}

/* ---- Legal actions ---- */

/* Repeats the first number until the last group is full. */
static void repeat_first(struct legal_actions *legal) {
  const uint16_t first = legal->ids[0];
  for (int i = 0; i < ACTION_GROUP; i++) legal->ids[legal->count + i] = first;
}

void legal_actions_list(struct legal_actions *legal, const tess_game *game, const struct board_box *box) {
  legal->count = 0;
  if (game->core.phase == TESS_PHASE_PLACE) {
    const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
    const unsigned words = game->core.frontier_words;
    bool outside = false;
    int count = 0;
    for (unsigned rotation = 0; rotation < 4; rotation++) {
      if (game->core.fit_count[rotation] == 0) continue;
      for (unsigned word = 0; word < words; word++) {
        for (uint64_t fits = game->fits[word][rotation]; fits != 0; fits &= fits - 1) {
          const struct cell cell = game->cells[word * WORD_BITS + (unsigned)__builtin_ctzll(fits)];
          const unsigned at = window_cell(west, north, cell.x, cell.y);
          outside |= at == NO_ID;
          legal->ids[count] = (uint16_t)(at == NO_ID ? NO_ID : ACTION_PLACE + rotation * 1024 + at);
          legal->steps[count++].placement = (tess_placement){cell.x, cell.y, (uint8_t)rotation};
        }
      }
    }
    legal->count = count;
    if (outside) number_outside(legal, game, ACTION_PLACE_SPARE);
  }
  if (game->core.phase == TESS_PHASE_MEEPLE) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    bool outside = false;
    legal->count = tess_game_decisions(game, decisions);
    for (int i = 0; i < legal->count; i++) {
      const unsigned id = decision_id(game, decisions[i], box);
      outside |= id == NO_ID;
      legal->ids[i] = (uint16_t)id;
      legal->steps[i].decision = decisions[i];
    }
    if (outside) number_outside(legal, game, ACTION_ELSEWHERE_SPARE);
  }
  repeat_first(legal);
}

static inline void write_mask(const struct legal_actions *legal, bool *mask, bool shown) {
  for (int i = 0; i < legal->count; i += ACTION_GROUP) {
#pragma GCC unroll 8
    for (int j = 0; j < ACTION_GROUP; j++) mask[legal->ids[i + j]] = shown;
  }
}

void legal_actions_mark(const struct legal_actions *legal, bool *mask) { write_mask(legal, mask, true); }
void legal_actions_clear(const struct legal_actions *legal, bool *mask) { write_mask(legal, mask, false); }

int legal_actions_find(const struct legal_actions *legal, int id) {
  int index = 0;
  while (index < legal->count && legal->ids[index] != id) index++;
  return index < legal->count ? index : -1;
}

/* True if a listed step is the placement or decision, as `phase` asks for, of this turn. */
static bool is_step(const union action_step *step, const struct player_turn *turn, tess_phase phase) {
  if (phase == TESS_PHASE_PLACE)
    return step->placement.x == turn->placement.x && step->placement.y == turn->placement.y &&
           step->placement.rotation == turn->placement.rotation;
  const tess_decision one = step->decision, other = turn->decision;
  return one.piece == other.piece && one.spot.tile == other.spot.tile && one.spot.feature == other.spot.feature;
}

int legal_actions_find_step(const struct legal_actions *legal, const tess_game *game, const struct player_turn *turn) {
  int index = 0;
  while (index < legal->count && !is_step(&legal->steps[index], turn, game->core.phase)) index++;
  return index < legal->count ? index : -1;
}

int legal_actions_chosen(const struct legal_actions *legal, const tess_game *game, const struct player_turn *turn) {
  const int index = legal_actions_find_step(legal, game, turn);
  return index < 0 ? 0 : index;
}

int action_of_throw(const tess_throw *thrown) {
  int highest = 0, sides = 0;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    for (int i = 0; i < thrown->dice[side]; i++) {
      if (thrown->faces[side][i] > highest) highest = thrown->faces[side][i], sides = 0;
      if (thrown->faces[side][i] == highest) sides |= 1 << side;
    }
  }
  return CHANCE_THROW + sides;
}

void legal_actions_take(const struct legal_actions *legal, int index, tess_game *game) {
  assert(index >= 0 && index < legal->count);
  const union action_step step = legal->steps[index];
  const tess_error error = game->core.phase == TESS_PHASE_PLACE ? tess_game_place(game, step.placement, NULL, NULL)
                                                                : tess_game_meeple(game, step.decision, NULL, NULL);
  assert(error == TESS_ERROR_NONE);
  (void)error;
}

/* ---- Placements by their numbers alone ---- */

/* True if the cells from `least` to `most` and their neighbours are in the window. */
static bool spans(int least, int most) {
  const int first = board_window(least, most);
  return least > first && most < first + ACTION_CELLS - 1;
}

bool window_holds(const struct board_box *box) { return spans(box->west, box->east) && spans(box->north, box->south); }

bool placement_numbered(const tess_game *game, const struct board_box *box, int id, tess_placement *placement) {
  if (id < ACTION_PLACE || id >= ACTION_PLACE_SPARE) return false;
  const int x = board_window(box->west, box->east) + id % ACTION_CELLS;
  const int y = board_window(box->north, box->south) + id / ACTION_CELLS % ACTION_CELLS;
  const unsigned rotation = (unsigned)id / (ACTION_CELLS * ACTION_CELLS), value = grid_value(game, grid_key(x, y));
  if (value < GRID_FRONTIER || rotation >= game->set->kinds[game->core.drawn].period) return false;
  const unsigned index = value - GRID_FRONTIER;
  *placement = (tess_placement){(int16_t)x, (int16_t)y, (uint8_t)rotation};
  return game->fits[index / WORD_BITS][rotation] >> index % WORD_BITS & 1;
}

void frontier_places_begin(struct frontier_places *places, const tess_game *game) {
  memset(places->seen, 0, sizeof places->seen);
  frontier_places_follow(places, game);
}

void frontier_places_follow(struct frontier_places *places, const tess_game *game) {
  for (unsigned word = 0; word < game->core.frontier_words; word++) {
    uint64_t added = game->frontier[word] & ~places->seen[word];
    places->seen[word] = game->frontier[word];
    for (; added != 0; added &= added - 1) {
      const unsigned index = word * WORD_BITS + (unsigned)__builtin_ctzll(added);
      places->at[index] = (int16_t)(game->cells[index].y * ACTION_CELLS + game->cells[index].x);
    }
  }
}

/* Writes the numbers of the cells in a word of the frontier, then arbitrary ones until a group is full: the processor
 * predicts a loop well if its length is nearly always the same. Returns the number of cells. */
static inline int number_word(uint64_t cells, unsigned first, const int16_t *at, uint16_t *ids) {
  const int count = __builtin_popcountll(cells);
  for (int i = 0; i < count; i += ACTION_GROUP) {
#pragma GCC unroll 8
    for (int j = 0; j < ACTION_GROUP; j++) {
      /* Clear the lowest set bit. `below` and the result differ in all bits below it, so their count is its index; 64
       * if no bit is left. */
      const uint64_t below = cells - 1;
      cells &= below;
      ids[i + j] = (uint16_t)(first + (unsigned)at[__builtin_popcountll(below ^ cells)]);
    }
  }
  return count;
}

void placements_number(struct legal_actions *legal, const tess_game *game, const struct board_box *box,
                       const struct frontier_places *places) {
  const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
  const unsigned words = game->core.frontier_words, period = game->set->kinds[game->core.drawn].period;
  int count = 0;
  for (unsigned rotation = 0; rotation < period; rotation++) {
    const unsigned first = ACTION_PLACE + rotation * 1024 - (unsigned)(north * ACTION_CELLS + west);
    for (unsigned word = 0; word < words; word++)
      count += number_word(game->fits[word][rotation], first, &places->at[word * WORD_BITS], &legal->ids[count]);
  }
  legal->count = count;
  repeat_first(legal);
}
