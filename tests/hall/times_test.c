/* What is due in a tournament by the clock: encounters that are lost or decided, dates, notices, the end of a
 * tournament that nobody closes. */
#include "hall/times.h"

#include "hall/lab.h"

#define SETUP "'setup':{'game':'classic'}"
static const int64_t minute = 60 * 1000, day = 24 * 60 * 60 * 1000;

static void tick(struct hall_lab *lab, int64_t now) {
  struct clock_call calls[2 * CLOCK_CALLS_MOST];
  tick_at(lab, now, calls);
}

static void sit(struct hall_lab *lab, int encounter, int side) {
  struct acting acting = acting_of(lab, 0);
  acting_sit(&acting, encounter, side, (const bool[GATHERING_MOST]){0}, span_of("ijklmnop"));
  keep(lab, &acting);
}

static enum encounter_end end_of(const struct hall_lab *lab, int encounter) {
  return bout_end(&lab->competition.bouts[encounter - 1]);
}

static void propose(struct hall_lab *lab, int64_t player, int encounter, int64_t date) {
  char members[96];
  snprintf(members, sizeof members, "'type':'meet','encounter':%d,'date':%lld", encounter, (long long)date);
  act(lab, player, members);
}

/* The player of a side of an encounter. */
static int64_t player_of(const struct hall_lab *lab, int encounter, int side) {
  const struct bout *bout = &lab->competition.bouts[encounter - 1];
  return lab->competition.competitors[side == 1 ? bout->first : bout->second].player;
}

TEST(times_belong_to_what_can_keep_them) {
  struct hall_lab lab = open_lab("{'name':'A','form':'knockout'}");
  static const char *const wrong[][2] = {
      {"'grace':10", "grace: only a tournament with a setup has it"},
      {"'unplayed':'drawn'", "unplayed: only a tournament with period or grace has it"},
      {"'period':100,'unplayed':'luck'", "unplayed: expected one of lost drawn seed"},
      {"'period':86401", "period: expected a whole number from 1 to 86400"},
      {"'grace':0," SETUP, "grace: expected a whole number from 1 to 1440"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    refuse_settings(&lab, "'form':'knockout',", wrong[i][0], wrong[i][1]);
  close_lab(&lab);
}

TEST(a_live_round_is_lost_after_the_grace_by_those_who_did_not_come) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':2,'auto':true,'grace':10," SETUP "}", ANN, HUGO);
  const int64_t begin = lab.now;
  sit(&lab, 1, 1);
  sit(&lab, 2, 1);
  sit(&lab, 2, 2);
  sit(&lab, 3, 2);
  tick(&lab, begin + 10 * minute - 1);
  for (int i = 1; i <= 4; i++) assert_int_equal(end_of(&lab, i), ENCOUNTER_OPEN);
  tick(&lab, begin + 10 * minute);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_FIRST);
  assert_int_equal(end_of(&lab, 2), ENCOUNTER_OPEN); /* both play */
  assert_int_equal(end_of(&lab, 3), ENCOUNTER_SECOND);
  assert_int_equal(end_of(&lab, 4), ENCOUNTER_LOST_BY_BOTH);
  assert_int_equal(lab.competition.bouts[0].why, DECIDED_BY_GRACE);
  assert_non_null(strstr(lab.log.bytes, "\"why\":\"grace\""));

  /* A game that is over gives the next one its own grace, and the round after it begins by itself. */
  struct acting acting = acting_of(&lab, 0);
  acting_take(&acting, 2, &(struct bout_result){.count = 1, .games = {{{70, 60}, 1}}});
  keep(&lab, &acting);
  assert_int_equal(lab.competition.round, 2);
  tick(&lab, lab.now + 9 * minute);
  assert_int_equal(end_of(&lab, 5), ENCOUNTER_OPEN);
  close_lab(&lab);
}

TEST(guests_are_never_late) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':1,'grace':10," SETUP "}");
  enter(&lab, ANN, ANN);
  act(&lab, ANN, "'type':'enter','name':'Otto'");
  pair(&lab);
  tick(&lab, lab.now + day);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
  close_lab(&lab);
}

