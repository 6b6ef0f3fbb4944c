#include "cli/compliance.h"

#include <stdlib.h>
#include <string.h>

#include "base/steady_clock.h"
#include "notation/position.h"

/* Milliseconds: what an engine may be late by, and the time to obey `stop`, `quit` and the end of the input. */
enum { MARGIN = 1000, OBEY = 2000 };

static const char *const two_players = "game=star-wars players=2 first=1";

/* ---- Handshake and lines ---- */

/* True if one of the handshake's lines begins with `head` and has something after it. */
static bool is_told(const struct probe *probe, const char *head) {
  struct span rest = {probe->told.bytes, probe->told.length}, line;
  while (rest.bytes != NULL && span_split(&rest, '\n', &line))
    if (line.length > strlen(head) && memcmp(line.bytes, head, strlen(head)) == 0) return true;
  return false;
}

static bool check_handshake(struct probe *probe, struct fault *fault) {
  struct span rest = {probe->told.bytes, probe->told.length}, line;
  struct told_option option;
  if (!is_told(probe, "id name ")) return fault_say(fault, "expected a line 'id name NAME' among those of tep");
  if (!is_told(probe, "protocol ")) return fault_say(fault, "expected a line 'protocol 1' among those of tep");
  while (rest.bytes != NULL && span_split(&rest, '\n', &line)) {
    const bool is_option = line.length > 6 && memcmp(line.bytes, "option", 6) == 0;
    if (is_option && !told_option_read(line, &option, fault)) return false;
    if (line.length > 9 && memcmp(line.bytes, "protocol ", 9) == 0 && !span_is(line, "protocol 1"))
      return fault_say(fault, "expected protocol 1, not %s", quote(line.bytes, line.length).text);
  }
  return probe_settled(probe, fault);
}

static bool check_silent_lines(struct probe *probe, struct fault *fault) {
  return probe_send(probe, "", fault) && probe_send(probe, "  \t", fault) && probe_send(probe, "# quit", fault) &&
         probe_settled(probe, fault);
}

static bool check_unknown_command(struct probe *probe, struct fault *fault) {
  return probe_refused(probe, "make_coffee now", "unknown-command", fault) && probe_settled(probe, fault);
}

static bool check_long_line(struct probe *probe, struct fault *fault) {
  char *line = memory_new(SESSION_LINE_MAX + 2);
  memset(line, 'x', SESSION_LINE_MAX + 1);
  line[SESSION_LINE_MAX + 1] = '\0';
  const bool refused = probe_refused(probe, line, NULL, fault);
  free(line);
  return refused && probe_settled(probe, fault);
}

/* ---- Options ---- */

/* Sets the option to its default, and to a value that it cannot have. */
static bool set_option(struct probe *probe, const struct told_option *option, struct fault *fault) {
  struct text line = {0}, wrong = {0};
  text_print(&line, "setoption name %.*s value %.*s", (int)option->name.length, option->name.bytes,
             (int)option->otherwise.length, option->otherwise.bytes);
  text_print(&wrong, "setoption name %.*s value %s", (int)option->name.length, option->name.bytes,
             option->spin ? "-1" : "no-such-value");
  const bool set = probe_ask(probe, line.bytes, NULL, fault) && probe_refused(probe, wrong.bytes, "syntax", fault);
  text_free(&line);
  text_free(&wrong);
  return set;
}

static bool check_options(struct probe *probe, struct fault *fault) {
  struct span rest = {probe->told.bytes, probe->told.length}, line;
  while (rest.bytes != NULL && span_split(&rest, '\n', &line)) {
    struct told_option option;
    if (line.length < 7 || memcmp(line.bytes, "option ", 7) != 0) continue;
    if (!told_option_read(line, &option, fault) || !set_option(probe, &option, fault)) return false;
  }
  return probe_refused(probe, "setoption name No-Such-Option value 1", "unknown-option|unknown-command", fault) &&
         probe_settled(probe, fault);
}

/* ---- Games ---- */

static bool check_go_too_early(struct probe *probe, struct fault *fault) {
  return probe_refused(probe, "go", "no-game|bad-phase", fault) && probe_settled(probe, fault);
}

static bool check_bad_lines(struct probe *probe, struct fault *fault) {
  return probe_newgame(probe, two_players, fault) && probe_position(probe, NULL, fault) &&
         probe_refused(probe, "newgame players=9", NULL, fault) &&
         probe_refused(probe, "newgame game=chess", NULL, fault) &&
         probe_refused(probe, "position startpos moves NONE", NULL, fault) &&
         probe_refused(probe, "position nowhere", NULL, fault) && probe_refused(probe, "go movetime", NULL, fault) &&
         probe_turn(probe, "movetime 50", 50 + MARGIN, fault) && probe_settled(probe, fault);
}

