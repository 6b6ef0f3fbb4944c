/*
 * The board and tiles drawn with characters: what the terminal can show, a grid of characters with colours that is
 * written to it in the end, tiles with their areas, lines, centres and symbols, and the meeples on them.
 */
#ifndef CLI_TERMINAL_BOARD_H
#define CLI_TERMINAL_BOARD_H

#include "base/text.h"
#include "cli/command.h"
#include "tessera/tessera.h"

/* ---- The screen and the canvas ---- */

/* What the terminal can show. */
struct screen {
  bool colour; /* colours by escape sequences (256 of them) */
  bool ascii;  /* ASCII only */
  int columns; /* width, 0 when it is not a terminal: any width will do */
};

/* The options of commands that draw on the terminal. */
#define SCREEN_OPTIONS                                                                                                 \
  {"color", 0, OPTION_CHOICE, "auto|always|never", 0, 0, "colours (default: auto, on a terminal without NO_COLOR)"}, { \
    "ascii", 0, OPTION_FLAG, NULL, 0, 0, "draw with ASCII only (default when the locale does not name UTF-8)"          \
  }

/* The screen behind standard output, by the options, the environment and the terminal. */
struct screen screen_of(const struct arguments *arguments);

/* Characters beyond ASCII, X(name, UTF-8, ASCII in its place). The first sixteen are lines by the sides to which they
 * lead: bit 0 N, 1 E, 2 S, 3 W. The next sixteen are double lines. */
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

/* The characters that are more than ASCII. */
enum glyph {
  GLYPH_NONE = 127, /* glyphs follow ASCII, so that a cell holds either */
#define X(name, utf8, ascii) GLYPH_##name,
  GLYPHS(X)
#undef X
};

/* A colour of the 256, or COLOUR_DEFAULT for the terminal's own. */
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
  struct canvas_cell *cells; /* row by row; owned */
};

/* A canvas of blanks; freed with canvas_free(). */
struct canvas canvas_new(int width, int height);
void canvas_free(struct canvas *canvas);

/* The cell at a column and row, or NULL outside. */
struct canvas_cell *canvas_at(struct canvas *canvas, int column, int row);

/* Writes ASCII text from a cell to the right; paper stays as it is. What falls outside is dropped. */
void canvas_write(struct canvas *canvas, int column, int row, const char *text, int ink, bool bold);

/* Appends the rows, `width` columns from `left` on, each with its line end. */
void canvas_print(const struct canvas *canvas, const struct screen *screen, int left, int width, struct text *out);

/* ---- Tiles ---- */

/* Sizes of a tile in characters; both odd. */
struct tile_size {
  int width, height;
};

/* Large shows everything; small hides the symbols beneath meeples. */
struct tile_size tile_size_large(void);
struct tile_size tile_size_small(void);

/* Where on the canvas a tile lies, and how it is turned. */
struct tile_frame {
  struct tile_size size;
  int column, row; /* of its upper left character */
  int rotation;    /* clockwise quarter turns */
};

/* Puts a tile on the canvas, without meeples. */
void tile_picture_draw(struct canvas *canvas, struct tile_frame frame, tess_rules rules, const tess_tile_def *tile);

/* A meeple of a seat on a feature of the tile: the seat's number on its colour, a large one in square brackets, an
 * abbot in angle brackets. */
void tile_picture_meeple(struct canvas *canvas, struct tile_frame frame, const tess_feature_def *feature, int seat,
                         tess_colour colour, tess_piece piece);

/* A short label where a meeple on the feature would stand. */
void tile_picture_label(struct canvas *canvas, struct tile_frame frame, const tess_feature_def *feature,
                        const char *label);

/* Ink that is readable on a player's colour, and the colour itself. */
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

/* Fills the cells of the legal placements, by y, then x; none in any phase but TESS_PHASE_PLACE. */
void lettered_cells_of(const tess_game *game, struct lettered_cells *cells);

/* The letters of a cell's index, at most three with the final zero; and the index of letters, or -1. */
void cell_letters(int index, char letters[4]);
int cell_of_letters(const char *letters, size_t length);

/* Appends the board with coordinates on its margins; meeples on it, and letters on `cells`, which may be NULL. */
void board_print(const tess_game *game, const struct lettered_cells *cells, const struct screen *screen,
                 struct text *out);

/* Appends the drawn tile in those rotations of `rotations` (bits), each with its number above, side by side. */
void hand_print(const tess_game *game, unsigned rotations, const struct screen *screen, struct text *out);

/* Appends the tiles of the kinds of which `counts`, by kind, has any, with id and count above each. */
void sheet_print(const tess_set *set, const int *counts, const struct screen *screen, struct text *out);

/* Appends the tile laid last, with the numbers 1 .. count on the spots of `decisions` that are on it. */
void choices_print(const tess_game *game, const tess_decision *decisions, int count, const struct screen *screen,
                   struct text *out);

#endif
