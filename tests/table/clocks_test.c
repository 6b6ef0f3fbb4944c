/* Clocks: for a move, for the game, and of days; what happens when time runs out, and what time is not counted. */
#include "table/assertions.h"

TEST_AT(who_runs_out_of_time_misses_that_turn_only, core_two(",'clock':{'kind':'move','seconds':60}")) {
  int seat = 0, level = 0;
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(61000));
  table_tick(table, AFTER(60999));
  assert_false(table_decides(table, &seat, &level));
  assert_int_equal(core_move(table, 3, AFTER(61000)), ANSWER_NOT_NOW);
  table_tick(table, AFTER(61000));
  assert_last(table, "'type':'computer','seat':1,'level':5,'why':'clock'}");
  assert_true(table_decides(table, &seat, &level));
  assert_int_equal(core_move(table, 3, AFTER(61001)), ANSWER_NOT_NOW);
  assert_act(table, 1, RETURN, AFTER(61002), ANSWER_NOT_NOW);
  computer_moves(table, AFTER(61003));
  assert_last(table, "'type':'returned','seat':1}");
  assert_act(table, 1, RETURN, AFTER(61004), ANSWER_NOT_NOW);
  assert_act(table, 2, DRAW, AFTER(61005), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(61006)), ANSWER_OK);
  assert_act(table, 1, DRAW, AFTER(61007), ANSWER_OK);
  assert_true(table_due(table) == AFTER(121007));
  assert_int_equal(core_move(table, 3, AFTER(61008)), ANSWER_OK);
  assert_int_equal(table->seats[0].missed, 0);
}

/* Lets the time of the seat run out, which must be asked for its turn. */
static void miss_turn(struct table *table, int seat) {
  int decides = 0, level = 0;
  table_tick(table, table_due(table));
  assert_false(table_decides(table, &decides, &level));
  assert_int_equal(tess_game_seat(table->history->game), seat - 1);
  table_tick(table, table_due(table));
  computer_moves(table, table_at(table));
}

TEST_AT(who_misses_three_turns_in_a_row_is_replaced_until_he_returns,
        core_two(",'clock':{'kind':'move','seconds':60}")) {
  int seat = 0, level = 0;
  for (int missed = 1; missed <= 3; missed++) {
    miss_turn(table, 1);
    assert_int_equal(table->seats[0].why, missed < 3 ? TABLE_NOT : TABLE_CLOCK);
    assert_act(table, 2, DRAW, table_at(table), ANSWER_OK);
    assert_int_equal(core_move(table, 3, table_at(table)), ANSWER_OK);
  }
  table_tick(table, table_due(table));
  assert_true(table_decides(table, &seat, &level));
  computer_moves(table, table_at(table));
  assert_act(table, 1, RETURN, table_at(table), ANSWER_OK);
  assert_act(table, 2, DRAW, table_at(table), ANSWER_OK);
  assert_int_equal(core_move(table, 3, table_at(table)), ANSWER_OK);
  miss_turn(table, 1);
  assert_int_equal(table->seats[0].why, TABLE_NOT);
}

TEST_AT(a_clock_for_the_game_counts_and_has_no_return,
        core_two(",'clock':{'kind':'game','seconds':100,'increment':10}")) {
  int seat = 0, level = 0;
  struct text word = {0};
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(31000)), ANSWER_OK);
  assert_last(table, "'clock':[80000,100000]}");
  assert_act(table, 2, DRAW, AFTER(32000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(132000));
  table_tick(table, AFTER(132000));
  assert_true(table_decides(table, &seat, &level));
  core_turn(table->history->game, 5, &word);
  assert_true(table_computer(table, table->position, core_span(&word), AFTER(132500)));
  assert_last(table, "'by':'clock','clock':[80000,0]}");
  assert_act(table, 2, RETURN, AFTER(133000), ANSWER_NOT_NOW);
  text_free(&word);
}

TEST_AT(a_take_back_gives_no_time, core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}")) {
  struct text record = {0};
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(31000)), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(32000), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[69000,100000]}");
  assert_int_equal(core_move(table, 4, AFTER(37000)), ANSWER_OK);
  assert_last(table, "\"clock\":[74000,100000]}");
  assert_act(table, 2, DRAW, AFTER(38000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(40000)), ANSWER_OK);
  table_record(table, &record);
  if (strstr(record.bytes, "{[%clk 0:01:14]}\n2.") == NULL) fail_msg("%s", record.bytes);
  if (strstr(record.bytes, "{[%clk 0:01:48]}\n*") == NULL) fail_msg("%s", record.bytes);
  assert_act(table, 1, TAKE_BACK, AFTER(41000), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(42000), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[64000,98000]}");
  text_free(&record);
}

