#include "draw/panel.h"

#include "draw/meeple.h"

enum { ROW = 1180, GAP = 140, FOOT = 1400, NAME_LIMIT = 14 };

int panel_height(const tess_game *game) { return tess_game_options(game).players * (ROW + GAP) + FOOT; }

shape_point panel_tile(const tess_game *game, shape_point corner) {
  return (shape_point){corner.x + GAP, corner.y + tess_game_options(game).players * (ROW + GAP) + GAP};
}

static void put_supply(svg_writer *svg, const tess_game *game, int seat, shape_point at) {
  static const tess_piece pieces[] = {TESS_PIECE_SMALL, TESS_PIECE_LARGE, TESS_PIECE_ABBOT};
  tess_colour colour = (tess_colour)tess_game_options(game).colours[seat];
  for (int i = 0; i < 3; i++)
    for (int k = tess_game_supply(game, seat, pieces[i]); k > 0; k--) {
      if (pieces[i] == TESS_PIECE_LARGE) at.x += 40;
      meeple_put(svg, pieces[i], colour, at, 105);
      at.x += 232;
    }
}

static void put_text(svg_writer *svg, shape_point at, int size, const char *fill, const char *more, const char *text) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\"%s>", at.x, at.y, size, fill, more);
  svg_text(svg, text, NAME_LIMIT);
  svg_put(svg, "</text>\n");
}

static void put_number(svg_writer *svg, shape_point at, int size, const char *fill, const char *more, int number) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\" font-weight=\"bold\"%s>%d</text>\n", at.x, at.y,
             size, fill, more, number);
}

static void put_frame(svg_writer *svg, const draw_theme *theme, const tess_game *game, int seat, shape_point at) {
  bool turn = seat == tess_game_seat(game) && tess_game_phase(game) != TESS_PHASE_OVER;
  tess_colour colour = (tess_colour)tess_game_options(game).colours[seat];
  svg_format(
      svg,
      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"120\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"/>",
      at.x, at.y, PANEL_WIDTH, ROW, theme->panel, turn ? theme->frame : theme->grid, turn ? 40 : 8);
  svg_format(
      svg,
      "<rect x=\"%d\" y=\"%d\" width=\"90\" height=\"%d\" rx=\"45\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"8\"/>\n",
      at.x + 70, at.y + 110, ROW - 220, meeple_fill(colour));
}

static void put_player(svg_writer *svg, const draw_theme *theme, const tess_game *game, const char *name, int seat,
                       shape_point at) {
  const char *end = " text-anchor=\"end\"";
  tess_options options = tess_game_options(game);
  tess_colour colour = (tess_colour)options.colours[seat];
  put_frame(svg, theme, game, seat, at);
  if (theme->rules == TESS_RULES_STAR_WARS)
    svg_format(svg, "<use href=\"#faction%d\" transform=\"translate(%d %d) scale(2)\"/>\n", tess_colour_faction(colour),
               at.x + 830, at.y + 340);
  meeple_put(svg, TESS_PIECE_SMALL, colour, (shape_point){at.x + 400, at.y + 340}, 200);
  shape_point text = {at.x + (theme->rules == TESS_RULES_STAR_WARS ? 1090 : 700), at.y + 445};
  put_text(svg, text, 300, theme->text, " font-weight=\"bold\"", name ? name : meeple_colour_name(colour));
  int side = tess_game_side(game, seat);
  put_number(svg, (shape_point){at.x + PANEL_WIDTH - 170, at.y + 560}, 560, theme->text, end,
             tess_game_score(game, side));
  if (options.teams)
    put_text(svg, (shape_point){at.x + PANEL_WIDTH - 170, at.y + 950}, 240, theme->faint, end,
             side ? "Team 2" : "Team 1");
  put_supply(svg, game, seat, (shape_point){at.x + 330, at.y + 870});
}

void panel_put(svg_writer *svg, const draw_theme *theme, const tess_game *game, const char *const *names,
               shape_point corner) {
  int players = tess_game_options(game).players;
  svg_put(svg, "<g font-family=\"sans-serif\">\n");
  for (int seat = 0; seat < players; seat++)
    put_player(svg, theme, game, names[seat], seat, (shape_point){corner.x, corner.y + seat * (ROW + GAP)});
  shape_point foot = panel_tile(game, corner);
  if (tess_game_drawn(game) >= 0) foot.x += SHAPE_TILE + GAP;
  put_number(svg, (shape_point){foot.x, foot.y + 560}, 560, theme->text, "", tess_game_bag(game, -1));
  put_text(svg, (shape_point){foot.x, foot.y + 900}, 260, theme->faint, "", "tiles left");
  svg_put(svg, "</g>\n");
}
