#include "players/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/random.h"
#include "players/exponential.h"
#include "rules/set.h"

void tree_free(struct tree *tree) {
  free(tree->nodes);
  free(tree->edges);
  free(tree->outcomes);
  *tree = (struct tree){0};
}

/* Makes room for `more` items after the first `count`; the memory at least doubles when it grows. Returns the new
 * address of the items. */
static void *reserve(void *items, uint32_t *room, uint32_t count, uint32_t more, size_t size) {
  if (count + more <= *room) return items;
  *room = 2 * *room > count + more ? 2 * *room : count + more + 64;
  return memory_resize(items, *room * size);
}

/* The probability of each side to win with these expected points: softmax, which for two sides is the logistic function
 * of the lead. */
static void win_of(const struct tree *tree, const float points[TESS_MAX_PLAYERS], float win[TESS_MAX_PLAYERS]) {
  float most = points[0], sum = 0.0f;
  for (int side = 1; side < tree->sides; side++) most = points[side] > most ? points[side] : most;
  for (int side = 0; side < tree->sides; side++) sum += win[side] = exponential((points[side] - most) / tree->scale);
  for (int side = 0; side < tree->sides; side++) win[side] /= sum;
}

/* Adds a node for the tile drawn in `game`, with an edge for each of the best turns. Returns its index and fills
 * `points` with those of the best turn. */
static uint32_t add_node(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game,
                         float points[TESS_MAX_PLAYERS]) {
  const int side = tess_game_side(game, tess_game_seat(game));
  turn_evaluator_run(evaluator, game);
  const int count = turn_evaluator_rank(evaluator, tree->sides, side, tree->weights->width);
  tree->nodes = reserve(tree->nodes, &tree->node_room, tree->node_count, 1, sizeof *tree->nodes);
  tree->edges = reserve(tree->edges, &tree->edge_room, tree->edge_count, (uint32_t)count, sizeof *tree->edges);
  struct edge *edges = &tree->edges[tree->edge_count];
  /* The priors: the further a turn is behind the best, the less it is tried. */
  float sum = 0.0f;
  for (int i = 0; i < count; i++) {
    const struct turn *turn = turn_evaluator_ranked(evaluator, i);
    float win[TESS_MAX_PLAYERS];
    turn_points(turn, points);
    win_of(tree, points, win);
    edges[i] = (struct edge){.turn = turn->how, .battle = turn->battle, .prior_win = win[side], .lead = turn->lead};
    sum += edges[i].prior = exponential((edges[i].lead - edges[0].lead) / tree->weights->prior_points);
  }
  for (int i = 0; i < count; i++) edges[i].prior /= sum;
  turn_points(turn_evaluator_ranked(evaluator, 0), points);
  tree->nodes[tree->node_count] =
      (struct node){.first = tree->edge_count, .count = (uint16_t)count, .side = (uint8_t)side};
  tree->edge_count += (uint32_t)count;
  return tree->node_count++;
}

void tree_begin(struct tree *tree, const struct tree_weights *weights, struct turn_evaluator *evaluator,
                tess_game *game, uint64_t random) {
  tree->weights = weights;
  tree->random = random;
  tree->sides = tess_game_sides(game);
  tree->scale = weights->scale + weights->scale_tiles * sqrtf((float)tess_game_bag(game, -1));
  tree->node_count = tree->edge_count = tree->outcome_count = 0;
  float points[TESS_MAX_PLAYERS];
  add_node(tree, evaluator, game, points);
}

/* ---- A playout ---- */

/* PUCT (Rosin 2011): selects the edge with the highest mean probability to win plus a bonus. The evaluation counts as
 * some visits in the mean; the bonus is larger with a higher prior and fewer visits. Returns the edge's index. */
static uint32_t select_by_puct(const struct tree *tree, const struct node *node) {
  const float prior_visits = tree->weights->prior_visits;
  const float spread = tree->weights->explore * sqrtf((float)node->visits + 1.0f);
  uint32_t best = node->first;
  float most = -1.0f;
  for (uint32_t i = node->first; i < node->first + node->count; i++) {
    const struct edge *edge = &tree->edges[i];
    const float mean =
        (edge->total[node->side] + prior_visits * edge->prior_win) / ((float)edge->visits + prior_visits);
    const float value = mean + spread * edge->prior / (1.0f + (float)edge->visits);
    if (value <= most) continue;
    most = value;
    best = i;
  }
  return best;
}

/* Plays the turn; the game throws the dice of its battles. Returns the result of each throw (chance_outcome.fights). */
static uint64_t take_turn(tess_game *game, const struct player_turn *turn) {
  uint64_t fights = 0;
  if (tess_game_phase(game) == TESS_PHASE_PLACE) tess_game_place(game, turn->placement, NULL, NULL);
  tess_game_meeple(game, turn->decision, NULL, NULL);
  while (tess_game_phase(game) == TESS_PHASE_THROW) {
    uint8_t dice[TESS_MAX_PLAYERS];
    tess_spot spot;
    tess_game_battle(game, &spot, dice);
    tess_game_throw(game, NULL, NULL, NULL);
    const tess_realm left = tess_game_realm(game, spot);
    fights = fights * 33 + 1 + left.sides;
  }
  return fights;
}

/*
 * The tile to be drawn next: chosen among the kinds that came up less often after this edge than their share of the
 * tiles, with probability in proportion to what each is short of. Every draw is as likely as at the table, but the mean
 * over several draws has less noise.
 */
