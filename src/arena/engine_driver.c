#include "arena/engine_driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/steady_clock.h"
#include "notation/turn.h"

enum { QUIT_GRACE = 500 };

/* Sends `driver->line` with a line end. */
static bool send_line(struct engine_driver *driver, int64_t deadline, struct fault *fault) {
  text_add_char(&driver->line, '\n');
  return process_send(&driver->process, text_span(&driver->line), deadline, fault);
}

/* Puts the bytes of a line that broke the protocol behind what was wrong with it. */
static bool say_line(struct fault *fault, const char *what, struct span line) {
  return fault_say(fault, "%s: %s", what, quote(line.bytes, line.length).text);
}

/* Keeps what the handshake tells. False with `*fault` if it is malformed. */
static bool note_told(struct engine_driver *driver, struct span line, struct fault *fault) {
  struct reader reader = reader_of(line);
  const struct span word = reader_word(&reader), next = reader_word(&reader);
  if (span_is(word, "needs") && span_is(next, "legal")) driver->needs_legal = true;
  if (span_is(word, "id") && span_is(next, "games"))
    return engine_games_read((struct span){reader.at, (size_t)(reader.end - reader.at)}, &driver->games, fault);
  if (!span_is(word, "option") || !span_is(next, "name")) return true;
  const struct span name = reader_word(&reader);
  text_add_char(&driver->options, '\n');
  text_add(&driver->options, name.bytes, name.length);
  text_add_char(&driver->options, '\n');
  return true;
}

/* Sends `driver->line` and waits for its closing line. */
static enum driver_answer ask(struct engine_driver *driver, const atomic_bool *stop, struct fault *fault) {
  const int64_t deadline = steady_milliseconds() + driver->patience;
  if (!send_line(driver, deadline, fault)) return DRIVER_LOST;
  for (;;) {
    struct span line, rest, word;
    const enum process_read read = process_line(&driver->process, deadline, stop, &line, fault);
    if (read != PROCESS_READ) return read == PROCESS_STOPPED ? DRIVER_STOPPED : DRIVER_LOST;
    if (span_is(line, "ok")) return DRIVER_TURN;
    rest = line;
    if (span_split(&rest, ' ', &word) && span_is(word, "error")) {
      say_line(fault, "it refused a correct command", line);
      return DRIVER_LOST;
    }
    if (!note_told(driver, line, fault)) return DRIVER_LOST;
  }
}

/* Sends a command with its words, as ask() does. */
static enum driver_answer ask_word(struct engine_driver *driver, const char *command, const char *words,
                                   const atomic_bool *stop, struct fault *fault) {
  text_clear(&driver->line);
  text_print(&driver->line, "%s%s", command, words);
  const enum driver_answer answer = ask(driver, stop, fault);
  if (answer == DRIVER_LOST) fault_within(fault, command);
  return answer;
}

static bool has_option(const struct engine_driver *driver, const char *name) {
  struct text line = {0};
  text_print(&line, "\n%s\n", name);
  const bool found = driver->options.bytes != NULL && strstr(driver->options.bytes, line.bytes) != NULL;
  text_free(&line);
  return found;
}

static bool set_option(struct engine_driver *driver, const struct engine_setting *setting, const atomic_bool *stop,
                       struct fault *fault) {
  if (!has_option(driver, setting->name)) return fault_say(fault, "it has no option '%s'", setting->name);
  struct text words = {0};
  text_print(&words, " name %s value %s", setting->name, setting->value);
  const bool set = ask_word(driver, "setoption", words.bytes, stop, fault) == DRIVER_TURN;
  text_free(&words);
  return set;
}

bool driver_open(struct engine_driver *driver, const struct engine_spec *spec, const atomic_bool *stop,
                 struct fault *fault) {
  *driver = (struct engine_driver){.patience = spec->limits.patience, .games = engine_games_all()};
  if (!process_start(&driver->process, spec->command, spec->errors, fault)) return false;
  if (ask_word(driver, "tep", "", stop, fault) != DRIVER_TURN) return false;
  for (int i = 0; i < spec->setting_count; i++)
    if (!set_option(driver, &spec->settings[i], stop, fault)) return false;
  return ask_word(driver, "isready", "", stop, fault) == DRIVER_TURN;
}

bool driver_begin(struct engine_driver *driver, const char *newgame, const atomic_bool *stop, struct fault *fault) {
  if (!engine_games_play(&driver->games, newgame, fault)) return false;
  return ask_word(driver, "newgame", newgame, stop, fault) == DRIVER_TURN;
}

void driver_close(struct engine_driver *driver, bool sound) {
  static const struct span quit = {"quit\n", 5};
  struct fault fault;
  if (driver->process.pid != 0 && sound) process_send(&driver->process, quit, steady_milliseconds(), &fault);
  process_end(&driver->process, sound ? QUIT_GRACE : 0);
  text_free(&driver->options);
  text_free(&driver->line);
}

