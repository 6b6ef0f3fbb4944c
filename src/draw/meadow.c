#include "draw/meadow.h"

#include "draw/building.h"
#include "draw/scatter.h"
#include "draw/symbol.h"
#include "draw/town.h"

static void define_grass(svg_writer *svg, const draw_theme *theme, int number) {
  seed_stream stream = seed_of_pair(number, 11);
  svg_format(svg,
             "<g id=\"scatter%d\" fill=\"none\" stroke-linecap=\"round\"><path stroke=\"%s\" stroke-width=\"7\" d=\"",
             number, theme->land.tuft);
  for (int i = 0; i < 26; i++) {
    shape_point p = shape_random(&stream, 25, SHAPE_TILE - 25);
    svg_format(svg, "M%d %dl-9 -16m9 16v-22m0 22l9 -16", p.x, p.y);
  }
  svg_format(svg, "\"/><g stroke=\"%s\">", theme->land.flower);
  scatter_put_dots(svg, 14, 11, ".9", &stream);
  svg_put(svg, "</g></g>\n");
}

void meadow_define(svg_writer *svg, const draw_theme *theme) {
  for (int i = 0; i < SCATTER_SORTS; i++) define_grass(svg, theme, i);
  building_define(svg, theme);
  symbol_define_arms(svg, theme);
}

static void put_way(svg_writer *svg, const layout_way *way, const char *stroke, int width, const char *more) {
  if (way->curve.parts == 0) return;
  svg_put(svg, "<path d=\"");
  shape_put_curve(svg, &way->curve);
  svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s/>", stroke, width, more);
}

static void put_pond(svg_writer *svg, const tile_layout *layout, int grow, const char *fill) {
  if (layout->pond_radius == 0) return;
  seed_stream stream = seed_of_text(layout->tile->id);
  int radius = layout->pond_radius + grow;
  svg_put(svg, "<path d=\"");
  shape_put_blob(svg, layout->pond, radius * 11 / 10, radius, 11, 14, &stream);
  svg_format(svg, "\" fill=\"%s\"/>", fill);
}

static void put_water(svg_writer *svg, const draw_theme *theme, const tile_layout *layout) {
  const theme_land *c = &theme->land;
  put_way(svg, &layout->water, c->bank, 190, "");
  put_pond(svg, layout, 28, c->bank);
  put_way(svg, &layout->water, c->water, 148, "");
  put_pond(svg, layout, 0, c->water);
  put_way(svg, &layout->water, c->ripple, 9, " stroke-dasharray=\"70 110\" stroke-linecap=\"round\" opacity=\".8\"");
  if (layout->pond_radius == 0) return;
  shape_point p = layout->pond;
  svg_format(svg,
             "<path d=\"M%d %dq30 -18 60 0t60 0M%d %dq30 -18 60 0t60 0\" fill=\"none\" stroke=\"%s\" "
             "stroke-width=\"9\" stroke-linecap=\"round\"/>",
             p.x - 80, p.y - 40, p.x - 30, p.y + 40, c->ripple);
}

/* Parapets where a road runs over the river. */
static void put_bridge(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, const layout_way *way) {
  int first = -1, last = -1;
  if (layout->water.curve.parts == 0) return;
  for (int i = 0; i < way->line.count; i++) {
    if (shape_line_distance(&layout->water.line, way->line.at[i]) > 110) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (last <= first) return;
  for (int i = 0; i < 2; i++) {
    svg_put(svg, "<path d=\"");
    shape_put_line(svg, &way->line, first, last);
    svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"/>", i ? theme->land.wall : theme->land.mortar,
               i ? 100 : 116);
  }
}

static void put_road(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, int feature) {
  const layout_way *way = &layout->ways[feature];
  const char *track = " stroke-dasharray=\"30 34\" stroke-linecap=\"round\" opacity=\".45\"";
  put_way(svg, way, theme->land.kerb, 88, "");
  put_bridge(svg, theme, layout, way);
  put_way(svg, way, theme->land.road, 68, "");
  put_way(svg, way, theme->land.kerb, 8, track);
}

/* Roads that lead into a city lie below its walls, all others above. */
static void put_roads(svg_writer *svg, const draw_theme *theme, const tile_layout *layout, bool gates) {
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_ROAD && (layout_gate(layout, i) >= 0) == gates)
      put_road(svg, theme, layout, i);
}

static void put_village(svg_writer *svg, const draw_theme *theme, const tile_layout *layout) {
  if (layout->hub_radius == 0) return;
  for (int i = 0; i < 2; i++) {
    seed_stream stream = seed_of_text(layout->tile->id);
    svg_put(svg, "<path d=\"");
    shape_put_blob(svg, layout->hub, 118 - 12 * i, 112 - 12 * i, 9, 10, &stream);
    svg_format(svg, "\" fill=\"%s\"/>", i ? theme->land.road : theme->land.kerb);
  }
}

