/*
 * Many games, stepped in one call. The numbers of legal actions are kept from the end of one step to the beginning of
 * the next. For placements, which are many, usually nothing else is listed: the engine's bit boards show whether one is
 * legal. For decisions, and for placements on a board larger than the window, the steps are listed, too. Only what has
 * changed is written to the arrays.
 */
#include "env/batch.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/policy.h"

/* Number of games that a thread takes at a time. */
enum { BATCH_CHUNK = 16 };

/* ---- Beginning and end ---- */

struct batch_shape batch_shape(const struct variant *variant) {
  return (struct batch_shape){.planes = planes_count(variant),
                              .scalars = scalars_count(variant),
                              .actions = variant_actions(variant),
                              .players = variant->setup.options.players};
}

size_t batch_memory(enum batch_observation observation) {
  return sizeof(struct batch_game) + (observation == BATCH_PLANES_V1 ? planes_memory() : 0);
}

/* Opens the opponents of each thread. Returns false with `*fault` filled if a name is unknown, or if their number is
 * not the number of seats minus one. */
static bool open_opponents(struct batch *batch, struct env_fault *fault) {
  const char *const *names = batch->settings.opponents;
  const struct player_kind *kinds[TESS_MAX_PLAYERS];
  if (names == NULL) return true;
  int count = 0;
  for (; names[count] != NULL && count < batch->shape.players; count++) {
    kinds[count] = policy_kind(names[count], fault);
    if (kinds[count] == NULL) return false;
  }
  if (count != batch->shape.players - 1 || batch->variant->setup.options.teams) {
    snprintf(fault->text, sizeof fault->text, "opponents: expected %d of them, in a game that is no team game",
             batch->shape.players - 1);
    return false;
  }
  batch->opponents = count;
  batch->players = memory_new((size_t)(batch->settings.threads * count) * sizeof *batch->players);
  for (int i = 0; i < batch->settings.threads * count; i++) player_open(&batch->players[i], kinds[i % count], 0);
  batch->settings.opponents = NULL; /* the names belong to the caller */
  return true;
}

struct batch *batch_new(const struct variant *variant, const struct batch_settings *settings,
                        const struct batch_arrays *arrays, struct env_fault *fault) {
  struct batch *batch = memory_new(sizeof *batch);
  *batch = (struct batch){.variant = variant,
                          .settings = *settings,
                          .arrays = *arrays,
                          .shape = batch_shape(variant),
                          .random = random_mix(settings->seed)};
  if (!open_opponents(batch, fault)) {
    free(batch);
    return NULL;
  }
  const bool planes = settings->observation == BATCH_PLANES_V1;
  batch->games = calloc((size_t)settings->games, sizeof *batch->games);
  if (batch->games != NULL && planes) batch->planes = planes_new((size_t)settings->games);
  if (batch->games == NULL || (planes && batch->planes == NULL)) {
    fault->text[0] = '\0';
    batch_free(batch);
    return NULL;
  }
  batch->crew = crew_open(settings->threads);
  for (int i = 0; i < settings->games; i++) batch->games[i].seed = settings->seed;
  return batch;
}

void batch_free(struct batch *batch) {
  if (batch == NULL) return;
  crew_close(batch->crew);
  for (int i = 0; i < batch->settings.threads * batch->opponents; i++) player_close(&batch->players[i]);
  free(batch->players);
  free(batch->games);
  free(batch->planes);
  free(batch);
}

void batch_stop(struct batch *batch, bool stop) { atomic_store(&batch->stop, stop); }

bool batch_searches(const struct batch *batch) {
  bool searches = false;
  for (int i = 0; i < batch->opponents; i++) searches |= batch->players[i].kind->searches;
  return searches;
}

/* ---- Steps of one game ---- */

/* Draws and throws until a player must act or the game is over. */
static void let_chance(tess_game *game) {
  for (;;) {
    if (game->core.phase == TESS_PHASE_DRAW)
      tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    else if (game->core.phase == TESS_PHASE_THROW)
      tess_game_throw(game, NULL, NULL, NULL);
    else
      return;
  }
}

/* The lead of a seat's side over the best other side. */
static int32_t lead_of(const tess_game *game, const int32_t *score, int seat) {
  const int sides = tess_game_sides(game), own = tess_game_side(game, seat);
  int32_t best = INT32_MIN;
  for (int side = 0; side < sides; side++)
    if (side != own && score[side] > best) best = score[side];
  return score[own] - best;
}

