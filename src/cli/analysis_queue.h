/*
 * The output of `tessera analyse`: threads analyse turns and positions, and the lines are written in the order of the
 * items. The lines do not depend on the number of threads.
 */
#ifndef CLI_ANALYSIS_QUEUE_H
#define CLI_ANALYSIS_QUEUE_H

#include "cli/narrator.h"
#include "notation/tile_set.h"
#include "players/player.h"
#include "review/luck.h"

enum { ANALYSIS_THREADS = 64 /* maximum number of threads */ };

/* How to analyse, and what to report. */
struct analysis_settings {
  const struct player_kind *kind;
  struct player_budget budget; /* for each choice; its `stop` must be set, and ends the work */
  uint64_t seed;               /* seed of the player's random stream, which starts anew for each choice */
  int candidates;              /* maximum number of candidates to report */
  int threads;                 /* 1 to ANALYSIS_THREADS */
  int trials;                  /* of a rollout of the best turns and the one played; 0: none */
  bool summary;                /* only a summary of each game, in words */
  enum language language;      /* of these words */
};

/* A position, or a turn with what was played. */
struct analysis_item {
  const char *path; /* path of the file; must outlive the queue */
  int number;       /* number of the record or position in the file (1-based) */
  tess_game *game;  /* the game before the turn */
  const struct tile_set *set;
  int move; /* number of the turn in its record (1-based); 0: a position, and the members below are not used */
  int moves;
  double part; /* share of the record before the turn: 0 to 1 */
  bool named;
  struct text player; /* name of the player; may be empty */
  tess_turn played;
  struct turn_luck luck;
  struct game_luck *game_luck; /* in the last turn of a game: the luck of the whole game; otherwise NULL */
};

/* Allocates and frees the memory that an item owns: `game`, `player` and `game_luck`. */
void analysis_item_open(struct analysis_item *item);
void analysis_item_close(struct analysis_item *item);

struct analysis_queue;

/* Starts the threads, at least one. Returns NULL with `*fault` filled if the system provides none. The settings must
 * outlive the queue. */
struct analysis_queue *analysis_queue_open(const struct analysis_settings *settings, struct fault *fault);

/* Puts an item into the queue as soon as there is room. Afterwards the caller's item is another one, to be filled
 * again. */
void analysis_queue_put(struct analysis_queue *queue, struct analysis_item *item);

/* Waits until the lines of all items are written to standard output, or a stop is requested. After a stop no further
 * lines are written, and the lines written are complete. Clears the progress display. */
void analysis_queue_wait(struct analysis_queue *queue);

/* Waits as above and frees the queue. Returns the number of lines written. */
uint64_t analysis_queue_close(struct analysis_queue *queue);

#endif
