/* The exported functions of libtessera-notation (tessera/notation.h). */
#include "tessera/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "notation/options.h"
#include "notation/record.h"
#include "notation/state.h"

/* ---- Faults and texts ---- */

/* Copies a fault to the caller of the library; `out` may be NULL. */
static void copy_fault(tess_fault *out, const struct fault *fault) {
  if (out == NULL) return;
  *out = (tess_fault){.error = fault->error, .line = fault->line, .move = fault->move};
  memcpy(out->text, fault->text, sizeof out->text);
}

_Static_assert(sizeof((tess_fault *)NULL)->text == sizeof((struct fault *)NULL)->text, "a sentence fits");

/* Returns the bytes of a text; the caller must free them. */
static char *give(struct text *text) {
  text_add(text, "", 0);
  return text->bytes;
}

void tess_text_free(char *text) { free(text); }

/* ---- Tile sets ---- */

struct tess_sets {
  struct set_library *library;
};

tess_sets *tess_sets_new(const char *json, size_t length, tess_fault *fault) {
  struct fault wrong = {0};
  struct tile_set *own = json == NULL ? NULL : tile_set_read_json(json, length, &wrong);
  if (own != NULL && own->joins_only) {
    fault_refuse(&wrong, TESS_ERROR_BAD_SET, "the set '%s' has river or arrow tiles only", own->id);
    tile_set_free(own);
    own = NULL;
  }
  if (json != NULL && own == NULL) {
    copy_fault(fault, &wrong);
    return NULL;
  }
  tess_sets *sets = memory_new(sizeof *sets);
  sets->library = set_library_open();
  if (own != NULL) set_library_put(sets->library, own);
  return sets;
}

void tess_sets_free(tess_sets *sets) {
  if (sets == NULL) return;
  set_library_close(sets->library);
  free(sets);
}

const char *tess_sets_name(const tess_sets *sets, int index) {
  const struct tile_set *set = set_library_built_in(sets->library, index);
  return set == NULL ? NULL : set->id;
}

const char *tess_sets_own(const tess_sets *sets) {
  const struct tile_set *set = set_library_loaded(sets->library);
  return set == NULL ? NULL : set->id;
}

const tess_set *tess_sets_find(const tess_sets *sets, const char *id) {
  const struct tile_set *set = set_library_find(sets->library, span_of(id));
  return set == NULL ? NULL : set->set;
}

/* ---- Histories ---- */

struct tess_history {
  struct history *history;
  struct record said; /* tags and comments of the record */
  struct text events; /* events of the last call, separated by commas */
};

static void hear(void *context, const tess_game *game, const tess_events *events) {
  struct text *text = context;
  for (uint32_t i = 0; i < events->count; i++) {
    if (text->length > 0) text_add_char(text, ',');
    event_json_write(&events->at[i], game, text);
  }
}

/* Wraps a history that was read or started. Returns NULL and reports the fault if `history` is NULL. */
static tess_history *wrap(struct history *history, const struct fault *fault, tess_fault *out) {
  if (history == NULL) {
    copy_fault(out, fault);
    return NULL;
  }
  tess_history *made = memory_new(sizeof *made);
  *made = (tess_history){.history = history};
  history->listener = hear;
  history->context = &made->events;
  return made;
}

tess_history *tess_history_new(const tess_sets *sets, const char *words, tess_fault *fault) {
  struct game_request request = {0};
  struct reader reader = reader_of(span_of(words));
  struct game_setup setup;
  struct fault wrong = {0};
  struct history *history = NULL;
  if (game_request_words(&request, &reader, &wrong) &&
      game_request_library(&request, sets->library, NULL, &wrong) != NULL &&
      game_request_settle(&request, sets->library, &setup, &wrong))
    history = history_new(setup.set, &setup.options, &wrong);
  return wrap(history, &wrong, fault);
}

tess_history *tess_history_from_position(const tess_sets *sets, const char *line, uint64_t seed, tess_fault *fault) {
  struct fault wrong = {0};
  return wrap(history_resume(span_of(line), sets->library, seed, &wrong), &wrong, fault);
}

tess_history *tess_history_read(const tess_sets *sets, const char **at, size_t *length, tess_fault *fault) {
  struct fault wrong = {0};
  struct record record = {0};
  struct record_source source = record_source_of((struct span){*at, *length});
  const int read = record_read(&source, &record, &wrong);
  tess_history *history = wrap(read == 1 ? record_replay(&record, sets->library, &wrong) : NULL, &wrong, fault);
  if (history == NULL) {
    record_free(&record);
    return NULL;
  }
  history->said = record;
  *at = source.rest.bytes;
  *length = source.rest.length;
  return history;
}

void tess_history_free(tess_history *history) {
  if (history == NULL) return;
  history_free(history->history);
  record_free(&history->said);
  text_free(&history->events);
  free(history);
}

const tess_game *tess_history_game(const tess_history *history) { return history->history->game; }

const char *tess_history_set(const tess_history *history) { return history->history->set->id; }

int tess_history_count(const tess_history *history) { return history->history->count; }

/* ---- Steps ---- */

/* Ends a step. If the step was refused, reports the fault and drops the events. */
static bool stepped(tess_history *history, bool good, const struct fault *fault, tess_fault *out) {
  if (good) return true;
  text_clear(&history->events);
  copy_fault(out, fault);
  return false;
}

bool tess_history_word(tess_history *history, const char *word, tess_fault *fault) {
  struct fault wrong = {0};
  text_clear(&history->events);
  return stepped(history, history_word(history->history, span_of(word), &wrong), &wrong, fault);
}

