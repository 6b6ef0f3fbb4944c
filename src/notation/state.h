/* A game in words: position lines, the legal continuations, realms; state and events as JSON. */
#ifndef NOTATION_STATE_H
#define NOTATION_STATE_H

#include "base/text.h"
#include "notation/tile_set.h"
#include "tessera/tessera.h"

/* ---- Position lines (docs/lookup/notation.md, section 6) ---- */

/* Appends the canonical line without a line end. `set` must be the set of the game. */
void position_write(const tess_game *game, const struct tile_set *set, struct text *text);

/*
 * Sets up `game` (tess_game_size() bytes) from a span that holds just the line; chance starts from `seed`. Returns the
 * set, which belongs to the library. Returns NULL with `*fault` filled if a key is missing, malformed or out of order,
 * the library has no such set, or the position is impossible; `game` is then unusable.
 */
const struct tile_set *position_read(struct span line, const struct set_library *library, uint64_t seed,
                                     tess_game *game, struct fault *fault);

/* Lists the tiles by y, then x. Returns their number. */
int standing_tiles(const tess_game *game, tess_tile out[TESS_MAX_TILES]);
/* Lists the meeples by y, x, rank of the realm, seat, piece. Returns their number. */
int standing_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]);

/* ---- Legal continuations, in the order of the protocol's `legal` (docs/lookup/protocol.md) ---- */

/* Lists the legal placements by y, x, r. Returns their number, which is 0 in any phase but TESS_PHASE_PLACE. */
int legal_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]);
/* Lists the legal decisions: none, return, realms of the tile just laid by rank, neighbouring planets by y, x; for each
 * realm the smaller piece number first. Returns their number, which is 0 in any phase but TESS_PHASE_MEEPLE. */
int legal_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]);
/* Appends the lines of `legal`, each with its line end. */
void legal_write(const tess_game *game, struct text *text);
/* Appends every legal turn in TESS_PHASE_PLACE in the form in which a driver sends it to an engine
 * (docs/lookup/protocol.md, "Engines"): one line `legal MOVE MOVE ...` for each placement, with a line end. `scratch`,
 * of tess_game_size() bytes, is overwritten. */
void turns_write(const tess_game *game, tess_game *scratch, struct text *text);

/*
 * Counts the sequences of moves (docs/lookup/protocol.md, `perft`) that are possible from `game` on, `depth` tiles
 * deep, if the `count` tiles of `kinds` are drawn in that order. A turn that has begun counts as a level. Afterwards
 * `game` is as before. Returns false with `*fault` filled (TESS_ERROR_BAD_TILE), and `*nodes` not set, if a tile of the
 * list cannot be drawn when its turn comes.
 */
bool perft_count(tess_game *game, int depth, const int *kinds, int count, uint64_t *nodes, struct fault *fault);

/* ---- The realms on the board, each once (docs/lookup/protocol.md, `realms`) ---- */

/* A realm, identified by its first segment in the order y, x, rank. */
struct realm_entry {
  tess_spot spot;
  tess_realm realm;
};

/* Lists all realms in that order. Fields are listed only if they are played (CL-6); otherwise the engine does not join
 * them. Returns the number of realms. */
int realms_list(const tess_game *game, struct realm_entry out[TESS_MAX_SEGMENTS]);
/* Appends a JSON array with an array for each realm of realms_list(): its segments by y, x, rank, written as
 * `"route.E@1,0"`, each with its own first edge. */
void realms_write_segments(const tess_game *game, struct text *text);
/* Appends the lines of `realms`, each with its line end. */
void realms_write(const tess_game *game, struct text *text);

/* ---- JSON (docs/lookup/protocol.md, `state json` and events) ---- */

/* Appends the state of a game as a JSON object, without a line end. `set` must be the set of the game. */
void state_json_write(const tess_game *game, const struct tile_set *set, struct text *text);

/* Appends an event as a JSON object, without a line end. `game` is the game after the step that caused the event. */
void event_json_write(const tess_event *event, const tess_game *game, struct text *text);

#endif
