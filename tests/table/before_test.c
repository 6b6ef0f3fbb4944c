/*
 * Before the game: seats are taken, left and freed, shares of chance are sealed and told, and nobody holds up
 * the others.
 */
#include "table/assertions.h"

TEST_AT(the_game_begins_when_all_have_told_what_they_had_sealed,
        core_create("{'game':'classic','seats':[" OPEN "," PERSON "," COMPUTER "]}", 7)) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  assert_int_equal(table->seq, 3);
  assert_last(table, "'type':'computer','seat':3,'level':1,'why':'setup'}");
  assert_act(table, 2, DRAW, AFTER(0), ANSWER_NOT_NOW);
  assert_int_equal(core_contribute(table, 2, AFTER(1)), ANSWER_NOT_NOW);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(1)), ANSWER_OK);
  assert_last(table, "'type':'sealed','seat':2,'seal':'");
  assert_int_equal(core_seal(table, 2, commitment, AFTER(1)), ANSWER_NOT_NOW);
  assert_int_equal(core_contribute(table, 2, AFTER(1)), ANSWER_NOT_NOW); /* a seat is open */
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben','seat':2}", AFTER(2), &seat), ANSWER_NOT_NOW);
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben','seat':4}", AFTER(2), &seat), ANSWER_BAD_REQUEST);
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben'}", AFTER(2), &seat), ANSWER_OK);
  assert_int_equal(seat, 1);
  assert_int_equal(core_contribute(table, 2, AFTER(2)), ANSWER_NOT_NOW); /* it is not sealed */
  assert_int_equal(core_seal(table, 1, commitment, AFTER(2)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(core_contribute(table, 2, AFTER(3)), ANSWER_OK);
  assert_act(table, 1, OTHER_SHARE, AFTER(3), ANSWER_BAD_REQUEST);
  assert_int_equal(core_contribute(table, 2, AFTER(3)), ANSWER_NOT_NOW);
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(core_contribute(table, 1, AFTER(3)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_PLAYING);
  assert_last(table, "'contributions':['000102030405060708090a0b0c0d0e0f','ff0102030405060708090a0b0c0d0eff','']}");
  assert_int_equal(core_sit(table, "{'id':'sit-other','name':'Cleo'}", AFTER(3), &seat), ANSWER_NOT_NOW);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(3)), ANSWER_NOT_NOW);
  assert_int_equal(core_contribute(table, 1, AFTER(3)), ANSWER_NOT_NOW);
}

/* Who waits to see the others' shares and then does not tell his own has lost the seat; the others begin anew. */
TEST_AT(who_does_not_tell_what_he_sealed_loses_the_seat, core_seated("")) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(1000)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(1000 + TABLE_REVEAL_MS));
  assert_int_equal(core_contribute(table, 1, AFTER(2000)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(1000 + TABLE_REVEAL_MS));
  table_tick(table, AFTER(1000 + TABLE_REVEAL_MS - 1));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  table_tick(table, AFTER(1000 + TABLE_REVEAL_MS));
  assert_entry(table, table->seq - 1, "'type':'stood','seat':2,'why':'sealed'}");
  assert_last(table, "'type':'renewed','commitment':'");
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(table->seats[0].holder, TABLE_PERSON);
  assert_int_equal(table->seats[1].holder, TABLE_NOBODY);
  assert_false(table->seats[0].sealed || table->seats[0].contribution.given);
  assert_rebuilt(table);
  assert_int_equal(core_contribute(table, 1, AFTER(70000)), ANSWER_NOT_NOW);
  assert_int_equal(core_sit(table, "{'id':'sit-cleo','name':'Cleo'}", AFTER(70000), &seat), ANSWER_OK);
  const char *second = core_commitment(table);
  assert_string_not_equal(commitment, second);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(70000)), ANSWER_OK); /* under the old one: it is lost */
  assert_int_equal(core_seal(table, 2, second, AFTER(70000)), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, AFTER(70000)), ANSWER_BAD_REQUEST);
  assert_int_equal(core_contribute(table, 2, AFTER(70000)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_WAITING);
}

