/*
 * Which game is to be played, from words: the keys and values of the protocol's `newgame`, which the options of the
 * commands share.
 */
#ifndef TESSERA_NOTATION_GAME_REQUEST_H
#define TESSERA_NOTATION_GAME_REQUEST_H

#include "notation/history.h"

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
