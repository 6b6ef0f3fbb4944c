/*
 * Golden games: 1,000 random games of each game or a few more, spread over mixes of players and options, end with
 * positions that are the same on every machine. One line a mix: its name and a number that follows from the hashes of
 * all end positions.
 *
 *   golden FILE      compares with the lines of FILE; 1 and the differing lines if there are any
 *   golden --print   prints the lines; `golden --print > tests/golden/golden.txt` makes a change of the rules, the
 *                    streams or the hash the new standard
 *
 * It needs src/rules, and src/players/playout.c or public_playout.c.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/playout.h"

struct mix {
  const char *name;
  tess_rules rules;
  uint8_t players;
  bool fields, abbot, arrows, towns, teams;
  uint8_t river; /* tess_river */
  unsigned games;
};

static const struct mix mixes[] = {
    {.name = "star-wars-2", .rules = TESS_RULES_STAR_WARS, .players = 2, .games = 300},
    {.name = "star-wars-3", .rules = TESS_RULES_STAR_WARS, .players = 3, .games = 150},
    {.name = "star-wars-4", .rules = TESS_RULES_STAR_WARS, .players = 4, .games = 150},
    {.name = "star-wars-5", .rules = TESS_RULES_STAR_WARS, .players = 5, .games = 200},
    {.name = "star-wars-teams", .rules = TESS_RULES_STAR_WARS, .players = 4, .teams = true, .games = 200},
    {.name = "classic-2", .rules = TESS_RULES_CLASSIC, .players = 2, .games = 200},
    {.name = "classic-fields-2", .rules = TESS_RULES_CLASSIC, .players = 2, .fields = true, .games = 200},
    {.name = "classic-abbot-3", .rules = TESS_RULES_CLASSIC, .players = 3, .abbot = true, .games = 150},
    {.name = "classic-river-4", .rules = TESS_RULES_CLASSIC, .players = 4, .river = TESS_RIVER_1, .games = 150},
    {.name = "classic-fields-abbot-3",
     .rules = TESS_RULES_CLASSIC,
     .players = 3,
     .fields = true,
     .abbot = true,
     .games = 100},
    {.name = "classic-fields-abbot-river-5",
     .rules = TESS_RULES_CLASSIC,
     .players = 5,
     .fields = true,
     .abbot = true,
     .river = TESS_RIVER_1,
     .games = 200},
    {.name = "classic-fields-abbot-river-20-3",
     .rules = TESS_RULES_CLASSIC,
     .players = 3,
     .fields = true,
     .abbot = true,
     .river = TESS_RIVER_20,
     .games = 150},
    {.name = "classic-whole-box-4",
     .rules = TESS_RULES_CLASSIC,
     .players = 4,
     .fields = true,
     .abbot = true,
     .river = TESS_RIVER_20,
     .arrows = true,
     .games = 100},
    {.name = "classic-towns-2", .rules = TESS_RULES_CLASSIC, .players = 2, .towns = true, .games = 100},
};

enum { MIXES = sizeof mixes / sizeof *mixes, MAX_NAME = 40 };

/* Appends the tiles of a built-in set. */
static void add_tiles(tess_tile_def tiles[TESS_MAX_KINDS], size_t *count, const char *name) {
  size_t more;
  const tess_tile_def *from = tess_builtin_tiles(name, &more);
  memcpy(tiles + *count, from, more * sizeof *tiles);
  *count += more;
}

/* The built-in set of a mix, or NULL with a message. The caller frees it. */
static tess_set *build_set(const struct mix *mix) {
  size_t count = 0;
  tess_tile_def tiles[TESS_MAX_KINDS];
  tess_set_fault fault = {.text = "out of memory"};
  tess_set *set = malloc(tess_set_size());
  add_tiles(tiles, &count, mix->rules == TESS_RULES_STAR_WARS ? "star-wars" : "classic");
  if (mix->river) add_tiles(tiles, &count, mix->river == TESS_RIVER_20 ? "river-20" : "river");
  if (mix->arrows) add_tiles(tiles, &count, "arrows-20");
  if (set != NULL && tess_set_build(set, tiles, count, &fault) == TESS_ERROR_NONE) return set;
  fprintf(stderr, "golden: %s: %s\n", mix->name, fault.text);
  free(set);
  return NULL;
}

static tess_options options_of(const struct mix *mix) {
  tess_options options = tess_options_default(mix->rules);
  options.players = mix->players;
  options.first = TESS_FIRST_RANDOM;
  options.fields = mix->fields;
  options.abbot = mix->abbot;
  options.river = mix->river;
  options.arrows = mix->arrows;
  options.towns = mix->towns;
  options.teams = mix->teams;
  options.seed = 2026;
  return options;
}

/* FNV-1a over the bytes of a number, the lowest first, so that the order of the games counts too. */
static uint64_t fold(uint64_t sum, uint64_t number) {
  for (int byte = 0; byte < 8; byte++) sum = (sum ^ (number >> 8 * byte & 0xFF)) * 0x100000001b3u;
  return sum;
}

static bool play(const struct mix *mix, uint64_t *sum) {
  const tess_options options = options_of(mix);
  struct playout_totals totals = {0};
  tess_set *set = build_set(mix);
  tess_game *game = malloc(tess_game_size());
  const bool ready = set != NULL && game != NULL;
  *sum = 0xcbf29ce484222325u;
  for (unsigned number = 0; ready && number < mix->games; number++) {
    uint64_t random;
    playout_start(game, set, &options, number, &random);
    playout_finish(game, &random, &totals);
    *sum = fold(*sum, tess_game_hash(game));
  }
  free(game);
  free(set);
  return ready;
}

/* True if the next line of the file equals this one; otherwise prints both. */
static bool is_next(FILE *file, const char *name, uint64_t sum) {
  char expected_name[MAX_NAME] = "nothing";
  uint64_t expected = 0;
  const bool read = fscanf(file, "%39s %" SCNx64, expected_name, &expected) == 2;
  if (read && strcmp(expected_name, name) == 0 && expected == sum) return true;
  fprintf(stderr, "golden: expected %s %016" PRIx64 ", found %s %016" PRIx64 "\n", expected_name, expected, name, sum);
  return false;
}

/* Plays every mix; compares with `file`, or prints if it is NULL. */
static bool play_all(FILE *file) {
  bool good = true;
  for (unsigned i = 0; i < MIXES; i++) {
    uint64_t sum;
    if (!play(&mixes[i], &sum)) return false;
    if (file == NULL) printf("%s %016" PRIx64 "\n", mixes[i].name, sum);
    if (file != NULL && !is_next(file, mixes[i].name, sum)) good = false;
  }
  return good;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: golden FILE | golden --print\n");
    return 1;
  }
  if (strcmp(argv[1], "--print") == 0) return play_all(NULL) ? 0 : 1;
  FILE *file = fopen(argv[1], "r");
  if (file == NULL) {
    fprintf(stderr, "golden: %s cannot be read\n", argv[1]);
    return 1;
  }
  const bool good = play_all(file);
  fclose(file);
  return good ? 0 : 1;
}
