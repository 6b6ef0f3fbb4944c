/* Classic tiles: meadows, roads with villages, monasteries, gardens and the river; cities are in town.h. */
#ifndef TESSERA_DRAW_MEADOW_H
#define TESSERA_DRAW_MEADOW_H

#include "draw/layout.h"
#include "draw/sprite.h"
#include "draw/theme.h"

/* Writes the definitions that every picture of the game needs, among them "scatter0" to "scatter7". */
void meadow_define(svg_writer *svg, const draw_theme *theme);
/* Writes what turns with the tile. */
void meadow_put_ground(svg_writer *svg, const draw_theme *theme, const tile_layout *layout);
/* Adds what stands upright on the tile of this kind. */
void meadow_add_sprites(sprite_list *list, const tile_layout *layout, int kind);

#endif
