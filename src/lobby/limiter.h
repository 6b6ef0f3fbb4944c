/* What is asked too often, or held too much at once: buckets by which it is limited, for each who asks. */
#ifndef LOBBY_LIMITER_H
#define LOBBY_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What somebody holds. Connections, behind a proxy requests under way; seats at tables that have not begun;
 * tables are those that it opened and that are not over. */
enum limiter_what { LIMITER_STREAMS, LIMITER_CONNECTIONS, LIMITER_SEATS, LIMITER_TABLES, LIMITER_WHATS };

/*
 * A bucket of requests for everybody who asked lately, and how much each holds. Keys are numbers made of an
 * address or a token with a secret of the process, so that nobody can choose whose bucket they share.
 */
struct limiter;

/* `rate` requests a second, `burst` at once; a rate of 0: no limit. Released with limiter_close(). */
struct limiter *limiter_open(double rate, double burst);
void limiter_close(struct limiter *limiter);

/* The key of some bytes, the same within a limiter. */
uint64_t limiter_key(const struct limiter *limiter, const void *bytes, size_t length);

/* Takes `cost` requests from the key's bucket at `now` (milliseconds of a clock that never goes back). 0, or nothing
 * was taken and the milliseconds are given after which there is enough. */
uint32_t limiter_take(struct limiter *limiter, uint64_t key, uint32_t cost, int64_t now);

/* Counts one more that the key holds if they are fewer than `most` (0: any number); false else. Each that was counted
 * is given back by limiter_release(). */
bool limiter_hold(struct limiter *limiter, uint64_t key, enum limiter_what what, uint32_t most);
void limiter_release(struct limiter *limiter, uint64_t key, enum limiter_what what);

/* Forgets who has not asked for a while. To be called now and then. */
void limiter_sweep(struct limiter *limiter, int64_t now);

#endif
