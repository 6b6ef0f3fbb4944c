/* Communicates with a program that is being checked, and plays the same game by Tessera's rules beside it. */
#include "cli/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/steady_clock.h"
#include "notation/state.h"

enum { QUIT_GRACE = 500 };

/* The command that the model gets, in the same words as the program. */
static const struct session_command model_commands[] = {{"newgame", "", session_newgame, 0}, {0}};

/* ---- Lines ---- */

bool probe_send(struct probe *probe, const char *line, struct fault *fault) {
  struct text bytes = {0};
  text_print(&bytes, "%s\n", line);
  const bool sent = process_send(&probe->process, text_span(&bytes), steady_milliseconds() + probe->patience, fault);
  text_free(&bytes);
  return sent;
}

static bool say_line(struct fault *fault, const char *what, struct span line) {
  return fault_say(fault, "%s: %s", what, quote(line.bytes, line.length).text);
}

/* Accepts a line with results of a search, which may come only between the `ok` to `go` and `bestmove`. */
static bool hear_thought(struct probe *probe, struct span line, struct span word, struct fault *fault) {
  if (probe->state != PROBE_THINKING) return say_line(fault, "it is not thinking, but said", line);
  if (!span_is(word, "bestmove")) return true;
  struct span move;
  if (!bestmove_read(line, &move, fault)) return false;
  text_clear(&probe->move);
  text_add(&probe->move, move.bytes, move.length);
  probe->state = PROBE_IDLE;
  return true;
}

enum heard { HEARD_OK, HEARD_ERROR, HEARD_THOUGHT, HEARD_DATA, HEARD_WRONG };

/* How long to read: for `milliseconds`, which end at `deadline`. */
struct wait {
  uint32_t milliseconds;
  int64_t deadline;
};

static struct wait wait_for(uint32_t milliseconds) {
  return (struct wait){milliseconds, steady_milliseconds() + milliseconds};
}

/* Reads the next line; the words of an error reply go to `*error`. */
static enum heard hear(struct probe *probe, struct wait wait, struct text *data, struct span *error,
                       struct fault *fault) {
  struct span line;
  const enum process_read read = process_line(&probe->process, wait.deadline, probe->stop, &line, fault);
  if (read == PROCESS_STOPPED) fault_say(fault, "interrupted");
  if (read != PROCESS_READ) {
    if (steady_milliseconds() >= wait.deadline) fault_say(fault, "no answer within %u ms", wait.milliseconds);
    return HEARD_WRONG;
  }
  struct reader reader = reader_of(line);
  const struct span word = reader_word(&reader);
  if (span_is(line, "ok")) {
    if (probe->state == PROBE_ASKED) probe->state = PROBE_THINKING;
    return HEARD_OK;
  }
  if (span_is(word, "error")) {
    *error = line;
    return HEARD_ERROR;
  }
  if (span_is(word, "info") || span_is(word, "bestmove"))
    return hear_thought(probe, line, word, fault) ? HEARD_THOUGHT : HEARD_WRONG;
  if (data != NULL) {
    text_add(data, line.bytes, line.length);
    text_add_char(data, '\n');
  }
  return HEARD_DATA;
}

bool probe_listen(struct probe *probe, int replies, bool bestmove, uint32_t milliseconds, struct text *data,
                  struct fault *fault) {
  const struct wait wait = wait_for(milliseconds);
  while (replies > 0 || (bestmove && probe->state != PROBE_IDLE)) {
    struct span error;
    const enum heard heard = hear(probe, wait, data, &error, fault);
    if (heard == HEARD_ERROR) return say_line(fault, "expected ok, not", error);
    if (heard == HEARD_WRONG) return false;
    replies -= heard == HEARD_OK;
  }
  return true;
}

static bool within(struct fault *fault, const char *line) {
  return fault_within(fault, quote(line, strlen(line)).text);
}

bool probe_ask(struct probe *probe, const char *line, struct text *data, struct fault *fault) {
  return (probe_send(probe, line, fault) && probe_listen(probe, 1, false, probe->patience, data, fault)) ||
         within(fault, line);
}

bool probe_refused(struct probe *probe, const char *line, const char *codes, struct fault *fault) {
  const struct wait wait = wait_for(probe->patience);
  if (!probe_send(probe, line, fault)) return within(fault, line);
  struct span error;
  enum heard heard;
  do heard = hear(probe, wait, NULL, &error, fault);
  while (heard != HEARD_WRONG && heard != HEARD_OK && heard != HEARD_ERROR);
  if (heard == HEARD_OK) fault_say(fault, "expected an error, not ok");
  if (heard != HEARD_ERROR) return within(fault, line);
  if (codes == NULL) return true;

  /* The code is the second word of an error reply. */
  struct reader reader = reader_of(error);
  reader_word(&reader);
  const struct span code = reader_word(&reader);
  struct span rest = span_of(codes), one;
  while (span_split(&rest, '|', &one))
    if (one.length == code.length && memcmp(one.bytes, code.bytes, code.length) == 0) return true;
  fault_say(fault, "expected an error %s, not %s", codes, quote(error.bytes, error.length).text);
  return within(fault, line);
}

