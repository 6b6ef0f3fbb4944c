/*
 * Measures how much a player gives away, by the values of the search, as the review of a game does
 * (docs/understand/review.md). It plays games of a player against itself and examines a third of the turns.
 *
 *   bench_given star-wars|classic|fields PLAYER PLAYOUTS GAMES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "players/evaluation.h"

/* The losses of winning probability at which the judgement of a turn gets worse. */
static const double lines[] = {0.02, 0.05, 0.10};
enum { LINES = sizeof lines / sizeof lines[0], SHARE = 3 };

struct given_account {
  int turns, best, over[LINES];
  double win, points;
};

struct review {
  struct player player, search;
  struct player_budget own, look;
  struct given_account account;
};

/* Adds what a turn gives away; a turn that is not among the search's candidates counts like the last of them. */
static void look_at(struct review *review, const tess_game *game, const struct player_turn *turn) {
  struct player_advice advice;
  struct given_account *account = &review->account;
  player_choose(&review->search, game, &review->look, &advice);
  int at = 0;
  while (at < advice.count - 1 && memcmp(&advice.candidates[at].turn, turn, sizeof *turn) != 0) at++;
  const double win = advice.candidates[0].win - advice.candidates[at].win;
  const double points = advice.candidates[0].difference - advice.candidates[at].difference;
  account->turns++;
  account->best += at == 0;
  account->win += win > 0 ? win : 0;
  account->points += points > 0 ? points : 0;
  for (int i = 0; i < LINES; i++) account->over[i] += win >= lines[i];
}

static void play(struct review *review, tess_game *game, uint64_t random) {
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    if (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
    if (tess_game_phase(game) != TESS_PHASE_PLACE) continue;
    struct player_advice advice;
    player_choose(&review->player, game, &review->own, &advice);
    const struct player_turn *turn = &advice.candidates[0].turn;
    if (random_below(&random, SHARE) == 0) look_at(review, game, turn);
    tess_game_place(game, turn->placement, NULL, NULL);
    tess_game_meeple(game, turn->decision, NULL, NULL);
  }
}

static void print_account(const struct given_account *account) {
  const double turns = account->turns;
  printf("%d turns, %.0f %% the best, gave away %.2f %% and %.2f points on average;", account->turns,
         100 * account->best / turns, 100 * account->win / turns, account->points / turns);
  for (int i = 0; i < LINES; i++) printf(" %g %% or more: %.1f %%", 100 * lines[i], 100 * account->over[i] / turns);
  printf("\n");
}

int main(int argc, char **argv) {
  const struct player_kind *kind = argc == 5 ? player_kind_find(argv[2]) : NULL;
  const bool star_wars = argc == 5 && strcmp(argv[1], "star-wars") == 0;
  size_t kinds;
  tess_set_fault fault;
  if (kind == NULL || (!star_wars && strcmp(argv[1], "classic") != 0 && strcmp(argv[1], "fields") != 0)) {
    fprintf(stderr, "usage: bench_given star-wars|classic|fields PLAYER PLAYOUTS GAMES\n");
    return 2;
  }
  struct review review = {.own = {.playouts = 1000}, .look = {.playouts = strtoull(argv[3], NULL, 10)}};
  const tess_tile_def *tiles = tess_builtin_tiles(star_wars ? "star-wars" : "classic", &kinds);
  tess_set *set = malloc(tess_set_size());
  tess_game *game = malloc(tess_game_size());
  if (set == NULL || game == NULL || tess_set_build(set, tiles, kinds, &fault) != TESS_ERROR_NONE) abort();
  player_open(&review.player, kind, 5);
  player_open(&review.search, &mcts_kind, 6);
  tess_options options = tess_options_default(star_wars ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC);
  options.fields = strcmp(argv[1], "fields") == 0;
  for (options.seed = 1000; options.seed < 1000 + strtoull(argv[4], NULL, 10); options.seed++) {
    tess_game_new(game, set, &options);
    play(&review, game, options.seed);
  }
  print_account(&review.account);
  player_close(&review.player);
  player_close(&review.search);
  free(game);
  free(set);
  return 0;
}
