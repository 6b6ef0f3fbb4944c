/* The state of a game as one line of JSON (docs/lookup/protocol.md, `state json`). */
#ifndef TESSERA_NOTATION_STATE_JSON_H
#define TESSERA_NOTATION_STATE_JSON_H

#include "notation/tile_set.h"

/* Appends the object, without a line end. `set` is the game's. */
void state_json_write(const tess_game *game, const struct tile_set *set, struct text *text);

#endif
