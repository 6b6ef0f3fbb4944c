/* Shell completions, written from the table of commands. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/exit_code.h"

/* Writes the words of a '|' list with a space between. */
static void print_choices(const char *choices) {
  for (; *choices != '\0'; choices++) putchar(*choices == '|' ? ' ' : *choices);
}

static void print_command_names(const struct command *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) printf("%s%s", i > 0 ? " " : "", list[i]->name);
}

static bool is_file(const struct option_spec *option) {
  return option->kind == OPTION_FILE || option->kind == OPTION_MAYBE_FILE;
}

/* True when the first operand is one of a few words. */
static bool has_operand_words(const struct command *command) {
  return command->operand_kind == OPERAND_CHOICE || command->operand_kind == OPERAND_COMMAND;
}

static void print_operand_words(const struct command *command, const struct command *const *list, size_t count) {
  if (command->operand_kind == OPERAND_COMMAND)
    print_command_names(list, count);
  else
    print_choices(command->operand_choices);
}

static void bash_option_words(const struct command *command) {
  for (const struct option_spec *option = command->options; option->name != NULL; option++)
    printf("--%s ", option->name);
}

static void bash_option_values(const struct command *command) {
  for (const struct option_spec *option = command->options; option->name != NULL; option++) {
    if (option->kind == OPTION_FLAG) continue;
    printf("        %s:--%s", command->name, option->name);
    if (option->letter != 0) printf("|%s:-%c", command->name, option->letter);
    printf(") ");
    if (is_file(option))
      printf("COMPREPLY=($(compgen -f -- \"$word\"))");
    else {
      printf("COMPREPLY=($(compgen -W '");
      if (option->kind == OPTION_CHOICE) print_choices(option->argument);
      printf("' -- \"$word\"))");
    }
    printf("; return;;\n");
  }
}

static void bash_print(const struct command *const *list, size_t count) {
  printf("_tessera() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    local command=${COMP_WORDS[1]}\n    COMPREPLY=()\n"
         "    if [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "    if [ \"$word\" = = ]; then word=; fi\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
  print_command_names(list, count);
  printf(" --help --version' -- \"$word\"))\n        return\n    fi\n    case \"$command:$before\" in\n");
  for (size_t i = 0; i < count; i++) bash_option_values(list[i]);
  printf("    esac\n    case \"$command:$word\" in\n");
  for (size_t i = 0; i < count; i++) {
    printf("        %s:-*) COMPREPLY=($(compgen -W '", list[i]->name);
    bash_option_words(list[i]);
    printf("' -- \"$word\"));;\n");
    if (!has_operand_words(list[i])) continue;
    printf("        %s:*) COMPREPLY=($(compgen -W '", list[i]->name);
    print_operand_words(list[i], list, count);
    printf("' -- \"$word\"));;\n");
  }
  printf("        *) COMPREPLY=($(compgen -f -- \"$word\"));;\n    esac\n}\ncomplete -F _tessera tessera\n");
}

/* Inside the single quotes of a zsh or fish word. Colons and brackets part the fields of zsh's specifications. */
static void print_quoted(const char *text, const char *escaped) {
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      fputs("'\\''", stdout);
    else {
      if (strchr(escaped, *text) != NULL) putchar('\\');
      putchar(*text);
    }
  }
}

static void zsh_option(const struct option_spec *option) {
  printf(" \\\n                '--%s%s[", option->name, option->kind == OPTION_FLAG ? "" : "=");
  print_quoted(option->help, "[]:");
  putchar(']');
  if (is_file(option))
    printf(":%s:_files", option->argument);
  else if (option->kind == OPTION_CHOICE) {
    printf(":word:(");
    print_choices(option->argument);
    putchar(')');
  } else if (option->kind != OPTION_FLAG)
    printf(":%s:", option->argument);
  putchar('\'');
}

static void zsh_print(const struct command *const *list, size_t count) {
  printf("#compdef tessera\n_tessera() {\n    if (( CURRENT == 2 )); then\n        local -a names\n        names=(");
  for (size_t i = 0; i < count; i++) {
    printf("\n            '%s:", list[i]->name);
    print_quoted(list[i]->summary, ":");
    putchar('\'');
  }
  printf(")\n        _describe command names\n        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
  for (size_t i = 0; i < count; i++) {
    printf("        %s)\n            _arguments", list[i]->name);
    for (const struct option_spec *option = list[i]->options; option->name != NULL; option++) zsh_option(option);
    if (has_operand_words(list[i])) {
      printf(" \\\n                '1:word:(");
      print_operand_words(list[i], list, count);
      printf(")'");
    }
    if (list[i]->most_operands > 0) printf(" \\\n                '*:file:_files'");
    printf(";;\n");
  }
  printf("    esac\n}\n_tessera \"$@\"\n");
}

static void fish_option(const struct command *command, const struct option_spec *option) {
  printf("complete -c tessera -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
  if (option->letter != 0) printf(" -s %c", option->letter);
  if (is_file(option))
    printf(" -rF");
  else if (option->kind == OPTION_CHOICE) {
    printf(" -xa '");
    print_choices(option->argument);
    putchar('\'');
  } else if (option->kind != OPTION_FLAG)
    printf(" -x");
  printf(" -d '");
  print_quoted(option->help, "");
  printf("'\n");
}

static void fish_print(const struct command *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    printf("complete -c tessera -n __fish_use_subcommand -fa %s -d '", list[i]->name);
    print_quoted(list[i]->summary, "");
    printf("'\n");
    for (const struct option_spec *option = list[i]->options; option->name != NULL; option++)
      fish_option(list[i], option);
    if (!has_operand_words(list[i])) continue;
    printf("complete -c tessera -n '__fish_seen_subcommand_from %s' -a '", list[i]->name);
    print_operand_words(list[i], list, count);
    printf("'\n");
  }
}

static const struct shell {
  const char *name;
  void (*print)(const struct command *const *list, size_t count);
} shells[] = {{"bash", bash_print}, {"zsh", zsh_print}, {"fish", fish_print}};

static int completion_run(const struct arguments *arguments) {
  size_t count;
  const struct command *const *list = commands(&count);
  for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
    if (strcmp(shells[i].name, arguments->operands[0]) != 0) continue;
    shells[i].print(list, count);
    return CODE_DONE;
  }
  fprintf(stderr, "tessera completion: unknown shell '%s', expected bash, zsh or fish\n", arguments->operands[0]);
  return CODE_USAGE;
}

static const struct option_spec completion_options[] = {OPTIONS_END};

const struct command completion_command = {
    .name = "completion",
    .operands = "bash|zsh|fish",
    .operand_kind = OPERAND_CHOICE,
    .operand_choices = "bash|zsh|fish",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "write the completions of a shell",
    .description = "Writes a script that completes commands, options and their words. For bash: "
                   "source <(tessera completion bash)",
    .options = completion_options,
    .run = completion_run,
};
