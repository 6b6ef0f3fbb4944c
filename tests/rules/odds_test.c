/* The odds of one throw (SW-4.4 to SW-4.6), against a count of every throw there is. */
#include "cli/cmocka_base.h"

#include "tessera/tessera.h"

enum { SIDES = TESS_MAX_PLAYERS, FACES = 6 };

static int dice_in_all(const uint8_t dice[SIDES]) {
  int sum = 0;
  for (int side = 0; side < SIDES; side++) sum += dice[side];
  return sum;
}

/* The sides that are highest in throw number `number`, whose digits to the base of six are the dice. */
static unsigned highest_in(const uint8_t dice[SIDES], uint64_t number) {
  unsigned best = 0, mask = 0;
  for (int side = 0; side < SIDES; side++)
    for (int i = 0; i < dice[side]; i++, number /= FACES) {
      const unsigned face = 1 + (unsigned)(number % FACES);
      if (face > best) mask = 0;
      if (face >= best) mask |= 1u << side;
      if (face > best) best = face;
    }
  return mask;
}

static void compare_with_all_throws(const uint8_t dice[SIDES]) {
  uint64_t counts[TESS_BATTLE_OUTCOMES], counted[TESS_BATTLE_OUTCOMES] = {0}, total = 1;
  for (int i = dice_in_all(dice); i > 0; i--) total *= FACES;
  for (uint64_t number = 0; number < total; number++) counted[highest_in(dice, number)]++;
  assert_true(tess_battle_counts(dice, counts) == total);
  assert_memory_equal(counts, counted, sizeof counts);
}

TEST(test_all_throws_of_up_to_five_dice) {
  for (unsigned code = 1; code < 1024; code++) {
    uint8_t dice[SIDES];
    for (int side = 0; side < SIDES; side++) dice[side] = (uint8_t)(code >> (2 * side) & 3);
    if (dice_in_all(dice) <= 5) compare_with_all_throws(dice);
  }
}

TEST(test_all_throws_of_six_dice_and_more) {
  static const uint8_t cases[][SIDES] = {{3, 3, 0, 0, 0}, {0, 3, 0, 0, 3}, {2, 1, 1, 0, 3}, {2, 1, 1, 1, 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) compare_with_all_throws(cases[i]);
}

/* Counts that everybody who has looked into dice knows: one die against one, two, three. */
TEST(test_known_counts) {
  static const struct {
    uint8_t dice[SIDES];
    uint64_t first, second, tie, total;
  } cases[] = {{{1, 1}, 15, 15, 6, 36}, {{1, 2}, 55, 125, 36, 216}, {{1, 3}, 225, 855, 216, 1296}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint64_t counts[TESS_BATTLE_OUTCOMES];
    assert_true(tess_battle_counts(cases[i].dice, counts) == cases[i].total);
    assert_true(counts[1] == cases[i].first && counts[2] == cases[i].second && counts[3] == cases[i].tie);
  }
}

TEST(test_most_dice) {
  static const uint8_t dice[SIDES] = {3, 3, 3, 3, 3};
  uint64_t counts[TESS_BATTLE_OUTCOMES], sum = 0;
  assert_true(tess_battle_counts(dice, counts) == 470184984576u);
  for (unsigned mask = 0; mask < TESS_BATTLE_OUTCOMES; mask++) sum += counts[mask];
  assert_true(sum == 470184984576u);
  assert_true(counts[0] == 0 && counts[1] == counts[16] && counts[3] == counts[24]);
}

RUN_TESTS(NULL, NULL)
