/*
 * Measures the cost of a turn as games grow: random games on sets of 72, 144 and 255 tiles, which are the built-in sets
 * with scaled counts. Run it under callgrind with one size to count instructions: curve [GAME TILES GAMES].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "players/playout.h"

enum { MAX_KINDS = 64 };

/* Scales the definitions of a built-in set to `total` tiles: each kind keeps its share, rounded so that the sum is
 * exact, and there is at least one start tile. Returns the number of remaining kinds. */
static size_t scale_set(const char *name, unsigned total, tess_tile_def scaled[MAX_KINDS]) {
  size_t kinds;
  const tess_tile_def *tiles = tess_builtin_tiles(name, &kinds);
  unsigned all = 0, seen = 0;
  size_t kept = 0;
  for (size_t i = 0; i < kinds; i++) all += tiles[i].count;
  for (size_t i = 0; i < kinds; i++) {
    const unsigned before = seen * total / all;
    seen += tiles[i].count;
    scaled[kept] = tiles[i];
    scaled[kept].count = (uint8_t)(seen * total / all - before);
    if (tiles[i].start && scaled[kept].count == 0) scaled[kept].count = 1;
    kept += scaled[kept].count > 0;
  }
  return kept;
}

static void measure(const char *name, unsigned total, uint64_t games) {
  tess_tile_def tiles[MAX_KINDS];
  tess_set_fault fault;
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  const size_t kinds = scale_set(name, total, tiles);
  if (!set || !game || tess_set_build(set, tiles, kinds, &fault) != TESS_ERROR_NONE) {
    fprintf(stderr, "%s: %s\n", name, set && game ? fault.text : "memory is short");
    exit(EXIT_FAILURE);
  }
  tess_options options = tess_options_default(tess_set_rules(set));
  options.fields = tess_set_rules(set) == TESS_RULES_CLASSIC;

  struct playout_totals totals = {0};
  const clock_t begin = clock();
  playout_games(game, set, &options, games, &totals);
  const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  printf("%-10s %3u tiles  %8llu turns  %7.1f ns a turn  signature %016llx\n", name, total,
         (unsigned long long)totals.turns, seconds * 1e9 / (double)totals.turns, (unsigned long long)totals.signature);
  free(game);
  free(set);
}

int main(int argc, char **argv) {
  static const unsigned sizes[] = {72, 144, 255};
  if (argc == 4) {
    measure(argv[1], (unsigned)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    return EXIT_SUCCESS;
  }
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    measure("star-wars", sizes[i], 20000);
    measure("classic", sizes[i], 20000);
  }
  return EXIT_SUCCESS;
}
