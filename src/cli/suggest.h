/* "Did you mean": the known word nearest to one that is unknown. */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stdio.h>

/* The word at `index` of a list, or NULL after the last. */
typedef const char *suggest_candidate(const void *list, int index);

/* The nearest word of the list, at most two edits (or a missing end) away, or NULL. */
const char *suggest(const char *word, const void *list, suggest_candidate *candidate);

/* Writes " (did you mean 'PREFIXword'?)" when there is a word near enough. */
void suggest_print(FILE *out, const char *word, const void *list, suggest_candidate *candidate, const char *prefix);

#endif
