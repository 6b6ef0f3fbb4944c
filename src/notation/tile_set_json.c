/* Reading tile sets from JSON; nothing else knows of jansson. */
#include "notation/names.h"
#include "notation/tile_set.h"
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_BYTES = 4 << 20 };

/* What the set as a whole tells about its tiles. */
struct alphabet {
  int rules;        /* tess_rules, -1 before the first letter */
  int8_t edges[26]; /* tess_edge of a capital letter, -1 for none */
};

static struct quote quote_string(const char *string) { return quote(string, strlen(string)); }

static bool is_among(const char *key, const char *const keys[]) {
  for (int i = 0; keys[i] != NULL; i++)
    if (strcmp(key, keys[i]) == 0) return true;
  return false;
}

static bool check_keys(json_t *object, const char *const keys[], struct fault *fault) {
  const char *key;
  json_t *value;
  if (!json_is_object(object)) return fault_say(fault, "expected an object");
  json_object_foreach(object, key, value) {
    if (!is_among(key, keys)) return fault_say(fault, "the key %s does not belong here", quote_string(key).text);
  }
  return true;
}

/* The value of a key that must be a string; NULL with the fault filled if it is none. */
static const char *string_at(json_t *object, const char *key, struct fault *fault) {
  const char *string = json_string_value(json_object_get(object, key));
  if (string == NULL) fault_say(fault, "%s: expected a string", key);
  return string;
}

/* Sets `*number` from a key that must be a whole number from `low` to 255; `*number` stays if the key is missing and
 * `optional`. */
static bool byte_at(json_t *object, const char *key, bool optional, int low, uint8_t *number, struct fault *fault) {
  json_t *value = json_object_get(object, key);
  if (value == NULL && optional) return true;
  json_int_t integer = json_integer_value(value);
  if (!json_is_integer(value) || integer < low || integer > UINT8_MAX)
    return fault_say(fault, "%s: expected a whole number from %d to %d", key, low, UINT8_MAX);
  *number = (uint8_t)integer;
  return true;
}

/* ---- Features ---- */

/* `NESW` letters, each once. */
static bool edges_at(json_t *object, uint8_t *edges, struct fault *fault) {
  const char *string = string_at(object, "edges", fault);
  if (string == NULL) return false;
  for (const char *at = string; *at != '\0'; at++) {
    int edge = edge_named((struct span){at, 1});
    if (edge < 0 || (*edges >> edge & 1))
      return fault_say(fault, "edges: expected letters out of NESW, each once, found %s", quote_string(string).text);
    *edges |= (uint8_t)(1 << edge);
  }
  return true;
}

static bool halves_at(json_t *object, uint8_t *halves, struct fault *fault) {
  const char *string = string_at(object, "halves", fault);
  if (string == NULL) return false;
  struct reader reader = reader_of(span_of(string));
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader)) {
    int half = edge_named(word) - 4;
    if (half < 0 || (*halves >> half & 1))
      return fault_say(fault, "halves: expected words out of NL NR EL ER SL SR WL WR, each once, found %s",
                       quote_string(string).text);
    *halves |= (uint8_t)(1 << half);
  }
  return true;
}

static bool cities_at(json_t *object, uint8_t *cities, struct fault *fault) {
  json_t *list = json_object_get(object, "cities");
  if (list == NULL) return true;
  size_t i;
  json_t *value;
  if (!json_is_array(list)) return fault_say(fault, "cities: expected a list");
  json_array_foreach(list, i, value) {
    json_int_t city = json_integer_value(value);
    if (!json_is_integer(value) || city < 0 || city >= TESS_MAX_OF_TYPE || (*cities >> city & 1))
      return fault_say(fault, "cities: expected indices of cities of this tile, from 0 on, each once");
    *cities |= (uint8_t)(1 << city);
  }
  return true;
}

static bool symbols_at(json_t *object, uint8_t symbols[TESS_FACTION_COUNT], struct fault *fault) {
  json_t *list = json_object_get(object, "symbols");
  if (list == NULL) return true;
  size_t i;
  json_t *value;
  if (!json_is_array(list)) return fault_say(fault, "symbols: expected a list");
  json_array_foreach(list, i, value) {
    const char *word = json_string_value(value);
    int faction = word == NULL ? -1 : faction_named(span_of(word));
    if (faction < 0) return fault_say(fault, "symbols: expected a list out of rebels, empire and hunters");
    if (symbols[faction] == UINT8_MAX) return fault_say(fault, "symbols: more than %d of %s", UINT8_MAX, word);
    symbols[faction]++;
  }
  return true;
}

