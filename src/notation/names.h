/* Translates between the numbers of the engine and the words of docs/lookup/notation.md. */
#ifndef NOTATION_NAMES_H
#define NOTATION_NAMES_H

#include "base/reader.h"
#include "base/text.h"
#include "tessera/tessera.h"

/* From number to word. The number must be a value of the enum. */
const char *name_of_rules(tess_rules rules);       /* star-wars classic */
const char *name_of_phase(tess_phase phase);       /* draw place meeple throw over */
const char *name_of_type(tess_type type);          /* route asteroids planet road city monastery garden field */
const char *name_of_colour(tess_colour colour);    /* red green black white orange blue yellow */
const char *name_of_faction(tess_faction faction); /* rebels empire hunters */
const char *name_of_event(tess_event_type type);   /* drawn put-out placed ... */
const char *name_of_error(tess_error error);       /* bad-phase bad-tile ...: the codes of docs/lookup/protocol.md */
/* By the rank of a realm's name: N E S W NL NR EL ER SL SR WL WR, "" for a centre, 1 to 6 for fields that reach no
 * edge. */
const char *name_of_place(int rank);
/* none, return, and the pieces: small large in Star Wars, meeple abbot in classic. */
const char *name_of_piece(tess_rules rules, tess_piece piece);

/* From word to number; -1 for any other word. */
int rules_named(struct span word);
int phase_named(struct span word);
int type_named(struct span word);
int colour_named(struct span word);
int faction_named(struct span word);
int edge_named(struct span word);
int piece_named(tess_rules rules, struct span word);

/* The name of a realm on a tile. */
struct realm_name {
  uint8_t type; /* tess_type */
  uint8_t rank; /* rank of its first edge (docs/lookup/notation.md, section 6): 0-3 N-W, 4-11 NL-WR, 12 planet or
                   monastery, 13 garden, 14-19 fields that reach no edge */
};

/* Reads `route.E`, `field.NL`, `field.1`, `planet`. Returns false for anything else, such as an edge that the type
 * cannot have. */
bool realm_name_read(struct span word, struct realm_name *name);
void realm_name_write(struct realm_name name, struct text *text);
/* The name of a feature on a single tile in a rotation: by the feature's first edge. */
struct realm_name realm_name_of_feature(const tess_tile_def *tile, int feature, int rotation);
/* The name of the realm at a spot on the present board (SW-3.5). */
struct realm_name realm_name_of(const tess_game *game, tess_spot spot);
/* The feature of a kind in a rotation that has this name by any of its edges; -1 if there is none. */
int realm_name_feature(const tess_set *set, int kind, int rotation, struct realm_name name);

#endif
