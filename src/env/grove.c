/* Monte Carlo trees whose new positions wait for an evaluator of the caller. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "env/afterstates.h"
#include "env/batch.h"
#include "env/crew.h"
#include "env/observation.h"
#include "env/policy.h"

enum {
  DEEPEST = 2 * TESS_MAX_TILES + 1, /* maximum number of branches from the root to a leaf */
  WIDEST = 32                       /* afterstates of a position that are kept */
};

/* The difference of two values that makes an afterstate's prior e times as large. */
static const float SHARPNESS = 0.1f;

/* A turn, or an action of it. */
struct branch {
  struct walk_turn how;
  float prior, first; /* the evaluator's prior, and its value for the mover; the value counts as a visit */
  uint32_t visits;
  uint32_t child;                /* index of the latest node after it, plus 1; 0: none yet */
  float total[TESS_MAX_PLAYERS]; /* each side's utility, summed over the visits */
};

/* A position in which a seat is to act. */
struct twig {
  uint64_t hash; /* of the position; positions after the same branch differ by it */
  uint32_t next; /* index of the next node after the same branch, plus 1 */
  int count;     /* number of branches */
  uint8_t side;  /* the side to act */
  bool waiting;  /* its values are not known yet */
  uint32_t visits;
  struct branch *branches;
};

/* A waiting position, and the way there. */
struct leaf {
  tess_game *game;
  uint32_t node;
  size_t row; /* of its first row */
  int length;
  struct step_of_path {
    uint32_t node;
    int branch;
  } path[DEEPEST];
};

struct plant {
  tess_game *root; /* NULL: the tree was never begun */
  bool growing;
  uint64_t random, playouts;
  struct twig *nodes;
  uint32_t node_count, node_room;
  int waiting; /* number of leaves that wait */
  struct leaf *leaves;
};

/* Working memory of a thread. */
struct hand {
  tess_game *game;
  struct walk *walk;
};

struct grove {
  const struct variant *variant;
  struct grove_settings settings;
  struct batch_shape shape;
  int sides;
  struct crew *crew;
  struct hand *hands;   /* by thread */
  struct plant *plants; /* by tree */
};

/* ---- Memory ---- */

struct grove *grove_new(const struct variant *variant, const struct grove_settings *settings) {
  struct grove *grove = memory_new(sizeof *grove);
  *grove = (struct grove){.variant = variant,
                          .settings = *settings,
                          .shape = batch_shape(variant),
                          .sides = variant_sides(variant),
                          .crew = crew_open(settings->threads),
                          .hands = memory_zeroed((size_t)settings->threads * sizeof *grove->hands),
                          .plants = memory_zeroed((size_t)settings->trees * sizeof *grove->plants)};
  for (int i = 0; i < settings->threads; i++)
    grove->hands[i] = (struct hand){.game = memory_new(tess_game_size()), .walk = walk_new()};
  return grove;
}

static void clear(struct plant *plant) {
  for (uint32_t i = 0; i < plant->node_count; i++) free(plant->nodes[i].branches);
  plant->node_count = 0;
  plant->playouts = 0;
  plant->waiting = 0;
}

void grove_free(struct grove *grove) {
  if (grove == NULL) return;
  crew_close(grove->crew);
  for (int i = 0; i < grove->settings.threads; i++) {
    free(grove->hands[i].game);
    walk_free(grove->hands[i].walk);
  }
  for (int i = 0; i < grove->settings.trees; i++) {
    struct plant *plant = &grove->plants[i];
    clear(plant);
    for (int j = 0; plant->leaves != NULL && j < grove->settings.leaves; j++) free(plant->leaves[j].game);
    free(plant->leaves);
    free(plant->nodes);
    free(plant->root);
  }
  free(grove->hands);
  free(grove->plants);
  free(grove);
}

