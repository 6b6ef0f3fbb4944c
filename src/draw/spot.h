/* Chooses the places for meeples, faction symbols and coats of arms so that none covers another. */
#ifndef TESSERA_DRAW_SPOT_H
#define TESSERA_DRAW_SPOT_H

#include "draw/layout.h"

/* Fills in `spots` and `badges` of a layout whose map is complete. */
void spot_choose(tile_layout *layout);

#endif
