/* Shell completions, written from the table of commands. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "players/player.h"
#include "tessera/tessera.h"

/* Writes the words of a '|' list with spaces between them. */
static void print_choices(const char *choices) {
  for (; *choices != '\0'; choices++) putchar(*choices == '|' ? ' ' : *choices);
}

static void print_command_names(const struct command *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) printf("%s%s", i > 0 ? " " : "", list[i]->name);
}

static bool takes_file(const struct option_spec *option) {
  return option->kind == OPTION_FILE || option->kind == OPTION_MAYBE_FILE || option->kind == OPTION_SET;
}

static bool takes_choice(const struct option_spec *option) {
  return option->kind == OPTION_CHOICE || option->kind == OPTION_MAYBE_CHOICE;
}

/* True if the word after the option is never its argument. */
static bool stands_alone(const struct option_spec *option) {
  return option->kind == OPTION_FLAG || option->kind == OPTION_MAYBE_CHOICE;
}

static bool takes_list(const struct option_spec *option) {
  return option->kind == OPTION_SEATS || option->kind == OPTION_PEOPLE;
}

/* Writes the words that an option's argument can be, with spaces between them; nothing if it can be any text. */
static void print_words(const struct option_spec *option) {
  if (takes_choice(option)) print_choices(option->argument);
  for (int i = 0; option->kind == OPTION_SET && tess_builtin_name(i) != NULL; i++)
    printf("%s%s", i > 0 ? " " : "", tess_builtin_name(i));
  if (option->kind == OPTION_PEOPLE) printf("human ");
  if (option->kind != OPTION_PLAYER && !takes_list(option)) return;
  for (int i = 0; player_kind_at(i) != NULL; i++) printf("%s%s", i > 0 ? " " : "", player_kind_at(i)->name);
}

/* True if the first operand must be one of a few words. */
static bool has_operand_words(const struct command *command) {
  return command->operand_kind == OPERAND_CHOICE || command->operand_kind == OPERAND_COMMAND;
}

static void print_operand_words(const struct command *command, const struct command *const *list, size_t count) {
  if (command->operand_kind == OPERAND_COMMAND)
    print_command_names(list, count);
  else
    print_choices(command->operand_choices);
}

/* The functions see the variables of the calling function. `before` is the option to which `word` belongs, with a '='
 * if that stands between them; `prefix` is the part of the word that stays as it is. */
static const char bash_functions[] =
    "_tessera_words() {\n"
    "    local found\n"
    "    for found in $(compgen -W \"$1\" -- \"$word\"); do COMPREPLY+=(\"$prefix$found\"); done\n"
    "}\n"
    "_tessera_list() {\n"
    "    case $word in *,*) prefix=$prefix${word%,*},; word=${word##*,};; esac\n"
    "    compopt -o nospace 2>/dev/null\n"
    "    _tessera_words \"$1\"\n"
    "}\n"
    "_tessera_files() {\n"
    "    local IFS=$'\\n'\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    COMPREPLY+=($(compgen -f -- \"$word\"))\n"
    "}\n"
    "_tessera() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} prefix= at=0\n"
    "    local command=${COMP_WORDS[1]}\n"
    "    COMPREPLY=()\n"
    "    # bash parts words at '=', which stands behind options and behind names in lists.\n"
    "    if [ \"$word\" = = ]; then at=$COMP_CWORD; word=; elif [ \"$before\" = = ]; then at=$((COMP_CWORD-1)); fi\n"
    "    if [ $at -gt 0 ]; then\n"
    "        before=${COMP_WORDS[at-1]}=\n"
    "        while [[ $before != -* && $at -gt 3 ]]; do\n"
    "            at=$((at-1))\n"
    "            if [ \"${COMP_WORDS[at-1]}\" = = ]; then at=$((at-1)); fi\n"
    "            before=${COMP_WORDS[at-1]}\n"
    "        done\n"
    "    elif [[ $word == -[!-]?* ]]; then\n"
    "        before=${word:0:2} prefix=${word:0:2} word=${word:2}\n"
    "    fi\n";

static void bash_print(const struct command *const *list, size_t count) {
  fputs(bash_functions, stdout);
  printf("    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        _tessera_words '");
  print_command_names(list, count);
  printf(" --help --version'\n        return\n    fi\n    case \"$command:$before\" in\n");

  /* 1. The words after each option. Any word may follow a flag, but nothing follows it after '='; an optional choice
   * stands only after '='. */
  for (size_t i = 0; i < count; i++)
    for (const struct option_spec *option = list[i]->options; option->name != NULL; option++) {
      const bool alone = stands_alone(option);
      printf("        %s:--%s%s", list[i]->name, option->name, alone ? "=" : "");
      if (!alone) printf("|%s:--%s=", list[i]->name, option->name);
      if (!alone && option->letter != 0) printf("|%s:-%c", list[i]->name, option->letter);
      printf(") ");
      if (option->kind != OPTION_FLAG) {
        printf("%s '", takes_list(option) ? "_tessera_list" : "_tessera_words");
        print_words(option);
        printf("'; ");
      }
      if (takes_file(option)) printf("_tessera_files; ");
      printf("return;;\n");
    }

  /* 2. The options of a command, and the words that its first operand can be. */
  printf("    esac\n    case \"$command:$word\" in\n");
  for (size_t i = 0; i < count; i++) {
    printf("        %s:-*) _tessera_words '", list[i]->name);
    for (const struct option_spec *option = list[i]->options; option->name != NULL; option++) {
      printf("--%s ", option->name);
      if (option->letter != 0) printf("-%c ", option->letter);
    }
    printf("';;\n");
    if (!has_operand_words(list[i])) continue;
    printf("        %s:*) _tessera_words '", list[i]->name);
    print_operand_words(list[i], list, count);
    printf("';;\n");
  }
  printf("        *) _tessera_files;;\n    esac\n}\ncomplete -F _tessera tessera\n");
}

