/* Chance: draws and throws are uniform, use separate streams, and depend only on the seed. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "rules/fixture.h"
#include "rules/random_game.h"

enum { SAMPLES = 30000, CELLS = 36 };

/* Pearson's statistic times 1,000, in whole numbers: sum of (found - expected)^2 / expected. */
static uint64_t chi_square(const unsigned *found, const unsigned *weights, unsigned cells, unsigned samples) {
  uint64_t total = 0, sum = 0;
  for (unsigned i = 0; i < cells; i++) total += weights[i];
  for (unsigned i = 0; i < cells; i++) {
    const int64_t difference = (int64_t)(found[i] * total) - (int64_t)((uint64_t)samples * weights[i]);
    sum += (uint64_t)(difference * difference) / (total * samples / 1000 * weights[i]);
  }
  return sum;
}

static const char *const ten_kinds[] = {"S 2 SSSS start",  "A 1 SSSS planet", "B 2 SSSS planet",  "C 3 SSSS planet",
                                        "D 5 SSSS planet", "E 8 SSSS planet", "F 13 SSSS planet", NULL};

GAME_TEST(draws_are_uniform_over_the_tiles, fixture_open_lines(ten_kinds, "red,white", "-")) {
  const unsigned weights[] = {1, 1, 2, 3, 5, 8, 13};
  unsigned first[7] = {0}, second[7] = {0};
  tess_options options = tess_game_options(t->history->game);
  for (options.seed = 0; options.seed < SAMPLES; options.seed++) {
    tess_game *game = t->history->game;
    assert_int_equal(tess_game_new(game, t->own->set, &options), TESS_ERROR_NONE);
    assert_int_equal(tess_game_draw(game, TESS_RANDOM, NULL, NULL), TESS_ERROR_NONE);
    first[tess_game_drawn(game)]++;
    tess_game_place(game, tess_game_placement_at(game, 0), NULL, NULL);
    tess_game_meeple(game, (tess_decision){.piece = TESS_PIECE_NONE}, NULL, NULL);
    tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    second[tess_game_drawn(game)]++;
  }
  /* 22.458 is passed by chance once in a thousand with 6 degrees of freedom. */
  assert_true(chi_square(first, weights, 7, SAMPLES) < 22458);
  assert_true(chi_square(second, weights, 7, SAMPLES) < 22458);
}

/* A turn with the first placement and no meeple; the kind that was drawn. */
static int turn(tess_game *game) {
  assert_int_equal(tess_game_draw(game, TESS_RANDOM, NULL, NULL), TESS_ERROR_NONE);
  const int drawn = tess_game_drawn(game);
  assert_int_equal(tess_game_place(game, tess_game_placement_at(game, 0), NULL, NULL), TESS_ERROR_NONE);
  assert_int_equal(tess_game_meeple(game, (tess_decision){.piece = TESS_PIECE_NONE}, NULL, NULL), TESS_ERROR_NONE);
  return drawn;
}

TEST(a_game_with_the_chance_of_another_one_goes_on_as_that) {
  struct fixture *one = fixture_open("classic+river", "red,blue", "river"),
                 *two = fixture_open("classic+river", "red,blue", "river");
  tess_chance chance;
  tess_game_seed(one->history->game, 1);
  tess_game_seed(two->history->game, 2);
  tess_game_chance(one->history->game, &chance);
  assert_int_equal(tess_game_set_chance(two->history->game, &chance), TESS_ERROR_NONE);
  while (tess_game_phase(one->history->game) == TESS_PHASE_DRAW)
    assert_int_equal(turn(two->history->game), turn(one->history->game));
  assert_int_equal(tess_game_phase(two->history->game), TESS_PHASE_OVER);
  fixture_close(one);
  fixture_close(two);
}

GAME_TEST(chance_with_other_tiles_is_refused, fixture_open("classic+river", "red,blue", "river")) {
  tess_chance before, after, chance;
  tess_game_chance(t->history->game, &before);
  chance = before;
  chance.count--;
  assert_int_equal(tess_game_set_chance(t->history->game, &chance), TESS_ERROR_BAD_POSITION);
  chance = before; /* a tile of the river changes places with one that is not */
  chance.bag[0] = before.bag[before.count - 1];
  chance.bag[before.count - 1] = before.bag[0];
  assert_int_equal(tess_game_set_chance(t->history->game, &chance), TESS_ERROR_BAD_POSITION);
  tess_game_chance(t->history->game, &after);
  assert_memory_equal(&after, &before, sizeof before);
}

