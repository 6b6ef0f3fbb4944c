/* The machine's steady clock. It never goes back, even when the date is changed. */
#ifndef BASE_STEADY_CLOCK_H
#define BASE_STEADY_CLOCK_H

#include <stdint.h>

/* The time in nanoseconds, or milliseconds, since a moment that stays the same while the program runs. */
int64_t steady_nanoseconds(void);
static inline int64_t steady_microseconds(void) { return steady_nanoseconds() / 1000; }
static inline int64_t steady_milliseconds(void) { return steady_nanoseconds() / 1000000; }
static inline double steady_seconds(void) { return (double)steady_nanoseconds() / 1e9; }

/* The processor time that the calling thread has used so far, in nanoseconds. Other work on the machine does not
 * count. */
int64_t thread_nanoseconds(void);

#endif
