/* Cities of the classic game: pavement and walls, which turn with the tile; houses, towers and gates, which do not. */
#ifndef TESSERA_DRAW_TOWN_H
#define TESSERA_DRAW_TOWN_H

#include "draw/layout.h"
#include "draw/sprite.h"
#include "draw/theme.h"

/* Writes the pavement and walls of a city. */
void town_put(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int feature);
/* Adds the houses, towers and arms of a city. */
void town_add_sprites(sprite_list *list, const tile_layout *layout, int feature);

#endif