/* Finds the legal actions. */
static inline void find_legal(struct batch_game *game) {
  game->listed = game->game.core.phase != TESS_PHASE_PLACE || !window_holds(&game->box);
  if (game->listed)
    legal_actions_list(&game->legal, &game->game, &game->box);
  else
    placements_number(&game->legal, &game->game, &game->box, &game->places);
}

const struct legal_actions *batch_game_legal(struct batch_game *game) {
  if (!game->listed) legal_actions_list(&game->legal, &game->game, &game->box);
  return &game->legal;
}

bool batch_game_find(const struct batch_game *game, int id, union action_step *step) {
  if (!game->listed) return placement_numbered(&game->game, &game->box, id, &step->placement);
  const int index = legal_actions_find(&game->legal, id);
  if (index >= 0) *step = game->legal.steps[index];
  return index >= 0;
}

void batch_game_begin(const struct batch *batch, struct batch_game *game, uint64_t seed) {
  tess_options options = batch->variant->setup.options;
  options.seed = game->seed = seed;
  const tess_error error = tess_game_new(&game->game, variant_set(batch->variant), &options);
  CHECK(error == TESS_ERROR_NONE);
  let_chance(&game->game);
  game->box = board_box_of(&game->game);
  frontier_places_begin(&game->places, &game->game);
  game->length = 0;
  memcpy(game->score, game->game.core.score, sizeof game->score);
  find_legal(game);
}

/* The two steps, flattened so that the compiler specialises them for a call without undo and events. */
__attribute__((flatten, noinline)) static void take_placement(tess_game *game, tess_placement placement) {
  const tess_error error = tess_game_place(game, placement, NULL, NULL);
  assert(error == TESS_ERROR_NONE);
  (void)error;
}

__attribute__((flatten, noinline)) static void take_decision(tess_game *game, tess_decision decision) {
  const tess_error error = tess_game_meeple(game, decision, NULL, NULL);
  assert(error == TESS_ERROR_NONE);
  (void)error;
  let_chance(game);
}

/* The body of batch_game_take(), inlined into a step. */
static inline void take_step(struct batch_game *game, int id, union action_step step) {
  game->actions[game->length++] = (uint16_t)id;
  if (game->game.core.phase == TESS_PHASE_PLACE) {
    take_placement(&game->game, step.placement);
    frontier_places_follow(&game->places, &game->game);
    board_box_add(&game->box, step.placement.x, step.placement.y);
  } else {
    take_decision(&game->game, step.decision);
  }
  find_legal(game);
}

void batch_game_take(struct batch_game *game, int id, union action_step step) { take_step(game, id, step); }

/* Begins the next game of a place; its seed follows from that of the game before. */
static void begin_next(const struct batch *batch, struct batch_game *game) {
  batch_game_begin(batch, game, random_seed(game->seed, (uint64_t)(game - batch->games), 1));
}

/* ---- Opponents ---- */

/* Takes the placement or decision, as the phase asks for, of a turn that a computer player has chosen. */
static void take_chosen(struct batch_game *game, const struct player_turn *turn) {
  const struct legal_actions *legal = batch_game_legal(game);
  const int index = legal_actions_chosen(legal, &game->game, turn);
  batch_game_take(game, legal->ids[index], legal->steps[index]);
}

/* Plays one whole turn of an opponent. Its random stream depends on the seed of the game, the seat and the length of
 * the game, so that the result does not depend on the thread, or on saving and loading. */
static void let_opponent(const struct batch *batch, struct batch_game *game, struct player *player) {
  const struct player_budget budget = {.playouts = batch->settings.playouts, .stop = &batch->stop};
  const bool places = game->game.core.phase == TESS_PHASE_PLACE;
  struct player_advice advice;
  player->random = random_seed(game->seed, game->game.core.seat, (uint64_t)game->length);
  player_choose(player, &game->game, &budget, &advice);
  const struct player_turn *turn = &advice.candidates[0].turn;
  take_chosen(game, turn);
  if (places) take_chosen(game, turn);
}

/* Lets the opponents play until it is the learner's turn. */
static void let_opponents(const struct batch *batch, struct batch_game *game, int thread) {
  if (batch->opponents == 0) return;
  struct player *players = &batch->players[thread * batch->opponents];
  while (!batch_game_over(game) && game->game.core.seat > 0)
    let_opponent(batch, game, &players[game->game.core.seat - 1]);
}

