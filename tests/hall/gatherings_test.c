/* Tournaments of games of three to five: draws, results, reports of several, standings. */
#include "hall/lab.h"

#define THREE "{'name':'A','form':'swiss','rounds':4,'seats':3}"

/* The organizer decides all games that are open: of several the one who entered first is the best. */
static void play(struct hall_lab *lab) {
  for (int i = 0; i < lab->competition.bout_count; i++) {
    const struct bout *bout = &lab->competition.bouts[i];
    struct text points = {0};
    if (bout->decided) continue;
    text_print(&points, "'points':[");
    for (int side = 1; side <= bout->seats; side++)
      text_print(&points, "%s%d", side > 1 ? "," : "", 90 - bout_competitor(bout, side));
    text_add_char(&points, ']');
    report(lab, ANN, i + 1, points.bytes);
    text_free(&points);
  }
}

TEST(what_games_of_two_have_is_refused) {
  static const char *const wrong[] = {"'cut':2", "'best_of':1", "'period':10"};
  struct hall_lab lab = open_lab(THREE);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    refuse_settings(&lab, "'form':'swiss','rounds':1,'seats':4,", wrong[i], "only a tournament of games of two has it");
  refuse_settings(&lab, "'form':'swiss','rounds':1,'seats':4,", "'setup':{'game':'star-wars','options':['teams']}",
                  "setup: ");
  refuse_settings(&lab, "'form':'swiss','rounds':1,'seats':3,",
                  "'setup':{'game':'classic','clock':{'kind':'game','seconds':900,'loses':true}}",
                  "setup: clock: loses: expected a table of two seats");
  refuse(&lab, ANN, "'type':'settings','settings':{'name':'A','form':'knockout','seats':3}", ANSWER_BAD_REQUEST,
         "seats: only a Swiss tournament has it");
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
  refuse_report(&lab, BEN, 1, "'games':[[70,60]]", ANSWER_BAD_REQUEST, "points: expected those of 3 seats");
  refuse_report(&lab, BEN, 1, "'points':[70,60,50,40]", ANSWER_BAD_REQUEST, "3 seats");
  refuse_report(&lab, BEN, 1, "'points':[70,60,-1]", ANSWER_BAD_REQUEST, "points: expected");
  refuse_report(&lab, EVE, 1, "'points':[70,60,50]", ANSWER_WRONG_TOKEN, "only the players");
  report(&lab, BEN, 1, "'points':[70,60,50]");
  report(&lab, CLEO, 1, "'points':[70,60,51]");
  assert_false(lab.competition.bouts[0].decided);
  report(&lab, DAN, 1, "'points':[70,60,50]");
  assert_true(lab.competition.bouts[0].decided);
  act(&lab, ANN, "'type':'void','encounter':1,'reason':'a tile was lost'");
  assert_false(lab.competition.bouts[0].decided);
  assert_int_equal(lab.competition.bouts[0].seats, 3);
  refuse(&lab, BEN, "'type':'meet','encounter':1,'date':1800000000000", ANSWER_NOT_NOW, "have no dates");
  close_lab(&lab);
}

TEST(two_of_three_say_no_result_of_a_table) {
  struct hall_lab lab =
      begin_lab("{'name':'A','form':'swiss','rounds':2,'seats':3,'setup':{'game':'classic'}}", BEN, DAN);
  refuse_report(&lab, BEN, 1, "'points':[70,60,50]", ANSWER_NOT_NOW, "at a table of the server");
  report(&lab, ANN, 1, "'points':[70,60,50]");
  assert_true(lab.competition.bouts[0].decided);
  close_lab(&lab);
}

TEST(more_than_half_decide_a_game_of_four_or_five) {
  for (int seats = 4; seats <= 5; seats++) {
    char settings[80];
    snprintf(settings, sizeof settings, "{'name':'A','form':'swiss','rounds':1,'seats':%d}", seats);
    struct hall_lab lab = begin_lab(settings, BEN, BEN + seats - 1);
    for (int64_t player = BEN; player < BEN + 3; player++) {
      assert_false(lab.competition.bouts[0].decided);
      report(&lab, player, 1, seats > 4 ? "'points':[70,60,50,40,30]" : "'points':[70,60,50,40]");
    }
    assert_true(lab.competition.bouts[0].decided);
    close_lab(&lab);
  }
}

/* A player of the first encounter asks for a seat at its table. Returns the side; 0: it was refused with these words.
 */
