/*
 * Tunes the weights of an evaluation by matches: sep-CMA-ES (Ros and Hansen 2008) over all weights. The fitness of a
 * candidate is its mean lead over the present weights, and over greedy players, in games on the same decks from two
 * seats.
 *
 *   bench_tune star-wars|classic PLAYERS GENERATIONS PAIRS PLAYOUTS SEED
 *
 * It prints the mean of each generation as C initialisers for src/players/weights.c.
 */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "players/evaluation.h"

enum { WEIGHTS = sizeof(struct evaluation_weights) / sizeof(float), CANDIDATES = 16, PARENTS = 8, THREADS = 2 };

static const struct player_budget one = {.playouts = 1};

struct tuning {
  tess_rules rules;
  tess_set *set;
  int players, pairs, generation;
  uint64_t seed;
  struct player_budget budget;
  double mean[WEIGHTS], deviation[WEIGHTS], sigma;
  double sample[CANDIDATES][WEIGHTS], worth[CANDIDATES];
  int next; /* index of the next candidate to be tried */
  pthread_mutex_t lock;
};

/* Two players: the candidate, and the opponent, which has all other seats of a table. */
struct tuning_pair {
  struct evaluation_weights weights[2];
  struct mcts_settings settings[2];
  struct player_kind kinds[2];
  struct player players[2];
  tess_game *game;
};

static double normal(uint64_t *random) {
  const double u = (double)(random_next(random) >> 11) / 9007199254740992.0;
  const double v = (double)(random_next(random) >> 11) / 9007199254740992.0;
  return sqrt(-2.0 * log(u + 1e-18)) * cos(6.283185307179586 * v);
}

static void set_weights(const struct tuning *tuning, struct tuning_pair *pairing, int index,
                        const double values[WEIGHTS]) {
  float weights[WEIGHTS];
  struct evaluation_weights *own = &pairing->weights[index];
  struct mcts_settings *settings = &pairing->settings[index];
  for (int i = 0; i < WEIGHTS; i++) weights[i] = (float)values[i];
  memcpy(own, weights, sizeof weights);
  if (own->rate < 0.01f) own->rate = 0.01f; /* it must stay above 0 */
  *settings = mcts_settings;
  settings->evaluation.two[tuning->rules] = settings->evaluation.more[tuning->rules] = own;
}

static void pairing_open(struct tuning_pair *pairing, const struct tuning *tuning, const double candidate[WEIGHTS]) {
  pairing->game = memory_new(tess_game_size());
  for (int i = 0; i < 2; i++) {
    set_weights(tuning, pairing, i, i == 0 ? candidate : tuning->mean);
    pairing->kinds[i] = mcts_kind;
    pairing->kinds[i].settings = &pairing->settings[i];
    player_open(&pairing->players[i], &pairing->kinds[i], tuning->seed);
  }
}

static void pairing_close(struct tuning_pair *pairing) {
  for (int i = 0; i < 2; i++) player_close(&pairing->players[i]);
  free(pairing->game);
}

/* Plays a game; returns the candidate's final lead over the best other seat. */
static int play(struct tuning_pair *pairing, const struct tuning *tuning, const tess_options *options,
                int candidate_seat, struct player *opponent, struct player_budget opponent_budget) {
  tess_game *game = pairing->game;
  tess_game_new(game, tuning->set, options);
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    const bool own = tess_game_seat(game) == candidate_seat;
    struct player_advice advice;
    player_step(own ? &pairing->players[0] : opponent, game, own ? &tuning->budget : &opponent_budget, &advice);
  }
  int best = INT_MIN;
  for (int seat = 0; seat < tuning->players; seat++)
    if (seat != candidate_seat && tess_game_score(game, seat) > best) best = tess_game_score(game, seat);
  return tess_game_score(game, candidate_seat) - best;
}

static double worth_of(const struct tuning *tuning, const double candidate[WEIGHTS]) {
  struct tuning_pair pairing;
  struct player greedy;
  double sum = 0.0;
  pairing_open(&pairing, tuning, candidate);
  player_open(&greedy, player_kind_find("greedy"), 1);
  for (int i = 0; i < tuning->pairs; i++) {
    tess_options options = tess_options_default(tuning->rules);
    options.seed = tuning->seed + (uint64_t)(tuning->generation * tuning->pairs + i);
    options.fields = tuning->rules == TESS_RULES_CLASSIC && i % 2 == 0;
    options.abbot = tuning->rules == TESS_RULES_CLASSIC && i % 4 >= 2;
    options.players = (uint8_t)tuning->players;
    for (int game = 0; game < 2; game++) {
      const bool other = tuning->players == 2 ? i % 3 == 0 : i % 4 < 2;
      const int seat = (i + game * tuning->players / 2) % tuning->players;
      const int lead =
          play(&pairing, tuning, &options, seat, other ? &greedy : &pairing.players[1], other ? one : tuning->budget);
      sum += 30.0 * tanh(lead / 30.0);
    }
  }
  player_close(&greedy);
  pairing_close(&pairing);
  return sum / (2.0 * tuning->pairs);
}