/* The same for a guest who leaves then; but nobody else loses a seat. */
TEST_AT(who_leaves_after_the_last_seal_makes_the_others_begin_anew, core_seated("")) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(1)), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_OK);
  assert_last(table, "'type':'stood'"); /* nothing was told yet: the commitment holds */
  assert_int_equal(core_sit(table, "{'id':'sit-again','name':'Ben'}", AFTER(3), &seat), ANSWER_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(4)), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(5), ANSWER_OK);
  assert_entry(table, table->seq - 1, "'type':'stood','seat':2}");
  assert_last(table, "'type':'renewed'");
  assert_int_equal(table->seats[0].holder, TABLE_PERSON);
  assert_int_equal(core_sit(table, "{'id':'sit-third','name':'Ben'}", AFTER(6), &seat), ANSWER_OK);
  core_begin(table, AFTER(7));
}

/* A guest who sits down and goes away holds no seat up; the opener may wait elsewhere for others. */
TEST_AT(a_guest_who_is_away_without_a_seal_loses_the_seat,
        core_create("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]}", 7)) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben'}", AFTER(1000), &seat), ANSWER_OK);
  assert_true(table_due(table) == AFTER(1000 + TABLE_SEAL_MS));
  table_present(table, 2, true, AFTER(2000));
  table_tick(table, AFTER(500000));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  table_present(table, 2, false, AFTER(500000));
  table_tick(table, AFTER(500000 + TABLE_SEAL_MS - 1));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  table_tick(table, AFTER(500000 + TABLE_SEAL_MS));
  assert_last(table, "'type':'stood','seat':2,'why':'away'}");
  assert_int_equal(table->seats[0].holder, TABLE_PERSON);
  assert_int_equal(core_sit(table, "{'id':'sit-again','name':'Ben'}", AFTER(600000), &seat), ANSWER_OK);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(600000)), ANSWER_OK);
  table_tick(table, AFTER(6000000));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
}

#define SET_UP(options, clock) "'type':'set-up','options':[" options "],'clock':{" clock "}"
#define NO_CLOCK "'kind':'none'"

/* Options and clock can be changed by the opener until the first seal, so that everybody who seals has seen them. */
TEST_AT(the_opener_changes_what_is_played_before_anybody_has_sealed,
        core_create("{'game':'classic','seats':[" PERSON "," OPEN "]}", 7)) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben'}", AFTER(1000), &seat), ANSWER_OK);
  assert_act(table, 2, SET_UP("'fields'", NO_CLOCK), AFTER(2000), ANSWER_NOT_NOW);
  assert_act(table, 1, SET_UP("", NO_CLOCK), AFTER(2000), ANSWER_NOT_NOW); /* as it is */
  assert_act(table, 1, SET_UP("'teams'", NO_CLOCK), AFTER(2000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "'type':'set-up','options':[]", AFTER(2000), ANSWER_BAD_REQUEST);
  assert_int_equal(table->seq, 3);
  assert_act(table, 1, SET_UP("'fields'", "'kind':'game','seconds':900,'increment':0,'loses':true") ",'seen':3",
             AFTER(2000), ANSWER_OK);
  assert_true(table->setup.options.fields && table->setup.loses);
  assert_int_equal(table->setup.seconds, 900);
  assert_act(table, 1, SET_UP("", NO_CLOCK) ",'seen':3", AFTER(3000), ANSWER_NOT_NOW);

  /* A seal is for the setup that its sender saw; after it the setup stays. */
  struct text body = {0};
  uint8_t bytes[FAIR_HASH], seal[FAIR_HASH];
  struct fair_contribution contribution = {.given = true};
  assert_true(hex_read(span_of(commitment), bytes, FAIR_HASH));
  fair_seal(bytes, 1, contribution.bytes, seal);
  text_add_string(&body, "'type':'seal','seen':3,'seal':'");
  hex_write(seal, FAIR_HASH, &body);
  text_add_char(&body, '\'');
  assert_act(table, 2, body.bytes, AFTER(4000), ANSWER_NOT_NOW);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(5000)), ANSWER_OK);
  assert_act(table, 1, SET_UP("", NO_CLOCK), AFTER(6000), ANSWER_NOT_NOW);
  text_free(&body);
}

