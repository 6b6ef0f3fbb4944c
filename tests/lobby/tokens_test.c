/* Words that give a right: repeatable with the key, different for everything that differs, well spread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lobby/store.h"

static const uint8_t key[TOKEN_KEY] = {1, 2, 3};

static struct token make(enum token_use use, const char *table, const char *request) {
  return token_make(key, use, span_of(table), span_of(request));
}

static void the_same_request_gives_the_same_word(void **state) {
  (void)state;
  const struct token one = make(TOKEN_SEAT, "table", "request"), again = make(TOKEN_SEAT, "table", "request");
  assert_string_equal(one.word, again.word);
  assert_int_equal(strlen(one.word), TOKEN_WORD_SIZE - 1);
  assert_int_equal(strspn(one.word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), 43);
}

static void whatever_differs_gives_another_word(void **state) {
  (void)state;
  uint8_t other_key[TOKEN_KEY] = {1, 2, 4};
  const struct token one = make(TOKEN_SEAT, "table", "request");
  const struct token others[] = {
      make(TOKEN_RECOVERY, "table", "request"),
      make(TOKEN_SEAT, "tabl", "erequest"),
      make(TOKEN_SEAT, "", "tablerequest"),
      make(TOKEN_SEAT, "table", "request "),
      token_make(other_key, TOKEN_SEAT, span_of("table"), span_of("request")),
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) assert_string_not_equal(one.word, others[i].word);
}

static void ids_are_words_of_base32(void **state) {
  char id[TOKEN_ID_SIZE], other[TOKEN_ID_SIZE];
  (void)state;
  token_make_id(key, span_of("one"), id);
  token_make_id(key, span_of("two"), other);
  assert_int_equal(strlen(id), 16);
  assert_int_equal(strspn(id, "abcdefghijklmnopqrstuvwxyz234567"), 16);
  assert_string_not_equal(id, other);
}

/* Every place of a word takes every letter: all 256 bits are used. */
static void every_letter_is_used_everywhere(void **state) {
  bool seen[TOKEN_WORD_SIZE - 1][128] = {{false}};
  (void)state;
  for (int i = 0; i < 2000; i++) {
    char request[16];
    snprintf(request, sizeof request, "%d", i);
    const struct token token = make(TOKEN_SEAT, "table", request);
    for (int at = 0; at < TOKEN_WORD_SIZE - 1; at++) seen[at][(unsigned char)token.word[at]] = true;
  }
  for (int at = 0; at < TOKEN_WORD_SIZE - 1; at++) {
    int letters = 0;
    for (int c = 0; c < 128; c++) letters += seen[at][c];
    assert_int_equal(letters, at < TOKEN_WORD_SIZE - 2 ? 64 : 16); /* the last letter has 4 bits */
  }
}

static void hashes_are_compared_whole(void **state) {
  uint8_t one[TOKEN_HASH], other[TOKEN_HASH];
  (void)state;
  token_hash(span_of("word"), one);
  for (int i = 0; i < TOKEN_HASH; i++) {
    token_hash(span_of("word"), other);
    assert_true(token_same(one, other));
    other[i] ^= 0x80;
    assert_false(token_same(one, other));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_request_gives_the_same_word),
      cmocka_unit_test(whatever_differs_gives_another_word),
      cmocka_unit_test(ids_are_words_of_base32),
      cmocka_unit_test(every_letter_is_used_everywhere),
      cmocka_unit_test(hashes_are_compared_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
