/*
 * The empty cells beside the tiles laid, as bit boards: a cell is one bit of a word, and for each of its edges and each
 * tess_edge a bit tells whether a neighbour forbids it there. Where a tile fits is then, for each of its rotations,
 * three ORs and one AND-NOT for 64 cells at once.
 */
#ifndef RULES_FRONTIER_H
#define RULES_FRONTIER_H

#include "rules/undo.h"

/* Notes what undo needs of the cell that a tile takes. */
void frontier_save(const struct tess_game *game, unsigned index, struct tess_undo *undo);

/* Takes a cell off whose sides are all released. */
void frontier_remove(struct tess_game *game, unsigned index);

/* A new cell without neighbours, not yet in the grid. Returns its index. */
unsigned frontier_insert(struct tess_game *game, int x, int y, struct tess_undo *undo);

/* A tile beside the cell shows `edge` (tess_edge) towards the cell's edge `side`: every other is forbidden there. */
void frontier_forbid(struct tess_game *game, unsigned index, unsigned side, unsigned edge);

/* The cell's edge `side` is as if no tile were beside it: nothing is forbidden there. */
void frontier_release(struct tess_game *game, unsigned index, unsigned side);

/* Takes back what the functions above did in a step that laid a tile at x,y. */
void frontier_undo(struct tess_game *game, int x, int y, const struct tess_undo *undo);

/* The edges that a cell forbids: bit 4*side + tess_edge. */
unsigned frontier_forbidden(const struct tess_game *game, unsigned index);

/* Finds where a kind fits: fills `fits` and `fit_count` and returns the number of placements. */
unsigned frontier_fit(struct tess_game *game, const struct kind *kind);

/* The same when only the cell at the river's open end counts (CL-8.2). */
unsigned frontier_fit_river(struct tess_game *game, const struct kind *kind);

#endif