TEST(a_period_decides_what_was_not_played_by_the_rule_said_before) {
  static const struct {
    const char *rule;
    enum encounter_end end;
  } rules[] = {{"lost", ENCOUNTER_LOST_BY_BOTH}, {"drawn", ENCOUNTER_DRAWN}, {"seed", ENCOUNTER_FIRST}};
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    struct text settings = {0};
    text_print(&settings, "{'name':'A','form':'round-robin','period':10080,'unplayed':'%s'}", rules[i].rule);
    struct hall_lab lab = open_lab(settings.bytes);
    text_free(&settings);
    enter(&lab, ANN, DAN);
    for (int entrant = 1; entrant <= 4; entrant++) rate(&lab, entrant, 2000 - entrant);
    pair(&lab);
    const int64_t begin = lab.now;
    /* One side reports the first encounter, and the other one says nothing. */
    const int64_t reporter = player_of(&lab, 2, 2);
    assert_int_not_equal(reporter, ANN);
    report(&lab, reporter, 2, "'games':[[60,75]]");
    tick(&lab, begin + 7 * day - 1);
    assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
    tick(&lab, begin + 7 * day);
    const enum encounter_end end = end_of(&lab, 1);
    if (rules[i].end == ENCOUNTER_FIRST)
      assert_int_equal(end, player_of(&lab, 1, 1) < player_of(&lab, 1, 2) ? ENCOUNTER_FIRST : ENCOUNTER_SECOND);
    else
      assert_int_equal(end, rules[i].end);
    assert_int_equal(end_of(&lab, 2), ENCOUNTER_SECOND);
    assert_int_equal(lab.competition.bouts[1].result.games[0].points[1], 75);

    /* What an organizer opens again after the end of the round is theirs. */
    act(&lab, ANN, "'type':'void','encounter':1,'reason':'ill'");
    tick(&lab, begin + 8 * day);
    assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
    close_lab(&lab);
  }
}

/* What one side claims in the last moment, by a report or by sitting down, is answered by the other one in time. */
TEST(a_claim_at_the_end_of_a_round_can_be_answered) {
  struct hall_lab lab =
      begin_lab("{'name':'A','form':'swiss','rounds':1,'period':10080,'unplayed':'drawn'," SETUP "}", BEN, GWEN);
  const int64_t end = lab.now + 7 * day, two = player_of(&lab, 2, 1);
  for (int i = 1; i <= 2; i++) {
    lab.now = end - 2 * minute;
    report(&lab, player_of(&lab, i, 2), i, "'games':[[60,75]]");
  }
  sit(&lab, 3, 1);
  tick(&lab, end);
  tick(&lab, end + day - 3 * minute);
  for (int i = 1; i <= 3; i++) assert_int_equal(end_of(&lab, i), ENCOUNTER_OPEN);
  refuse_report(&lab, player_of(&lab, 2, 2), 2, "'games':[[0,9]]", ANSWER_NOT_NOW, "only the other side");
  report(&lab, two, 2, "'games':[[75,60]]");
  tick(&lab, lab.now + 1);
  assert_int_equal(end_of(&lab, 2), ENCOUNTER_DRAWN);
  tick(&lab, end + day - minute);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_SECOND);
  assert_int_equal(end_of(&lab, 3), ENCOUNTER_FIRST);
  close_lab(&lab);
}

/* One who is ahead need not wait for the next game for ever. */
TEST(a_game_beyond_the_end_of_a_round_leaves_time_for_the_next_one) {
  struct hall_lab lab =
      begin_lab("{'name':'A','form':'swiss','rounds':1,'period':10080,'best_of':3," SETUP "}", BEN, CLEO);
  const int64_t end = lab.now + 7 * day;
  sit(&lab, 1, 1);
  sit(&lab, 1, 2);
  tick(&lab, end + 2 * day);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
  struct acting acting = acting_of(&lab, 0);
  acting_take(&acting, 1, &(struct bout_result){.count = 1, .games = {{{70, 60}, 1}}});
  keep(&lab, &acting);
  tick(&lab, end + 3 * day - minute);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
  tick(&lab, end + 3 * day + minute);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_FIRST);
  close_lab(&lab);
}

TEST(the_better_seed_goes_on_in_a_knockout_that_was_not_played) {
  struct hall_lab lab = open_lab("{'name':'A','form':'knockout','period':60,'auto':true,'best_of':3}");
  enter(&lab, ANN, DAN);
  rate(&lab, 4, 2000);
  pair(&lab);
  for (int round = 1; round <= 2; round++) tick(&lab, lab.now + 60 * minute);
  assert_int_equal(place_of(&lab, 3), 1);
  close_lab(&lab);
}

