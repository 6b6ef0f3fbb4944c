/* `tessera match --compliance`: checks a program against the engine protocol. */
#include "cli/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/steady_clock.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "notation/state.h"

/* ---- Option lines of a handshake ---- */

static bool expect_word(struct reader *words, const char *expected) { return span_is(reader_word(words), expected); }

bool listed_option_read(struct span line, struct listed_option *option, struct fault *fault) {
  struct reader words = reader_of(line);
  *option = (struct listed_option){.spin = false};

  /* 1. `option name X type T default D`. */
  bool good = expect_word(&words, "option") && expect_word(&words, "name");
  option->name = reader_word(&words);
  good = good && expect_word(&words, "type");
  const struct span type = reader_word(&words);
  option->spin = span_is(type, "spin");
  good = good && (option->spin || span_is(type, "combo")) && expect_word(&words, "default");
  option->otherwise = reader_word(&words);

  if (option->spin) { /* 2. `min A max B`, with the default between them. */
    uint64_t number;
    good = good && expect_word(&words, "min") && span_number(reader_word(&words), 0, UINT64_MAX, &option->least) &&
           expect_word(&words, "max") && span_number(reader_word(&words), option->least, UINT64_MAX, &option->most) &&
           span_number(option->otherwise, option->least, option->most, &number) && reader_word(&words).length == 0;
  } else { /* `var V var V ...`, with the default among them. */
    bool found = false;
    for (struct span word; good && (word = reader_word(&words)).length > 0;) {
      const struct span value = reader_word(&words);
      good = span_is(word, "var") && value.length > 0;
      found = found || (value.length == option->otherwise.length &&
                        memcmp(value.bytes, option->otherwise.bytes, value.length) == 0);
    }
    good = good && found;
  }
  if (good) return true;
  return fault_say(fault,
                   "expected option name X type spin default D min A max B, or type combo default D var V ..., "
                   "not %s",
                   quote(line.bytes, line.length).text);
}

/* Milliseconds: how late an engine may answer; and the time it has to obey `stop`, `quit` and the end of its input. */
enum { MARGIN = 1000, OBEY = 2000 };

/* ---- Handshake and lines ---- */

/* True if a line of the handshake begins with `head` and has something after it. */
static bool is_told(const struct probe *probe, const char *head) {
  struct span rest = {probe->answer.bytes, probe->answer.length}, line;
  while (rest.bytes != NULL && span_split(&rest, '\n', &line))
    if (line.length > strlen(head) && memcmp(line.bytes, head, strlen(head)) == 0) return true;
  return false;
}

static bool check_handshake(struct probe *probe, struct fault *fault) {
  struct span rest = {probe->answer.bytes, probe->answer.length}, line;
  struct listed_option option;
  if (!is_told(probe, "id name ")) return fault_say(fault, "expected a line 'id name NAME' among those of tep");
  if (!is_told(probe, "protocol ")) return fault_say(fault, "expected a line 'protocol 1' among those of tep");
  while (rest.bytes != NULL && span_split(&rest, '\n', &line)) {
    const bool is_option = line.length > 6 && memcmp(line.bytes, "option", 6) == 0;
    if (is_option && !listed_option_read(line, &option, fault)) return false;
    if (line.length > 9 && memcmp(line.bytes, "protocol ", 9) == 0 && !span_is(line, "protocol 1"))
      return fault_say(fault, "expected protocol 1, not %s", quote(line.bytes, line.length).text);
  }
  return probe_is_idle(probe, fault);
}

static bool check_silent_lines(struct probe *probe, struct fault *fault) {
  return probe_send(probe, "", fault) && probe_send(probe, "  \t", fault) && probe_send(probe, "# quit", fault) &&
         probe_is_idle(probe, fault);
}

static bool check_long_line(struct probe *probe, struct fault *fault) {
  char *line = memory_new(SESSION_LINE_MAX + 2);
  memset(line, 'x', SESSION_LINE_MAX + 1);
  line[SESSION_LINE_MAX + 1] = '\0';
  const bool refused = probe_refused(probe, line, NULL, fault);
  free(line);
  return refused && probe_is_idle(probe, fault);
}

/* ---- Options ---- */

