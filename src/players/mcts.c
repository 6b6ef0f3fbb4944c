/* The player `mcts`: a Monte Carlo tree search within a budget, with several threads. */
#include "players/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "players/endgame.h"

enum { MOST_NODES = 200000 /* maximum nodes of a thread's tree */ };

/* Sums over the playouts that began with an edge of the root. */
struct lead_tally {
  double lead, squares;
};

/* The search of one thread. */
struct worker {
  struct turn_evaluator evaluator;
  struct tree tree;
  tess_game *root, *game;
  struct lead_tally *tallies; /* by edge of the root */
  int tally_room;
  struct deadline deadline;
  uint64_t playouts;
};

struct mcts {
  struct endgame endgame;
  int count;
  struct worker workers[PLAYER_THREADS];
};

/* ---- Memory ---- */

static void mcts_open(struct player *player) {
  const struct mcts_settings *settings = player->kind->settings;
  struct mcts *mcts = player->mind = memory_new(sizeof *mcts);
  mcts->count = 0;
  endgame_open(&mcts->endgame, &settings->evaluation);
}

static void mcts_close(struct player *player) {
  struct mcts *mcts = player->mind;
  endgame_close(&mcts->endgame);
  for (int i = 0; i < mcts->count; i++) {
    struct worker *worker = &mcts->workers[i];
    turn_evaluator_close(&worker->evaluator);
    tree_free(&worker->tree);
    free(worker->root);
    free(worker->game);
    free(worker->tallies);
  }
  free(mcts);
}

/* ---- The search ---- */

/* The task of a worker: plays playouts until its tree is full or the deadline passes. */
static void search(void *context) {
  struct worker *worker = context;
  deadline_enter(&worker->deadline);
  while (worker->tree.node_count < MOST_NODES && !deadline_met(&worker->deadline, worker->playouts)) {
    worker->playouts++;
    struct tree_value value;
    tess_game_copy(worker->game, worker->root);
    const uint32_t edge = tree_playout(&worker->tree, &worker->evaluator, worker->game, &value);
    worker->tallies[edge].lead += (double)value.lead;
    worker->tallies[edge].squares += (double)value.lead * (double)value.lead;
  }
}

/* ---- The answer ---- */

/* Combines an edge of the root over all workers into a candidate. */
static struct player_candidate candidate_of(const struct mcts *mcts, int count, uint32_t index) {
  const struct tree *first = &mcts->workers[0].tree;
  const int side = first->nodes[TREE_ROOT].side;
  const struct edge *edge = &first->edges[index];
  struct player_candidate candidate = {.turn = edge->turn};
  double win = (double)edge->prior_win, lead = 0.0, squares = 0.0;
  for (int i = 0; i < count; i++) {
    const struct worker *worker = &mcts->workers[i];
    candidate.visits += worker->tree.edges[index].visits;
    win += (double)worker->tree.edges[index].total[side];
    lead += worker->tallies[index].lead;
    squares += worker->tallies[index].squares;
  }
  candidate.line_length = tree_principal_variation(first, index, candidate.line, PLAYER_LINE);
  const double visits = (double)candidate.visits;
  candidate.win = win / (visits + 1.0);
  candidate.difference = candidate.visits == 0 ? (double)edge->lead : lead / visits;
  if (candidate.visits > 1) {
    const double variance = (squares - lead * lead / visits) / (visits - 1.0);
    candidate.error = sqrt((variance > 0.0 ? variance : 0.0) / visits);
  }
  return candidate;
}

static void mcts_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                        struct player_advice *advice) {
  const struct mcts_settings *settings = player->kind->settings;
  struct mcts *mcts = player->mind;

  /* 1. Solve the last tiles exactly, with half of the budget at most; if that is too little, search them as usual. */
  struct player_candidate *best = &advice->candidates[0];
  struct player_budget half = *budget;
  half.milliseconds = (uint32_t)(((uint64_t)budget->milliseconds + 1) / 2);
  half.processor = (uint32_t)(((uint64_t)budget->processor + 1) / 2);
  half.playouts = budget->playouts / 2 + budget->playouts % 2;
  if (endgame_is(game) && endgame_solve(&mcts->endgame, game, deadline_of(&half, 1), best)) {
    best->win = best->difference > 0.5 ? 1.0 : best->difference < -0.5 ? 0.0 : 0.5;
    advice->count = 1;
    advice->playouts = mcts->endgame.nodes;
    return;
  }

  /* 2. Provide a worker for each thread of the player; existing workers are kept. */
  const struct deadline deadline = deadline_of(budget, player->threads);
  for (; mcts->count < player->threads; mcts->count++) {
    struct worker *worker = &mcts->workers[mcts->count];
    *worker = (struct worker){.root = memory_new(tess_game_size()), .game = memory_new(tess_game_size())};
    turn_evaluator_open(&worker->evaluator, &settings->evaluation);
  }

  /* 3. Each worker begins a tree with the turns of the game at its root, and grows it in a thread of its own. */
  for (int i = 0; i < player->threads; i++) {
    struct worker *worker = &mcts->workers[i];
    tess_game_copy(worker->root, game);
    worker->playouts = 0;
    worker->deadline = deadline;
    tree_begin(&worker->tree, &settings->tree, &worker->evaluator, worker->root, player_random(player));
    const int edges = worker->tree.nodes[TREE_ROOT].count;
    if (edges > worker->tally_room) {
      worker->tally_room = edges;
      worker->tallies = memory_resize(worker->tallies, (size_t)edges * sizeof *worker->tallies);
    }
    memset(worker->tallies, 0, (size_t)edges * sizeof *worker->tallies);
  }
  workers_run(search, mcts->workers, sizeof *mcts->workers, player->threads);

  /* 4. All roots have the same edges; add up the results for each. */
  for (int i = 0; i < player->threads; i++) advice->playouts += mcts->workers[i].playouts;
  for (uint32_t i = 0; i < mcts->workers[0].tree.nodes[TREE_ROOT].count; i++) {
    const struct player_candidate candidate = candidate_of(mcts, player->threads, i);
    /* Insert a candidate in order: more visits first, then the higher probability to win. If there are too many, the
     * last one is dropped. */
    int place = advice->count < PLAYER_CANDIDATES ? advice->count++ : PLAYER_CANDIDATES;
    for (; place > 0; place--) {
      const struct player_candidate *before = &advice->candidates[place - 1];
      if (candidate.visits != before->visits ? candidate.visits < before->visits : candidate.win <= before->win) break;
      if (place < PLAYER_CANDIDATES) advice->candidates[place] = *before;
    }
    if (place < PLAYER_CANDIDATES) advice->candidates[place] = candidate;
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