/* ---- Turns ---- */

/* Sends every legal turn, a line for each placement. */
static enum driver_answer tell_legal(struct engine_driver *driver, const struct history *history,
                                     const atomic_bool *stop, struct fault *fault) {
  tess_game *scratch = memory_new(tess_game_size());
  struct text lines = {0};
  enum driver_answer answer = DRIVER_TURN;
  turns_write(history->game, scratch, &lines);
  struct span rest = {lines.bytes, lines.length}, line;
  while (answer == DRIVER_TURN && span_split(&rest, '\n', &line) && line.length > 0) {
    text_clear(&driver->line);
    text_add(&driver->line, line.bytes, line.length);
    answer = ask(driver, stop, fault);
  }
  text_free(&lines);
  free(scratch);
  return answer;
}

static void write_go(const struct engine_limits *limits, uint32_t left, struct text *line) {
  text_clear(line);
  text_add_string(line, "go");
  if (limits->movetime > 0) text_print(line, " movetime %u", limits->movetime);
  if (limits->clock) text_print(line, " clock %u", left);
  if (limits->clock && limits->increment > 0) text_print(line, " inc %u", limits->increment);
  if (limits->playouts > 0) text_print(line, " playouts %u", (unsigned)limits->playouts);
  if (limits->level > 0) text_print(line, " level %u", limits->level);
}

/* Keeps `diff` of the candidate of rank 1, or of one without a rank. */
static void note_info(struct span line, struct driver_turn *turn) {
  struct reader reader = reader_of(line);
  bool best = true;
  for (;;) {
    const struct span key = reader_word(&reader), value = reader_word(&reader);
    if (value.length == 0 || span_is(key, "pv") || span_is(key, "string")) return;
    if (span_is(key, "rank")) best = span_is(value, "1");
    if (!span_is(key, "diff") || !best || !decimal_read(value, -1e6, 1e6, &turn->difference)) continue;
    turn->told = true;
  }
}

static enum driver_answer await_move(struct engine_driver *driver, int64_t deadline, const struct history *history,
                                     const atomic_bool *stop, struct driver_turn *turn, struct fault *fault) {
  for (;;) {
    struct span line;
    const enum process_read read = process_line(&driver->process, deadline, stop, &line, fault);
    if (read != PROCESS_READ) return read == PROCESS_STOPPED ? DRIVER_STOPPED : DRIVER_LOST;
    struct reader reader = reader_of(line);
    const struct span word = reader_word(&reader), answer = reader_word(&reader);
    if (span_is(word, "info")) {
      reader = reader_of(line);
      reader_word(&reader);
      note_info((struct span){reader.at, (size_t)(reader.end - reader.at)}, turn);
      continue;
    }
    if (!span_is(word, "bestmove") || reader_word(&reader).length > 0) {
      say_line(fault, "expected info or bestmove", line);
      return DRIVER_LOST;
    }
    if (!move_read(answer, history->set->set, &turn->move, fault)) {
      fault_within(fault, "bestmove");
      return DRIVER_LOST;
    }
    if (turn->move.decided) return DRIVER_TURN;
    say_line(fault, "expected a whole turn with its '='", answer);
    return DRIVER_LOST;
  }
}

/* An answer that was there but came too late is none. */
static enum driver_answer check_time(uint32_t allowed, uint32_t milliseconds, struct fault *fault) {
  if (allowed == 0 || milliseconds <= allowed) return DRIVER_TURN;
  fault_say(fault, "its answer took %u ms, %u were allowed", milliseconds, allowed);
  return DRIVER_LOST;
}

enum driver_answer driver_go(struct engine_driver *driver, const struct engine_limits *limits, struct driver_time time,
                             const struct history *history, const atomic_bool *stop, struct driver_turn *turn,
                             struct fault *fault) {
  *turn = (struct driver_turn){0};
  text_clear(&driver->line);
  text_add_string(&driver->line, "position startpos moves");
  for (int i = 0; i < history->count; i++) history_word_write(history, i, ';', &driver->line);
  enum driver_answer answer = ask(driver, stop, fault);
  if (answer == DRIVER_TURN && driver->needs_legal) answer = tell_legal(driver, history, stop, fault);
  if (answer != DRIVER_TURN) return answer;
  write_go(limits, time.left, &driver->line);
  const int64_t begin = steady_milliseconds();
  answer = ask(driver, stop, fault);
  if (answer != DRIVER_TURN) return answer;
  answer = await_move(driver, begin + (time.allowed > 0 ? time.allowed : driver->patience), history, stop, turn, fault);
  turn->milliseconds = (uint32_t)(steady_milliseconds() - begin);
  return answer == DRIVER_TURN ? check_time(time.allowed, turn->milliseconds, fault) : answer;
}
