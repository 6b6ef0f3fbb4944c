#include "chance/fair_chance.h"

#include <string.h>

#include "base/blake2b.h"
#include "base/guard.h"

/* The random bytes of one decision: BLAKE2b, with the key, of label, number and index of the block. */
struct fair_stream {
  const struct fair_key *key;
  const char *label; /* four letters */
  uint32_t number, block;
  size_t used; /* number of `bytes` used */
  uint8_t bytes[BLAKE2B_MOST];
};

static void add_number(struct blake2b *hash, uint32_t number) {
  uint8_t bytes[4];
  for (unsigned i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> 8 * i);
  blake2b_add(hash, bytes, sizeof bytes);
}

static struct fair_stream stream_of(const struct fair_key *key, const char *label, uint32_t number) {
  return (struct fair_stream){.key = key, .label = label, .number = number, .used = BLAKE2B_MOST};
}

static uint8_t next_byte(struct fair_stream *stream) {
  if (stream->used == BLAKE2B_MOST) {
    struct blake2b hash;
    blake2b_begin(&hash, BLAKE2B_MOST, stream->key->bytes, FAIR_HASH);
    blake2b_add(&hash, stream->label, 4);
    add_number(&hash, stream->number);
    add_number(&hash, stream->block++);
    blake2b_finish(&hash, stream->bytes);
    stream->used = 0;
  }
  return stream->bytes[stream->used++];
}

/* A number from 0 to bound - 1, each equally likely: bytes from the last whole multiple of `bound` on are skipped. */
static int below(struct fair_stream *stream, int bound) {
  CHECK(bound >= 1 && bound <= 256);
  const int limit = 256 - 256 % bound;
  int byte = next_byte(stream);
  while (byte >= limit) byte = next_byte(stream);
  return byte % bound;
}

static void add_label(struct blake2b *hash, const char *label) { blake2b_add(hash, label, strlen(label)); }

void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_HASH]) {
  struct blake2b hash;
  blake2b_begin(&hash, FAIR_HASH, NULL, 0);
  add_label(&hash, "tessera commitment 1");
  blake2b_add(&hash, secret, FAIR_SECRET);
  blake2b_finish(&hash, out);
}

void fair_seal(const uint8_t commitment[FAIR_HASH], int seat, const uint8_t contribution[FAIR_CONTRIBUTION],
               uint8_t out[FAIR_HASH]) {
  const uint8_t number = (uint8_t)(seat + 1);
  struct blake2b hash;
  blake2b_begin(&hash, FAIR_HASH, NULL, 0);
  add_label(&hash, "tessera seal 1");
  blake2b_add(&hash, commitment, FAIR_HASH);
  blake2b_add(&hash, &number, 1);
  blake2b_add(&hash, contribution, FAIR_CONTRIBUTION);
  blake2b_finish(&hash, out);
}

void fair_renew(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_SECRET]) {
  struct blake2b hash;
  blake2b_begin(&hash, FAIR_SECRET, secret, FAIR_SECRET);
  add_label(&hash, "tessera renewal 1");
  blake2b_finish(&hash, out);
}

void fair_deck(const uint8_t secret[FAIR_SECRET], uint32_t round, uint32_t number, uint8_t out[FAIR_SECRET]) {
  struct blake2b hash;
  blake2b_begin(&hash, FAIR_SECRET, secret, FAIR_SECRET);
  add_label(&hash, "tessera deck 1");
  add_number(&hash, round);
  add_number(&hash, number);
  blake2b_finish(&hash, out);
}

struct fair_key fair_key_of(const uint8_t secret[FAIR_SECRET], const struct fair_contribution *contributions,
                            int seats) {
  struct fair_key key;
  struct blake2b hash;
  blake2b_begin(&hash, FAIR_HASH, secret, FAIR_SECRET);
  add_label(&hash, "tessera key 1");
  add_number(&hash, (uint32_t)seats);
  for (int seat = 0; seat < seats; seat++) {
    const uint8_t length = contributions[seat].given ? FAIR_CONTRIBUTION : 0;
    blake2b_add(&hash, &length, 1);
    blake2b_add(&hash, contributions[seat].bytes, length);
  }
  blake2b_finish(&hash, key.bytes);
  return key;
}

int fair_first(const struct fair_key *key, int seats) {
  struct fair_stream stream = stream_of(key, "seat", 0);
  return below(&stream, seats);
}

int fair_draw(const struct fair_key *key, uint32_t number, const tess_game *game) {
  struct fair_stream stream = stream_of(key, "draw", number);
  int index = below(&stream, tess_game_due(game, -1)), kind = 0;
  while (index >= tess_game_due(game, kind)) index -= tess_game_due(game, kind++);
  return kind;
}

tess_throw fair_throw(const struct fair_key *key, uint32_t number, const tess_game *game) {
  struct fair_stream stream = stream_of(key, "dice", number);
  tess_throw thrown = {0};
  tess_spot spot;
  CHECK(tess_game_battle(game, &spot, thrown.dice));
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    for (int die = 0; die < thrown.dice[side]; die++) thrown.faces[side][die] = (uint8_t)(1 + below(&stream, 6));
  return thrown;
}
