/* Classic tiles: meadows, roads with villages, cities, monasteries, gardens and the river. */
#include "picture/scene.h"

/* ---- Things scattered over a cell, for any tile that lies there ---- */

static void define(struct svg_writer *svg, const struct picture_theme *theme) {
  const struct theme_land *c = &theme->land;
  for (int number = 0; number < SCATTER_SORTS; number++) {
    /* 1. Two patches of fields, or one and a trodden path. */
    struct seed_stream stream = seed_of_pair(number, 11);
    svg_format(svg, "<g id=\"scatter%d\" fill=\"none\" stroke-linecap=\"round\">", number);
    for (int i = 0; i < 1 + number % 2; i++) {
      /* Draw a patch of a field: furrows in a slanted square, with a hedge along two of its sides. */
      const struct shape_point at = shape_random(&stream, 230, SHAPE_TILE - 230);
      const int width = seed_between(&stream, 120, 230), height = seed_between(&stream, 90, 180);
      const int lean = seed_between(&stream, -50, 50), apart = seed_between(&stream, 26, 40);
      svg_format(svg, "<g transform=\"translate(%d %d) rotate(%d)\"><path stroke=\"none\" fill=\"%s\" opacity=\".65\" ",
                 at.x, at.y, seed_between(&stream, -30, 30), c->crops[seed_below(&stream, 3)]);
      svg_format(svg, "d=\"M%d %dH%dL%d %dH%dZ\"/><path stroke=\"%s\" stroke-width=\"6\" opacity=\".55\" d=\"",
                 lean - width, -height, lean + width, width - lean, height, -width - lean, c->tuft);
      for (int y = apart - height; y < height; y += apart) {
        const int shift = -lean * y / height;
        svg_format(svg, "M%d %dH%d", shift - width + 12, y, shift + width - 12);
      }
      svg_format(svg,
                 "\"/><path stroke=\"%s\" stroke-width=\"24\" stroke-dasharray=\"1 25\" d=\"M%d %dL%d %dH%d\"/></g>",
                 c->leaf, lean - width, -height, -width - lean, height, width - lean);
    }
    if (number % 2 == 0) {
      const struct shape_point a = shape_random(&stream, 60, 940), b = shape_random(&stream, 60, 940);
      svg_format(
          svg,
          "<path stroke=\"%s\" stroke-width=\"20\" stroke-dasharray=\"44 26\" opacity=\".75\" d=\"M%d %dQ%d %d %d "
          "%dT%d %d\"/>",
          c->path, a.x, a.y, a.x, b.y, (a.x + b.x) / 2, (a.y + b.y) / 2, b.x, b.y);
    }
    /* 2. Grass and flowers. */
    svg_format(svg, "<path stroke=\"%s\" stroke-width=\"7\" d=\"", c->tuft);
    for (int i = 0; i < 26; i++) {
      const struct shape_point p = shape_random(&stream, 25, SHAPE_TILE - 25);
      svg_format(svg, "M%d %dl-9 -16m9 16v-22m0 22l9 -16", p.x, p.y);
    }
    svg_format(svg, "\"/><g stroke=\"%s\">", c->flower);
    scatter_put_dots(svg, 14, 11, ".9", &stream);
    svg_put(svg, "</g></g>\n");
  }
  building_define(svg, theme);
  building_define_landmarks(svg, theme);
  building_define_small(svg, theme);
  symbol_define_arms(svg, theme);
}

/* ---- The ground ---- */

/* Draws the source or the lake, enlarged by `grow` units. */
static void put_pond(struct svg_writer *svg, const struct tile_layout *layout, int grow, const char *fill) {
  if (layout->pond_radius == 0) return;
  struct seed_stream stream = seed_of_text(layout->tile->id);
  int radius = layout->pond_radius + grow;
  svg_put(svg, "<path d=\"");
  shape_put_blob(svg, layout->pond, radius * layout->pond_stretch / 10, radius, 11, 14, &stream);
  svg_format(svg, "\" fill=\"%s\"/>", fill);
}

