/* Writes the legal continuations of a game, and counts sequences of them (`perft`). */
#include "notation/state.h"

#include <stdlib.h>

#include "base/text.h"
#include "notation/move.h"
#include "notation/names.h"

static int compare_placements(const void *a, const void *b) {
  const tess_placement *p = a;
  const tess_placement *q = b;
  if (p->y != q->y) return p->y - q->y;
  return p->x != q->x ? p->x - q->x : p->rotation - q->rotation;
}

int legal_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]) {
  const int count = tess_game_placements(game, out);
  qsort(out, (size_t)count, sizeof *out, compare_placements);
  return count;
}

struct keyed_decision {
  int64_t key; /* sort key; increases in the order of `legal` */
  tess_decision decision;
};

static int compare_decisions(const void *a, const void *b) {
  int64_t p = ((const struct keyed_decision *)a)->key;
  int64_t q = ((const struct keyed_decision *)b)->key;
  return (p > q) - (p < q);
}

int legal_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]) {
  struct keyed_decision keyed[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(game, out), last = tess_game_tiles(game) - 1;
  for (int i = 0; i < count; i++) {
    const tess_decision decision = out[i];
    const tess_tile tile = tess_game_tile(game, decision.spot.tile);
    keyed[i].decision = decision;
    if (decision.piece == TESS_PIECE_NONE)
      keyed[i].key = 0;
    else if (decision.piece == TESS_PIECE_RETURN)
      keyed[i].key = 1;
    else if (decision.spot.tile == last)
      keyed[i].key = (int64_t)1 << 32 | realm_name_of(game, decision.spot).rank << 4 | decision.piece;
    else
      keyed[i].key = (int64_t)1 << 50 | (int64_t)(tile.y + INT16_MAX) << 28 | (int64_t)(tile.x + INT16_MAX) << 8 |
                     realm_name_of(game, decision.spot).rank << 4 | decision.piece;
  }
  qsort(keyed, (size_t)count, sizeof *keyed, compare_decisions);
  for (int i = 0; i < count; i++) out[i] = keyed[i].decision;
  return count;
}

void legal_write(const tess_game *game, struct text *text) {
  const tess_set *set = tess_game_set(game);

  /* 1. Draws: the tiles that may be drawn now. */
  for (int kind = 0; tess_game_phase(game) == TESS_PHASE_DRAW && kind < tess_set_kinds(set); kind++) {
    const int copies = tess_game_due(game, kind);
    if (copies > 0) text_print(text, "draw %s*%d\n", tess_set_tile(set, kind)->id, copies);
  }

  /* 2. Placements. */
  tess_placement placements[TESS_MAX_PLACEMENTS];
  const int places = legal_placements(game, placements);
  for (int i = 0; i < places; i++) {
    text_add_string(text, "place ");
    placement_write(placements[i], text);
    text_add_char(text, '\n');
  }

  /* 3. Meeples. */
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int choices = legal_decisions(game, decisions);
  for (int i = 0; i < choices; i++) {
    text_add_string(text, "meeple ");
    decision_write(decisions[i], game, text);
    text_add_char(text, '\n');
  }

  /* 4. The dice of a battle, by side. */
  tess_spot spot;
  uint8_t dice[TESS_MAX_PLAYERS];
  if (!tess_game_battle(game, &spot, dice)) return;
  text_add_string(text, "throw");
  for (int side = 0; side < tess_game_sides(game); side++)
    if (dice[side] > 0) text_print(text, " %d:%dd6", side + 1, dice[side]);
  text_add_char(text, '\n');
}

void turns_write(const tess_game *game, tess_game *scratch, struct text *text) {
  tess_placement placements[TESS_MAX_PLACEMENTS];
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int places = legal_placements(game, placements);
  for (int i = 0; i < places; i++) {
    struct move move = turn_lay(game, placements[i], scratch);
    const int count = legal_decisions(scratch, decisions);
    text_add_string(text, "legal");
    for (int j = 0; j < count; j++) {
      move.choice = choice_of(scratch, decisions[j]);
      text_add_char(text, ' ');
      move_write(&move, tess_game_set(game), text);
    }
    text_add_char(text, '\n');
  }
}

/* ---- Perft ---- */

/* State of a count. `undos` has room for the steps that were taken; `used` entries are in use. */
struct perft {
  tess_game *game;
  const int *kinds;
  int kind_count;
  tess_error error;
  unsigned char *undos;
  size_t used, capacity;
};

static tess_undo *undo_at(struct perft *count, size_t index) {
  return (tess_undo *)(void *)(count->undos + index * tess_undo_size());
}

/* Returns the undo for the next step. It stays valid until the next call. */
static tess_undo *push(struct perft *count) {
  if (count->used == count->capacity) {
    count->capacity = count->capacity * 2 + 16;
    count->undos = memory_resize(count->undos, count->capacity * tess_undo_size());
  }
  return undo_at(count, count->used++);
}

static void pop(struct perft *count) { tess_game_undo(count->game, undo_at(count, --count->used)); }

static uint64_t explore(struct perft *count, int depth, int next);

/* Counts what follows a step; at the end of a turn it goes down one level. */
static uint64_t follow(struct perft *count, int depth, int next) {
  tess_phase phase = tess_game_phase(count->game);
  uint64_t nodes = explore(count, depth - (phase == TESS_PHASE_DRAW || phase == TESS_PHASE_OVER), next);
  pop(count);
  return nodes;
}

static uint64_t explore(struct perft *count, int depth, int next) {
  tess_game *game = count->game;
  uint64_t nodes = 0;
  if (depth == 0) return 1;
  switch (tess_game_phase(game)) {
  case TESS_PHASE_DRAW: {
    if (next == count->kind_count) return 1;
    const tess_error error = tess_game_draw(game, count->kinds[next], push(count), NULL);
    if (error != TESS_ERROR_NONE) {
      count->error = error;
      count->used--;
      return 0;
    }
    nodes = explore(count, depth, next + 1);
    pop(count);
    return nodes;
  }
  case TESS_PHASE_PLACE: {
    const int placements = tess_game_placement_count(game);
    for (int i = 0; i < placements && count->error == TESS_ERROR_NONE; i++) {
      tess_game_place(game, tess_game_placement_at(game, i), push(count), NULL);
      nodes += follow(count, depth, next);
    }
    return nodes;
  }
  case TESS_PHASE_MEEPLE: {
    tess_decision decisions[TESS_MAX_DECISIONS];
    const int number = tess_game_decisions(game, decisions);
    for (int i = 0; i < number && count->error == TESS_ERROR_NONE; i++) {
      tess_game_meeple(game, decisions[i], push(count), NULL);
      nodes += follow(count, depth, next);
    }
    return nodes;
  }
  case TESS_PHASE_THROW: {
    /* A battle has one outcome for each of its sides: the throw with which the side wins at once. */
    tess_spot spot;
    tess_throw thrown = {0};
    tess_game_battle(game, &spot, thrown.dice);
    for (int winner = 0; winner < tess_game_sides(game) && count->error == TESS_ERROR_NONE; winner++) {
      if (thrown.dice[winner] == 0) continue;
      for (int side = 0; side < TESS_MAX_PLAYERS; side++)
        for (int i = 0; i < thrown.dice[side]; i++) thrown.faces[side][i] = side == winner ? 6 : 1;
      tess_game_throw(game, &thrown, push(count), NULL);
      nodes += follow(count, depth, next);
    }
    return nodes;
  }
  case TESS_PHASE_OVER: break;
  }
  return 1;
}

bool perft_count(tess_game *game, int depth, const int *kinds, int count, uint64_t *nodes, struct fault *fault) {
  struct perft state = {.game = game, .kinds = kinds, .kind_count = count};
  uint64_t found = explore(&state, depth, 0);
  free(state.undos);
  if (state.error != TESS_ERROR_NONE)
    return fault_refuse(fault, state.error, "a tile of the list cannot be drawn when its turn comes");
  *nodes = found;
  return true;
}
