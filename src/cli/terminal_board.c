#include "cli/terminal_board.h"

#include <stdio.h>
#include <string.h>

#include "notation/state.h"

enum { MARGIN = 4, TILES_A_ROW = 6, GAP = 3, LETTER_INK = 226, RULER_INK = 244 };

/* The part of the board that is drawn. */
struct view {
  int west, north, east, south; /* cells, inclusive */
  struct tile_size size;
};

void lettered_cells_of(const tess_game *game, struct lettered_cells *cells) {
  tess_placement placements[TESS_MAX_PLACEMENTS];
  int count = legal_placements(game, placements);
  cells->count = 0;
  for (int i = 0; i < count; i++) {
    bool same = i > 0 && placements[i].x == placements[i - 1].x && placements[i].y == placements[i - 1].y;
    if (!same) cells->at[cells->count++] = (struct lettered_cell){placements[i].x, placements[i].y, 0};
    cells->at[cells->count - 1].rotations |= (uint8_t)(1u << placements[i].rotation);
  }
}

void cell_letters(int index, char letters[4]) {
  char turned[4];
  int length = 0;
  for (int rest = index + 1; rest > 0; rest = (rest - 1) / 26) turned[length++] = (char)('a' + (rest - 1) % 26);
  for (int i = 0; i < length; i++) letters[i] = turned[length - 1 - i];
  letters[length] = '\0';
}

int cell_of_letters(const char *letters, size_t length) {
  int index = 0;
  if (length == 0 || length > 3) return -1;
  for (size_t i = 0; i < length; i++) {
    if (letters[i] < 'a' || letters[i] > 'z') return -1;
    index = index * 26 + (letters[i] - 'a' + 1);
  }
  return index - 1;
}

static void view_add(struct view *view, int x, int y) {
  if (x < view->west) view->west = x;
  if (x > view->east) view->east = x;
  if (y < view->north) view->north = y;
  if (y > view->south) view->south = y;
}

static int view_width(const struct view *view) { return MARGIN + (view->east - view->west + 1) * view->size.width; }

static struct tile_frame frame_at(const struct view *view, int x, int y, int rotation) {
  return (struct tile_frame){view->size, MARGIN + (x - view->west) * view->size.width,
                             1 + (y - view->north) * view->size.height, rotation};
}

/* Draws the letters of a cell in its middle, with the rotations below. */
static void draw_letters(struct canvas *canvas, const struct view *view, const struct lettered_cells *cells,
                         int index) {
  const struct lettered_cell *cell = &cells->at[index];
  const struct tile_frame frame = frame_at(view, cell->x, cell->y, 0);
  const int column = frame.column + frame.size.width / 2, row = frame.row + frame.size.height / 2;
  char letters[4], rotations[5] = "";
  int length = 0;
  cell_letters(index, letters);
  for (int rotation = 0; rotation < 4; rotation++)
    if (cell->rotations >> rotation & 1) rotations[length++] = (char)('0' + rotation);
  rotations[length] = '\0';
  canvas_write(canvas, column - (int)strlen(letters) / 2, row, letters, LETTER_INK, true);
  canvas_write(canvas, column - length / 2, row + 1, rotations, RULER_INK, false);
}

void board_print(const tess_game *game, const struct lettered_cells *cells, const struct screen *screen,
                 struct text *out) {
  const tess_set *set = tess_game_set(game);
  const tess_options options = tess_game_options(game);

  /* 1. Determine the part; tiles are small if large ones would be too wide for the screen. */
  struct view view = {0, 0, 0, 0, tile_size_large()};
  for (int i = 0; i < tess_game_tiles(game); i++) view_add(&view, tess_game_tile(game, i).x, tess_game_tile(game, i).y);
  for (int i = 0; cells != NULL && i < cells->count; i++) view_add(&view, cells->at[i].x, cells->at[i].y);
  if (screen->columns > 0 && view_width(&view) > screen->columns) view.size = tile_size_small();
  struct canvas canvas = canvas_new(view_width(&view), 1 + (view.south - view.north + 1) * view.size.height);

  /* 2. Draw the coordinates. */
  char number[8];
  for (int x = view.west; x <= view.east; x++) {
    snprintf(number, sizeof number, "%d", x);
    canvas_write(&canvas, frame_at(&view, x, view.north, 0).column + view.size.width / 2, 0, number, RULER_INK, false);
  }
  for (int y = view.north; y <= view.south; y++) {
    snprintf(number, sizeof number, "%3d", y);
    canvas_write(&canvas, 0, frame_at(&view, view.west, y, 0).row + view.size.height / 2, number, RULER_INK, false);
  }

  /* 3. Draw tiles, meeples and letters. */
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile tile = tess_game_tile(game, i);
    tile_picture_draw(&canvas, frame_at(&view, tile.x, tile.y, tile.rotation), tess_set_rules(set),
                      tess_set_tile(set, tile.kind));
  }
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  for (int i = 0; i < count; i++) {
    const tess_tile tile = tess_game_tile(game, meeples[i].spot.tile);
    tile_picture_meeple(&canvas, frame_at(&view, tile.x, tile.y, tile.rotation), tess_set_tile(set, tile.kind),
                        meeples[i].spot.feature, meeples[i].seat, (tess_colour)options.colours[meeples[i].seat],
                        (tess_piece)meeples[i].piece);
  }
  for (int i = 0; cells != NULL && i < cells->count; i++) draw_letters(&canvas, &view, cells, i);

  /* 4. Print it; of a board wider than the screen, print the part around the tile laid last. */
  const int width = screen->columns > 0 ? screen->columns : canvas.width;
  int left = 0;
  if (canvas.width > width) {
    const tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
    left = frame_at(&view, last.x, last.y, 0).column - width / 2;
    left = left < 0 ? 0 : left > canvas.width - width ? canvas.width - width : left;
  }
  canvas_print(&canvas, screen, left, width, out);
  canvas_free(&canvas);
}

