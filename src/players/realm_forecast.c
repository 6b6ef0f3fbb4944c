#include "players/realm_forecast.h"

#include <string.h>

#include "players/exponential.h"
#include "rules/board.h"
#include "rules/score.h"

enum { NO_EDGE = 4 /* the digit of a side without a tile */ };

#define HOPELESS 30.0f /* fill cost of a cell where no tile fits */

/* ---- Empty cells ---- */

/* Number of tiles in the bag that fit a cell in some rotation, at most CELL_FITS - 1. */
static unsigned count_fits(struct open_cells *cells, const struct tess_set *set, unsigned pattern) {
  if (cells->fits[pattern] > 0) return cells->fits[pattern] - 1u;
  /* 1. Find the kinds that fit; this is done once for each set. */
  struct fitting_kinds *fitting = &cells->fitting[pattern];
  if (!fitting->known) {
    unsigned forbidden = 0; /* bit 4*side + tess_edge for every edge that the pattern forbids */
    for (unsigned side = 4, rest = pattern; side-- > 0; rest /= 5)
      if (rest % 5 != NO_EDGE) forbidden |= (0xFu & ~(1u << rest % 5)) << 4 * side;
    for (unsigned i = 0; i < set->kind_count; i++) {
      const struct kind *kind = &set->kinds[i];
      bool fits = false;
      for (unsigned rotation = 0; rotation < kind->period && !fits; rotation++)
        fits = !(kind->pattern[rotation] & forbidden);
      if (fits) fitting->kinds[i / 64] |= (uint64_t)1 << i % 64;
    }
    fitting->known = true;
  }
  /* 2. Count their copies in the bag. */
  unsigned count = 0;
  for (unsigned word = 0; word * 64 < set->kind_count; word++)
    for (uint64_t kinds = fitting->kinds[word]; kinds != 0; kinds &= kinds - 1)
      count += cells->copies[word * 64 + (unsigned)__builtin_ctzll(kinds)];
  count = count < CELL_FITS - 1 ? count : CELL_FITS - 1;
  cells->fits[pattern] = (uint8_t)(count + 1);
  return count;
}

/* Examines the bag and all cells: what the neighbours of each cell show, which features lead into it, and how many
 * tiles fit. */
static void survey_cells(struct open_cells *cells, const tess_game *game) {
  /* 1. Count the bag. */
  if (cells->set != game->set->hash) memset(cells->fitting, 0, sizeof cells->fitting);
  cells->set = game->set->hash;
  memset(cells->copies, 0, sizeof cells->copies);
  for (unsigned i = 0; i < game->core.bag_count; i++) cells->copies[game->bag.kinds[i]]++;
  memset(cells->fits, 0, sizeof cells->fits);
  memset(cells->open, 0, sizeof cells->open);
  memcpy(cells->open, game->frontier, game->core.frontier_words * sizeof *game->frontier);
  cells->change_count = cells->junction_count = 0;
  /* 2. Examine each cell from its four sides. */
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1) {
      const unsigned index = word * 64 + (unsigned)__builtin_ctzll(bits);
      const uint32_t key = grid_key(game->cells[index].x, game->cells[index].y);
      struct open_cell *cell = &cells->at[index];
      unsigned pattern = 0;
      cell->node_count = 0;
      for (unsigned side = 0; side < 4; side++) {
        const unsigned value = grid_value(game, grid_beside(key, grid_beyond[side]));
        unsigned shown = NO_EDGE;
        if (grid_is_tile(value)) {
          const struct laid *tile = &game->tiles[value - 1];
          const struct kind *kind = &game->set->kinds[tile->kind];
          const unsigned opposite = (side + 2u) & 3u, feature = kind->edge_feature[(opposite - tile->rotation) & 3u];
          if (feature != NO_FEATURE) cell->nodes[cell->node_count++] = (uint16_t)game_root(game, tile->node + feature);
          shown = kind->edges[tile->rotation][opposite];
        }
        pattern = 5 * pattern + shown;
      }
      cell->pattern = (uint16_t)pattern;
      cell->fits = (uint8_t)count_fits(cells, game->set, pattern);
      if (cell->node_count > 1) cells->junctions[cells->junction_count++] = (uint16_t)index;
    }
}

