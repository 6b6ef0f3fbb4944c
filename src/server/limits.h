/* Whose request it is, and the limits of a body. No HTTP library in it. How often and how much somebody may ask for is
 * counted by lobby/limiter.h. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <netinet/in.h>

#include "base/fault.h"
#include "base/reader.h"

/* ---- Who asks ---- */

/* 16 bytes that stand for one asker: an IPv4 address, or the network of an IPv6 address (its first 64 bits). */
struct address {
  unsigned char bytes[16];
};

/* The address of a socket's peer; all zero if it is of no family known here. */
struct address address_of(const struct sockaddr *peer);
/* How many of its first bytes stand for the network that an IPv6 address was given out with (/48); 0: it has none. */
size_t address_network(struct address address);
/* The last address of the last header X-Forwarded-For, which the proxy itself wrote; `otherwise` if that is none. */
struct address address_forwarded(const char *header, struct address otherwise);

/* ---- How much ---- */

/* Bytes of the longest body, and how deep it may be nested. */
enum { BODY_MOST = 16384, BODY_DEPTH = 8 };

/* True if the bytes are UTF-8 and nothing in them is nested deeper than BODY_DEPTH; else `*fault` says where. It is
 * asked before anybody reads them as JSON. */
bool body_check(struct span body, struct fault *fault);

#endif
