/* Tiles in pictures: laid side by side, single, in sheets of a whole set, and as parts for callers that compose boards
 * themselves. */
#include <assert.h>

#include "picture/scene.h"

/* ---- Definitions ---- */

static const struct scene *scene_of(tess_rules rules) {
  return rules == TESS_RULES_STAR_WARS ? &space_scene : &meadow_scene;
}

/* Writes the definitions that all pictures of a theme need: those of its scene, the clouds "tint0" to "tint5", and the
 * clip path "tile". */
static void define_scene(struct svg_writer *svg, const struct picture_theme *theme) {
  scene_of(theme->rules)->define(svg, theme);
  for (int i = 0; i < THEME_TINTS; i++)
    svg_format(svg,
               "<radialGradient id=\"tint%d\"><stop offset=\"0\" stop-color=\"%s\" stop-opacity=\"%s\"/><stop "
               "offset=\"1\" stop-color=\"%s\" stop-opacity=\"0\"/></radialGradient>\n",
               i, theme->tints[i], theme->tint_strength, theme->tints[i]);
  svg_put(svg, "<clipPath id=\"tile\"><path d=\"M-4 -4h1008v1008h-1008z\"/></clipPath>\n");
}

/* Writes what turns with a tile, slightly larger than the tile. It is clipped by "tile", which extends over the tile's
 * edges, too, so that no gap appears between two tiles. */
static void put_ground(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout) {
  svg_put(svg, "<g transform=\"scale(1.008) translate(-4 -4)\">");
  scene_of(theme->rules)->put_ground(svg, theme, layout);
  svg_put(svg, "</g>");
}

/* Writes the definition of the planet of a tile, if it has one. */
static void define_planet(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                          int number, struct card_look look) {
  if (theme->rules == TESS_RULES_STAR_WARS && layout->center_radius > 0)
    planet_define(svg, theme, layout, number, look);
}

/* ---- The ground by its place on the table ---- */

enum {
  CLOUDS_OF_CELL = 3,
  REGION = 3,
  BAND_APART = 17
}; /* CLOUDS_OF_CELL: clouds of a cell; REGION: cells along a region's side; BAND_APART: distance between two bands */

/* The number of the cell, along one axis, in which a coordinate of the picture lies. */
static int cell_of(int coordinate) { return (coordinate + 512 * SHAPE_TILE) / SHAPE_TILE - 512; }

/* The sort of stars of a cell, given by its upper left corner; it differs from those of the eight cells around. */
static int stars_of(struct shape_point corner) {
  return (cell_of(corner.x) + 512 + 3 * (cell_of(corner.y) + 512)) % SCATTER_SORTS;
}

/* The look of a tile, by its kind and the number of its draw; equal tiles drawn one after the other differ. */
static struct card_look look_of(const tess_tile_def *tile, int draw) {
  struct seed_stream stream = seed_of_text(tile->id);
  const int scatter = seed_below(&stream, SCATTER_SORTS), variant = seed_below(&stream, CARD_VARIANTS);
  return (struct card_look){draw, (scatter + draw) % SCATTER_SORTS, (variant + draw) % CARD_VARIANTS};
}

/* Writes a soft cloud of a cell (given by its upper left corner), if it reaches the square with another corner. Each
 * region has its own colours and density, and bands cross the table. */
