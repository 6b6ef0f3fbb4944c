#include "players/finale.h"

#include <stdlib.h>

#include "base/memory.h"
#include "players/realm_forecast.h"
#include "rules/draw.h"
#include "rules/score.h"

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

void finale_open(struct finale *finale) {
  *finale = (struct finale){.undo = memory_new(tess_undo_size()),
                            .replied = memory_new(tess_undo_size()),
                            .game = memory_new(tess_game_size())};
  for (int one = 0; one < TESS_MAX_DICE; one++)
    for (int other = 0; other < TESS_MAX_DICE; other++) {
      const uint8_t dice[TESS_MAX_PLAYERS] = {(uint8_t)(one + 1), (uint8_t)(other + 1)};
      battle_odds_of(dice, &finale->odds[one][other]);
    }
}

void finale_close(struct finale *finale) {
  free(finale->undo);
  free(finale->replied);
  free(finale->game);
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* Notes where fields and cities touch, each pair of realms once. */
void finale_begin(struct finale *finale, const tess_game *game) {
  struct field_border borders[FIELD_BORDERS];
  finale->border_count = 0;
  finale->tiles = game->core.tile_count;
  for (unsigned tile = 0; game->fields && tile < finale->tiles; tile++) {
    const int count = field_borders(game, tile, borders);
    for (int i = 0; i < count; i++) {
      int at = 0;
      while (at < finale->border_count &&
             (finale->borders[at].field != borders[i].field || finale->borders[at].city != borders[i].city))
        at++;
      finale->borders[at] = borders[i];
      if (at == finale->border_count) finale->border_count++;
    }
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
    struct field_border borders[FIELD_BORDERS];
    const int count = field_borders(game, tile, borders);
    for (int i = 0; i < count; i++)
      if (borders[i].field == root) add_city(&cities, game, borders[i].city);
  }
  return (float)(FIELD_CITY_POINTS * cities.count);
}

/* ---- Realms ------------------------------------------------------------------------------------------------------ */

/* What a realm brings with these occupants, who fight for it first if need be (SW-4). */
static float settle(const struct finale *finale, const struct tess_game *game, unsigned root, unsigned type,
                    realm occupied) {
  static const realm of_side[2] = {0x0F0F, 0xF0F0}; /* occupants; seats 0 and 2, 1 and 3 */
  const unsigned sides = score_sides(game, occupied);
  if (sides == 0) return 0.0f;
  const float points = type == TESS_TYPE_FIELD
                           ? field_points(finale, game, root)
                           : (float)score_worth(game, root, type, score_complete(game, root, type), NULL).points;
  if (sides != 3) return sides == 1 ? points : -points;
  if (game->set->rules == TESS_RULES_CLASSIC) return 0.0f;
  const unsigned one = realm_strength(game, occupied & ~of_side[1]);
  const unsigned other = realm_strength(game, occupied & ~of_side[0]);
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
    lead += same && !(completed && holding->type == TESS_TYPE_FIELD)
                ? holding->lead
                : hold(finale, game, game_root(game, holding->root), holding->type, &changed);
  }
  return lead;
}

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

/* What a decision of a seat adds. An abbot that comes back scores what his realm is worth anyway (CL-7.4). */
static float gain(const struct finale *finale, const struct tess_game *game, unsigned seat, tess_decision decision) {
  if (decision.piece == TESS_PIECE_NONE || decision.piece == TESS_PIECE_RETURN) return 0.0f;
  const unsigned root = game_spot_root(game, decision.spot);
  const unsigned type = game_kind(game, decision.spot.tile)->type[decision.spot.feature];
  const realm before = game->realms[root], own = piece_realm((tess_piece)decision.piece, seat);
  return settle(finale, game, root, type, before + own) - settle(finale, game, root, type, before);
}

