/* Star Wars tiles: stars, asteroid fields with their rocks, trading routes. */
#include "picture/scene.h"

/* ---- Rocks: irregular asteroids of many sizes, lit from the upper left ---- */

enum {
  ROCK_SIZES = 5,
  ROCK_SORTS = 4,
  CORNERS = 11
}; /* numbers of sizes, of shapes for each size, and of corners of a shape */

/* By size; there are only a few of the largest, which come first. */
static const int rock_radii[ROCK_SIZES] = {150, 96, 62, 40, 24};

/* Writes the polygon of a rock, scaled to a percentage of its size and shifted. */
static void put_rock(struct svg_writer *svg, const struct shape_point at[CORNERS], int percent, int shift,
                     const char *fill) {
  svg_put(svg, "<path d=\"");
  for (int i = 0; i < CORNERS; i++)
    svg_format(svg, "%c%d %d", i == 0 ? 'M' : 'L', at[i].x * percent / 100 - shift, at[i].y * percent / 100 - shift);
  svg_format(svg, "Z\" fill=\"%s\"/>", fill);
}

/* Adds a rock of a size and a shape (`sort`), unless it would touch another rock of the list. */
static void add_rock(struct sprite_list *list, int size, int sort, struct shape_point at) {
  const int number = size * ROCK_SORTS + sort;
  for (int i = 0; i < list->count; i++) {
    const int other = rock_radii[list->at[i].number / ROCK_SORTS];
    if (shape_distance(list->at[i].at, at) < (rock_radii[size] + other) * 92 / 100) return;
  }
  sprite_add(list, "rock", number, at);
}

void rock_add_seam(struct sprite_list *list) {
  struct seed_stream stream = seed_of_pair(SHAPE_TILE, 3);
  for (int along = 90; along < SHAPE_TILE / 2 - 40; along += seed_between(&stream, 45, 130)) {
    const int off = seed_between(&stream, -12, 12), size = seed_between(&stream, 2, 4);
    const int sort = seed_below(&stream, ROCK_SORTS);
    add_rock(list, size, sort, (struct shape_point){along, off});
    add_rock(list, size, sort, (struct shape_point){SHAPE_TILE - along, -off});
  }
}

/* ---- Definitions ---- */

