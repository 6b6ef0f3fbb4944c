#include "table/setup.h"

#include <string.h>

#include "base/json_writer.h"
#include "notation/options.h"

static const char kinds[] = "person computer open"; /* enum setup_seat_kind */
static const char *const kind_words[] = {"person", "computer", "open"};
static const char clock_kinds[] = "none move game days"; /* enum setup_clock */
static const char *const clock_words[] = {"none", "move", "game", "days"};

enum {
  DAY_SECONDS = 86400,
  MOST_DAYS = 14,
  MOST_INCREMENT = 3600,
  MOST_GRACE = 60000,
  GRACE_DEFAULT = 3000,
  NO_COLOUR = 255
};

/* ---- Reading a setup ---- */

static bool read_seat(const json_t *json, struct setup_seat *seat, struct fault *fault) {
  int kind = SETUP_OPEN, level = SETUP_LEVEL_DEFAULT;
  struct span colour = {0};
  if (!json_is_object(json)) return fault_say(fault, "expected an object");
  if (!members_known(json, "kind", "level colour", fault) || !member_choice(json, "kind", kinds, &kind, fault) ||
      !member_whole(json, "level", 1, SETUP_LEVELS, &level, fault) || !member_text(json, "colour", &colour, fault))
    return false;
  if (kind != SETUP_COMPUTER && json_object_get(json, "level") != NULL)
    return fault_say(fault, "level: only a computer has one");
  *seat = (struct setup_seat){.kind = (uint8_t)kind, .colour = NO_COLOUR};
  if (kind == SETUP_COMPUTER) seat->level = (uint8_t)level;
  if (colour.bytes == NULL) return true;
  const int named = colour_named(colour);
  if (named < 0) return fault_say(fault, "colour: there is none named %s", quote(colour.bytes, colour.length).text);
  seat->colour = (uint8_t)named;
  return true;
}

static bool read_seats(const json_t *json, struct setup *setup, struct fault *fault) {
  const json_t *seats = json_object_get(json, "seats");
  const size_t count = json_array_size(seats);
  unsigned taken = 0; /* bit c: colour c */
  int persons = 0;

  /* 1. What they are. */
  if (count < 2 || count > TESS_MAX_PLAYERS)
    return fault_say(fault, "seats: expected an array of 2 to %d", TESS_MAX_PLAYERS);
  setup->players = (int)count;
  for (size_t i = 0; i < count; i++) {
    char where[24];
    snprintf(where, sizeof where, "seats: seat %d", (int)i + 1);
    if (!read_seat(json_array_get(seats, i), &setup->seats[i], fault)) return fault_within(fault, where);
    if (setup->seats[i].colour != NO_COLOUR) taken |= 1u << setup->seats[i].colour;
  }

  /* 2. Those that named no colour get the first ones of the game that are left. */
  const tess_options defaults = tess_options_default((tess_rules)setup->rules);
  for (int i = 0, next = 0; i < setup->players; i++) {
    if (setup->seats[i].colour != NO_COLOUR) continue;
    while (taken >> defaults.colours[next] & 1) next++;
    setup->seats[i].colour = defaults.colours[next++];
  }

  /* 3. One seat is that of the person who creates the table; those of other persons are open. */
  for (int i = 0; i < setup->players; i++)
    if (setup->seats[i].kind == SETUP_PERSON && persons++ > 0) setup->seats[i].kind = SETUP_OPEN;
  return persons > 0 || fault_say(fault, "seats: expected one of the kind person, for the one who makes the table");
}

static bool read_clock(const json_t *json, struct setup *setup, struct fault *fault) {
  const json_t *clock = NULL;
  int kind = SETUP_NO_CLOCK;
  if (!member_object(json, "clock", &clock, fault)) return false;
  if (clock == NULL) return true;
  if (!member_needed(clock, "kind", fault) || !member_choice(clock, "kind", clock_kinds, &kind, fault))
    return fault_within(fault, "clock");
  static const char *const needed[] = {"kind", "kind seconds", "kind seconds", "kind days"};
  int days = 0;
  setup->clock = (uint8_t)kind;
  const bool read = members_known(clock, needed[kind], kind == SETUP_GAME_CLOCK ? "increment loses" : "", fault) &&
                    member_whole(clock, "days", 1, MOST_DAYS, &days, fault) &&
                    member_whole(clock, "seconds", 1, DAY_SECONDS, &setup->seconds, fault) &&
                    member_whole(clock, "increment", 0, MOST_INCREMENT, &setup->increment, fault) &&
                    member_switch(clock, "loses", &setup->loses, fault);
  if (days > 0) setup->seconds = days * DAY_SECONDS;
  return read || fault_within(fault, "clock");
}

