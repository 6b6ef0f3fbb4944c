/*
 * Tunes the parameters of the searching player with the search itself: SPSA (Spall 1992). Each step changes all
 * parameters by a random step, up in one player and down in the other, and lets both play pairs of games on the same
 * deck from both seats. Then it moves the parameters along the step, in proportion to the mean lead without luck. The
 * state file has everything for the next step, so that a run can be stopped at any time and resumed.
 *
 *   bench_spsa star-wars|classic|fields STATE STEPS PAIRS PLAYOUTS
 *
 * A new state file begins with the present parameters. The program prints each step, and at the end the parameters in
 * the form of src/players/weights.c: those of struct evaluation_weights, then those of struct tree_weights.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contest.h"
#include "base/guard.h"
#include "players/evaluation.h"

/* The numbers: the weights of the evaluation, then explore, prior points, scale, scale by tiles, prior visits, width,
 * quick playouts, rollout turns. */
enum { WEIGHTS = sizeof(struct evaluation_weights) / sizeof(float), TREE = 8, NUMBERS = WEIGHTS + TREE, THREADS = 2 };

/* The gains of SPSA: step k moves a parameter by its size and the mean lead, times MOVE / (k + STABLE)^0.602. Its
 * random step is its size times REACH / k^0.101. */
#define MOVE 0.6
#define STABLE 100.0
#define REACH 0.15
#define MOST_LEAD 30.0 /* in points; larger leads count little more */

struct run {
  tess_rules rules;
  bool fields;
  tess_set *set;
  int pairs, step;
  struct player_budget budget;
  double numbers[NUMBERS], reach[NUMBERS], sign[NUMBERS];
  int next; /* index of the next pair to be played */
  double sum;
  pthread_mutex_t lock;
};

/* ---- Numbers and players ---- */

static void take_numbers(const struct mcts_settings *settings, tess_rules rules, double numbers[NUMBERS]) {
  const struct tree_weights *tree = &settings->tree;
  float weights[WEIGHTS];
  memcpy(weights, settings->evaluation.two[rules], sizeof weights);
  for (int i = 0; i < WEIGHTS; i++) numbers[i] = (double)weights[i];
  const double others[TREE] = {(double)tree->explore,        (double)tree->prior_points, (double)tree->scale,
                               (double)tree->scale_tiles,    (double)tree->prior_visits, (double)tree->width,
                               (double)tree->quick_playouts, (double)tree->rollout_turns};
  memcpy(numbers + WEIGHTS, others, sizeof others);
}

/* A player with its own parameters. */
struct contender {
  struct evaluation_weights weights;
  struct mcts_settings settings;
  struct player_kind kind;
  struct player player;
};

static double at_least(double number, double least) { return number > least ? number : least; }

static void contender_open(struct contender *contender, const struct run *run, double times) {
  double numbers[NUMBERS];
  float weights[WEIGHTS];
  for (int i = 0; i < NUMBERS; i++) numbers[i] = run->numbers[i] + times * run->sign[i] * run->reach[i];
  for (int i = 0; i < WEIGHTS; i++) weights[i] = (float)numbers[i];
  memcpy(&contender->weights, weights, sizeof weights);
  if (contender->weights.rate < 0.01f) contender->weights.rate = 0.01f; /* both must stay above 0 */
  if (contender->weights.supply_turns < 0.5f) contender->weights.supply_turns = 0.5f;
  contender->settings = mcts_settings;
  contender->settings.evaluation.two[run->rules] = &contender->weights;
  struct tree_weights *tree = &contender->settings.tree;
  const double *others = numbers + WEIGHTS;
  tree->explore = (float)at_least(others[0], 0.05);
  tree->prior_points = (float)at_least(others[1], 0.2);
  tree->scale = (float)at_least(others[2], 0.5);
  tree->scale_tiles = (float)at_least(others[3], 0.0);
  tree->prior_visits = (float)at_least(others[4], 0.05);
  tree->width = (int)at_least(others[5] + 0.5, 4.0);
  /* The number of quick playouts is scaled with the budget, so that a search with few playouts still has rollouts. */
  const double share = (double)run->budget.playouts / PLAYER_PLAYOUTS;
  tree->quick_playouts = (uint32_t)at_least(others[6] * (share < 1.0 ? share : 1.0) + 0.5, 0.0);
  tree->rollout_turns = (int)at_least(others[7] + 0.5, 0.0);
  contender->kind = mcts_kind;
  contender->kind.settings = &contender->settings;
  player_open(&contender->player, &contender->kind, (uint64_t)run->step);
}

/* ---- Games ---- */

/* Plays a game; returns the lead of seat 0 without the luck of draws and battles. */
static double play(const struct run *run, tess_game *game, tess_game *twin, struct player *seats[2], uint64_t seed) {
  tess_options options = tess_options_default(run->rules);
  tess_events events;
  struct luck *luck = luck_new();
  options.seed = seed;
  options.fields = run->fields;
  tess_game_new(game, run->set, &options);
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    struct player_advice advice;
    const tess_phase phase = tess_game_phase(game);
    tess_game_copy(twin, game);
    if (phase == TESS_PHASE_DRAW && tess_game_draw(twin, TESS_RANDOM, NULL, &events) == TESS_ERROR_NONE)
      luck_add_draw(luck, game, events.at[0].kind);
    if (phase == TESS_PHASE_THROW && tess_game_throw(twin, NULL, NULL, &events) == TESS_ERROR_NONE)
      luck_add_throw(luck, game, &events.at[0].thrown);
    player_step(seats[tess_game_seat(game)], game, &run->budget, &advice);
  }
  const double owed = (double)luck_sum(luck, 0).points / FORTUNE_UNIT;
  luck_free(luck);
  return tess_game_score(game, 0) - tess_game_score(game, 1) - owed;
}

