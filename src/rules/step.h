/* A step: how it begins, and telling what happens in it. */
#ifndef RULES_STEP_H
#define RULES_STEP_H

#include "rules/undo.h"

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

#endif