float finale_best(struct finale *finale, tess_game *game, struct player_turn *best) {
  const float sign = game_side(game, game->core.seat) == 0 ? 1.0f : -1.0f;
  const int placements = tess_game_placement_count(game);
  tess_decision decisions[TESS_MAX_DECISIONS];
  struct holdings holdings;
  float most = -1e9f;
  look(finale, game, &holdings);
  for (int i = 0; i < placements; i++) {
    const tess_placement placement = tess_game_placement_at(game, i);
    tess_game_place(game, placement, finale->undo, NULL);
    const float lead = look_again(finale, game, &holdings);
    const int count = tess_game_decisions(game, decisions);
    for (int j = 0; j < count; j++) {
      const float own = sign * (lead + gain(finale, game, game->core.seat, decisions[j]));
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
  const int count = tess_game_decisions(game, decisions);
  for (int i = 0; i < count; i++)
    if (decisions[i].piece == decision.piece && decisions[i].spot.tile == decision.spot.tile &&
        decisions[i].spot.feature == decision.spot.feature)
      return true;
  return false;
}

bool finale_turn(struct finale *finale, tess_game *game, const struct player_turn *turn, float *lead) {
  const float sign = game_side(game, game->core.seat) == 0 ? 1.0f : -1.0f;
  struct holdings holdings;
  if (tess_game_place(game, turn->placement, finale->undo, NULL) != TESS_ERROR_NONE) return false;
  const bool legal = is_legal(game, turn->decision);
  if (legal) *lead = sign * (look(finale, game, &holdings) + gain(finale, game, game->core.seat, turn->decision));
  tess_game_undo(game, finale->undo);
  return legal;
}

/* ---- The last turn but one --------------------------------------------------------------------------------------- */

/*
 * The reply is laid first, and then each turn of the tile in hand. What comes of both does not depend on their order if
 * no realm but a field has to do with both tiles, and no meeple of theirs stands on such a field: then neither turn
 * decides whether the other one is legal, who fights whom, or what stands on a realm when it is scored; each realm is
 * settled once, as it is in the end. All others are left unknown: also tiles that lie side by side, meeples on planets
 * beside both, and an abbot that comes back, who scores what his realm is worth before the reply.
 */
struct foresight {
  struct finale *finale;
  struct holdings holdings; /* with the reply */
  unsigned tile, replier;   /* of the reply: its index and seat */
  struct player_turn reply;
  struct finale_outcome *outcomes;
  int count;
};

/* The reply as it is named when its tile is laid first; false when it cannot be. */
static bool name_reply(struct foresight *foresight) {
  tess_decision *decision = &foresight->reply.decision;
  if (decision->piece == TESS_PIECE_NONE) return true;
  if (decision->piece == TESS_PIECE_RETURN || decision->spot.tile == foresight->tile) return false;
  if (decision->spot.tile > foresight->tile) decision->spot.tile--;
  return true;
}

/* Lays the reply before the turn; false when it is not legal. */
static bool lay_reply(struct foresight *foresight, const tess_game *game, int kind) {
  struct tess_game *after = foresight->finale->game;
  if (!name_reply(foresight)) return false;
  tess_game_copy(after, game);
  after->core.seat = (uint8_t)foresight->replier;
  after->core.drawn = (uint8_t)kind;
  draw_fit(after, (unsigned)kind);
  if (tess_game_place(after, foresight->reply.placement, NULL, NULL) != TESS_ERROR_NONE) return false;
  if (!is_legal(after, foresight->reply.decision)) return false;
  look(foresight->finale, after, &foresight->holdings);
  after->core.seat = game->core.seat;
  after->core.drawn = game->core.drawn;
  after->core.phase = TESS_PHASE_PLACE;
  draw_fit(after, after->core.drawn);
  return true;
}

/* A realm that a feature of the reply's tile belongs to. */
static bool is_replied(const struct foresight *foresight, unsigned root) {
  const struct tess_game *game = foresight->finale->game;
  const unsigned features = game_kind(game, foresight->tile)->feature_count;
  for (unsigned f = 0; f < features; f++)
    if (game_root(game, game->tiles[foresight->tile].node + f) == root) return true;
  return false;
}

static bool is_beside(const struct tess_game *game, unsigned one, unsigned other) {
  const int x = game->tiles[one].x - game->tiles[other].x, y = game->tiles[one].y - game->tiles[other].y;
  return x >= -1 && x <= 1 && y >= -1 && y <= 1;
}

/* Whether the tile just laid has to do with the reply, but for a field that nobody takes. */
static bool touches_reply(const struct foresight *foresight) {
  const struct tess_game *game = foresight->finale->game;
  const unsigned last = game->core.tile_count - 1u, features = game_kind(game, last)->feature_count;
  const tess_decision reply = foresight->reply.decision;
  const unsigned own = reply.piece == TESS_PIECE_NONE ? NO_SLOT : game_spot_root(game, reply.spot);
  if (is_beside(game, last, foresight->tile)) return true;
  for (unsigned f = 0; f < features; f++) {
    if (!is_replied(foresight, game->core.root[f])) continue;
    if (game_kind(game, last)->type[f] != TESS_TYPE_FIELD || game->core.root[f] == own) return true;
  }
  return false;
}

/* Whether a decision has nothing to do with the reply. */
static bool is_apart(const struct foresight *foresight, tess_decision decision) {
  const struct tess_game *game = foresight->finale->game;
  const unsigned last = game->core.tile_count - 1u;
  if (decision.piece == TESS_PIECE_NONE) return true;
  if (decision.piece == TESS_PIECE_RETURN) return false;
  if (decision.spot.tile != last) return !is_beside(game, decision.spot.tile, foresight->tile);
  return !is_replied(foresight, game_spot_root(game, decision.spot));
}

/* All decisions after a placement in both games; what they lead to is known if the placement was possible in both. */
static void foresee_decisions(struct foresight *foresight, const tess_game *game, tess_placement placement,
                              bool known) {
  const struct finale *finale = foresight->finale;
  const unsigned seat = game->core.seat, tile = game->core.tile_count - 1u;
  const float sign = game_side(game, seat) == 0 ? 1.0f : -1.0f;
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(game, decisions);
  float lead = 0.0f;
  if (known)
    lead = look_again(finale, finale->game, &foresight->holdings) +
           gain(finale, finale->game, foresight->replier, foresight->reply.decision);
  for (int i = 0; i < count; i++) {
    struct finale_outcome *outcome = &foresight->outcomes[foresight->count++];
    tess_decision there = decisions[i];
    if (there.spot.tile == tile) there.spot.tile++;
    *outcome = (struct finale_outcome){{placement, decisions[i]}, FINALE_UNKNOWN};
    if (known && is_apart(foresight, there)) outcome->lead = sign * (lead + gain(finale, finale->game, seat, there));
  }
}

/* Lays the tile in hand in both games. */
static void foresee_placement(struct foresight *foresight, tess_game *game, tess_placement placement) {
  struct finale *finale = foresight->finale;
  tess_game_place(game, placement, finale->undo, NULL);
  const bool both = tess_game_place(finale->game, placement, finale->replied, NULL) == TESS_ERROR_NONE;
  foresee_decisions(foresight, game, placement, both && !touches_reply(foresight));
  if (both) tess_game_undo(finale->game, finale->replied);
  tess_game_undo(game, finale->undo);
}

int finale_foresee(struct finale *finale, tess_game *game, int kind, const struct player_turn *reply,
                   struct finale_outcome outcomes[FINALE_OUTCOMES]) {
  const unsigned next = game->core.seat + 1u;
  struct foresight foresight = {.finale = finale,
                                .tile = game->core.tile_count,
                                .replier = next == game->players ? 0 : next,
                                .reply = *reply,
                                .outcomes = outcomes};
  const int placements = tess_game_placement_count(game);
  if (!lay_reply(&foresight, game, kind)) return 0;
  for (int i = 0; i < placements; i++) {
    if (foresight.count + TESS_MAX_DECISIONS > FINALE_OUTCOMES) return 0;
    foresee_placement(&foresight, game, tess_game_placement_at(game, i));
  }
  return foresight.count;
}
