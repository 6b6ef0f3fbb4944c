/*
 * Many games, stepped in one call. Each game keeps its list of legal actions from the end of one step to the beginning
 * of the next: it is what an action is looked up in, what the mask is made from, and what is cleared from the mask.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/observation.h"
#include "env/variant.h"
#include "players/player.h"
#include "rules/game.h"

/* The most actions of a game: two a tile. */
enum { BATCH_LENGTH = 2 * TESS_MAX_TILES };

/* Threads take so many games at a time. */
enum { BATCH_CHUNK = 16 };

/* One game. */
struct batch_game {
  tess_game game;
  struct board_box box;
  uint64_t seed;
  uint64_t number; /* of the games that this place has seen, from 0 */
  int chosen;      /* the action of this step in `legal` */
  int length;      /* actions so far */
  int32_t lead[TESS_MAX_PLAYERS];
  int32_t ended[TESS_MAX_PLAYERS]; /* the points of each seat in the game that ended last */
  struct plane_rows rows;          /* of the planes that are written */
  struct legal_actions legal;
  uint16_t actions[BATCH_LENGTH];
};

struct batch {
  const struct variant *variant;
  struct batch_settings settings;
  struct batch_arrays arrays;
  struct batch_shape shape;
  uint64_t random; /* of batch_sample() */
  struct batch_game *games;
};

/* ---- Beginning and end ---- */

struct batch_shape batch_shape(const struct variant *variant) {
  return (struct batch_shape){.planes = planes_count(variant),
                              .scalars = scalars_count(variant),
                              .actions = variant_actions(variant),
                              .players = variant->setup.options.players};
}

struct batch *batch_new(const struct variant *variant, const struct batch_settings *settings,
                        const struct batch_arrays *arrays) {
  struct batch *batch = memory_new(sizeof *batch);
  *batch = (struct batch){.variant = variant,
                          .settings = *settings,
                          .arrays = *arrays,
                          .shape = batch_shape(variant),
                          .random = random_mix(settings->seed),
                          .games = memory_zeroed((size_t)settings->games * sizeof *batch->games)};
  return batch;
}

void batch_free(struct batch *batch) {
  if (batch == NULL) return;
  free(batch->games);
  free(batch);
}

/* ---- Steps of one game ---- */

/* Draws and throws until somebody is to act or the game is over. */
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

static bool is_over(const struct batch_game *game) { return game->game.core.phase == TESS_PHASE_OVER; }

/* The lead of each seat's side over the best other side. */
static void find_leads(const tess_game *game, int32_t lead[TESS_MAX_PLAYERS]) {
  const int sides = tess_game_sides(game);
  for (int seat = 0; seat < game->players; seat++) {
    const int own = tess_game_side(game, seat);
    int32_t best = INT32_MIN;
    for (int side = 0; side < sides; side++)
      if (side != own && game->core.score[side] > best) best = game->core.score[side];
    lead[seat] = game->core.score[own] - best;
  }
}

static void begin(const struct batch *batch, struct batch_game *game, uint64_t seed) {
  tess_options options = batch->variant->setup.options;
  options.seed = game->seed = seed;
  const tess_error error = tess_game_new(&game->game, variant_set(batch->variant), &options);
  CHECK(error == TESS_ERROR_NONE);
  let_chance(&game->game);
  game->box = board_box_of(&game->game);
  game->length = 0;
  find_leads(&game->game, game->lead);
  legal_actions_list(&game->legal, &game->game, &game->box);
}

/* The next game of a place. */
static void begin_next(const struct batch *batch, struct batch_game *game) {
  const uint64_t place = (uint64_t)(game - batch->games);
  begin(batch, game, random_seed(batch->settings.seed, place, ++game->number));
}

/* Takes the action of `legal` and lists what is legal then. */
static void take(struct batch_game *game, int index) {
  game->actions[game->length++] = game->legal.ids[index];
  if (game->game.core.phase == TESS_PHASE_PLACE) {
    const tess_placement placement = game->legal.steps[index].placement;
    legal_actions_take(&game->legal, index, &game->game);
    board_box_add(&game->box, placement.x, placement.y);
  } else {
    legal_actions_take(&game->legal, index, &game->game);
    let_chance(&game->game);
  }
  legal_actions_list(&game->legal, &game->game, &game->box);
}

/* ---- What is told of one game ---- */

static void write_rewards(const struct batch *batch, struct batch_game *game, float *rewards) {
  int32_t lead[TESS_MAX_PLAYERS];
  const bool over = is_over(game);
  find_leads(&game->game, lead);
  for (int seat = 0; seat < batch->shape.players; seat++) {
    if (batch->settings.reward == BATCH_SCORE_DIFF) rewards[seat] = (float)(lead[seat] - game->lead[seat]);
    if (batch->settings.reward == BATCH_TERMINAL) rewards[seat] = over ? (float)lead[seat] : 0;
    game->lead[seat] = lead[seat];
  }
  if (batch->settings.reward == BATCH_WIN && over) game_utilities(&game->game, rewards);
}

