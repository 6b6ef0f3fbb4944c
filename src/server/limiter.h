/*
 * Who may ask how often: a bucket of tokens for everybody who asked lately, and how many streams each holds. Keys are
 * numbers made of an address or a token with a secret of the process, so that nobody can choose whose bucket they
 * share.
 */
#ifndef SERVER_LIMITER_H
#define SERVER_LIMITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limiter;

/* `rate` requests a second, ten times as many at once; 0: no limit. Released with limiter_close(). */
struct limiter *limiter_open(uint32_t rate);
void limiter_close(struct limiter *limiter);

/* The key of some bytes, the same within a limiter. */
uint64_t limiter_key(const struct limiter *limiter, const void *bytes, size_t length);

/* Takes `cost` requests from the key's bucket at `now` (milliseconds of a clock that never goes back). 0, or nothing
 * was taken and the milliseconds are given after which there is enough. */
uint32_t limiter_take(struct limiter *limiter, uint64_t key, uint32_t cost, int64_t now);

/* Counts one more stream of the key if it holds fewer than `most` (0: any number); false else. Each that was counted is
 * given back by limiter_release(). */
bool limiter_hold(struct limiter *limiter, uint64_t key, uint32_t most);
void limiter_release(struct limiter *limiter, uint64_t key);

/* Forgets who has not asked for a while. To be called now and then. */
void limiter_sweep(struct limiter *limiter, int64_t now);

#endif
