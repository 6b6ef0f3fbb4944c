#include "notation/options.h"

#include <assert.h>
#include <string.h>

#include "base/json_writer.h"
#include "notation/names.h"

/* ---- The table ---- */

const struct option_row option_rows[OPTION_COUNT] = {
#define X(member, kind, values, game, help) {#member, values, TESS_RULES_##game, offsetof(tess_options, member)},
    OPTION_ROWS(X)
#undef X
};

#define TYPE_FLAG bool
#define TYPE_CHOICE uint8_t
#define X(member, kind, values, game, help)                                                                            \
  _Static_assert(_Generic(((tess_options *)NULL)->member, TYPE_##kind : true, default : false), "see OPTION_ROWS");
OPTION_ROWS(X)
#undef X

int option_value(const tess_options *options, int option) {
  return ((const unsigned char *)options)[option_rows[option].member];
}

static void set_value(tess_options *options, int option, int value) {
  ((unsigned char *)options)[option_rows[option].member] = (unsigned char)value;
}

int option_named(struct span word) {
  for (int i = 0; i < OPTION_COUNT; i++)
    if (span_is(word, option_rows[i].word)) return i;
  return -1;
}

/* ---- Values and items ---- */

int option_read_value(const struct option_row *row, struct span word) {
  if (span_is(word, "off")) return 0;
  if (span_is(word, "on")) return 1;
  struct span rest = span_of(row->values), value;
  for (int number = 1; span_split(&rest, '|', &value); number++)
    if (word.length == value.length && memcmp(word.bytes, value.bytes, value.length) == 0) return number;
  return -1;
}

/* The word for a value other than 0. The first value is written `on`, although it may have a word of its own. */
static struct span value_word(const struct option_row *row, int value) {
  if (value == 1) return span_of("on");
  struct span rest = span_of(row->values), word = {0};
  for (int number = 1; number <= value; number++) span_split(&rest, '|', &word);
  return word;
}

struct option_item option_item(const struct option_row *row, int value) {
  struct option_item item = {""};
  const struct span word = value_word(row, value);
  size_t length = strlen(row->word);
  assert(length + 1 + word.length < sizeof item.text);
  memcpy(item.text, row->word, length);
  if (value == 1) return item;
  item.text[length++] = '=';
  memcpy(item.text + length, word.bytes, word.length);
  return item;
}

int option_item_read(struct span item, int *value) {
  struct span rest = item, word;
  span_split(&rest, '=', &word);
  const int option = option_named(word);
  if (option < 0) return -1;
  *value = 1;
  if (rest.bytes == NULL) return option;
  *value = option_read_value(&option_rows[option], rest);
  return *value > 1 ? option : -1;
}

/* ---- All of them ---- */

void options_take(tess_options *options, const tess_options *from) {
  for (int i = 0; i < OPTION_COUNT; i++) set_value(options, i, option_value(from, i));
}

bool options_agree(const tess_options *some, const tess_options *others) {
  for (int i = 0; i < OPTION_COUNT; i++)
    if (option_value(some, i) != option_value(others, i)) return false;
  return true;
}

bool options_add(tess_options *options, struct span item, const char *expected, struct fault *fault) {
  int value = 0;
  const int option = option_item_read(item, &value);
  if (option < 0)
    return fault_say(fault, "expected %s out of %s, found %s", expected, &OPTION_LIST[2],
                     quote(item.bytes, item.length).text);
  if (option_value(options, option) != 0)
    return fault_say(fault, "the option %s stands twice", option_rows[option].word);
  set_value(options, option, value);
  return true;
}

void options_write(const tess_options *options, struct text *text) {
  const char *before = "";
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (option_value(options, i) == 0) continue;
    text_print(text, "%s%s", before, option_item(&option_rows[i], option_value(options, i)).text);
    before = ",";
  }
  if (before[0] == '\0') text_add_char(text, '-');
}

bool options_read(struct span word, tess_options *options, struct fault *fault) {
  tess_options read = *options;
  for (int i = 0; i < OPTION_COUNT; i++) set_value(&read, i, 0);
  struct span rest = word, part;
  while (!span_is(word, "-") && span_split(&rest, ',', &part))
    if (!options_add(&read, part, "'-' or options", fault)) return false;
  *options = read;
  return true;
}

void options_write_json(const tess_options *options, struct text *text) {
  json_open_array(text, "options");
  for (int i = 0; i < OPTION_COUNT; i++)
    if (option_value(options, i) != 0)
      json_put_string(text, NULL, option_item(&option_rows[i], option_value(options, i)).text);
  json_close_array(text);
}

void options_write_newgame(const tess_options *options, struct text *text) {
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (option_value(options, i) == 0) continue;
    const struct span word = value_word(&option_rows[i], option_value(options, i));
    text_print(text, " %s=", option_rows[i].word);
    text_add(text, word.bytes, word.length);
  }
}

