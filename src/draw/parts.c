#include "draw/parts.h"

#include <assert.h>

#include "draw/meeple.h"
#include "draw/rock.h"
#include "draw/scatter.h"
#include "draw/scene.h"

enum { CLOUDS = 3, SALT = 5 };

/* True when a disc reaches into the tile. */
static bool reaches(shape_point center, int radius) {
  const int x = center.x < 0 ? 0 : center.x > SHAPE_TILE ? SHAPE_TILE : center.x;
  const int y = center.y < 0 ? 0 : center.y > SHAPE_TILE ? SHAPE_TILE : center.y;
  return shape_distance(center, (shape_point){x, y}) < radius;
}

/* Clouds that repeat from tile to tile, so that they go on where two tiles meet. */
static void define_clouds(svg_writer *svg) {
  seed_stream stream = seed_of_pair(CLOUDS, SALT);
  svg_put(svg, "<g id=\"clouds\" opacity=\".6\">");
  for (int i = 0; i < CLOUDS; i++) {
    const shape_point middle = shape_random(&stream, 0, SHAPE_TILE);
    const int radius = seed_between(&stream, 450, 650);
    for (int k = 0; k < 9; k++) {
      const shape_point at = {middle.x + (k % 3 - 1) * SHAPE_TILE, middle.y + (k / 3 - 1) * SHAPE_TILE};
      if (reaches(at, radius))
        svg_format(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#tint%d)\"/>", at.x, at.y, radius, i);
    }
  }
  svg_put(svg, "</g>\n");
}

void parts_define(const draw_theme *theme, draw_sink sink, void *user) {
  svg_writer svg;
  svg_begin(&svg, sink, user);
  scene_define(&svg, theme);
  define_clouds(&svg);
  svg_end(&svg);
}

/* Rocks across the edges of asteroid fields: the same on every tile, so that the halves of two tiles meet. */
static void put_edge_rocks(svg_writer *svg, const tess_tile_def *tile, int rotation) {
  for (int edge = 0; edge < 4; edge++) {
    if (tile->edges[(edge - rotation) & 3] != TESS_EDGE_CITY) continue;
    const bool down = edge == 1 || edge == 3;
    seed_stream stream = seed_of_pair(down, SALT);
    sprite_list rocks = {0};
    rock_add_seam(&rocks, down, &stream);
    svg_format(svg, "<g transform=\"translate(%d %d)\">", edge == 1 ? SHAPE_TILE : 0, edge == 2 ? SHAPE_TILE : 0);
    sprite_put(svg, &rocks, 0);
    svg_put(svg, "</g>");
  }
}

/* What is cut off at the edges of the tile. */
static void put_ground(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int number, int rotation) {
  svg_format(svg, "<g clip-path=\"url(#tile)\"><path fill=\"%s\" d=\"M0 0h1000v1000h-1000z\"/><use href=\"#clouds\"/>",
             theme->ground);
  svg_format(svg, "<use href=\"#scatter%d\"/><g", number % SCATTER_SORTS);
  if (rotation > 0) svg_format(svg, " transform=\"rotate(%d 500 500)\"", rotation * 90);
  svg_put(svg, ">");
  scene_of(theme->rules)->put_ground(svg, theme, layout);
  svg_put(svg, "</g>");
  if (theme->rules == TESS_RULES_STAR_WARS) put_edge_rocks(svg, layout->tile, rotation);
  svg_format(svg,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"14\" opacity=\".3\" d=\"M0 0h1000v1000h-1000z\"/></g>\n",
             theme->grid);
}

void parts_tile(const tess_tile_def *tile, int number, int rotation, const draw_theme *theme, draw_sink sink,
                void *user) {
  assert(tile && theme && number >= 0 && rotation >= 0 && rotation < 4);
  svg_writer svg;
  tile_layout layout;
  sprite_list sprites = {0};
  layout_build(&layout, tile);
  svg_begin(&svg, sink, user);
  svg_put(&svg, "<defs>");
  scene_define_planet(&svg, theme, &layout, number);
  svg_put(&svg, "</defs>");
  put_ground(&svg, theme, &layout, number, rotation);
  scene_of(theme->rules)->add_sprites(&sprites, &layout, number);
  sprite_put(&svg, &sprites, rotation);
  svg_end(&svg);
}

void parts_meeple(tess_piece piece, tess_colour colour, draw_sink sink, void *user) {
  svg_writer svg;
  svg_begin(&svg, sink, user);
  meeple_put(&svg, piece, colour, (shape_point){PARTS_MEEPLE_X, PARTS_MEEPLE_Y}, 100);
  svg_end(&svg);
}
