/* Who asks: the address of a connection, or what a trusted proxy says of it. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <netinet/in.h>
#include <stddef.h>

/* 16 bytes that stand for one asker: an IPv4 address, or the network of an IPv6 address (its first 64 bits). */
struct address {
  unsigned char bytes[16];
};

/* Of a socket's peer; all zero if it is of no family known here. */
struct address address_of(const struct sockaddr *peer);
/* The last address of a header X-Forwarded-For, which the proxy itself wrote; `otherwise` if that is none. */
struct address address_forwarded(const char *header, struct address otherwise);

#endif
