/* The commands that the page has besides the referee's (docs/lookup/page-module.md). */
#ifndef PAGE_COMMANDS_H
#define PAGE_COMMANDS_H

#include "session/session.h"

session_run page_words, page_segments, page_holes, page_cells, page_sets, page_advise;
session_run page_scene, page_tile, page_map, page_meeple_shape, page_picture;

/* The entries of a table of struct session_command. */
#define PAGE_COMMANDS                                                                                                  \
  {"words", "", page_words, COMMAND_NEEDS_GAME}, {"segments", "", page_segments, COMMAND_NEEDS_GAME},                  \
      {"holes", "", page_holes, COMMAND_NEEDS_GAME}, {"cells", "", page_cells, COMMAND_NEEDS_GAME},                    \
      {"advise", "KIND PLAYOUTS SEED", page_advise, COMMAND_NEEDS_GAME}, {"sets", "", page_sets, 0},                   \
      {"scene", "THEME", page_scene, 0}, {"tile", "ID rR THEME", page_tile, 0}, {"map", "ID rR", page_map, 0},         \
      {"meeple-shape", "PIECE COLOUR", page_meeple_shape, 0}, {                                                        \
    "picture", "THEME [SIZE]", page_picture, COMMAND_NEEDS_GAME                                                        \
  }

#endif
