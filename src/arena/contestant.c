/* The player of a seat in a contest: one of Tessera's computer players, or an external program over pipes that is kept
 * for its next game. */
#include "arena/engine.h"

#include <stdlib.h>

#include "base/guard.h"
#include "base/steady_clock.h"
#include "players/player.h"

/* ---- Programs that wait ---- */

struct waiting_engine {
  const struct engine_spec *spec;
  struct engine_driver driver;
  struct waiting_engine *next;
};

void engine_pool_open(struct engine_pool *pool) {
  *pool = (struct engine_pool){.first = NULL};
  pthread_mutex_init(&pool->lock, NULL);
}

void engine_pool_close(struct engine_pool *pool) {
  while (pool->first != NULL) {
    struct waiting_engine *waiting = pool->first;
    pool->first = waiting->next;
    driver_close(&waiting->driver, true);
    free(waiting);
  }
  pthread_mutex_destroy(&pool->lock);
}

bool engine_pool_take(struct engine_pool *pool, const struct engine_spec *spec, struct engine_driver *driver) {
  pthread_mutex_lock(&pool->lock);
  struct waiting_engine **at = &pool->first;
  while (*at != NULL && (*at)->spec != spec) at = &(*at)->next;
  struct waiting_engine *found = *at;
  if (found != NULL) *at = found->next;
  pthread_mutex_unlock(&pool->lock);
  if (found == NULL) return false;
  *driver = found->driver;
  free(found);
  return true;
}

void engine_pool_give(struct engine_pool *pool, const struct engine_spec *spec, const struct engine_driver *driver) {
  struct waiting_engine *waiting = memory_new(sizeof *waiting);
  *waiting = (struct waiting_engine){.spec = spec, .driver = *driver};
  pthread_mutex_lock(&pool->lock);
  waiting->next = pool->first;
  pool->first = waiting;
  pthread_mutex_unlock(&pool->lock);
}

/* ---- A seat in one game ---- */

static enum driver_answer note_answer(struct contestant *contestant, bool well, const atomic_bool *stop) {
  contestant->failed = !well;
  if (well) return DRIVER_TURN;
  return atomic_load(stop) ? DRIVER_STOPPED : DRIVER_LOST;
}

enum driver_answer contestant_open(struct contestant *contestant, const struct engine_spec *spec,
                                   struct engine_pool *pool, uint64_t seed, const atomic_bool *stop,
                                   struct fault *fault) {
  *contestant = (struct contestant){.spec = spec, .pool = pool, .left = spec->limits.base};
  if (spec->kind != NULL) {
    player_open(&contestant->player, spec->kind, seed);
    contestant->player.threads = spec->threads;
    return DRIVER_TURN;
  }
  /* Take a waiting program from the pool, unless each game must have a fresh one. */
  if (spec->restart) contestant->pool = NULL;
  if (contestant->pool != NULL && engine_pool_take(contestant->pool, spec, &contestant->driver)) return DRIVER_TURN;
  return note_answer(contestant, driver_open(&contestant->driver, spec, stop, fault), stop);
}

enum driver_answer contestant_begin(struct contestant *contestant, const char *newgame, const atomic_bool *stop,
                                    struct fault *fault) {
  if (contestant->spec->kind != NULL) return DRIVER_TURN;
  return note_answer(contestant, driver_begin(&contestant->driver, newgame, stop, fault), stop);
}

void contestant_close(struct contestant *contestant) {
  if (contestant->spec == NULL) return;
  if (contestant->spec->kind != NULL)
    player_close(&contestant->player);
  else if (contestant->pool != NULL && !contestant->failed)
    engine_pool_give(contestant->pool, contestant->spec, &contestant->driver);
  else
    driver_close(&contestant->driver, !contestant->failed);
  *contestant = (struct contestant){0};
}

