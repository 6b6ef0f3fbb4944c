/* The end: the secret, the rematch, the series, and entries that no table wrote. */
#include "table/assertions.h"

/* True if the text holds what nobody may know before the end: the secret or the key, whole or in part. */
static bool gives_away(struct span entry) {
  uint8_t secret[FAIR_SECRET];
  struct text text = {0};
  struct fair_contribution contributions[2] = {{.given = true}, {.given = true}};
  for (int seat = 1; seat <= 2; seat++) core_share(seat, contributions[seat - 1].bytes);
  memset(secret, 7, sizeof secret);
  const struct fair_key key = fair_key_of(secret, contributions, 2);
  char digits[9];
  text_add(&text, entry.bytes, entry.length);
  bool found = strstr(text.bytes, "07070707") != NULL;
  for (int i = 0; i + 4 <= FAIR_HASH; i += 4) {
    snprintf(digits, sizeof digits, "%02x%02x%02x%02x", key.bytes[i], key.bytes[i + 1], key.bytes[i + 2],
             key.bytes[i + 3]);
    found = found || strstr(text.bytes, digits) != NULL;
  }
  text_free(&text);
  return found;
}

TEST_AT(the_secret_is_told_at_the_end_and_not_before, core_two("")) {
  struct text record = {0};
  for (uint32_t i = 0; table->state == TABLE_PLAYING; i++) {
    table_record(table, &record);
    assert_null(strstr(record.bytes, "Secret"));
    assert_false(gives_away(core_span(&record)));
    text_clear(&record);
    draw_and_move(table, i * 2654435761u >> 3, AFTER(i));
  }
  for (int64_t seq = 1; seq < table->seq; seq++) assert_false(gives_away(table_entry(table, seq)));
  assert_true(gives_away(table_entry(table, table->seq)));
  assert_last(table, "\"type\":\"over\",\"scores\":[");
  table_record(table, &record);
  assert_non_null(strstr(record.bytes, "[Secret \"07070707"));
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 1, LEAVE, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"say\",\"text\":\"well played\"", AFTER(1000), ANSWER_OK);
  assert_act(table, 2, "\"type\":\"rematch\"", AFTER(1001), ANSWER_OK);
  assert_last(table, "\"type\":\"rematch\",\"seat\":2,\"table\":\"NEXTNEXTNEXTNEXT\"}");
  assert_act(table, 1, "\"type\":\"rematch\"", AFTER(1002), ANSWER_NOT_NOW);
  struct former former;
  const struct setup next = table_rematch(table, 2, AFTER(1002), &former);
  assert_string_equal(former.table, table->id);
  assert_int_equal(former.kept[0], 2);
  assert_int_equal(former.kept[1], 1);
  assert_int_equal(next.seats[0].kind, SETUP_PERSON);
  assert_int_equal(next.seats[0].colour, table->setup.seats[1].colour);
  text_free(&record);
}

/* The tables of a round that share a deck begin without contributions, and do not give its secret away. */
TEST(a_shared_deck_is_told_when_nobody_plays_with_it) {
  struct shared_deck deck = {"TOURNAMENTTOURNA", 2, 1};
  struct text drawn[2] = {{0}}, record = {0};
  for (int i = 0; i < 2; i++) {
    struct table *table =
        core_create_with("{'game':'classic','grace':0,'seats':[" PERSON "," OPEN "]}", 7, NULL, &deck);
    int seat;
    assert_int_equal(table_task(table, 1), TABLE_NO_TASK);
    assert_act(table, 1, "\"type\":\"seal\",\"seal\":\"\"", AFTER(1), ANSWER_BAD_REQUEST);
    assert_int_equal(core_sit(table, "{'id':'sit-00001','name':'Berta'}", AFTER(1), &seat), ANSWER_OK);
    assert_int_equal(table->state, TABLE_PLAYING);
    for (uint32_t turn = 0; table->state == TABLE_PLAYING; turn++) {
      draw_and_move(table, (turn + (uint32_t)i) * 2654435761u >> 3, AFTER(2 + turn));
      for (int64_t seq = table->seq; seq > 0 && turn < 20; seq--) {
        const struct span entry = table_entry(table, seq);
        const char *words = memmem(entry.bytes, entry.length, "\"type\":\"drawn\"", 14);
        if (words == NULL) continue;
        words = strstr(words, "\"words\"");
        text_add(&drawn[i], words, (size_t)(strchr(words, ']') - words));
        break;
      }
    }
    for (int64_t seq = 1; seq <= table->seq; seq++) assert_false(gives_away(table_entry(table, seq)));
    table_record(table, &record);
    assert_null(strstr(record.bytes, "Secret"));
    assert_rebuilt(table);
    table_tell_deck(table);
    text_clear(&record);
    table_record(table, &record);
    assert_non_null(strstr(record.bytes, "[Secret \"07070707"));
    text_clear(&record);
    table_close(table);
  }
  assert_string_equal(drawn[0].bytes, drawn[1].bytes);
  text_free(&record), text_free(&drawn[0]), text_free(&drawn[1]);
}

