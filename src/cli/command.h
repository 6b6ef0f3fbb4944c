/*
 * A command of the program: its exit codes, and a table of its options. The command line is read by this table, and
 * help, manual page and shell completions are written from it. Also the table of all commands.
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

/* The codes as constants: CODE_OK and so on. */
enum exit_code {
#define X(name, value, meaning) CODE_##name = value,
  EXIT_CODES(X)
#undef X
};

/* ---- Options and arguments ---- */

/* The argument that an option takes. */
enum option_kind {
  OPTION_FLAG,         /* takes no argument */
  OPTION_TEXT,         /* any text; `argument` names it in the help */
  OPTION_FILE,         /* a file's path */
  OPTION_MAYBE_FILE,   /* a file's path, or nothing: then the value is "" */
  OPTION_SET,          /* a built-in tile set by name, or a file's path */
  OPTION_PLAYER,       /* a kind of computer player, perhaps with further words */
  OPTION_SEATS,        /* a list of computer players separated by commas */
  OPTION_PEOPLE,       /* the same, with people allowed */
  OPTION_CHOICE,       /* one of the words of `argument`, which are separated by '|' */
  OPTION_MAYBE_CHOICE, /* such a word after '=', or nothing: then the value is "" */
  OPTION_NUMBER        /* a decimal number from `least` to `most` */
};

/* An option. The last entry of a table has no name. */
struct option_spec {
  const char *name; /* without the dashes */
  char letter;      /* the short form, or 0 */
  enum option_kind kind;
  const char *argument; /* name of the argument in the help; NULL for a flag */
  uint64_t least, most; /* for OPTION_NUMBER */
  const char *help;     /* one phrase without a full stop */
};

/* Maximum number of options of a command, and of a command line. */
enum { MAX_OPTIONS = 32, MAX_GIVEN = 64 };

/* A parsed command line. Texts point into argv. */
struct arguments {
  const struct option_spec *options;
  const char
      *values[MAX_OPTIONS]; /* by index in `options`: the last value given; NULL if none was given, "" for a flag */
  int given_count;
  struct {
    int option; /* index in `options` */
    const char *value;
  } given[MAX_GIVEN]; /* all options of the command line in order */
  char **operands;
  int operand_count;
};

/*
 * Parses argv[1..] of a command by its table, and permutes argv so that operands come last. Returns false with `*fault`
 * filled, which may refer to the help of `command`, if the command line is wrong.
 */
bool arguments_read(const char *command, const struct option_spec *options, int argc, char **argv,
                    struct arguments *arguments, struct fault *fault);

/* The value of an option of the table: the text or NULL; whether the option was given; the number or `otherwise`. */
const char *argument_text(const struct arguments *arguments, const char *name);
bool argument_flag(const struct arguments *arguments, const char *name);
/* The text of an option's occurrence `index` (0-based); NULL if the option was not given that often. */
const char *argument_again(const struct arguments *arguments, const char *name, int index);
uint64_t argument_number(const struct arguments *arguments, const char *name, uint64_t otherwise);

/* Reads the option `share`, K/N, which selects part K (1-based) of N: at most `most` parts. Without it both numbers
 * become 0. Returns false with `*fault` filled if it is wrong. */
bool argument_share(const struct arguments *arguments, uint64_t most, uint64_t *share, uint64_t *shares,
                    struct fault *fault);

/* The kind of an option of the table; the table must have an option of this name. */
enum option_kind options_kind(const struct option_spec *options, const char *name);

/*
 * For a command that can be used in several ways: true if all options given are among `names` (words separated by '|');
 * in the second function, if none of them is. Otherwise false with `*fault` filled, which names the option and `use`,
 * the words that the option cannot be combined with.
 */
bool arguments_only(const struct arguments *arguments, const char *use, const char *names, struct fault *fault);
bool arguments_none(const struct arguments *arguments, const char *use, const char *names, struct fault *fault);

/* Reads a decimal number from `least` to `most` that fills the whole text; false if there is none. */
bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* True if `word` is one of the words of `choices`, which are separated by '|'. */
bool choice_is(const char *choices, const char *word);

/* The word at `index` of a list, or NULL after the last. */
typedef const char *suggest_candidate(const void *list, int index);

/* The most similar word of the list, at most two edits (or a missing end) away, or NULL. */
const char *suggest(const char *word, const void *list, suggest_candidate *candidate);

/* ` (did you mean 'PREFIXword'?)` if there is a similar word, otherwise empty. */
struct suggestion {
  char text[96];
};
struct suggestion suggestion_of(const char *word, const void *list, suggest_candidate *candidate, const char *prefix);

/* ---- Commands ---- */

/* The operands of a command, for the completions. */
enum operand_kind { OPERAND_NONE, OPERAND_FILE, OPERAND_CHOICE, OPERAND_COMMAND };

/* A command of the program. Help, manual page and completions are written from it. */
struct command {
  const char *name;
  const char *operands; /* text for the usage line, or "" */
  enum operand_kind operand_kind;
  const char *operand_choices; /* for OPERAND_CHOICE: the words that the first operand can be, separated by '|' */
  int least_operands, most_operands;
  const char *summary;     /* one phrase without a full stop */
  const char *description; /* paragraphs, separated by a newline */
  const struct option_spec *options;
  int (*run)(const struct arguments *arguments); /* returns the exit code */
};

/* The last entries of every option table. */
#define OPTIONS_END                                                                                                    \
  {"help", 'h', OPTION_FLAG, NULL, 0, 0, "show this help"}, { .name = NULL }

/* For `most_operands`: any number. */
#define ANY_NUMBER 1000000

/* The commands in the order of the help; `*count` receives their number. */
const struct command *const *commands(size_t *count);

/* The command with this name, or NULL. */
const struct command *command_find(const char *name);

/* Runs the program and returns its exit code. Flushes standard output and checks that it was written. */
int command_line(int argc, char **argv);

/* One for each command; it is defined in the file that is named after the command or owns it. */
extern const struct command play_command;
extern const struct command referee_command;
extern const struct command serve_command;
extern const struct command store_command;
extern const struct command engine_command;
extern const struct command replay_command;
extern const struct command verify_command;
extern const struct command ratings_command;
extern const struct command simulate_command;
extern const struct command analyse_command;
extern const struct command puzzles_command;
extern const struct command match_command;
extern const struct command bot_command;
extern const struct command perft_command;
extern const struct command bench_command;
extern const struct command tiles_command;
extern const struct command draw_command;
extern const struct command completion_command;
extern const struct command help_command;

/* ---- A wrong command line ---- */

/* Prints what is wrong to standard error as `tessera COMMAND: ...`; with `command` NULL, as `tessera: ...`. Returns
 * CODE_USAGE. */
__attribute__((format(printf, 2, 3))) int usage_wrong(const char *command, const char *format, ...);
int usage_refused(const char *command, const struct fault *fault);

/* ---- Help, written from the table of commands and their options ---- */

/* Prints the help of the program: usage, commands, exit codes. */
void help_print(FILE *out);

/* Prints the help of a command: usage, description, options. */
void help_command_print(FILE *out, const struct command *command);

#endif
