#define _GNU_SOURCE
#include "server/limits.h"

#include <arpa/inet.h>
#include <string.h>

/* ---- The client ---- */

static struct address of_four(const struct in_addr *four) {
  struct address address = {{0}};
  address.bytes[10] = address.bytes[11] = 0xff;
  memcpy(address.bytes + 12, four, 4);
  return address;
}

static struct address of_six(const struct in6_addr *six) {
  struct address address = {{0}};
  memcpy(address.bytes, six, IN6_IS_ADDR_V4MAPPED(six) ? 16 : 8);
  return address;
}

struct address address_of(const struct sockaddr *peer) {
  if (peer->sa_family == AF_INET) return of_four(&((const struct sockaddr_in *)(const void *)peer)->sin_addr);
  if (peer->sa_family == AF_INET6) return of_six(&((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr);
  return (struct address){{0}};
}

size_t address_network(struct address address) {
  static const unsigned char four[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return memcmp(address.bytes, four, sizeof four) == 0 ? 0 : 6;
}

struct address address_forwarded(const char *header, struct address otherwise) {
  char word[INET6_ADDRSTRLEN];
  struct in_addr four;
  struct in6_addr six;
  const char *comma = strrchr(header, ',');
  const char *at = comma == NULL ? header : comma + 1;
  at += strspn(at, " \t");
  const size_t length = strcspn(at, " \t");
  if (length >= sizeof word) return otherwise;
  memcpy(word, at, length);
  word[length] = '\0';
  if (inet_pton(AF_INET, word, &four) == 1) return of_four(&four);
  return inet_pton(AF_INET6, word, &six) == 1 ? of_six(&six) : otherwise;
}

/* ---- The body ---- */

bool body_check(struct span body, struct fault *fault) {
  int depth = 0;
  bool in_string = false, escaped = false;
  if (!span_is_plain(body, true))
    return fault_say(fault, "the body holds bytes that are not UTF-8 text; expected one JSON object");
  for (size_t i = 0; i < body.length; i++) {
    const char byte = body.bytes[i];
    if (in_string) {
      if (byte == '"' && !escaped) in_string = false;
      escaped = byte == '\\' && !escaped;
      continue;
    }
    if (byte == '"') in_string = true;
    if (byte == ']' || byte == '}') depth--;
    if (byte == '[' || byte == '{') depth++;
    if (depth > BODY_DEPTH)
      return fault_say(fault, "the body is nested deeper than %d levels at byte %zu", (int)BODY_DEPTH, i + 1);
  }
  return true;
}
