/* A step: what it changes and how that is taken back, what it tells, and what the steps ask of one another. */
#ifndef RULES_STEP_H
#define RULES_STEP_H

#include <string.h>

#include "rules/game.h"

/* ---- Undo: what a step changed, noted while it runs. Every function does nothing when `undo` is NULL ---- */

/* The most realms that one step changes, and the most frontier cells that one tile touches. */
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

/* What one step changed, so that it can be taken back exactly. */
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
  uint16_t marked[8]; /* entries of the grid whose cells had no centre around them before */
  struct realm_change changes[UNDO_CHANGES];
};

/* Begins to note a step; here and below `undo` may be NULL: then nothing is noted. */
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

/* Notes that a frontier cell got a neighbour beyond one of its edges. */
static inline void undo_touch(struct tess_undo *undo, unsigned index, unsigned side) {
  if (!undo) return;
  assert(undo->touched_count < UNDO_CELLS);
  undo->touched[undo->touched_count++] = (struct cell_side){(uint16_t)index, (uint8_t)side};
}

/* Notes that the cell of an entry of the grid had no centre around it so far. */
static inline void undo_mark(struct tess_undo *undo, unsigned at) {
  if (!undo) return;
  assert(undo->marked_count < 8);
  undo->marked[undo->marked_count++] = (uint16_t)at;
}

/* Notes a new frontier cell. */
static inline void undo_insert(struct tess_undo *undo, unsigned index) {
  if (!undo) return;
  assert(undo->inserted_count < UNDO_CELLS);
  undo->inserted[undo->inserted_count++] = (uint16_t)index;
}

/* ---- Beginning ---- */

/* What every step does first. */
static inline void step_begin(const struct step *step) {
  undo_begin(step->undo, step->game);
  if (step->events) step->events->count = 0;
}

/* ---- Events: every function does nothing when `events` is NULL ---- */

/* A new event of this type with everything else 0. `events` must not be NULL. */
static inline tess_event *event_add(tess_events *events, tess_event_type type) {
  assert(events->count < TESS_MAX_EVENTS);
  tess_event *event = &events->at[events->count++];
  *event = (tess_event){.type = (uint8_t)type};
  return event;
}

/* DRAWN, PUT_OUT and PLACED: the seat, the kind, and the tile for the last. */
static inline void event_tile(tess_events *events, tess_event_type type, unsigned seat, unsigned kind, unsigned tile) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->seat = (uint8_t)seat;
  event->kind = (uint8_t)kind;
  event->spot.tile = (uint8_t)tile;
}

/* MEEPLE and RETURNED. */
static inline void event_piece(tess_events *events, tess_event_type type, unsigned seat, tess_piece piece,
                               tess_spot spot) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->seat = (uint8_t)seat;
  event->piece = (uint8_t)piece;
  event->spot = spot;
}

/* BATTLE and THROW: only `dice` is told of a battle. */
static inline void event_dice(tess_events *events, tess_event_type type, tess_spot spot, const tess_throw *thrown) {
  if (!events) return;
  tess_event *event = event_add(events, type);
  event->spot = spot;
  event->thrown = *thrown;
}

/* TIE and LOST: the points that each of `sides` receives. */
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

/* The ends of the river after its spring or source was laid (CL-8.1, CL-9.1). */
void river_begin(struct tess_game *game);

/* Brings the end of the river that the tile laid last has joined up to date (CL-8.2, CL-9.3); land joins none. */
void river_follow(struct tess_game *game);

/* The open end of the river beyond which x,y lies, or NULL. */
struct river_end *river_end_at(struct tess_game *game, int x, int y);

/* ---- Laying a tile: realms joined, centres told of their neighbour, the frontier moved (lay.c) ---- */

/* Lays a tile where it fits: on a frontier cell, or at 0,0 on an empty board. `rotation` is the smallest that looks the
 * same; `node` is filled in. `at` is the grid_index() of the cell. */
void lay_tile(struct tess_game *game, struct laid tile, unsigned at, struct tess_undo *undo);

/* Takes the tile laid last off again; the rest of `core` is restored by the caller afterwards. */
void lay_undo(struct tess_game *game, const struct tess_undo *undo);

/* True if the edges of the kind in this rotation match every tile beside x,y. */
bool lay_matches(const struct tess_game *game, unsigned kind, unsigned rotation, int x, int y);

/* ---- Battles (battle.c, SW-4) ---- */

/* Finds the battle that is due: in the order of SW-4.9 the first realm where more than one side stands. */
bool battle_find(const struct tess_game *game, tess_spot *spot, unsigned *root);

/* After the meeple decision: opens the first battle, or ends the turn. */
void battle_or_score(const struct step *step);

#endif
