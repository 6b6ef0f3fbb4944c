#include "players/finale.h"

#include <stdlib.h>

#include "players/outlooks.h"
#include "rules/score.h"

#define POINTS_A_CITY 3.0f /* of a field (CL-6.3) */

/* All leads below are those of side 0 unless said otherwise. */

/* A realm that somebody holds. */
struct holding {
  realm was;
  uint16_t root;
  uint8_t type;
  float lead; /* that it brings */
};

struct holdings {
  int count;
  struct holding at[TESS_MAX_MEEPLES];
};

bool finale_open(struct finale *finale) {
  *finale = (struct finale){.undo = malloc(tess_undo_size())};
  for (uint8_t one = 1; one <= TESS_MAX_DICE; one++)
    for (uint8_t other = 1; other <= TESS_MAX_DICE; other++) {
      const uint8_t dice[TESS_MAX_PLAYERS] = {one, other};
      battle_odds_of(dice, &finale->odds[one - 1][other - 1]);
    }
  return finale->undo != NULL;
}

void finale_close(struct finale *finale) {
  free(finale->undo);
  finale->undo = NULL;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static void add_border(struct finale *finale, unsigned field, unsigned city) {
  for (int i = 0; i < finale->border_count; i++)
    if (finale->borders[i].field == field && finale->borders[i].city == city) return;
  finale->borders[finale->border_count++] = (struct finale_border){(uint16_t)field, (uint16_t)city};
}

void finale_begin(struct finale *finale, const tess_game *game) {
  finale->border_count = 0;
  finale->tiles = game->core.tile_count;
  for (unsigned tile = 0; game->fields && tile < finale->tiles; tile++) {
    const struct kind *kind = game_kind(game, tile);
    const unsigned node = game->tiles[tile].node;
    for (unsigned f = 0; kind->touches && f < kind->feature_count; f++)
      for (unsigned touched = kind->touched[f]; touched != 0; touched &= touched - 1)
        add_border(finale, game_root(game, node + f), game_root(game, node + (unsigned)__builtin_ctz(touched)));
  }
}

/* The complete cities found beside a field, each once. */
struct cities {
  int count;
  uint16_t roots[TESS_MAX_TILES];
};

static void add_city(struct cities *cities, const struct tess_game *game, unsigned node) {
  const unsigned root = game_root(game, node);
  if (realm_open(game->realms[root]) != 0) return;
  for (int i = 0; i < cities->count; i++)
    if (cities->roots[i] == root) return;
  cities->roots[cities->count++] = (uint16_t)root;
}

static float field_points(const struct finale *finale, const struct tess_game *game, unsigned root) {
  struct cities cities;
  cities.count = 0;
  for (int i = 0; i < finale->border_count; i++)
    if (game_root(game, finale->borders[i].field) == root) add_city(&cities, game, finale->borders[i].city);
  for (unsigned tile = finale->tiles; tile < game->core.tile_count; tile++) {
    const struct kind *kind = game_kind(game, tile);
    const unsigned node = game->tiles[tile].node;
    for (unsigned f = 0; kind->touches && f < kind->feature_count; f++)
      for (unsigned touched = kind->touched[f]; touched != 0; touched &= touched - 1)
        if (game_root(game, node + f) == root) add_city(&cities, game, node + (unsigned)__builtin_ctz(touched));
  }
  return POINTS_A_CITY * (float)cities.count;
}

/* ---- Realms ------------------------------------------------------------------------------------------------------ */

/* What a realm brings with these occupants, who fight for it first if need be (SW-4). */
static float settle(const struct finale *finale, const struct tess_game *game, unsigned root, unsigned type,
                    realm occupied) {
  static const realm of_side[2] = {0x0F0F, 0xF0F0}; /* occupants; seats 0 and 2, 1 and 3 */
  const unsigned sides = score_sides(game, occupied);
  if (sides == 0) return 0.0f;
  const float points = type == TESS_FIELD
                           ? field_points(finale, game, root)
                           : (float)score_worth(game, root, type, score_complete(game, root, type), NULL).points;
  if (sides != 3) return sides == 1 ? points : -points;
  if (game->set->rules == TESS_CLASSIC) return 0.0f;
  const unsigned one = outlook_strength(game, occupied & ~of_side[1]);
  const unsigned other = outlook_strength(game, occupied & ~of_side[0]);
  const struct battle_odds *odds = &finale->odds[one - 1][other - 1];
  return (float)((odds->win[0] - odds->win[1]) * (double)points + odds->points[0] - odds->points[1]);
}

static bool is_held(const struct holdings *holdings, unsigned root) {
  for (int i = 0; i < holdings->count; i++)
    if (holdings->at[i].root == root) return true;
  return false;
}

/* Fills in a realm unless it is known; returns what it brings. */
static float hold(const struct finale *finale, const struct tess_game *game, unsigned root, unsigned type,
                  struct holdings *holdings) {
  if (is_held(holdings, root)) return 0.0f;
  const float lead = settle(finale, game, root, type, game->realms[root]);
  holdings->at[holdings->count++] = (struct holding){game->realms[root], (uint16_t)root, (uint8_t)type, lead};
  return lead;
}

static float score_lead(const struct tess_game *game) { return (float)(game->core.score[0] - game->core.score[1]); }

/* The lead as the board is, and the realms that count for it. */
static float look(const struct finale *finale, const struct tess_game *game, struct holdings *holdings) {
  float lead = score_lead(game);
  holdings->count = 0;
  for (unsigned i = 0; i < game->players * SLOTS; i++) {
    const unsigned at = game->core.slot[i / SLOTS][i % SLOTS];
    if (at == NO_SLOT) continue;
    const tess_spot spot = slot_spot(at);
    lead += hold(finale, game, game_spot_root(game, spot), game_kind(game, spot.tile)->type[spot.feature], holdings);
  }
  return lead;
}

/* The same after one more tile: only what it changed is looked at again. */
static float look_again(const struct finale *finale, const struct tess_game *game, const struct holdings *before) {
  struct holdings changed;
  const bool completed = game->core.news & NEWS_COMPLETE;
  float lead = score_lead(game);
  changed.count = 0;
  for (int i = 0; i < before->count; i++) {
    const struct holding *holding = &before->at[i];
    const bool same = game->realms[holding->root] == holding->was && game->parent[holding->root] == holding->root;
    lead += same && !(completed && holding->type == TESS_FIELD)
                ? holding->lead
                : hold(finale, game, game_root(game, holding->root), holding->type, &changed);
  }
  return lead;
}

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

/* What a decision adds. An abbot that comes back scores what his realm is worth anyway (CL-7.4). */
static float gain(const struct finale *finale, const struct tess_game *game, tess_decision decision) {
  if (decision.piece == TESS_NONE || decision.piece == TESS_RETURN) return 0.0f;
  const unsigned root = game_spot_root(game, decision.spot);
  const unsigned type = game_kind(game, decision.spot.tile)->type[decision.spot.feature];
  const realm before = game->realms[root], own = piece_realm((tess_piece)decision.piece, game->core.seat);
  return settle(finale, game, root, type, before + own) - settle(finale, game, root, type, before);
}

float finale_best(struct finale *finale, tess_game *game, struct player_turn *best) {
  const float sign = game_side(game, game->core.seat) == 0 ? 1.0f : -1.0f;
  const int placements = tess_placement_count(game);
  tess_decision decisions[TESS_MAX_DECISIONS];
  struct holdings holdings;
  float most = -1e9f;
  look(finale, game, &holdings);
  for (int i = 0; i < placements; i++) {
    const tess_placement placement = tess_placement_at(game, i);
    tess_game_place(game, placement, finale->undo, NULL);
    const float lead = look_again(finale, game, &holdings);
    const int count = tess_decisions(game, decisions);
    for (int j = 0; j < count; j++) {
      const float own = sign * (lead + gain(finale, game, decisions[j]));
      if (own <= most) continue;
      most = own;
      *best = (struct player_turn){placement, decisions[j]};
    }
    tess_game_undo(game, finale->undo);
  }
  return most;
}

static bool is_legal(const tess_game *game, tess_decision decision) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_decisions(game, decisions);
  for (int i = 0; i < count; i++)
    if (decisions[i].piece == decision.piece && decisions[i].spot.tile == decision.spot.tile &&
        decisions[i].spot.feature == decision.spot.feature)
      return true;
  return false;
}

bool finale_turn(struct finale *finale, tess_game *game, const struct player_turn *turn, float *lead) {
  const float sign = game_side(game, game->core.seat) == 0 ? 1.0f : -1.0f;
  struct holdings holdings;
  if (tess_game_place(game, turn->placement, finale->undo, NULL) != TESS_OK) return false;
  const bool legal = is_legal(game, turn->decision);
  if (legal) *lead = sign * (look(finale, game, &holdings) + gain(finale, game, turn->decision));
  tess_game_undo(game, finale->undo);
  return legal;
}