/* ---- The arrays of one game ---- */

/* Writes the rewards of a step; they are 0 before. */
static void write_rewards(const struct batch *batch, struct batch_game *game, float *rewards) {
  const int32_t *score = game->game.core.score;
  if (batch->settings.reward == BATCH_SCORE_DIFF && memcmp(score, game->score, sizeof game->score) != 0) {
    for (int seat = 0; seat < batch->shape.players; seat++)
      rewards[seat] = (float)(lead_of(&game->game, score, seat) - lead_of(&game->game, game->score, seat));
    memcpy(game->score, score, sizeof game->score);
  }
  if (!batch_game_over(game)) return;
  if (batch->settings.reward == BATCH_WIN) game_utilities(&game->game, rewards);
  for (int seat = 0; batch->settings.reward == BATCH_TERMINAL && seat < batch->shape.players; seat++)
    rewards[seat] = (float)lead_of(&game->game, score, seat);
}

/* The mask of a place. */
static bool *mask_at(const struct batch *batch, size_t place) {
  return &batch->arrays.mask[place * (size_t)batch->shape.actions];
}

/* Writes what is reported once for a game: its seed, and how the game before it ended. */
static void write_seed(const struct batch *batch, size_t place) {
  const struct batch_game *game = &batch->games[place];
  const size_t players = (size_t)batch->shape.players;
  memcpy(&batch->arrays.final_scores[place * players], game->ended, players * sizeof *game->ended);
  batch->arrays.seeds[place] = game->seed;
}

/* Writes the legal actions, the seat to act, and the observation. The mask must be clear. After the end of a game the
 * mask is all true although no action is legal, because the next action is ignored. */
static inline void write_game(const struct batch *batch, size_t place) {
  const struct batch_game *game = &batch->games[place];
  const bool over = batch_game_over(game);
  legal_actions_mark(&game->legal, mask_at(batch, place));
  batch->arrays.actor[place] = (int8_t)(over ? EPISODE_OVER : game->game.core.seat);
  if (batch->settings.observation != BATCH_NOTHING) {
    const struct batch_arrays *arrays = &batch->arrays;
    scalars_write(&game->game, &arrays->scalars[place * (size_t)batch->shape.scalars]);
    if (batch->settings.observation == BATCH_PLANES_V1) {
      uint8_t *planes = (uint8_t *)arrays->observation + place * (size_t)batch->shape.planes * PLANE_CELLS;
      planes_write(planes_at(batch->planes, place), &game->game, &game->box, mask_at(batch, place), planes);
    } else {
      uint16_t *cells = arrays->observation;
      cells_write(&game->game, &game->box, &cells[place * CELLS_ROWS * CELLS_COLUMNS]);
    }
  }
  if (over) memset(mask_at(batch, place), true, (size_t)batch->shape.actions);
}

/* Steps one game; its action was looked up before. No reward and no end has been written yet. */
static void step_game(const struct batch *batch, size_t place, int thread, void *context) {
  const struct batch_arrays *arrays = &batch->arrays;
  const int32_t *actions = *(const int32_t *const *)context;
  struct batch_game *game = &batch->games[place];
  bool begins = batch_game_over(game);
  if (begins && batch->settings.again == BATCH_NEVER) return;
  if (begins) {
    memset(mask_at(batch, place), false, (size_t)batch->shape.actions);
  } else {
    legal_actions_clear(&game->legal, mask_at(batch, place));
    take_step(game, actions[place], game->step);
    let_opponents(batch, game, thread);
    write_rewards(batch, game, &arrays->rewards[place * (size_t)batch->shape.players]);
    if (batch_game_over(game)) {
      arrays->terminated[place] = true;
      for (int seat = 0; seat < batch->shape.players; seat++)
        game->ended[seat] = tess_game_score(&game->game, tess_game_side(&game->game, seat));
      begins = batch->settings.again == BATCH_SAME_STEP;
      write_seed(batch, place);
    }
  }
  if (begins) {
    if (batch->planes != NULL) planes_forget(planes_at(batch->planes, place));
    begin_next(batch, game);
    let_opponents(batch, game, thread);
    write_seed(batch, place);
  }
  write_game(batch, place);
}

