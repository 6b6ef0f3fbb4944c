/* What the server does in a tournament by the clock, without a request. What is due when is in times.h. */
#ifndef HALL_CLOCK_H
#define HALL_CLOCK_H

#include "hall/writing.h"

/* Somebody who gets a notice of an encounter. */
struct clock_call {
  int64_t player;
  int encounter;       /* from 1 */
  bool reminds;        /* it came before */
  int64_t date, until; /* agreed; when the encounter is decided unless it is played; 0: none */
};
enum { CLOCK_CALLS_MOST = 64 /* encounters of which notices go at once */ };

/* Does what is due by the clock: decides encounters whose time is over, pairs on, closes a tournament that nobody
 * closes, and notes whom to notify in `calls`, with room for two of each encounter. `started` is when this server began
 * to work. Returns the number of calls. */
int clock_tick(struct acting *acting, int64_t started, struct clock_call *calls);

#endif
