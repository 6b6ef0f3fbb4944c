/* What a seat sees after each of its legal actions or turns, in one game or in all games of a batch. */
#include "env/afterstates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "env/batch.h"
#include "env/observation.h"
#include "rules/game.h"

/* ---- The turns of a position ---- */

struct walk *walk_new(void) {
  struct walk *walk = memory_zeroed(sizeof *walk);
  walk->placed = memory_new(tess_game_size());
  walk->done = memory_new(tess_game_size());
  walk->planes = planes_new(1);
  CHECK(walk->planes != NULL);
  return walk;
}

void walk_free(struct walk *walk) {
  if (walk == NULL) return;
  free(walk->turns);
  free(walk->placed);
  free(walk->done);
  free(walk->planes);
  free(walk);
}

static void list(struct legal_actions *legal, const tess_game *game) {
  const struct board_box box = board_box_of(game);
  legal_actions_list(legal, game, &box);
}

static void add_turn(struct walk *walk, const struct walk_turn *turn) {
  if (walk->count == walk->room) {
    walk->room = walk->room == 0 ? EPISODE_ACTIONS : 2 * walk->room;
    walk->turns = memory_resize(walk->turns, (size_t)walk->room * sizeof *walk->turns);
  }
  walk->turns[walk->count++] = *turn;
}

static int compare_turns(const void *a, const void *b) {
  const struct walk_turn *one = a, *other = b;
  const int place = one->actions[0] - other->actions[0];
  return place != 0 ? place : one->actions[1] - other->actions[1];
}

void walk_list(struct walk *walk, const tess_game *game, bool turns) {
  const bool places = game->core.phase == TESS_PHASE_PLACE;
  struct legal_actions *first = places ? &walk->placements : &walk->decisions;
  walk->count = 0;
  list(first, game);
  for (int i = 0; i < first->count; i++) {
    struct walk_turn turn = {.actions = {-1, -1}};
    turn.actions[places ? 0 : 1] = first->ids[i];
    if (places)
      turn.turn.placement = first->steps[i].placement;
    else
      turn.turn.decision = first->steps[i].decision;
    if (!places || !turns) {
      add_turn(walk, &turn);
      continue;
    }
    tess_game_copy(walk->placed, game);
    legal_actions_take(first, i, walk->placed);
    list(&walk->decisions, walk->placed);
    for (int j = 0; j < walk->decisions.count; j++) {
      turn.actions[1] = walk->decisions.ids[j];
      turn.turn.decision = walk->decisions.steps[j].decision;
      add_turn(walk, &turn);
    }
  }
  if (walk->count > 0) qsort(walk->turns, (size_t)walk->count, sizeof *walk->turns, compare_turns);
}

void walk_turn_take(const struct walk_turn *turn, tess_game *game) {
  if (turn->actions[0] >= 0) CHECK(tess_game_place(game, turn->turn.placement, NULL, NULL) == TESS_ERROR_NONE);
  if (turn->actions[1] >= 0) CHECK(tess_game_meeple(game, turn->turn.decision, NULL, NULL) == TESS_ERROR_NONE);
}

void walk_observe(struct walk *walk, const tess_game *game, const struct walk_turn *turns, int count, int seat,
                  enum batch_observation sort, struct batch_shape shape, void *observation, float *scalars) {
  const size_t bytes = observation_size(sort, shape);
  for (int i = 0; i < count; i++) {
    /* 1. Go there; the game after a placement serves all decisions. */
    struct walk_turn placement = turns[i], decision = turns[i];
    placement.actions[1] = decision.actions[0] = -1;
    if (turns[i].actions[0] >= 0 && (i == 0 || turns[i - 1].actions[0] != turns[i].actions[0])) {
      tess_game_copy(walk->placed, game);
      walk_turn_take(&placement, walk->placed);
    }
    tess_game *there = walk->placed;
    if (turns[i].actions[1] >= 0) {
      tess_game_copy(walk->done, turns[i].actions[0] >= 0 ? walk->placed : game);
      walk_turn_take(&decision, there = walk->done);
    }

    /* 2. Look as the seat. */
    observe(walk->planes, there, seat, sort, NULL, (char *)observation + (size_t)i * bytes,
            &scalars[(size_t)i * (size_t)shape.scalars]);
  }
}

/* ---- One game ---- */

