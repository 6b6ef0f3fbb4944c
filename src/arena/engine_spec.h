/*
 * One engine of a match, in words: `greedy`, `mcts st=0.25 name=strong`, `cmd="python3 bot.py" tc=10+0.1`. Words are
 * separated by blanks; a value with blanks stands in single or double quotes. A word without `=` names an internal
 * player.
 */
#ifndef ARENA_ENGINE_SPEC_H
#define ARENA_ENGINE_SPEC_H

#include "base/fault.h"
#include "players/player.h"

enum { ENGINE_NAME_SIZE = 48, ENGINE_SETTINGS = 16 };

/* What an engine may spend on its turns; 0 where there is no such limit. Times are in milliseconds. An external engine
 * without any thinks for as long as it likes within its patience. */
struct engine_limits {
  bool clock;               /* it has a clock for the whole game: */
  uint32_t base, increment; /* at the start, and after each turn */
  uint32_t movetime;        /* for one turn */
  uint32_t processor;       /* for one turn, of processor time: of all processes and threads together */
  uint64_t playouts;        /* for one turn */
  uint32_t level;           /* told to external engines */
  uint32_t margin;          /* by which an external engine may be late without losing */
  uint32_t patience;        /* for each answer of an external engine that has no other limit */
};

struct engine_setting {
  const char *name, *value;
};

/* Texts point into `memory`. Released with engine_spec_free(). */
struct engine_spec {
  char name[ENGINE_NAME_SIZE];
  const char *words;              /* as they were given */
  const struct player_kind *kind; /* an internal player; NULL: an external program */
  const char *command;            /* its words, as the shell reads them */
  const char *errors;             /* file that its standard error is appended to; NULL: nowhere */
  int threads;                    /* of an internal player */
  bool restart;                   /* each game has a process of its own; else one plays game after game */
  struct engine_limits limits;
  int setting_count;
  struct engine_setting settings[ENGINE_SETTINGS]; /* options of an external program */
  struct text memory;
};

/* Reads the words of `each`, which hold for all engines (NULL: none), then those of `own`. False with `*fault`; then
 * there is nothing to release. */
bool engine_spec_read(struct engine_spec *spec, const char *each, const char *own, struct fault *fault);
void engine_spec_free(struct engine_spec *spec);

#endif
