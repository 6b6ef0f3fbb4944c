/* Tile sets with their names: built in, joined with the river, or read from JSON. */
#ifndef TESSERA_NOTATION_TILE_SET_H
#define TESSERA_NOTATION_TILE_SET_H

#include "base/fault.h"
#include "base/reader.h"

enum { TILE_SET_ID_SIZE = 40 };

/* Owned by whoever received it; released with tile_set_free(). Read-only once made. */
struct tile_set {
  char id[TILE_SET_ID_SIZE];
  tess_set *set;
  bool joins_only;      /* all tiles are river tiles: it can but be joined to another set */
  tess_tile_def *tiles; /* `count` definitions, as in the file */
  size_t count;
};

/* A set built from `count` definitions, which are copied. NULL with `*fault` filled if it is not valid. */
struct tile_set *tile_set_new(const char *id, const tess_tile_def *tiles, size_t count, struct fault *fault);
/* A set that is built into the library: "star-wars", "classic", "river"; NULL for any other name. */
struct tile_set *tile_set_builtin(const char *name);
/* `base` followed by the tiles of `river`, named `base+river`. NULL with `*fault` filled if that is no valid set. */
struct tile_set *tile_set_join(const struct tile_set *base, const struct tile_set *river, struct fault *fault);
/* NULL is allowed. */
void tile_set_free(struct tile_set *set);

/* Reads a set as docs/lookup/notation.md section 1 lays down. NULL with `*fault` filled: it names the line of a JSON
 * error, or the tile at fault and what is wrong with it. */
struct tile_set *tile_set_read_json(const char *bytes, size_t length, struct fault *fault);
/* The same from a file of at most 4 MiB; the fault names the file too. */
struct tile_set *tile_set_load(const char *path, struct fault *fault);

#endif
