/*
 * Computer players. A player knows what people at the table know: neither the order of the stack nor the dice to come.
 * Its choices depend only on the game, its kind and its own random stream. With a limit in playouts and one thread they
 * are the same on every machine.
 */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/text.h"
#include "tessera/tessera.h"

/* Maximum numbers of candidates, of turns in a foreseen line, and of threads of a search. */
enum {
  PLAYER_CANDIDATES = 16,
  PLAYER_LINE = 6,
  PLAYER_THREADS = 64,
  PLAYER_PLAYOUTS = 4000 /* playouts of a choice if the user sets no limit */
};

/* The budget of one choice: the limit that is reached first ends the search. At least one of the numbers is above 0. */
struct player_budget {
  uint32_t milliseconds;   /* wall-clock time; 0: no limit */
  uint64_t playouts;       /* number of playouts; 0: no limit */
  const atomic_bool *stop; /* once true, the player answers at once; may be NULL */
  uint32_t processor;      /* milliseconds of processor time, summed over all threads; 0: no limit */
};

/* Both decisions of a seat's turn. In TESS_PHASE_PLACE the decision's spot refers to the tile about to be laid as if it
 * were laid: its index is tess_game_tiles(). In TESS_PHASE_MEEPLE the placement is all zero. */
struct player_turn {
  tess_placement placement;
  tess_decision decision;
};

/* A turn in a line of play: the drawn tile and what is done with it. */
struct player_move {
  int16_t kind;
  struct player_turn turn;
};

/* A turn that the player considered. Players that do not search fill in `difference` only, by their own measure of a
 * lead. */
struct player_candidate {
  struct player_turn turn;
  double win;        /* probability that the own side wins, 0 to 1; a shared win counts in parts */
  double difference; /* expected lead over the best other side at the end of the game, in points */
  double error;      /* standard error of `difference` */
  uint64_t visits;   /* playouts that began with it */
  int line_length;   /* number of turns in `line`, the most likely continuation */
  struct player_move line[PLAYER_LINE];
};

/* A choice and what it is based on: `count` candidates, the chosen one first, the others by preference. */
struct player_advice {
  uint64_t playouts; /* total number of playouts */
  int count;         /* at least 1 */
  struct player_candidate candidates[PLAYER_CANDIDATES];
};

struct player;

/* A kind of computer player. */
struct player_kind {
  const char *name;     /* name that users write, such as "random" */
  const char *summary;  /* one English line, for lists */
  bool searches;        /* true if the player thinks until its budget is used up; other players ignore the budget */
  const void *settings; /* private to the kind; may be NULL */
  /* Create and free `player->mind`; both may be NULL. */
  void (*open)(struct player *player);
  void (*close)(struct player *player);
  /* Fills `*advice`, which is all zero on entry, in TESS_PHASE_PLACE or TESS_PHASE_MEEPLE. */
  void (*choose)(struct player *player, const tess_game *game, const struct player_budget *budget,
                 struct player_advice *advice);
};

/* One player at one table. */
struct player {
  const struct player_kind *kind;
  uint64_t random; /* state of the player's random stream */
  int threads;     /* threads that a search may use, 1 to PLAYER_THREADS */
  void *mind;      /* private to the kind */
};

/* The kinds by index (0-based): "random", which plays any legal placement and then any legal decision, and the kinds of
 * the other files. NULL after the last. */
const struct player_kind *player_kind_at(int index);

/* The kind with this name, or NULL if there is none. */
const struct player_kind *player_kind_find(const char *name);

/* Sets up a player with one thread, whose random stream starts from `seed`. player_close() frees it. */
void player_open(struct player *player, const struct player_kind *kind, uint64_t seed);
void player_close(struct player *player);

/* Chooses a turn in TESS_PHASE_PLACE, or a decision in TESS_PHASE_MEEPLE: the first candidate of `*advice`. */
void player_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                   struct player_advice *advice);

/* Takes the next step of a game that is not over: a draw or a throw by the game's streams, or the player's whole choice
 * with the battles that it leads to. Returns true after a choice, and `*advice` is the advice that it followed. */
bool player_step(struct player *player, tess_game *game, const struct player_budget *budget,
                 struct player_advice *advice);

/* The next number of the player's stream; and a number from 0 to bound - 1, each equally likely (bound > 0). */
uint64_t player_random(struct player *player);
uint32_t player_pick(struct player *player, uint32_t bound);

/* True if two turns of one position are the same. */
bool player_turn_same(const struct player_turn *a, const struct player_turn *b);