TEST_AT(what_is_played_changes_so_often_and_no_more, core_seated("")) {
  for (int i = 0; i < TABLE_MOST_SET_UP; i++)
    assert_act(table, 1, i % 2 == 0 ? SET_UP("", "'kind':'move','seconds':60") : SET_UP("", NO_CLOCK), AFTER(i),
               ANSWER_OK);
  assert_act(table, 1, SET_UP("", "'kind':'move','seconds':60"), AFTER(1000), ANSWER_TOO_MUCH);
}

/* Applies a stored change to this setup; it is refused by these words, or granted (NULL). */
static void expect_change(struct table *table, const char *setup, const char *refusal) {
  struct text entry = {0};
  struct fault fault = {0};
  text_print(&entry, "{\"seq\":%d,\"at\":1790000000000,\"type\":\"changed\",\"setup\":%s}", (int)table->seq + 1, setup);
  assert_int_equal(table_apply(table, text_span(&entry), &fault), refusal == NULL);
  if (refusal != NULL && strstr(fault.text, refusal) == NULL) fail_msg("%s", fault.text);
  text_free(&entry);
}

/* Seats with colours that both games have. */
#define COLOURED "[{\"kind\":\"person\",\"colour\":\"red\"},{\"kind\":\"open\",\"colour\":\"green\"}]"

TEST_AT(a_change_that_no_table_wrote_is_refused, core_create("{\"game\":\"star-wars\",\"seats\":" COLOURED "}", 7)) {
  static const char same[] = "{\"game\":\"star-wars\",\"seats\":" COLOURED "}";
  int seat = 0;
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben'}", AFTER(0), &seat), ANSWER_OK);
  expect_change(table, "{\"game\":\"classic\",\"seats\":" COLOURED "}", "expected the game and the seats");
  expect_change(table, "{\"game\":\"star-wars\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", "the game and the seats");
  expect_change(table, "{\"game\":\"star-wars\",\"seats\":[" PERSON "," COMPUTER "]}", "the game and the seats");
  expect_change(table, "{\"game\":\"star-wars\"}", "seats: is missing");
  expect_change(table, same, NULL);
  assert_int_equal(core_seal(table, 2, core_commitment(table), AFTER(0)), ANSWER_OK);
  expect_change(table, same, "somebody has sealed");
}

static void expect_absence(const struct table *table, int seat, int64_t now, int64_t since, int64_t until) {
  const struct table_absence absence = table_absence(table, seat, now);
  assert_true(absence.since == since);
  assert_true(absence.until == until);
}

/* Before the start the seat is lost after a minute; in the game a computer may be put there, where no clock decides. */
TEST_AT(until_when_the_others_wait_for_who_is_away,
        core_create("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]}", 7)) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben'}", AFTER(1000), &seat), ANSWER_OK);
  table_present(table, 1, false, AFTER(1000));
  table_present(table, 2, true, AFTER(1000));
  expect_absence(table, 2, AFTER(500000), 0, INT64_MAX);
  table_present(table, 2, false, AFTER(500000));
  expect_absence(table, 2, AFTER(500000 + TABLE_GONE_MS - 1), 0, INT64_MAX);
  expect_absence(table, 2, AFTER(500000 + TABLE_GONE_MS), AFTER(500000), AFTER(500000 + TABLE_SEAL_MS));
  expect_absence(table, 1, AFTER(500000), AFTER(1000), INT64_MAX); /* who opened it may wait elsewhere */
  expect_absence(table, 3, AFTER(500000), 0, INT64_MAX);           /* nobody sits there */
  assert_int_equal(core_seal(table, 2, commitment, AFTER(510000)), ANSWER_OK);
  expect_absence(table, 2, AFTER(520000), AFTER(510000), INT64_MAX); /* an action is a sign of life */
}

