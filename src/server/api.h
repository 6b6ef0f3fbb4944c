/* What the server does for each route: from an exchange whose request came in whole to its answer. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/exchange.h"

/* What a request of the route takes from the bucket of its address. */
uint32_t api_cost(enum route route);

/*
 * Fills the exchange's answer, or sends one at once that has another form (streams, files of the page): then true is
 * given and `*result` is the HTTP library's.
 */
bool api_run(struct exchange *exchange, enum MHD_Result *result);

/* The Content-Type of the route's answers that are no errors. */
const char *api_type(enum route route);

#endif
