/* Tournaments of games of three to five: draws, results, reports of several, standings. */
#include "hall/lab.h"

#define THREE "{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":4,\"seats\":3}"

/* The organizer decides all games that are open: of several the one who entered first is the best. */
static void play(struct hall_lab *lab) {
  for (int i = 0; i < lab->competition.bout_count; i++) {
    const struct bout *bout = &lab->competition.bouts[i];
    struct text points = {0};
    if (bout->decided) continue;
    text_print(&points, "\"points\":[");
    for (int side = 1; side <= bout->seats; side++)
      text_print(&points, "%s%d", side > 1 ? "," : "", 90 - bout_competitor(bout, side));
    text_add_char(&points, ']');
    report(lab, ANN, i + 1, points.bytes);
    text_free(&points);
  }
}

TEST(what_games_of_two_have_is_refused) {
  static const char *const wrong[] = {"\"cut\":2", "\"best_of\":1", "\"period\":10",
                                      "\"setup\":{\"game\":\"classic\"}"};
  struct hall_lab lab = open_lab(THREE);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    refuse_settings(&lab, "\"form\":\"swiss\",\"rounds\":1,\"seats\":4,", wrong[i],
                    "only a tournament of games of two has it");
  refuse(&lab, ANN, "\"type\":\"settings\",\"settings\":{\"name\":\"A\",\"form\":\"knockout\",\"seats\":3}",
         ANSWER_BAD_REQUEST, "seats: only a Swiss tournament has it");
  enter(&lab, ANN, BEN);
  refuse_pair(&lab, "expected three entrants");
  close_lab(&lab);
}

TEST(nine_meet_all_others_in_four_rounds) {
  struct hall_lab lab = open_lab(THREE);
  enter(&lab, 1, 9);
  for (int round = 1; round <= 4; round++) {
    pair(&lab);
    assert_int_equal(lab.competition.bout_count, 3 * round);
    play(&lab);
  }
  int met[9][9] = {{0}};
  for (int i = 0; i < lab.competition.bout_count; i++)
    for (int one = 1; one <= 3; one++)
      for (int other = 1; other <= 3; other++)
        if (one != other)
          met[bout_competitor(&lab.competition.bouts[i], one)][bout_competitor(&lab.competition.bouts[i], other)]++;
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 9; k++) assert_int_equal(met[i][k], i != k);
  for (int i = 0; i < 9; i++) assert_true(place_of(&lab, i) <= i + 1);
  assert_int_equal(place_of(&lab, 0), 1);
  refuse_pair(&lab, "all 4 rounds");
  close_lab(&lab);
}

TEST(two_equal_reports_decide_a_game_of_three) {
  struct hall_lab lab = begin_lab(THREE, BEN, DAN);
  refuse_report(&lab, BEN, 1, "\"games\":[[70,60]]", ANSWER_BAD_REQUEST, "points: expected those of 3 seats");
  refuse_report(&lab, BEN, 1, "\"points\":[70,60,50,40]", ANSWER_BAD_REQUEST, "3 seats");
  refuse_report(&lab, BEN, 1, "\"points\":[70,60,-1]", ANSWER_BAD_REQUEST, "points: expected");
  refuse_report(&lab, EVE, 1, "\"points\":[70,60,50]", ANSWER_WRONG_TOKEN, "only the players");
  report(&lab, BEN, 1, "\"points\":[70,60,50]");
  report(&lab, CLEO, 1, "\"points\":[70,60,51]");
  assert_false(lab.competition.bouts[0].decided);
  report(&lab, DAN, 1, "\"points\":[70,60,50]");
  assert_true(lab.competition.bouts[0].decided);
  act(&lab, ANN, "\"type\":\"void\",\"encounter\":1,\"reason\":\"a tile was lost\"");
  assert_false(lab.competition.bouts[0].decided);
  assert_int_equal(lab.competition.bouts[0].seats, 3);
  refuse(&lab, BEN, "\"type\":\"meet\",\"encounter\":1,\"date\":1800000000000", ANSWER_NOT_NOW, "have no dates");
  close_lab(&lab);
}

TEST(more_than_half_decide_a_game_of_four_or_five) {
  for (int seats = 4; seats <= 5; seats++) {
    char settings[80];
    snprintf(settings, sizeof settings, "{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":1,\"seats\":%d}", seats);
    struct hall_lab lab = begin_lab(settings, BEN, BEN + seats - 1);
    for (int64_t player = BEN; player < BEN + 3; player++) {
      assert_false(lab.competition.bouts[0].decided);
      report(&lab, player, 1, seats > 4 ? "\"points\":[70,60,50,40,30]" : "\"points\":[70,60,50,40]");
    }
    assert_true(lab.competition.bouts[0].decided);
    close_lab(&lab);
  }
}

/* People leave and come late in random tournaments: all who are there play each round, nobody twice. */
TEST(random_tournaments_seat_everybody) {
  uint64_t random = 7;
  for (int trial = 0; trial < 20; trial++) {
    struct text settings = {0};
    const int seats = 3 + (int)random_below(&random, 3), count = 3 + (int)random_below(&random, 20);
    text_print(&settings, "{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":4,\"seats\":%d}", seats);
    struct hall_lab lab = open_lab(settings.bytes);
    text_free(&settings);
    enter(&lab, 1, count);
    for (int round = 1; round <= 4; round++) {
      pair(&lab);
      int seated = 0;
      for (int i = 0; i < lab.competition.bout_count; i++)
        if (lab.competition.bouts[i].round == round) seated += lab.competition.bouts[i].seats;
      assert_int_equal(seated, competition_present(&lab.competition));
      play(&lab);
      if (round == 4) break;
      const int64_t player = 1 + (int64_t)random_below(&random, (uint32_t)count);
      if (competition_present(&lab.competition) > 3 && !lab.competition.competitors[player - 1].away)
        act(&lab, player, "\"type\":\"leave\"");
      enter(&lab, 100 + round, 100 + round);
    }
    close_lab(&lab);
  }
}

RUN_TESTS(NULL, NULL)
