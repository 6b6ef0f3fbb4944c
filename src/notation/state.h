/* What is told of a game: position lines, the legal continuations, realms, state and events as JSON. */
#ifndef NOTATION_STATE_H
#define NOTATION_STATE_H

#include "base/text.h"
#include "notation/tile_set.h"
#include "tessera/tessera.h"

/* ---- Position lines (docs/lookup/notation.md, section 6) ---- */

/* Appends the canonical line, without a line end. `set` is the game's. */
void position_write(const tess_game *game, const struct tile_set *set, struct text *text);

/*
 * Sets up `game` (tess_game_size() bytes) from a line that holds nothing else; chance starts from `seed`. Returns the
 * set, which is one of the library. NULL with `*fault` filled if a key is missing, malformed or out of order, the
 * library has no such set, or the engine finds the position impossible; `game` is then unusable.
 */
const struct tile_set *position_read(struct span line, const struct set_library *library, uint64_t seed,
                                     tess_game *game, struct fault *fault);

/* The tiles by y, then x. Returns how many. */
int standing_tiles(const tess_game *game, tess_tile out[TESS_MAX_TILES]);
/* The meeples by y, x, rank of the realm, seat, piece. Returns how many. */
int standing_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]);

/* ---- Legal continuations, in the order of the protocol's `legal` (docs/lookup/protocol.md) ---- */

/* Legal placements by y, x, r; 0 in any phase but TESS_PHASE_PLACE. Returns how many. */
int legal_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]);
/* Legal decisions: none, return, the tile just laid by rank of the realm, neighbouring planets by y, x; a smaller piece
 * number first. 0 in any phase but TESS_PHASE_MEEPLE. Returns how many. */
int legal_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]);
/* Appends the lines of `legal`, each with its line end. */
void legal_write(const tess_game *game, struct text *text);
/* Appends every legal turn in TESS_PHASE_PLACE as the lines that a driver sends to an engine (docs/lookup/protocol.md,
 * "Engines"): `legal MOVE MOVE ...`, one a placement, each with its line end. `scratch`, of
 * tess_game_size() bytes, is overwritten. */
void turns_write(const tess_game *game, tess_game *scratch, struct text *text);

/*
 * Counts sequences of moves (docs/lookup/protocol.md, `perft`) from `game` on, `depth` tiles deep, with the `count`
 * tiles of `kinds` drawn in that order; `game` is the same afterwards. A turn that has begun counts as one level.
 * False with `*fault` (TESS_ERROR_BAD_TILE) when a tile of the list that is reached is not left or not yet due;
 * `*nodes` is then not set.
 */
bool perft_count(tess_game *game, int depth, const int *kinds, int count, uint64_t *nodes, struct fault *fault);

/* ---- The realms on the board, each once (docs/lookup/protocol.md, `realms`) ---- */

/* A realm, told by its first segment by y, x, rank. */
struct realm_entry {
  tess_spot spot;
  tess_realm realm;
};

/* All realms in that order; fields only if they are played (CL-6), as nothing joins them otherwise. Returns how many.
 */
int realms_list(const tess_game *game, struct realm_entry out[TESS_MAX_SEGMENTS]);
/* Appends a JSON array with an array for each realm of realms_list(): all of its segments by y, x, rank, as
 * `"route.E@1,0"` with the first edge of the segment itself. */
void realms_write_segments(const tess_game *game, struct text *text);
/* Appends the lines of `realms`, each with its line end. */
void realms_write(const tess_game *game, struct text *text);

/* ---- JSON (docs/lookup/protocol.md, `state json` and events) ---- */

/* Appends the state of a game as an object, without a line end. `set` is the game's. */
void state_json_write(const tess_game *game, const struct tile_set *set, struct text *text);

/* Appends an event as an object, without a line end. `game` is as it is after the step that the event belongs to. */
void event_json_write(const tess_event *event, const tess_game *game, struct text *text);

#endif