static struct open_cell *add_cell_change(struct open_cells *cells, unsigned index, bool is_open) {
  const bool was_open = cells->open[index / 64] >> index % 64 & 1;
  cells->changes[cells->change_count++] = (struct cell_change){(uint16_t)index, was_open, is_open, cells->at[index]};
  if (!was_open) cells->at[index] = (struct open_cell){.pattern = CELL_PATTERNS - 1};
  return &cells->at[index];
}

/* ---- How likely a cell is filled ---- */

/* The fill cost of the empty cells around the centres of a tile. */
static int32_t center_cost(const struct realm_forecasts *forecasts, const struct tess_game *game, unsigned tile) {
  const struct fill_costs *fill = &forecasts->fill;
  const uint32_t key = grid_key(game->tiles[tile].x, game->tiles[tile].y);
  int32_t sum = 0;
  for (int i = 0; i < 8; i++) {
    const unsigned value = grid_value(game, grid_beside(key, grid_around[i]));
    if (grid_is_tile(value)) continue;
    sum += value < GRID_FRONTIER ? fill->far : fill->of_fits[forecasts->cells.at[value - GRID_FRONTIER].fits];
  }
  return sum;
}

/* Computes the fill costs of all realms from those of the cells. */
static void sum_fill_costs(struct realm_forecasts *forecasts, const struct tess_game *game) {
  struct fill_costs *fill = &forecasts->fill;
  /* 1. A realm with open ends has the costs of the cells that it leads into. */
  memset(fill->realm, 0, game->core.node_count * sizeof *fill->realm);
  fill->change_count = fill->center_count = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1) {
      const struct open_cell *cell = &forecasts->cells.at[word * 64 + (unsigned)__builtin_ctzll(bits)];
      for (unsigned i = 0; i < cell->node_count; i++) fill->realm[cell->nodes[i]] += fill->of_fits[cell->fits];
    }
  /* 2. A centre has the costs of the empty cells around it. */
  for (unsigned tile = 0; tile < game->core.tile_count; tile++) {
    const struct kind *kind = game_kind(game, tile);
    if (kind->center_count == 0) continue;
    fill->centers[fill->center_count++] = (uint8_t)tile;
    const int32_t cost = center_cost(forecasts, game, tile);
    for (unsigned i = 0; i < kind->center_count; i++) fill->realm[game->tiles[tile].node + kind->centers[i]] = cost;
  }
}

static void change_cost(struct fill_costs *fill, unsigned node, int32_t cost) {
  assert(fill->change_count < FILL_CHANGES);
  fill->changes[fill->change_count++] = (struct fill_change){(uint16_t)node, fill->realm[node]};
  fill->realm[node] = cost;
}

/* Adds the cost of a cell to the realms that lead into it; with `sign` -1, subtracts it. */
static void add_cell_cost(struct fill_costs *fill, const struct tess_game *game, const struct open_cell *cell,
                          int32_t sign) {
  for (unsigned i = 0; i < cell->node_count; i++) {
    const unsigned root = game_root(game, cell->nodes[i]);
    change_cost(fill, root, fill->realm[root] + sign * fill->of_fits[cell->fits]);
  }
}

