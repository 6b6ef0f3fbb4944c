/* Pictures of whole positions, with the score panel beside the board. */
#include <assert.h>

#include "picture/scene.h"

enum { MARGIN = 300, COORDINATES = 380 };

/* The cells from the upper left one to the lower right one, both included. */
struct extent {
  int left, top, right, bottom;
};

struct picture_options picture_options_default(void) {
  return (struct picture_options){
      .tile_size = PICTURE_DEFAULT_SIZE, .coordinates = true, .last = true, .scores = true, .legal = true};
}

/* Enlarges an extent so that it contains a cell. */
static void reach(struct extent *cells, int x, int y) {
  if (x < cells->left) cells->left = x;
  if (x > cells->right) cells->right = x;
  if (y < cells->top) cells->top = y;
  if (y > cells->bottom) cells->bottom = y;
}

/* The upper left corner of a cell in the picture. */
static struct shape_point corner(int x, int y) { return (struct shape_point){x * SHAPE_TILE, y * SHAPE_TILE}; }

/* ---- Beside the board: players with colours, points and supplies, the drawn tile and the number of tiles left ---- */

enum { PANEL_WIDTH = 5000, ROW = 1180, GAP = 140, FOOT = 1400, NAME_LIMIT = 14 };

/* Where the drawn tile lies in the panel with this upper left corner. */
static struct shape_point panel_tile(const tess_game *game, struct shape_point corner) {
  return (struct shape_point){corner.x + GAP, corner.y + tess_game_options(game).players * (ROW + GAP) + GAP};
}

static void put_text(struct svg_writer *svg, struct shape_point at, int size, const char *fill, const char *more,
                     const char *text) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\"%s>", at.x, at.y, size, fill, more);
  svg_text(svg, text, NAME_LIMIT);
  svg_put(svg, "</text>\n");
}

static void put_number(struct svg_writer *svg, struct shape_point at, int size, const char *fill, const char *more,
                       int number) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\" font-weight=\"bold\"%s>%d</text>\n", at.x, at.y,
             size, fill, more, number);
}

static void put_panel(struct svg_writer *svg, const struct picture_theme *theme, const tess_game *game,
                      const char *const *names, struct shape_point panel) {
  static const tess_piece pieces[] = {TESS_PIECE_SMALL, TESS_PIECE_LARGE, TESS_PIECE_ABBOT};
  const char *end = " text-anchor=\"end\"";
  const bool space = theme->rules == TESS_RULES_STAR_WARS;
  const tess_options options = tess_game_options(game);
  svg_put(svg, "<g font-family=\"sans-serif\">\n");
  for (int seat = 0; seat < options.players; seat++) {
    const struct shape_point at = {panel.x, panel.y + seat * (ROW + GAP)};
    const tess_colour colour = (tess_colour)options.colours[seat];
    const int side = tess_game_side(game, seat);

    /* 1. A box with a bar in the player's colour; its frame shows whose turn it is. */
    const bool turn = seat == tess_game_seat(game) && tess_game_phase(game) != TESS_PHASE_OVER;
    svg_format(
        svg,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"120\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"/>",
        at.x, at.y, PANEL_WIDTH, ROW, theme->panel, turn ? theme->frame : theme->grid, turn ? 40 : 8);
    svg_format(svg,
               "<rect x=\"%d\" y=\"%d\" width=\"90\" height=\"%d\" rx=\"45\" fill=\"%s\" stroke=\"#fff\" "
               "stroke-width=\"8\"/>\n",
               at.x + 70, at.y + 110, ROW - 220, meeple_fill(colour));

    /* 2. Faction, meeple and name. */
    if (space)
      svg_format(svg, "<use href=\"#faction%d\" transform=\"translate(%d %d) scale(1.25)\"/>\n",
                 tess_colour_faction(colour), at.x + 830, at.y + 340);
    const struct meeple_look look = {TESS_PIECE_SMALL, colour, TESS_TYPE_COUNT};
    meeple_put(svg, look, (struct shape_point){at.x + 400, at.y + 340}, 200);
    put_text(svg, (struct shape_point){at.x + (space ? 1090 : 700), at.y + 445}, 300, theme->text,
             " font-weight=\"bold\"", names[seat] ? names[seat] : meeple_colour_name(colour));

    /* 3. Points and team. */
    put_number(svg, (struct shape_point){at.x + PANEL_WIDTH - 170, at.y + 560}, 560, theme->text, end,
               tess_game_score(game, side));
    if (options.teams)
      put_text(svg, (struct shape_point){at.x + PANEL_WIDTH - 170, at.y + 950}, 240, theme->faint, end,
               side ? "Team 2" : "Team 1");

    /* 4. The supply. */
    struct shape_point piece = {at.x + 330, at.y + 870};
    for (int i = 0; i < 3; i++)
      for (int k = tess_game_supply(game, seat, pieces[i]); k > 0; k--) {
        if (pieces[i] == TESS_PIECE_LARGE) piece.x += 40;
        meeple_put(svg, (struct meeple_look){pieces[i], colour, TESS_TYPE_COUNT}, piece, 105);
        piece.x += 232;
      }
  }

  /* 5. Below all players, the tiles that are left. */
  struct shape_point foot = panel_tile(game, panel);
  if (tess_game_drawn(game) >= 0) foot.x += SHAPE_TILE + GAP;
  put_number(svg, (struct shape_point){foot.x, foot.y + 560}, 560, theme->text, "", tess_game_bag(game, -1));
  put_text(svg, (struct shape_point){foot.x, foot.y + 900}, 260, theme->faint, "", "tiles left");
  svg_put(svg, "</g>\n");
}

