/* The player `greedy`: chooses the turn with the best evaluation right after it. */
#include "players/player.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "players/evaluation.h"

/* Values are counted in twelfths of a point, so that halves, thirds and quarters are whole numbers. A turn has at most
 * as many battles as there are realms that it can touch: those of its tile and the planets around it. */
enum { POINT = 12, MOST_BATTLES = TESS_MAX_FEATURES + 8 };

/* A game to try moves on, and the memory to take them back; `thrown` has the undos of MOST_BATTLES throws. */
struct greedy {
  tess_game *trial;
  tess_undo *placed, *decided;
  unsigned char *thrown;
};

/* The best choice so far. `equal` counts the choices that are equally good, so that one of them is picked at random. */
struct best_choice {
  double value;
  uint32_t equal;
};

/* Values closer than this are equal: the difference is only rounding in the odds. */
#define ROUNDING 1e-6

static bool best_is(struct player *player, struct best_choice *best, double value) {
  if (best->equal > 0 && value < best->value - ROUNDING) return false;
  best->equal = best->equal > 0 && value <= best->value + ROUNDING ? best->equal + 1 : 1;
  best->value = value;
  return player_pick(player, best->equal) == 0;
}

/* The present value of a realm, plus part of what its completion would add with the tiles that it has. That part is
 * smaller the more edges or cells are open, and 0 if too few tiles are left. With `towns` a city of one tile and one
 * open edge is taken to become a town, which counts nothing twice (CL-4.6). */
static int64_t realm_value(const tess_realm *r, int tiles_left, bool towns) {
  const int64_t value = (int64_t)r->worth * POINT;
  if (r->complete || r->type == TESS_TYPE_FIELD || r->open_ends > tiles_left) return value;
  int64_t gain = 1;
  switch ((tess_type)r->type) {
  case TESS_TYPE_ASTEROIDS: gain = r->tiles; break;
  case TESS_TYPE_CITY: gain = towns && r->tiles + r->open_ends == 2 ? 1 : r->tiles + r->symbols; break;
  case TESS_TYPE_PLANET:
  case TESS_TYPE_MONASTERY:
  case TESS_TYPE_GARDEN: gain = 9 - r->tiles; break;
  default: break;
  }
  return value + gain * POINT / (1 + r->open_ends);
}

/* The lead of the seat's side over the average of the other sides. */
static int64_t lead(const tess_game *game, int seat) {
  int64_t values[TESS_MAX_PLAYERS] = {0};
  const tess_options options = tess_game_options(game);
  const int sides = tess_game_sides(game), players = options.players;
  const int tiles_left = tess_game_bag(game, -1), turns_left = tiles_left / players;
  /* 1. Scores. */
  for (int side = 0; side < sides; side++) values[side] = (int64_t)tess_game_score(game, side) * POINT;
  /* 2. Supplies: a meeple is worth the realm that it may still take, the first one far more than the last. */
  for (int other = 0; other < players; other++) {
    const int meeples =
        tess_game_supply(game, other, TESS_PIECE_SMALL) + tess_game_supply(game, other, TESS_PIECE_LARGE);
    int64_t supply = (int64_t)tess_game_supply(game, other, TESS_PIECE_ABBOT) * POINT;
    for (int i = 0; i < meeples; i++) supply += (int64_t)4 * POINT / (i + 1);
    values[tess_game_side(game, other)] += supply * (turns_left < 8 ? turns_left : 8) / 8;
  }
  /* 3. Realms, each of them once. */
  tess_meeple meeples[TESS_MAX_MEEPLES];
  int seen[TESS_MAX_MEEPLES];
  const int meeple_count = tess_game_phase(game) == TESS_PHASE_OVER ? 0 : tess_game_meeples(game, meeples);
  for (int i = 0; i < meeple_count; i++) {
    seen[i] = tess_game_realm_id(game, meeples[i].spot);
    int first = 0;
    while (seen[first] != seen[i]) first++;
    if (first < i) continue;
    const tess_realm r = tess_game_realm(game, meeples[i].spot);
    const int64_t value = realm_value(&r, tiles_left, options.towns);
    for (int side = 0; side < sides; side++)
      if (r.sides >> side & 1) values[side] += value;
  }
  int64_t own = values[tess_game_side(game, seat)], all = 0;
  for (int side = 0; side < sides; side++) all += values[side];
  return own * (sides - 1) - (all - own);
}

