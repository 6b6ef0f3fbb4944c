/* Draws, throws and first players: their inputs, their uniform distribution, and fixed values that a verifier in
 * another language must find, too (docs/understand/fairness.md). */
#include "chance/fair_chance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/random_game.h"

enum { MIX_TWO = 0, MIX_RIVER = RANDOM_STAR_WARS_MIXES + 16 };

static struct fair_key key_number(uint32_t number) {
  uint8_t secret[FAIR_SECRET] = {0};
  struct fair_contribution contributions[2] = {{.given = true}, {0}};
  memcpy(secret, &number, sizeof number);
  return fair_key_of(secret, contributions, 2);
}

/* The sum over all cells of (found - expected)^2 / expected. */
static double chi_square(const int *found, const double *expected, int cells) {
  double sum = 0;
  for (int i = 0; i < cells; i++) sum += (found[i] - expected[i]) * (found[i] - expected[i]) / expected[i];
  return sum;
}

/* Far enough above what chance gives with that many cells: about one time in a million (Wilson and Hilferty). */
static double chi_square_limit(int cells) {
  const double n = cells - 1, part = 1 - 2 / (9 * n) + 4.76 * 0.4714 / sqrt(n);
  return n * part * part * part;
}

/* Counts the `found` draws of a new game against the copies that are due. */
static void assert_uniform_draws(const tess_game *game, const int found[TESS_MAX_KINDS], int draws) {
  int counted[TESS_MAX_KINDS], cells = 0;
  double expected[TESS_MAX_KINDS];
  for (int kind = 0; kind < tess_set_kinds(tess_game_set(game)); kind++) {
    const int due = tess_game_due(game, kind);
    if (due == 0) {
      assert_int_equal(found[kind], 0);
      continue;
    }
    counted[cells] = found[kind];
    expected[cells++] = (double)draws * due / tess_game_due(game, -1);
  }
  assert_true(chi_square(counted, expected, cells) < chi_square_limit(cells));
}

TEST(draws_are_uniform_over_the_tiles_due) {
  static const int mixes[] = {MIX_TWO, MIX_RIVER};
  for (size_t m = 0; m < 2; m++) {
    struct random_game g = random_game_open(mixes[m], 5);
    int found[TESS_MAX_KINDS] = {0};
    for (uint32_t i = 0; i < 20000; i++) {
      const struct fair_key key = key_number(i);
      found[fair_draw(&key, 1, g.game)]++;
    }
    assert_uniform_draws(g.game, found, 20000);
    random_game_close(&g);
  }
}

TEST(numbers_of_one_key_are_uniform_too) {
  struct random_game g = random_game_open(MIX_TWO, 5);
  const struct fair_key key = key_number(77);
  int found[TESS_MAX_KINDS] = {0};
  for (uint32_t i = 0; i < 20000; i++) found[fair_draw(&key, i, g.game)]++;
  assert_uniform_draws(g.game, found, 20000);
  random_game_close(&g);
}

TEST(first_players_are_uniform) {
  for (int seats = 2; seats <= TESS_MAX_PLAYERS; seats++) {
    int found[TESS_MAX_PLAYERS] = {0};
    double expected[TESS_MAX_PLAYERS];
    for (uint32_t i = 0; i < 6000; i++) {
      const struct fair_key key = key_number(i);
      found[fair_first(&key, seats)]++;
    }
    for (int seat = 0; seat < seats; seat++) expected[seat] = 6000.0 / seats;
    assert_true(chi_square(found, expected, seats) < chi_square_limit(seats));
  }
}

/* A game of Star Wars at its first battle. */
static struct random_game battle(void) {
  for (uint64_t seed = 1;; seed++) {
    struct random_game g = random_game_open(MIX_TWO, seed);
    while (tess_game_phase(g.game) != TESS_PHASE_THROW && random_game_step(&g, NULL, NULL)) continue;
    if (tess_game_phase(g.game) == TESS_PHASE_THROW) return g;
    random_game_close(&g);
  }
}

