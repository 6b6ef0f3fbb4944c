#include "notation/names.h"
#include <assert.h>

enum { EDGES = 12, RANK_CENTRE = 12, RANK_GARDEN = 13 };

static const char *const edge_words[] = {"N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
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
const char *name_of_edge(int rank) { return edge_words[rank]; }
const char *name_of_event(tess_event_type type) { return tess_event_name((int)type); }
const char *name_of_error(tess_error error) { return error_words[-error]; }
const char *name_of_piece(tess_rules rules, tess_piece piece) { return tess_piece_name(rules, (int)piece); }

int rules_named(struct span word) { return find(tess_rules_name, 2, word); }
int phase_named(struct span word) { return find(tess_phase_name, TESS_PHASE_OVER + 1, word); }
int type_named(struct span word) { return find(tess_type_name, TESS_TYPE_COUNT, word); }
int colour_named(struct span word) { return find(tess_colour_name, TESS_COLOUR_COUNT, word); }
int faction_named(struct span word) { return find(tess_faction_name, TESS_FACTION_COUNT, word); }
int edge_named(struct span word) { return find(name_of_edge, EDGES, word); }
int piece_named(tess_rules rules, struct span word) {
  for (int piece = TESS_PIECE_NONE; piece <= TESS_PIECE_RETURN; piece++) {
    const char *name = tess_piece_name(rules, piece);
    if (name != NULL && span_is(word, name)) return piece;
  }
  return -1;
}

/* The edges of a type have the ranks from `*first` up to, but not including, `*after`. A centre has one rank and no
 * edge. */
static void ranks_of(uint8_t type, uint8_t *first, uint8_t *after) {
  bool centre = type == TESS_TYPE_PLANET || type == TESS_TYPE_MONASTERY || type == TESS_TYPE_GARDEN;
  *first = type == TESS_TYPE_FIELD ? 4 : !centre ? 0 : type == TESS_TYPE_GARDEN ? RANK_GARDEN : RANK_CENTRE;
  *after = type == TESS_TYPE_FIELD ? EDGES : !centre ? 4 : (uint8_t)(*first + 1);
}

bool realm_name_read(struct span word, struct realm_name *name) {
  struct span rest = word;
  struct span type_word;
  span_split(&rest, '.', &type_word);
  int type = type_named(type_word);
  if (type < 0) return false;
  uint8_t first, after;
  ranks_of((uint8_t)type, &first, &after);
  int rank = first < EDGES ? (rest.bytes == NULL ? -1 : edge_named(rest)) : (rest.bytes == NULL ? first : -1);
  if (rank < first || rank >= after) return false;
  *name = (struct realm_name){(uint8_t)type, (uint8_t)rank};
  return true;
}

void realm_name_write(struct realm_name name, struct text *text) {
  text_add_string(text, name_of_type((tess_type)name.type));
  if (name.rank >= EDGES) return;
  text_add_char(text, '.');
  text_add_string(text, edge_words[name.rank]);
}

/* True if the feature, on a tile turned by `rotation` quarter turns, has the edge with this rank on the board. */
static bool has_rank(const tess_feature_def *feature, int rotation, int rank) {
  if (rank >= EDGES) return true;
  if (rank < 4) return feature->edges >> ((rank - rotation) & 3) & 1;
  return feature->halves >> ((rank - 4 - 2 * rotation) & 7) & 1;
}

struct realm_name realm_name_of_feature(const tess_feature_def *feature, int rotation) {
  uint8_t rank, after;
  ranks_of(feature->type, &rank, &after);
  while (rank < after && !has_rank(feature, rotation, rank)) rank++;
  assert(rank < after);
  return (struct realm_name){feature->type, rank};
}

struct realm_name realm_name_of(const tess_game *game, tess_spot spot) {
  tess_spot named = tess_game_spot(game, spot);
  tess_tile tile = tess_game_tile(game, named.tile);
  const tess_tile_def *kind = tess_set_tile(tess_game_set(game), tile.kind);
  return realm_name_of_feature(&kind->features[named.feature], tile.rotation);
}

int realm_name_feature(const tess_set *set, int kind, int rotation, struct realm_name name) {
  const tess_tile_def *tile = tess_set_tile(set, kind);
  for (int i = 0; i < tile->feature_count; i++)
    if (tile->features[i].type == name.type && has_rank(&tile->features[i], rotation, name.rank)) return i;
  return -1;
}
