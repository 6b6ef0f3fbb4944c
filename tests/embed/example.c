/*
 * A whole game in twenty lines: what a program that embeds the engine looks like. docs/learn/first-embedding.md shows
 * it, and the tests compile it against the installed library.
 */
#include <stdio.h>
#include <stdlib.h>
#include <tessera/tessera.h>

int main(void) {
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles("star-wars", &count);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  tess_set_fault fault;
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  options.seed = 2026;
  if (!set || !game || tess_set_build(set, tiles, count, &fault) != TESS_ERROR_NONE) return EXIT_FAILURE;
  if (tess_game_new(game, set, &options) != TESS_ERROR_NONE) return EXIT_FAILURE;

  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    if (tess_game_draw(game, TESS_RANDOM, NULL, NULL) != TESS_ERROR_NONE) return EXIT_FAILURE;
    if (tess_game_phase(game) != TESS_PHASE_PLACE) continue; /* the tile fitted nowhere */
    tess_game_place(game, tess_game_placement_at(game, 0), NULL, NULL);
    const int last = tess_game_decisions(game, decisions) - 1;
    tess_game_meeple(game, decisions[last], NULL, NULL);
    while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  }
  printf("%d to %d points\n", (int)tess_game_score(game, 0), (int)tess_game_score(game, 1));
  free(game);
  free(set);
  return EXIT_SUCCESS;
}