static int next_kind(const struct tree *tree, const struct edge *edge, tess_game *game, uint64_t fights) {
  int32_t missing[TESS_MAX_KINDS] = {0};
  int32_t all = 1;
  for (uint32_t at = edge->outcome; at != 0; at = tree->outcomes[at - 1].next)
    if (tree->outcomes[at - 1].fights == fights) all += (int32_t)tree->outcomes[at - 1].visits;
  const unsigned base = bag_base(&game->bag, game->core.bag_count);
  const int32_t tiles = (int32_t)(game->core.bag_count - base);
  for (unsigned i = base; i < game->core.bag_count; i++) missing[game->bag.kinds[i]] += all;
  for (uint32_t at = edge->outcome; at != 0; at = tree->outcomes[at - 1].next)
    if (tree->outcomes[at - 1].fights == fights)
      missing[tree->outcomes[at - 1].kind] -= (int32_t)tree->outcomes[at - 1].visits * tiles;
  uint32_t sum = 0;
  for (int kind = 0; kind < game->set->kind_count; kind++)
    if (missing[kind] > 0) sum += (uint32_t)missing[kind];
  if (sum == 0) return TESS_RANDOM;
  uint32_t left = random_below(&game->core.deck, sum);
  int kind = 0;
  for (; missing[kind] <= 0 || left >= (uint32_t)missing[kind]; kind++)
    if (missing[kind] > 0) left -= (uint32_t)missing[kind];
  return kind;
}

static void final_points(const struct tree *tree, const tess_game *game, float points[TESS_MAX_PLAYERS]) {
  for (int side = 0; side < tree->sides; side++) points[side] = (float)tess_game_score(game, side);
}

/* Plays `turns` more turns, each the best by the evaluator, which has just evaluated those of `game`. Fills `points`
 * with the evaluation of the last position, or with the scores at the end. */
static void roll_out(const struct tree *tree, struct turn_evaluator *evaluator, tess_game *game, int turns,
                     float points[TESS_MAX_PLAYERS]) {
  for (int i = 0; i < turns; i++) {
    take_turn(game, &turn_evaluator_ranked(evaluator, 0)->how);
    while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_OVER) {
      final_points(tree, game, points);
      return;
    }
    turn_evaluator_best(evaluator, game);
    turn_points(turn_evaluator_ranked(evaluator, 0), points);
  }
}

uint32_t tree_playout(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game, struct tree_value *value) {
  uint32_t path[TREE_DEEPEST], node = TREE_ROOT;
  int length = 0;
  float points[TESS_MAX_PLAYERS] = {0};
  for (;;) {
    /* 1. Selection: choose a turn of the node. The n-th playout after each edge of the root meets the same chance, so
     * that the difference between two edges has less noise (common random numbers; Glasserman and Yao 1992). */
    const uint32_t edge = path[length++] = select_by_puct(tree, &tree->nodes[node]);
    if (node == TREE_ROOT) tess_game_seed(game, random_mix(tree->random + tree->edges[edge].visits));
    tree->nodes[node].visits++;
    /* 2. Chance: fight the battles of the turn, and draw until a tile can be laid or the game is over. */
    const uint64_t fights = take_turn(game, &tree->edges[edge].turn);
    if (tess_game_phase(game) == TESS_PHASE_DRAW)
      tess_game_draw(game, next_kind(tree, &tree->edges[edge], game, fights), NULL, NULL);
    while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_OVER) {
      final_points(tree, game, points);
      break;
    }
    const int kind = tess_game_drawn(game);
    uint32_t met = tree->edges[edge].outcome;
    while (met != 0 && (tree->outcomes[met - 1].kind != kind || tree->outcomes[met - 1].fights != fights))
      met = tree->outcomes[met - 1].next;
    if (met != 0) { /* this outcome came up before: selection continues at its node */
      tree->outcomes[met - 1].visits++;
      node = tree->outcomes[met - 1].node;
      continue;
    }
    /* 3. Expansion: add a node for a new outcome; `points` are those of the node's best turn. */
    node = add_node(tree, evaluator, game, points);
    tree->outcomes = reserve(tree->outcomes, &tree->outcome_room, tree->outcome_count, 1, sizeof *tree->outcomes);
    tree->outcomes[tree->outcome_count++] = (struct chance_outcome){
        .kind = (int16_t)kind, .fights = fights, .visits = 1, .node = node, .next = tree->edges[edge].outcome};
    tree->edges[edge].outcome = tree->outcome_count;
    /* 4. Rollout: play on from the new node; the first playouts of a search use the node's evaluation instead. */
    if (tree->nodes[TREE_ROOT].visits > tree->weights->quick_playouts)
      roll_out(tree, evaluator, game, tree->weights->rollout_turns, points);
    break;
  }
  /* 5. Backpropagation: add the value to every edge of the path. */
  win_of(tree, points, value->win);
  value->lead = turn_lead(points, tree->sides, tree->nodes[TREE_ROOT].side);
  for (int i = 0; i < length; i++) {
    struct edge *edge = &tree->edges[path[i]];
    edge->visits++;
    for (int side = 0; side < tree->sides; side++) edge->total[side] += value->win[side];
  }
  return path[0];
}

int tree_principal_variation(const struct tree *tree, uint32_t edge, struct player_move *line, int room) {
  int length = 0;
  while (length < room) {
    /* The outcome that came up most often after the edge. */
    const struct chance_outcome *best = NULL;
    for (uint32_t at = tree->edges[edge].outcome; at != 0; at = tree->outcomes[at - 1].next)
      if (best == NULL || tree->outcomes[at - 1].visits > best->visits) best = &tree->outcomes[at - 1];
    if (best == NULL) break;
    /* The turn that was tried most often after it. */
    const struct node *node = &tree->nodes[best->node];
    edge = node->first;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
      if (tree->edges[i].visits > tree->edges[edge].visits) edge = i;
    line[length++] = (struct player_move){best->kind, tree->edges[edge].turn};
  }
  return length;
}