void hand_print(const tess_game *game, unsigned rotations, const struct screen *screen, struct text *out) {
  const tess_set *set = tess_game_set(game);
  struct tile_frame frame = {.size = tile_size_large(), .column = MARGIN, .row = 1};
  struct canvas canvas = canvas_new(MARGIN + 4 * (frame.size.width + 2), frame.size.height + 1);
  for (int rotation = 0; rotation < 4; rotation++) {
    if (!(rotations >> rotation & 1u)) continue;
    char number[2] = {(char)('0' + rotation), '\0'};
    frame.rotation = rotation;
    canvas_write(&canvas, frame.column + frame.size.width / 2, 0, number, LETTER_INK, true);
    tile_picture_draw(&canvas, frame, tess_set_rules(set), tess_set_tile(set, tess_game_drawn(game)));
    frame.column += frame.size.width + 2;
  }
  canvas_print(&canvas, screen, 0, canvas.width, out);
  canvas_free(&canvas);
}

void sheet_print(const tess_set *set, const int *counts, const struct screen *screen, struct text *out) {
  const struct tile_size size = tile_size_large();
  for (int next = 0; next < tess_set_kinds(set);) {
    /* Draw a row of tiles, from kind `next` on. */
    struct tile_frame frame = {.size = size, .row = 1};
    struct canvas canvas = canvas_new(TILES_A_ROW * (size.width + GAP), size.height + 2);
    for (int drawn = 0; drawn < TILES_A_ROW && next < tess_set_kinds(set); next++) {
      const tess_tile_def *tile = tess_set_tile(set, next);
      char title[TESS_ID_SIZE + 16];
      if (counts[next] == 0) continue;
      snprintf(title, sizeof title, "%s*%d", tile->id, counts[next]);
      canvas_write(&canvas, frame.column, 0, title, COLOUR_DEFAULT, false);
      tile_picture_draw(&canvas, frame, tess_set_rules(set), tile);
      frame.column += size.width + GAP;
      drawn++;
    }
    if (frame.column > 0) canvas_print(&canvas, screen, 0, canvas.width, out);
    canvas_free(&canvas);
  }
}

static bool names_spot(const tess_decision *decisions, int index, int last) {
  return decisions[index].piece != TESS_PIECE_NONE && decisions[index].piece != TESS_PIECE_RETURN &&
         decisions[index].spot.tile == last;
}

void choices_print(const tess_game *game, const tess_decision *decisions, int count, const struct screen *screen,
                   struct text *out) {
  int last = tess_game_tiles(game) - 1;
  tess_tile tile = tess_game_tile(game, last);
  const tess_set *set = tess_game_set(game);
  const tess_tile_def *def = tess_set_tile(set, tile.kind);
  struct tile_frame frame = {.size = tile_size_large(), .column = MARGIN, .rotation = tile.rotation};
  struct canvas canvas = canvas_new(MARGIN + frame.size.width, frame.size.height);
  tile_picture_draw(&canvas, frame, tess_set_rules(set), def);
  for (int i = 0; i < count; i++) {
    /* Several pieces on one spot share the label of the first. */
    bool first = names_spot(decisions, i, last);
    for (int k = 0; first && k < i; k++)
      first = !names_spot(decisions, k, last) || decisions[k].spot.feature != decisions[i].spot.feature;
    if (!first) continue;
    char label[12];
    snprintf(label, sizeof label, "%d", i);
    tile_picture_label(&canvas, frame, def, decisions[i].spot.feature, label);
  }
  canvas_print(&canvas, screen, 0, canvas.width, out);
  canvas_free(&canvas);
}
