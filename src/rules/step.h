/* A step: what it changes, how it is taken back, which events it reports, and the functions by which the steps use each
 * other. */
#ifndef RULES_STEP_H
#define RULES_STEP_H

#include <string.h>

#include "rules/game.h"

/* ---- Undo: what a step changed, noted while it runs. Every function does nothing when `undo` is NULL ---- */

/* Maximum numbers of realms that one step changes, and of frontier cells that one tile touches. */
enum { UNDO_CHANGES = 64, UNDO_CELLS = 4 };

/* The number of a realm before it changed, and the root that became its child (NO_SLOT if none). */
struct realm_change {
  realm before;
  uint16_t node, child;
};

/* An edge of a frontier cell. */
struct cell_side {
  uint16_t index;
  uint8_t side;
};

/* What one step changed, so that it can be taken back exactly. */
struct tess_undo {
  struct core core;
  uint8_t step;      /* the phase in which the step began */
  uint8_t bag_index; /* draw: the index in the bag from which the tile was taken */
  uint8_t bag_kind;
  uint8_t touched_count, inserted_count;
  uint16_t cell;      /* place: the frontier cell that the tile took */
  uint8_t cell_sides; /* bit i: a tile lies beyond its side i */
  uint16_t change_count;
  struct cell_side touched[UNDO_CELLS]; /* edges of frontier cells, old and new ones, that got a neighbour */
  uint16_t inserted[UNDO_CELLS];        /* new frontier cells */
  uint8_t marked_count;
  uint16_t marked[8]; /* entries of the grid whose cells had no centre around them before */
  struct realm_change changes[UNDO_CHANGES];
  uint64_t fits[FRONTIER_WORDS][4]; /* place: where the tile fitted */
};

/* Begins to record a step. Here and below `undo` may be NULL; then nothing is recorded. */
static inline void undo_begin(struct tess_undo *undo, const struct tess_game *game) {
  if (!undo) return;
  undo->core = game->core;
  undo->step = game->core.phase;
  undo->touched_count = undo->inserted_count = undo->marked_count = 0;
  undo->change_count = 0;
}

/* Records a root's number before it changes. */
static inline void undo_realm(struct tess_undo *undo, const struct tess_game *game, unsigned node, unsigned child) {
  if (!undo) return;
  assert(undo->change_count < UNDO_CHANGES);
  undo->changes[undo->change_count++] = (struct realm_change){game->realms[node], (uint16_t)node, (uint16_t)child};
}

/* Records where the drawn tile fits. */
static inline void undo_fits(struct tess_undo *undo, const struct tess_game *game) {
  for (unsigned word = 0; undo && word < game->core.frontier_words; word++)
    memcpy(undo->fits[word], game->fits[word], sizeof *undo->fits);
}

/* Records the frontier cell that a tile takes, and its sides where tiles lie. */
static inline void undo_cell(struct tess_undo *undo, unsigned index, unsigned sides) {
  if (!undo) return;
  undo->cell = (uint16_t)index;
  undo->cell_sides = (uint8_t)sides;
}

/* Records that a frontier cell got a neighbour beyond one of its edges. */
static inline void undo_touch(struct tess_undo *undo, unsigned index, unsigned side) {
  if (!undo) return;
  assert(undo->touched_count < UNDO_CELLS);
  undo->touched[undo->touched_count++] = (struct cell_side){(uint16_t)index, (uint8_t)side};
}

/* Records that the cell of a grid entry had no centre around it before. */
static inline void undo_mark(struct tess_undo *undo, unsigned at) {
  if (!undo) return;
  assert(undo->marked_count < 8);
  undo->marked[undo->marked_count++] = (uint16_t)at;
}

/* Records a new frontier cell. */
static inline void undo_insert(struct tess_undo *undo, unsigned index) {
  if (!undo) return;
  assert(undo->inserted_count < UNDO_CELLS);
  undo->inserted[undo->inserted_count++] = (uint16_t)index;
}

/* ---- Beginning ---- */

/* Every step calls this first. */
static inline void step_begin(const struct step *step) {
  undo_begin(step->undo, step->game);
  if (step->events) step->events->count = 0;
}

/* ---- Events: every function does nothing when `events` is NULL ---- */

