/* The order of the entrants of games of three to five. */
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "tournament/tournament.h"

static const struct tie_break_order order = {{TIE_WINS, TIE_MARGIN, TIE_BUCHHOLZ, TIE_POINTS, TIE_LOT}, 5, 50};

TEST(scores_come_first_then_the_tie_breaks) {
  const struct entrant entrants[4] = {{.lot = 4}, {.lot = 3}, {.lot = 2}, {.lot = 1}};
  const struct played_gathering played[] = {
      {{.round = 1, .count = 3, .entrants = {0, 1, 2}}, {90, 30, 30}, {1, 2, 2}}, /* 1, and 1/4 each */
      {{.round = 2, .count = 4, .entrants = {3, 2, 1, 0}}, {80, 70, 60, 60}, {1, 2, 3, 3}},
  };
  struct placing placings[4];
  gatherings_place(entrants, 4, played, 2, &order, placings);
  assert_int_equal(placings[0].entrant, 0);
  assert_int_equal(placings[0].score, 120 + 20); /* half of a third of the opponents in the second game */
  assert_int_equal(placings[0].values[0], 1);
  assert_int_equal(placings[0].values[1], 50 - 20); /* 60 ahead is 50, as the cap says */
  assert_int_equal(placings[1].entrant, 3);
  assert_int_equal(placings[1].score, 120);
  assert_int_equal(placings[2].entrant, 2);
  assert_int_equal(placings[2].score, 30 + 80);
  assert_int_equal(placings[2].values[1], -50 - 10);
  assert_int_equal(placings[3].entrant, 1);
  assert_int_equal(placings[3].values[3], 90);
}

TEST(equal_ones_share_a_place) {
  const struct entrant entrants[3] = {{.lot = 1}, {.lot = 1}, {.lot = 1}};
  const struct played_gathering played = {{.round = 1, .count = 3, .entrants = {2, 0, 1}}, {50, 60, 60}, {3, 1, 1}};
  struct placing placings[3];
  gatherings_place(entrants, 3, &played, 1, &order, placings);
  assert_int_equal(placings[0].place, 1);
  assert_int_equal(placings[1].place, 1);
  assert_int_equal(placings[2].place, 3);
  assert_int_equal(placings[2].entrant, 2);
}

/* A player who has lost before the end is behind the others with any points. */
TEST(places_count_and_not_points) {
  const struct entrant entrants[3] = {{.lot = 1}, {.lot = 2}, {.lot = 3}};
  const struct played_gathering played = {{.round = 1, .count = 3, .entrants = {0, 1, 2}}, {90, 60, 50}, {3, 1, 2}};
  struct placing placings[3];
  gatherings_place(entrants, 3, &played, 1, &order, placings);
  assert_int_equal(placings[0].entrant, 1);
  assert_int_equal(placings[0].values[0], 1);
  assert_int_equal(placings[2].entrant, 0);
  assert_int_equal(placings[2].score, 0);
}

/* Each game shares out half a point for each entrant but one half, whichever entrant wins. */
TEST(random_games_share_out_the_same) {
  uint64_t random = 5;
  for (int trial = 0; trial < 2000; trial++) {
    const int count = 3 + (int)random_below(&random, 30);
    struct entrant entrants[ENTRANTS_MOST] = {0};
    struct played_gathering played[8];
    struct placing placings[ENTRANTS_MOST];
    const int games = (int)random_below(&random, 8);
    int sum = 0, shared = 0;
    for (int i = 0; i < games; i++) {
      const int most = count < GATHERING_MOST ? count : GATHERING_MOST;
      const int seats = GATHERING_LEAST + (int)random_below(&random, (uint32_t)(most - GATHERING_LEAST + 1));
      const int begin = (int)random_below(&random, (uint32_t)count);
      played[i] = (struct played_gathering){.gathering = {.round = i + 1, .count = seats}};
      for (int k = 0; k < seats; k++) {
        played[i].gathering.entrants[k] = (begin + k) % count;
        played[i].points[k] = (int32_t)random_below(&random, 4);
      }
      gathering_places(seats, played[i].points, played[i].places);
      shared += seats * GATHERING_WHOLE / 2;
    }
    gatherings_place(entrants, count, played, games, &order, placings);
    for (int i = 0; i < count; i++) {
      sum += placings[i].score;
      if (i > 0) assert_true(placings[i].score <= placings[i - 1].score && placings[i].place >= placings[i - 1].place);
    }
    assert_int_equal(sum, shared);
  }
}

RUN_TESTS(NULL, NULL)
