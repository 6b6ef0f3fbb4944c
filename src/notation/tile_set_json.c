/* Reads tile sets from JSON. */
#include "notation/tile_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/json_reader.h"
#include "notation/names.h"

enum { MAX_FILE_BYTES = 4 << 20 };

/* What the file says about the set as a whole, needed to read its tiles. */
struct alphabet {
  int rules;        /* tess_rules, -1 before the first letter */
  int8_t edges[26]; /* tess_edge of each capital letter; -1 if it has none */
};

static struct quote quote_string(const char *string) { return quote(string, strlen(string)); }

/* Refuses an object with any other key than these; the list ends with NULL. */
static bool check_keys(json_t *object, const char *const keys[], struct fault *fault) {
  const char *key;
  json_t *value;
  if (!json_is_object(object)) return fault_say(fault, "expected an object");
  json_object_foreach(object, key, value) {
    int i = 0;
    while (keys[i] != NULL && strcmp(key, keys[i]) != 0) i++;
    if (keys[i] == NULL) return fault_say(fault, "the key %s does not belong here", quote_string(key).text);
  }
  return true;
}

/* The string at a key; NULL with the fault filled if the value is no string. */
static const char *string_at(json_t *object, const char *key, struct fault *fault) {
  struct span string = {0};
  if (member_text(object, key, &string, fault) && string.bytes == NULL) fault_say(fault, "%s: expected a string", key);
  return string.bytes;
}

/* Sets `*number` from the whole number, from `low` to 255, at a key. If `optional` and the key is missing, `*number`
 * stays as it is. */
static bool byte_at(json_t *object, const char *key, bool optional, int low, uint8_t *number, struct fault *fault) {
  int64_t integer = optional ? *number : -1;
  if (!member_long(object, key, &integer, fault) || integer < low || integer > UINT8_MAX)
    return fault_say(fault, "%s: expected a whole number from %d to %d", key, low, UINT8_MAX);
  *number = (uint8_t)integer;
  return true;
}

/* ---- Features ---- */

/* Reads a list of factions; each may appear several times. */
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

/* Reads the edges of a feature, each once: letters out of NESW, or for a field words such as NL. */
static bool edges_at(json_t *object, tess_feature_def *feature, struct fault *fault) {
  const bool field = feature->type == TESS_TYPE_FIELD;
  const char *string = string_at(object, field ? "halves" : "edges", fault);
  if (string == NULL) return false;
  struct reader reader = reader_of(span_of(string));
  for (const char *at = string; !field && *at != '\0'; at++) {
    const int edge = edge_named((struct span){at, 1});
    if (edge < 0 || (feature->edges >> edge & 1))
      return fault_say(fault, "edges: expected letters out of NESW, each once, found %s", quote_string(string).text);
    feature->edges |= (uint8_t)(1 << edge);
  }
  for (struct span word; field && (word = reader_word(&reader)).length > 0;) {
    const int half = edge_named(word) - 4;
    if (half < 0 || (feature->halves >> half & 1))
      return fault_say(fault, "halves: expected words out of NL NR EL ER SL SR WL WR, each once, found %s",
                       quote_string(string).text);
    feature->halves |= (uint8_t)(1 << half);
  }
  return true;
}

/* Reads which cities of its tile a field touches, and what a road or route with one edge ends at; both are optional. */
static bool cities_and_end_at(json_t *object, tess_feature_def *feature, struct fault *fault) {
  static const char *const words[] = {"intersection", "village", "planet", "monastery", "city", "asteroids", NULL};
  static const uint8_t ends[] = {TESS_END_INTERSECTION, TESS_END_VILLAGE, TESS_END_CENTER,
                                 TESS_END_CENTER,       TESS_END_CITY,    TESS_END_CITY};
  json_t *list = json_object_get(object, "cities");
  size_t i;
  json_t *value;
  if (list != NULL && !json_is_array(list)) return fault_say(fault, "cities: expected a list");
  json_array_foreach(list, i, value) {
    const json_int_t city = json_integer_value(value);
    if (!json_is_integer(value) || city < 0 || city >= TESS_MAX_OF_TYPE || (feature->cities >> city & 1))
      return fault_say(fault, "cities: expected indices of cities of this tile, from 0 on, each once");
    feature->cities |= (uint8_t)(1 << city);
  }
  if (json_object_get(object, "end") == NULL) return true;
  const char *word = string_at(object, "end", fault);
  if (word == NULL) return false;
  if ((feature->edges & (feature->edges - 1)) != 0)
    return fault_say(fault, "end: is for roads and routes with one edge");
  for (int end = 0; words[end] != NULL; end++)
    if (strcmp(word, words[end]) == 0) feature->end = ends[end];
  return feature->end != TESS_END_NONE ||
         fault_say(fault, "end: expected intersection, village, planet, monastery, city or asteroids, found %s",
                   quote_string(word).text);
}

