/* Arenas: as many games as one likes until the time is over. */
#include "hall/lab.h"
#include "hall/times.h"

#define ARENA "{'name':'A','form':'arena','period':60}"

static void ready(struct hall_lab *lab, int64_t player, bool yes) {
  act(lab, player, yes ? "'type':'ready','yes':true" : "'type':'ready','yes':false");
}

/* Nobody is called to an arena. */
static void tick(struct hall_lab *lab, int64_t now) {
  struct clock_call calls[2 * CLOCK_CALLS_MOST];
  assert_int_equal(tick_at(lab, now, calls), 0);
}

TEST(an_arena_has_a_time_and_nothing_of_other_forms) {
  struct hall_lab lab = open_lab(ARENA);
  refuse_settings(&lab, "'form':'arena'", "", "period: is missing");
  refuse_settings(&lab, "'form':'arena',", "'period':9,'cut':2", "cut: only");
  enter(&lab, ANN, BEN);
  refuse(&lab, ANN, "'type':'ready','yes':true", ANSWER_NOT_NOW, "no arena is played now");
  close_lab(&lab);
}

TEST(two_who_are_ready_play_at_once) {
  struct hall_lab lab = begin_lab(ARENA, ANN, DAN);
  assert_int_equal(lab.competition.bout_count, 0);
  ready(&lab, BEN, true);
  ready(&lab, BEN, false);
  ready(&lab, CLEO, true);
  assert_int_equal(lab.competition.bout_count, 0);
  ready(&lab, BEN, true);
  assert_int_equal(lab.competition.bout_count, 1);
  refuse(&lab, BEN, "'type':'ready','yes':true", ANSWER_NOT_NOW, "has a game to play");
  report(&lab, ANN, 1, "'games':[[70,60]]");

  /* Opponents of the last game wait for somebody else while others play; otherwise they meet again. */
  ready(&lab, ANN, true);
  ready(&lab, DAN, true);
  ready(&lab, BEN, true);
  ready(&lab, CLEO, true);
  assert_int_equal(lab.competition.bout_count, 2);
  report(&lab, ANN, 2, "'games':[[70,60]]");
  ready(&lab, CLEO, false);
  ready(&lab, CLEO, true);
  assert_int_equal(lab.competition.bout_count, 3);
  report(&lab, ANN, 3, "'games':[[70,60]]");
  ready(&lab, BEN, true);
  enter(&lab, EVE, EVE);
  ready(&lab, EVE, true);
  assert_int_equal(lab.competition.bout_count, 4);
  const struct bout *bout = &lab.competition.bouts[3];
  assert_true(bout_side(bout, competition_find(&lab.competition, EVE)) > 0);
  refuse_pair(&lab, "");
  lab.now += 60 * 60000;
  refuse(&lab, FINN, "'type':'enter'", ANSWER_NOT_NOW, "an arena until its end");
  close_lab(&lab);
}

/* Players who leave each game at once have no more than a share of the log. */
TEST(a_few_do_not_fill_the_log_of_an_arena) {
  static const int64_t pairs[][2] = {{BEN, CLEO}, {CLEO, DAN}, {DAN, BEN}};
  static const char *const acts[][3] = {{"'type':'ready','yes':true"},
                                        {"'type':'ready','yes':true", "'type':'leave'", "'type':'return'"}};
  struct hall_lab lab = open_lab(ARENA);
  struct text said = {0};
  enum answer_code code = ANSWER_OK;
  enter(&lab, BEN, 61);
  pair(&lab);
  for (int i = 0; code == ANSWER_OK; i++) {
    assert_in_range(i, 0, 150);
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < 3 && acts[side][k] != NULL && code == ANSWER_OK; k++)
        code = try_act(&lab, pairs[i % 3][side], acts[side][k], &said);
  }
  assert_int_equal(code, ANSWER_TOO_MUCH);
  ready(&lab, EVE, true);
  text_free(&said);
  close_lab(&lab);
}