static bool end_at(json_t *object, tess_feature_def *feature, struct fault *fault) {
  static const char *const words[] = {"intersection", "village", "planet", "monastery", "city", "asteroids", NULL};
  static const uint8_t ends[] = {TESS_END_INTERSECTION, TESS_END_VILLAGE, TESS_END_CENTER,
                                 TESS_END_CENTER,       TESS_END_CITY,    TESS_END_CITY};
  if (json_object_get(object, "end") == NULL) return true;
  const char *word = string_at(object, "end", fault);
  if (word == NULL) return false;
  if ((feature->edges & (feature->edges - 1)) != 0)
    return fault_say(fault, "end: is for roads and routes with one edge");
  for (int i = 0; words[i] != NULL; i++)
    if (strcmp(word, words[i]) == 0) feature->end = ends[i];
  return feature->end != TESS_END_NONE ||
         fault_say(fault, "end: expected intersection, village, planet, monastery, city or asteroids, found %s",
                   quote_string(word).text);
}

/* The keys that a feature of this type may have. */
static bool check_feature_keys(json_t *object, int type, struct fault *fault) {
  static const char *const route[] = {"type", "edges", "end", "symbols", NULL};
  static const char *const asteroids[] = {"type", "edges", "symbols", NULL};
  static const char *const planet[] = {"type", "symbols", "name", NULL};
  static const char *const road[] = {"type", "edges", "end", NULL};
  static const char *const city[] = {"type", "edges", "arms", NULL};
  static const char *const centre[] = {"type", NULL};
  static const char *const field[] = {"type", "halves", "cities", NULL};
  static const char *const *const keys[TESS_TYPE_COUNT] = {route, asteroids, planet, road, city, centre, centre, field};
  return check_keys(object, keys[type], fault);
}

static bool feature_fill(json_t *object, tess_feature_def *feature, struct fault *fault) {
  bool edged = feature->type == TESS_TYPE_ROUTE || feature->type == TESS_TYPE_ASTEROIDS ||
               feature->type == TESS_TYPE_ROAD || feature->type == TESS_TYPE_CITY;
  return check_feature_keys(object, feature->type, fault) && (!edged || edges_at(object, &feature->edges, fault)) &&
         (feature->type != TESS_TYPE_FIELD || halves_at(object, &feature->halves, fault)) &&
         cities_at(object, &feature->cities, fault) && end_at(object, feature, fault) &&
         byte_at(object, "arms", true, 0, &feature->arms, fault) && symbols_at(object, feature->symbols, fault);
}

static bool feature_read(json_t *object, int rules, tess_feature_def *feature, struct fault *fault) {
  if (!json_is_object(object)) return fault_say(fault, "expected an object");
  const char *word = string_at(object, "type", fault);
  if (word == NULL) return false;
  int type = type_named(span_of(word));
  bool fits = type >= 0 && (type <= TESS_TYPE_PLANET) == (rules == TESS_RULES_STAR_WARS);
  if (!fits && rules == TESS_RULES_STAR_WARS)
    return fault_say(fault, "type: expected route, asteroids or planet, found %s", quote_string(word).text);
  if (!fits)
    return fault_say(fault, "type: expected road, city, monastery, garden or field, found %s", quote_string(word).text);
  *feature = (tess_feature_def){.type = (uint8_t)type};
  return feature_fill(object, feature, fault);
}

/* ---- Tiles ---- */

static bool features_at(json_t *object, int rules, tess_tile_def *tile, struct fault *fault) {
  json_t *list = json_object_get(object, "features");
  if (!json_is_array(list)) return fault_say(fault, "features: expected a list");
  if (json_array_size(list) > TESS_MAX_FEATURES)
    return fault_say(fault, "features: expected at most %d", TESS_MAX_FEATURES);
  tile->feature_count = (uint8_t)json_array_size(list);
  for (int i = 0; i < tile->feature_count; i++) {
    char where[24];
    snprintf(where, sizeof where, "feature %d", i + 1);
    if (!feature_read(json_array_get(list, (size_t)i), rules, &tile->features[i], fault))
      return fault_within(fault, where);
  }
  return true;
}

