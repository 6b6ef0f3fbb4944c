/* Draws a tile with characters. */
#define _DEFAULT_SOURCE
/* The canvas of characters, and tiles drawn on it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "cli/terminal_board.h"
#include "notation/names.h"

/* ---- The screen ---- */

struct screen screen_of(const struct arguments *arguments) {
  const char *colour = argument_text(arguments, "color"), *off = getenv("NO_COLOR"), *term = getenv("TERM");
  const bool terminal = isatty(STDOUT_FILENO);
  struct screen screen = {.ascii = argument_flag(arguments, "ascii") || !locale_is_utf8()};
  struct winsize size;
  if (terminal) screen.columns = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ? 80 : size.ws_col;
  if (colour == NULL || strcmp(colour, "auto") == 0)
    screen.colour = terminal && (off == NULL || *off == '\0') && (term == NULL || strcmp(term, "dumb") != 0);
  else
    screen.colour = strcmp(colour, "always") == 0;
  return screen;
}

/* ---- The canvas ---- */

struct canvas canvas_new(int width, int height) {
  assert(width > 0 && height > 0);
  size_t count = (size_t)width * (size_t)height;
  struct canvas canvas = {width, height, memory_new(count * sizeof(struct canvas_cell))};
  for (size_t i = 0; i < count; i++)
    canvas.cells[i] = (struct canvas_cell){.glyph = ' ', .ink = COLOUR_DEFAULT, .paper = COLOUR_DEFAULT};
  return canvas;
}

void canvas_free(struct canvas *canvas) {
  free(canvas->cells);
  *canvas = (struct canvas){0};
}

struct canvas_cell *canvas_at(struct canvas *canvas, int column, int row) {
  if (column < 0 || column >= canvas->width || row < 0 || row >= canvas->height) return NULL;
  return &canvas->cells[row * canvas->width + column];
}

void canvas_write(struct canvas *canvas, int column, int row, const char *text, int ink, bool bold) {
  for (; *text != '\0'; text++, column++) {
    struct canvas_cell *cell = canvas_at(canvas, column, row);
    if (cell == NULL) continue;
    cell->glyph = (uint8_t)*text;
    cell->ink = (int16_t)ink;
    cell->bold = bold;
  }
}

/* True if two cells have the same colours and boldness. */
static bool same_style(const struct canvas_cell *a, const struct canvas_cell *b) {
  return a->bold == b->bold && a->ink == b->ink && a->paper == b->paper;
}

const char *glyph_text(enum glyph glyph, const struct screen *screen) {
  static const char *const glyphs[][2] = {
#define X(name, utf8, plain) {utf8, plain},
      GLYPHS(X)
#undef X
  };
  return glyphs[glyph - GLYPH_NONE - 1][screen->ascii ? 1 : 0];
}

void canvas_print(const struct canvas *canvas, const struct screen *screen, int left, int width, struct text *out) {
  const struct canvas_cell plain = {.ink = COLOUR_DEFAULT, .paper = COLOUR_DEFAULT};
  for (int row = 0; row < canvas->height; row++) {
    const struct canvas_cell *cells = &canvas->cells[(size_t)row * (size_t)canvas->width], *before = &plain;
    /* 1. Leave out blanks at the end of a row, unless they are coloured. */
    int right = left + width < canvas->width ? left + width : canvas->width;
    while (right > left && cells[right - 1].glyph == ' ' &&
           !(screen->colour && cells[right - 1].paper != COLOUR_DEFAULT))
      right--;
    for (int i = left; i < right; i++) {
      const struct canvas_cell *cell = &cells[i];
      /* 2. Write the style if it changes. */
      if (screen->colour && !same_style(before, cell)) {
        text_add_string(out, "\033[0");
        if (cell->bold) text_add_string(out, ";1");
        if (cell->ink != COLOUR_DEFAULT) text_print(out, ";38;5;%d", cell->ink);
        if (cell->paper != COLOUR_DEFAULT) text_print(out, ";48;5;%d", cell->paper);
        text_add_char(out, 'm');
      }
      before = cell;
      /* 3. Write the character. */
      if (cell->glyph <= GLYPH_NONE)
        text_add_char(out, (char)cell->glyph);
      else
        text_add_string(out, glyph_text((enum glyph)cell->glyph, screen));
    }
    if (screen->colour && !same_style(before, &plain)) text_add_string(out, "\033[0m");
    text_add_char(out, '\n');
  }
}

/* ---- Tiles ---- */

struct tile_size tile_size_large(void) {
  return (struct tile_size){9, 5};
}
struct tile_size tile_size_small(void) {
  return (struct tile_size){5, 3};
}

