#include "notation/options.h"

#include <string.h>

#include "notation/names.h"

struct flag {
  const char *word;
  bool *on;
};

enum { FLAGS = 4 };

static void flags_of(tess_options *options, struct flag flags[FLAGS]) {
  flags[0] = (struct flag){"fields", &options->fields};
  flags[1] = (struct flag){"abbot", &options->abbot};
  flags[2] = (struct flag){"river", &options->river};
  flags[3] = (struct flag){"teams", &options->teams};
}

void options_write(const tess_options *options, struct text *text) {
  tess_options copy = *options;
  struct flag flags[FLAGS];
  flags_of(&copy, flags);
  const char *before = "";
  for (int i = 0; i < FLAGS; i++) {
    if (!*flags[i].on) continue;
    text_print(text, "%s%s", before, flags[i].word);
    before = ",";
  }
  if (before[0] == '\0') text_add_char(text, '-');
}

bool options_read(struct span word, tess_options *options, struct fault *fault) {
  tess_options read = *options;
  struct flag flags[FLAGS];
  flags_of(&read, flags);
  for (int i = 0; i < FLAGS; i++) *flags[i].on = false;
  struct span rest = word, part;
  while (!span_is(word, "-") && span_split(&rest, ',', &part)) {
    int i = 0;
    while (i < FLAGS && !span_is(part, flags[i].word)) i++;
    if (i == FLAGS)
      return fault_say(fault, "expected '-' or options out of fields,abbot,river,teams, found %s",
                       quote(part.bytes, part.length).text);
    if (*flags[i].on) return fault_say(fault, "the option %s stands twice", flags[i].word);
    *flags[i].on = true;
  }
  *options = read;
  return true;
}

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

/* ---- Which game is asked for ---- */

bool game_request_set(struct game_request *request, struct span key, struct span value, struct fault *fault) {
  const struct {
    const char *key;
    struct span *word;
    bool *on;
  } keys[] = {{"game", &request->game, NULL},       {"set", &request->set, NULL},
              {"players", &request->players, NULL}, {"colours", &request->colours, NULL},
              {"first", &request->first, NULL},     {"fields", NULL, &request->fields},
              {"abbot", NULL, &request->abbot},     {"river", NULL, &request->river},
              {"teams", NULL, &request->teams},     {"seed", NULL, NULL}};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (!span_is(key, keys[i].key)) continue;
    if (request->given >> i & 1) return fault_say(fault, "%s stands twice", keys[i].key);
    request->given |= 1u << i;
    if (keys[i].on != NULL) {
      *keys[i].on = span_is(value, "on");
      return *keys[i].on || span_is(value, "off") ||
             fault_say(fault, "expected on or off, not %s", quote(value.bytes, value.length).text);
    }
    if (keys[i].word == NULL)
      return span_number(value, 0, UINT64_MAX, &request->seed) ||
             fault_say(fault, "expected a seed from 0 to 18446744073709551615, not %s",
                       quote(value.bytes, value.length).text);
    *keys[i].word = value;
    return true;
  }
  return fault_say(fault, "expected game, set, players, fields, abbot, river, teams, colours, first or seed, not %s",
                   quote(key.bytes, key.length).text);
}

struct tile_shelf *game_request_shelf(const struct game_request *request, struct tile_shelf *shelf,
                                      tile_set_loader *load, struct fault *fault) {
  if (request->set.bytes == NULL || tile_shelf_find(shelf, request->set) != NULL) return shelf;
  struct text path = {0};
  text_add(&path, request->set.bytes, request->set.length);
  struct tile_shelf *fresh = tile_shelf_open();
  const bool loaded = tile_shelf_load(fresh, path.bytes == NULL ? "" : path.bytes, load, fault);
  text_free(&path);
  if (loaded) return fresh;
  tile_shelf_close(fresh);
  return NULL;
}

/* The set asked for, joined with the river if that is on; NULL with `*fault`. */
static const struct tile_set *settle_set(const struct game_request *request, const struct tile_shelf *shelf,
                                         struct fault *fault) {
  int rules = request->game.bytes == NULL ? TESS_RULES_STAR_WARS : rules_named(request->game);
  if (rules < 0) {
    fault_say(fault, "game: expected star-wars or classic, not %s",
              quote(request->game.bytes, request->game.length).text);
    return NULL;
  }
  struct span name = request->set;
  if (name.bytes == NULL) name = span_of(name_of_rules((tess_rules)rules));
  const struct tile_set *set = tile_shelf_find(shelf, name);
  if (set == NULL) set = tile_shelf_loaded(shelf);
  if (request->game.bytes != NULL && (int)tess_set_rules(set->set) != rules) {
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "game: the set '%s' is for %s", set->id,
                 name_of_rules(tess_set_rules(set->set)));
    return NULL;
  }
  if (!request->river) return set;
  const struct tile_set *joined = tile_shelf_with_river(shelf, set);
  if (joined == NULL)
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "river: the set '%s' cannot be joined with it", set->id);
  return joined;
}

/* What the engine would refuse without saying which option it is (SW-8.1, CL-6 to CL-8). */
static bool check_options(const struct game_setup *setup, struct fault *fault) {
  const tess_options *options = &setup->options;
  const tess_rules rules = tess_set_rules(setup->set->set);
  const bool classic = rules == TESS_RULES_CLASSIC;
  if (!classic && (options->fields || options->abbot || options->river))
    return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "%s: only the classic game has this option, as in game=classic",
                        options->fields  ? "fields"
                        : options->abbot ? "abbot"
                                         : "river");
  if (!colours_suit(options, rules, fault)) return fault_within(fault, "colours");
  if (!options->teams) return true;
  if (classic) return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "teams: only the game star-wars has this option");
  if (options->players != 4)
    return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "teams: expected 4 players, not %d", options->players);
  for (int seat = 0; seat < 2; seat++)
    if (tess_colour_faction((tess_colour)options->colours[seat]) !=
        tess_colour_faction((tess_colour)options->colours[seat + 2]))
      return fault_refuse(fault, TESS_ERROR_BAD_OPTIONS,
                          "colours: expected partners of one faction, as in red,black,green,white");
  return true;
}

bool game_request_settle(const struct game_request *request, const struct tile_shelf *shelf, struct game_setup *setup,
                         struct fault *fault) {
  /* 1. The set, and what has one key each. */
  setup->set = settle_set(request, shelf, fault);
  if (setup->set == NULL) return false;
  tess_options *options = &setup->options;
  *options = tess_options_default(tess_set_rules(setup->set->set));
  options->fields = request->fields;
  options->abbot = request->abbot;
  options->river = request->river;
  options->teams = request->teams;
  options->seed = request->seed;

  /* 2. How many players, and their colours; the one follows from the other. */
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

  /* 3. Who begins. */
  if (first.bytes != NULL && span_is(first, "random"))
    options->first = TESS_FIRST_RANDOM;
  else if (first.bytes != NULL) {
    if (first.length != 1 || first.bytes[0] < '1' || first.bytes[0] > '0' + options->players)
      return fault_say(fault, "first: expected a seat from 1 to %d or random, not %s", options->players,
                       quote(first.bytes, first.length).text);
    options->first = (uint8_t)(first.bytes[0] - '1');
  }
  return check_options(setup, fault);
}
