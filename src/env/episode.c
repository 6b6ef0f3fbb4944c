/*
 * A game that a learner steps through. Only the list of actions is stored. The engine is fast enough to take an action
 * back by playing all earlier ones again from the beginning; the random streams of the seed then decide as before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/action.h"
#include "env/variant.h"
#include "notation/record.h"
#include "notation/state.h"
#include "picture/picture.h"

struct episode {
  const struct variant *variant;
  uint64_t seed;
  bool explicit_chance;
  bool resumed; /* the game began from a position */
  tess_game *start, *game;
  int32_t *actions; /* `length` actions */
  int length, capacity;
};

/* ---- Beginning and end ---- */

static bool is_chance(tess_phase phase) { return phase == TESS_PHASE_DRAW || phase == TESS_PHASE_THROW; }

/* Unless chance is explicit, lets the game's streams decide until a player must act or the game is over. */
static void let_chance(const struct episode *episode, tess_game *game) {
  if (episode->explicit_chance) return;
  while (is_chance(tess_game_phase(game))) {
    if (tess_game_phase(game) == TESS_PHASE_DRAW)
      tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    else
      tess_game_throw(game, NULL, NULL, NULL);
  }
}

/* Allocates an episode; its games are not set up yet. */
static struct episode *make(const struct variant *variant, uint64_t seed, bool explicit_chance) {
  struct episode *episode = memory_new(sizeof *episode);
  *episode = (struct episode){.variant = variant, .seed = seed, .explicit_chance = explicit_chance};
  episode->start = memory_zeroed(tess_game_size());
  episode->game = memory_zeroed(tess_game_size());
  return episode;
}

/* Returns the episode after its game was set up: chance decides until the first player is to act. */
static struct episode *begin(struct episode *episode) {
  tess_game_copy(episode->start, episode->game);
  let_chance(episode, episode->game);
  return episode;
}

struct episode *episode_new(const struct variant *variant, uint64_t seed, bool explicit_chance,
                            struct env_fault *fault) {
  tess_options options = variant->setup.options;
  options.seed = seed;
  struct episode *episode = make(variant, seed, explicit_chance);
  const tess_error error = tess_game_new(episode->game, variant_set(variant), &options);
  if (error == TESS_ERROR_NONE) return begin(episode);
  snprintf(fault->text, sizeof fault->text, "%s", tess_error_text(error));
  episode_free(episode);
  return NULL;
}

struct episode *episode_resume(const struct variant *variant, const char *line, uint64_t seed, bool explicit_chance,
                               struct env_fault *fault) {
  struct episode *episode = make(variant, seed, explicit_chance);
  struct fault own = {0};
  const struct tile_set *set = position_read(span_of(line), variant->library, seed, episode->game, &own);
  if (set != NULL) {
    const tess_options there = tess_game_options(episode->game);
    if (set == variant->setup.set && options_agree(&there, &variant->setup.options) &&
        there.players == variant->setup.options.players) {
      episode->resumed = true;
      return begin(episode);
    }
    fault_say(&own, "the position is of another game: its set, options or number of players are not those expected");
  }
  env_fault_copy(fault, &own);
  episode_free(episode);
  return NULL;
}

struct episode *episode_clone(const struct episode *episode) {
  struct episode *clone = make(episode->variant, episode->seed, episode->explicit_chance);
  tess_game_copy(clone->start, episode->start);
  tess_game_copy(clone->game, episode->game);
  clone->resumed = episode->resumed;
  clone->length = clone->capacity = episode->length;
  if (episode->length == 0) return clone;
  clone->actions = memory_new((size_t)episode->length * sizeof *clone->actions);
  memcpy(clone->actions, episode->actions, (size_t)episode->length * sizeof *clone->actions);
  return clone;
}

void episode_free(struct episode *episode) {
  if (episode == NULL) return;
  free(episode->start);
  free(episode->game);
  free(episode->actions);
  free(episode);
}

/* ---- Legal actions ---- */

const tess_game *episode_game(const struct episode *episode) { return episode->game; }

int episode_actor(const struct episode *episode) {
  const tess_phase phase = tess_game_phase(episode->game);
  if (phase == TESS_PHASE_OVER) return EPISODE_OVER;
  return is_chance(phase) ? EPISODE_CHANCE : tess_game_seat(episode->game);
}

static struct legal_actions *list_legal(const tess_game *game) {
  struct legal_actions *legal = memory_new(sizeof *legal);
  const struct board_box box = board_box_of(game);
  legal_actions_list(legal, game, &box);
  return legal;
}

static int list_draws(const tess_game *game, int32_t *ids, double *chances) {
  const int all = tess_game_due(game, -1), kinds = tess_set_kinds(tess_game_set(game));
  int count = 0;
  for (int kind = 0; kind < kinds; kind++) {
    const int due = tess_game_due(game, kind);
    if (due == 0) continue;
    if (chances != NULL) chances[count] = (double)due / all;
    ids[count++] = kind;
  }
  return count;
}