/* Adds an event of this type with all other members 0. `events` must not be NULL. */
static inline tess_event *event_add(tess_events *events, tess_event_type type) {
  assert(events->count < TESS_MAX_EVENTS);
  tess_event *event = &events->at[events->count++];
  memset(event, 0, sizeof *event);
  event->type = (uint8_t)type;
  return event;
}

/* Adds a DRAWN, PUT_OUT or PLACED event. Only PLACED uses `tile`. */
static inline void event_tile(tess_events *events, tess_event_type type, unsigned seat, unsigned kind, unsigned tile) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->seat = (uint8_t)seat;
  event->kind = (uint8_t)kind;
  event->spot.tile = (uint8_t)tile;
}

/* Adds a MEEPLE or RETURNED event. */
static inline void event_piece(tess_events *events, tess_event_type type, unsigned seat, tess_piece piece,
                               tess_spot spot) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->seat = (uint8_t)seat;
  event->piece = (uint8_t)piece;
  event->spot = spot;
}

/* Adds a BATTLE or THROW event. Of `thrown`, a BATTLE event uses only `dice`. */
static inline void event_dice(tess_events *events, tess_event_type type, tess_spot spot, const tess_throw *thrown) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->spot = spot;
  event->thrown = *thrown;
}

/* Adds a TIE or LOST event; each of `sides` receives `points`. */
static inline void event_sides(tess_events *events, tess_event_type type, tess_spot spot, unsigned sides, int points) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->spot = spot;
  event->sides = (uint8_t)sides;
  event->points = points;
}

/* ---- Drawing (draw.c) ---- */

/* Finds where a drawn kind fits and returns the number of its placements. */
unsigned draw_fit(struct tess_game *game, unsigned kind);

/* Places the drawn tile in TESS_PHASE_PLACE, as tess_game_place() does. `fit` must be legal. */
void place_fit(const struct step *step, struct fit fit);

/*
 * Places the drawn tile for a trial: all is as after place_fit(), but the board does not show the tile, and the
 * river does not go on. Only the rest of the turn may follow, then tess_game_undo() with the same undo. It is for
 * callers that try every placement.
 */
void place_trial(struct tess_game *game, struct fit fit, struct tess_undo *undo);

/* Sets the open ends of the river after its spring or source was laid (CL-8.1, CL-9.1). */
void river_begin(struct tess_game *game);

/* Updates the end of the river that the last tile has extended (CL-8.2, CL-9.3); a land tile changes nothing. */
void river_follow(struct tess_game *game);

/* The open end of the river that leads to x,y, or NULL. */
struct river_end *river_end_at(struct tess_game *game, int x, int y);

/* ---- Laying a tile: joins realms, counts for centres, moves the frontier (lay.c) ---- */

/* Lays a tile on the frontier cell `cell`, where it fits. The first tile lies at 0,0, and its `cell` has no meaning.
 * The rotation must be the smallest that looks the same. The function fills in `node`. */
void lay_tile(struct tess_game *game, struct laid tile, unsigned cell, struct tess_undo *undo);

/* Finds for some features (bit i: feature i) of the tile laid last what they have become: the roots of their realms,
 * and which of them are taken. */
void lay_features(struct tess_game *game, unsigned features);

/* Lays a tile for a trial: its realms become those after lay_tile(); the frontier and the grid stay as they were. */
void lay_trial(struct tess_game *game, struct laid tile, struct tess_undo *undo);

/* Removes the tile laid last. The caller then restores the rest of `core`. */
void lay_undo(struct tess_game *game, const struct tess_undo *undo);

/* True if the edges of the kind in this rotation match every tile beside x,y. */
bool lay_matches(const struct tess_game *game, unsigned kind, unsigned rotation, int x, int y);

/* ---- Meeple decisions (meeple.c, SW-3, CL-3) ---- */

/* The decisions of the seat to act in TESS_PHASE_MEEPLE, without those that an arrow adds. */
choices meeple_choices(const struct tess_game *game);

/* Takes one of them, which is given by its bit. */
void meeple_take(const struct step *step, unsigned choice);

/* ---- Battles (battle.c, SW-4) ---- */

/* Finds the next battle: the first realm, in the order of SW-4.9, where more than one side has meeples. */
bool battle_find(const struct tess_game *game, tess_spot *spot, unsigned *root);

/* Called after the meeple decision: opens the first battle, or ends the turn. */
void battle_or_score(const struct step *step);

#endif
