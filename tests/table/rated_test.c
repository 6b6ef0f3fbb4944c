/* Rated tables: what their setup forbids, and that nobody escapes a loss by leaving, waiting, pausing or taking back.
 */
#include "table/assertions.h"

#define CLOCK ",'clock':{'kind':'game','seconds':900,'increment':0}"
#define TWO "'game':'classic','rated':true,'seats':[" PERSON "," OPEN "]"
#define THREE "'game':'classic','rated':true,'seats':[" PERSON "," OPEN "," OPEN "]"

/* Reads a setup; the text of the fault if it is refused, which holds until the next call. */
static const char *refusal(const char *words) {
  static struct fault fault;
  struct setup setup;
  struct fault wrong;
  struct text text = core_json(words);
  fault.text[0] = '\0';
  json_t *json = members_read(core_span(&text), &wrong);
  if (json == NULL) fail_msg("%s", wrong.text);
  if (setup_read(json, library, &setup, &fault)) fault.text[0] = '\0';
  json_decref(json), text_free(&text);
  return fault.text;
}

/* A game of this setup has begun, with Ann on the first seat and others on all open ones. */
static struct table *begun(const char *members) {
  struct text setup = {0}, sit = {0};
  text_print(&setup, "{%s}", members);
  struct table *table = core_create(setup.bytes, 7);
  for (int i = 0, seat; i < table->setup.players; i++) {
    if (table->seats[i].holder != TABLE_NOBODY) continue;
    text_clear(&sit);
    text_print(&sit, "{'id':'sit-down-%d','name':'Player%d'}", i, i);
    assert_int_equal(core_sit(table, sit.bytes, CORE_START, &seat), ANSWER_OK);
  }
  core_begin(table, CORE_START);
  text_free(&setup), text_free(&sit);
  return table;
}

static void assert_places(const struct table *table, const char *places) {
  struct table_result results[TESS_MAX_PLAYERS];
  char found[TESS_MAX_PLAYERS + 1] = "";
  assert_true(table_results(table, results));
  for (int i = 0; i < table->setup.players; i++) found[i] = (char)('0' + results[i].place);
  assert_string_equal(found, places);
}

TEST(a_rated_table_has_a_clock_and_no_help) {
  assert_string_equal(refusal("{" TWO CLOCK "}"), "");
  assert_string_equal(refusal("{" TWO ",'clock':{'kind':'days','days':2},'aids':false,'takebacks':true}"), "");
  assert_string_equal(refusal("{" TWO "}"), "clock: expected one, as the table is rated");
  assert_string_equal(refusal("{" TWO CLOCK ",'first':1}"), "first: expected 0, as the table is rated");
  assert_string_equal(refusal("{" TWO CLOCK ",'aids':true}"), "aids: expected false, as the table is rated");
  assert_string_equal(refusal("{" TWO CLOCK ",'hints':true}"), "hints: expected false, as the table is rated");
  assert_string_equal(refusal("{" TWO CLOCK ",'casual':true}"), "casual: expected false, as the table is rated");
  assert_string_equal(refusal("{'game':'classic','rated':1,'seats':[" PERSON "," OPEN "]}"),
                      "rated: expected true or false");
}

/* The log says it before anybody sits down; with each player who sits down it has their rating. */
TEST(a_rated_table_says_so) {
  struct table *table = core_create("{" TWO CLOCK "}", 7);
  const struct span created = table_entry(table, 1);
  assert_non_null(memmem(created.bytes, created.length, "\"aids\":false,\"hints\":false", 26));
  assert_non_null(memmem(created.bytes, created.length, "\"rated\":true", 12));
  assert_entry(table, 2, "'kind':'person','rating':0}");
  assert_act(table, 1, "'type':'set-up','options':['fields'],'clock':{'kind':'none'}", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "'type':'set-up','options':['fields'],'clock':{'kind':'move','seconds':60}", AFTER(1),
             ANSWER_OK);
  assert_true(table->setup.rated);
  struct former former;
  assert_true(table_rematch(table, 1, AFTER(2), &former).rated);
  end(table);
}

