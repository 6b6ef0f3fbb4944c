/* The player `expectimax`: a search over the tiles that may be drawn. */
#include "players/player.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "players/evaluation.h"

enum {
  DEEPEST = 4, /* maximum depth in turns */
  FIGHTS = 8,  /* battles of one turn, one after the other */
  PROBES = 1   /* the probing factor of Star2.5: how many answers to a tile are searched to bound its value */
};

#define UNBOUNDED 1e9f
#define ROUNDING 1e-4f /* leads closer than this are equal */
#define SLACK                                                                                                          \
  3.0f /* points: a reply never makes a turn better than its evaluation by more than this, as the search assumes */

/* The chance of completion depends on open ends alone. In the supply a second meeple is worth half of the first, and a
 * third one a third. */
static const struct evaluation_weights handmade[2] = {
    [TESS_RULES_STAR_WARS] = {.completion = {[TESS_TYPE_ROUTE] = {0.6f, -0.6f, 0.0f, -0.3f},
                                             [TESS_TYPE_ASTEROIDS] = {0.6f, -0.6f, 0.0f, -0.3f},
                                             [TESS_TYPE_PLANET] = {0.6f, -0.5f, 0.0f, -0.3f}},
                              .rate = 0.35f,
                              .far = 0.3f,
                              .gain = 1.0f,
                              .growth = 0.2f,
                              .supply = {4.0f, 2.0f, 1.33f, 1.0f, 0.8f},
                              .large = 0.5f,
                              .supply_turns = 8.0f,
                              .back = 0.2f,
                              .tempo = 3.7f},
    [TESS_RULES_CLASSIC] = {.completion = {[TESS_TYPE_ROAD] = {0.6f, -0.6f, 0.0f, -0.3f},
                                           [TESS_TYPE_CITY] = {0.6f, -0.6f, 0.0f, -0.3f},
                                           [TESS_TYPE_MONASTERY] = {0.6f, -0.5f, 0.0f, -0.3f},
                                           [TESS_TYPE_GARDEN] = {0.6f, -0.5f, 0.0f, -0.3f}},
                            .rate = 0.35f,
                            .far = 0.3f,
                            .gain = 1.0f,
                            .growth = 0.2f,
                            .supply = {4.0f, 2.0f, 1.33f, 1.0f, 0.8f, 0.67f, 0.57f},
                            .abbot = 1.0f,
                            .supply_turns = 8.0f,
                            .back = 0.2f,
                            .tempo = 2.65f,
                            .city = 0.3f},
};

static const struct evaluation_sets handmade_sets = {
    {&handmade[TESS_RULES_STAR_WARS], &handmade[TESS_RULES_CLASSIC]},
    {&handmade[TESS_RULES_STAR_WARS], &handmade[TESS_RULES_CLASSIC]},
};

/* A tile that may be drawn: its probability, its values as far as searched, and an upper bound of the lead. */
struct drawn_tile {
  int kind, looked; /* `looked`: number of answers searched */
  float share, bound;
  float values[TESS_MAX_PLAYERS];
};

/* Memory for one turn of the searched line. */
struct ply {
  struct turn_evaluator evaluator;
  tess_game *game;  /* the game after the turn */
  tess_game *drawn; /* the game after the draw */
  tess_undo *fought[FIGHTS];
  struct drawn_tile tiles[TESS_MAX_KINDS]; /* the tiles that may be drawn after the turn */
};

struct search {
  struct ply plies[DEEPEST];
  tess_game *root;
  int sides;
  struct deadline deadline;
  uint64_t nodes;
};

/* ---- Memory ---- */

static void expectimax_close(struct player *player) {
  struct search *search = player->mind;
  for (int i = 0; i < DEEPEST; i++) {
    turn_evaluator_close(&search->plies[i].evaluator);
    free(search->plies[i].game);
    free(search->plies[i].drawn);
    for (int j = 0; j < FIGHTS; j++) free(search->plies[i].fought[j]);
  }
  free(search->root);
  free(search);
}

static void expectimax_open(struct player *player) {
  struct search *search = player->mind = memory_new(sizeof *search);
  search->root = memory_new(tess_game_size());
  for (int i = 0; i < DEEPEST; i++) {
    struct ply *ply = &search->plies[i];
    ply->game = memory_new(tess_game_size());
    ply->drawn = memory_new(tess_game_size());
    for (int j = 0; j < FIGHTS; j++) ply->fought[j] = memory_new(tess_undo_size());
    turn_evaluator_open(&ply->evaluator, player->kind->settings);
  }
}

/* ---- The search ---- */

static bool is_over(const struct search *search) { return deadline_met(&search->deadline, search->nodes); }

/* The turns of a node to search: ranks from `first` up to, but not including, `last`, until one leads by `enough`. */
struct answer_range {
  int first, last;
  float enough;
};

static void node_values(struct search *search, const tess_game *game, int ply, int depth, struct answer_range scope,
                        float values[TESS_MAX_PLAYERS]);

