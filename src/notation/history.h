/* A game together with the steps that led to it, so that they can be taken back and written as a record. */
#ifndef NOTATION_HISTORY_H
#define NOTATION_HISTORY_H

#include "notation/move.h"
#include "notation/tile_set.h"

/* The steps of a game (ARCHITECTURE.md, "A game as a state machine"). */
enum step_type { STEP_DRAW = 0, STEP_PLACE = 1, STEP_MEEPLE = 2, STEP_THROW = 3 };

/* A step that the engine has taken. */
struct history_step {
  uint8_t type;             /* enum step_type */
  uint8_t seat;             /* the seat whose turn it was */
  bool put_out;             /* for draws: the tile fitted nowhere */
  int16_t kind;             /* the tile of the turn */
  tess_placement placement; /* where the tile lies; not used for draws */
  struct choice choice;     /* for meeple decisions */
  tess_throw thrown;        /* for throws */
};

/* Receives the events of every step right after it; `game` is the game after the step. */
typedef void history_listener(void *context, const tess_game *game, const tess_events *events);

/* Callers may write `listener` and `context`; the other members are read-only. The caller that received a history owns
 * it. */
struct history {
  const struct tile_set *set;
  tess_game *game;
  bool resumed;               /* the history started from a position, not from a new game */
  struct text start;          /* the position line at the start */
  struct history_step *steps; /* `count` entries */
  int count;
  history_listener *listener; /* may be NULL */
  void *context;
  struct history_memory *memory; /* private to history.c */
};

/* Starts a new game (tess_game_new). Returns NULL with the fault TESS_ERROR_BAD_OPTIONS if the engine refuses the
 * options. `set` must outlive the history. */
struct history *history_new(const struct tile_set *set, const tess_options *options, struct fault *fault);
/* Starts from a position line (docs/lookup/notation.md, section 6) with a set of the library and the chance of `seed`.
 * Returns NULL with `*fault` filled if the line is malformed or the position impossible. */
struct history *history_resume(struct span line, const struct set_library *library, uint64_t seed, struct fault *fault);
/* `history` may be NULL. */
void history_free(struct history *history);

/* The steps. If the engine refuses a step, they return false with `*fault` filled, and nothing has changed. If `kind`
 * is TESS_RANDOM or `thrown` is NULL, the random streams of the game decide. */
bool history_draw(struct history *history, int kind, struct fault *fault);
bool history_place(struct history *history, tess_placement placement, struct fault *fault);
bool history_meeple(struct history *history, tess_decision decision, struct fault *fault);
bool history_throw(struct history *history, const tess_throw *thrown, struct fault *fault);
/* Places no meeple if a decision is open; otherwise does nothing. */
bool history_pass(struct history *history, struct fault *fault);

/* Plays the placement and the decision of the drawn tile in one go (`move` of the protocol); a move without `=` places
 * no meeple. If any part is refused, the game is unchanged, but the listener may already have received the events of
 * the placement. */
bool history_move(struct history *history, const struct move *move, struct fault *fault);

/*
 * Plays one word of a record: `(ID)`, `ID`, a move, or `[1:5,3 2:6]`. A move draws its tile if no tile is drawn yet. In
 * TESS_PHASE_MEEPLE, a move that names the tile just laid again makes its decision. A move without `=` leaves the
 * decision open; if it is still open when the word of the next turn comes, no meeple is placed. If a word is refused,
 * the game is unchanged, as in history_move().
 */
bool history_word(struct history *history, struct span word, struct fault *fault);

/* Appends step `index` as such a word with a space before it. Appends nothing for a draw or placement that is part of
 * the next step's word. `separator` stands between the sides of a throw: a space in records, a semicolon in the
 * protocol. */
void history_word_write(const struct history *history, int index, char separator, struct text *text);

/* Takes back the last step. There must be a step after the last call of history_drop_undos(). */
void history_undo(struct history *history);
/* Makes all steps so far final and frees the memory for taking them back, which is most of a long history. */
void history_drop_undos(struct history *history);

#endif