/* Colours of tiles, by rules. */
static const struct palette {
  int16_t ground, ground_ink, area, area_ink, line, center;
} palettes[] = {
    [TESS_RULES_STAR_WARS] = {.ground = 17, .ground_ink = 61, .area = 240, .area_ink = 250, .line = 51, .center = 214},
    [TESS_RULES_CLASSIC] = {.ground = 28, .ground_ink = 34, .area = 137, .area_ink = 94, .line = 231, .center = 231},
};

static const int16_t faction_inks[TESS_FACTION_COUNT] = {203, 255, 208};
enum { WATER_INK = 39, SHIELD_INK = 21, LABEL_PAPER = 226, LABEL_INK = 16 };

static const struct {
  int16_t paper, ink;
} colours[TESS_COLOUR_COUNT] = {
    [TESS_COLOUR_RED] = {160, 231},  [TESS_COLOUR_GREEN] = {40, 16},   [TESS_COLOUR_BLACK] = {16, 231},
    [TESS_COLOUR_WHITE] = {231, 16}, [TESS_COLOUR_ORANGE] = {208, 16}, [TESS_COLOUR_BLUE] = {27, 231},
    [TESS_COLOUR_YELLOW] = {220, 16}};

int colour_ink(tess_colour colour) { return colours[colour].ink; }
int colour_paper(tess_colour colour) { return colours[colour].paper; }

/* A tile that is being drawn. */
struct drawing {
  struct canvas *canvas;
  struct tile_frame frame;
  const struct palette *palette;
  tess_rules rules;
};

static unsigned turned_edges(const tess_feature_def *feature, int rotation) {
  unsigned edges = (unsigned)feature->edges << rotation;
  return (edges | edges >> 4) & 15u;
}

static struct canvas_cell *cell_at(const struct drawing *drawing, int column, int row) {
  return canvas_at(drawing->canvas, drawing->frame.column + column, drawing->frame.row + row);
}

static void put(const struct drawing *drawing, int column, int row, int glyph, int ink) {
  struct canvas_cell *cell = cell_at(drawing, column, row);
  if (cell == NULL) return;
  cell->glyph = (uint8_t)glyph;
  cell->ink = (int16_t)ink;
}

/* True if an area covers a character. An area that reaches one side is a strip along it; one that reaches several fills
 * their quarters of the tile. */
static bool area_covers(unsigned edges, struct tile_size size, int column, int row) {
  /* 1. Find the sides in whose quarter of the tile the character lies: two on a diagonal, all in the middle. */
  const int across = (2 * column - (size.width - 1)) * (size.height - 1);
  const int down = (2 * row - (size.height - 1)) * (size.width - 1);
  unsigned sides = 0;
  if (abs(down) >= abs(across)) sides |= (down <= 0 ? 1u : 0u) | (down >= 0 ? 4u : 0u);
  if (abs(across) >= abs(down)) sides |= (across >= 0 ? 2u : 0u) | (across <= 0 ? 8u : 0u);
  if (sides == 15u) return (edges & 5u) == 5u || (edges & 10u) == 10u;

  /* 2. Characters are twice as high as wide, so a strip is two columns wide but one row high. */
  const bool many = (edges & (edges - 1)) != 0;
  const int strip = size.width / 8;
  const bool at_border = row == 0 || row == size.height - 1 || column <= strip || column >= size.width - 1 - strip;
  return (sides & ~edges) == 0 && (many || at_border);
}

static void draw_area(const struct drawing *drawing, unsigned edges) {
  struct tile_size size = drawing->frame.size;
  for (int row = 0; row < size.height; row++)
    for (int column = 0; column < size.width; column++) {
      struct canvas_cell *cell = cell_at(drawing, column, row);
      if (cell == NULL || !area_covers(edges, size, column, row)) continue;
      cell->glyph = drawing->rules == TESS_RULES_CLASSIC ? GLYPH_WALLS : GLYPH_ROCKS;
      cell->ink = drawing->palette->area_ink;
      cell->paper = drawing->palette->area;
    }
}

/* Draws lines from the middle of the sides to the middle of the tile, where they meet. */
static void draw_lines(const struct drawing *drawing, unsigned edges, int first_glyph, int ink) {
  int width = drawing->frame.size.width, height = drawing->frame.size.height;
  int vertical = first_glyph + 5, horizontal = first_glyph + 10;
  if (edges == 0) return;
  for (int row = 0; row < height / 2; row++)
    if (edges & 1u) put(drawing, width / 2, row, vertical, ink);
  for (int row = height / 2 + 1; row < height; row++)
    if (edges & 4u) put(drawing, width / 2, row, vertical, ink);
  for (int column = 0; column < width / 2; column++)
    if (edges & 8u) put(drawing, column, height / 2, horizontal, ink);
  for (int column = width / 2 + 1; column < width; column++)
    if (edges & 2u) put(drawing, column, height / 2, horizontal, ink);
  put(drawing, width / 2, height / 2, first_glyph + (int)edges, ink);
}