bool grove_begin(struct grove *grove, int tree, const struct episode *episode, uint64_t seed, struct env_fault *fault) {
  struct plant *plant = &grove->plants[tree];
  if (!policy_may_act(episode, fault)) return false;
  if (plant->root == NULL) {
    plant->root = memory_new(tess_game_size());
    plant->leaves = memory_zeroed((size_t)grove->settings.leaves * sizeof *plant->leaves);
    for (int i = 0; i < grove->settings.leaves; i++) plant->leaves[i].game = memory_new(tess_game_size());
  }
  clear(plant);
  tess_game_copy(plant->root, episode_game(episode));
  plant->random = seed;
  plant->growing = true;
  return true;
}

void grove_stop(struct grove *grove, int tree) { grove->plants[tree].growing = false; }

/* ---- Growing ---- */

/* A pass over all trees: the members of the crew share the number of the next tree. */
struct pass {
  struct grove *grove;
  void (*task)(const struct pass *pass, struct plant *plant, struct hand *hand);
  uint64_t playouts; /* for growing */
  void *observation; /* these three for observing */
  float *scalars;
  bool *mask;
  const float *values, *priors; /* for taking */
  atomic_int next;
};

static void work(void *context, int member) {
  struct pass *pass = context;
  for (;;) {
    const int tree = atomic_fetch_add_explicit(&pass->next, 1, memory_order_relaxed);
    if (tree >= pass->grove->settings.trees) return;
    pass->task(pass, &pass->grove->plants[tree], &pass->grove->hands[member]);
  }
}

/* Adds a position that waits: all turns of the game, without values. Returns its index. */
static uint32_t add_node(const struct grove *grove, struct plant *plant, struct hand *hand, const tess_game *game,
                         uint64_t hash, uint32_t next) {
  walk_list(hand->walk, game, grove->settings.afterstates);
  if (plant->node_count == plant->node_room) {
    plant->node_room = plant->node_room == 0 ? 64 : 2 * plant->node_room;
    plant->nodes = memory_resize(plant->nodes, plant->node_room * sizeof *plant->nodes);
  }
  struct twig *node = &plant->nodes[plant->node_count];
  *node = (struct twig){.hash = hash,
                        .next = next,
                        .count = hand->walk->count,
                        .side = (uint8_t)tess_game_side(game, tess_game_seat(game)),
                        .waiting = true,
                        .branches = memory_zeroed((size_t)hand->walk->count * sizeof *node->branches)};
  for (int i = 0; i < node->count; i++) node->branches[i].how = hand->walk->turns[i];
  return plant->node_count++;
}

/* PUCT: the highest mean utility of the mover plus a bonus, which is larger with a higher prior and fewer visits. */
static int select_branch(const struct grove *grove, const struct twig *node) {
  const float spread = grove->settings.explore * sqrtf((float)node->visits + 1.0f);
  int best = 0;
  float most = -INFINITY;
  for (int i = 0; i < node->count; i++) {
    const struct branch *branch = &node->branches[i];
    const float visits = (float)branch->visits + 1.0f;
    const float value = (branch->total[node->side] + branch->first) / visits + spread * branch->prior / visits;
    if (value <= most) continue;
    most = value;
    best = i;
  }
  return best;
}

/* Counts a playout in advance as lost for the mover, so that the next one tries something else; and takes that back. */
static void lend(struct plant *plant, const struct step_of_path *path, int length, bool back) {
  for (int i = 0; i < length; i++) {
    struct twig *node = &plant->nodes[path[i].node];
    struct branch *branch = &node->branches[path[i].branch];
    node->visits += back ? -1u : 1u;
    branch->visits += back ? -1u : 1u;
    branch->total[node->side] += back ? 1.0f : -1.0f;
  }
}

/* Adds the utilities, by side, of a playout that is over to its path. */
static void give_back(struct plant *plant, const struct step_of_path *path, int length, const float *utilities,
                      int sides) {
  for (int i = 0; i < length; i++) {
    struct twig *node = &plant->nodes[path[i].node];
    struct branch *branch = &node->branches[path[i].branch];
    branch->total[node->side] += 1.0f;
    for (int side = 0; side < sides; side++) branch->total[side] += utilities[side];
  }
  if (length > 0) plant->playouts++;
}

