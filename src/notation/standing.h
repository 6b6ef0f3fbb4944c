/* The board's tiles and meeples in the order in which positions and `state json` tell them. */
#ifndef TESSERA_NOTATION_STANDING_H
#define TESSERA_NOTATION_STANDING_H

#include "tessera/tessera.h"

/* The tiles by y, then x. Returns how many. */
int standing_tiles(const tess_game *game, tess_tile out[TESS_MAX_TILES]);
/* The meeples by y, x, rank of the realm, seat, piece. Returns how many. */
int standing_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]);

#endif
