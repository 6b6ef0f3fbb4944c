/*
 * SQLite writes changes to a log (the WAL), and a checkpoint copies them into the database file later. A checkpoint
 * writes much and waits for the disk. So a thread of its own runs the checkpoints, and no round waits for them. Changes
 * are durable as soon as they are in the log.
 */
#ifndef STORE_CHECKPOINTER_H
#define STORE_CHECKPOINTER_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/fault.h"

/* The length of the log in pages from which the rounds pause so that the log can be restarted; and its maximum length.
 * The log exceeds the maximum only if another process, such as a backup, reads the database for long. */
enum { CHECKPOINTER_LOG = 16384, CHECKPOINTER_LOG_MOST = 2 * CHECKPOINTER_LOG };

struct checkpointer;

/* Starts the thread, which opens a second connection to the database at `path`. `base` is the caller's connection,
 * which runs no checkpoints from now on. Returns NULL with `*fault` filled if that fails. */
struct checkpointer *checkpointer_open(sqlite3 *base, const char *path, struct fault *fault);
/* Keeps the log from growing without bound: the thread of `base` calls this before each round. Returns false with
 * `*fault` filled if the log is too long and cannot be copied into the file. */
bool checkpointer_bound(struct checkpointer *checkpointer, struct fault *fault);
/* Waits for a running checkpoint and ends the thread. Call it before `base` is closed. `checkpointer` may be NULL. */
void checkpointer_close(struct checkpointer *checkpointer);

#endif
