/* Text between the program, which knows UTF-8 alone, and the terminal: the locale's encoding, and how wide text is. */
#ifndef CLI_LOCALE_TEXT_H
#define CLI_LOCALE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/* True if the locale names UTF-8. */
bool locale_is_utf8(void);

/* Writes UTF-8 in the locale's encoding (ASCII where it names none); what that does not have is spelled with ASCII. */
void locale_write(FILE *out, const char *bytes, size_t length);

/* Appends bytes of the locale's encoding as UTF-8; what is no text in it becomes U+FFFD. */
void locale_read(const char *bytes, size_t length, struct text *text);

/* The columns that UTF-8 takes up on a terminal: two for a wide character, none for one that is put on another. */
int text_columns(const char *bytes, size_t length);

/* Appends words with line breaks between them in place of spaces, so that no line is wider than `width` unless a single
 * word is; 0: without breaks. */
void text_wrap(const char *words, int width, struct text *out);

#endif