/* The place of a meeple on a feature, by the rank of the feature's name: in the middle of its first side, or of its
 * first half-edge. A centre has the middle of the tile, a garden a place next to it, and a field that reaches no edge
 * one around it. */
static void spot_of(struct tile_frame frame, const tess_tile_def *tile, int feature, int *column, int *row) {
  const int right = frame.size.width - 1, bottom = frame.size.height - 1;
  const int middle = frame.size.width / 2, half = frame.size.width / 4;
  const int line = frame.size.height / 2, quarter = frame.size.height / 4;
  const int spots[][2] = {{middle, 0},
                          {right, line},
                          {middle, bottom},
                          {0, line},
                          {half, 0},
                          {right - half, 0},
                          {right, quarter},
                          {right, bottom - quarter},
                          {right - half, bottom},
                          {half, bottom},
                          {0, bottom - quarter},
                          {0, quarter},
                          {middle, line},
                          {middle + 2, line + 1},
                          {middle - 1, line},
                          {middle + 1, line},
                          {middle, line - 1},
                          {middle, line + 1},
                          {middle - 1, line - 1},
                          {middle + 1, line - 1}};
  const int *spot = spots[realm_name_of_feature(tile, feature, frame.rotation).rank];
  *column = spot[0];
  *row = spot[1];
}

/* Draws letters of factions and coats of arms, half way from the first side to the middle of the tile. */
static void draw_symbols(const struct drawing *drawing, const tess_tile_def *tile, int index) {
  static const char letters[TESS_FACTION_COUNT] = {'R', 'E', 'H'};
  int middle = drawing->frame.size.width / 2, line = drawing->frame.size.height / 2, column, row;
  const tess_feature_def *feature = &tile->features[index];
  spot_of(drawing->frame, tile, index, &column, &row);
  column = (column + middle + (column > middle)) / 2;
  row = (row + line + (row > line)) / 2;
  if (feature->type == TESS_TYPE_PLANET) column = middle;
  for (int faction = 0; faction < TESS_FACTION_COUNT; faction++)
    for (int i = 0; i < feature->symbols[faction]; i++)
      put(drawing, column++, row, letters[faction], faction_inks[faction]);
  for (int i = 0; i < feature->arms; i++) put(drawing, column++, row, GLYPH_SHIELD, SHIELD_INK);
}

/* Draws the arrow of a tile (CL-10) at the edge that it points to, and next to it a sign for its action: + another
 * meeple, 2 a second turn, o a meeple elsewhere. */
static void draw_arrow(const struct drawing *drawing, const tess_tile_def *tile) {
  static const char heads[4] = {'^', '>', 'v', '<'}, signs[TESS_ACTION_COUNT] = {' ', '+', '2', 'o'};
  const struct tile_size size = drawing->frame.size;
  const int side = (tile->arrow + drawing->frame.rotation) & 3;
  const int column = side == 1 ? size.width - 2 : side == 3 ? 1 : size.width / 2 + 1;
  const int row = side == 0 ? 0 : side == 2 ? size.height - 1 : size.height / 2 + 1;
  if (tile->action == TESS_ACTION_NONE) return;
  put(drawing, column, row, heads[side], drawing->palette->line);
  put(drawing, side == 1 ? column - 1 : column + 1, row, signs[tile->action], drawing->palette->line);
}

