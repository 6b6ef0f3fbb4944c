/* A violated guard ends the program, also if assert() is switched off. */
#define _POSIX_C_SOURCE 200809L
#define NDEBUG
#include "base/guard.h"
#include "cli/cmocka_base.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs the function in a process of its own; returns what it writes to standard error. `*status` is that of waitpid().
 */
static const char *dying_words(void (*function)(void), int *status) {
  static char said[1000];
  int ends[2];
  size_t length = 0;
  ssize_t got;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    function();
    _exit(0);
  }
  close(ends[1]);
  while ((got = read(ends[0], said + length, sizeof said - 1 - length)) > 0) length += (size_t)got;
  close(ends[0]);
  said[length] = '\0';
  assert_int_equal(waitpid(child, status, 0), child);
  return said;
}

static void break_plain(void) { CHECK(strlen("three") == 3); }

static void break_because(void) { CHECK_BECAUSE(1 > 2, "line 7: numbers grow"); }

static bool is_aborted(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT; }

TEST(test_failing) {
  int status;
  const char *said = dying_words(break_plain, &status);
  assert_true(is_aborted(status));
  assert_non_null(strstr(said, "tessera: guard_test.c:"));
  assert_non_null(strstr(said, ": expected strlen(\"three\") == 3\n"));
  said = dying_words(break_because, &status);
  assert_true(is_aborted(status));
  assert_non_null(strstr(said, ": expected 1 > 2: line 7: numbers grow\n"));
}

static void write_last(void) { (void)!write(STDERR_FILENO, "removed\n", 8); }

/* More memory than there is, while half a line waits in a stream. */
static void run_short(void) {
  at_quick_exit(write_last);
  setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  fputs("half a line", stdout);
  free(memory_new(SIZE_MAX / 4));
}

/* Under the address sanitizer memory that is not there is NULL, as it is without it, after a warning. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

TEST(test_short_of_memory) {
  int status;
  const char *said = dying_words(run_short, &status);
  assert_non_null(strstr(said, "tessera: out of memory\nremoved\n"));
  assert_null(strstr(said, "half a line"));
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == MEMORY_SHORT);
}

TEST(test_holding) {
  int asked = 0;
  CHECK(++asked == 1);
  CHECK_BECAUSE(++asked == 2, "asked once");
  assert_int_equal(asked, 2);
}

RUN_TESTS(NULL, NULL)
