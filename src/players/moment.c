/* clock_gettime() is POSIX. */
#define _POSIX_C_SOURCE 200809L

#include "players/moment.h"

struct timespec moment_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now;
}
