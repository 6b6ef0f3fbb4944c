/* Whole turns as moves: the words of a placement and the decision after it, before either is taken. */
#ifndef TESSERA_NOTATION_TURN_H
#define TESSERA_NOTATION_TURN_H

#include "notation/move.h"

/* The move for a legal turn in TESS_PHASE_PLACE; a decision on the tile about to be laid names it by the index
 * tess_game_tiles(). `scratch`, of tess_game_size() bytes, is overwritten: the game after the placement. */
struct move turn_move(const tess_game *game, tess_placement placement, tess_decision decision, tess_game *scratch);

/* Appends every legal turn in TESS_PHASE_PLACE as the lines that a driver sends to an engine (docs/lookup/protocol.md,
 * "Engines"): `legal MOVE MOVE ...`, one a placement, each with its line end. `scratch` as above. */
void turns_write(const tess_game *game, tess_game *scratch, struct text *text);

#endif
