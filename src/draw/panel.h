/* The panel beside a board: players with colours, points and supplies, the drawn tile and how many are left. */
#ifndef TESSERA_DRAW_PANEL_H
#define TESSERA_DRAW_PANEL_H

#include "draw/plate.h"

enum { PANEL_WIDTH = 5000 };

/* The height of the panel of a game, in units. */
int panel_height(const tess_game *game);
/* Where the drawn tile lies in a panel whose left upper corner is given. */
shape_point panel_tile(const tess_game *game, shape_point corner);
/* Writes the panel. The drawn tile is left to the caller; `names` as in draw_options. */
void panel_put(svg_writer *svg, const draw_theme *theme, const tess_game *game, const char *const *names,
               shape_point corner);

#endif