/* Lets chance decide until a seat is to act or the game is over. */
static void let_chance(tess_game *game) {
  for (;;) {
    const tess_phase phase = tess_game_phase(game);
    if (phase == TESS_PHASE_DRAW)
      tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    else if (phase == TESS_PHASE_THROW)
      tess_game_throw(game, NULL, NULL, NULL);
    else
      return;
  }
}

/* Goes from the root to a new position, which then waits in the next leaf, or to the end of the game. Returns false if
 * the way leads to a position that waits already. */
static bool descend(const struct grove *grove, struct plant *plant, struct hand *hand) {
  struct leaf *leaf = &plant->leaves[plant->waiting];
  tess_game *game = leaf->game;
  uint32_t node = 0;
  leaf->length = 0;
  tess_game_copy(game, plant->root);
  for (;;) {
    /* 1. Choose a turn. The n-th playout after each turn of the root meets the same chance. */
    if (plant->nodes[node].waiting) {
      lend(plant, leaf->path, leaf->length, true);
      return false;
    }
    const struct step_of_path step = {node, select_branch(grove, &plant->nodes[node])};
    struct branch *branch = &plant->nodes[node].branches[step.branch];
    if (node == 0) tess_game_seed(game, random_mix(plant->random + branch->visits));
    leaf->path[leaf->length++] = step;
    lend(plant, &step, 1, false);

    /* 2. Play it, and let chance decide. */
    walk_turn_take(&branch->how, game);
    let_chance(game);
    if (tess_game_phase(game) == TESS_PHASE_OVER) {
      float utilities[TESS_MAX_PLAYERS];
      game_utilities(game, utilities); /* the first seat of each side has the number of the side */
      give_back(plant, leaf->path, leaf->length, utilities, grove->sides);
      return true;
    }

    /* 3. Go on in the node of this position, or add one. */
    const uint64_t hash = tess_game_hash(game);
    uint32_t child = branch->child;
    while (child != 0 && plant->nodes[child - 1].hash != hash) child = plant->nodes[child - 1].next;
    if (child != 0) {
      node = child - 1;
      continue;
    }
    leaf->node = add_node(grove, plant, hand, game, hash, branch->child);
    plant->nodes[step.node].branches[step.branch].child = leaf->node + 1;
    plant->waiting++;
    return true;
  }
}

static void grow(const struct pass *pass, struct plant *plant, struct hand *hand) {
  const struct grove *grove = pass->grove;
  if (!plant->growing) return;
  if (plant->node_count == 0) { /* the root itself */
    struct leaf *leaf = &plant->leaves[0];
    tess_game_copy(leaf->game, plant->root);
    leaf->length = 0;
    leaf->node = add_node(grove, plant, hand, plant->root, 0, 0);
    plant->waiting = 1;
    return;
  }
  while (plant->waiting < grove->settings.leaves && plant->playouts + (uint64_t)plant->waiting < pass->playouts)
    if (!descend(grove, plant, hand)) break;
}

size_t grove_run(struct grove *grove, uint64_t playouts) {
  crew_run(grove->crew, work, &(struct pass){.grove = grove, .task = grow, .playouts = playouts});
  size_t rows = 0;
  for (int i = 0; i < grove->settings.trees; i++) {
    struct plant *plant = &grove->plants[i];
    for (int j = 0; j < plant->waiting; j++) {
      plant->leaves[j].row = rows;
      rows += grove->settings.afterstates ? (size_t)plant->nodes[plant->leaves[j].node].count : 1;
    }
  }
  return rows;
}

/* ---- The evaluator ---- */

/* Writes the rows of all leaves of a plant. */
static void show_all(const struct pass *pass, struct plant *plant, struct hand *hand) {
  const struct grove *grove = pass->grove;
  const enum batch_observation sort = grove->settings.observation;
  for (int leaves = 0; leaves < plant->waiting; leaves++) {
    struct leaf *leaf = &plant->leaves[leaves];
    const struct twig *node = &plant->nodes[leaf->node];
    char *observation = (char *)pass->observation + leaf->row * observation_size(sort, grove->shape);
    float *scalars = &pass->scalars[leaf->row * (size_t)grove->shape.scalars];
    const int seat = tess_game_seat(leaf->game);
    if (grove->settings.afterstates) {
      struct walk *walk = hand->walk;
      walk_list(walk, leaf->game, true);
      walk_observe(walk, leaf->game, walk->turns, walk->count, seat, sort, grove->shape, observation, scalars);
      continue;
    }
    bool *mask = &pass->mask[leaf->row * (size_t)grove->shape.actions];
    for (int i = 0; i < node->count; i++) {
      const int32_t *actions = node->branches[i].how.actions;
      mask[actions[0] >= 0 ? actions[0] : actions[1]] = true;
    }
    observe(hand->walk->planes, leaf->game, seat, sort, mask, observation, scalars);
  }
}

