/* A game with the steps that led to it: they can be taken back, and written as a record. */
#ifndef NOTATION_HISTORY_H
#define NOTATION_HISTORY_H

#include "notation/move.h"
#include "notation/tile_set.h"

/* The steps of a game (ARCHITECTURE.md, "A game as a state machine"). */
enum step_type { STEP_DRAW = 0, STEP_PLACE = 1, STEP_MEEPLE = 2, STEP_THROW = 3 };

/* One step of the engine that was taken. */
struct history_step {
  uint8_t type;             /* enum step_type */
  uint8_t seat;             /* whose turn it was */
  bool put_out;             /* draws: the tile fitted nowhere */
  int16_t kind;             /* the tile of the turn */
  tess_placement placement; /* where it lies; not for draws */
  struct choice choice;     /* meeple decisions */
  tess_throw thrown;        /* throws */
};

/* Hears the events of every step right after it was taken; `game` is as it is then. */
typedef void history_listener(void *context, const tess_game *game, const tess_events *events);

/* Fields are for reading, `listener` and `context` excepted. Owned by whoever received it. */
struct history {
  const struct tile_set *set;
  tess_game *game;
  bool resumed;               /* started from a position and not as a new game */
  struct text start;          /* the position line of the start */
  struct history_step *steps; /* `count` of them */
  int count;
  history_listener *listener; /* may be NULL */
  void *context;
  struct history_memory *memory; /* the history's own */
};

/* A new game (tess_game_new). NULL with the fault TESS_ERROR_BAD_OPTIONS if the engine refuses the options. `set` must
 * outlive the history. */
struct history *history_new(const struct tile_set *set, const tess_options *options, struct fault *fault);
/* From a position line (docs/lookup/notation.md section 6) on a set of the library; chance starts from `seed`. NULL
 * with
 * `*fault` filled if the line is malformed or the position impossible. */
struct history *history_resume(struct span line, const struct set_library *library, uint64_t seed, struct fault *fault);
/* NULL is allowed. */
void history_free(struct history *history);

/* The steps. False with `*fault` filled and nothing changed if the engine refuses. `kind` may be TESS_RANDOM, `thrown`
 * NULL: then the game's streams decide. */
bool history_draw(struct history *history, int kind, struct fault *fault);
bool history_place(struct history *history, tess_placement placement, struct fault *fault);
bool history_meeple(struct history *history, tess_decision decision, struct fault *fault);
bool history_throw(struct history *history, const tess_throw *thrown, struct fault *fault);

/* Placement and decision of the drawn tile in one (the protocol's `move`); without `=` nothing is placed. All or
 * nothing, but the listener hears the placement before a decision is refused. */
bool history_move(struct history *history, const struct move *move, struct fault *fault);

/*
 * One word of a record: `(ID)`, `ID`, a move, or `[1:5,3 2:6]`. A move draws its tile if that is still to be done, and
 * in TESS_PHASE_MEEPLE one that repeats the tile just laid decides for it. A move without `=` leaves the decision open;
 * if it is still open when the next turn's word comes, nothing was placed. All or nothing, as history_move() is.
 */
bool history_word(struct history *history, struct span word, struct fault *fault);

/* Appends step number `index` as such a word with a space before it; nothing for a draw or placement that the next
 * step's word holds. The sides of a throw are separated by `separator`: a space in records, a semicolon in the
 * protocol. */
void history_word_write(const struct history *history, int index, char separator, struct text *text);

/* Takes back the last step. There must be one, taken after the last history_drop_undos(). */
void history_undo(struct history *history);
/* Makes the steps so far final and releases what taking them back would need: the greater part of a long history. */
void history_drop_undos(struct history *history);

#endif
