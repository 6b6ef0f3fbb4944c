/* Credentials: the same key and input give the same word, any different input gives another word, and words are evenly
 * distributed. */
#include <stdio.h>
#include <string.h>

#include "cli/cmocka_base.h"
#include "store/store.h"

static const uint8_t key[CREDENTIAL_KEY] = {1, 2, 3};

static struct credential make(enum credential_use use, const char *table, const char *request) {
  return credential_make(key, use, span_of(table), span_of(request));
}

TEST(the_same_request_gives_the_same_word) {
  const struct credential one = make(CREDENTIAL_SEAT, "table", "request"),
                          again = make(CREDENTIAL_SEAT, "table", "request");
  assert_string_equal(one.word, again.word);
  assert_int_equal(strlen(one.word), CREDENTIAL_WORD_SIZE - 1);
  assert_int_equal(strspn(one.word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), 43);
}

TEST(whatever_differs_gives_another_word) {
  uint8_t other_key[CREDENTIAL_KEY] = {1, 2, 4};
  const struct credential one = make(CREDENTIAL_SEAT, "table", "request");
  const struct credential others[] = {
      make(CREDENTIAL_RECOVERY, "table", "request"),
      make(CREDENTIAL_SEAT, "tabl", "erequest"),
      make(CREDENTIAL_SEAT, "", "tablerequest"),
      make(CREDENTIAL_SEAT, "table", "request "),
      credential_make(other_key, CREDENTIAL_SEAT, span_of("table"), span_of("request")),
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) assert_string_not_equal(one.word, others[i].word);
}

TEST(ids_are_words_of_base32) {
  char id[CREDENTIAL_ID_SIZE], other[CREDENTIAL_ID_SIZE];
  credential_make_id(key, span_of("one"), id);
  credential_make_id(key, span_of("two"), other);
  assert_int_equal(strlen(id), 16);
  assert_int_equal(strspn(id, "abcdefghijklmnopqrstuvwxyz234567"), 16);
  assert_string_not_equal(id, other);
}

/* Every letter occurs at every position of a word, so all 256 bits are used. */
TEST(every_letter_is_used_everywhere) {
  bool seen[CREDENTIAL_WORD_SIZE - 1][128] = {{false}};
  for (int i = 0; i < 2000; i++) {
    char request[16];
    snprintf(request, sizeof request, "%d", i);
    const struct credential token = make(CREDENTIAL_SEAT, "table", request);
    for (int at = 0; at < CREDENTIAL_WORD_SIZE - 1; at++) seen[at][(unsigned char)token.word[at]] = true;
  }
  for (int at = 0; at < CREDENTIAL_WORD_SIZE - 1; at++) {
    int letters = 0;
    for (int c = 0; c < 128; c++) letters += seen[at][c];
    assert_int_equal(letters, at < CREDENTIAL_WORD_SIZE - 2 ? 64 : 16); /* the last letter holds only 4 bits */
  }
}

TEST(hashes_are_compared_whole) {
  uint8_t one[CREDENTIAL_HASH], other[CREDENTIAL_HASH];
  credential_hash(span_of("word"), one);
  for (int i = 0; i < CREDENTIAL_HASH; i++) {
    credential_hash(span_of("word"), other);
    assert_true(credential_same(one, other));
    other[i] ^= 0x80;
    assert_false(credential_same(one, other));
  }
}

RUN_TESTS(NULL, NULL)
