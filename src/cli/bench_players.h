/* `tessera bench players`: how fast the searching player searches. */
#ifndef CLI_BENCH_PLAYERS_H
#define CLI_BENCH_PLAYERS_H

#include "cli/command.h"

/* Measures both games on one thread and on two, and prints a line for each. Gives an exit code. */
int bench_players(const struct arguments *arguments);

#endif
