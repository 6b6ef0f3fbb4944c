/*
 * Realms: a union-find over the features of all tiles laid. A realm is one 64-bit number whose parts only ever add up,
 * so that joining two realms is one addition:
 *
 *   bits  0-19  occupants, four bits a seat; Star Wars: small meeples 0-2, the large one bit 3; classic: their number
 *   bits 20-29  open ends: open edges, or empty cells around a centre; 0 for fields
 *   bits 30-53  symbols of rebels, empire, hunters, eight bits each; in classic one number, the coats of arms
 *   bits 54-63  segments; for fields modulo 1024, there it only balances the trees
 *
 * Trees are joined by size and paths are not compressed, so that a step can be taken back exactly (undo.h).
 */
#ifndef RULES_REALM_H
#define RULES_REALM_H

#include <stdint.h>

typedef uint64_t realm;

enum { REALM_OPEN = 20, REALM_SYMBOLS = 30, REALM_SEGMENTS = 54, REALM_SEAT_BITS = 4, REALM_LARGE = 8 };

#define REALM_OCCUPANTS ((realm)0xFFFFF)
#define REALM_OPEN_ONE ((realm)1 << REALM_OPEN)
#define REALM_SEGMENT ((realm)1 << REALM_SEGMENTS)

static inline unsigned realm_open(realm r) { return (unsigned)(r >> REALM_OPEN) & 0x3FF; }
static inline unsigned realm_segments(realm r) { return (unsigned)(r >> REALM_SEGMENTS); }
static inline unsigned realm_arms(realm r) { return (unsigned)(r >> REALM_SYMBOLS) & 0xFFFFFF; }
static inline unsigned realm_faction(realm r, unsigned faction) {
  return (unsigned)(r >> (REALM_SYMBOLS + 8 * faction)) & 0xFF;
}
static inline unsigned realm_symbols(realm r) {
  return realm_faction(r, 0) + realm_faction(r, 1) + realm_faction(r, 2);
}
static inline unsigned realm_occupants(realm r, unsigned seat) {
  return (unsigned)(r >> (REALM_SEAT_BITS * seat)) & 0xF;
}

/* Bit 4*seat for every seat that stands there. */
static inline unsigned realm_seats(realm r) {
  const unsigned who = (unsigned)(r & REALM_OCCUPANTS);
  const unsigned pairs = who | who >> 1;
  return (pairs | pairs >> 2) & 0x11111;
}

#endif
