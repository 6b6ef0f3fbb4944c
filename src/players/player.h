/*
 * Computer players. A player sees a game as the people at the table do: never the order of the stack, nor the dice to
 * come. Its choices follow from the game, its kind and its own random stream alone; with a limit in playouts and one
 * thread they are the same on every machine.
 */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/text.h"
#include "tessera/tessera.h"

/* The most candidates, turns of a line that is foreseen, and threads of a search. */
enum {
  PLAYER_CANDIDATES = 16,
  PLAYER_LINE = 6,
  PLAYER_THREADS = 64,
  PLAYER_PLAYOUTS = 4000 /* of a choice where nobody says how many */
};

/* What may be spent on one choice; whatever limit is met first ends the search. One of the numbers is above 0. */
struct player_budget {
  uint32_t milliseconds;   /* by the clock; 0: no such limit */
  uint64_t playouts;       /* lines of play looked at; 0: no such limit */
  const atomic_bool *stop; /* once true, the player answers at once; may be NULL */
  uint32_t processor;      /* milliseconds of processor time, of all threads together; 0: no such limit */
};

/* What a seat does with a tile: both decisions of a turn. In TESS_PHASE_PLACE the decision's spot counts the tile that
 * is about to be laid as laid: its index is tess_game_tiles(). In TESS_PHASE_MEEPLE the placement is all zero. */
struct player_turn {
  tess_placement placement;
  tess_decision decision;
};

/* A turn in a line of play: what was drawn and what was done with it. */
struct player_move {
  int16_t kind;
  struct player_turn turn;
};

/* A turn that was thought about. Players that do not search tell `difference` alone, by their own measure of a lead. */
struct player_candidate {
  struct player_turn turn;
  double win;        /* probability that the own side wins, a shared win counted in parts: 0 to 1 */
  double difference; /* expected points at the end of the game ahead of the best other side */
  double error;      /* standard error of `difference` */
  uint64_t visits;   /* playouts that began with it */
  int line_length;   /* how the players would most likely go on after it */
  struct player_move line[PLAYER_LINE];
};

/* A choice with its reasons: `count` candidates, the chosen one first, the others by preference. */
struct player_advice {
  uint64_t playouts; /* looked at in all */
  int count;         /* at least 1 */
  struct player_candidate candidates[PLAYER_CANDIDATES];
};

struct player;

/* A way to play. */
struct player_kind {
  const char *name;     /* as users write it: "random" */
  const char *summary;  /* one English line for lists */
  bool searches;        /* thinks for as long as its budget allows; the others do not look at it */
  const void *settings; /* the kind's own; may be NULL */
  /* Make and free `player->mind`; both may be NULL. */
  void (*open)(struct player *player);
  void (*close)(struct player *player);
  /* Fills `*advice`, which is all zero, in TESS_PHASE_PLACE and TESS_PHASE_MEEPLE. */
  void (*choose)(struct player *player, const tess_game *game, const struct player_budget *budget,
                 struct player_advice *advice);
};

/* One player at one table. */
struct player {
  const struct player_kind *kind;
  uint64_t random; /* state of the own stream */
  int threads;     /* that a search may use, 1 to PLAYER_THREADS */
  void *mind;      /* the kind's own */
};

/* The kinds, from index 0 on: "random", which plays any legal placement and then any legal decision, and those of the
 * other files. NULL behind the last. */
const struct player_kind *player_kind_at(int index);

/* The kind with this name, or NULL. */
const struct player_kind *player_kind_find(const char *name);

/* Makes a player whose stream starts from `seed`, with one thread; player_close() frees it. */
void player_open(struct player *player, const struct player_kind *kind, uint64_t seed);
void player_close(struct player *player);

/* The turn that the player chooses in TESS_PHASE_PLACE, or the decision in TESS_PHASE_MEEPLE: the first candidate of
 * `*advice`. */
void player_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                   struct player_advice *advice);

/* Takes what is due of a game that is not over: a draw or a throw by the game's streams, or the player's whole choice
 * up to the battles it leads to. Gives true after a choice, with `*advice` as it was followed. */
bool player_step(struct player *player, tess_game *game, const struct player_budget *budget,
                 struct player_advice *advice);

/* The next number of the player's stream, and one of 0 .. bound - 1, each as likely (bound > 0). */
uint64_t player_random(struct player *player);
uint32_t player_pick(struct player *player, uint32_t bound);

