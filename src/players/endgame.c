#include "players/endgame.h"

#include <stdlib.h>

#define UNBOUNDED 1e9f

static bool ply_open(struct endgame_ply *ply, const struct evaluation_sets *weights) {
  bool ready = judge_open(&ply->judge, weights) && (ply->game = malloc(tess_game_size())) != NULL;
  for (int i = 0; ready && i < ENDGAME_TILES; i++) ready = (ply->drawn[i] = malloc(tess_game_size())) != NULL;
  for (int i = 0; ready && i < ENDGAME_FIGHTS; i++) ready = (ply->fought[i] = malloc(tess_undo_size())) != NULL;
  return ready;
}

bool endgame_open(struct endgame *endgame, const struct evaluation_sets *weights) {
  *endgame = (struct endgame){0};
  for (int i = 0; i < ENDGAME_TILES; i++) {
    if (ply_open(&endgame->plies[i], weights)) continue;
    endgame_close(endgame);
    return false;
  }
  return true;
}

void endgame_close(struct endgame *endgame) {
  for (int i = 0; i < ENDGAME_TILES; i++) {
    struct endgame_ply *ply = &endgame->plies[i];
    judge_close(&ply->judge);
    free(ply->game);
    for (int j = 0; j < ENDGAME_TILES; j++) free(ply->drawn[j]);
    for (int j = 0; j < ENDGAME_FIGHTS; j++) free(ply->fought[j]);
  }
}

bool endgame_is(const tess_game *game) { return tess_game_sides(game) == 2 && tess_game_bag(game, -1) < ENDGAME_TILES; }

static bool is_over(const struct endgame *endgame) { return deadline_met(&endgame->deadline, endgame->nodes); }

static float final_lead(const tess_game *game, int side) {
  return (float)(tess_game_score(game, side) - tess_game_score(game, !side));
}

/* All leads below are those of `side`, who has just taken a turn at `ply`, or is about to. A lead of at most `low` is
 * of no more interest than `low` itself; one of `high` or more than `high`. */

static float draw_lead(struct endgame *endgame, int ply, const tess_game *game, int puts_out, int side, float low);

/* The judge's turns for a tile, the best first. */
static void find_turns(struct endgame *endgame, int ply, const tess_game *game, int side) {
  struct endgame_ply *own = &endgame->plies[ply];
  tess_game_copy(own->game, game);
  judge_turns(&own->judge, own->game);
  judge_rank(&own->judge, 2, side, own->judge.count);
  endgame->nodes++;
}

/* The mean over the outcomes of the battles that are due, then over the tiles. */
static float fight_lead(struct endgame *endgame, int ply, int fights, int side, float low) {
  struct endgame_ply *own = &endgame->plies[ply];
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  if (!tess_game_battle(own->game, &spot, dice)) return draw_lead(endgame, ply, own->game, 0, side, low);
  const struct battle_odds *odds = judge_odds(&own->judge, dice);
  float lead = (float)(odds->ties[side] - odds->ties[!side]);
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    const float likely = (float)odds->win[winner];
    tess_game_throw(own->game, &thrown, own->fought[fights], NULL);
    /* With the one end known, the other one is of interest only above what it takes to reach `low`. */
    const float after = fight_lead(endgame, ply, fights + 1, side, winner == 0 ? -UNBOUNDED : (low - lead) / likely);
    lead += likely * after;
    tess_game_undo(own->game, own->fought[fights]);
  }
  return lead;
}

static float turn_result(struct endgame *endgame, int ply, const tess_game *game, const struct turn *turn, int side,
                         float low) {
  tess_game *after = endgame->plies[ply].game;
  if (tess_game_bag(game, -1) == 0) return turn->lead; /* the evaluation is exact */
  tess_game_copy(after, game);
  if (tess_game_phase(after) == TESS_PHASE_PLACE) tess_game_place(after, turn->how.placement, NULL, NULL);
  tess_game_meeple(after, turn->how.decision, NULL, NULL);
  if (turn->battle) return fight_lead(endgame, ply, 0, side, low);
  return draw_lead(endgame, ply, after, 0, side, low);
}

