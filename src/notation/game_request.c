#include "notation/game_request.h"

#include "notation/options.h"

static bool read_switch(struct span value, bool *on, struct fault *fault) {
  *on = span_is(value, "on");
  if (*on || span_is(value, "off")) return true;
  return fault_say(fault, "expected on or off, not %s", quote(value.bytes, value.length).text);
}

static bool read_seed(struct span value, uint64_t *seed, struct fault *fault) {
  if (span_number(value, 0, UINT64_MAX, seed)) return true;
  return fault_say(fault, "expected a seed from 0 to 18446744073709551615, not %s",
                   quote(value.bytes, value.length).text);
}

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
    if (keys[i].on != NULL) return read_switch(value, keys[i].on, fault);
    if (keys[i].word == NULL) return read_seed(value, &request->seed, fault);
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

static bool settle_players(const struct game_request *request, tess_options *options, struct fault *fault) {
  uint8_t asked = 0;
  if (request->players.bytes != NULL) {
    bool digit = request->players.length == 1 && request->players.bytes[0] >= '2' && request->players.bytes[0] <= '5';
    if (!digit)
      return fault_say(fault, "players: expected 2 to 5, not %s",
                       quote(request->players.bytes, request->players.length).text);
    asked = options->players = (uint8_t)(request->players.bytes[0] - '0');
  }
  if (request->colours.bytes == NULL) return true;
  if (!colours_read(request->colours, options, fault)) return false;
  if (asked == 0 || asked == options->players) return true;
  return fault_say(fault, "colours: expected %d of them, one a player, not %d", asked, options->players);
}

static bool settle_first(const struct game_request *request, tess_options *options, struct fault *fault) {
  struct span first = request->first;
  if (first.bytes == NULL) return true;
  options->first = TESS_FIRST_RANDOM;
  if (span_is(first, "random")) return true;
  if (first.length != 1 || first.bytes[0] < '1' || first.bytes[0] > '0' + options->players)
    return fault_say(fault, "first: expected a seat from 1 to %d or random, not %s", options->players,
                     quote(first.bytes, first.length).text);
  options->first = (uint8_t)(first.bytes[0] - '1');
  return true;
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
  setup->set = settle_set(request, shelf, fault);
  if (setup->set == NULL) return false;
  tess_options *options = &setup->options;
  *options = tess_options_default(tess_set_rules(setup->set->set));
  options->fields = request->fields;
  options->abbot = request->abbot;
  options->river = request->river;
  options->teams = request->teams;
  options->seed = request->seed;
  return settle_players(request, options, fault) && settle_first(request, options, fault) &&
         check_options(setup, fault);
}