/* Starts the first game of a place after a reset; `context` is the array of seeds or NULL. */
static void reset_game(const struct batch *batch, size_t place, int thread, void *context) {
  const uint64_t *seeds = *(const uint64_t *const *)context;
  struct batch_game *game = &batch->games[place];
  memset(game->ended, 0, sizeof game->ended);
  if (seeds == NULL)
    begin_next(batch, game);
  else
    batch_game_begin(batch, game, seeds[place]);
  let_opponents(batch, game, thread);
}

/* ---- Threads ---- */

/* A pass over all games: the members of the crew share the number of the next game. */
struct batch_pass {
  const struct batch *batch;
  batch_task *task;
  void *context;
  atomic_size_t next;
};

static void work(void *context, int member) {
  struct batch_pass *pass = context;
  const size_t games = (size_t)pass->batch->settings.games;
  for (;;) {
    const size_t first = atomic_fetch_add_explicit(&pass->next, BATCH_CHUNK, memory_order_relaxed);
    if (first >= games) return;
    const size_t end = first + BATCH_CHUNK < games ? first + BATCH_CHUNK : games;
    for (size_t place = first; place < end; place++) pass->task(pass->batch, place, member, pass->context);
  }
}

void batch_run(const struct batch *batch, batch_task *task, void *context) {
  struct batch_pass pass = {.batch = batch, .task = task, .context = context};
  crew_run(batch->crew, work, &pass);
}

/* ---- All games ---- */

/* Clears rewards and ends. */
static void clear_outcomes(const struct batch *batch) {
  const size_t games = (size_t)batch->settings.games, players = (size_t)batch->shape.players;
  memset(batch->arrays.rewards, 0, games * players * sizeof *batch->arrays.rewards);
  memset(batch->arrays.terminated, 0, games);
}

void batch_write_all(const struct batch *batch) {
  const size_t games = (size_t)batch->settings.games;
  memset(batch->arrays.mask, 0, games * (size_t)batch->shape.actions);
  clear_outcomes(batch);
  for (size_t place = 0; place < games; place++) {
    if (batch->planes != NULL) planes_forget(planes_at(batch->planes, place)); /* the arrays may hold anything */
    write_seed(batch, place);
    write_game(batch, place);
  }
}

void batch_reset(struct batch *batch, const uint64_t *seeds) {
  batch_run(batch, reset_game, &seeds);
  batch_write_all(batch);
}

bool batch_step(struct batch *batch, const int32_t *actions, struct env_fault *fault) {
  for (int i = 0; i < batch->settings.games; i++) {
    struct batch_game *game = &batch->games[i];
    if (batch_game_over(game) || batch_game_find(game, actions[i], &game->step)) continue;
    snprintf(fault->text, sizeof fault->text, "action %d is not legal in game %d, see legal_action_mask", actions[i],
             i);
    return false;
  }
  clear_outcomes(batch);
  batch_run(batch, step_game, &actions);
  return true;
}

void batch_sample(struct batch *batch, int32_t *actions) {
  for (int i = 0; i < batch->settings.games; i++) {
    const struct batch_game *game = &batch->games[i];
    actions[i] = 0;
    if (game->legal.count == 0) continue; /* the game is over, or has not begun */
    actions[i] = game->legal.ids[random_below(&batch->random, (uint32_t)game->legal.count)];
  }
}

struct episode *batch_episode(const struct batch *batch, int game) {
  const struct batch_game *played = &batch->games[game];
  struct env_fault fault;
  struct episode *episode = episode_new(batch->variant, played->seed, false, &fault);
  CHECK_BECAUSE(episode != NULL, fault.text);
  for (int i = 0; i < played->length; i++) CHECK_BECAUSE(episode_act(episode, played->actions[i], &fault), fault.text);
  return episode;
}

/* ---- Copies ---- */

struct batch_target {
  uint8_t *to;
  uint32_t (*known)[3];
};

static void copy_game(const struct batch *batch, size_t place, int thread, void *context) {
  (void)thread;
  const struct batch_target *target = context;
  const size_t bytes = observation_size(batch->settings.observation, batch->shape);
  const uint8_t *from = (const uint8_t *)batch->arrays.observation + place * bytes;
  if (batch->planes != NULL)
    planes_copy(planes_at(batch->planes, place), batch->shape.planes, from, &target->to[place * bytes],
                target->known[place]);
  else
    memcpy(&target->to[place * bytes], from, bytes);
}

void batch_copy(const struct batch *batch, void *to, uint32_t (*known)[3]) {
  batch_run(batch, copy_game, &(struct batch_target){to, known});
}