/* White's large meeple on a planet, attacked by red's small one: one die against two. */
static struct fixture *battle(void) {
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t, "P@1,0r0=none O@1,1r0=large:planet@1,0 O@2,1r0=small:planet@1,0");
  return t;
}

static tess_throw roll(struct fixture *t) {
  static tess_events events;
  assert_int_equal(tess_game_throw(t->history->game, NULL, NULL, &events), TESS_ERROR_NONE);
  return events.at[0].thrown;
}

GAME_TEST(dice_are_uniform_and_independent, battle()) {
  tess_game *before = malloc(tess_game_size()), *game = t->history->game;
  unsigned faces[6] = {0}, pairs[CELLS] = {0}, sequence[CELLS] = {0}, weights[CELLS], last = 0;
  assert_non_null(before);
  tess_game_copy(before, game);
  for (unsigned i = 0; i < CELLS; i++) weights[i] = 1;
  for (uint64_t seed = 0; seed < SAMPLES; seed++) {
    tess_game_copy(game, before);
    tess_game_seed(game, seed);
    const tess_throw thrown = roll(t);
    faces[thrown.faces[0][0] - 1]++;
    pairs[(thrown.faces[1][0] - 1) * 6 + thrown.faces[1][1] - 1]++;
    sequence[last * 6 + thrown.faces[0][0] - 1]++;
    last = thrown.faces[0][0] - 1u;
  }
  assert_true(chi_square(faces, weights, 6, SAMPLES) < 20515);
  assert_true(chi_square(pairs, weights, CELLS, SAMPLES) < 66619);
  assert_true(chi_square(sequence, weights, CELLS, SAMPLES) < 66619);
  free(before);
}

GAME_TEST(one_stream_of_dice_is_uniform, battle()) {
  unsigned faces[6] = {0}, weights[6] = {1, 1, 1, 1, 1, 1}, samples = 0;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    struct fault fault;
    tess_game_seed(t->history->game, seed);
    while (tess_game_phase(t->history->game) == TESS_PHASE_THROW) {
      assert_true(history_throw(t->history, NULL, &fault));
      const tess_throw *thrown = &t->history->steps[t->history->count - 1].thrown;
      for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < thrown->dice[side]; i++, samples++) faces[thrown->faces[side][i] - 1]++;
    }
    while (t->history->steps[t->history->count - 1].type == STEP_THROW) history_undo(t->history);
  }
  assert_true(chi_square(faces, weights, 6, samples) < 20515);
}

