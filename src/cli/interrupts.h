/* The signals by which a person or a system asks a long command to end. */
#ifndef CLI_INTERRUPTS_H
#define CLI_INTERRUPTS_H

#include <stdatomic.h>

/* From now on SIGINT and SIGTERM set the flag that is given, and do not end the program; so does SIGHUP, by which a
 * terminal tells that it is closed, unless the program was started to outlive it (nohup). */
const atomic_bool *interrupts_heed(void);

#endif
