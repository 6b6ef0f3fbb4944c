/*
 * Hints: words that the servers of a database of PostgreSQL send one another, by NOTIFY on a connection of its own
 * (docs/understand/nodes.md). A hint may be lost or late: it only makes a server look earlier than it would anyway. No
 * call waits for the database.
 */
#ifndef STORE_HINTS_H
#define STORE_HINTS_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/reader.h"

/* Bytes of the longest word. */
enum { HINT_MOST = 64 };

struct hints;

/* Connects to the database at `url`, and again whenever the connection is lost; hints are sent and received while it is
 * connected. `beside` is a further file that hints_file() covers; -1: there is none. Returns NULL with `*fault` filled
 * if that fails. */
struct hints *hints_open(const char *url, int beside, struct fault *fault);
/* Closes the connection; unsent hints are lost. It waits for a running attempt to connect. `hints` may be NULL. */
void hints_close(struct hints *hints);

/* Sends a word without a space to all other servers, with the next hints_run(). The word is lost if the database is not
 * connected. */
void hints_tell(struct hints *hints, struct span word);
/* Sends and receives what is possible without waiting. Call it in every round. */
void hints_run(struct hints *hints);
/* Takes the next word from another server; it is valid until the next call of one of these functions. False: there is
 * none.
 */
bool hints_take(struct hints *hints, struct span *word);

/* A file that is readable when hints_run() has something to receive, or when the file `beside` is readable; for poll()
 * only. */
int hints_file(const struct hints *hints);

#endif