/* Writes text inside the single quotes of a zsh or fish word. In zsh's specifications colons and brackets separate
 * fields and must be escaped. */
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

/* Writes one form of an option and what follows it, in the format of `_arguments`. */
static void zsh_option_form(const struct option_spec *option, const char *dashes, const char *name, const char *end) {
  printf(" \\\n                '%s%s%s%s[", dashes, name, option->kind == OPTION_FLAG ? "" : end,
         option->kind == OPTION_MAYBE_CHOICE ? "-" : "");
  print_quoted(option->help, "[]:");
  printf("]");
  if (option->kind != OPTION_FLAG) {
    printf(option->kind == OPTION_MAYBE_CHOICE ? "::" : ":");
    print_quoted(option->argument, "[]:");
    printf(":");
    if (option->kind == OPTION_SET) {
      printf(" _alternative \"sets\\:set\\:(");
      print_words(option);
      printf(")\" \"files\\:file\\:_files\"");
    } else if (takes_file(option)) {
      printf("_files");
    } else if (takes_list(option)) {
      printf(" _tessera_list ");
      print_words(option);
    } else if (takes_choice(option) || option->kind == OPTION_PLAYER) {
      printf("(");
      print_words(option);
      printf(")");
    }
  }
  printf("'");
}

static void zsh_print(const struct command *const *list, size_t count) {
  printf("#compdef tessera\n"
         "_tessera_list() { # words of a list, behind the last comma and name\n"
         "    compset -P '*[,=]'\n    compadd -qS , -- \"$@\"\n}\n"
         "_tessera() {\n    if (( CURRENT == 2 )); then\n        local -a names\n        names=(");
  for (size_t i = 0; i < count; i++) {
    printf("\n            '%s:", list[i]->name);
    print_quoted(list[i]->summary, ":");
    putchar('\'');
  }
  printf(")\n        _describe command names\n        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
  for (size_t i = 0; i < count; i++) {
    printf("        %s)\n            _arguments", list[i]->name);
    for (const struct option_spec *option = list[i]->options; option->name != NULL; option++) {
      const char letter[2] = {option->letter, '\0'};
      zsh_option_form(option, "--", option->name, "=");
      if (option->letter != 0) zsh_option_form(option, "-", letter, "+");
    }
    if (has_operand_words(list[i])) {
      printf(" \\\n                '1:word:(");
      print_operand_words(list[i], list, count);
      printf(")'");
    }
    if (list[i]->most_operands > 0) printf(" \\\n                '*:file:_files'");
    printf(";;\n");
  }
  /* zsh loads the file as a function, or a user reads it with `source`. */
  printf("    esac\n}\n"
         "if (( ${+compstate} )); then _tessera \"$@\"; else compdef _tessera tessera; fi\n");
}

static void fish_print(const struct command *const *list, size_t count) {
  printf("function __tessera_list # words of a list, behind the last comma and name\n"
         "    set -l word (string replace -r '^--?[a-z]+=' '' -- (commandline -ct))\n"
         "    printf '%%s\\n' (string replace -r '[^,=]*$' '' -- $word)$argv\nend\n");
  for (size_t i = 0; i < count; i++) {
    printf("complete -c tessera -n __fish_use_subcommand -fa %s -d '", list[i]->name);
    print_quoted(list[i]->summary, "");
    printf("'\n");
    for (const struct option_spec *option = list[i]->options; option->name != NULL; option++) {
      printf("complete -c tessera -n '__fish_seen_subcommand_from %s' -l %s", list[i]->name, option->name);
      if (option->letter != 0) printf(" -s %c", option->letter);
      if (!stands_alone(option)) printf(takes_file(option) ? " -rF" : " -x");
      if (takes_choice(option) || option->kind == OPTION_SET || option->kind == OPTION_PLAYER) {
        printf(" -a '");
        print_words(option);
        printf("'");
      }
      if (takes_list(option)) {
        printf(" -a '(__tessera_list ");
        print_words(option);
        printf(")'");
      }
      printf(" -d '");
      print_quoted(option->help, "");
      printf("'\n");
    }
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
  return usage_wrong("completion", "unknown shell '%s', expected bash, zsh or fish", arguments->operands[0]);
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