static void put_cloud(struct svg_writer *svg, struct shape_point corner, int number, struct shape_point square) {
  const int x = cell_of(corner.x), y = cell_of(corner.y);
  struct seed_stream region = seed_of_pair((x + 512 * REGION) / REGION, (y + 512 * REGION) / REGION);
  struct seed_stream stream = seed_of_pair(corner.x + number, corner.y);
  const int first = seed_below(&region, THEME_TINTS - 1), second = seed_below(&region, THEME_TINTS - 1);
  const bool band = number == 0 && (2 * x + 3 * y + 512 * BAND_APART) % BAND_APART < 3;
  const struct shape_point off = shape_random(&stream, 0, SHAPE_TILE);
  const struct shape_point at = {corner.x + off.x, corner.y + off.y};
  const int radius = seed_between(&stream, 350, 900);
  const int tint = band ? THEME_TINTS - 1 : seed_below(&stream, 3) > 0 ? first : second;
  const int strength = band ? 10 : seed_between(&region, 3, 9) + seed_between(&stream, 0, 2);
  const struct shape_point nearest = {at.x < square.x                ? square.x
                                      : at.x > square.x + SHAPE_TILE ? square.x + SHAPE_TILE
                                                                     : at.x,
                                      at.y < square.y                ? square.y
                                      : at.y > square.y + SHAPE_TILE ? square.y + SHAPE_TILE
                                                                     : at.y};
  if (shape_distance(at, nearest) >= radius) return;
  svg_format(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#tint%d)\"", at.x, at.y, radius, tint);
  if (strength < 10) svg_format(svg, " opacity=\".%d\"", strength);
  svg_put(svg, "/>");
}

/* Draws the rocks across an edge of a tile whose upper left corner is 0,0. */
static void put_seam(struct svg_writer *svg, int edge) {
  struct sprite_list rocks = {0};
  rock_add_seam(&rocks);
  sprite_put(svg, &rocks, edge);
}

/* ---- Tiles side by side ---- */

void placed_tiles_add(struct placed_tiles *list, const tess_tile_def *tile, int kind, int draw, int rotation,
                      struct shape_point at) {
  assert(list->count < (int)(sizeof list->at / sizeof *list->at));
  list->at[list->count++] = (struct placed_tile){tile, kind, draw, rotation, at};
}

/* True for the half of a source that lies at 1,0; the other half lies at 0,0 (CL-9.1). */
static bool east_half(const tess_tile_def *tile, struct shape_point corner) {
  return layout_is_source(tile) && cell_of(corner.x) % 2 != 0;
}

/* Computes the layout of a tile with this upper left corner. The two halves of a source share one broad spring between
 * them. */
static void lay_out(struct tile_layout *out, const tess_tile_def *tile, struct shape_point corner) {
  layout_build(out, tile);
  if (layout_is_source(tile)) out->pond.x = east_half(tile, corner) ? 0 : SHAPE_TILE;
}

/* A number for the ground of a tile; tiles with the same number have the same ground. */
static int ground_of(const struct placed_tile *p) { return p->kind + (east_half(p->tile, p->at) ? TESS_MAX_KINDS : 0); }

void placed_tiles_define(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tiles *list) {
  /* 1. Write the shared definitions, and the cells with placed tiles. */
  define_scene(svg, theme);
  svg_put(svg, "<path id=\"cells\" d=\"");
  for (int i = 0; i < list->count; i++) svg_format(svg, "M%d %dh1000v1000h-1000z", list->at[i].at.x, list->at[i].at.y);
  svg_put(svg, "\"/>\n<clipPath id=\"laid\"><use href=\"#cells\"/></clipPath>\n");

  /* 2. Define every planet, and each ground once. */
  for (int i = 0; i < list->count; i++) {
    const int ground = ground_of(&list->at[i]);
    struct tile_layout layout;
    lay_out(&layout, list->at[i].tile, list->at[i].at);
    define_planet(svg, theme, &layout, i, look_of(list->at[i].tile, list->at[i].draw));
    bool first = true;
    for (int k = 0; first && k < i; k++) first = ground_of(&list->at[k]) != ground;
    if (!first) continue;
    svg_format(svg, "<g id=\"ground%d\" clip-path=\"url(#tile)\">", ground);
    put_ground(svg, theme, &layout);
    svg_put(svg, "</g>\n");
  }
}

/* Draws rocks across the edges of a placed tile that have asteroid fields. An edge between two tiles has the same rocks
 * for both; they are written with the lower or the right tile. */
static void put_seams(struct svg_writer *svg, const struct placed_tiles *list, const struct placed_tile *p) {
  svg_format(svg, "<g transform=\"translate(%d %d)\">", p->at.x, p->at.y);
  for (int edge = 0; edge < 4; edge++) {
    const struct shape_point beside = shape_step(p->at, shape_inward(edge), -SHAPE_TILE);
    bool touched = false;
    for (int i = 0; i < list->count; i++)
      touched = touched || (list->at[i].at.x == beside.x && list->at[i].at.y == beside.y);
    const bool written = touched && (edge == 1 || edge == 2);
    if (!written && p->tile->edges[(edge - p->rotation) & 3] == TESS_EDGE_CITY) put_seam(svg, edge);
  }
  svg_put(svg, "</g>\n");
}

/* Writes what is scattered over a cell: stars of the sky, or plants of the tile's meadow, which turn with the tile. */
static void put_scatter(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tile *p) {
  const bool space = theme->rules == TESS_RULES_STAR_WARS;
  svg_format(svg, "<use href=\"#scatter%d\" transform=\"translate(%d %d)",
             space ? stars_of(p->at) : look_of(p->tile, p->draw).scatter, p->at.x, p->at.y);
  if (!space && p->rotation) svg_format(svg, " rotate(%d 500 500)", p->rotation * 90);
  svg_put(svg, "\"/>");
}

void placed_tiles_put(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tiles *list) {
  /* 1. Draw a shadow, and the ground of all cells. */
  svg_put(svg, "<use href=\"#cells\" x=\"14\" y=\"26\" stroke=\"#000\" stroke-width=\"60\" stroke-linejoin=\"round\" "
               "opacity=\".3\"/>\n");
  svg_format(svg, "<use href=\"#cells\" fill=\"%s\"/>\n<g clip-path=\"url(#laid)\">", theme->ground);

  /* 2. Draw soft clouds across the edges of tiles, and what is scattered over the cells. */
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < CLOUDS_OF_CELL; k++) put_cloud(svg, list->at[i].at, k, list->at[i].at);
  for (int i = 0; i < list->count; i++) put_scatter(svg, theme, &list->at[i]);
  svg_put(svg, "</g>\n");

  /* 3. Draw what turns with the tiles, and the grid. */
  for (int i = 0; i < list->count; i++) {
    const struct placed_tile *p = &list->at[i];
    svg_format(svg, "<use href=\"#ground%d\" transform=\"translate(%d %d)", ground_of(p), p->at.x, p->at.y);
    if (p->rotation) svg_format(svg, " rotate(%d 500 500)", p->rotation * 90);
    svg_put(svg, "\"/>\n");
  }
  svg_format(svg, "<use href=\"#cells\" fill=\"none\" stroke=\"%s\" stroke-width=\"7\" opacity=\".15\"/>\n",
             theme->grid);

  /* 4. Draw what stands on them. */
  if (theme->rules == TESS_RULES_STAR_WARS) {
    svg_put(svg, "<g clip-path=\"url(#laid)\">");
    for (int i = 0; i < list->count; i++) put_seams(svg, list, &list->at[i]);
    svg_put(svg, "</g>\n");
  }
  for (int i = 0; i < list->count; i++) {
    const struct placed_tile *p = &list->at[i];
    struct tile_layout layout;
    struct sprite_list sprites = {0};
    lay_out(&layout, p->tile, p->at);
    scene_of(theme->rules)->add_sprites(&sprites, &layout, i, look_of(p->tile, p->draw));
    svg_format(svg, "<g transform=\"translate(%d %d)\">", p->at.x, p->at.y);
    sprite_put(svg, &sprites, p->rotation);
    arrow_put(svg, p->tile, p->rotation);
    svg_put(svg, "</g>\n");
  }
}

