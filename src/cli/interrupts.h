/* The signals by which a person or a system asks a long command to end. */
#ifndef CLI_INTERRUPTS_H
#define CLI_INTERRUPTS_H

#include <stdatomic.h>
#include <stdbool.h>

/* From now on SIGINT and SIGTERM set the flag that is given, and do not end the program; so does SIGHUP, by which a
 * terminal tells that it is closed, unless the program was started to outlive it (nohup). */
const atomic_bool *interrupts_heed(void);

/* Around a read that waits for a person: one of these signals that comes between the two calls ends the read with
 * EINTR, also if it comes before the read has begun; then within a second. The first gives false if a signal has come
 * before: do not read. SIGALRM is taken for it. */
bool interrupts_wait_begin(void);
void interrupts_wait_end(void);

#endif
