/* Plays a game with an engine over the protocol: the handshake, options, turns, and what counts as a fault. */
#include "arena/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/steady_clock.h"
#include "base/text.h"
#include "notation/state.h"

/* ---- The games that it plays ---- */

enum { LEAST = 2, MOST = 5 };

struct engine_games engine_games_all(void) {
  struct engine_games games = {.star_wars = true, .classic = true, .least = LEAST, .most = MOST};
  for (int i = 0; i < OPTION_COUNT; i++) games.options[i] = UINT32_MAX;
  return games;
}

bool engine_games_read(struct span words, struct engine_games *games, struct fault *fault) {
  struct reader reader = reader_of(words);
  *games = (struct engine_games){.least = LEAST, .most = MOST};
  for (struct span word; (word = reader_word(&reader)).length > 0;) {
    struct span value = word, key;
    /* The game or option that the word names. */
    int item = 0;
    const int rules = rules_named(word), option = option_item_read(word, &item);
    if (rules == TESS_RULES_STAR_WARS) games->star_wars = true;
    if (rules == TESS_RULES_CLASSIC) games->classic = true;
    if (option >= 0) games->options[option] |= (uint32_t)1 << item;
    bool known = rules >= 0 || option >= 0;
    if (!known && span_split(&value, '=', &key) && span_is(key, "players") && value.bytes != NULL) { /* `2..4` or `2` */
      const char *digits = value.bytes;
      known = value.length == 1 || (value.length == 4 && digits[1] == '.' && digits[2] == '.');
      if (known) {
        games->least = digits[0] - '0';
        games->most = digits[value.length - 1] - '0';
      }
      known = known && LEAST <= games->least && games->least <= games->most && games->most <= MOST;
    }
    if (!known)
      return fault_say(fault, "id games: expected star-wars, classic" OPTION_LIST " or players=2..5, not %s",
                       quote(word.bytes, word.length).text);
  }
  return games->star_wars || games->classic || fault_say(fault, "id games: expected star-wars, classic or both");
}

bool engine_games_play(const struct engine_games *games, const char *newgame, struct fault *fault) {
  struct reader reader = reader_of(span_of(newgame));
  struct span game = span_of("star-wars");
  int players = 2;
  for (struct span word; (word = reader_word(&reader)).length > 0;) {
    struct span value = word, key;
    span_split(&value, '=', &key);
    if (span_is(key, "game")) game = value;
    if (span_is(key, "players")) players = value.bytes[0] - '0';
    const int option = option_named(key);
    const int wanted = option < 0 ? 0 : option_read_value(&option_rows[option], value);
    if (wanted > 0 && !(games->options[option] >> wanted & 1))
      return fault_say(fault, "it does not play with %s, as its id games line says",
                       option_item(&option_rows[option], wanted).text);
  }
  const int rules = rules_named(game);
  if ((rules == TESS_RULES_STAR_WARS && !games->star_wars) || (rules == TESS_RULES_CLASSIC && !games->classic))
    return fault_say(fault, "it does not play %.*s, as its id games line says", (int)game.length, game.bytes);
  if (players >= games->least && players <= games->most) return true;
  return fault_say(fault, "it does not play with %d players, as its id games line says", players);
}

/* Turns on every option of the classic game that the engine plays, with the first value that it plays. */
static tess_options most_options(const struct engine_games *games) {
  tess_options options = {0};
  for (int i = 0; i < OPTION_COUNT; i++) {
    int value = 1;
    while (value < 32 && !(games->options[i] >> value & 1)) value++;
    struct fault ignored;
    if (option_rows[i].rules == TESS_RULES_CLASSIC && value < 32)
      options_add(&options, span_of(option_item(&option_rows[i], value).text), "options", &ignored);
  }
  return options;
}

