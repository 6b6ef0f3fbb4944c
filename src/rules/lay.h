/* Laying a tile: realms joined, centres told of their neighbour, the frontier moved. */
#ifndef RULES_LAY_H
#define RULES_LAY_H

#include "rules/undo.h"

/* Lays a tile where it fits: on a frontier cell, or at 0,0 on an empty table. `rotation` is the smallest that looks the
 * same; `node` is filled in. `at` is the grid_index() of the cell. */
void lay_tile(struct tess_game *game, struct laid tile, unsigned at, struct tess_undo *undo);

/* Takes the tile laid last off again; the rest of `core` is restored by the caller afterwards. */
void lay_undo(struct tess_game *game, const struct tess_undo *undo);

/* True if the edges of the kind in this rotation match every tile beside x,y. */
bool lay_matches(const struct tess_game *game, unsigned kind, unsigned rotation, int x, int y);

#endif
