/* The commands of the program as one table, and running them. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stddef.h>

#include "cli/arguments.h"

/* What the operands of a command are, for the completions. */
enum operand_kind { OPERAND_NONE, OPERAND_FILE, OPERAND_CHOICE, OPERAND_COMMAND };

struct command {
  const char *name;
  const char *operands; /* as the usage line shows them, or "" */
  enum operand_kind operand_kind;
  const char *operand_choices; /* OPERAND_CHOICE: the words that the first operand can be, separated by '|' */
  int least_operands, most_operands;
  const char *summary;     /* one phrase without a full stop */
  const char *description; /* paragraphs, separated by a newline */
  const struct option_spec *options;
  int (*run)(const struct arguments *arguments); /* gives an exit code */
};

/* The last entries of every option table. */
#define OPTIONS_END                                                                                                    \
  {"help", 'h', OPTION_FLAG, NULL, 0, 0, "show this help"}, { .name = NULL }

#define ANY_NUMBER 1000000

/* The commands, `*count` of them, in the order in which help lists them. */
const struct command *const *commands(size_t *count);

/* The command of this name, or NULL. */
const struct command *command_find(const char *name);

/* Runs the program; gives its exit code. Standard output is flushed and checked. */
int command_line(int argc, char **argv);

extern const struct command play_command;
extern const struct command referee_command;
extern const struct command serve_command;
extern const struct command engine_command;
extern const struct command replay_command;
extern const struct command verify_command;
extern const struct command simulate_command;
extern const struct command match_command;
extern const struct command bot_command;
extern const struct command perft_command;
extern const struct command bench_command;
extern const struct command tiles_command;
extern const struct command draw_command;
extern const struct command completion_command;
extern const struct command help_command;

#endif
