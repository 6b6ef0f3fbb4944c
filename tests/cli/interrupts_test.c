/* Signals that arrive before the read has begun. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cmocka_base.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cli/terminal.h"

/* A pipe that nobody writes to. */
static FILE *silence(int *other_end) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  *other_end = ends[1];
  return fdopen(ends[0], "r");
}

/* The signal after the look at the flag and before the read, and then the one before both: neither waits for input. */
TEST(test_signal_before_the_read) {
  int other_end;
  char byte;
  struct prompt_line line;
  FILE *in = silence(&other_end);
  const atomic_bool *interrupted = interrupts_heed();
  assert_true(interrupts_wait_begin());
  raise(SIGTERM);
  assert_int_equal(read(fileno(in), &byte, 1), -1);
  assert_int_equal(errno, EINTR);
  interrupts_wait_end();
  assert_true(atomic_load(interrupted));
  assert_false(interrupts_wait_begin());
  interrupts_wait_end();
  struct prompt *prompt = prompt_open(in, stdout, "");
  assert_false(prompt_read(prompt, &line));
  prompt_line_free(&line);
  prompt_close(prompt);
  fclose(in);
  close(other_end);
}

RUN_TESTS(NULL, NULL)
