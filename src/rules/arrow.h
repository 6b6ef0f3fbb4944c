/* The arrow tiles of the anniversary box (CL-10). Only games with arrows call these functions; they are never inlined,
 * so that other games do not pay for them. */
#ifndef RULES_ARROW_H
#define RULES_ARROW_H

#include "base/compiler.h"
#include "rules/step.h"

/* Marks a function that only games with arrows call: it is not inlined into its callers. */
#define ARROWS_ONLY NOINLINE

/* Called after a tile was laid: gives points if its arrow points to a cell without a tile (CL-10.2). */
ARROWS_ONLY void arrow_laid(struct tess_game *game, tess_events *events);

/* In TESS_PHASE_MEEPLE: true if an arrow can be activated in this turn (CL-10.3). A decision may then do more than
 * place a meeple on the tile just laid. */
ARROWS_ONLY bool arrow_is_near(const struct tess_game *game);

/* Adds the decisions that arrows allow besides those of CL-3.1 (CL-10.6, CL-10.8). Each realm appears once, named by
 * the spot of CL-10.10. Returns the new number of decisions in `out`. */
ARROWS_ONLY int arrow_list(const struct tess_game *game, tess_decision *out, int count);

/* Activates the arrow that lets the seat to act put this piece on this spot, which CL-3.1 does not allow. Returns the
 * spot of CL-10.10 that names the realm. If no arrow allows the piece, the returned spot's tile is NO_TILE and nothing
 * changes. */
ARROWS_ONLY tess_spot arrow_choice(struct tess_game *game, tess_decision decision, tess_events *events);

/* Called after the meeple decision, before anything is scored: true if an arrow gives the same seat an extra turn
 * (CL-10.4, CL-10.7). Records in the game whether the next turn is an extra one. */
ARROWS_ONLY bool arrow_keeps_turn(struct tess_game *game, tess_events *events);

#endif
