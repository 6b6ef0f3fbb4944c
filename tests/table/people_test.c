/* People: leaving and returning, being replaced, talking and being silenced. */
#include "table/assertions.h"

TEST_AT(who_leaves_is_replaced_and_may_return, core_two("")) {
  int seat = 0, level = 0;
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'computer','seat':1,'level':5,'why':'left'}");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(1), ANSWER_NOT_NOW);
  table_tick(table, AFTER(2));
  assert_true(table_decides(table, &seat, &level));
  assert_act(table, 1, RETURN, AFTER(3), ANSWER_OK);
  assert_false(table_decides(table, &seat, &level));
}

/* Where everybody has left, computers end the turn in hand and play no other until somebody returns. */
TEST(a_game_that_everybody_left_waits) {
  int seat = 0, level = 0;
  struct table *table = core_two("");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(2)); /* a tile is drawn, for the other plays on */
  assert_act(table, 2, LEAVE, AFTER(3), ANSWER_OK);
  assert_true(table_decides(table, &seat, &level));
  computer_moves(table, AFTER(4));
  const int64_t back = AFTER((int64_t)23 * 3600000);
  table_tick(table, back);
  assert_false(table_decides(table, &seat, &level));
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_DRAW);
  assert_act(table, 1, RETURN, back, ANSWER_OK);
  table_tick(table, back + 1);
  assert_true(table_decides(table, &seat, &level));
  end(table);

  /* Who does not think better of it within a day has given the game up. */
  table = core_two("");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_OK);
  assert_true(table_due(table) == AFTER(2 + (int64_t)24 * 3600000));
  table_tick(table, table_due(table));
  assert_int_equal(table->state, TABLE_CLOSED);
  end(table);
}

/* Computers do not play on for players who may not return either: the table rests a day for those who left. */
TEST_AT(a_game_rests_while_somebody_may_return, core_two(",'clock':{'kind':'game','seconds':100,'increment':0}")) {
  int seat = 0, level = 0;
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(1000)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(1001), ANSWER_OK);
  table_tick(table, AFTER(101002)); /* the time of seat 2 has run out */
  assert_act(table, 1, LEAVE, AFTER(101003), ANSWER_OK);
  computer_moves(table, AFTER(102000)); /* the turn in hand */
  assert_false(table_decides(table, &seat, &level));
  const int64_t back = AFTER((int64_t)23 * 3600000);
  table_tick(table, back);
  assert_false(table_decides(table, &seat, &level));
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_DRAW);
  assert_true(table_due(table) == AFTER(102000 + (int64_t)24 * 3600000));
  assert_act(table, 2, RETURN, back, ANSWER_NOT_NOW);
  assert_act(table, 1, RETURN, back, ANSWER_OK);
  table_tick(table, back + 10000);
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_PLACE);
}

/* Where nobody is left who moves or may return the game ends at once, without a winner. */
TEST(a_game_in_which_the_time_of_all_has_run_out_is_undecided) {
  struct former former;
  int seat = 0, level = 0;
  struct table *table = core_two(",'clock':{'kind':'game','seconds':100,'increment':0}");
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(1000)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(1001), ANSWER_OK);
  table_tick(table, AFTER(101002));
  computer_moves(table, AFTER(102000));
  table_tick(table, AFTER(112000));
  assert_int_equal(table->state, TABLE_PLAYING);
  table_tick(table, AFTER(300000)); /* the time of seat 1 has run out, too */
  assert_false(table_decides(table, &seat, &level));
  assert_last(table, "'type':'over','undecided':true,'scores':[");
  assert_lost(table, "[Termination \"unterminated\"]");
  assert_true(table->undecided);
  assert_rebuilt(table);

  /* It counts in no series: neither as won nor as one in which the computer helped. */
  table_rematch(table, 1, AFTER(300001), &former);
  for (int i = 0; i < 2; i++) assert_int_equal(former.points[i] + former.helped[i], 0);
  end(table);

  /* So it is where a single person plays with computers, and where the others have left for good. */
  table = core_create("{'game':'classic','seats':[" PERSON "," COMPUTER
                      "],'first':1,'clock':{'kind':'game','seconds':100,'increment':0}}",
                      7);
  core_begin(table, CORE_START);
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(100001));
  assert_true(table->state == TABLE_OVER && table->undecided);
  end(table);
}