/* Options are an array of words. */
static bool read_options(const json_t *json, struct setup *setup, struct fault *fault) {
  const json_t *options = NULL;
  if (!member_list(json, "options", "strings", &options, fault)) return false;
  for (size_t i = 0; i < json_array_size(options); i++) {
    const char *word = json_string_value(json_array_get(options, i));
    if (!options_add(&setup->options, span_of(word == NULL ? "" : word), "strings", fault))
      return fault_within(fault, "options");
  }
  return true;
}

/* True if the rules allow these options, colours and seats together, and the clock suits them. */
static bool check_game(const struct setup *setup, const struct set_library *library, struct fault *fault) {
  if (setup->loses && setup->players != 2) return fault_say(fault, "clock: loses: expected a table of two seats");
  /* At a rated table nobody has help, nobody can wait for ever, and chance decides who begins. */
  if (setup->rated) {
    if (setup->clock == SETUP_NO_CLOCK) return fault_say(fault, "clock: expected one, as the table is rated");
    if (setup->first >= 0) return fault_say(fault, "first: expected 0, as the table is rated");
    const char *help = setup->aids ? "aids" : setup->hints ? "hints" : setup->casual ? "casual" : NULL;
    if (!(help == NULL || fault_say(fault, "%s: expected false, as the table is rated", help))) return false;
  }
  const tess_options options = setup_options(setup, 0);
  struct game_setup settled;
  struct text colours = {0};
  colours_write(&options, &colours);
  const struct game_request request = {.game = span_of(name_of_rules((tess_rules)setup->rules)),
                                       .colours = {colours.bytes, colours.length},
                                       .options = setup->options};
  bool good = game_request_settle(&request, library, &settled, fault);
  text_free(&colours);
  if (!good) return false;
  struct history *history = history_new(settled.set, &settled.options, fault);
  good = history != NULL;
  history_free(history);
  return good;
}

bool setup_read(const json_t *json, const struct set_library *library, struct setup *setup, struct fault *fault) {
  *setup = (struct setup){.first = -1,
                          .grace = GRACE_DEFAULT,
                          .listed = true,
                          .aids = true,
                          .hints = true,
                          .take_backs = true,
                          .watchers_talk = true};
  int rules = 0, first = 0;
  if (!json_is_object(json)) return fault_say(fault, "expected an object");
  if (!members_known(json, "game seats",
                     "set options first clock grace public aids hints takebacks casual rated watchers_talk", fault))
    return false;

  /* 1. The game; its set has the same name. */
  if (!member_choice(json, "game", "star-wars classic", &rules, fault)) return false;
  int set = rules;
  setup->rules = (uint8_t)rules;
  if (!member_choice(json, "set", "star-wars classic", &set, fault)) return false;
  if (set != rules) return fault_say(fault, "set: expected %s, as the game", name_of_rules((tess_rules)rules));

  /* 2. Options, seats, clock, the first seat, and the rest; then whether the rules allow all of it together. */
  if (!read_options(json, setup, fault) || !read_seats(json, setup, fault) || !read_clock(json, setup, fault) ||
      !member_whole(json, "first", 0, setup->players, &first, fault))
    return false;
  setup->first = first - 1;
  if (!member_switch(json, "rated", &setup->rated, fault)) return false;
  if (setup->rated) setup->aids = setup->hints = false; /* where nothing is said */
  return member_whole(json, "grace", 0, MOST_GRACE, &setup->grace, fault) &&
         member_switch(json, "public", &setup->listed, fault) && member_switch(json, "aids", &setup->aids, fault) &&
         member_switch(json, "hints", &setup->hints, fault) &&
         member_switch(json, "takebacks", &setup->take_backs, fault) &&
         member_switch(json, "casual", &setup->casual, fault) &&
         member_switch(json, "watchers_talk", &setup->watchers_talk, fault) && check_game(setup, library, fault);
}