static void define(struct svg_writer *svg, const struct picture_theme *theme) {
  /* Define stars, and the grid of the chart theme. */
  static const char *const sparkle = "m0 -26q3 23 26 26q-23 3 -26 26q-3 -23 -26 -26q23 -3 26 -26z";
  for (int number = 0; number < SCATTER_SORTS; number++) {
    struct seed_stream stream = seed_of_pair(number, 7);
    svg_format(svg, "<g id=\"scatter%d\" fill=\"none\" stroke=\"%s\" stroke-linecap=\"round\">", number,
               theme->space.star);
    scatter_put_dots(svg, 22, 6, ".55", &stream);
    scatter_put_dots(svg, 12, 9, ".8", &stream);
    scatter_put_dots(svg, 5, 14, "1", &stream);
    svg_format(svg, "<path stroke=\"none\" fill=\"%s\" d=\"", theme->space.bright);
    for (int i = 0; i < 2; i++) {
      const struct shape_point p = shape_random(&stream, 40, SHAPE_TILE - 40);
      svg_format(svg, "M%d %d%s", p.x, p.y, sparkle);
    }
    svg_put(svg, "\"/>");
    for (int i = 1; i < 10 && theme->space.plan; i++)
      svg_format(svg, "<path stroke=\"%s\" stroke-width=\"%d\" opacity=\".22\" d=\"M0 %dH1000M%d 0V1000\"/>",
                 theme->space.plan, i == 5 ? 8 : 4, 100 * i, 100 * i);
    svg_put(svg, "</g>\n");
  }
  /* Define the stations where routes meet, and those where a route ends in an asteroid field. */
  svg_format(svg,
             "<g id=\"station0\"><circle r=\"128\" fill=\"%s\" opacity=\".16\"/><circle r=\"96\" fill=\"%s\" "
             "opacity=\".25\"/><circle r=\"70\" fill=\"%s\" stroke=\"%s\" stroke-width=\"12\"/>",
             theme->space.halo, theme->space.halo, theme->space.station, theme->space.lane);
  svg_format(svg,
             "<path d=\"M-40 -40L-64 -64M40 -40L64 -64M40 40L64 64M-40 40L-64 64\" stroke=\"%s\" stroke-width=\"14\"/>"
             "<path d=\"M0 -46L40 -23V23L0 46L-40 23V-23Z\" fill=\"none\" stroke=\"%s\" stroke-width=\"8\"/>"
             "<circle r=\"32\" fill=\"%s\" opacity=\".35\"/><circle r=\"19\" fill=\"%s\"/></g>\n",
             theme->space.lane, theme->space.lane, theme->space.lamp, theme->space.lamp);
  svg_format(svg,
             "<g id=\"dock0\"><circle r=\"52\" fill=\"%s\" stroke=\"%s\" stroke-width=\"10\"/><circle r=\"26\" "
             "fill=\"%s\" opacity=\".4\"/><circle r=\"14\" fill=\"%s\"/></g>\n",
             theme->space.station, theme->space.lane, theme->space.lamp, theme->space.lamp);
  /* Define rare things: a freighter, a wreck, a comet, a station. */
  const struct theme_space *c = &theme->space;
  svg_format(svg,
             "<g id=\"ship0\" stroke=\"%s\" stroke-width=\"8\" stroke-linejoin=\"round\" fill=\"%s\"><path d=\"M-190 "
             "0H-90\" stroke=\"%s\" stroke-width=\"18\" stroke-linecap=\"round\" opacity=\".7\"/><path d=\"M-90 "
             "-38H46L100 -10V10L46 38H-90Z\"/><path d=\"M-66 -58H-10V58H-66Z\" fill=\"%s\"/><path d=\"M52 "
             "-11H74V11H52Z\" fill=\"%s\"/></g>\n",
             theme->ink, c->hull, c->core, c->rock, c->lamp);
  svg_format(svg,
             "<g id=\"thing0\" stroke=\"%s\" stroke-width=\"7\" fill=\"%s\"><path d=\"M-110 -66L-28 -54L-10 -14L-34 "
             "4L-18 34L-106 -14Z\"/><path d=\"M18 -30L84 10L112 46L70 58L24 24L40 0Z\"/><path d=\"M-2 -68L14 -60L4 "
             "-48ZM-30 54L-10 62L-24 74Z\" fill=\"%s\"/></g>\n",
             theme->ink, c->hull, c->rock);
  svg_format(svg,
             "<g id=\"thing1\" fill=\"%s\"><path d=\"M0 -24L-260 96L-8 24Z\" opacity=\".22\"/><path d=\"M0 -16L-180 "
             "84L-4 16Z\" opacity=\".4\"/><circle r=\"40\" opacity=\".3\"/><circle r=\"22\"/></g>\n",
             c->bright);
  svg_format(svg,
             "<g id=\"thing2\" stroke=\"%s\" stroke-width=\"8\" fill=\"%s\"><path d=\"M-12 -104H12V104H-12ZM-104 "
             "-12H104V12H-104Z\"/><g fill=\"none\"><circle r=\"84\" stroke-width=\"36\"/><circle r=\"84\" "
             "stroke=\"%s\" stroke-width=\"20\"/></g><circle r=\"36\"/><circle r=\"15\" fill=\"%s\"/></g>\n",
             theme->ink, c->hull, c->hull, c->lamp);
  /* Write the definitions of all rocks, "rock0" to "rock19". */
  static const struct shape_point origin = {0, 0};
  for (int number = 0; number < ROCK_SIZES * ROCK_SORTS; number++) {
    const int size = number / ROCK_SORTS, radius = rock_radii[size];
    struct shape_point at[CORNERS];
    struct seed_stream stream = seed_of_pair(size, number);
    /* 1. Place corners around the middle, at uneven angles and distances. */
    const int stretch = seed_between(&stream, 68, 100);
    for (int i = 0; i < CORNERS; i++) {
      const int angle = i * SHAPE_FULL_TURN / CORNERS + seed_between(&stream, -24, 24);
      at[i] = shape_polar(origin, angle, radius * seed_between(&stream, 76, 104) / 100);
      at[i].y = at[i].y * stretch / 100;
    }
    /* 2. Draw an edge, light on the rim towards the sun, and faces that get brighter and brighter. */
    svg_format(svg, "<g id=\"rock%d\">", number);
    put_rock(svg, at, 108, -radius / 14, theme->ink);
    put_rock(svg, at, 102, 3, theme->space.rim);
    put_rock(svg, at, 100, -radius / 24 - 2, theme->space.rock_dark);
    put_rock(svg, at, 82, radius / 9, theme->space.rock);
    if (size < 4) put_rock(svg, at, 48, radius / 4, theme->space.rock_lit);
    /* 3. On larger rocks, draw craters spread around the middle. */
    int angle = size < 3 ? seed_below(&stream, SHAPE_FULL_TURN) : 0;
    for (int i = 0; i < 5 - size && size < 3; i++) {
      const int crater = i == 0 ? radius / 5 : radius / seed_between(&stream, 8, 14);
      const struct shape_point middle = shape_polar(origin, angle, radius * (i == 0 ? 22 : 54) / 100);
      svg_format(svg, "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"%s\" opacity=\".6\"/>", middle.x,
                 middle.y, crater, crater * 3 / 4, theme->space.rock_dark);
      angle += SHAPE_FULL_TURN / 3 + seed_between(&stream, -120, 120);
    }
    svg_put(svg, "</g>\n");
  }
  symbol_define_factions(svg);
  planet_define_light(svg);
}

