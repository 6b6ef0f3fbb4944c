#include "session/referee_commands.h"

#include "notation/event_json.h"

static void hear_events(void *context, const tess_game *game, const tess_events *events) {
  struct text *reply = context;
  for (uint32_t i = 0; i < events->count; i++) {
    text_add_string(reply, "event ");
    event_json_write(&events->at[i], game, reply);
    text_add_char(reply, '\n');
  }
}

void referee_listen(struct session *session, struct text *reply) {
  session->history->listener = reply == NULL ? NULL : hear_events;
  session->history->context = reply;
}

/* The one word of a step; false if there is none or more than one. */
static bool only_word(struct reader *words, const char *expected, struct span *word, struct fault *fault) {
  *word = reader_word(words);
  if (word->length == 0) return fault_say(fault, "a word is missing: %s", expected);
  return session_expect_end(words, fault);
}

static bool phase_is(const struct session *session, tess_phase phase, struct fault *fault) {
  tess_phase now = tess_game_phase(session->history->game);
  if (now == phase) return true;
  return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "the phase is %s, not %s", name_of_phase(now), name_of_phase(phase));
}

static bool draw(struct session *session, struct reader *words, struct fault *fault) {
  struct span word = reader_word(words);
  int kind = TESS_RANDOM;
  if (!session_expect_end(words, fault)) return false;
  if (!phase_is(session, TESS_PHASE_DRAW, fault)) return false;
  if (word.length > 0) kind = kind_read(word, session->history->set->set, fault);
  if (word.length > 0 && kind < 0) return false;
  return history_draw(session->history, kind, fault);
}

static bool place(struct session *session, struct reader *words, struct fault *fault) {
  struct span word;
  tess_placement placement;
  return only_word(words, "x,yrR", &word, fault) && phase_is(session, TESS_PHASE_PLACE, fault) &&
         placement_read(word, &placement, fault) && history_place(session->history, placement, fault);
}

static bool meeple(struct session *session, struct reader *words, struct fault *fault) {
  struct span word;
  tess_decision decision;
  return only_word(words, "none, return or PIECE:REALM", &word, fault) && phase_is(session, TESS_PHASE_MEEPLE, fault) &&
         decision_read(word, session->history->game, &decision, fault) &&
         history_meeple(session->history, decision, fault);
}

static bool throw_dice(struct session *session, struct reader *words, struct fault *fault) {
  reader_skip_blanks(words);
  struct span rest = {words->at, (size_t)(words->end - words->at)};
  tess_throw thrown;
  if (!phase_is(session, TESS_PHASE_THROW, fault)) return false;
  if (rest.length == 0) return history_throw(session->history, NULL, fault);
  return throw_read(rest, &thrown, fault) && history_throw(session->history, &thrown, fault);
}

static bool move(struct session *session, struct reader *words, struct fault *fault) {
  struct span word;
  struct move read;
  return only_word(words, "a move", &word, fault) && phase_is(session, TESS_PHASE_PLACE, fault) &&
         move_read(word, session->history->set->set, &read, fault) && history_move(session->history, &read, fault);
}

static bool take(struct session *session, struct reader *words, struct text *reply, struct fault *fault,
                 bool (*step)(struct session *, struct reader *, struct fault *)) {
  referee_listen(session, reply);
  bool taken = step(session, words, fault);
  referee_listen(session, NULL);
  return taken;
}

bool referee_draw(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  return take(session, words, reply, fault, draw);
}

bool referee_place(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  return take(session, words, reply, fault, place);
}

bool referee_meeple(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  return take(session, words, reply, fault, meeple);
}

bool referee_throw(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  return take(session, words, reply, fault, throw_dice);
}

bool referee_move(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  return take(session, words, reply, fault, move);
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
