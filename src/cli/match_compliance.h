/* `tessera match --compliance`: tests a program against the engine protocol. */
#ifndef CLI_MATCH_COMPLIANCE_H
#define CLI_MATCH_COMPLIANCE_H

#include "cli/arguments.h"

#define COMPLIANCE_OPTIONS                                                                                             \
  {"compliance", 0, OPTION_TEXT, "COMMAND", 0, 0, "check a program instead of playing"},                               \
      {"check", 'c', OPTION_TEXT, "NAME", 0, 0, "compliance: run one check alone"},                                    \
      {"patience",                                                                                                     \
       0,                                                                                                              \
       OPTION_NUMBER,                                                                                                  \
       "MS",                                                                                                           \
       100,                                                                                                            \
       600000,                                                                                                         \
       "compliance: milliseconds to wait for an answer (default: 5000)"},                                              \
  {                                                                                                                    \
    "errors", 0, OPTION_FILE, "FILE", 0, 0, "compliance: append the program's standard error to a file"                \
  }

/* Runs the checks of compliance.h on the program that COMPLIANCE_OPTIONS name, each on a fresh process, and tells the
 * outcomes on standard output, with `--json` as one line of JSON. Gives the exit code: bad input if a check failed. */
int match_compliance(const struct arguments *arguments);

#endif