/* The lead after the best turn of `count` that the judge found. */
static float best_lead(struct endgame *endgame, int ply, const tess_game *game, int side, int count, float low,
                       float high, int *chosen) {
  const struct judge *judge = &endgame->plies[ply].judge;
  float best = -UNBOUNDED;
  for (int i = 0; i < count && best < high && !is_over(endgame); i++) {
    const float lead = turn_result(endgame, ply, game, judge_turn(judge, i), side, best > low ? best : low);
    if (lead <= best) continue;
    best = lead;
    *chosen = i;
  }
  return best;
}

/* The lead of `side` when the other one has drawn and answers as well as it can; `answers` of its turns are tried. */
static float answer_lead(struct endgame *endgame, int ply, const tess_game *drawn, int side, bool first, float low) {
  int chosen = 0;
  find_turns(endgame, ply, drawn, !side);
  const int count = first ? 1 : endgame->plies[ply].judge.count;
  return -best_lead(endgame, ply, drawn, !side, count, -UNBOUNDED, -low, &chosen);
}

/* The lead after one tile of those that can be drawn. */
static float tile_lead(struct endgame *endgame, int ply, const tess_game *game, int kind, int puts_out, int side,
                       bool first, float low) {
  tess_game *drawn = endgame->plies[ply].drawn[puts_out];
  tess_game_copy(drawn, game);
  tess_game_draw(drawn, kind, NULL, NULL);
  if (tess_game_phase(drawn) == TESS_PHASE_PLACE) return answer_lead(endgame, ply + 1, drawn, side, first, low);
  return draw_lead(endgame, ply, drawn, puts_out + 1, side, -UNBOUNDED);
}

/* The mean over the tiles that may be drawn next. */
static float draw_lead(struct endgame *endgame, int ply, const tess_game *game, int puts_out, int side, float low) {
  const int kinds = tess_set_kinds(tess_game_set(game)), total = tess_game_due(game, -1);
  int found[ENDGAME_TILES], count = 0;
  float share[ENDGAME_TILES], bound[ENDGAME_TILES], sum = 0.0f;
  if (tess_game_phase(game) == TESS_PHASE_OVER) return final_lead(game, side);
  for (int kind = 0; kind < kinds; kind++) {
    const int copies = tess_game_due(game, kind);
    if (copies == 0) continue;
    found[count] = kind;
    share[count++] = (float)copies / (float)total;
  }
  if (count == 1) return tile_lead(endgame, ply, game, found[0], puts_out, side, false, low);
  /* 1. Star2's probe: with one answer tried, each tile has an upper bound. */
  for (int i = 0; i < count; i++) {
    bound[i] = tile_lead(endgame, ply, game, found[i], puts_out, side, true, -UNBOUNDED);
    sum += share[i] * bound[i];
  }
  /* 2. The exact leads take the place of the bounds, as long as the sum is of interest. */
  for (int i = 0; i < count && sum > low; i++) {
    const float rest = sum - share[i] * bound[i];
    sum = rest + share[i] * tile_lead(endgame, ply, game, found[i], puts_out, side, false, (low - rest) / share[i]);
  }
  return sum;
}

bool endgame_solve(struct endgame *endgame, const tess_game *game, struct deadline deadline,
                   struct player_candidate *best) {
  const int side = tess_game_side(game, tess_game_seat(game));
  int chosen = 0;
  assert(endgame_is(game));
  endgame->deadline = deadline;
  endgame->nodes = 0;
  find_turns(endgame, 0, game, side);
  const struct judge *judge = &endgame->plies[0].judge;
  const float lead = best_lead(endgame, 0, game, side, judge->count, -UNBOUNDED, UNBOUNDED, &chosen);
  *best = (struct player_candidate){.turn = judge_turn(judge, chosen)->how, .difference = (double)lead};
  return !is_over(endgame);
}
