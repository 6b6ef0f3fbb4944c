/* Placements, meeple decisions, moves and throws as text (docs/lookup/notation.md, sections 3 and 4). */
#ifndef NOTATION_MOVE_H
#define NOTATION_MOVE_H

#include "base/fault.h"
#include "base/reader.h"
#include "notation/names.h"

/* A meeple decision in words. Its meaning does not depend on the number of tiles laid. */
struct choice {
  uint8_t piece;           /* tess_piece */
  struct realm_name realm; /* used for pieces only, like the member below */
  bool elsewhere;          /* the realm is named on the tile at x,y, not on the tile just laid */
  int16_t x, y;
};

/* A whole turn in the notation: a tile, its placement, and the meeple decision. */
struct move {
  int kind;
  tess_placement placement;
  bool decided; /* the move has a `=` */
  struct choice choice;
};

/* All readers take one whole word. They return false with `*fault` filled if the word does not follow the notation,
 * or names something that is not in the set or on the board. They do not check whether a step is legal; the engine
 * does. */

/* Read `x,y` and `x,yrR`. */
bool cell_read(struct span word, int16_t *x, int16_t *y, struct fault *fault);
void cell_write(int x, int y, struct text *text);
bool placement_read(struct span word, tess_placement *placement, struct fault *fault);
void placement_write(tess_placement placement, struct text *text);

/* Reads `none`, `return`, `small:route.E` or `large:planet@2,2`. */
bool choice_read(struct span word, tess_rules rules, struct choice *choice, struct fault *fault);
void choice_write(struct choice choice, tess_rules rules, struct text *text);
/* Turns a decision into words, in TESS_PHASE_MEEPLE before the decision is taken. */
struct choice choice_of(const tess_game *game, tess_decision decision);
/* Turns words into a decision, in TESS_PHASE_MEEPLE. The fault is TESS_ERROR_BAD_DECISION if the realm does not
 * exist. */
bool choice_decide(struct choice choice, const tess_game *game, tess_decision *decision, struct fault *fault);

/* choice_read() and choice_decide() in one call, in TESS_PHASE_MEEPLE. */
bool decision_read(struct span word, const tess_game *game, tess_decision *decision, struct fault *fault);
void decision_write(tess_decision decision, const tess_game *game, struct text *text);

/* Returns the kind of a tile id, or -1 with the fault TESS_ERROR_BAD_TILE if the set has no such tile. */
int kind_read(struct span word, const tess_set *set, struct fault *fault);

/* Reads `AR_R@1,0r1=small:route.E`; the rotation stays as it was written. */
bool move_read(struct span word, const tess_set *set, struct move *move, struct fault *fault);
void move_write(const struct move *move, const tess_set *set, struct text *text);

/* ---- Whole turns as moves, before they are taken ---- */

/* The move for a legal placement in TESS_PHASE_PLACE, without a decision; the rotation is in the form in which it is
 * written. `scratch`, of tess_game_size() bytes, is overwritten with the game after the placement. */
struct move turn_lay(const tess_game *game, tess_placement placement, tess_game *scratch);

/* The move for a legal turn in TESS_PHASE_PLACE. A decision on the tile about to be laid refers to that tile by the
 * index tess_game_tiles(). `scratch` as above. */
struct move turn_move(const tess_game *game, tess_placement placement, tess_decision decision, tess_game *scratch);

/* Appends a legal turn as a move: in TESS_PHASE_PLACE the drawn tile with placement and decision, in TESS_PHASE_MEEPLE
 * the tile just laid with the decision. `scratch` as above. */
void turn_write(const tess_game *game, tess_turn turn, tess_game *scratch, struct text *text);

/* ---- Throws ---- */

/* Reads `1:5,3 2:6`: the sides in ascending order, separated by blanks, line ends or semicolons. Returns false with
 * `*fault` filled if the words have another form. The engine checks whether the dice are those of the battle. */
bool throw_read(struct span words, tess_throw *thrown, struct fault *fault);
/* Appends the dice of each side, with `separator` between the sides. */
void throw_write(const tess_throw *thrown, char separator, struct text *text);

#endif
