#include "server/stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One stamp: TIME.NUMBER.ADDRESS.BODY.WORD ---- */

/* The hash of a body. */
static struct credential sign_body(const uint8_t key[CREDENTIAL_KEY], struct span body) {
  return credential_make(key, CREDENTIAL_STAMP, span_of("body"), body);
}

/* The word for a request and what the stamp says before it, one line each: none of them has a line's end in it. */
static struct credential sign(const uint8_t key[CREDENTIAL_KEY], const struct stamped *request, struct span said) {
  const struct span parts[] = {request->method, request->path, request->token, said};
  struct text lines = {0};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    text_add(&lines, parts[i].bytes, parts[i].length);
    text_add_char(&lines, '\n');
  }
  const struct credential word = credential_make(key, CREDENTIAL_STAMP, span_of("head"), text_span(&lines));
  text_free(&lines);
  return word;
}

void stamp_write(const uint8_t key[CREDENTIAL_KEY], const struct stamped *request, struct span body,
                 struct address asker, int64_t time, uint32_t number, char text[STAMP_SIZE]) {
  const struct credential hash = sign_body(key, body);
  size_t length = (size_t)snprintf(text, STAMP_SIZE, "%lld.%u.", (long long)time, number);
  for (size_t i = 0; i < sizeof asker.bytes; i++)
    length += (size_t)snprintf(text + length, STAMP_SIZE - length, "%02x", asker.bytes[i]);
  length += (size_t)snprintf(text + length, STAMP_SIZE - length, ".%s", hash.word);
  const struct credential word = sign(key, request, (struct span){text, length});
  length += (size_t)snprintf(text + length, STAMP_SIZE - length, ".%s", word.word);
  CHECK(length < STAMP_SIZE);
}

/* Whether two words are the same, in a time that does not depend on where they differ. */
static bool same_word(const char *one, struct span other) {
  uint8_t hashes[2][CREDENTIAL_HASH];
  credential_hash(span_of(one), hashes[0]);
  credential_hash(other, hashes[1]);
  return credential_same(hashes[0], hashes[1]);
}

/* Reads the address of whoever asks: the digits of two numbers. */
static bool read_asker(struct span digits, struct address *asker) {
  uint64_t halves[2];
  if (digits.length != 2 * sizeof asker->bytes || !span_hash((struct span){digits.bytes, 16}, &halves[0]) ||
      !span_hash((struct span){digits.bytes + 16, 16}, &halves[1]))
    return false;
  for (size_t i = 0; i < sizeof asker->bytes; i++) asker->bytes[i] = (uint8_t)(halves[i / 8] >> (56 - 8 * (i % 8)));
  return true;
}

bool stamp_read(const uint8_t key[CREDENTIAL_KEY], const struct stamped *request, struct span text, int64_t time,
                struct stamp *stamp) {
  struct span rest = text, when, number, asker, body;
  uint64_t at;
  if (!span_split(&rest, '.', &when) || !span_split(&rest, '.', &number) || !span_split(&rest, '.', &asker) ||
      !span_split(&rest, '.', &body) || rest.bytes == NULL || body.length != CREDENTIAL_WORD_SIZE - 1 ||
      rest.length != CREDENTIAL_WORD_SIZE - 1)
    return false;
  const struct credential word = sign(key, request, (struct span){text.bytes, text.length - rest.length - 1});
  if (!same_word(word.word, rest) || !span_number(when, 0, INT64_MAX, &at) || !read_asker(asker, &stamp->asker))
    return false;
  memcpy(stamp->body, body.bytes, body.length);
  stamp->body[body.length] = '\0';
  memcpy(stamp->word, word.word, sizeof stamp->word);
  return llabs(time - (int64_t)at) <= STAMP_MS;
}

bool stamp_has_body(const uint8_t key[CREDENTIAL_KEY], const struct stamp *stamp, struct span body) {
  const struct credential hash = sign_body(key, body);
  return same_word(hash.word, span_of(stamp->body));
}

/* ---- Those that were taken ---- */

/* Twice as many places as there are stamps, so that an empty one is near. */
enum { PLACES = 2 * STAMPS_MOST };
_Static_assert(PLACES == 1 << 17, "find_place() counts on it");

/* Stamps that came within 2 * STAMP_MS, by the first letters of their words; 0 is an empty place. */
struct taken {
  int64_t since;
  int count;
  uint64_t words[PLACES];
};

/* Those of now, and those before: a stamp is good for 2 * STAMP_MS at most. */
struct stamps {
  struct taken now, before;
};

struct stamps *stamps_open(void) {
  return memory_zeroed(sizeof(struct stamps));
}

void stamps_close(struct stamps *stamps) { free(stamps); }

/* The place of a word, or the empty one where it would be. */
static uint64_t *find_place(struct taken *taken, uint64_t word) {
  size_t place = word * UINT64_C(0x9E3779B97F4A7C15) >> 47; /* of 2^17 places */
  while (taken->words[place] != 0 && taken->words[place] != word) place = (place + 1) % PLACES;
  return &taken->words[place];
}

bool stamps_take(struct stamps *stamps, const struct stamp *stamp, int64_t time) {
  uint64_t word;
  memcpy(&word, stamp->word, sizeof word);              /* letters, so that it is never 0 */
  if (llabs(time - stamps->now.since) > 2 * STAMP_MS) { /* the clock of the database may go back */
    stamps->before = stamps->now;
    memset(&stamps->now, 0, sizeof stamps->now);
    stamps->now.since = time;
  }
  uint64_t *place = find_place(&stamps->now, word);
  if (*place != 0 || *find_place(&stamps->before, word) != 0 || stamps->now.count == STAMPS_MOST) return false;
  *place = word;
  stamps->now.count++;
  return true;
}
