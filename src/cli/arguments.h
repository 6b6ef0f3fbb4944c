/*
 * The options of a command as one table, from which the command line is read and the help, the man page and the shell
 * completions are written.
 */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum option_kind {
  OPTION_FLAG,       /* takes no argument */
  OPTION_TEXT,       /* any text; `argument` names it in the help */
  OPTION_FILE,       /* a file's path */
  OPTION_MAYBE_FILE, /* the same, or nothing: the value is "" then */
  OPTION_SET,        /* a built-in tile set by name, or a file's path */
  OPTION_PLAYER,     /* a kind of computer player, or more words after it */
  OPTION_SEATS,      /* a list of computer players with commas */
  OPTION_PEOPLE,     /* the same, with people */
  OPTION_CHOICE,     /* one of the words of `argument`, which are separated by '|' */
  OPTION_NUMBER      /* a decimal number from `least` to `most` */
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
 * Reads argv[1..] of a command by its table; argv is permuted so that operands come last. `command` is named in
 * messages. False after a message on standard error when the command line is wrong.
 */
bool arguments_read(const char *command, const struct option_spec *options, int argc, char **argv,
                    struct arguments *arguments);

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
 * False after a message on standard error that names the option and `use`, the words that it does not go with.
 */
bool arguments_only(const char *command, const struct arguments *arguments, const char *use, const char *names);
bool arguments_none(const char *command, const struct arguments *arguments, const char *use, const char *names);

/* Reads a decimal number from `least` to `most` that takes up the whole text; false if it is none. */
bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* True when `word` is one of the words of `choices`, which are separated by '|'. */
bool choice_is(const char *choices, const char *word);

/* The word at `index` of a list, or NULL after the last. */
typedef const char *suggest_candidate(const void *list, int index);

/* The nearest word of the list, at most two edits (or a missing end) away, or NULL. */
const char *suggest(const char *word, const void *list, suggest_candidate *candidate);

/* Writes " (did you mean 'PREFIXword'?)" when there is a word near enough. */
void suggest_print(FILE *out, const char *word, const void *list, suggest_candidate *candidate, const char *prefix);

#endif
