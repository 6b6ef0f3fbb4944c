/* Addresses of servers, as somebody gives them on the command line. */
#ifndef CLI_SERVER_URL_H
#define CLI_SERVER_URL_H

#include <stdbool.h>

#include "base/fault.h"

/* True for `http://HOST` or `https://HOST`, with a port and a path, behind which paths of the server can stand. False
 * with `*fault`, which begins with the name of the option. */
bool server_url_check(const char *option, const char *address, struct fault *fault);

#endif
