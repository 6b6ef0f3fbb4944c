#include "players/evaluation.h"

#include <math.h>
#include <string.h>

#include "rules/frontier.h"
#include "rules/grid.h"
#include "rules/score.h"

enum { NO_EDGE = 4 /* a side of a cell without a tile */ };

enum { EASY_FITS = 8 /* with so many tiles that fit, realms are joined easily */ };

#define HOPELESS 30.0f /* doubt about a cell where nothing fits */

/* A cell where nothing fits is never filled; each tile that fits falls to the realm's own players one time in their
 * number, and is laid there at some rate. */
static void make_doubts(struct evaluator *evaluator, unsigned players) {
  const float rate = fmaxf(evaluator->weights->rate, 0.01f) * 2.0f / (float)players;
  evaluator->players = (uint8_t)players;
  evaluator->doubt[0] = HOPELESS;
  for (int fits = 1; fits < EVALUATION_FITS; fits++) evaluator->doubt[fits] = -logf(1.0f - expf(-rate * (float)fits));
}

/* All throws of `dice` dice with the highest `face`, of 6 to the power of `dice`. */
static float highest_at(unsigned dice, unsigned face) {
  return powf((float)face, (float)dice) - powf((float)(face - 1), (float)dice);
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

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

/* What one side of a cell shows: a tess_edge or NO_EDGE; a road, city and so on is noted among the cell's nodes. */
static unsigned look(const struct tess_game *game, unsigned value, unsigned side, struct open_cell *cell) {
  if (!grid_is_tile(value)) return NO_EDGE;
  const struct laid *tile = &game->tiles[value - 1];
  const struct kind *kind = &game->set->kinds[tile->kind];
  const unsigned opposite = (side + 2u) & 3u, feature = kind->edge_feature[(opposite - tile->rotation) & 3u];
  if (feature != NO_FEATURE) cell->nodes[cell->node_count++] = (uint16_t)(tile->node + feature);
  return kind->edges[tile->rotation][opposite];
}

static void survey(struct evaluator *evaluator, const struct tess_game *game, unsigned index) {
  static const int beyond[4] = {-256, 1, 256, -1};
  const unsigned key = grid_key(game->cells[index].x, game->cells[index].y);
  struct open_cell *cell = &evaluator->cells[index];
  unsigned pattern = 0;
  cell->node_count = 0;
  for (unsigned side = 0; side < 4; side++)
    pattern = 5 * pattern + look(game, grid_value(game, (key + (unsigned)beyond[side]) & 0xFFFF), side, cell);
  cell->pattern = (uint16_t)pattern;
}

void evaluation_begin(struct evaluator *evaluator, const tess_game *game) {
  const struct evaluation_weights *weights = &evaluator->sets[game->set->rules];
  if (evaluator->players != game->players || evaluator->weights != weights) {
    evaluator->weights = weights;
    make_doubts(evaluator, game->players);
    make_beats(evaluator);
  }
  evaluator->turns = (float)game->core.bag_count / (float)game->players;
  evaluator->log_turns = logf(evaluator->turns + 0.5f);
  memset(evaluator->fits, 0, sizeof evaluator->fits);
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1)
      survey(evaluator, game, word * 64 + (unsigned)__builtin_ctzll(bits));
}

