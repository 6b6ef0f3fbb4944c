/*
 * Connecting to a database of PostgreSQL in a thread of its own, since to look its name up and to reach it may take
 * long.
 */
#ifndef STORE_CONNECTING_H
#define STORE_CONNECTING_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "base/fault.h"

struct connecting;

/* Begins to connect to the database at `url`, whose server is told `name` as the name of the program; both are used
 * until connecting_end(). NULL: no thread can be started. */
struct connecting *connecting_start(const char *url, const char *name);
/* Waits for so long; true if the end is reached: connecting_end() would not wait. */
bool connecting_await(struct connecting *connecting, int milliseconds);
/* Waits for the end, of some 5 s for each host at most once its name is known, and frees `connecting`. What it gives is
 * the caller's, by PQfinish(); PQstatus() says whether it is connected. */
PGconn *connecting_end(struct connecting *connecting);

/* True if `url` can be taken apart as an address of libpq; nothing is connected. False with `*fault`. */
bool connecting_check(const char *url, struct fault *fault);

#endif
