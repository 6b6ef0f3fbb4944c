/*
 * Compares settings of the searching player by the value of their choices. Positions come from games played by the
 * evaluation only. In each position every contender chooses a turn, and each chosen turn is tried in whole games that
 * both sides continue by the evaluation, with the same decks and dice. Some hundred positions show a difference of a
 * tenth of a point a turn; a match would need thousands of games.
 *
 *   bench_regret star-wars|classic|fields POSITIONS GAMES SEED "WORDS" "WORDS"...
 *
 * With 0 GAMES the first contender's search gives the values of turns, so it should have many playouts; the other
 * contenders use different random numbers.
 *
 * WORDS are playouts=N and any of rollout_turns= quick_playouts= explore= prior_points= scale= scale_tiles=
 * prior_visits= width=. It prints for each contender: the processor time of a choice, how often the choice differs from
 * the first contender's, and by how many points of lead and per cent of wins it is better, with standard errors.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/random.h"
#include "players/evaluation.h"

enum { CONTENDERS = 12, THREADS = 2, FIRST_TURN = 4, TURNS = 60 };

struct contender {
  const char *words;
  struct mcts_settings settings;
  struct player_kind kind;
  struct player_budget budget;
};

/* The results of a position, by contender; `reached` is false if the game ended before. */
struct trial {
  bool reached;
  double lead[CONTENDERS], win[CONTENDERS], seconds[CONTENDERS];
};

struct comparison {
  tess_set *set;
  tess_options options;
  int positions, games, count;
  uint64_t seed;
  struct contender contenders[CONTENDERS];
  struct trial *trials;
  int next;
  pthread_mutex_t lock;
};

/* ---- Settings ---- */

