/* Threads that stay, for work that comes again and again and is short. */
#ifndef ENV_CREW_H
#define ENV_CREW_H

struct crew;

/* What each member does; the caller of crew_run() is member 0. */
typedef void crew_task(void *context, int member);

/* A crew of `count` members (1 to 64), the caller among them; fewer if the system gives no more threads. Released with
 * crew_close(). */
struct crew *crew_open(int count);
/* NULL is allowed. */
void crew_close(struct crew *crew);

/* Calls `task` once for each member, all at the same time, and returns when all calls have returned. After fork() the
 * child has no threads: its crew is the caller alone. */
void crew_run(struct crew *crew, crew_task *task, void *context);

#endif
