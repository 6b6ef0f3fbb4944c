/*
 * Parts of `tessera match`: a program that is tested as an engine (docs/lookup/protocol.md, "Engines"), and what it
 * must do to be one, as a list of checks, and the result of a match in words.
 */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "arena/engine.h"
#include "arena/report.h"
#include "cli/command.h"
#include "session/session.h"

/* ---- Probes: lines to a program, what it answers, and the same game kept by our own rules beside it ---- */

/* Each function gives false with `*fault` when the program does something wrong. */

/* Fields are for reading. */
struct probe {
  struct engine_process process;
  const atomic_bool *stop;   /* cuts every wait short once it is true; may be NULL */
  uint32_t patience;         /* milliseconds for an answer that has no other limit */
  struct text told;          /* data lines of the handshake */
  bool needs_legal;          /* it is told its legal moves */
  struct engine_games games; /* that it says it plays */
  struct session model;      /* holds the game that the program is told */
  enum { PROBE_IDLE, PROBE_ASKED, PROBE_THINKING } state;
  struct text move; /* of its last `bestmove` */
};

/* Starts a command of the shell and shakes hands. Its standard error is appended to the file `errors`, if not NULL; of
 * the probe, `stop` and `patience` are set, and all else is zero. probe_close() releases it in every case. */
bool probe_open(struct probe *probe, const char *command, const char *errors, struct fault *fault);
void probe_close(struct probe *probe);

/* Sends a line without its end, and no more. */
bool probe_send(struct probe *probe, const char *line, struct fault *fault);

/* Listens until `replies` lines `ok` came and, if `bestmove`, one such line, for `milliseconds`. Data lines are
 * appended to `data`, which may be NULL. An error reply is wrong here. */
bool probe_listen(struct probe *probe, int replies, bool bestmove, uint32_t milliseconds, struct text *data,
                  struct fault *fault);

/* A command that is to be answered with `ok`, and one that is to be refused with one of the codes of `codes`, which are
 * separated by '|'; NULL takes any code. */
bool probe_ask(struct probe *probe, const char *line, struct text *data, struct fault *fault);
bool probe_refused(struct probe *probe, const char *line, const char *codes, struct fault *fault);

/* Nothing but the answer to `isready` comes: it is there, and has said no more than was heard. */
bool probe_is_idle(struct probe *probe, struct fault *fault);

/* A new game, with the words of `newgame`, in which the first tile is drawn. */
bool probe_newgame(struct probe *probe, const char *words, struct fault *fault);
/* Takes the steps of chance in the model up to the next placement, or to the end. */
void probe_draw(struct probe *probe);
/* Tells the position of the model, by `line` if not NULL, else from the start; then the legal moves to one that needs
 * them. */
bool probe_position(struct probe *probe, const char *line, struct fault *fault);
/* Asks for a turn by `go` with these words, to be there within `milliseconds`, and takes it in the model: it must be
 * legal there. */
bool probe_turn(struct probe *probe, const char *words, uint32_t milliseconds, struct fault *fault);
/* Takes the move heard last in the model. */
bool probe_take(struct probe *probe, struct fault *fault);

/* ---- Checks ---- */

/* One check of a program against the protocol; it either has `run` or `line`. */
struct compliance_check {
  const char *name;
  bool for_rules;   /* a program that is told its legal moves need not know what this one asks for */
  const char *game; /* words of newgame: one that does not play this need not be asked; NULL: everybody is */
  bool (*run)(struct probe *probe, struct fault *fault);
  const char *line, *codes; /* if `run` is NULL: this line is to be refused with one of the codes */
};

/* The checks, `*count` of them; each wants a probe of its own that was just opened. */
const struct compliance_check *compliance_checks(int *count);

/* One option as the handshake tells it; spans point into the line. */
struct told_option {
  struct span name, otherwise;
  bool spin;            /* a number, else one of the words that are told */
  uint64_t least, most; /* of a number */
};

/* Reads an `option` line. False with `*fault` if it is not as the protocol lays down. */
bool told_option_read(struct span line, struct told_option *option, struct fault *fault);

/* The options of `match` that concern compliance, as rows of its table. */
#define COMPLIANCE_OPTIONS                                                                                             \
  {"compliance", 0, OPTION_TEXT, "COMMAND", 0, 0, "check a program instead of playing"},                               \
      {"check", 'c', OPTION_TEXT, "NAME", 0, 0, "compliance: run one check alone"},                                    \
      {"patience", 0, OPTION_NUMBER, "SECONDS", 1, 600, "compliance: seconds to wait for an answer (default: 5)"}, {   \
    "errors", 0, OPTION_FILE, "FILE", 0, 0, "compliance: append the program's standard error to a file"                \
  }

/* Runs the checks on the program that COMPLIANCE_OPTIONS name, each on a fresh process, and tells the
 * outcomes on standard output, with `--json` as one line of JSON. Gives the exit code: bad input if a check failed. */
int match_compliance(const struct arguments *arguments);

/* ---- The result for people ---- */

/* Appends the table of the engines, what is known of a duel, the first faults, and the signature. */
void match_table_write(const struct report *report, struct text *text);

#endif
