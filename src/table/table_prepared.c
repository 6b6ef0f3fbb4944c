/* Turns that a seat prepares for its next draw: whether what they would do is still what it was; declared in
 * table/table.h. */
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/guard.h"
#include "notation/move.h"
#include "table/table_parts.h"

int table_drawn_since(const struct table *table, int64_t since) {
  if (table->state != TABLE_PLAYING || table->setup.clock != SETUP_DAYS_CLOCK || table->memory->drawn_seq <= since ||
      table->memory->drawn_seq != table->position)
    return 0;
  const int seat = table_seat_to_move(table) + 1;
  return table_task(table, seat) == TABLE_TO_MOVE ? seat : 0;
}

/* Adds the realms of the tile that was just laid, each as often as it has a feature on the tile. */
static uint64_t print_realms(const tess_game *game) {
  const int last = tess_game_tiles(game) - 1;
  const tess_tile_def *tile = tess_set_tile(tess_game_set(game), tess_game_tile(game, last).kind);
  struct text words = {0};
  for (int feature = 0; feature < tile->feature_count; feature++) {
    const tess_realm realm = tess_game_realm(game, (tess_spot){(uint8_t)last, (uint8_t)feature});
    text_print(&words, "%d %d %d %d %d %d %d %d;", realm.type, realm.complete, realm.tiles, realm.symbols,
               realm.open_ends, realm.cities, realm.sides, realm.worth);
    for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++)
      text_print(&words, "%d,%d ", realm.meeples[seat], realm.large[seat]);
  }
  const uint64_t print = fnv_add_bytes(FNV_BEGIN, text_span(&words).bytes, words.length);
  text_free(&words);
  return print;
}

/* Lays the tile of a whole turn in `game`, tries its decision, and prints the realms between. */
static bool print_move(tess_game *game, const struct move *move, int64_t *print, struct fault *fault) {
  tess_decision decision;
  const tess_error laid = tess_game_place(game, move->placement, NULL, NULL);
  if (laid != TESS_ERROR_NONE) return fault_say(fault, "move: %s", tess_error_text(laid));
  *print = (int64_t)(print_realms(game) & INT64_MAX);
  if (!choice_decide(move->choice, game, &decision, fault)) return fault_within(fault, "move");
  const tess_error decided = tess_game_meeple(game, decision, NULL, NULL);
  return decided == TESS_ERROR_NONE || fault_say(fault, "move: %s", tess_error_text(decided));
}

bool table_print_turn(const struct table *table, int seat, struct span word, int *kind, int64_t *print,
                      struct fault *fault) {
  const tess_game *game = table->history->game;
  struct move move;
  *kind = -1;
  if (!move_read(word, table->history->set->set, &move, fault)) return fault_within(fault, "move");
  if (!move.decided) return fault_say(fault, "move: expected the whole turn, as in TILE@0,1r2=none");
  *kind = move.kind;
  const bool drawn = tess_game_drawn(game) == move.kind;
  if (!drawn && tess_game_bag(game, move.kind) == 0) return fault_say(fault, "move: no such tile is left");

  /* The position in which the seat is to lay this tile. */
  tess_position *position = memory_new(sizeof *position);
  tess_game *scratch = memory_new(tess_game_size());
  const char *why = NULL;
  tess_game_position(game, position);
  position->phase = TESS_PHASE_PLACE;
  position->seat = (uint8_t)(seat - 1);
  position->drawn = (int16_t)move.kind;
  position->last = -1;
  position->extra = false;
  bool good = tess_game_setup(scratch, table->history->set->set, position, 0, &why) == TESS_ERROR_NONE ||
              fault_say(fault, "move: %s", why);
  good = good && print_move(scratch, &move, print, fault);
  free(scratch);
  free(position);
  return good;
}

bool table_take_prepared(struct table *table, struct span move, int64_t print, int64_t now) {
  struct fault fault;
  int kind;
  int64_t present = 0;
  const int seat = table_seat_to_move(table) + 1;
  if (table_task(table, seat) != TABLE_TO_MOVE || !table_print_turn(table, seat, move, &kind, &present, &fault) ||
      present != print || kind != tess_game_drawn(table->history->game) ||
      !table_move(table, move, "person", now, &fault))
    return false;
  table_follow_up(table, now);
  return true;
}
