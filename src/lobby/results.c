#include "lobby/results.h"

#include "club/club.h"
#include "notation/names.h"
#include "notation/options.h"

static int64_t speed_of(const struct setup *setup) {
  if (setup->clock == SETUP_NO_CLOCK) return CLUB_NO_CLOCK;
  return setup->clock == SETUP_DAYS_CLOCK ? CLUB_DAYS : CLUB_LIVE;
}

int results_pool(const struct setup *setup) {
  return rating_pool((tess_rules)setup->rules, setup->clock == SETUP_DAYS_CLOCK ? RATING_DAYS : RATING_LIVE,
                     setup->players == 2 ? RATING_DUEL : RATING_GROUP);
}

/* True if the game counts for ratings. A deck that others have, too, counts for none: an organizer could reveal it by
 * closing the tournament. A rated table has a player or a computer at each seat; what is asked here would otherwise
 * harm others' ratings. */
static bool is_rated(const struct slot *slot) {
  const struct table *table = slot->table;
  bool counts = table->setup.rated && table->deck.number == 0;
  for (int i = 0; i < table->setup.players; i++) {
    const bool has_player = slot->holders[i].held && slot->holders[i].player != 0;
    counts = counts && (has_player ? table->seats[i].holder == TABLE_PERSON : table->seats[i].holder == TABLE_COMPUTER);
    for (int k = 0; k < i && has_player; k++)
      counts = counts && !(slot->holders[k].held && slot->holders[k].player == slot->holders[i].player);
  }
  return counts;
}

bool results_add(const struct slot *slot, struct store *store) {
  struct table_result results[TESS_MAX_PLAYERS];
  const struct table *table = slot->table;
  bool has_player = false;
  for (int i = 0; i < table->setup.players; i++) has_player |= slot->holders[i].held && slot->holders[i].player != 0;
  if (!has_player || !table_results(table, results)) return false;

  struct text variant = {0};
  options_write(&table->setup.options, &variant);
  const struct store_game game = {.id = span_of(slot->stored.id),
                                  .ended = table_at(table),
                                  .rules = span_of(name_of_rules((tess_rules)table->setup.rules)),
                                  .variant = text_span(&variant),
                                  .speed = speed_of(&table->setup),
                                  .flags = is_rated(slot) ? STORE_GAME_RATED : 0};
  store_add_game(store, slot->stored.number, &game);
  for (int i = 0; i < table->setup.players; i++) {
    const struct table_result *own = &results[i];
    const struct table_seat *seat = &table->seats[i];
    const struct store_result result = {.seat = i + 1,
                                        .player = slot->holders[i].held ? slot->holders[i].player : 0,
                                        .name = span_of(seat->name),
                                        .side = own->side,
                                        .level = seat->holder == TABLE_COMPUTER ? seat->level : 0,
                                        .points = own->points,
                                        .place = own->place,
                                        .flags = (own->helped ? CLUB_HELPED : 0) | (own->lost ? CLUB_LOST : 0) |
                                                 (own->shared ? CLUB_SHARED : 0)};
    store_add_result(store, slot->stored.number, game.id, &result);
  }
  text_free(&variant);
  return (game.flags & STORE_GAME_RATED) != 0;
}
