/* The table of the program's commands: runs them, and writes help from the table. */
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "cli/command.h"
#include "cli/files.h"
#include "tessera/tessera.h"

/* TESSERA_SERVER is an option of CMakeLists.txt: a build without it needs no libraries for databases and HTTP. */
static const struct command *const all[] = {
    &play_command,
#ifdef TESSERA_SERVER
    &serve_command,    &store_command,
#endif
    &referee_command,  &engine_command,     &replay_command,  &verify_command,
    &simulate_command, &analyse_command,    &puzzles_command, &match_command,
#ifdef TESSERA_SERVER
    &bot_command,
#endif
    &perft_command,    &bench_command,      &tiles_command,   &draw_command,
    &ratings_command,  &completion_command, &help_command,
};

enum { COMMAND_COUNT = sizeof all / sizeof all[0] };

const struct command *const *commands(size_t *count) {
  *count = COMMAND_COUNT;
  return all;
}

const struct command *command_find(const char *name) {
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(all[i]->name, name) == 0) return all[i];
  return NULL;
}

/* The names of the commands, one after the other. */
static const char *command_candidate(const void *list, int index) {
  (void)list;
  return index < COMMAND_COUNT ? all[index]->name : NULL;
}

int usage_wrong(const char *command, const char *format, ...) {
  va_list arguments;
  char said[1024];
  va_start(arguments, format);
  vsnprintf(said, sizeof said, format, arguments);
  va_end(arguments);
  struct text line = {0};
  text_print(&line, "tessera%s%s: ", command == NULL ? "" : " ", command == NULL ? "" : command);
  text_add_shown(&line, span_of(said), false);
  text_add_char(&line, '\n');
  fputs(line.bytes, stderr);
  text_free(&line);
  return CODE_USAGE;
}

int usage_refused(const char *command, const struct fault *fault) { return usage_wrong(command, "%s", fault->text); }

/* Runs the command that the first word names. Returns the exit code. */
static int dispatch(int argc, char **argv) {
  /* 1. The program itself. */
  const char *word = argc < 2 ? "--help" : argv[1];
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
    printf("tessera %s\n", TESS_VERSION);
    return CODE_DONE;
  }
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
    help_print(argc < 2 ? stderr : stdout);
    return argc < 2 ? CODE_USAGE : CODE_DONE;
  }

  /* 2. An unknown word. */
  const struct command *command = command_find(word);
#ifndef TESSERA_SERVER
  if (command == NULL && choice_is("serve|store|bot", word))
    return usage_wrong(NULL, "this build is without '%s'; build with -DTESSERA_SERVER=ON", word);
#endif
  if (command == NULL && word[0] == '-')
    return usage_wrong(NULL, "unknown option '%s' before a command; see 'tessera help'", word);
  if (command == NULL)
    return usage_wrong(NULL, "unknown command '%s'%s; see 'tessera help'", word,
                       suggestion_of(word, NULL, command_candidate, "").text);

  /* 3. A command with its arguments. */
  struct arguments arguments;
  struct fault fault = {0};
  if (!arguments_read(command->name, command->options, argc - 1, argv + 1, &arguments, &fault))
    return usage_refused(command->name, &fault);
  if (argument_flag(&arguments, "help")) {
    help_command_print(stdout, command);
    return CODE_DONE;
  }
  if (arguments.operand_count < command->least_operands)
    return usage_wrong(command->name, "an argument is missing: %s", command->operands);
  if (arguments.operand_count > command->most_operands)
    return usage_wrong(command->name, "one argument too many: '%s'", arguments.operands[command->most_operands]);
  return command->run(&arguments);
}

int command_line(int argc, char **argv) {
  json_set_alloc_funcs(memory_new, free); /* jansson takes text that it has no memory for as malformed */
  int code = dispatch(argc, argv);
  if (code == CODE_DONE && ferror(stdin)) {
    fprintf(stderr, "tessera: standard input could not be read\n");
    code = CODE_FAILURE;
  }
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  fprintf(stderr, "tessera: standard output could not be written\n");
  return CODE_FAILURE;
}

/* ---- The manual page ---- */

/* Roff reads a leading dot or quote as a request and a bare minus as a hyphen. */
static void roff_text(FILE *out, const char *text) {
  bool line_begins = true;
  for (; *text != '\0'; text++) {
    if (line_begins && (*text == '.' || *text == '\'')) fputs("\\&", out);
    line_begins = *text == '\n';
    if (*text == '\\')
      fputs("\\e", out);
    else if (*text == '-')
      fputs("\\-", out);
    else if (*text == '\n')
      fputs("\n.PP\n", out);
    else
      fputc(*text, out);
  }
}

/* ---- Help ---- */

enum { LINE_WIDTH = 100, OPTION_COLUMN = 34 };

/* Writes words with line breaks so that no line is wider than LINE_WIDTH. The text begins at `column`; further lines
 * are indented by `indent`. */
static void print_wrapped(FILE *out, const char *text, int column, int indent) {
  bool line_begins = true;
  while (*text != '\0') {
    int length = (int)strcspn(text, " \n");
    if (!line_begins && column + 1 + length > LINE_WIDTH) {
      fprintf(out, "\n%*s", indent, "");
      column = indent;
    } else if (!line_begins) {
      fputc(' ', out);
      column++;
    }
    fprintf(out, "%.*s", length, text);
    column += length;
    text += length;
    line_begins = *text == '\n';
    if (line_begins) fprintf(out, "\n%*s", column = indent, "");
    text += *text != '\0';
  }
  fputc('\n', out);
}