static void keep_end(const struct batch *batch, struct batch_game *game) {
  for (int seat = 0; seat < batch->shape.players; seat++)
    game->ended[seat] = tess_game_score(&game->game, tess_game_side(&game->game, seat));
}

/* What is legal, who acts, and what can be seen. The mask's old numbers were cleared. */
static void write_game(const struct batch *batch, size_t place) {
  const struct batch_arrays *arrays = &batch->arrays;
  struct batch_game *game = &batch->games[place];
  const size_t players = (size_t)batch->shape.players;
  bool *mask = &arrays->mask[place * (size_t)batch->shape.actions];
  for (int i = 0; i < game->legal.count; i++) mask[game->legal.ids[i]] = true;
  memcpy(&arrays->final_scores[place * players], game->ended, players * sizeof *game->ended);
  arrays->actor[place] = (int8_t)(is_over(game) ? EPISODE_OVER : game->game.core.seat);
  arrays->seeds[place] = game->seed;
  if (batch->settings.observation == BATCH_NOTHING) return;
  scalars_write(&game->game, &arrays->scalars[place * (size_t)batch->shape.scalars]);
  if (batch->settings.observation == BATCH_PLANES_V1) {
    uint8_t *planes = (uint8_t *)arrays->observation + place * (size_t)batch->shape.planes * PLANE_CELLS;
    planes_clear(planes, batch->shape.planes, game->rows);
    game->rows = planes_write(&game->game, &game->box, &game->legal, planes);
  } else {
    uint16_t *cells = arrays->observation;
    cells_write(&game->game, &game->box, &cells[place * CELLS_ROWS * CELLS_COLUMNS]);
  }
}

/* A step of one game, whose action was looked up. */
static void step_game(const struct batch *batch, size_t place) {
  const struct batch_arrays *arrays = &batch->arrays;
  struct batch_game *game = &batch->games[place];
  const size_t players = (size_t)batch->shape.players;
  bool *mask = &arrays->mask[place * (size_t)batch->shape.actions];
  float *rewards = &arrays->rewards[place * players];
  for (int i = 0; i < game->legal.count; i++) mask[game->legal.ids[i]] = false;
  memset(rewards, 0, players * sizeof *rewards);
  arrays->terminated[place] = false;
  if (is_over(game)) {
    if (batch->settings.again != BATCH_NEVER) begin_next(batch, game);
  } else {
    take(game, game->chosen);
    write_rewards(batch, game, rewards);
    arrays->terminated[place] = is_over(game);
    if (is_over(game)) keep_end(batch, game);
    if (is_over(game) && batch->settings.again == BATCH_SAME_STEP) begin_next(batch, game);
  }
  write_game(batch, place);
}

/* ---- Threads ---- */

/* One pass over all games: its workers share the number of the next game. */
struct batch_pass {
  const struct batch *batch;
  atomic_size_t *next;
};

static void work(void *worker) {
  const struct batch_pass *pass = worker;
  const size_t games = (size_t)pass->batch->settings.games;
  for (;;) {
    const size_t first = atomic_fetch_add_explicit(pass->next, BATCH_CHUNK, memory_order_relaxed);
    if (first >= games) return;
    const size_t end = first + BATCH_CHUNK < games ? first + BATCH_CHUNK : games;
    for (size_t place = first; place < end; place++) step_game(pass->batch, place);
  }
}

static void step_all(const struct batch *batch) {
  struct batch_pass passes[PLAYER_THREADS];
  atomic_size_t next = 0;
  for (int i = 0; i < batch->settings.threads; i++) passes[i] = (struct batch_pass){batch, &next};
  workers_run(work, passes, sizeof *passes, batch->settings.threads);
}

/* ---- All games ---- */

/* Writes all that is told of games that have just been set up. */
static void write_all(const struct batch *batch) {
  const size_t games = (size_t)batch->settings.games, players = (size_t)batch->shape.players;
  memset(batch->arrays.mask, 0, games * (size_t)batch->shape.actions);
  memset(batch->arrays.rewards, 0, games * players * sizeof *batch->arrays.rewards);
  memset(batch->arrays.terminated, 0, games);
  for (size_t place = 0; place < games; place++) {
    batch->games[place].rows = (struct plane_rows){0, ACTION_CELLS}; /* whatever is there */
    write_game(batch, place);
  }
}

void batch_reset(struct batch *batch, const uint64_t *seeds) {
  for (int i = 0; i < batch->settings.games; i++) {
    memset(batch->games[i].ended, 0, sizeof batch->games[i].ended);
    if (seeds == NULL)
      begin_next(batch, &batch->games[i]);
    else
      begin(batch, &batch->games[i], seeds[i]);
  }
  write_all(batch);
}

bool batch_step(struct batch *batch, const int32_t *actions, struct env_fault *fault) {
  for (int i = 0; i < batch->settings.games; i++) {
    struct batch_game *game = &batch->games[i];
    if (is_over(game)) continue;
    game->chosen = legal_actions_find(&game->legal, actions[i]);
    if (game->chosen >= 0) continue;
    snprintf(fault->text, sizeof fault->text, "action %d is not legal in game %d, see legal_action_mask", actions[i],
             i);
    return false;
  }
  step_all(batch);
  return true;
}

