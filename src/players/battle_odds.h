/* Exact odds of how a battle ends (SW-4). */
#ifndef PLAYERS_BATTLE_ODDS_H
#define PLAYERS_BATTLE_ODDS_H

#include "tessera/tessera.h"

/* What a battle gives each side, by side; all 0 for a side that does not fight. */
struct battle_odds {
  double win[TESS_MAX_PLAYERS];    /* probability that this side alone is left (SW-4.5); the sum over all sides is 1 */
  double ties[TESS_MAX_PLAYERS];   /* expected points from ties (SW-4.6) */
  double points[TESS_MAX_PLAYERS]; /* expected points from ties and from losing (SW-4.7) */
};

/* The odds of a battle between two or more sides with these dice, in the form of tess_game_battle(): over all its
 * throws up to the last. */
void battle_odds_of(const uint8_t dice[TESS_MAX_PLAYERS], struct battle_odds *odds);

/* A throw with which `winner` ends the battle at once: sixes for the winner, ones for all others. */
tess_throw battle_throw(const uint8_t dice[TESS_MAX_PLAYERS], int winner);

#endif
