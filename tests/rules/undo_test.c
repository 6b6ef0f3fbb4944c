/* Every step can be undone exactly, and copies continue like the original. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/arrow.h"
#include "rules/board.h"
#include "rules/fixture.h"
#include "rules/random_game.h"

enum { MAX_STEPS = 1024, FUTURE = 9, TRASH = 0xA5 };

static tess_undo *new_undos(size_t count) {
  tess_undo *undos = malloc(count * tess_undo_size());
  assert_non_null(undos);
  memset(undos, TRASH, count * tess_undo_size());
  return undos;
}

static tess_undo *undo_at(tess_undo *undos, int index) {
  return (tess_undo *)(void *)((unsigned char *)undos + (size_t)index * tess_undo_size());
}

/* Each step is taken, taken back and taken again. */
static void each_step_alone(int mix, uint64_t seed) {
  struct random_game g = random_game_open(mix, seed);
  tess_undo *undo = new_undos(1);
  for (int step = 0;; step++) {
    const uint64_t print = random_game_print(g.game), random = g.random;
    const uint64_t future = step % 8 == 0 ? random_game_future(g.game, FUTURE) : 0;
    if (!random_game_step(&g, undo, NULL)) break;
    const uint64_t after = random_game_print(g.game);
    tess_game_undo(g.game, undo);
    assert_true(random_game_print(g.game) == print);
    if (step % 8 == 0) assert_true(random_game_future(g.game, FUTURE) == future);
    g.random = random;
    assert_true(random_game_step(&g, NULL, NULL));
    assert_true(random_game_print(g.game) == after);
  }
  free(undo);
  random_game_close(&g);
}

TEST(every_step_is_taken_back_exactly) {
  for (int mix = 0; mix < RANDOM_MIXES; mix++)
    for (uint64_t seed = 0; seed < (mix < RANDOM_STAR_WARS_MIXES ? 6 : 2); seed++) each_step_alone(mix, seed);
}

/* A game is played with undo in runs of random length, forwards and back, and at last back to its beginning. */
static void long_runs(int mix, uint64_t seed) {
  struct random_game g = random_game_open(mix, seed);
  tess_undo *undos = new_undos(MAX_STEPS);
  uint64_t *prints = malloc((MAX_STEPS + 1) * sizeof *prints);
  assert_non_null(prints);
  int count = 0;
  prints[0] = random_game_print(g.game);
  for (int run = 0; run < 60; run++) {
    for (unsigned i = random_game_below(&g, 40); i > 0 && random_game_step(&g, undo_at(undos, count), NULL); i--) {
      prints[++count] = random_game_print(g.game);
      assert_true(count < MAX_STEPS);
    }
    for (unsigned i = run == 59 ? MAX_STEPS : random_game_below(&g, 25); i > 0 && count > 0; i--) {
      tess_game_undo(g.game, undo_at(undos, --count));
      assert_true(random_game_print(g.game) == prints[count]);
    }
  }
  assert_int_equal(count, 0);
  struct random_game fresh = random_game_open(mix, seed);
  assert_true(random_game_future(g.game, MAX_STEPS) == random_game_future(fresh.game, MAX_STEPS));
  random_game_close(&fresh);
  free(prints);
  free(undos);
  random_game_close(&g);
}

TEST(long_runs_are_taken_back_exactly) {
  for (int mix = 0; mix < RANDOM_MIXES; mix++) long_runs(mix, 100 + (uint64_t)mix);
}

