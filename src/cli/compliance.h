/* What a program must do to be an engine of docs/lookup/protocol.md, as a list of checks. */
#ifndef CLI_COMPLIANCE_H
#define CLI_COMPLIANCE_H

#include "cli/arguments.h"
#include "cli/probe.h"

struct compliance_check {
  const char *name;
  bool for_rules;   /* a program that is told its legal moves need not know what this one asks for */
  const char *game; /* words of newgame: one that does not play this need not be asked; NULL: everybody is */
  bool (*run)(struct probe *probe, struct fault *fault);
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

#define COMPLIANCE_OPTIONS                                                                                             \
  {"compliance", 0, OPTION_TEXT, "COMMAND", 0, 0, "check a program instead of playing"},                               \
      {"check", 'c', OPTION_TEXT, "NAME", 0, 0, "compliance: run one check alone"},                                    \
      {"patience", 0, OPTION_NUMBER, "SECONDS", 1, 600, "compliance: seconds to wait for an answer (default: 5)"}, {   \
    "errors", 0, OPTION_FILE, "FILE", 0, 0, "compliance: append the program's standard error to a file"                \
  }

/* Runs the checks on the program that COMPLIANCE_OPTIONS name, each on a fresh process, and tells the
 * outcomes on standard output, with `--json` as one line of JSON. Gives the exit code: bad input if a check failed. */
int match_compliance(const struct arguments *arguments);

#endif