static int list_throws(const tess_game *game, int32_t *ids, double *chances) {
  tess_spot spot;
  uint8_t dice[TESS_MAX_PLAYERS];
  uint64_t counts[TESS_BATTLE_OUTCOMES];
  tess_game_battle(game, &spot, dice);
  const uint64_t all = tess_battle_counts(dice, counts);
  int count = 0;
  for (int sides = 1; sides < TESS_BATTLE_OUTCOMES; sides++) {
    if (counts[sides] == 0) continue;
    if (chances != NULL) chances[count] = (double)counts[sides] / (double)all;
    ids[count++] = CHANCE_THROW + sides;
  }
  return count;
}

static int compare_ids(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

int episode_legal(const struct episode *episode, int32_t ids[EPISODE_ACTIONS], double *chances) {
  const tess_game *game = episode->game;
  if (tess_game_phase(game) == TESS_PHASE_DRAW) return list_draws(game, ids, chances);
  if (tess_game_phase(game) == TESS_PHASE_THROW) return list_throws(game, ids, chances);
  struct legal_actions *legal = list_legal(game);
  const int count = legal->count;
  for (int i = 0; i < count; i++) ids[i] = legal->ids[i];
  free(legal);
  qsort(ids, (size_t)count, sizeof *ids, compare_ids);
  return count;
}

/* ---- Taking actions ---- */

/* A throw in which exactly these sides share the highest die: their first die shows 6, every other die 1. */
static tess_throw throw_of(const tess_game *game, unsigned highest) {
  tess_throw thrown = {0};
  tess_spot spot;
  tess_game_battle(game, &spot, thrown.dice);
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++) {
    memset(thrown.faces[side], 1, thrown.dice[side]);
    if (highest >> side & 1) thrown.faces[side][0] = 6;
  }
  return thrown;
}

/* True if `id` is a legal action of chance. */
static bool is_chance_legal(const tess_game *game, int32_t id) {
  int32_t ids[CHANCE_COUNT];
  const int count =
      tess_game_phase(game) == TESS_PHASE_DRAW ? list_draws(game, ids, NULL) : list_throws(game, ids, NULL);
  int index = 0;
  while (index < count && ids[index] != id) index++;
  return index < count;
}

/* Takes an action on `game`. Returns false if it is not legal. */
static bool take(tess_game *game, int32_t id) {
  if (!is_chance(tess_game_phase(game))) {
    struct legal_actions *legal = list_legal(game);
    const int index = legal_actions_find(legal, id);
    if (index >= 0) legal_actions_take(legal, index, game);
    free(legal);
    return index >= 0;
  }
  if (!is_chance_legal(game, id)) return false;
  if (tess_game_phase(game) == TESS_PHASE_DRAW) return tess_game_draw(game, id, NULL, NULL) == TESS_ERROR_NONE;
  const tess_throw thrown = throw_of(game, (unsigned)id - CHANCE_THROW);
  return tess_game_throw(game, &thrown, NULL, NULL) == TESS_ERROR_NONE;
}

/* Fills the fault with the reason why an action is not legal. Returns false. */
static bool refuse(const struct episode *episode, int32_t id, struct env_fault *fault) {
  static const char *const due[] = {"what is drawn", "a placement", "a meeple decision", "a throw"};
  const tess_phase phase = tess_game_phase(episode->game);
  if (phase == TESS_PHASE_OVER)
    snprintf(fault->text, sizeof fault->text, "the game is over: no action can be taken");
  else
    snprintf(fault->text, sizeof fault->text, "action %d is not legal: %s is due, see legal_actions()", id, due[phase]);
  return false;
}

bool episode_act(struct episode *episode, int32_t id, struct env_fault *fault) {
  if (tess_game_phase(episode->game) == TESS_PHASE_OVER || !take(episode->game, id)) return refuse(episode, id, fault);
  if (episode->length == episode->capacity) {
    episode->capacity = episode->capacity * 2 + 64;
    episode->actions = memory_resize(episode->actions, (size_t)episode->capacity * sizeof *episode->actions);
  }
  episode->actions[episode->length++] = id;
  let_chance(episode, episode->game);
  return true;
}

bool episode_undo(struct episode *episode, struct env_fault *fault) {
  if (episode->length == 0) {
    snprintf(fault->text, sizeof fault->text, "there is no action to take back");
    return false;
  }
  episode->length--;
  tess_game_copy(episode->game, episode->start);
  let_chance(episode, episode->game);
  for (int i = 0; i < episode->length; i++) {
    CHECK(take(episode->game, episode->actions[i]));
    let_chance(episode, episode->game);
  }
  return true;
}

int episode_length(const struct episode *episode) { return episode->length; }

int32_t episode_action(const struct episode *episode, int index) { return episode->actions[index]; }

const struct variant *episode_variant(const struct episode *episode) { return episode->variant; }

bool episode_explicit(const struct episode *episode) { return episode->explicit_chance; }

uint64_t episode_seed(const struct episode *episode) { return episode->seed; }

