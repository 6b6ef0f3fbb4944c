/* The player `expectimax`: a search over the tiles that may be drawn. */
#include "players/player.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "players/evaluation.h"

enum {
  DEEPEST = 4, /* turns looked ahead */
  FIGHTS = 8,  /* battles of a turn, one after the other */
  PROBES = 1   /* Star2.5's probing factor: answers to a tile that are looked at to bound what comes of it */
};

#define UNBOUNDED 1e9f
#define ROUNDING 1e-4f /* leads closer than this are equal */
#define SLACK 3.0f     /* points by which a reply is taken to make a turn better than its evaluation, at most */

/* Completion is a matter of open ends alone; of the meeples in supply the second is worth half of the only one, the
 * third a third. */
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

/* A tile that may be drawn: how likely, what comes of it as far as it was looked at, and at most what lead. */
struct drawn_tile {
  int kind, looked; /* at so many answers */
  float share, bound;
  float values[TESS_MAX_PLAYERS];
};

/* What one turn of the line that is looked at needs. */
struct ply {
  struct turn_evaluator evaluator;
  tess_game *game;  /* after the turn */
  tess_game *drawn; /* and after the draw */
  tess_undo *fought[FIGHTS];
  struct drawn_tile tiles[TESS_MAX_KINDS]; /* that may be drawn after it */
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

/* The turns of a node that are looked at: those on places from `first` to before `last`, until one leads by `enough`.
 */
struct answer_range {
  int first, last;
  float enough;
};

static void node_values(struct search *search, const tess_game *game, int ply, int depth, struct answer_range scope,
                        float values[TESS_MAX_PLAYERS]);

/* Looks at the answers to a tile up to `last`, until one leads by `enough`. */
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

/* Star2.5: with two sides any answer of the other one bounds what a tile can give to `side`. Gives the mean of the
 * bounds, or of as many as show that it is below `floor`. */
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

/* The mean over the tiles that may be drawn. For `side`, whose turn led here, it is of no interest once its lead cannot
 * exceed `floor`; none of the tiles is taken to give it more than `most`. A leaf is not probed, which would cost as
 * much as to look at it. */
static void draw_values(struct search *search, const tess_game *game, int ply, int depth, int side, float floor,
                        float most, float values[TESS_MAX_PLAYERS]) {
  struct drawn_tile *tiles = search->plies[ply].tiles;
  const bool two = search->sides == 2;
  floor += ROUNDING;

  /* 1. The tiles. */
  const int kinds = tess_set_kinds(tess_game_set(game)), total = tess_game_due(game, -1);
  int count = 0;
  for (int kind = 0; kind < kinds; kind++) {
    const int copies = tess_game_due(game, kind);
    if (copies > 0)
      tiles[count++] = (struct drawn_tile){.kind = kind, .share = (float)copies / (float)total, .bound = most};
  }

  /* 2. Star2.5: the likeliest answers bound what each can give. */
  float reach = most, seen = 0.0f;
  if (two && depth > 2 && floor > -UNBOUNDED) reach = probe(search, game, count, ply, depth, side, floor, most);

  /* 3. Star1: one tile after the other, as long as all together can reach the floor; with two sides the answers to a
   * tile are left once it is known not to give what is needed. */
  memset(values, 0, TESS_MAX_PLAYERS * sizeof *values);
  float rest = reach; /* what the tiles not looked at to their end can give */
  for (int i = 0; i < count && reach >= floor && (i == 0 || !is_over(search)); i++) {
    rest -= tiles[i].share * tiles[i].bound;
    const float need = (floor - rest - turn_lead(values, search->sides, side)) / tiles[i].share;
    look_at(search, game, &tiles[i], ply, depth, INT_MAX, two ? -need : UNBOUNDED);
    for (int j = 0; j < search->sides; j++) values[j] += tiles[i].values[j] * tiles[i].share;
    seen += tiles[i].share;
    reach = turn_lead(values, search->sides, side) + rest;
  }

  /* 4. Below the floor only the bound is told; else the mean of those seen, less than all when the budget is spent. */
  if (reach < floor) {
    memset(values, 0, TESS_MAX_PLAYERS * sizeof *values);
    values[side] = reach - ROUNDING;
    return;
  }
  for (int i = 0; i < search->sides; i++) values[i] /= seen;
}

/* What comes of a turn whose battles are fought: the game may be over. */
static void rest_values(struct search *search, int ply, int depth, int side, float floor, float most,
                        float values[TESS_MAX_PLAYERS]) {
  const tess_game *game = search->plies[ply].game;
  if (tess_game_phase(game) == TESS_PHASE_DRAW) {
    draw_values(search, game, ply, depth, side, floor, most, values);
    return;
  }
  for (int i = 0; i < search->sides; i++) values[i] = (float)tess_game_score(game, i);
}

/* The mean over the outcomes of the battles of a turn, `fights` of which are fought; then over the tiles. */
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
  /* 1. The points of ties, whoever wins. */
  const struct battle_odds *odds = turn_evaluator_odds(&search->plies[ply].evaluator, dice);
  for (int i = 0; i < TESS_MAX_PLAYERS; i++) values[i] = (float)odds->ties[i];
  /* 2. What follows when each of the sides wins, by its odds. */
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

/* What comes of a turn: at the last depth what its evaluation promises, else what follows its battles. */
static void turn_values(struct search *search, const tess_game *game, const struct turn *turn, int ply, int depth,
                        int side, float floor, float values[TESS_MAX_PLAYERS]) {
  tess_game *after = search->plies[ply].game;
  memcpy(values, turn->values, sizeof turn->values);
  if (depth <= 1) return;
  tess_game_copy(after, game);
  if (tess_game_phase(after) == TESS_PHASE_PLACE) tess_game_place(after, turn->how.placement, NULL, NULL);
  tess_game_meeple(after, turn->how.decision, NULL, NULL);
  if (turn->battle)
    fight_values(search, ply, depth, side, 0, values);
  else
    rest_values(search, ply, depth, side, floor, turn->lead + SLACK, values);
}

/* The values of the best turn of the scope; `values` are those of the best before it. */
static void node_values(struct search *search, const tess_game *game, int ply, int depth, struct answer_range scope,
                        float values[TESS_MAX_PLAYERS]) {
  /* 1. All turns, ranked by their evaluation; a leaf takes the first. */
  struct turn_evaluator *evaluator = &search->plies[ply].evaluator;
  const int side = tess_game_side(game, tess_game_seat(game));
  tess_game_copy(search->plies[ply].game, game);
  search->nodes++;
  turn_evaluator_run(evaluator, search->plies[ply].game);
  turn_evaluator_rank(evaluator, search->sides, side, evaluator->count);
  const int last = depth <= 1 ? 1 : evaluator->count < scope.last ? evaluator->count : scope.last;

  /* 2. The best of them by what comes after; one whose evaluation lags too far behind cannot be it. */
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

  /* 1. All turns of the root, ranked by their evaluation. */
  search->deadline = deadline_of(budget, 1);
  search->sides = tess_game_sides(game);
  search->nodes = 1;
  tess_game_copy(search->root, game);
  turn_evaluator_run(evaluator, search->root);
  turn_evaluator_rank(evaluator, search->sides, side, evaluator->count);

  /* 2. Deeper and deeper, the best of the depth before first. */
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
      if (i > 0 && is_over(search)) break; /* this one was not looked at to its end */
      if (turn_lead(values, search->sides, side) <= lead) continue;
      lead = turn_lead(values, search->sides, side);
      best = at;
    }
  }

  /* 3. The best of the last depth, as far as it was looked at. */
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
