/* The processor time of programs that are not our own. */
#ifndef ARENA_PROCESSOR_TIME_H
#define ARENA_PROCESSOR_TIME_H

#include <stdint.h>
#include <sys/types.h>

/* Milliseconds that the processes of a group have worked so far, in steps of the system's ticks (10 ms), with those of
 * their children that have ended; as /proc tells it. -1 if that cannot be read. */
int64_t processor_time_of_group(pid_t group);

#endif
