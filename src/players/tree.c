#include "players/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "players/exponential.h"
#include "rules/bag.h"

void tree_free(struct tree *tree) {
  free(tree->nodes);
  free(tree->branches);
  free(tree->outcomes);
  *tree = (struct tree){0};
}

/* Room for `more` items behind `count`, twice as much as before when it must grow: gives where the items lie then. */
static void *reserve(void *items, uint32_t *room, uint32_t count, uint32_t more, size_t size) {
  if (count + more <= *room) return items;
  *room = 2 * *room > count + more ? 2 * *room : count + more + 64;
  return memory_resize(items, *room * size);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* The chance of each side to win with these points: softmax, for two sides the logistic function of the lead. */
static void win_of(const struct tree *tree, const float points[TESS_MAX_PLAYERS], float win[TESS_MAX_PLAYERS]) {
  float most = points[0], sum = 0.0f;
  for (int side = 1; side < tree->sides; side++) most = points[side] > most ? points[side] : most;
  for (int side = 0; side < tree->sides; side++) sum += win[side] = exponential((points[side] - most) / tree->scale);
  for (int side = 0; side < tree->sides; side++) win[side] /= sum;
}

static struct tree_value value_of(const struct tree *tree, const float points[TESS_MAX_PLAYERS]) {
  struct tree_value value = {.lead = turn_lead(points, tree->sides, tree->nodes[TREE_ROOT].side)};
  win_of(tree, points, value.win);
  return value;
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* Branches for the best turns by the evaluation. */
static void fill_branches(const struct tree *tree, const struct turn_evaluator *evaluator, int side,
                          struct branch *branches, int count) {
  for (int i = 0; i < count; i++) {
    const struct turn *turn = turn_evaluator_ranked(evaluator, i);
    float win[TESS_MAX_PLAYERS];
    win_of(tree, turn->values, win);
    branches[i] = (struct branch){.turn = turn->how, .battle = turn->battle, .guess = win[side], .lead = turn->lead};
  }
}

static void set_priors(const struct tree *tree, struct branch *branches, int count) {
  float sum = 0.0f;
  for (int i = 0; i < count; i++)
    sum += branches[i].prior = exponential((branches[i].lead - branches[0].lead) / tree->weights->prior_points);
  for (int i = 0; i < count; i++) branches[i].prior /= sum;
}

/* A node for the tile drawn in `game`; its index. `points` are those that its best turn promises. */
static uint32_t add_node(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game,
                         float points[TESS_MAX_PLAYERS]) {
  const int side = tess_game_side(game, tess_game_seat(game));
  turn_evaluator_run(evaluator, game);
  const int count = turn_evaluator_rank(evaluator, tree->sides, side, tree->weights->width);
  tree->nodes = reserve(tree->nodes, &tree->node_room, tree->node_count, 1, sizeof *tree->nodes);
  tree->branches =
      reserve(tree->branches, &tree->branch_room, tree->branch_count, (uint32_t)count, sizeof *tree->branches);
  memcpy(points, turn_evaluator_ranked(evaluator, 0)->values, sizeof turn_evaluator_ranked(evaluator, 0)->values);
  fill_branches(tree, evaluator, side, &tree->branches[tree->branch_count], count);
  set_priors(tree, &tree->branches[tree->branch_count], count);
  tree->nodes[tree->node_count] =
      (struct node){.first = tree->branch_count, .count = (uint16_t)count, .side = (uint8_t)side};
  tree->branch_count += (uint32_t)count;
  return tree->node_count++;
}

void tree_begin(struct tree *tree, const struct tree_weights *weights, struct turn_evaluator *evaluator,
                tess_game *game, uint64_t random) {
  tree->weights = weights;
  tree->random = random;
  tree->sides = tess_game_sides(game);
  tree->scale = weights->scale + weights->scale_tiles * sqrtf((float)tess_game_bag(game, -1));
  tree->node_count = tree->branch_count = tree->outcome_count = 0;
  float points[TESS_MAX_PLAYERS];
  add_node(tree, evaluator, game, points);
}

/* ---- A line of play ---------------------------------------------------------------------------------------------- */

float tree_branch_win(const struct tree *tree, const struct node *node, const struct branch *branch) {
  const float guess = tree->weights->guess;
  return (branch->total[node->side] + guess * branch->guess) / ((float)branch->visits + guess);
}

static uint32_t select_branch(const struct tree *tree, const struct node *node) {
  const float spread = tree->weights->explore * sqrtf((float)node->visits + 1.0f);
  uint32_t best = node->first;
  float most = -1.0f;
  for (uint32_t i = node->first; i < node->first + node->count; i++) {
    const struct branch *branch = &tree->branches[i];
    const float value = tree_branch_win(tree, node, branch) + spread * branch->prior / (1.0f + (float)branch->visits);
    if (value <= most) continue;
    most = value;
    best = i;
  }
  return best;
}

/* Chance is the same in the n-th line after each branch of the root: what tells the branches apart then carries less
 * of it (common random numbers; Glasserman and Yao 1992). */
static void seed_line(const struct tree *tree, const struct branch *branch, tess_game *game) {
  tess_game_seed(game, random_mix(tree->random + branch->visits));
}

/* Takes the turn and fights its battles by the game's dice; gives who was left alone in them. */
static uint32_t take_turn(tess_game *game, const struct player_turn *turn) {
  uint32_t fights = 0;
  if (tess_game_phase(game) == TESS_PHASE_PLACE) tess_game_place(game, turn->placement, NULL, NULL);
  tess_game_meeple(game, turn->decision, NULL, NULL);
  while (tess_game_phase(game) == TESS_PHASE_THROW) {
    uint8_t dice[TESS_MAX_PLAYERS];
    tess_spot spot;
    tess_game_battle(game, &spot, dice);
    tess_game_throw(game, NULL, NULL, NULL);
    const tess_realm now = tess_game_realm(game, spot);
    fights = fights * 33 + 1 + now.sides;
  }
  return fights;
}

/* The outcome of a branch with this tile and these battles, if it was met before. */
static uint32_t find_outcome(const struct tree *tree, const struct branch *branch, int kind, uint32_t fights) {
  uint32_t at = branch->outcome;
  while (at != 0 && (tree->outcomes[at - 1].kind != kind || tree->outcomes[at - 1].fights != fights))
    at = tree->outcomes[at - 1].next;
  return at;
}

/*
 * One of the kinds that were met less often than their share of the tiles that may be drawn, by how much each is
 * missing: every draw is as likely as at the table, and the mean over several carries less noise.
 */
static int next_kind(const struct tree *tree, const struct branch *branch, tess_game *game, uint32_t fights) {
  int32_t missing[TESS_MAX_KINDS] = {0};
  int32_t all = 1;
  for (uint32_t at = branch->outcome; at != 0; at = tree->outcomes[at - 1].next)
    if (tree->outcomes[at - 1].fights == fights) all += (int32_t)tree->outcomes[at - 1].visits;
  const unsigned base = bag_base(&game->bag, game->core.bag_count);
  const int32_t tiles = (int32_t)(game->core.bag_count - base);
  for (unsigned i = base; i < game->core.bag_count; i++) missing[game->bag.kinds[i]] += all;
  for (uint32_t at = branch->outcome; at != 0; at = tree->outcomes[at - 1].next)
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

/* Draws until a tile can be laid or the game is over. */
static void draw_tile(const struct tree *tree, const struct branch *branch, tess_game *game, uint32_t fights) {
  if (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, next_kind(tree, branch, game, fights), NULL, NULL);
  while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
}

/* Adds an outcome with its node to a branch, and tells what its best turn promises. */
static void add_outcome(struct tree *tree, uint32_t branch, struct turn_evaluator *evaluator, tess_game *game,
                        uint32_t fights, float points[TESS_MAX_PLAYERS]) {
  const uint32_t node = add_node(tree, evaluator, game, points);
  tree->outcomes = reserve(tree->outcomes, &tree->outcome_room, tree->outcome_count, 1, sizeof *tree->outcomes);
  tree->outcomes[tree->outcome_count++] = (struct outcome){.kind = (int16_t)tess_game_drawn(game),
                                                           .fights = fights,
                                                           .visits = 1,
                                                           .node = node,
                                                           .next = tree->branches[branch].outcome};
  tree->branches[branch].outcome = tree->outcome_count;
}

static void final_points(const struct tree *tree, const tess_game *game, float points[TESS_MAX_PLAYERS]) {
  for (int side = 0; side < tree->sides; side++) points[side] = (float)tess_game_score(game, side);
}

/* Takes turn after turn, each the best by the evaluator, who has just judged those of `game`; `points` are those that
 * the last position promises, or the scores at the end. */
static void play_on(const struct tree *tree, struct turn_evaluator *evaluator, tess_game *game,
                    float points[TESS_MAX_PLAYERS]) {
  const int turns = tree->nodes[TREE_ROOT].visits > tree->weights->quick ? tree->weights->ahead : 0;
  for (int i = 0; i < turns; i++) {
    take_turn(game, &turn_evaluator_ranked(evaluator, 0)->how);
    while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(game) == TESS_PHASE_OVER) {
      final_points(tree, game, points);
      return;
    }
    turn_evaluator_run(evaluator, game);
    turn_evaluator_rank(evaluator, tree->sides, tess_game_side(game, tess_game_seat(game)), 1);
    memcpy(points, turn_evaluator_ranked(evaluator, 0)->values, sizeof turn_evaluator_ranked(evaluator, 0)->values);
  }
}

static void back_up(struct tree *tree, const uint32_t *path, int length, const struct tree_value *value) {
  for (int i = 0; i < length; i++) {
    struct branch *branch = &tree->branches[path[i]];
    branch->visits++;
    for (int side = 0; side < tree->sides; side++) branch->total[side] += value->win[side];
  }
}

uint32_t tree_playout(struct tree *tree, struct turn_evaluator *evaluator, tess_game *game, struct tree_value *value) {
  uint32_t path[TREE_DEEPEST], node = TREE_ROOT;
  int length = 0;
  float points[TESS_MAX_PLAYERS] = {0};
  for (;;) {
    /* 1. A turn of the node, and its battles. */
    const uint32_t at = path[length++] = select_branch(tree, &tree->nodes[node]);
    if (node == TREE_ROOT) seed_line(tree, &tree->branches[at], game);
    tree->nodes[node].visits++;
    const uint32_t fights = take_turn(game, &tree->branches[at].turn);
    /* 2. The next tile. */
    draw_tile(tree, &tree->branches[at], game, fights);
    if (tess_game_phase(game) == TESS_PHASE_OVER) {
      final_points(tree, game, points);
      break;
    }
    /* 3. A tile that was met before leads on; from a new one the game is played on. */
    const uint32_t met = find_outcome(tree, &tree->branches[at], tess_game_drawn(game), fights);
    if (met != 0) {
      tree->outcomes[met - 1].visits++;
      node = tree->outcomes[met - 1].node;
      continue;
    }
    add_outcome(tree, at, evaluator, game, fights, points);
    play_on(tree, evaluator, game, points);
    break;
  }
  *value = value_of(tree, points);
  back_up(tree, path, length, value);
  return path[0];
}

int tree_line(const struct tree *tree, uint32_t branch, struct player_move *line, int room) {
  int length = 0;
  while (length < room) {
    /* The tile that was met most often after the branch. */
    const struct outcome *best = NULL;
    for (uint32_t at = tree->branches[branch].outcome; at != 0; at = tree->outcomes[at - 1].next)
      if (best == NULL || tree->outcomes[at - 1].visits > best->visits) best = &tree->outcomes[at - 1];
    if (best == NULL) break;
    /* And the turn that was tried most often with it. */
    const struct node *node = &tree->nodes[best->node];
    branch = node->first;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
      if (tree->branches[i].visits > tree->branches[branch].visits) branch = i;
    line[length++] = (struct player_move){best->kind, tree->branches[branch].turn};
  }
  return length;
}