void forecasts_add_tile(struct realm_forecasts *forecasts, const tess_game *game) {
  static const unsigned digit[4] = {125, 25, 5, 1}; /* the value of a side's digit in a pattern */
  struct fill_costs *fill = &forecasts->fill;
  struct open_cells *cells = &forecasts->cells;
  const unsigned last = game->core.tile_count - 1u;
  const struct laid *laid = &game->tiles[last];
  const struct kind *kind = &game->set->kinds[laid->kind];
  const uint32_t key = grid_key(laid->x, laid->y);
  memset(&fill->realm[laid->node], 0, kind->feature_count * sizeof *fill->realm);
  cells->change_count = 0;
  /* 1. The tile's own cell is the one that is no longer open. */
  for (unsigned word = 0; word < FRONTIER_WORDS; word++) {
    const uint64_t closed = cells->open[word] & ~game->frontier[word];
    if (closed != 0) add_cell_change(cells, word * 64 + (unsigned)__builtin_ctzll(closed), false);
  }
  /* 2. The empty cells next to the tile have one more neighbour. */
  for (unsigned side = 0; side < 4; side++) {
    const unsigned value = grid_value(game, grid_beside(key, grid_beyond[side]));
    if (value < GRID_FRONTIER) continue;
    struct open_cell *cell = add_cell_change(cells, value - GRID_FRONTIER, true);
    const unsigned feature = kind->edge_feature[(side - laid->rotation) & 3u];
    if (feature != NO_FEATURE) cell->nodes[cell->node_count++] = (uint16_t)(laid->node + feature);
    const unsigned shown = kind->edges[laid->rotation][side];
    cell->pattern = (uint16_t)(cell->pattern - (NO_EDGE - shown) * digit[(side + 2) & 3u]);
    cell->fits = (uint8_t)count_fits(cells, game->set, cell->pattern);
  }
  /* 3. Add up the costs of the realms that the tile joined, each once. */
  for (int c = 0; c < cells->change_count; c++) {
    const struct open_cell *own = &cells->changes[c].before;
    if (cells->changes[c].is_open) continue;
    for (unsigned i = 0; i < own->node_count; i++) {
      const unsigned node = own->nodes[i], root = game_root(game, node);
      bool seen = node == root;
      for (unsigned j = 0; j < i; j++) seen = seen || own->nodes[j] == node;
      if (!seen) change_cost(fill, root, fill->realm[root] + fill->realm[node]);
    }
  }
  /* 4. Replace the old cost of each changed cell by its new cost. */
  for (int c = 0; c < cells->change_count; c++) {
    const struct cell_change *changed = &cells->changes[c];
    if (changed->was_open) add_cell_cost(fill, game, &changed->before, -1);
    if (changed->is_open) add_cell_cost(fill, game, &cells->at[changed->index], 1);
  }
  /* 5. Recompute the tile's own centres, and the centres whose surroundings the tile changed. */
  for (int c = 0; c <= fill->center_count; c++) {
    const unsigned tile = c < fill->center_count ? fill->centers[c] : last;
    const int x = game->tiles[tile].x - laid->x, y = game->tiles[tile].y - laid->y;
    const struct kind *its = game_kind(game, tile);
    if (its->center_count == 0 || x < -2 || x > 2 || y < -2 || y > 2) continue;
    const int32_t cost = center_cost(forecasts, game, tile);
    for (unsigned i = 0; i < its->center_count; i++) change_cost(fill, game->tiles[tile].node + its->centers[i], cost);
  }
}

void forecasts_remove_tile(struct realm_forecasts *forecasts) {
  struct fill_costs *fill = &forecasts->fill;
  struct open_cells *cells = &forecasts->cells;
  while (fill->change_count > 0) {
    const struct fill_change *change = &fill->changes[--fill->change_count];
    fill->realm[change->node] = change->cost;
  }
  for (int i = 0; i < cells->change_count; i++) cells->at[cells->changes[i].index] = cells->changes[i].before;
  cells->change_count = 0;
}

/* ---- A realm ---- */

uint8_t realm_strength(const tess_game *game, realm occupants) {
  unsigned most = 0, dice = 0, symbol = 0;
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned there = realm_occupants(occupants, seat);
    if (there == 0) continue;
    most = there > most ? there : most;
    dice += (there & (REALM_LARGE - 1)) + (there & REALM_LARGE ? 2 : 0); /* SW-4.2 */
    if (game->set->rules == TESS_RULES_STAR_WARS &&
        realm_faction(occupants, tess_colour_faction((tess_colour)game->colours[seat])))
      symbol = 1;
  }
  if (game->set->rules == TESS_RULES_CLASSIC) return (uint8_t)most;
  return (uint8_t)(dice + symbol < TESS_MAX_DICE ? dice + symbol : TESS_MAX_DICE);
}