/* Draws roads: with `gates` those that lead into a city, below its walls; otherwise all others, above. */
static void put_roads(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                      bool gates) {
  const struct theme_land *c = &theme->land;
  for (int feature = 0; feature < layout->tile->feature_count; feature++) {
    if (layout->tile->features[feature].type != TESS_TYPE_ROAD || (layout_gate(layout, feature) >= 0) != gates)
      continue;
    const struct layout_way *way = &layout->ways[feature];
    shape_put_stroke(svg, &way->curve, c->kerb, 88, "");

    /* Draw parapets where the road crosses the river. */
    int first = -1, last = -1;
    for (int i = 0; i < way->line.count && layout->water.curve.parts > 0; i++) {
      if (shape_line_distance(&layout->water.line, way->line.at[i]) > 110) continue;
      if (first < 0) first = i;
      last = i;
    }
    for (int i = 0; i < 2 && last > first; i++) {
      svg_put(svg, "<path d=\"");
      shape_put_line(svg, &way->line, first, last);
      svg_format(svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"/>", i ? c->wall : c->mortar, i ? 100 : 116);
    }

    shape_put_stroke(svg, &way->curve, c->road, 68, "");
    shape_put_stroke(svg, &way->curve, c->kerb, 8,
                     " stroke-dasharray=\"30 34\" stroke-linecap=\"round\" opacity=\".45\"");
  }
}

/* Draws the pavement and walls of a city. */
static void put_city(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                     int feature) {
  const struct theme_land *c = &theme->land;
  const struct outline region = outline_of(layout->tile, feature);
  struct shape_curve curves[2];
  const int count = outline_curves(region, curves);
  for (int i = 0; i < count; i++) shape_put_stroke(svg, &curves[i], "#000", 104, " opacity=\".16\"");
  svg_put(svg, "<path d=\"");
  outline_put(svg, region);
  svg_format(svg, "\" fill=\"%s\"/>", c->pavement);

  /* Cobbles: short strokes scattered over the pavement. */
  struct seed_stream stream = seed_of_text(layout->tile->id);
  svg_format(svg,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"7\" stroke-linecap=\"round\" opacity=\".28\" d=\"M0 0",
             c->mortar);
  for (int i = 0; i < 110; i++) {
    const struct shape_point p = shape_random(&stream, 20, SHAPE_TILE - 20);
    if (map_at(&layout->map, p) == feature) svg_format(svg, "M%d %dh14", p.x, p.y);
  }
  svg_put(svg, "\"/>");

  for (int i = 0; i < count; i++) {
    shape_put_stroke(svg, &curves[i], c->mortar, 56, "");
    shape_put_stroke(svg, &curves[i], c->wall, 42, "");
    shape_put_stroke(svg, &curves[i], c->mortar, 42, " stroke-dasharray=\"6 30\" opacity=\".6\"");
    shape_put_stroke(svg, &curves[i], c->mortar, 5, " opacity=\".6\"");
  }
}

/* Draws a hedge around four beds and a basin. */
static void put_garden(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout) {
  const struct theme_land *c = &theme->land;
  int r = layout->garden_radius;
  if (r == 0) return;
  svg_format(svg,
             "<g transform=\"translate(%d %d)\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"26\" "
             "fill=\"%s\" stroke=\"%s\" stroke-width=\"20\"/>",
             layout->garden.x, layout->garden.y, -r * 4 / 5, -r * 4 / 5, r * 8 / 5, r * 8 / 5, c->road, c->hedge);
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
  svg_format(svg, "<circle r=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"7\"/></g>", r / 5, c->water, c->wall);
}

static void put_ground(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout) {
  /* 1. Draw the water with its banks and ripples. */
  const struct theme_land *c = &theme->land;
  shape_put_stroke(svg, &layout->water.curve, c->bank, 190, "");
  put_pond(svg, layout, 28, c->bank);
  shape_put_stroke(svg, &layout->water.curve, c->water, 148, "");
  put_pond(svg, layout, 0, c->water);
  shape_put_stroke(svg, &layout->water.curve, c->ripple, 9,
                   " stroke-dasharray=\"70 110\" stroke-linecap=\"round\" opacity=\".8\"");
  const struct shape_point p = layout->pond;
  if (layout->pond_radius > 0)
    svg_format(svg,
               "<path d=\"M%d %dq30 -18 60 0t60 0M%d %dq30 -18 60 0t60 0\" fill=\"none\" stroke=\"%s\" "
               "stroke-width=\"9\" stroke-linecap=\"round\"/>",
               p.x - 80, p.y - 40, p.x - 30, p.y + 40, c->ripple);

  /* 2. Draw roads and cities. */
  put_roads(svg, theme, layout, true);
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->tile->features[i].type == TESS_TYPE_CITY) put_city(svg, theme, layout, i);
  put_roads(svg, theme, layout, false);

  /* 3. Draw fields that reach no edge and lie within another feature, with a hedge around. */
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->inner_radius[i] > 0)
      svg_format(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"20\"/>",
                 layout->inner[i].x, layout->inner[i].y, layout->inner_radius[i], theme->ground, c->hedge);

  /* 4. Draw the ground of a village, and the garden. */
  for (int i = 0; i < 2 && layout->hub_radius > 0; i++) {
    struct seed_stream stream = seed_of_text(layout->tile->id);
    svg_put(svg, "<path d=\"");
    shape_put_blob(svg, layout->hub, 118 - 12 * i, 112 - 12 * i, 9, 10, &stream);
    svg_format(svg, "\" fill=\"%s\"/>", i ? theme->land.road : theme->land.kerb);
  }
  put_garden(svg, theme, layout);
}