static bool tile_edges_at(json_t *object, const struct alphabet *alphabet, tess_tile_def *tile, struct fault *fault) {
  const char *string = string_at(object, "edges", fault);
  if (string == NULL) return false;
  if (strlen(string) != 4) return fault_say(fault, "edges: expected four letters, found %s", quote_string(string).text);
  for (int i = 0; i < 4; i++) {
    bool capital = string[i] >= 'A' && string[i] <= 'Z';
    int edge = capital ? alphabet->edges[string[i] - 'A'] : -1;
    if (edge < 0)
      return fault_say(fault, "edges: expected letters out of edge_letters, found %s", quote_string(string).text);
    tile->edges[i] = (uint8_t)edge;
  }
  return true;
}

static bool role_at(json_t *object, uint8_t *role, struct fault *fault) {
  static const char *const words[] = {"spring", "river", "lake", NULL};
  if (json_object_get(object, "role") == NULL) return true;
  const char *word = string_at(object, "role", fault);
  if (word == NULL) return false;
  for (int i = 0; words[i] != NULL; i++)
    if (strcmp(word, words[i]) == 0) *role = (uint8_t)(TESS_ROLE_SPRING + i);
  return *role != TESS_ROLE_LAND ||
         fault_say(fault, "role: expected spring, river or lake, found %s", quote_string(word).text);
}

static bool start_at(json_t *object, uint8_t *start, struct fault *fault) {
  json_t *value = json_object_get(object, "start");
  if (value != NULL && !json_is_boolean(value)) return fault_say(fault, "start: expected true or false");
  *start = json_is_true(value);
  return true;
}

static bool tile_fill(json_t *object, const struct alphabet *alphabet, tess_tile_def *tile, struct fault *fault) {
  static const char *const keys[] = {"id", "count", "edges", "start", "role", "features", NULL};
  return check_keys(object, keys, fault) && byte_at(object, "count", false, 1, &tile->count, fault) &&
         tile_edges_at(object, alphabet, tile, fault) && start_at(object, &tile->start, fault) &&
         role_at(object, &tile->role, fault) && features_at(object, alphabet->rules, tile, fault);
}

/* True if the id is [A-Za-z0-9_]{1,15}. */
static bool is_tile_id(const char *id) {
  struct reader reader = reader_of(span_of(id));
  reader_id(&reader);
  return reader_done(&reader) && strlen(id) < TESS_ID_SIZE;
}

static bool tile_read(json_t *object, size_t index, const struct alphabet *alphabet, tess_tile_def *tile,
                      struct fault *fault) {
  char where[48];
  snprintf(where, sizeof where, "tile number %zu", index + 1);
  *tile = (tess_tile_def){0};
  const char *id = string_at(object, "id", fault);
  if (id == NULL) return fault_within(fault, where);
  if (!is_tile_id(id)) {
    fault_say(fault, "id: expected 1 to 15 letters, digits or underscores, found %s", quote_string(id).text);
    return fault_within(fault, where);
  }
  memcpy(tile->id, id, strlen(id) + 1);
  snprintf(where, sizeof where, "tile %s", id);
  return tile_fill(object, alphabet, tile, fault) || fault_within(fault, where);
}

/* ---- The set ---- */

