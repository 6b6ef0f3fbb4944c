/*
 * Links of CarcassonneLab (carcassonnelab.com), in which players of Carcassonne keep their games
 * (docs/lookup/notation.md, section 9).
 */
#ifndef NOTATION_LAB_LINK_H
#define NOTATION_LAB_LINK_H

#include "notation/history.h"

/* True if the text is such a link, whatever comes after its address. Spaces around it do not count. */
bool lab_link_is(struct span text);

/* Plays the game of a link, with the classic set of the library and fields, and appends its record with the names of
 * the players. Returns false with `*fault` filled, with the number of the move, if the link is damaged or a move breaks
 * the rules. */
bool lab_link_read(struct span link, const struct set_library *library, struct text *record, struct fault *fault);

/* Appends the link of a game; `names` are by seat. Returns false with `*fault` filled if such a link cannot hold the
 * game: it must be the classic game from its beginning, with fields and no other option, and with at most one discarded
 * tile. */
bool lab_link_write(const struct history *history, const struct set_library *library,
                    const char *const names[TESS_MAX_PLAYERS], struct text *link, struct fault *fault);

#endif