/* ---- What stands upright ---- */

/* True if a road, or in near_badge() a coat of arms, is nearer to a point than `distance`. */
static bool near_road(const struct tile_layout *layout, struct shape_point at, int distance) {
  for (int i = 0; i < layout->tile->feature_count; i++)
    if (layout->ways[i].curve.parts > 0 && shape_line_distance(&layout->ways[i].line, at) < distance) return true;
  return false;
}

static bool near_badge(const struct tile_layout *layout, struct shape_point at, int distance) {
  for (int i = 0; i < layout->badge_count; i++)
    if (shape_distance(layout->badges[i].at, at) < distance) return true;
  return false;
}

/* Adds the towers, landmarks, houses and arms of a city. */
static void add_city(struct sprite_list *list, const struct tile_layout *layout, int feature, struct card_look look) {
  const struct shape_point anchor = layout->anchors[feature];
  struct seed_stream stream = seed_of_text(layout->tile->id);
  stream.state += (uint64_t)look.draw;

  /* 1. Add towers where walls end at the corners of the tile, and in the middle of a wall without a gate. */
  struct shape_curve curves[2];
  const int count = outline_curves(outline_of(layout->tile, feature), curves);
  for (int i = 0; i < count; i++) {
    const struct shape_line line = shape_flatten(&curves[i]);
    sprite_add(list, "tower", 0, line.at[0]);
    sprite_add(list, "tower", 0, line.at[line.count - 1]);
    for (int k = 1; k < 3; k++) {
      const struct shape_point at = line.at[line.count * k / 3];
      if (!near_road(layout, at, 120)) sprite_add(list, "tower", 0, at);
    }
  }

  /* 2. Add a landmark for every coat of arms, every second one mirrored. The longer the search for a place lasts, the
   * closer it may be to other things. */
  struct map_distances distances;
  map_measure(&layout->map, feature, false, &distances);
  for (int i = 0, landmark = look.variant % (BUILDING_LANDMARKS / 2); i < layout->badge_count; i++) {
    if (layout->badges[i].feature != feature) continue;
    for (int k = 0; k < 300; k++) {
      const int room = 260 - k / 2;
      const struct shape_point p = shape_random(&stream, 140, SHAPE_TILE - 140);
      if (distances.at[p.y / MAP_CELL][p.x / MAP_CELL] < 60 + room / 3 || !sprite_clear(list, p, room * 3 / 4))
        continue;
      if (near_road(layout, p, room / 2) || near_badge(layout, p, room * 4 / 5) || shape_distance(anchor, p) < room)
        continue;
      sprite_add(list, "landmark", landmark, p);
      landmark = (landmark + BUILDING_LANDMARKS / 2) % BUILDING_LANDMARKS;
      break;
    }
  }

  /* 3. Add houses wherever there is room. Those of a quarter have roofs of one colour; streets separate quarters. */
  const struct shape_point market = {anchor.x + seed_between(&stream, -90, 90),
                                     anchor.y + seed_between(&stream, -90, 90)};
  const int turn = seed_below(&stream, SHAPE_FULL_TURN);
  for (int i = 0; i < 300; i++) {
    const struct shape_point p = shape_random(&stream, 60, SHAPE_TILE - 60);
    const struct shape_point off = {p.x - market.x, p.y - market.y};
    const int across = (off.x * shape_cosine(turn) + off.y * shape_sine(turn)) / 1000;
    const int along = (off.y * shape_cosine(turn) - off.x * shape_sine(turn)) / 1000;
    const int roofs = ((across > 0) + 2 * (along > 0)) % 3, house = 2 * roofs + seed_below(&stream, 2);
    const bool street = (across > -56 && across < 56) || (along > -56 && along < 56);
    if (street || distances.at[p.y / MAP_CELL][p.x / MAP_CELL] < 80 || !sprite_clear(list, p, 104)) continue;
    if (near_road(layout, p, 80) || near_badge(layout, p, 150) || shape_distance(anchor, p) < 80) continue;
    sprite_add(list, "house", house, p);
  }

  /* 4. Add coats of arms in front of everything. */
  for (int i = 0; i < layout->badge_count; i++)
    if (layout->badges[i].feature == feature)
      sprite_add_layer(list, "arms", look.variant % SYMBOL_ARMS, layout->badges[i].at, 2);
}

