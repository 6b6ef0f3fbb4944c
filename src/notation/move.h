/* Placements, meeple decisions, moves and throws as text (docs/lookup/notation.md, sections 3 and 4). */
#ifndef NOTATION_MOVE_H
#define NOTATION_MOVE_H

#include "base/fault.h"
#include "base/reader.h"
#include "notation/names.h"

/* A meeple decision in words; it means the same whatever is laid before and after. */
struct choice {
  uint8_t piece;           /* tess_piece */
  struct realm_name realm; /* counts for pieces only, as the following */
  bool elsewhere;          /* the realm is on the tile at x,y and not on the tile just laid */
  int16_t x, y;
};

/* A whole turn of the notation: a tile, where it is laid, and what is done with a meeple. */
struct move {
  int kind;
  tess_placement placement;
  bool decided; /* has a `=` */
  struct choice choice;
};

/* All readers take one whole word and return false with `*fault` filled if it is not as the notation lays down, or
 * names what the set or the board does not have. They do not look whether the step is legal: the engine does. */

/* `x,y` and `x,yrR`. */
bool cell_read(struct span word, int16_t *x, int16_t *y, struct fault *fault);
void cell_write(int x, int y, struct text *text);
bool placement_read(struct span word, tess_placement *placement, struct fault *fault);
void placement_write(tess_placement placement, struct text *text);

/* `none`, `return`, `small:route.E`, `large:planet@2,2`. */
bool choice_read(struct span word, tess_rules rules, struct choice *choice, struct fault *fault);
void choice_write(struct choice choice, tess_rules rules, struct text *text);
/* The decision in words, in TESS_PHASE_MEEPLE before it is taken. */
struct choice choice_of(const tess_game *game, tess_decision decision);
/* The decision that the words mean in TESS_PHASE_MEEPLE; TESS_ERROR_BAD_DECISION in the fault if there is no such
 * realm. */
bool choice_decide(struct choice choice, const tess_game *game, tess_decision *decision, struct fault *fault);

/* Both at once, in TESS_PHASE_MEEPLE. */
bool decision_read(struct span word, const tess_game *game, tess_decision *decision, struct fault *fault);
void decision_write(tess_decision decision, const tess_game *game, struct text *text);

/* A tile id; -1 with the fault TESS_ERROR_BAD_TILE if the set has none of this name. */
int kind_read(struct span word, const tess_set *set, struct fault *fault);

/* `AR_R@1,0r1=small:route.E`; the rotation is written as given. */
bool move_read(struct span word, const tess_set *set, struct move *move, struct fault *fault);
void move_write(const struct move *move, const tess_set *set, struct text *text);

/* ---- Whole turns as moves, before they are taken ---- */

/* The move for a legal placement in TESS_PHASE_PLACE, with the rotation as it is written, before a decision is chosen.
 * `scratch`, of tess_game_size() bytes, is overwritten: the game after the placement. */
struct move turn_lay(const tess_game *game, tess_placement placement, tess_game *scratch);

/* The move for a legal turn in TESS_PHASE_PLACE; a decision on the tile about to be laid names it by the index
 * tess_game_tiles(). `scratch` as above. */
struct move turn_move(const tess_game *game, tess_placement placement, tess_decision decision, tess_game *scratch);

/* Appends a legal turn as a move: in TESS_PHASE_PLACE the drawn tile with placement and decision, in TESS_PHASE_MEEPLE
 * the tile just laid with the decision. `scratch` as above. */
void turn_write(const tess_game *game, tess_turn turn, tess_game *scratch, struct text *text);

/* ---- Throws ---- */

/* `1:5,3 2:6`: sides ascending, separated by blanks, line ends or semicolons. False with `*fault` filled if the words
 * are not that; whether they are the dice of the battle is for the engine to say. */
bool throw_read(struct span words, tess_throw *thrown, struct fault *fault);
/* Appends the sides with `separator` between them. */
void throw_write(const tess_throw *thrown, char separator, struct text *text);

#endif