TEST(at_a_championship_who_runs_out_of_time_or_leaves_has_lost) {
  const char *clock = ",'clock':{'kind':'game','seconds':900,'increment':0,'loses':true}";
  struct table *table = core_two(clock);
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(301000)), ANSWER_OK);
  assert_act(table, 1, "'type':'replace','seat':2", AFTER(400000), ANSWER_NOT_NOW);
  assert_act(table, 2, DRAW, AFTER(400000), ANSWER_OK);
  table_tick(table, AFTER(1299999));
  assert_int_equal(table->state, TABLE_PLAYING);
  table_tick(table, AFTER(1300000));
  assert_last(table, "'type':'over','lost':2,'why':'clock','scores':[");
  assert_lost(table, "[Winner \"1\"]\n[Termination \"time forfeit\"]");
  assert_act(table, 2, "'type':'rematch'", AFTER(1300001), ANSWER_OK);
  end(table);
  table = core_two(clock);
  assert_seen(table, 1, LEAVE, table->seq, ANSWER_OK);
  assert_last(table, "'lost':1,'why':'left'");
  assert_lost(table, "[Winner \"2\"]\n[Termination \"abandoned\"]");
  end(table);
}

/* Who leaves and returns in his turn, on another connection or the same, has what he had left. */
TEST(leaving_and_returning_stops_no_clock) {
  struct table *table = core_two(",'clock':{'kind':'move','seconds':10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, LEAVE, AFTER(9000), ANSWER_OK);
  assert_act(table, 1, RETURN, AFTER(9001), ANSWER_OK);
  assert_true(table_due(table) == AFTER(11000));
  end(table);
  table = core_two(",'clock':{'kind':'game','seconds':100,'increment':10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, LEAVE, AFTER(90000), ANSWER_OK);
  assert_act(table, 1, RETURN, AFTER(90001), ANSWER_OK);
  assert_true(table_due(table) == AFTER(101000));
  end(table);
}

TEST_AT(a_turn_that_was_left_is_charged_when_the_computer_ends_it,
        core_two(",'clock':{'kind':'game','seconds':100,'increment':10}")) {
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, LEAVE, AFTER(31000), ANSWER_OK);
  computer_moves(table, AFTER(31500));
  assert_last(table, "'by':'computer','clock':[69500,100000]}");
  assert_act(table, 2, DRAW, AFTER(32000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(33000)), ANSWER_OK);
  table_tick(table, AFTER(33000));
  computer_moves(table, AFTER(39000));
  assert_last(table, "'clock':[69500,109000]}");
}

/* The seat draws at one time, and moves at another. */
static void take_turn(struct table *table, int seat, int64_t drawn, int64_t moved) {
  assert_act(table, seat, DRAW, drawn, ANSWER_OK);
  assert_int_equal(core_move(table, 17, moved), ANSWER_OK);
}

TEST_AT(a_take_back_does_not_renew_the_clock_of_a_move, core_two(",'clock':{'kind':'move','seconds':60}")) {
  take_turn(table, 1, AFTER(1000), AFTER(51000));
  assert_last(table, "'used':50000}");
  assert_act(table, 1, TAKE_BACK, AFTER(52000), ANSWER_OK);
  assert_last(table, "'words':1,'used':51000}");
  assert_true(table_due(table) == AFTER(61000));
  assert_int_equal(core_move(table, 17, AFTER(57000)), ANSWER_OK);
  assert_last(table, "'used':56000}");
  assert_act(table, 1, TAKE_BACK, AFTER(58000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(61000));
}

/* Who moves fast and thinks in the pause before the draw has thought on the own time, however often. */
TEST(the_pause_is_no_time_to_think) {
  struct table *table = core_two(",'grace':60000,'clock':{'kind':'game','seconds':100,'increment':10}");
  take_turn(table, 1, AFTER(0), AFTER(500));
  assert_act(table, 1, TAKE_BACK, AFTER(50500), ANSWER_OK);
  assert_last(table, "'words':1,'clock':[49500,100000]}");
  assert_int_equal(core_move(table, 17, AFTER(51000)), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(100000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(99999), ANSWER_OK);
  assert_last(table, "'words':1,'clock':[1,100000]}");
  end(table);
  table = core_two(",'grace':60000,'clock':{'kind':'move','seconds':60}");
  take_turn(table, 1, AFTER(0), AFTER(500));
  assert_act(table, 1, TAKE_BACK, AFTER(60000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(59999), ANSWER_OK);
  assert_true(table_due(table) == AFTER(60000));
  end(table);
}

/* The time that was used for a turn, and for the turn in hand, may be more than is left without the increment. */
TEST(a_take_back_leaves_no_clock_below_nothing) {
  struct table *table = core_two(",'clock':{'kind':'game','seconds':100,'increment':10}");
  take_turn(table, 1, AFTER(0), AFTER(95000));
  assert_last(table, "'clock':[15000,100000]}");
  take_turn(table, 2, AFTER(95000), AFTER(96000));
  assert_act(table, 1, DRAW, AFTER(96000), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(101000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(98000), ANSWER_OK);
  assert_last(table, "'type':'asked'");
  assert_answer(table, 2, true, AFTER(110000), ANSWER_NOT_NOW);
  assert_answer(table, 2, true, AFTER(100999), ANSWER_OK);
  assert_last(table, "'words':1,'clock':[1,99000]}");
  end(table);
  table = core_two(",'clock':{'kind':'game','seconds':100,'increment':10}");
  take_turn(table, 1, AFTER(0), AFTER(5000));
  assert_act(table, 2, DRAW, AFTER(5000), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(6000), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(105000), ANSWER_NOT_NOW);
  assert_answer(table, 2, true, AFTER(104999), ANSWER_OK);
  assert_last(table, "'words':1,'clock':[95000,1]}");
  end(table);
}

/* Who is asked for his consent in his own turn thinks on his own time, too. */
TEST_AT(a_take_back_is_no_pause_for_who_is_to_move, core_two(",'clock':{'kind':'game','seconds':100,'increment':10}")) {
  take_turn(table, 1, AFTER(1000), AFTER(11000));
  assert_act(table, 2, DRAW, AFTER(12000), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(30000), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(42000), ANSWER_OK);
  assert_last(table, "'words':1,'clock':[90000,70000]}");
}

TEST_AT(time_that_a_table_was_not_in_memory_does_not_count, core_two(",'clock':{'kind':'move','seconds':60}")) {
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, AFTER(500000));
  for (int64_t seq = 1; seq <= table->seq; seq++) assert_true(table_apply(again, table_entry(table, seq), &fault));
  assert_true(table_due(again) == AFTER(560000));
  table_close(again);
}

#define DAYS(days) ",'clock':{'kind':'days','days':" #days "}"

TEST_AT(a_clock_of_days_runs_on_while_the_server_is_down, core_two(DAYS(3))) {
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  struct table *again = restarted(table, AFTER(2 * (int64_t)DAY));
  assert_true(table_due(again) == AFTER(1000 + 3 * (int64_t)DAY));
  table_close(again);

  /* Whose time ran out meanwhile may still come for an hour. */
  again = restarted(table, AFTER(5 * (int64_t)DAY));
  assert_true(table_due(again) == AFTER(5 * (int64_t)DAY + HOUR));
  assert_int_equal(core_move(again, 3, AFTER(5 * (int64_t)DAY + HOUR - 1)), ANSWER_OK);
  assert_last(again, "'used':259200000}");
  table_close(again);
}

TEST(with_a_clock_of_days_who_is_only_slow_keeps_seat_and_table) {
  int seat = 0, level = 0;
  struct table *table = core_two(DAYS(14));
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_act(table, 2, "'type':'replace','seat':1", AFTER(DAY), ANSWER_NOT_NOW);
  table_tick(table, AFTER(14 * (int64_t)DAY - 1));
  assert_false(table_decides(table, &seat, &level));
  assert_true(table_is_awaited(table));
  table_tick(table, AFTER(14 * (int64_t)DAY));
  assert_last(table, "'why':'clock'}");
  assert_true(table_is_awaited(table));
  computer_moves(table, AFTER(14 * (int64_t)DAY));
  assert_last(table, "'type':'returned','seat':1}");
  assert_int_equal(table->seats[0].missed, 1);
  end(table);

  /* Nobody comes any more: after three missed turns of each the computers wait, and the table is closed. */
  table = core_two(DAYS(1));
  for (int missed = 0; missed < 5; missed++) miss_turn(table, missed % 2 + 1);
  table_tick(table, table_due(table));
  table_tick(table, table_due(table));
  computer_moves(table, table_at(table));
  assert_false(table_is_awaited(table));
  end(table);
}

TEST(a_table_with_a_clock_of_days_waits_for_people_who_come_when_they_can) {
  const char *commitment;
  closes_at(core_create("{'game':'classic','seats':[" PERSON "," OPEN "]" DAYS(5) "}", 7), AFTER(6 * (int64_t)DAY));
  struct table *table = core_create("{'game':'classic','seats':[" PERSON "," COMPUTER "],'first':1" DAYS(14) "}", 7);
  core_begin(table, AFTER(0));
  table_tick(table, AFTER(5000));
  assert_true(table_due(table) == AFTER(5000 + 14 * (int64_t)DAY));
  end(table);

  /* Sealing and telling the shares of chance may each take as long as a move. */
  table = core_seated(DAYS(2));
  assert_true(table_due(table) == AFTER(2 * (int64_t)DAY));
  commitment = core_commitment(table);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(HOUR)), ANSWER_OK);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(DAY)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(3 * (int64_t)DAY));
  assert_int_equal(core_contribute(table, 2, AFTER(DAY)), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, AFTER(3 * (int64_t)DAY - 1)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_PLAYING);
  end(table);
}

/* The days of a turn in which its player is on vacation do not count, also after a restart; nobody is asked. */
TEST_AT(a_vacation_makes_the_turn_longer, core_two(DAYS(3))) {
  const int64_t day = DAY;
  int seat = 0;
  int64_t began = 0;
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_false(table_runs_out(table, AFTER(3 * day - 1), &seat, &began));
  assert_true(table_runs_out(table, AFTER(3 * day), &seat, &began) && seat == 1 && began == AFTER(0));
  table_excuse(table, 0, AFTER(3 * day));
  assert_true(table_due(table) == AFTER(3 * day));
  table_excuse(table, 20 * day, AFTER(3 * day));
  assert_last(table, "'type':'vacation','seat':1,'length':1728000000}");
  table_excuse(table, 20 * day, AFTER(3 * day));
  assert_last(table, "'type':'vacation','seat':1,'length':1728000000}");
  assert_true(table_due(table) == AFTER(23 * day));
  struct table *again = restarted(table, AFTER(4 * day));
  assert_true(table_due(again) == AFTER(23 * day));
  table_tick(again, AFTER(23 * day));
  assert_last(again, "'why':'clock'}");
  table_close(again);

  /* What is used of the turn is used without the vacation; the next turn has its three days. */
  again = restarted(table, AFTER(4 * day));
  assert_int_equal(core_move(again, 3, AFTER(22 * day)), ANSWER_OK);
  assert_last(again, "'used':172800000}");
  assert_act(again, 2, DRAW, AFTER(22 * day), ANSWER_OK);
  assert_true(table_due(again) == AFTER(25 * day));
  table_close(again);
}

/* A table at which nobody else sits is not closed during a vacation. */
TEST(a_table_is_there_after_a_vacation) {
  const int64_t day = DAY;
  struct table *table = core_create("{'game':'classic','seats':[" PERSON "," COMPUTER "],'first':1" DAYS(1) "}", 7);
  core_begin(table, AFTER(0));
  table_tick(table, AFTER(5000));
  table_excuse(table, 28 * day, AFTER(5000 + day));
  table_tick(table, AFTER(5000 + 29 * day - 1));
  assert_int_equal(table->state, TABLE_PLAYING);
  assert_true(table_due(table) == AFTER(5000 + 29 * day));
  end(table);
}

/* The days for sealing and telling run on while the table is not in memory, and a late guest loses the seat, no more.
 */
TEST_AT(with_a_clock_of_days_who_seals_or_tells_late_makes_room, core_seated(DAYS(2))) {
  const int64_t day = DAY;
  const char *commitment = core_commitment(table);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(HOUR)), ANSWER_OK);
  struct table *again = restarted_under(table, AFTER(0), AFTER(2 * day - 1));
  assert_true(table_due(again) == AFTER(2 * day));
  table_tick(again, AFTER(2 * day));
  assert_last(again, "'type':'stood','seat':2,'why':'away'}");
  assert_true(again->seats[0].sealed);
  assert_true(table_due(again) == AFTER(5 * day)); /* the table itself, two days and one later */
  table_close(again);

  /* Whose time is over when the server starts has an hour. */
  again = restarted(table, AFTER(4 * day));
  assert_true(table_due(again) == AFTER(4 * day + HOUR));
  table_tick(again, table_due(again));
  assert_last(again, "'type':'stood','seat':2,'why':'away'}");
  table_close(again);

  /* The same for telling. */
  assert_int_equal(core_seal(table, 2, commitment, AFTER(day)), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, AFTER(day)), ANSWER_OK);
  again = restarted_under(table, AFTER(0), AFTER(3 * day - 1));
  assert_true(table_due(again) == AFTER(3 * day));
  table_tick(again, AFTER(3 * day));
  assert_last(again, "'type':'renewed'");
  assert_int_equal(again->seats[0].holder, TABLE_PERSON);
  assert_int_equal(again->seats[1].holder, TABLE_NOBODY);
  table_close(again);
}

TEST(with_a_clock_of_days_a_guest_may_be_away_while_a_seat_is_open) {
  int seat = 0;
  struct table *table = core_create("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]" DAYS(1) "}", 7);
  assert_int_equal(core_sit(table, "{'id':'sit-down-2','name':'Ben'}", AFTER(0), &seat), ANSWER_OK);
  closes_at(table, AFTER(2 * (int64_t)DAY));
}

TEST_AT(a_clock_that_jumps_back_moves_no_entry, core_two("")) {
  assert_act(table, 1, DRAW, AFTER(50000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(-900000)), ANSWER_OK);
  assert_last(table, "'at':1790000050000,");
}

RUN_TESTS(open_library, close_library)