/* ---- Colours ---- */

void colours_write(const tess_options *options, struct text *text) {
  for (int i = 0; i < options->players; i++)
    text_print(text, "%s%s", i > 0 ? "," : "", name_of_colour((tess_colour)options->colours[i]));
}

bool colours_read(struct span word, tess_options *options, struct fault *fault) {
  tess_options read = *options;
  read.players = 0;
  struct span rest = word, part;
  while (span_split(&rest, ',', &part)) {
    const int colour = colour_named(part);
    if (colour < 0)
      return fault_say(fault, "expected a colour (red green black white orange blue yellow), found %s",
                       quote(part.bytes, part.length).text);
    if (memchr(read.colours, colour, read.players) != NULL)
      return fault_say(fault, "the colour %s stands twice", name_of_colour((tess_colour)colour));
    if (read.players == TESS_MAX_PLAYERS) return fault_say(fault, "expected at most five colours");
    read.colours[read.players++] = (uint8_t)colour;
  }
  if (read.players < 2) return fault_say(fault, "expected at least two colours");
  *options = read;
  return true;
}

bool colours_suit(const tess_options *options, tess_rules rules, struct fault *fault) {
  tess_options all = tess_options_default(rules);
  all.players = TESS_MAX_PLAYERS;
  for (int i = 0; i < options->players; i++) {
    if (memchr(all.colours, options->colours[i], sizeof all.colours) != NULL) continue;
    struct text own = {0};
    colours_write(&all, &own);
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "the game %s has the colours %s, not %s", name_of_rules(rules),
                 own.bytes, name_of_colour((tess_colour)options->colours[i]));
    text_free(&own);
    return false;
  }
  return true;
}

/* ---- Requests for a game ---- */

/* The keys that are not options. The words of the first few are interpreted only when the game is settled. */
enum { KEY_GAME, KEY_SET, KEY_PLAYERS, KEY_COLOURS, KEY_FIRST, KEY_SEED, KEYS };
_Static_assert(KEYS + OPTION_COUNT <= 32, "each key has a bit of `given`");

static const char *const key_words[KEYS] = {"game", "set", "players", "colours", "first", "seed"};

/* The number of a key; the options follow the other keys. -1 if the key is unknown. */
static int key_named(struct span key) {
  for (int i = 0; i < KEYS; i++)
    if (span_is(key, key_words[i])) return i;
  const int option = option_named(key);
  return option < 0 ? -1 : KEYS + option;
}

bool game_request_knows(struct span key) { return key_named(key) >= 0; }

bool game_request_set(struct game_request *request, struct span key, struct span value, struct fault *fault) {
  /* 1. Find the key; each may be set once. */
  const int number = key_named(key);
  if (number < 0)
    return fault_say(fault, "expected game, " GAME_KEYS " or seed, not %s", quote(key.bytes, key.length).text);
  if (request->given >> number & 1)
    return fault_say(fault, "%s stands twice", number < KEYS ? key_words[number] : option_rows[number - KEYS].word);
  request->given |= (uint32_t)1 << number;

  /* 2. Read its value. */
  switch (number) {
  case KEY_GAME: request->game = value; return true;
  case KEY_SET: request->set = value; return true;
  case KEY_PLAYERS: request->players = value; return true;
  case KEY_COLOURS: request->colours = value; return true;
  case KEY_FIRST: request->first = value; return true;
  case KEY_SEED:
    return span_number(value, 0, UINT64_MAX, &request->options.seed) ||
           fault_say(fault, "expected a seed from 0 to 18446744073709551615, not %s",
                     quote(value.bytes, value.length).text);
  }
  const struct option_row *row = &option_rows[number - KEYS];
  const int found = option_read_value(row, value);
  if (found < 0)
    return fault_say(fault, "%s: expected %s or off, not %s", row->word, row->values,
                     quote(value.bytes, value.length).text);
  set_value(&request->options, number - KEYS, found);
  return true;
}

bool game_request_words(struct game_request *request, struct reader *words, struct fault *fault) {
  struct span rest, key;
  while ((rest = reader_word(words)).length > 0) {
    if (memchr(rest.bytes, '=', rest.length) == NULL)
      return fault_say(fault, "expected key=value, not %s", quote(rest.bytes, rest.length).text);
    span_split(&rest, '=', &key);
    if (rest.bytes == NULL || rest.length == 0)
      return fault_say(fault, "a value is missing after %s", quote(key.bytes, key.length).text);
    if (!game_request_set(request, key, rest, fault)) return false;
  }
  return true;
}

