/* Pictures of whole positions. */
#include <assert.h>

#include "draw/layout.h"
#include "draw/meeple.h"
#include "draw/panel.h"

enum { MARGIN = 300, COORDINATES = 380 };

/* Cells from left upper to right lower, both included. */
typedef struct extent {
  int left, top, right, bottom;
} extent;

draw_options draw_options_default(void) {
  return (draw_options){
      .tile_size = DRAW_DEFAULT_SIZE, .coordinates = true, .last = true, .scores = true, .legal = true};
}

static void reach(extent *cells, int x, int y) {
  if (x < cells->left) cells->left = x;
  if (x > cells->right) cells->right = x;
  if (y < cells->top) cells->top = y;
  if (y > cells->bottom) cells->bottom = y;
}

static extent measure(const tess_game *game, bool legal) {
  extent all = {0, 0, 0, 0};
  for (int i = 0; i < tess_game_tiles(game); i++) {
    tess_tile tile = tess_game_tile(game, i);
    reach(&all, tile.x, tile.y);
  }
  for (int i = 0; legal && i < tess_game_placement_count(game); i++) {
    tess_placement place = tess_game_placement_at(game, i);
    reach(&all, place.x, place.y);
  }
  return all;
}

static shape_point corner(int x, int y) { return (shape_point){x * SHAPE_TILE, y * SHAPE_TILE}; }

/* The tiles row by row, so that what stands further down is drawn later. */
static void add_tiles(plate_list *list, const tess_game *game, const extent *cells) {
  for (int y = cells->top; y <= cells->bottom; y++)
    for (int x = cells->left; x <= cells->right; x++) {
      int index = tess_game_at(game, x, y);
      if (index < 0) continue;
      tess_tile tile = tess_game_tile(game, index);
      plate_add(list, tess_set_tile(tess_game_set(game), tile.kind), tile.kind, tile.rotation, corner(x, y));
    }
}

static void put_frame(svg_writer *svg, const char *stroke, shape_point at, int width, const char *more) {
  svg_format(svg,
             "<rect x=\"%d\" y=\"%d\" width=\"1000\" height=\"1000\" rx=\"30\" stroke=\"%s\" stroke-width=\"%d\"%s/>\n",
             at.x, at.y, stroke, width, more);
}

static void put_last(svg_writer *svg, const draw_theme *theme, const tess_game *game) {
  tess_tile tile = tess_game_tile(game, tess_game_tiles(game) - 1);
  put_frame(svg, theme->frame, corner(tile.x, tile.y), 90, " fill=\"none\" opacity=\".3\"");
  put_frame(svg, theme->frame, corner(tile.x, tile.y), 34, " fill=\"none\"");
}

/* True when no earlier placement is on the same cell. */
static bool first_on_cell(const tess_game *game, int index) {
  tess_placement place = tess_game_placement_at(game, index);
  for (int i = 0; i < index; i++) {
    tess_placement other = tess_game_placement_at(game, i);
    if (other.x == place.x && other.y == place.y) return false;
  }
  return true;
}

static void put_legal(svg_writer *svg, const draw_theme *theme, const tess_game *game) {
  for (int i = 0; i < tess_game_placement_count(game); i++) {
    tess_placement place = tess_game_placement_at(game, i);
    if (!first_on_cell(game, i)) continue;
    shape_point at = corner(place.x, place.y);
    svg_format(svg,
               "<rect x=\"%d\" y=\"%d\" width=\"840\" height=\"840\" rx=\"90\" fill=\"%s\" fill-opacity=\".13\" "
               "stroke=\"%s\" stroke-width=\"26\" stroke-dasharray=\"90 60\"/>\n",
               at.x + 80, at.y + 80, theme->legal, theme->legal);
  }
}

/* Where a meeple stands; several on one spot stand side by side. */
static shape_point standing_at(const tess_game *game, const tess_meeple *all, int count, int index) {
  tess_spot spot = all[index].spot;
  int before = 0, together = 0;
  for (int i = 0; i < count; i++) {
    if (all[i].spot.tile != spot.tile || all[i].spot.feature != spot.feature) continue;
    together++;
    if (i < index) before++;
  }
  tess_tile tile = tess_game_tile(game, spot.tile);
  tile_layout layout;
  layout_build(&layout, tess_set_tile(tess_game_set(game), tile.kind));
  shape_point at = layout_spot(&layout, spot.feature, tile.rotation), cell = corner(tile.x, tile.y);
  return (shape_point){cell.x + at.x + (2 * before - together + 1) * 95, cell.y + at.y};
}

