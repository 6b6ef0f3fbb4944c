#include "players/realm_forecast.h"

#include <string.h>

#include "base/compiler.h"
#include "players/exponential.h"
#include "rules/board.h"
#include "rules/score.h"
#include "rules/step.h"

enum { NO_EDGE = 4 /* the digit of a side without a tile */ };

#define HOPELESS 30.0f /* fill cost of a cell where no tile fits */

/* ---- Empty cells ---- */

/* Counts the tiles in the bag that fit a pattern in some rotation, at most CELL_FITS - 1. */
static unsigned count_fits(struct open_cells *cells, const struct tess_set *set, unsigned pattern) {
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
  for (unsigned digit = 0; digit < cells->digit_count; digit++)
    for (unsigned word = 0; word * 64 < set->kind_count; word++)
      count += count_bits(fitting->kinds[word] & cells->digits[digit][word]) << digit;
  count = count < CELL_FITS - 1 ? count : CELL_FITS - 1;
  cells->fits[pattern] = (uint8_t)(count + 1);
  return count;
}

/* Number of tiles in the bag that fit a cell. */
static uint8_t fits_of(struct open_cells *cells, const struct tess_set *set, unsigned pattern) {
  return (uint8_t)(cells->fits[pattern] > 0 ? cells->fits[pattern] - 1u : count_fits(cells, set, pattern));
}

/* Examines the bag and all cells: what the neighbours of each cell show, which features lead into it, and how many
 * tiles fit. */
static void survey_cells(struct open_cells *cells, const tess_game *game) {
  /* 1. Count the bag. */
  if (cells->set != game->set->hash) memset(cells->fitting, 0, sizeof cells->fitting);
  cells->set = game->set->hash;
  memset(cells->digits, 0, sizeof cells->digits);
  cells->digit_count = 0;
  for (unsigned i = 0; i < game->core.bag_count; i++) {
    const unsigned kind = game->bag.kinds[i];
    const uint64_t bit = (uint64_t)1 << kind % 64;
    unsigned digit = 0; /* add 1: clear all digits up to the first that is 0, and set that one */
    for (; cells->digits[digit][kind / 64] & bit; digit++) cells->digits[digit][kind / 64] ^= bit;
    cells->digits[digit][kind / 64] |= bit;
    if (digit >= cells->digit_count) cells->digit_count = digit + 1;
  }
  memset(cells->fits, 0, sizeof cells->fits);
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
      cell->fits = fits_of(cells, game->set, pattern);
      if (cell->node_count > 1) cells->junctions[cells->junction_count++] = (uint16_t)index;
    }
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

/* Replaces the cost of a cell for the realms that lead into it. */
static void change_cell_cost(struct fill_costs *fill, const struct tess_game *game, const struct cell_change *cell) {
  const int32_t before = cell->was_open ? fill->of_fits[cell->before.fits] : 0;
  const int32_t now = cell->is_open ? fill->of_fits[cell->now.fits] : 0;
  const unsigned count = cell->before.node_count;
  for (unsigned i = 0; i < count && now != before; i++) {
    const unsigned root = game_root(game, cell->before.nodes[i]);
    change_cost(fill, root, fill->realm[root] + now - before);
  }
  for (unsigned i = count; cell->is_open && i < cell->now.node_count; i++) {
    const unsigned root = game_root(game, cell->now.nodes[i]);
    change_cost(fill, root, fill->realm[root] + now);
  }
}

static bool is_within(int distance, int most) { return (unsigned)(distance + most) <= (unsigned)(2 * most); }

