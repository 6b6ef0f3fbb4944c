/* What the page asks about the board and the game: `words`, `segments`, `holes`, `cells`, `sets`. */
#include "base/json_writer.h"
#include "notation/state.h"
#include "page/commands.h"

bool page_words(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct text line = {0};
  for (int i = 0; i < session->history->count; i++) history_word_write(session->history, i, ';', &line);
  json_put_words(reply, NULL, text_span(&line));
  text_add_char(reply, '\n');
  text_free(&line);
  return session_expect_end(words, fault);
}

bool page_segments(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  realms_write_segments(session->history->game, reply);
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

/* ---- Empty cells ---- */

struct bounds {
  int left, top, right, bottom; /* cells with tiles */
};

static struct bounds bounds_of(const tess_game *game) {
  struct bounds all = {0, 0, 0, 0};
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile tile = tess_game_tile(game, i);
    if (tile.x < all.left) all.left = tile.x;
    if (tile.x > all.right) all.right = tile.x;
    if (tile.y < all.top) all.top = tile.y;
    if (tile.y > all.bottom) all.bottom = tile.y;
  }
  return all;
}

/* True for an empty cell beside a tile. */
static bool is_frontier(const tess_game *game, int x, int y) {
  if (tess_game_at(game, x, y) >= 0) return false;
  return tess_game_at(game, x, y - 1) >= 0 || tess_game_at(game, x + 1, y) >= 0 || tess_game_at(game, x, y + 1) >= 0 ||
         tess_game_at(game, x - 1, y) >= 0;
}

static bool drawn_fits(const tess_game *game, int x, int y) {
  for (int i = 0; i < tess_game_placement_count(game); i++) {
    const tess_placement at = tess_game_placement_at(game, i);
    if (at.x == x && at.y == y) return true;
  }
  return false;
}

static void write_cell(const tess_game *game, int x, int y, bool holes, struct text *reply) {
  const int fits = tess_game_fits(game, x, y);
  if (holes && (fits > 0 || drawn_fits(game, x, y))) return;
  json_open_array(reply, NULL);
  json_put_int(reply, NULL, x);
  json_put_int(reply, NULL, y);
  if (!holes) json_put_int(reply, NULL, fits);
  json_close_array(reply);
}

/* The empty cells beside tiles by y, x: those where nothing fits any more, or all with the number of tiles that fit. */
static void write_cells(const tess_game *game, bool holes, struct text *reply) {
  const struct bounds all = bounds_of(game);
  json_open_array(reply, NULL);
  for (int y = all.top - 1; y <= all.bottom + 1; y++)
    for (int x = all.left - 1; x <= all.right + 1; x++)
      if (is_frontier(game, x, y)) write_cell(game, x, y, holes, reply);
  json_close_array(reply);
  text_add_char(reply, '\n');
}

bool page_holes(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  write_cells(session->history->game, true, reply);
  return session_expect_end(words, fault);
}

bool page_cells(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  write_cells(session->history->game, false, reply);
  return session_expect_end(words, fault);
}

/* ---- Sets ---- */

static void write_set(const struct tile_set *set, struct text *reply) {
  json_open_object(reply, NULL);
  json_put_string(reply, "id", set->id);
  json_put_string(reply, "game", name_of_rules(tess_set_rules(set->set)));
  json_put_bool(reply, "river", tess_set_has_river(set->set));
  json_open_array(reply, "kinds");
  for (size_t i = 0; i < set->count; i++) {
    json_open_object(reply, NULL);
    json_put_string(reply, "id", set->tiles[i].id);
    json_put_int(reply, "count", set->tiles[i].count);
    json_close_object(reply);
  }
  json_close_array(reply);
  json_close_object(reply);
}

bool page_sets(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  static const char *const ids[] = {"star-wars", "classic", "classic+river"};
  json_open_array(reply, NULL);
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
    write_set(tile_shelf_find(session->shelf, span_of(ids[i])), reply);
  json_close_array(reply);
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}
