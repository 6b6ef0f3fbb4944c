/*
 * What `tessera analyse` tells of turns and positions: threads think about them, and the lines are written in the order
 * in which they were put in. They are the same whatever the number of threads.
 */
#ifndef CLI_ANALYSIS_QUEUE_H
#define CLI_ANALYSIS_QUEUE_H

#include "arena/contest.h"
#include "notation/tile_set.h"
#include "players/player.h"

enum { ANALYSIS_THREADS = 64 /* the most */ };

/* Who thinks, and what is told of that. */
struct analysis_settings {
  const struct player_kind *kind;
  struct player_budget budget; /* for each choice; its `stop` is there, and ends the work */
  uint64_t seed;               /* with which the player's chance begins anew for each choice */
  int candidates;              /* the most that are told */
  int threads;                 /* 1 to ANALYSIS_THREADS */
};

/* A position, or a turn with what was done in it. */
struct analysis_item {
  const char *path; /* of the file; outlives the queue */
  int number;       /* of the record or position in it, from 1 */
  tess_game *game;  /* before the turn */
  const struct tile_set *set;
  int move; /* the number of the turn in its record, from 1; 0 is a position, of which the rest says nothing */
  int moves;
  double part; /* of the record that lies before it: 0 to 1 */
  bool named;
  struct text player; /* if named */
  tess_turn played;
  bool lucky; /* the luck is known: the sums before the draw, after it, and after the turn */
  struct fortune before, drawn, after;
};

/* Opens and frees the memory that an item owns: `game` and `player`. */
void analysis_item_open(struct analysis_item *item);
void analysis_item_close(struct analysis_item *item);

struct analysis_queue;

/* Starts the threads, at least one of them; NULL with `*fault` if the system gives none. The settings outlive it. */
struct analysis_queue *analysis_queue_open(const struct analysis_settings *settings, struct fault *fault);

/* Puts an item in, once there is room for it. The caller's is another one afterwards, to be filled anew. */
void analysis_queue_put(struct analysis_queue *queue, struct analysis_item *item);

/* Waits until the lines of all items are written on standard output, or the stop has come: then no other line follows
 * those that are written, which are whole. What is shown of the progress is wiped. */
void analysis_queue_wait(struct analysis_queue *queue);

/* Waits as above and frees the queue; gives the number of lines that were written. */
uint64_t analysis_queue_close(struct analysis_queue *queue);

#endif
