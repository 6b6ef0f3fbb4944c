/*
 * The six words that sign another device in: a secret of 66 bits that people can read, say and type. The words are made
 * of two syllables each, so that they are nobody's language and everybody's letters.
 */
#ifndef CLUB_WORDS_H
#define CLUB_WORDS_H

#include "base/fault.h"
#include "base/text.h"
#include "store/credentials.h"

/* How many words a secret has, how many there are to choose from, and bytes of the longest with the final zero. */
enum { WORDS_COUNT = 6, WORDS_LIST = 2048, WORDS_SIZE = 8 };

/* Writes word number `index`, 0 to WORDS_LIST - 1. */
void words_write(int index, char word[WORDS_SIZE]);
/* Appends the six words that the first 66 of these bits stand for, with a blank between. */
void words_draw(const uint8_t bits[CREDENTIAL_HASH], struct text *words);
/* Appends what people have typed as words_draw() writes it: in small letters, whatever stands between the words. False
 * with `*fault` if these are not six words of the list. */
bool words_read(struct span typed, struct text *words, struct fault *fault);

#endif