/* Leaving and returning are entries, too: they come to an end, after which leaving is for good. */
TEST(who_leaves_all_the_time_returns_no_more) {
  struct table *table = core_two("");
  for (int i = 0; i < TABLE_MOST_COME_BACK; i++) {
    assert_act(table, 1, LEAVE, AFTER(i), ANSWER_OK);
    assert_act(table, 1, RETURN, AFTER(i), ANSWER_OK);
  }
  assert_act(table, 1, LEAVE, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, RETURN, AFTER(1000), ANSWER_TOO_MUCH);
  assert_act(table, 2, LEAVE, AFTER(1000), ANSWER_OK);
  assert_act(table, 2, RETURN, AFTER(1000), ANSWER_OK);
  end(table);
  table = core_two(""); /* being replaced is not leaving */
  for (int i = 0; i <= TABLE_MOST_COME_BACK; i++) {
    const int64_t now = AFTER((int64_t)(i + 1) * 60001);
    assert_act(table, 1, "'type':'replace','seat':2", now, ANSWER_OK);
    assert_act(table, 2, RETURN, now, ANSWER_OK);
  }
  end(table);
}

/* Nobody gives another one's seat to a computer that plays worse than the one that plays for a player who left. */
TEST_AT(who_is_away_is_replaced_by_a_good_computer, core_two("")) {
  const struct table_absence absence = table_absence(table, 2, AFTER(59999));
  assert_true(absence.since != 0 && absence.until == absence.since + TABLE_AWAY_MS && absence.until <= AFTER(60000));
  assert_act(table, 1, "'type':'replace','seat':2,'level':4", AFTER(60000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "'type':'replace','seat':2", AFTER(60000), ANSWER_OK);
  assert_last(table, "'type':'computer','seat':2,'level':5,'why':'asked'}");
  assert_true(table_absence(table, 2, AFTER(60000)).until == INT64_MAX);
}

TEST_AT(only_who_is_away_can_be_replaced, core_two("")) {
  const char *replace = "'type':'replace','seat':2,'level':7";
  assert_act(table, 1, replace, AFTER(59999), ANSWER_NOT_NOW);
  table_present(table, 2, true, AFTER(59999));
  assert_act(table, 1, replace, AFTER(300000), ANSWER_NOT_NOW);
  table_present(table, 2, false, AFTER(300000));
  assert_act(table, 1, replace, AFTER(359999), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'replace','seat':1", AFTER(360000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "'type':'replace','seat':3", AFTER(360000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, replace, AFTER(360000), ANSWER_OK);
  assert_last(table, "'type':'computer','seat':2,'level':7,'why':'asked'}");
  assert_act(table, 1, replace, AFTER(360000), ANSWER_NOT_NOW);
  assert_act(table, 2, RETURN, AFTER(360001), ANSWER_OK);
}

TEST_AT(who_sits_there_may_have_another_name, core_two("")) {
  const char *bea = "'type':'rename','name':'Bea'";
  assert_act(table, 0, bea, AFTER(1), ANSWER_NO_TOKEN);
  assert_act(table, 2, "'type':'rename'", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, "'type':'rename','name':' '", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, bea, AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'named','seat':2,'name':'Bea'}");
  assert_string_equal(table->seats[1].name, "Bea");
  assert_act(table, 2, bea, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 2, "'type':'rename','name':'BEA'", AFTER(1), ANSWER_OK);
  assert_string_equal(table->seats[1].name, "BEA");
  assert_act(table, 1, bea, AFTER(1), ANSWER_OK);
  assert_last(table, "'seat':1,'name':'Bea (2)'}");
}

TEST_AT(people_talk_and_mute, core_two("")) {
  assert_act(table, 1, "'type':'say','text':'<b>\\'hello\\''", AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'said','seat':1,'name':'Anna','text':'<b>\\'hello\\''}");
  assert_act(table, 0, "'type':'say','text':'hello'", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, "'type':'say','text':'hello','name':'Eve'", AFTER(1), ANSWER_OK);
  assert_last(table, "'seat':0,'name':'Eve'");
  assert_act(table, 2, "'type':'react','reaction':'well-played'", AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'reacted','seat':2,'name':'Ben','reaction':'well-played'}");
  assert_act(table, 2, "'type':'react','reaction':'boo'", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, "'type':'react'", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, "'type':'react','reaction':'oh'", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, "'type':'react','reaction':'oh','name':'Eve'", AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'reacted','seat':0,'name':'Eve','reaction':'oh'}");
  assert_act(table, 0, "'type':'mute','seat':2,'yes':true", AFTER(1), ANSWER_NO_TOKEN);
  assert_act(table, 2, "'type':'mute','seat':2,'yes':true", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, "'type':'mute','seat':1,'yes':true", AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'muted','seat':2,'muted':1,'yes':true}");
}

/* Says 500 letters of two bytes for this seat until it is refused, and how often that went well; 0 is a watcher. */
static int talk_on(struct table *table, int seat) {
  enum { LETTERS = 500 };
  char line[LETTERS * 2 + 64], *end = line;
  end += sprintf(end, "'type':'say','name':'Eve','text':'");
  for (int n = 0; n < LETTERS; n++) end += sprintf(end, "ß");
  sprintf(end, "'");
  for (int said = 0;; said++) {
    const enum answer_code code = core_act(table, seat, line, AFTER(1));
    assert_true(said <= TABLE_MOST_TALK / LETTERS);
    if (code == ANSWER_OK) continue;
    assert_int_equal(code, ANSWER_TOO_MUCH);
    return said;
  }
}

enum { LONG_LINE = 1000 + TABLE_TALK_ENTRY }; /* what one of them costs */

/* Whoever talks uses up their own share: others may still talk, and play. */
TEST_AT(nobody_talks_away_what_others_may_do, core_two("")) {
  assert_int_equal(talk_on(table, 0), TABLE_MOST_WATCHERS_TALK / LONG_LINE);
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK / LONG_LINE);
  while (core_act(table, 2, "'type':'say','text':'so'", AFTER(1)) == ANSWER_OK) continue;
  assert_act(table, 2, "'type':'mute','seat':1,'yes':true", AFTER(1), ANSWER_TOO_MUCH);
  assert_act(table, 1, "'type':'say','text':'at last'", AFTER(1), ANSWER_OK);
  draw_and_move(table, 3, AFTER(2));
  draw_and_move(table, 3, AFTER(3));
  assert_act(table, 2, TAKE_BACK, AFTER(4), ANSWER_OK);
}

/* Before the start a share goes with the guest, not with the seat. */
TEST_AT(who_sits_down_next_may_talk, core_seated("")) {
  int seat = 0;
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK_WAITING / LONG_LINE);
  assert_act(table, 2, "'type':'leave'", AFTER(1), ANSWER_OK);
  assert_int_equal(core_sit(table, "{'id':'sit-again','name':'Ben'}", AFTER(2), &seat), ANSWER_OK);
  assert_act(table, 2, "'type':'say','text':'hello'", AFTER(3), ANSWER_OK);
  core_begin(table, AFTER(4));
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK / LONG_LINE);
}