/* Takes account of the tile laid since forecasts_begin(). */
static void add_tile(struct realm_forecasts *forecasts, const struct tess_game *game) {
  static const unsigned digit[4] = {125, 25, 5, 1}; /* the value of a side's digit in a pattern */
  struct fill_costs *fill = &forecasts->fill;
  struct open_cells *cells = &forecasts->cells;
  const unsigned last = game->core.tile_count - 1u;
  const struct laid *laid = &game->tiles[last];
  const struct kind *kind = &game->set->kinds[laid->kind];
  const uint32_t key = grid_key(laid->x, laid->y);
  memset(&fill->realm[laid->node], 0, kind->feature_count * sizeof *fill->realm);
  /* 1. The tile's own cell is no longer open. */
  struct cell_change *own = &cells->changes[0];
  own->index = (uint16_t)(grid_value(game, key) - GRID_FRONTIER);
  own->cell = (struct cell){laid->x, laid->y};
  own->was_open = true;
  own->is_open = false;
  own->before = cells->at[own->index];
  cells->is_changed[own->index] = true;
  cells->change_count = 1;
  /* 2. The empty cells next to the tile have one more neighbour. */
  for (unsigned side = 0; side < 4; side++) {
    const unsigned value = grid_value(game, grid_beside(key, grid_beyond[side]));
    if (grid_is_tile(value)) continue;
    struct cell_change *change = &cells->changes[cells->change_count++];
    change->cell =
        (struct cell){(int16_t)(laid->x + (side == 1) - (side == 3)), (int16_t)(laid->y + (side == 2) - (side == 0))};
    change->was_open = value != 0;
    change->is_open = true;
    if (change->was_open) {
      change->index = (uint16_t)(value - GRID_FRONTIER);
      change->before = cells->at[change->index];
      cells->is_changed[change->index] = true;
    } else {
      change->before = (struct open_cell){.pattern = CELL_PATTERNS - 1};
    }
    struct open_cell *cell = &change->now;
    *cell = change->before;
    const unsigned feature = kind->edge_feature[(side - laid->rotation) & 3u];
    if (feature != NO_FEATURE) cell->nodes[cell->node_count++] = (uint16_t)(laid->node + feature);
    const unsigned shown = kind->edges[laid->rotation][side];
    cell->pattern = (uint16_t)(cell->pattern - (NO_EDGE - shown) * digit[(side + 2) & 3u]);
    cell->fits = fits_of(cells, game->set, cell->pattern);
  }
  /* 3. Add up the costs of the realms that the tile joined, each once. */
  for (unsigned i = 0; i < own->before.node_count; i++) {
    const unsigned node = own->before.nodes[i], root = game_root(game, node);
    bool seen = node == root;
    for (unsigned j = 0; j < i; j++) seen = seen || own->before.nodes[j] == node;
    if (!seen) change_cost(fill, root, fill->realm[root] + fill->realm[node]);
  }
  /* 4. Replace the old cost of each changed cell by its new cost. */
  for (int c = 0; c < cells->change_count; c++) change_cell_cost(fill, game, &cells->changes[c]);
  /* 5. The same for the centres around, and for the tile's own, of which the grid shows what was there before. */
  for (int c = 0; c <= fill->center_count; c++) {
    const unsigned tile = c < fill->center_count ? fill->centers[c] : last;
    const int x = game->tiles[tile].x, y = game->tiles[tile].y;
    if (!is_within(x - laid->x, 2) || !is_within(y - laid->y, 2)) continue;
    const struct kind *its = game_kind(game, tile);
    if (its->center_count == 0) continue;
    int32_t cost =
        tile == last ? center_cost(forecasts, game, last) : fill->realm[game->tiles[tile].node + its->centers[0]];
    for (int i = tile == last; i < cells->change_count; i++) {
      const struct cell_change *changed = &cells->changes[i];
      if (!is_within(changed->cell.x - x, 1) || !is_within(changed->cell.y - y, 1)) continue;
      cost -= changed->was_open ? fill->of_fits[changed->before.fits] : fill->far;
      cost += changed->is_open ? fill->of_fits[changed->now.fits] : 0;
    }
    for (unsigned i = 0; i < its->center_count; i++) change_cost(fill, game->tiles[tile].node + its->centers[i], cost);
  }
}

