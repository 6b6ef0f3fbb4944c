/*
 * Actions as numbers: no two legal steps have the same number. `env_action_test GAMES` plays more than the usual games
 * of each mix: 1000 are over a million decisions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "env/action.h"
#include "env/env.h"

static int games = 5;

/* Every option, both games, few players and many. */
static const struct {
  int pairs;
  const char *words[12];
} mixes[] = {
    {1, {"game", "star-wars"}},
    {3, {"game", "star-wars", "players", "4", "teams", "on"}},
    {2, {"game", "star-wars", "players", "5"}},
    {1, {"game", "classic"}},
    {5, {"game", "classic", "players", "3", "fields", "on", "abbot", "on", "river", "on"}},
    {5, {"game", "classic", "fields", "on", "abbot", "on", "river", "river-20", "arrows", "on"}},
    {4, {"game", "classic", "players", "5", "fields", "on", "arrows", "on"}},
};
enum { MIXES = sizeof mixes / sizeof mixes[0] };

static struct variant *variant_at(size_t mix) {
  struct env_fault fault;
  struct variant *variant = variant_new(mixes[mix].words, mixes[mix].pairs, &fault);
  assert_non_null(variant);
  return variant;
}

/* The next position in which somebody is to act; false at the end. */
static bool go_on(tess_game *game) {
  while (tess_game_phase(game) == TESS_PHASE_DRAW || tess_game_phase(game) == TESS_PHASE_THROW) {
    if (tess_game_phase(game) == TESS_PHASE_DRAW)
      tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    else
      tess_game_throw(game, NULL, NULL, NULL);
  }
  return tess_game_phase(game) != TESS_PHASE_OVER;
}

/* How many steps the engine has here. */
static int count_steps(const tess_game *game) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  return tess_game_placement_count(game) + tess_game_decisions(game, decisions);
}

/* Each number once and below the count; as many as the engine has steps. */
static void assert_numbered(const struct legal_actions *legal, const tess_game *game, int most) {
  bool seen[ACTION_COUNT_ARROWS] = {false};
  assert_int_equal(legal->count, count_steps(game));
  for (int i = 0; i < legal->count; i++) {
    assert_true(legal->ids[i] < most);
    assert_false(seen[legal->ids[i]]);
    seen[legal->ids[i]] = true;
    assert_int_equal(legal_actions_find(legal, legal->ids[i]), i);
  }
}

/* A mask shows what is listed and nothing else, and nothing when that is cleared again. */
static void assert_marked(const struct legal_actions *legal) {
  bool mask[ACTION_COUNT_ARROWS] = {false}, expected[ACTION_COUNT_ARROWS] = {false};
  legal_actions_mark(legal, mask);
  for (int i = 0; i < legal->count; i++) expected[legal->ids[i]] = true;
  assert_memory_equal(mask, expected, sizeof mask);
  memset(expected, 0, sizeof expected);
  legal_actions_clear(legal, mask);
  assert_memory_equal(mask, expected, sizeof mask);
}

/* By their numbers alone placements are what is listed with steps. */
static void assert_same_numbers(const struct legal_actions *legal, const tess_game *game, const struct board_box *box,
                                const struct frontier_places *places, struct legal_actions *alone) {
  if (tess_game_phase(game) != TESS_PHASE_PLACE || !window_holds(box)) return;
  placements_number(alone, game, box, places);
  assert_int_equal(alone->count, legal->count);
  assert_memory_equal(alone->ids, legal->ids, (size_t)legal->count * sizeof *legal->ids);
  assert_marked(alone);
}

/* Plays one game at random and checks every position of it. Returns the number of decisions. */
static long check_game(const tess_set *set, tess_options options, uint64_t seed, struct legal_actions *legal) {
  struct legal_actions *alone = memory_new(sizeof *alone);
  struct frontier_places places = {0};
  tess_game *game = memory_new(tess_game_size());
  options.seed = seed;
  uint64_t random = random_mix(seed);
  long decisions = 0;
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  frontier_places_begin(&places, game);
  for (; go_on(game); decisions++) {
    const struct board_box box = board_box_of(game);
    legal_actions_list(legal, game, &box);
    assert_numbered(legal, game, action_count(&options));
    assert_marked(legal);
    frontier_places_follow(&places, game);
    assert_same_numbers(legal, game, &box, &places, alone);
    legal_actions_take(legal, (int)random_below(&random, (uint32_t)legal->count), game);
  }
  legal_actions_list(legal, game, &(struct board_box){0});
  assert_int_equal(legal->count, 0);
  free(game);
  free(alone);
  return decisions;
}

TEST(no_two_legal_actions_share_a_number) {
  struct legal_actions *legal = memory_new(sizeof *legal);
  long decisions = 0;
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct variant *variant = variant_at(mix);
    for (int number = 0; number < games; number++)
      decisions += check_game(variant_set(variant), variant_options(variant), (uint64_t)number, legal);
    variant_free(variant);
  }
  if (games > 5) printf("%ld decisions in %d games of each mix\n", decisions, games);
  free(legal);
}