/* Fills in what follows from type, occupants and fill cost. Fields get their value in add_field_values(). */
static void forecast_realm(const struct realm_forecasts *forecasts, const struct tess_game *game,
                           struct realm_forecast *forecast) {
  /* 1. Compute the present value. */
  const unsigned type = forecast->type;
  forecast->complete = score_complete(game, forecast->root, type);
  forecast->open = (uint16_t)realm_open(forecast->occupied);
  forecast->sides = (uint8_t)score_sides(game, forecast->occupied);
  forecast->strength = realm_strength(game, forecast->occupied);
  if (type == TESS_TYPE_FIELD) return;
  const struct worth present = score_worth(game, forecast->root, type, forecast->complete, NULL);
  forecast->value = present.points * WHOLE_POINT;
  if (forecast->complete || forecasts->last) return;
  /* 2. Compute the probability of completion. */
  const struct forecast_weights *weights = &forecasts->whole;
  const int32_t open = forecast->open;
  const int32_t odds = forecasts->odds[type] + weights->open[type] * open +
                       (int32_t)((int64_t)weights->fill[type] * forecast->fill_cost / WHOLE_LOG);
  const int32_t logarithm = whole_logarithm(&forecasts->tables, odds);
  forecast->chance = whole_exponential(&forecasts->tables, logarithm);
  /* 3. Add what completion would add. Around a centre each tile counts even if the last one never comes; elsewhere each
   * open end needs at least one tile, and a complete city counts double, but for a town (CL-4.6). */
  if (type_is_center(type)) {
    forecast->value += whole_part(open * WHOLE_POINT, whole_exponential(&forecasts->tables, logarithm / open));
    return;
  }
  const bool town = game->towns && present.tiles + open == 2;
  const bool city = type == TESS_TYPE_ASTEROIDS || (type == TESS_TYPE_CITY && !town);
  const int32_t more = (city ? 2 : 1) * open;
  const int32_t same = !city ? 0 : present.tiles + (type == TESS_TYPE_CITY ? present.symbols : 0);
  forecast->value += whole_part(weights->gain * same + weights->growth * more, forecast->chance);
}

/* The index in `forecasts->at` of a spot's realm; the realm is examined unless it already was. */
static unsigned look_at_realm(struct realm_forecasts *forecasts, const struct tess_game *game, tess_spot spot) {
  const unsigned root = game_spot_root(game, spot);
  if (forecasts->place[root] != 0) return forecasts->place[root] - 1u;
  const unsigned place = (unsigned)forecasts->count++, known = forecasts->known_place[root];
  struct realm_forecast *forecast = &forecasts->at[place];
  forecasts->place[root] = (uint8_t)(place + 1);
  if (known != 0 && forecasts->known[known - 1].occupied == game->realms[root] &&
      forecasts->known[known - 1].fill_cost == forecasts->fill.realm[root]) {
    *forecast = forecasts->known[known - 1];
    return place;
  }
  *forecast = (struct realm_forecast){.occupied = game->realms[root],
                                      .fill_cost = forecasts->fill.realm[root],
                                      .root = (uint16_t)root,
                                      .type = game_kind(game, spot.tile)->type[spot.feature]};
  forecast_realm(forecasts, game, forecast);
  return place;
}

/* ---- Fields ---- */

int field_borders(const tess_game *game, unsigned tile, struct field_border borders[FIELD_BORDERS]) {
  const struct kind *kind = game_kind(game, tile);
  const unsigned node = game->tiles[tile].node;
  int count = 0;
  for (unsigned f = 0; kind->touches && f < kind->feature_count; f++)
    for (unsigned touched = kind->touched[f]; touched != 0; touched &= touched - 1)
      borders[count++] = (struct field_border){(uint16_t)game_root(game, node + f),
                                               (uint16_t)game_root(game, node + (unsigned)__builtin_ctz(touched))};
  return count;
}

