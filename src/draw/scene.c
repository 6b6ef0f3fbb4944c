#include "draw/scene.h"

#include "draw/meadow.h"
#include "draw/planet.h"
#include "draw/space.h"

static const scene scenes[] = {[TESS_RULES_STAR_WARS] = {space_define, space_put_ground, space_add_sprites},
                               [TESS_RULES_CLASSIC] = {meadow_define, meadow_put_ground, meadow_add_sprites}};

const scene *scene_of(tess_rules rules) { return &scenes[rules]; }

static void define_tints(svg_writer *svg, const draw_theme *theme) {
  for (int i = 0; i < 3; i++)
    svg_format(svg,
               "<radialGradient id=\"tint%d\"><stop offset=\"0\" stop-color=\"%s\" stop-opacity=\"%s\"/><stop "
               "offset=\"1\" stop-color=\"%s\" stop-opacity=\"0\"/></radialGradient>\n",
               i, theme->tints[i], theme->tint_strength, theme->tints[i]);
}

void scene_define(svg_writer *svg, const draw_theme *theme) {
  scene_of(theme->rules)->define(svg, theme);
  define_tints(svg, theme);
  svg_put(svg, "<clipPath id=\"tile\"><path d=\"M0 0h1000v1000h-1000z\"/></clipPath>\n");
}

void scene_define_planet(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int number) {
  if (theme->rules == TESS_RULES_STAR_WARS && layout->center_radius > 0)
    planet_define(svg, theme, layout->tile->id, layout->center_radius, number);
}
