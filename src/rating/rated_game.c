/* What a finished game must have to be rated, and the pool that it counts in. */
#include "rating/rating.h"

bool rated_game_check(const struct rated_game *game, struct fault *fault) {
  if (game->seats < 2 || game->seats > TESS_MAX_PLAYERS)
    return fault_say(fault, "a game of %d seats: expected 2 to %d", game->seats, TESS_MAX_PLAYERS);
  if (game->ended < 0) return fault_say(fault, "ended: expected milliseconds since 1970");
  bool sides = false;
  for (int i = 0; i < game->seats; i++) {
    const struct rated_seat *seat = &game->seat[i];
    if (seat->player < 0 || seat->level < 0 || seat->level > RATING_LEVELS || (seat->player == 0) == (seat->level == 0))
      return fault_say(fault, "seat %d: expected a player from 1 or the level of a computer, 1 to %d", i + 1,
                       RATING_LEVELS);
    if (seat->place < 1 || seat->place > game->seats)
      return fault_say(fault, "seat %d: expected a place from 1 to %d", i + 1, game->seats);
    for (int j = 0; j < i; j++) {
      const struct rated_seat *other = &game->seat[j];
      if (seat->player != 0 && seat->player == other->player)
        return fault_say(fault, "seat %d: its player sits at seat %d, too", i + 1, j + 1);
      if (seat->side == other->side && seat->place != other->place)
        return fault_say(fault, "seat %d: expected the place of seat %d, which is of its side", i + 1, j + 1);
      sides = sides || seat->side != other->side;
    }
  }
  return sides || fault_say(fault, "all seats are of one side: expected two sides or more");
}

int rating_pool(tess_rules rules, enum rating_speed speed, enum rating_form form) {
  return ((int)rules * RATING_SPEEDS + (int)speed) * RATING_FORMS + (int)form;
}

int rated_game_pool(const struct rated_game *game) {
  return rating_pool(game->rules, game->speed, game->seats == 2 ? RATING_DUEL : RATING_GROUP);
}

tess_rules rating_pool_rules(int pool) { return (tess_rules)(pool / (RATING_SPEEDS * RATING_FORMS)); }

/* The names of the pools, in the order of rating_pool(). */
static const char *const names[RATING_POOLS] = {
    "star-wars-live-duel", "star-wars-live-group", "star-wars-days-duel", "star-wars-days-group",
    "classic-live-duel",   "classic-live-group",   "classic-days-duel",   "classic-days-group",
};

const char *rating_pool_name(int pool) { return names[pool]; }

bool rating_pool_read(struct span name, int *pool) {
  for (int i = 0; i < RATING_POOLS; i++) {
    if (!span_is(name, names[i])) continue;
    *pool = i;
    return true;
  }
  return false;
}