/* ---- A realm ---- */

uint8_t realm_strength(const tess_game *game, realm occupants) {
  unsigned most = 0, dice = 0, symbol = 0;
  for (unsigned left = realm_seats(occupants); left != 0; left &= left - 1) {
    const unsigned seat = lowest_bit(left) / REALM_SEAT_BITS, there = realm_occupants(occupants, seat);
    most = there > most ? there : most;
    dice += (there & (REALM_LARGE - 1)) + (there & REALM_LARGE ? 2 : 0); /* SW-4.2 */
    if (game->set->rules == TESS_RULES_STAR_WARS &&
        realm_faction(occupants, tess_colour_faction((tess_colour)game->colours[seat])))
      symbol = 1;
  }
  if (game->set->rules == TESS_RULES_CLASSIC) return (uint8_t)most;
  return (uint8_t)(dice + symbol < TESS_MAX_DICE ? dice + symbol : TESS_MAX_DICE);
}

/* Forecasts the realm `root` of a type as if it had this fill cost. A field gets its value from field_value(). */
static void forecast_with_cost(const struct realm_forecasts *forecasts, const struct tess_game *game, unsigned root,
                               unsigned type, int32_t fill_cost, struct realm_forecast *forecast) {
  *forecast = (struct realm_forecast){
      .occupied = game->realms[root], .fill_cost = fill_cost, .root = (uint16_t)root, .type = (uint8_t)type};
  /* 1. Compute the present value. */
  forecast->complete = score_complete(game, root, type);
  forecast->open = (uint16_t)realm_open(forecast->occupied);
  if (forecast->occupied & REALM_OCCUPANTS) {
    forecast->sides = (uint8_t)score_sides(game, forecast->occupied);
    forecast->strength = realm_strength(game, forecast->occupied);
  }
  if (type == TESS_TYPE_FIELD) return;
  const struct worth present = score_worth(game, root, type, forecast->complete, NULL);
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

/* Forecasts a realm with its own fill cost. */
static void forecast_realm(const struct realm_forecasts *forecasts, const struct tess_game *game, unsigned root,
                           unsigned type, struct realm_forecast *forecast) {
  forecast_with_cost(forecasts, game, root, type, forecasts->fill.realm[root], forecast);
}

/* The index in the list of a spot's realm; the realm is examined unless it already was. What `forecasts` knows of the
 * same realm stays true. */
static unsigned look_at_realm(const struct realm_forecasts *forecasts, const struct tess_game *game,
                              struct forecast_list *list, tess_spot spot) {
  const unsigned root = game_spot_root(game, spot);
  if (list->place[root] != 0) return list->place[root] - 1u;
  const unsigned place = (unsigned)list->count++;
  list->place[root] = (uint8_t)(place + 1);
  const unsigned known = forecasts->list.place[root];
  const struct realm_forecast *same = &forecasts->list.at[known - (known != 0)];
  if (list != &forecasts->list && known != 0 && same->occupied == game->realms[root] &&
      same->fill_cost == forecasts->fill.realm[root])
    list->at[place] = *same;
  else
    forecast_realm(forecasts, game, root, game_kind(game, spot.tile)->type[spot.feature], &list->at[place]);
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

/* Lists where fields and cities touch. */
static void chain_borders(struct field_borders *borders, const struct tess_game *game) {
  struct field_border touched[FIELD_BORDERS];
  for (int i = 0; i < borders->field_count; i++) borders->first[borders->fields[i]] = 0;
  for (int i = 1; i <= borders->count; i++) borders->held[borders->city[i]] = 0;
  borders->count = borders->field_count = 0;
  for (unsigned tile = 0; game->fields && tile < game->core.tile_count; tile++) {
    const int count = field_borders(game, tile, touched);
    for (int i = 0; i < count; i++) {
      const unsigned field = touched[i].field;
      unsigned at = borders->first[field];
      while (at != 0 && borders->city[at] != touched[i].city) at = borders->next[at];
      if (at != 0) continue;
      if (borders->first[field] == 0) borders->fields[borders->field_count++] = (uint16_t)field;
      borders->count++;
      borders->city[borders->count] = touched[i].city;
      borders->next[borders->count] = borders->first[field];
      borders->first[field] = (uint16_t)borders->count;
    }
  }
}

/* The cities that touch a field, each once. */
struct field_cities {
  int count;
  uint16_t roots[TESS_MAX_TILES];
};

/* What a city adds to a field: the points with the probability that it is complete at the end. */
static int32_t city_value(const struct realm_forecasts *forecasts, const struct tess_game *game,
                          const struct forecast_list *list, unsigned root) {
  const unsigned city = list->place[root];
  int32_t chance = forecasts->city;
  if (realm_open(game->realms[root]) == 0)
    chance = WHOLE_SURE;
  else if (city != 0 && list->at[city - 1].sides != 0)
    chance = list->at[city - 1].chance;
  return whole_part(FIELD_CITY_POINTS * WHOLE_POINT, chance);
}

/* The same for a city that was not found before, which it then was; otherwise 0. */
static int32_t add_city(const struct realm_forecasts *forecasts, const struct tess_game *game,
                        const struct forecast_list *list, struct field_cities *found, unsigned root) {
  for (int i = 0; i < found->count; i++)
    if (found->roots[i] == root) return 0;
  found->roots[found->count++] = (uint16_t)root;
  return city_value(forecasts, game, list, root);
}

/* The value of the field `root`. `parts` has `count` roots at forecasts_begin(), among them those of all parts of this
 * field that touched a city then. With `grown`, the tile laid since may be a part of it, too. */
static int32_t field_value(const struct realm_forecasts *forecasts, const struct tess_game *game,
                           const struct forecast_list *list, unsigned root, const uint16_t *parts, int count,
                           bool grown) {
  const struct field_borders *borders = &forecasts->borders;
  struct field_cities found;
  int32_t value = 0;
  found.count = 0;
  for (int i = 0; i < count; i++) {
    if (borders->first[parts[i]] == 0 || game_root(game, parts[i]) != root) continue;
    for (unsigned at = borders->first[parts[i]]; at != 0; at = borders->next[at])
      value += add_city(forecasts, game, list, &found, game_root(game, borders->city[at]));
  }
  if (!grown || game->core.tile_count == forecasts->tiles || !game_kind(game, forecasts->tiles)->touches) return value;
  struct field_border touched[FIELD_BORDERS];
  const int touched_count = field_borders(game, forecasts->tiles, touched);
  for (int i = 0; i < touched_count; i++)
    if (touched[i].field == root) value += add_city(forecasts, game, list, &found, touched[i].city);
  return value;
}

/* ---- All realms of a position ---- */

void forecasts_survey(const struct realm_forecasts *forecasts, const tess_game *game, struct forecast_list *list) {
  const struct field_borders *borders = &forecasts->borders;
  for (int i = 0; i < list->count; i++) list->place[list->at[i].root] = 0;
  list->count = 0;
  for (unsigned seat = 0; seat < game->players; seat++)
    for (unsigned slot = 0; slot < SLOTS; slot++) {
      const unsigned stands = game->core.slot[seat][slot];
      if (stands != NO_SLOT)
        list->of_slot[seat][slot] = (uint8_t)look_at_realm(forecasts, game, list, slot_spot(stands));
    }
  for (int i = 0; game->fields && i < list->count; i++)
    if (list->at[i].type == TESS_TYPE_FIELD)
      list->at[i].value =
          field_value(forecasts, game, list, list->at[i].root, borders->fields, borders->field_count, true);
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
  chain_borders(&forecasts->borders, game);
  /* 4. Forecast the realms of the meeples, and keep the results. */
  forecasts_survey(forecasts, game, &forecasts->list);
  forecasts->known_count = forecasts->list.count;
  memcpy(forecasts->known, forecasts->list.at, (size_t)forecasts->known_count * sizeof *forecasts->known);
  for (int i = 0; i < forecasts->known_count; i++)
    if (forecasts->known[i].type == TESS_TYPE_FIELD)
      for (unsigned at = forecasts->borders.first[forecasts->known[i].root]; at != 0; at = forecasts->borders.next[at])
        forecasts->borders.held[forecasts->borders.city[at]] |= (uint64_t)1 << i;
}

/* ---- What a tile changes ---- */

/* Notes that the tile changed the realm that had this root before. */
static void note_change(struct realm_forecasts *forecasts, unsigned node) {
  struct forecast_changes *changes = &forecasts->changes;
  if (changes->is_node[node]) return;
  changes->is_node[node] = true;
  changes->nodes[changes->node_count++] = (uint16_t)node;
  const unsigned place = forecasts->list.place[node];
  if (place != 0) changes->held |= (uint64_t)1 << (place - 1);
  changes->held |= forecasts->borders.held[node];
}

/* Enters a root that the list did not know. */
static void add_root(struct realm_forecasts *forecasts, unsigned root, unsigned place) {
  forecasts->list.place[root] = (uint8_t)(place + 1);
  forecasts->changes.roots[forecasts->changes.root_count++] = (uint16_t)root;
}

/* Forecasts the realms that hold meeples and were changed; fields get their value when all their cities have theirs. */
static void change_held(struct realm_forecasts *forecasts, const struct tess_game *game) {
  struct forecast_list *list = &forecasts->list;
  uint64_t fields = 0, done = 0;
  for (uint64_t left = forecasts->changes.held; left != 0; left &= left - 1) {
    const unsigned held = (unsigned)__builtin_ctzll(left), type = forecasts->known[held].type;
    const unsigned root = game_root(game, forecasts->known[held].root);
    if (list->place[root] == 0) add_root(forecasts, root, held);
    const unsigned place = list->place[root] - 1u;
    if (!(done >> place & 1)) forecast_realm(forecasts, game, root, type, &list->at[place]);
    done |= (uint64_t)1 << place;
    if (place != held) {
      list->at[held] = list->at[place];
      list->at[held].sides = 0;
    } else if (type == TESS_TYPE_FIELD)
      fields |= (uint64_t)1 << held;
  }
  for (; fields != 0; fields &= fields - 1) {
    const unsigned field = (unsigned)__builtin_ctzll(fields), before = forecasts->known[field].root;
    const bool grown = forecasts->changes.is_node[before];
    const uint16_t own = (uint16_t)before, *parts = grown ? forecasts->changes.nodes : &own;
    list->at[field].value = field_value(forecasts, game, list, list->at[field].root, parts,
                                        grown ? forecasts->changes.node_count : 1, grown);
  }
}

/* Examines a realm that the seat to act may take. */
static void look_at_free(struct realm_forecasts *forecasts, const struct tess_game *game, unsigned root,
                         unsigned type) {
  struct forecast_list *list = &forecasts->list;
  if (list->place[root] != 0) return;
  const unsigned place = (unsigned)list->count++;
  add_root(forecasts, root, place);
  forecast_realm(forecasts, game, root, type, &list->at[place]);
}

void forecasts_place(struct realm_forecasts *forecasts, const tess_game *game, const tess_undo *undo) {
  struct forecast_list *list = &forecasts->list;
  forecasts->changes.held = 0;
  /* 1. Change the realms that hold meeples. */
  if (undo != NULL) {
    add_tile(forecasts, game);
    /* Note the realms that the tile joined, the centres beside it, and those that lead into cells which it changed. */
    for (unsigned i = 0; i < undo->change_count; i++) {
      note_change(forecasts, undo->changes[i].node);
      if (undo->changes[i].child != NO_SLOT) note_change(forecasts, undo->changes[i].child);
    }
    for (int i = 0; i < forecasts->fill.change_count; i++) {
      const unsigned node = forecasts->fill.changes[i].node, place = forecasts->list.place[node];
      if (place != 0 && forecasts->known[place - 1].fill_cost != forecasts->fill.realm[node])
        note_change(forecasts, node);
    }
    change_held(forecasts, game);
  }
  /* 2. Examine those that may be taken. */
  const uint8_t *supply = game->core.supply[game->core.seat];
  if (game->core.phase != TESS_PHASE_MEEPLE ||
      !(supply[TESS_PIECE_SMALL] | supply[TESS_PIECE_LARGE] | supply[TESS_PIECE_ABBOT]))
    return;
  const struct kind *kind = game_kind(game, game->core.tile_count - 1u);
  for (unsigned f = 0; f < kind->feature_count; f++) look_at_free(forecasts, game, game->core.root[f], kind->type[f]);
  for (unsigned i = 0; game->set->rules == TESS_RULES_STAR_WARS && i < game->core.near_count; i++) { /* SW-3.3 */
    const tess_spot spot = {game->core.near[i], game_kind(game, game->core.near[i])->centers[0]};
    look_at_free(forecasts, game, game_spot_root(game, spot), TESS_TYPE_PLANET);
  }
  /* 3. Fields that may be taken get their value, too. */
  for (int i = forecasts->known_count; game->fields && i < list->count; i++)
    if (list->at[i].type == TESS_TYPE_FIELD) {
      const bool laid = undo != NULL;
      const struct field_borders *borders = &forecasts->borders;
      list->at[i].value =
          field_value(forecasts, game, list, list->at[i].root, laid ? forecasts->changes.nodes : borders->fields,
                      laid ? forecasts->changes.node_count : borders->field_count, laid);
    }
}

void forecasts_take_back(struct realm_forecasts *forecasts) {
  struct forecast_changes *changes = &forecasts->changes;
  for (uint64_t left = changes->held; left != 0; left &= left - 1)
    forecasts->list.at[__builtin_ctzll(left)] = forecasts->known[__builtin_ctzll(left)];
  while (changes->root_count > 0) forecasts->list.place[changes->roots[--changes->root_count]] = 0;
  while (changes->node_count > 0) changes->is_node[changes->nodes[--changes->node_count]] = false;
  forecasts->list.count = forecasts->known_count;
  struct fill_costs *fill = &forecasts->fill;
  struct open_cells *cells = &forecasts->cells;
  while (fill->change_count > 0) {
    const struct fill_change *change = &fill->changes[--fill->change_count];
    fill->realm[change->node] = change->cost;
  }
  for (int i = 0; i < cells->change_count; i++)
    if (cells->changes[i].was_open) cells->is_changed[cells->changes[i].index] = false;
  cells->change_count = 0;
}

/* ---- What a tile can bring at best ---- */

/* The bit of a root's forecast in a list; 0 if it has none. */
static uint64_t place_bit(const struct forecast_list *list, unsigned root) {
  return list->place[root] == 0 ? 0 : (uint64_t)1 << (list->place[root] - 1);
}

void forecasts_find_quiet(struct realm_forecasts *forecasts, const tess_game *game) {
  struct quiet_cells *quiet = &forecasts->quiet;
  const struct field_borders *borders = &forecasts->borders;
  const unsigned own_side = 1u << 4 * game_side(game, game->core.seat);
  uint8_t centers[TESS_MAX_TILES]; /* the tiles with centres that hold meeples */
  int center_count = 0;
  for (int i = 0; i < forecasts->fill.center_count; i++) {
    const unsigned tile = forecasts->fill.centers[i];
    bool held = false;
    for (unsigned j = 0; j < game_kind(game, tile)->center_count; j++)
      held = held || forecasts->list.place[game->tiles[tile].node + game_kind(game, tile)->centers[j]] != 0;
    if (held) centers[center_count++] = (uint8_t)tile;
  }
  /* 1. The seat to act may gain if a realm becomes less likely to be completed that others have meeples on, that
   * touches a field with meeples, or that may meet one of others. */
  uint64_t others = 0, matters = 0; /* bit i: forecast i */
  for (int i = 0; i < forecasts->known_count; i++) {
    const struct realm_forecast *known = &forecasts->known[i];
    others |= (uint64_t)(game_sides_of(game, realm_seats(known->occupied)) != own_side) << i;
    matters |= (uint64_t)(borders->held[known->root] != 0) << i;
  }
  for (int i = 0; i < forecasts->cells.junction_count; i++) {
    const struct open_cell *cell = &forecasts->cells.at[forecasts->cells.junctions[i]];
    uint64_t held = 0;
    for (unsigned j = 0; j < cell->node_count; j++) held |= place_bit(&forecasts->list, cell->nodes[j]);
    if (held & others) matters |= held;
  }
  matters |= others;
  memset(quiet->near, 0, sizeof quiet->near);
  memset(quiet->meets, false, game->core.node_count);
  quiet->known = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1) {
      const unsigned index = word * WORD_BITS + (unsigned)__builtin_ctzll(bits);
      const struct open_cell *cell = &forecasts->cells.at[index];
      const struct cell at = game->cells[index];
      /* 2. A tile counts for the centres around it, and changes the cells around others. */
      bool near = false;
      for (int i = 0; i < center_count; i++)
        near =
            near || (is_within(game->tiles[centers[i]].x - at.x, 2) && is_within(game->tiles[centers[i]].y - at.y, 2));
      /* 3. It changes the realms that lead into its cell. */
      uint64_t held = 0;
      for (unsigned i = 0; i < cell->node_count; i++) held |= place_bit(&forecasts->list, cell->nodes[i]);
      for (unsigned i = 0; held != 0 && i < cell->node_count; i++) quiet->meets[cell->nodes[i]] = true;
      if (near || held != 0) quiet->near[word] |= bits & -bits;
      /* 4. It makes those less likely to be completed that lead into a cell beside it. */
      for (unsigned side = 0; (held & matters) && side < 4; side++) {
        const unsigned beside = grid_value(game, grid_beside(grid_key(at.x, at.y), grid_beyond[side])) - GRID_FRONTIER;
        if (beside < FRONTIER_WORDS * WORD_BITS) quiet->near[beside / WORD_BITS] |= (uint64_t)1 << beside % WORD_BITS;
      }
    }
  /* 5. A field is worth what its cities add. */
  for (int i = 0; i < borders->field_count; i++) {
    int32_t *cities = &quiet->cities[borders->fields[i]];
    *cities = 0;
    for (unsigned at = borders->first[borders->fields[i]]; at != 0; at = borders->next[at])
      *cities += city_value(forecasts, game, &forecasts->list, borders->city[at]);
  }
}

/* Forecasts a realm as if each cell that it needs were as easily filled as can be: no cell beside a road or a city fits
 * more tiles than one with no other neighbour. A field has the value `cities`. */
static void forecast_at_best(struct realm_forecasts *forecasts, const struct tess_game *game, unsigned root,
                             unsigned type, int32_t cities, struct realm_forecast *best) {
  const struct fill_costs *fill = &forecasts->fill;
  const int32_t easy = fill->of_fits[CELL_FITS - 1];
  int32_t cost = easy < fill->far ? easy : fill->far;
  if (!type_is_center(type)) {
    const unsigned edge = type == TESS_TYPE_ROUTE || type == TESS_TYPE_ROAD ? TESS_EDGE_ROAD : TESS_EDGE_CITY;
    cost = fill->of_fits[fits_of(&forecasts->cells, game->set, CELL_PATTERNS - 1u - (NO_EDGE - edge))];
  }
  forecast_with_cost(forecasts, game, root, type, (int32_t)realm_open(game->realms[root]) * cost, best);
  if (type == TESS_TYPE_FIELD) best->value = cities;
}

int forecasts_best(struct realm_forecasts *forecasts, const tess_game *game, const tess_undo *undo,
                   struct realm_forecast best[FORECAST_TAKEN]) {
  struct quiet_cells *quiet = &forecasts->quiet;
  const struct field_borders *borders = &forecasts->borders;
  const struct core *core = &game->core;
  const struct kind *kind = game_kind(game, forecasts->tiles);
  const unsigned own = game->tiles[forecasts->tiles].node;
  if (core->changes & (CHANGE_MEETING | CHANGE_COMPLETE)) return -1;
  /* 1. List the realms of before that are parts of the tile's realms: those that became children, and then roots. */
  int part_count = 0, count = 0;
  uint16_t parts[UNDO_CHANGES + TESS_MAX_FEATURES], roots[UNDO_CHANGES + TESS_MAX_FEATURES];
  for (unsigned i = 0; i < undo->change_count; i++) {
    const unsigned child = undo->changes[i].child;
    if (child >= own) continue;
    parts[part_count] = (uint16_t)child;
    roots[part_count++] = (uint16_t)game_root(game, child);
  }
  /* 2. Look at each realm of the tile once. */
  for (unsigned f = 0; f < kind->feature_count; f++) {
    const unsigned root = core->root[f], type = kind->type[f];
    const bool field = type == TESS_TYPE_FIELD;
    bool seen = field && !game->fields;
    for (unsigned g = 0; g < f; g++) seen = seen || core->root[g] == root;
    if (seen) continue;
    if (root < own) {
      parts[part_count] = (uint16_t)root;
      roots[part_count++] = (uint16_t)root;
    }
    int joined = 0, held = 0, touching = 0;
    int32_t cities = 0, before = 0;
    for (int i = 0; i < part_count; i++) {
      if (roots[i] != root) continue;
      const bool taken = forecasts->list.place[parts[i]] != 0;
      const int32_t its = field && borders->first[parts[i]] != 0 ? quiet->cities[parts[i]] : 0;
      if (quiet->meets[parts[i]] || (taken && !field)) return -1;
      joined++;
      held += taken;
      touching += borders->held[parts[i]] != 0;
      cities += its;
      before += taken ? its : 0;
    }
    for (unsigned g = f; field && g < kind->feature_count; g++)
      if (core->root[g] == root)
        cities += (int32_t)count_bits(kind->touched[g]) * whole_part(FIELD_CITY_POINTS * WHOLE_POINT, forecasts->city);
    /* 3. A field with meeples keeps its value if no city is new to it, and none of its cities becomes one with another.
     */
    if (touching > 1 || held > 1 || (held == 1 && cities != before)) return -1;
    if (held == 1) continue;
    if (joined > 0 || type_is_center(type)) {
      forecast_at_best(forecasts, game, root, type, cities, &best[count++]);
      continue;
    }
    if (!(quiet->known >> f & 1)) forecast_at_best(forecasts, game, root, type, cities, &quiet->alone[f]);
    quiet->known |= 1u << f;
    best[count++] = quiet->alone[f];
  }
  for (unsigned i = 0; game->set->rules == TESS_RULES_STAR_WARS && i < core->near_count; i++) { /* SW-3.3 */
    const tess_spot spot = {core->near[i], game_kind(game, core->near[i])->centers[0]};
    forecast_at_best(forecasts, game, game_spot_root(game, spot), TESS_TYPE_PLANET, 0, &best[count++]);
  }
  return count;
}

const struct realm_forecast *forecasts_of(const struct forecast_list *list, const tess_game *game, tess_spot spot) {
  const unsigned place = list->place[game_spot_root(game, spot)];
  assert(place > 0);
  return &list->at[place - 1];
}
