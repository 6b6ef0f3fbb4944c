#include "players/player.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "base/random.h"
#include "base/steady_clock.h"
#include "notation/move.h"
#include "players/evaluation.h"

/* ---- The random player ---- */

static void random_open(struct player *player) { player->mind = memory_new(tess_game_size()); }

static void random_close(struct player *player) { free(player->mind); }

static void random_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                          struct player_advice *advice) {
  struct player_turn *turn = &advice->candidates[0].turn;
  tess_decision decisions[TESS_MAX_DECISIONS];
  tess_game *trial = player->mind;
  (void)budget;
  advice->count = 1;
  tess_game_copy(trial, game);
  if (tess_game_phase(game) == TESS_PHASE_PLACE) {
    turn->placement = tess_game_placement_at(game, (int)player_pick(player, (uint32_t)tess_game_placement_count(game)));
    tess_game_place(trial, turn->placement, NULL, NULL);
  }
  turn->decision = decisions[player_pick(player, (uint32_t)tess_game_decisions(trial, decisions))];
}

static const struct player_kind random_kind = {
    .name = "random",
    .summary = "any legal placement, then any legal meeple or none",
    .open = random_open,
    .close = random_close,
    .choose = random_choose,
};

/* ---- Players ---- */

static const struct player_kind *const kinds[] = {&random_kind,    &greedy_kind,    &expectimax_kind, &mcts_kind,
                                                  &level_kinds[0], &level_kinds[1], &level_kinds[2],  &level_kinds[3],
                                                  &level_kinds[4], &level_kinds[5], &level_kinds[6],  &level_kinds[7]};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

const struct player_kind *player_kind_at(int index) { return index < KIND_COUNT ? kinds[index] : NULL; }

const struct player_kind *player_kind_find(const char *name) {
  for (int i = 0; i < KIND_COUNT; i++)
    if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
  return NULL;
}

void player_open(struct player *player, const struct player_kind *kind, uint64_t seed) {
  *player = (struct player){.kind = kind, .random = seed, .threads = 1};
  if (kind->open != NULL) kind->open(player);
}

void player_close(struct player *player) {
  if (player->kind != NULL && player->kind->close != NULL) player->kind->close(player);
  *player = (struct player){0};
}

void player_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                   struct player_advice *advice) {
  assert(tess_game_phase(game) == TESS_PHASE_PLACE || tess_game_phase(game) == TESS_PHASE_MEEPLE);
  assert(budget->milliseconds > 0 || budget->playouts > 0 || budget->processor > 0);
  *advice = (struct player_advice){0};
  player->kind->choose(player, game, budget, advice);
  assert(advice->count > 0);
}

bool player_step(struct player *player, tess_game *game, const struct player_budget *budget,
                 struct player_advice *advice) {
  const struct player_turn *turn = &advice->candidates[0].turn;
  tess_error error = TESS_ERROR_NONE;
  switch (tess_game_phase(game)) {
  case TESS_PHASE_DRAW: error = tess_game_draw(game, TESS_RANDOM, NULL, NULL); break;
  case TESS_PHASE_THROW: error = tess_game_throw(game, NULL, NULL, NULL); break;
  default:
    player_choose(player, game, budget, advice);
    if (tess_game_phase(game) == TESS_PHASE_PLACE) error = tess_game_place(game, turn->placement, NULL, NULL);
    if (error == TESS_ERROR_NONE) error = tess_game_meeple(game, turn->decision, NULL, NULL);
    assert(error == TESS_ERROR_NONE);
    return true;
  }
  assert(error == TESS_ERROR_NONE);
  (void)error;
  return false;
}

uint64_t player_random(struct player *player) { return random_next(&player->random); }

uint32_t player_pick(struct player *player, uint32_t bound) {
  assert(bound > 0);
  return random_below(&player->random, bound);
}

bool player_turn_same(const struct player_turn *a, const struct player_turn *b) {
  return a->placement.x == b->placement.x && a->placement.y == b->placement.y &&
         a->placement.rotation == b->placement.rotation && a->decision.piece == b->decision.piece &&
         a->decision.spot.tile == b->decision.spot.tile && a->decision.spot.feature == b->decision.spot.feature;
}

/* ---- Advice in words ---- */

void player_turn_write(const tess_game *game, const struct player_turn *turn, tess_game *scratch, struct text *text) {
  turn_write(game, (tess_turn){turn->placement, turn->decision}, scratch, text);
}

