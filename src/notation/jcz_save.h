/* Saves of JCloisterZone 5 (`.jcz`), in which players of Carcassonne keep their games (docs/lookup/notation.md,
 * section 10). */
#ifndef NOTATION_JCZ_SAVE_H
#define NOTATION_JCZ_SAVE_H

#include "notation/history.h"

/* Plays the game of a save, as lines (json_lines.h), with the classic set of the library, and appends its record with
 * the names of the players. Returns false with `*fault` filled if the save is damaged, a move breaks the rules, or the
 * game has what Tessera lacks; the fault has the number of the move. */
bool jcz_save_read(struct span lines, const struct set_library *library, struct text *record, struct fault *fault);

#endif
