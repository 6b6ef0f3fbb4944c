/*
 * A command of the program: what it ends with, its options as one table, from which the command line is read and the
 * help, the man page and the shell completions are written, and the table of all commands.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/fault.h"

/* ---- Exit codes: one table for the code, the help texts and the man page ---- */

/* X(name, value, meaning) */
#define EXIT_CODES(X)                                                                                                  \
  X(DONE, 0, "all went well")                                                                                          \
  X(BAD_INPUT, 1, "a file, record, position or tile set was bad or could not be read")                                 \
  X(USAGE, 2, "the command line was wrong, or its options do not fit together")                                        \
  X(FAILURE, 3, "something outside failed: output could not be written, a program is missing, memory was short")

/* The codes as constants: CODE_OK and the others. */
enum exit_code {
#define X(name, value, meaning) CODE_##name = value,
  EXIT_CODES(X)
#undef X
};

/* ---- Options and arguments ---- */

/* What an option takes. */
enum option_kind {
  OPTION_FLAG,         /* takes no argument */
  OPTION_TEXT,         /* any text; `argument` names it in the help */
  OPTION_FILE,         /* a file's path */
  OPTION_MAYBE_FILE,   /* the same, or nothing: the value is "" then */
  OPTION_SET,          /* a built-in tile set by name, or a file's path */
  OPTION_PLAYER,       /* a kind of computer player, or more words after it */
  OPTION_SEATS,        /* a list of computer players with commas */
  OPTION_PEOPLE,       /* the same, with people */
  OPTION_CHOICE,       /* one of the words of `argument`, which are separated by '|' */
  OPTION_MAYBE_CHOICE, /* the same behind '=', or nothing: the value is "" then */
  OPTION_NUMBER        /* a decimal number from `least` to `most` */
};

/* A table ends with an entry without a name. */
struct option_spec {
  const char *name; /* without the dashes */
  char letter;      /* the short form, or 0 */
  enum option_kind kind;
  const char *argument; /* NULL for a flag */
  uint64_t least, most; /* OPTION_NUMBER */
  const char *help;     /* one phrase without a full stop */
};

/* The most options of a command, and of one command line. */
enum { MAX_OPTIONS = 32, MAX_GIVEN = 64 };

/* A command line that was read. Texts point into argv. */
struct arguments {
  const struct option_spec *options;
  const char *values[MAX_OPTIONS]; /* by index in `options`: the last one given, NULL for none, "" for a flag */
  int given_count;
  struct {
    int option; /* index in `options` */
    const char *value;
  } given[MAX_GIVEN]; /* all of them in order */
  char **operands;
  int operand_count;
};

/*
 * Reads argv[1..] of a command by its table; argv is permuted so that operands come last. False with `*fault`, which
 * may name the help of `command`, when the command line is wrong.
 */
bool arguments_read(const char *command, const struct option_spec *options, int argc, char **argv,
                    struct arguments *arguments, struct fault *fault);

/* What was given for an option of the table: the text or NULL; whether it was given; the number or `otherwise`. */
const char *argument_text(const struct arguments *arguments, const char *name);
bool argument_flag(const struct arguments *arguments, const char *name);
/* The text that was given for an option the `index`-th time, from 0; NULL if it was not given so often. */
const char *argument_again(const struct arguments *arguments, const char *name, int index);
uint64_t argument_number(const struct arguments *arguments, const char *name, uint64_t otherwise);

/* The kind of an option of the table; there must be one of this name. */
enum option_kind options_kind(const struct option_spec *options, const char *name);

/*
 * For a command that can be used in several ways: true when all of the options given are among `names` (words separated
 * by '|'), and when none of them is.
 * False with `*fault`, which names the option and `use`, the words that it does not go with.
 */
bool arguments_only(const struct arguments *arguments, const char *use, const char *names, struct fault *fault);
bool arguments_none(const struct arguments *arguments, const char *use, const char *names, struct fault *fault);

/* Reads a decimal number from `least` to `most` that takes up the whole text; false if it is none. */
bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* True when `word` is one of the words of `choices`, which are separated by '|'. */
bool choice_is(const char *choices, const char *word);

/* The word at `index` of a list, or NULL after the last. */
typedef const char *suggest_candidate(const void *list, int index);

/* The nearest word of the list, at most two edits (or a missing end) away, or NULL. */
const char *suggest(const char *word, const void *list, suggest_candidate *candidate);

/* ` (did you mean 'PREFIXword'?)` when there is a word near enough, else empty. */
struct suggestion {
  char text[96];
};
struct suggestion suggestion_of(const char *word, const void *list, suggest_candidate *candidate, const char *prefix);

/* ---- Commands ---- */

/* What the operands of a command are, for the completions. */
enum operand_kind { OPERAND_NONE, OPERAND_FILE, OPERAND_CHOICE, OPERAND_COMMAND };

/* A command of the program. Help, manual page and completions are written from it. */
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

/* For `most_operands`: as many as one likes. */
#define ANY_NUMBER 1000000

/* The commands, `*count` of them, in the order in which help lists them. */
const struct command *const *commands(size_t *count);

/* The command of this name, or NULL. */
const struct command *command_find(const char *name);

/* Runs the program; gives its exit code. Standard output is flushed and checked. */
int command_line(int argc, char **argv);

/* One for each command, in the file that is named after it or owns it. */
extern const struct command play_command;
extern const struct command referee_command;
extern const struct command serve_command;
extern const struct command store_command;
extern const struct command engine_command;
extern const struct command replay_command;
extern const struct command verify_command;
extern const struct command simulate_command;
extern const struct command analyse_command;
extern const struct command match_command;
extern const struct command bot_command;
extern const struct command perft_command;
extern const struct command bench_command;
extern const struct command tiles_command;
extern const struct command draw_command;
extern const struct command completion_command;
extern const struct command help_command;

/* ---- A wrong command line ---- */

/* Says on standard error what is wrong, as `tessera COMMAND: ...`; `command` NULL: of the program. Gives CODE_USAGE. */
__attribute__((format(printf, 2, 3))) int usage_wrong(const char *command, const char *format, ...);
int usage_refused(const char *command, const struct fault *fault);

/* ---- Help, written from the table of commands and their options ---- */

/* The program: usage, commands, exit codes. */
void help_print(FILE *out);

/* One command: usage, description, options. */
void help_command_print(FILE *out, const struct command *command);

#endif
