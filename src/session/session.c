#include "session/session.h"

#include <stdlib.h>
#include <string.h>

const char *session_code(const struct fault *fault) {
  if (fault->code != NULL) return fault->code;
  return fault->error == TESS_ERROR_NONE ? "syntax" : name_of_error(fault->error);
}

bool session_expect_end(struct reader *words, struct fault *fault) {
  struct span word = reader_word(words);
  if (word.length == 0) return true;
  return fault_say(fault, "one word too many: %s", quote(word.bytes, word.length).text);
}

bool session_tep(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)session;
  text_add_string(reply, "id name tessera\nid version " TESS_VERSION "\nprotocol 1\n");
  return session_expect_end(words, fault);
}

bool session_quit(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  session->over = session_expect_end(words, fault);
  return session->over;
}

/* Puts a game in place of the one before, together with the shelf that its set is of. */
static void replace_game(struct session *session, struct history *history, struct tile_shelf *shelf) {
  history_free(session->history);
  if (shelf != session->shelf) tile_shelf_close(session->shelf);
  session->shelf = shelf;
  session->history = history;
  session->floor = history->count;
}

static bool read_request(struct reader *words, struct game_request *request, struct fault *fault) {
  for (;;) {
    struct span rest = reader_word(words), key;
    if (rest.length == 0) return true;
    if (memchr(rest.bytes, '=', rest.length) == NULL)
      return fault_say(fault, "expected key=value, not %s", quote(rest.bytes, rest.length).text);
    span_split(&rest, '=', &key);
    if (rest.bytes == NULL || rest.length == 0)
      return fault_say(fault, "a value is missing after %s", quote(key.bytes, key.length).text);
    if (!game_request_set(request, key, rest, fault)) return false;
  }
}

bool session_newgame(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  struct game_request request = {0};
  if (!read_request(words, &request, fault)) return false;
  struct tile_shelf *shelf = game_request_shelf(&request, session->shelf, session->load, fault);
  if (shelf == NULL) return false;
  struct game_setup setup;
  struct history *history = NULL;
  if (game_request_settle(&request, shelf, &setup, fault)) history = history_new(setup.set, &setup.options, fault);
  if (history == NULL) {
    if (shelf != session->shelf) tile_shelf_close(shelf);
    return false;
  }
  session->start = setup;
  replace_game(session, history, shelf);
  return true;
}

static struct history *start_position(const struct session *session, struct span line, struct fault *fault) {
  if (!span_is(line, "startpos")) return history_resume(line, session->shelf, 0, fault);
  return history_new(session->start.set, &session->start.options, fault);
}

/* The position line is all up to the word `moves` or the end. */
static struct span position_words(struct reader *words) {
  reader_skip_blanks(words);
  struct span line = {words->at, 0};
  for (;;) {
    struct span word = reader_word(words);
    if (word.length == 0 || span_is(word, "moves")) return line;
    line.length = (size_t)(word.bytes + word.length - line.bytes);
  }
}

bool session_position(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  struct span line = position_words(words);
  if (span_is(line, "startpos") && session->start.set == NULL)
    return fault_as(fault, "no-game", "startpos is the game that newgame began, and none was");
  struct history *history = start_position(session, line, fault);
  if (history == NULL) return false;
  for (;;) {
    struct span word = reader_word(words);
    if (word.length == 0) break;
    if (history_word(history, word, fault)) continue;
    history_free(history);
    return false;
  }
  replace_game(session, history, session->shelf);
  return true;
}

bool session_list_commands(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  for (const struct session_command *command = session->commands; command->name != NULL; command++)
    text_print(reply, "%s%s%s\n", command->name, *command->arguments ? " " : "", command->arguments);
  return session_expect_end(words, fault);
}

static bool run_command(struct session *session, const struct session_command *command, struct reader *words,
                        struct text *reply, struct fault *fault) {
  if (session->busy && !(command->when & COMMAND_WHILE_BUSY))
    return fault_as(fault, "thinking", "%s has to wait for bestmove", command->name);
  if ((command->when & COMMAND_NEEDS_GAME) && session->history == NULL)
    return fault_as(fault, "no-game", "there is no game yet: newgame or position comes first");
  return command->run(session, words, reply, fault);
}

static bool run_line(struct session *session, struct span line, struct text *reply, struct fault *fault) {
  if (line.length > SESSION_LINE_MAX || memchr(line.bytes, '\0', line.length) != NULL)
    return fault_as(fault, "too-long", "a line holds at most %d bytes and no zero byte", SESSION_LINE_MAX);
  struct reader words = reader_of(line);
  const struct span name = reader_word(&words);
  for (const struct session_command *command = session->commands; command->name != NULL; command++)
    if (span_is(name, command->name)) return run_command(session, command, &words, reply, fault);
  return fault_as(fault, "unknown-command", "no command %s; list_commands tells them",
                  quote(name.bytes, name.length).text);
}

static bool line_says_nothing(struct span line) {
  struct reader words = reader_of(line);
  reader_skip_blanks(&words);
  return words.at == words.end || *words.at == '#';
}

void session_open(struct session *session, const struct session_command *commands, void *owner, tile_set_loader *load) {
  *session = (struct session){.commands = commands, .owner = owner, .shelf = tile_shelf_open(), .load = load};
}

void session_close(struct session *session) {
  history_free(session->history);
  tile_shelf_close(session->shelf);
}

bool session_line(struct session *session, const char *line, size_t length, struct text *reply) {
  if (length > 0 && line[length - 1] == '\r') length--;
  struct span span = {line, length};
  if (line_says_nothing(span)) return true;
  struct fault fault = {0};
  size_t before = reply->length;
  if (run_line(session, span, reply, &fault)) {
    text_add_string(reply, "ok\n");
  } else {
    text_cut(reply, before);
    text_print(reply, "error %s %s\n", session_code(&fault), fault.text);
  }
  return !session->over;
}