TEST(throws_are_uniform_and_those_of_the_battle) {
  struct random_game g = battle();
  uint8_t dice[TESS_MAX_PLAYERS];
  int pairs[36] = {0}, last = 0;
  double expected[36];
  tess_spot spot;
  assert_true(tess_game_battle(g.game, &spot, dice));
  for (uint32_t number = 1; number <= 20000; number++) {
    const struct fair_key key = key_number(number / 4);
    const tess_throw thrown = fair_throw(&key, number, g.game);
    assert_memory_equal(thrown.dice, dice, sizeof dice);
    assert_in_range(thrown.faces[0][0], 1, 6);
    assert_in_range(thrown.faces[1][0], 1, 6);
    if (number % 2 == 0) pairs[(thrown.faces[0][0] - 1) * 6 + thrown.faces[1][0] - 1]++;
    last = thrown.faces[1][0];
  }
  for (int i = 0; i < 36; i++) expected[i] = 10000.0 / 36;
  assert_true(chi_square(pairs, expected, 36) < chi_square_limit(36));
  assert_in_range(last, 1, 6);
  random_game_close(&g);
}

TEST(everything_that_goes_in_counts) {
  uint8_t secret[FAIR_SECRET] = {1}, other[FAIR_SECRET] = {2}, a[FAIR_HASH], b[FAIR_HASH];
  struct fair_contribution contributions[3] = {{.given = true, .bytes = {1}}, {.given = true, .bytes = {2}}, {0}};
  const struct fair_key key = fair_key_of(secret, contributions, 2);
  fair_commitment(secret, a);
  fair_commitment(other, b);
  assert_memory_not_equal(a, b, sizeof a);
  assert_memory_not_equal(a, key.bytes, sizeof a);
  struct fair_key changed = fair_key_of(other, contributions, 2);
  assert_memory_not_equal(&key, &changed, sizeof key);
  changed = fair_key_of(secret, contributions, 3);
  assert_memory_not_equal(&key, &changed, sizeof key);
  contributions[1].bytes[15] = 1;
  changed = fair_key_of(secret, contributions, 2);
  assert_memory_not_equal(&key, &changed, sizeof key);
  contributions[1] = (struct fair_contribution){0};
  changed = fair_key_of(secret, contributions, 2);
  assert_memory_not_equal(&key, &changed, sizeof key);
}

static void hex(const uint8_t *bytes, size_t size, char *out) {
  for (size_t i = 0; i < size; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

/* The example of docs/understand/fairness.md. */
TEST(the_documented_example_holds) {
  uint8_t secret[FAIR_SECRET], commitment[FAIR_HASH];
  struct fair_contribution contributions[2] = {{.given = true}, {0}};
  char text[65];
  for (uint8_t i = 0; i < FAIR_SECRET; i++) secret[i] = i;
  for (uint8_t i = 0; i < FAIR_CONTRIBUTION; i++) contributions[0].bytes[i] = (uint8_t)(0xA0 + i);
  fair_commitment(secret, commitment);
  hex(commitment, FAIR_HASH, text);
  assert_string_equal(text, "94fd31ad6991e6f81e09c21c59a91dccf8d7aa16902ea7e93afbb13d2d4c8219");
  const struct fair_key key = fair_key_of(secret, contributions, 2);
  hex(key.bytes, FAIR_HASH, text);
  assert_string_equal(text, "a94282599ed1e6f56ee6f9c861030a10728ef4e1ef0be6d1d357fe973cd0aaba");
  assert_int_equal(fair_first(&key, 2), 0);
  struct random_game g = random_game_open(MIX_TWO, 5);
  assert_string_equal(tess_set_tile(g.set, fair_draw(&key, 1, g.game))->id, "R2C");
  assert_string_equal(tess_set_tile(g.set, fair_draw(&key, 2, g.game))->id, "A3_R_R");
  random_game_close(&g);
}

RUN_TESTS(NULL, NULL)
