#include "notation/names.h"
#include <assert.h>

enum { EDGES = 12, RANK_CENTRE = 12, RANK_GARDEN = 13 };

static const char *const rules_words[] = {"star-wars", "classic", NULL};
static const char *const phase_words[] = {"draw", "place", "meeple", "throw", "over", NULL};
static const char *const type_words[] = {"route",     "asteroids", "planet", "road", "city",
                                         "monastery", "garden",    "field",  NULL};
static const char *const colour_words[] = {"red", "green", "black", "white", "orange", "blue", "yellow", NULL};
static const char *const faction_words[] = {"rebels", "empire", "hunters", NULL};
static const char *const edge_words[] = {"N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR", NULL};
static const char *const event_words[] = {"drawn", "put-out", "placed", "meeple",   "battle", "throw",
                                          "tie",   "lost",    "scored", "returned", "over"};
static const char *const error_words[] = {"ok",           "bad-options", "bad-set",
                                          "bad-phase",    "bad-tile",    "bad-placement",
                                          "bad-decision", "bad-throw",   "bad-position"};
/* By rules and tess_piece; an empty word is no piece of that game. */
static const char *const piece_words[2][6] = {{"none", "small", "large", "", "return", NULL},
                                              {"none", "meeple", "", "abbot", "return", NULL}};

static int find(const char *const words[], struct span word) {
  for (int i = 0; words[i] != NULL; i++)
    if (word.length > 0 && span_is(word, words[i])) return i;
  return -1;
}

const char *name_of_rules(tess_rules rules) { return rules_words[rules]; }
const char *name_of_phase(tess_phase phase) { return phase_words[phase]; }
const char *name_of_type(tess_type type) { return type_words[type]; }
const char *name_of_colour(tess_colour colour) { return colour_words[colour]; }
const char *name_of_faction(tess_faction faction) { return faction_words[faction]; }
const char *name_of_edge(int rank) { return edge_words[rank]; }
const char *name_of_event(tess_event_type type) { return event_words[type]; }
const char *name_of_error(tess_error error) { return error_words[-error]; }
const char *name_of_piece(tess_rules rules, tess_piece piece) { return piece_words[rules][piece]; }

int rules_named(struct span word) { return find(rules_words, word); }
int phase_named(struct span word) { return find(phase_words, word); }
int type_named(struct span word) { return find(type_words, word); }
int colour_named(struct span word) { return find(colour_words, word); }
int faction_named(struct span word) { return find(faction_words, word); }
int edge_named(struct span word) { return find(edge_words, word); }
int piece_named(tess_rules rules, struct span word) { return find(piece_words[rules], word); }

/* The ranks of a type's edges are those from `*first` to before `*after`; a centre has one rank and no edge. */
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
  text_add_string(text, type_words[name.type]);
  if (name.rank >= EDGES) return;
  text_add_char(text, '.');
  text_add_string(text, edge_words[name.rank]);
}

/* True if the feature, on a tile turned `rotation` quarter turns, has the edge of this rank as it lies on the board. */
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