void batch_sample(struct batch *batch, int32_t *actions) {
  for (int i = 0; i < batch->settings.games; i++) {
    const struct legal_actions *legal = &batch->games[i].legal;
    actions[i] = legal->count == 0 ? 0 : legal->ids[random_below(&batch->random, (uint32_t)legal->count)];
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

/* ---- Saving ---- */

/*
 * A batch as bytes: the format's name; what it is of (the hash of a new game with seed 0, and the number of games); the
 * stream of batch_sample(); then for each game its seed, number, the points of the one before, length and actions.
 * Numbers are little-endian words of 64 bits. Games come again by playing their actions, so that each is checked by the
 * rules.
 */
static const uint64_t format = 0x3174616273736574; /* "tessbat1" */

/* The hash of the variant's new game. */
static uint64_t variant_hash(const struct variant *variant) {
  const tess_options options = variant->setup.options;
  tess_game *game = memory_new(tess_game_size());
  CHECK(tess_game_new(game, variant_set(variant), &options) == TESS_ERROR_NONE);
  const uint64_t hash = tess_game_hash(game);
  free(game);
  return hash;
}

static void add_number(struct text *text, uint64_t number) {
  for (int i = 0; i < 8; i++) text_add_char(text, (char)(number >> 8 * i & 0xFF));
}

/* The next number; false at the end of the bytes. */
static bool take_number(struct span *rest, uint64_t *number) {
  if (rest->length < 8) return false;
  *number = 0;
  for (int i = 0; i < 8; i++) *number |= (uint64_t)(unsigned char)rest->bytes[i] << 8 * i;
  *rest = (struct span){rest->bytes + 8, rest->length - 8};
  return true;
}

char *batch_save(const struct batch *batch, size_t *length) {
  struct text text = {0};
  add_number(&text, format);
  add_number(&text, variant_hash(batch->variant));
  add_number(&text, (uint64_t)batch->settings.games);
  add_number(&text, batch->random);
  for (int i = 0; i < batch->settings.games; i++) {
    const struct batch_game *game = &batch->games[i];
    add_number(&text, game->seed);
    add_number(&text, game->number);
    for (int seat = 0; seat < batch->shape.players; seat++) add_number(&text, (uint32_t)game->ended[seat]);
    add_number(&text, (uint64_t)game->length);
    for (int j = 0; j < game->length; j++) add_number(&text, game->actions[j]);
  }
  *length = text.length;
  return text.bytes;
}

/* Reads one game; false if it is none. */
static bool load_game(const struct batch *batch, struct batch_game *game, struct span *rest) {
  uint64_t seed, number, points, length, action;
  if (!take_number(rest, &seed) || !take_number(rest, &number)) return false;
  for (int seat = 0; seat < batch->shape.players; seat++) {
    if (!take_number(rest, &points) || points > TESS_MAX_SCORE) return false;
    game->ended[seat] = (int32_t)points;
  }
  if (!take_number(rest, &length)) return false;
  begin(batch, game, seed);
  game->number = number;
  for (uint64_t i = 0; i < length; i++) {
    if (is_over(game) || !take_number(rest, &action) || action >= ACTION_COUNT_ARROWS) return false;
    const int index = legal_actions_find(&game->legal, (int)action);
    if (index < 0) return false;
    take(game, index);
  }
  find_leads(&game->game, game->lead);
  return true;
}

static bool load_games(const struct batch *batch, struct batch_game *games, struct span rest, uint64_t *random,
                       struct env_fault *fault) {
  uint64_t name, hash, count;
  const char *wrong = NULL;
  if (!take_number(&rest, &name) || name != format) wrong = "these bytes are no saved VecEnv of this version";
  if (wrong == NULL && (!take_number(&rest, &hash) || hash != variant_hash(batch->variant)))
    wrong = "the games saved are of another game: its set, options or players are not those expected";
  if (wrong == NULL && (!take_number(&rest, &count) || count != (uint64_t)batch->settings.games))
    wrong = "as many games are expected as the VecEnv has";
  if (wrong == NULL && !take_number(&rest, random)) wrong = "the saved VecEnv is cut short";
  for (int i = 0; wrong == NULL && i < batch->settings.games; i++)
    if (!load_game(batch, &games[i], &rest)) wrong = "the saved VecEnv is damaged: its games cannot be played again";
  if (wrong == NULL && rest.length > 0) wrong = "something follows the saved VecEnv";
  if (wrong != NULL) snprintf(fault->text, sizeof fault->text, "%s", wrong);
  return wrong == NULL;
}

bool batch_load(struct batch *batch, const char *bytes, size_t length, struct env_fault *fault) {
  uint64_t random = 0;
  struct batch_game *games = memory_zeroed((size_t)batch->settings.games * sizeof *games);
  if (!load_games(batch, games, (struct span){bytes, length}, &random, fault)) {
    free(games);
    return false;
  }
  free(batch->games);
  batch->games = games;
  batch->random = random;
  write_all(batch);
  return true;
}