/* ---- The ground ---- */

static void put_field(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                      int feature) {
  /* The chart theme uses a drawn line: broad light would be cut off at the edge of the tile if the next tile has no
   * field there. */
  static const struct stroke {
    int width;
    const char *opacity;
  } glow[] = {{190, " opacity=\".05\""}, {130, " opacity=\".07\""}, {80, " opacity=\".09\""}, {36, " opacity=\".14\""}},
    line[] = {{40, " opacity=\".12\""}, {12, " opacity=\".75\" stroke-dasharray=\"60 22\""}};
  const struct stroke *strokes = theme->space.plan ? line : glow;
  const int widths = theme->space.plan ? 2 : 4;
  /* 1. Cover the field with haze. */
  const struct outline region = outline_of(layout->tile, feature);
  svg_put(svg, "<path d=\"");
  outline_put(svg, region);
  svg_format(svg, "\" fill=\"%s\" opacity=\".42\"/>", theme->space.haze);
  /* 2. Draw its border: narrower and brighter strokes, one over the other, along its inner curves. */
  struct shape_curve curves[2];
  const int count = outline_curves(region, curves);
  for (int i = 0; i < count; i++)
    for (int k = 0; k < widths; k++)
      shape_put_stroke(svg, &curves[i], theme->space.rim, strokes[k].width, strokes[k].opacity);
  /* 3. Dust and gravel. */
  struct seed_stream stream = seed_of_text(layout->tile->id);
  for (int width = 10; width <= 26; width += 8) {
    svg_format(svg,
               "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\" opacity=\".7\" d=\"M0 0",
               width < 20 ? theme->space.rock_lit : theme->space.rock, width);
    for (int i = 0; i < 120 - 4 * width; i++) {
      const struct shape_point p = shape_random(&stream, 8, SHAPE_TILE - 8);
      if (map_at(&layout->map, p) == feature) svg_format(svg, "M%d %dh0", p.x, p.y);
    }
    svg_put(svg, "\"/>");
  }
}

/* Draws one of the strokes that a route is made of, for all routes of the tile. */
static void put_routes(struct svg_writer *svg, const struct tile_layout *layout, const char *stroke, int width,
                       const char *more) {
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_ROUTE)
      shape_put_stroke(svg, &layout->ways[i].curve, stroke, width, more);
}

static void put_ground(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout) {
  const struct theme_space *c = &theme->space;
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_ASTEROIDS) put_field(svg, theme, layout, i);
  put_routes(svg, layout, c->halo, 130, " opacity=\".12\"");
  put_routes(svg, layout, c->halo, 88, " opacity=\".22\"");
  put_routes(svg, layout, c->lane, 50, " opacity=\".8\"");
  put_routes(svg, layout, c->core, 16, " stroke-dasharray=\"55 28\" stroke-dashoffset=\"27\"");
}

/* ---- What stands on the tile ---- */