TEST(a_date_is_agreed_when_both_say_it) {
  struct hall_lab lab =
      begin_lab("{'name':'A','form':'swiss','rounds':1,'period':10080,'grace':10," SETUP "}", ANN, BEN);
  const int64_t begin = lab.now, date = begin + 3 * day, one = player_of(&lab, 1, 1), other = player_of(&lab, 1, 2);
  const struct bout *bout = &lab.competition.bouts[0];
  propose(&lab, one, 1, date);
  assert_int_equal(bout->date, 0);
  propose(&lab, other, 1, date + minute);
  assert_int_equal(bout->date, 0);
  propose(&lab, other, 1, date);
  assert_int_equal(bout->date, date);
  refuse(&lab, CLEO, "'type':'meet','encounter':1,'date':1800000000000", ANSWER_WRONG_TOKEN, "only the players");
  refuse(&lab, BEN, "'type':'meet','encounter':1,'date':5", ANSWER_BAD_REQUEST, "date: expected a time");
  char late[96];
  snprintf(late, sizeof late, "'type':'meet','encounter':1,'date':%lld", (long long)(begin + 7 * day + 1));
  refuse(&lab, BEN, late, ANSWER_BAD_REQUEST, "the time of the round");

  /* Nobody comes: the date passes. They agree on another one, and one is late. */
  tick(&lab, date + day);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
  propose(&lab, one, 1, date + 2 * day);
  propose(&lab, other, 1, date + 2 * day);
  sit(&lab, 1, 2);
  tick(&lab, date + 2 * day + 10 * minute - 1);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
  tick(&lab, date + 2 * day + 10 * minute);
  assert_int_equal(end_of(&lab, 1), ENCOUNTER_SECOND);
  close_lab(&lab);
}

/* A side that gains by it cannot take an agreed date back alone: without a date the grace would be over long ago. */
TEST(an_agreed_date_holds_until_both_agree_on_another_one) {
  static const char *const periods[] = {"", "'period':40320,"};
  for (int i = 0; i < 2; i++) {
    char settings[160];
    snprintf(settings, sizeof settings, "{'name':'A','form':'knockout',%s'grace':10," SETUP "}", periods[i]);
    struct hall_lab lab = begin_lab(settings, ANN, BEN);
    const int64_t date = lab.now + 3 * day, one = player_of(&lab, 1, 1), other = player_of(&lab, 1, 2);
    const struct bout *bout = &lab.competition.bouts[0];
    propose(&lab, one, 1, date);
    propose(&lab, other, 1, date);
    tick(&lab, lab.now + day);
    propose(&lab, one, 1, date + day);
    tick(&lab, lab.now + minute);
    assert_int_equal(bout->date, date);
    assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
    propose(&lab, other, 1, date + day);
    assert_int_equal(bout->date, date + day);

    /* One waits at the table; the other one, who is late, wants another date. */
    sit(&lab, 1, 1);
    tick(&lab, date + day + 9 * minute);
    propose(&lab, other, 1, date + 2 * day);
    assert_int_equal(end_of(&lab, 1), ENCOUNTER_OPEN);
    tick(&lab, date + day + 10 * minute);
    assert_int_equal(end_of(&lab, 1), ENCOUNTER_FIRST);
    close_lab(&lab);
  }
}

TEST(an_organizer_says_a_date_for_both) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':1}", BEN, CLEO);
  propose(&lab, ANN, 1, lab.now + day);
  assert_int_not_equal(lab.competition.bouts[0].date, 0);
  close_lab(&lab);
}

TEST(players_get_a_notice_and_a_reminder) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':1,'period':10080}");
  struct clock_call calls[2 * CLOCK_CALLS_MOST];
  enter(&lab, BEN, DAN);
  act(&lab, ANN, "'type':'enter','name':'Otto'");
  pair(&lab);
  const int64_t begin = lab.now;
  const int guests = (player_of(&lab, 1, 1) == 0) + (player_of(&lab, 1, 2) == 0); /* of the first encounter */
  assert_int_equal(tick_at(&lab, begin + 1, calls), 3);                           /* Otto has no device */
  assert_false(calls[0].reminds);
  assert_int_equal(calls[0].until, begin + 7 * day);
  assert_int_equal(tick_at(&lab, begin + 2, calls), 0);
  assert_int_equal(times_next(&lab.competition), begin + 6 * day);

  /* With a date the reminder comes an hour before it, and again if the date changes. */
  for (int i = 3; i <= 4; i++) {
    propose(&lab, ANN, 1, begin + i * day);
    assert_int_equal(tick_at(&lab, begin + i * day - 60 * minute, calls), 2 - guests);
    assert_true(calls[0].reminds);
    assert_int_equal(calls[0].date, begin + i * day);
  }
  assert_int_equal(tick_at(&lab, begin + 6 * day, calls), 1 + guests);
  assert_int_equal(tick_at(&lab, begin + 6 * day + 1, calls), 0);

  /* Proposals, and dates within the hour, bring no more reminders. */
  const int64_t own = player_of(&lab, 1, 1) == 0 ? player_of(&lab, 1, 2) : player_of(&lab, 1, 1);
  for (int i = 1; i <= 3; i++) {
    propose(&lab, i < 3 ? own : ANN, 1, lab.now + i * 10 * minute);
    assert_int_equal(tick_at(&lab, lab.now + 1, calls), 0);
  }
  close_lab(&lab);
}

