/* Commands about the board and the game: `save`, `words`, `segments`, `holes`, `cells`, `sets`; `odds` of a battle; and
 * `advise`, a computer player's advice on the present turn. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json_writer.h"
#include "notation/record.h"
#include "notation/state.h"
#include "page/page.h"
#include "players/evaluation.h"
#include "players/player.h"

bool page_words(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct text line = {0};
  for (int i = 0; i < session->history->count; i++) history_word_write(session->history, i, ';', &line);
  json_put_words(reply, NULL, text_span(&line));
  text_add_char(reply, '\n');
  text_free(&line);
  return session_expect_end(words, fault);
}

bool page_save(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  struct text record = {0};
  record_save(session->history, &session->kept, &record);
  json_put_span(reply, NULL, text_span(&record));
  text_add_char(reply, '\n');
  text_free(&record);
  return session_expect_end(words, fault);
}

bool page_segments(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  realms_write_segments(session->history->game, reply);
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

/* ---- Empty cells ---- */

/* Writes the empty cells next to tiles by y, x: with `holes` those where no tile fits any more, otherwise all, with the
 * number of tiles that fit. */
static void write_cells(const tess_game *game, bool holes, struct text *reply) {
  /* 1. Find the extent of the board and the cells around it. */
  int left = -1, top = -1, right = 1, bottom = 1;
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile tile = tess_game_tile(game, i);
    if (tile.x - 1 < left) left = tile.x - 1;
    if (tile.x + 1 > right) right = tile.x + 1;
    if (tile.y - 1 < top) top = tile.y - 1;
    if (tile.y + 1 > bottom) bottom = tile.y + 1;
  }
  json_open_array(reply, NULL);
  for (int y = top; y <= bottom; y++)
    for (int x = left; x <= right; x++) {
      /* 2. Take an empty cell next to a tile. */
      if (tess_game_at(game, x, y) >= 0) continue;
      if (tess_game_at(game, x, y - 1) < 0 && tess_game_at(game, x + 1, y) < 0 && tess_game_at(game, x, y + 1) < 0 &&
          tess_game_at(game, x - 1, y) < 0)
        continue;
      /* 3. Count what fits there: tiles of the bag, and the drawn tile. */
      const int fits = tess_game_fits(game, x, y);
      bool drawn_fits = false;
      for (int i = 0; i < tess_game_placement_count(game); i++) {
        const tess_placement at = tess_game_placement_at(game, i);
        drawn_fits = drawn_fits || (at.x == x && at.y == y);
      }
      if (holes && (fits > 0 || drawn_fits)) continue;
      json_open_array(reply, NULL);
      json_put_int(reply, NULL, x);
      json_put_int(reply, NULL, y);
      if (!holes) json_put_int(reply, NULL, fits);
      json_close_array(reply);
    }
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

bool page_sets(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  json_open_array(reply, NULL);
  const struct tile_set *set;
  for (int i = 0; (set = set_library_built_in(session->sets, i)) != NULL; i++) {
    json_open_object(reply, NULL);
    json_put_string(reply, "id", set->id);
    json_put_string(reply, "game", name_of_rules(tess_set_rules(set->set)));
    json_put_bool(reply, "river", tess_set_river(set->set) != TESS_RIVER_NONE);
    json_open_array(reply, "kinds");
    for (size_t kind = 0; kind < set->count; kind++) {
      json_open_object(reply, NULL);
      json_put_string(reply, "id", set->tiles[kind].id);
      json_put_int(reply, "count", set->tiles[kind].count);
      json_close_object(reply);
    }
    json_close_array(reply);
    json_close_object(reply);
  }
  json_close_array(reply);
  text_add_char(reply, '\n');
  return session_expect_end(words, fault);
}

/* ---- Odds ---- */

bool page_read_number(struct reader *words, const char *what, uint64_t least, uint64_t most, uint64_t *number,
                      struct fault *fault) {
  const struct span word = reader_word(words);
  if (span_number(word, least, most, number)) return true;
  return fault_say(fault, "expected %s, not %s", what, quote(word.bytes, word.length).text);
}

bool page_odds(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  (void)session;
  uint8_t dice[TESS_MAX_PLAYERS] = {0};
  int sides = 0;
  for (; sides < 2 || !reader_done(words); sides++) {
    uint64_t number;
    if (sides == TESS_MAX_PLAYERS) return session_expect_end(words, fault);
    if (!page_read_number(words, "2 to 5 numbers of dice from 1 to 3", 1, TESS_MAX_DICE, &number, fault)) return false;
    dice[sides] = (uint8_t)number;
  }
  struct battle_odds odds;
  battle_odds_of(dice, &odds);
  json_open_array(reply, NULL);
  for (int side = 0; side < sides; side++) json_put_decimal(reply, NULL, odds.win[side], 9);
  json_close_array(reply);
  text_add_char(reply, '\n');
  return true;
}

/* ---- Advice ---- */

bool page_advise(struct session *session, struct reader *words, struct text *reply, struct fault *fault) {
  const tess_game *game = session->history->game;
  const tess_phase phase = tess_game_phase(game);
  const struct span name = reader_word(words);
  struct player_budget budget = {0};
  uint64_t seed;
  const struct player_kind *kind = player_kind_at(0);
  for (int i = 0; kind != NULL && !span_is(name, kind->name);) kind = player_kind_at(++i);
  if (kind == NULL)
    return fault_say(fault, "expected a kind of player such as mcts, greedy or level-5, not %s",
                     quote(name.bytes, name.length).text);
  if (!page_read_number(words, "playouts from 1 to 20000", 1, PAGE_PLAYOUTS, &budget.playouts, fault) ||
      !page_read_number(words, "a seed from 0 to 18446744073709551615", 0, UINT64_MAX, &seed, fault) ||
      !session_expect_end(words, fault))
    return false;
  if (phase != TESS_PHASE_PLACE && phase != TESS_PHASE_MEEPLE)
    return fault_refuse(fault, TESS_ERROR_BAD_PHASE, "the phase is %s, not place or meeple", name_of_phase(phase));
  struct player player;
  player_open(&player, kind, seed);
  struct player_advice *advice = memory_new(sizeof *advice);
  player_choose(&player, game, &budget, advice);
  json_open_object(reply, NULL);
  player_advice_write(game, advice, PLAYER_CANDIDATES, reply);
  json_close_object(reply);
  text_add_char(reply, '\n');
  free(advice);
  player_close(&player);
  return true;
}