static bool set_word(struct contender *contender, const char *key, double value) {
  struct tree_weights *tree = &contender->settings.tree;
  const struct {
    const char *key;
    float *number;
  } numbers[] = {{"explore", &tree->explore},
                 {"prior_points", &tree->prior_points},
                 {"scale", &tree->scale},
                 {"scale_tiles", &tree->scale_tiles},
                 {"prior_visits", &tree->prior_visits}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    if (strcmp(key, numbers[i].key) == 0) {
      *numbers[i].number = (float)value;
      return true;
    }
  if (strcmp(key, "playouts") == 0)
    contender->budget.playouts = (uint64_t)value;
  else if (strcmp(key, "quick_playouts") == 0)
    tree->quick_playouts = (uint32_t)value;
  else if (strcmp(key, "rollout_turns") == 0)
    tree->rollout_turns = (int)value;
  else if (strcmp(key, "width") == 0)
    tree->width = (int)value;
  else
    return false;
  return true;
}

static bool read_contender(struct contender *contender, const char *words) {
  *contender = (struct contender){.words = words, .settings = mcts_settings, .kind = mcts_kind};
  contender->kind.settings = &contender->settings;
  int length = 0;
  char key[16];
  double value;
  for (const char *at = words; sscanf(at, " %15[a-z_]=%lf%n", key, &value, &length) == 2; at += length)
    if (value < 0 || !set_word(contender, key, value)) return false;
  return contender->budget.playouts > 0;
}

/* ---- Games ---- */

static void take_turn(tess_game *game, const struct player_turn *turn) {
  tess_game_place(game, turn->placement, NULL, NULL);
  tess_game_meeple(game, turn->decision, NULL, NULL);
}

/* Plays a number of turns by the evaluation, and then up to the next decision. */
static void play_on(struct turn_evaluator *evaluator, tess_game *game, int turns) {
  for (;;) {
    const tess_phase phase = tess_game_phase(game);
    if (phase == TESS_PHASE_OVER || (phase == TESS_PHASE_PLACE && turns-- == 0)) return;
    if (phase == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (phase == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
    if (phase != TESS_PHASE_PLACE) continue;
    turn_evaluator_run(evaluator, game);
    turn_evaluator_rank(evaluator, 2, tess_game_side(game, tess_game_seat(game)), 1);
    take_turn(game, &turn_evaluator_ranked(evaluator, 0)->how);
  }
}

/* Computes the mean result of a turn over games that continue with it. */
static void try_turn(const struct comparison *comparison, struct turn_evaluator *evaluator, tess_game *trial,
                     const tess_game *game, const struct player_turn *turn, uint64_t random, double *lead,
                     double *win) {
  const int side = tess_game_side(game, tess_game_seat(game));
  *lead = *win = 0;
  for (int i = 0; i < comparison->games; i++) {
    tess_game_copy(trial, game);
    tess_game_seed(trial, random_mix(random + (uint64_t)i));
    take_turn(trial, turn);
    play_on(evaluator, trial, TESS_MAX_TILES);
    const int margin = tess_game_score(trial, side) - tess_game_score(trial, !side);
    *lead += (double)margin / comparison->games;
    *win += (margin > 0 ? 1.0 : margin == 0 ? 0.5 : 0.0) / comparison->games;
  }
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- Positions ---- */

/* Looks up the search's values of a turn; for a turn that is not among its candidates, those of the last candidate. */
static void look_up(const struct player_advice *advice, const struct player_turn *turn, double *lead, double *win) {
  int at = 0;
  while (at < advice->count - 1 && memcmp(&advice->candidates[at].turn, turn, sizeof *turn) != 0) at++;
  *lead = advice->candidates[at].difference;
  *win = advice->candidates[at].win;
}

/* Determines every contender's turn in a position, and its value. A turn that several choose is tried once. */
static void try_position(const struct comparison *comparison, struct player *players, struct turn_evaluator *evaluator,
                         tess_game *copy, const tess_game *game, uint64_t random, struct trial *trial) {
  struct player_turn turns[CONTENDERS];
  struct player_advice advice, first;
  trial->reached = true;
  for (int i = 0; i < comparison->count; i++) {
    const double begin = seconds_now();
    players[i].random = comparison->games == 0 ? random + (uint64_t)i : random;
    player_choose(&players[i], game, &comparison->contenders[i].budget, &advice);
    trial->seconds[i] = seconds_now() - begin;
    turns[i] = advice.candidates[0].turn;
    if (i == 0) first = advice;
    if (comparison->games == 0) {
      look_up(&first, &turns[i], &trial->lead[i], &trial->win[i]);
      continue;
    }
    int same = 0;
    while (memcmp(&turns[same], &turns[i], sizeof turns[i]) != 0) same++;
    if (same == i) try_turn(comparison, evaluator, copy, game, &turns[i], random, &trial->lead[i], &trial->win[i]);
    trial->lead[i] = trial->lead[same];
    trial->win[i] = trial->win[same];
  }
}

static int next_position(struct comparison *comparison) {
  pthread_mutex_lock(&comparison->lock);
  const int next = comparison->next++;
  pthread_mutex_unlock(&comparison->lock);
  return next;
}

static void *work(void *context) {
  struct comparison *comparison = context;
  struct turn_evaluator evaluator;
  struct player players[CONTENDERS];
  tess_game *game = memory_new(tess_game_size()), *copy = memory_new(tess_game_size());
  turn_evaluator_open(&evaluator, &mcts_settings.evaluation);
  for (int i = 0; i < comparison->count; i++) player_open(&players[i], &comparison->contenders[i].kind, 1);
  for (int at; (at = next_position(comparison)) < comparison->positions;) {
    uint64_t random = random_mix(comparison->seed) + (uint64_t)at;
    tess_options options = comparison->options;
    options.seed = random_next(&random);
    tess_game_new(game, comparison->set, &options);
    play_on(&evaluator, game, FIRST_TURN + (int)(random_next(&random) % TURNS));
    if (tess_game_phase(game) == TESS_PHASE_PLACE)
      try_position(comparison, players, &evaluator, copy, game, random, &comparison->trials[at]);
  }
  for (int i = 0; i < comparison->count; i++) player_close(&players[i]);
  turn_evaluator_close(&evaluator);
  free(copy);
  free(game);
  return NULL;
}

/* ---- Output ---- */

static double error_of(double sum, double squares, double count) {
  return sqrt((squares / count - sum / count * sum / count) / count);
}

static void print_contender(const struct comparison *comparison, int index) {
  double count = 0, seconds = 0, differs = 0, lead = 0, lead_squares = 0, win = 0, win_squares = 0;
  for (int at = 0; at < comparison->positions; at++) {
    const struct trial *trial = &comparison->trials[at];
    const double more = trial->lead[index] - trial->lead[0], wins = 100 * (trial->win[index] - trial->win[0]);
    if (!trial->reached) continue;
    count++;
    seconds += trial->seconds[index];
    differs += more != 0;
    lead += more;
    lead_squares += more * more;
    win += wins;
    win_squares += wins * wins;
  }
  printf("%-44s %6.0f ms  differs in %2.0f %%  lead %+.3f (%.3f)  wins %+.2f %% (%.2f)\n",
         comparison->contenders[index].words, 1000 * seconds / count, 100 * differs / count, lead / count,
         error_of(lead, lead_squares, count), win / count, error_of(win, win_squares, count));
}

static bool read_arguments(struct comparison *comparison, int count, char **words) {
  if (count < 7 || count - 5 > CONTENDERS) return false;
  const bool star_wars = strcmp(words[1], "star-wars") == 0, fields = strcmp(words[1], "fields") == 0;
  if (!star_wars && !fields && strcmp(words[1], "classic") != 0) return false;
  size_t kinds;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(star_wars ? "star-wars" : "classic", &kinds);
  comparison->set = malloc(tess_set_size());
  if (comparison->set == NULL || tess_set_build(comparison->set, tiles, kinds, &fault) != TESS_ERROR_NONE) abort();
  comparison->options = tess_options_default(star_wars ? TESS_RULES_STAR_WARS : TESS_RULES_CLASSIC);
  comparison->options.fields = fields;
  comparison->positions = atoi(words[2]);
  comparison->games = atoi(words[3]);
  comparison->seed = strtoull(words[4], NULL, 10);
  for (int i = 5; i < count; i++)
    if (!read_contender(&comparison->contenders[comparison->count++], words[i])) return false;
  return comparison->positions > 0 && comparison->games >= 0;
}

int main(int argc, char **argv) {
  static struct comparison comparison;
  pthread_t threads[THREADS];
  if (!read_arguments(&comparison, argc, argv)) {
    fprintf(stderr, "usage: bench_regret star-wars|classic|fields POSITIONS GAMES SEED \"playouts=N ...\" ...\n");
    return 2;
  }
  comparison.trials = calloc((size_t)comparison.positions, sizeof *comparison.trials);
  if (comparison.trials == NULL) abort();
  pthread_mutex_init(&comparison.lock, NULL);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &comparison);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < comparison.count; i++) print_contender(&comparison, i);
  free(comparison.trials);
  free(comparison.set);
  return 0;
}
