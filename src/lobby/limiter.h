/* Limits for each asker: how often they ask, and how much they hold at once. */
#ifndef LOBBY_LIMITER_H
#define LOBBY_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an asker holds: streams; connections, behind a proxy requests under way; seats at tables that have not begun;
 * tables that they opened and that are not over. */
enum limiter_what { LIMITER_STREAMS, LIMITER_CONNECTIONS, LIMITER_SEATS, LIMITER_TABLES, LIMITER_WHATS };

/* How many times as much as an address all of a network may take and hold. */
enum { LIMITER_NETWORK_SHARES = 4 };

/*
 * A bucket of requests for everybody who asked lately, and how much each holds. Keys are numbers made of an
 * address or a token with a secret of the process, so that nobody can choose whose bucket they share.
 */
struct limiter;

/* `rate` requests a second, `burst` at once; a rate of 0: no limit. Released with limiter_close(). */
struct limiter *limiter_open(double rate, double burst);
void limiter_close(struct limiter *limiter);

/* The key of some bytes, the same within a limiter; never 0. */
uint64_t limiter_key(const struct limiter *limiter, const void *bytes, size_t length);

/* An asker: the keys of an address or a token, and of the network that the address belongs to (0: it has none).
 * Whatever somebody may take or hold, all of their network may four times, as people who know nothing of each other
 * share it. */
struct limiter_who {
  uint64_t own, network;
};

/* Takes `cost` requests from their buckets at `now` (milliseconds of a clock that never goes back). 0, or nothing was
 * taken and the milliseconds are given after which there is enough. */
uint32_t limiter_take(struct limiter *limiter, struct limiter_who who, uint32_t cost, int64_t now);

/* Takes `cost` requests more, which were done already, from their buckets, also if they have fewer. */
void limiter_charge(struct limiter *limiter, struct limiter_who who, uint32_t cost, int64_t now);

/* Gives back what limiter_take() took, as nothing came of it. */
void limiter_return(struct limiter *limiter, struct limiter_who who, uint32_t cost, int64_t now);

/* Counts one more that they hold if they are fewer than `most` (0: any number); false else. Each that was counted is
 * given back by limiter_release(). */
bool limiter_hold(struct limiter *limiter, struct limiter_who who, enum limiter_what what, uint32_t most);
void limiter_release(struct limiter *limiter, struct limiter_who who, enum limiter_what what);

/* Forgets who has not asked for a while. To be called now and then. */
void limiter_sweep(struct limiter *limiter, int64_t now);

#endif
