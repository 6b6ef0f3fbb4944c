/* The clock that only goes forward. */
#ifndef CLI_SECONDS_H
#define CLI_SECONDS_H

/* Seconds since some moment that stays the same while the program runs. */
double seconds_now(void);

#endif