/* A set on which arrows lead to fields that reach no edge; a set of people's own may have such. */
static const tess_tile_def farms[] = {
    {"S",
     {0, 0, 0, 0},
     1,
     1,
     0,
     2,
     {{.type = TESS_TYPE_FIELD, .halves = 255}, {.type = TESS_TYPE_FIELD}},
     TESS_ACTION_NONE,
     0},
    {"A",
     {0, 0, 0, 0},
     12,
     0,
     0,
     4,
     {{.type = TESS_TYPE_FIELD},
      {.type = TESS_TYPE_FIELD, .halves = 255},
      {.type = TESS_TYPE_FIELD},
      {.type = TESS_TYPE_MONASTERY}},
     TESS_ACTION_ELSEWHERE,
     0},
};

TEST(fields_that_reach_no_edge_have_numbers) {
  tess_set *set = memory_new(tess_set_size());
  tess_set_fault fault;
  assert_int_equal(tess_set_build(set, farms, sizeof farms / sizeof *farms, &fault), TESS_ERROR_NONE);
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = options.arrows = true;
  struct legal_actions *legal = memory_new(sizeof *legal);
  for (int number = 0; number < games; number++) check_game(set, options, (uint64_t)number, legal);

  /* Those of the tile just laid and, by the arrow, the one of the start tile. */
  tess_game *game = memory_new(tess_game_size());
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  assert_int_equal(tess_game_draw(game, 1, NULL, NULL), TESS_ERROR_NONE);
  assert_int_equal(tess_game_place(game, (tess_placement){0, 1, 0}, NULL, NULL), TESS_ERROR_NONE);
  const struct board_box box = board_box_of(game);
  legal_actions_list(legal, game, &box);
  assert_true(legal_actions_find(legal, ACTION_INNER) > 0 && legal_actions_find(legal, ACTION_INNER + 1) > 0);
  assert_int_equal(legal_actions_find(legal, ACTION_INNER + 2), -1);
  assert_true(legal_actions_find(legal, ACTION_ELSEWHERE_SPARE) > 0);
  free(legal);
  free(game);
  free(set);
}

/* A box that is far from the board: every placement and every place by an arrow is outside the window. */
TEST(what_is_outside_the_window_has_spare_numbers) {
  struct variant *variant = variant_at(5);
  struct legal_actions *legal = memory_new(sizeof *legal);
  tess_game *game = memory_new(tess_game_size());
  tess_options options = variant_options(variant);
  bool elsewhere = false;
  uint64_t random = 1;
  for (options.seed = 0; options.seed < 40; options.seed++) {
    assert_int_equal(tess_game_new(game, variant_set(variant), &options), TESS_ERROR_NONE);
    while (go_on(game)) {
      const bool places = tess_game_phase(game) == TESS_PHASE_PLACE;
      const int steps = count_steps(game);
      legal_actions_list(legal, game, &(struct board_box){400, 400, 400, 400});
      if (places) assert_int_equal(legal->count, steps < ACTION_SPARE ? steps : ACTION_SPARE);
      for (int i = 0; i < legal->count; i++) {
        const int id = legal->ids[i];
        const bool is_spare = id >= ACTION_PLACE_SPARE && id < ACTION_PLACE_SPARE + ACTION_SPARE;
        const bool is_far = id >= ACTION_ELSEWHERE_SPARE && id < ACTION_ELSEWHERE_SPARE + ACTION_SPARE;
        assert_true(places ? is_spare : is_far || (id >= ACTION_NONE && id < ACTION_NEIGHBOUR));
        elsewhere |= is_far;
        for (int j = 0; places && j < legal->count; j++) {
          const tess_placement a = legal->steps[i].placement, b = legal->steps[j].placement;
          const bool before = a.y != b.y ? a.y < b.y : a.x != b.x ? a.x < b.x : a.rotation < b.rotation;
          assert_int_equal(before, id < legal->ids[j]);
        }
      }
      legal_actions_take(legal, (int)random_below(&random, (uint32_t)legal->count), game);
    }
  }
  assert_true(elsewhere);
  free(game);
  free(legal);
  variant_free(variant);
}

TEST(the_window_is_around_the_middle) {
  assert_int_equal(board_window(0, 0), -16);
  assert_int_equal(board_window(0, 1), -15);
  assert_int_equal(board_window(-1, 0), -16);
  assert_int_equal(board_window(-16, 15), -16);
  assert_int_equal(board_window(-2, 0), -17);
}

int main(int argc, char **argv) {
  if (argc > 1) games = atoi(argv[1]);
  return run_all_tests(NULL, NULL);
}