void tile_picture_draw(struct canvas *canvas, struct tile_frame frame, tess_rules rules, const tess_tile_def *tile) {
  const struct drawing drawing = {canvas, frame, &palettes[rules], rules};
  const struct tile_size size = frame.size;
  const int middle = size.width / 2, line = size.height / 2, ink = drawing.palette->line;

  /* 1. Draw the ground, with a dot in each corner. */
  for (int row = 0; row < size.height; row++)
    for (int column = 0; column < size.width; column++) {
      struct canvas_cell *cell = cell_at(&drawing, column, row);
      if (cell == NULL) continue;
      const bool corner = (row == 0 || row == size.height - 1) && (column == 0 || column == size.width - 1);
      *cell = (struct canvas_cell){
          .glyph = corner ? GLYPH_DOT : ' ', .ink = drawing.palette->ground_ink, .paper = drawing.palette->ground};
    }

  /* 2. Draw cities and asteroid fields. */
  for (int i = 0; i < tile->feature_count; i++)
    if (tile->features[i].type == TESS_TYPE_ASTEROIDS || tile->features[i].type == TESS_TYPE_CITY)
      draw_area(&drawing, turned_edges(&tile->features[i], frame.rotation));

  /* 3. Draw the ground of fields that reach no edge, because a city may cover it. */
  for (int i = 0; i < tile->feature_count; i++) {
    if (tile->features[i].type != TESS_TYPE_FIELD || tile->features[i].halves != 0) continue;
    int column, row;
    spot_of(frame, tile, i, &column, &row);
    put(&drawing, column, row, GLYPH_DOT, drawing.palette->ground_ink);
    struct canvas_cell *cell = cell_at(&drawing, column, row);
    if (cell != NULL) cell->paper = drawing.palette->ground;
  }

  /* 4. Draw the river. */
  unsigned water = 0;
  for (int i = 0; i < 4; i++)
    if (tile->edges[i] == TESS_EDGE_WATER) water |= 1u << ((i + frame.rotation) & 3);
  draw_lines(&drawing, water, GLYPH_DOUBLE, WATER_INK);
  const bool source = tile->role == TESS_ROLE_SPRING &&
                      (water & (water - 1)) != 0; /* CL-9.1: the source is broad and covers two tiles */
  for (int column = 0; source && column < size.width; column++) put(&drawing, column, line, GLYPH_WATER, WATER_INK);
  if (tile->role == TESS_ROLE_SPRING || tile->role == TESS_ROLE_LAKE)
    put(&drawing, middle, line, GLYPH_WATER, WATER_INK);

  /* 5. Draw roads and routes, and what they meet at. */
  unsigned edges = 0, ends = 0;
  for (int i = 0; i < tile->feature_count; i++) {
    const tess_feature_def *feature = &tile->features[i];
    if (feature->type != TESS_TYPE_ROUTE && feature->type != TESS_TYPE_ROAD) continue;
    edges |= turned_edges(feature, frame.rotation);
    ends |= 1u << feature->end;
  }
  draw_lines(&drawing, edges, GLYPH_LINE, ink);
  if (ends >> TESS_END_INTERSECTION & 1u) put(&drawing, middle, line, GLYPH_CROSSING, ink);
  if (ends >> TESS_END_VILLAGE & 1u) put(&drawing, middle, line, GLYPH_VILLAGE, ink);

  /* 6. Draw planets and monasteries in the middle, with brackets; a garden next to it, because a road may run there;
   * and symbols. */
  for (int i = 0; i < tile->feature_count; i++) {
    const uint8_t type = tile->features[i].type;
    if (type == TESS_TYPE_GARDEN) put(&drawing, middle + 2, line + 1, GLYPH_FLOWER, drawing.palette->center);
    if (type != TESS_TYPE_PLANET && type != TESS_TYPE_MONASTERY) continue;
    put(&drawing, middle - 1, line, '(', drawing.palette->center);
    put(&drawing, middle, line, type == TESS_TYPE_PLANET ? GLYPH_PLANET : GLYPH_CLOISTER, drawing.palette->center);
    put(&drawing, middle + 1, line, ')', drawing.palette->center);
  }
  for (int i = 0; i < tile->feature_count; i++) draw_symbols(&drawing, tile, i);
  draw_arrow(&drawing, tile);
}

static void write_mark(struct canvas *canvas, struct tile_frame frame, const tess_tile_def *tile, int feature,
                       const char *mark, int ink, int paper) {
  int column, row, length = (int)strlen(mark);
  spot_of(frame, tile, feature, &column, &row);
  column -= length / 2;
  if (column < 0) column = 0;
  if (column > frame.size.width - length) column = frame.size.width - length;
  canvas_write(canvas, frame.column + column, frame.row + row, mark, ink, true);
  for (int i = 0; i < length; i++) {
    struct canvas_cell *cell = canvas_at(canvas, frame.column + column + i, frame.row + row);
    if (cell != NULL) cell->paper = (int16_t)paper;
  }
}

void tile_picture_meeple(struct canvas *canvas, struct tile_frame frame, const tess_tile_def *tile, int feature,
                         int seat, tess_colour colour, tess_piece piece) {
  static const char *const forms[] = {
      [TESS_PIECE_SMALL] = "%d", [TESS_PIECE_LARGE] = "[%d]", [TESS_PIECE_ABBOT] = "<%d>"};
  char mark[16];
  snprintf(mark, sizeof mark, forms[piece], seat + 1);
  write_mark(canvas, frame, tile, feature, mark, colour_ink(colour), colour_paper(colour));
}

void tile_picture_label(struct canvas *canvas, struct tile_frame frame, const tess_tile_def *tile, int feature,
                        const char *label) {
  write_mark(canvas, frame, tile, feature, label, LABEL_INK, LABEL_PAPER);
}
