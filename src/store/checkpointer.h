/*
 * A database of SQLite is stored in a log, which is taken into its file by and by: a checkpoint, for which much is
 * written and which waits for the disk. It is a thread's own, so that no round waits for it. What is in the log is
 * stored for good, before and after.
 */
#ifndef STORE_CHECKPOINTER_H
#define STORE_CHECKPOINTER_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/fault.h"

/* Pages of a log that is to begin anew, which it does behind a pause of the rounds; and of one that grows no more
 * unless somebody else reads the database for long, as a backup does. */
enum { CHECKPOINTER_LOG = 16384, CHECKPOINTER_LOG_MOST = 2 * CHECKPOINTER_LOG };

struct checkpointer;

/* Starts the thread, which opens the database at `path` once more; `base` is the caller's connection, which leaves all
 * checkpoints to it from now on. NULL with `*fault`. */
struct checkpointer *checkpointer_open(sqlite3 *base, const char *path, struct fault *fault);
/* To be called by the thread of `base` before each round, so that the log does not grow for ever. False with `*fault`:
 * it is too long, and cannot be taken into the file. */
bool checkpointer_bound(struct checkpointer *checkpointer, struct fault *fault);
/* Waits for the checkpoint that is under way; before `base` is closed. NULL is allowed. */
void checkpointer_close(struct checkpointer *checkpointer);

#endif
