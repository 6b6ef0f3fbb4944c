/*
 * The building blocks of pictures: the colours of a theme, upright sprites, drawing functions that differ between the
 * two games, and tiles side by side.
 */
#ifndef PICTURE_SCENE_H
#define PICTURE_SCENE_H

#include "picture/layout.h"

/* ---- Colours: every one is an SVG colour ---- */

enum { THEME_TINTS = 6, THEME_TONES = 4 }; /* numbers of cloud colours, and of colours of a planet */

/* Colours of Star Wars pictures. */
struct theme_space {
  const char *star, *bright;               /* scattered stars; sparkling stars */
  const char *haze, *rim;                  /* asteroid fields: dust, border */
  const char *rock_dark, *rock, *rock_lit; /* asteroids */
  const char *halo, *lane, *core;          /* trading routes, from the outside to the inside */
  const char *station, *lamp;              /* intersections */
  const char *hull;                        /* ships, stations and wrecks */
  const char *plan;                        /* the fine grid of the chart theme; NULL: no grid */
  const char *tones[THEME_TONES];          /* colours of all planets, the ground first; NULL: each planet has its own */
};

/* Colours of classic pictures. */
struct theme_land {
  const char *tuft, *flower;
  const char *road, *kerb;
  const char *pavement, *wall, *mortar;
  const char *plaster, *shade; /* lit and dark sides of houses */
  const char *roofs[3];
  const char *leaf, *leaf_dark, *trunk;
  const char *water, *bank, *ripple;
  const char *hedge, *blossom;
  const char *crops[3]; /* patches of fields */
  const char *path;     /* trodden paths */
};

/* A theme. Colours have the form that SVG uses. */
struct picture_theme {
  const char *name;
  tess_rules rules;
  const char *table, *panel, *text, *faint; /* around the tiles; panel; text; less important text */
  const char *ground;                       /* space or meadow */
  const char
      *tints[THEME_TINTS];   /* soft clouds over the ground of all tiles; the last one is for bands across the table */
  const char *tint_strength; /* opacity, 0 to 1 */
  const char *grid, *frame, *legal; /* lines between tiles; frame of the last tile; legal cells */
  const char *ink;                  /* outlines */
  struct theme_space space;
  struct theme_land land;
};

/* `theme`, or the default theme of the rules if it is NULL. */
const struct picture_theme *theme_or_default(const struct picture_theme *theme, tess_rules rules);

/* ---- Sprites: defined once, upright in every rotation of their tile, drawn from back to front ---- */

/* Maximum number of sprites in a list. */
enum { SPRITE_MAX = 256 };

/* A sprite. `name` and `number` form the id of its definition; `name` is a constant text. */
struct sprite {
  const char *name;
  int number;
  struct shape_point at; /* position on the tile at rotation 0 */
  int layer;             /* drawn after all sprites of lower layers */
  int heading; /* 0: upright in every rotation; otherwise it turns with the tile: 1 faces east, then clockwise in
                  eighths up to 8 */
};

/* Sprites in the order in which they were added. */
struct sprite_list {
  int count;
  struct sprite at[SPRITE_MAX];
};

/* Adds an upright sprite, in layer 0 or in the given layer. If the list already has SPRITE_MAX sprites, it is left
 * out. */
void sprite_add(struct sprite_list *list, const char *name, int number, struct shape_point at);
void sprite_add_layer(struct sprite_list *list, const char *name, int number, struct shape_point at, int layer);
/* True if every sprite of the list is at least `distance` away from a point. */
bool sprite_clear(const struct sprite_list *list, struct shape_point point, int distance);
/* Writes the sprites of a tile in a rotation, from back to front. */
void sprite_put(struct svg_writer *svg, const struct sprite_list *list, int rotation);

/* ---- Signs and meeples ---- */

/* Numbers of definitions. */
enum {
  SYMBOL_ARMS = 6, /* different coats of arms */
  SCATTER_SORTS =
      8, /* sorts of small things scattered over a tile: stars of the sky behind it, or plants of a meadow */
  CARD_VARIANTS = 12 /* variants of what may stand on a tile: a common multiple of the numbers of planet colours,
                        landmarks and arms */
};

/* The look of a drawn tile. A tile is a piece of card: it looks the same on every cell and in every rotation. */
struct card_look {
  int draw;    /* number of tiles that were on the table before it; decides how things are arranged on it */
  int scatter; /* below SCATTER_SORTS: selects the plants of its meadow */
  int variant; /* below CARD_VARIANTS: selects planet, landmark, monastery and arms */
};

