/* Words that give a right: tokens, recovery words, ids of tables. */
#ifndef STORE_CREDENTIALS_H
#define STORE_CREDENTIALS_H

#include "base/reader.h"

/*
 * Tokens, recovery words, ids of tables, and what is kept of the ids of requests for a seat. They are made from the key
 * and the request that asked for them, so that a request that comes twice gets the same word twice, also after a crash,
 * and nobody can make one without the key. What is stored of a token or recovery word is its hash alone.
 */
enum { CREDENTIAL_KEY = 32, CREDENTIAL_HASH = 32, CREDENTIAL_WORD_SIZE = 44, CREDENTIAL_ID_SIZE = 17 };

/* What a word is for: words of different uses never coincide. */
enum credential_use {
  CREDENTIAL_TABLE,
  CREDENTIAL_SEAT,
  CREDENTIAL_RECOVERY,
  CREDENTIAL_ASKED,
  CREDENTIAL_PUSH,
  CREDENTIAL_ADDRESS = 6,
  CREDENTIAL_PLAYER,
  CREDENTIAL_DEVICE,
  CREDENTIAL_WORDS,
  CREDENTIAL_SIGN_IN
};

/* 256 bits in base64url, zero-terminated. */
struct credential {
  char word[CREDENTIAL_WORD_SIZE];
};

/* The bytes for this use of a request, from which credential_make() makes a word. */
void credential_make_bytes(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                           struct span request, uint8_t bytes[CREDENTIAL_HASH]);
/* The word for this use of a request, which is told apart from others by `table` (may be empty) and its bytes. */
struct credential credential_make(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                                  struct span request);
/* The id of a table: 80 of those bits in base32, zero-terminated. */
void credential_make_id(const uint8_t key[CREDENTIAL_KEY], struct span request, char id[CREDENTIAL_ID_SIZE]);

/* A number other than 0 that stands for an address at all who have the key, and from which nobody without it can tell
 * the address. */
uint64_t credential_make_address(const uint8_t key[CREDENTIAL_KEY], struct span address);

/* The secret from which the key for push services follows. */
void credential_make_push(const uint8_t key[CREDENTIAL_KEY], uint8_t secret[CREDENTIAL_HASH]);

/* The hash by which a token or recovery word is stored and compared. */
void credential_hash(struct span word, uint8_t hash[CREDENTIAL_HASH]);
/* In a time that does not depend on where they differ. */
bool credential_same(const uint8_t one[CREDENTIAL_HASH], const uint8_t other[CREDENTIAL_HASH]);

#endif
