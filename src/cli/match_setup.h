/* A match from the command line. */
#ifndef CLI_MATCH_SETUP_H
#define CLI_MATCH_SETUP_H

#include "arena/match.h"
#include "cli/game_setup.h"

#define MATCH_OPTIONS                                                                                                  \
  {"engine",                                                                                                           \
   'e',                                                                                                                \
   OPTION_TEXT,                                                                                                        \
   "WORDS",                                                                                                            \
   0,                                                                                                                  \
   0,                                                                                                                  \
   "an engine, once for each: a player's name or cmd=\"COMMAND\", name=, and limits as in --each"},                    \
      {"each",                                                                                                         \
       0,                                                                                                              \
       OPTION_TEXT,                                                                                                    \
       "WORDS",                                                                                                        \
       0,                                                                                                              \
       0,                                                                                                              \
       "words for all engines: tc=SECONDS[+INCREMENT] a game, st=SECONDS a turn, playouts=N a turn, threads=N, "       \
       "level=N, option.NAME=VALUE, timemargin=MS, patience=SECONDS, stderr=FILE"},                                    \
      {"rounds",                                                                                                       \
       0,                                                                                                              \
       OPTION_NUMBER,                                                                                                  \
       "N",                                                                                                            \
       1,                                                                                                              \
       10000000,                                                                                                       \
       "play N rounds: one deck each, in every seat order (default: 100)"},                                            \
      {"games", 'n', OPTION_NUMBER, "N", 1, 1000000000, "play N games, in whole rounds"},                              \
      {"seating",                                                                                                      \
       0,                                                                                                              \
       OPTION_CHOICE,                                                                                                  \
       "all|rotations|solo",                                                                                           \
       0,                                                                                                              \
       0,                                                                                                              \
       "the seat orders of a round: all, each engine once in each seat, or the first engine alone against all seats "  \
       "of the second"},                                                                                               \
      {"sprt",                                                                                                         \
       0,                                                                                                              \
       OPTION_TEXT,                                                                                                    \
       "WORDS",                                                                                                        \
       0,                                                                                                              \
       0,                                                                                                              \
       "stop when one of two Elo differences is likelier: elo0=N elo1=N alpha=P beta=P (default: 0 10 0.05 0.05)"},    \
  {                                                                                                                    \
    "luck", 0, OPTION_FLAG, NULL, 0, 0, "two sides: also tell the result without the luck of draws and battles"        \
  }

/*
 * Reads the match that was asked for. `*shelf` receives the sets, on which the match is; tile_shelf_close() and
 * match_free() release both in every case. False with `*fault`.
 */
bool match_setup_read(struct match *match, struct tile_shelf **shelf, const struct arguments *arguments,
                      struct fault *fault);

#endif
