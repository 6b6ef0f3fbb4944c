/*
 * Computer players. A player sees a game as the people at the table do: never the order of the stack, nor the dice to
 * come. Its choices follow from the game, its kind and its own random stream alone; with a limit in playouts and one
 * thread they are the same on every machine.
 */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include <stdatomic.h>

#include "base/text.h"
#include "tessera/tessera.h"

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

#endif
