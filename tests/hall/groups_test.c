/* Round robins of groups, with a knock-out after them, and leagues of seasons with promotion and relegation. */
#include "hall/lab.h"

static int group_of(const struct hall_lab *lab, int64_t player) {
  return lab->competition.competitors[competition_find(&lab->competition, player)].group + 1;
}

/* The seeds are in the order of the entries. */
static void rate_all(struct hall_lab *lab) {
  for (int i = 1; i <= lab->competition.competitor_count; i++) rate(lab, i, 3000 - i);
}

TEST(wrong_groups_are_refused) {
  static const char *const wrong[][2] = {
      {"'form':'swiss','rounds':2,'groups':2", "groups: only a round robin has it"},
      {"'form':'knockout','seasons':2", "seasons: only a round robin has it"},
      {"'form':'round-robin','moves':2", "moves: only a round robin of several seasons has it"},
      {"'form':'round-robin','seasons':2,'cut':2", "cut: only a tournament of one season has it"},
      {"'form':'round-robin','groups':33", "groups: expected a whole number from 1 to 32"},
  };
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','groups':3}");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) refuse_settings(&lab, "", wrong[i][0], wrong[i][1]);
  enter(&lab, ANN, EVE);
  refuse_pair(&lab, "groups: expected at most 2, as 5 entrants");
  close_lab(&lab);
}

TEST(groups_of_equal_strength_and_a_knockout) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','groups':3,'cut':4}");
  enter(&lab, 1, 11);
  rate_all(&lab);
  pair(&lab);
  static const int groups[] = {1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2}; /* forth and back */
  for (int i = 0; i < 11; i++) assert_int_equal(group_of(&lab, i + 1), groups[i]);
  assert_int_equal(rounds_first(&lab.competition), 3);
  assert_int_equal(rounds_all(&lab.competition), 5);
  decide_all(&lab);
  play_rounds(&lab, 3);

  /* Everybody has met all of their own group once, and nobody else. */
  int met[11][11] = {{0}};
  for (int i = 0; i < lab.competition.bout_count; i++) {
    const struct bout *bout = &lab.competition.bouts[i];
    if (bout->second == NOBODY) continue;
    met[bout->first][bout->second]++;
    met[bout->second][bout->first]++;
  }
  for (int i = 0; i < 11; i++)
    for (int k = 0; k < 11; k++) assert_int_equal(met[i][k], i != k && groups[i] == groups[k]);

  /* The winners of the groups and the best of the seconds play on. */
  pair(&lab);
  assert_int_equal(lab.competition.seed_count, 4);
  bool plays[11] = {false};
  for (int i = 0; i < 4; i++) plays[lab.competition.seeds[i]] = true;
  assert_true(plays[0] && plays[1] && plays[2] && (plays[3] || plays[4] || plays[5]));
  for (int i = 0; i < 2; i++) assert_in_range(lab.competition.seeds[i], 0, 2);
  decide_all(&lab);
  play_rounds(&lab, 5);
  assert_int_equal(place_of(&lab, 0), 1);
  close_lab(&lab);
}

TEST(two_of_one_group_do_not_meet_again_at_once) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','groups':3,'cut':4}");
  enter(&lab, 1, 9);
  rate_all(&lab);
  play_rounds(&lab, 3);

  /* The last of the first group loses by far: so its winner is the best of the winners, and its second of the seconds.
   */
  for (int i = 0; i < lab.competition.bout_count; i++)
    if (bout_side(&lab.competition.bouts[i], 6) > 0 && lab.competition.bouts[i].second != NOBODY)
      report(&lab, ANN, i + 1,
             lab.competition.bouts[i].second == 6 ? "'games':[[170,60]],'reason':'far'"
                                                  : "'games':[[60,170]],'reason':'far'");
  pair(&lab);
  assert_int_equal(lab.competition.seed_count, 4);
  for (int i = lab.competition.bout_count - 2; i < lab.competition.bout_count; i++) {
    const struct bout *bout = &lab.competition.bouts[i];
    assert_int_not_equal(lab.competition.competitors[bout->first].group,
                         lab.competition.competitors[bout->second].group);
  }
  close_lab(&lab);
}

TEST(a_league_of_two_groups_has_promotion_and_relegation) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','groups':2,'seasons':3,'moves':1}");
  enter(&lab, ANN, HUGO);
  rate_all(&lab);
  pair(&lab);
  for (int64_t player = ANN; player <= HUGO; player++) assert_int_equal(group_of(&lab, player), player <= DAN ? 1 : 2);
  refuse_pair(&lab, "not decided");
  decide_all(&lab);
  play_rounds(&lab, 3);
  assert_int_equal(rounds_all(&lab.competition), 9);

  /* Dan falls and Eve rises; Finn leaves, and a late comer begins below. */
  act(&lab, FINN, "'type':'leave'");
  act(&lab, 9, "'type':'enter'");
  pair(&lab);
  assert_int_equal(lab.competition.season, 2);
  static const int second[] = {1, 1, 1, 2, 1, 0, 2, 2, 2};
  for (int i = 0; i < 9; i++)
    if (second[i] > 0) assert_int_equal(group_of(&lab, i + 1), second[i]);
  assert_false(lab.competition.competitors[FINN - 1].in);
  refuse(&lab, ANN, "'type':'void','encounter':1,'reason':'late'", ANSWER_NOT_NOW, "a season");
  struct placing placings[ENTRANTS_MOST];
  rounds_place(&lab.competition, placings); /* the new season begins with nothing */
  int scores = 0;
  for (int i = 0; i < 9; i++) scores += placings[i].score;
  assert_int_equal(scores, 0);
  decide_all(&lab);
  play_rounds(&lab, 9);
  refuse(&lab, 10, "'type':'enter'", ANSWER_NOT_NOW, "a league for its next season");
  refuse_pair(&lab, "all 9 rounds");
  close_lab(&lab);
}

TEST(random_leagues_never_stop) {
  uint64_t random = 3;
  for (int trial = 0; trial < 30; trial++) {
    struct text settings = {0};
    const int groups = 1 + (int)random_below(&random, 3), count = 2 * groups + (int)random_below(&random, 9);
    text_print(&settings, "{'name':'A','form':'round-robin','groups':%d,'seasons':3}", groups);
    struct hall_lab lab = open_lab(settings.bytes);
    text_free(&settings);
    enter(&lab, 1, count);
    pair(&lab);
    while (lab.competition.round < rounds_all(&lab.competition)) {
      decide_all(&lab);
      const int64_t player = 2 + (int64_t)random_below(&random, (uint32_t)count - 1);
      const bool away = lab.competition.competitors[player - 1].away;
      if (random_below(&random, 6) == 0 && (away || competition_present(&lab.competition) > 3))
        act(&lab, player, away ? "'type':'return'" : "'type':'leave'");
      pair(&lab);
    }
    assert_int_equal(lab.competition.season, 3);
    close_lab(&lab);
  }
}

RUN_TESTS(NULL, NULL)
