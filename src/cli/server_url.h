/* Checks the URL of a server on the command line. */
#ifndef CLI_SERVER_URL_H
#define CLI_SERVER_URL_H

#include <stdbool.h>

#include "base/fault.h"

/* True for `http://HOST` or `https://HOST`, optionally with port and path, to which paths of the server can be
 * appended. Otherwise false with `*fault` filled, which begins with the name of the option. */
bool server_url_check(const char *option, const char *address, struct fault *fault);

#endif
