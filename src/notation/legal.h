/* The legal continuations in the order of the protocol's `legal` (docs/lookup/protocol.md). */
#ifndef TESSERA_NOTATION_LEGAL_H
#define TESSERA_NOTATION_LEGAL_H

#include "base/text.h"
#include "tessera/tessera.h"

/* Legal placements by y, x, r; 0 in any phase but TESS_PHASE_PLACE. Returns how many. */
int legal_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]);
/* Legal decisions: none, return, the tile just laid by rank of the realm, neighbouring planets by y, x; a smaller piece
 * number first. 0 in any phase but TESS_PHASE_MEEPLE. Returns how many. */
int legal_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]);
/* Appends the lines of `legal`, each with its line end. */
void legal_write(const tess_game *game, struct text *text);

#endif
