/*
 * Words that the servers of a database of PostgreSQL tell one another, by NOTIFY on a connection of its own
 * (docs/understand/nodes.md). They are hints: one may be lost or come late, and nothing rests on them but how soon
 * something is known. No call waits for the database.
 */
#ifndef STORE_HINTS_H
#define STORE_HINTS_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/reader.h"

/* Bytes of the longest word. */
enum { HINT_MOST = 64 };

struct hints;

/* Hears and tells from when the database at `url` is reached, which is tried again and again. `beside` is a file that
 * hints_file() shall stand for, too; -1: there is none. NULL with `*fault`. */
struct hints *hints_open(const char *url, int beside, struct fault *fault);
/* What was not sent yet is lost. It waits for a connection that is being made. NULL is allowed. */
void hints_close(struct hints *hints);

/* Tells all other servers a word without a space, with the next hints_run(); nobody hears it while the database is not
 * reached. */
void hints_tell(struct hints *hints, struct span word);
/* Sends and takes what can be at once. To be called in every round. */
void hints_run(struct hints *hints);
/* Takes the next word that another server has told; it holds until the next call of any of these. False: there is none.
 */
bool hints_take(struct hints *hints, struct span *word);

/* A file that is readable when hints_run() has something to take, or the file beside is readable; for poll() alone. */
int hints_file(const struct hints *hints);

#endif
