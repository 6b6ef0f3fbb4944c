#include "players/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "players/endgame.h"
#include "players/tree.h"
#include "players/workers.h"

enum { MOST_NODES = 200000 /* of a thread's tree */ };

/* Sums over the playouts that began with a branch of the root. */
struct tally {
  double lead, squares;
};

/* One thread's search. */
struct worker {
  struct turn_evaluator evaluator;
  struct tree tree;
  tess_game *root, *game;
  struct tally *tallies; /* by branch of the root */
  int tally_room;
  struct deadline deadline;
  uint64_t playouts;
};

struct mind {
  struct endgame endgame;
  int count;
  struct worker workers[PLAYER_THREADS];
};

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void worker_close(struct worker *worker) {
  turn_evaluator_close(&worker->evaluator);
  tree_free(&worker->tree);
  free(worker->root);
  free(worker->game);
  free(worker->tallies);
}

static void worker_open(struct worker *worker, const struct mcts_settings *settings) {
  *worker = (struct worker){.root = memory_new(tess_game_size()), .game = memory_new(tess_game_size())};
  turn_evaluator_open(&worker->evaluator, &settings->evaluation);
}

static void mcts_close(struct player *player) {
  struct mind *mind = player->mind;
  endgame_close(&mind->endgame);
  for (int i = 0; i < mind->count; i++) worker_close(&mind->workers[i]);
  free(mind);
}

static void mcts_open(struct player *player) {
  const struct mcts_settings *settings = player->kind->settings;
  struct mind *mind = player->mind = memory_new(sizeof *mind);
  mind->count = 0;
  endgame_open(&mind->endgame, &settings->evaluation);
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

static bool is_over(const struct worker *worker) {
  return worker->tree.node_count >= MOST_NODES || deadline_met(&worker->deadline, worker->playouts);
}

static void search(void *member) {
  struct worker *worker = member;
  deadline_enter(&worker->deadline);
  for (; !is_over(worker); worker->playouts++) {
    struct tree_value value;
    tess_game_copy(worker->game, worker->root);
    const uint32_t branch = tree_playout(&worker->tree, &worker->evaluator, worker->game, &value);
    worker->tallies[branch].lead += (double)value.lead;
    worker->tallies[branch].squares += (double)value.lead * (double)value.lead;
  }
}

static void begin(struct worker *worker, struct player *player, const tess_game *game, struct deadline deadline) {
  tess_game_copy(worker->root, game);
  worker->playouts = 0;
  worker->deadline = deadline;
  const struct mcts_settings *settings = player->kind->settings;
  const uint64_t random = player_random(player);
  tree_begin(&worker->tree, &settings->tree, &worker->evaluator, worker->root, random);
  const int branches = worker->tree.nodes[TREE_ROOT].count;
  if (branches > worker->tally_room) {
    worker->tally_room = branches;
    worker->tallies = memory_resize(worker->tallies, (size_t)branches * sizeof *worker->tallies);
  }
  memset(worker->tallies, 0, (size_t)branches * sizeof *worker->tallies);
}

/* ---- The answer -------------------------------------------------------------------------------------------------- */

/* A branch of the root over all workers. */
static struct player_candidate candidate_of(const struct mind *mind, int count, uint32_t index) {
  const struct tree *first = &mind->workers[0].tree;
  const int side = first->nodes[TREE_ROOT].side;
  const struct branch *branch = &first->branches[index];
  struct player_candidate candidate = {.turn = branch->turn};
  double win = (double)branch->guess, lead = 0.0, squares = 0.0;
  for (int i = 0; i < count; i++) {
    const struct worker *worker = &mind->workers[i];
    candidate.visits += worker->tree.branches[index].visits;
    win += (double)worker->tree.branches[index].total[side];
    lead += worker->tallies[index].lead;
    squares += worker->tallies[index].squares;
  }
  candidate.line_length = tree_line(first, index, candidate.line, PLAYER_LINE);
  const double visits = (double)candidate.visits;
  candidate.win = win / (visits + 1.0);
  candidate.difference = candidate.visits == 0 ? (double)branch->lead : lead / visits;
  if (candidate.visits > 1) {
    const double variance = (squares - lead * lead / visits) / (visits - 1.0);
    candidate.error = sqrt((variance > 0.0 ? variance : 0.0) / visits);
  }
  return candidate;
}

static bool is_better(const struct player_candidate *a, const struct player_candidate *b) {
  return a->visits != b->visits ? a->visits > b->visits : a->win > b->win;
}

/* Puts a candidate into its place; the last one falls out when there are too many. */
static void rank(struct player_advice *advice, const struct player_candidate *candidate) {
  int place = advice->count < PLAYER_CANDIDATES ? advice->count++ : PLAYER_CANDIDATES;
  for (; place > 0 && is_better(candidate, &advice->candidates[place - 1]); place--)
    if (place < PLAYER_CANDIDATES) advice->candidates[place] = advice->candidates[place - 1];
  if (place < PLAYER_CANDIDATES) advice->candidates[place] = *candidate;
}

/* The half of a budget that may be spent on solving the last tiles; the rest is for a search if that is not enough. */
static struct player_budget half_of(struct player_budget budget) {
  budget.milliseconds = (budget.milliseconds + 1) / 2;
  budget.processor = (budget.processor + 1) / 2;
  budget.playouts = budget.playouts / 2 + budget.playouts % 2;
  return budget;
}

/* Plays the last tiles exactly. False when there are too many, or too little time. */
static bool solve(struct player *player, const tess_game *game, const struct player_budget *budget,
                  struct player_advice *advice) {
  struct mind *mind = player->mind;
  const struct player_budget half = half_of(*budget);
  struct player_candidate *best = &advice->candidates[0];
  if (!endgame_is(game) || !endgame_solve(&mind->endgame, game, deadline_of(&half, 1), best)) return false;
  best->win = best->difference > 0.5 ? 1.0 : best->difference < -0.5 ? 0.0 : 0.5;
  advice->count = 1;
  advice->playouts = mind->endgame.nodes;
  return true;
}

static void mcts_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                        struct player_advice *advice) {
  struct mind *mind = player->mind;
  if (solve(player, game, budget, advice)) return;
  const struct deadline deadline = deadline_of(budget, player->threads);
  for (; mind->count < player->threads; mind->count++) worker_open(&mind->workers[mind->count], player->kind->settings);
  for (int i = 0; i < player->threads; i++) begin(&mind->workers[i], player, game, deadline);
  workers_run(search, mind->workers, sizeof *mind->workers, player->threads);
  for (int i = 0; i < player->threads; i++) advice->playouts += mind->workers[i].playouts;
  for (uint32_t i = 0; i < mind->workers[0].tree.nodes[TREE_ROOT].count; i++) {
    const struct player_candidate candidate = candidate_of(mind, player->threads, i);
    rank(advice, &candidate);
  }
}

const struct player_kind mcts_kind = {
    .name = "mcts",
    .summary = "searches a tree of turns and draws for as long as its budget allows",
    .searches = true,
    .settings = &mcts_settings,
    .open = mcts_open,
    .close = mcts_close,
    .choose = mcts_choose,
};
