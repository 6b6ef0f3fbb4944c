/* Starts a game: checks its options, fills its supplies and bag, lays the first tile; and copies a game. */
#include "rules/board.h"
#include "rules/step.h"

/* ---- Options ---- */

tess_options tess_options_default(tess_rules rules) {
  static const uint8_t star_wars[TESS_MAX_PLAYERS] = {TESS_COLOUR_RED, TESS_COLOUR_BLACK, TESS_COLOUR_GREEN,
                                                      TESS_COLOUR_WHITE, TESS_COLOUR_ORANGE};
  static const uint8_t classic[TESS_MAX_PLAYERS] = {TESS_COLOUR_BLACK, TESS_COLOUR_RED, TESS_COLOUR_GREEN,
                                                    TESS_COLOUR_BLUE, TESS_COLOUR_YELLOW};
  tess_options options;
  memset(&options, 0, sizeof options);
  options.players = 2;
  memcpy(options.colours, rules == TESS_RULES_STAR_WARS ? star_wars : classic, TESS_MAX_PLAYERS);
  return options;
}

tess_faction tess_colour_faction(tess_colour colour) {
  switch (colour) {
  case TESS_COLOUR_RED:
  case TESS_COLOUR_GREEN: return TESS_FACTION_REBELS;
  case TESS_COLOUR_BLACK:
  case TESS_COLOUR_WHITE: return TESS_FACTION_EMPIRE;
  default: return TESS_FACTION_HUNTERS;
  }
}

tess_error new_game_check(const tess_options *options, const tess_set *set) {
  const tess_rules rules = tess_set_rules(set);
  unsigned seen = 0;

  /* 1. Players and their colours (SW-1.1, CL-1.1). */
  if (options->players < 2 || options->players > TESS_MAX_PLAYERS) return TESS_ERROR_BAD_OPTIONS;
  if (options->first >= options->players && options->first != TESS_FIRST_RANDOM) return TESS_ERROR_BAD_OPTIONS;
  for (unsigned seat = 0; seat < options->players; seat++) {
    const unsigned colour = options->colours[seat];
    const bool of_rules = rules == TESS_RULES_STAR_WARS ? colour <= TESS_COLOUR_ORANGE
                                                        : colour < TESS_COLOUR_COUNT && colour != TESS_COLOUR_WHITE &&
                                                              colour != TESS_COLOUR_ORANGE;
    if (!of_rules || seen >> colour & 1) return TESS_ERROR_BAD_OPTIONS;
    seen |= 1u << colour;
  }

  /* 2. Options must belong to the set's rules, and the set must have the tiles that they need. */
  if (rules == TESS_RULES_STAR_WARS &&
      (options->fields || options->abbot || options->river || options->arrows || options->towns))
    return TESS_ERROR_BAD_OPTIONS;
  if (options->arrows && !set->arrows) return TESS_ERROR_BAD_OPTIONS;
  if (options->river ? options->river != set->river : set->start < 0) return TESS_ERROR_BAD_OPTIONS;

  /* 3. SW-8.1: opposite seats belong to the same faction. All colours differ, so two pairs are two factions, and
   * neither is the hunters, who have one colour only. */
  if (!options->teams) return TESS_ERROR_NONE;
  if (rules == TESS_RULES_CLASSIC || options->players != 4) return TESS_ERROR_BAD_OPTIONS;
  for (unsigned seat = 0; seat < 2; seat++) {
    const tess_faction own = tess_colour_faction((tess_colour)options->colours[seat]);
    const tess_faction opposite = tess_colour_faction((tess_colour)options->colours[seat + 2]);
    if (own != opposite) return TESS_ERROR_BAD_OPTIONS;
  }
  return TESS_ERROR_NONE;
}

/* ---- The game ---- */

size_t tess_game_size(void) {
  static_assert(sizeof(struct tess_game) <= TESS_MAX_GAME_BYTES, "the promise of tessera.h");
  return sizeof(struct tess_game);
}

void tess_game_seed(tess_game *game, uint64_t seed) {
  game->core.deck = random_mix(seed + 1);
  game->core.dice = random_mix(seed ^ 0x5bf03635a1e6e1c7u);
}

void tess_game_chance(const tess_game *game, tess_chance *out) {
  memset(out, 0, sizeof *out);
  out->deck = game->core.deck;
  out->dice = game->core.dice;
  out->count = game->core.bag_count;
  memcpy(out->bag, game->bag.kinds, out->count);
}