/* ---- Single tiles and sheets ---- */

enum { GAP = 220, LABEL = 270, COLUMNS = 8 };

void picture_tile(const tess_tile_def *tile, tess_rules rules, int rotation, const struct picture_theme *theme,
                  int size, picture_sink sink, void *user) {
  struct svg_writer svg;
  struct placed_tiles list = {0};
  assert(tile && rotation >= 0 && rotation < 4);
  theme = theme_or_default(theme, rules);
  placed_tiles_add(&list, tile, 0, 0, rotation, (struct shape_point){0, 0});
  svg_open(&svg, sink, user, (struct svg_box){0, 0, SHAPE_TILE, SHAPE_TILE}, size);
  svg_put(&svg, "<defs>\n");
  placed_tiles_define(&svg, theme, &list);
  svg_put(&svg, "</defs>\n");
  placed_tiles_put(&svg, theme, &list);
  svg_close(&svg);
}

void picture_sheet(const tess_tile_def *tiles, size_t count, tess_rules rules, const struct picture_theme *theme,
                   int size, picture_sink sink, void *user) {
  struct svg_writer svg;
  struct placed_tiles list = {0};
  assert(tiles && count > 0 && count <= TESS_MAX_KINDS);
  theme = theme_or_default(theme, rules);
  int columns = count < COLUMNS ? (int)count : COLUMNS;
  int rows = ((int)count + columns - 1) / columns;
  int across = SHAPE_TILE + GAP, down = SHAPE_TILE + GAP + LABEL;
  for (int i = 0; i < (int)count; i++)
    placed_tiles_add(&list, &tiles[i], i, 0, 0, (struct shape_point){i % columns * across, i / columns * down});
  struct svg_box view = {-GAP, -GAP, columns * across + GAP, rows * down + GAP};
  svg_open(&svg, sink, user, view, size);
  svg_put(&svg, "<defs>\n");
  placed_tiles_define(&svg, theme, &list);
  svg_format(&svg, "</defs>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", view.x - 99,
             view.y - 99, view.width + 198, view.height + 198, theme->table);
  placed_tiles_put(&svg, theme, &list);
  svg_put(&svg, "<g font-family=\"sans-serif\" font-size=\"110\">\n");
  for (int i = 0; i < list.count; i++) {
    const struct placed_tile *p = &list.at[i];
    svg_format(&svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\" font-weight=\"bold\">", p->at.x, p->at.y + 1140, theme->text);
    svg_text(&svg, p->tile->id, TESS_ID_SIZE);
    svg_format(&svg, "</text><text x=\"%d\" y=\"%d\" fill=\"%s\">\xC3\x97%d%s</text>\n", p->at.x, p->at.y + 1270,
               theme->faint, p->tile->count, p->tile->start ? " \xE2\x98\x85" : "");
  }
  svg_put(&svg, "</g>\n");
  svg_close(&svg);
}

