#include "notation/history.h"
#include "notation/position.h"
#include <assert.h>
#include <stdlib.h>

struct history_memory {
  int step_capacity, undo_capacity;
  int settled;          /* steps, from the first on, that cannot be taken back any more */
  unsigned char *undos; /* one for each step after those */
  tess_events events;   /* of the step that was taken last */
};

/* ---- Beginning and end ---- */

static struct history *new_history(const struct tile_set *set) {
  struct history *history = memory_new(sizeof *history);
  *history = (struct history){.set = set};
  history->game = memory_new(tess_game_size());
  history->memory = memory_new(sizeof *history->memory);
  *history->memory = (struct history_memory){0};
  return history;
}

struct history *history_new(const struct tile_set *set, const tess_options *options, struct fault *fault) {
  struct history *history = new_history(set);
  tess_error error = tess_game_new(history->game, set->set, options);
  if (error != TESS_ERROR_NONE) {
    fault_refuse(fault, error, "%s", tess_error_text(error));
    history_free(history);
    return NULL;
  }
  position_write(history->game, set, &history->start);
  return history;
}

struct history *history_resume(struct span line, const struct tile_shelf *shelf, uint64_t seed, struct fault *fault) {
  struct history *history = new_history(NULL);
  history->resumed = true;
  history->set = position_read(line, shelf, seed, history->game, fault);
  if (history->set == NULL) {
    history_free(history);
    return NULL;
  }
  position_write(history->game, history->set, &history->start);
  return history;
}

void history_free(struct history *history) {
  if (history == NULL) return;
  free(history->memory->undos);
  free(history->memory);
  free(history->steps);
  free(history->game);
  text_free(&history->start);
  free(history);
}

/* ---- Steps ---- */

static tess_undo *undo_at(struct history *history, int index) {
  const int place = index - history->memory->settled;
  assert(place >= 0);
  return (tess_undo *)(void *)(history->memory->undos + (size_t)place * tess_undo_size());
}

/* The undo of the step that is about to be taken. */
static tess_undo *next_undo(struct history *history) {
  struct history_memory *memory = history->memory;
  if (history->count == memory->step_capacity) {
    memory->step_capacity = memory->step_capacity * 2 + 64;
    history->steps = memory_resize(history->steps, (size_t)memory->step_capacity * sizeof *history->steps);
  }
  if (history->count - memory->settled == memory->undo_capacity) {
    memory->undo_capacity = memory->undo_capacity * 2 + 8;
    memory->undos = memory_resize(memory->undos, (size_t)memory->undo_capacity * tess_undo_size());
  }
  return undo_at(history, history->count);
}

static void keep_step(struct history *history, struct history_step step) {
  history->steps[history->count++] = step;
  if (history->listener != NULL) history->listener(history->context, history->game, &history->memory->events);
}

/* The tile just laid, as far as a step tells of it. */
static struct history_step step_of_last_tile(const tess_game *game, enum step_type type) {
  tess_tile tile = tess_game_tile(game, tess_game_tiles(game) - 1);
  return (struct history_step){.type = (uint8_t)type,
                               .seat = (uint8_t)tess_game_seat(game),
                               .kind = tile.kind,
                               .placement = {tile.x, tile.y, tile.rotation}};
}

static bool not_due(const struct history *history, const char *step, struct fault *fault) {
  return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "%s is not due in the phase %s", step,
                      name_of_phase(tess_game_phase(history->game)));
}

static const char *kind_id(const struct history *history, int kind) {
  return tess_set_tile(history->set->set, kind)->id;
}

static bool draw_refused(const struct history *history, int kind, tess_error error, struct fault *fault) {
  if (error == TESS_ERROR_BAD_PHASE) return not_due(history, "a draw", fault);
  assert(kind >= 0);
  if (tess_game_bag(history->game, kind) > 0)
    return fault_refuse(fault, error, "the tile %s is not yet due", kind_id(history, kind));
  return fault_refuse(fault, error, "no tile %s is left", kind_id(history, kind));
}