/* True for a point in a field and not at the edge of the tile. */
static bool is_field(const struct tile_layout *layout, struct shape_point p) {
  if (p.x < 50 || p.y < 50 || p.x > SHAPE_TILE - 50 || p.y > SHAPE_TILE - 50) return false;
  int owner = map_at(&layout->map, p);
  return owner == MAP_NONE ||
         (owner < layout->tile->feature_count && layout->tile->features[owner].type == TESS_TYPE_FIELD);
}

/* True if there is only field within `room` of a point. */
static bool open_field(const struct tile_layout *layout, struct shape_point p, int room) {
  if (!is_field(layout, p)) return false;
  for (int i = 0; i < 8; i++)
    if (!is_field(layout, shape_polar(p, i * SHAPE_FULL_TURN / 8, room))) return false;
  return true;
}

static void add_sprites(struct sprite_list *list, const struct tile_layout *layout, int number, struct card_look look) {
  (void)number;
  const tess_tile_def *tile = layout->tile;
  struct seed_stream stream = seed_of_text(tile->id);
  stream.state += (uint64_t)look.draw;

  /* 1. Add gates where roads enter cities, then the cities, then a monastery. */
  for (int i = 0; i < tile->feature_count; i++) {
    const int gate = tile->features[i].type == TESS_TYPE_ROAD ? layout_gate(layout, i) : -1;
    if (gate >= 0) sprite_add(list, "gate", 0, layout->ways[i].line.at[gate]);
  }
  for (int i = 0; i < tile->feature_count; i++)
    if (tile->features[i].type == TESS_TYPE_CITY) add_city(list, layout, i, look);
  if (layout->center_radius > 0) sprite_add(list, "monastery", look.variant % BUILDING_MONASTERIES, layout->center);

  /* 2. Add a village: a well and houses around it. */
  if (layout->hub_radius > 0) sprite_add(list, "well", 0, layout->hub);
  for (int i = 0; i < 16 && layout->hub_radius > 0; i++) {
    const struct shape_point p = shape_polar(layout->hub, (2 * i + 1) * SHAPE_FULL_TURN / 8 + (i / 4) * 24, 162);
    const int house = seed_below(&stream, BUILDING_HOUSES);
    if (open_field(layout, p, 44) && sprite_clear(list, p, 110)) sprite_add(list, "house", house, p);
  }

  /* 3. Add groves on the fields. */
  for (int i = 0; i < 9; i++) {
    /* Add a few trees of one sort, or sheep. */
    struct shape_point center = shape_random(&stream, 80, SHAPE_TILE - 80);
    int sort = seed_below(&stream, 3), trees = seed_between(&stream, 2, 5);
    bool sheep = seed_below(&stream, 5) == 0;
    for (int k = 0; k < trees; k++) {
      int angle = seed_below(&stream, SHAPE_FULL_TURN);
      struct shape_point p = shape_polar(center, angle, seed_between(&stream, 0, 110));
      int plant = seed_below(&stream, 4) ? sort : BUILDING_PLANTS - 1;
      if (!open_field(layout, p, 60) || !sprite_clear(list, p, 74)) continue;
      sprite_add(list, sheep ? "sheep" : "plant", sheep ? 0 : plant, p);
    }
  }
}

const struct scene meadow_scene = {define, put_ground, add_sprites};
