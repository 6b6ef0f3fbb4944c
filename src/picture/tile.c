/* Tiles in pictures: laid out side by side, single, in sheets of a whole set, and as parts for those who put boards
 * together themselves. */
#include <assert.h>

#include "picture/scene.h"

/* ---- Definitions ---- */

static const struct scene *scene_of(tess_rules rules) {
  return rules == TESS_RULES_STAR_WARS ? &space_scene : &meadow_scene;
}

/* Writes the definitions of all pictures of a theme: those of its scene, the clouds "tint0" to "tint2", and the clip
 * path "tile". */
static void define_scene(struct svg_writer *svg, const struct picture_theme *theme) {
  scene_of(theme->rules)->define(svg, theme);
  for (int i = 0; i < 3; i++)
    svg_format(svg,
               "<radialGradient id=\"tint%d\"><stop offset=\"0\" stop-color=\"%s\" stop-opacity=\"%s\"/><stop "
               "offset=\"1\" stop-color=\"%s\" stop-opacity=\"0\"/></radialGradient>\n",
               i, theme->tints[i], theme->tint_strength, theme->tints[i]);
  svg_put(svg, "<clipPath id=\"tile\"><path d=\"M0 0h1000v1000h-1000z\"/></clipPath>\n");
}

/* Writes the definition of the planet of a tile, if it has one. */
static void define_planet(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                          int number) {
  if (theme->rules == TESS_RULES_STAR_WARS && layout->center_radius > 0)
    planet_define(svg, theme, layout->tile->id, layout->center_radius, number);
}

/* ---- Tiles side by side ---- */

void placed_tiles_add(struct placed_tiles *list, const tess_tile_def *tile, int kind, int rotation,
                      struct shape_point at) {
  assert(list->count < (int)(sizeof list->at / sizeof *list->at));
  list->at[list->count++] = (struct placed_tile){tile, kind, rotation, at};
}

void placed_tiles_define(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tiles *list) {
  /* 1. What all share; the cells where placed tiles lie. */
  define_scene(svg, theme);
  svg_put(svg, "<path id=\"cells\" d=\"");
  for (int i = 0; i < list->count; i++) svg_format(svg, "M%d %dh1000v1000h-1000z", list->at[i].at.x, list->at[i].at.y);
  svg_put(svg, "\"/>\n<clipPath id=\"laid\"><use href=\"#cells\"/></clipPath>\n");

  /* 2. Each kind once: its ground, its planet, and its sprites for every rotation that is used. */
  for (int i = 0; i < list->count; i++) {
    const int kind = list->at[i].kind;
    unsigned rotations = 0;
    bool first = true;
    for (int k = 0; k < list->count; k++) {
      if (list->at[k].kind != kind) continue;
      rotations |= 1u << list->at[k].rotation;
      if (k < i) first = false;
    }
    if (!first) continue;
    struct tile_layout layout;
    struct sprite_list sprites = {0};
    layout_build(&layout, list->at[i].tile);
    define_planet(svg, theme, &layout, kind);
    svg_format(svg, "<g id=\"ground%d\" clip-path=\"url(#tile)\">", kind);
    scene_of(theme->rules)->put_ground(svg, theme, &layout);
    svg_put(svg, "</g>\n");
    scene_of(theme->rules)->add_sprites(&sprites, &layout, kind);
    for (int rotation = 0; rotation < 4; rotation++) {
      if (!(rotations >> rotation & 1)) continue;
      svg_format(svg, "<g id=\"above%dr%d\">", kind, rotation);
      sprite_put(svg, &sprites, rotation);
      arrow_put(svg, list->at[i].tile, rotation);
      svg_put(svg, "</g>\n");
    }
  }
}

/* Rocks that lie across the upper and left edge of a placed_tile, where asteroid fields meet. */
static void put_seams(struct svg_writer *svg, const struct placed_tiles *list, const struct placed_tile *p) {
  for (int edge = 0; edge < 4; edge += 3) {
    const struct shape_point beside = shape_step(p->at, shape_inward(edge), -SHAPE_TILE);
    bool touched = false;
    for (int i = 0; i < list->count; i++)
      touched = touched || (list->at[i].at.x == beside.x && list->at[i].at.y == beside.y);
    if (!touched || p->tile->edges[(edge - p->rotation) & 3] != TESS_EDGE_CITY) continue;
    struct seed_stream stream = seed_of_pair(p->at.x + edge, p->at.y);
    struct sprite_list rocks = {0};
    rock_add_seam(&rocks, edge == 3, &stream);
    svg_format(svg, "<g transform=\"translate(%d %d)\">", p->at.x, p->at.y);
    sprite_put(svg, &rocks, 0);
    svg_put(svg, "</g>\n");
  }
}

