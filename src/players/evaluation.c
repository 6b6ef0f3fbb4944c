#include "players/evaluation.h"

#include <string.h>

#include "players/exponential.h"
#include "rules/grid.h"
#include "rules/score.h"

enum { EASY_FITS = 8 /* with so many tiles that fit, realms are joined easily */ };

#define POINTS_A_CITY 3.0f /* of a field (CL-6.3) */

#define HOPELESS 30.0f /* doubt about a cell where nothing fits */

/* A cell where nothing fits is never filled; each tile that fits falls to the realm's own players one time in their
 * number, and is laid there at some rate. */
static void make_doubts(struct evaluator *evaluator, unsigned players) {
  const float rate = evaluator->weights->rate * 2.0f / (float)players;
  evaluator->players = (uint8_t)players;
  evaluator->doubt[0] = HOPELESS;
  for (int fits = 1; fits < CELLS_FITS; fits++)
    evaluator->doubt[fits] = -logarithm(1.0f - exponential(-rate * (float)fits));
}

/* All throws of `dice` dice with the highest `face`, of 6 to the power of `dice`. */
static float highest_at(unsigned dice, unsigned face) {
  float all = 1.0f, lower = 1.0f;
  for (unsigned i = 0; i < dice; i++) {
    all *= (float)face;
    lower *= (float)(face - 1);
  }
  return all - lower;
}

/* Ties are thrown again (SW-4.6). */
static void make_beats(struct evaluator *evaluator) {
  for (unsigned one = 1; one <= TESS_MAX_DICE; one++)
    for (unsigned other = 1; other <= TESS_MAX_DICE; other++) {
      float won = 0.0f, lost = 0.0f;
      for (unsigned a = 1; a <= 6; a++)
        for (unsigned b = 1; b <= 6; b++) {
          if (a > b) won += highest_at(one, a) * highest_at(other, b);
          if (a < b) lost += highest_at(one, a) * highest_at(other, b);
        }
      evaluator->beats[one][other] = won / (won + lost);
    }
}

/* ---- Realms ------------------------------------------------------------------------------------------------------ */

/* Begins the outlook of a realm unless there is one. */
static void add_outlook(struct evaluator *evaluator, const struct tess_game *game, tess_spot spot) {
  const unsigned root = game_spot_root(game, spot);
  if (evaluator->place[root] != 0) return;
  struct outlook *outlook = &evaluator->outlooks[evaluator->count++];
  evaluator->place[root] = (uint8_t)evaluator->count;
  *outlook =
      (struct outlook){.root = (uint16_t)root, .type = game_kind(game, spot.tile)->type[spot.feature], .spot = spot};
}

static void add_outlooks(struct evaluator *evaluator, const struct tess_game *game) {
  evaluator->count = 0;
  for (unsigned seat = 0; seat < game->players; seat++)
    for (unsigned slot = 0; slot < SLOTS; slot++)
      if (game->core.slot[seat][slot] != NO_SLOT) add_outlook(evaluator, game, slot_spot(game->core.slot[seat][slot]));
  if (game->core.phase != TESS_PHASE_MEEPLE) return;
  const unsigned last = game->core.tile_count - 1u, features = game_kind(game, last)->feature_count;
  for (unsigned f = 0; f < features; f++) add_outlook(evaluator, game, (tess_spot){(uint8_t)last, (uint8_t)f});
  if (game->set->rules == TESS_CLASSIC) return;
  for (unsigned i = 0; i < game->core.near_count; i++) /* SW-3.3 */
    add_outlook(evaluator, game, (tess_spot){game->core.near[i], game_kind(game, game->core.near[i])->centers[0]});
}

/* Notes that a tile on the cell may join two realms. */
static void add_meeting(struct evaluator *evaluator, unsigned one, unsigned other, unsigned fitting) {
  if (one == other || fitting == 0 || evaluator->meeting_count == EVALUATION_MEETINGS) return;
  if (evaluator->outlooks[one - 1].type != evaluator->outlooks[other - 1].type) return;
  const float ease = fitting < EASY_FITS ? (float)fitting / EASY_FITS : 1.0f;
  evaluator->meetings[evaluator->meeting_count++] = (struct meeting){(uint8_t)(one - 1), (uint8_t)(other - 1), ease};
}

