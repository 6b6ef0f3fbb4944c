/* What each seat has of a game that is over. */
#include "table/table_memory.h"

bool table_was_helped(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  bool helped = false;
  for (int i = 0; i < memory->turn_count; i++) helped |= memory->turns[i].seat == seat && memory->turns[i].instead;
  return helped && !table->undecided;
}

/* True if a seat lost before the end. */
static bool has_lost(const struct table *table, int seat) {
  const int why = table->seats[seat].why;
  return seat == table->lost || (table->setup.rated && (why == TABLE_LEFT || why == TABLE_CLOCK));
}

/* The same of a side: one of its seats is enough. */
static bool side_has_lost(const struct table *table, int side) {
  bool lost = false;
  for (int seat = 0; seat < table->setup.players; seat++)
    lost |= has_lost(table, seat) && tess_game_side(table->history->game, seat) == side;
  return lost;
}

int table_sides_left(const struct table *table) {
  int left = 0;
  for (int side = 0; side < tess_game_sides(table->history->game); side++) left += !side_has_lost(table, side);
  return left;
}

/* True if a side is placed before another one. Those that lost before the end share the last place. */
static bool is_before(const struct table *table, int side, int other) {
  const tess_game *game = table->history->game;
  const bool lost = side_has_lost(table, side), other_lost = side_has_lost(table, other);
  if (lost || other_lost) return !lost;
  return tess_game_score(game, side) > tess_game_score(game, other);
}

bool table_results(const struct table *table, struct table_result results[TESS_MAX_PLAYERS]) {
  if (table->state != TABLE_OVER || table->undecided) return false;
  const tess_game *game = table->history->game;
  for (int seat = 0; seat < table->setup.players; seat++) {
    const int own = tess_game_side(game, seat);
    struct table_result *result = &results[seat];
    *result = (struct table_result){.side = own,
                                    .points = tess_game_score(game, own),
                                    .place = 1,
                                    .lost = has_lost(table, seat),
                                    .helped = table_was_helped(table, seat)};
    for (int side = 0; side < tess_game_sides(game); side++) {
      result->place += is_before(table, side, own);
      result->shared |= side != own && !is_before(table, side, own) && !is_before(table, own, side);
    }
  }
  return true;
}
