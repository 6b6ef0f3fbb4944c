#include "notation/perft.h"
#include "base/text.h"
#include <stdlib.h>

/* One count: the steps taken are undone from `undos`, of which `used` are in use. */
struct count {
  tess_game *game;
  const int *kinds;
  int kind_count;
  tess_error error;
  unsigned char *undos;
  size_t used, capacity;
};

static tess_undo *undo_at(struct count *count, size_t index) {
  return (tess_undo *)(void *)(count->undos + index * tess_undo_size());
}

/* The undo for a step that is about to be taken. It stays valid until the next is asked for. */
static tess_undo *push(struct count *count) {
  if (count->used == count->capacity) {
    count->capacity = count->capacity * 2 + 16;
    count->undos = memory_resize(count->undos, count->capacity * tess_undo_size());
  }
  return undo_at(count, count->used++);
}

static void pop(struct count *count) { tess_game_undo(count->game, undo_at(count, --count->used)); }

static uint64_t explore(struct count *count, int depth, int next);

/* What follows a step of the turn: the turn's end takes a level. */
static uint64_t follow(struct count *count, int depth, int next) {
  tess_phase phase = tess_game_phase(count->game);
  uint64_t nodes = explore(count, depth - (phase == TESS_PHASE_DRAW || phase == TESS_PHASE_OVER), next);
  pop(count);
  return nodes;
}

static uint64_t explore_draw(struct count *count, int depth, int next) {
  if (next == count->kind_count) return 1;
  tess_error error = tess_game_draw(count->game, count->kinds[next], push(count), NULL);
  if (error != TESS_ERROR_NONE) {
    count->error = error;
    count->used--;
    return 0;
  }
  uint64_t nodes = explore(count, depth, next + 1);
  pop(count);
  return nodes;
}

static uint64_t explore_place(struct count *count, int depth, int next) {
  uint64_t nodes = 0;
  int placements = tess_game_placement_count(count->game);
  for (int i = 0; i < placements && count->error == TESS_ERROR_NONE; i++) {
    tess_game_place(count->game, tess_game_placement_at(count->game, i), push(count), NULL);
    nodes += follow(count, depth, next);
  }
  return nodes;
}

static uint64_t explore_meeple(struct count *count, int depth, int next) {
  uint64_t nodes = 0;
  tess_decision decisions[TESS_MAX_DECISIONS];
  int number = tess_game_decisions(count->game, decisions);
  for (int i = 0; i < number && count->error == TESS_ERROR_NONE; i++) {
    tess_game_meeple(count->game, decisions[i], push(count), NULL);
    nodes += follow(count, depth, next);
  }
  return nodes;
}

/* The throw that `winner` wins at once. */
static tess_throw decisive_throw(const uint8_t dice[TESS_MAX_PLAYERS], int winner) {
  tess_throw thrown = {0};
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    thrown.dice[side] = dice[side];
    for (int i = 0; i < dice[side]; i++) thrown.faces[side][i] = side == winner ? 6 : 1;
  }
  return thrown;
}

static uint64_t explore_throw(struct count *count, int depth, int next) {
  uint64_t nodes = 0;
  tess_spot spot;
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_game_battle(count->game, &spot, dice);
  for (int side = 0; side < tess_game_sides(count->game) && count->error == TESS_ERROR_NONE; side++) {
    if (dice[side] == 0) continue;
    tess_throw thrown = decisive_throw(dice, side);
    tess_game_throw(count->game, &thrown, push(count), NULL);
    nodes += follow(count, depth, next);
  }
  return nodes;
}

static uint64_t explore(struct count *count, int depth, int next) {
  if (depth == 0) return 1;
  switch (tess_game_phase(count->game)) {
  case TESS_PHASE_DRAW: return explore_draw(count, depth, next);
  case TESS_PHASE_PLACE: return explore_place(count, depth, next);
  case TESS_PHASE_MEEPLE: return explore_meeple(count, depth, next);
  case TESS_PHASE_THROW: return explore_throw(count, depth, next);
  case TESS_PHASE_OVER: break;
  }
  return 1;
}

tess_error perft_count(tess_game *game, int depth, const int *kinds, int count, uint64_t *nodes) {
  struct count state = {.game = game, .kinds = kinds, .kind_count = count};
  uint64_t found = explore(&state, depth, 0);
  free(state.undos);
  if (state.error == TESS_ERROR_NONE) *nodes = found;
  return state.error;
}