void grove_observe(struct grove *grove, void *observation, float *scalars, bool *mask) {
  crew_run(
      grove->crew, work,
      &(struct pass){.grove = grove, .task = show_all, .observation = observation, .scalars = scalars, .mask = mask});
}

/* Makes the sum of the priors 1. */
static void norm(struct twig *node) {
  float sum = 0.0f;
  for (int i = 0; i < node->count; i++) sum += node->branches[i].prior;
  for (int i = 0; i < node->count; i++)
    node->branches[i].prior = sum > 0.0f ? node->branches[i].prior / sum : 1.0f / (float)node->count;
}

/* A random number above 0 and below 1. */
static float fraction(uint64_t *stream) { return ((float)(random_next(stream) >> 41) + 0.5f) / 8388608.0f; }

static int compare_priors(const void *a, const void *b) {
  const struct branch *one = a, *other = b;
  if (one->prior != other->prior) return one->prior > other->prior ? -1 : 1;
  return one->how.actions[0] != other->how.actions[0] ? one->how.actions[0] - other->how.actions[0]
                                                      : one->how.actions[1] - other->how.actions[1];
}

/* Gives a leaf its values and priors, and adds its utility to the way there. */
static void take(const struct pass *pass, struct plant *plant, const struct leaf *leaf) {
  const struct grove *grove = pass->grove;
  struct twig *node = &plant->nodes[leaf->node];
  const size_t sides = (size_t)grove->sides, actions = (size_t)grove->shape.actions;
  const bool rows = grove->settings.afterstates;
  const float *values = &pass->values[leaf->row * sides], *best = values;
  if (rows)
    for (int i = 1; i < node->count; i++)
      if (values[(size_t)i * sides] > best[0]) best = &values[(size_t)i * sides];
  for (int i = 0; i < node->count; i++) {
    struct branch *branch = &node->branches[i];
    const int32_t *ids = branch->how.actions;
    branch->first = rows ? values[(size_t)i * sides] : values[0];
    if (pass->priors == NULL)
      branch->prior = rows ? expf((branch->first - best[0]) / SHARPNESS) : 1.0f;
    else
      branch->prior =
          pass->priors[rows ? leaf->row + (size_t)i : leaf->row * actions + (size_t)(ids[0] >= 0 ? ids[0] : ids[1])];
  }
  norm(node);
  if (rows && node->count > WIDEST) {
    qsort(node->branches, (size_t)node->count, sizeof *node->branches, compare_priors);
    node->count = WIDEST;
    node->branches = memory_resize(node->branches, WIDEST * sizeof *node->branches);
    norm(node);
  }
  if (leaf->node == 0 && grove->settings.noise > 0.0f) {
    /* Mix random numbers into the priors of the root. They follow nearly a Dirichlet distribution with 10 / count for
     * each turn (Silver et al. 2018). A gamma variable of small shape a is one of shape 1 + a times a power of a
     * uniform one. */
    uint64_t random = random_mix(plant->random ^ node->side);
    float weights[EPISODE_ACTIONS] = {0}, sum = 0.0f;
    for (int i = 0; i < node->count; i++) {
      const float power = (float)node->count / 10.0f;
      weights[i] = powf(fraction(&random), power) * -logf(fraction(&random)) + 1e-30f;
      sum += weights[i];
    }
    for (int i = 0; i < node->count; i++)
      node->branches[i].prior =
          (1.0f - grove->settings.noise) * node->branches[i].prior + grove->settings.noise * weights[i] / sum;
  }
  node->waiting = false;
  float utilities[TESS_MAX_PLAYERS] = {0};
  for (size_t i = 0; i < sides; i++) utilities[(node->side + i) % sides] = best[i];
  give_back(plant, leaf->path, leaf->length, utilities, grove->sides);
}