bool setup_read_variants(const json_t *json, struct setup *setup, struct fault *fault) {
  return read_options(json, setup, fault) && read_clock(json, setup, fault);
}

bool setup_vary(struct setup *setup, const struct setup *variants, const struct set_library *library,
                struct fault *fault) {
  setup->options = variants->options;
  setup->clock = variants->clock;
  setup->seconds = variants->seconds;
  setup->increment = variants->increment;
  setup->loses = variants->loses;
  return check_game(setup, library, fault);
}

/* ---- Writing a setup ---- */

void setup_write(const struct setup *setup, struct text *text) {
  const char *game = name_of_rules((tess_rules)setup->rules);
  json_open_object(text, NULL);
  json_put_string(text, "game", game);
  json_put_string(text, "set", game);

  options_write_json(&setup->options, text);

  json_open_array(text, "seats");
  for (int i = 0; i < setup->players; i++) {
    const struct setup_seat *seat = &setup->seats[i];
    json_open_object(text, NULL);
    json_put_string(text, "kind", kind_words[seat->kind]);
    if (seat->kind == SETUP_COMPUTER) json_put_int(text, "level", seat->level);
    json_put_string(text, "colour", name_of_colour((tess_colour)seat->colour));
    json_close_object(text);
  }
  json_close_array(text);
  json_put_int(text, "first", setup->first + 1);

  json_open_object(text, "clock");
  json_put_string(text, "kind", clock_words[setup->clock]);
  if (setup->clock == SETUP_DAYS_CLOCK)
    json_put_int(text, "days", setup_days(setup));
  else if (setup->clock != SETUP_NO_CLOCK)
    json_put_int(text, "seconds", setup->seconds);
  if (setup->clock == SETUP_GAME_CLOCK) json_put_int(text, "increment", setup->increment);
  if (setup->loses) json_put_bool(text, "loses", true);
  json_close_object(text);

  json_put_int(text, "grace", setup->grace);
  json_put_bool(text, "public", setup->listed);
  json_put_bool(text, "aids", setup->aids);
  json_put_bool(text, "hints", setup->hints);
  json_put_bool(text, "takebacks", setup->take_backs);
  json_put_bool(text, "casual", setup->casual);
  if (setup->rated) json_put_bool(text, "rated", true);
  json_put_bool(text, "watchers_talk", setup->watchers_talk);
  json_close_object(text);
}

int setup_days(const struct setup *setup) {
  return setup->clock == SETUP_DAYS_CLOCK ? setup->seconds / DAY_SECONDS : 0;
}

/* ---- The game that it begins ---- */

tess_options setup_options(const struct setup *setup, int first) {
  tess_options options = {.players = (uint8_t)setup->players, .first = (uint8_t)first};
  options_take(&options, &setup->options);
  for (int i = 0; i < setup->players; i++) options.colours[i] = setup->seats[i].colour;
  return options;
}

const struct tile_set *setup_set(const struct setup *setup, const struct set_library *library) {
  const struct tile_set *set = set_library_find(library, span_of(name_of_rules((tess_rules)setup->rules)));
  return set_library_joined(library, set, (tess_river)setup->options.river, setup->options.arrows);
}

void setup_write_newgame(const struct setup *setup, int first, struct text *text) {
  const tess_options options = setup_options(setup, first);
  text_print(text, "newgame game=%s players=%d", name_of_rules((tess_rules)setup->rules), setup->players);
  options_write_newgame(&options, text);
  text_add_string(text, " colours=");
  colours_write(&options, text);
  text_print(text, " first=%d", first + 1);
}

int setup_rotated_from(const struct setup *setup, int seat) { return (seat + 1) % setup->players; }

struct setup setup_rotate(const struct setup *setup, const bool held[TESS_MAX_PLAYERS], int asking) {
  struct setup next = *setup;
  next.listed = false;
  for (int i = 0; i < setup->players; i++) {
    const int from = setup_rotated_from(setup, i);
    next.seats[i] = setup->seats[from];
    if (held[from]) next.seats[i].kind = from == asking ? SETUP_PERSON : SETUP_OPEN;
  }
  return next;
}