/* Sets every declared option to its default, then to a value that it cannot have. */
static bool check_options(struct probe *probe, struct fault *fault) {
  struct span rest = {probe->answer.bytes, probe->answer.length}, line;
  while (rest.bytes != NULL && span_split(&rest, '\n', &line)) {
    struct listed_option option;
    if (line.length < 7 || memcmp(line.bytes, "option ", 7) != 0) continue;
    if (!listed_option_read(line, &option, fault)) return false;
    struct text right = {0}, wrong = {0};
    text_print(&right, "setoption name %.*s value %.*s", (int)option.name.length, option.name.bytes,
               (int)option.otherwise.length, option.otherwise.bytes);
    text_print(&wrong, "setoption name %.*s value %s", (int)option.name.length, option.name.bytes,
               option.spin ? "-1" : "no-such-value");
    const bool set = probe_ask(probe, right.bytes, NULL, fault) && probe_refused(probe, wrong.bytes, "syntax", fault);
    text_free(&right);
    text_free(&wrong);
    if (!set) return false;
  }
  return probe_refused(probe, "setoption name No-Such-Option value 1", "unknown-option|unknown-command", fault) &&
         probe_is_idle(probe, fault);
}

/* ---- Games ---- */

/* Starts the simplest game that the program plays. */
static bool begin_plain(struct probe *probe, struct fault *fault) {
  char words[ENGINE_GAMES_WORDS];
  engine_games_words(&probe->games, probe->games.star_wars ? "star-wars" : "classic", false, words);
  return probe_newgame(probe, words, fault);
}

static bool check_bad_lines(struct probe *probe, struct fault *fault) {
  return begin_plain(probe, fault) && probe_position(probe, NULL, fault) &&
         probe_refused(probe, "newgame players=9", NULL, fault) &&
         probe_refused(probe, "newgame game=chess", NULL, fault) &&
         probe_refused(probe, "position startpos moves NONE", NULL, fault) &&
         probe_refused(probe, "position nowhere", NULL, fault) && probe_refused(probe, "go movetime", NULL, fault) &&
         probe_turn(probe, "movetime 50", 50 + MARGIN, fault) && probe_is_idle(probe, fault);
}

/* Plays a whole game in which the program has every seat. */
static bool play(struct probe *probe, const char *newgame, struct fault *fault) {
  if (!probe_newgame(probe, newgame, fault)) return false;
  while (tess_game_phase(probe->model.history->game) != TESS_PHASE_OVER) {
    if (!probe_position(probe, NULL, fault) || !probe_turn(probe, "movetime 10", 10 + MARGIN, fault)) return false;
    probe_draw(probe);
  }
  return probe_is_idle(probe, fault);
}

static bool check_star_wars(struct probe *probe, struct fault *fault) {
  char words[ENGINE_GAMES_WORDS];
  engine_games_words(&probe->games, "star-wars", false, words);
  return play(probe, words, fault);
}

static bool check_teams(struct probe *probe, struct fault *fault) {
  return play(probe, "game=star-wars players=4 teams=on first=3", fault);
}

static bool check_classic(struct probe *probe, struct fault *fault) {
  char words[ENGINE_GAMES_WORDS];
  engine_games_words(&probe->games, "classic", true, words);
  return play(probe, words, fault);
}

/* Plays games of both rules alternately; if the program plays only one, a small and a large game of it. */
static bool check_second_game(struct probe *probe, struct fault *fault) {
  for (int i = 0; i < 4; i++) {
    char words[ENGINE_GAMES_WORDS];
    const bool star_wars = probe->games.star_wars && (i % 2 == 0 || !probe->games.classic);
    engine_games_words(&probe->games, star_wars ? "star-wars" : "classic", i % 2 == 0, words);
    if (!probe_newgame(probe, words, fault) || !probe_position(probe, NULL, fault) ||
        !probe_turn(probe, "movetime 10", 10 + MARGIN, fault))
      return false;
  }
  return probe_is_idle(probe, fault);
}

/* Sends position lines: with the tile drawn, and with the draw among the moves. */
static bool check_position_line(struct probe *probe, struct fault *fault) {
  struct text line = {0};
  if (!begin_plain(probe, fault)) return false;
  const struct history *history = probe->model.history;
  position_write(history->game, history->set, &line);
  bool well = probe_position(probe, line.bytes, fault) && probe_turn(probe, "movetime 10", 10 + MARGIN, fault);
  if (well) {
    text_clear(&line);
    position_write(history->game, history->set, &line);
    probe_draw(probe);
    text_add_string(&line, " moves");
    history_word_write(history, history->count - 1, ';', &line);
    well = probe_position(probe, line.bytes, fault) && probe_turn(probe, "movetime 10", 10 + MARGIN, fault);
  }
  text_free(&line);
  return well && probe_is_idle(probe, fault);
}