tess_error tess_game_set_chance(tess_game *game, const tess_chance *chance) {
  /* 1. Check that each part of the bag holds the same tiles as before. The part to be drawn first is at the end. */
  if (chance->count != game->core.bag_count) return TESS_ERROR_BAD_POSITION;
  for (unsigned end = chance->count, base; end > 0; end = base) {
    int copies[TESS_MAX_KINDS + 1] = {0};
    base = bag_base(&game->bag, end);
    for (unsigned i = base; i < end; i++) copies[game->bag.kinds[i]]++;
    for (unsigned i = base; i < end; i++)
      if (copies[chance->bag[i]]-- == 0) return TESS_ERROR_BAD_POSITION;
  }

  /* 2. Take over the streams and the order. */
  game->core.deck = chance->deck;
  game->core.dice = chance->dice;
  memcpy(game->bag.kinds, chance->bag, chance->count);
  return TESS_ERROR_NONE;
}

void new_game_settings(struct tess_game *game, const struct tess_set *set, const tess_options *options) {
  memset(game, 0, offsetof(struct tess_game, tiles));
  game->set = set;
  game->players = options->players;
  game->fields = options->fields;
  game->abbot = options->abbot;
  game->river = options->river;
  game->arrows = options->arrows;
  game->towns = options->towns;
  game->teams = options->teams;
  memcpy(game->colours, options->colours, options->players);
  tess_game_seed(game, options->seed);
}

/* Lays one of the tiles with which the game begins, at x,0 in rotation 0. */
static void lay_first(struct tess_game *game, unsigned kind, int x) {
  const struct laid tile = {(int16_t)x, 0, 0, (uint8_t)kind, 0};
  lay_tile(game, tile, grid_cell(game, x, 0), NULL);
}

void new_game_table(struct tess_game *game) {
  const bool star_wars = game->set->rules == TESS_RULES_STAR_WARS;

  /* 1. Fill the bag. */
  const struct bag *bag = &game->set->bags[game->river != TESS_RIVER_NONE][game->arrows];
  memcpy(&game->bag, bag, offsetof(struct bag, kinds) + bag->count);
  game->core.bag_count = bag->count;

  /* 2. Fill the supplies (SW-1.3, CL-1.3); the board has no meeple. */
  for (unsigned seat = 0; seat < game->players; seat++) {
    game->core.supply[seat][TESS_PIECE_SMALL] = star_wars ? 4 : 7;
    game->core.supply[seat][TESS_PIECE_LARGE] = star_wars;
    game->core.supply[seat][TESS_PIECE_ABBOT] = game->abbot;
  }
  memset(game->core.slot, 0xFF, sizeof game->core.slot);

  /* 3. Lay the first tile: the start tile, the spring (CL-8.1), or the source, whose halves are two tiles (CL-9.1). */
  const struct tess_set *set = game->set;
  memset(game->grid, 0, sizeof game->grid);
  game->core.drawn = NO_TILE;
  lay_first(game, (unsigned)(game->river ? set->springs[0] : set->start), 0);
  if (game->river == TESS_RIVER_20) lay_first(game, (unsigned)set->springs[1], 1);
  if (game->river) river_begin(game);
}

tess_error tess_game_new(tess_game *game, const tess_set *set, const tess_options *options) {
  const tess_error error = new_game_check(options, set);
  if (error != TESS_ERROR_NONE) return error;
  uint64_t seats = random_mix(options->seed ^ 0x3c6ef372fe94f82au);
  new_game_settings(game, set, options);
  new_game_table(game);
  game->first = options->first == TESS_FIRST_RANDOM ? (uint8_t)random_below(&seats, options->players) : options->first;
  game->core.seat = game->first;
  if (game->core.bag_count == 0) game->core.phase = TESS_PHASE_OVER;
  return TESS_ERROR_NONE;
}

void tess_game_copy(tess_game *to, const tess_game *from) {
  const struct core *core = &from->core;
  const unsigned words = core->frontier_words;
  memcpy(to, from, offsetof(struct tess_game, tiles) + core->tile_count * sizeof *from->tiles);
  memcpy(to->several, from->several, core->several_count);
  memcpy(&to->bag, &from->bag, offsetof(struct bag, kinds) + core->bag_count);
  memcpy(to->parent, from->parent, core->node_count * sizeof *from->parent);
  memcpy(to->realms, from->realms, core->node_count * sizeof *from->realms);
  memcpy(to->grid, from->grid, sizeof to->grid);
  memcpy(to->frontier, from->frontier, words * sizeof *from->frontier);
  memcpy(to->forbidden, from->forbidden, words * sizeof *from->forbidden);
  memcpy(to->fits, from->fits, words * sizeof *from->fits);
  memcpy(to->cells, from->cells, words * 64 * sizeof *from->cells);
}
