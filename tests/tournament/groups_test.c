/* Groups: how they are dealt, promotion and relegation, and the seeds of a knock-out after them, over random sizes. */
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

TEST(groups_differ_by_one_at_most) {
  uint64_t random = 1;
  for (int trial = 0; trial < 10000; trial++) {
    const int groups = 1 + (int)random_below(&random, 32);
    const int count = 2 * groups + (int)random_below(&random, (uint32_t)(ENTRANTS_MOST - 2 * groups + 1));
    const bool blocks = random_below(&random, 2) == 1;
    int group_of[ENTRANTS_MOST], sizes[32] = {0}, sums[32] = {0}, least = ENTRANTS_MOST, most = 0;
    groups_deal(count, groups, blocks, group_of);
    for (int i = 0; i < count; i++) {
      assert_in_range(group_of[i], 0, groups - 1);
      if (blocks && i > 0) assert_true(group_of[i] >= group_of[i - 1]);
      sizes[group_of[i]]++;
      sums[group_of[i]] += i;
    }
    for (int i = 0; i < groups; i++) {
      least = sizes[i] < least ? sizes[i] : least;
      most = sizes[i] > most ? sizes[i] : most;
    }
    assert_true(most - least <= 1);
    /* Dealt forth and back an even number of times, all groups are equally strong. */
    if (!blocks && count % (2 * groups) == 0)
      for (int i = 1; i < groups; i++) assert_int_equal(sums[i], sums[0]);
  }
}

TEST(so_many_rise_as_fall) {
  uint64_t random = 2;
  for (int trial = 0; trial < 10000; trial++) {
    const int groups = 1 + (int)random_below(&random, 16);
    int sizes[16], order[ENTRANTS_MOST], group_before[ENTRANTS_MOST], place_before[ENTRANTS_MOST],
        count = 0, smallest = ENTRANTS_MOST;
    for (int group = 0; group < groups; group++) {
      sizes[group] = 2 + (int)random_below(&random, 12);
      smallest = sizes[group] < smallest ? sizes[group] : smallest;
      for (int i = 0; i < sizes[group]; i++, count++) {
        order[count] = count;
        group_before[count] = group;
        place_before[count] = i;
      }
    }
    const int moves = (int)random_below(&random, (uint32_t)(smallest / 2 + 1));
    groups_move(order, sizes, groups, moves);
    bool seen[ENTRANTS_MOST] = {false};
    for (int group = 0, at = 0; group < groups; group++)
      for (int i = 0; i < sizes[group]; i++, at++) {
        const int own = order[at], was = group_before[own];
        assert_false(seen[own]);
        seen[own] = true;
        const bool rises = place_before[own] < moves && was > 0;
        const bool falls = place_before[own] >= sizes[was] - moves && was < groups - 1;
        assert_int_equal(group, rises ? was - 1 : falls ? was + 1 : was);
      }
  }
}

/* Counts the first encounters of a knock-out between two of one group. */
static int count_again(const int *group_of, const int *seeds, int count) {
  const int slots = 1 << knockout_rounds(count);
  int again = 0;
  for (int i = slots / 2; i < count; i++) again += group_of[seeds[i]] == group_of[seeds[slots - 1 - i]];
  return again;
}

/* The least number that any order of the worse half has, which begins at `at`. */
static int least_again(const int *group_of, int *seeds, int count, int at) {
  if (at == count) return count_again(group_of, seeds, count);
  int least = count;
  for (int i = at; i < count; i++) {
    const int one = seeds[at], other = seeds[i];
    seeds[at] = other;
    seeds[i] = one;
    const int found = least_again(group_of, seeds, count, at + 1);
    seeds[at] = one;
    seeds[i] = other;
    least = found < least ? found : least;
  }
  return least;
}

TEST(two_of_one_group_do_not_meet_again_at_once) {
  uint64_t random = 3;
  for (int trial = 0; trial < 1000; trial++) {
    const int count = 2 + (int)random_below(&random, 11), half = 1 << (knockout_rounds(count) - 1);
    int group_of[12], seeds[12], before[12], seen = 0;
    for (int i = 0; i < count; i++) {
      group_of[i] = (int)random_below(&random, 3);
      seeds[i] = before[i] = count - 1 - i;
    }
    groups_seed(group_of, seeds, count);
    for (int i = 0; i < count; i++) {
      seen |= 1 << seeds[i];
      if (i < half) assert_int_equal(seeds[i], before[i]);
    }
    assert_int_equal(seen, (1 << count) - 1);
    if (count_again(group_of, before, count) == 0) assert_memory_equal(seeds, before, (size_t)count * sizeof *seeds);
    assert_int_equal(count_again(group_of, seeds, count), least_again(group_of, before, count, half));
  }
}

/* The largest knock-out keeps the sum of the weights within what a matching takes. */
TEST(all_of_a_knockout_come_from_one_group) {
  int group_of[ENTRANTS_MOST] = {0}, seeds[ENTRANTS_MOST];
  for (int i = 0; i < ENTRANTS_MOST; i++) seeds[i] = i;
  groups_seed(group_of, seeds, ENTRANTS_MOST);
  for (int i = 0; i < ENTRANTS_MOST; i++) assert_int_equal(seeds[i], i);
}

RUN_TESTS(NULL, NULL)