bool probe_is_idle(struct probe *probe, struct fault *fault) {
  struct text data = {0};
  bool idle = probe_ask(probe, "isready", &data, fault);
  if (idle && (data.bytes == NULL || strcmp(data.bytes, "readyok\n") != 0))
    idle = say_line(fault, "expected readyok and ok to isready, and nothing else, not",
                    (struct span){data.bytes == NULL ? "" : data.bytes, data.length});
  text_free(&data);
  return idle;
}

/* ---- Beginning and end ---- */

bool probe_open(struct probe *probe, const char *command, const char *errors, struct fault *fault) {
  session_open(&probe->model, model_commands, NULL, tile_set_load);
  if (!process_start(&probe->process, command, errors, fault) || !probe_ask(probe, "tep", &probe->answer, fault))
    return false;
  static const char games[] = "id games ";
  struct span rest = {probe->answer.bytes, probe->answer.length}, line;
  probe->games = engine_games_all();
  while (rest.bytes != NULL && span_split(&rest, '\n', &line)) {
    if (span_is(line, "needs legal")) probe->needs_legal = true;
    if (line.length < strlen(games) || memcmp(line.bytes, games, strlen(games)) != 0) continue;
    const struct span words = {line.bytes + strlen(games), line.length - strlen(games)};
    if (!engine_games_read(words, &probe->games, fault)) return within(fault, "tep");
  }
  return true;
}

void probe_close(struct probe *probe) {
  process_end(&probe->process, QUIT_GRACE);
  session_close(&probe->model);
  text_free(&probe->answer);
  text_free(&probe->move);
}

/* ---- The game ---- */

void probe_draw(struct probe *probe) {
  struct history *history = probe->model.history;
  struct fault fault = {0};
  bool taken = true;
  for (;;) {
    if (tess_game_phase(history->game) == TESS_PHASE_DRAW)
      taken = history_draw(history, TESS_RANDOM, &fault);
    else if (tess_game_phase(history->game) == TESS_PHASE_THROW)
      taken = history_throw(history, NULL, &fault);
    else
      break;
    assert(taken);
  }
  (void)taken;
}

bool probe_newgame(struct probe *probe, const char *words, struct fault *fault) {
  struct text line = {0}, reply = {0};
  text_print(&line, "newgame %s", words);
  session_line(&probe->model, line.bytes, line.length, &reply);
  assert(strcmp(reply.bytes, "ok\n") == 0);
  const bool begun = probe_ask(probe, line.bytes, NULL, fault);
  if (begun) probe_draw(probe);
  text_free(&line);
  text_free(&reply);
  return begun;
}

bool probe_position(struct probe *probe, const char *line, struct fault *fault) {
  const struct history *history = probe->model.history;
  struct text words = {0};
  text_print(&words, "position %s", line == NULL ? "startpos moves" : line);
  for (int i = 0; line == NULL && i < history->count; i++) history_word_write(history, i, ';', &words);
  bool sent = probe_ask(probe, words.bytes, NULL, fault);
  text_free(&words);
  if (!sent || !probe->needs_legal) return sent;

  /* Send the legal moves, line by line. */
  tess_game *scratch = memory_new(tess_game_size());
  struct text lines = {0}, legal = {0};
  turns_write(history->game, scratch, &lines);
  struct span rest = {lines.bytes, lines.length}, one;
  while (sent && span_split(&rest, '\n', &one) && one.length > 0) {
    text_clear(&legal);
    text_add(&legal, one.bytes, one.length);
    sent = probe_ask(probe, legal.bytes, NULL, fault);
  }
  text_free(&legal);
  text_free(&lines);
  free(scratch);
  return sent;
}

bool probe_take(struct probe *probe, struct fault *fault) {
  struct history *history = probe->model.history;
  struct move move;
  if (!move_read(text_span(&probe->move), history->set->set, &move, fault) ||
      (!move.decided && !fault_say(fault, "expected a whole turn with its '='")) ||
      !history_move(history, &move, fault)) {
    within(fault, probe->move.bytes);
    return fault_within(fault, "bestmove");
  }
  return true;
}

bool probe_turn(struct probe *probe, const char *words, uint32_t milliseconds, struct fault *fault) {
  struct text line = {0};
  text_print(&line, "go%s%s", *words == '\0' ? "" : " ", words);
  probe->state = PROBE_ASKED;
  const bool answered =
      (probe_send(probe, line.bytes, fault) && probe_listen(probe, 1, true, milliseconds, NULL, fault)) ||
      within(fault, line.bytes);
  text_free(&line);
  return answered && probe_take(probe, fault);
}