/* Searches the answers to a tile up to rank `last`, until one leads by `enough`. */
static void look_at(struct search *search, const tess_game *game, struct drawn_tile *tile, int ply, int depth, int last,
                    float enough) {
  tess_game *drawn = search->plies[ply].drawn;
  tess_game_copy(drawn, game);
  tess_game_draw(drawn, tile->kind, NULL, NULL);
  if (tess_game_phase(drawn) == TESS_PHASE_PLACE)
    node_values(search, drawn, ply + 1, depth - 1, (struct answer_range){tile->looked, last, enough}, tile->values);
  else
    turn_evaluator_values(&search->plies[ply].evaluator, drawn, tile->values);
  tile->looked = last;
}

/* Star2.5: with two sides, any answer of the other side bounds the value of a tile for `side`. Returns the mean of the
 * bounds; it stops early once the mean is known to be below `floor`. */
static float probe(struct search *search, const tess_game *game, int count, int ply, int depth, int side, float floor,
                   float mean) {
  struct drawn_tile *tiles = search->plies[ply].tiles;
  for (int i = 0; i < count && mean >= floor && !is_over(search); i++) {
    const float before = tiles[i].bound;
    look_at(search, game, &tiles[i], ply, depth, PROBES, UNBOUNDED);
    tiles[i].bound = turn_lead(tiles[i].values, 2, side);
    mean -= tiles[i].share * (before - tiles[i].bound);
  }
  return mean;
}

/* The mean values over the tiles that may be drawn. `side` moved last: the exact values do not matter once its lead
 * cannot exceed `floor`. The search assumes that no tile gives it more than `most`. Leaves are not probed, because that
 * would cost as much as searching them. */
static void draw_values(struct search *search, const tess_game *game, int ply, int depth, int side, float floor,
                        float most, float values[TESS_MAX_PLAYERS]) {
  struct drawn_tile *tiles = search->plies[ply].tiles;
  const bool two = search->sides == 2;
  floor += ROUNDING;

  /* 1. List the tiles. */
  const int kinds = tess_set_kinds(tess_game_set(game)), total = tess_game_due(game, -1);
  int count = 0;
  for (int kind = 0; kind < kinds; kind++) {
    const int copies = tess_game_due(game, kind);
    if (copies > 0)
      tiles[count++] = (struct drawn_tile){.kind = kind, .share = (float)copies / (float)total, .bound = most};
  }

  /* 2. Star2.5: bound each tile by its likeliest answers. */
  float reach = most, seen = 0.0f;
  if (two && depth > 2 && floor > -UNBOUNDED) reach = probe(search, game, count, ply, depth, side, floor, most);

  /* 3. Star1: search one tile after the other, as long as all together can reach the floor. With two sides, the answers
   * to a tile are dropped once it cannot reach what is needed. */
  memset(values, 0, TESS_MAX_PLAYERS * sizeof *values);
  float rest = reach; /* what the tiles that are not searched fully can add */
  for (int i = 0; i < count && reach >= floor && (i == 0 || !is_over(search)); i++) {
    rest -= tiles[i].share * tiles[i].bound;
    const float need = (floor - rest - turn_lead(values, search->sides, side)) / tiles[i].share;
    look_at(search, game, &tiles[i], ply, depth, INT_MAX, two ? -need : UNBOUNDED);
    for (int j = 0; j < search->sides; j++) values[j] += tiles[i].values[j] * tiles[i].share;
    seen += tiles[i].share;
    reach = turn_lead(values, search->sides, side) + rest;
  }

  /* 4. Below the floor, return only the bound. Otherwise return the mean of the tiles searched; these are not all if
   * the budget ran out. */
  if (reach < floor) {
    memset(values, 0, TESS_MAX_PLAYERS * sizeof *values);
    values[side] = reach - ROUNDING;
    return;
  }
  for (int i = 0; i < search->sides; i++) values[i] /= seen;
}

/* The values of a turn after its battles; the game may be over. */
static void rest_values(struct search *search, int ply, int depth, int side, float floor, float most,
                        float values[TESS_MAX_PLAYERS]) {
  const tess_game *game = search->plies[ply].game;
  if (tess_game_phase(game) == TESS_PHASE_DRAW) {
    draw_values(search, game, ply, depth, side, floor, most, values);
    return;
  }
  for (int i = 0; i < search->sides; i++) values[i] = (float)tess_game_score(game, i);
}

/* The mean values over the outcomes of a turn's battles, `fights` of which are already fought; then over the tiles. */
static void fight_values(struct search *search, int ply, int depth, int side, int fights,
                         float values[TESS_MAX_PLAYERS]) {
  tess_game *game = search->plies[ply].game;
  tess_undo *undo = search->plies[ply].fought[fights];
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  if (!tess_game_battle(game, &spot, dice)) {
    rest_values(search, ply, depth, side, -UNBOUNDED, UNBOUNDED, values);
    return;
  }
  /* 1. Add the points of ties, which do not depend on the winner. */
  const struct battle_odds *odds = turn_evaluator_odds(&search->plies[ply].evaluator, dice);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) values[i] = (float)odds->ties[i];
  /* 2. Add what follows if each of the sides wins, weighted by the odds. */
  for (int winner = 0; winner < search->sides; winner++) {
    if (dice[winner] == 0) continue;
    const tess_throw thrown = battle_throw(dice, winner);
    float after[TESS_MAX_PLAYERS] = {0};
    tess_game_throw(game, &thrown, undo, NULL);
    fight_values(search, ply, depth, side, fights + 1, after);
    tess_game_undo(game, undo);
    for (int i = 0; i < TESS_MAX_PLAYERS; i++) values[i] += (float)odds->win[winner] * after[i];
  }
}

