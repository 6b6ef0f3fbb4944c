/* The realms on the board, each once (docs/lookup/protocol.md, `realms`). */
#ifndef TESSERA_NOTATION_REALMS_H
#define TESSERA_NOTATION_REALMS_H

#include "base/text.h"
#include "tessera/tessera.h"

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

#endif
