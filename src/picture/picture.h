/*
 * Pictures of positions, tiles and tile sets as SVG, drawn from the tile data alone: any valid set can be drawn. Whole
 * pictures are standalone documents (UTF-8, no external references, generic font families). Parts are markup for
 * callers that compose boards themselves.
 *
 * Every function writes to a sink, in pieces of any length. The same arguments give the same bytes on every machine.
 * Nothing is allocated or kept. Null pointers and numbers out of range are programming errors caught by assert().
 */
#ifndef PICTURE_PICTURE_H
#define PICTURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "tessera/tessera.h"

/* Sizes, in pixels, or in units of which a tile's side has 1000. */
enum {
  PICTURE_MIN_SIZE = 16, /* pixels of a tile's side */
  PICTURE_MAX_SIZE = 1024,
  PICTURE_DEFAULT_SIZE = 80,
  PICTURE_MEEPLE_SIZE = 520, /* width and height of a meeple's picture in units */
  PICTURE_MEEPLE_X = 260,    /* x of the point in this picture that is placed on the anchor */
  PICTURE_MEEPLE_Y = 290
};

/* Receives `length` bytes of the document; `user` is the pointer that the caller passed. */
typedef void (*picture_sink)(void *user, const char *bytes, size_t length);

/* ---- Themes ---- */

/* A constant set of colours for one of the games. */
struct picture_theme;

/* The themes: "space" (dark) and "chart" (light) for Star Wars, "meadow" (dark) and "parchment" (light) for the
 * classic game. 0 <= index < picture_theme_count(); the first theme of a game is its default. */
int picture_theme_count(void);
const struct picture_theme *picture_theme_at(int index);
const char *picture_theme_name(const struct picture_theme *theme);
tess_rules picture_theme_rules(const struct picture_theme *theme);
/* The theme of this name for this game, or NULL. */
const struct picture_theme *picture_theme_find(tess_rules rules, const char *name);

/* ---- Whole pictures ---- */

/* What a picture of a position shows besides tiles and meeples. */
struct picture_options {
  const struct picture_theme *theme;   /* a theme for the rules of the game; NULL: the default theme */
  int tile_size;                       /* pixels of a tile's side, PICTURE_MIN_SIZE to PICTURE_MAX_SIZE */
  bool coordinates;                    /* show numbers of columns and rows on the margins */
  bool last;                           /* frame the tile laid last */
  bool scores;                         /* show a panel: names, colours, points, supplies, the drawn tile, tiles left */
  bool legal;                          /* mark the cells where the drawn tile may be laid (TESS_PHASE_PLACE) */
  const char *names[TESS_MAX_PLAYERS]; /* UTF-8, by seat; NULL: use the name of the seat's colour */
};

/* Default theme, PICTURE_DEFAULT_SIZE, everything shown, no names of players. */
struct picture_options picture_options_default(void);

/* Draws a position with all tiles and meeples. */
void picture_board(const tess_game *game, const struct picture_options *options, picture_sink sink, void *user);

/* Draws one tile in a rotation (0 to 3 clockwise quarter turns), `size` pixels wide. tess_set_build() must accept
 * `tile` in a set of these rules; `theme` as in picture_options. */
void picture_tile(const tess_tile_def *tile, tess_rules rules, int rotation, const struct picture_theme *theme,
                  int size, picture_sink sink, void *user);

/* Draws `count` tiles (1 to TESS_MAX_KINDS) in rotation 0, in rows, each with its id and number of copies below it;
 * `size` and `theme` as for picture_tile(). */
void picture_sheet(const tess_tile_def *tiles, size_t count, tess_rules rules, const struct picture_theme *theme,
                   int size, picture_sink sink, void *user);

/* ---- Parts ---- */

/* Writes the definitions that the tiles of a theme refer to; they must appear once inside a <defs>. */
void picture_part_definitions(const struct picture_theme *theme, picture_sink sink, void *user);

/* A cell of the board; both numbers are from -255 to 255. */
struct picture_cell {
  int x, y;
};

/* Writes a tile in a rotation, 1000 units wide, with the sky of a cell; if `cell` is NULL, with a sky that suits any
 * cell. Clouds and rocks continue across all of its edges, so that neighbouring tiles have no seam if all of them have
 * a cell or none has. What grows on the tile depends on its kind and on `draw`, the number of tiles that were on the
 * table before it (0 or more). `number` (0 or more) is part of the ids that the tile defines; every tile of a document
 * needs a different one. */
void picture_part_tile(const tess_tile_def *tile, int number, int draw, int rotation, const struct picture_cell *cell,
                       const struct picture_theme *theme, picture_sink sink, void *user);

/* Writes a meeple that stands on a feature of type `on`, or TESS_TYPE_COUNT in the supply: merchants, explorers and
 * conquerors (SW-3.2) differ in outline. It looks the same in every theme and refers to no definitions. */
void picture_part_meeple(tess_piece piece, tess_colour colour, tess_type on, picture_sink sink, void *user);

#endif
