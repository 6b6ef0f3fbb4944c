/* Tile sets with their names: built-in sets, sets joined with a river, sets read from JSON; and a library of them. */
#ifndef NOTATION_TILE_SET_H
#define NOTATION_TILE_SET_H

#include "base/fault.h"
#include "base/reader.h"

/* Size of an id with its final zero; joined sets have longer ids, which fit, too. */
enum { TILE_SET_ID_SIZE = 48 };

/* A tile set that never changes once made. The caller that received it owns it and frees it with tile_set_free(). */
struct tile_set {
  char id[TILE_SET_ID_SIZE];
  tess_set *set;
  bool joins_only;      /* every tile belongs to an option (river, arrows): the set can only be joined to another set */
  tess_tile_def *tiles; /* `count` definitions, in the order of the file */
  size_t count;
};

/* Builds a set from `count` definitions, which are copied. Returns NULL with `*fault` filled if the set is not
 * valid. */
struct tile_set *tile_set_new(const char *id, const tess_tile_def *tiles, size_t count, struct fault *fault);
/* A built-in set by its name (tess_builtin_name()); NULL for any other name. */
struct tile_set *tile_set_builtin(const char *name);
/* A set `base+river` with the tiles of `base`, then those of `river`. NULL with `*fault` filled if it is not valid. */
struct tile_set *tile_set_join(const struct tile_set *base, const struct tile_set *river, struct fault *fault);
/* `set` may be NULL. */
void tile_set_free(struct tile_set *set);

/* Reads a set in the format of docs/lookup/notation.md, section 1. Returns NULL with `*fault` filled: it names the line
 * of a JSON error, or the faulty tile and what is wrong with it. */
struct tile_set *tile_set_read_json(const char *bytes, size_t length, struct fault *fault);
/* The same from a file of at most 4 MiB; the fault also names the file. */
struct tile_set *tile_set_load(const char *path, struct fault *fault);

/* ---- The library ---- */

/* A library: the tile sets that a program can use. They are the built-in sets and the one that was loaded last. */

/* The caller that opened a library owns it and closes it with set_library_close(). The library must outlive games and
 * histories on its sets. */
struct set_library;

/* Opens a library with the built-in sets. set_library_close() frees it together with its sets. */
struct set_library *set_library_open(void);
void set_library_close(struct set_library *library);

/* Takes ownership of `set` and puts it in place of the set that was put before, which is freed: no game may use that
 * set any more. A set of river tiles only is not allowed. */
void set_library_put(struct set_library *library, struct tile_set *set);
/* Reads a set from a file, as tile_set_load() does. Returns a set that the caller owns, or NULL with `*fault`
 * filled. */
typedef struct tile_set *tile_set_loader(const char *path, struct fault *fault);

/* Loads a set: the built-in one of this name, or else the one that `load` reads from the file of this path (with `load`
 * NULL, no files are read). Returns false with `*fault` filled (TESS_ERROR_BAD_SET) if there is no such set, it is not
 * valid, or it cannot be played alone because it has river tiles only; the library is then as before. */
bool set_library_load(struct set_library *library, const char *name, tile_set_loader *load, struct fault *fault);
/* The set that was put last, or NULL. */
const struct tile_set *set_library_loaded(const struct set_library *library);
/* The playable built-in sets by index (0-based), each followed by its joined forms; NULL after the last. */
const struct tile_set *set_library_built_in(const struct set_library *library, int index);
/* The set with this id; ids of joined sets (`classic+river`, `mine+river`) are found, too. The set that was put last
 * comes before the built-in ones. NULL if there is none. */
const struct tile_set *set_library_find(const struct set_library *library, struct span id);
/* Reads the `ID:HASH` of a position or record. Returns NULL with `*fault` filled if the word is malformed, no set has
 * this id, or the set has another hash. */
const struct tile_set *set_library_read(const struct set_library *library, struct span word, struct fault *fault);
/* The set to play with this river and with or without arrows: `set` itself if it has the tiles, otherwise its joined
 * form. NULL if it cannot be joined or has the other river. `set` must belong to the library. */
const struct tile_set *set_library_joined(const struct set_library *library, const struct tile_set *set,
                                          tess_river river, bool arrows);

#endif
