/* Runs an engine as a process: starts it, uses its pipes with time limits, and ends it with all processes that it
 * started. */
#define _GNU_SOURCE
#include "arena/engine.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/rarely.h"
#include "base/steady_clock.h"

enum { SLICE = 50, REASON_WAIT = 2000 };

/* ---- Start ---- */

/* Makes the shell start a guard that waits for the end of the pipe on descriptor 3. The guard is a process of the
 * program's group but not its child. When this side closes its end of the pipe, or is killed, the guard kills the
 * group. */
#define GUARD "( (read never; kill -KILL 0) <&3 3<&- >/dev/null 2>&1 & ); exec 3<&-; "

/* Starts the program. The shell parses the words and then replaces itself by the program (exec), so that no process
 * stands in between. */
static int spawn(struct engine_process *process, const char *command, const char *errors, const int files[4]) {
  char shell[] = "sh", option[] = "-c";
  struct text words = {0};
  text_print(&words, GUARD "exec %s", command);
  char *const arguments[] = {shell, option, words.bytes, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  /* 1. Give the program the default signal handling and a process group of its own, which can be killed with its
   * children. */
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  /* 2. Connect its standard streams. */
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, files[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, files[1], STDOUT_FILENO);
  if (errors == NULL)
    posix_spawn_file_actions_adddup2(&actions, files[2], STDERR_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0666);
  posix_spawn_file_actions_adddup2(&actions, files[3], 3);

  const int error = posix_spawn(&process->pid, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  text_free(&words);
  return error;
}

bool process_start(struct engine_process *process, const char *command, const char *errors, struct fault *fault) {
  /* 1. Make four pipes; the program gets one end of each. */
  int pairs[4][2];
  *process = (struct engine_process){0};
  for (int i = 0; i < 4; i++) {
    if (pipe2(pairs[i], O_CLOEXEC) == 0) continue;
    const int error = errno;
    while (i-- > 0) {
      close(pairs[i][0]);
      close(pairs[i][1]);
    }
    return fault_as(fault, ENGINE_UNSTARTED, "no pipe for the program: %s", strerror(error));
  }

  /* 2. Start the program. */
  const int theirs[] = {pairs[0][0], pairs[1][1], pairs[2][1], pairs[3][0]};
  const int ours[] = {pairs[0][1], pairs[1][0], pairs[2][0], pairs[3][1]};
  const int error = spawn(process, command, errors, theirs);
  for (int i = 0; i < 4; i++) close(theirs[i]);
  if (error != 0) {
    for (int i = 0; i < 4; i++) close(ours[i]);
    *process = (struct engine_process){0};
    /* The shell has started, so what could not be opened is the file for standard error. */
    if (errors != NULL)
      return fault_as(fault, ENGINE_UNSTARTED, "stderr: %.200s cannot be opened: %s", errors, strerror(error));
    return fault_as(fault, ENGINE_UNSTARTED, "the program cannot be started: %s", strerror(error));
  }

  /* 3. Keep this side's ends, which never block. */
  process->input = ours[0];
  process->output = ours[1];
  process->errors = ours[2];
  process->guard = ours[3];
  process->lines = memory_new(PROCESS_LINE + 1);
  fcntl(process->input, F_SETFL, O_NONBLOCK);
  fcntl(process->output, F_SETFL, O_NONBLOCK);
  fcntl(process->errors, F_SETFL, O_NONBLOCK);
  return true;
}

/* ---- Standard error ---- */

/* Reads what has arrived on standard error, so that the program never blocks on it, and keeps the last bytes. */
static void hear_errors(struct engine_process *process) {
  char bytes[4096];
  ssize_t got = -1;
  while (process->errors >= 0 && (got = read(process->errors, bytes, sizeof bytes)) > 0) {
    text_add(&process->said, bytes, (size_t)got);
    if (process->said.length <= PROCESS_SAID) continue;
    memmove(process->said.bytes, process->said.bytes + process->said.length - PROCESS_SAID, PROCESS_SAID);
    text_cut(&process->said, PROCESS_SAID);
  }
  if (process->errors < 0 || got < 0) return;
  close(process->errors);
  process->errors = -1;
}

struct span process_said(struct engine_process *process) {
  if (process->pid == 0) return (struct span){"", 0};
  hear_errors(process);
  return process->said.length == 0 ? (struct span){"", 0} : (struct span){process->said.bytes, process->said.length};
}

/* Waits, for at most `milliseconds`, until the program accepts or sends something. Returns true if it sent something or
 * its output has ended. */
static bool wait_for(struct engine_process *process, int file, short what, int milliseconds) {
  struct pollfd files[] = {{.fd = file, .events = what}, {.fd = process->errors, .events = POLLIN}};
  if (poll(files, 2, milliseconds) <= 0) return false;
  if (files[1].revents != 0) hear_errors(process);
  return files[0].revents != 0;
}

/* ---- End ---- */

static void rest(void) { nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); }

/* Waits for the program to end without reaping it, so that its process group keeps its number until it is killed. */
static bool wait_for_end(const struct engine_process *process, int64_t milliseconds, siginfo_t *how) {
  const int64_t deadline = steady_milliseconds() + milliseconds;
  for (;;) {
    how->si_pid = 0;
    if (waitid(P_PID, (id_t)process->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 && how->si_pid != 0) return true;
    if (steady_milliseconds() >= deadline) return false;
    rest();
  }
}

static bool has_ended(const struct engine_process *process) {
  siginfo_t how;
  return wait_for_end(process, 0, &how);
}

void process_end(struct engine_process *process, int64_t grace) {
  if (process->pid == 0) return;
  siginfo_t how;
  close(process->input);
  wait_for_end(process, grace, &how);
  kill(-process->pid, SIGKILL);
  while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) continue;
  close(process->output);
  close(process->guard);
  if (process->errors >= 0) close(process->errors);
  free(process->lines);
  text_free(&process->said);
  *process = (struct engine_process){0};
}

/* Fills the fault with the reason why the program sends nothing more. */
static bool say_end(const struct engine_process *process, struct fault *fault) {
  siginfo_t how;
  if (!wait_for_end(process, REASON_WAIT, &how)) return fault_as(fault, ENGINE_GONE, "the program closed its output");
  if (how.si_code == CLD_EXITED) return fault_as(fault, ENGINE_GONE, "the program ended (exit code %d)", how.si_status);
  return fault_as(fault, ENGINE_GONE, "the program was killed by signal %d", how.si_status);
}

/* ---- Lines ---- */

/* A write() that fails with EPIPE and without a signal if the program is gone. The signals of other threads are not
 * affected. */
static ssize_t write_quietly(int file, const char *bytes, size_t length) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = write(file, bytes, RARELY("a pipe takes one byte", false) ? 1 : length);
  const int error = errno;
  if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
    sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

bool process_send(struct engine_process *process, struct span bytes, int64_t deadline, struct fault *fault) {
  process->flood = 0;
  while (bytes.length > 0) {
    const ssize_t written = write_quietly(process->input, bytes.bytes, bytes.length);
    if (written >= 0) {
      bytes.bytes += written;
      bytes.length -= (size_t)written;
    } else if (errno == EPIPE)
      return say_end(process, fault);
    else if (has_ended(process))
      return say_end(process, fault);
    else if (steady_milliseconds() >= deadline)
      return fault_as(fault, ENGINE_LATE, "the program does not read its input");
    else
      wait_for(process, process->input, POLLOUT, SLICE);
  }
  return true;
}

/* Takes the next complete line of the output that was read, if there is one. */
static bool take_line(struct engine_process *process, struct span *line) {
  char *from = process->lines + process->begin;
  const char *end = memchr(from, '\n', process->used - process->begin);
  if (end == NULL) return false;
  *line = (struct span){from, (size_t)(end - from)};
  process->begin += line->length + 1;
  if (line->length > 0 && end[-1] == '\r') line->length--;
  *line = span_after_mark(*line);
  return true;
}

/* Reads the available output. Returns false with `*fault` filled if the output has ended or is too long. */
static bool read_more(struct engine_process *process, struct fault *fault) {
  memmove(process->lines, process->lines + process->begin, process->used - process->begin);
  process->used -= process->begin;
  process->begin = 0;
  if (process->used > PROCESS_LINE)
    return fault_say(fault, "the program wrote a line longer than %d bytes", PROCESS_LINE);
  const size_t most = RARELY("a read is short", false) ? 1 : PROCESS_LINE + 1 - process->used;
  const ssize_t got = read(process->output, process->lines + process->used, most);
  if (got == 0) return say_end(process, fault);
  if (got < 0) return errno == EAGAIN || errno == EINTR || say_end(process, fault);
  process->used += (size_t)got;
  process->flood += (size_t)got;
  if (process->flood <= PROCESS_FLOOD) return true;
  return fault_say(fault, "the program wrote more than %d bytes in answer to one line", PROCESS_FLOOD);
}

enum process_read process_line_until(struct engine_process *process, int64_t until, const atomic_bool *stop,
                                     struct span *line, struct fault *fault) {
  while (!take_line(process, line)) {
    const int64_t left = until - steady_milliseconds();
    if (stop != NULL && atomic_load(stop)) return PROCESS_STOPPED;
    if (left <= 0) return PROCESS_WAITING;
    /* A child of the program may keep the pipe open after the program ended; output from before that is still read. */
    const bool ended = has_ended(process);
    if (wait_for(process, process->output, POLLIN, ended ? 0 : left < SLICE ? (int)left : SLICE)) {
      if (!read_more(process, fault)) return PROCESS_FAILED;
    } else if (ended) {
      say_end(process, fault);
      return PROCESS_FAILED;
    }
  }
  return PROCESS_READ;
}

enum process_read process_line(struct engine_process *process, int64_t deadline, const atomic_bool *stop,
                               struct span *line, struct fault *fault) {
  const int64_t begin = steady_milliseconds();
  const enum process_read read = process_line_until(process, deadline, stop, line, fault);
  if (read != PROCESS_WAITING) return read;
  fault_as(fault, ENGINE_LATE, "no answer within %u ms", (unsigned)(deadline - begin));
  return PROCESS_FAILED;
}

/* ---- Processor time ---- */

/* Reads process group and processor time, in ticks, of a process from its line in /proc. The name in brackets may
 * contain anything; after it come state, parent and group, and the times are the 12th to 15th number from there.
 * Returns false if the process is gone. */
static bool read_process(const char *number, long *group, unsigned long long *ticks) {
  char path[64], line[1024];
  unsigned long long times[4];
  snprintf(path, sizeof path, "/proc/%s/stat", number);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  const size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = '\0';
  const char *rest = strrchr(line, ')');
  if (rest == NULL) return false;
  const int read = sscanf(rest + 1, " %*c %*d %ld %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", group,
                          &times[0], &times[1], &times[2], &times[3]);
  *ticks = times[0] + times[1] + times[2] + times[3];
  return read == 5;
}

int64_t processor_time_of_group(pid_t group) {
  const long ticks_a_second = sysconf(_SC_CLK_TCK);
  DIR *processes = opendir("/proc");
  if (processes == NULL || ticks_a_second <= 0) return -1;
  unsigned long long sum = 0;
  bool found = false;
  for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    long its;
    unsigned long long ticks;
    if (!isdigit((unsigned char)entry->d_name[0]) || !read_process(entry->d_name, &its, &ticks) || its != group)
      continue;
    sum += ticks;
    found = true;
  }
  closedir(processes);
  return found ? (int64_t)(sum * 1000 / (unsigned long long)ticks_a_second) : -1;
}
