/*
 * The stamp of a request that a node of a fleet passes on to another one (docs/understand/nodes.md): whose request it
 * is, signed with the key of the fleet, so that nobody else can say that. It holds for this request alone, for a few
 * seconds, and once. No HTTP library in it.
 */
#ifndef SERVER_STAMP_H
#define SERVER_STAMP_H

#include "lobby/store.h"
#include "server/limits.h"

/* The header that has it. */
#define STAMP_HEADER "Tessera-Stamp"

/* Bytes of a stamp with its end; milliseconds by which the nodes' clocks, and the way, may differ; stamps that a node
 * takes in twice that time. */
enum { STAMP_SIZE = 160, STAMP_MS = 5000, STAMPS_MOST = 65536 };

/* What a stamp signs of the head of a request; the token is empty if it has none. */
struct stamped {
  struct span method, path, token;
};

/* What a stamp says: who asks, and the hash of the request's body. */
struct stamp {
  struct address asker;
  char body[CREDENTIAL_WORD_SIZE];
  char word[CREDENTIAL_WORD_SIZE]; /* that only the key makes, for this request */
};

/* Writes the stamp of a request with this body at this time (milliseconds since 1970). Two of the same request in the
 * same millisecond differ by `number`. */
void stamp_write(const uint8_t key[CREDENTIAL_KEY], const struct stamped *request, struct span body,
                 struct address asker, int64_t time, uint32_t number, char text[STAMP_SIZE]);
/* Reads the stamp of a request whose body has not come in yet. False if the key has not made it for this request, or at
 * another time. */
bool stamp_read(const uint8_t key[CREDENTIAL_KEY], const struct stamped *request, struct span text, int64_t time,
                struct stamp *stamp);
/* True if the body is the one that was signed. */
bool stamp_has_body(const uint8_t key[CREDENTIAL_KEY], const struct stamp *stamp, struct span body);

/* The stamps that a node has taken, as long as they could come again. */
struct stamps;
/* Begins with none. */
struct stamps *stamps_open(void);
/* NULL is allowed. */
void stamps_close(struct stamps *stamps);
/* Takes a stamp that was read at this time; false if it was taken before, or too many came. */
bool stamps_take(struct stamps *stamps, const struct stamp *stamp, int64_t time);

#endif
