#include "arena/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { QUIT_GRACE = 500 };

/* Sends `engine->line` with a line end. */
static bool send_line(struct engine *engine, uint64_t deadline, struct fault *fault) {
  text_add_char(&engine->line, '\n');
  return process_send(&engine->process, (struct span){engine->line.bytes, engine->line.length}, deadline, fault);
}

/* Puts the bytes of a line that broke the protocol behind what was wrong with it. */
static bool say_line(struct fault *fault, const char *what, struct span line) {
  return fault_say(fault, "%s: %s", what, quote(line.bytes, line.length).text);
}

/* Keeps what the handshake tells. */
static void note_told(struct engine *engine, struct span line) {
  struct reader reader = reader_of(line);
  const struct span word = reader_word(&reader), next = reader_word(&reader), name = reader_word(&reader);
  if (span_is(word, "needs") && span_is(next, "legal")) engine->needs_legal = true;
  if (!span_is(word, "option") || !span_is(next, "name")) return;
  text_add_char(&engine->options, '\n');
  text_add(&engine->options, name.bytes, name.length);
  text_add_char(&engine->options, '\n');
}

/* Sends `engine->line` and waits for its closing line. */
static enum engine_answer ask(struct engine *engine, const atomic_bool *stop, struct fault *fault) {
  const uint64_t deadline = process_clock() + engine->patience;
  if (!send_line(engine, deadline, fault)) return ENGINE_LOST;
  for (;;) {
    struct span line, rest, word;
    const enum process_read read = process_line(&engine->process, deadline, stop, &line, fault);
    if (read != PROCESS_READ) return read == PROCESS_STOPPED ? ENGINE_STOPPED : ENGINE_LOST;
    if (span_is(line, "ok")) return ENGINE_TURN;
    rest = line;
    if (span_split(&rest, ' ', &word) && span_is(word, "error")) {
      say_line(fault, "it refused a correct command", line);
      return ENGINE_LOST;
    }
    note_told(engine, line);
  }
}

/* Sends a command with its words, as ask() does. */
static enum engine_answer ask_word(struct engine *engine, const char *command, const char *words,
                                   const atomic_bool *stop, struct fault *fault) {
  text_clear(&engine->line);
  text_print(&engine->line, "%s%s", command, words);
  const enum engine_answer answer = ask(engine, stop, fault);
  if (answer == ENGINE_LOST) fault_within(fault, command);
  return answer;
}

static bool has_option(const struct engine *engine, const char *name) {
  struct text line = {0};
  text_print(&line, "\n%s\n", name);
  const bool found = engine->options.bytes != NULL && strstr(engine->options.bytes, line.bytes) != NULL;
  text_free(&line);
  return found;
}

static bool set_option(struct engine *engine, const struct engine_setting *setting, const atomic_bool *stop,
                       struct fault *fault) {
  if (!has_option(engine, setting->name)) return fault_say(fault, "it has no option '%s'", setting->name);
  struct text words = {0};
  text_print(&words, " name %s value %s", setting->name, setting->value);
  const bool set = ask_word(engine, "setoption", words.bytes, stop, fault) == ENGINE_TURN;
  text_free(&words);
  return set;
}

bool engine_open(struct engine *engine, const struct engine_spec *spec, const char *newgame, const atomic_bool *stop,
                 struct fault *fault) {
  *engine = (struct engine){.patience = spec->limits.patience};
  if (!process_start(&engine->process, spec->command, spec->errors, fault)) return false;
  if (ask_word(engine, "tep", "", stop, fault) != ENGINE_TURN) return false;
  for (int i = 0; i < spec->setting_count; i++)
    if (!set_option(engine, &spec->settings[i], stop, fault)) return false;
  return ask_word(engine, "isready", "", stop, fault) == ENGINE_TURN &&
         ask_word(engine, "newgame", newgame, stop, fault) == ENGINE_TURN;
}

void engine_close(struct engine *engine, bool sound) {
  static const struct span quit = {"quit\n", 5};
  struct fault fault;
  if (engine->process.pid != 0 && sound) process_send(&engine->process, quit, process_clock(), &fault);
  process_end(&engine->process, sound ? QUIT_GRACE : 0);
  text_free(&engine->options);
  text_free(&engine->line);
}

/* ---- Turns ---- */

