/* Where fields touch complete cities (CL-6.3): found once for a final scoring, then asked for each field. */
#ifndef RULES_CONTACTS_H
#define RULES_CONTACTS_H

#include "rules/game.h"

/* The field segments that touch a complete city, and the roots of their fields. */
struct contacts {
  unsigned count;
  uint16_t slot[TESS_MAX_SEGMENTS]; /* as slot_of() gives them */
  uint16_t root[TESS_MAX_SEGMENTS];
};

void contacts_find(const struct tess_game *game, struct contacts *contacts);

/* The complete cities that touch the field `root`: each once, however often it touches them. */
unsigned contacts_cities(const struct tess_game *game, const struct contacts *contacts, unsigned root);

#endif
