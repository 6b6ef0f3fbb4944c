/*
 * What is asked too often or too large: whose request it is, the buckets by which the frequency is limited, and the
 * limits of a body. No HTTP library in it.
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <netinet/in.h>

#include "base/fault.h"
#include "base/reader.h"

/* ---- Who asks ---- */

/* 16 bytes that stand for one asker: an IPv4 address, or the network of an IPv6 address (its first 64 bits). */
struct address {
  unsigned char bytes[16];
};

/* The address of a socket's peer; all zero if it is of no family known here. */
struct address address_of(const struct sockaddr *peer);
/* The last address of the last header X-Forwarded-For, which the proxy itself wrote; `otherwise` if that is none. */
struct address address_forwarded(const char *header, struct address otherwise);

/* ---- How often ---- */

/* What somebody holds open. Connections are counted here behind a proxy only. */
enum limiter_what { LIMITER_STREAMS, LIMITER_CONNECTIONS, LIMITER_WHATS };

/*
 * A bucket of requests for everybody who asked lately, and how much each holds open. Keys are numbers made of an
 * address or a token with a secret of the process, so that nobody can choose whose bucket they share.
 */
struct limiter;

/* `rate` requests a second, ten times as many at once; 0: no limit. Released with limiter_close(). */
struct limiter *limiter_open(uint32_t rate);
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

/* ---- How much ---- */

enum { BODY_MOST = 16384, BODY_DEPTH = 8 };

/* True if the bytes are UTF-8 and nothing in them is nested deeper than BODY_DEPTH; else `*fault` says where. It is
 * asked before anybody reads them as JSON. */
bool body_check(struct span body, struct fault *fault);

#endif