/* Every open cell adds to the doubts about the realms that lead into it, and may join them. */
static void weigh_cell(struct evaluator *evaluator, const struct tess_game *game, const struct open_cell *cell) {
  unsigned places[4], count = 0;
  for (unsigned i = 0; i < cell->node_count; i++) {
    const unsigned place = evaluator->place[game_root(game, cell->nodes[i])];
    if (place != 0) places[count++] = place;
  }
  for (unsigned i = 0; i < count; i++) {
    evaluator->outlooks[places[i] - 1].doubt += evaluator->doubt[cell->fits];
    for (unsigned j = 0; j < i; j++) add_meeting(evaluator, places[i], places[j], cell->fits);
  }
}

static void weigh_cells(struct evaluator *evaluator, const struct tess_game *game) {
  evaluator->meeting_count = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1)
      weigh_cell(evaluator, game, &evaluator->cells.at[word * 64 + (unsigned)__builtin_ctzll(bits)]);
}

/* The cells around a centre that are empty. */
static void weigh_center(struct evaluator *evaluator, const struct tess_game *game, struct outlook *outlook) {
  static const int around[8] = {-257, -256, -255, -1, 1, 255, 256, 257};
  const struct laid *tile = &game->tiles[outlook->spot.tile];
  const unsigned key = grid_key(tile->x, tile->y);
  for (int i = 0; i < 8; i++) {
    const unsigned value = grid_value(game, (key + (unsigned)around[i]) & 0xFFFF);
    if (grid_is_tile(value)) continue;
    outlook->doubt += value < GRID_FRONTIER ? evaluator->weights->far
                                            : evaluator->doubt[evaluator->cells.at[value - GRID_FRONTIER].fits];
  }
}

static float completion_chance(const struct evaluator *evaluator, const struct outlook *outlook, unsigned open) {
  const struct completion_weights *weights = &evaluator->weights->completion[outlook->type];
  if (evaluator->turns == 0.0f) return 0.0f;
  const float odds = weights->constant + weights->open * (float)open + weights->turns * evaluator->log_turns +
                     weights->doubt * outlook->doubt;
  return 1.0f / (1.0f + exponential(-odds));
}

/* What the occupants of a realm weigh when it is joined with another's. */
static uint8_t strength_of(const struct tess_game *game, realm r) {
  unsigned most = 0, dice = 0, symbol = 0;
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned there = realm_occupants(r, seat);
    if (there == 0) continue;
    most = there > most ? there : most;
    dice += (there & (REALM_LARGE - 1)) + (there & REALM_LARGE ? 2 : 0); /* SW-4.2 */
    if (game->set->rules == TESS_STAR_WARS && realm_faction(r, tess_colour_faction((tess_colour)game->colours[seat])))
      symbol = 1;
  }
  if (game->set->rules == TESS_CLASSIC) return (uint8_t)most;
  return (uint8_t)(dice + symbol < TESS_MAX_DICE ? dice + symbol : TESS_MAX_DICE);
}

/* What completion would add to a realm's present worth; each open end takes a tile at least. */
static float completion_gain(const struct evaluation_weights *weights, const tess_realm *now) {
  const bool city = now->type == TESS_ASTEROIDS || now->type == TESS_CITY;
  const int more = (city ? 2 : 1) * now->open_ends;
  const int same = !city ? 0 : now->tiles + (now->type == TESS_CITY ? now->symbols : 0);
  return weights->gain * (float)same + weights->growth * (float)more;
}

static void judge(struct evaluator *evaluator, const struct tess_game *game, struct outlook *outlook) {
  const tess_realm now = tess_game_realm(game, outlook->spot);
  const bool center = type_is_center(now.type);
  outlook->complete = now.complete;
  outlook->sides = now.sides;
  outlook->strength = strength_of(game, game->realms[outlook->root]);
  outlook->value = (float)now.worth;
  if (now.complete) return;
  if (center) weigh_center(evaluator, game, outlook);
  outlook->chance = completion_chance(evaluator, outlook, now.open_ends);
  if (outlook->chance == 0.0f) return;
  if (center) /* a tile around it counts even when the last is missing */
    outlook->value += (float)now.open_ends * exponential(logarithm(outlook->chance) / (float)now.open_ends);
  else
    outlook->value += outlook->chance * completion_gain(evaluator->weights, &now);
}

