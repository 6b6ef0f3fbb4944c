#define _GNU_SOURCE
#include "server/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/reader.h"

enum { BACKLOG = 1024, HOST_SIZE = 128, SILENCE_MS = 30000 };

/* Splits ADDRESS:PORT; the brackets of an IPv6 address are taken off. */
static bool split(const char *where, char host[HOST_SIZE], const char **port, struct fault *fault) {
  const char *colon = strrchr(where, ':');
  uint64_t number;
  size_t length = colon == NULL ? 0 : (size_t)(colon - where);
  const bool brackets = length >= 2 && where[0] == '[' && colon[-1] == ']';
  const char *first = where + (brackets ? 1 : 0);
  if (brackets) length -= 2;
  if (length == 0 || length >= HOST_SIZE || !span_number(span_of(colon + 1), 0, 65535, &number) ||
      (!brackets && memchr(first, ':', length) != NULL))
    return fault_say(fault,
                     "listen: expected ADDRESS:PORT (port 0 to 65535), such as 127.0.0.1:8080 or [::1]:8080, "
                     "not '%s'",
                     where);
  memcpy(host, first, length);
  host[length] = '\0';
  *port = colon + 1;
  return true;
}

bool listener_is_address(const char *where, struct fault *fault) {
  char host[HOST_SIZE];
  const char *port;
  return split(where, host, &port, fault);
}

static void tell_address(int file, char *address) {
  struct sockaddr_storage storage = {0};
  socklen_t length = sizeof storage;
  char host[HOST_SIZE] = "", port[16] = "";
  getsockname(file, (struct sockaddr *)&storage, &length);
  getnameinfo((struct sockaddr *)&storage, length, host, sizeof host, port, sizeof port,
              NI_NUMERICHOST | NI_NUMERICSERV);
  const bool brackets = storage.ss_family == AF_INET6;
  snprintf(address, LISTENER_ADDRESS_SIZE, "%s%.60s%s:%s", brackets ? "[" : "", host, brackets ? "]" : "", port);
}

/* Connections take over the time after which a peer who acknowledges nothing counts as gone. */
static int open_at(const struct addrinfo *at) {
  const int on = 1, silence = SILENCE_MS;
  const int file = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(file, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
  if (bind(file, at->ai_addr, at->ai_addrlen) == 0 && listen(file, BACKLOG) == 0) return file;
  const int error = errno;
  close(file);
  errno = error;
  return -1;
}

int listener_open(const char *where, char *address, struct fault *fault) {
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  char host[HOST_SIZE];
  const char *port = NULL;
  if (!split(where, host, &port, fault)) return -1;
  const int error = getaddrinfo(host, port, &hints, &found);
  if (error != 0) {
    fault_say(fault, "listen: no address '%s': %s", host, gai_strerror(error));
    return -1;
  }
  const int file = open_at(found);
  if (file < 0)
    fault_say(fault, "cannot listen at %s: %s", where, strerror(errno));
  else
    tell_address(file, address);
  freeaddrinfo(found);
  return file;
}