/* The first face after a seed tells nothing of the first tile. */
TEST(deck_and_dice_are_apart) {
  static const char *const lines[] = {"S 1 SSSS start",  "A 8 SSSS planet", "B 9 SSSS planet",
                                      "C 9 SSSS planet", "D 8 SSSS planet", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  tess_game *before = malloc(tess_game_size()), *game = t->history->game;
  unsigned pairs[24] = {0}, weights[24];
  assert_non_null(before);
  fixture_play(t, "B@1,0r0=small:planet C@1,1r0=small:planet@1,0"); /* 8 tiles of each kind are left */
  tess_game_copy(before, game);
  for (unsigned i = 0; i < 24; i++) weights[i] = 1;
  for (uint64_t seed = 0; seed < SAMPLES; seed++) {
    tess_game_copy(game, before);
    tess_game_seed(game, seed);
    const unsigned face = roll(t).faces[0][0];
    while (tess_game_phase(game) == TESS_PHASE_THROW) roll(t);
    assert_int_equal(tess_game_draw(game, TESS_RANDOM, NULL, NULL), TESS_ERROR_NONE);
    pairs[(face - 1) * 4 + (unsigned)tess_game_drawn(game) - 1]++;
  }
  assert_true(chi_square(pairs, weights, 24, SAMPLES) < 49728); /* 23 degrees of freedom */
  free(before);
  fixture_close(t);
}

/* 2^32 words are no even share of six: four of them, whose products end below 4, are drawn again. */
TEST(a_word_too_many_is_drawn_again) {
  uint64_t stream = 5, twin = 5;
  assert_int_equal(random_scale(&stream, 0, 6), random_below(&twin, 6));
  assert_true(stream == twin);
  assert_int_equal(random_scale(&stream, 1431655766, 6), 2); /* six times this ends in 4 */
  assert_true(stream == twin);
}

/* A set without chance in the play: all tiles are planets in a row. */
static const char *const planets[] = {"S 1 SSSS start", "P 40 SSSS planet", "Q 40 SSSS planet+r", NULL};

/* Plays turns at the east end of the row: one player takes his tile's planet, the other attacks it, one die each. The
 * faces thrown are collected in `faces`, the tiles drawn in `kinds`. */
static void play_row(tess_game *game, bool named, bool with_dice, char faces[200], char kinds[50]) {
  static tess_events events;
  static const tess_throw fixed = {{1, 1}, {{6}, {1}}};
  for (int x = 1; x <= 40; x++) {
    assert_int_equal(tess_game_draw(game, named ? 1 : TESS_RANDOM, NULL, NULL), TESS_ERROR_NONE);
    kinds[x - 1] = (char)('a' + tess_game_drawn(game));
    tess_game_place(game, (tess_placement){(int16_t)x, 0, 0}, NULL, NULL);
    tess_decision decisions[TESS_MAX_DECISIONS], choice = {.piece = TESS_PIECE_NONE};
    const int count = tess_game_decisions(game, decisions);
    for (int i = 0; i < count; i++)
      if (decisions[i].piece == TESS_PIECE_SMALL && (x % 2 == 0 || choice.piece == TESS_PIECE_NONE))
        choice = decisions[i];
    tess_game_meeple(game, choice, NULL, NULL);
    while (tess_game_phase(game) == TESS_PHASE_THROW) {
      tess_spot spot;
      tess_throw dice = fixed;
      tess_game_battle(game, &spot, dice.dice);
      assert_int_equal(tess_game_throw(game, with_dice ? NULL : &dice, NULL, &events), TESS_ERROR_NONE);
      const size_t length = strlen(faces);
      faces[length] = (char)('0' + events.at[0].thrown.faces[0][0]);
      faces[length + 1] = (char)('0' + events.at[0].thrown.faces[1][0]);
    }
  }
}

GAME_TEST(naming_tiles_does_not_disturb_the_dice, fixture_open_lines(planets, "black,white", "-")) {
  tess_game *game = t->history->game;
  tess_options options = tess_game_options(game);
  char named[200] = "", drawn[200] = "", fixed[200] = "", kinds[3][50] = {""};
  options.seed = 99;
  assert_int_equal(tess_game_new(game, t->own->set, &options), TESS_ERROR_NONE);
  play_row(game, true, true, named, kinds[0]);
  assert_int_equal(tess_game_new(game, t->own->set, &options), TESS_ERROR_NONE);
  play_row(game, false, true, drawn, kinds[1]);
  assert_true(strlen(named) >= 8);
  assert_memory_equal(named, drawn, 8); /* the first throws are the same whatever was drawn */
  assert_int_equal(tess_game_new(game, t->own->set, &options), TESS_ERROR_NONE);
  play_row(game, false, false, fixed, kinds[2]);
  assert_string_equal(kinds[1], kinds[2]); /* nor do dice that are named disturb the draws */
}

TEST(the_same_seed_gives_the_same_game) {
  for (int mix = 0; mix < RANDOM_MIXES; mix++) {
    struct random_game a = random_game_open(mix, 5), b = random_game_open(mix, 5), c = random_game_open(mix, 6);
    const uint64_t of_a = random_game_future(a.game, 1000);
    assert_true(of_a == random_game_future(b.game, 1000));
    assert_true(of_a != random_game_future(c.game, 1000));
    tess_game_seed(c.game, 5);
    tess_game_seed(b.game, 6);
    assert_true(of_a != random_game_future(b.game, 1000));
    random_game_close(&a);
    random_game_close(&b);
    random_game_close(&c);
  }
}

TEST(the_hash_does_not_show_the_streams) {
  struct random_game g = random_game_open(0, 3);
  const uint64_t hash = tess_game_hash(g.game);
  tess_game_seed(g.game, 4);
  assert_true(tess_game_hash(g.game) == hash);
  random_game_close(&g);
}

RUN_TESTS(NULL, NULL)
