/* BLAKE2b against the vectors of RFC 7693 and against libsodium. */
#include "base/blake2b.h"
#include "cli/cmocka_base.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

static void hash_of(const void *bytes, size_t length, size_t size, const uint8_t *key, size_t key_size, uint8_t *out) {
  struct blake2b hash;
  blake2b_begin(&hash, size, key, key_size);
  blake2b_add(&hash, bytes, length);
  blake2b_finish(&hash, out);
}

static void hex_is(const uint8_t *bytes, size_t size, const char *expected) {
  char hex[2 * BLAKE2B_MOST + 1];
  for (size_t i = 0; i < size; i++) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
  assert_string_equal(hex, expected);
}

/* RFC 7693, appendix A. */
TEST(abc_has_the_hash_of_the_rfc) {
  uint8_t out[64];
  hash_of("abc", 3, 64, NULL, 0, out);
  hex_is(out, 64,
         "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
         "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

/* The sequence of RFC 7693, appendix E. */
static void fill(uint8_t *out, size_t length, uint32_t seed) {
  uint32_t a = 0xDEAD4BADu * seed, b = 1;
  for (size_t i = 0; i < length; i++) {
    const uint32_t t = a + b;
    a = b;
    b = t;
    out[i] = (uint8_t)(t >> 24);
  }
}

/* RFC 7693, appendix E: a hash over hashes of all sizes, keyed and not. */
TEST(self_test_of_the_rfc_passes) {
  static const size_t sizes[4] = {20, 32, 48, 64}, lengths[6] = {0, 3, 128, 129, 255, 1024};
  uint8_t in[1024], out[64], key[64];
  struct blake2b all;
  blake2b_begin(&all, 32, NULL, 0);
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 6; j++) {
      fill(in, lengths[j], (uint32_t)lengths[j]);
      hash_of(in, lengths[j], sizes[i], NULL, 0, out);
      blake2b_add(&all, out, sizes[i]);
      fill(key, sizes[i], (uint32_t)sizes[i]);
      hash_of(in, lengths[j], sizes[i], key, sizes[i], out);
      blake2b_add(&all, out, sizes[i]);
    }
  }
  blake2b_finish(&all, out);
  hex_is(out, 32, "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
}

TEST(libsodium_agrees_on_random_inputs) {
  uint8_t seed[randombytes_SEEDBYTES] = {1}, in[700], key[64], own[64], theirs[64], choice[8];
  assert_true(sodium_init() >= 0);
  for (uint32_t i = 0; i < 3000; i++) {
    memcpy(seed, &i, sizeof i);
    randombytes_buf_deterministic(in, sizeof in, seed);
    memcpy(choice, in, sizeof choice);
    memcpy(key, in + 100, sizeof key);
    const size_t length = (choice[0] | (size_t)choice[1] << 8) % (sizeof in + 1);
    const size_t size = crypto_generichash_BYTES_MIN + choice[2] % (64 - crypto_generichash_BYTES_MIN + 1);
    const size_t key_size = choice[3] % 2 ? crypto_generichash_KEYBYTES_MIN + choice[4] % 49 : 0;
    assert_int_equal(crypto_generichash(theirs, size, in, length, key_size ? key : NULL, key_size), 0);
    hash_of(in, length, size, key, key_size, own);
    assert_memory_equal(own, theirs, size);
  }
}

TEST(parts_hash_as_the_whole) {
  uint8_t in[600], whole[32], parts[32];
  struct blake2b hash;
  fill(in, sizeof in, 7);
  hash_of(in, sizeof in, 32, in, 16, whole);
  for (size_t part = 1; part < 300; part += 7) {
    blake2b_begin(&hash, 32, in, 16);
    for (size_t at = 0; at < sizeof in; at += part)
      blake2b_add(&hash, in + at, at + part < sizeof in ? part : sizeof in - at);
    blake2b_finish(&hash, parts);
    assert_memory_equal(whole, parts, 32);
  }
}

TEST(nothing_is_left_behind) {
  static const struct blake2b zero;
  struct blake2b hash;
  uint8_t out[32];
  blake2b_begin(&hash, 32, (const uint8_t *)"a key of ours", 13);
  blake2b_add(&hash, "something", 9);
  blake2b_finish(&hash, out);
  assert_memory_equal(&hash, &zero, sizeof hash);
}

RUN_TESTS(NULL, NULL)