void engine_games_words(const struct engine_games *games, const char *game, bool large,
                        char words[ENGINE_GAMES_WORDS]) {
  const tess_options options = large && strcmp(game, "classic") == 0 ? most_options(games) : (tess_options){0};
  struct text text = {0};
  text_print(&text, "game=%s players=%d", game, large ? games->most : games->least);
  options_write_newgame(&options, &text);
  text_print(&text, " first=%d", large ? 2 : 1);
  snprintf(words, ENGINE_GAMES_WORDS, "%s", text.bytes);
  text_free(&text);
}

/* ---- Handshake and options ---- */

/* Milliseconds: the time to end after `quit`; the minimum between two readings of a program's processor time. */
enum { QUIT_GRACE = 500, PROCESSOR_SLICE = 10 };

/* Makes a fault of `what` and the line that broke the protocol. Returns false. */
static bool say_line(struct fault *fault, const char *what, struct span line) {
  return fault_say(fault, "%s: %s", what, quote(line.bytes, line.length).text);
}

/* Stores a line of the handshake. Returns false with `*fault` filled if it is malformed. */
static bool note_line(struct engine_driver *driver, struct span line, struct fault *fault) {
  struct reader reader = reader_of(line);
  const struct span word = reader_word(&reader), next = reader_word(&reader);
  if (span_is(word, "protocol") && span_is(next, "1")) driver->shook_hands = true;
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

/* Sends `driver->line`. Returns false with `*fault` filled if that fails. */
static bool send_line(struct engine_driver *driver, int64_t deadline, struct fault *fault) {
  text_add_char(&driver->line, '\n');
  return process_send(&driver->process, text_span(&driver->line), deadline, fault);
}

/* Returns false with `*fault` filled if a line is an error reply. */
static bool is_no_error(struct span line, struct fault *fault) {
  struct reader reader = reader_of(line);
  return !span_is(reader_word(&reader), "error") || say_line(fault, "it refused a correct command", line);
}

/* Sends `driver->line` and waits for the closing line of the reply. */
static enum driver_answer ask(struct engine_driver *driver, const atomic_bool *stop, struct fault *fault) {
  const int64_t deadline = steady_milliseconds() + driver->patience;
  if (!send_line(driver, deadline, fault)) return DRIVER_LOST;
  for (;;) {
    struct span line;
    const enum process_read read = process_line(&driver->process, deadline, stop, &line, fault);
    if (read != PROCESS_READ) return read == PROCESS_STOPPED ? DRIVER_STOPPED : DRIVER_LOST;
    if (span_is(line, "ok")) return DRIVER_TURN;
    if (!is_no_error(line, fault) || !note_line(driver, line, fault)) return DRIVER_LOST;
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

bool driver_open(struct engine_driver *driver, const struct engine_spec *spec, const atomic_bool *stop,
                 struct fault *fault) {
  *driver = (struct engine_driver){.patience = spec->limits.patience, .games = engine_games_all()};
  if (!process_start(&driver->process, spec->command, spec->errors, fault)) return false;
  if (ask_word(driver, "tep", "", stop, fault) != DRIVER_TURN) return false;
  if (!driver->shook_hands) return fault_say(fault, "tep: expected a line 'protocol 1' in its answer");
  for (int i = 0; i < spec->setting_count; i++) {
    const struct engine_setting *setting = &spec->settings[i];
    struct text words = {0};
    text_print(&words, "\n%s\n", setting->name);
    const bool known = driver->options.bytes != NULL && strstr(driver->options.bytes, words.bytes) != NULL;
    text_clear(&words);
    text_print(&words, " name %s value %s", setting->name, setting->value);
    const bool set = known ? ask_word(driver, "setoption", words.bytes, stop, fault) == DRIVER_TURN
                           : fault_say(fault, "it has no option '%s'", setting->name);
    text_free(&words);
    if (!set) return false;
  }
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

/* The state of waiting for a turn. */
struct turn_wait {
  struct driver_time time;
  int64_t deadline,
      look;     /* by steady_milliseconds(): when the turn must be over; when the processor time is read next */
  int64_t used; /* processor time used before the turn; -1 if unknown */
  bool begun;   /* the engine answered `go` with `ok` */
  bool stop_sent, stop_answered;
};

/* The processor time that the program has used in this turn; -1 if unknown. */
static int64_t used_of(const struct engine_driver *driver, const struct turn_wait *wait) {
  const int64_t now = processor_time_of_group(driver->process.pid);
  return now < 0 || wait->used < 0 ? -1 : now - wait->used;
}

/* Waits for the next line. Once a program has used up its processor time it gets `stop`, whether or not it sends lines
 * meanwhile. The less processor time is left, the more often it is read. */
static enum process_read next_line(struct engine_driver *driver, struct turn_wait *wait, const atomic_bool *stop,
                                   struct span *line, struct fault *fault) {
  static const struct span word = {"stop\n", 5};
  while (wait->time.processor > 0 && !wait->stop_sent && wait->look < wait->deadline) {
    if (steady_milliseconds() < wait->look) {
      const enum process_read read = process_line_until(&driver->process, wait->look, stop, line, fault);
      if (read != PROCESS_WAITING) return read;
      continue;
    }
    const int64_t used = used_of(driver, wait), rest = (wait->time.processor - used) / 2;
    wait->stop_sent = used < 0 || used >= wait->time.processor;
    wait->look = steady_milliseconds() + (rest > PROCESSOR_SLICE ? rest : PROCESSOR_SLICE);
    if (wait->stop_sent && !process_send(&driver->process, word, wait->deadline, fault)) return PROCESS_FAILED;
  }
  return process_line(&driver->process, wait->deadline, stop, line, fault);
}

/* Reads `diff` from an `info` line about the candidate of rank 1, or about one without a rank. */
static void hear_info(struct span line, struct driver_turn *turn) {
  struct reader reader = reader_of(line);
  bool best = true;
  reader_word(&reader);
  for (;;) {
    const struct span key = reader_word(&reader), value = reader_word(&reader);
    if (value.length == 0 || span_is(key, "pv") || span_is(key, "string")) return;
    if (span_is(key, "rank")) best = span_is(value, "1");
    if (!span_is(key, "diff") || !best || !decimal_read(value, -1e6, 1e6, &turn->difference)) continue;
    turn->has_lead = true;
  }
}

bool bestmove_read(struct span line, struct span *move, struct fault *fault) {
  struct reader reader = reader_of(line);
  if (!span_is(reader_word(&reader), "bestmove")) return say_line(fault, "expected info or bestmove", line);
  *move = reader_word(&reader);
  if (move->length == 0) return say_line(fault, "expected a move after bestmove", line);
  const struct span extra = reader_word(&reader);
  return extra.length == 0 || say_line(fault, "bestmove: expected nothing after the move", extra);
}

static bool read_move(struct span line, const struct history *history, struct move *move, struct fault *fault) {
  struct span answer = {0};
  if (!bestmove_read(line, &answer, fault)) return false;
  if (!move_read(answer, history->set->set, move, fault)) return fault_within(fault, "bestmove");
  return move->decided || say_line(fault, "expected a whole turn with its '='", answer);
}

/* Waits for the `ok` to `go`, for the move, and, if `stop` was sent, for the `ok` to `stop`, which may come before or
 * after the move. */
static enum driver_answer await_move(struct engine_driver *driver, struct turn_wait *wait,
                                     const struct history *history, const atomic_bool *stop, struct driver_turn *turn,
                                     struct fault *fault) {
  for (bool moved = false; !moved || (wait->stop_sent && !wait->stop_answered);) {
    struct span line;
    const enum process_read read = next_line(driver, wait, stop, &line, fault);
    if (read != PROCESS_READ) return read == PROCESS_STOPPED ? DRIVER_STOPPED : DRIVER_LOST;
    if (!wait->begun) {
      wait->begun = span_is(line, "ok");
      if (!is_no_error(line, fault)) return DRIVER_LOST;
    } else if (!moved && line.length >= 4 && memcmp(line.bytes, "info", 4) == 0)
      hear_info(line, turn);
    else if (wait->stop_sent && !wait->stop_answered && span_is(line, "ok"))
      wait->stop_answered = true;
    else if (moved || !read_move(line, history, &turn->move, fault))
      return moved ? (say_line(fault, "expected ok to stop", line), DRIVER_LOST) : DRIVER_LOST;
    else
      moved = true;
  }
  return DRIVER_TURN;
}

enum driver_answer driver_go(struct engine_driver *driver, const struct engine_limits *limits, struct driver_time time,
                             const struct history *history, const atomic_bool *stop, struct driver_turn *turn,
                             struct fault *fault) {
  struct turn_wait wait = {.time = time};
  struct text *line = &driver->line;
  *turn = (struct driver_turn){0};

  /* 1. Send the position and, if the engine needs them, all legal turns, one line for each placement. */
  text_clear(line);
  text_add_string(line, "position startpos moves");
  for (int i = 0; i < history->count; i++) history_word_write(history, i, ';', line);
  enum driver_answer answer = ask(driver, stop, fault);
  if (answer == DRIVER_TURN && driver->needs_legal) {
    tess_game *scratch = memory_new(tess_game_size());
    struct text turns = {0};
    turns_write(history->game, scratch, &turns);
    struct span rest = text_span(&turns), next;
    while (answer == DRIVER_TURN && span_split(&rest, '\n', &next) && next.length > 0) {
      text_clear(line);
      text_add(line, next.bytes, next.length);
      answer = ask(driver, stop, fault);
    }
    text_free(&turns);
    free(scratch);
  }
  if (answer != DRIVER_TURN) return answer;

  /* 2. Send `go` with its limits. */
  const bool alone = limits->processor > 0 && limits->movetime == 0 && !limits->clock;
  text_clear(line);
  text_add_string(line, "go");
  if (limits->movetime > 0) text_print(line, " movetime %u", limits->movetime);
  if (alone) text_print(line, " movetime %u", limits->processor * DRIVER_PATIENCE);
  if (limits->clock) text_print(line, " clock %u", time.left);
  if (limits->clock && limits->increment > 0) text_print(line, " inc %u", limits->increment);
  if (limits->playouts > 0) text_print(line, " playouts %u", (unsigned)limits->playouts);
  if (limits->level > 0) text_print(line, " level %u", limits->level);
  if (time.processor > 0) wait.used = processor_time_of_group(driver->process.pid);
  const int64_t begin = steady_milliseconds();
  wait.look = begin + time.processor / 2;
  wait.deadline = begin + (time.allowed > 0 ? time.allowed : driver->patience);
  if (!send_line(driver, wait.deadline, fault)) return DRIVER_LOST;

  /* 3. Wait for its move. */
  answer = await_move(driver, &wait, history, stop, turn, fault);
  turn->milliseconds = (uint32_t)(steady_milliseconds() - begin);
  if (answer != DRIVER_TURN) return answer;

  /* 4. Reject an answer that came too late or took too much processor time. */
  const int64_t used = time.processor > 0 ? used_of(driver, &wait) : 0;
  if (time.allowed > 0 && turn->milliseconds > time.allowed)
    fault_as(fault, ENGINE_LATE, "its answer took %u ms, %u were allowed", turn->milliseconds, time.allowed);
  else if (used < 0)
    fault_say(fault, "its processor time cannot be told");
  else if (used > time.over)
    fault_as(fault, ENGINE_LATE, "its answer took %d ms of processor time, %u were allowed", (int)used, time.over);
  else
    return DRIVER_TURN;
  return DRIVER_LOST;
}
