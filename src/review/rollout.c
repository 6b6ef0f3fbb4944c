#include "review/rollout.h"

#include <math.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "base/random.h"
#include "review/worth.h"

enum {
  POLICY = 7,  /* the level that plays on */
  STRIDE = 16, /* trials between two looks at the errors */
  LEAST = 64,  /* trials before the first look that may end it */
  APART = 3    /* standard errors */
};

/* How one trial ended for the side that took the turn: its share of the win, and its lead. */
enum trial_number { TRIAL_WIN, TRIAL_DIFF, TRIAL_NUMBERS };

static void play_out(tess_game *game, struct player *player, struct player_advice *advice, int side,
                     double end[TRIAL_NUMBERS]) {
  const struct player_budget budget = {.playouts = 1};
  while (tess_game_phase(game) != TESS_PHASE_OVER) player_step(player, game, &budget, advice);
  const struct side_worth result = worth_now(game, side);
  end[TRIAL_WIN] = result.win;
  end[TRIAL_DIFF] = result.lead;
}

/* The mean of a number of turn `of` over all trials, minus that of turn `less`; -1: minus nothing. */
static struct rollout_mean mean_of(const struct rollout *rollout, const double *ends, int of, int less,
                                   enum trial_number which) {
  double sum = 0, squares = 0;
  const int count = rollout->trials;
  for (int trial = 0; trial < count; trial++) {
    const double *row = ends + (size_t)trial * (size_t)rollout->count * TRIAL_NUMBERS;
    const double number =
        row[of * TRIAL_NUMBERS + (int)which] - (less < 0 ? 0 : row[less * TRIAL_NUMBERS + (int)which]);
    sum += number;
    squares += number * number;
  }
  const double mean = sum / count, variance = count > 1 ? (squares - sum * mean) / (count - 1) : 0;
  return (struct rollout_mean){mean, sqrt(fmax(0, variance) / count)};
}

/* True if a turn did better: by the probability to win, then by the lead. */
static bool better(const struct rollout_turn *one, const struct rollout_turn *other) {
  if (one->win.value > other->win.value || one->win.value < other->win.value) return one->win.value > other->win.value;
  return one->diff.value > other->diff.value;
}

/* Fills the means of every turn from all trials. Returns the index of the second best turn. */
static int weigh(struct rollout *rollout, const double *ends) {
  int best = 0;
  for (int i = 0; i < rollout->count; i++) {
    struct rollout_turn *turn = &rollout->turns[i];
    turn->win = mean_of(rollout, ends, i, -1, TRIAL_WIN);
    turn->diff = mean_of(rollout, ends, i, -1, TRIAL_DIFF);
    if (better(turn, &rollout->turns[best])) best = i;
  }
  int second = best == 0 ? 1 : 0;
  for (int i = 0; i < rollout->count; i++) {
    struct rollout_turn *turn = &rollout->turns[i];
    turn->behind_win = mean_of(rollout, ends, best, i, TRIAL_WIN);
    turn->behind_diff = mean_of(rollout, ends, best, i, TRIAL_DIFF);
    if (i != best && better(turn, &rollout->turns[second])) second = i;
  }
  return second;
}

void rollout_run(const tess_game *game, int most, uint64_t seed, const atomic_bool *stop, struct rollout *rollout) {
  const int side = tess_game_side(game, tess_game_seat(game));
  const size_t row = (size_t)rollout->count * TRIAL_NUMBERS;
  double *ends = memory_new((size_t)most * row * sizeof *ends);
  struct player_advice *advice = memory_new(sizeof *advice);
  tess_game *trial = memory_new(tess_game_size());
  struct player player;
  player_open(&player, &level_kinds[POLICY - 1], seed);
  rollout->trials = 0;
  rollout->separated = false;

  while (rollout->trials < most && !rollout->separated && (stop == NULL || !atomic_load(stop))) {
    /* 1. A trial: every turn with the same chance. */
    for (int i = 0; i < rollout->count; i++) {
      tess_game_copy(trial, game);
      tess_game_seed(trial, random_seed(seed, (uint64_t)rollout->trials, 0));
      player.random = random_seed(seed, (uint64_t)rollout->trials, 1);
      tess_game_place(trial, rollout->turns[i].turn.placement, NULL, NULL);
      tess_game_meeple(trial, rollout->turns[i].turn.decision, NULL, NULL);
      play_out(trial, &player, advice, side, ends + (size_t)rollout->trials * row + (size_t)i * TRIAL_NUMBERS);
    }
    rollout->trials++;
    if (rollout->trials % STRIDE != 0 && rollout->trials < most) continue;

    /* 2. It is enough when the second turn is surely worse. */
    const struct rollout_mean behind = rollout->turns[weigh(rollout, ends)].behind_win;
    rollout->separated = rollout->trials >= LEAST && behind.value > 0 && behind.value >= APART * behind.error;
  }
  /* 3. The better turn first. */
  for (int i = 1; i < rollout->count; i++) {
    const struct rollout_turn turn = rollout->turns[i];
    int place = i;
    for (; place > 0 && better(&turn, &rollout->turns[place - 1]); place--)
      rollout->turns[place] = rollout->turns[place - 1];
    rollout->turns[place] = turn;
  }
  player_close(&player);
  free(trial);
  free(advice);
  free(ends);
}

static void put_mean(const char *key, struct rollout_mean mean, int digits, struct text *text) {
  json_open_object(text, key);
  json_put_decimal(text, "value", mean.value, digits);
  json_put_decimal(text, "error", mean.error, digits);
  json_close_object(text);
}

void rollout_write(const tess_game *game, const struct rollout *rollout, struct text *text) {
  tess_game *scratch = memory_new(tess_game_size());
  struct text move = {0};
  json_put_int(text, "trials", rollout->trials);
  json_put_bool(text, "separated", rollout->separated);
  json_open_array(text, "turns");
  for (int i = 0; i < rollout->count; i++) {
    const struct rollout_turn *turn = &rollout->turns[i];
    text_clear(&move);
    player_turn_write(game, &turn->turn, scratch, &move);
    json_open_object(text, NULL);
    json_put_string(text, "move", move.bytes);
    put_mean("win", turn->win, 4, text);
    put_mean("diff", turn->diff, 2, text);
    put_mean("behind", turn->behind_win, 4, text);
    put_mean("behind_diff", turn->behind_diff, 2, text);
    json_close_object(text);
  }
  json_close_array(text);
  text_free(&move);
  free(scratch);
}
