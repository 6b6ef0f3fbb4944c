#include "players/endgame.h"

#include <assert.h>
#include <stdlib.h>

#include "base/guard.h"
#include "rules/score.h"
#include "rules/step.h"

/* Maximum number of decisions after a placement in a game without arrows. */
enum { PLAIN_DECISIONS = 32 };

#define UNBOUNDED 1e9f

/* ---- The last tile ---- */

/* Every lead in this section is the lead of side 0 unless stated otherwise. */

/* An occupied realm. */
struct holding {
  realm was;
  uint16_t root;
  uint8_t type;
  float lead; /* what the realm adds to the lead */
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

/* Lists where fields and cities touch, each pair of realms once. */
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

/* The complete cities found next to a field, each once. */
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

/* What a realm adds to the lead with these occupants; if both sides occupy it, they fight for it first (SW-4). */
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

/* Adds a realm to the holdings unless it is there already. Returns what it adds to the lead. */
static float add_holding(const struct last_tile *last_tile, const struct tess_game *game, unsigned root, unsigned type,
                         struct holdings *holdings) {
  for (int i = 0; i < holdings->count; i++)
    if (holdings->at[i].root == root) return 0.0f;
  const float lead = realm_lead(last_tile, game, root, type, game->realms[root]);
  holdings->at[holdings->count++] = (struct holding){game->realms[root], (uint16_t)root, (uint8_t)type, lead};
  return lead;
}

static float score_lead(const struct tess_game *game) { return (float)(game->core.score[0] - game->core.score[1]); }

/* Computes the lead on the present board, and lists the realms that contribute to it. */
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

/* The same after one more tile, looking only at what that tile changed. */
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

/* What a seat's decision adds to the lead. Taking the abbot back adds nothing: its realm would score the same anyway
 * (CL-7.4). */
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
 * Foresight: the reply is laid first, then each turn of the drawn tile. The result does not depend on this order if the
 * only realms that both tiles affect are fields, and neither turn places a meeple on such a field. Then neither turn
 * changes whether the other is legal, which sides fight, or which meeples a realm has when it is scored; each realm is
 * scored once, in its final state. All other turns stay unknown. These include tiles laid side by side, meeples on
 * planets next to both tiles, and taking back the abbot, which scores its realm before the reply.
 */
struct foresight {
  struct last_tile *last_tile;
  struct holdings holdings; /* with the reply played */
  unsigned tile, replier;   /* index and seat of the reply's tile */
  struct player_turn reply;
};

/* Plays the reply before the turn. Returns false if it is illegal. */
static bool lay_reply(struct foresight *foresight, const tess_game *game, int kind) {
  struct tess_game *after = foresight->last_tile->game;
  /* 1. Rewrite the reply for the case that its tile is laid first. That is impossible if it takes the abbot back or
   * places a meeple on the drawn tile. */
  tess_decision *decision = &foresight->reply.decision;
  if (decision->piece == TESS_PIECE_RETURN) return false;
  if (decision->piece != TESS_PIECE_NONE && decision->spot.tile == foresight->tile) return false;
  if (decision->piece != TESS_PIECE_NONE && decision->spot.tile > foresight->tile) decision->spot.tile--;
  /* 2. The other seat draws and lays its tile. */
  tess_game_copy(after, game);
  after->core.seat = (uint8_t)foresight->replier;
  after->core.drawn = (uint8_t)kind;
  draw_fit(after, (unsigned)kind);
  if (tess_game_place(after, foresight->reply.placement, NULL, NULL) != TESS_ERROR_NONE) return false;
  if (!is_legal(after, foresight->reply.decision)) return false;
  board_lead(foresight->last_tile, after, &foresight->holdings);
  /* 3. The first seat has the drawn tile to lay again. */
  after->core.seat = game->core.seat;
  after->core.drawn = game->core.drawn;
  after->core.phase = TESS_PHASE_PLACE;
  draw_fit(after, after->core.drawn);
  return true;
}

/* True if a feature of the reply's tile belongs to this realm. */
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

/* True if the tile just laid affects a realm of the reply. A field counts only if the reply places a meeple on it. */
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

/* True if a decision does not interact with the reply. */
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
    /* 1. Lay the drawn tile in both games. The outcome of its turns is known if the tile fits in both games and does
     * not interact with the reply. */
    const tess_placement placement = tess_game_placement_at(game, i);
    tess_game_place(game, placement, last_tile->undo, NULL);
    const bool both = tess_game_place(last_tile->game, placement, last_tile->replied, NULL) == TESS_ERROR_NONE;
    const bool known = both && !touches_reply(&foresight);
    float lead = 0.0f;
    if (known)
      lead = board_lead_after(last_tile, last_tile->game, &foresight.holdings) +
             decision_gain(last_tile, last_tile->game, foresight.replier, foresight.reply.decision);
    /* 2. Evaluate its decisions. */
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

/* The number of kinds that may have been drawn when `bag` tiles are left; at the root the drawn tile is known, so it is
 * one. */
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

/* The index of a turn among the killers; their number if it is not there. */
static int killer_place(const struct endgame_killers *killers, const struct player_turn *turn) {
  int place = 0;
  while (place < killers->count && !player_turn_same(&killers->turns[place], turn)) place++;
  return place;
}

static bool is_killer(const struct endgame_killers *killers, const struct player_turn *turn) {
  return killer_place(killers, turn) < killers->count;
}

/* Moves a turn to the front. If there are too many, the last one is dropped. */
static void prefer(struct endgame_killers *killers, struct player_turn turn) {
  int place = killer_place(killers, &turn);
  if (place == killers->count && killers->count < ENDGAME_KILLERS) killers->count++;
  if (place == ENDGAME_KILLERS) place--;
  for (; place > 0; place--) killers->turns[place] = killers->turns[place - 1];
  killers->turns[0] = turn;
}

/* The tiles that may be drawn next. */
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
 * Every lead below is that of `side`, which has just moved or is about to. If a function returns at most `low`, the
 * true lead is at most the result; if it returns `high` or more, the true lead is at least the result. A bound is never
 * less than the lead.
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

/* Computes upper bounds for both ends of a battle. */
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

/* The mean lead over the outcomes of the pending battles, then over the tiles that may be drawn. */
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

/* Searches a turn; returns true if it was legal. */
static bool try_turn(struct endgame *endgame, int bag, struct endgame_answers *answers, const struct player_turn *turn,
                     float low, float high) {
  struct endgame_ply *ply = &endgame->plies[bag];
  const int side = mover_of(endgame->game);
  const float least = answers->best > low ? answers->best : low;
  float lead = least;
  /* 1. Take the turn, search what follows, and take it back. */
  const bool lays = tess_game_phase(endgame->game) == TESS_PHASE_PLACE;
  if (lays && tess_game_place(endgame->game, turn->placement, ply->placed, NULL) != TESS_ERROR_NONE) return false;
  const bool legal = tess_game_meeple(endgame->game, turn->decision, ply->decided, NULL) == TESS_ERROR_NONE;
  if (legal) {
    lead = fight_lead(endgame, ply, 0, side, least, high);
    tess_game_undo(endgame->game, ply->decided);
  }
  if (lays) tess_game_undo(endgame->game, ply->placed);
  if (!legal) return false;
  /* 2. Keep it if it is the best so far. */
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

/* Tries the turns in the order of their evaluation, best first: only the next one that is not among the killers, or
 * all. */
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

/* With one tile in the bag: tries the turns, and skips those that a reply which was good elsewhere refutes. Returns
 * false if no such reply is legal. */
static bool try_foreseen(struct endgame *endgame, struct endgame_answers *answers,
                         const struct endgame_killers *killers, float low, float high) {
  /* 1. Foresee the outcome of each turn with the first of these replies that is legal. */
  struct last_tile_outcome *outcomes = answers->outcomes;
  struct draws draws;
  int count = 0;
  find_draws(endgame, &draws);
  const struct endgame_killers *replies = killers_of(endgame, 0, draws.kinds[0]);
  for (int i = 0; i < replies->count && count == 0; i++)
    count = last_tile_foresee(&endgame->last_tile, endgame->game, draws.kinds[0], &replies->turns[i], outcomes);
  if (count == 0) return false;
  /* 2. Sort: foreseen turns come first, best first, and refuted ones are dropped. */
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
  /* 3. Try them until one is good enough. */
  for (int i = 0; i < all && answers->best < high && !endgame->over; i++)
    if (outcomes[i].lead > answers->best && !is_killer(killers, &outcomes[i].turn))
      try_turn(endgame, 1, answers, &outcomes[i].turn, low, high);
  return true;
}

/* Searches one plausible answer to the tile just drawn. The lead of the mover is at least that of this answer. */
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

/* The lead of the mover after its best answer with the last tile. The search ends early once a lead reaches `high`. */
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

/* The same with a single answer: one that was good elsewhere. */
static float first_last_answer(struct endgame *endgame, int kind) {
  const struct endgame_killers *killers = killers_of(endgame, 0, kind);
  float lead;
  for (int i = 0; i < killers->count; i++)
    if (last_tile_turn(&endgame->last_tile, endgame->game, &killers->turns[i], &lead)) return lead;
  return last_answer(endgame, kind, UNBOUNDED);
}

/* ---- Draws ---- */

/* A bound for the lead after one of the tiles is drawn. */
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

/* The lead after one of the tiles is drawn. tile_bound() was called for it before, so the answer that first_answer()
 * tried is already known. */
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
    /* Search the best answer of the mover, for whom `low` and `high` swap roles: first the killers, then the turns that
     * a reply does not refute, or all. */
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

/* The probe of Star2: bounds the lead by trying one answer to each tile. */
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

/* The mean lead over the tiles that may be drawn next. The true leads replace the bounds one by one, until the sum
 * shows that the exact value does not matter. */
static float draw_lead(struct endgame *endgame, int side, float low, float high) {
  struct draws draws;
  if (tess_game_phase(endgame->game) == TESS_PHASE_OVER) return final_lead(endgame->game, side);
  if (tess_game_bag(endgame->game, -1) == 1) {
    find_draws(endgame, &draws);
    assert(draws.count == 1);
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

  /* 1. Start with only the kinds in the bag and the positions of the tiles. */
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

  /* 2. Rank all turns by their evaluation, which is exact for the last tile. With more tiles left, search them. */
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

static struct endgame_answers *answers_at_root(const struct endgame *endgame) {
  return &endgame->plies[tess_game_bag(endgame->game, -1)].answers[0];
}

int endgame_turn_count(const struct endgame *endgame) { return answers_at_root(endgame)->evaluator.count; }

const struct turn *endgame_turn_at(const struct endgame *endgame, int place) {
  return turn_evaluator_ranked(&answers_at_root(endgame)->evaluator, place);
}

float endgame_turn_lead(struct endgame *endgame, const struct player_turn *turn, float low) {
  struct endgame_answers *answers = answers_at_root(endgame);
  answers->best = -UNBOUNDED;
  try_turn(endgame, tess_game_bag(endgame->game, -1), answers, turn, low, UNBOUNDED);
  return answers->best;
}

bool endgame_is(const tess_game *game) {
  return tess_game_sides(game) == 2 && tess_game_bag(game, -1) < ENDGAME_TILES && !game->arrows;
}