/* ---- On the board ---- */

/* Draws a frame around a cell. */
static void put_frame(struct svg_writer *svg, const char *stroke, struct shape_point at, int width, const char *more) {
  svg_format(svg,
             "<rect x=\"%d\" y=\"%d\" width=\"1000\" height=\"1000\" rx=\"30\" stroke=\"%s\" stroke-width=\"%d\"%s/>\n",
             at.x, at.y, stroke, width, more);
}

static void put_meeples(struct svg_writer *svg, const tess_game *game) {
  tess_meeple all[TESS_MAX_MEEPLES];
  struct shape_point at[TESS_MAX_MEEPLES];
  int order[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, all);
  const tess_options options = tess_game_options(game);
  for (int i = 0; i < count; i++) {
    /* 1. Find the place of each meeple; several on one spot are drawn side by side. */
    const tess_spot spot = all[i].spot;
    int before = 0, together = 0;
    for (int k = 0; k < count; k++) {
      if (all[k].spot.tile != spot.tile || all[k].spot.feature != spot.feature) continue;
      together++;
      if (k < i) before++;
    }
    const tess_tile tile = tess_game_tile(game, spot.tile);
    struct tile_layout layout;
    layout_build(&layout, tess_set_tile(tess_game_set(game), tile.kind));
    const struct shape_point stand = layout_anchor(&layout, spot.feature, tile.rotation), cell = corner(tile.x, tile.y);
    at[i] = (struct shape_point){cell.x + stand.x + (2 * before - together + 1) * 125, cell.y + stand.y};
    /* 2. Sort them so that meeples further down are drawn later. */
    int k = i;
    for (; k > 0 && at[order[k - 1]].y > at[i].y; k--) order[k] = order[k - 1];
    order[k] = i;
  }
  for (int i = 0; i < count; i++) {
    const tess_meeple *s = &all[order[i]];
    const int kind = tess_game_tile(game, s->spot.tile).kind;
    const tess_type on = (tess_type)tess_set_tile(tess_game_set(game), kind)->features[s->spot.feature].type;
    const struct meeple_look look = {(tess_piece)s->piece, (tess_colour)options.colours[s->seat], on};
    const bool lies = on == TESS_TYPE_FIELD;
    if (lies) svg_format(svg, "<g transform=\"rotate(-90 %d %d)\">", at[order[i]].x, at[order[i]].y);
    meeple_put(svg, look, at[order[i]], MEEPLE_PERCENT);
    if (lies) svg_put(svg, "</g>\n");
  }
}

static void put_coordinate(struct svg_writer *svg, int x, int y, int number) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\">%d</text>", x, y + 75, number);
}

/* ---- The picture ---- */

/* The visible part: the board with a margin, and the panel to its right. */
static struct svg_box view_of(const tess_game *game, const struct picture_options *options,
                              const struct extent *cells) {
  int margin = options->coordinates ? MARGIN + COORDINATES / 2 : MARGIN;
  int width = (cells->right - cells->left + 1) * SHAPE_TILE + 2 * margin;
  int height = (cells->bottom - cells->top + 1) * SHAPE_TILE + 2 * margin;
  struct svg_box view = {cells->left * SHAPE_TILE - margin, cells->top * SHAPE_TILE - margin, width, height};
  if (!options->scores) return view;
  int wanted = tess_game_options(game).players * (ROW + GAP) + FOOT + 2 * margin;
  view.width += PANEL_WIDTH + margin;
  if (wanted <= height) return view;
  view.y -= (wanted - height) / 2;
  view.height = wanted;
  return view;
}

