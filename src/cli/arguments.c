/* Reads the options of a command from the command line, and finds the most similar word for an unknown one. */
#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/reader.h"
#include "cli/command.h"

/* ---- The command line ---- */

enum { LONG_BASE = 256 };

/* Returns the index of an option in the table, or the index of the table's end. */
static int option_index(const struct option_spec *options, const char *name) {
  int index = 0;
  while (options[index].name != NULL && strcmp(options[index].name, name) != 0) index++;
  return index;
}

enum option_kind options_kind(const struct option_spec *options, const char *name) {
  const struct option_spec *option = &options[option_index(options, name)];
  assert(option->name != NULL);
  return option->kind;
}

bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
  return span_number(span_of(text), least, most, number);
}

bool choice_is(const char *choices, const char *word) {
  size_t length = strlen(word);
  for (const char *at = choices; length > 0 && *at != '\0'; at += *at == '|') {
    size_t span = strcspn(at, "|");
    if (span == length && memcmp(at, word, length) == 0) return true;
    at += span;
  }
  return false;
}

/* Lists the names of a table of options for suggest(). */
static const char *option_candidate(const void *options, int index) {
  return ((const struct option_spec *)options)[index].name;
}

/* Returns the index of the option that getopt_long() has found, by its long form or its letter. */
static int index_of_found(const struct option_spec *options, int found) {
  if (found >= LONG_BASE) return found - LONG_BASE;
  int index = 0;
  while (options[index].letter != found) index++;
  return index;
}

/* Keeps the value of an option. Returns false with `*fault` filled if the value is invalid, or if there are too many.
 */
static bool note_value(struct arguments *arguments, int index, const char *value, struct fault *fault) {
  const struct option_spec *option = &arguments->options[index];
  uint64_t number;
  const bool chosen = option->kind == OPTION_CHOICE || (option->kind == OPTION_MAYBE_CHOICE && *value != '\0');
  if (chosen && !choice_is(option->argument, value))
    return fault_say(fault, "--%s takes one of %s, not '%s'", option->name, option->argument, value);
  if (option->kind == OPTION_NUMBER && !number_read(value, option->least, option->most, &number))
    return fault_say(fault, "--%s takes a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option->name,
                     option->least, option->most, value);
  if (arguments->given_count == MAX_GIVEN) return fault_say(fault, "expected at most %d options", MAX_GIVEN);
  arguments->values[index] = value;
  arguments->given[arguments->given_count].option = index;
  arguments->given[arguments->given_count++].value = value;
  return true;
}

