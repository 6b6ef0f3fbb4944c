/* Position lines (docs/lookup/notation.md, section 6). */
#ifndef TESSERA_NOTATION_POSITION_H
#define TESSERA_NOTATION_POSITION_H

#include "notation/tile_shelf.h"

/* Appends the canonical line, without a line end. `set` is the game's. */
void position_write(const tess_game *game, const struct tile_set *set, struct text *text);

/*
 * Sets up `game` (tess_game_size() bytes) from a line that holds nothing else; chance starts from `seed`. Returns the
 * set, which is one of the shelf. NULL with `*fault` filled if a key is missing, malformed or out of order, the shelf
 * has no such set, or the engine finds the position impossible; `game` is then unusable.
 */
const struct tile_set *position_read(struct span line, const struct tile_shelf *shelf, uint64_t seed, tess_game *game,
                                     struct fault *fault);

#endif
