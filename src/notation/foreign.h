/* Games of other programs: links of CarcassonneLab, saves of JCloisterZone and logs of Board Game Arena. */
#ifndef NOTATION_FOREIGN_H
#define NOTATION_FOREIGN_H

#include "notation/tile_set.h"

/* True if the text is a link of CarcassonneLab, or a save or log as lines (json_lines.h). */
bool foreign_is(struct span text);

/* Plays such a game with the classic set of the library, and appends its record with the names of the players. Returns
 * false with `*fault` filled, with the number of the move, if that fails. */
bool foreign_read(struct span text, const struct set_library *library, struct text *record, struct fault *fault);

#endif
