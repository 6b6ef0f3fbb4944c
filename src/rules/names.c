/* The version, the names and texts of errors, and the words for all constants. */
#include "tessera/tessera.h"

const char *tess_version(void) { return TESS_VERSION; }

int tess_abi(void) { return TESS_ABI; }

const char *tess_error_name(int error) {
  switch (error) {
#define X(name, value, text)                                                                                           \
  case value: return #name;
    TESS_ERRORS(X)
#undef X
  default: return "UNKNOWN";
  }
}

const char *tess_error_text(int error) {
  switch (error) {
#define X(name, value, text)                                                                                           \
  case value: return text;
    TESS_ERRORS(X)
#undef X
  default: return "unknown error";
  }
}

/* The word for a number (0-based), or NULL. */
static const char *word_of(const char *const *words, size_t count, int number) {
  return number >= 0 && (size_t)number < count ? words[number] : NULL;
}
#define WORD_OF(words, number) word_of(words, sizeof(words) / sizeof *(words), number)

const char *tess_rules_name(int rules) {
  static const char *const words[] = {"star-wars", "classic"};
  return WORD_OF(words, rules);
}

const char *tess_phase_name(int phase) {
  static const char *const words[] = {"draw", "place", "meeple", "throw", "over"};
  return WORD_OF(words, phase);
}

const char *tess_type_name(int type) {
  static const char *const words[] = {"route", "asteroids", "planet", "road", "city", "monastery", "garden", "field"};
  return WORD_OF(words, type);
}

const char *tess_colour_name(int colour) {
  static const char *const words[] = {"red", "green", "black", "white", "orange", "blue", "yellow"};
  return WORD_OF(words, colour);
}

const char *tess_faction_name(int faction) {
  static const char *const words[] = {"rebels", "empire", "hunters"};
  return WORD_OF(words, faction);
}

const char *tess_event_name(int type) {
  static const char *const words[] = {"drawn", "put-out", "placed", "meeple",   "battle", "throw",
                                      "tie",   "lost",    "scored", "returned", "over",   "arrow"};
  return WORD_OF(words, type);
}

const char *tess_action_name(int action) {
  static const char *const words[] = {"points", "reinforce", "extra-turn", "elsewhere"};
  return WORD_OF(words, action);
}

const char *tess_piece_name(tess_rules rules, int piece) {
  static const char *const star_wars[] = {"none", "small", "large", NULL, "return"};
  static const char *const classic[] = {"none", "meeple", NULL, "abbot", "return"};
  return rules == TESS_RULES_STAR_WARS ? WORD_OF(star_wars, piece) : WORD_OF(classic, piece);
}
