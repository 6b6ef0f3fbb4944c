/* An external engine: a program that speaks the protocol of docs/lookup/protocol.md, section Engines. */
#ifndef ARENA_ENGINE_DRIVER_H
#define ARENA_ENGINE_DRIVER_H

#include "arena/engine_games.h"
#include "arena/engine_process.h"
#include "arena/engine_spec.h"
#include "notation/history.h"

/* All zero is one that does not run. Fields are the module's own. */
struct engine_driver {
  struct engine_process process;
  uint32_t patience; /* milliseconds for each answer but that of `go` */
  bool needs_legal;
  struct engine_games games; /* that it says it plays */
  struct text options;       /* names of the options that it told, a line feed before and after each */
  struct text line;          /* what is sent */
};

/* What came of asking an engine for its turn. */
enum driver_answer { DRIVER_TURN, DRIVER_LOST, DRIVER_STOPPED };

/* The limits of one turn, in milliseconds. */
struct driver_time {
  uint32_t left;    /* on the clock, if the engine has one */
  uint32_t allowed; /* from `go` on, its margin included; 0: its patience is the limit */
  /* Of processor time, 0 without such a limit: when it is told to stop, and what it may have used in the end. */
  uint32_t processor, over;
};

/* An engine with a limit of processor time alone is told so many times that as its `movetime`: on a busy machine it
 * gets no more than a part of each second. */
enum { DRIVER_PATIENCE = 20 };

/* An answer. */
struct driver_turn {
  struct move move;      /* with its decision; not yet known to be legal */
  uint32_t milliseconds; /* from `go` on */
  bool told;             /* `difference` is: what it expects to be ahead by at the end */
  double difference;
};

/* Starts the program, shakes hands and sets its options. False with `*fault`; driver_close() releases it in every case.
 * `stop` cuts it short. */
bool driver_open(struct engine_driver *driver, const struct engine_spec *spec, const atomic_bool *stop,
                 struct fault *fault);
/* Begins a game; `newgame` holds the words of the command, with a blank before each. False with `*fault`: it does not
 * play this game, or does not answer as it must. */
bool driver_begin(struct engine_driver *driver, const char *newgame, const atomic_bool *stop, struct fault *fault);
/* Ends the program, at once unless it is `sound`. */
void driver_close(struct engine_driver *driver, bool sound);

/* Tells the position of `history` in TESS_PHASE_PLACE and asks for the turn. DRIVER_LOST: with `*fault`. */
enum driver_answer driver_go(struct engine_driver *driver, const struct engine_limits *limits, struct driver_time time,
                             const struct history *history, const atomic_bool *stop, struct driver_turn *turn,
                             struct fault *fault);

#endif
