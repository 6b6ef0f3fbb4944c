/*
 * The six words that sign another device in: a secret of 66 bits that people can read, say and type. Each word has two
 * syllables. It belongs to no language, and has only the letters that all keyboards have.
 */
#ifndef CLUB_WORDS_H
#define CLUB_WORDS_H

#include "base/fault.h"
#include "base/text.h"
#include "store/credentials.h"

/* The number of words of a secret, the number of words of the list, and the bytes of the longest with the final zero.
 */
enum { WORDS_COUNT = 6, WORDS_LIST = 2048, WORDS_SIZE = 8 };

/* Writes word number `index`, 0 to WORDS_LIST - 1. */
void words_write(int index, char word[WORDS_SIZE]);
/* Appends the six words of the first 66 bits, with a blank between them. */
void words_draw(const uint8_t bits[CREDENTIAL_HASH], struct text *words);
/* Reads six words that a person has typed, in any case and with anything but letters between them, and appends them in
 * the form of words_draw(). Returns false with `*fault` if they are not six words of the list. */
bool words_read(struct span typed, struct text *words, struct fault *fault);

#endif