struct set_library *game_request_library(const struct game_request *request, struct set_library *library,
                                         tile_set_loader *load, struct fault *fault) {
  if (request->set.bytes == NULL || set_library_find(library, request->set) != NULL) return library;
  struct text path = {0};
  text_add(&path, request->set.bytes, request->set.length);
  struct set_library *fresh = set_library_open();
  const bool loaded = set_library_load(fresh, path.bytes == NULL ? "" : path.bytes, load, fault);
  text_free(&path);
  if (loaded) return fresh;
  set_library_close(fresh);
  return NULL;
}

/* The requested set, joined with the river if that option is on; NULL with `*fault` filled. */
static const struct tile_set *settle_set(const struct game_request *request, const struct set_library *library,
                                         struct fault *fault) {
  int rules = request->game.bytes == NULL ? TESS_RULES_STAR_WARS : rules_named(request->game);
  if (rules < 0) {
    fault_say(fault, "game: expected star-wars or classic, not %s",
              quote(request->game.bytes, request->game.length).text);
    return NULL;
  }
  struct span name = request->set;
  if (name.bytes == NULL) name = span_of(name_of_rules((tess_rules)rules));
  const struct tile_set *set = set_library_find(library, name);
  if (set == NULL) set = set_library_loaded(library);
  if (request->game.bytes != NULL && (int)tess_set_rules(set->set) != rules) {
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "game: the set '%s' is for %s", set->id,
                 name_of_rules(tess_set_rules(set->set)));
    return NULL;
  }
  const tess_river river = (tess_river)request->options.river, own = tess_set_river(set->set);
  const struct tile_set *joined = set_library_joined(library, set, river, request->options.arrows);
  if (joined == NULL && river != TESS_RIVER_NONE && own != TESS_RIVER_NONE && own != river)
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "river: the set '%s' has the tiles of river-%s", set->id,
                 own == TESS_RIVER_1 ? "1" : "20");
  else if (joined == NULL)
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "%s: the set '%s' cannot be joined with it",
                 river != TESS_RIVER_NONE ? "river" : "arrows", set->id);
  return joined;
}

/* An option that is on although `rules` do not have it; NULL if there is none. */
static const struct option_row *strange_option(const tess_options *options, tess_rules rules) {
  for (int i = 0; i < OPTION_COUNT; i++)
    if (option_value(options, i) != 0 && option_rows[i].rules != rules) return &option_rows[i];
  return NULL;
}

bool game_request_settle(const struct game_request *request, const struct set_library *library,
                         struct game_setup *setup, struct fault *fault) {
  /* 1. The set, and everything that has a key of its own. */
  setup->set = settle_set(request, library, fault);
  if (setup->set == NULL) return false;
  tess_options *options = &setup->options;
  *options = tess_options_default(tess_set_rules(setup->set->set));
  options_take(options, &request->options);
  options->seed = request->options.seed;

  /* 2. The number of players and their colours; each follows from the other if only one is given. */
  const struct span players = request->players, first = request->first;
  uint8_t asked = 0;
  if (players.bytes != NULL) {
    if (players.length != 1 || players.bytes[0] < '2' || players.bytes[0] > '5')
      return fault_say(fault, "players: expected 2 to 5, not %s", quote(players.bytes, players.length).text);
    asked = options->players = (uint8_t)(players.bytes[0] - '0');
  }
  if (request->colours.bytes != NULL && !colours_read(request->colours, options, fault)) return false;
  if (asked != 0 && asked != options->players)
    return fault_say(fault, "colours: expected %d of them, one a player, not %d", asked, options->players);

  /* 3. The first player. */
  if (first.bytes != NULL && span_is(first, "random"))
    options->first = TESS_FIRST_RANDOM;
  else if (first.bytes != NULL) {
    if (first.length != 1 || first.bytes[0] < '1' || first.bytes[0] > '0' + options->players)
      return fault_say(fault, "first: expected a seat from 1 to %d or random, not %s", options->players,
                       quote(first.bytes, first.length).text);
    options->first = (uint8_t)(first.bytes[0] - '1');
  }
  /* Check what the engine would refuse without naming the option (SW-8.1, CL-6 to CL-8). */
  const tess_rules rules = tess_set_rules(setup->set->set);
  const struct option_row *strange = strange_option(options, rules);
  if (strange != NULL)
    return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS,
                        rules == TESS_RULES_STAR_WARS ? "%s: only the classic game has this option, as in game=classic"
                                                      : "%s: only the game star-wars has this option",
                        strange->word);
  if (!colours_suit(options, rules, fault)) return fault_within(fault, "colours");
  if (!options->teams) return true;
  if (options->players != 4)
    return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "teams: expected 4 players, not %d", options->players);
  for (int seat = 0; seat < 2; seat++)
    if (tess_colour_faction((tess_colour)options->colours[seat]) !=
        tess_colour_faction((tess_colour)options->colours[seat + 2]))
      return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS,
                          "colours: expected partners of one faction, as in red,black,green,white");
  return true;
}
