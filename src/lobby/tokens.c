#include "lobby/tokens.h"

#include "chance/blake2b.h"

static void derive(const uint8_t key[TOKEN_KEY], enum token_use use, struct span table, struct span request,
                   uint8_t out[TOKEN_HASH]) {
  const uint8_t label[2] = {(uint8_t)use, (uint8_t)table.length};
  struct blake2b hash;
  blake2b_begin(&hash, TOKEN_HASH, key, TOKEN_KEY);
  blake2b_add(&hash, label, sizeof label);
  blake2b_add(&hash, table.bytes, table.length);
  blake2b_add(&hash, request.bytes, request.length);
  blake2b_finish(&hash, out);
}

/* Writes `bits` bits at a time as letters of an alphabet of 2^bits; the last letter is filled with zeros. */
static void write_letters(const uint8_t *bytes, int letters, int bits, const char *alphabet, char *word) {
  unsigned pending = 0;
  int have = 0;
  for (int i = 0, next = 0; i < letters; i++) {
    if (have < bits) {
      pending = pending << 8 | (next < TOKEN_HASH ? bytes[next] : 0u);
      next++;
      have += 8;
    }
    have -= bits;
    word[i] = alphabet[pending >> have & ((1u << bits) - 1)];
  }
  word[letters] = 0;
}

struct token token_make(const uint8_t key[TOKEN_KEY], enum token_use use, struct span table, struct span request) {
  uint8_t bytes[TOKEN_HASH];
  struct token token;
  derive(key, use, table, request, bytes);
  write_letters(bytes, TOKEN_WORD_SIZE - 1, 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
                token.word);
  return token;
}

void token_make_id(const uint8_t key[TOKEN_KEY], struct span request, char id[TOKEN_ID_SIZE]) {
  uint8_t bytes[TOKEN_HASH];
  derive(key, TOKEN_TABLE, (struct span){"", 0}, request, bytes);
  write_letters(bytes, TOKEN_ID_SIZE - 1, 5, "abcdefghijklmnopqrstuvwxyz234567", id);
}

void token_hash(struct span word, uint8_t hash[TOKEN_HASH]) {
  struct blake2b state;
  blake2b_begin(&state, TOKEN_HASH, NULL, 0);
  blake2b_add(&state, word.bytes, word.length);
  blake2b_finish(&state, hash);
}

bool token_same(const uint8_t one[TOKEN_HASH], const uint8_t other[TOKEN_HASH]) {
  volatile unsigned differ = 0;
  for (int i = 0; i < TOKEN_HASH; i++) differ |= (unsigned)(one[i] ^ other[i]);
  return differ == 0;
}
