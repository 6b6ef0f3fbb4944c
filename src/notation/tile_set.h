/* Tile sets with their names: built in, joined with a river, or read from JSON; those at hand. */
#ifndef NOTATION_TILE_SET_H
#define NOTATION_TILE_SET_H

#include "base/fault.h"
#include "base/reader.h"

/* Bytes of an id, also of a joined one, with its final zero. */
enum { TILE_SET_ID_SIZE = 48 };

/* Owned by whoever received it; released with tile_set_free(). Read-only once made. */
struct tile_set {
  char id[TILE_SET_ID_SIZE];
  tess_set *set;
  bool joins_only;      /* all tiles are of options (river, arrows): it can but be joined to another set */
  tess_tile_def *tiles; /* `count` definitions, as in the file */
  size_t count;
};

/* A set built from `count` definitions, which are copied. NULL with `*fault` filled if it is not valid. */
struct tile_set *tile_set_new(const char *id, const tess_tile_def *tiles, size_t count, struct fault *fault);
/* A set that is built into the library, by a name of tess_builtin_name(); NULL for any other. */
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

/* ---- Those at hand ---- */

/* The tile sets that a program has at hand: the built-in ones and the one that it loaded last. */

/* Owned by whoever opened it; released with set_library_close(). Games and histories on its sets must not outlive it.
 */
struct set_library;

/* Holds the built-in sets. Owned by the caller, released with set_library_close(), and its sets with it. */
struct set_library *set_library_open(void);
void set_library_close(struct set_library *library);

/* Takes over `set`, which must not be of river tiles only, in place of the one put before, which is released: no game
 * may be on that any more. */
void set_library_put(struct set_library *library, struct tile_set *set);
/* Reads a set from the file of this path, as tile_set_load() does: one that the caller owns, or NULL with `*fault`. */
typedef struct tile_set *tile_set_loader(const char *path, struct fault *fault);

/* Puts a set by its name if it is built in, else by its path, where `load` (NULL: no files) reads it. False with
 * `*fault` (TESS_ERROR_BAD_SET) if there is no such set, it is not valid, or it has river tiles only, which cannot be
 * played alone; the library is as before then. */
bool set_library_load(struct set_library *library, const char *name, tile_set_loader *load, struct fault *fault);
/* The set put last, NULL if none was. */
const struct tile_set *set_library_loaded(const struct set_library *library);
/* The built-in sets that can be played, from index 0 on, each followed by what it is joined with where it can
 * be; NULL after the last. */
const struct tile_set *set_library_built_in(const struct set_library *library, int index);
/* The set with this id (`classic+river`, `mine+river` are found too), the one put last before the built-in ones; NULL
 * if there is none. */
const struct tile_set *set_library_find(const struct set_library *library, struct span id);
/* Reads `ID:HASH` of a position or record. NULL with `*fault` filled if the word is malformed, no set has this id, or
 * only one with another hash. */
const struct tile_set *set_library_read(const struct set_library *library, struct span word, struct fault *fault);
/* The set to play with this river and with arrows or not: `set` itself if it holds what is asked for, else the set
 * joined with the built-in tiles; NULL if it cannot be joined or holds the other river. `set` is one of the library. */
const struct tile_set *set_library_joined(const struct set_library *library, const struct tile_set *set,
                                          tess_river river, bool arrows);

#endif
