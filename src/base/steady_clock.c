/* Makes the POSIX function clock_gettime() visible. */
#define _POSIX_C_SOURCE 200809L

#include "base/steady_clock.h"

#include <time.h>

int64_t steady_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t thread_nanoseconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}
