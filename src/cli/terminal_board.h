/*
 * The board and tiles drawn with characters: the capabilities of the terminal; a grid of coloured characters; tiles
 * with their areas, lines, centres and symbols; meeples.
 */
#ifndef CLI_TERMINAL_BOARD_H
#define CLI_TERMINAL_BOARD_H

#include "base/text.h"
#include "cli/command.h"
#include "tessera/tessera.h"

/* ---- The screen and the canvas ---- */

/* The capabilities of the terminal. */
struct screen {
  bool colour; /* colours by escape sequences (256 colours) */
  bool ascii;  /* ASCII only */
  int columns; /* width in columns; 0 if it is no terminal, so that any width is allowed */
};

/* The options of commands that draw on the terminal. */
#define SCREEN_OPTIONS                                                                                                 \
  {"color", 0, OPTION_CHOICE, "auto|always|never", 0, 0, "colours (default: auto, on a terminal without NO_COLOR)"}, { \
    "ascii", 0, OPTION_FLAG, NULL, 0, 0, "draw with ASCII only (default when the locale does not name UTF-8)"          \
  }

/* The capabilities of standard output, from the options, the environment and the terminal. */
struct screen screen_of(const struct arguments *arguments);

/* Characters beyond ASCII, X(name, UTF-8, ASCII replacement). The first sixteen are lines, by the sides that they
 * reach: bit 0 N, 1 E, 2 S, 3 W. The next sixteen are double lines. */
#define GLYPHS(X)                                                                                                      \
  X(LINE, "·", ".")                                                                                                    \
  X(LINE_N, "╵", "|")                                                                                                  \
  X(LINE_E, "╶", "-")                                                                                                  \
  X(LINE_NE, "╰", "`")                                                                                                 \
  X(LINE_S, "╷", "|")                                                                                                  \
  X(LINE_NS, "│", "|")                                                                                                 \
  X(LINE_ES, "╭", ",")                                                                                                 \
  X(LINE_NES, "├", "+")                                                                                                \
  X(LINE_W, "╴", "-")                                                                                                  \
  X(LINE_NW, "╯", "'")                                                                                                 \
  X(LINE_EW, "─", "-")                                                                                                 \
  X(LINE_NEW, "┴", "+")                                                                                                \
  X(LINE_SW, "╮", ".")                                                                                                 \
  X(LINE_NSW, "┤", "+")                                                                                                \
  X(LINE_ESW, "┬", "+")                                                                                                \
  X(LINE_NESW, "┼", "+")                                                                                               \
  X(DOUBLE, "·", ".")                                                                                                  \
  X(DOUBLE_N, "║", "!")                                                                                                \
  X(DOUBLE_E, "═", "=")                                                                                                \
  X(DOUBLE_NE, "╚", "`")                                                                                               \
  X(DOUBLE_S, "║", "!")                                                                                                \
  X(DOUBLE_NS, "║", "!")                                                                                               \
  X(DOUBLE_ES, "╔", ",")                                                                                               \
  X(DOUBLE_NES, "╠", "+")                                                                                              \
  X(DOUBLE_W, "═", "=")                                                                                                \
  X(DOUBLE_NW, "╝", "'")                                                                                               \
  X(DOUBLE_EW, "═", "=")                                                                                               \
  X(DOUBLE_NEW, "╩", "+")                                                                                              \
  X(DOUBLE_SW, "╗", ".")                                                                                               \
  X(DOUBLE_NSW, "╣", "+")                                                                                              \
  X(DOUBLE_ESW, "╦", "+")                                                                                              \
  X(DOUBLE_NESW, "╬", "+")                                                                                             \
  X(ROCKS, "▒", "%")                                                                                                   \
  X(WALLS, "▒", "#")                                                                                                   \
  X(DOT, "·", ".")                                                                                                     \
  X(CROSSING, "◆", "*")                                                                                                \
  X(VILLAGE, "⌂", "*")                                                                                                 \
  X(PLANET, "●", "O")                                                                                                  \
  X(CLOISTER, "▲", "A")                                                                                                \
  X(FLOWER, "♣", "&")                                                                                                  \
  X(SHIELD, "◊", "$")                                                                                                  \
  X(WATER, "≈", "~")

