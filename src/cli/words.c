#include "cli/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const table[][LANGUAGE_COUNT] = {
#define X(name, en, de, it) [WORD_##name] = {en, de, it},
    WORDS(X)
#undef X
};

void words_add(struct text *out, enum language language, enum word word, const char *const *values) {
  const char *at = table[word][language];
  while (*at != '\0') {
    size_t plain = strcspn(at, "{");
    text_add(out, at, plain);
    at += plain;
    if (*at == '\0') return;
    text_add_string(out, values[at[1] - '1']);
    at += 3;
  }
}

void words_count(struct text *out, enum language language, enum word one, enum word many, int32_t count) {
  struct text number = {0};
  text_add_int(&number, count);
  words_add(out, language, count == 1 ? one : many, WITH(number.bytes));
  text_free(&number);
}

enum language language_of(const char *locale) {
  if (strncmp(locale, "de", 2) == 0) return GERMAN;
  return strncmp(locale, "it", 2) == 0 ? ITALIAN : ENGLISH;
}

enum language language_of_environment(void) {
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *value = getenv(names[i]);
    if (value != NULL && *value != '\0') return language_of(value);
  }
  return ENGLISH;
}

enum word word_of_type(tess_type type) {
  static const enum word words[TESS_TYPE_COUNT] = {
      [TESS_TYPE_ROUTE] = WORD_ROUTE,   [TESS_TYPE_ASTEROIDS] = WORD_ASTEROIDS, [TESS_TYPE_PLANET] = WORD_PLANET,
      [TESS_TYPE_ROAD] = WORD_ROAD,     [TESS_TYPE_CITY] = WORD_CITY,           [TESS_TYPE_MONASTERY] = WORD_MONASTERY,
      [TESS_TYPE_GARDEN] = WORD_GARDEN, [TESS_TYPE_FIELD] = WORD_FIELD};
  return words[type];
}

enum word word_of_role(tess_type type) {
  static const enum word words[TESS_TYPE_COUNT] = {
      [TESS_TYPE_ROUTE] = WORD_MERCHANT,  [TESS_TYPE_ASTEROIDS] = WORD_EXPLORER, [TESS_TYPE_PLANET] = WORD_CONQUEROR,
      [TESS_TYPE_ROAD] = WORD_TRAVELER,   [TESS_TYPE_CITY] = WORD_KNIGHT,        [TESS_TYPE_MONASTERY] = WORD_MONK,
      [TESS_TYPE_GARDEN] = WORD_GARDENER, [TESS_TYPE_FIELD] = WORD_FARMER};
  return words[type];
}

enum word word_of_piece(tess_rules rules, tess_piece piece) {
  if (piece == TESS_PIECE_ABBOT) return WORD_ABBOT;
  if (rules == TESS_RULES_CLASSIC) return WORD_PLAIN;
  return piece == TESS_PIECE_LARGE ? WORD_LARGE : WORD_SMALL;
}

enum word word_of_colour(tess_colour colour) { return (enum word)(WORD_RED + (int)colour); }

enum word word_of_faction(tess_faction faction) { return (enum word)(WORD_REBELS + (int)faction); }