/* The cities that touch each field, by the index of the field. */
struct field_cities {
  uint8_t count[FORECAST_REALMS];
  uint16_t roots[FORECAST_REALMS][TESS_MAX_TILES];
};

/* Adds the city of a border to the value of its field: with the probability that the city is complete at the end, and
 * once even if they touch several times. */
static void add_border_value(struct realm_forecasts *forecasts, const struct tess_game *game,
                             struct field_cities *found, const struct field_border *border) {
  const unsigned place = forecasts->place[game_root(game, border->field)];
  if (place == 0) return;
  const unsigned root = game_root(game, border->city), field = place - 1, city = forecasts->place[root];
  for (unsigned i = 0; i < found->count[field]; i++)
    if (found->roots[field][i] == root) return;
  found->roots[field][found->count[field]++] = (uint16_t)root;
  int32_t chance = forecasts->city;
  if (realm_open(game->realms[root]) == 0)
    chance = WHOLE_SURE;
  else if (city != 0 && forecasts->at[city - 1].sides != 0)
    chance = forecasts->at[city - 1].chance;
  forecasts->at[field].value += whole_part(FIELD_CITY_POINTS * WHOLE_POINT, chance);
}

/* Uses the borders of the tiles that were there at forecasts_begin(), then those of a tile laid since. */
static void add_field_values(struct realm_forecasts *forecasts, const struct tess_game *game) {
  struct field_cities found;
  struct field_border last[FIELD_BORDERS];
  memset(found.count, 0, (size_t)forecasts->count);
  for (int i = 0; i < forecasts->border_count; i++) add_border_value(forecasts, game, &found, &forecasts->borders[i]);
  if (game->core.tile_count == forecasts->tiles) return;
  const int count = field_borders(game, forecasts->tiles, last);
  for (int i = 0; i < count; i++) add_border_value(forecasts, game, &found, &last[i]);
}

/* ---- All realms of a position ---- */

/* Examines the realms of all meeples, and forgets the realms examined before. */
static void look_at_meeples(struct realm_forecasts *forecasts, const struct tess_game *game) {
  for (int i = 0; i < forecasts->count; i++) forecasts->place[forecasts->at[i].root] = 0;
  forecasts->count = 0;
  for (unsigned seat = 0; seat < game->players; seat++)
    for (unsigned slot = 0; slot < SLOTS; slot++) {
      const unsigned stands = game->core.slot[seat][slot];
      if (stands != NO_SLOT)
        forecasts->of_slot[seat][slot] = (uint8_t)look_at_realm(forecasts, game, slot_spot(stands));
    }
}

void forecasts_open(struct realm_forecasts *forecasts) {
  *forecasts = (struct realm_forecasts){0};
  whole_tables_fill(&forecasts->tables);
}

/* Turns the weights into whole numbers, and computes the fill cost of a cell by the number of fitting tiles. */
static void take_weights(struct realm_forecasts *forecasts, const struct evaluation_weights *weights,
                         unsigned players) {
  struct forecast_weights *whole = &forecasts->whole;
  struct fill_costs *fill = &forecasts->fill;
  forecasts->weights = weights;
  forecasts->players = players;
  for (int type = 0; type < TESS_TYPE_COUNT; type++) {
    const struct completion_weights *completion = &weights->completion[type];
    whole->constant[type] = whole_of(completion->constant, WHOLE_LOG);
    whole->open[type] = whole_of(completion->open, WHOLE_LOG);
    whole->fill[type] = whole_of(completion->fill, WHOLE_LOG);
  }
  whole->gain = whole_of(weights->gain, WHOLE_POINT);
  whole->growth = whole_of(weights->growth, WHOLE_POINT);
  whole->back = whole_of(weights->back, WHOLE_SURE);
  /* A cell where nothing fits is never filled. The realm's own players draw one in `players` of the fitting tiles, and
   * lay each of them there at a certain rate. */
  const float rate = weights->rate * 2.0f / (float)players;
  fill->far = whole_of(weights->far, WHOLE_LOG);
  fill->of_fits[0] = whole_of(HOPELESS, WHOLE_LOG);
  for (int fits = 1; fits < CELL_FITS; fits++)
    fill->of_fits[fits] = whole_of(-logarithm(1.0f - exponential(-rate * (float)fits)), WHOLE_LOG);
}

