#include "players/greedy.h"

#include <assert.h>
#include <string.h>

/* Values are counted in twelfths of a point, so that halves, thirds and quarters are whole. */
enum { POINT = 12, THROWS_TRIED = 4 };

/* A best choice so far; `equal` counts the choices as good as it, for a fair pick among them. */
struct best {
  int64_t value;
  uint32_t equal;
};

static bool best_is(struct player *player, struct best *best, int64_t value) {
  if (best->equal > 0 && value < best->value) return false;
  best->equal = best->equal > 0 && value == best->value ? best->equal + 1 : 1;
  best->value = value;
  return player_pick(player, best->equal) == 0;
}

/* What completion would add to a realm's present worth, were it complete with the tiles it has now. */
static int32_t completion_gain(const tess_realm *realm) {
  switch ((tess_type)realm->type) {
  case TESS_ASTEROIDS: return realm->tiles;
  case TESS_CITY: return realm->tiles + realm->symbols;
  case TESS_PLANET:
  case TESS_MONASTERY:
  case TESS_GARDEN: return 9 - realm->tiles;
  default: return 1;
  }
}

/* The gain counts for less the more edges or cells are open, and for nothing when too few tiles are left. */
static int64_t realm_value(const tess_realm *realm, int tiles_left) {
  int64_t value = (int64_t)realm->worth * POINT;
  if (realm->complete || realm->type == TESS_FIELD || realm->open_ends > tiles_left) return value;
  return value + (int64_t)completion_gain(realm) * POINT / (1 + realm->open_ends);
}

/* A meeple in supply is worth the realm that it may still take; the first far more than the last. */
static int64_t supply_value(const tess_game *game, int seat, int turns_left) {
  int64_t value = 0;
  int meeples = tess_game_supply(game, seat, TESS_SMALL) + tess_game_supply(game, seat, TESS_LARGE);
  for (int i = 0; i < meeples; i++) value += (int64_t)4 * POINT / (i + 1);
  value += (int64_t)tess_game_supply(game, seat, TESS_ABBOT) * POINT;
  return value * (turns_left < 8 ? turns_left : 8) / 8;
}

static void add_realms(const tess_game *game, int tiles_left, int64_t values[TESS_MAX_PLAYERS]) {
  tess_standing meeples[TESS_MAX_MEEPLES];
  int seen[TESS_MAX_MEEPLES];
  int count = tess_game_meeples(game, meeples);
  for (int i = 0; i < count; i++) {
    seen[i] = tess_game_realm_id(game, meeples[i].spot);
    int first = 0;
    while (seen[first] != seen[i]) first++;
    if (first < i) continue;
    tess_realm realm = tess_game_realm(game, meeples[i].spot);
    int64_t value = realm_value(&realm, tiles_left);
    for (int side = 0; side < tess_game_sides(game); side++)
      if (realm.sides >> side & 1) values[side] += value;
  }
}

/* How far the seat's side is ahead of the average of the other sides. */
static int64_t lead(const tess_game *game, int seat) {
  int64_t values[TESS_MAX_PLAYERS] = {0};
  int sides = tess_game_sides(game);
  int players = tess_game_options(game).players;
  int tiles_left = tess_game_bag(game, -1);
  for (int side = 0; side < sides; side++) values[side] = (int64_t)tess_game_score(game, side) * POINT;
  for (int other = 0; other < players; other++)
    values[tess_game_side(game, other)] += supply_value(game, other, tiles_left / players);
  if (tess_game_phase(game) != TESS_PHASE_OVER) add_realms(game, tiles_left, values);
  int64_t own = values[tess_game_side(game, seat)], all = 0;
  for (int side = 0; side < sides; side++) all += values[side];
  return own * (sides - 1) - (all - own);
}

/* The mean lead over a few ways in which the battles could end. The dice are the player's own, not the game's. */
static int64_t battle_lead(struct player *player, const tess_game *game, int seat) {
  int64_t sum = 0;
  for (int i = 0; i < THROWS_TRIED; i++) {
    tess_game_copy(player->battle, game);
    tess_game_seed(player->battle, player_random(player));
    while (tess_game_phase(player->battle) == TESS_PHASE_THROW) tess_game_throw(player->battle, NULL, NULL, NULL);
    sum += lead(player->battle, seat);
  }
  return sum / THROWS_TRIED;
}

/* The best decision of `game`, a trial in TESS_PHASE_MEEPLE that is the same again at return. */
static tess_decision best_decision(struct player *player, tess_game *game, int64_t *value) {
  tess_decision decisions[TESS_MAX_DECISIONS], chosen = {0};
  int count = tess_decisions(game, decisions), seat = tess_game_seat(game);
  struct best best = {0};
  for (int i = 0; i < count; i++) {
    tess_error error = tess_game_meeple(game, decisions[i], player->undo, NULL);
    assert(error == TESS_OK);
    (void)error;
    bool fight = tess_game_phase(game) == TESS_PHASE_THROW;
    int64_t tried = fight ? battle_lead(player, game, seat) : lead(game, seat);
    tess_game_undo(game, player->undo);
    if (best_is(player, &best, tried)) chosen = decisions[i];
  }
  *value = best.value;
  return chosen;
}

tess_placement greedy_placement(struct player *player, const tess_game *game) {
  struct best best = {0};
  tess_placement chosen = {0};
  int count = tess_placement_count(game);
  for (int i = 0; i < count; i++) {
    tess_placement placement = tess_placement_at(game, i);
    tess_game_copy(player->trial, game);
    tess_error error = tess_game_place(player->trial, placement, NULL, NULL);
    assert(error == TESS_OK);
    (void)error;
    int64_t value;
    best_decision(player, player->trial, &value);
    if (best_is(player, &best, value)) chosen = placement;
  }
  return chosen;
}

tess_decision greedy_decision(struct player *player, const tess_game *game) {
  int64_t value;
  tess_game_copy(player->trial, game);
  return best_decision(player, player->trial, &value);
}
