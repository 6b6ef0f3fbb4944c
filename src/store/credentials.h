/* Words that give their holder a right: tokens, recovery words, ids of tables. */
#ifndef STORE_CREDENTIALS_H
#define STORE_CREDENTIALS_H

#include "base/reader.h"

/*
 * A word is derived from the key and from the request that asked for it. So a repeated request gets the same word
 * again, also after a crash, and nobody can make a word without the key. The database holds only the hash of a token or
 * recovery word. The hashes of ids of requests for a seat are made in the same way.
 */
enum { CREDENTIAL_KEY = 32, CREDENTIAL_HASH = 32, CREDENTIAL_WORD_SIZE = 44, CREDENTIAL_ID_SIZE = 17 };

/* The use of a word: words of different uses never coincide. */
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
  CREDENTIAL_SIGN_IN,
  CREDENTIAL_LOT,
  CREDENTIAL_CHALLENGE,
  CREDENTIAL_MAIL
};

/* 256 bits in base64url, zero-terminated. */
struct credential {
  char word[CREDENTIAL_WORD_SIZE];
};

/* Makes the bytes for this use of a request; credential_make() writes them as a word. */
void credential_make_bytes(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                           struct span request, uint8_t bytes[CREDENTIAL_HASH]);
/* Makes the word for this use of a request. `table` (may be empty) and the bytes of the request identify the request.
 */
struct credential credential_make(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                                  struct span request);
/* Makes the id of a table: 80 of those bits in base32, zero-terminated. */
void credential_make_id(const uint8_t key[CREDENTIAL_KEY], struct span request, char id[CREDENTIAL_ID_SIZE]);

/* Returns a number other than 0 that stands for an address. It is the same on all servers that have the key; without
 * the key nobody can find the address from it. */
uint64_t credential_make_address(const uint8_t key[CREDENTIAL_KEY], struct span address);

/* Makes the secret from which the key for push services is derived. */
void credential_make_push(const uint8_t key[CREDENTIAL_KEY], uint8_t secret[CREDENTIAL_HASH]);

/* Makes the hash under which a token or recovery word is stored and compared. */
void credential_hash(struct span word, uint8_t hash[CREDENTIAL_HASH]);
/* Compares two hashes in a time that does not depend on where they differ. */
bool credential_same(const uint8_t one[CREDENTIAL_HASH], const uint8_t other[CREDENTIAL_HASH]);

#endif