/* How much meeples still count with the turns left. */
static float supply_share(const struct evaluator *evaluator) {
  const float share = evaluator->turns / evaluator->weights->supply_turns;
  return share < 1.0f ? share : 1.0f;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* The chance that a city beside a field will be complete at the end. */
static float city_chance(const struct evaluator *evaluator, const struct tess_game *game, unsigned root) {
  if (realm_open(game->realms[root]) == 0) return 1.0f;
  const unsigned place = evaluator->place[root];
  if (place != 0 && evaluator->outlooks[place - 1].sides != 0) return evaluator->outlooks[place - 1].chance;
  return evaluator->weights->city * supply_share(evaluator);
}

/* The cities that fields were found to touch, by place of the field. */
struct field_cities {
  uint8_t count[EVALUATION_OUTLOOKS];
  uint16_t roots[EVALUATION_OUTLOOKS][TESS_MAX_TILES];
};

/* Notes that a field touches a city; false if that was known. */
static bool add_city(struct field_cities *known, unsigned field, unsigned root) {
  uint16_t *roots = known->roots[field];
  for (unsigned i = 0; i < known->count[field]; i++)
    if (roots[i] == root) return false;
  roots[known->count[field]++] = (uint16_t)root;
  return true;
}

static void judge_border(struct evaluator *evaluator, const struct tess_game *game, struct field_cities *known,
                         const struct border *border) {
  const unsigned place = evaluator->place[game_root(game, border->field)];
  if (place == 0) return;
  for (unsigned touched = border->touched; touched != 0; touched &= touched - 1) {
    const unsigned root = game_root(game, border->tile + (unsigned)__builtin_ctz(touched));
    if (add_city(known, place - 1, root))
      evaluator->outlooks[place - 1].value += POINTS_A_CITY * city_chance(evaluator, game, root);
  }
}

/* Appends the borders of a tile. */
static int add_borders(const struct tess_game *game, unsigned tile, struct border *borders, int count) {
  const struct kind *kind = game_kind(game, tile);
  const uint16_t node = game->tiles[tile].node;
  for (unsigned f = 0; kind->touches && f < kind->feature_count; f++)
    if (kind->touched[f] != 0) borders[count++] = (struct border){(uint16_t)(node + f), node, kind->touched[f]};
  return count;
}

/* The borders of the tiles that lay at evaluation_begin(), then those of one laid since. */
static void judge_fields(struct evaluator *evaluator, const struct tess_game *game) {
  struct field_cities known;
  struct border last[TESS_MAX_FEATURES];
  memset(known.count, 0, (size_t)evaluator->count);
  for (int i = 0; i < evaluator->border_count; i++) judge_border(evaluator, game, &known, &evaluator->borders[i]);
  if (game->core.tile_count == evaluator->tiles) return;
  const int count = add_borders(game, evaluator->tiles, last, 0);
  for (int i = 0; i < count; i++) judge_border(evaluator, game, &known, &last[i]);
}

static void find_borders(struct evaluator *evaluator, const struct tess_game *game) {
  evaluator->tiles = game->core.tile_count;
  evaluator->border_count = 0;
  for (unsigned tile = 0; game->fields && tile < evaluator->tiles; tile++)
    evaluator->border_count = add_borders(game, tile, evaluator->borders, evaluator->border_count);
}

static void judge_all(struct evaluator *evaluator, const struct tess_game *game) {
  for (int i = 0; i < evaluator->count; i++) {
    struct outlook *outlook = &evaluator->outlooks[i];
    if (outlook->type == TESS_FIELD)
      outlook->sides = (uint8_t)score_sides(game, game->realms[outlook->root]);
    else
      judge(evaluator, game, outlook);
  }
  if (game->fields) judge_fields(evaluator, game);
}

void evaluation_begin(struct evaluator *evaluator, const tess_game *game) {
  const struct evaluation_weights *weights = &evaluator->sets[game->set->rules];
  if (evaluator->players != game->players || evaluator->weights != weights) {
    evaluator->weights = weights;
    make_doubts(evaluator, game->players);
    make_beats(evaluator);
  }
  evaluator->turns = (float)game->core.bag_count / (float)game->players;
  evaluator->log_turns = logarithm(evaluator->turns + 0.5f);
  cells_begin(&evaluator->cells, game);
  find_borders(evaluator, game);
}

void evaluation_laid(struct evaluator *evaluator, const tess_game *game, int x, int y) {
  cells_laid(&evaluator->cells, game, x, y);
}

/* ---- Meeples ----------------------------------------------------------------------------------------------------- */

static float supply_worth(const struct evaluator *evaluator, int meeples) {
  const struct evaluation_weights *weights = evaluator->weights;
  float worth = 0.0f;
  for (int i = 0; i < meeples; i++) worth += weights->supply[i];
  return worth * supply_share(evaluator);
}

static float hand_worth(const struct evaluator *evaluator, struct hand hand) {
  const float now = supply_worth(evaluator, hand.meeples), next = supply_worth(evaluator, hand.meeples + 1);
  return now + hand.back * (next - now) + supply_share(evaluator) * hand.extra;
}

/* The extra worth of a piece. */
static float extra_of(const struct evaluator *evaluator, tess_piece piece) {
  return piece == TESS_ABBOT ? evaluator->weights->abbot : piece == TESS_LARGE ? evaluator->weights->large : 0.0f;
}

/* Adds `share` of a piece to a hand: 1 for one that is there, less for one that may come back. */
static void hand_add(const struct evaluator *evaluator, struct hand *hand, tess_piece piece, float share) {
  hand->extra += share * extra_of(evaluator, piece);
  if (piece == TESS_ABBOT) return;
  if (share == 1.0f)
    hand->meeples++;
  else
    hand->back += share;
}

/* Meeples in the supply, and those on the board that have come back or are likely to. */
static struct hand hand_of(const struct evaluator *evaluator, const struct tess_game *game, unsigned seat) {
  const uint8_t *supply = game->core.supply[seat];
  struct hand hand = {.meeples = supply[TESS_SMALL] + supply[TESS_LARGE],
                      .extra = supply[TESS_LARGE] * evaluator->weights->large +
                               supply[TESS_ABBOT] * evaluator->weights->abbot};
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    if (game->core.slot[seat][slot] == NO_SLOT) continue;
    const unsigned root = game_spot_root(game, slot_spot(game->core.slot[seat][slot]));
    const struct outlook *outlook = &evaluator->outlooks[evaluator->place[root] - 1];
    hand_add(evaluator, &hand, slot_piece(game->set->rules, slot),
             outlook->complete ? 1.0f : evaluator->weights->back * outlook->chance);
  }
  return hand;
}

