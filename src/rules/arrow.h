/* The arrow tiles of the anniversary box (CL-10). Only games with arrows come here: the functions are kept out of the
 * steps that call them, so that other games do not pay for them. */
#ifndef RULES_ARROW_H
#define RULES_ARROW_H

#include "rules/step.h"

/* Before a function that only games with arrows call: it is not put into its callers. */
#define ARROWS_ONLY __attribute__((noinline))

/* After a tile was laid: points if its arrow points to a cell without a tile (CL-10.2). */
ARROWS_ONLY void arrow_laid(struct tess_game *game, tess_events *events);

/* In TESS_PHASE_MEEPLE: true if an arrow can be activated in this turn (CL-10.3), so that a decision may do more than
 * place a meeple on the tile just laid. */
ARROWS_ONLY bool arrow_is_near(const struct tess_game *game);

/* Adds the decisions that arrows allow besides those of CL-3.1 (CL-10.6, CL-10.8), each realm once, named as CL-10.10
 * tells. Returns how many `out` has then. */
ARROWS_ONLY int arrow_list(const struct tess_game *game, tess_decision *out, int count);

/* Activates the arrow by which the seat to act may put this piece on this spot, which CL-3.1 does not allow, and gives
 * the spot as CL-10.10 names it. Its tile is NO_TILE, and nothing changed, if no arrow allows it. */
ARROWS_ONLY tess_spot arrow_choice(struct tess_game *game, tess_decision decision, tess_events *events);

/* After the meeple decision and before anything is scored: true if an arrow gives the same seat an extra turn (CL-10.4,
 * CL-10.7). Notes whether the turn that follows is one. */
ARROWS_ONLY bool arrow_keeps_turn(struct tess_game *game, tess_events *events);

#endif
