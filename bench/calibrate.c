/*
 * Measures what the levels give away in counted decisions, as the review judges them (docs/understand/review.md), and
 * adds the games to src/review/levels.inc. In each game a level plays its neighbour; the neighbour of the best level is
 * the search itself. The file is written after each game, and the next call goes on where it ends.
 *
 *   bench_calibrate FILE star-wars|classic|fields PLAYOUTS GAMES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/new_file.h"
#include "base/random.h"
#include "base/text.h"
#include "review/judgement.h"
#include "review/performance.h"

enum { SEARCHER = 0, ROWS = 64, PLAYERS = LEVELS + 1 };

/* A row of the file. */
struct row {
  char game[16];
  int level, playouts, games;
  struct performance sums;
};

/* The file, and the rows of this run by player. */
struct table {
  const char *path;
  char head[1024];
  struct row rows[ROWS];
  int count;
};

static void read_table(struct table *table) {
  char line[256];
  FILE *file = fopen(table->path, "r");
  if (file == NULL) return;
  while (fgets(line, sizeof line, file) != NULL) {
    struct row *row = &table->rows[table->count];
    if (table->count < ROWS &&
        sscanf(line, "LEVEL(%15[A-Z_], %d, %d, %d, %ld, %lf, %lf)", row->game, &row->level, &row->playouts, &row->games,
               &row->sums.counted, &row->sums.given, &row->sums.squares) == 7)
      table->count++;
    else
      strncat(table->head, line, sizeof table->head - strlen(table->head) - 1);
  }
  fclose(file);
}

static void write_table(const struct table *table) {
  struct text text = {0};
  struct fault fault = {0};
  text_add_string(&text, table->head);
  for (int i = 0; i < table->count; i++) {
    const struct row *row = &table->rows[i];
    char line[256];
    snprintf(line, sizeof line, "LEVEL(%s, %d, %d, %d, %ld, %.4f, %.4f)\n", row->game, row->level, row->playouts,
             row->games, (long)row->sums.counted, row->sums.given, row->sums.squares);
    text_add_string(&text, line);
  }
  if (!new_file_write(table->path, text.bytes, text.length, &fault)) {
    fprintf(stderr, "bench_calibrate: %s\n", fault.text);
    exit(1);
  }
  text_free(&text);
}

static struct row *row_of(struct table *table, const char *game, int level, int playouts) {
  for (int i = 0; i < table->count; i++) {
    struct row *row = &table->rows[i];
    if (strcmp(row->game, game) == 0 && row->level == level && row->playouts == playouts) return row;
  }
  if (table->count == ROWS) abort();
  struct row *row = &table->rows[table->count++];
  *row = (struct row){.level = level, .playouts = playouts};
  snprintf(row->game, sizeof row->game, "%s", game);
  return row;
}

/* Plays a game between two players and adds their decisions to their rows. */
static void play(tess_game *game, struct player players[2], struct row *rows[2], struct judge *judge, int playouts,
                 struct judgement *judgement) {
  const struct player_budget own = {.playouts = PLAYER_PLAYOUTS}, look = {.playouts = (uint64_t)playouts};
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    if (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
    if (tess_game_phase(game) != TESS_PHASE_PLACE) continue;
    const int seat = tess_game_seat(game);
    struct player_advice advice = {0};
    player_choose(&players[seat], game, rows[seat]->level == SEARCHER ? &look : &own, &advice);
    const struct player_turn turn = advice.candidates[0].turn;
    judge_turn(judge, game, &turn, &look, random_mix(tess_game_hash(game)), judgement);
    if (judgement->counted) performance_add(&rows[seat]->sums, judgement->win);
    tess_game_place(game, turn.placement, NULL, NULL);
    tess_game_meeple(game, turn.decision, NULL, NULL);
  }
  rows[0]->games++;
  rows[1]->games++;
}

int main(int argc, char **argv) {
  static const char *const names[] = {"star-wars", "classic", "fields"}, *const words[] = {"STAR_WARS", "CLASSIC",
                                                                                           "FIELDS"};
  int which = 0;
  while (argc == 5 && which < 3 && strcmp(argv[2], names[which]) != 0) which++;
  if (argc != 5 || which == 3) {
    fprintf(stderr, "usage: bench_calibrate FILE star-wars|classic|fields PLAYOUTS GAMES\n");
    return 2;
  }
  static struct table table;
  table.path = argv[1];
  const int playouts = atoi(argv[3]), games = atoi(argv[4]);
  read_table(&table);
  struct row *rows[PLAYERS];
  for (int i = 0; i < PLAYERS; i++) row_of(&table, words[which], i, playouts);
  int begun = 0;
  for (int i = 0; i < PLAYERS; i++) begun += (rows[i] = row_of(&table, words[which], i, playouts))->games;
  size_t kinds;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(which == 0 ? "star-wars" : "classic", &kinds);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  struct judgement *judgement = malloc(sizeof *judgement);
  if (set == NULL || game == NULL || judgement == NULL || tess_set_build(set, tiles, kinds, &fault) != TESS_ERROR_NONE)
    abort();
  struct judge *judge = judge_open(&mcts_kind);
  tess_options options = tess_options_default(which == 0 ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC);
  options.fields = which == 2;
  for (int i = begun / 2; i < begun / 2 + games; i++) {
    /* Level 8 and the search, 7 and 8, 6 and 7, ... 1 and 2. */
    const int pair[2] = {LEVELS - i % LEVELS, i % LEVELS == 0 ? SEARCHER : LEVELS + 1 - i % LEVELS};
    struct row *two[2];
    struct player players[2];
    for (int seat = 0; seat < 2; seat++) {
      const int level = pair[(seat + i / LEVELS) % 2];
      two[seat] = rows[level];
      player_open(&players[seat], level == SEARCHER ? &mcts_kind : &level_kinds[level - 1],
                  random_seed(77, (uint64_t)i, (uint64_t)seat));
    }
    options.seed = 100000 + (uint64_t)i;
    tess_game_new(game, set, &options);
    play(game, players, two, judge, playouts, judgement);
    for (int seat = 0; seat < 2; seat++) player_close(&players[seat]);
    write_table(&table);
  }
  judge_close(judge);
  free(judgement);
  free(game);
  free(set);
  return 0;
}