/* What a decision changes in the worth of the seat's meeples: a piece goes from the supply to a realm that will be
 * completed with `chance`, or, for TESS_RETURN, the abbot comes back from such a one. */
static float hand_change(const struct evaluator *evaluator, unsigned seat, tess_piece piece, float chance) {
  const struct hand before = evaluator->hands[seat];
  const float back = evaluator->weights->back * chance;
  struct hand after = before;
  if (piece == TESS_RETURN) {
    hand_add(evaluator, &after, TESS_ABBOT, 1.0f - back);
  } else {
    after.meeples -= piece != TESS_ABBOT;
    after.extra -= extra_of(evaluator, piece);
    hand_add(evaluator, &after, piece, back);
  }
  return hand_worth(evaluator, after) - hand_worth(evaluator, before);
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static void add_to_sides(unsigned sides, float points, float values[TESS_MAX_PLAYERS]) {
  for (unsigned side = 0; sides >> side != 0; side++)
    if (sides >> side & 1) values[side] += points;
}

/* Seats that will have one turn more than others before the game is over, or have it sooner. */
static void add_tempo(const struct evaluator *evaluator, const struct tess_game *game, float values[TESS_MAX_PLAYERS]) {
  const unsigned players = game->players, left = game->core.bag_count;
  const unsigned next = game->core.seat + (game->core.phase == TESS_PHASE_MEEPLE ? 1u : 0u);
  for (unsigned i = 0; i < players - 1 && i < left; i++)
    values[game_side(game, (next + i) % players)] +=
        evaluator->weights->tempo * (float)(players - 1 - i) / (float)players;
}

/* What two realms of different sides may gain and lose by becoming one. */
static void add_meeting_values(const struct evaluator *evaluator, const struct tess_game *game,
                               const struct meeting *meeting, const struct outlook *one, const struct outlook *other,
                               float values[TESS_MAX_PLAYERS]) {
  if (one->sides == 0 || other->sides == 0 || (one->sides & other->sides)) return;
  const float likely = evaluator->weights->meeting * meeting->ease * supply_share(evaluator);
  float won = one->strength > other->strength ? 1.0f : 0.0f, lost = one->strength < other->strength ? 1.0f : 0.0f;
  if (game->set->rules == TESS_STAR_WARS) {
    won = evaluator->beats[one->strength][other->strength];
    lost = 1.0f - won;
  }
  add_to_sides(one->sides, likely * ((1.0f - lost) * other->value - lost * one->value), values);
  add_to_sides(other->sides, likely * ((1.0f - won) * one->value - won * other->value), values);
}

void evaluation_values(struct evaluator *evaluator, const tess_game *game, float values[TESS_MAX_PLAYERS]) {
  const unsigned sides = (unsigned)tess_game_sides(game);
  for (int i = 0; i < evaluator->count; i++) evaluator->place[evaluator->outlooks[i].root] = 0;
  add_outlooks(evaluator, game);
  weigh_cells(evaluator, game);
  judge_all(evaluator, game);
  for (unsigned side = 0; side < sides; side++) values[side] = (float)game->core.score[side];
  for (unsigned seat = 0; seat < game->players; seat++) {
    evaluator->hands[seat] = hand_of(evaluator, game, seat);
    values[game_side(game, seat)] += hand_worth(evaluator, evaluator->hands[seat]);
  }
  add_tempo(evaluator, game, values);
  for (int i = 0; i < evaluator->count; i++)
    add_to_sides(evaluator->outlooks[i].sides, evaluator->outlooks[i].value, values);
  for (int i = 0; i < evaluator->meeting_count; i++) {
    const struct meeting *meeting = &evaluator->meetings[i];
    add_meeting_values(evaluator, game, meeting, &evaluator->outlooks[meeting->one],
                       &evaluator->outlooks[meeting->other], values);
  }
}

static const struct outlook *outlook_of(const struct evaluator *evaluator, const tess_game *game, tess_spot spot) {
  const unsigned place = evaluator->place[game_spot_root(game, spot)];
  assert(place > 0);
  return &evaluator->outlooks[place - 1];
}

/* The meetings of a realm, now that it is taken. */
static void add_meetings(const struct evaluator *evaluator, const tess_game *game, const struct outlook *taken,
                         float values[TESS_MAX_PLAYERS]) {
  const unsigned place = evaluator->place[taken->root] - 1u;
  for (int i = 0; i < evaluator->meeting_count; i++) {
    const struct meeting *meeting = &evaluator->meetings[i];
    if (meeting->one == place)
      add_meeting_values(evaluator, game, meeting, taken, &evaluator->outlooks[meeting->other], values);
    else if (meeting->other == place)
      add_meeting_values(evaluator, game, meeting, &evaluator->outlooks[meeting->one], taken, values);
  }
}

void evaluation_add_decision(const struct evaluator *evaluator, const tess_game *game, tess_decision decision,
                             float values[TESS_MAX_PLAYERS]) {
  const unsigned seat = game->core.seat, side = game_side(game, seat);
  const tess_piece piece = (tess_piece)decision.piece;
  if (piece == TESS_NONE) return;
  const tess_spot spot = piece == TESS_RETURN ? slot_spot(game->core.slot[seat][SLOT_ABBOT]) : decision.spot;
  struct outlook taken = *outlook_of(evaluator, game, spot);
  if (!taken.complete) values[side] += hand_change(evaluator, seat, piece, taken.chance);
  if (piece == TESS_RETURN) {
    values[side] += (float)tess_game_realm(game, spot).worth - taken.value;
    return;
  }
  assert(taken.sides == 0);
  values[side] += taken.value;
  taken.sides = (uint8_t)(1u << side);
  taken.strength = strength_of(game, game->realms[taken.root] + piece_realm(piece, seat));
  add_meetings(evaluator, game, &taken, values);
}
