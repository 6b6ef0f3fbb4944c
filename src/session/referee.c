/* The commands of the referee: steps, questions about the game, and trying turns. */
#include <inttypes.h>
#include <stdio.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "notation/move.h"
#include "notation/record.h"
#include "notation/state.h"
#include "players/player.h"
#include "session/session.h"

enum { PROMISE_DIGITS = 2 }; /* decimals of an evaluation */

const struct session_command referee_commands[] = {REFEREE_COMMANDS, {0}};

/* Reads the only word of a command; false if there is none or more than one. */
static bool only_word(struct reader *words, const char *expected, struct span *word, struct fault *fault) {
  *word = reader_word(words);
  if (word->length == 0) return fault_say(fault, "a word is missing: %s", expected);
  return session_expect_end(words, fault);
}

static bool refuse_phase(const struct session *session, const char *expected, struct fault *fault) {
  return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "the phase is %s, not %s",
                      name_of_phase(tess_game_phase(session->history->game)), expected);
}

static bool phase_is(const struct session *session, tess_phase phase, struct fault *fault) {
  return tess_game_phase(session->history->game) == phase || refuse_phase(session, name_of_phase(phase), fault);
}

/* ---- Steps ---- */

bool referee_draw(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const struct span word = reader_word(words);
  int kind = TESS_RANDOM;
  (void)reply;
  if (!session_expect_end(words, fault) || !phase_is(session, TESS_PHASE_DRAW, fault)) return false;
  if (word.length > 0) kind = kind_read(word, session->history->set->set, fault);
  if (word.length > 0 && kind < 0) return false;
  return history_draw(session->history, kind, fault);
}

bool referee_place(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct span word;
  tess_placement placement;
  (void)reply;
  return only_word(words, "x,yrR", &word, fault) && phase_is(session, TESS_PHASE_PLACE, fault) &&
         placement_read(word, &placement, fault) && history_place(session->history, placement, fault);
}

bool referee_meeple(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct span word;
  tess_decision decision;
  (void)reply;
  return only_word(words, "none, return or PIECE:REALM", &word, fault) && phase_is(session, TESS_PHASE_MEEPLE, fault) &&
         decision_read(word, session->history->game, &decision, fault) &&
         history_meeple(session->history, decision, fault);
}

bool referee_throw(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  reader_skip_blanks(words);
  const struct span rest = {words->at, (size_t)(words->end - words->at)};
  tess_throw thrown;
  (void)reply;
  if (!phase_is(session, TESS_PHASE_THROW, fault)) return false;
  if (rest.length == 0) return history_throw(session->history, NULL, fault);
  return throw_read(rest, &thrown, fault) && history_throw(session->history, &thrown, fault);
}

bool referee_move(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct span word;
  struct move read;
  (void)reply;
  return only_word(words, "a move", &word, fault) && phase_is(session, TESS_PHASE_PLACE, fault) &&
         move_read(word, session->history->set->set, &read, fault) && history_move(session->history, &read, fault);
}

bool referee_undo(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  struct span word = reader_word(words);
  struct reader number = reader_of(word);
  int steps = word.length == 0 ? 1 : reader_int(&number, 1, INT32_MAX);
  if (word.length > 0 && !reader_done(&number))
    return fault_say(fault, "expected a number of steps, not %s", quote(word.bytes, word.length).text);
  if (!session_expect_end(words, fault)) return false;
  int known = session->history->count - session->floor;
  if (steps > known)
    return fault_as(fault, "nothing-to-undo", "%d steps were taken since newgame or position, not %d", known, steps);
  while (steps-- > 0) history_undo(session->history);
  return true;
}

/* ---- Queries ---- */

