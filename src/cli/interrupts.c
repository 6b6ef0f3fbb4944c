#define _POSIX_C_SOURCE 200809L
#include "cli/interrupts.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* A handler cannot be given anything. */
static atomic_bool interrupted;

static void interrupt(int number) {
  (void)number;
  atomic_store(&interrupted, true);
}

const atomic_bool *interrupts_heed(void) {
  struct sigaction action = {.sa_handler = interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL);
  return &interrupted;
}
