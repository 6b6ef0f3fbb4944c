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

/* ---- Tiles and places, which Board Game Arena numbers in the same way ---- */

enum { LAB_TYPES = 24 }; /* types of tiles, from 1 */

/* The kind of a type in the classic set: while both are left, the tile without a garden. -1 if none is left. */
int lab_kind(const tess_game *game, const struct tile_set *set, int type);
/* The type of a tile by its number in the box, 1 to 72, which count the types in their order; 0 for other numbers. */
int lab_type_of_copy(const struct tile_set *set, int copy);
/* Lays the drawn tile of a type, in a rotation (0 to 3) of a link, and places a meeple on its place, or none if it is
 * 0. Returns false with `*fault` filled if the rules refuse either. */
bool lab_turn(struct history *history, int type, int x, int y, int rotation, int place, struct fault *fault);

#endif
