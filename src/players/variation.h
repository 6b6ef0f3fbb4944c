/* What a player foresees, in words: turns as moves of docs/lookup/notation.md. */
#ifndef PLAYERS_VARIATION_H
#define PLAYERS_VARIATION_H

#include "base/text.h"
#include "players/player.h"

/* Appends a legal turn as a whole move: in TESS_PHASE_PLACE the placement with its decision, in TESS_PHASE_MEEPLE the
 * tile just laid with the decision. `scratch`, of tess_game_size() bytes, is overwritten. */
void variation_turn_write(const tess_game *game, const struct player_turn *turn, tess_game *scratch, struct text *text);

/* Appends the candidate's turn and those foreseen after it, spaces between, as far as they stay legal: a battle on the
 * way may end otherwise here. `scratch` are two games as above. */
void variation_write(const tess_game *game, const struct player_candidate *candidate, tess_game *const scratch[2],
                     struct text *text);

#endif
