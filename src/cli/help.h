/* Help texts, written from the table of commands and their options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "cli/command.h"

/* The program: usage, commands, exit codes. */
void help_print(FILE *out);

/* One command: usage, description, options. */
void help_command_print(FILE *out, const struct command *command);

#endif