static void *try_candidates(void *context) {
  struct tuning *tuning = context;
  for (;;) {
    pthread_mutex_lock(&tuning->lock);
    const int candidate = tuning->next++;
    pthread_mutex_unlock(&tuning->lock);
    if (candidate >= CANDIDATES) return NULL;
    tuning->worth[candidate] = worth_of(tuning, tuning->sample[candidate]);
  }
}

static void try_all(struct tuning *tuning) {
  pthread_t threads[THREADS];
  tuning->next = 0;
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, try_candidates, tuning);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static void print_mean(const struct tuning *tuning, double best) {
  printf("generation %d, best of it %+.2f, sigma %.3f\n ", tuning->generation, best, tuning->sigma);
  for (int i = 0; i < WEIGHTS; i++) printf(" %.3ff,", tuning->mean[i]);
  printf("\n");
  fflush(stdout);
}

/* Draws the candidates of a generation in pairs, symmetric to the mean, which halves the noise. */
static void draw_samples(struct tuning *tuning, uint64_t *random) {
  for (int c = 0; c < CANDIDATES; c += 2)
    for (int i = 0; i < WEIGHTS; i++) {
      const double step = tuning->sigma * tuning->deviation[i] * normal(random);
      tuning->sample[c][i] = tuning->mean[i] + step;
      tuning->sample[c + 1][i] = tuning->mean[i] - step;
    }
}

/* Moves the mean towards the better half, and adapts each deviation to the steps of the mean. */
static double learn(struct tuning *tuning) {
  int order[CANDIDATES];
  double weights[PARENTS], sum = 0.0;
  for (int i = 0; i < CANDIDATES; i++) order[i] = i;
  for (int i = 1; i < CANDIDATES; i++)
    for (int j = i; j > 0 && tuning->worth[order[j]] > tuning->worth[order[j - 1]]; j--) {
      const int swapped = order[j];
      order[j] = order[j - 1];
      order[j - 1] = swapped;
    }
  for (int i = 0; i < PARENTS; i++) sum += weights[i] = log(PARENTS + 0.5) - log(i + 1.0);
  for (int i = 0; i < WEIGHTS; i++) {
    double mean = 0.0, spread = 0.0;
    for (int p = 0; p < PARENTS; p++) {
      const double step = tuning->sample[order[p]][i] - tuning->mean[i];
      mean += weights[p] / sum * step;
      spread += weights[p] / sum * step * step;
    }
    const double squared = tuning->deviation[i] * tuning->deviation[i];
    tuning->mean[i] += mean;
    tuning->deviation[i] = sqrt(0.9 * squared + 0.1 * spread / (tuning->sigma * tuning->sigma + 1e-12));
  }
  tuning->sigma *= 0.99;
  return tuning->worth[order[0]];
}

static void begin(struct tuning *tuning) {
  float weights[WEIGHTS];
  const struct evaluation_sets *sets = &mcts_settings.evaluation;
  memcpy(weights, (tuning->players > 2 ? sets->more : sets->two)[tuning->rules], sizeof weights);
  for (int i = 0; i < WEIGHTS; i++) {
    tuning->mean[i] = (double)weights[i];
    tuning->deviation[i] = 0.15 + 0.4 * fabs(tuning->mean[i]);
  }
  /* With one playout for each choice the tempo has no effect, because it is the same for all turns. */
  if (tuning->budget.playouts == 1) tuning->deviation[offsetof(struct evaluation_weights, tempo) / sizeof(float)] = 0.0;
  tuning->sigma = 0.4;
}

int main(int argc, char **argv) {
  static struct tuning tuning;
  size_t count;
  tess_set_fault fault;
  if (argc != 7) {
    fprintf(stderr, "usage: bench_tune star-wars|classic PLAYERS GENERATIONS PAIRS PLAYOUTS SEED\n");
    return 2;
  }
  tuning.rules = strcmp(argv[1], "classic") == 0 ? TESS_RULES_CLASSIC : TESS_RULES_STAR_WARS;
  tuning.players = atoi(argv[2]);
  tuning.pairs = atoi(argv[4]);
  tuning.budget.playouts = strtoull(argv[5], NULL, 10);
  tuning.seed = strtoull(argv[6], NULL, 10);
  tuning.set = malloc(tess_set_size());
  const tess_tile_def *tiles = tess_builtin_tiles(argv[1], &count);
  if (tuning.set == NULL || tiles == NULL || tess_set_build(tuning.set, tiles, count, &fault) != TESS_ERROR_NONE)
    return 1;
  pthread_mutex_init(&tuning.lock, NULL);
  begin(&tuning);
  uint64_t random = tuning.seed;
  for (; tuning.generation < atoi(argv[3]); tuning.generation++) {
    draw_samples(&tuning, &random);
    try_all(&tuning);
    const double best = learn(&tuning);
    print_mean(&tuning, best);
  }
  return 0;
}