/* The characters beyond ASCII. */
enum glyph {
  GLYPH_NONE = 127, /* glyphs are numbered after ASCII, so that a cell can hold either */
#define X(name, utf8, ascii) GLYPH_##name,
  GLYPHS(X)
#undef X
};

/* The character of a glyph on this screen; it belongs to the program. */
const char *glyph_text(enum glyph glyph, const struct screen *screen);

/* One of 256 colours, or COLOUR_DEFAULT for the default colour of the terminal. */
enum { COLOUR_DEFAULT = -1 };

/* A character with its colours. */
struct canvas_cell {
  uint8_t glyph; /* an ASCII character or enum glyph */
  bool bold;
  int16_t ink, paper;
};

/* A picture in characters. */
struct canvas {
  int width, height;
  struct canvas_cell *cells; /* row by row; the canvas owns them */
};

/* Makes a canvas of blanks; canvas_free() frees it. */
struct canvas canvas_new(int width, int height);
void canvas_free(struct canvas *canvas);

/* The cell at a column and row; NULL outside of the canvas. */
struct canvas_cell *canvas_at(struct canvas *canvas, int column, int row);

/* Writes ASCII text from a cell to the right; the background stays as it is. Text outside of the canvas is dropped. */
void canvas_write(struct canvas *canvas, int column, int row, const char *text, int ink, bool bold);

/* Appends the rows, `width` columns from `left` on, each with its line end. */
void canvas_print(const struct canvas *canvas, const struct screen *screen, int left, int width, struct text *out);

/* ---- Tiles ---- */

/* The size of a tile in characters; both numbers are odd. */
struct tile_size {
  int width, height;
};

/* The large size shows everything; the small one hides symbols beneath meeples. */
struct tile_size tile_size_large(void);
struct tile_size tile_size_small(void);

/* Position and rotation of a tile on the canvas. */
struct tile_frame {
  struct tile_size size;
  int column, row; /* of its upper left character */
  int rotation;    /* clockwise quarter turns */
};

/* Draws a tile without meeples on the canvas. */
void tile_picture_draw(struct canvas *canvas, struct tile_frame frame, tess_rules rules, const tess_tile_def *tile);

/* Draws a meeple of a seat on a feature of the tile: the seat's number on its colour, a large meeple in square
 * brackets, an abbot in angle brackets. */
void tile_picture_meeple(struct canvas *canvas, struct tile_frame frame, const tess_tile_def *tile, int feature,
                         int seat, tess_colour colour, tess_piece piece);

/* Draws a short label at the place of a meeple on the feature. */
void tile_picture_label(struct canvas *canvas, struct tile_frame frame, const tess_tile_def *tile, int feature,
                        const char *label);

/* An ink colour that is readable on a player's colour; and that colour itself. */
int colour_ink(tess_colour colour);
int colour_paper(tess_colour colour);

/* ---- The board and the tile in hand ---- */

/* The cells where the drawn tile can be laid, with letters for people: a to z, then aa, ab ... */
struct lettered_cells {
  int count;
  struct lettered_cell {
    int16_t x, y;
    uint8_t rotations; /* bit r: in rotation r */
  } at[TESS_MAX_PLACEMENTS];
};

/* Lists the cells of the legal placements by y, then x; there are none in any phase but TESS_PHASE_PLACE. */
void lettered_cells_of(const tess_game *game, struct lettered_cells *cells);

/* Converts the index of a cell to letters, at most three bytes with the final zero; and letters to the index, or -1. */
void cell_letters(int index, char letters[4]);
int cell_of_letters(const char *letters, size_t length);

/* Appends the board with coordinates on its margins, meeples, and letters on `cells`, which may be NULL. */
void board_print(const tess_game *game, const struct lettered_cells *cells, const struct screen *screen,
                 struct text *out);

/* Appends the drawn tile in the rotations of `rotations` (one bit each), side by side, each with its number above. */
void hand_print(const tess_game *game, unsigned rotations, const struct screen *screen, struct text *out);

/* Appends the tiles whose kind has a count above 0 in `counts`, with id and count above each. */
void sheet_print(const tess_set *set, const int *counts, const struct screen *screen, struct text *out);

/* Appends the tile laid last, with the numbers 1 to `count` on the spots of those `decisions` that are on it. */
void choices_print(const tess_game *game, const tess_decision *decisions, int count, const struct screen *screen,
                   struct text *out);

#endif
