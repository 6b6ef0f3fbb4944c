#define _POSIX_C_SOURCE 200809L
#include "cli/interrupts.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* A handler cannot be given anything. */
static atomic_bool interrupted, waiting;

/* An alarm comes after the signal, and again, until the wait is over: one of them meets the read. */
static void remind(int number) {
  (void)number;
  if (atomic_load(&waiting)) alarm(1);
}

static void interrupt(int number) {
  atomic_store(&interrupted, true);
  remind(number);
}

const atomic_bool *interrupts_heed(void) {
  struct sigaction action = {.sa_handler = interrupt}, reminder = {.sa_handler = remind};
  sigemptyset(&action.sa_mask);
  sigemptyset(&reminder.sa_mask);
  sigaction(SIGALRM, &reminder, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL);
  return &interrupted;
}

bool interrupts_wait_begin(void) {
  atomic_store(&waiting, true);
  return !atomic_load(&interrupted);
}

void interrupts_wait_end(void) {
  atomic_store(&waiting, false);
  alarm(0);
}