void help_command_print(FILE *out, const struct command *command) {
  fprintf(out, "Usage: tessera %s [OPTION]...%s%s\n\n", command->name, *command->operands ? " " : "",
          command->operands);
  print_wrapped(out, command->description, 0, 0);
  fprintf(out, "\nOptions:\n");
  for (const struct option_spec *option = command->options; option->name != NULL; option++) {
    char form[128];
    int length = snprintf(form, sizeof form, "  %c%c%s--%s%s%s", option->letter ? '-' : ' ',
                          option->letter ? option->letter : ' ', option->letter ? ", " : "  ", option->name,
                          option->argument ? "=" : "", option->argument ? option->argument : "");
    fputs(form, out);
    if (length >= OPTION_COLUMN - 1) {
      fputc('\n', out);
      length = 0;
    }
    fprintf(out, "%*s", OPTION_COLUMN - length, "");
    print_wrapped(out, option->help, OPTION_COLUMN, OPTION_COLUMN);
  }
}

void help_print(FILE *out) {
  size_t count;
  const struct command *const *list = commands(&count);
  fprintf(out,
          "Usage: tessera COMMAND [OPTION]... [ARGUMENT]...\n       tessera -V | --version\n\n"
          "Carcassonne: Star Wars Edition and the classic Carcassonne: play, referee, replay, check.\n\nCommands:\n");
  for (size_t i = 0; i < count; i++) fprintf(out, "  %-12s %s\n", list[i]->name, list[i]->summary);
  fprintf(out, "\nExit codes:\n");
#define X(name, value, meaning) fprintf(out, "  %d  %s\n", value, meaning);
  EXIT_CODES(X)
#undef X
  fprintf(out, "\n'tessera help COMMAND' tells more; 'tessera help --man' writes the manual page.\n");
}

static int help_run(const struct arguments *arguments) {
  if (argument_flag(arguments, "man")) {
    if (arguments->operand_count > 0)
      return usage_wrong("help", "--man is of the whole program, without '%s'", arguments->operands[0]);
    /* Write the manual page in roff (man macros). */
    size_t count;
    const struct command *const *list = commands(&count);
    fprintf(stdout, ".TH TESSERA 1 \"\" \"tessera %s\" \"User Commands\"\n.SH NAME\n", TESS_VERSION);
    fprintf(stdout, "tessera \\- play, referee and check Carcassonne, Star Wars Edition and classic\n.SH SYNOPSIS\n"
                    ".B tessera\n.I COMMAND\n.RI [ OPTION ]...\n.RI [ ARGUMENT ]...\n.SH COMMANDS\n");
    for (size_t i = 0; i < count; i++) {
      fprintf(stdout, ".SS \"tessera %s [\\fIOPTION\\fR]... %s\"\n", list[i]->name, list[i]->operands);
      roff_text(stdout, list[i]->description);
      fputc('\n', stdout);
      for (const struct option_spec *option = list[i]->options; option->name != NULL; option++) {
        fprintf(stdout, ".TP\n");
        if (option->letter != 0) fprintf(stdout, "\\fB\\-%c\\fR, ", option->letter);
        fprintf(stdout, "\\fB\\-\\-");
        roff_text(stdout, option->name);
        fprintf(stdout, "\\fR");
        if (option->argument != NULL) {
          fprintf(stdout, "=\\fI");
          roff_text(stdout, option->argument);
          fprintf(stdout, "\\fR");
        }
        fputc('\n', stdout);
        roff_text(stdout, option->help);
        fprintf(stdout, ".\n");
      }
    }
    fprintf(stdout, ".SH \"EXIT STATUS\"\n");
#define X(name, value, meaning) fprintf(stdout, ".TP\n.B %d\n%s.\n", value, meaning);
    EXIT_CODES(X)
#undef X
    fprintf(stdout,
            ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nwhen set and not empty, nothing is coloured unless "
            "\\-\\-color=always is given.\n.TP\n.BR LC_ALL \", \" LC_MESSAGES \", \" LANG\n"
            "the first that is set chooses the language of play: en, de or it. A terminal whose locale does not "
            "name UTF\\-8 is drawn on in ASCII.\n.TP\n.B XDG_STATE_HOME\nthe folder below which games that were "
            "broken off are kept (default: ~/.local/state).\n");
    return CODE_DONE;
  }
  if (arguments->operand_count == 0) {
    help_print(stdout);
    return CODE_DONE;
  }
  const struct command *command = command_find(arguments->operands[0]);
  if (command != NULL) {
    help_command_print(stdout, command);
    return CODE_DONE;
  }
  return usage_wrong("help", "unknown command '%s'%s", arguments->operands[0],
                     suggestion_of(arguments->operands[0], NULL, command_candidate, "").text);
}

static const struct option_spec help_options[] = {
    {"man", 0, OPTION_FLAG, NULL, 0, 0, "write the manual page of the whole program, in roff"}, OPTIONS_END};

const struct command help_command = {
    .name = "help",
    .operands = "[COMMAND]",
    .operand_kind = OPERAND_COMMAND,
    .most_operands = 1,
    .summary = "show help for the program or a command",
    .description = "Shows what the program or one of its commands does and which options it has.",
    .options = help_options,
    .run = help_run,
};