static bool feature_read(json_t *object, int rules, tess_feature_def *feature, struct fault *fault) {
  /* 1. The type, which must belong to the game. */
  if (!json_is_object(object)) return fault_say(fault, "expected an object");
  const char *word = string_at(object, "type", fault);
  if (word == NULL) return false;
  const int type = type_named(span_of(word));
  if (type < 0 || (type <= TESS_TYPE_PLANET) != (rules == TESS_RULES_STAR_WARS))
    return fault_say(fault, "type: expected %s, found %s",
                     rules == TESS_RULES_STAR_WARS ? "route, asteroids or planet"
                                                   : "road, city, monastery, garden or field",
                     quote_string(word).text);
  *feature = (tess_feature_def){.type = (uint8_t)type};

  /* 2. The keys that this type may have. */
  static const char *const route[] = {"type", "edges", "end", "symbols", NULL};
  static const char *const asteroids[] = {"type", "edges", "symbols", NULL};
  static const char *const planet[] = {"type", "symbols", "name", NULL};
  static const char *const road[] = {"type", "edges", "end", NULL};
  static const char *const city[] = {"type", "edges", "arms", NULL};
  static const char *const centre[] = {"type", NULL};
  static const char *const field[] = {"type", "halves", "cities", NULL};
  static const char *const *const keys[TESS_TYPE_COUNT] = {route, asteroids, planet, road, city, centre, centre, field};
  if (!check_keys(object, keys[type], fault)) return false;

  /* 3. The values of the keys. */
  const bool edged = type != TESS_TYPE_PLANET && type != TESS_TYPE_MONASTERY && type != TESS_TYPE_GARDEN;
  return (!edged || edges_at(object, feature, fault)) && cities_and_end_at(object, feature, fault) &&
         byte_at(object, "arms", true, 0, &feature->arms, fault) && symbols_at(object, feature->symbols, fault);
}

/* ---- Tiles ---- */

/* Reads the edges and the role of a tile, and whether it is the start tile. */
static bool tile_form_at(json_t *object, const struct alphabet *alphabet, tess_tile_def *tile, struct fault *fault) {
  static const char *const roles[] = {"spring", "river", "lake", NULL};
  const char *string = string_at(object, "edges", fault);
  if (string == NULL) return false;
  if (strlen(string) != 4) return fault_say(fault, "edges: expected four letters, found %s", quote_string(string).text);
  for (int i = 0; i < 4; i++) {
    const bool capital = string[i] >= 'A' && string[i] <= 'Z';
    const int edge = capital ? alphabet->edges[string[i] - 'A'] : -1;
    if (edge < 0)
      return fault_say(fault, "edges: expected letters out of edge_letters, found %s", quote_string(string).text);
    tile->edges[i] = (uint8_t)edge;
  }
  bool start = false;
  if (!member_switch(object, "start", &start, fault)) return false;
  tile->start = start;
  if (json_object_get(object, "role") == NULL) return true;
  const char *word = string_at(object, "role", fault);
  if (word == NULL) return false;
  for (int i = 0; roles[i] != NULL; i++)
    if (strcmp(word, roles[i]) == 0) tile->role = (uint8_t)(TESS_ROLE_SPRING + i);
  return tile->role != TESS_ROLE_LAND ||
         fault_say(fault, "role: expected spring, river or lake, found %s", quote_string(word).text);
}

/* Reads the arrow of a tile (CL-10): the edge that it points to, and its action. */
static bool arrow_at(json_t *object, tess_tile_def *tile, struct fault *fault) {
  static const char *const keys[] = {"edge", "action", NULL};
  json_t *arrow = json_object_get(object, "arrow");
  if (arrow == NULL) return true;
  if (!json_is_object(arrow)) return fault_say(fault, "arrow: expected an object with edge and action");
  if (!check_keys(arrow, keys, fault)) return fault_within(fault, "arrow");
  const char *edge = string_at(arrow, "edge", fault), *word = edge ? string_at(arrow, "action", fault) : NULL;
  if (word == NULL) return fault_within(fault, "arrow");
  const char *at = strchr("NESW", *edge);
  if (strlen(edge) != 1 || at == NULL)
    return fault_say(fault, "arrow: edge: expected N, E, S or W, found %s", quote_string(edge).text);
  tile->arrow = (uint8_t)(at - "NESW");
  for (int action = TESS_ACTION_REINFORCE; action < TESS_ACTION_COUNT; action++)
    if (strcmp(word, tess_action_name(action)) == 0) tile->action = (uint8_t)action;
  return tile->action != TESS_ACTION_NONE ||
         fault_say(fault, "arrow: action: expected reinforce, extra-turn or elsewhere, found %s",
                   quote_string(word).text);
}