TEST_AT(who_has_left_is_the_computer_in_the_rematch, core_two("")) {
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  struct former former;
  struct setup next = table_rematch(table, 2, AFTER(60000), &former);
  assert_int_equal(next.seats[1].kind, SETUP_OPEN);
  next = table_rematch(table, 2, AFTER(60001), &former);
  assert_int_equal(next.seats[0].kind, SETUP_PERSON);
  assert_int_equal(next.seats[1].kind, SETUP_COMPUTER);
  assert_int_equal(next.seats[1].level, SETUP_LEVEL_DEFAULT);
  next = table_rematch(table, 1, AFTER(60001), &former);
  assert_int_equal(next.seats[0].kind, SETUP_OPEN);
  assert_int_equal(next.seats[1].kind, SETUP_PERSON);
}

TEST(seats_of_a_rematch_are_kept_for_two_minutes) {
  const struct former former = {.table = "TABLETABLETABLE1", .kept = {2, 3, 1}};
  struct table *table = core_create_after("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]}", 7, &former);
  const int64_t end_of_it = CORE_START + TABLE_KEPT_MS;
  int seat;

  /* 1. Each finds their own seat and no other. */
  assert_int_equal(core_sit(table, "{'id':'sit-0001','name':'Eve'}", end_of_it - 1, &seat), ANSWER_NOT_NOW);
  assert_int_equal(core_sit_after(table, "{'id':'sit-0002','name':'Cleo','seat':3}", 3, end_of_it - 1, &seat),
                   ANSWER_NOT_NOW);
  assert_int_equal(core_sit_after(table, "{'id':'sit-0003','name':'Anna'}", 1, end_of_it - 1, &seat), ANSWER_OK);
  assert_int_equal(seat, 3);

  /* 2. The opener opens a kept seat to everybody; a seat that was left is open anyway. */
  assert_act(table, 1, "'type':'free','seat':2", end_of_it - 1, ANSWER_OK);
  assert_int_equal(core_sit(table, "{'id':'sit-0004','name':'Eve'}", end_of_it - 1, &seat), ANSWER_OK);
  assert_act(table, 1, "'type':'leave'", end_of_it - 1, ANSWER_OK);
  assert_int_equal(core_sit(table, "{'id':'sit-0005','name':'Dora'}", end_of_it - 1, &seat), ANSWER_OK);
  end(table);

  /* 3. And when the time is over all are. */
  table = core_create_after("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]}", 7, &former);
  assert_int_equal(core_sit(table, "{'id':'sit-0006','name':'Eve'}", end_of_it, &seat), ANSWER_OK);
  assert_act(table, 1, "'type':'free','seat':3", end_of_it, ANSWER_NOT_NOW);
  end(table);

  /* 4. The asker of the rematch takes it from nobody by leaving: it is closed when nobody else comes in time. */
  for (int comes = 0; comes < 2; comes++) {
    table = core_create_after("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]}", 7, &former);
    assert_act(table, 1, "'type':'leave'", end_of_it - 2, ANSWER_OK);
    assert_int_equal(table->state, TABLE_WAITING);
    if (comes)
      assert_int_equal(core_sit_after(table, "{'id':'sit-0007','name':'Anna'}", 1, end_of_it - 1, &seat), ANSWER_OK);
    table_tick(table, end_of_it);
    assert_int_equal(table->state, comes ? TABLE_WAITING : TABLE_CLOSED);
    end(table);
  }
}

/* In the games that follow a win counts two points and a shared first place one; they go with the seats. */
TEST(games_of_a_series_are_counted) {
  struct former former;
  struct table *table = core_two(",'clock':{'kind':'game','seconds':60,'loses':true}");
  table_rematch(table, 2, AFTER(1), &former);
  assert_int_equal(former.points[0] + former.points[1], 0);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  table_rematch(table, 1, AFTER(2), &former);
  assert_int_equal(former.points[0], 0); /* for the player who had seat 2 */
  assert_int_equal(former.points[1], 2);
  end(table);
  table = core_create_after("{'game':'classic','seats':[" PERSON "," OPEN "]}", 7, &former);
  assert_int_equal(table->former.points[1], 2);
  assert_rebuilt(table);
  table_rematch(table, 1, AFTER(2), &former);
  assert_int_equal(former.points[0], 2);
  assert_int_equal(former.points[1], 0);
  end(table);
}