/* Writes the definitions "faction0" to "faction2" (tess_faction). */
void symbol_define_factions(struct svg_writer *svg);
/* Writes the definitions "arms0" to "arms5". */
void symbol_define_arms(struct svg_writer *svg, const struct picture_theme *theme);

/* Draws the arrow of a tile, if it has one, for the rotation of the tile (CL-10). It is a plate that points to its
 * edge, with a sign for its action (a plus, a ring that starts again, a pin) and the 20 of the anniversary. */
void arrow_put(struct svg_writer *svg, const tess_tile_def *tile, int rotation);

/* The English name of a colour, with a capital letter. */
const char *meeple_colour_name(tess_colour colour);
/* The colour of a player as an SVG colour. */
const char *meeple_fill(tess_colour colour);
/* The look of a meeple: `piece` is TESS_PIECE_SMALL, TESS_PIECE_LARGE or TESS_PIECE_ABBOT; `on` is the type of the
 * feature it stands on, or TESS_TYPE_COUNT in the supply. */
struct meeple_look {
  tess_piece piece;
  tess_colour colour;
  tess_type on;
};

enum { MEEPLE_PERCENT = 133 }; /* the size of meeples on the board */

/* Draws a meeple with its middle at a point; a small one at 100 percent is 208 units wide. */
void meeple_put(struct svg_writer *svg, struct meeple_look look, struct shape_point at, int percent);

/* Writes a path of `count` round dots on a tile. */
void scatter_put_dots(struct svg_writer *svg, int count, int width, const char *opacity, struct seed_stream *stream);

/* ---- Functions that differ between the two games ---- */

/* The functions that draw one of the games. */
struct scene {
  /* Writes the definitions that every picture of the game needs, among them "scatter0" to "scatter7". */
  void (*define)(struct svg_writer *svg, const struct picture_theme *theme);
  /* Writes what turns with the tile. */
  void (*put_ground)(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout);
  /* Adds what stands on the tile; definitions for this tile alone have its number. */
  void (*add_sprites)(struct sprite_list *list, const struct tile_layout *layout, int number, struct card_look look);
};

/* Star Wars: stars, asteroid fields, trading routes and planets. Classic: meadows, roads with villages, cities,
 * monasteries, gardens and the river. */
extern const struct scene space_scene, meadow_scene;

/* Adds smaller rocks along the upper edge of a tile. The pattern is symmetric, so that it also fits the tile above and
 * any edge of a rotated tile. */
void rock_add_seam(struct sprite_list *list);

/* Writes the gradients that all planets share. */
void planet_define_light(struct svg_writer *svg);
/* Writes the definition "planet<number>" of a tile's planet. The tile's id decides its sort; the number of its draw
 * decides its colours and details. */
void planet_define(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                   int number, struct card_look look);

/* Numbers of different houses, plants, monasteries and landmarks; the second half of the landmarks mirrors the first
 * half. */
enum { BUILDING_HOUSES = 6, BUILDING_PLANTS = 4, BUILDING_MONASTERIES = 4, BUILDING_LANDMARKS = 8 };

/* Writes the definitions "house0" to "house5", "tower0" and "gate0". */
void building_define(struct svg_writer *svg, const struct picture_theme *theme);
/* Writes the definitions "landmark0" (a minster), "landmark1" (a keep), "landmark2" (a dome), "landmark3" (a town
 * hall), "landmark4" to "landmark7", and "monastery0" to "monastery3": with a spire or a dome, to the left or right. */
void building_define_landmarks(struct svg_writer *svg, const struct picture_theme *theme);
/* Writes the definitions of things between the buildings: "plant0" to "plant3", "sheep0" and "well0". */
void building_define_small(struct svg_writer *svg, const struct picture_theme *theme);

/* ---- Tiles laid out in a picture: everything drawn for them except meeples ---- */

/* A tile and its place in the picture. */
struct placed_tile {
  const tess_tile_def *tile;
  int kind; /* equal for equal tiles, different for different ones */
  int draw; /* number of tiles that were on the table before it */
  int rotation;
  struct shape_point at; /* upper left corner in the picture */
};

/* Placed tiles: at most 255 on the board and the drawn one. */
struct placed_tiles {
  int count;
  struct placed_tile at[TESS_MAX_TILES + 1];
};

/* Adds a tile; the list has room for every tile of a game. */
void placed_tiles_add(struct placed_tiles *list, const tess_tile_def *tile, int kind, int draw, int rotation,
                      struct shape_point at);
/* Writes the definitions that the placed tiles need. */
void placed_tiles_define(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tiles *list);
/* Writes the placed tiles in the given order; tiles further down must come later. */
void placed_tiles_put(struct svg_writer *svg, const struct picture_theme *theme, const struct placed_tiles *list);

#endif