/* At a full table nobody waits for a seal longer than a minute, and so nobody chooses when that of telling begins. */
TEST_AT(who_does_not_seal_at_a_full_table_loses_the_seat, core_seated("")) {
  const char *commitment = core_commitment(table), *same;
  for (int i = 1; i <= 2; i++) table_present(table, i, true, AFTER(0));
  assert_int_equal(core_seal(table, 2, commitment, AFTER(TABLE_SEAL_MS / 2)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(TABLE_SEAL_MS));
  table_tick(table, AFTER(TABLE_SEAL_MS));
  assert_last(table, "'type':'stood','seat':1,'why':'away'}");
  assert_true(table->seats[1].sealed);
  assert_int_equal(table->opener, -1);
  assert_act(table, 2, "'type':'free','seat':1", AFTER(TABLE_SEAL_MS), ANSWER_NOT_NOW);
  same = core_commitment(table);
  assert_string_equal(commitment, same);
  table_present(table, 2, false, AFTER(TABLE_SEAL_MS));
}

TEST_AT(who_opened_the_table_frees_seats, core_seated("")) {
  int seat = 0;
  const char *commitment = core_commitment(table);
  assert_act(table, 2, "'type':'free','seat':1", AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, "'type':'free','seat':1", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "'type':'free','seat':2", AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'stood','seat':2,'why':'freed'}");
  assert_act(table, 1, "'type':'free','seat':2", AFTER(1), ANSWER_NOT_NOW);
  assert_int_equal(core_sit(table, "{'id':'sit-again','name':'Ben'}", AFTER(2), &seat), ANSWER_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(3)), ANSWER_OK);
  assert_act(table, 1, "'type':'free','seat':2", AFTER(4), ANSWER_OK);
  assert_last(table, "'type':'renewed'"); /* it may have been told: all begin anew */
  assert_int_equal(core_sit(table, "{'id':'sit-third','name':'Ben'}", AFTER(5), &seat), ANSWER_OK);
  core_begin(table, AFTER(6));
  assert_act(table, 1, "'type':'free','seat':2", AFTER(7), ANSWER_NOT_NOW);
}

/* Time in which the server does not run takes nobody's seat. */
TEST_AT(a_restart_gives_time_to_tell_what_was_sealed, core_seated("")) {
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  const char *commitment = core_commitment(table);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(1)), ANSWER_OK);
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, AFTER(500000));
  for (int64_t seq = 1; seq <= table->seq; seq++) assert_true(table_apply(again, table_entry(table, seq), &fault));
  assert_true(table_due(again) == AFTER(500000 + TABLE_REVEAL_MS));
  table_tick(again, AFTER(500000));
  for (int i = 1; i <= 2; i++) assert_int_equal(core_contribute(again, i, AFTER(500001)), ANSWER_OK);
  assert_int_equal(again->state, TABLE_PLAYING);
  table_close(again);
}

