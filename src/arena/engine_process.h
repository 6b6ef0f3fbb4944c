/*
 * A program that talks in lines over its standard input and output, and that is not trusted: every wait has a deadline,
 * what it writes is bounded, and it is killed and reaped in the end with all that it started.
 */
#ifndef ARENA_ENGINE_PROCESS_H
#define ARENA_ENGINE_PROCESS_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/fault.h"
#include "base/reader.h"

enum { PROCESS_LINE = 65535, PROCESS_FLOOD = 16 << 20, PROCESS_SAID = 1 << 16 };

/* All zero is one that does not run. Fields are the module's own. */
struct engine_process {
  pid_t pid;
  int input, output;  /* our ends of its pipes */
  int errors;         /* the same of its standard error; -1: it goes to a file, or has ended */
  struct text said;   /* what came from there */
  char *lines;        /* what was read: PROCESS_LINE + 1 bytes */
  size_t used, begin; /* bytes in `lines`, and those of them that were handed on */
  size_t flood;       /* bytes since the last line that was sent */
};

enum process_read {
  PROCESS_READ,    /* a line is there */
  PROCESS_FAILED,  /* it died, wrote too much or was silent: the fault says it */
  PROCESS_STOPPED, /* `stop` was set */
  PROCESS_WAITING  /* no line has come so far */
};

/* Starts a program by the words of a shell command, which may redirect and quote but not join commands, in a process
 * group of its own. Its standard error goes to the end of the file `errors`,
 * or is kept for process_said() if that is NULL. False with `*fault` if it cannot be started. */
bool process_start(struct engine_process *process, const char *command, const char *errors, struct fault *fault);

/* Sends bytes, which end with a line feed, until steady_milliseconds() shows `deadline`. False with `*fault`. */
bool process_send(struct engine_process *process, struct span bytes, int64_t deadline, struct fault *fault);

/* Waits for the next line until steady_milliseconds() shows `deadline`. The line, without its end, holds until the next
 * call. `stop` may be NULL. */
enum process_read process_line(struct engine_process *process, int64_t deadline, const atomic_bool *stop,
                               struct span *line, struct fault *fault);

/* The same, but that no line has come until steady_milliseconds() shows `until` is PROCESS_WAITING and no fault. */
enum process_read process_line_until(struct engine_process *process, int64_t until, const atomic_bool *stop,
                                     struct span *line, struct fault *fault);

/* The last PROCESS_SAID bytes at most that it wrote on its standard error, as far as they have arrived; they hold until
 * the next call for this process. */
struct span process_said(struct engine_process *process);

/* Ends it: closes its input, gives it `grace` milliseconds to end by itself, then kills its whole process group. */
void process_end(struct engine_process *process, int64_t grace);

#endif
