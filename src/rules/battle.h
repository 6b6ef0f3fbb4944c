/* Battles (SW-4). */
#ifndef RULES_BATTLE_H
#define RULES_BATTLE_H

#include "rules/undo.h"

/* Finds the battle that is due: in the order of SW-4.9 the first realm where more than one side stands. */
bool battle_find(const struct tess_game *game, tess_spot *spot, unsigned *root);

/* After the meeple decision: opens the first battle, or ends the turn. */
void battle_or_score(const struct step *step);

#endif