/* Whoever sits down again and again before the start makes no log without end, and the game has its own share. */
TEST_AT(talk_before_the_start_has_an_end, core_seated("")) {
  int seat = 0, said = 0;
  for (int64_t now = 1; now < 40; now++) {
    char sit[64];
    snprintf(sit, sizeof sit, "{'id':'sit-again-%d','name':'Ben'}", (int)now);
    said += talk_on(table, 2);
    assert_act(table, 2, "'type':'leave'", AFTER(now), ANSWER_OK);
    assert_int_equal(core_sit(table, sit, AFTER(now), &seat), ANSWER_OK);
  }
  assert_int_equal(said, TABLE_MOST_TALK_BEFORE / LONG_LINE);
  core_begin(table, AFTER(40));
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK / LONG_LINE);
}

/* Who takes back all the time comes to an end, too, and the others do not. */
TEST_AT(take_backs_have_an_end, core_two("")) {
  draw_and_move(table, 3, AFTER(1));
  draw_and_move(table, 3, AFTER(1));
  for (int i = 0; i < TABLE_MOST_TAKEN_BACK; i++) {
    assert_act(table, 2, TAKE_BACK, AFTER(2), ANSWER_OK);
    assert_int_equal(core_move(table, 3, AFTER(2)), ANSWER_OK);
  }
  assert_act(table, 2, TAKE_BACK, AFTER(3), ANSWER_TOO_MUCH);
  draw_and_move(table, 3, AFTER(3));
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
}

