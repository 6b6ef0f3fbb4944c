/*
 * Parts of `tessera match`: the checks of a program against the engine protocol (docs/lookup/protocol.md, "Engines"),
 * and the result of a match as text.
 */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "arena/engine.h"
#include "arena/report.h"
#include "cli/command.h"
#include "session/session.h"

/* ---- Probes: send lines to a program, read its answers, and play the same game by Tessera's rules ---- */

/* A program that is checked. Each function returns false with `*fault` filled if the program does something wrong. */

/* The members are read-only for callers. */
struct probe {
  struct engine_process process;
  const atomic_bool *stop;   /* true interrupts every wait; may be NULL */
  uint32_t patience;         /* milliseconds for an answer that has no other limit */
  struct text answer;        /* data lines of the handshake */
  bool needs_legal;          /* it declared `needs legal` */
  struct engine_games games; /* the games that it declares */
  struct session model;      /* holds the same game as the program */
  enum { PROBE_IDLE, PROBE_ASKED, PROBE_THINKING } state;
  struct text move; /* the move of its last `bestmove` */
};

/* Starts a command of the shell and does the handshake. Its standard error is appended to the file `errors`, if that is
 * not NULL. On entry `stop` and `patience` of the probe are set, and all else is zero. probe_close() must be called in
 * every case. */
bool probe_open(struct probe *probe, const char *command, const char *errors, struct fault *fault);
void probe_close(struct probe *probe);

/* Sends a line, given without its end, and does not wait for a reply. */
bool probe_send(struct probe *probe, const char *line, struct fault *fault);

/* Reads lines until `replies` closing lines `ok` and, if `bestmove`, one `bestmove` have come, for at most
 * `milliseconds`. Data lines are appended to `data`, which may be NULL. An error reply is a fault here. */
bool probe_listen(struct probe *probe, int replies, bool bestmove, uint32_t milliseconds, struct text *data,
                  struct fault *fault);

/* Send a command: probe_ask() expects `ok`; probe_refused() expects an error with one of the codes of `codes`, which
 * are separated by '|' (NULL: any code). */
bool probe_ask(struct probe *probe, const char *line, struct text *data, struct fault *fault);
bool probe_refused(struct probe *probe, const char *line, const char *codes, struct fault *fault);

/* Checks that the program sends only the answer to `isready`: it is alive and has sent nothing unexpected. */
bool probe_is_idle(struct probe *probe, struct fault *fault);

/* Starts a new game with the words of `newgame`; its first tile is drawn. */
bool probe_newgame(struct probe *probe, const char *words, struct fault *fault);
/* Takes the steps of chance in the model up to the next placement, or to the end of the game. */
void probe_draw(struct probe *probe);
/* Sends the position of the model, by the line `line`, or if that is NULL as moves from the start; then the legal moves
 * if the program needs them. */
bool probe_position(struct probe *probe, const char *line, struct fault *fault);
/* Asks for a turn by `go` with these words, which must come within `milliseconds`, and plays it in the model, where it
 * must be legal. */
bool probe_turn(struct probe *probe, const char *words, uint32_t milliseconds, struct fault *fault);
/* Plays the last move of the program in the model. */
bool probe_take(struct probe *probe, struct fault *fault);

/* ---- Checks ---- */

/* A check of a program against the protocol; it has either `run` or `line`. */
struct compliance_check {
  const char *name;
  bool for_rules; /* a program that needs its legal moves may fail this check, as it need not know the rules */
  const char
      *game; /* words of newgame: a program that does not play this game is not checked; NULL: every program is */
  bool (*run)(struct probe *probe, struct fault *fault);
  const char *line, *codes; /* if `run` is NULL: a line that the program must refuse, and the allowed codes */
};

/* The checks; `*count` receives their number. Each needs a newly opened probe. */
const struct compliance_check *compliance_checks(int *count);

/* An option as declared in the handshake; the spans point into the line. */
struct listed_option {
  struct span name, otherwise;
  bool spin;            /* a number; otherwise one of the declared words */
  uint64_t least, most; /* for a number */
};

/* Reads an `option` line. Returns false with `*fault` filled if it does not follow the protocol. */
bool listed_option_read(struct span line, struct listed_option *option, struct fault *fault);

/* The options of `match` about compliance, as rows of its table. */
#define COMPLIANCE_OPTIONS                                                                                             \
  {"compliance", 0, OPTION_TEXT, "COMMAND", 0, 0, "check a program instead of playing"},                               \
      {"check", 'c', OPTION_TEXT, "NAME", 0, 0, "compliance: run one check alone"},                                    \
      {"patience", 0, OPTION_NUMBER, "SECONDS", 1, 600, "compliance: seconds to wait for an answer (default: 5)"}, {   \
    "errors", 0, OPTION_FILE, "FILE", 0, 0, "compliance: append the program's standard error to a file"                \
  }

/* Runs the checks on the program that COMPLIANCE_OPTIONS name, each on a fresh process, and prints the results; with
 * `--json` as one line of JSON. Returns the exit code: bad input if a check failed. */
int match_compliance(const struct arguments *arguments);

/* ---- The result for people ---- */

/* Appends the table of the engines, the comparison of a duel, the first faults, and the signature. */
void match_table_write(const struct report *report, struct text *text);

#endif
