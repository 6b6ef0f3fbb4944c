/* What is drawn differently in the two games. */
#ifndef TESSERA_DRAW_SCENE_H
#define TESSERA_DRAW_SCENE_H

#include "draw/layout.h"
#include "draw/sprite.h"
#include "draw/theme.h"

typedef struct scene {
  /* Writes the definitions that every picture of the game needs. */
  void (*define)(svg_writer *svg, const draw_theme *theme);
  /* Writes what turns with the tile. */
  void (*put_ground)(svg_writer *svg, const draw_theme *theme, const tile_layout *layout);
  /* Adds what stands upright on the tile; what is its own is told by its number. */
  void (*add_sprites)(sprite_list *list, const tile_layout *layout, int number);
} scene;

/* The scene of a game. */
const scene *scene_of(tess_rules rules);
/* Writes the definitions of all pictures of a theme: those of its scene, the clouds "tint0" to "tint2", and the clip
 * path "tile". */
void scene_define(svg_writer *svg, const draw_theme *theme);
/* Writes the definition of the planet of a tile, if it has one. */
void scene_define_planet(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int number);

#endif