/* A league of twelve over simulated weeks: players agree on dates, report, forget, and the server does the rest alone.
 */
TEST(a_league_of_twelve_runs_for_weeks) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','groups':2,'seasons':2,'moves':2,"
                                 "'period':10080,'unplayed':'drawn','auto':true}");
  struct clock_call calls[2 * CLOCK_CALLS_MOST];
  uint64_t random = 9;
  int reminders = 0, notices = 0, agreed = 0, by_time = 0;
  enter(&lab, 1, 12);
  pair(&lab);
  const int64_t begin = lab.now, hours = 24 * 7 * 10 + 1;
  for (int64_t hour = 1; hour <= hours; hour++) {
    const int count = tick_at(&lab, begin + hour * 60 * minute, calls);
    for (int i = 0; i < count; i++) *(calls[i].reminds ? &reminders : &notices) += 1;
    const int encounter = 1 + (int)random_below(&random, (uint32_t)lab.competition.bout_count);
    const struct bout *bout = &lab.competition.bouts[encounter - 1];
    const int64_t one = player_of(&lab, encounter, 1), other = player_of(&lab, encounter, 2);
    if (bout->decided || random_below(&random, 3) > 0) continue;
    const int64_t date = lab.now + 26 * 60 * minute;
    if (bout->date == 0 && date < times_round_end(&lab.competition)) {
      if (bout->dates[0] != date) propose(&lab, one, encounter, date);
      if (bout->dates[1] != date) propose(&lab, other, encounter, date);
      agreed++;
    } else if (bout->date != 0 && random_below(&random, 4) > 0) {
      char games[40];
      snprintf(games, sizeof games, "'games':[[%d,70]]", (int)random_below(&random, 140));
      /* A result can begin a new round, which moves the encounters in memory. */
      for (int i = 0; i < 2 && !lab.competition.bouts[encounter - 1].decided; i++)
        report(&lab, i == 0 ? one : other, encounter, games);
      assert_true(lab.competition.bouts[encounter - 1].decided);
    }
  }
  assert_int_equal(lab.competition.season, 2);
  assert_int_equal(lab.competition.round, 10);
  assert_true(competition_is_decided(&lab.competition));
  assert_int_equal(lab.competition.bout_count, 2 * 5 * 6);
  for (int i = 0; i < lab.competition.bout_count; i++) by_time += lab.competition.bouts[i].why == DECIDED_BY_PERIOD;
  assert_int_equal(notices, 2 * lab.competition.bout_count);
  assert_true(agreed > 20 && reminders > 20 && by_time > 0 && by_time < lab.competition.bout_count);
  close_lab(&lab);
}

TEST(a_tournament_that_nobody_closes_is_closed) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':1}", ANN, BEN);
  const int64_t last = lab.now;
  tick(&lab, last + TIMES_IDLE_DAYS * day - 1);
  assert_int_equal(lab.competition.state, STORE_PLAYING);
  tick(&lab, last + TIMES_IDLE_DAYS * day);
  assert_int_equal(lab.competition.state, STORE_FINISHED);
  assert_true(times_next(&lab.competition) == INT64_MAX);
  close_lab(&lab);
}

TEST(a_server_decides_nothing_soon_after_its_start) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':1,'grace':10," SETUP "}");
  struct clock_call calls[2 * CLOCK_CALLS_MOST];
  enter(&lab, ANN, BEN);
  pair(&lab);
  const int64_t started = lab.now + day;
  for (int i = 0; i < 2; i++) {
    struct acting acting = acting_of(&lab, 0);
    acting.now = lab.now = started + TIMES_AFTER_START - 1 + i;
    clock_tick(&acting, started, calls);
    keep(&lab, &acting);
    assert_int_equal(end_of(&lab, 1), i == 0 ? ENCOUNTER_OPEN : ENCOUNTER_LOST_BY_BOTH);
  }
  close_lab(&lab);
}

RUN_TESTS(NULL, NULL)