/* Appends a legal turn as a whole move of docs/lookup/notation.md: in TESS_PHASE_PLACE the placement with its decision,
 * in TESS_PHASE_MEEPLE the tile just laid with the decision. `scratch`, of tess_game_size() bytes, is overwritten. */
void player_turn_write(const tess_game *game, const struct player_turn *turn, tess_game *scratch, struct text *text);

/* Appends the principal variation: the candidate's turn and the turns foreseen after it, spaces between, as far as they
 * stay legal; a battle on the way may end otherwise here. `scratch` are two games as above. */
void player_variation_write(const tess_game *game, const struct player_candidate *candidate,
                            tess_game *const scratch[2], struct text *text);

/* Appends to the JSON object that is open: `playouts`, and `candidates`, the first `most` of the advice on this game as
 * docs/lookup/page-module.md tells of `advise`. */
void player_advice_write(const tess_game *game, const struct player_advice *advice, int most, struct text *text);

/* ---- How long to think about a turn, and when a search must end ---- */

/* Milliseconds, at least 1, for the turn of a game in TESS_PHASE_PLACE to a player who has `left` milliseconds for all
 * their turns and gets `increment` back after each. A player who keeps to it never runs out, a few milliseconds a turn
 * lost on the way included, while `left` is above 50. */
uint32_t time_control_share(const tess_game *game, uint32_t left, uint32_t increment);

/* The limits of a budget, seen from the moment when the search began. */
struct deadline {
  const atomic_bool *stop;
  uint64_t playouts; /* the most that one thread may play */
  bool timed;
  int64_t end;       /* by steady_nanoseconds() */
  int64_t processor; /* nanoseconds of processor time for each thread; 0: no such limit */
  int64_t used;      /* by thread_nanoseconds() when this thread began */
};

/* The deadline of a search that begins now and is done by `threads` threads, each of which counts its own playouts. It
 * is that of the calling thread; each other has a copy of its own, for which it calls deadline_enter(). */
struct deadline deadline_of(const struct player_budget *budget, int threads);
void deadline_enter(struct deadline *deadline);

/* True when the search must end after so many playouts of one thread. */
bool deadline_met(const struct deadline *deadline, uint64_t playouts);

/* ---- The threads of a search ---- */

/* What a worker does, in a thread of its own. */
typedef void workers_task(void *worker);

/* Calls `task` once for each of `count` workers (1 to PLAYER_THREADS), all at the same time, and returns when all calls
 * have returned. `workers` is an array of records of `size` bytes, and each call gets one of them. The first record is
 * always worked on, in the thread of the caller; a record for which the system gives no thread is left out. */
void workers_run(workers_task *task, void *workers, size_t size, int count);

/* ---- What a position promises, by the evaluation of `mcts`, for those who do not look into the engine ---- */

struct forecast; /* working memory of one thread */

/* Released with forecast_close(). */
struct forecast *forecast_open(void);
void forecast_close(struct forecast *forecast);

/* Fills `values` of every side as turn_evaluator_promise() does; the game is the same again at return. */
void forecast_values(struct forecast *forecast, tess_game *game, float values[TESS_MAX_PLAYERS]);

/* ---- The kinds ---- */

/*
 * The greedy player: tries every placement with every decision and takes the one after which its side leads by most.
 * A lead is points, what realms are worth now and may be worth when complete, and the meeples still in supply; where
 * battles break out, the mean over their ends by the exact odds.
 */
extern const struct player_kind greedy_kind;

/*
 * The published baseline: expectimax over turns, draws and battles with a hand-made evaluation, deepened until the
 * budget is spent. A chance node is left as soon as it cannot reach the best turn found so far (Star1; Ballard 1983);
 * with two sides that is tried out first with the likeliest answers to every tile (Star2.5; Heyden 2009). Turns are
 * tried in the order that the evaluation gives them. With more than two sides each looks after its own lead (max^n).
 */
extern const struct player_kind expectimax_kind;

/*
 * The searching player: Monte Carlo tree search with explicit chance (tree.h) whose leaves are judged realm by realm
 * (evaluation.h). Every thread grows a tree of its own, and the visits of their roots are added up (root
 * parallelisation; Chaslot, Winands, van den Herik 2008).
 */
extern const struct player_kind mcts_kind;

/*
 * Levels 1 to 8 for people, from index 0 on: "level-1" to "level-8". Low levels err as people do: they overlook places
 * on the board and look no further than the points at hand; they never choose at random among what they see.
 * docs/laboratory/players.md tells how each fares against the one below.
 */
enum { LEVELS = 8 };
extern const struct player_kind level_kinds[LEVELS];

#endif
