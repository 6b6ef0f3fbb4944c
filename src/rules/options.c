#include "rules/options.h"

#include <string.h>

#include "rules/set.h"

tess_options tess_options_default(tess_rules rules) {
  static const uint8_t star_wars[TESS_MAX_PLAYERS] = {TESS_COLOUR_RED, TESS_COLOUR_BLACK, TESS_COLOUR_GREEN,
                                                      TESS_COLOUR_WHITE, TESS_COLOUR_ORANGE};
  static const uint8_t classic[TESS_MAX_PLAYERS] = {TESS_COLOUR_BLACK, TESS_COLOUR_RED, TESS_COLOUR_GREEN,
                                                    TESS_COLOUR_BLUE, TESS_COLOUR_YELLOW};
  tess_options options = {.players = 2};
  memcpy(options.colours, rules == TESS_RULES_STAR_WARS ? star_wars : classic, TESS_MAX_PLAYERS);
  return options;
}

tess_faction tess_colour_faction(tess_colour colour) {
  switch (colour) {
  case TESS_COLOUR_RED:
  case TESS_COLOUR_GREEN: return TESS_FACTION_REBELS;
  case TESS_COLOUR_BLACK:
  case TESS_COLOUR_WHITE: return TESS_FACTION_EMPIRE;
  default: return TESS_FACTION_HUNTERS;
  }
}

/* SW-1.1, CL-1.1 */
static bool is_colour_of(tess_rules rules, unsigned colour) {
  if (rules == TESS_RULES_STAR_WARS) return colour <= TESS_COLOUR_ORANGE;
  return colour < TESS_COLOUR_COUNT && colour != TESS_COLOUR_WHITE && colour != TESS_COLOUR_ORANGE;
}

static bool are_colours_valid(const tess_options *options, tess_rules rules) {
  unsigned seen = 0;
  for (unsigned seat = 0; seat < options->players; seat++) {
    const unsigned colour = options->colours[seat];
    if (!is_colour_of(rules, colour) || seen >> colour & 1) return false;
    seen |= 1u << colour;
  }
  return true;
}

/* SW-8.1: opposite seats are of one faction. As all colours differ, two pairs are two factions, and the hunters, who
 * have one colour, are none of them. */
static bool are_teams_valid(const tess_options *options) {
  if (options->players != 4) return false;
  for (unsigned seat = 0; seat < 2; seat++) {
    const tess_faction own = tess_colour_faction((tess_colour)options->colours[seat]);
    const tess_faction opposite = tess_colour_faction((tess_colour)options->colours[seat + 2]);
    if (own != opposite) return false;
  }
  return true;
}

tess_error options_check(const tess_options *options, const tess_set *set) {
  const tess_rules rules = tess_set_rules(set);
  if (options->players < 2 || options->players > TESS_MAX_PLAYERS) return TESS_ERROR_BAD_OPTIONS;
  if (options->first >= options->players && options->first != TESS_FIRST_RANDOM) return TESS_ERROR_BAD_OPTIONS;
  if (!are_colours_valid(options, rules)) return TESS_ERROR_BAD_OPTIONS;
  if (rules == TESS_RULES_STAR_WARS && (options->fields || options->abbot || options->river))
    return TESS_ERROR_BAD_OPTIONS;
  if (options->teams && (rules == TESS_RULES_CLASSIC || !are_teams_valid(options))) return TESS_ERROR_BAD_OPTIONS;
  if ((options->river ? set->spring : set->start) < 0) return TESS_ERROR_BAD_OPTIONS;
  return TESS_ERROR_NONE;
}
