/* The referee's commands about turns that nobody has taken yet: all of them, what one would bring, what a position
 * promises. */
#include "base/decimal.h"
#include "base/json_writer.h"
#include "notation/event_json.h"
#include "notation/legal.h"
#include "notation/turn.h"
#include "players/forecast.h"
#include "session/referee_commands.h"

static bool refuse_phase(tess_phase phase, const char *expected, struct fault *fault) {
  return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "the phase is %s, not %s", name_of_phase(phase), expected);
}

/* ---- What a turn would bring ---- */

bool referee_try(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct history *history = session->history;
  const tess_phase phase = tess_game_phase(history->game);
  const int before = history->count;
  const struct span word = reader_word(words);
  if (!session_expect_end(words, fault)) return false;
  if (word.length == 0) return fault_say(fault, "a word is missing: a move");
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE) return refuse_phase(phase, "place or meeple", fault);
  referee_listen(session, reply);
  const bool taken = history_word(history, word, fault);
  referee_listen(session, NULL);
  while (history->count > before) history_undo(history);
  return taken;
}

/* ---- What a position promises ---- */

enum { PROMISE_DIGITS = 2 };

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

/* ---- All turns ---- */

/* Where the turns go. */
struct turn_writer {
  struct history *history;
  struct text *text;
  struct text events; /* of the turn that is being tried: objects with commas between them */
  struct forecast *forecast;
  int count; /* turns written */
};

static void hear_events(void *context, const tess_game *game, const tess_events *events) {
  struct text *text = context;
  for (uint32_t i = 0; i < events->count; i++) event_json_write(&events->at[i], game, text);
}

/* The turn taken last, as a move. */
static void move_add(const struct turn_writer *writer) {
  struct text word = {0};
  history_word_write(writer->history, writer->history->count - 1, ';', &word);
  text_add_string(writer->text, word.bytes + 1);
  text_free(&word);
}

static void write_line(struct turn_writer *writer) {
  text_add_string(writer->text, "turn ");
  move_add(writer);
  text_add_char(writer->text, '\n');
}

static void write_object(struct turn_writer *writer) {
  struct text *text = writer->text;
  tess_game *game = writer->history->game;
  float values[TESS_MAX_PLAYERS];
  forecast_values(writer->forecast, game, values);
  json_open_object(text, NULL);
  json_open_string(text, "move");
  move_add(writer);
  json_close_string(text);
  json_open_array(text, "eval");
  for (int side = 0; side < tess_game_sides(game); side++)
    json_put_decimal(text, NULL, (double)values[side], PROMISE_DIGITS);
  json_close_array(text);
  json_open_array(text, "events");
  text_add(text, writer->events.bytes, writer->events.length);
  json_close_array(text);
  json_close_object(text);
}

/* Takes every turn of the drawn tile, writes it, and takes it back. */
static void write_turns(struct turn_writer *writer, void (*write)(struct turn_writer *)) {
  struct history *history = writer->history;
  struct fault fault = {0};
  tess_placement placements[TESS_MAX_PLACEMENTS];
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int places = legal_placements(history->game, placements);
  for (int i = 0; i < places; i++) {
    text_clear(&writer->events);
    history_place(history, placements[i], &fault);
    const size_t placed = writer->events.length;
    const int count = legal_decisions(history->game, decisions);
    for (int j = 0; j < count; j++, writer->count++) {
      text_cut(&writer->events, placed);
      history_meeple(history, decisions[j], &fault);
      write(writer);
      history_undo(history);
    }
    history_undo(history);
  }
}

/* One line of JSON; `history` is the same again at return. */
static void write_turns_json(struct turn_writer *writer) {
  writer->forecast = forecast_open();
  writer->history->listener = hear_events;
  writer->history->context = &writer->events;
  json_open_array(writer->text, NULL);
  write_turns(writer, write_object);
  json_close_array(writer->text);
  text_add_char(writer->text, '\n');
  writer->history->listener = NULL;
  forecast_close(writer->forecast);
}

bool referee_turns(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct turn_writer writer = {.history = session->history, .text = reply};
  const tess_phase phase = tess_game_phase(session->history->game);
  const struct span form = reader_word(words);
  if (form.length > 0 && !span_is(form, "json"))
    return fault_say(fault, "expected json or nothing, not %s", quote(form.bytes, form.length).text);
  if (!session_expect_end(words, fault)) return false;
  if (phase != TESS_PHASE_PLACE) return refuse_phase(phase, "place", fault);
  if (form.length > 0)
    write_turns_json(&writer);
  else
    write_turns(&writer, write_line);
  text_free(&writer.events);
  return true;
}
