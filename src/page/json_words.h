/* Words as JSON. */
#ifndef PAGE_JSON_WORDS_H
#define PAGE_JSON_WORDS_H

#include "base/text.h"

/* Appends the words of a line, which spaces separate, as an array of strings; none for NULL. */
void json_words_write(const char *line, struct text *text);

/* Appends `"key":"value"`, both without anything to escape in `key`. */
void json_pair_write(const char *key, const char *value, struct text *text);

#endif