void placed_tiles_put(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tiles *list) {
  /* 1. A shadow, and the ground of all cells. */
  svg_put(svg, "<use href=\"#cells\" x=\"14\" y=\"26\" stroke=\"#000\" stroke-width=\"60\" stroke-linejoin=\"round\" "
               "opacity=\".3\"/>\n");
  svg_format(svg, "<use href=\"#cells\" fill=\"%s\"/>\n<g clip-path=\"url(#laid)\">", theme->ground);

  /* 2. Soft clouds that run over the edges of tiles, two of each cell. */
  for (int i = 0; i < list->count; i++) {
    struct seed_stream stream = seed_of_pair(list->at[i].at.x, list->at[i].at.y);
    for (int k = 0; k < 2; k++) {
      struct shape_point p = shape_random(&stream, 0, SHAPE_TILE);
      int radius = seed_between(&stream, 350, 900), tint = seed_below(&stream, 3);
      svg_format(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#tint%d)\"/>", list->at[i].at.x + p.x,
                 list->at[i].at.y + p.y, radius, tint);
    }
  }

  /* 3. What is strewn over the cells: neighbours, diagonal ones too, get different sorts. */
  for (int i = 0; i < list->count; i++) {
    const struct shape_point at = list->at[i].at;
    const int sort = (at.x / SHAPE_TILE + 3 * (at.y / SHAPE_TILE)) & (SCATTER_SORTS - 1);
    svg_format(svg, "<use href=\"#scatter%d\" x=\"%d\" y=\"%d\"/>", sort, at.x, at.y);
  }
  svg_put(svg, "</g>\n");

  /* 4. What turns with the tiles, and the grid. */
  for (int i = 0; i < list->count; i++) {
    const struct placed_tile *p = &list->at[i];
    svg_format(svg, "<use href=\"#ground%d\" transform=\"translate(%d %d)", p->kind, p->at.x, p->at.y);
    if (p->rotation) svg_format(svg, " rotate(%d 500 500)", p->rotation * 90);
    svg_put(svg, "\"/>\n");
  }
  svg_format(svg, "<use href=\"#cells\" fill=\"none\" stroke=\"%s\" stroke-width=\"7\" opacity=\".3\"/>\n",
             theme->grid);

  /* 5. What stands upright. */
  for (int i = 0; i < list->count && theme->rules == TESS_RULES_STAR_WARS; i++) put_seams(svg, list, &list->at[i]);
  for (int i = 0; i < list->count; i++) {
    const struct placed_tile *p = &list->at[i];
    svg_format(svg, "<use href=\"#above%dr%d\" x=\"%d\" y=\"%d\"/>\n", p->kind, p->rotation, p->at.x, p->at.y);
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
  placed_tiles_add(&list, tile, 0, rotation, (struct shape_point){0, 0});
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
    placed_tiles_add(&list, &tiles[i], i, 0, (struct shape_point){i % columns * across, i / columns * down});
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

  /* Clouds that repeat from tile to tile, so that they go on where two tiles meet. */
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

void picture_part_tile(const tess_tile_def *tile, int number, int rotation, const struct picture_theme *theme,
                       picture_sink sink, void *user) {
  assert(tile && theme && number >= 0 && rotation >= 0 && rotation < 4);
  struct svg_writer svg;
  struct tile_layout layout;
  struct sprite_list sprites = {0};
  layout_build(&layout, tile);
  svg_begin(&svg, sink, user);
  svg_put(&svg, "<defs>");
  define_planet(&svg, theme, &layout, number);
  svg_put(&svg, "</defs>");

  /* 1. The ground, which is cut off at the edges of the tile. */
  svg_format(&svg, "<g clip-path=\"url(#tile)\"><path fill=\"%s\" d=\"M0 0h1000v1000h-1000z\"/><use href=\"#clouds\"/>",
             theme->ground);
  svg_format(&svg, "<use href=\"#scatter%d\"/><g", number % SCATTER_SORTS);
  if (rotation > 0) svg_format(&svg, " transform=\"rotate(%d 500 500)\"", rotation * 90);
  svg_put(&svg, ">");
  scene_of(theme->rules)->put_ground(&svg, theme, &layout);
  svg_put(&svg, "</g>");

  /* 2. Rocks across the edges of asteroid fields: the same on every tile, so that the halves of two tiles meet. */
  for (int edge = 0; edge < 4 && theme->rules == TESS_RULES_STAR_WARS; edge++) {
    if (tile->edges[(edge - rotation) & 3] != TESS_EDGE_CITY) continue;
    const bool down = edge == 1 || edge == 3;
    struct seed_stream stream = seed_of_pair(down, SALT);
    struct sprite_list rocks = {0};
    rock_add_seam(&rocks, down, &stream);
    svg_format(&svg, "<g transform=\"translate(%d %d)\">", edge == 1 ? SHAPE_TILE : 0, edge == 2 ? SHAPE_TILE : 0);
    sprite_put(&svg, &rocks, 0);
    svg_put(&svg, "</g>");
  }
  svg_format(&svg,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"14\" opacity=\".3\" d=\"M0 0h1000v1000h-1000z\"/></g>\n",
             theme->grid);

  /* 3. What stands upright. */
  scene_of(theme->rules)->add_sprites(&sprites, &layout, number);
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
