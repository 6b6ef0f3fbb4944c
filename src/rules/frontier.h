/* The empty cells beside the tiles laid, with what may not be at their edges. */
#ifndef RULES_FRONTIER_H
#define RULES_FRONTIER_H

#include "rules/undo.h"

/* Takes a cell off, because a tile is laid there. */
void frontier_remove(struct tess_game *game, unsigned index, struct tess_undo *undo);

/* A tile beside the cell shows `edge` (tess_edge) towards the cell's edge `side`. `value` is grid_value() of the cell:
 * a frontier cell, or 0 for one that becomes one. */
void frontier_touch(struct tess_game *game, int x, int y, unsigned value, unsigned side, unsigned edge,
                    struct tess_undo *undo);

/* Takes back what the two functions above did in a step that laid a tile at x,y. */
void frontier_undo(struct tess_game *game, int x, int y, const struct tess_undo *undo);

/* Finds where a kind fits: fills `fits` and returns the number of placements. */
unsigned frontier_fit(struct tess_game *game, const struct kind *kind);

/* The same when only the cell at the river's open end counts (CL-8.2). */
unsigned frontier_fit_river(struct tess_game *game, const struct kind *kind);

#endif