/* An hour of random players: nobody is in two games, seats are even, and the server ends it. */
TEST(a_random_arena_ends_by_itself) {
  struct hall_lab lab = open_lab(ARENA);
  uint64_t random = 11;
  enter(&lab, 1, 9);
  pair(&lab);
  const int64_t begin = lab.now;
  for (int minute = 0; minute < 60; minute++) {
    for (int i = 0; i < 4; i++) {
      const int own = (int)random_below(&random, 9), open = competition_find_open(&lab.competition, own);
      if (open != NOBODY)
        report(&lab, ANN, open + 1, random_below(&random, 2) == 0 ? "'games':[[70,60]]" : "'games':[[60,70]]");
      else if (!lab.competition.competitors[own].ready)
        ready(&lab, own + 1, true);
    }
    lab.now = begin + minute * 60000;
    int playing[9] = {0};
    for (int i = 0; i < lab.competition.bout_count; i++)
      for (int side = 1; side <= 2 && !lab.competition.bouts[i].decided; side++)
        playing[bout_competitor(&lab.competition.bouts[i], side)]++;
    for (int i = 0; i < 9; i++) assert_true(playing[i] <= 1);
  }
  assert_true(lab.competition.bout_count > 30);
  for (int own = 0; own < 9; own++) {
    int ahead = 0;
    for (int i = 0; i < lab.competition.bout_count; i++)
      ahead += (lab.competition.bouts[i].first == own) - (lab.competition.bouts[i].second == own);
    assert_in_range(ahead + 6, 0, 12);
  }
  tick(&lab, begin + 60 * 60000 - 1);
  assert_int_equal(lab.competition.state, STORE_PLAYING);
  tick(&lab, begin + 60 * 60000 + 1);
  if (lab.competition.state == STORE_PLAYING) tick(&lab, times_next(&lab.competition));
  assert_int_equal(lab.competition.state, STORE_FINISHED);
  assert_true(competition_is_decided(&lab.competition));
  assert_int_equal(place_of(&lab, 0) >= 1, true);
  close_lab(&lab);
}

/* Acts without rebuilding the competition, so that a long log takes no time. Returns false if it is refused. */
static bool act_fast(struct hall_lab *lab, int64_t now, const char *members) {
  struct answer answer = {0};
  struct text body = {0};
  struct acting acting = acting_of(lab, ANN);
  acting.now = now;
  text_print(&body, "{'id':'evening-0001',%s}", members);
  const bool done = acting_act(&acting, quoted(&body), &answer);
  text_free(&body);
  text_free(&acting.entries);
  answer_free(&answer);
  return done;
}

/* An organizer opens as many games again as the log cannot hold the ends of, and fills the log. */
TEST(a_full_log_has_room_for_its_close) {
  enum { GAMES = ENTRANTS_MOST + 16, KEPT = ENTRANTS_MOST + 4 };
  for (int way = 0; way < 2; way++) {
    struct hall_lab lab = open_lab(ARENA);
    const int64_t now = lab.now;
    char members[80];
    for (int i = 0; i < 2; i++)
      assert_true(act_fast(&lab, now, i == 0 ? "'type':'enter','name':'Otto'" : "'type':'enter','name':'Ida'"));
    assert_true(act_fast(&lab, now, pair_members(&lab).text));
    for (int i = 1; i <= GAMES; i++) {
      assert_true(act_fast(&lab, now, "'type':'ready','entrant':1,'yes':true"));
      assert_true(act_fast(&lab, now, "'type':'ready','entrant':2,'yes':true"));
      assert_true(act_fast(&lab, now, report_members(i, "'games':[[70,60]]").text));
    }
    for (int i = 1; i <= GAMES; i++) {
      snprintf(members, sizeof members, "'type':'void','encounter':%d,'reason':'again'", i);
      assert_true(act_fast(&lab, now, members));
    }
    while (lab.competition.seq < LOG_MOST - KEPT) assert_true(act_fast(&lab, now, "'type':'rename','title':'B'"));

    /* The games are lost by one who leaves, or their time is over. */
    if (way == 0) assert_true(act_fast(&lab, now, "'type':'leave','entrant':1"));
    struct clock_call calls[2 * CLOCK_CALLS_MOST];
    struct acting acting = acting_of(&lab, 0);
    acting.now = now + 60 * 60000;
    assert_int_equal(clock_tick(&acting, 0, calls), 0);
    text_free(&acting.entries);
    assert_int_equal(lab.competition.seq, LOG_MOST - 1);
    assert_false(competition_is_decided(&lab.competition));
    assert_false(act_fast(&lab, now, "'type':'rename','title':'C'"));
    assert_true(act_fast(&lab, now, "'type':'close'"));
    assert_int_equal(lab.competition.state, STORE_FINISHED);
    close_lab(&lab);
  }
}

RUN_TESTS(NULL, NULL)
