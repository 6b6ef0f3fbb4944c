/*
 * A classic game with fields: one player tries every turn and takes the most promising one, the other takes an
 * arbitrary one. It needs only tessera.c and tessera.h, which tools/amalgamate writes, and compiles as C and as C++.
 * docs/lookup/library.md builds it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tessera.h"

enum { MOST_TURNS = 16384 };

/* The points of a seat, plus the present value of each realm in which it has a meeple. */
static int promise(const tess_game *game, int seat) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  int points = tess_game_score(game, seat);
  for (int i = 0; i < count; i++)
    if (meeples[i].seat == seat) points += tess_game_realm(game, meeples[i].spot).worth;
  return points;
}

/* The first of the most promising turns: each is taken, valued and taken back. `undo` holds two steps. */
static tess_turn best_turn(tess_game *game, tess_undo *const undo[2], const tess_turn *turns, int count) {
  const int seat = tess_game_seat(game);
  int best = 0, most = -1;
  for (int i = 0; i < count; i++) {
    tess_game_place(game, turns[i].placement, undo[0], NULL);
    tess_game_meeple(game, turns[i].decision, undo[1], NULL);
    const int points = promise(game, seat);
    if (points > most) best = i, most = points;
    tess_game_undo(game, undo[1]);
    tess_game_undo(game, undo[0]);
  }
  return turns[best];
}

int main(void) {
  static tess_turn turns[MOST_TURNS];
  size_t count;
  tess_set_fault fault;
  tess_set *set = (tess_set *)malloc(tess_set_size());
  tess_game *game = (tess_game *)malloc(tess_game_size());
  tess_undo *undo[2] = {(tess_undo *)malloc(tess_undo_size()), (tess_undo *)malloc(tess_undo_size())};
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = true;
  options.seed = 2026;
  if (!set || !game || !undo[0] || !undo[1]) return EXIT_FAILURE;
  const tess_tile_def *tiles = tess_builtin_tiles("classic", &count);
  if (tess_set_build(set, tiles, count, &fault) != TESS_ERROR_NONE) return EXIT_FAILURE;
  if (tess_game_new(game, set, &options) != TESS_ERROR_NONE) return EXIT_FAILURE;

  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    const int legal = tess_game_turns(game, turns, MOST_TURNS); /* 0 if the tile fits nowhere */
    if (legal == 0) continue;
    const tess_turn turn = tess_game_seat(game) == 0 ? best_turn(game, undo, turns, legal) : turns[legal / 2];
    tess_game_place(game, turn.placement, NULL, NULL);
    tess_game_meeple(game, turn.decision, NULL, NULL);
  }
  printf("%d to %d points\n", (int)tess_game_score(game, 0), (int)tess_game_score(game, 1));
  free(undo[1]), free(undo[0]), free(game), free(set);
  return EXIT_SUCCESS;
}