/* The steps so far as words of a record; the last one is the tile drawn. */
static void add_steps(const struct history *history, struct text *line) {
  for (int i = 0; i < history->count; i++) {
    const struct step *step = &history->steps[i];
    const char *id = tess_set_tile(history->set->set, step->kind)->id;
    if (step->type == STEP_DRAW && step->put_out) text_print(line, " (%s)", id);
    if (step->type == STEP_DRAW && i == history->count - 1) text_print(line, " %s", id);
    if (step->type == STEP_MEEPLE) {
      const struct move move = {step->kind, step->placement, true, step->choice};
      text_add_char(line, ' ');
      move_write(&move, history->set->set, line);
    }
    if (step->type != STEP_THROW) continue;
    text_add_string(line, " [");
    throw_write(&step->thrown, ';', line);
    text_add_char(line, ']');
  }
}

/* One line of all turns with the placement: tries it and takes it back. */
static void write_legal(struct history *history, tess_placement placement, struct text *line) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  struct fault fault;
  struct move move = {.kind = tess_game_drawn(history->game), .placement = placement, .decided = true};
  const bool placed = history_place(history, placement, &fault);
  assert(placed);
  (void)placed;
  const int count = tess_decisions(history->game, decisions);
  text_clear(line);
  text_add_string(line, "legal");
  for (int i = 0; i < count; i++) {
    move.choice = choice_of(history->game, decisions[i]);
    text_add_char(line, ' ');
    move_write(&move, history->set->set, line);
  }
  history_undo(history);
}

static enum engine_answer tell_legal(struct engine *engine, struct history *history, const atomic_bool *stop,
                                     struct fault *fault) {
  const int count = tess_placement_count(history->game);
  for (int i = 0; i < count; i++) {
    write_legal(history, tess_placement_at(history->game, i), &engine->line);
    const enum engine_answer answer = ask(engine, stop, fault);
    if (answer != ENGINE_TURN) return answer;
  }
  return ENGINE_TURN;
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
static void note_info(struct span line, struct engine_turn *turn) {
  struct reader reader = reader_of(line);
  bool best = true;
  for (;;) {
    const struct span key = reader_word(&reader), value = reader_word(&reader);
    char number[24] = "", *end;
    if (value.length == 0 || span_is(key, "pv") || span_is(key, "string")) return;
    if (span_is(key, "rank")) best = span_is(value, "1");
    if (!span_is(key, "diff") || !best || value.length >= sizeof number) continue;
    memcpy(number, value.bytes, value.length);
    const double difference = strtod(number, &end);
    if (*end != '\0' || !(difference > -1e6 && difference < 1e6)) continue;
    turn->told = true;
    turn->difference = difference;
  }
}

static enum engine_answer await_move(struct engine *engine, uint64_t deadline, const struct history *history,
                                     const atomic_bool *stop, struct engine_turn *turn, struct fault *fault) {
  for (;;) {
    struct span line;
    const enum process_read read = process_line(&engine->process, deadline, stop, &line, fault);
    if (read != PROCESS_READ) return read == PROCESS_STOPPED ? ENGINE_STOPPED : ENGINE_LOST;
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
      return ENGINE_LOST;
    }
    if (!move_read(answer, history->set->set, &turn->move, fault)) {
      fault_within(fault, "bestmove");
      return ENGINE_LOST;
    }
    if (turn->move.decided) return ENGINE_TURN;
    say_line(fault, "expected a whole turn with its '='", answer);
    return ENGINE_LOST;
  }
}

/* An answer that was there but came too late is none. */
static enum engine_answer check_time(uint32_t allowed, uint32_t milliseconds, struct fault *fault) {
  if (allowed == 0 || milliseconds <= allowed) return ENGINE_TURN;
  fault_say(fault, "its answer took %u ms, %u were allowed", milliseconds, allowed);
  return ENGINE_LOST;
}

enum engine_answer engine_go(struct engine *engine, const struct engine_limits *limits, struct engine_time time,
                             struct history *history, const atomic_bool *stop, struct engine_turn *turn,
                             struct fault *fault) {
  *turn = (struct engine_turn){0};
  text_clear(&engine->line);
  text_add_string(&engine->line, "position startpos moves");
  add_steps(history, &engine->line);
  enum engine_answer answer = ask(engine, stop, fault);
  if (answer == ENGINE_TURN && engine->needs_legal) answer = tell_legal(engine, history, stop, fault);
  if (answer != ENGINE_TURN) return answer;
  write_go(limits, time.left, &engine->line);
  const uint64_t begin = process_clock();
  answer = ask(engine, stop, fault);
  if (answer != ENGINE_TURN) return answer;
  answer = await_move(engine, begin + (time.allowed > 0 ? time.allowed : engine->patience), history, stop, turn, fault);
  turn->milliseconds = (uint32_t)(process_clock() - begin);
  return answer == ENGINE_TURN ? check_time(time.allowed, turn->milliseconds, fault) : answer;
}
