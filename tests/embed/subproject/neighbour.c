/* A program that has functions with the same names as internal functions of the library: both are linked, and each
 * calls its own. The version and the binary interface of the loaded library must be those of the header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera/tessera.h>

static int calls;

void new_game_table(void);
void score_game(void);
void new_game_table(void) { calls++; }
void score_game(void) { calls++; }

int main(void) {
  size_t count;
  const tess_tile_def *tiles = tess_builtin_tiles("classic", &count);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  tess_set_fault fault;
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  new_game_table();
  score_game();
  if (!set || !game || tess_set_build(set, tiles, count, &fault) || tess_game_new(game, set, &options)) return 1;
  free(game);
  free(set);
  printf("%s, ABI %d\n", tess_version(), tess_abi());
  return calls != 2 || strcmp(tess_version(), TESS_VERSION) != 0 || tess_abi() != TESS_ABI;
}