static void put_beds(svg_writer *svg, const theme_land *c, int r) {
  for (int i = 0; i < 4; i++) {
    int x = i % 2 ? r / 8 : -r * 5 / 8, y = i / 2 ? r / 8 : -r * 5 / 8;
    svg_format(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"%s\"/>", x, y, r / 2, r / 2,
               c->leaf_dark);
    svg_format(
        svg,
        "<path d=\"M%d %dh0M%d %dh0M%d %dh0M%d %dh0\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\"/>",
        x + r / 7, y + r / 7, x + r * 3 / 8, y + r / 7, x + r / 7, y + r * 3 / 8, x + r * 3 / 8, y + r * 3 / 8,
        i % 3 ? c->flower : c->blossom, r / 6);
  }
}

static void put_garden(svg_writer *svg, const draw_theme *theme, const tile_layout *layout) {
  const theme_land *c = &theme->land;
  int r = layout->garden_radius;
  if (r == 0) return;
  svg_format(svg,
             "<g transform=\"translate(%d %d)\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"26\" "
             "fill=\"%s\" stroke=\"%s\" stroke-width=\"20\"/>",
             layout->garden.x, layout->garden.y, -r * 4 / 5, -r * 4 / 5, r * 8 / 5, r * 8 / 5, c->road, c->hedge);
  put_beds(svg, c, r);
  svg_format(svg, "<circle r=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"7\"/></g>", r / 5, c->water, c->wall);
}

void meadow_put_ground(svg_writer *svg, const draw_theme *theme, const tile_layout *layout) {
  put_water(svg, theme, layout);
  put_roads(svg, theme, layout, true);
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_CITY) town_put(svg, theme, layout, i);
  put_roads(svg, theme, layout, false);
  put_village(svg, theme, layout);
  put_garden(svg, theme, layout);
}

static bool is_field(const tile_layout *layout, shape_point p) {
  if (p.x < 50 || p.y < 50 || p.x > SHAPE_TILE - 50 || p.y > SHAPE_TILE - 50) return false;
  int owner = map_at(&layout->map, p);
  return owner == MAP_NONE ||
         (owner < layout->tile->feature_count && layout->tile->features[owner].type == TESS_TYPE_FIELD);
}

/* True when nothing but field lies within `room` of a point. */
static bool open_field(const tile_layout *layout, shape_point p, int room) {
  if (!is_field(layout, p)) return false;
  for (int i = 0; i < 8; i++)
    if (!is_field(layout, shape_polar(p, i * SHAPE_FULL_TURN / 8, room))) return false;
  return true;
}

static void add_grove(sprite_list *list, const tile_layout *layout, seed_stream *stream) {
  shape_point center = shape_random(stream, 80, SHAPE_TILE - 80);
  int sort = seed_below(stream, 3), trees = seed_between(stream, 2, 5);
  bool sheep = seed_below(stream, 5) == 0;
  for (int i = 0; i < trees; i++) {
    int angle = seed_below(stream, SHAPE_FULL_TURN);
    shape_point p = shape_polar(center, angle, seed_between(stream, 0, 110));
    int plant = seed_below(stream, 4) ? sort : BUILDING_PLANTS - 1;
    if (!open_field(layout, p, 60) || !sprite_clear(list, p, 74)) continue;
    sprite_add(list, sheep ? "sheep" : "plant", sheep ? 0 : plant, p);
  }
}

static void add_village(sprite_list *list, const tile_layout *layout, seed_stream *stream) {
  if (layout->hub_radius == 0) return;
  sprite_add(list, "well", 0, layout->hub);
  for (int i = 0; i < 16; i++) {
    shape_point p = shape_polar(layout->hub, (2 * i + 1) * SHAPE_FULL_TURN / 8 + (i / 4) * 24, 162);
    int house = seed_below(stream, BUILDING_HOUSES);
    if (open_field(layout, p, 44) && sprite_clear(list, p, 110)) sprite_add(list, "house", house, p);
  }
}

static void add_gates(sprite_list *list, const tile_layout *layout) {
  for (int i = 0; i < layout->tile->feature_count; i++) {
    if (layout->tile->features[i].type != TESS_TYPE_ROAD) continue;
    int gate = layout_gate(layout, i);
    if (gate >= 0) sprite_add(list, "gate", 0, layout->ways[i].line.at[gate]);
  }
}

void meadow_add_sprites(sprite_list *list, const tile_layout *layout, int kind) {
  seed_stream stream = seed_of_text(layout->tile->id);
  (void)kind;
  add_gates(list, layout);
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_CITY) town_add_sprites(list, layout, i);
  if (layout->center_radius > 0) sprite_add(list, "monastery", 0, layout->center);
  add_village(list, layout, &stream);
  for (int i = 0; i < 9; i++) add_grove(list, layout, &stream);
}
