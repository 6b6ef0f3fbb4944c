/* Which game is meant, in words: the options of positions, records and of `newgame`. */
#ifndef TESSERA_NOTATION_OPTIONS_H
#define TESSERA_NOTATION_OPTIONS_H

#include "base/fault.h"
#include "base/reader.h"
#include "notation/tile_set.h"

/* `fields,abbot,river,teams`, those that are on, or `-`. The reader sets all four and takes any order, each once. */
void options_write(const tess_options *options, struct text *text);
bool options_read(struct span word, tess_options *options, struct fault *fault);

/* `red,black`: the colours by seat. The reader sets `players` and `colours`; two to five colours, each once. */
void colours_write(const tess_options *options, struct text *text);
bool colours_read(struct span word, tess_options *options, struct fault *fault);
/* Whether each colour is one of the game's (SW-1.1, CL-1.1); else false with `*fault`, which names those that are. */
bool colours_suit(const tess_options *options, tess_rules rules, struct fault *fault);

/* ---- Which game is asked for ---- */

/*
 * Which game is to be played, from words: the keys and values of the protocol's `newgame`, which the options of the
 * commands share.
 */

/* What was asked for. All zero asks for nothing: Star Wars with its built-in set for two, seed 0. */
struct game_request {
  struct span game, set, players, colours, first; /* `bytes` NULL: not asked for */
  bool fields, abbot, river, teams;
  uint64_t seed;
  unsigned given; /* a bit for every key that was set */
};

/* The game that the request comes to. `set` is one of the shelf. */
struct game_setup {
  const struct tile_set *set;
  tess_options options;
};

/* Sets one key of the request; the spans of `value` are kept. False with `*fault` for an unknown key, one that was set
 * before, or a bad value. */
bool game_request_set(struct game_request *request, struct span key, struct span value, struct fault *fault);

/*
 * The shelf that holds the set asked for: `shelf` itself if it knows the set's name, else a new one, owned by the
 * caller, with the set that `load` (tile_shelf_load) read from the file of that name. NULL with `*fault`.
 */
struct tile_shelf *game_request_shelf(const struct game_request *request, struct tile_shelf *shelf,
                                      tile_set_loader *load, struct fault *fault);

/* Settles set and options on the shelf that game_request_shelf() gave. False with `*fault`. */
bool game_request_settle(const struct game_request *request, const struct tile_shelf *shelf, struct game_setup *setup,
                         struct fault *fault);

#endif
