#include "club/words.h"

#include <stdio.h>
#include <string.h>

/* A word joins one sound of each list: 16 x 4 x 16 x 2 words. The lists leave out sounds that would make rude words. */
static const char first[16][3] = {"b", "d", "f", "g", "j", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "tr"};
static const char second[4][2] = {"a", "e", "i", "o"};
static const char third[16][3] = {"b", "l",  "m",  "n",  "p",  "r",  "s",  "t",
                                  "v", "nd", "lt", "rm", "st", "ld", "nt", "lm"};
static const char fourth[2][2] = {"a", "o"};

void words_write(int index, char word[WORDS_SIZE]) {
  snprintf(word, WORDS_SIZE, "%s%s%s%s", first[index >> 7 & 15], second[index >> 5 & 3], third[index >> 1 & 15],
           fourth[index & 1]);
}

void words_draw(const uint8_t bits[CREDENTIAL_HASH], struct text *words) {
  for (int i = 0; i < WORDS_COUNT; i++) {
    char word[WORDS_SIZE];
    int index = 0;
    for (int bit = 11 * i; bit < 11 * (i + 1); bit++) index = index << 1 | (bits[bit / 8] >> (7 - bit % 8) & 1);
    words_write(index, word);
    if (i > 0) text_add_char(words, ' ');
    text_add_string(words, word);
  }
}

static bool is_word(const char *typed) {
  char word[WORDS_SIZE];
  for (int index = 0; index < WORDS_LIST; index++) {
    words_write(index, word);
    if (strcmp(word, typed) == 0) return true;
  }
  return false;
}

bool words_read(struct span typed, struct text *words, struct fault *fault) {
  int count = 0;
  for (size_t at = 0; at < typed.length;) {
    char word[WORDS_SIZE] = "";
    size_t length = 0;
    for (; at < typed.length; at++) {
      const char letter = (char)(typed.bytes[at] | 0x20);
      if (letter < 'a' || letter > 'z') break;
      if (length < sizeof word - 1) word[length] = letter;
      length++;
    }
    if (length == 0) {
      at++;
      continue;
    }
    count++;
    if (length >= sizeof word || !is_word(word)) return fault_say(fault, "words: word %d is none of the list", count);
    if (count > 1) text_add_char(words, ' ');
    text_add_string(words, word);
  }
  return count == WORDS_COUNT || fault_say(fault, "words: expected %d words, not %d", (int)WORDS_COUNT, count);
}
