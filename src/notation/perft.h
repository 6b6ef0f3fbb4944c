/* Counting sequences of moves (docs/lookup/protocol.md, `perft`). */
#ifndef TESSERA_NOTATION_PERFT_H
#define TESSERA_NOTATION_PERFT_H

#include "tessera/tessera.h"

/*
 * Counts from `game` on, `depth` tiles deep, with the `count` tiles of `kinds` drawn in that order; `game` is the same
 * afterwards. A turn that has begun counts as one level. TESS_ERROR_BAD_TILE when a tile of the list that is reached is
 * not left or not yet due; `*nodes` is then not set.
 */
tess_error perft_count(tess_game *game, int depth, const int *kinds, int count, uint64_t *nodes);

#endif