/* A game in which the computer made turns for somebody is told as such in the games that follow. */
TEST(games_in_which_a_computer_helped_are_told) {
  struct former former = {.table = "TABLETABLETABLE1", .helped = {3, 0}};
  struct table *table = core_create_after("{'game':'classic','seats':[" PERSON "," OPEN "],'first':1}", 7, &former);
  int seat = 0;
  assert_int_equal(core_sit(table, "{'id':'sit-0001','name':'Ben'}", CORE_START, &seat), ANSWER_OK);
  core_begin(table, CORE_START);
  for (int64_t now = 1000; table->state == TABLE_PLAYING; now += 1000) {
    const bool leaves = table->words == 11, returns = table->words == 13;
    if (leaves) assert_act(table, 2, LEAVE, AFTER(now), ANSWER_OK);
    if (returns) assert_act(table, 2, RETURN, AFTER(now), ANSWER_OK);
    if (tess_game_phase(table->history->game) == TESS_PHASE_DRAW)
      table_tick(table, AFTER(now + 5000));
    else if (table_decides(table, &seat, &(int){0}))
      computer_moves(table, AFTER(now));
    else
      assert_int_equal(core_move(table, 3, AFTER(now)), ANSWER_OK);
  }
  table_rematch(table, 1, AFTER((int64_t)1000000), &former);
  assert_int_equal(former.helped[0], 1); /* for the player who had seat 2 */
  assert_int_equal(former.helped[1], 3);
  end(table);
}

TEST_AT(no_rematch_before_the_end, core_two("")) { assert_act(table, 1, "'type':'rematch'", AFTER(1), ANSWER_NOT_NOW); }

TEST(entries_that_no_table_wrote_are_refused) {
  static const struct {
    const char *entry, *expected;
  } cases[] = {
      {"nonsense", "entry 10: expected JSON"},
      {"{'seq':9,'at':1790000000000,'type':'stood','seat':1}", "entry 10: seq: expected 10"},
      {"{'seq':10,'at':1780000000000,'type':'stood','seat':1}", "entry 10: at: expected"},
      {"{'seq':10,'at':1790000000000,'type':'danced','seat':1}", "type: there is no such entry"},
      {"{'seq':10,'at':1790000000000,'type':'stood','seat':1}", "not in the state"},
      {"{'seq':10,'at':1790000000000,'type':'returned','seat':3}", "seat: expected a whole number"},
      {"{'seq':10,'at':1790000000000,'type':'moved','seat':1,'words':['A3@0,1r2=none']}", "words: "},
      {"{'seq':10,'at':1790000000000,'type':'undone','seat':1,'words':99}", "words: expected"},
      {"{'seq':10,'at':1790000000000,'type':'undone','seat':1,'words':0}", "words: expected those before"},
      {"{'seq':10,'at':1790000000000,'type':'drawn','words':[]}", "it is not the turn"},
      {"{'seq':10,'at':1790000000000,'type':'moved','seat':2,'words':[]}", "it is not the turn"},
      {"{'seq':10,'at':1790000000000,'type':'moved','seat':1,'words':[]}", "a whole turn"},
      {"{'seq':10,'at':1790000000000,'type':'asked','seat':1}", "nothing to ask for"},
      {"{'seq':10,'at':1790000000000,'type':'over','why':'clock'}", "the game is not over"},
      {"{'seq':10,'at':1790000000000,'type':'over'}", "the game is not over"},
      {"{'seq':10,'at':1790000000000,'type':'paused','used':-1}", "possible times"},
      {"{'seq':10,'at':1790000000000,'type':'paused','used':'1'}", "used: expected whole numbers"},
      {"{'seq':10,'at':9223372036854775807,'type':'paused'}", "possible times"},
      {"{'seq':10,'at':1790000000000,'type':'returned','seat':1}", "no computer moves for it"},
      {"{'seq':10,'at':1790000000000,'type':'computer','seat':1,'level':1,'why':'setup'}", "does not take this one"},
      {"{'seq':10,'at':1790000000000,'type':'created'}", "already created"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct fault fault = {0};
    struct table *table = core_two("");
    assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
    assert_int_equal(table->seq, 9);
    struct text entry = core_json(cases[i].entry);
    assert_false(table_apply(table, text_span(&entry), &fault));
    if (strstr(fault.text, cases[i].expected) == NULL) fail_msg("%s", fault.text);
    text_free(&entry);
    table_close(table);
  }
}

RUN_TESTS(open_library, close_library)
