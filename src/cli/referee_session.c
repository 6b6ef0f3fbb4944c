#include "cli/referee_session.h"

#include <stdlib.h>
#include <string.h>

const char *referee_code(const struct fault *fault) {
  return fault->error == TESS_OK ? "syntax" : name_of_error(fault->error);
}

const char *referee_expect_end(struct reader *words, struct fault *fault) {
  struct span word = reader_word(words);
  if (word.length == 0) return NULL;
  fault_say(fault, "one word too many: %s", quote(word.bytes, word.length).text);
  return "syntax";
}

static const char *run_tep(struct referee *referee, struct reader *words, struct text *reply, struct fault *fault) {
  (void)referee;
  text_add_string(reply, "id name tessera\nid version " TESS_VERSION "\nprotocol 1\n");
  return referee_expect_end(words, fault);
}

static const char *run_quit(struct referee *referee, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  const char *code = referee_expect_end(words, fault);
  referee->over = code == NULL;
  return code;
}

/* Puts a game in place of the one before, together with the shelf that its set is of. */
static void replace_game(struct referee *referee, struct history *history, struct tile_shelf *shelf) {
  history_free(referee->history);
  if (shelf != referee->shelf) tile_shelf_close(referee->shelf);
  referee->shelf = shelf;
  referee->history = history;
  referee->floor = history->count;
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

static const char *run_newgame(struct referee *referee, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  struct game_request request = {0};
  if (!read_request(words, &request, fault)) return referee_code(fault);
  struct tile_shelf *shelf = game_request_shelf(&request, referee->shelf, fault);
  if (shelf == NULL) return referee_code(fault);
  struct game_setup setup;
  struct history *history = NULL;
  if (game_request_settle(&request, shelf, &setup, fault)) history = history_new(setup.set, &setup.options, fault);
  if (history == NULL) {
    if (shelf != referee->shelf) tile_shelf_close(shelf);
    return referee_code(fault);
  }
  referee->start = setup;
  replace_game(referee, history, shelf);
  return NULL;
}

static struct history *start_position(const struct referee *referee, struct span line, struct fault *fault) {
  if (!span_is(line, "startpos")) return history_resume(line, referee->shelf, 0, fault);
  return history_new(referee->start.set, &referee->start.options, fault);
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

static const char *run_position(struct referee *referee, struct reader *words, struct text *reply,
                                struct fault *fault) {
  (void)reply;
  struct span line = position_words(words);
  if (span_is(line, "startpos") && referee->start.set == NULL) {
    fault_say(fault, "startpos is the game that newgame began, and none was");
    return "no-game";
  }
  struct history *history = start_position(referee, line, fault);
  if (history == NULL) return referee_code(fault);
  for (;;) {
    struct span word = reader_word(words);
    if (word.length == 0) break;
    if (history_word(history, word, fault)) continue;
    history_free(history);
    return referee_code(fault);
  }
  replace_game(referee, history, referee->shelf);
  return NULL;
}

static const char *run_undo(struct referee *referee, struct reader *words, struct text *reply, struct fault *fault) {
  (void)reply;
  struct span word = reader_word(words);
  struct reader number = reader_of(word);
  int steps = word.length == 0 ? 1 : reader_int(&number, 1, INT32_MAX);
  if (word.length > 0 && !reader_done(&number)) {
    fault_say(fault, "expected a number of steps, not %s", quote(word.bytes, word.length).text);
    return "syntax";
  }
  const char *code = referee_expect_end(words, fault);
  if (code != NULL) return code;
  int known = referee->history->count - referee->floor;
  if (steps > known) {
    fault_say(fault, "%d steps were taken since newgame or position, not %d", known, steps);
    return "nothing-to-undo";
  }
  while (steps-- > 0) history_undo(referee->history);
  return NULL;
}

static referee_run run_list_commands;

static const struct referee_command {
  const char *name;
  const char *arguments;
  bool needs_game;
  referee_run *run;
} table[] = {
    {"tep", "", false, run_tep},
    {"list_commands", "", false, run_list_commands},
    {"newgame",
     "[game=star-wars|classic] [set=NAME|FILE] [players=2..5] [fields=on|off] [abbot=on|off] [river=on|off] "
     "[teams=on|off] [colours=red,black,...] [first=1..5|random] [seed=N]",
     false, run_newgame},
    {"position", "LINE|startpos [moves STEP ...]", false, run_position},
    {"undo", "[N]", true, run_undo},
    {"draw", "[ID]", true, referee_draw},
    {"place", "x,yrR", true, referee_place},
    {"meeple", "none|return|PIECE:REALM[@x,y]", true, referee_meeple},
    {"throw", "[SIDE:n,n ...]", true, referee_throw},
    {"move", "MOVE", true, referee_move},
    {"phase", "", true, referee_phase},
    {"legal", "", true, referee_legal},
    {"state", "[json]", true, referee_state},
    {"hash", "", true, referee_hash},
    {"realms", "", true, referee_realms},
    {"bag", "", true, referee_bag},
    {"fits", "x,y", true, referee_fits},
    {"perft", "N [ID ...]", true, referee_perft},
    {"record", "", true, referee_record},
    {"quit", "", false, run_quit},
};

enum { COMMAND_COUNT = sizeof table / sizeof table[0] };

static const char *run_list_commands(struct referee *referee, struct reader *words, struct text *reply,
                                     struct fault *fault) {
  (void)referee;
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    text_print(reply, "%s%s%s\n", table[i].name, *table[i].arguments ? " " : "", table[i].arguments);
  return referee_expect_end(words, fault);
}

static const char *run_line(struct referee *referee, struct span line, struct text *reply, struct fault *fault) {
  if (line.length > REFEREE_LINE_MAX || memchr(line.bytes, '\0', line.length) != NULL) {
    fault_say(fault, "a line holds at most %d bytes and no zero byte", REFEREE_LINE_MAX);
    return "too-long";
  }
  struct reader words = reader_of(line);
  struct span name = reader_word(&words);
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    if (!span_is(name, table[i].name)) continue;
    if (!table[i].needs_game || referee->history != NULL) return table[i].run(referee, &words, reply, fault);
    fault_say(fault, "there is no game yet: newgame or position comes first");
    return "no-game";
  }
  fault_say(fault, "no command %s; list_commands tells them", quote(name.bytes, name.length).text);
  return "unknown-command";
}

static bool line_says_nothing(struct span line) {
  struct reader words = reader_of(line);
  reader_skip_blanks(&words);
  return words.at == words.end || *words.at == '#';
}

struct referee *referee_open(void) {
  struct referee *referee = memory_new(sizeof *referee);
  *referee = (struct referee){.shelf = tile_shelf_open()};
  return referee;
}

void referee_close(struct referee *referee) {
  history_free(referee->history);
  tile_shelf_close(referee->shelf);
  free(referee);
}

bool referee_line(struct referee *referee, const char *line, size_t length, struct text *reply) {
  if (length > 0 && line[length - 1] == '\r') length--;
  struct span span = {line, length};
  if (line_says_nothing(span)) return true;
  struct fault fault = {0};
  size_t before = reply->length;
  const char *code = run_line(referee, span, reply, &fault);
  if (code == NULL) {
    text_add_string(reply, "ok\n");
  } else {
    text_cut(reply, before);
    text_print(reply, "error %s %s\n", code, fault.text);
  }
  return !referee->over;
}
