/* A pool of permanent threads for short work that comes again and again. */
#ifndef ENV_CREW_H
#define ENV_CREW_H

struct crew;

/* The work of each member; the caller of crew_run() is member 0. */
typedef void crew_task(void *context, int member);

/* Opens a crew of `count` members (1 to 64), including the caller; fewer if the system provides fewer threads.
 * crew_close() frees it. */
struct crew *crew_open(int count);
/* `crew` may be NULL. */
void crew_close(struct crew *crew);

/* Calls `task` once for each member, all at the same time, and returns when all calls have returned. After fork() the
 * child process has no other threads: its crew is the caller alone. */
void crew_run(struct crew *crew, crew_task *task, void *context);

#endif
