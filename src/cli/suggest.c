#include "cli/suggest.h"

#include <string.h>

enum { MAX_WORD = 40, MAX_EDITS = 2 };

static int least(int a, int b) { return a < b ? a : b; }

/* The edits (a character more, less or another) between two words; MAX_WORD if one is too long to be compared. */
static int distance(const char *a, const char *b) {
  int row[MAX_WORD + 1];
  size_t width = strlen(b);
  if (width > MAX_WORD || strlen(a) > MAX_WORD) return MAX_WORD;
  for (size_t j = 0; j <= width; j++) row[j] = (int)j;
  for (int i = 1; *a != '\0'; a++, i++) {
    int diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= width; j++) {
      int replaced = diagonal + (*a != b[j - 1]);
      diagonal = row[j];
      row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
    }
  }
  return row[width];
}

const char *suggest(const char *word, const void *list, suggest_candidate *candidate) {
  const char *nearest = NULL;
  int edits = MAX_EDITS + 1;
  for (int i = 0; candidate(list, i) != NULL; i++) {
    const char *known = candidate(list, i);
    int tried = strlen(word) >= 2 && strncmp(word, known, strlen(word)) == 0 ? 1 : distance(word, known);
    if (tried >= edits || tried >= (int)strlen(known)) continue;
    nearest = known;
    edits = tried;
  }
  return nearest;
}

void suggest_print(FILE *out, const char *word, const void *list, suggest_candidate *candidate, const char *prefix) {
  const char *nearest = suggest(word, list, candidate);
  if (nearest != NULL) fprintf(out, " (did you mean '%s%s'?)", prefix, nearest);
}
