/* How a battle will end, exactly (SW-4). */
#ifndef PLAYERS_BATTLE_ODDS_H
#define PLAYERS_BATTLE_ODDS_H

#include "tessera/tessera.h"

/* What a battle brings each side, by side; all 0 for a side that is not in the battle. */
struct battle_odds {
  double win[TESS_MAX_PLAYERS];    /* the probability that it is left alone (SW-4.5); they add up to 1 */
  double ties[TESS_MAX_PLAYERS];   /* the points it gets from ties, on average (SW-4.6) */
  double points[TESS_MAX_PLAYERS]; /* the same from ties and from losing (SW-4.7) */
};

/* The odds of a battle between two sides or more with these dice, as tess_game_battle() gives them: over all its throws
 * up to the last. */
void battle_odds_of(const uint8_t dice[TESS_MAX_PLAYERS], struct battle_odds *odds);

/* The throw by which `winner` ends the battle at once: sixes, and ones for the others. */
tess_throw battle_throw(const uint8_t dice[TESS_MAX_PLAYERS], int winner);

#endif
