/* What the parts of the referee share: the session and the signature of its commands. */
#ifndef CLI_REFEREE_SESSION_H
#define CLI_REFEREE_SESSION_H

#include "cli/game_setup.h"
#include "cli/referee.h"

struct referee {
  struct tile_shelf *shelf;
  struct history *history; /* NULL before the first game */
  struct game_setup start; /* what `newgame` began, for `startpos`; `set` is NULL before it */
  int floor;               /* steps of the history that `undo` does not take back */
  bool over;               /* `quit` was said */
};

/*
 * A command reads its words, appends its data lines and returns NULL. Refusing, it returns the code of the error reply
 * with the text in `*fault`; nothing has changed then, and data lines already appended are dropped by the caller.
 */
typedef const char *referee_run(struct referee *referee, struct reader *words, struct text *reply, struct fault *fault);

/* The code for what a reader or a step found wrong: the engine's error, or `syntax`. */
const char *referee_code(const struct fault *fault);

/* NULL if the line has no more words, else `syntax` with the text filled in. */
const char *referee_expect_end(struct reader *words, struct fault *fault);

/* Steps: docs/protocol.md, "Steps". */
referee_run referee_draw, referee_place, referee_meeple, referee_throw, referee_move;

/* Queries: docs/protocol.md, "Queries". */
referee_run referee_phase, referee_legal, referee_state, referee_hash, referee_realms, referee_bag, referee_fits,
    referee_perft, referee_record;

#endif
