#include "arena/contestant.h"

/* Turns that are kept in reserve when a clock is divided. */
enum { RESERVE = 2 };

enum engine_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec, const char *newgame,
                                   uint64_t seed, const atomic_bool *stop, struct fault *fault) {
  *contestant = (struct contestant){.spec = spec, .left = spec->limits.base};
  bool open;
  if (spec->kind == NULL)
    open = engine_open(&contestant->engine, spec, newgame, stop, fault);
  else if ((open = player_open(&contestant->player, spec->kind, seed)))
    contestant->player.threads = spec->threads;
  else {
    contestant->player = (struct player){0};
    fault_say(fault, "memory is short");
  }
  contestant->failed = !open;
  if (open) return ENGINE_TURN;
  return atomic_load(stop) ? ENGINE_STOPPED : ENGINE_LOST;
}

void contestant_close(struct contestant *contestant) {
  if (contestant->spec == NULL) return;
  if (contestant->spec->kind == NULL)
    engine_close(&contestant->engine, !contestant->failed);
  else
    player_close(&contestant->player);
  *contestant = (struct contestant){0};
}

uint32_t contestant_share(uint32_t left, uint32_t increment, int turns) {
  const uint64_t share = left / (uint64_t)(turns + RESERVE) + increment * UINT64_C(3) / 4;
  const uint64_t most = left - left / 8;
  return (uint32_t)(share < 1 ? 1 : share < most ? share : most < 1 ? 1 : most);
}

static int turns_left(const tess_game *game) {
  const int players = tess_game_options(game).players;
  return (tess_game_bag(game, -1) + players) / players;
}

static struct player_budget budget_of(const struct contestant *contestant, const tess_game *game,
                                      const atomic_bool *stop) {
  const struct engine_limits *limits = &contestant->spec->limits;
  struct player_budget budget = {limits->movetime, limits->playouts, stop};
  if (!limits->clock) return budget;
  const uint32_t share = contestant_share(contestant->left, limits->increment, turns_left(game));
  if (budget.milliseconds == 0 || share < budget.milliseconds) budget.milliseconds = share;
  return budget;
}

/* Internal players are the arena's own: it stops them, so that they are never late by a fault of theirs. */
static enum engine_answer play_inside(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                      uint32_t *milliseconds, struct fault *fault) {
  struct player_advice advice;
  const struct player_budget budget = budget_of(contestant, history->game, stop);
  const uint64_t begin = process_clock();
  player_choose(&contestant->player, history->game, &budget, &advice);
  *milliseconds = (uint32_t)(process_clock() - begin);
  if (atomic_load(stop)) return ENGINE_STOPPED;
  const struct player_candidate *best = &advice.candidates[0];
  contestant->told = contestant->spec->kind->searches;
  contestant->difference = best->difference;
  if (!history_place(history, best->turn.placement, fault)) return ENGINE_LOST;
  if (history_meeple(history, best->turn.decision, fault)) return ENGINE_TURN;
  history_undo(history);
  return ENGINE_LOST;
}

static struct engine_time time_of(const struct contestant *contestant) {
  const struct engine_limits *limits = &contestant->spec->limits;
  struct engine_time time = {.left = contestant->left > 0 ? contestant->left : 1};
  if (limits->movetime > 0) time.allowed = limits->movetime;
  if (limits->clock && (time.allowed == 0 || time.left < time.allowed)) time.allowed = time.left;
  if (time.allowed > 0) time.allowed += limits->margin;
  return time;
}

static enum engine_answer play_outside(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                       uint32_t *milliseconds, struct fault *fault) {
  struct engine_turn turn;
  const enum engine_answer answer =
      engine_go(&contestant->engine, &contestant->spec->limits, time_of(contestant), history, stop, &turn, fault);
  *milliseconds = turn.milliseconds;
  if (answer != ENGINE_TURN) return answer;
  contestant->told = turn.told;
  contestant->difference = turn.difference;
  if (history_move(history, &turn.move, fault)) return ENGINE_TURN;
  struct text word = {0};
  move_write(&turn.move, history->set->set, &word);
  fault_within(fault, word.bytes);
  text_free(&word);
  return ENGINE_LOST;
}

static void run_clock(struct contestant *contestant, uint32_t milliseconds) {
  if (milliseconds > contestant->longest) contestant->longest = milliseconds;
  const uint32_t left = contestant->left > milliseconds ? contestant->left - milliseconds : 0;
  contestant->left = left + contestant->spec->limits.increment;
}

enum engine_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault) {
  uint32_t milliseconds = 0;
  const enum engine_answer answer = contestant->spec->kind != NULL
                                        ? play_inside(contestant, history, stop, &milliseconds, fault)
                                        : play_outside(contestant, history, stop, &milliseconds, fault);
  if (answer == ENGINE_TURN) run_clock(contestant, milliseconds);
  contestant->failed = answer == ENGINE_LOST;
  return answer;
}
