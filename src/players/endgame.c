#include "players/endgame.h"

#include <stdlib.h>

#include "base/guard.h"
#include "rules/score.h"
#include "rules/step.h"

/* The most decisions after a placement without arrows. */
enum { PLAIN_DECISIONS = 32 };

#define UNBOUNDED 1e9f

/* ---- The last tile ---- */

/* All leads of this section are those of side 0 unless said otherwise. */

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

void last_tile_open(struct last_tile *last_tile) {
  *last_tile = (struct last_tile){.undo = memory_new(tess_undo_size()),
                                  .replied = memory_new(tess_undo_size()),
                                  .game = memory_new(tess_game_size())};
  for (int one = 0; one < TESS_MAX_DICE; one++)
    for (int other = 0; other < TESS_MAX_DICE; other++) {
      const uint8_t dice[TESS_MAX_PLAYERS] = {(uint8_t)(one + 1), (uint8_t)(other + 1)};
      battle_odds_of(dice, &last_tile->odds[one][other]);
    }
}

void last_tile_close(struct last_tile *last_tile) {
  free(last_tile->undo);
  free(last_tile->replied);
  free(last_tile->game);
}

/* ---- The last tile: fields ---- */

/* Notes where fields and cities touch, each pair of realms once. */
void last_tile_begin(struct last_tile *last_tile, const tess_game *game) {
  struct field_border borders[FIELD_BORDERS];
  last_tile->border_count = 0;
  last_tile->tiles = game->core.tile_count;
  for (unsigned tile = 0; game->fields && tile < last_tile->tiles; tile++) {
    const int count = field_borders(game, tile, borders);
    for (int i = 0; i < count; i++) {
      int at = 0;
      while (at < last_tile->border_count &&
             (last_tile->borders[at].field != borders[i].field || last_tile->borders[at].city != borders[i].city))
        at++;
      last_tile->borders[at] = borders[i];
      if (at == last_tile->border_count) last_tile->border_count++;
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

static float field_points(const struct last_tile *last_tile, const struct tess_game *game, unsigned root) {
  struct cities cities;
  cities.count = 0;
  for (int i = 0; i < last_tile->border_count; i++)
    if (game_root(game, last_tile->borders[i].field) == root) add_city(&cities, game, last_tile->borders[i].city);
  for (unsigned tile = last_tile->tiles; tile < game->core.tile_count; tile++) {
    struct field_border borders[FIELD_BORDERS];
    const int count = field_borders(game, tile, borders);
    for (int i = 0; i < count; i++)
      if (borders[i].field == root) add_city(&cities, game, borders[i].city);
  }
  return (float)(FIELD_CITY_POINTS * cities.count);
}

/* ---- The last tile: realms ---- */

/* What a realm brings with these occupants, who fight for it first if need be (SW-4). */
static float realm_lead(const struct last_tile *last_tile, const struct tess_game *game, unsigned root, unsigned type,
                        realm occupied) {
  static const realm of_side[2] = {0x0F0F, 0xF0F0}; /* occupants; seats 0 and 2, 1 and 3 */
  const unsigned sides = score_sides(game, occupied);
  if (sides == 0) return 0.0f;
  const float points = type == TESS_TYPE_FIELD
                           ? field_points(last_tile, game, root)
                           : (float)score_worth(game, root, type, score_complete(game, root, type), NULL).points;
  if (sides != 3) return sides == 1 ? points : -points;
  if (game->set->rules == TESS_RULES_CLASSIC) return 0.0f;
  const unsigned one = realm_strength(game, occupied & ~of_side[1]);
  const unsigned other = realm_strength(game, occupied & ~of_side[0]);
  const struct battle_odds *odds = &last_tile->odds[one - 1][other - 1];
  return (float)((odds->win[0] - odds->win[1]) * (double)points + odds->points[0] - odds->points[1]);
}

/* Fills in a realm unless it is known; returns what it brings. */
static float add_holding(const struct last_tile *last_tile, const struct tess_game *game, unsigned root, unsigned type,
                         struct holdings *holdings) {
  for (int i = 0; i < holdings->count; i++)
    if (holdings->at[i].root == root) return 0.0f;
  const float lead = realm_lead(last_tile, game, root, type, game->realms[root]);
  holdings->at[holdings->count++] = (struct holding){game->realms[root], (uint16_t)root, (uint8_t)type, lead};
  return lead;
}

static float score_lead(const struct tess_game *game) { return (float)(game->core.score[0] - game->core.score[1]); }

/* The lead as the board is, and the realms that count for it. */
static float board_lead(const struct last_tile *last_tile, const struct tess_game *game, struct holdings *holdings) {
  float lead = score_lead(game);
  holdings->count = 0;
  for (unsigned i = 0; i < game->players * SLOTS; i++) {
    const unsigned at = game->core.slot[i / SLOTS][i % SLOTS];
    if (at == NO_SLOT) continue;
    const tess_spot spot = slot_spot(at);
    lead += add_holding(last_tile, game, game_spot_root(game, spot), game_kind(game, spot.tile)->type[spot.feature],
                        holdings);
  }
  return lead;
}

/* The same after one more tile: only what it changed is looked at again. */
static float board_lead_after(const struct last_tile *last_tile, const struct tess_game *game,
                              const struct holdings *before) {
  struct holdings changed;
  const bool completed = game->core.changes & CHANGE_COMPLETE;
  float lead = score_lead(game);
  changed.count = 0;
  for (int i = 0; i < before->count; i++) {
    const struct holding *holding = &before->at[i];
    const bool same = game->realms[holding->root] == holding->was && game->parent[holding->root] == holding->root;
    lead += same && !(completed && holding->type == TESS_TYPE_FIELD)
                ? holding->lead
                : add_holding(last_tile, game, game_root(game, holding->root), holding->type, &changed);
  }
  return lead;
}

/* ---- The last tile: turns ---- */

/* What a decision of a seat adds. An abbot that comes back scores what its realm is worth anyway (CL-7.4). */
static float decision_gain(const struct last_tile *last_tile, const struct tess_game *game, unsigned seat,
                           tess_decision decision) {
  if (decision.piece == TESS_PIECE_NONE || decision.piece == TESS_PIECE_RETURN) return 0.0f;
  const unsigned root = game_spot_root(game, decision.spot);
  const unsigned type = game_kind(game, decision.spot.tile)->type[decision.spot.feature];
  const realm before = game->realms[root], own = piece_realm((tess_piece)decision.piece, seat);
  return realm_lead(last_tile, game, root, type, before + own) - realm_lead(last_tile, game, root, type, before);
}

float last_tile_best(struct last_tile *last_tile, tess_game *game, struct player_turn *best) {
  const float sign = game_side(game, game->core.seat) == 0 ? 1.0f : -1.0f;
  const int placements = tess_game_placement_count(game);
  tess_decision decisions[TESS_MAX_DECISIONS];
  struct holdings holdings;
  float most = -1e9f;
  board_lead(last_tile, game, &holdings);
  for (int i = 0; i < placements; i++) {
    const tess_placement placement = tess_game_placement_at(game, i);
    tess_game_place(game, placement, last_tile->undo, NULL);
    const float lead = board_lead_after(last_tile, game, &holdings);
    const int count = tess_game_decisions(game, decisions);
    for (int j = 0; j < count; j++) {
      const float own = sign * (lead + decision_gain(last_tile, game, game->core.seat, decisions[j]));
      if (own <= most) continue;
      most = own;
      *best = (struct player_turn){placement, decisions[j]};
    }
    tess_game_undo(game, last_tile->undo);
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

bool last_tile_turn(struct last_tile *last_tile, tess_game *game, const struct player_turn *turn, float *lead) {
  const float sign = game_side(game, game->core.seat) == 0 ? 1.0f : -1.0f;
  struct holdings holdings;
  if (tess_game_place(game, turn->placement, last_tile->undo, NULL) != TESS_ERROR_NONE) return false;
  const bool legal = is_legal(game, turn->decision);
  if (legal)
    *lead = sign *
            (board_lead(last_tile, game, &holdings) + decision_gain(last_tile, game, game->core.seat, turn->decision));
  tess_game_undo(game, last_tile->undo);
  return legal;
}

/* ---- The last turn but one ---- */

/*
 * The reply is laid first, and then each turn of the tile in hand. What comes of both does not depend on their order if
 * no realm but a field has to do with both tiles, and no meeple of theirs stands on such a field: then neither turn
 * decides whether the other one is legal, who fights whom, or what stands on a realm when it is scored; each realm is
 * scored once, as it is in the end. All others are left unknown: also tiles that lie side by side, meeples on planets
 * beside both, and an abbot that comes back, which scores what its realm is worth before the reply.
 */
struct foresight {
  struct last_tile *last_tile;
  struct holdings holdings; /* with the reply */
  unsigned tile, replier;   /* of the reply: its index and seat */
  struct player_turn reply;
};

/* Lays the reply before the turn; false when it is not legal. */
static bool lay_reply(struct foresight *foresight, const tess_game *game, int kind) {
  struct tess_game *after = foresight->last_tile->game;
  /* 1. The reply as it is named when its tile is laid first; an abbot's return and a meeple on the tile in hand cannot
   * be. */
  tess_decision *decision = &foresight->reply.decision;
  if (decision->piece == TESS_PIECE_RETURN) return false;
  if (decision->piece != TESS_PIECE_NONE && decision->spot.tile == foresight->tile) return false;
  if (decision->piece != TESS_PIECE_NONE && decision->spot.tile > foresight->tile) decision->spot.tile--;
  /* 2. Its tile is drawn and laid by the other seat. */
  tess_game_copy(after, game);
  after->core.seat = (uint8_t)foresight->replier;
  after->core.drawn = (uint8_t)kind;
  draw_fit(after, (unsigned)kind);
  if (tess_game_place(after, foresight->reply.placement, NULL, NULL) != TESS_ERROR_NONE) return false;
  if (!is_legal(after, foresight->reply.decision)) return false;
  board_lead(foresight->last_tile, after, &foresight->holdings);
  /* 3. The tile in hand is to be laid, as before. */
  after->core.seat = game->core.seat;
  after->core.drawn = game->core.drawn;
  after->core.phase = TESS_PHASE_PLACE;
  draw_fit(after, after->core.drawn);
  return true;
}

/* A realm that a feature of the reply's tile belongs to. */
static bool is_replied(const struct foresight *foresight, unsigned root) {
  const struct tess_game *game = foresight->last_tile->game;
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
  const struct tess_game *game = foresight->last_tile->game;
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
  const struct tess_game *game = foresight->last_tile->game;
  const unsigned last = game->core.tile_count - 1u;
  if (decision.piece == TESS_PIECE_NONE) return true;
  if (decision.piece == TESS_PIECE_RETURN) return false;
  if (decision.spot.tile != last) return !is_beside(game, decision.spot.tile, foresight->tile);
  return !is_replied(foresight, game_spot_root(game, decision.spot));
}

int last_tile_foresee(struct last_tile *last_tile, tess_game *game, int kind, const struct player_turn *reply,
                      struct last_tile_outcome outcomes[LAST_TILE_OUTCOMES]) {
  const unsigned seat = game->core.seat, tile = game->core.tile_count, next = seat + 1u;
  const float sign = game_side(game, seat) == 0 ? 1.0f : -1.0f;
  struct foresight foresight = {
      .last_tile = last_tile, .tile = tile, .replier = next == game->players ? 0 : next, .reply = *reply};
  const int placements = tess_game_placement_count(game);
  int found = 0;
  if (!lay_reply(&foresight, game, kind)) return 0;
  for (int i = 0; i < placements; i++) {
    if (found + PLAIN_DECISIONS > LAST_TILE_OUTCOMES) return 0;
    /* 1. The tile in hand is laid in both games. What its turns lead to is known if it can be laid in both and has
     * nothing to do with the reply. */
    const tess_placement placement = tess_game_placement_at(game, i);
    tess_game_place(game, placement, last_tile->undo, NULL);
    const bool both = tess_game_place(last_tile->game, placement, last_tile->replied, NULL) == TESS_ERROR_NONE;
    const bool known = both && !touches_reply(&foresight);
    float lead = 0.0f;
    if (known)
      lead = board_lead_after(last_tile, last_tile->game, &foresight.holdings) +
             decision_gain(last_tile, last_tile->game, foresight.replier, foresight.reply.decision);
    /* 2. Its decisions. */
    tess_decision decisions[TESS_MAX_DECISIONS];
    const int count = tess_game_decisions(game, decisions);
    for (int j = 0; j < count; j++) {
      struct last_tile_outcome *outcome = &outcomes[found++];
      tess_decision there = decisions[j];
      if (there.spot.tile == tile) there.spot.tile++;
      *outcome = (struct last_tile_outcome){{placement, decisions[j]}, LAST_TILE_UNKNOWN};
      if (known && is_apart(&foresight, there))
        outcome->lead = sign * (lead + decision_gain(last_tile, last_tile->game, seat, there));
    }
    if (both) tess_game_undo(last_tile->game, last_tile->replied);
    tess_game_undo(game, last_tile->undo);
  }
  return found;
}

/* ---- Memory ---- */

/* The kinds that may have been drawn with so many tiles left in the bag; at the root it is one. */
static int answers_of(int bag) { return bag + 1 < ENDGAME_TILES ? bag + 1 : 1; }

void endgame_open(struct endgame *endgame, const struct evaluation_sets *weights) {
  *endgame = (struct endgame){.game = memory_new(tess_game_size())};
  last_tile_open(&endgame->last_tile);
  for (int bag = 0; bag < ENDGAME_TILES; bag++) {
    struct endgame_ply *ply = &endgame->plies[bag];
    ply->drawn = memory_new(tess_undo_size());
    ply->placed = memory_new(tess_undo_size());
    ply->decided = memory_new(tess_undo_size());
    for (int i = 0; i < ENDGAME_FIGHTS; i++) ply->fought[i] = memory_new(tess_undo_size());
    ply->answers = memory_zeroed((size_t)answers_of(bag) * sizeof *ply->answers);
    for (int i = 0; i < answers_of(bag); i++) {
      turn_evaluator_open(&ply->answers[i].evaluator, weights);
      if (bag == 1) ply->answers[i].outcomes = memory_new(LAST_TILE_OUTCOMES * sizeof *ply->answers[i].outcomes);
    }
  }
}

void endgame_close(struct endgame *endgame) {
  for (int bag = 0; bag < ENDGAME_TILES; bag++) {
    struct endgame_ply *ply = &endgame->plies[bag];
    for (int i = 0; i < answers_of(bag); i++) {
      turn_evaluator_close(&ply->answers[i].evaluator);
      free(ply->answers[i].outcomes);
    }
    free(ply->answers);
    free(ply->drawn);
    free(ply->placed);
    free(ply->decided);
    for (int i = 0; i < ENDGAME_FIGHTS; i++) free(ply->fought[i]);
  }
  last_tile_close(&endgame->last_tile);
  free(endgame->game);
}

/* ---- Killers ---- */

static struct endgame_killers *killers_of(struct endgame *endgame, int bag, int kind) {
  int index = 0;
  while (endgame->kinds[index] != kind) index++;
  return &endgame->plies[bag].killers[index];
}

static bool is_same(const struct player_turn *a, const struct player_turn *b) {
  return a->placement.x == b->placement.x && a->placement.y == b->placement.y &&
         a->placement.rotation == b->placement.rotation && a->decision.piece == b->decision.piece &&
         a->decision.spot.tile == b->decision.spot.tile && a->decision.spot.feature == b->decision.spot.feature;
}

/* The place of a turn among them, their number if it is none of them. */
static int killer_place(const struct endgame_killers *killers, const struct player_turn *turn) {
  int place = 0;
  while (place < killers->count && !is_same(&killers->turns[place], turn)) place++;
  return place;
}

static bool is_killer(const struct endgame_killers *killers, const struct player_turn *turn) {
  return killer_place(killers, turn) < killers->count;
}

/* Puts a turn first; the last one falls out when there are too many. */
static void prefer(struct endgame_killers *killers, struct player_turn turn) {
  int place = killer_place(killers, &turn);
  if (place == killers->count && killers->count < ENDGAME_KILLERS) killers->count++;
  if (place == ENDGAME_KILLERS) place--;
  for (; place > 0; place--) killers->turns[place] = killers->turns[place - 1];
  killers->turns[0] = turn;
}

/* The tiles that may be drawn. */
struct draws {
  int count;
  int kinds[ENDGAME_TILES];
  float share[ENDGAME_TILES], bound[ENDGAME_TILES];
};

static void find_draws(const struct endgame *endgame, struct draws *draws) {
  const int total = tess_game_due(endgame->game, -1);
  draws->count = 0;
  for (int i = 0; i < ENDGAME_TILES && endgame->kinds[i] >= 0; i++) {
    const int copies = tess_game_due(endgame->game, endgame->kinds[i]);
    if (copies == 0) continue;
    draws->kinds[draws->count] = endgame->kinds[i];
    draws->share[draws->count++] = (float)copies / (float)total;
  }
}

/* ---- The search ---- */

/*
 * All leads below are those of `side`, who has just taken a turn, or is about to. One of at most `low` is only known to
 * be at most what is told; one of `high` or more, to be at least that. A bound is never less than the lead.
 */

static float draw_lead(struct endgame *endgame, int side, float low, float high);
static float draw_bound(struct endgame *endgame, int side);

static void count_node(struct endgame *endgame) {
  endgame->nodes++;
  endgame->over = deadline_met(&endgame->deadline, endgame->nodes);
}

static int mover_of(const tess_game *game) { return tess_game_side(game, tess_game_seat(game)); }

static float final_lead(const tess_game *game, int side) {
  return (float)(tess_game_score(game, side) - tess_game_score(game, !side));
}

static float fight_bound(struct endgame *endgame, struct endgame_ply *ply, int fights, int side);

/* The bounds after either end of a battle. */
static void bound_ends(struct endgame *endgame, struct endgame_ply *ply, int fights, int side, const uint8_t *dice,
                       float bounds[2]) {
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(endgame->game, &thrown, ply->fought[fights], NULL);
    bounds[winner] = fight_bound(endgame, ply, fights + 1, side);
    tess_game_undo(endgame->game, ply->fought[fights]);
  }
}

static float fight_bound(struct endgame *endgame, struct endgame_ply *ply, int fights, int side) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  float bounds[2];
  if (!tess_game_battle(endgame->game, &spot, dice)) return draw_bound(endgame, side);
  const struct battle_odds *odds = turn_evaluator_odds(&ply->answers[0].evaluator, dice);
  bound_ends(endgame, ply, fights, side, dice, bounds);
  return (float)(odds->ties[side] - odds->ties[!side]) + (float)odds->win[0] * bounds[0] +
         (float)odds->win[1] * bounds[1];
}

/* The mean over the outcomes of the battles that are due, then over the tiles. */
static float fight_lead(struct endgame *endgame, struct endgame_ply *ply, int fights, int side, float low, float high) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  float bounds[2];
  if (!tess_game_battle(endgame->game, &spot, dice)) return draw_lead(endgame, side, low, high);
  const struct battle_odds *odds = turn_evaluator_odds(&ply->answers[0].evaluator, dice);
  const float share[2] = {(float)odds->win[0], (float)odds->win[1]};
  bound_ends(endgame, ply, fights, side, dice, bounds);
  float sum = (float)(odds->ties[side] - odds->ties[!side]) + share[0] * bounds[0] + share[1] * bounds[1];
  for (int winner = 0; winner < 2 && sum > low; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    const float rest = sum - share[winner] * bounds[winner];
    tess_game_throw(endgame->game, &thrown, ply->fought[fights], NULL);
    sum = rest + share[winner] * fight_lead(endgame, ply, fights + 1, side, (low - rest) / share[winner],
                                            winner == 1 ? (high - rest) / share[winner] : UNBOUNDED);
    tess_game_undo(endgame->game, ply->fought[fights]);
  }
  return sum;
}

/* ---- Answers ---- */

/* Looks at a turn; true if it was legal. */
static bool try_turn(struct endgame *endgame, int bag, struct endgame_answers *answers, const struct player_turn *turn,
                     float low, float high) {
  struct endgame_ply *ply = &endgame->plies[bag];
  const int side = mover_of(endgame->game);
  const float least = answers->best > low ? answers->best : low;
  float lead = least;
  /* 1. The turn is taken, looked at, and taken back. */
  const bool lays = tess_game_phase(endgame->game) == TESS_PHASE_PLACE;
  if (lays && tess_game_place(endgame->game, turn->placement, ply->placed, NULL) != TESS_ERROR_NONE) return false;
  const bool legal = tess_game_meeple(endgame->game, turn->decision, ply->decided, NULL) == TESS_ERROR_NONE;
  if (legal) {
    lead = fight_lead(endgame, ply, 0, side, least, high);
    tess_game_undo(endgame->game, ply->decided);
  }
  if (lays) tess_game_undo(endgame->game, ply->placed);
  if (!legal) return false;
  /* 2. It may be the best so far. */
  if (lead > answers->most) answers->most = lead;
  if (lead <= least) return true;
  answers->best = lead;
  answers->chosen = *turn;
  return true;
}

static void evaluate_answers(struct endgame *endgame, struct endgame_answers *answers) {
  turn_evaluator_run(&answers->evaluator, endgame->game);
  turn_evaluator_rank(&answers->evaluator, 2, mover_of(endgame->game), answers->evaluator.count);
  answers->judged = true;
  count_node(endgame);
}

/* The turns by their evaluation, the best first: the next one that is no killer, or all. */
static void try_judged(struct endgame *endgame, int bag, struct endgame_answers *answers,
                       const struct endgame_killers *killers, float low, float high, bool all) {
  if (!answers->judged) evaluate_answers(endgame, answers);
  while (answers->tried < answers->evaluator.count && answers->best < high && !endgame->over) {
    const struct player_turn *turn = &turn_evaluator_ranked(&answers->evaluator, answers->tried++)->how;
    if (is_killer(killers, turn)) continue;
    try_turn(endgame, bag, answers, turn, low, high);
    if (!all) return;
  }
}

/* With one tile in the bag: the turns that a reply which was good elsewhere does not refute. False when no such reply
 * is legal. */
static bool try_foreseen(struct endgame *endgame, struct endgame_answers *answers,
                         const struct endgame_killers *killers, float low, float high) {
  /* 1. What the turns lead to with the first reply that is legal. */
  struct last_tile_outcome *outcomes = answers->outcomes;
  struct draws draws;
  int count = 0;
  find_draws(endgame, &draws);
  const struct endgame_killers *replies = killers_of(endgame, 0, draws.kinds[0]);
  for (int i = 0; i < replies->count && count == 0; i++)
    count = last_tile_foresee(&endgame->last_tile, endgame->game, draws.kinds[0], &replies->turns[i], outcomes);
  if (count == 0) return false;
  /* 2. Those that are foreseen, the best first, before the others; without those of no interest. */
  if (low > answers->most) answers->most = low;
  const float least = answers->best > low ? answers->best : low;
  int known = 0, all = 0;
  for (int i = 0; i < count; i++) {
    const struct last_tile_outcome outcome = outcomes[i];
    if (outcome.lead <= least) continue;
    int place = all++;
    if (outcome.lead < LAST_TILE_UNKNOWN) {
      outcomes[place] = outcomes[known];
      for (place = known++; place > 0 && outcomes[place - 1].lead < outcome.lead; place--)
        outcomes[place] = outcomes[place - 1];
    }
    outcomes[place] = outcome;
  }
  /* 3. They are tried as long as none is good enough. */
  for (int i = 0; i < all && answers->best < high && !endgame->over; i++)
    if (outcomes[i].lead > answers->best && !is_killer(killers, &outcomes[i].turn))
      try_turn(endgame, 1, answers, &outcomes[i].turn, low, high);
  return true;
}

/* The first answer to the tile just drawn that comes to mind: the lead of the mover is at least that after it. */
static float first_answer(struct endgame *endgame, int bag, int kind, struct endgame_answers *answers) {
  const struct endgame_killers *killers = killers_of(endgame, bag, kind);
  answers->judged = false;
  answers->tried = answers->killers_tried = 0;
  answers->best = answers->most = -UNBOUNDED;
  while (answers->killers_tried < killers->count)
    if (try_turn(endgame, bag, answers, &killers->turns[answers->killers_tried++], -UNBOUNDED, UNBOUNDED))
      return answers->best;
  try_judged(endgame, bag, answers, killers, -UNBOUNDED, UNBOUNDED, false);
  return answers->best;
}

/* The lead of the mover after the best answer with the last tile; one of `high` or more will do. */
static float last_answer(struct endgame *endgame, int kind, float high) {
  struct endgame_killers *killers = killers_of(endgame, 0, kind);
  struct player_turn turn;
  float lead;
  for (int i = 0; i < killers->count && high < UNBOUNDED / 2.0f; i++) {
    turn = killers->turns[i];
    if (!last_tile_turn(&endgame->last_tile, endgame->game, &turn, &lead) || lead < high) continue;
    prefer(killers, turn);
    return lead;
  }
  lead = last_tile_best(&endgame->last_tile, endgame->game, &turn);
  prefer(killers, turn);
  count_node(endgame);
  return lead;
}

/* The same when a single answer will do: one that was good elsewhere. */
static float first_last_answer(struct endgame *endgame, int kind) {
  const struct endgame_killers *killers = killers_of(endgame, 0, kind);
  float lead;
  for (int i = 0; i < killers->count; i++)
    if (last_tile_turn(&endgame->last_tile, endgame->game, &killers->turns[i], &lead)) return lead;
  return last_answer(endgame, kind, UNBOUNDED);
}

/* ---- Draws ---- */

/* A bound of the lead after one of the tiles. */
static float tile_bound(struct endgame *endgame, int kind, int index, int side) {
  const int bag = tess_game_bag(endgame->game, -1) - 1;
  struct endgame_ply *ply = &endgame->plies[bag];
  float bound;
  tess_game_draw(endgame->game, kind, ply->drawn, NULL);
  if (tess_game_phase(endgame->game) != TESS_PHASE_PLACE)
    bound = draw_bound(endgame, side);
  else if (bag == 0)
    bound = -first_last_answer(endgame, kind);
  else
    bound = -first_answer(endgame, bag, kind, &ply->answers[index]);
  tess_game_undo(endgame->game, ply->drawn);
  return bound;
}

/* The lead after one of the tiles, for which tile_bound() was asked before: what first_answer() looked at is known. */
static float tile_lead(struct endgame *endgame, int kind, int index, int side, float low, float high) {
  const int bag = tess_game_bag(endgame->game, -1) - 1;
  struct endgame_ply *ply = &endgame->plies[bag];
  float lead;
  tess_game_draw(endgame->game, kind, ply->drawn, NULL);
  if (tess_game_phase(endgame->game) != TESS_PHASE_PLACE)
    lead = draw_lead(endgame, side, low, high);
  else if (bag == 0)
    lead = -last_answer(endgame, kind, -low);
  else {
    /* The best answer of the mover, to whom `low` and `high` are the other way round: those that were good elsewhere,
     * then those that a reply does not refute, or all. */
    const float own_low = -high, own_high = -low;
    struct endgame_answers *answers = &ply->answers[index];
    struct endgame_killers *killers = killers_of(endgame, bag, kind);
    while (answers->killers_tried < killers->count && answers->best < own_high)
      try_turn(endgame, bag, answers, &killers->turns[answers->killers_tried++], own_low, own_high);
    if (answers->best < own_high && !(bag == 1 && try_foreseen(endgame, answers, killers, own_low, own_high)))
      try_judged(endgame, bag, answers, killers, own_low, own_high, true);
    if (answers->best > own_low) prefer(killers, answers->chosen);
    lead = -(answers->best < own_high ? answers->most : answers->best);
  }
  tess_game_undo(endgame->game, ply->drawn);
  return lead;
}

/* Star2's probe: with one answer to each tile tried. */
static float bound_draws(struct endgame *endgame, int side, struct draws *draws) {
  float sum = 0.0f;
  find_draws(endgame, draws);
  for (int i = 0; i < draws->count; i++) {
    draws->bound[i] = tile_bound(endgame, draws->kinds[i], i, side);
    sum += draws->share[i] * draws->bound[i];
  }
  return sum;
}

static float draw_bound(struct endgame *endgame, int side) {
  struct draws draws;
  if (tess_game_phase(endgame->game) == TESS_PHASE_OVER) return final_lead(endgame->game, side);
  return bound_draws(endgame, side, &draws);
}

/* The mean over the tiles that may be drawn next: the leads take the place of the bounds one by one, as long as the sum
 * is of interest. */
static float draw_lead(struct endgame *endgame, int side, float low, float high) {
  struct draws draws;
  if (tess_game_phase(endgame->game) == TESS_PHASE_OVER) return final_lead(endgame->game, side);
  if (tess_game_bag(endgame->game, -1) == 1) {
    find_draws(endgame, &draws);
    return tile_lead(endgame, draws.kinds[0], 0, side, low, high);
  }
  float sum = bound_draws(endgame, side, &draws);
  for (int i = 0; i < draws.count && sum > low && !endgame->over; i++) {
    const float share = draws.share[i], rest = sum - share * draws.bound[i];
    const float most = i + 1 == draws.count ? (high - rest) / share : UNBOUNDED;
    sum = rest + share * tile_lead(endgame, draws.kinds[i], i, side, (low - rest) / share, most);
  }
  return sum;
}

/* ---- The root ---- */

bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best) {
  static const struct endgame_killers none = {0};
  const int bag = tess_game_bag(game, -1), kinds = tess_set_kinds(tess_game_set(game));
  struct endgame_answers *answers = &endgame->plies[bag].answers[0];
  assert(endgame_is(game));

  /* 1. Nothing is known yet but the kinds in the bag, and how the tiles lie. */
  tess_game_copy(endgame->game, game);
  endgame->deadline = deadline;
  endgame->over = false;
  endgame->nodes = 0;
  for (int i = 0; i < ENDGAME_TILES; i++) endgame->kinds[i] = -1;
  for (int kind = 0, count = 0; kind < kinds; kind++)
    if (tess_game_bag(game, kind) > 0) endgame->kinds[count++] = (int16_t)kind;
  last_tile_begin(&endgame->last_tile, game);
  for (int ply = 0; ply < ENDGAME_TILES; ply++)
    for (int i = 0; i < ENDGAME_TILES; i++) endgame->plies[ply].killers[i].count = 0;

  /* 2. All turns by their evaluation, which is exact with the last tile; before it they are searched. */
  answers->tried = 0;
  answers->best = answers->most = -UNBOUNDED;
  evaluate_answers(endgame, answers);
  answers->chosen = turn_evaluator_ranked(&answers->evaluator, 0)->how;
  if (bag == 0)
    answers->best = turn_evaluator_ranked(&answers->evaluator, 0)->lead;
  else
    try_judged(endgame, bag, answers, &none, -UNBOUNDED, UNBOUNDED, true);
  *best = (struct player_candidate){.turn = answers->chosen, .difference = (double)answers->best};
  return !endgame->over;
}

bool endgame_is(const tess_game *game) {
  return tess_game_sides(game) == 2 && tess_game_bag(game, -1) < ENDGAME_TILES && !game->arrows;
}
