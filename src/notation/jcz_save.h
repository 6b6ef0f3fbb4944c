/*
 * Saves of JCloisterZone 5 (`.jcz`), in which players of Carcassonne keep their games (docs/lookup/notation.md,
 * section 10). A save is JSON. The caller parses it and passes lines: the first is `JCloisterZone`, and each further
 * one has the path of a value, a space, and the value, as in `.replay.0.payload.tileId BA/RCr`.
 */
#ifndef NOTATION_JCZ_SAVE_H
#define NOTATION_JCZ_SAVE_H

#include "notation/history.h"

/* The first line of a save. */
#define JCZ_SAVE_HEAD "JCloisterZone"

/* True if the text is such lines. */
bool jcz_save_is(struct span text);

/* Plays the game of a save with the classic set of the library, and appends its record with the names of the players.
 * Returns false with `*fault` filled if the save is damaged, a move breaks the rules, or the game has what Tessera
 * lacks; the fault has the number of the move. */
bool jcz_save_read(struct span lines, const struct set_library *library, struct text *record, struct fault *fault);

#endif