static void put_meeples(svg_writer *svg, const tess_game *game) {
  tess_meeple all[TESS_MAX_MEEPLES];
  shape_point at[TESS_MAX_MEEPLES];
  int order[TESS_MAX_MEEPLES];
  int count = tess_game_meeples(game, all);
  tess_options options = tess_game_options(game);
  for (int i = 0; i < count; i++) {
    int k = i;
    at[i] = standing_at(game, all, count, i);
    for (; k > 0 && at[order[k - 1]].y > at[i].y; k--) order[k] = order[k - 1];
    order[k] = i;
  }
  for (int i = 0; i < count; i++) {
    const tess_meeple *s = &all[order[i]];
    meeple_put(svg, (tess_piece)s->piece, (tess_colour)options.colours[s->seat], at[order[i]], 100);
  }
}

static void put_coordinate(svg_writer *svg, int x, int y, int number) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\">%d</text>", x, y + 75, number);
}

static void put_coordinates(svg_writer *svg, const draw_theme *theme, const extent *cells) {
  int left = cells->left * SHAPE_TILE - COORDINATES / 2, right = (cells->right + 1) * SHAPE_TILE + COORDINATES / 2;
  int top = cells->top * SHAPE_TILE - COORDINATES / 2, bottom = (cells->bottom + 1) * SHAPE_TILE + COORDINATES / 2;
  svg_format(svg, "<g font-family=\"sans-serif\" font-size=\"210\" text-anchor=\"middle\" fill=\"%s\">", theme->faint);
  for (int x = cells->left; x <= cells->right; x++) {
    put_coordinate(svg, x * SHAPE_TILE + SHAPE_TILE / 2, top, x);
    put_coordinate(svg, x * SHAPE_TILE + SHAPE_TILE / 2, bottom, x);
  }
  for (int y = cells->top; y <= cells->bottom; y++) {
    put_coordinate(svg, left, y * SHAPE_TILE + SHAPE_TILE / 2, y);
    put_coordinate(svg, right, y * SHAPE_TILE + SHAPE_TILE / 2, y);
  }
  svg_put(svg, "</g>\n");
}

/* What is seen: the cells with a margin, and the panel at their right. */
static svg_box view_of(const tess_game *game, const draw_options *options, const extent *cells) {
  int margin = options->coordinates ? MARGIN + COORDINATES / 2 : MARGIN;
  int width = (cells->right - cells->left + 1) * SHAPE_TILE + 2 * margin;
  int height = (cells->bottom - cells->top + 1) * SHAPE_TILE + 2 * margin;
  svg_box view = {cells->left * SHAPE_TILE - margin, cells->top * SHAPE_TILE - margin, width, height};
  if (!options->scores) return view;
  int wanted = panel_height(game) + 2 * margin;
  view.width += PANEL_WIDTH + margin;
  if (wanted <= height) return view;
  view.y -= (wanted - height) / 2;
  view.height = wanted;
  return view;
}

static void put_above(svg_writer *svg, const draw_theme *theme, const tess_game *game, const draw_options *options,
                      const extent *cells) {
  if (options->legal) put_legal(svg, theme, game);
  if (options->last) put_last(svg, theme, game);
  put_meeples(svg, game);
  if (options->coordinates) put_coordinates(svg, theme, cells);
}

void draw_board(const tess_game *game, const draw_options *options, draw_sink sink, void *user) {
  svg_writer svg;
  plate_list list = {0};
  assert(game && options);
  const draw_theme *theme = theme_or_default(options->theme, tess_set_rules(tess_game_set(game)));
  extent cells = measure(game, options->legal);
  svg_box view = view_of(game, options, &cells);
  int margin = options->coordinates ? MARGIN + COORDINATES / 2 : MARGIN;
  shape_point panel = {view.x + view.width - PANEL_WIDTH - margin, view.y + margin};
  int drawn = tess_game_drawn(game);
  add_tiles(&list, game, &cells);
  if (options->scores && drawn >= 0)
    plate_add(&list, tess_set_tile(tess_game_set(game), drawn), drawn, 0, panel_tile(game, panel));
  svg_open(&svg, sink, user, view, options->tile_size);
  svg_put(&svg, "<defs>\n");
  plate_define(&svg, theme, &list);
  svg_format(&svg, "</defs>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", view.x - 99,
             view.y - 99, view.width + 198, view.height + 198, theme->table);
  plate_put(&svg, theme, &list);
  put_above(&svg, theme, game, options, &cells);
  if (options->scores) panel_put(&svg, theme, game, options->names, panel);
  svg_close(&svg);
}