/* Appends a legal turn as a whole move of docs/lookup/notation.md: in TESS_PHASE_PLACE the placement with its decision,
 * in TESS_PHASE_MEEPLE the tile just laid with the decision. `scratch`, of tess_game_size() bytes, is overwritten. */
void player_turn_write(const tess_game *game, const struct player_turn *turn, tess_game *scratch, struct text *text);

/* Appends the principal variation: the candidate's turn and the turns foreseen after it, separated by spaces, as long
 * as they are legal; they may not be if a battle ends differently here. `scratch` points to two games as above. */
void player_variation_write(const tess_game *game, const struct player_candidate *candidate,
                            tess_game *const scratch[2], struct text *text);

/* Appends `playouts` and `candidates` to the open JSON object: the first `most` candidates of the advice on this game,
 * in the form of `advise` in docs/lookup/page-module.md. */
void player_advice_write(const tess_game *game, const struct player_advice *advice, int most, struct text *text);

/* ---- How long to think about a turn, and when a search must end ---- */

/* Milliseconds (at least 1) that a player should spend on this turn in TESS_PHASE_PLACE, with `left` milliseconds for
 * all remaining turns and `increment` added after each. A player that spends no more never runs out of time, even if a
 * few milliseconds are lost in each turn, as long as `left` is above 50. */
uint32_t time_control_share(const tess_game *game, uint32_t left, uint32_t increment);

/* The limits of a budget, measured from the beginning of the search. */
struct deadline {
  const atomic_bool *stop;
  uint64_t playouts; /* maximum number of playouts of one thread */
  bool timed;
  int64_t end;       /* by the clock of steady_nanoseconds() */
  int64_t processor; /* nanoseconds of processor time for each thread; 0: no limit */
  int64_t used;      /* thread_nanoseconds() when this thread began */
};

/* The deadline of a search that begins now, with `threads` threads that count their own playouts. It is for the calling
 * thread; every other thread copies it and calls deadline_enter() on its copy. */
struct deadline deadline_of(const struct player_budget *budget, int threads);
void deadline_enter(struct deadline *deadline);

/* True if the search must end after `playouts` playouts of one thread. */
bool deadline_met(const struct deadline *deadline, uint64_t playouts);

/* ---- The threads of a search ---- */

/* The task of a worker, run in a thread of its own. */
typedef void workers_task(void *worker);

/* Calls `task` for each of `count` workers (1 to PLAYER_THREADS), all at the same time, and returns when all calls have
 * returned. `workers` is an array of records of `size` bytes, one for each call. The calling thread always works on the
 * first record; a record for which the system cannot start a thread is skipped. */
void workers_run(workers_task *task, void *workers, size_t size, int count);

/* ---- The `mcts` evaluation of a position, for callers outside the engine ---- */

struct forecast; /* Memory for evaluating positions in one thread. */

/* Allocates it. forecast_close() frees it. */
struct forecast *forecast_open(void);
void forecast_close(struct forecast *forecast);

/* Fills `values` of every side as turn_evaluator_promise() does. Afterwards `game` is as before. */
void forecast_values(struct forecast *forecast, tess_game *game, float values[TESS_MAX_PLAYERS]);

/* ---- The kinds ---- */

/*
 * The greedy player: tries every placement with every decision and takes the one after which its side has the largest
 * lead. The lead counts points, what realms are worth now and may be worth when complete, and the meeples in supply.
 * Where battles break out, it is the mean over their ends by the exact odds.
 */
extern const struct player_kind greedy_kind;

/*
 * The published baseline: expectimax over turns, draws and battles with a hand-made evaluation, searched deeper and
 * deeper until the budget is spent. A chance node is dropped as soon as it cannot reach the best turn found so far
 * (Star1; Ballard 1983). With two sides, that is first tested with the likeliest answers to every tile (Star2.5; Heyden
 * 2009). Turns are tried in the order of their evaluation. With more than two sides, each side maximises its own lead
 * (max^n).
 */
extern const struct player_kind expectimax_kind;

/*
 * The searching player: Monte Carlo tree search with explicit chance (tree.h) and an evaluation realm by realm at the
 * leaves (evaluation.h). Every thread grows its own tree, and the visits at their roots are added up (root
 * parallelisation; Chaslot, Winands, van den Herik 2008).
 */
extern const struct player_kind mcts_kind;

/*
 * Levels 1 to 8 for people, "level-1" to "level-8" at index 0 to 7. Low levels err as people do: they overlook places
 * on the board and consider only the immediate points. They never choose at random among what they see.
 * docs/laboratory/players.md shows how strong each is compared with the level below.
 */
enum { LEVELS = 8 };
extern const struct player_kind level_kinds[LEVELS];

#endif
