/* The machine's steady clock: the time since some moment in the past. It never goes back, whatever is done to the date.
 */
#ifndef BASE_STEADY_CLOCK_H
#define BASE_STEADY_CLOCK_H

#include <stdint.h>

/* The time since some moment that is the same for the whole run of the program, in the unit of the name. */
int64_t steady_nanoseconds(void);
static inline int64_t steady_microseconds(void) { return steady_nanoseconds() / 1000; }
static inline int64_t steady_milliseconds(void) { return steady_nanoseconds() / 1000000; }
static inline double steady_seconds(void) { return (double)steady_nanoseconds() / 1e9; }

/* The processor time that the calling thread has had so far: what others do on the machine does not count. */
int64_t thread_nanoseconds(void);

#endif
