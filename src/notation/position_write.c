#include "notation/move.h"
#include "notation/options.h"
#include "notation/position.h"
#include "notation/standing.h"

static const char *kind_id(const tess_game *game, int kind) { return tess_set_tile(tess_game_set(game), kind)->id; }

static void write_setting(const tess_game *game, const struct tile_set *set, struct text *text) {
  tess_options options = tess_game_options(game);
  text_print(text, "tessera1 game=%s set=%s:", name_of_rules(tess_set_rules(set->set)), set->id);
  text_add_hash(text, tess_set_hash(set->set));
  text_add_string(text, " options=");
  options_write(&options, text);
  text_add_string(text, " colours=");
  colours_write(&options, text);
}

static void write_turn(const tess_game *game, struct text *text) {
  int drawn = tess_game_drawn(game);
  text_print(text, " seat=%d phase=%s tile=%s scores=", tess_game_seat(game) + 1, name_of_phase(tess_game_phase(game)),
             drawn < 0 ? "-" : kind_id(game, drawn));
  for (int side = 0; side < tess_game_sides(game); side++)
    text_print(text, "%s%d", side > 0 ? "," : "", tess_game_score(game, side));
}

static void write_board(const tess_game *game, struct text *text) {
  tess_tile tiles[TESS_MAX_TILES];
  int count = standing_tiles(game, tiles);
  text_add_string(text, " board=");
  for (int i = 0; i < count; i++)
    text_print(text, "%s%s@%d,%dr%d", i > 0 ? ";" : "", kind_id(game, tiles[i].kind), tiles[i].x, tiles[i].y,
               tiles[i].rotation);
}

static void write_meeples(const tess_game *game, struct text *text) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  tess_rules rules = tess_set_rules(tess_game_set(game));
  int count = standing_meeples(game, meeples);
  text_add_string(text, count > 0 ? " meeples=" : " meeples=-");
  for (int i = 0; i < count; i++) {
    tess_tile tile = tess_game_tile(game, meeples[i].spot.tile);
    text_print(text, "%s%d:%s:", i > 0 ? ";" : "", meeples[i].seat + 1,
               name_of_piece(rules, (tess_piece)meeples[i].piece));
    realm_name_write(realm_name_of(game, meeples[i].spot), text);
    text_add_char(text, '@');
    cell_write(tile.x, tile.y, text);
  }
}

static void write_out(const tess_game *game, struct text *text) {
  const char *before = "";
  text_add_string(text, " out=");
  for (int kind = 0; kind < tess_set_kinds(tess_game_set(game)); kind++) {
    int number = tess_game_out(game, kind);
    if (number == 0) continue;
    text_print(text, "%s%s*%d", before, kind_id(game, kind), number);
    before = ";";
  }
  if (before[0] == '\0') text_add_char(text, '-');
}

static void write_last(const tess_game *game, struct text *text) {
  tess_phase phase = tess_game_phase(game);
  tess_tile last = tess_game_tile(game, tess_game_tiles(game) - 1);
  text_add_string(text, " last=");
  if (phase == TESS_PHASE_MEEPLE || phase == TESS_PHASE_THROW)
    cell_write(last.x, last.y, text);
  else
    text_add_char(text, '-');
}

void position_write(const tess_game *game, const struct tile_set *set, struct text *text) {
  write_setting(game, set, text);
  write_turn(game, text);
  write_board(game, text);
  write_meeples(game, text);
  write_out(game, text);
  write_last(game, text);
}
