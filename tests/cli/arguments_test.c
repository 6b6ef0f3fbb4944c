/* Command lines that are parsed by an option table, and the most similar known word. */
#include "cli/cmocka_base.h"

#include "cli/command.h"

static const struct option_spec table[] = {{"flag", 'f', OPTION_FLAG, NULL, 0, 0, "a flag"},
                                           {"text", 't', OPTION_TEXT, "WORD", 0, 0, "a text"},
                                           {"file", 0, OPTION_FILE, "FILE", 0, 0, "a file"},
                                           {"choice", 0, OPTION_CHOICE, "one|two", 0, 0, "a choice"},
                                           {"number", 'n', OPTION_NUMBER, "N", 2, 9, "a number"},
                                           {"maybe", 0, OPTION_MAYBE_CHOICE, "one|two", 0, 0, "a choice or none"},
                                           {.name = NULL}};

enum { MAX_WORDS = 10 };

static struct fault fault;

static bool read_words(struct arguments *arguments, char *const *words) {
  static char *argv[MAX_WORDS + 2];
  int argc = 1;
  argv[0] = "test";
  for (; words[argc - 1] != NULL; argc++) argv[argc] = words[argc - 1];
  argv[argc] = NULL;
  return arguments_read("test", table, argc, argv, arguments, &fault);
}

#define WORDS(...) ((char *[]){__VA_ARGS__, NULL})

TEST(test_values) {
  struct arguments arguments;
  assert_true(read_words(&arguments, WORDS("a", "-f", "--text=x", "b", "--number", "7", "--", "-c")));
  assert_true(argument_flag(&arguments, "flag"));
  assert_string_equal(argument_text(&arguments, "text"), "x");
  assert_null(argument_text(&arguments, "file"));
  assert_int_equal(argument_number(&arguments, "number", 3), 7);
  assert_int_equal(arguments.operand_count, 3);
  assert_string_equal(arguments.operands[0], "a");
  assert_string_equal(arguments.operands[2], "-c");
}

TEST(test_defaults) {
  struct arguments arguments;
  assert_true(read_words(&arguments, WORDS("-n2", "--choice", "two")));
  assert_false(argument_flag(&arguments, "flag"));
  assert_int_equal(argument_number(&arguments, "number", 3), 2);
  assert_true(read_words(&arguments, WORDS("-fn9")));
  assert_int_equal(argument_number(&arguments, "number", 3), 9);
  assert_int_equal(arguments.operand_count, 0);
  assert_int_equal(options_kind(table, "choice"), OPTION_CHOICE);
}

TEST(test_errors) {
  struct arguments arguments;
  assert_false(read_words(&arguments, WORDS("--txet", "x")));
  assert_string_equal(fault.text, "unknown option '--txet' (did you mean '--text'?); see 'tessera test --help'");
  assert_false(read_words(&arguments, WORDS("-z")));
  assert_false(read_words(&arguments, WORDS("--number")));
  assert_false(read_words(&arguments, WORDS("-n")));
  assert_false(read_words(&arguments, WORDS("--number=1")));
  assert_false(read_words(&arguments, WORDS("--number=10")));
  assert_string_equal(fault.text, "--number takes a number from 2 to 9, not '10'");
  assert_false(read_words(&arguments, WORDS("--number=x")));
  assert_false(read_words(&arguments, WORDS("--choice=three")));
  assert_false(read_words(&arguments, WORDS("--flag=1")));
}

TEST(test_numbers) {
  uint64_t number;
  assert_true(number_read("18446744073709551615", 0, UINT64_MAX, &number));
  assert_true(number == UINT64_MAX);
  assert_false(number_read("18446744073709551616", 0, UINT64_MAX, &number));
  assert_false(number_read("", 0, 9, &number));
  assert_false(number_read("-1", 0, 9, &number));
  assert_false(number_read("1 ", 0, 9, &number));
}

TEST(test_choices) {
  struct arguments arguments;
  assert_true(read_words(&arguments, WORDS("--maybe", "two")));
  assert_string_equal(argument_text(&arguments, "maybe"), "");
  assert_int_equal(arguments.operand_count, 1);
  assert_true(read_words(&arguments, WORDS("--maybe=two")));
  assert_string_equal(argument_text(&arguments, "maybe"), "two");
  assert_false(read_words(&arguments, WORDS("--maybe=three")));
  assert_true(choice_is("one|two", "one"));
  assert_true(choice_is("one|two", "two"));
  assert_false(choice_is("one|two", "tw"));
  assert_false(choice_is("one|two", "one|two"));
  assert_false(choice_is("one|two", ""));
}

static const char *candidate(const void *list, int index) { return ((const char *const *)list)[index]; }

TEST(test_suggest) {
  static const char *const words[] = {"play", "replay", "referee", "simulate", NULL};
  assert_string_equal(suggest("paly", words, candidate), "play");
  assert_string_equal(suggest("refere", words, candidate), "referee");
  static const char *const commands[] = {"hint", "quit", NULL}; /* two characters that changed places are one slip */
  assert_string_equal(suggest("qiut", commands, candidate), "quit");
  assert_string_equal(suggest("simu", words, candidate), "simulate");
  assert_null(suggest("xyzzy", words, candidate));
  assert_null(suggest("a-word-that-is-far-longer-than-any-word-that-could-be-known-here", words, candidate));
}

RUN_TESTS(NULL, NULL)