/* The values of a turn: its evaluation at the last depth, otherwise the values after its battles. */
static void turn_values(struct search *search, const tess_game *game, const struct turn *turn, int ply, int depth,
                        int side, float floor, float values[TESS_MAX_PLAYERS]) {
  tess_game *after = search->plies[ply].game;
  turn_points(turn, values);
  if (depth <= 1) return;
  tess_game_copy(after, game);
  if (tess_game_phase(after) == TESS_PHASE_PLACE) tess_game_place(after, turn->how.placement, NULL, NULL);
  tess_game_meeple(after, turn->how.decision, NULL, NULL);
  if (turn->battle)
    fight_values(search, ply, depth, side, 0, values);
  else
    rest_values(search, ply, depth, side, floor, turn->lead + SLACK, values);
}

/* Finds the best turn of the range and its values. On entry `values` are those of the best turn before the range. */
static void node_values(struct search *search, const tess_game *game, int ply, int depth, struct answer_range scope,
                        float values[TESS_MAX_PLAYERS]) {
  /* 1. Rank all turns by their evaluation; a leaf takes the first. */
  struct turn_evaluator *evaluator = &search->plies[ply].evaluator;
  const int side = tess_game_side(game, tess_game_seat(game));
  tess_game_copy(search->plies[ply].game, game);
  search->nodes++;
  turn_evaluator_run(evaluator, search->plies[ply].game);
  turn_evaluator_rank(evaluator, search->sides, side, evaluator->count);
  const int last = depth <= 1 ? 1 : evaluator->count < scope.last ? evaluator->count : scope.last;

  /* 2. Search what follows each turn. A turn whose evaluation is too far behind the best cannot be the best. */
  float best = scope.first == 0 ? -UNBOUNDED : turn_lead(values, search->sides, side);
  for (int i = scope.first; i < last && best < scope.enough && (i == 0 || !is_over(search)); i++) {
    float after[TESS_MAX_PLAYERS];
    if (turn_evaluator_ranked(evaluator, i)->lead + SLACK < best) break;
    turn_values(search, game, turn_evaluator_ranked(evaluator, i), ply, depth, side, best, after);
    const float lead = turn_lead(after, search->sides, side);
    if (lead <= best) continue;
    best = lead;
    memcpy(values, after, sizeof after);
  }
}

static void expectimax_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                              struct player_advice *advice) {
  struct search *search = player->mind;
  struct turn_evaluator *evaluator = &search->plies[0].evaluator;
  const int side = tess_game_side(game, tess_game_seat(game));

  /* 1. Rank all turns of the root by their evaluation. */
  search->deadline = deadline_of(budget, 1);
  search->sides = tess_game_sides(game);
  search->nodes = 1;
  tess_game_copy(search->root, game);
  turn_evaluator_run(evaluator, search->root);
  turn_evaluator_rank(evaluator, search->sides, side, evaluator->count);

  /* 2. Search deeper and deeper; the best turn of each depth is the first of the next. */
  float lead = 0.0f;
  int best = 0;
  for (int depth = 1; depth <= DEEPEST && !is_over(search); depth++) {
    const int first = best;
    lead = -UNBOUNDED;
    for (int i = 0; i < evaluator->count; i++) {
      const int at = i == 0 ? first : i <= first ? i - 1 : i;
      const struct turn *turn = turn_evaluator_ranked(evaluator, at);
      float values[TESS_MAX_PLAYERS];
      if (turn->lead + SLACK < lead) continue;
      turn_values(search, search->root, turn, 0, depth, side, lead, values);
      if (i > 0 && is_over(search)) break; /* this turn was not searched fully */
      if (turn_lead(values, search->sides, side) <= lead) continue;
      lead = turn_lead(values, search->sides, side);
      best = at;
    }
  }

  /* 3. Return the best turn of the last depth, as far as it was searched. */
  advice->playouts = search->nodes;
  advice->count = 1;
  advice->candidates[0] =
      (struct player_candidate){.turn = turn_evaluator_ranked(evaluator, best)->how, .difference = (double)lead};
}

const struct player_kind expectimax_kind = {
    .name = "expectimax",
    .summary = "looks a few turns ahead over all draws, with a hand-made evaluation",
    .searches = true,
    .settings = &handmade_sets,
    .open = expectimax_open,
    .close = expectimax_close,
    .choose = expectimax_choose,
};
