#include "cli/terminal_board.h"

#include <stdio.h>
#include <string.h>

#include "notation/state.h"

enum { MARGIN = 4, TILES_A_ROW = 6, GAP = 3, LETTER_INK = 226, RULER_INK = 244 };

/* The part of the plane that is drawn. */
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

static struct view view_of(const tess_game *game, const struct lettered_cells *cells, const struct screen *screen) {
  struct view view = {0, 0, 0, 0, tile_size_large()};
  for (int i = 0; i < tess_game_tiles(game); i++) {
    tess_tile tile = tess_game_tile(game, i);
    view_add(&view, tile.x, tile.y);
  }
  for (int i = 0; cells != NULL && i < cells->count; i++) view_add(&view, cells->at[i].x, cells->at[i].y);
  if (screen->columns > 0 && view_width(&view) > screen->columns) view.size = tile_size_small();
  return view;
}

static struct tile_frame frame_at(const struct view *view, int x, int y, int rotation) {
  return (struct tile_frame){view->size, MARGIN + (x - view->west) * view->size.width,
                             1 + (y - view->north) * view->size.height, rotation};
}

static void draw_rulers(struct canvas *canvas, const struct view *view) {
  char number[8];
  for (int x = view->west; x <= view->east; x++) {
    snprintf(number, sizeof number, "%d", x);
    canvas_write(canvas, frame_at(view, x, view->north, 0).column + view->size.width / 2, 0, number, RULER_INK, false);
  }
  for (int y = view->north; y <= view->south; y++) {
    snprintf(number, sizeof number, "%3d", y);
    canvas_write(canvas, 0, frame_at(view, view->west, y, 0).row + view->size.height / 2, number, RULER_INK, false);
  }
}

static void draw_tiles(struct canvas *canvas, const struct view *view, const tess_game *game) {
  const tess_set *set = tess_game_set(game);
  for (int i = 0; i < tess_game_tiles(game); i++) {
    tess_tile tile = tess_game_tile(game, i);
    tile_picture_draw(canvas, frame_at(view, tile.x, tile.y, tile.rotation), tess_set_rules(set),
                      tess_set_tile(set, tile.kind));
  }
}

static void draw_meeples(struct canvas *canvas, const struct view *view, const tess_game *game) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  tess_options options = tess_game_options(game);
  int count = tess_game_meeples(game, meeples);
  for (int i = 0; i < count; i++) {
    tess_tile tile = tess_game_tile(game, meeples[i].spot.tile);
    const tess_feature_def *feature = &tess_set_tile(tess_game_set(game), tile.kind)->features[meeples[i].spot.feature];
    tile_picture_meeple(canvas, frame_at(view, tile.x, tile.y, tile.rotation), feature, meeples[i].seat,
                        (tess_colour)options.colours[meeples[i].seat], (tess_piece)meeples[i].piece);
  }
}

static void draw_letters(struct canvas *canvas, const struct view *view, const struct lettered_cells *cells) {
  for (int i = 0; i < cells->count; i++) {
    struct tile_frame frame = frame_at(view, cells->at[i].x, cells->at[i].y, 0);
    char letters[4], rotations[5] = "";
    int column = frame.column + frame.size.width / 2, row = frame.row + frame.size.height / 2, length = 0;
    cell_letters(i, letters);
    for (int rotation = 0; rotation < 4; rotation++)
      if (cells->at[i].rotations >> rotation & 1) rotations[length++] = (char)('0' + rotation);
    rotations[length] = '\0';
    canvas_write(canvas, column - (int)strlen(letters) / 2, row, letters, LETTER_INK, true);
    canvas_write(canvas, column - length / 2, row + 1, rotations, RULER_INK, false);
  }
}

/* A board wider than the screen is shown around the tile laid last. */
static int left_column(const struct view *view, const tess_game *game, const struct screen *screen) {
  int width = view_width(view);
  if (screen->columns == 0 || width <= screen->columns) return 0;
  tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
  int left = frame_at(view, last.x, last.y, 0).column - screen->columns / 2;
  if (left < 0) return 0;
  return left > width - screen->columns ? width - screen->columns : left;
}

void board_print(const tess_game *game, const struct lettered_cells *cells, const struct screen *screen,
                 struct text *out) {
  struct view view = view_of(game, cells, screen);
  struct canvas canvas = canvas_new(view_width(&view), 1 + (view.south - view.north + 1) * view.size.height);
  draw_rulers(&canvas, &view);
  draw_tiles(&canvas, &view, game);
  draw_meeples(&canvas, &view, game);
  if (cells != NULL) draw_letters(&canvas, &view, cells);
  canvas_print(&canvas, screen, left_column(&view, game, screen), screen->columns > 0 ? screen->columns : canvas.width,
               out);
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

/* Draws a row of tiles from kind `*next` on; moves `*next` behind them. */
static void print_row(const tess_set *set, const int *counts, const struct screen *screen, int *next,
                      struct text *out) {
  struct tile_size size = tile_size_large();
  struct tile_frame frame = {.size = size, .row = 1};
  struct canvas canvas = canvas_new(TILES_A_ROW * (size.width + GAP), size.height + 2);
  for (int drawn = 0; drawn < TILES_A_ROW && *next < tess_set_kinds(set); (*next)++) {
    const tess_tile_def *tile = tess_set_tile(set, *next);
    char title[TESS_ID_SIZE + 16];
    if (counts[*next] == 0) continue;
    snprintf(title, sizeof title, "%s*%d", tile->id, counts[*next]);
    canvas_write(&canvas, frame.column, 0, title, COLOUR_DEFAULT, false);
    tile_picture_draw(&canvas, frame, tess_set_rules(set), tile);
    frame.column += size.width + GAP;
    drawn++;
  }
  if (frame.column > 0) canvas_print(&canvas, screen, 0, canvas.width, out);
  canvas_free(&canvas);
}

void sheet_print(const tess_set *set, const int *counts, const struct screen *screen, struct text *out) {
  for (int next = 0; next < tess_set_kinds(set);) print_row(set, counts, screen, &next, out);
}

static bool names_spot(const tess_decision *decisions, int index, int last) {
  return decisions[index].piece != TESS_PIECE_NONE && decisions[index].piece != TESS_PIECE_RETURN &&
         decisions[index].spot.tile == last;
}

/* Several pieces on one spot share a label: that of the first. */
static bool is_first_on_spot(const tess_decision *decisions, int index, int last) {
  for (int i = 0; i < index; i++)
    if (names_spot(decisions, i, last) && decisions[i].spot.feature == decisions[index].spot.feature) return false;
  return names_spot(decisions, index, last);
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
    if (!is_first_on_spot(decisions, i, last)) continue;
    char label[12];
    snprintf(label, sizeof label, "%d", i);
    tile_picture_label(&canvas, frame, &def->features[decisions[i].spot.feature], label);
  }
  canvas_print(&canvas, screen, 0, canvas.width, out);
  canvas_free(&canvas);
}
