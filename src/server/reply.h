/* Answers on the wire: headers, bodies, figures and the log of what was refused. */
#ifndef SERVER_REPLY_H
#define SERVER_REPLY_H

#include "server/asset.h"
#include "server/exchange.h"

/* Sends the exchange's answer, whose body goes to the HTTP library. `type` is its Content-Type. */
enum MHD_Result reply_answer(struct exchange *exchange, const char *type);
/* Sends a file of the page, or 304 if the client has it. */
enum MHD_Result reply_asset(struct exchange *exchange, const struct asset *asset);
/* Sends a response that was made elsewhere and takes it over. */
enum MHD_Result reply_response(struct exchange *exchange, unsigned status, struct MHD_Response *response);
/* Makes the answer a refusal that may be tried again after so many milliseconds; its header tells it. */
void reply_too_many(struct exchange *exchange, uint32_t wait_ms);

/* The header of the request, or NULL. */
const char *request_header(const struct exchange *exchange, const char *name);

#endif