/* ---- Time ---- */

static bool begin(struct probe *probe, struct fault *fault) {
  return begin_plain(probe, fault) && probe_position(probe, NULL, fault);
}

static bool check_movetime(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "movetime 300", 300 + MARGIN, fault) && probe_is_idle(probe, fault);
}

static bool check_clock(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "clock 400 inc 10", 400 + MARGIN, fault) &&
         probe_is_idle(probe, fault);
}

static bool check_playouts(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "playouts 10", probe->patience, fault) && probe_is_idle(probe, fault);
}

static bool check_no_limit(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "", 2 * probe->patience, fault) && probe_is_idle(probe, fault);
}

/* Sends `go` with a long time and `then` immediately after it; the program must answer everything soon. */
static bool interrupt(struct probe *probe, const char *then, bool bestmove, struct text *data, struct fault *fault) {
  if (!begin(probe, fault)) return false;
  probe->state = PROBE_ASKED;
  return probe_send(probe, "go movetime 60000", fault) && probe_send(probe, then, fault) &&
         (probe_listen(probe, 2, bestmove, OBEY, data, fault) || fault_within(fault, then));
}

static bool check_stop(struct probe *probe, struct fault *fault) {
  return interrupt(probe, "stop", true, NULL, fault) && probe_take(probe, fault) && probe_is_idle(probe, fault);
}

static bool check_stop_when_idle(struct probe *probe, struct fault *fault) {
  return probe_ask(probe, "stop", NULL, fault) && begin(probe, fault) && probe_ask(probe, "stop", NULL, fault) &&
         probe_turn(probe, "movetime 20", 20 + MARGIN, fault) && probe_is_idle(probe, fault);
}

static bool check_ready_while_thinking(struct probe *probe, struct fault *fault) {
  struct text data = {0};
  bool well = interrupt(probe, "isready", false, &data, fault);
  if (well && (data.bytes == NULL || strcmp(data.bytes, "readyok\n") != 0))
    well = fault_say(fault, "expected readyok to isready");
  text_free(&data);
  return well && (probe->state == PROBE_IDLE ||
                  (probe_send(probe, "stop", fault) && probe_listen(probe, 1, true, OBEY, NULL, fault)));
}

/* ---- The end ---- */

/* True if the program writes nothing more and its output ends in time. */
static bool ends(struct probe *probe, struct fault *fault) {
  const int64_t deadline = steady_milliseconds() + OBEY;
  struct span line;
  while (process_line(&probe->process, deadline, NULL, &line, fault) == PROCESS_READ)
    if (line.length < 4 || (memcmp(line.bytes, "info", 4) != 0 && memcmp(line.bytes, "best", 4) != 0))
      return fault_say(fault, "after quit it said %s", quote(line.bytes, line.length).text);
  return steady_milliseconds() < deadline || fault_say(fault, "it still runs %d ms after quit", OBEY);
}

static bool check_quit(struct probe *probe, struct fault *fault) {
  return probe_ask(probe, "quit", NULL, fault) && ends(probe, fault);
}

static bool check_quit_while_thinking(struct probe *probe, struct fault *fault) {
  return interrupt(probe, "quit", false, NULL, fault) && ends(probe, fault);
}

static bool check_end_of_input(struct probe *probe, struct fault *fault) {
  if (!begin(probe, fault)) return false;
  const int64_t deadline = steady_milliseconds() + OBEY;
  process_end(&probe->process, OBEY);
  return steady_milliseconds() < deadline || fault_say(fault, "it still runs %d ms after the end of its input", OBEY);
}

const struct compliance_check *compliance_checks(int *count) {
  static const struct compliance_check checks[] = {
      {"handshake", false, NULL, check_handshake, NULL, NULL},
      {"empty lines and comments", false, NULL, check_silent_lines, NULL, NULL},
      {"unknown command", false, NULL, NULL, "make_coffee now", "unknown-command"},
      {"line that is too long", false, NULL, check_long_line, NULL, NULL},
      {"options", false, NULL, check_options, NULL, NULL},
      {"go without a position", false, NULL, NULL, "go", "no-game|bad-phase"},
      {"bad lines change nothing", true, NULL, check_bad_lines, NULL, NULL},
      {"game of star-wars", false, "game=star-wars", check_star_wars, NULL, NULL},
      {"team game", false, "game=star-wars players=4 teams=on", check_teams, NULL, NULL},
      {"classic game with every option", false, "game=classic", check_classic, NULL, NULL},
      {"one game after another", false, NULL, check_second_game, NULL, NULL},
      {"position lines", false, NULL, check_position_line, NULL, NULL},
      {"go movetime", false, NULL, check_movetime, NULL, NULL},
      {"go clock", false, NULL, check_clock, NULL, NULL},
      {"go playouts", false, NULL, check_playouts, NULL, NULL},
      {"go", false, NULL, check_no_limit, NULL, NULL},
      {"stop", false, NULL, check_stop, NULL, NULL},
      {"stop when idle", false, NULL, check_stop_when_idle, NULL, NULL},
      {"isready while it thinks", false, NULL, check_ready_while_thinking, NULL, NULL},
      {"quit", false, NULL, check_quit, NULL, NULL},
      {"quit while it thinks", false, NULL, check_quit_while_thinking, NULL, NULL},
      {"end of input", false, NULL, check_end_of_input, NULL, NULL},
  };
  *count = (int)(sizeof checks / sizeof checks[0]);
  return checks;
}