/* The expected lead over all ends of the battles that are pending in the trial game, including the one after `undo`.
 * Each side wins with its odds, which determines the points of the losers; points for ties do not depend on the
 * winner. */
static double battle_lead(const struct greedy *greedy, int seat, unsigned char *undo) {
  struct battle_odds odds;
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  if (!tess_game_battle(greedy->trial, &spot, dice)) return (double)lead(greedy->trial, seat);
  battle_odds_of(dice, &odds);
  const int sides = tess_game_sides(greedy->trial), own = tess_game_side(greedy->trial, seat);
  double sum = 0;
  for (int side = 0; side < sides; side++) {
    sum += odds.ties[side] * POINT * (side == own ? sides - 1 : -1);
    if (dice[side] == 0) continue;
    const tess_throw thrown = battle_throw(dice, side);
    tess_game_throw(greedy->trial, &thrown, (tess_undo *)(void *)undo, NULL);
    sum += odds.win[side] * battle_lead(greedy, seat, undo + tess_undo_size());
    tess_game_undo(greedy->trial, (tess_undo *)(void *)undo);
  }
  return sum;
}

/* Tries every decision after `turn->placement`. */
static void try_decisions(struct player *player, struct player_turn turn, struct best_choice *best,
                          struct player_candidate *chosen) {
  const struct greedy *greedy = player->mind;
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(greedy->trial, decisions), seat = tess_game_seat(greedy->trial);
  for (int i = 0; i < count; i++) {
    tess_game_meeple(greedy->trial, decisions[i], greedy->decided, NULL);
    const double value = battle_lead(greedy, seat, greedy->thrown);
    tess_game_undo(greedy->trial, greedy->decided);
    turn.decision = decisions[i];
    if (best_is(player, best, value)) *chosen = (struct player_candidate){.turn = turn};
  }
}

static void greedy_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                          struct player_advice *advice) {
  const struct greedy *greedy = player->mind;
  struct best_choice best = {0};
  (void)budget;
  advice->count = 1;
  tess_game_copy(greedy->trial, game);
  if (tess_game_phase(game) == TESS_PHASE_MEEPLE)
    try_decisions(player, (struct player_turn){0}, &best, &advice->candidates[0]);
  for (int i = 0; i < tess_game_placement_count(game); i++) {
    const struct player_turn turn = {.placement = tess_game_placement_at(game, i)};
    tess_game_place(greedy->trial, turn.placement, greedy->placed, NULL);
    try_decisions(player, turn, &best, &advice->candidates[0]);
    tess_game_undo(greedy->trial, greedy->placed);
  }
  const int others = tess_game_sides(game) - 1;
  advice->candidates[0].difference = best.value / (POINT * others);
}

static void greedy_close(struct player *player) {
  struct greedy *greedy = player->mind;
  free(greedy->trial);
  free(greedy->placed);
  free(greedy->decided);
  free(greedy->thrown);
  free(greedy);
}

static void greedy_open(struct player *player) {
  struct greedy *greedy = player->mind = memory_new(sizeof *greedy);
  greedy->trial = memory_new(tess_game_size());
  greedy->placed = memory_new(tess_undo_size());
  greedy->decided = memory_new(tess_undo_size());
  greedy->thrown = memory_new(MOST_BATTLES * tess_undo_size());
}

const struct player_kind greedy_kind = {
    .name = "greedy",
    .summary = "the move after which its lead is largest",
    .open = greedy_open,
    .close = greedy_close,
    .choose = greedy_choose,
};
