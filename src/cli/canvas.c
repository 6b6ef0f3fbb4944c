#define _DEFAULT_SOURCE
#include "cli/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/locale_text.h"

/* ---- The screen ---- */

static bool terminal_has_colours(void) {
  const char *off = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(STDOUT_FILENO) && (off == NULL || *off == '\0') && (term == NULL || strcmp(term, "dumb") != 0);
}

static int terminal_columns(void) {
  struct winsize size;
  if (!isatty(STDOUT_FILENO)) return 0;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

struct screen screen_of(const struct arguments *arguments) {
  const char *colour = argument_text(arguments, "color");
  struct screen screen = {.columns = terminal_columns()};
  screen.ascii = argument_flag(arguments, "ascii") || !locale_is_utf8();
  screen.colour =
      colour == NULL || strcmp(colour, "auto") == 0 ? terminal_has_colours() : strcmp(colour, "always") == 0;
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

static void print_glyph(const struct canvas_cell *cell, bool ascii, struct text *out) {
  static const char *const glyphs[][2] = {
#define X(name, utf8, plain) {utf8, plain},
      GLYPHS(X)
#undef X
  };
  if (cell->glyph <= GLYPH_NONE)
    text_add_char(out, (char)cell->glyph);
  else
    text_add_string(out, glyphs[cell->glyph - GLYPH_NONE - 1][ascii ? 1 : 0]);
}

static bool same_style(const struct canvas_cell *a, const struct canvas_cell *b) {
  return a->bold == b->bold && a->ink == b->ink && a->paper == b->paper;
}

static void print_style(const struct canvas_cell *cell, struct text *out) {
  text_add_string(out, "\033[0");
  if (cell->bold) text_add_string(out, ";1");
  if (cell->ink != COLOUR_DEFAULT) text_print(out, ";38;5;%d", cell->ink);
  if (cell->paper != COLOUR_DEFAULT) text_print(out, ";48;5;%d", cell->paper);
  text_add_char(out, 'm');
}

/* Blanks at the end of a row say nothing, unless they are coloured. */
static int row_end(const struct canvas_cell *row, int left, int right, bool colour) {
  while (right > left && row[right - 1].glyph == ' ' && !(colour && row[right - 1].paper != COLOUR_DEFAULT)) right--;
  return right;
}

static void print_row(const struct canvas_cell *row, const struct screen *screen, int left, int right,
                      struct text *out) {
  const struct canvas_cell plain = {.ink = COLOUR_DEFAULT, .paper = COLOUR_DEFAULT}, *before = &plain;
  right = row_end(row, left, right, screen->colour);
  for (int i = left; i < right; i++) {
    if (screen->colour && !same_style(before, &row[i])) print_style(&row[i], out);
    before = &row[i];
    print_glyph(&row[i], screen->ascii, out);
  }
  if (screen->colour && !same_style(before, &plain)) text_add_string(out, "\033[0m");
  text_add_char(out, '\n');
}

void canvas_print(const struct canvas *canvas, const struct screen *screen, int left, int width, struct text *out) {
  int right = left + width < canvas->width ? left + width : canvas->width;
  for (int row = 0; row < canvas->height; row++)
    print_row(&canvas->cells[(size_t)row * (size_t)canvas->width], screen, left, right, out);
}