void evaluation_laid(struct evaluator *evaluator, const tess_game *game, int x, int y) {
  static const int8_t beside[5][2] = {{0, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  for (int i = 0; i < 5; i++) {
    const unsigned value = grid_value(game, grid_key(x + beside[i][0], y + beside[i][1]));
    if (value >= GRID_FRONTIER) survey(evaluator, game, value - GRID_FRONTIER);
  }
}

/* Bit 4*side + tess_edge for every edge that a cell with this pattern forbids. */
static unsigned forbidden_by(unsigned pattern) {
  unsigned forbidden = 0;
  for (unsigned side = 4; side-- > 0; pattern /= 5)
    if (pattern % 5 != NO_EDGE) forbidden |= (0xFu & ~(1u << pattern % 5)) << 4 * side;
  return forbidden;
}

static bool kind_fits(const struct kind *kind, unsigned forbidden) {
  for (unsigned rotation = 0; rotation < kind->period; rotation++)
    if (!(kind->pattern[rotation] & forbidden)) return true;
  return false;
}

/* Tiles of the bag that fit a cell, at most EVALUATION_FITS - 1. */
static unsigned fits(struct evaluator *evaluator, const struct tess_game *game, unsigned pattern) {
  if (evaluator->fits[pattern] > 0) return evaluator->fits[pattern] - 1u;
  const unsigned forbidden = forbidden_by(pattern);
  unsigned count = 0;
  for (unsigned i = 0; i < game->core.bag_count && count < EVALUATION_FITS - 1; i++)
    count += kind_fits(&game->set->kinds[game->bag.kinds[i]], forbidden);
  evaluator->fits[pattern] = (uint8_t)(count + 1);
  return count;
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
  if (count == 0) return;
  const unsigned fitting = fits(evaluator, game, cell->pattern);
  for (unsigned i = 0; i < count; i++) {
    evaluator->outlooks[places[i] - 1].doubt += evaluator->doubt[fitting];
    for (unsigned j = 0; j < i; j++) add_meeting(evaluator, places[i], places[j], fitting);
  }
}

static void weigh_cells(struct evaluator *evaluator, const struct tess_game *game) {
  evaluator->meeting_count = 0;
  for (unsigned word = 0; word < game->core.frontier_words; word++)
    for (uint64_t bits = game->frontier[word]; bits != 0; bits &= bits - 1)
      weigh_cell(evaluator, game, &evaluator->cells[word * 64 + (unsigned)__builtin_ctzll(bits)]);
}

/* The cells around a centre that are empty. */
static void weigh_center(struct evaluator *evaluator, const struct tess_game *game, struct outlook *outlook) {
  static const int around[8] = {-257, -256, -255, -1, 1, 255, 256, 257};
  const struct laid *tile = &game->tiles[outlook->spot.tile];
  const unsigned key = grid_key(tile->x, tile->y);
  for (int i = 0; i < 8; i++) {
    const unsigned value = grid_value(game, (key + (unsigned)around[i]) & 0xFFFF);
    if (grid_is_tile(value)) continue;
    outlook->doubt += value < GRID_FRONTIER
                          ? evaluator->weights->far
                          : evaluator->doubt[fits(evaluator, game, evaluator->cells[value - GRID_FRONTIER].pattern)];
  }
}

static float completion_chance(const struct evaluator *evaluator, const struct outlook *outlook, unsigned open) {
  const struct completion_weights *weights = &evaluator->weights->completion[outlook->type];
  if (evaluator->turns == 0.0f) return 0.0f;
  const float odds = weights->constant + weights->open * (float)open + weights->turns * evaluator->log_turns +
                     weights->doubt * outlook->doubt;
  return 1.0f / (1.0f + expf(-odds));
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
  if (center) /* a tile around it counts even when the last is missing */
    outlook->value += (float)now.open_ends * powf(outlook->chance, 1.0f / (float)now.open_ends);
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

/* The cities that each field was found to touch: bit = root of the city, by place of the field. */
typedef uint64_t city_set[TESS_MAX_SEGMENTS / 64 + 1];

/* Adds the cities that a field segment touches, each once a field. */
static void add_cities(struct evaluator *evaluator, const struct tess_game *game, struct outlook *field, unsigned node,
                       unsigned touched, city_set seen) {
  for (; touched != 0; touched &= touched - 1) {
    const unsigned root = game_root(game, node + (unsigned)__builtin_ctz(touched));
    if (seen[root / 64] >> root % 64 & 1) continue;
    seen[root / 64] |= (uint64_t)1 << root % 64;
    field->value += 3.0f * city_chance(evaluator, game, root);
  }
}

static void judge_fields(struct evaluator *evaluator, const struct tess_game *game) {
  city_set seen[EVALUATION_OUTLOOKS];
  memset(seen, 0, (size_t)evaluator->count * sizeof *seen);
  for (unsigned tile = 0; tile < game->core.tile_count; tile++) {
    const struct kind *kind = game_kind(game, tile);
    const unsigned node = game->tiles[tile].node;
    for (unsigned f = 0; kind->touches && f < kind->feature_count; f++) {
      const unsigned place = kind->touched[f] == 0 ? 0 : evaluator->place[game_root(game, node + f)];
      if (place == 0) continue;
      add_cities(evaluator, game, &evaluator->outlooks[place - 1], node, kind->touched[f], seen[place - 1]);
    }
  }
}

/* ---- Meeples ----------------------------------------------------------------------------------------------------- */

static void judge_all(struct evaluator *evaluator, const struct tess_game *game) {
  for (int i = 0; i < evaluator->count; i++) {
    struct outlook *outlook = &evaluator->outlooks[i];
    if (outlook->type != TESS_FIELD) {
      judge(evaluator, game, outlook);
      continue;
    }
    outlook->sides = (uint8_t)score_sides(game, game->realms[outlook->root]);
  }
  if (game->fields) judge_fields(evaluator, game);
}

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
