#include "store/credentials.h"

#include <string.h>

#include "base/blake2b.h"
#include "base/encoding.h"

enum { CREDENTIAL_ID_BYTES = 10 /* of an id of a table: 80 bits */ };

void credential_make_bytes(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                           struct span request, uint8_t bytes[CREDENTIAL_HASH]) {
  const uint8_t label[2] = {(uint8_t)use, (uint8_t)table.length};
  struct blake2b hash;
  blake2b_begin(&hash, CREDENTIAL_HASH, key, CREDENTIAL_KEY);
  blake2b_add(&hash, label, sizeof label);
  blake2b_add(&hash, table.bytes, table.length);
  blake2b_add(&hash, request.bytes, request.length);
  blake2b_finish(&hash, bytes);
}

struct credential credential_make(const uint8_t key[CREDENTIAL_KEY], enum credential_use use, struct span table,
                                  struct span request) {
  uint8_t bytes[CREDENTIAL_HASH];
  struct credential token;
  struct text word = {0};
  credential_make_bytes(key, use, table, request, bytes);
  base64url_write(bytes, sizeof bytes, &word);
  memcpy(token.word, word.bytes, sizeof token.word);
  text_free(&word);
  return token;
}

uint64_t credential_make_address(const uint8_t key[CREDENTIAL_KEY], struct span address) {
  uint8_t bytes[CREDENTIAL_HASH];
  uint64_t number = 0;
  credential_make_bytes(key, CREDENTIAL_ADDRESS, (struct span){"", 0}, address, bytes);
  for (int i = 0; i < 8; i++) number = number << 8 | bytes[i];
  return number == 0 ? 1 : number;
}

void credential_make_push(const uint8_t key[CREDENTIAL_KEY], uint8_t secret[CREDENTIAL_HASH]) {
  credential_make_bytes(key, CREDENTIAL_PUSH, (struct span){"", 0}, (struct span){"", 0}, secret);
}

void credential_make_id(const uint8_t key[CREDENTIAL_KEY], struct span request, char id[CREDENTIAL_ID_SIZE]) {
  uint8_t bytes[CREDENTIAL_HASH];
  struct text word = {0};
  credential_make_bytes(key, CREDENTIAL_TABLE, (struct span){"", 0}, request, bytes);
  base32_write(bytes, CREDENTIAL_ID_BYTES, &word);
  memcpy(id, word.bytes, CREDENTIAL_ID_SIZE);
  text_free(&word);
}

void credential_hash(struct span word, uint8_t hash[CREDENTIAL_HASH]) {
  struct blake2b state;
  blake2b_begin(&state, CREDENTIAL_HASH, NULL, 0);
  blake2b_add(&state, word.bytes, word.length);
  blake2b_finish(&state, hash);
}

bool credential_same(const uint8_t one[CREDENTIAL_HASH], const uint8_t other[CREDENTIAL_HASH]) {
  volatile unsigned differ = 0;
  for (int i = 0; i < CREDENTIAL_HASH; i++) differ |= (unsigned)(one[i] ^ other[i]);
  return differ == 0;
}
