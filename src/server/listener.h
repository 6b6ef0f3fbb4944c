/* The socket at which the server listens. */
#ifndef SERVER_LISTENER_H
#define SERVER_LISTENER_H

#include "base/fault.h"

enum { LISTENER_ADDRESS_SIZE = 80 };

/* Whether `where` has the form ADDRESS:PORT or [ADDRESS]:PORT; else false with `*fault`. */
bool listener_is_address(const char *where, struct fault *fault);

/*
 * Opens a socket that listens at `where`, ADDRESS:PORT or [ADDRESS]:PORT, and writes into `address` (at least
 * LISTENER_ADDRESS_SIZE bytes) where it listens in fact. Gives its descriptor, which the caller closes; -1 with
 * `*fault`.
 */
int listener_open(const char *where, char *address, struct fault *fault);

#endif