/* Plays a turn; the game throws the dice. Returns false if the turn is illegal because the game went another way. */
static bool follow(tess_game *game, const struct player_turn *turn) {
  if (tess_game_phase(game) == TESS_PHASE_PLACE &&
      tess_game_place(game, turn->placement, NULL, NULL) != TESS_ERROR_NONE)
    return false;
  if (tess_game_meeple(game, turn->decision, NULL, NULL) != TESS_ERROR_NONE) return false;
  while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  return true;
}

void player_variation_write(const tess_game *game, const struct player_candidate *candidate,
                            tess_game *const scratch[2], struct text *text) {
  player_turn_write(game, &candidate->turn, scratch[1], text);
  tess_game_copy(scratch[0], game);
  bool goes_on = follow(scratch[0], &candidate->turn);
  for (int i = 0; goes_on && i < candidate->line_length; i++) {
    const struct player_move *move = &candidate->line[i];
    const size_t before = text->length;
    if (tess_game_draw(scratch[0], move->kind, NULL, NULL) != TESS_ERROR_NONE) return;
    if (tess_game_phase(scratch[0]) != TESS_PHASE_PLACE) return;
    text_add_char(text, ' ');
    player_turn_write(scratch[0], &move->turn, scratch[1], text);
    goes_on = follow(scratch[0], &move->turn);
    if (!goes_on) text_cut(text, before);
  }
}

void player_advice_write(const tess_game *game, const struct player_advice *advice, int most, struct text *text) {
  tess_game *const scratch[2] = {memory_new(tess_game_size()), memory_new(tess_game_size())};
  struct text line = {0};
  json_put_int(text, "playouts", (int64_t)advice->playouts);
  json_open_array(text, "candidates");
  for (int i = 0; i < advice->count && i < most; i++) {
    const struct player_candidate *candidate = &advice->candidates[i];
    text_clear(&line);
    player_turn_write(game, &candidate->turn, scratch[1], &line);
    json_open_object(text, NULL);
    json_put_string(text, "move", line.bytes);
    json_put_decimal(text, "win", candidate->win, 4);
    json_put_decimal(text, "diff", candidate->difference, 2);
    json_put_decimal(text, "error", candidate->error, 2);
    json_put_int(text, "visits", (int64_t)candidate->visits);
    text_clear(&line);
    player_variation_write(game, candidate, scratch, &line);
    json_put_words(text, "pv", text_span(&line));
    json_close_object(text);
  }
  json_close_array(text);
  text_free(&line);
  for (int i = 0; i < 2; i++) free(scratch[i]);
}

/* ---- Time ---- */

/* Milliseconds kept in reserve for delays between driver and player: for the whole game, and for each turn. */
enum { RESERVE = 50, LOST_A_TURN = 5 };

uint32_t time_control_share(const tess_game *game, uint32_t left, uint32_t increment) {
  const uint32_t players = tess_game_options(game).players;
  const uint32_t turns = ((uint32_t)tess_game_bag(game, -1) + players) / players;
  const uint32_t usable = left > RESERVE ? left - RESERVE : 0;
  const uint64_t share = (uint64_t)usable / turns + increment;
  const uint64_t most = share < usable ? share : usable;
  return most > LOST_A_TURN ? (uint32_t)most - LOST_A_TURN : 1;
}

struct deadline deadline_of(const struct player_budget *budget, int threads) {
  const uint64_t share = (uint64_t)threads;
  const uint64_t playouts = budget->playouts / share + (budget->playouts % share != 0);
  return (struct deadline){.stop = budget->stop,
                           .playouts = budget->playouts == 0 ? UINT64_MAX : playouts,
                           .timed = budget->milliseconds > 0,
                           .end = steady_nanoseconds() + (int64_t)budget->milliseconds * 1000000,
                           .processor = (int64_t)budget->processor * 1000000 / threads,
                           .used = thread_nanoseconds()};
}

void deadline_enter(struct deadline *deadline) { deadline->used = thread_nanoseconds(); }

bool deadline_met(const struct deadline *deadline, uint64_t playouts) {
  if (playouts >= deadline->playouts) return true;
  if (deadline->stop != NULL && atomic_load_explicit(deadline->stop, memory_order_relaxed)) return true;
  if (deadline->processor > 0 && thread_nanoseconds() - deadline->used >= deadline->processor) return true;
  return deadline->timed && steady_nanoseconds() >= deadline->end;
}
