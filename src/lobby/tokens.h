/*
 * Words that give a right: tokens, recovery words, ids of tables. They are made from the key of the database and the
 * request that asked for them, so that a request that comes twice gets the same word twice, also after a crash, and
 * nobody can make one without the key. What is stored of a token or recovery word is its hash alone.
 */
#ifndef LOBBY_TOKENS_H
#define LOBBY_TOKENS_H

#include <stdbool.h>

#include "base/reader.h"

enum { TOKEN_KEY = 32, TOKEN_HASH = 32, TOKEN_WORD_SIZE = 44, TOKEN_ID_SIZE = 17 };

/* What a word is for: words of different uses never coincide. */
enum token_use { TOKEN_TABLE, TOKEN_SEAT, TOKEN_RECOVERY };

/* 256 bits in base64url, zero-terminated. */
struct token {
  char word[TOKEN_WORD_SIZE];
};

/* The word for this use of a request, which is told apart from others by `table` (may be empty) and its bytes. */
struct token token_make(const uint8_t key[TOKEN_KEY], enum token_use use, struct span table, struct span request);
/* The id of a table: 80 of those bits in base32, zero-terminated. */
void token_make_id(const uint8_t key[TOKEN_KEY], struct span request, char id[TOKEN_ID_SIZE]);

void token_hash(struct span word, uint8_t hash[TOKEN_HASH]);
/* In a time that does not depend on where they differ. */
bool token_same(const uint8_t one[TOKEN_HASH], const uint8_t other[TOKEN_HASH]);

#endif
