#include "notation/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "notation/state.h"

struct history_memory {
  int step_capacity, undo_capacity;
  int fixed;            /* number of steps, from the first on, that are final */
  unsigned char *undos; /* one for each step after the final ones */
  tess_events events;   /* events of the last step */
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

struct history *history_resume(struct span line, const struct set_library *library, uint64_t seed,
                               struct fault *fault) {
  struct history *history = new_history(NULL);
  history->resumed = true;
  history->set = position_read(line, library, seed, history->game, fault);
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
  const int place = index - history->memory->fixed;
  assert(place >= 0);
  return (tess_undo *)(void *)(history->memory->undos + (size_t)place * tess_undo_size());
}

/* The undo for the step that comes next. */
static tess_undo *next_undo(struct history *history) {
  struct history_memory *memory = history->memory;
  if (history->count == memory->step_capacity) {
    memory->step_capacity = memory->step_capacity * 2 + 64;
    history->steps = memory_resize(history->steps, (size_t)memory->step_capacity * sizeof *history->steps);
  }
  if (history->count - memory->fixed == memory->undo_capacity) {
    memory->undo_capacity = memory->undo_capacity * 2 + 8;
    memory->undos = memory_resize(memory->undos, (size_t)memory->undo_capacity * tess_undo_size());
  }
  return undo_at(history, history->count);
}

static void keep_step(struct history *history, struct history_step step) {
  history->steps[history->count++] = step;
  if (history->listener != NULL) history->listener(history->context, history->game, &history->memory->events);
}

/* The part of a step that describes the tile just laid. */
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

/* The reason why a tile of this kind cannot be drawn, as a format with %s for its id. */
static const char *refused_draw(const struct history *history, int kind) {
  const tess_tile_def *tile = tess_set_tile(history->set->set, kind);
  const tess_options options = tess_game_options(history->game);
  if (tess_game_bag(history->game, kind) > 0) return "the tile %s is not yet due";
  if (tile->action != TESS_ACTION_NONE && !options.arrows) return "the tile %s is only in games with the option arrows";
  if (tile->role != TESS_ROLE_LAND && !options.river) return "the tile %s is only in games with the option river";
  return "no tile %s is left";
}

bool history_draw(struct history *history, int kind, struct fault *fault) {
  tess_events *events = &history->memory->events;
  int seat = tess_game_seat(history->game);
  tess_error error = tess_game_draw(history->game, kind, next_undo(history), events);
  if (error == TESS_ERROR_BAD_PHASE) return not_due(history, "a draw", fault);
  if (error != TESS_ERROR_NONE) {
    assert(kind >= 0);
    return fault_refuse(fault, error, refused_draw(history, kind), kind_id(history, kind));
  }
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

bool history_meeple(struct history *history, tess_decision decision, struct fault *fault) {
  if (tess_game_phase(history->game) != TESS_PHASE_MEEPLE) return not_due(history, "a meeple", fault);
  struct history_step step = step_of_last_tile(history->game, STEP_MEEPLE);
  const tess_events *events = &history->memory->events;
  tess_error error = tess_game_meeple(history->game, decision, next_undo(history), &history->memory->events);
  if (error == TESS_ERROR_NONE) {
    /* Store the spot that names the realm (CL-10.10), even if the caller named another one. */
    for (uint32_t i = 0; i < events->count; i++)
      if (events->at[i].type == TESS_EVENT_MEEPLE) decision.spot = events->at[i].spot;
    step.choice = choice_of(history->game, decision);
    keep_step(history, step);
    return true;
  }
  struct text words = {0};
  choice_write(choice_of(history->game, decision), tess_set_rules(history->set->set), &words);
  fault_refuse(fault, error, "the decision %s is not legal", words.bytes);
  text_free(&words);
  return false;
}

bool history_pass(struct history *history, struct fault *fault) {
  return tess_game_phase(history->game) != TESS_PHASE_MEEPLE ||
         history_meeple(history, (tess_decision){.piece = TESS_PIECE_NONE}, fault);
}

bool history_throw(struct history *history, const tess_throw *thrown, struct fault *fault) {
  if (tess_game_phase(history->game) != TESS_PHASE_THROW) return not_due(history, "a throw", fault);
  struct history_step step = step_of_last_tile(history->game, STEP_THROW);
  const tess_events *events = &history->memory->events;
  tess_error error = tess_game_throw(history->game, thrown, next_undo(history), &history->memory->events);
  if (error == TESS_ERROR_NONE) {
    uint32_t i = 0;
    while (i + 1 < events->count && events->at[i].type != TESS_EVENT_THROW) i++;
    step.thrown = events->at[i].thrown;
    keep_step(history, step);
    return true;
  }
  tess_spot spot;
  uint8_t dice[TESS_MAX_PLAYERS] = {0};
  struct text words = {0};
  tess_game_battle(history->game, &spot, dice);
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    if (dice[side] > 0) text_print(&words, " %d:%d", side + 1, dice[side]);
  fault_refuse(fault, error, "expected dice of these sides, by side and number:%s", words.bytes);
  text_free(&words);
  return false;
}

void history_undo(struct history *history) {
  assert(history->count > 0);
  history->count--;
  tess_game_undo(history->game, undo_at(history, history->count));
}

void history_drop_undos(struct history *history) {
  struct history_memory *memory = history->memory;
  free(memory->undos);
  memory->undos = NULL;
  memory->undo_capacity = 0;
  memory->fixed = history->count;
}

/* ---- Moves and words of records ---- */

/* Takes back all steps after the first `count`; returns false. */
static bool fall_back(struct history *history, int count) {
  while (history->count > count) history_undo(history);
  return false;
}

static bool decide(struct history *history, struct choice choice, struct fault *fault) {
  tess_decision decision;
  return choice_decide(choice, history->game, &decision, fault) && history_meeple(history, decision, fault);
}

/* Lays the tile of a move; it must be the tile that was drawn. */
static bool place(struct history *history, const struct move *move, struct fault *fault) {
  int drawn = tess_game_drawn(history->game);
  if (drawn >= 0 && drawn != move->kind)
    return fault_refuse(fault, TESS_ERROR_BAD_PLACEMENT, "the tile drawn is %s and not %s", kind_id(history, drawn),
                        kind_id(history, move->kind));
  return history_place(history, move->placement, fault);
}

bool history_move(struct history *history, const struct move *move, struct fault *fault) {
  int before = history->count;
  struct choice choice = move->decided ? move->choice : (struct choice){.piece = TESS_PIECE_NONE};
  return (place(history, move, fault) && decide(history, choice, fault)) || fall_back(history, before);
}

/* Draws a tile. It must fit somewhere; if `put_out`, it must fit nowhere. */
static bool draw(struct history *history, int kind, bool put_out, struct fault *fault) {
  if (!history_draw(history, kind, fault)) return false;
  if (history->steps[history->count - 1].put_out == put_out) return true;
  if (put_out)
    return fault_refuse(fault, TESS_ERROR_BAD_TILE, "the tile %s fits somewhere, so that it is not put out",
                        kind_id(history, kind));
  return fault_refuse(fault, TESS_ERROR_BAD_TILE, "the tile %s fits nowhere: it is put out, (%s)",
                      kind_id(history, kind), kind_id(history, kind));
}

/* When the word of the next turn comes and the decision is still open: places nothing. */
static bool decline_meeple(struct history *history, struct fault *fault) {
  if (tess_game_phase(history->game) != TESS_PHASE_MEEPLE) return true;
  return history_meeple(history, (tess_decision){.piece = TESS_PIECE_NONE}, fault);
}

static bool draw_word(struct history *history, struct span id, bool put_out, struct fault *fault) {
  int kind = kind_read(id, history->set->set, fault);
  return kind >= 0 && decline_meeple(history, fault) && draw(history, kind, put_out, fault);
}

/* True if the move names the tile just laid again, to make its decision. */
static bool repeats(const struct history *history, const struct move *move) {
  tess_tile last = tess_game_tile(history->game, tess_game_tiles(history->game) - 1);
  int rotation = tess_set_rotation(history->set->set, move->kind, move->placement.rotation);
  return tess_game_phase(history->game) == TESS_PHASE_MEEPLE && move->decided && move->kind == last.kind &&
         move->placement.x == last.x && move->placement.y == last.y && rotation == last.rotation;
}

static bool move_word(struct history *history, struct span word, struct fault *fault) {
  struct move move;
  if (!move_read(word, history->set->set, &move, fault)) return false;
  if (repeats(history, &move)) return decide(history, move.choice, fault);
  if (!decline_meeple(history, fault)) return false;
  if (tess_game_phase(history->game) == TESS_PHASE_DRAW && !draw(history, move.kind, false, fault)) return false;
  return place(history, &move, fault) && (!move.decided || decide(history, move.choice, fault));
}

/* True if the word begins with `first` and ends with `last`; `*inner` receives what is between them. */
static bool is_enclosed(struct span word, char first, char last, struct span *inner) {
  if (word.length < 2 || word.bytes[0] != first || word.bytes[word.length - 1] != last) return false;
  *inner = (struct span){word.bytes + 1, word.length - 2};
  return true;
}

bool history_word(struct history *history, struct span word, struct fault *fault) {
  const int before = history->count;
  const bool move = word.length > 0 && memchr(word.bytes, '@', word.length) != NULL;
  struct span inner;
  tess_throw thrown;
  bool taken;
  if (is_enclosed(word, '(', ')', &inner))
    taken = draw_word(history, inner, true, fault);
  else if (is_enclosed(word, '[', ']', &inner))
    taken = throw_read(inner, &thrown, fault) && history_throw(history, &thrown, fault);
  else
    taken = move ? move_word(history, word, fault) : draw_word(history, word, false, fault);
  return taken || fall_back(history, before);
}

void history_word_write(const struct history *history, int index, char separator, struct text *text) {
  const struct history_step *step = &history->steps[index];
  const bool last = index == history->count - 1;
  const char *id = kind_id(history, step->kind);
  if (step->type == STEP_DRAW && step->put_out) text_print(text, " (%s)", id);
  if (step->type == STEP_DRAW && !step->put_out && last) text_print(text, " %s", id);
  if (step->type == STEP_MEEPLE || (step->type == STEP_PLACE && last)) {
    struct move move = {.kind = step->kind, .placement = step->placement, .decided = step->type == STEP_MEEPLE};
    move.choice = step->choice;
    text_add_char(text, ' ');
    move_write(&move, history->set->set, text);
  }
  if (step->type != STEP_THROW) return;
  text_add_string(text, " [");
  throw_write(&step->thrown, separator, text);
  text_add_char(text, ']');
}
