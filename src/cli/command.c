#include "cli/command.h"

#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/help.h"
#include "tessera/tessera.h"

/* TESSERA_SERVER is an option of CMakeLists.txt: a build without it needs neither database nor HTTP libraries. */
static const struct command *const table[] = {
    &play_command,
#ifdef TESSERA_SERVER
    &serve_command,
#endif
    &referee_command, &engine_command, &replay_command, &verify_command, &simulate_command,   &match_command,
#ifdef TESSERA_SERVER
    &bot_command,
#endif
    &perft_command,   &bench_command,  &tiles_command,  &draw_command,   &completion_command, &help_command,
};

enum { COMMAND_COUNT = sizeof table / sizeof table[0] };

const struct command *const *commands(size_t *count) {
  *count = COMMAND_COUNT;
  return table;
}

const struct command *command_find(const char *name) {
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(table[i]->name, name) == 0) return table[i];
  return NULL;
}

static const char *command_candidate(const void *list, int index) {
  (void)list;
  return index < COMMAND_COUNT ? table[index]->name : NULL;
}

static int tell_unknown(const char *word) {
#ifndef TESSERA_SERVER
  if (choice_is("serve|bot", word)) {
    fprintf(stderr, "tessera: this build is without '%s'; build with -DTESSERA_SERVER=ON\n", word);
    return CODE_USAGE;
  }
#endif
  fprintf(stderr, "tessera: unknown command '%s'", word);
  suggest_print(stderr, word, NULL, command_candidate, "");
  fprintf(stderr, "; see 'tessera help'\n");
  return CODE_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv) {
  struct arguments arguments;
  if (!arguments_read(command->name, command->options, argc, argv, &arguments)) return CODE_USAGE;
  if (argument_flag(&arguments, "help")) {
    help_command_print(stdout, command);
    return CODE_DONE;
  }
  if (arguments.operand_count < command->least_operands) {
    fprintf(stderr, "tessera %s: an argument is missing: %s\n", command->name, command->operands);
    return CODE_USAGE;
  }
  if (arguments.operand_count > command->most_operands) {
    fprintf(stderr, "tessera %s: one argument too many: '%s'\n", command->name,
            arguments.operands[command->most_operands]);
    return CODE_USAGE;
  }
  return command->run(&arguments);
}

static int dispatch(int argc, char **argv) {
  const char *word = argc < 2 ? "--help" : argv[1];
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
    printf("tessera %s\n", TESS_VERSION);
    return CODE_DONE;
  }
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
    help_print(argc < 2 ? stderr : stdout);
    return argc < 2 ? CODE_USAGE : CODE_DONE;
  }
  const struct command *command = command_find(word);
  return command == NULL ? tell_unknown(word) : run_command(command, argc - 1, argv + 1);
}

int command_line(int argc, char **argv) {
  int code = dispatch(argc, argv);
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  fprintf(stderr, "tessera: standard output could not be written\n");
  return CODE_FAILURE;
}