/* The log of a table that was opened before shares were sealed: a game goes on, and waiting guests seal anew. */
TEST(a_log_without_seals_is_taken_up) {
#define HEAD(seq, type) "{'seq':" #seq ",'at':1790000000000,'type':'" type "',"
#define ONE "000102030405060708090a0b0c0d0e0f"
#define TWO "ff0102030405060708090a0b0c0d0eff"

  static const char *const entries[] = {
      HEAD(1, "created") "'table':'TABLETABLETABLE2','commitment':'',"
                         "'setup':{'game':'star-wars','first':1,'seats':[" PERSON "," OPEN "]}}",
      HEAD(2, "sat") "'seat':1,'name':'Anna','kind':'person','contribution':''}",
      HEAD(3, "contributed") "'seat':1,'contribution':'" ONE "'}",
      HEAD(4, "sat") "'seat':2,'name':'Ben','kind':'person','contribution':'" TWO "'}",
      HEAD(5, "started") "'newgame':'newgame game=star-wars first=1','contributions':['" ONE "','" TWO "']}"};
#undef TWO
#undef ONE
#undef HEAD

  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  memset(secret, 7, sizeof secret);
  struct table *waiting = table_open(library, "TABLETABLETABLE2", secret, CORE_START);
  struct table *playing = table_open(library, "TABLETABLETABLE2", secret, CORE_START);
  for (size_t i = 0; i < 5; i++) {
    struct text entry = core_json(entries[i]);
    if (!table_apply(playing, text_span(&entry), &fault)) fail_msg("%s", fault.text);
    if (i < 4) assert_true(table_apply(waiting, text_span(&entry), &fault));
    text_free(&entry);
  }
  draw_and_move(playing, 17, AFTER(1));
  while (playing->state == TABLE_PLAYING) draw_and_move(playing, (uint32_t)playing->words * 31, AFTER(1));
  assert_proved(playing);
  table_tick(waiting, AFTER(100));
  assert_int_equal(waiting->state, TABLE_WAITING);
  uint8_t commitment[FAIR_HASH];
  struct text digits = {0};
  fair_commitment(secret, commitment);
  hex_write(commitment, FAIR_HASH, &digits);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(waiting, i, digits.bytes, AFTER(100)), ANSWER_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_contribute(waiting, i, AFTER(100)), ANSWER_OK);
  assert_int_equal(waiting->state, TABLE_PLAYING);
  text_free(&digits);
  table_close(waiting), table_close(playing);
}

TEST_AT(who_stands_up_leaves_an_open_seat,
        core_create("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]}", 7)) {
  int seat = 0;
  const char *body = "{'id':'sit-down','name':'Ben'}";
  assert_int_equal(core_sit(table, body, AFTER(1), &seat), ANSWER_OK);
  assert_int_equal(seat, 2);
  assert_int_equal(core_sit(table, body, AFTER(1), &seat), ANSWER_NOT_NOW);
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_OK);
  assert_last(table, "'type':'stood','seat':2}");
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_WRONG_TOKEN);
  assert_int_equal(core_sit(table, "{'id':'sit-cleo','name':'Cleo','kind':'program'}", AFTER(3), &seat), ANSWER_OK);
  assert_int_equal(seat, 2);
  assert_int_equal(table->seats[1].holder, TABLE_PROGRAM);
  assert_int_equal(core_sit(table, body, AFTER(4), &seat), ANSWER_NOT_NOW);
}

TEST_AT(a_table_that_everybody_left_is_closed, core_create("{'game':'classic','seats':[" PERSON "," OPEN "]}", 7)) {
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'closed'");
  assert_int_equal(table->state, TABLE_CLOSED);
  assert_true(table_due(table) == INT64_MAX);
  assert_act(table, 0, "'type':'say','name':'Eve','text':'hello'", AFTER(2), ANSWER_NOT_NOW);
}

/* Tables to which nobody comes are closed, those of people who are only slow after a month. */
TEST(a_table_to_which_nobody_comes_is_closed) {
  const int64_t hour = 3600000, day = 24 * hour;
  closes_at(core_create("{'game':'classic','public':false,'seats':[" PERSON "," OPEN "]}", 7), AFTER(day));
  closes_at(core_create("{'game':'classic','seats':[" PERSON "," OPEN "]}", 7), AFTER(hour));
  struct table *table = core_create("{'game':'classic','seats':[" PERSON "," OPEN "]}", 7);
  table_present(table, 1, true, AFTER(0));
  table_tick(table, AFTER(2 * hour));
  table_present(table, 1, false, AFTER(2 * hour));
  closes_at(table, AFTER(3 * hour));
  table = core_two("");
  table_tick(table, AFTER(5000));
  closes_at(table, AFTER(5000 + 30 * day));
  table = core_create("{'game':'classic','seats':[" PERSON "," COMPUTER "],'first':1}", 7);
  core_begin(table, AFTER(0));
  table_tick(table, AFTER(5000));
  closes_at(table, AFTER(5000 + 7 * day));
}

RUN_TESTS(open_library, close_library)
