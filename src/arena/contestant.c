#include "arena/contestant.h"

#include "base/steady_clock.h"
#include "players/time_control.h"

enum driver_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec, const char *newgame,
                                   uint64_t seed, const atomic_bool *stop, struct fault *fault) {
  *contestant = (struct contestant){.spec = spec, .left = spec->limits.base};
  if (spec->kind != NULL) {
    player_open(&contestant->player, spec->kind, seed);
    contestant->player.threads = spec->threads;
    return DRIVER_TURN;
  }
  contestant->failed = !driver_open(&contestant->driver, spec, newgame, stop, fault);
  if (!contestant->failed) return DRIVER_TURN;
  return atomic_load(stop) ? DRIVER_STOPPED : DRIVER_LOST;
}

void contestant_close(struct contestant *contestant) {
  if (contestant->spec == NULL) return;
  if (contestant->spec->kind == NULL)
    driver_close(&contestant->driver, !contestant->failed);
  else
    player_close(&contestant->player);
  *contestant = (struct contestant){0};
}

static struct player_budget budget_of(const struct contestant *contestant, const tess_game *game,
                                      const atomic_bool *stop) {
  const struct engine_limits *limits = &contestant->spec->limits;
  struct player_budget budget = {limits->movetime, limits->playouts, stop};
  if (!limits->clock) return budget;
  const uint32_t share = time_control_share(game, contestant->left, limits->increment);
  if (budget.milliseconds == 0 || share < budget.milliseconds) budget.milliseconds = share;
  return budget;
}

/* Internal players are the arena's own: it stops them, so that they are never late by a fault of theirs. */
static enum driver_answer play_inside(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                      uint32_t *milliseconds, struct fault *fault) {
  struct player_advice advice;
  const struct player_budget budget = budget_of(contestant, history->game, stop);
  const int64_t begin = steady_milliseconds();
  player_choose(&contestant->player, history->game, &budget, &advice);
  *milliseconds = (uint32_t)(steady_milliseconds() - begin);
  if (atomic_load(stop)) return DRIVER_STOPPED;
  const struct player_candidate *best = &advice.candidates[0];
  contestant->told = contestant->spec->kind->searches;
  contestant->difference = best->difference;
  if (!history_place(history, best->turn.placement, fault)) return DRIVER_LOST;
  if (history_meeple(history, best->turn.decision, fault)) return DRIVER_TURN;
  history_undo(history);
  return DRIVER_LOST;
}

static struct driver_time time_of(const struct contestant *contestant) {
  const struct engine_limits *limits = &contestant->spec->limits;
  struct driver_time time = {.left = contestant->left > 0 ? contestant->left : 1};
  if (limits->movetime > 0) time.allowed = limits->movetime;
  if (limits->clock && (time.allowed == 0 || time.left < time.allowed)) time.allowed = time.left;
  if (time.allowed > 0) time.allowed += limits->margin;
  return time;
}

static enum driver_answer play_outside(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                       uint32_t *milliseconds, struct fault *fault) {
  struct driver_turn turn;
  const enum driver_answer answer =
      driver_go(&contestant->driver, &contestant->spec->limits, time_of(contestant), history, stop, &turn, fault);
  *milliseconds = turn.milliseconds;
  if (answer != DRIVER_TURN) return answer;
  contestant->told = turn.told;
  contestant->difference = turn.difference;
  if (history_move(history, &turn.move, fault)) return DRIVER_TURN;
  struct text word = {0};
  move_write(&turn.move, history->set->set, &word);
  fault_within(fault, word.bytes);
  text_free(&word);
  return DRIVER_LOST;
}

static void run_clock(struct contestant *contestant, uint32_t milliseconds) {
  if (milliseconds > contestant->longest) contestant->longest = milliseconds;
  const uint32_t left = contestant->left > milliseconds ? contestant->left - milliseconds : 0;
  contestant->left = left + contestant->spec->limits.increment;
}

enum driver_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault) {
  uint32_t milliseconds = 0;
  const enum driver_answer answer = contestant->spec->kind != NULL
                                        ? play_inside(contestant, history, stop, &milliseconds, fault)
                                        : play_outside(contestant, history, stop, &milliseconds, fault);
  if (answer == DRIVER_TURN) run_clock(contestant, milliseconds);
  contestant->failed = answer == DRIVER_LOST;
  return answer;
}
