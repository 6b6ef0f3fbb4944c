#include "draw/town.h"

#include "draw/building.h"
#include "draw/outline.h"
#include "draw/symbol.h"

static void put_wall(svg_writer *svg, const shape_curve *curve, const char *stroke, int width, const char *more) {
  svg_put(svg, "<path d=\"");
  shape_put_curve(svg, curve);
  svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s/>", stroke, width, more);
}

/* Cobbles: short strokes strewn over the pavement. */
static void put_cobbles(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int feature) {
  seed_stream stream = seed_of_text(layout->tile->id);
  svg_format(svg,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"7\" stroke-linecap=\"round\" opacity=\".28\" d=\"M0 0",
             theme->land.mortar);
  for (int i = 0; i < 110; i++) {
    shape_point p = shape_random(&stream, 20, SHAPE_TILE - 20);
    if (map_at(&layout->map, p) == feature) svg_format(svg, "M%d %dh14", p.x, p.y);
  }
  svg_put(svg, "\"/>");
}

void town_put(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int feature) {
  outline region = outline_of(layout->tile, feature);
  shape_curve curves[2];
  int count = outline_curves(region, curves);
  for (int i = 0; i < count; i++) put_wall(svg, &curves[i], "#000", 104, " opacity=\".16\"");
  svg_put(svg, "<path d=\"");
  outline_put(svg, region);
  svg_format(svg, "\" fill=\"%s\"/>", theme->land.pavement);
  put_cobbles(svg, theme, layout, feature);
  for (int i = 0; i < count; i++) {
    put_wall(svg, &curves[i], theme->land.mortar, 56, "");
    put_wall(svg, &curves[i], theme->land.wall, 42, "");
    put_wall(svg, &curves[i], theme->land.mortar, 42, " stroke-dasharray=\"6 30\" opacity=\".6\"");
    put_wall(svg, &curves[i], theme->land.mortar, 5, " opacity=\".6\"");
  }
}

static bool near_road(const tile_layout *layout, shape_point at, int distance) {
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->ways[i].curve.parts > 0 && shape_line_distance(&layout->ways[i].line, at) < distance) return true;
  return false;
}

static bool near_badge(const tile_layout *layout, shape_point at, int distance) {
  for (int i = 0; i < layout->badge_count; i++)
    if (shape_distance(layout->badges[i].at, at) < distance) return true;
  return false;
}

static void add_houses(sprite_list *list, const tile_layout *layout, int feature, seed_stream *stream) {
  map_distances distances;
  map_measure(&layout->map, feature, false, &distances);
  for (int i = 0; i < 260; i++) {
    shape_point p = shape_random(stream, 66, SHAPE_TILE - 66);
    int house = seed_below(stream, BUILDING_HOUSES);
    if (distances.at[p.y / MAP_CELL][p.x / MAP_CELL] < 86 || !sprite_clear(list, p, 118)) continue;
    if (near_road(layout, p, 80) || near_badge(layout, p, 140)) continue;
    if (shape_distance(layout->spots[feature], p) < 70) continue;
    sprite_add(list, "house", house, p);
  }
}

/* Towers stand where walls end at the corners of the tile and in the middle of a wall without a gate. */
static void add_towers(sprite_list *list, const tile_layout *layout, outline region) {
  shape_curve curves[2];
  int count = outline_curves(region, curves);
  for (int i = 0; i < count; i++) {
    shape_line line = shape_flatten(&curves[i]);
    sprite_add(list, "tower", 0, line.at[0]);
    sprite_add(list, "tower", 0, line.at[line.count - 1]);
    for (int k = 1; k < 3; k++) {
      shape_point at = line.at[line.count * k / 3];
      if (!near_road(layout, at, 120)) sprite_add(list, "tower", 0, at);
    }
  }
}

/* A church beside the meeple's spot, on the side where there is no coat of arms. */
static void add_church(sprite_list *list, const tile_layout *layout, int feature) {
  shape_point spot = layout->spots[feature];
  shape_point right = {spot.x < 640 ? spot.x + 210 : 850, spot.y}, left = {spot.x > 360 ? spot.x - 210 : 150, spot.y};
  sprite_add(list, "church", 0, near_badge(layout, right, 230) ? left : right);
}

static bool large(unsigned edges) { return edges == 15 || edges == 7 || edges == 11 || edges == 13 || edges == 14; }

void town_add_sprites(sprite_list *list, const tile_layout *layout, int feature) {
  const tess_feature_def *f = &layout->tile->features[feature];
  seed_stream stream = seed_of_text(layout->tile->id);
  int arms = seed_below(&stream, SYMBOL_ARMS);
  add_towers(list, layout, outline_of(layout->tile, feature));
  if (large(f->edges)) add_church(list, layout, feature);
  add_houses(list, layout, feature, &stream);
  for (int i = 0; i < layout->badge_count; i++)
    if (layout->badges[i].feature == feature) sprite_add_layer(list, "arms", arms, layout->badges[i].at, 2);
}