static int sit(struct hall_lab *lab, int64_t player, const char *table, const char *words) {
  bool missing[GATHERING_MOST];
  struct answer answer = {0};
  struct acting acting = acting_of(lab, player);
  int side = 0;
  const bool may = acting_may_play(&acting, 1, &side, missing, &answer);
  assert_int_equal(may, words == NULL);
  if (may) {
    acting_sit(&acting, 1, side, missing, span_of(table));
    keep(lab, &acting);
  } else {
    assert_non_null(strstr(answer.body.bytes, words));
  }
  answer_free(&answer);
  return may ? side : 0;
}

static void take(struct hall_lab *lab, struct bout_result result) {
  struct acting acting = acting_of(lab, 0);
  acting_take(&acting, 1, &result);
  keep(lab, &acting);
}

TEST(a_game_of_three_is_played_at_a_table) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':2,'seats':3,'auto':true,"
                                  "'setup':{'game':'classic'}}",
                                  BEN, DAN);
  const struct bout *bout = &lab.competition.bouts[0];
  sit(&lab, EVE, "table1", "only its players");
  for (int64_t player = BEN; player <= DAN; player++) {
    assert_false(bout_all_sit(bout));
    const int side = sit(&lab, player, "table1", NULL);
    assert_int_equal(bout_competitor(bout, side), player - BEN);
    assert_int_equal(bout_seat(bout->missing, side), side);
  }
  assert_true(bout_all_sit(bout));

  /* A player who has lost before the end is last with any points. The next round follows by itself. */
  take(&lab, (struct bout_result){.seats = 3, .points = {90, 60, 50}, .places = {3, 1, 2}});
  bout = &lab.competition.bouts[0];
  assert_true(bout->decided);
  assert_string_equal(bout->table, "");
  assert_int_equal(place_of(&lab, bout_competitor(bout, 2)), 1);
  assert_int_equal(place_of(&lab, bout_competitor(bout, 1)), 3);
  assert_int_equal(lab.competition.round, 2);
  close_lab(&lab);
}

TEST(those_who_left_have_no_seat_and_are_last) {
  struct hall_lab lab =
      begin_lab("{'name':'A','form':'swiss','rounds':1,'seats':3,'setup':{'game':'classic'}}", BEN, DAN);
  const struct bout *bout = &lab.competition.bouts[0];
  const int64_t first = BEN + bout->first, second = BEN + bout->second, third = BEN + bout->more[0];

  /* 1. All sit, and the second one leaves before the game: the table stays as it is, until an organizer voids it. */
  sit(&lab, first, "table1", NULL);
  act(&lab, second, "'type':'leave'");
  assert_false(bout->missing[1]);
  act(&lab, ANN, "'type':'void','encounter':1,'reason':'somebody left'");

  /* 2. The others play without them, also after they have returned. */
  assert_int_equal(sit(&lab, third, "table2", NULL), 3);
  assert_int_equal(bout_seat(bout->missing, 3), 2);
  act(&lab, second, "'type':'return'");
  sit(&lab, second, "table2", "the others play without them");
  assert_int_equal(sit(&lab, first, "table2", NULL), 1);
  assert_true(bout_all_sit(bout));
  take(&lab, (struct bout_result){.seats = 3, .points = {0, 0, 50}, .places = {2, 3, 1}});
  assert_int_equal(place_of(&lab, bout->second), 3);
  act(&lab, ANN, "'type':'void','encounter':1,'reason':'again'");

  /* 3. Nobody plays alone. */
  act(&lab, second, "'type':'leave'");
  act(&lab, third, "'type':'leave'");
  sit(&lab, first, "table3", "all others have left");
  close_lab(&lab);
}

/* People leave and come late in random tournaments: all who are there play each round, nobody twice. */
TEST(random_tournaments_seat_everybody) {
  uint64_t random = 7;
  for (int trial = 0; trial < 20; trial++) {
    struct text settings = {0};
    const int seats = 3 + (int)random_below(&random, 3), count = 3 + (int)random_below(&random, 20);
    text_print(&settings, "{'name':'A','form':'swiss','rounds':4,'seats':%d}", seats);
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
        act(&lab, player, "'type':'leave'");
      enter(&lab, 100 + round, 100 + round);
    }
    close_lab(&lab);
  }
}

RUN_TESTS(NULL, NULL)