/* True if there is only open space within `room` of a point: no anchor, symbol or way. */
static bool is_open(const struct tile_layout *layout, struct shape_point at, int room) {
  for (int i = 0; i < layout->badge_count; i++)
    if (shape_distance(layout->badges[i].at, at) < room + 140) return false;
  for (int angle = 0; angle < SHAPE_FULL_TURN; angle += SHAPE_FULL_TURN / 8)
    if (map_at(&layout->map, shape_polar(at, angle, room)) != MAP_NONE) return false;
  return map_at(&layout->map, at) == MAP_NONE;
}

/* The heading of a sprite at point `i` of a way, which must not be the last point. */
static int heading_at(const struct shape_line *line, int i) {
  const int x = line->at[i + 1].x - line->at[i].x, y = line->at[i + 1].y - line->at[i].y;
  int best = 0;
  for (int k = 1; k < 8; k++)
    if (x * shape_cosine(k * 128) + y * shape_sine(k * 128) > x * shape_cosine(best * 128) + y * shape_sine(best * 128))
      best = k;
  return best + 1;
}

/* Adds something rare: a freighter on a route; a wreck, a comet or a station in open space. */
static void add_rarity(struct sprite_list *list, const struct tile_layout *layout, struct seed_stream *stream) {
  const int which = seed_below(stream, 20);
  for (int i = 0; i < layout->tile->feature_count && which < 2; i++) {
    const struct shape_line *line = &layout->ways[i].line;
    const int at = line->count * (which == 0 ? 1 : 4) / 5;
    if (line->count == 0 || at + 1 >= line->count || shape_distance(line->at[at], layout->anchors[i]) < 230) continue;
    sprite_add_layer(list, "ship", 0, line->at[at], 1);
    list->at[list->count - 1].heading = heading_at(line, at);
    return;
  }
  for (int k = 0; k < 20 && which > 16; k++) {
    const struct shape_point at = shape_random(stream, 130, SHAPE_TILE - 130);
    if (!is_open(layout, at, 120)) continue;
    sprite_add(list, "thing", which - 17, at);
    return;
  }
}

static void add_sprites(struct sprite_list *list, const struct tile_layout *layout, int number, struct card_look look) {
  static const int tries[ROCK_SIZES] = {3, 14, 60, 130, 200};
  const tess_tile_def *tile = layout->tile;
  struct seed_stream stream = seed_of_text(tile->id);
  stream.state += (uint64_t)look.draw;

  /* 1. Add rocks to the fields. A rock stays a little inside its field and on the tile (those across an edge belong to
   * a pair of tiles), and covers no symbol and no route that ends in the field. */
  for (int i = 0; i < tile->feature_count; i++) {
    if (tile->features[i].type != TESS_TYPE_ASTEROIDS) continue;
    struct map_distances distances;
    map_measure(&layout->map, i, false, &distances);
    for (int size = 0; size < ROCK_SIZES; size++)
      for (int k = 0; k < tries[size]; k++) {
        const int radius = rock_radii[size];
        const struct shape_point p = shape_random(&stream, radius, SHAPE_TILE - radius);
        bool free = distances.at[p.y / MAP_CELL][p.x / MAP_CELL] >= radius * 3 / 4;
        for (int badge = 0; free && badge < layout->badge_count; badge++)
          free = shape_distance(layout->badges[badge].at, p) >= radius + 130;
        for (int way = 0; free && way < tile->feature_count; way++)
          free = layout->ways[way].curve.parts == 0 || shape_line_distance(&layout->ways[way].line, p) >= radius + 40;
        if (free) add_rock(list, size, seed_below(&stream, ROCK_SORTS), p);
      }
  }
  add_rarity(list, layout, &stream);

  /* 2. Add what stands in the middle and where routes end, and the symbols. */
  for (int i = 0; i < tile->feature_count; i++)
    if (tile->features[i].type == TESS_TYPE_ROUTE && layout_gate(layout, i) >= 0)
      sprite_add_layer(list, "dock", 0, layout->ways[i].line.at[layout->ways[i].line.count - 1], 1);
  if (layout->hub_radius > 0) sprite_add_layer(list, "station", 0, layout->hub, 1);
  if (layout->center_radius > 0) sprite_add_layer(list, "planet", number, layout->center, 1);
  for (int i = 0; i < layout->badge_count; i++)
    sprite_add_layer(list, "faction", layout->badges[i].sort, layout->badges[i].at, 2);
}

const struct scene space_scene = {define, put_ground, add_sprites};