void forecasts_begin(struct realm_forecasts *forecasts, const struct evaluation_weights *weights,
                     const tess_game *game) {
  /* 1. Compute what depends on the weights and on the turns left for each seat after the present one. */
  if (forecasts->weights != weights || forecasts->players != game->players)
    take_weights(forecasts, weights, game->players);
  const float turns = (float)game->core.bag_count / (float)game->players, log_turns = logarithm(turns + 0.5f);
  const float share = turns < weights->supply_turns ? turns / weights->supply_turns : 1.0f;
  forecasts->last = game->core.bag_count == 0;
  forecasts->share = whole_of(share, WHOLE_SURE);
  forecasts->city = whole_of(weights->city * share, WHOLE_SURE);
  for (int type = 0; type < TESS_TYPE_COUNT; type++)
    forecasts->odds[type] =
        forecasts->whole.constant[type] + whole_of(weights->completion[type].turns * log_turns, WHOLE_LOG);
  /* 2. Examine the empty cells, and compute how likely they are filled. */
  survey_cells(&forecasts->cells, game);
  sum_fill_costs(forecasts, game);
  /* 3. List where fields and cities touch. */
  forecasts->tiles = game->core.tile_count;
  forecasts->border_count = 0;
  for (unsigned tile = 0; game->fields && tile < forecasts->tiles; tile++)
    forecasts->border_count += field_borders(game, tile, &forecasts->borders[forecasts->border_count]);
  /* 4. Forecast the realms of the meeples, and keep the results. */
  for (int i = 0; i < forecasts->known_count; i++) forecasts->known_place[forecasts->known[i].root] = 0;
  forecasts->known_count = 0;
  look_at_meeples(forecasts, game);
  forecasts->known_count = forecasts->count;
  memcpy(forecasts->known, forecasts->at, (size_t)forecasts->count * sizeof *forecasts->at);
  for (int i = 0; i < forecasts->count; i++) forecasts->known_place[forecasts->at[i].root] = (uint8_t)(i + 1);
}

void forecasts_update(struct realm_forecasts *forecasts, const tess_game *game) {
  look_at_meeples(forecasts, game);
  const uint8_t *supply = game->core.supply[game->core.seat];
  if (game->core.phase == TESS_PHASE_MEEPLE &&
      (supply[TESS_PIECE_SMALL] | supply[TESS_PIECE_LARGE] | supply[TESS_PIECE_ABBOT])) {
    const unsigned last = game->core.tile_count - 1u, features = game_kind(game, last)->feature_count;
    for (unsigned f = 0; f < features; f++) look_at_realm(forecasts, game, (tess_spot){(uint8_t)last, (uint8_t)f});
    if (game->set->rules == TESS_RULES_STAR_WARS)
      for (unsigned i = 0; i < game->core.near_count; i++) /* SW-3.3 */
        look_at_realm(forecasts, game,
                      (tess_spot){game->core.near[i], game_kind(game, game->core.near[i])->centers[0]});
  }
  if (game->fields) add_field_values(forecasts, game);
}

const struct realm_forecast *forecasts_of(const struct realm_forecasts *forecasts, const tess_game *game,
                                          tess_spot spot) {
  const unsigned place = forecasts->place[game_spot_root(game, spot)];
  assert(place > 0);
  return &forecasts->at[place - 1];
}