/* In a line of 255 tiles many cells meet at the same place of the grid: rows, columns and the slant between them. */
TEST(lines_across_the_whole_table_are_taken_back_exactly) {
  static const char *const tiles[] = {"S 128 SSSS start", "P 127 SSSS planet", NULL};
  static const int8_t ways[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
  for (int way = 0; way < 6; way++) {
    struct fixture *t = fixture_open_lines(tiles, "red,white", "-");
    struct history *history = t->history;
    uint64_t prints[3 * TESS_MAX_TILES];
    int x = 0, y = 0;
    for (int i = 1; i < TESS_MAX_TILES; i++) {
      char move[32];
      const bool across = ways[way][1] == 0 || (ways[way][0] != 0 && i % 2 == 1);
      x += across ? ways[way][0] : 0, y += across ? 0 : ways[way][1];
      snprintf(move, sizeof move, "%s@%d,%dr0=none", i % 2 == 1 ? "P" : "S", x, y);
      fixture_play(t, move);
      prints[history->count] = random_game_print(history->game);
    }
    for (int i = TESS_MAX_TILES - 1; i > 0; i--) {
      assert_true(random_game_print(history->game) == prints[history->count]);
      for (int step = 0; step < 3; step++) history_undo(history); /* draw, placement, meeple */
    }
    assert_int_equal(history->count, 0);
    fixture_close(t);
  }
}

TEST(refused_steps_need_no_undo) {
  struct random_game g = random_game_open(0, 7);
  tess_undo *undo = new_undos(2);
  assert_true(random_game_step(&g, undo_at(undo, 0), NULL));
  const uint64_t print = random_game_print(g.game);
  assert_int_equal(tess_game_draw(g.game, TESS_RANDOM, undo_at(undo, 1), NULL), TESS_ERROR_BAD_PHASE);
  assert_true(random_game_print(g.game) == print);
  tess_game_undo(g.game, undo_at(undo, 0));
  assert_int_equal(tess_game_phase(g.game), TESS_PHASE_DRAW);
  free(undo);
  random_game_close(&g);
}

TEST(copies_go_on_as_the_original) {
  tess_game *copy = malloc(tess_game_size()), *bytes = malloc(tess_game_size());
  assert_true(copy != NULL && bytes != NULL);
  for (int mix = 0; mix < RANDOM_MIXES; mix++) {
    struct random_game g = random_game_open(mix, 300 + (uint64_t)mix);
    for (int step = 0; random_game_step(&g, NULL, NULL); step++) {
      if (step % 23 != 0) continue;
      memset(copy, TRASH, tess_game_size());
      tess_game_copy(copy, g.game);
      memcpy(bytes, g.game, tess_game_size());
      const uint64_t print = random_game_print(g.game), future = random_game_future(g.game, MAX_STEPS);
      assert_true(random_game_print(copy) == print && random_game_print(bytes) == print);
      assert_true(random_game_future(copy, MAX_STEPS) == future && random_game_future(bytes, MAX_STEPS) == future);
    }
    random_game_close(&g);
  }
  free(copy);
  free(bytes);
}

/* A step can be taken back in a copy that was made after it. */
TEST(undo_works_in_copies) {
  tess_game *copy = malloc(tess_game_size());
  tess_undo *undo = new_undos(1);
  assert_non_null(copy);
  for (int mix = 0; mix < RANDOM_MIXES; mix++) {
    struct random_game g = random_game_open(mix, 500 + (uint64_t)mix);
    for (int step = 0;; step++) {
      const bool look = step % 7 == 0;
      const uint64_t print = look ? random_game_print(g.game) : 0,
                     future = look ? random_game_future(g.game, FUTURE) : 0;
      if (!random_game_step(&g, undo, NULL)) break;
      if (!look) continue;
      memset(copy, TRASH, tess_game_size());
      tess_game_copy(copy, g.game);
      tess_game_undo(copy, undo);
      assert_true(random_game_print(copy) == print);
      assert_true(random_game_future(copy, FUTURE) == future);
    }
    random_game_close(&g);
  }
  free(copy);
  free(undo);
}

/* A search tries a planet on every cell beside a long row of tiles: more cells around all of them than a game can hold.
 */
TEST(what_is_taken_back_leaves_no_trace) {
  static const char *const lines[] = {"S 250 SSSS start", "P 1 SSSS planet", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  tess_game *game = t->history->game;
  tess_undo *undo = new_undos(1);
  for (int i = 1; i < 250; i++) {
    assert_int_equal(tess_game_draw(game, 0, NULL, NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_place(game, (tess_placement){(int16_t)i, 0, 0}, NULL, NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_meeple(game, (tess_decision){.piece = TESS_PIECE_NONE}, NULL, NULL), TESS_ERROR_NONE);
  }
  assert_int_equal(tess_game_draw(game, 1, NULL, NULL), TESS_ERROR_NONE);
  const int count = tess_game_placement_count(game);
  assert_int_equal(count, 502);
  for (int i = 0; i < count; i++) {
    assert_int_equal(tess_game_place(game, tess_game_placement_at(game, i), undo, NULL), TESS_ERROR_NONE);
    tess_game_undo(game, undo);
  }
  free(undo);
  fixture_close(t);
}

/* A trial has the realms, pieces and scores of a game where the same turn was taken. */
static void expect_alike(const tess_game *trial, const tess_game *game) {
  const struct core *one = &trial->core, *other = &game->core;
  assert_int_equal(one->phase, other->phase);
  assert_int_equal(one->seat, other->seat);
  assert_int_equal(one->extra, other->extra);
  assert_int_equal(one->changes, other->changes);
  assert_int_equal(one->drawn, other->drawn);
  assert_int_equal(one->placement_count, other->placement_count);
  assert_int_equal(one->tile_count, other->tile_count);
  assert_int_equal(one->several_count, other->several_count);
  assert_int_equal(one->near_count, other->near_count);
  assert_true(one->taken == other->taken);
  assert_memory_equal(one->near, other->near, one->near_count);
  assert_memory_equal(one->score, other->score, sizeof one->score);
  assert_memory_equal(one->slot, other->slot, sizeof one->slot);
  assert_memory_equal(one->supply, other->supply, sizeof one->supply);
  assert_memory_equal(one->root, other->root, sizeof one->root);
  assert_int_equal(one->node_count, other->node_count);
  assert_memory_equal(trial->parent, game->parent, one->node_count * sizeof *trial->parent);
  assert_memory_equal(trial->realms, game->realms, one->node_count * sizeof *trial->realms);
}

/* Lays the drawn tile in every way, in `g` for a trial and in `twin` as any step, takes a random decision in both, and
 * takes back both. */
static void try_placements(struct random_game *g, tess_game *twin, tess_undo *undos) {
  tess_decision decisions[TESS_MAX_DECISIONS], others[TESS_MAX_DECISIONS];
  const int placements = tess_game_placement_count(g->game);
  const uint64_t future = random_game_future(g->game, FUTURE);
  tess_game_copy(twin, g->game);
  for (int i = 0; i < placements; i++) {
    const tess_placement placement = tess_game_placement_at(g->game, i);
    place_trial(g->game, frontier_fit_at(g->game, (unsigned)i), undo_at(undos, 0));
    assert_int_equal(tess_game_place(twin, placement, undo_at(undos, 1), NULL), TESS_ERROR_NONE);
    expect_alike(g->game, twin);
    const int count = tess_game_decisions(g->game, decisions);
    assert_int_equal(tess_game_decisions(twin, others), count);
    assert_memory_equal(decisions, others, (size_t)count * sizeof *decisions);
    if (g->game->arrows) assert_int_equal(arrow_is_near(g->game), arrow_is_near(twin));
    const tess_decision decision = decisions[random_game_below(g, (unsigned)count)];
    assert_int_equal(tess_game_meeple(g->game, decision, undo_at(undos, 2), NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_meeple(twin, decision, undo_at(undos, 3), NULL), TESS_ERROR_NONE);
    expect_alike(g->game, twin);
    tess_game_undo(g->game, undo_at(undos, 2));
    tess_game_undo(twin, undo_at(undos, 3));
    tess_game_undo(g->game, undo_at(undos, 0));
    tess_game_undo(twin, undo_at(undos, 1));
  }
  assert_true(random_game_future(g->game, FUTURE) == future);
}

TEST(a_trial_is_as_the_placement_and_is_taken_back_exactly) {
  tess_game *twin = malloc(tess_game_size());
  tess_undo *undos = new_undos(4);
  assert_non_null(twin);
  for (int mix = 0; mix < RANDOM_MIXES; mix++) {
    struct random_game g = random_game_open(mix, 700 + (uint64_t)mix);
    for (int step = 0; random_game_step(&g, NULL, NULL); step++)
      if (tess_game_phase(g.game) == TESS_PHASE_PLACE && step % 8 < 2) try_placements(&g, twin, undos);
    random_game_close(&g);
  }
  free(undos);
  free(twin);
}

/* What is done to a copy does not reach the original. */
TEST(copies_are_apart) {
  struct random_game g = random_game_open(1, 11);
  for (int i = 0; i < 50; i++) random_game_step(&g, NULL, NULL);
  const uint64_t print = random_game_print(g.game);
  random_game_future(g.game, MAX_STEPS);
  assert_true(random_game_print(g.game) == print);
  random_game_close(&g);
}

RUN_TESTS(NULL, NULL)