/* Moves the numbers of the turns to an array of their own. */
static void number(const struct walk_turn *turns, int count, int32_t (*actions)[2]) {
  for (int i = 0; i < count; i++) memcpy(actions[i], turns[i].actions, sizeof actions[i]);
}

bool episode_afterstates(const struct episode *episode, enum batch_observation sort, bool turns,
                         struct afterstates *after, struct env_fault *fault) {
  const tess_game *game = episode_game(episode);
  const int seat = episode_actor(episode);
  if (seat < 0) {
    snprintf(fault->text, sizeof fault->text, "no player is to act");
    return false;
  }
  const struct batch_shape shape = batch_shape(episode_variant(episode));
  struct walk *walk = walk_new();
  walk_list(walk, game, turns);
  const size_t count = (size_t)walk->count;
  *after = (struct afterstates){.count = walk->count,
                                .actions = memory_new(count * sizeof *after->actions),
                                .observation = memory_zeroed(count * observation_size(sort, shape)),
                                .scalars = memory_new(count * (size_t)shape.scalars * sizeof *after->scalars)};
  number(walk->turns, walk->count, after->actions);
  walk_observe(walk, game, walk->turns, walk->count, seat, sort, shape, after->observation, after->scalars);
  walk_free(walk);
  return true;
}

/* ---- All games of a batch ---- */

/* What the threads share: a walk for each thread, and by game its turns and where they begin. */
struct survey {
  enum batch_observation sort;
  bool turns;
  struct walk **walks;
  struct walk_turn **lists;
  int64_t *first; /* one more than games */
  struct afterstates *after;
};

/* Keeps the list of a game's turns, and their number in `first` of the next game. */
static void list_game(const struct batch *batch, size_t place, int thread, void *context) {
  const struct survey *survey = context;
  struct walk *walk = survey->walks[thread];
  walk_list(walk, &batch->games[place].game, survey->turns);
  survey->first[place + 1] = walk->count;
  if (walk->count == 0) return;
  survey->lists[place] = memory_new((size_t)walk->count * sizeof *walk->turns);
  memcpy(survey->lists[place], walk->turns, (size_t)walk->count * sizeof *walk->turns);
}

static void observe_game(const struct batch *batch, size_t place, int thread, void *context) {
  const struct survey *survey = context;
  const size_t first = (size_t)survey->first[place];
  const int count = (int)(survey->first[place + 1] - survey->first[place]);
  if (count == 0) return;
  const tess_game *game = &batch->games[place].game;
  number(survey->lists[place], count, &survey->after->actions[first]);
  walk_observe(survey->walks[thread], game, survey->lists[place], count, tess_game_seat(game), survey->sort,
               batch->shape, (char *)survey->after->observation + first * observation_size(survey->sort, batch->shape),
               &survey->after->scalars[first * (size_t)batch->shape.scalars]);
}

bool batch_afterstates(const struct batch *batch, enum batch_observation sort, bool turns, struct afterstates *after,
                       int64_t *first) {
  const size_t games = (size_t)batch->settings.games, threads = (size_t)batch->settings.threads;
  struct survey survey = {.sort = sort,
                          .turns = turns,
                          .walks = memory_new(threads * sizeof(struct walk *)),
                          .lists = memory_zeroed(games * sizeof(struct walk_turn *)),
                          .first = first,
                          .after = after};
  for (size_t i = 0; i < threads; i++) survey.walks[i] = walk_new();

  /* 1. Count the turns of all games. */
  first[0] = 0;
  batch_run(batch, list_game, &survey);
  for (size_t i = 0; i < games; i++) first[i + 1] += first[i];

  /* 2. Observe them; a machine without so much memory is no reason to end the program. */
  const size_t count = (size_t)first[games], room = count > 0 ? count : 1;
  *after = (struct afterstates){.count = (int)count,
                                .actions = calloc(room, sizeof *after->actions),
                                .observation = calloc(room, observation_size(sort, batch->shape)),
                                .scalars = calloc(room * (size_t)batch->shape.scalars, sizeof *after->scalars)};
  const bool done = after->actions != NULL && after->observation != NULL && after->scalars != NULL;
  if (done) batch_run(batch, observe_game, &survey);

  for (size_t i = 0; i < threads; i++) walk_free(survey.walks[i]);
  for (size_t i = 0; i < games; i++) free(survey.lists[i]);
  free(survey.walks);
  free(survey.lists);
  if (done) return true;
  free(after->actions);
  free(after->observation);
  free(after->scalars);
  return false;
}
