/* What the terminal can show, and a grid of characters with colours that is written to it in the end. */
#ifndef CLI_CANVAS_H
#define CLI_CANVAS_H

#include "base/text.h"
#include "cli/arguments.h"

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

enum glyph {
  GLYPH_NONE = 127, /* glyphs follow ASCII, so that a cell holds either */
#define X(name, utf8, ascii) GLYPH_##name,
  GLYPHS(X)
#undef X
};

/* A colour of the 256, or COLOUR_DEFAULT for the terminal's own. */
enum { COLOUR_DEFAULT = -1 };

struct canvas_cell {
  uint8_t glyph; /* an ASCII character or enum glyph */
  bool bold;
  int16_t ink, paper;
};

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

#endif