void contestant_last_words(struct contestant *contestant, struct text *text) {
  if (contestant->spec == NULL || contestant->spec->kind != NULL) return;
  if (contestant->spec->errors != NULL) {
    text_print(text, "its standard error is in %s\n", contestant->spec->errors);
    return;
  }
  const struct span said = process_said(&contestant->driver.process);
  text_add(text, said.bytes, said.length);
  if (said.length > 0 && said.bytes[said.length - 1] != '\n') text_add_char(text, '\n');
}

/* Plays a turn of an internal player. The arena itself ends the player's search, so that it never loses by being
 * late. */
static enum driver_answer play_inside(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                      uint32_t *milliseconds, struct fault *fault) {
  /* 1. Work out its budget: the smaller of the limit for one turn and its share of the clock. */
  const struct engine_limits *limits = &contestant->spec->limits;
  struct player_budget budget = {limits->movetime, limits->playouts, stop, limits->processor};
  if (limits->clock) {
    const uint32_t share = time_control_share(history->game, contestant->left, limits->increment);
    if (budget.milliseconds == 0 || share < budget.milliseconds) budget.milliseconds = share;
  }

  /* 2. Let it choose. */
  struct player_advice advice;
  const int64_t begin = steady_milliseconds();
  player_choose(&contestant->player, history->game, &budget, &advice);
  *milliseconds = (uint32_t)(steady_milliseconds() - begin);
  if (atomic_load(stop)) return DRIVER_STOPPED;
  const struct player_candidate *best = &advice.candidates[0];
  contestant->has_lead = contestant->spec->kind->searches;
  contestant->difference = best->difference;

  /* 3. Take the whole turn, or nothing of it. */
  if (!history_place(history, best->turn.placement, fault)) return DRIVER_LOST;
  if (history_meeple(history, best->turn.decision, fault)) return DRIVER_TURN;
  history_undo(history);
  return DRIVER_LOST;
}

static enum driver_answer play_outside(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                       uint32_t *milliseconds, struct fault *fault) {
  /* 1. Work out its time. */
  const struct engine_limits *limits = &contestant->spec->limits;
  struct driver_time time = {.left = contestant->left > 0 ? contestant->left : 1};
  if (limits->movetime > 0) time.allowed = limits->movetime;
  if (limits->clock && (time.allowed == 0 || time.left < time.allowed)) time.allowed = time.left;
  if (limits->processor > 0) {
    time.processor = limits->processor;
    time.over = limits->processor + limits->margin;
    if (time.allowed == 0) time.allowed = limits->processor * DRIVER_PATIENCE + limits->patience;
  }
  if (time.allowed > 0) time.allowed += limits->margin;

  /* 2. Get its answer. */
  struct driver_turn turn;
  const enum driver_answer answer = driver_go(&contestant->driver, limits, time, history, stop, &turn, fault);
  *milliseconds = turn.milliseconds;
  if (answer != DRIVER_TURN) return answer;
  contestant->has_lead = turn.has_lead;
  contestant->difference = turn.difference;

  /* 3. Take the turn if it is legal. */
  if (history_move(history, &turn.move, fault)) return DRIVER_TURN;
  struct text word = {0};
  move_write(&turn.move, history->set->set, &word);
  fault_within(fault, word.bytes);
  text_free(&word);
  return DRIVER_LOST;
}

enum driver_answer contestant_play(struct contestant *contestant, struct history *history, const atomic_bool *stop,
                                   struct fault *fault) {
  uint32_t milliseconds = 0;
  const enum driver_answer answer = contestant->spec->kind != NULL
                                        ? play_inside(contestant, history, stop, &milliseconds, fault)
                                        : play_outside(contestant, history, stop, &milliseconds, fault);
  if (answer == DRIVER_TURN) { /* update the clock */
    if (milliseconds > contestant->longest) contestant->longest = milliseconds;
    const uint32_t left = contestant->left > milliseconds ? contestant->left - milliseconds : 0;
    contestant->left = left + contestant->spec->limits.increment;
  }
  contestant->failed = answer != DRIVER_TURN;
  return answer;
}