/* ---- Words ---- */

/* Returns the bytes of a text; the caller must free them. */
static char *given_away(struct text *text) {
  text_add(text, "", 0);
  return text->bytes;
}

static void write_chance(const tess_game *game, int32_t id, struct text *text) {
  if (id < CHANCE_THROW) {
    text_print(text, "draw %s", tess_set_tile(tess_game_set(game), id)->id);
    return;
  }
  text_add_string(text, "throw");
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    if ((id - CHANCE_THROW) >> side & 1) text_print(text, " %d", side + 1);
}

char *episode_words(const struct episode *episode, int32_t id, struct env_fault *fault) {
  const tess_game *game = episode->game;
  const tess_phase phase = tess_game_phase(game);
  struct text text = {0};
  if (is_chance(phase)) {
    if (!is_chance_legal(game, id)) return refuse(episode, id, fault), NULL;
    write_chance(game, id, &text);
    return given_away(&text);
  }
  struct legal_actions *legal = list_legal(game);
  const int index = legal_actions_find(legal, id);
  if (index >= 0 && phase == TESS_PHASE_PLACE) {
    text_print(&text, "%s@", tess_set_tile(tess_game_set(game), tess_game_drawn(game))->id);
    placement_write(legal->steps[index].placement, &text);
  } else if (index >= 0) {
    decision_write(legal->steps[index].decision, game, &text);
  }
  free(legal);
  if (index < 0) return refuse(episode, id, fault), NULL;
  return given_away(&text);
}

static char *position_of(const struct episode *episode, const tess_game *game) {
  struct text text = {0};
  position_write(game, episode->variant->setup.set, &text);
  return given_away(&text);
}

char *episode_position(const struct episode *episode) { return position_of(episode, episode->game); }

char *episode_start(const struct episode *episode) {
  return episode->resumed ? position_of(episode, episode->start) : NULL;
}

static void collect(void *text, const char *bytes, size_t length) { text_add(text, bytes, length); }

char *episode_picture(const struct episode *episode) {
  struct text svg = {0};
  const struct picture_options options = picture_options_default();
  picture_board(episode->game, &options, collect, &svg);
  return given_away(&svg);
}

/* ---- The record ---- */

/* Lets the streams of the history decide what those of the episode decided. */
static bool follow_chance(const struct episode *episode, struct history *history, struct fault *fault) {
  while (!episode->explicit_chance && is_chance(tess_game_phase(history->game))) {
    const bool done = tess_game_phase(history->game) == TESS_PHASE_DRAW ? history_draw(history, TESS_RANDOM, fault)
                                                                        : history_throw(history, NULL, fault);
    if (!done) return false;
  }
  return true;
}

/* Takes an action of the episode on a history that is in the same position. */
static bool follow(struct history *history, int32_t id, struct fault *fault) {
  if (tess_game_phase(history->game) == TESS_PHASE_DRAW) return history_draw(history, id, fault);
  if (tess_game_phase(history->game) == TESS_PHASE_THROW) {
    const tess_throw thrown = throw_of(history->game, (unsigned)id - CHANCE_THROW);
    return history_throw(history, &thrown, fault);
  }
  struct legal_actions *legal = list_legal(history->game);
  const union action_step step = legal->steps[legal_actions_find(legal, id)];
  free(legal);
  return tess_game_phase(history->game) == TESS_PHASE_PLACE ? history_place(history, step.placement, fault)
                                                            : history_meeple(history, step.decision, fault);
}

char *episode_record(const struct episode *episode) {
  const struct variant *variant = episode->variant;
  tess_options options = variant->setup.options;
  options.seed = episode->seed;
  struct fault fault = {0};
  char *start = episode_start(episode);
  struct history *history = start == NULL ? history_new(variant->setup.set, &options, &fault)
                                          : history_resume(span_of(start), variant->library, episode->seed, &fault);
  free(start);
  CHECK_BECAUSE(history != NULL && follow_chance(episode, history, &fault), fault.text);
  for (int i = 0; i < episode->length; i++)
    CHECK_BECAUSE(follow(history, episode->actions[i], &fault) && follow_chance(episode, history, &fault), fault.text);

  struct text text = {0};
  record_write(history, NULL, &text);
  history_free(history);
  return given_away(&text);
}

/* ---- Utilities ---- */

void game_utilities(const tess_game *game, float utilities[TESS_MAX_PLAYERS]) {
  const int sides = tess_game_sides(game), players = tess_game_options(game).players;
  int32_t best = tess_game_score(game, 0);
  int leaders = 0;
  for (int side = 0; side < sides; side++) {
    const int32_t score = tess_game_score(game, side);
    if (score > best) best = score, leaders = 0;
    leaders += score == best;
  }
  for (int seat = 0; seat < players; seat++) {
    const float share = tess_game_score(game, tess_game_side(game, seat)) == best ? 1.0f / (float)leaders : 0.0f;
    utilities[seat] = ((float)sides * share - 1.0f) / (float)(sides - 1);
  }
}
