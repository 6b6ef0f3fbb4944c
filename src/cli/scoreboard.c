#include "cli/scoreboard.h"

#include "base/utf8.h"

/* Blanks until what was added since `from` is `width` wide. */
static void pad(struct text *out, size_t from, int width) {
  for (size_t columns = utf8_count(out->bytes + from, out->length - from); columns < (size_t)width; columns++)
    text_add_char(out, ' ');
}

static void add_supply(const struct narrator *narrator, const tess_game *game, int seat, struct text *out) {
  static const tess_piece pieces[] = {TESS_PIECE_SMALL, TESS_PIECE_LARGE, TESS_PIECE_ABBOT};
  tess_rules rules = tess_set_rules(tess_game_set(game));
  bool abbot = tess_game_options(game).abbot;
  words_add(out, narrator->language, WORD_SUPPLY, NULL);
  text_add_char(out, ':');
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
    if (pieces[i] == TESS_PIECE_LARGE && rules == TESS_RULES_CLASSIC) continue;
    if (pieces[i] == TESS_PIECE_ABBOT && !abbot) continue;
    text_print(out, " %d ", tess_game_supply(game, seat, pieces[i]));
    words_add(out, narrator->language, word_of_piece(rules, pieces[i]), NULL);
  }
}

static void add_colour(const struct narrator *narrator, const tess_game *game, int seat, struct text *out) {
  tess_colour colour = (tess_colour)tess_game_options(game).colours[seat];
  words_add(out, narrator->language, word_of_colour(colour), NULL);
  if (tess_set_rules(tess_game_set(game)) == TESS_RULES_CLASSIC) return;
  text_add_string(out, ", ");
  words_add(out, narrator->language, word_of_faction(tess_colour_faction(colour)), NULL);
}

static void add_seat(const struct narrator *narrator, const tess_game *game, int seat, struct text *out) {
  bool turn = tess_game_phase(game) != TESS_PHASE_OVER && tess_game_seat(game) == seat;
  size_t from = out->length;
  text_print(out, "%c %d %s ", turn ? '>' : ' ', seat + 1, narrator->names[seat]);
  pad(out, from, 16);
  from = out->length;
  add_colour(narrator, game, seat, out);
  pad(out, from, 30);
  from = out->length;
  words_count(out, narrator->language, WORD_POINT, WORD_POINTS, tess_game_score(game, tess_game_side(game, seat)));
  pad(out, from, 12);
  add_supply(narrator, game, seat, out);
  text_add_char(out, '\n');
}

void scoreboard_print(const struct narrator *narrator, const tess_game *game, struct text *out) {
  struct text left = {0};
  for (int seat = 0; seat < tess_game_options(game).players; seat++) add_seat(narrator, game, seat, out);
  text_add_int(&left, tess_game_bag(game, -1));
  text_add_string(out, "  ");
  words_add(out, narrator->language, WORD_LEFT, WITH(left.bytes));
  text_add_char(out, '\n');
  text_free(&left);
}

static int rank_of(const tess_game *game, int side) {
  int rank = 1;
  for (int other = 0; other < tess_game_sides(game); other++)
    rank += tess_game_score(game, other) > tess_game_score(game, side);
  return rank;
}

void ranking_print(const struct narrator *narrator, const tess_game *game, struct text *out) {
  int sides = tess_game_sides(game);
  for (int rank = 1; rank <= sides; rank++)
    for (int side = 0; side < sides; side++) {
      if (rank_of(game, side) != rank) continue;
      size_t from = out->length;
      text_print(out, "%d. ", rank);
      narrate_side(narrator, game, side, out);
      pad(out, from, 24);
      words_count(out, narrator->language, WORD_POINT, WORD_POINTS, tess_game_score(game, side));
      text_add_char(out, '\n');
    }
  narrate_winner(narrator, game, out);
}
