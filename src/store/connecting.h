/*
 * Connects to a database of PostgreSQL in a thread of its own, because resolving its name and reaching it may take
 * long.
 */
#ifndef STORE_CONNECTING_H
#define STORE_CONNECTING_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "base/fault.h"

struct connecting;

/* Starts connecting to the database at `url`, with `name` as the application name; both must stay valid until
 * connecting_end(). Returns NULL if no thread can be started. */
struct connecting *connecting_start(const char *url, const char *name);
/* Waits at most so long; true if the attempt has ended, so that connecting_end() would not wait. */
bool connecting_await(struct connecting *connecting, int milliseconds);
/* Waits until the attempt ends (at most about 5 s for each host after its name is resolved) and frees `connecting`. The
 * caller frees the returned connection with PQfinish(); PQstatus() says whether it is connected. */
PGconn *connecting_end(struct connecting *connecting);

/* True if libpq can parse `url`; it does not connect. Otherwise false with `*fault` filled. */
bool connecting_check(const char *url, struct fault *fault);

#endif