bool history_draw(struct history *history, int kind, struct fault *fault) {
  tess_events *events = &history->memory->events;
  int seat = tess_game_seat(history->game);
  tess_error error = tess_game_draw(history->game, kind, next_undo(history), events);
  if (error != TESS_ERROR_NONE) return draw_refused(history, kind, error, fault);
  struct history_step step = {.type = STEP_DRAW, .seat = (uint8_t)seat, .kind = events->at[0].kind};
  step.put_out = tess_game_phase(history->game) != TESS_PHASE_PLACE;
  keep_step(history, step);
  return true;
}

bool history_place(struct history *history, tess_placement placement, struct fault *fault) {
  int drawn = tess_game_drawn(history->game);
  tess_error error = tess_game_place(history->game, placement, next_undo(history), &history->memory->events);
  if (error == TESS_ERROR_BAD_PHASE) return not_due(history, "a placement", fault);
  if (error != TESS_ERROR_NONE)
    return fault_refuse(fault, error, "the tile %s cannot be placed at %d,%dr%d", kind_id(history, drawn), placement.x,
                        placement.y, placement.rotation);
  keep_step(history, step_of_last_tile(history->game, STEP_PLACE));
  return true;
}

static bool meeple_refused(const struct history *history, struct choice choice, tess_error error, struct fault *fault) {
  struct text text = {0};
  choice_write(choice, tess_set_rules(history->set->set), &text);
  fault_refuse(fault, error, "the decision %s is not legal", text.bytes);
  text_free(&text);
  return false;
}

bool history_meeple(struct history *history, tess_decision decision, struct fault *fault) {
  if (tess_game_phase(history->game) != TESS_PHASE_MEEPLE) return not_due(history, "a meeple", fault);
  struct history_step step = step_of_last_tile(history->game, STEP_MEEPLE);
  step.choice = choice_of(history->game, decision);
  tess_error error = tess_game_meeple(history->game, decision, next_undo(history), &history->memory->events);
  if (error != TESS_ERROR_NONE) return meeple_refused(history, step.choice, error, fault);
  keep_step(history, step);
  return true;
}

static bool throw_refused(const struct history *history, tess_error error, struct fault *fault) {
  tess_spot spot;
  uint8_t dice[TESS_MAX_PLAYERS] = {0};
  struct text text = {0};
  tess_game_battle(history->game, &spot, dice);
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    if (dice[side] > 0) text_print(&text, " %d:%d", side + 1, dice[side]);
  fault_refuse(fault, error, "expected dice of these sides, by side and number:%s", text.bytes);
  text_free(&text);
  return false;
}

/* The throw of a step that was taken, from its events. */
static tess_throw thrown_of(const tess_events *events) {
  uint32_t i = 0;
  while (i + 1 < events->count && events->at[i].type != TESS_EVENT_THROW) i++;
  return events->at[i].thrown;
}

bool history_throw(struct history *history, const tess_throw *thrown, struct fault *fault) {
  if (tess_game_phase(history->game) != TESS_PHASE_THROW) return not_due(history, "a throw", fault);
  struct history_step step = step_of_last_tile(history->game, STEP_THROW);
  tess_error error = tess_game_throw(history->game, thrown, next_undo(history), &history->memory->events);
  if (error != TESS_ERROR_NONE) return throw_refused(history, error, fault);
  step.thrown = thrown_of(&history->memory->events);
  keep_step(history, step);
  return true;
}

void history_undo(struct history *history) {
  assert(history->count > 0);
  history->count--;
  tess_game_undo(history->game, undo_at(history, history->count));
}

void history_settle(struct history *history) {
  struct history_memory *memory = history->memory;
  free(memory->undos);
  memory->undos = NULL;
  memory->undo_capacity = 0;
  memory->settled = history->count;
}
