/* Scoring: what a realm is worth, which sides score it, and the end of a turn and of the game. */
#ifndef RULES_SCORE_H
#define RULES_SCORE_H

#include "base/compiler.h"
#include "rules/step.h"

/* ---- Fields and their cities (CL-6.3): computed once for a final scoring, then read for each field ---- */

enum { FIELD_CITY_POINTS = 3 /* points of a field for each complete city that touches it */ };

/* The field segments that touch a complete city, with the roots of their fields. */
struct contacts {
  unsigned count;
  uint16_t slot[TESS_MAX_SEGMENTS]; /* as returned by slot_of() */
  uint16_t root[TESS_MAX_SEGMENTS];
};

/* Fills `contacts` with all of them; if `held`, without those of fields where nobody has a meeple. */
void contacts_find(const struct tess_game *game, bool held, struct contacts *contacts);

/* The number of complete cities that touch the field `root`. Each counts once, however often it touches the field. */
unsigned contacts_cities(const struct tess_game *game, const struct contacts *contacts, unsigned root);

/* ---- Points ---- */

/* What a realm is worth, either as a complete realm or in its state at the end of the game. */
struct worth {
  uint16_t tiles, symbols, cities;
  int32_t points;
};

/* `contacts` is needed for fields only and may otherwise be NULL. */
struct worth score_worth(const struct tess_game *game, unsigned root, unsigned type, bool complete,
                         const struct contacts *contacts);

/* True if the realm is complete. Fields never are (CL-6.2). */
static inline bool score_complete(const struct tess_game *game, unsigned root, unsigned type) {
  return type != TESS_TYPE_FIELD && realm_open(game->realms[root]) == 0;
}

/* Bit i for every side i that scores the realm: in Star Wars each side with a meeple there (SW-5.4), in classic the
 * majority (CL-4.5). */
static inline unsigned score_sides(const struct tess_game *game, realm occupants) {
  unsigned most = 1, sides = 0;
  for (unsigned left = realm_seats(occupants); left != 0; left &= left - 1) {
    const unsigned seat = lowest_bit(left) / REALM_SEAT_BITS, there = realm_occupants(occupants, seat);
    if (game->set->rules == TESS_RULES_CLASSIC && there != most) {
      if (there < most) continue;
      most = there;
      sides = 0;
    }
    sides |= 1u << game_side(game, seat);
  }
  return sides;
}

/* Gives `points` to every side of `sides`. */
void score_give(struct tess_game *game, unsigned sides, int32_t points);

/* Scores a realm for its sides and adds the event; `spot` names the realm. `contacts` is not NULL in the final scoring
 * only. */
void score_realm(const struct step *step, tess_spot spot, unsigned root, unsigned type,
                 const struct contacts *contacts);

/* Returns the meeples of some seats (bit i of `seats`: seat i) from a realm to their supply. */
void score_return(const struct step *step, unsigned root, unsigned seats);

/* Returns one meeple to the supply. */
void score_return_slot(const struct step *step, unsigned seat, unsigned slot);

/* Called after the battles: scores what the tile completed (SW-5.4, CL-4), then begins the next turn or ends the
 * game. */
void score_turn(const struct step *step);

/* Does the final scoring and ends the game (SW-6, CL-5). */
void score_game(const struct step *step);

#endif