/* ---- Checking a program ---- */

enum { PATIENCE = 5 /* seconds */ };

/* The results: printed as they come, or together as JSON. */
struct verdict {
  bool is_json;
  struct text json;
  int passed, failed;
};

/* Runs a check on a fresh process and reports the result. A check of a game that the program does not play is skipped;
 * if the check names no number of players, any number counts. Returns true if further checks make sense: the program
 * started and completed the handshake, and nobody interrupted. */
static bool run_check(const struct arguments *arguments, const struct compliance_check *check, const atomic_bool *stop,
                      struct verdict *verdict) {
  struct probe probe = {.stop = stop, .patience = 1000 * (uint32_t)argument_number(arguments, "patience", PATIENCE)};
  struct fault fault = {0};
  const bool open =
      probe_open(&probe, argument_text(arguments, "compliance"), argument_text(arguments, "errors"), &fault);
  bool skipped = open && check->for_rules && probe.needs_legal;
  if (open && check->game != NULL) {
    struct fault why;
    struct engine_games any = probe.games;
    if (strstr(check->game, "players=") == NULL) any.least = 2;
    skipped = skipped || !engine_games_play(&any, check->game, &why);
  }
  bool well = open;
  if (open && !skipped && check->run != NULL)
    well = check->run(&probe, &fault);
  else if (open && !skipped)
    well = probe_refused(&probe, check->line, check->codes, &fault) && probe_is_idle(&probe, &fault);
  probe_close(&probe);
  verdict->passed += !skipped && well;
  verdict->failed += !skipped && !well;
  if (!skipped && verdict->is_json) {
    json_open_object(&verdict->json, NULL);
    json_put_string(&verdict->json, "check", check->name);
    json_put_bool(&verdict->json, "ok", well);
    if (!well) json_put_string(&verdict->json, "text", fault.text);
    json_close_object(&verdict->json);
  } else if (!skipped) {
    printf("%-5s  %s%s%s\n", well ? "ok" : "wrong", check->name, well ? "" : ": ", well ? "" : fault.text);
    fflush(stdout);
  }
  return open && !atomic_load(stop);
}

int match_compliance(const struct arguments *arguments) {
  struct verdict verdict = {.is_json = argument_flag(arguments, "json")};
  const atomic_bool *stop = interrupts_heed();
  const char *only = argument_text(arguments, "check");
  int count, first = 0;
  const struct compliance_check *checks = compliance_checks(&count);
  while (only != NULL && first < count && strcmp(checks[first].name, only) != 0) first++;
  if (only != NULL && first == count) {
    struct text names = {0};
    for (int i = 0; i < count; i++) text_print(&names, "%s '%s'", i > 0 ? "," : "", checks[i].name);
    const int code = usage_wrong("match", "there is no check '%s', but%s", only, names.bytes);
    text_free(&names);
    return code;
  }
  json_open_object(&verdict.json, NULL);
  json_open_array(&verdict.json, "checks");
  for (int i = first; i < (only == NULL ? count : first + 1); i++)
    if (!run_check(arguments, &checks[i], stop, &verdict)) break;
  json_close_array(&verdict.json);
  json_put_int(&verdict.json, "passed", verdict.passed);
  json_put_int(&verdict.json, "failed", verdict.failed);
  json_close_object(&verdict.json);
  if (verdict.is_json)
    puts(verdict.json.bytes);
  else
    printf("%d passed, %d failed\n", verdict.passed, verdict.failed);
  text_free(&verdict.json);
  return verdict.failed == 0 ? CODE_DONE : CODE_BAD_INPUT;
}