bool arguments_read(const char *command, const struct option_spec *options, int argc, char **argv,
                    struct arguments *arguments, struct fault *fault) {
  /* 1. Make the tables of getopt_long(): the short forms (the leading ':' makes it report a missing argument) and the
   * long forms. */
  char letters[3 * MAX_OPTIONS + 2] = ":", *letter = letters + 1;
  struct option longs[MAX_OPTIONS + 1] = {{0}};
  for (int i = 0; options[i].name != NULL; i++) {
    assert(i < MAX_OPTIONS);
    const enum option_kind kind = options[i].kind;
    const bool argument = kind != OPTION_FLAG, maybe = kind == OPTION_MAYBE_FILE || kind == OPTION_MAYBE_CHOICE;
    const int form = maybe ? optional_argument : argument ? required_argument : no_argument;
    longs[i] = (struct option){options[i].name, form, NULL, LONG_BASE + i};
    if (options[i].letter == 0) continue;
    *letter++ = options[i].letter;
    if (argument) *letter++ = ':';
    if (maybe) *letter++ = ':';
  }
  *letter = '\0';

  /* 2. Read the words, one option after the other. */
  *arguments = (struct arguments){.options = options};
  optind = 0;
  opterr = 0;
  int found;
  while ((found = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
    if (found == '?') {
      /* getopt_long() reports the word that it could not read differently for short and long forms. */
      const char form[3] = {'-', (char)optopt, '\0'};
      const bool is_long = optopt == 0 || optopt >= LONG_BASE;
      const char *word = is_long ? argv[optind - 1] : form;
      const bool spelled_out = strncmp(word, "--", 2) == 0;
      const struct suggestion near = suggestion_of(spelled_out ? word + 2 : "", options, option_candidate, "--");
      /* The value is not shown, because it may contain a password. */
      return fault_say(fault, "unknown option '%.*s'%s; see 'tessera %s --help'", (int)strcspn(word, "="), word,
                       near.text, command);
    }
    if (found == ':') {
      const struct option_spec *option = &options[index_of_found(options, optopt)];
      return fault_say(fault, "--%s needs an argument: %s", option->name, option->argument);
    }
    /* getopt_long() takes an optional argument only from the same word; a file in the next word is taken here. */
    const int index = index_of_found(options, found);
    const char *next = argv[optind];
    const bool is_value = next != NULL && (*next != '-' || next[1] == '\0');
    if (options[index].kind == OPTION_MAYBE_FILE && optarg == NULL && is_value) optarg = argv[optind++];
    if (!note_value(arguments, index, optarg == NULL ? "" : optarg, fault)) return false;
  }
  arguments->operands = argv + optind;
  arguments->operand_count = argc - optind;
  return true;
}

const char *argument_text(const struct arguments *arguments, const char *name) {
  int index = option_index(arguments->options, name);
  assert(arguments->options[index].name != NULL);
  return arguments->values[index];
}

bool argument_flag(const struct arguments *arguments, const char *name) {
  return argument_text(arguments, name) != NULL;
}

const char *argument_again(const struct arguments *arguments, const char *name, int index) {
  const int option = option_index(arguments->options, name);
  assert(arguments->options[option].name != NULL);
  for (int i = 0; i < arguments->given_count; i++)
    if (arguments->given[i].option == option && index-- == 0) return arguments->given[i].value;
  return NULL;
}

uint64_t argument_number(const struct arguments *arguments, const char *name, uint64_t otherwise) {
  const char *text = argument_text(arguments, name);
  uint64_t number = otherwise;
  if (text != NULL) number_read(text, 0, UINT64_MAX, &number);
  return number;
}

bool argument_share(const struct arguments *arguments, uint64_t most, uint64_t *share, uint64_t *shares,
                    struct fault *fault) {
  const char *words = argument_text(arguments, "share"), *slash;
  char number[24] = "";
  *share = *shares = 0;
  if (words == NULL) return true;
  if ((slash = strchr(words, '/')) != NULL && (size_t)(slash - words) < sizeof number) {
    memcpy(number, words, (size_t)(slash - words));
    if (number_read(slash + 1, 1, most, shares) && number_read(number, 1, *shares, share)) return true;
  }
  return fault_say(fault, "share: expected K/N, as in 2/8, with N up to %llu here, not %s", (unsigned long long)most,
                   quote(words, strlen(words)).text);
}

static bool check_names(const struct arguments *arguments, const char *use, const char *names, bool wanted,
                        struct fault *fault) {
  for (int i = 0; i < arguments->given_count; i++) {
    const char *name = arguments->options[arguments->given[i].option].name;
    if (choice_is(names, name) != wanted) return fault_say(fault, "--%s does not go with %s", name, use);
  }
  return true;
}

bool arguments_only(const struct arguments *arguments, const char *use, const char *names, struct fault *fault) {
  return check_names(arguments, use, names, true, fault);
}

bool arguments_none(const struct arguments *arguments, const char *use, const char *names, struct fault *fault) {
  return check_names(arguments, use, names, false, fault);
}

/* ---- The nearest word ---- */

enum { MAX_WORD = 40, MAX_EDITS = 2 };

static int least(int a, int b) { return a < b ? a : b; }

/* Counts the edits between two words: a character added, removed or replaced, or two neighbours swapped. MAX_WORD if
 * one of them is too long to be compared. */
static int distance(const char *a, const char *b) {
  int rows[3][MAX_WORD + 1]; /* for the present prefix of `a`, and for those that are one and two characters shorter */
  int *row = rows[0], *before = rows[1], *earlier = rows[2];
  const size_t width = strlen(b);
  if (width > MAX_WORD || strlen(a) > MAX_WORD) return MAX_WORD;
  for (size_t j = 0; j <= width; j++) row[j] = (int)j;
  for (size_t i = 1; a[i - 1] != '\0'; i++) {
    int *const free_row = earlier;
    earlier = before;
    before = row;
    row = free_row;
    row[0] = (int)i;
    for (size_t j = 1; j <= width; j++) {
      row[j] = least(before[j - 1] + (a[i - 1] != b[j - 1]), least(before[j], row[j - 1]) + 1);
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = least(row[j], earlier[j - 2] + 1);
    }
  }
  return row[width];
}

const char *suggest(const char *word, const void *list, suggest_candidate *candidate) {
  const char *nearest = NULL;
  int edits = MAX_EDITS + 1;
  for (int i = 0; candidate(list, i) != NULL; i++) {
    const char *known = candidate(list, i);
    int tried = strlen(word) >= 2 && strncmp(word, known, strlen(word)) == 0 ? 1 : distance(word, known);
    if (tried >= edits || tried >= (int)strlen(known)) continue;
    nearest = known;
    edits = tried;
  }
  return nearest;
}

struct suggestion suggestion_of(const char *word, const void *list, suggest_candidate *candidate, const char *prefix) {
  struct suggestion suggestion = {""};
  const char *nearest = suggest(word, list, candidate);
  if (nearest != NULL) snprintf(suggestion.text, sizeof suggestion.text, " (did you mean '%s%s'?)", prefix, nearest);
  return suggestion;
}
