/* What a seat sees after each of its legal actions or turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/observation.h"
#include "env/planes.h"
#include "env/variant.h"
#include "rules/game.h"

/* Working memory for the walk over a seat's turns. */
struct walk {
  const tess_game *from;
  tess_game *placed, *done; /* the game after the placement; and after the decision */
  struct legal_actions placements, decisions;
};

static void list(struct legal_actions *legal, const tess_game *game) {
  const struct board_box box = board_box_of(game);
  legal_actions_list(legal, game, &box);
}

/* Copies `from` to `to` and takes a listed action there. */
static void take(const struct legal_actions *legal, int index, const tess_game *from, tess_game *to) {
  tess_game_copy(to, from);
  legal_actions_take(legal, index, to);
}

static int compare_actions(const void *a, const void *b) {
  const int32_t *one = a, *other = b;
  return one[0] != other[0] ? one[0] - other[0] : one[1] - other[1];
}

/* Lists all actions or turns in ascending order. */
static void list_actions(struct walk *walk, bool turns, struct afterstates *after) {
  enum { MOST = TESS_MAX_PLACEMENTS };
  size_t room = MOST;
  const bool places = walk->from->core.phase == TESS_PHASE_PLACE;
  struct legal_actions *first = places ? &walk->placements : &walk->decisions;
  after->actions = memory_new(room * sizeof *after->actions);
  list(first, walk->from);
  for (int i = 0; i < first->count; i++) {
    int decisions = 1;
    if (places && turns) {
      take(first, i, walk->from, walk->placed);
      list(&walk->decisions, walk->placed);
      decisions = walk->decisions.count;
    }
    if ((size_t)after->count + (size_t)decisions > room) {
      room = 2 * room + (size_t)decisions;
      after->actions = memory_resize(after->actions, room * sizeof *after->actions);
    }
    for (int j = 0; j < decisions; j++) {
      int32_t *actions = after->actions[after->count++];
      actions[0] = places ? first->ids[i] : -1;
      actions[1] = !places ? first->ids[i] : turns ? walk->decisions.ids[j] : -1;
    }
  }
  qsort(after->actions, (size_t)after->count, sizeof *after->actions, compare_actions);
}

/* The game after the given actions. `before` are the actions of the call before: if the placement is the same,
 * `walk->placed` is used again. */
static tess_game *go_to(struct walk *walk, const int32_t actions[2], const int32_t before[2]) {
  if (actions[0] >= 0 && (before == NULL || before[0] != actions[0])) {
    take(&walk->placements, legal_actions_find(&walk->placements, actions[0]), walk->from, walk->placed);
    list(&walk->decisions, walk->placed);
  }
  if (actions[1] < 0) return walk->placed;
  const tess_game *from = actions[0] >= 0 ? walk->placed : walk->from;
  take(&walk->decisions, legal_actions_find(&walk->decisions, actions[1]), from, walk->done);
  return walk->done;
}

bool episode_afterstates(const struct episode *episode, enum batch_observation sort, bool turns,
                         struct afterstates *after, struct env_fault *fault) {
  const tess_game *game = episode_game(episode);
  const int seat = episode_actor(episode);
  if (seat < 0) {
    snprintf(fault->text, sizeof fault->text, "no player is to act");
    return false;
  }
  struct walk *walk = memory_new(sizeof *walk);
  *walk = (struct walk){.from = game, .placed = memory_new(tess_game_size()), .done = memory_new(tess_game_size())};
  *after = (struct afterstates){0};
  list_actions(walk, turns, after);

  const struct batch_shape shape = batch_shape(episode_variant(episode));
  const size_t count = (size_t)after->count, scalars = (size_t)shape.scalars;
  const size_t bytes = sort == BATCH_PLANES_V1 ? (size_t)shape.planes * PLANE_CELLS
                                               : (size_t)CELLS_ROWS * CELLS_COLUMNS * sizeof(uint16_t);
  struct planes *planes = planes_new(1);
  CHECK(planes != NULL);
  after->observation = memory_zeroed(count * bytes);
  after->scalars = memory_new(count * scalars * sizeof *after->scalars);
  for (size_t i = 0; i < count; i++) {
    tess_game *there = go_to(walk, after->actions[i], i > 0 ? after->actions[i - 1] : NULL);
    char *out = (char *)after->observation + i * bytes;
    const struct board_box box = board_box_of(there);
    const uint8_t due = there->core.seat;
    there->core.seat = (uint8_t)seat;
    if (sort == BATCH_PLANES_V1)
      planes_write(planes, there, &box, NULL, (uint8_t *)out);
    else
      cells_write(there, &box, (uint16_t *)(void *)out);
    scalars_write(there, &after->scalars[i * scalars]);
    there->core.seat = due;
    planes_forget(planes);
  }
  free(planes);
  free(walk->placed);
  free(walk->done);
  free(walk);
  return true;
}