bool tess_history_draw(tess_history *history, int kind, tess_fault *fault) {
  struct fault wrong = {0};
  text_clear(&history->events);
  if (kind != TESS_RANDOM && (kind < 0 || kind >= tess_set_kinds(history->history->set->set)))
    return stepped(history, fault_refuse(&wrong, TESS_ERROR_BAD_TILE, "the set has no kind %d", kind), &wrong, fault);
  return stepped(history, history_draw(history->history, kind, &wrong), &wrong, fault);
}

bool tess_history_place(tess_history *history, tess_placement placement, tess_fault *fault) {
  struct fault wrong = {0};
  text_clear(&history->events);
  return stepped(history, history_place(history->history, placement, &wrong), &wrong, fault);
}

/* True if the decision's piece and feature exist at all. */
static bool is_there(const tess_game *game, tess_decision decision) {
  const tess_set *set = tess_game_set(game);
  if (tess_piece_name(tess_set_rules(set), decision.piece) == NULL) return false;
  if (decision.piece == TESS_PIECE_NONE || decision.piece == TESS_PIECE_RETURN) return true;
  if (decision.spot.tile >= tess_game_tiles(game)) return false;
  return decision.spot.feature < tess_set_tile(set, tess_game_tile(game, decision.spot.tile).kind)->feature_count;
}

bool tess_history_meeple(tess_history *history, tess_decision decision, tess_fault *fault) {
  struct fault wrong = {0};
  text_clear(&history->events);
  if (tess_game_phase(history->history->game) == TESS_PHASE_MEEPLE && !is_there(history->history->game, decision))
    return stepped(history, fault_refuse(&wrong, TESS_ERROR_BAD_DECISION, "there is no such piece or feature"), &wrong,
                   fault);
  return stepped(history, history_meeple(history->history, decision, &wrong), &wrong, fault);
}

bool tess_history_throw(tess_history *history, const tess_throw *thrown, tess_fault *fault) {
  struct fault wrong = {0};
  text_clear(&history->events);
  return stepped(history, history_throw(history->history, thrown, &wrong), &wrong, fault);
}

bool tess_history_undo(tess_history *history) {
  text_clear(&history->events);
  if (history->history->count == 0) return false;
  history_undo(history->history);
  return true;
}

char *tess_history_events(const tess_history *history) {
  struct text text = {0};
  const struct span events = text_span(&history->events);
  text_add_char(&text, '[');
  text_add(&text, events.bytes, events.length);
  text_add_char(&text, ']');
  return give(&text);
}

/* ---- Games as text ---- */

/* A function that returns what `write` appends to `text`; the caller must free it. */
#define WRITER(name, write)                                                                                            \
  char *name(const tess_history *history) {                                                                            \
    struct text text = {0};                                                                                            \
    write;                                                                                                             \
    return give(&text);                                                                                                \
  }

WRITER(tess_history_position, position_write(history->history->game, history->history->set, &text))
WRITER(tess_history_state, state_json_write(history->history->game, history->history->set, &text))
WRITER(tess_history_legal, legal_write(history->history->game, &text))
WRITER(tess_history_record, record_write(history->history, &history->said, &text))
WRITER(tess_history_save, record_save(history->history, &history->said, &text))

bool tess_history_set_tag(tess_history *history, const char *name, const char *value, tess_fault *fault) {
  struct fault wrong = {0};
  struct reader reader = reader_of(span_of(name));
  reader_id(&reader);
  if (!reader_done(&reader))
    fault_say(&wrong, "a tag's name is of letters, digits and _, not %s", quote(name, strlen(name)).text);
  else if (!span_is_plain(span_of(value), false))
    fault_say(&wrong, "the tag's value is not UTF-8 or holds a control character");
  else if (!record_takes_tag(&history->said, name))
    fault_say(&wrong, "a record has at most %d tags", RECORD_TAGS);
  else {
    record_set_tag(&history->said, name, value);
    return true;
  }
  copy_fault(fault, &wrong);
  return false;
}

const char *tess_history_tag(const tess_history *history, const char *name) {
  return record_tag_value(&history->said, name);
}

/* ---- Whole turns ---- */

char *tess_turn_write(const tess_game *game, tess_turn turn) {
  assert(tess_game_phase(game) == TESS_PHASE_PLACE || tess_game_phase(game) == TESS_PHASE_MEEPLE);
  tess_game *scratch = memory_new(tess_game_size());
  struct text text = {0};
  turn_write(game, turn, scratch, &text);
  free(scratch);
  return give(&text);
}

/* Finds the turn that a move means, on a copy of the game. */
static bool read_turn(tess_game *trial, const char *word, tess_turn *turn, struct fault *fault) {
  struct move move;
  tess_turn read = {0};
  if (!move_read(span_of(word), tess_game_set(trial), &move, fault)) return false;
  if (tess_game_phase(trial) != TESS_PHASE_PLACE || move.kind != tess_game_drawn(trial))
    return fault_refuse(fault, TESS_ERROR_BAD_TILE, "the move is not of the tile that is drawn");
  read.placement = move.placement;
  tess_error error = tess_game_place(trial, move.placement, NULL, NULL);
  if (error == TESS_ERROR_NONE && move.decided && !choice_decide(move.choice, trial, &read.decision, fault))
    return false;
  if (error == TESS_ERROR_NONE) error = tess_game_meeple(trial, read.decision, NULL, NULL);
  if (error != TESS_ERROR_NONE) return fault_refuse(fault, error, "%s", tess_error_text(error));
  *turn = read;
  return true;
}

bool tess_turn_read(const tess_game *game, const char *move, tess_turn *turn, tess_fault *fault) {
  struct fault wrong = {0};
  tess_game *trial = memory_new(tess_game_size());
  tess_game_copy(trial, game);
  const bool good = read_turn(trial, move, turn, &wrong);
  free(trial);
  if (!good) copy_fault(fault, &wrong);
  return good;
}
