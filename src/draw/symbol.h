/* Signs of our own design: the symbols of the three factions, each on a plate of its own shape, and coats of arms. */
#ifndef TESSERA_DRAW_SYMBOL_H
#define TESSERA_DRAW_SYMBOL_H

#include "draw/shape.h"
#include "draw/theme.h"

enum { SYMBOL_ARMS = 6 }; /* different coats of arms */

/* Writes the definitions "faction0" to "faction2" (tess_faction). */
void symbol_define_factions(svg_writer *svg);
/* Writes the definitions "arms0" to "arms5". */
void symbol_define_arms(svg_writer *svg, const draw_theme *theme);

#endif