static bool tile_read(json_t *object, size_t index, const struct alphabet *alphabet, tess_tile_def *tile,
                      struct fault *fault) {
  /* 1. The id, [A-Za-z0-9_]{1,15}. */
  char where[48];
  snprintf(where, sizeof where, "tile number %zu", index + 1);
  *tile = (tess_tile_def){0};
  const char *id = string_at(object, "id", fault);
  if (id == NULL) return fault_within(fault, where);
  struct reader reader = reader_of(span_of(id));
  reader_id(&reader);
  if (!reader_done(&reader) || strlen(id) >= TESS_ID_SIZE) {
    fault_say(fault, "id: expected 1 to 15 letters, digits or underscores, found %s", quote_string(id).text);
    return fault_within(fault, where);
  }
  memcpy(tile->id, id, strlen(id) + 1);
  snprintf(where, sizeof where, "tile %s", id);

  /* 2. The members of the tile as a whole. */
  static const char *const keys[] = {"id", "count", "edges", "start", "role", "features", "arrow", NULL};
  if (!check_keys(object, keys, fault) || !byte_at(object, "count", false, 1, &tile->count, fault) ||
      !tile_form_at(object, alphabet, tile, fault) || !arrow_at(object, tile, fault))
    return fault_within(fault, where);

  /* 3. The features. */
  json_t *list = json_object_get(object, "features");
  const size_t count = json_array_size(list);
  if (!json_is_array(list) || count > TESS_MAX_FEATURES) {
    if (!json_is_array(list))
      fault_say(fault, "features: expected a list");
    else
      fault_say(fault, "features: expected at most %d", TESS_MAX_FEATURES);
    return fault_within(fault, where);
  }
  tile->feature_count = (uint8_t)count;
  for (size_t i = 0; i < count; i++) {
    char which[24];
    snprintf(which, sizeof which, "feature %zu", i + 1);
    if (feature_read(json_array_get(list, i), alphabet->rules, &tile->features[i], fault)) continue;
    fault_within(fault, which);
    return fault_within(fault, where);
  }
  return true;
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

static struct tile_set *set_read(json_t *root, struct fault *fault) {
  /* 1. The format, and the id, [a-z0-9+-]{1,31}. */
  const char *format = json_string_value(json_object_get(root, "format"));
  if (format == NULL || strcmp(format, "tileset/1") != 0) {
    fault_say(fault, "expected an object with \"format\": \"tileset/1\"");
    return NULL;
  }
  const char *id = string_at(root, "id", fault);
  if (id == NULL) return NULL;
  const size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789+-");
  if (length == 0 || length > 31 || id[length] != '\0') {
    fault_say(fault, "id: expected 1 to 31 of a-z, 0-9, + and -, found %s", quote_string(id).text);
    return NULL;
  }

  /* 2. The meaning of the letters. */
  struct alphabet alphabet;
  if (!alphabet_read(root, &alphabet, fault)) return NULL;

  /* 3. The tiles. */
  json_t *list = json_object_get(root, "tiles");
  const size_t count = json_array_size(list);
  if (!json_is_array(list) || count == 0 || count > TESS_MAX_KINDS) {
    fault_say(fault, "tiles: expected a list of 1 to %d tiles", TESS_MAX_KINDS);
    return NULL;
  }
  tess_tile_def *tiles = memory_new(count * sizeof *tiles);
  size_t read = 0;
  while (read < count && tile_read(json_array_get(list, read), read, &alphabet, &tiles[read], fault)) read++;
  struct tile_set *set = read == count ? tile_set_new(id, tiles, count, fault) : NULL;
  free(tiles);
  return set;
}

struct tile_set *tile_set_read_json(const char *bytes, size_t length, struct fault *fault) {
  json_error_t error;
  const struct span json = span_after_mark((struct span){bytes, length});
  json_t *root = json_loadb(json.bytes, json.length, JSON_REJECT_DUPLICATES, &error);
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

struct tile_set *tile_set_load(const char *path, struct fault *fault) {
  struct tile_set *set = NULL;
  FILE *file = fopen(path, "rb");
  if (file == NULL)
    fault_say(fault, "cannot be opened: %s", strerror(errno));
  else {
    char *bytes = memory_new(MAX_FILE_BYTES + 1);
    const size_t length = fread(bytes, 1, MAX_FILE_BYTES + 1, file);
    if (ferror(file))
      fault_say(fault, "cannot be read");
    else if (length > MAX_FILE_BYTES)
      fault_say(fault, "is larger than 4 MiB, which no tile set is");
    else
      set = tile_set_read_json(bytes, length, fault);
    free(bytes);
    fclose(file);
  }
  const bool plain = span_is_plain(span_of(path), false);
  if (set == NULL) fault_within(fault, plain ? path : quote(path, strlen(path)).text);
  return set;
}
