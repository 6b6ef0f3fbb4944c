#include "session/session.h"

#include <stdlib.h>
#include <string.h>

#include "notation/state.h"

const char *session_code(const struct fault *fault) {
  if (fault->code != NULL) return fault->code;
  return fault->error == TESS_ERROR_NONE ? "syntax" : name_of_error(fault->error);
}

bool session_expect_end(struct reader *words, struct fault *fault) {
  struct span word = reader_word(words);
  if (word.length == 0) return true;
  return fault_say(fault, "one word too many: %s", quote(word.bytes, word.length).text);
}

/* ---- Commands that every session has ---- */

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

/* Replaces the game, and with it the library to which its set belongs. */
static void replace_game(struct session *session, struct history *history, struct set_library *library) {
  history_free(session->history);
  if (library != session->sets) set_library_close(session->sets);
  record_free(&session->kept);
  session->sets = library;
  session->history = history;
  session->floor = history->count;
}

void session_take(struct session *session, struct history *history, const struct record *record) {
  replace_game(session, history, session->sets);
  for (int i = 0; i < record->tag_count; i++)
    record_set_tag(&session->kept, record->tags[i].name, record->tags[i].value);
  session->floor = 0;
  session->start = (struct game_setup){0};
}

bool session_newgame(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct game_request request = {0};
  (void)reply;

  /* 1. Start the requested game. Its library may be a new one, which is freed if the game cannot start. */
  if (!game_request_words(&request, words, fault)) return false;
  struct set_library *library = game_request_library(&request, session->sets, session->load, fault);
  if (library == NULL) return false;
  struct game_setup setup;
  struct history *history = NULL;
  if (game_request_settle(&request, library, &setup, fault)) history = history_new(setup.set, &setup.options, fault);
  if (history == NULL) {
    if (library != session->sets) set_library_close(library);
    return false;
  }

  /* 2. Replace the game before. */
  session->start = setup;
  replace_game(session, history, library);
  return true;
}

bool session_position(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct history *history;
  struct span word;
  (void)reply;

  /* 1. Take the position line: everything up to the word `moves` or the end. */
  reader_skip_blanks(words);
  struct span line = {words->at, 0};
  while ((word = reader_word(words)).length > 0 && !span_is(word, "moves"))
    line.length = (size_t)(word.bytes + word.length - line.bytes);

  /* 2. Start from that position, or for `startpos` from the game that newgame started. */
  if (!span_is(line, "startpos"))
    history = history_resume(line, session->sets, 0, fault);
  else if (session->start.set != NULL)
    history = history_new(session->start.set, &session->start.options, fault);
  else
    return fault_as(fault, "no-game", "startpos is the game that newgame began, and none was");
  if (history == NULL) return false;

  /* 3. Play the steps after it. */
  while ((word = reader_word(words)).length > 0) {
    if (history_word(history, word, fault)) continue;
    history_free(history);
    return false;
  }
  replace_game(session, history, session->sets);
  return true;
}

bool session_list_commands(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  for (const struct session_command *command = session->commands; command->name != NULL; command++)
    text_print(reply, "%s%s%s\n", command->name, *command->arguments ? " " : "", command->arguments);
  return session_expect_end(words, fault);
}

/* ---- Lines ---- */

void session_open(struct session *session, const struct session_command *commands, void *owner, tile_set_loader *load) {
  *session = (struct session){.commands = commands, .owner = owner, .sets = set_library_open(), .load = load};
}

void session_close(struct session *session) {
  history_free(session->history);
  record_free(&session->kept);
  set_library_close(session->sets);
}

static void hear_events(void *context, const tess_game *game, const tess_events *events) {
  struct text *reply = context;
  for (uint32_t i = 0; i < events->count; i++) {
    text_add_string(reply, "event ");
    event_json_write(&events->at[i], game, reply);
    text_add_char(reply, '\n');
  }
}

bool session_line(struct session *session, const char *line, size_t length, struct text *reply) {
  const struct session_command *command = session->commands;
  const size_t before = reply->length;
  struct fault fault = {0};
  bool done = false;

  /* 1. Take the first word of the line, which names the command. */
  if (length > 0 && line[length - 1] == '\r') length--;
  struct reader words = reader_of(span_after_mark((struct span){line, length}));
  reader_skip_blanks(&words);
  if (words.at == words.end || *words.at == '#') return true;
  const struct span name = reader_word(&words);
  while (command->name != NULL && !span_is(name, command->name)) command++;

  /* 2. Run the command if it may run now. Events of its steps are appended as they happen. */
  if (length > SESSION_LINE_MAX || memchr(line, '\0', length) != NULL) {
    fault_as(&fault, "too-long", "a line holds at most %d bytes and no zero byte", SESSION_LINE_MAX);
  } else if (command->name == NULL) {
    fault_as(&fault, "unknown-command", "no command %s; list_commands tells them", quote(name.bytes, name.length).text);
  } else if (session->busy && !(command->flags & COMMAND_WHILE_BUSY)) {
    fault_as(&fault, "thinking", "%s has to wait for bestmove", command->name);
  } else if ((command->flags & COMMAND_NEEDS_GAME) && session->history == NULL) {
    fault_as(&fault, "no-game", "there is no game yet: newgame or position comes first");
  } else {
    const bool tells = command->flags & COMMAND_TELLS_EVENTS;
    if (tells) {
      session->history->listener = hear_events;
      session->history->context = reply;
    }
    done = command->run(session, &words, reply, &fault);
    if (tells) session->history->listener = NULL;
  }

  /* 3. Append the closing line. If the command was refused, it is the only line. */
  if (done) {
    text_add_string(reply, "ok\n");
  } else {
    text_cut(reply, before);
    text_print(reply, "error %s %s\n", session_code(&fault), fault.text);
  }
  return !session->over;
}
