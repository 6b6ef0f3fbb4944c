#include "notation/names.h"
#include <assert.h>

enum { EDGES = 12, RANK_CENTRE = 12, RANK_GARDEN = 13, RANK_INNER = 14, RANKS = RANK_INNER + TESS_MAX_OF_TYPE };

/* By rank; a centre has no edge, and fields that reach none are numbered. */
static const char *const place_words[RANKS] = {"N",  "E",  "S", "W", "NL", "NR", "EL", "ER", "SL", "SR",
                                               "WL", "WR", "",  "",  "1",  "2",  "3",  "4",  "5",  "6"};
static const char *const error_words[] = {"ok",           "bad-options", "bad-set",
                                          "bad-phase",    "bad-tile",    "bad-placement",
                                          "bad-decision", "bad-throw",   "bad-position"};
/* Returns the number below `count` with this word, or -1. */
static int find(const char *(*name)(int), int count, struct span word) {
  for (int i = 0; i < count; i++)
    if (span_is(word, name(i))) return i;
  return -1;
}

const char *name_of_rules(tess_rules rules) { return tess_rules_name((int)rules); }
const char *name_of_phase(tess_phase phase) { return tess_phase_name((int)phase); }
const char *name_of_type(tess_type type) { return tess_type_name((int)type); }
const char *name_of_colour(tess_colour colour) { return tess_colour_name((int)colour); }
const char *name_of_faction(tess_faction faction) { return tess_faction_name((int)faction); }
const char *name_of_place(int rank) { return place_words[rank]; }
const char *name_of_event(tess_event_type type) { return tess_event_name((int)type); }
const char *name_of_error(tess_error error) { return error_words[-error]; }
const char *name_of_piece(tess_rules rules, tess_piece piece) { return tess_piece_name(rules, (int)piece); }

int rules_named(struct span word) { return find(tess_rules_name, 2, word); }
int phase_named(struct span word) { return find(tess_phase_name, TESS_PHASE_OVER + 1, word); }
int type_named(struct span word) { return find(tess_type_name, TESS_TYPE_COUNT, word); }
int colour_named(struct span word) { return find(tess_colour_name, TESS_COLOUR_COUNT, word); }
int faction_named(struct span word) { return find(tess_faction_name, TESS_FACTION_COUNT, word); }
int edge_named(struct span word) { return find(name_of_place, EDGES, word); }
int piece_named(tess_rules rules, struct span word) {
  for (int piece = TESS_PIECE_NONE; piece <= TESS_PIECE_RETURN; piece++) {
    const char *name = tess_piece_name(rules, piece);
    if (name != NULL && span_is(word, name)) return piece;
  }
  return -1;
}

/* True if a realm of a type can have a name of this rank. */
static bool type_has_rank(uint8_t type, int rank) {
  switch (type) {
  case TESS_TYPE_PLANET:
  case TESS_TYPE_MONASTERY: return rank == RANK_CENTRE;
  case TESS_TYPE_GARDEN: return rank == RANK_GARDEN;
  case TESS_TYPE_FIELD: return (rank >= 4 && rank < EDGES) || rank >= RANK_INNER;
  default: return rank < 4;
  }
}

bool realm_name_read(struct span word, struct realm_name *name) {
  struct span rest = word;
  struct span type_word;
  span_split(&rest, '.', &type_word);
  const int type = type_named(type_word);
  if (type < 0 || (rest.bytes != NULL && rest.length == 0)) return false;
  if (rest.bytes == NULL) rest = span_of("");
  for (int rank = 0; rank < RANKS; rank++) {
    if (!type_has_rank((uint8_t)type, rank) || !span_is(rest, place_words[rank])) continue;
    *name = (struct realm_name){(uint8_t)type, (uint8_t)rank};
    return true;
  }
  return false;
}

void realm_name_write(struct realm_name name, struct text *text) {
  text_add_string(text, name_of_type((tess_type)name.type));
  if (*place_words[name.rank] == '\0') return;
  text_add_char(text, '.');
  text_add_string(text, place_words[name.rank]);
}

/* The number of a field that reaches no edge among those of its tile, from 0. */
static int inner_number(const tess_tile_def *tile, int feature) {
  int number = 0;
  for (int i = 0; i < feature; i++)
    number += tile->features[i].type == TESS_TYPE_FIELD && tile->features[i].halves == 0;
  return number;
}

/* True if the name means a feature of the tile that lies in a rotation, by any of its edges there. */
static bool is_named(const tess_tile_def *tile, int feature, int rotation, struct realm_name name) {
  const tess_feature_def *def = &tile->features[feature];
  if (def->type != name.type || !type_has_rank(name.type, name.rank)) return false;
  if (name.rank < 4) return def->edges >> ((name.rank - rotation) & 3) & 1;
  if (name.rank < EDGES) return def->halves >> ((name.rank - 4 - 2 * rotation) & 7) & 1;
  return name.rank < RANK_INNER || (def->halves == 0 && inner_number(tile, feature) == name.rank - RANK_INNER);
}

struct realm_name realm_name_of_feature(const tess_tile_def *tile, int feature, int rotation) {
  struct realm_name name = {tile->features[feature].type, 0};
  while (name.rank < RANKS && !is_named(tile, feature, rotation, name)) name.rank++;
  assert(name.rank < RANKS);
  return name;
}

struct realm_name realm_name_of(const tess_game *game, tess_spot spot) {
  tess_spot named = tess_game_spot(game, spot);
  tess_tile tile = tess_game_tile(game, named.tile);
  const tess_tile_def *kind = tess_set_tile(tess_game_set(game), tile.kind);
  return realm_name_of_feature(kind, named.feature, tile.rotation);
}

int realm_name_feature(const tess_set *set, int kind, int rotation, struct realm_name name) {
  const tess_tile_def *tile = tess_set_tile(set, kind);
  for (int i = 0; i < tile->feature_count; i++)
    if (is_named(tile, i, rotation, name)) return i;
  return -1;
}