/* A whole game in which the program has every seat. */
static bool play(struct probe *probe, const char *newgame, struct fault *fault) {
  if (!probe_newgame(probe, newgame, fault)) return false;
  while (tess_game_phase(probe->model.history->game) != TESS_PHASE_OVER) {
    if (!probe_position(probe, NULL, fault) || !probe_turn(probe, "movetime 10", 10 + MARGIN, fault)) return false;
    probe_draw(probe);
  }
  return probe_settled(probe, fault);
}

static bool check_star_wars(struct probe *probe, struct fault *fault) { return play(probe, two_players, fault); }

static bool check_teams(struct probe *probe, struct fault *fault) {
  return play(probe, "game=star-wars players=4 teams=on first=3", fault);
}

static bool check_classic(struct probe *probe, struct fault *fault) {
  return play(probe, "game=classic players=5 fields=on abbot=on river=on first=2", fault);
}

static bool check_second_game(struct probe *probe, struct fault *fault) {
  static const char *const games[] = {"game=star-wars players=3 first=1", "game=classic players=2 first=2"};
  for (int i = 0; i < 4; i++)
    if (!probe_newgame(probe, games[i % 2], fault) || !probe_position(probe, NULL, fault) ||
        !probe_turn(probe, "movetime 10", 10 + MARGIN, fault))
      return false;
  return probe_settled(probe, fault);
}

/* Position lines: with the tile drawn, and with it among the moves. */
static bool check_position_line(struct probe *probe, struct fault *fault) {
  struct text line = {0};
  if (!probe_newgame(probe, two_players, fault)) return false;
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
  return well && probe_settled(probe, fault);
}

/* ---- Time ---- */

static bool begin(struct probe *probe, struct fault *fault) {
  return probe_newgame(probe, two_players, fault) && probe_position(probe, NULL, fault);
}

static bool check_movetime(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "movetime 300", 300 + MARGIN, fault) && probe_settled(probe, fault);
}

static bool check_clock(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "clock 400 inc 10", 400 + MARGIN, fault) &&
         probe_settled(probe, fault);
}

static bool check_playouts(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "playouts 10", probe->patience, fault) && probe_settled(probe, fault);
}

static bool check_no_limit(struct probe *probe, struct fault *fault) {
  return begin(probe, fault) && probe_turn(probe, "", 2 * probe->patience, fault) && probe_settled(probe, fault);
}

/* Sends `go` with a long time and `then` at once; all of it is to be answered soon. */
static bool interrupt(struct probe *probe, const char *then, bool bestmove, struct text *data, struct fault *fault) {
  if (!begin(probe, fault)) return false;
  probe->state = PROBE_ASKED;
  return probe_send(probe, "go movetime 60000", fault) && probe_send(probe, then, fault) &&
         (probe_listen(probe, 2, bestmove, OBEY, data, fault) || fault_within(fault, then));
}

static bool check_stop(struct probe *probe, struct fault *fault) {
  return interrupt(probe, "stop", true, NULL, fault) && probe_take(probe, fault) && probe_settled(probe, fault);
}

static bool check_stop_when_idle(struct probe *probe, struct fault *fault) {
  return probe_ask(probe, "stop", NULL, fault) && begin(probe, fault) && probe_ask(probe, "stop", NULL, fault) &&
         probe_turn(probe, "movetime 20", 20 + MARGIN, fault) && probe_settled(probe, fault);
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

/* True if it writes nothing more and its output ends in time. */
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
      {"handshake", false, check_handshake},
      {"empty lines and comments", false, check_silent_lines},
      {"unknown command", false, check_unknown_command},
      {"line that is too long", false, check_long_line},
      {"options", false, check_options},
      {"go without a position", false, check_go_too_early},
      {"bad lines change nothing", true, check_bad_lines},
      {"game of star-wars", false, check_star_wars},
      {"team game", false, check_teams},
      {"classic game with every option", false, check_classic},
      {"one game after another", false, check_second_game},
      {"position lines", false, check_position_line},
      {"go movetime", false, check_movetime},
      {"go clock", false, check_clock},
      {"go playouts", false, check_playouts},
      {"go", false, check_no_limit},
      {"stop", false, check_stop},
      {"stop when idle", false, check_stop_when_idle},
      {"isready while it thinks", false, check_ready_while_thinking},
      {"quit", false, check_quit},
      {"quit while it thinks", false, check_quit_while_thinking},
      {"end of input", false, check_end_of_input},
  };
  *count = (int)(sizeof checks / sizeof checks[0]);
  return checks;
}
