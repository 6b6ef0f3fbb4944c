/*
 * Turns: the due seat draws and moves, what comes again changes nothing, computers draw at once, and extra turns
 * (CL-10.7).
 */
#include "table/assertions.h"

TEST_AT(only_who_is_due_draws_and_moves, core_two("")) {
  assert_act(table, 2, DRAW, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'move','move':'A3@0,1r2=none','at':0", AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 0, DRAW, AFTER(1), ANSWER_NO_TOKEN);
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'drawn','seat':1,'words':['");
  assert_act(table, 1, DRAW, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'move','move':'A3@0,1r2=none','at':0", AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'move','move':'QX@0,1r2=none','at':1", AFTER(2), ANSWER_BAD_MOVE);
  assert_act(table, 1, "'type':'move','move':'A2_R@99,1r2=none','at':1", AFTER(2), ANSWER_BAD_MOVE);
  assert_act(table, 1, "'type':'move','move':'A2_R@0,1r2','at':1", AFTER(2), ANSWER_BAD_MOVE);
  assert_act(table, 2, "'type':'move','move':'A2_R@-1,0r0=none','at':1", AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'move','move':'A2_R@-1,0r0=none','at':1", AFTER(2), ANSWER_OK);
  assert_last(table, "'words':['A2_R@-1,0r0=none'],'by':'person'}");
  assert_int_equal(table->words, 2);
  assert_act(table, 1, "'type':'move','move':'A2_R@-1,0r0=none','at':1", AFTER(3), ANSWER_NOT_NOW);
}

TEST_AT(the_same_request_is_granted_once, core_two("")) {
  const char *body = "{'id':'draw-once','type':'draw'}";
  assert_int_equal(core_act_body(table, 1, body, AFTER(1)), ANSWER_OK);
  const int64_t seq = table->seq;
  assert_int_equal(core_act_body(table, 1, body, AFTER(9)), ANSWER_OK);
  assert_int_equal(table->seq, seq);
  assert_true(table_recall(table, 1, "draw-once") == seq);
  assert_true(table_recall(table, 2, "draw-once") == 0);
  assert_int_equal(core_act_body(table, 2, body, AFTER(9)), ANSWER_NOT_NOW);
}

TEST_AT(an_id_belongs_to_one_body, core_two("")) {
  assert_int_equal(core_act_body(table, 1, "{'id':'same-id1','type':'say','text':'a'}", AFTER(1)), ANSWER_OK);
  const int64_t seq = table->seq;
  assert_int_equal(core_act_body(table, 1, "{'id':'same-id1','type':'say','text':'b'}", AFTER(2)), ANSWER_NOT_NOW);
  assert_int_equal(core_act_body(table, 1, "{'id':'same-id1','type':'draw'}", AFTER(2)), ANSWER_NOT_NOW);
  assert_int_equal(table->seq, seq);
  assert_int_equal(core_act_body(table, 2, "{'id':'same-id1','type':'say','text':'b'}", AFTER(2)), ANSWER_OK);

  /* Of a request that an older program stored the body is not known. */
  table_remember(table, 1, "same-id2", 0, seq);
  assert_int_equal(core_act_body(table, 1, "{'id':'same-id2','type':'say','text':'b'}", AFTER(3)), ANSWER_OK);
  assert_int_equal(table->seq, seq + 1);
}

TEST_AT(the_table_draws_when_the_grace_is_over, core_two(",'grace':2000")) {
  assert_true(table_due(table) == AFTER(2000));
  table_tick(table, AFTER(1999));
  assert_int_equal(table->words, 0);
  table_tick(table, AFTER(2000));
  assert_int_equal(table->words, 1);
  assert_int_equal(core_move(table, 3, AFTER(2500)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(4500));
}

/* Who begins has ten seconds to look before the tile is drawn with which the clock begins; no tile is seen meanwhile.
 */
TEST(the_first_draw_of_a_game_with_a_clock_waits_for_a_look) {
  struct table *table = core_two(",'grace':2000,'clock':{'kind':'game','seconds':100,'increment':0}");
  assert_true(table_due(table) == AFTER(10000));
  table_tick(table, AFTER(9999));
  assert_int_equal(table->words, 0);
  table_tick(table, AFTER(10000));
  assert_int_equal(table->words, 1);
  assert_true(table_due(table) == AFTER(110000));
  assert_int_equal(core_move(table, 17, AFTER(30000)), ANSWER_OK);
  assert_last(table, "'clock':[80000,100000]}");
  assert_true(table_due(table) == AFTER(32000));
  end(table);

  /* Who is ready draws; a table whose draws wait longer does so at first, too. */
  table = core_two(",'grace':60000,'clock':{'kind':'move','seconds':60}");
  assert_true(table_due(table) == AFTER(60000));
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(61000));
  end(table);
}

TEST_AT(computers_draw_at_once_and_move,
        core_create("{'game':'classic','first':2,'seats':[" PERSON "," COMPUTER "]}", 7)) {
  int seat = 0, level = 0;
  struct text word = {0};
  assert_false(table_decides(table, &seat, &level));
  core_begin(table, AFTER(1));
  assert_true(table_due(table) == AFTER(1));
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_NOT_NOW);
  table_tick(table, AFTER(1));
  assert_true(table_decides(table, &seat, &level));
  assert_int_equal(seat * 10 + level, 21);
  core_turn(table->history->game, 5, &word);
  assert_false(table_computer(table, 0, core_span(&word), AFTER(2)));
  assert_false(table_computer(table, table->position, span_of("D@50,50r0=none"), AFTER(2)));
  assert_true(table_computer(table, table->position, core_span(&word), AFTER(2)));
  assert_false(table_computer(table, table->position, core_span(&word), AFTER(2)));
  assert_last(table, "'by':'computer'}");
  assert_false(table_decides(table, &seat, &level));
  text_free(&word);
}

static bool is_extra(const tess_game *game) { return tess_game_extra(game); }

static bool is_next_seat(const tess_game *game) { return !tess_game_extra(game); }

#define ARROWS "'game':'classic','options':['arrows']"

#define WHOLE_BOX "'game':'classic','options':['fields','abbot','river=river-20','arrows']"

TEST_AT(an_extra_turn_runs_on_the_clock_of_who_has_it,
        core_two_for(ARROWS, ",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}")) {
  struct text record = {0}, clock = {0};
  const int seat = play_to(table, is_extra), other = 3 - seat;
  const int64_t at = table_at(table), left = table->seats[seat - 1].left, others = table->seats[other - 1].left;
  assert_act(table, other, DRAW, at + 1000, ANSWER_NOT_NOW);
  assert_act(table, seat, DRAW, at + 1000, ANSWER_OK);
  assert_true(table_due(table) == at + 1000 + left);
  assert_int_equal(core_move(table, 3, at + 31000), ANSWER_OK);
  assert_true(table->seats[seat - 1].left == left - 30000 + 10000);
  assert_true(table->seats[other - 1].left == others);
  assert_act(table, seat, DRAW, at + 32000, ANSWER_NOT_NOW);
  assert_act(table, other, DRAW, at + 32000, ANSWER_OK);
  assert_true(table_due(table) == at + 32000 + others);

  /* The record tells the clock after each of the two turns. */
  const int seconds[] = {(int)(left / 1000), (int)(left / 1000) - 20};
  table_record(table, &record);
  for (int i = 0; i < 2; i++) {
    text_cut(&clock, 0);
    text_print(&clock, "{[%%clk 0:%02d:%02d]}\n", seconds[i] / 60, seconds[i] % 60);
    if (strstr(record.bytes, clock.bytes) == NULL) fail_msg("%s is not in\n%s", clock.bytes, record.bytes);
  }
  text_free(&record), text_free(&clock);
}

TEST_AT(who_runs_out_of_time_in_an_extra_turn_misses_it_only,
        core_two_for(ARROWS, ",'clock':{'kind':'move','seconds':60}")) {
  const int seat = play_to(table, is_extra);
  const int64_t at = table_at(table);
  assert_act(table, seat, DRAW, at + 1000, ANSWER_OK);
  assert_true(table_due(table) == at + 61000); /* the whole time of a move */
  table_tick(table, at + 61000);
  assert_last(table, "'why':'clock'}");
  computer_moves(table, at + 61001);
  assert_last(table, "'type':'returned'");
  assert_act(table, 3 - seat, DRAW, at + 61002, ANSWER_OK);
}

TEST_AT(a_turn_that_gives_an_extra_turn_is_taken_back, core_two_for(ARROWS, "")) {
  struct text word = {0};
  const int seat = play_to(table, is_extra), other = 3 - seat;
  const uint64_t hash = tess_game_hash(table->history->game);
  const int64_t at = table_at(table);

  /* Unasked until the extra turn draws. */
  assert_act(table, seat, TAKE_BACK, at, ANSWER_OK);
  assert_last(table, "'type':'undone'");
  assert_false(tess_game_extra(table->history->game));
  assert_true(find_turn(table->history->game, is_extra, &word));
  assert_moves(table, &word, at);
  assert_true(tess_game_hash(table->history->game) == hash);

  /* Then with consent; and without the extra turn the other draws the tile of the same number. */
  assert_act(table, seat, DRAW, at, ANSWER_OK);
  const int drawn = tess_game_drawn(table->history->game);
  assert_act(table, seat, TAKE_BACK, at, ANSWER_OK);
  assert_last(table, "'type':'asked'");
  assert_answer(table, other, true, at, ANSWER_OK);
  assert_int_equal(tess_game_seat(table->history->game), seat - 1);
  text_cut(&word, 0);
  assert_true(find_turn(table->history->game, is_next_seat, &word));
  assert_moves(table, &word, at);
  assert_act(table, other, DRAW, at, ANSWER_OK);
  assert_int_equal(tess_game_drawn(table->history->game), drawn);
  text_free(&word);
}

TEST_AT(the_others_turn_before_two_of_one_seat_is_taken_back, core_two_for(ARROWS, "")) {
  const int seat = play_to(table, is_extra), other = 3 - seat;
  const int64_t at = table_at(table);
  assert_act(table, seat, DRAW, at, ANSWER_OK);
  assert_int_equal(core_move(table, 3, at), ANSWER_OK);
  const int words = table->words;
  assert_act(table, other, TAKE_BACK, at, ANSWER_OK);
  assert_answer(table, seat, true, at, ANSWER_OK);
  assert_int_equal(table->words, words - 5); /* the move, and two draws with their moves */
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_PLACE);
  assert_int_equal(tess_game_seat(table->history->game), other - 1);
}

/* Every extra turn that can be had is taken, and every third is taken back first. */
TEST_AT(a_whole_box_game_with_extra_turns_is_proved, core_two_for(WHOLE_BOX, "")) {
  int extra = 0;
  for (uint32_t choice = 1; table->state == TABLE_PLAYING; choice = choice * 1664525 + 1013904223) {
    struct text word = {0};
    const int seat = tess_game_seat(table->history->game) + 1;
    assert_act(table, seat, DRAW, table_at(table), ANSWER_OK);
    if (table->state != TABLE_PLAYING) break; /* what was left fits nowhere */
    const bool found = find_turn(table->history->game, is_extra, &word);
    if (!found) core_turn(table->history->game, choice >> 4, &word);
    assert_moves(table, &word, table_at(table));
    extra += found;
    if (found && extra % 3 == 0) {
      assert_act(table, seat, TAKE_BACK, table_at(table), ANSWER_OK);
      assert_moves(table, &word, table_at(table));
    }
    text_free(&word);
  }
  assert_true(extra >= 3);
  assert_proved(table);
}

RUN_TESTS(open_library, close_library)