/* ---- Parts ---- */

enum { CLOUDS = 3, SALT = 5 };

void picture_part_definitions(const struct picture_theme *theme, picture_sink sink, void *user) {
  struct svg_writer svg;
  svg_begin(&svg, sink, user);
  define_scene(&svg, theme);

  /* Clouds that are the same on every tile and continue where two tiles meet. */
  struct seed_stream stream = seed_of_pair(CLOUDS, SALT);
  svg_put(&svg, "<g id=\"clouds\" opacity=\".6\">");
  for (int i = 0; i < CLOUDS; i++) {
    const struct shape_point middle = shape_random(&stream, 0, SHAPE_TILE);
    const int radius = seed_between(&stream, 450, 650);
    for (int k = 0; k < 9; k++) {
      const struct shape_point at = {middle.x + (k % 3 - 1) * SHAPE_TILE, middle.y + (k / 3 - 1) * SHAPE_TILE};
      const struct shape_point nearest = {at.x < 0            ? 0
                                          : at.x > SHAPE_TILE ? SHAPE_TILE
                                                              : at.x,
                                          at.y < 0            ? 0
                                          : at.y > SHAPE_TILE ? SHAPE_TILE
                                                              : at.y};
      if (shape_distance(at, nearest) < radius)
        svg_format(&svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#tint%d)\"/>", at.x, at.y, radius, i);
    }
  }
  svg_put(&svg, "</g>\n");
  svg_end(&svg);
}

void picture_part_tile(const tess_tile_def *tile, int number, int draw, int rotation, const struct picture_cell *cell,
                       const struct picture_theme *theme, picture_sink sink, void *user) {
  assert(tile && theme && number >= 0 && draw >= 0 && rotation >= 0 && rotation < 4);
  const bool space = theme->rules == TESS_RULES_STAR_WARS;
  const struct shape_point corner = {cell ? cell->x * SHAPE_TILE : 0, cell ? cell->y * SHAPE_TILE : 0};
  const struct card_look look = look_of(tile, draw);
  struct svg_writer svg;
  struct tile_layout layout;
  struct sprite_list sprites = {0};
  if (cell)
    lay_out(&layout, tile, corner);
  else
    layout_build(&layout, tile);
  svg_begin(&svg, sink, user);
  svg_put(&svg, "<defs>");
  define_planet(&svg, theme, &layout, number, look);
  svg_put(&svg, "</defs>");

  /* 1. Draw the ground, clipped at the edges of the tile, with the clouds of the cells around or those that suit any
   * cell. */
  svg_format(&svg, "<g clip-path=\"url(#tile)\"><path fill=\"%s\" d=\"M-4 -4h1008v1008h-1008z\"/>", theme->ground);
  if (cell) {
    svg_format(&svg, "<g transform=\"translate(%d %d)\">", -corner.x, -corner.y);
    for (int i = 0; i < 9 * CLOUDS_OF_CELL; i++) {
      const struct shape_point beside = {corner.x + (i % 3 - 1) * SHAPE_TILE, corner.y + (i / 3 % 3 - 1) * SHAPE_TILE};
      put_cloud(&svg, beside, i / 9, corner);
    }
    svg_put(&svg, "</g>");
  } else
    svg_put(&svg, "<use href=\"#clouds\"/>");
  const struct placed_tile placed = {tile, 0, draw, rotation, corner};
  svg_format(&svg, "<g transform=\"translate(%d %d)\">", -corner.x, -corner.y);
  put_scatter(&svg, theme, &placed);
  svg_put(&svg, "</g><g");
  if (rotation > 0) svg_format(&svg, " transform=\"rotate(%d 500 500)\"", rotation * 90);
  svg_put(&svg, ">");
  put_ground(&svg, theme, &layout);
  svg_put(&svg, "</g>");

  /* 2. Draw rocks across the edges of asteroid fields; the neighbouring tile draws their other halves. */
  for (int edge = 0; edge < 4 && space; edge++)
    if (tile->edges[(edge - rotation) & 3] == TESS_EDGE_CITY) put_seam(&svg, edge);
  svg_format(&svg,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"9\" opacity=\".15\" d=\"M0 "
             "0h1000v1000h-1000z\"/></g>\n",
             theme->grid);

  /* 3. Draw what stands on it. */
  scene_of(theme->rules)->add_sprites(&sprites, &layout, number, look);
  sprite_put(&svg, &sprites, rotation);
  arrow_put(&svg, tile, rotation);
  svg_end(&svg);
}

void picture_part_meeple(tess_piece piece, tess_colour colour, tess_type on, picture_sink sink, void *user) {
  struct svg_writer svg;
  svg_begin(&svg, sink, user);
  meeple_put(&svg, (struct meeple_look){piece, colour, on}, (struct shape_point){PICTURE_MEEPLE_X, PICTURE_MEEPLE_Y},
             MEEPLE_PERCENT);
  svg_end(&svg);
}
