/* What the server does for each route: from an exchange whose request came in whole to its answer. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/exchange.h"

/* Fills the exchange's answer, or sends one at once that has another form (streams, files of the page): then
 * `exchange->sent` is set. */
void api_run(struct exchange *exchange);

#endif