/* Plays pairs until all pairs of the step are played. */
static void *play_pairs(void *context) {
  struct run *run = context;
  struct contender plus, minus;
  tess_game *game = memory_new(tess_game_size()), *twin = memory_new(tess_game_size());
  contender_open(&plus, run, 1.0);
  contender_open(&minus, run, -1.0);
  for (;;) {
    pthread_mutex_lock(&run->lock);
    const int pair = run->next++;
    pthread_mutex_unlock(&run->lock);
    if (pair >= run->pairs) break;
    const uint64_t seed = 1000003u * (uint64_t)run->step + (uint64_t)pair;
    plus.player.random = minus.player.random = random_mix(seed);
    struct player *ahead[2] = {&plus.player, &minus.player}, *behind[2] = {&minus.player, &plus.player};
    const double lead = play(run, game, twin, ahead, seed) - play(run, game, twin, behind, seed);
    pthread_mutex_lock(&run->lock);
    run->sum += tanh(lead / 2.0 / MOST_LEAD) / run->pairs;
    pthread_mutex_unlock(&run->lock);
  }
  player_close(&plus.player);
  player_close(&minus.player);
  free(game);
  free(twin);
  return NULL;
}

/* Draws the signs of a step, plays its pairs, and moves the parameters. */
static void take_step(struct run *run) {
  double begin[NUMBERS];
  uint64_t random = random_mix((uint64_t)run->step);
  pthread_t threads[THREADS];
  take_numbers(&mcts_settings, run->rules, begin);
  run->step++;
  for (int i = 0; i < NUMBERS; i++) {
    run->sign[i] = random_next(&random) >> 63 ? 1.0 : -1.0;
    /* A parameter that is 0 belongs to the other game, and stays 0. */
    run->reach[i] = REACH * fabs(begin[i]) / pow(run->step, 0.101);
  }
  run->next = 0;
  run->sum = 0.0;
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, play_pairs, run) != 0) abort();
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < NUMBERS; i++)
    run->numbers[i] += MOVE / pow(run->step + STABLE, 0.602) * run->sum * run->sign[i] * fabs(begin[i]);
}

/* ---- The state file ---- */

static void state_read(struct run *run, const char *path) {
  FILE *file = fopen(path, "r");
  take_numbers(&mcts_settings, run->rules, run->numbers);
  if (file == NULL) return;
  bool whole = fscanf(file, "%d", &run->step) == 1;
  for (int i = 0; i < NUMBERS && whole; i++) whole = fscanf(file, "%lf", &run->numbers[i]) == 1;
  fclose(file);
  if (whole) return;
  fprintf(stderr, "%s is not a state of bench_spsa: expected a step and %d numbers\n", path, NUMBERS);
  exit(1);
}

/* Writes the state to a temporary file first, so that the state file is always complete. */
static void state_write(const struct run *run, const char *path) {
  char fresh[4096];
  if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh) abort();
  FILE *file = fopen(fresh, "w");
  bool written = file != NULL && fprintf(file, "%d\n", run->step) > 0;
  for (int i = 0; i < NUMBERS && written; i++) written = fprintf(file, "%.9g\n", run->numbers[i]) > 0;
  written = file != NULL && fclose(file) == 0 && written;
  if (written && rename(fresh, path) == 0) return;
  fprintf(stderr, "%s cannot be written\n", path);
  exit(1);
}

int main(int argc, char **argv) {
  static struct run run;
  size_t count;
  tess_set_fault fault;
  const bool star_wars = argc == 6 && strcmp(argv[1], "star-wars") == 0;
  run.fields = argc == 6 && strcmp(argv[1], "fields") == 0;
  run.pairs = argc == 6 ? atoi(argv[4]) : 0;
  run.budget.playouts = argc == 6 ? strtoull(argv[5], NULL, 10) : 0;
  if (run.pairs < 1 || run.budget.playouts < 1 || (!star_wars && !run.fields && strcmp(argv[1], "classic") != 0)) {
    fprintf(stderr, "usage: bench_spsa star-wars|classic|fields STATE STEPS PAIRS PLAYOUTS\n");
    return 2;
  }
  run.rules = star_wars ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC;
  run.set = memory_new(tess_set_size());
  const tess_tile_def *tiles = tess_builtin_tiles(star_wars ? "star-wars" : "classic", &count);
  if (tiles == NULL || tess_set_build(run.set, tiles, count, &fault) != TESS_ERROR_NONE) return 1;
  pthread_mutex_init(&run.lock, NULL);
  state_read(&run, argv[2]);
  for (int left = atoi(argv[3]); left > 0; left--) {
    take_step(&run);
    state_write(&run, argv[2]);
    printf("step %d: %+.3f\n", run.step, run.sum);
    fflush(stdout);
  }
  for (int i = 0; i < NUMBERS; i++) printf("%s%.3ff,", i == 0 || i == WEIGHTS ? "\n" : " ", run.numbers[i]);
  printf("\n");
  free(run.set);
  return 0;
}
