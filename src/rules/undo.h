/* What a step changed, noted while it runs. */
#ifndef RULES_UNDO_H
#define RULES_UNDO_H

#include <string.h>

#include "rules/game.h"

enum { UNDO_CHANGES = 64, UNDO_CELLS = 5 };

/* A realm's number before it changed, and the root that was hung below it (NO_SLOT if none). */
struct realm_change {
  realm before;
  uint16_t node, child;
};

/* A frontier cell's forbidden edges before they changed. */
struct cell_change {
  uint16_t index, forbidden;
};

struct tess_undo {
  struct core core;
  uint8_t step;      /* the phase in which the step began */
  uint8_t bag_index; /* draw: where the tile came from */
  uint8_t bag_kind;
  uint8_t cell_count;
  uint16_t cell; /* place: the frontier cell that the tile took, and its forbidden edges */
  uint16_t cell_forbidden;
  uint16_t change_count;
  struct cell_change cells[UNDO_CELLS];
  struct realm_change changes[UNDO_CHANGES];
};

static inline void undo_begin(struct tess_undo *undo, const struct tess_game *game) {
  if (!undo) return;
  undo->core = game->core;
  undo->step = game->core.phase;
  undo->cell_count = 0;
  undo->change_count = 0;
}

/* Notes a root before its number changes. */
static inline void undo_realm(struct tess_undo *undo, const struct tess_game *game, unsigned node, unsigned child) {
  if (!undo) return;
  assert(undo->change_count < UNDO_CHANGES);
  undo->changes[undo->change_count++] = (struct realm_change){game->realms[node], (uint16_t)node, (uint16_t)child};
}

static inline void undo_cell(struct tess_undo *undo, const struct tess_game *game, unsigned index) {
  if (!undo) return;
  assert(undo->cell_count < UNDO_CELLS);
  undo->cells[undo->cell_count++] = (struct cell_change){(uint16_t)index, game->forbidden[index]};
}

#endif
