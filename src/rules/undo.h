/* What a step changed, noted while it runs. */
#ifndef RULES_UNDO_H
#define RULES_UNDO_H

#include <string.h>

#include "rules/game.h"

enum { UNDO_CHANGES = 64, UNDO_CELLS = 4 };

/* A realm's number before it changed, and the root that was hung below it (NO_SLOT if none). */
struct realm_change {
  realm before;
  uint16_t node, child;
};

/* An edge of a frontier cell. */
struct cell_side {
  uint16_t index;
  uint8_t side;
};

struct tess_undo {
  struct core core;
  uint8_t step;      /* the phase in which the step began */
  uint8_t bag_index; /* draw: where the tile came from */
  uint8_t bag_kind;
  uint8_t touched_count, inserted_count;
  uint16_t cell; /* place: the frontier cell that the tile took, and its forbidden edges */
  uint16_t cell_forbidden;
  uint16_t change_count;
  struct cell_side touched[UNDO_CELLS]; /* edges of old frontier cells that got a neighbour */
  uint16_t inserted[UNDO_CELLS];        /* new frontier cells */
  uint8_t marked_count;
  uint16_t marked[8]; /* keys of cells that had no centre around them before */
  struct realm_change changes[UNDO_CHANGES];
};

static inline void undo_begin(struct tess_undo *undo, const struct tess_game *game) {
  if (!undo) return;
  undo->core = game->core;
  undo->step = game->core.phase;
  undo->touched_count = undo->inserted_count = undo->marked_count = 0;
  undo->change_count = 0;
}

/* Notes a root before its number changes. */
static inline void undo_realm(struct tess_undo *undo, const struct tess_game *game, unsigned node, unsigned child) {
  if (!undo) return;
  assert(undo->change_count < UNDO_CHANGES);
  undo->changes[undo->change_count++] = (struct realm_change){game->realms[node], (uint16_t)node, (uint16_t)child};
}

static inline void undo_touch(struct tess_undo *undo, unsigned index, unsigned side) {
  if (!undo) return;
  assert(undo->touched_count < UNDO_CELLS);
  undo->touched[undo->touched_count++] = (struct cell_side){(uint16_t)index, (uint8_t)side};
}

static inline void undo_mark(struct tess_undo *undo, unsigned key) {
  if (!undo) return;
  assert(undo->marked_count < 8);
  undo->marked[undo->marked_count++] = (uint16_t)key;
}

static inline void undo_insert(struct tess_undo *undo, unsigned index) {
  if (!undo) return;
  assert(undo->inserted_count < UNDO_CELLS);
  undo->inserted[undo->inserted_count++] = (uint16_t)index;
}

#endif