static bool letter_read(const char *letter, const char *word, struct alphabet *alphabet, struct fault *fault) {
  static const char *const words[2][5] = {{"space", "trading route", "asteroid field", NULL},
                                          {"field", "road", "city", "water", NULL}};
  if (strlen(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z')
    return fault_say(fault, "expected one capital letter, found %s", quote_string(letter).text);
  for (int rules = 0; rules < 2; rules++)
    for (int edge = 0; word != NULL && words[rules][edge] != NULL; edge++) {
      if (strcmp(word, words[rules][edge]) != 0) continue;
      if (alphabet->rules >= 0 && alphabet->rules != rules)
        return fault_say(fault, "%s belongs to the other game", quote_string(word).text);
      alphabet->rules = rules;
      alphabet->edges[letter[0] - 'A'] = (int8_t)edge;
      return true;
    }
  return fault_say(fault, "%s: expected city, road, field, water, or asteroid field, trading route, space", letter);
}

static bool alphabet_read(json_t *root, struct alphabet *alphabet, struct fault *fault) {
  json_t *object = json_object_get(root, "edge_letters");
  const char *letter;
  json_t *word;
  alphabet->rules = -1;
  memset(alphabet->edges, -1, sizeof alphabet->edges);
  if (!json_is_object(object) || json_object_size(object) == 0)
    return fault_say(fault, "edge_letters: expected an object of letters and what they stand for");
  json_object_foreach(object, letter, word) {
    if (!letter_read(letter, json_string_value(word), alphabet, fault)) return fault_within(fault, "edge_letters");
  }
  return true;
}

/* The set's id, [a-z0-9+-]{1,31}; NULL with the fault filled if it is none. */
static const char *set_id(json_t *root, struct fault *fault) {
  const char *id = string_at(root, "id", fault);
  if (id == NULL) return NULL;
  size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789+-");
  if (length > 0 && length <= 31 && id[length] == '\0') return id;
  fault_say(fault, "id: expected 1 to 31 of a-z, 0-9, + and -, found %s", quote_string(id).text);
  return NULL;
}

static bool tiles_read(json_t *list, const struct alphabet *alphabet, tess_tile_def *tiles, struct fault *fault) {
  size_t i;
  json_t *object;
  json_array_foreach(list, i, object) {
    if (!tile_read(object, i, alphabet, &tiles[i], fault)) return false;
  }
  return true;
}

static struct tile_set *set_read(json_t *root, struct fault *fault) {
  struct alphabet alphabet;
  json_t *list = json_object_get(root, "tiles");
  const char *format = json_string_value(json_object_get(root, "format"));
  if (format == NULL || strcmp(format, "tileset/1") != 0) {
    fault_say(fault, "expected an object with \"format\": \"tileset/1\"");
    return NULL;
  }
  const char *id = set_id(root, fault);
  if (id == NULL || !alphabet_read(root, &alphabet, fault)) return NULL;
  if (!json_is_array(list) || json_array_size(list) == 0 || json_array_size(list) > TESS_MAX_KINDS) {
    fault_say(fault, "tiles: expected a list of 1 to %d tiles", TESS_MAX_KINDS);
    return NULL;
  }
  tess_tile_def *tiles = memory_new(json_array_size(list) * sizeof *tiles);
  struct tile_set *set = NULL;
  if (tiles_read(list, &alphabet, tiles, fault)) set = tile_set_new(id, tiles, json_array_size(list), fault);
  free(tiles);
  return set;
}

struct tile_set *tile_set_read_json(const char *bytes, size_t length, struct fault *fault) {
  json_error_t error;
  json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL) {
    fault_refuse(fault, TESS_ERROR_BAD_SET, "not JSON: %s", quote_string(error.text).text);
    fault->line = error.line;
    return NULL;
  }
  struct tile_set *set = set_read(root, fault);
  json_decref(root);
  if (set == NULL) fault->error = TESS_ERROR_BAD_SET;
  return set;
}

/* Reads all of a file into `*bytes` (released by the caller); false with the fault filled. */
static bool file_read(FILE *file, char **bytes, size_t *length, struct fault *fault) {
  *bytes = memory_new(MAX_FILE_BYTES + 1);
  *length = fread(*bytes, 1, MAX_FILE_BYTES + 1, file);
  if (ferror(file)) return fault_say(fault, "cannot be read");
  return *length <= MAX_FILE_BYTES || fault_say(fault, "is larger than 4 MiB, which no tile set is");
}

struct tile_set *tile_set_load(const char *path, struct fault *fault) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  size_t length;
  struct tile_set *set = NULL;
  if (file == NULL)
    fault_say(fault, "cannot be opened: %s", strerror(errno));
  else if (file_read(file, &bytes, &length, fault))
    set = tile_set_read_json(bytes, length, fault);
  if (file != NULL) fclose(file);
  free(bytes);
  const bool plain = span_is_plain(span_of(path), false);
  if (set == NULL) fault_within(fault, plain ? path : quote(path, strlen(path)).text);
  return set;
}