bool referee_phase(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  int drawn = tess_game_drawn(game);
  text_print(reply, "phase %s seat %d", name_of_phase(tess_game_phase(game)), tess_game_seat(game) + 1);
  if (drawn >= 0) text_print(reply, " tile %s", tess_set_tile(tess_game_set(game), drawn)->id);
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

bool referee_legal(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  legal_write(session->history->game, reply);
  return session_expect_end(words, fault);
}

bool referee_state(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const struct history *history = session->history;
  struct span form = reader_word(words);
  if (form.length == 0) {
    position_write(history->game, history->set, reply);
  } else if (span_is(form, "json")) {
    state_json_write(history->game, history->set, reply);
  } else {
    return fault_say(fault, "expected json or nothing, not %s", quote(form.bytes, form.length).text);
  }
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

bool referee_hash(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  text_add_string(reply, "hash ");
  text_add_hash(reply, tess_game_hash(session->history->game));
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

bool referee_realms(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  realms_write(session->history->game, reply);
  return session_expect_end(words, fault);
}

bool referee_bag(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  const tess_set *set = tess_game_set(game);
  for (int kind = 0; kind < tess_set_kinds(set); kind++) {
    int left = tess_game_bag(game, kind);
    if (left > 0) text_print(reply, "bag %s*%d\n", tess_set_tile(set, kind)->id, left);
  }
  text_print(reply, "bag total %d\n", tess_game_bag(game, -1));
  return session_expect_end(words, fault);
}

bool referee_fits(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct span word = reader_word(words);
  int16_t x, y;
  if (!cell_read(word, &x, &y, fault)) return false;
  text_print(reply, "fits %d\n", tess_game_fits(session->history->game, x, y));
  return session_expect_end(words, fault);
}

bool referee_perft(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  int kinds[TESS_MAX_TILES], count = 0;
  uint64_t nodes;
  char digits[24];

  /* 1. Read the depth, and the tiles to be drawn, in this order. */
  struct span word = reader_word(words);
  struct reader number = reader_of(word);
  const int depth = reader_int(&number, 0, TESS_MAX_TILES);
  if (!reader_done(&number))
    return fault_say(fault, "expected a depth from 0 to %d, not %s", TESS_MAX_TILES,
                     quote(word.bytes, word.length).text);
  while ((word = reader_word(words)).length > 0) {
    if (count == TESS_MAX_TILES) return fault_say(fault, "expected at most %d tiles", TESS_MAX_TILES);
    kinds[count] = kind_read(word, session->history->set->set, fault);
    if (kinds[count++] < 0) return false;
  }

  /* 2. Count the games. */
  if (!perft_count(session->history->game, depth, kinds, count, &nodes, fault)) return false;
  snprintf(digits, sizeof digits, "%" PRIu64, nodes);
  text_print(reply, "perft %d %s\n", depth, digits);
  return true;
}

/* Each line of the record starts with an extra word, so that none can be taken for a closing line. */
bool referee_record(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct text text = {0};
  struct record seeded = {0};
  const bool over =
      tess_game_phase(session->history->game) ==
      TESS_PHASE_OVER; /* before the end the chance is left out, because the seed would reveal what comes */
  if (over && !session->history->resumed && session->start.set != NULL) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, session->start.options.seed);
    record_set_tag(&seeded, "Seed", seed);
  }
  record_write(session->history, seeded.tag_count > 0 ? &seeded : &session->kept, &text);
  struct span rest = {text.bytes, text.length}, line;
  while (span_split(&rest, '\n', &line) && rest.bytes != NULL) {
    text_add_string(reply, "record ");
    text_add(reply, line.bytes, line.length);
    text_add_char(reply, '\n');
  }
  text_free(&text);
  record_free(&seeded);
  return session_expect_end(words, fault);
}

/* ---- Trying turns ---- */

bool referee_try(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct history *history = session->history;
  const tess_phase phase = tess_game_phase(history->game);
  const int before = history->count;
  const struct span word = reader_word(words);
  (void)reply;
  if (!session_expect_end(words, fault)) return false;
  if (word.length == 0) return fault_say(fault, "a word is missing: a move");
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE) return refuse_phase(session, "place or meeple", fault);
  const bool taken = history_word(history, word, fault);
  while (history->count > before) history_undo(history);
  return taken;
}

bool referee_eval(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  tess_game *game = session->history->game;
  struct forecast *forecast = forecast_open();
  float values[TESS_MAX_PLAYERS];
  forecast_values(forecast, game, values);
  text_add_string(reply, "eval");
  for (int side = 0; side < tess_game_sides(game); side++) {
    text_add_char(reply, ' ');
    text_add_decimal(reply, (double)values[side], PROMISE_DIGITS);
  }
  text_add_char(reply, '\n');
  forecast_close(forecast);
  return session_expect_end(words, fault);
}

/* Appends the events as objects with commas between them. */
static void gather_events(void *context, const tess_game *game, const tess_events *events) {
  struct text *text = context;
  for (uint32_t i = 0; i < events->count; i++) event_json_write(&events->at[i], game, text);
}

/* Appends the turn taken last. With `forecast` it is an object that also has the evaluation of the position after it
 * and the `events` of the turn; with NULL it is a line. */
static void write_turn(const struct history *history, struct forecast *forecast, const struct text *events,
                       struct text *text) {
  struct text move = {0};
  history_word_write(history, history->count - 1, ';', &move);
  if (forecast == NULL) {
    text_print(text, "turn %s\n", move.bytes + 1);
  } else {
    float values[TESS_MAX_PLAYERS];
    forecast_values(forecast, history->game, values);
    json_open_object(text, NULL);
    json_put_string(text, "move", move.bytes + 1);
    json_open_array(text, "eval");
    for (int side = 0; side < tess_game_sides(history->game); side++)
      json_put_decimal(text, NULL, (double)values[side], PROMISE_DIGITS);
    json_close_array(text);
    json_open_array(text, "events");
    text_add(text, events->bytes, events->length);
    json_close_array(text);
    json_close_object(text);
  }
  text_free(&move);
}

bool referee_turns(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct history *history = session->history;
  tess_placement placements[TESS_MAX_PLACEMENTS];
  tess_decision decisions[TESS_MAX_DECISIONS];

  /* 1. Read the form: one line for each turn, or one line of JSON. */
  const struct span form = reader_word(words);
  const bool json = form.length > 0;
  if (json && !span_is(form, "json"))
    return fault_say(fault, "expected json or nothing, not %s", quote(form.bytes, form.length).text);
  if (!session_expect_end(words, fault) || !phase_is(session, TESS_PHASE_PLACE, fault)) return false;
  struct forecast *forecast = json ? forecast_open() : NULL;
  struct text events = {0};
  if (json) {
    history->listener = gather_events;
    history->context = &events;
    json_open_array(reply, NULL);
  }

  /* 2. Take every turn of the drawn tile, write it, and take it back. */
  const int places = legal_placements(history->game, placements);
  for (int i = 0; i < places; i++) {
    text_clear(&events);
    history_place(history, placements[i], fault);
    const size_t placed = events.length;
    const int count = legal_decisions(history->game, decisions);
    for (int j = 0; j < count; j++) {
      text_cut(&events, placed);
      history_meeple(history, decisions[j], fault);
      write_turn(history, forecast, &events, reply);
      history_undo(history);
    }
    history_undo(history);
  }

  /* 3. End the JSON. */
  if (json) {
    json_close_array(reply);
    text_add_char(reply, '\n');
    history->listener = NULL;
    forecast_close(forecast);
  }
  text_free(&events);
  return true;
}