static void take_all(const struct pass *pass, struct plant *plant, struct hand *hand) {
  (void)hand;
  for (int i = 0; i < plant->waiting; i++) take(pass, plant, &plant->leaves[i]);
  plant->waiting = 0;
}

void grove_take(struct grove *grove, const float *values, const float *priors) {
  crew_run(grove->crew, work, &(struct pass){.grove = grove, .task = take_all, .values = values, .priors = priors});
}

/* ---- The answer ---- */

/* A branch of the root as a whole turn, if the branch after it is given. */
struct turn_found {
  const struct branch *branch;
  struct walk_turn how;
  float prior;
};

/* The mean utility for a side. */
static float mean_of(const struct branch *branch, int side) {
  return (branch->total[side] + branch->first) / ((float)branch->visits + 1.0f);
}

/* True if a turn has more visits, or as many and a higher mean for the side, or else a higher prior. */
static bool is_ahead(const struct turn_found *one, const struct turn_found *other, int side) {
  if (one->branch->visits != other->branch->visits) return one->branch->visits > other->branch->visits;
  const float mine = mean_of(one->branch, side), its = mean_of(other->branch, side);
  return mine != its ? mine > its : one->prior > other->prior;
}

/* Inserts a turn in order; if there are too many, the last one is dropped. */
static void rank(struct turn_found *best, int *count, const struct turn_found *found, int side) {
  int place = *count < POLICY_CANDIDATES ? (*count)++ : POLICY_CANDIDATES;
  for (; place > 0 && is_ahead(found, &best[place - 1], side); place--)
    if (place < POLICY_CANDIDATES) best[place] = best[place - 1];
  if (place < POLICY_CANDIDATES) best[place] = *found;
}

void grove_advise(const struct grove *grove, int tree, struct policy_advice *advice) {
  const struct plant *plant = &grove->plants[tree];
  const struct twig *root = &plant->nodes[0];
  struct turn_found best[POLICY_CANDIDATES] = {{0}};
  int count = 0;
  *advice = (struct policy_advice){.playouts = plant->playouts};

  /* 1. A placement is a whole turn with each decision that was looked at after it. */
  for (int i = 0; i < root->count; i++) {
    const struct branch *branch = &root->branches[i];
    const bool half = branch->how.actions[0] >= 0 && branch->how.actions[1] < 0;
    const struct twig *after = half && branch->child != 0 ? &plant->nodes[branch->child - 1] : NULL;
    if (!half) rank(best, &count, &(struct turn_found){branch, branch->how, branch->prior}, root->side);
    for (int j = 0; after != NULL && j < after->count; j++) {
      struct turn_found found = {&after->branches[j], branch->how, branch->prior * after->branches[j].prior};
      found.how.actions[1] = found.branch->how.actions[1];
      found.how.turn.decision = found.branch->how.turn.decision;
      rank(best, &count, &found, root->side);
    }
  }

  /* 2. Put the best in words. */
  advice->count = count;
  tess_game *scratch = memory_new(tess_game_size());
  const float sides = (float)grove->sides;
  for (int i = 0; i < count; i++) {
    const struct branch *branch = best[i].branch;
    struct policy_candidate *to = &advice->candidates[i];
    const float utility = mean_of(branch, root->side);
    struct text text = {0};
    *to = (struct policy_candidate){.win = (double)((utility * (sides - 1.0f) + 1.0f) / sides),
                                    .difference = NAN,
                                    .error = NAN,
                                    .visits = branch->visits};
    for (int j = 0; j < 2; j++)
      if (best[i].how.actions[j] >= 0) to->actions[to->length++] = best[i].how.actions[j];
    player_turn_write(plant->root, &best[i].how.turn, scratch, &text);
    to->variation = text.bytes;
  }
  free(scratch);
}
