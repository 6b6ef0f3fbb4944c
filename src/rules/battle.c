/* Battles (SW-4): which one is next, dice, throws, ties and losses; the odds of a throw. */
#include "rules/score.h"

static bool is_contested(const struct tess_game *game, unsigned root) {
  const unsigned sides = game_sides_of(game, realm_seats(game->realms[root]));
  return (sides & (sides - 1)) != 0;
}

bool battle_find(const struct tess_game *game, tess_spot *spot, unsigned *root) {
  const struct core *core = &game->core;
  const unsigned last = core->tile_count - 1u, features = game_kind(game, last)->feature_count;
  for (unsigned f = 0; f < features; f++) {
    if (!is_contested(game, core->root[f])) continue;
    *root = core->root[f];
    *spot = spot_named(game, last, f, *root);
    return true;
  }
  for (unsigned i = 0; i < core->near_count; i++) {
    const unsigned planet = game_kind(game, core->near[i])->centers[0];
    *root = game->tiles[core->near[i]].node + planet;
    *spot = (tess_spot){core->near[i], (uint8_t)planet};
    if (is_contested(game, *root)) return true;
  }
  return false;
}

/* SW-4.2, SW-8.3: counts the dice of each side on a realm; a side without meeples there has 0. */
static void count_dice(const struct tess_game *game, unsigned root, uint8_t dice[TESS_MAX_PLAYERS]) {
  const realm r = game->realms[root];
  bool symbol[TESS_MAX_PLAYERS] = {false};
  memset(dice, 0, TESS_MAX_PLAYERS);
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned there = realm_occupants(r, seat), side = game_side(game, seat);
    if (there == 0) continue;
    dice[side] = (uint8_t)(dice[side] + (there & (REALM_LARGE - 1)) + (there & REALM_LARGE ? 2 : 0));
    symbol[side] = realm_faction(r, tess_colour_faction((tess_colour)game->colours[seat])) != 0;
  }
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (dice[side] != 0 && symbol[side]) dice[side]++;
    if (dice[side] > TESS_MAX_DICE) dice[side] = TESS_MAX_DICE;
  }
}

/* Bit i for every side i whose best die is the highest of all (SW-4.5). */
static unsigned highest_sides(const tess_throw *thrown) {
  unsigned best = 0, sides = 0;
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++)
    for (unsigned i = 0; i < thrown->dice[side]; i++) {
      const unsigned face = thrown->faces[side][i];
      if (face > best) sides = 0;
      if (face < best) continue;
      best = face;
      sides |= 1u << side;
    }
  return sides;
}

/* SW-4.9: finds the next battle. `fought` is the realm of the battle just fought, which continues while its sides are
 * tied; NO_SLOT at first. */
static void next_battle(const struct step *step, unsigned fought) {
  struct tess_game *game = step->game;
  tess_spot spot;
  unsigned root;
  if (!battle_find(game, &spot, &root)) {
    score_turn(step);
    return;
  }
  game->core.phase = TESS_PHASE_THROW;
  if (root == fought || !step->events) return;
  tess_throw dice = {{0}, {{0}}};
  count_dice(game, root, dice.dice);
  event_dice(step->events, TESS_EVENT_BATTLE, spot, &dice);
}

void battle_or_score(const struct step *step) {
  if (step->game->set->rules == TESS_RULES_STAR_WARS && (step->game->core.changes & CHANGE_MEETING))
    next_battle(step, NO_SLOT);
  else
    score_turn(step);
}

bool tess_game_battle(const tess_game *game, tess_spot *spot, uint8_t dice[TESS_MAX_PLAYERS]) {
  unsigned root;
  if (game->core.phase != TESS_PHASE_THROW || !battle_find(game, spot, &root)) return false;
  count_dice(game, root, dice);
  return true;
}

tess_error tess_game_throw(tess_game *game, const tess_throw *thrown, tess_undo *undo, tess_events *events) {
  const struct step step = {game, undo, events};
  tess_throw dice = {{0}, {{0}}};
  tess_spot spot;
  unsigned root;
  step_begin(&step);
  if (game->core.phase != TESS_PHASE_THROW || !battle_find(game, &spot, &root)) return TESS_ERROR_BAD_PHASE;

  /* 1. SW-4.4: all dice are thrown once: by the dice stream, side by side and die by die, or as the caller gives
   * them. */
  count_dice(game, root, dice.dice);
  for (unsigned side = 0; thrown && side < TESS_MAX_PLAYERS; side++) {
    if (thrown->dice[side] != dice.dice[side]) return TESS_ERROR_BAD_THROW;
    for (unsigned i = 0; i < dice.dice[side]; i++)
      if (thrown->faces[side][i] < 1 || thrown->faces[side][i] > 6) return TESS_ERROR_BAD_THROW;
  }
  for (unsigned side = 0; !thrown && side < TESS_MAX_PLAYERS; side++)
    for (unsigned i = 0; i < dice.dice[side]; i++)
      dice.faces[side][i] = (uint8_t)(1 + random_below(&game->core.dice, 6));
  if (!thrown) thrown = &dice;
  event_dice(events, TESS_EVENT_THROW, spot, thrown);

  /* 2. SW-4.6: if several sides share the highest die, each of them scores a point. */
  const unsigned highest = highest_sides(thrown);
  if (highest & (highest - 1)) {
    score_give(game, highest, 1);
    event_sides(events, TESS_EVENT_TIE, spot, highest, 1);
  }

  /* 3. SW-4.7: all other sides lose: they score their dice and take their meeples back. */
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++) {
    if (thrown->dice[side] == 0 || highest >> side & 1) continue;
    score_give(game, 1u << side, thrown->dice[side]);
    event_sides(events, TESS_EVENT_LOST, spot, 1u << side, thrown->dice[side]);
    score_return(&step, root, game->teams ? 5u << side : 1u << side);
  }
  next_battle(&step, root);
  return TESS_ERROR_NONE;
}

/* ---- The odds of a throw ---- */

static uint64_t power(uint64_t base, unsigned exponent) {
  uint64_t product = 1;
  while (exponent-- > 0) product *= base;
  return product;
}

/* The number of throws in which the best die of every side of `mask` is `face`, and the best die of every other side is
 * lower. */
static uint64_t throws_of(const uint8_t dice[TESS_MAX_PLAYERS], unsigned mask, unsigned face) {
  uint64_t product = 1;
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++) {
    const uint64_t below = power(face - 1, dice[side]);
    product *= mask >> side & 1 ? power(face, dice[side]) - below : below;
  }
  return product;
}

uint64_t tess_battle_counts(const uint8_t dice[TESS_MAX_PLAYERS], uint64_t counts[TESS_BATTLE_OUTCOMES]) {
  uint64_t total = 0;
  counts[0] = 0;
  for (unsigned mask = 1; mask < TESS_BATTLE_OUTCOMES; mask++) {
    counts[mask] = 0;
    for (unsigned face = 1; face <= 6; face++) counts[mask] += throws_of(dice, mask, face);
    total += counts[mask];
  }
  assert(total > 0);
  return total;
}