void picture_board(const tess_game *game, const struct picture_options *options, picture_sink sink, void *user) {
  assert(game && options);
  const tess_set *set = tess_game_set(game);
  const struct picture_theme *theme = theme_or_default(options->theme, tess_set_rules(set));

  /* 1. Find the extent of the board and the visible part. */
  struct extent cells = {0, 0, 0, 0};
  for (int i = 0; i < tess_game_tiles(game); i++) reach(&cells, tess_game_tile(game, i).x, tess_game_tile(game, i).y);
  for (int i = 0; options->legal && i < tess_game_placement_count(game); i++)
    reach(&cells, tess_game_placement_at(game, i).x, tess_game_placement_at(game, i).y);
  const struct svg_box view = view_of(game, options, &cells);
  const int margin = options->coordinates ? MARGIN + COORDINATES / 2 : MARGIN;
  const struct shape_point panel = {view.x + view.width - PANEL_WIDTH - margin, view.y + margin};

  /* 2. List the tiles row by row, so that things further down are drawn later; then the drawn tile on the panel. */
  struct placed_tiles list = {0};
  for (int y = cells.top; y <= cells.bottom; y++)
    for (int x = cells.left; x <= cells.right; x++) {
      const int index = tess_game_at(game, x, y);
      if (index < 0) continue;
      const tess_tile tile = tess_game_tile(game, index);
      placed_tiles_add(&list, tess_set_tile(set, tile.kind), tile.kind, index, tile.rotation, corner(x, y));
    }
  const int drawn = tess_game_drawn(game);
  if (options->scores && drawn >= 0)
    placed_tiles_add(&list, tess_set_tile(set, drawn), drawn, tess_game_tiles(game), 0, panel_tile(game, panel));

  /* 3. Draw the table and the tiles on it. */
  struct svg_writer svg;
  svg_open(&svg, sink, user, view, options->tile_size);
  svg_put(&svg, "<defs>\n");
  placed_tiles_define(&svg, theme, &list);
  svg_format(&svg, "</defs>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", view.x - 99,
             view.y - 99, view.width + 198, view.height + 198, theme->table);
  placed_tiles_put(&svg, theme, &list);

  /* 4. Draw what lies above the tiles, and the panel. */
  if (options->legal) {
    /* Mark each cell where the drawn tile may be laid. */
    for (int i = 0; i < tess_game_placement_count(game); i++) {
      const tess_placement place = tess_game_placement_at(game, i);
      bool first = true;
      for (int k = 0; first && k < i; k++) {
        const tess_placement other = tess_game_placement_at(game, k);
        first = other.x != place.x || other.y != place.y;
      }
      if (!first) continue;
      const struct shape_point at = corner(place.x, place.y);
      svg_format(&svg,
                 "<rect x=\"%d\" y=\"%d\" width=\"840\" height=\"840\" rx=\"90\" fill=\"%s\" fill-opacity=\".13\" "
                 "stroke=\"%s\" stroke-width=\"26\" stroke-dasharray=\"90 60\"/>\n",
                 at.x + 80, at.y + 80, theme->legal, theme->legal);
    }
  }
  if (options->last) {
    const tess_tile tile = tess_game_tile(game, tess_game_tiles(game) - 1);
    put_frame(&svg, theme->frame, corner(tile.x, tile.y), 90, " fill=\"none\" opacity=\".3\"");
    put_frame(&svg, theme->frame, corner(tile.x, tile.y), 34, " fill=\"none\"");
  }
  put_meeples(&svg, game);
  if (options->coordinates) {
    int left = cells.left * SHAPE_TILE - COORDINATES / 2, right = (cells.right + 1) * SHAPE_TILE + COORDINATES / 2;
    int top = cells.top * SHAPE_TILE - COORDINATES / 2, bottom = (cells.bottom + 1) * SHAPE_TILE + COORDINATES / 2;
    svg_format(&svg, "<g font-family=\"sans-serif\" font-size=\"210\" text-anchor=\"middle\" fill=\"%s\">",
               theme->faint);
    for (int x = cells.left; x <= cells.right; x++) {
      put_coordinate(&svg, x * SHAPE_TILE + SHAPE_TILE / 2, top, x);
      put_coordinate(&svg, x * SHAPE_TILE + SHAPE_TILE / 2, bottom, x);
    }
    for (int y = cells.top; y <= cells.bottom; y++) {
      put_coordinate(&svg, left, y * SHAPE_TILE + SHAPE_TILE / 2, y);
      put_coordinate(&svg, right, y * SHAPE_TILE + SHAPE_TILE / 2, y);
    }
    svg_put(&svg, "</g>\n");
  }
  if (options->scores) put_panel(&svg, theme, game, options->names, panel);
  svg_close(&svg);
}
