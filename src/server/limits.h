/* The address of a client, and the limits of a body. It uses no HTTP library. lobby/limiter.h counts how often and how
 * much each client asks. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <netinet/in.h>

#include "base/fault.h"
#include "base/reader.h"

/* ---- The client ---- */

/* 16 bytes that stand for a client: an IPv4 address, or the network of an IPv6 address (its first 64 bits). */
struct address {
  unsigned char bytes[16];
};

/* Returns the address of a socket's peer; all zero if its family is not IPv4 or IPv6. */
struct address address_of(const struct sockaddr *peer);
/* Returns how many of its first bytes stand for the network of a provider's customer (IPv6, /48); 0: it has none. */
size_t address_network(struct address address);
/* Returns the last address of a header X-Forwarded-For, which the proxy itself wrote; `otherwise` if that is not valid.
 */
struct address address_forwarded(const char *header, struct address otherwise);

/* ---- The body ---- */

/* Bytes of the longest body, and how deep it may be nested. */
enum { BODY_MOST = 16384, BODY_DEPTH = 8 };

/* Returns true if the bytes are UTF-8, and nothing in them is nested deeper than BODY_DEPTH; else false with `*fault`.
 * Call it before a reader parses them as JSON. */
bool body_check(struct span body, struct fault *fault);

#endif
