#include "draw/space.h"

#include "draw/outline.h"
#include "draw/planet.h"
#include "draw/rock.h"
#include "draw/scatter.h"
#include "draw/symbol.h"

static const char *const sparkle = "m0 -26q3 23 26 26q-23 3 -26 26q-3 -23 -26 -26q23 -3 26 -26z";

static void define_stars(svg_writer *svg, const draw_theme *theme, int number) {
  seed_stream stream = seed_of_pair(number, 7);
  svg_format(svg, "<g id=\"scatter%d\" fill=\"none\" stroke=\"%s\" stroke-linecap=\"round\">", number,
             theme->space.star);
  scatter_put_dots(svg, 22, 6, ".55", &stream);
  scatter_put_dots(svg, 12, 9, ".8", &stream);
  scatter_put_dots(svg, 5, 14, "1", &stream);
  svg_format(svg, "<path stroke=\"none\" fill=\"%s\" d=\"", theme->space.bright);
  for (int i = 0; i < 2; i++) {
    shape_point p = shape_random(&stream, 40, SHAPE_TILE - 40);
    svg_format(svg, "M%d %d%s", p.x, p.y, sparkle);
  }
  svg_put(svg, "\"/></g>\n");
}

static void define_stations(svg_writer *svg, const draw_theme *theme) {
  const theme_space *c = &theme->space;
  svg_format(svg,
             "<g id=\"station0\"><circle r=\"128\" fill=\"%s\" opacity=\".16\"/><circle r=\"96\" fill=\"%s\" "
             "opacity=\".25\"/><circle r=\"70\" fill=\"%s\" stroke=\"%s\" stroke-width=\"12\"/>",
             c->halo, c->halo, c->station, c->lane);
  svg_format(svg,
             "<path d=\"M-40 -40L-64 -64M40 -40L64 -64M40 40L64 64M-40 40L-64 64\" stroke=\"%s\" stroke-width=\"14\"/>"
             "<path d=\"M0 -46L40 -23V23L0 46L-40 23V-23Z\" fill=\"none\" stroke=\"%s\" stroke-width=\"8\"/>"
             "<circle r=\"32\" fill=\"%s\" opacity=\".35\"/><circle r=\"19\" fill=\"%s\"/></g>\n",
             c->lane, c->lane, c->lamp, c->lamp);
  svg_format(svg,
             "<g id=\"dock0\"><circle r=\"52\" fill=\"%s\" stroke=\"%s\" stroke-width=\"10\"/><circle r=\"26\" "
             "fill=\"%s\" opacity=\".4\"/><circle r=\"14\" fill=\"%s\"/></g>\n",
             c->station, c->lane, c->lamp, c->lamp);
}

void space_define(svg_writer *svg, const draw_theme *theme) {
  for (int i = 0; i < SCATTER_SORTS; i++) define_stars(svg, theme, i);
  define_stations(svg, theme);
  rock_define(svg, theme);
  symbol_define_factions(svg);
  planet_define_light(svg);
}

/* The soft border of an asteroid field: ever narrower, ever brighter strokes along its inner curves. */
static void put_rim(svg_writer *svg, const draw_theme *theme, outline region) {
  static const struct {
    int width;
    const char *opacity;
  } strokes[] = {{190, ".05"}, {130, ".07"}, {80, ".09"}, {36, ".14"}};
  shape_curve curves[2];
  int count = outline_curves(region, curves);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 4; k++) {
      svg_put(svg, "<path d=\"");
      shape_put_curve(svg, &curves[i]);
      svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" opacity=\"%s\"/>", theme->space.rim,
                 strokes[k].width, strokes[k].opacity);
    }
}

static void put_dust(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int feature) {
  seed_stream stream = seed_of_text(layout->tile->id);
  svg_format(svg,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"12\" stroke-linecap=\"round\" opacity=\".7\" d=\"M0 0",
             theme->space.rock_lit);
  for (int i = 0; i < 90; i++) {
    shape_point p = shape_random(&stream, 8, SHAPE_TILE - 8);
    if (map_at(&layout->map, p) == feature) svg_format(svg, "M%d %dh0", p.x, p.y);
  }
  svg_put(svg, "\"/>");
}

static void put_field(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int feature) {
  outline region = outline_of(layout->tile, feature);
  svg_put(svg, "<path d=\"");
  outline_put(svg, region);
  svg_format(svg, "\" fill=\"%s\" opacity=\".42\"/>", theme->space.haze);
  put_rim(svg, theme, region);
  put_dust(svg, theme, layout, feature);
}

static void put_routes(svg_writer *svg, const tile_layout *layout, const char *stroke, int width, const char *more) {
  for (int i = 0; i < layout->tile->feature_count; i++) {
    if (layout->tile->features[i].type != TESS_TYPE_ROUTE) continue;
    svg_put(svg, "<path d=\"");
    shape_put_curve(svg, &layout->ways[i].curve);
    svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s/>", stroke, width, more);
  }
}

void space_put_ground(svg_writer *svg, const draw_theme *theme, const tile_layout *layout) {
  const theme_space *c = &theme->space;
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_ASTEROIDS) put_field(svg, theme, layout, i);
  put_routes(svg, layout, c->halo, 130, " opacity=\".12\"");
  put_routes(svg, layout, c->halo, 88, " opacity=\".22\"");
  put_routes(svg, layout, c->lane, 50, " opacity=\".8\"");
  put_routes(svg, layout, c->core, 16, " stroke-dasharray=\"55 28\" stroke-dashoffset=\"27\"");
}

/* True when a rock here would cover a symbol or a route that ends in the field. */
static bool covers(const tile_layout *layout, shape_point at, int radius) {
  for (int i = 0; i < layout->badge_count; i++)
    if (shape_distance(layout->badges[i].at, at) < radius + 70) return true;
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->ways[i].curve.parts > 0 && shape_line_distance(&layout->ways[i].line, at) < radius + 40) return true;
  return false;
}

/* Rocks keep a little inside the field, and on the tile: those across an edge belong to the pair of tiles. */
static void add_rocks(sprite_list *list, const tile_layout *layout, int feature) {
  static const int tries[ROCK_SIZES] = {60, 160, 300};
  seed_stream stream = seed_of_text(layout->tile->id);
  map_distances distances;
  map_measure(&layout->map, feature, false, &distances);
  for (int size = 0; size < ROCK_SIZES; size++)
    for (int i = 0; i < tries[size]; i++) {
      int radius = rock_radius(size);
      shape_point p = shape_random(&stream, radius, SHAPE_TILE - radius);
      if (distances.at[p.y / MAP_CELL][p.x / MAP_CELL] < radius * 3 / 4 || covers(layout, p, radius)) continue;
      rock_add(list, size, p, &stream);
    }
}

static void add_route_end(sprite_list *list, const tile_layout *layout, int feature) {
  int gate = layout_gate(layout, feature);
  const shape_line *line = &layout->ways[feature].line;
  if (gate >= 0) sprite_add_layer(list, "dock", 0, line->at[line->count - 1], 1);
}

void space_add_sprites(sprite_list *list, const tile_layout *layout, int kind) {
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_ASTEROIDS) add_rocks(list, layout, i);
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_ROUTE) add_route_end(list, layout, i);
  if (layout->hub_radius > 0) sprite_add_layer(list, "station", 0, layout->hub, 1);
  if (layout->center_radius > 0) sprite_add_layer(list, "planet", kind, layout->center, 1);
  for (int i = 0; i < layout->badge_count; i++)
    sprite_add_layer(list, "faction", layout->badges[i].sort, layout->badges[i].at, 2);
}