TEST(who_leaves_a_rated_duel_or_misses_a_turn_has_lost) {
  struct table *table = begun(TWO CLOCK);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  assert_last(table, "'type':'over','lost':2,'why':'left'");
  assert_places(table, "12");
  assert_proved(table);
  end(table);
  table = begun(TWO ",'clock':{'kind':'move','seconds':30}");
  const int first = tess_game_seat(table->history->game) + 1;
  assert_act(table, first, DRAW, AFTER(1000), ANSWER_OK);
  table_tick(table, AFTER(31000));
  assert_last(table, "'type':'over'");
  assert_places(table, first == 1 ? "21" : "12");
  end(table);
}

/* A computer agrees to every pause elsewhere: here a game that is lost could stand still for ever. */
TEST(a_rated_game_has_no_pauses) {
  struct table *table = begun("'game':'classic','rated':true,'seats':[" PERSON "," COMPUTER "]" CLOCK);
  assert_act(table, 1, PAUSE, AFTER(1), ANSWER_NOT_NOW);
  end(table);
}

TEST(what_was_seen_is_not_taken_back_at_a_rated_table) {
  struct table *table = begun(TWO CLOCK);
  const int first = tess_game_seat(table->history->game) + 1;
  draw_and_move(table, 3, AFTER(1000));
  assert_act(table, first, TAKE_BACK, AFTER(2000), ANSWER_OK); /* nobody has drawn since */
  assert_int_equal(core_move(table, 5, AFTER(3000)), ANSWER_OK);
  assert_act(table, 3 - first, DRAW, AFTER(4000), ANSWER_OK);
  assert_act(table, first, TAKE_BACK, AFTER(5000), ANSWER_NOT_NOW);
  assert_act(table, 3 - first, "'type':'pause'", AFTER(5000), ANSWER_NOT_NOW);
  assert_act(table, first, first == 1 ? "'type':'replace','seat':2" : "'type':'replace','seat':1", AFTER(DAY / 100),
             ANSWER_NOT_NOW);
  end(table);
}

/* In a group the others play on: the computer moves for a player who left, and that player is last. */
TEST(who_leaves_a_rated_group_is_last) {
  struct table *table = begun(THREE CLOCK);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  assert_last(table, "'type':'computer','seat':2,'level':5,'why':'left'}");
  assert_act(table, 2, RETURN, AFTER(2), ANSWER_NOT_NOW);
  assert_int_equal(table->state, TABLE_PLAYING);
  int seat, level;
  for (uint32_t i = 1; table->state == TABLE_PLAYING; i++) {
    table_tick(table, table_at(table) + TABLE_LOOK_MS);
    if (table_decides(table, &seat, &level))
      computer_moves(table, table_at(table));
    else
      assert_int_equal(core_move(table, i * 2654435761u >> 3, table_at(table)), ANSWER_OK);
  }
  struct table_result results[TESS_MAX_PLAYERS];
  assert_true(table_results(table, results));
  assert_int_equal(results[1].place, 3);
  assert_true(results[1].lost && results[1].helped && !results[0].lost && results[0].place < 3 && results[2].place < 3);
  assert_proved(table);
  end(table);
}

/* With one side left the game is over, and that side has won. Those who left share the last place. */
TEST(the_last_one_at_a_rated_table_has_won) {
  struct table *table = begun(THREE CLOCK);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  assert_seen(table, 1, LEAVE, table->seq, ANSWER_OK);
  assert_last(table, "'type':'over','scores':[");
  assert_places(table, "221");
  assert_lost(table, "[Termination \"abandoned\"]");
  end(table);
  table = begun("'game':'star-wars','options':['teams'],'rated':true,'seats':[" PERSON "," OPEN "," OPEN "," OPEN
                "]" CLOCK);
  assert_seen(table, 3, LEAVE, table->seq, ANSWER_OK);
  assert_places(table, "2121");
  end(table);
}

/* Nobody escapes by leaving computers alone, as at other tables, where such a game is undecided. */
TEST(a_rated_game_against_computers_is_decided) {
  struct table *table = begun("'game':'classic','rated':true,'seats':[" PERSON "," COMPUTER "," COMPUTER "]" CLOCK);
  assert_true(table_is_awaited(table)); /* computers move while nobody looks on */
  assert_seen(table, 1, LEAVE, table->seq, ANSWER_OK);
  assert_last(table, "'type':'over','scores':[");
  assert_false(table->undecided);
  assert_places(table, "311");
  end(table);
}

RUN_TESTS(open_library, close_library)