TEST(who_opened_the_table_silences_those_who_watch) {
  const char *line = "'type':'say','text':'so','name':'Eve'";
  struct table *table = core_two("");
  assert_act(table, 2, "'type':'silence','yes':true", AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'silence','yes':true", AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'hushed','seat':1,'yes':true}");
  assert_act(table, 0, line, AFTER(2), ANSWER_SILENT);
  assert_act(table, 2, line, AFTER(2), ANSWER_OK);
  assert_rebuilt(table);
  assert_act(table, 1, "'type':'hush','yes':false", AFTER(3), ANSWER_OK); /* the word of version 0.4 */
  assert_act(table, 0, line, AFTER(3), ANSWER_OK);
  assert_act(table, 2, "'type':'mute','seat':0,'yes':true", AFTER(3), ANSWER_OK);
  assert_last(table, "'type':'muted','seat':2,'muted':0,'yes':true}");
  end(table);
  table = core_two(",'watchers_talk':false");
  assert_act(table, 0, line, AFTER(1), ANSWER_SILENT);
  end(table);
}

/* One of them alone: under no name that looks like it. */
TEST_AT(who_opened_the_table_silences_one_who_watches, core_two("")) {
  const char *line = "'type':'say','text':'so','name':'Eve'", *other = "'type':'say','text':'so','name':'Zoe'";
  char silence[64], again[64];
  assert_act(table, 2, line, AFTER(1), ANSWER_OK);
  snprintf(silence, sizeof silence, "'type':'silence','entry':%d,'yes':true", (int)table->seq);
  assert_act(table, 1, silence, AFTER(1), ANSWER_BAD_REQUEST); /* a seat has said it */
  assert_act(table, 1, "'type':'silence','entry':1000,'yes':true", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, line, AFTER(1), ANSWER_OK);
  snprintf(silence, sizeof silence, "'type':'silence','entry':%d,'yes':true", (int)table->seq);
  snprintf(again, sizeof again, "'type':'silence','entry':%d,'yes':false", (int)table->seq);
  assert_act(table, 2, silence, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, again, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, silence, AFTER(2), ANSWER_OK);
  assert_last(table, "'type':'hushed','seat':1,'name':'Eve','yes':true}");
  assert_act(table, 1, silence, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 0, line, AFTER(2), ANSWER_SILENT);
  assert_act(table, 0, "'type':'say','text':'so','name':'EVE'", AFTER(2), ANSWER_SILENT);
  assert_act(table, 0, other, AFTER(2), ANSWER_OK);
  assert_false(table->all_silenced);
  assert_rebuilt(table);
  assert_act(table, 1, again, AFTER(3), ANSWER_OK);
  assert_act(table, 0, line, AFTER(3), ANSWER_OK);

  /* Removed, which says more than silenced, and is taken back with it. */
  char removed[96];
  snprintf(removed, sizeof removed, "%s,'remove':true", silence);
  assert_act(table, 1, silence, AFTER(4), ANSWER_OK);
  assert_act(table, 2, removed, AFTER(4), ANSWER_NOT_NOW);
  assert_act(table, 1, removed, AFTER(4), ANSWER_OK);
  assert_last(table, "'type':'hushed','seat':1,'name':'Eve','yes':true,'removed':true}");
  assert_rebuilt(table);
  assert_act(table, 1, removed, AFTER(4), ANSWER_NOT_NOW);
  assert_act(table, 1, again, AFTER(4), ANSWER_OK);
  assert_act(table, 1, removed, AFTER(4), ANSWER_OK);
  assert_act(table, 1, again, AFTER(4), ANSWER_OK);
  snprintf(removed, sizeof removed, "%s,'remove':true", again);
  assert_act(table, 1, removed, AFTER(4), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "'type':'silence','yes':true,'remove':true", AFTER(4), ANSWER_BAD_REQUEST);

  /* So many at a time. */
  for (int i = 0; i <= TABLE_MOST_SILENCED; i++) {
    char say[64];
    snprintf(say, sizeof say, "'type':'say','text':'so','name':'Eve%c'", 'a' + i);
    assert_act(table, 0, say, AFTER(4), ANSWER_OK);
    snprintf(silence, sizeof silence, "'type':'silence','entry':%d,'yes':true", (int)table->seq);
    assert_act(table, 1, silence, AFTER(4), i < TABLE_MOST_SILENCED ? ANSWER_OK : ANSWER_TOO_MUCH);
  }
}

RUN_TESTS(open_library, close_library)
