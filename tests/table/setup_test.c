/* Setups and requests: what is read, completed, written, and refused with which words. */
#include "table/core.h"
#include "table/setup.h"

/* Reads JSON that has ' for ". */
static bool read_setup(const char *words, struct setup *setup, struct fault *fault) {
  struct text json = core_json(words);
  json_t *read = members_read(text_span(&json), fault);
  text_free(&json);
  assert_non_null(read);
  const bool good = setup_read(read, library, setup, fault);
  json_decref(read);
  return good;
}

static void assert_setup(const char *json, const char *expected) {
  struct setup setup;
  struct fault fault;
  struct text text = {0};
  struct text words = core_json(expected);
  if (!read_setup(json, &setup, &fault)) fail_msg("%s", fault.text);
  setup_write(&setup, &text);
  assert_string_equal(text.bytes, words.bytes);
  text_free(&words);
  text_free(&text);
}

TEST(a_setup_is_completed) {
  static const char usual[] =
      "{'game':'star-wars','set':'star-wars','options':[],"
      "'seats':[{'kind':'person','colour':'red'},{'kind':'open','colour':'black'}],'first':0,'clock':{'kind':'none'},"
      "'grace':3000,'public':true,'aids':true,'hints':true,'takebacks':true,'casual':false,'watchers_talk':true}";
  assert_setup("{'game':'star-wars','seats':[" PERSON "," OPEN "]}", usual);
  /* A byte order mark is read over. */
  assert_setup("\xEF\xBB\xBF{'game':'star-wars','seats':[" PERSON "," OPEN "]}", usual);
  assert_setup(
      "{'game':'classic','set':'classic','options':['river','fields'],"
      "'seats':[{'kind':'person'},{'kind':'computer','colour':'black'},{'kind':'person'}],'first':2,"
      "'clock':{'kind':'game','seconds':600,'increment':10},'grace':0,'public':false,'aids':false,'hints':false,"
      "'takebacks':false,'casual':true,'watchers_talk':false}",
      "{'game':'classic','set':'classic','options':['fields','river'],"
      "'seats':[{'kind':'person','colour':'red'},{'kind':'computer','level':5,'colour':'black'},"
      "{'kind':'open','colour':'green'}],'first':2,'clock':{'kind':'game','seconds':600,'increment':10},'grace':0,"
      "'public':false,'aids':false,'hints':false,'takebacks':false,'casual':true,'watchers_talk':false}");
}

/* A setup whose clock is of days says so again. */
TEST(a_clock_of_days_has_whole_days) {
  struct setup setup;
  struct fault fault;
  struct text text = {0}, clock = core_json("'clock':{'kind':'days','days':14}");
  assert_true(
      read_setup("{'game':'classic','seats':[" PERSON "," OPEN "],'clock':{'kind':'days','days':14}}", &setup, &fault));
  assert_int_equal(setup.seconds, 14 * 86400);
  assert_int_equal(setup_days(&setup), 14);
  setup_write(&setup, &text);
  assert_non_null(strstr(text.bytes, clock.bytes));
  text_free(&clock);
  text_free(&text);
}

TEST(a_clock_that_loses_the_game_is_for_two) {
#define LOSES "'clock':{'kind':'game','seconds':900,'increment':0,'loses':true}"
  struct setup setup;
  struct fault fault = {0};
  struct text text = {0}, clock = core_json(LOSES);
  assert_false(read_setup("{'game':'classic','seats':[" PERSON "," OPEN "," OPEN "]," LOSES "}", &setup, &fault));
  assert_non_null(strstr(fault.text, "clock: loses: expected a table of two seats"));
  assert_true(read_setup("{'game':'classic','seats':[" PERSON "," OPEN "]," LOSES "}", &setup, &fault));
  setup_write(&setup, &text);
  assert_non_null(strstr(text.bytes, clock.bytes));
  text_free(&clock);
  text_free(&text);
}

TEST(a_written_setup_reads_as_itself) {
  struct setup setup, again;
  struct fault fault;
  struct text text = {0};
  assert_true(read_setup("{'game':'star-wars','options':['teams'],'seats':[" OPEN "," COMPUTER "," PERSON "," OPEN
                         "],'clock':{'kind':'move','seconds':30}}",
                         &setup, &fault));
  setup_write(&setup, &text);
  assert_true(read_setup(text.bytes, &again, &fault));
  assert_memory_equal(&setup, &again, sizeof setup);
  text_free(&text);
}

#define TWO "'seats':[" PERSON "," OPEN "]"

TEST(bad_setups_are_refused_with_the_member) {
  static const struct {
    const char *json, *expected;
  } cases[] = {
      {"{" TWO "}", "game: is missing"},
      {"{'game':'chess'," TWO "}", "game: expected one of star-wars classic, not 'chess'"},
      {"{'game':5," TWO "}", "game: expected a string"},
      {"{'game':'classic','set':'star-wars'," TWO "}", "set: expected classic"},
      {"{'game':'classic'}", "seats: is missing"},
      {"{'game':'classic','seats':[" PERSON "]}", "seats: expected an array of 2 to 5"},
      {"{'game':'classic','seats':[" PERSON ",5]}", "seats: seat 2: expected an object"},
      {"{'game':'classic','seats':[" PERSON ",{}]}", "seats: seat 2: kind: is missing"},
      {"{'game':'classic','seats':[" OPEN "," COMPUTER "]}", "seats: expected one of the kind person"},
      {"{'game':'classic','seats':[" PERSON ",{'kind':'computer','level':9}]}",
       "seats: seat 2: level: expected a whole number from 1 to 8"},
      {"{'game':'classic','seats':[" PERSON ",{'kind':'open','level':3}]}", "only a computer has one"},
      {"{'game':'classic','seats':[" PERSON ",{'kind':'open','colour':'pink'}]}", "colour: there is none named 'pink'"},
      {"{'game':'classic','seats':[" PERSON ",{'kind':'open','colour':'orange'}]}",
       "colours: the game classic has the colours black,red,green,blue,yellow, not orange"},
      {"{'game':'classic','seats':[{'kind':'person','colour':'red'},{'kind':'open','colour':"
       "'red'}]}",
       "colour red stands twice"},
      {"{'game':'classic','options':'river'," TWO "}", "options: expected an array"},
      {"{'game':'classic','options':['snow']," TWO "}", "options: expected strings out of"},
      {"{'game':'classic','options':['river','river']," TWO "}", "river stands twice"},
      {"{'game':'star-wars','options':['river']," TWO "}", "river: the set 'star-wars' cannot be joined"},
      {"{'game':'star-wars','options':['teams']," TWO "}", "teams: expected 4 players"},
      {"{'game':'classic','first':3," TWO "}", "first: expected a whole number from 0 to 2"},
      {"{'game':'classic','grace':60001," TWO "}", "grace: expected a whole number from 0 to 60000"},
      {"{'game':'classic','public':1," TWO "}", "public: expected true or false"},
      {"{'game':'classic','clock':5," TWO "}", "clock: expected an object"},
      {"{'game':'classic','clock':{'kind':'sand'}," TWO "}", "clock: kind: expected one of none move game days"},
      {"{'game':'classic','clock':{'kind':'move'}," TWO "}", "clock: seconds: is missing"},
      {"{'game':'classic','clock':{'kind':'days'}," TWO "}", "clock: days: is missing"},
      {"{'game':'classic','clock':{'kind':'days','days':15}," TWO "}",
       "clock: days: expected a whole number from 1 to 14"},
      {"{'game':'classic','clock':{'kind':'move','seconds':0}," TWO "}", "clock: seconds: expected a whole"},
      {"{'game':'classic','clock':{'kind':'none','seconds':1}," TWO "}", "clock: unknown member 'seconds'"},
      {"{'game':'classic','takeback':true," TWO "}", "unknown member 'takeback'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct setup setup;
    struct fault fault = {0};
    assert_false(read_setup(cases[i].json, &setup, &fault));
    if (strstr(fault.text, cases[i].expected) == NULL) fail_msg("%s\nsaid %s", cases[i].json, fault.text);
  }
}

TEST(newgame_says_the_same_game) {
  struct setup setup;
  struct fault fault;
  struct text text = {0};
  assert_true(
      read_setup("{'game':'classic','options':['abbot','river'],'seats':[" PERSON "," OPEN "]}", &setup, &fault));
  setup_write_newgame(&setup, 1, &text);
  assert_string_equal(text.bytes, "newgame game=classic players=2 abbot=on river=on colours=black,red first=2");
  text_free(&text);
}

TEST(the_next_game_has_the_seats_rotated) {
  struct setup setup;
  struct fault fault;
  const bool held[TESS_MAX_PLAYERS] = {true, false, true};
  assert_true(read_setup("{'game':'classic','seats':[" PERSON "," COMPUTER "," OPEN "]}", &setup, &fault));
  const struct setup next = setup_rotate(&setup, held, 2);
  assert_int_equal(next.seats[0].kind, SETUP_COMPUTER);
  assert_int_equal(next.seats[0].level, 1);
  assert_int_equal(next.seats[0].colour, setup.seats[1].colour);
  assert_int_equal(next.seats[1].kind, SETUP_PERSON);
  assert_int_equal(next.seats[1].colour, setup.seats[2].colour);
  assert_int_equal(next.seats[2].kind, SETUP_OPEN);
  assert_false(next.listed);
}

/* ---- Requests ---- */

static bool read_create(struct span body, struct request *request, struct answer *answer) {
  return request_read_create(body, library, request, answer);
}

/* A body, which has ' for ", is refused by a reader with these words. */
static void assert_refused(bool (*read)(struct span body, struct request *request, struct answer *answer),
                           const char *words, const char *expected) {
  struct request request;
  struct answer answer = {0};
  struct text body = core_json(words);
  if (read(text_span(&body), &request, &answer)) fail_msg("granted: %s", words);
  assert_int_equal(answer.code, ANSWER_BAD_REQUEST);
  if (strstr(answer.body.bytes, expected) == NULL) fail_msg("%s\nsaid %s", words, answer.body.bytes);
  answer_free(&answer);
  text_free(&body);
}

TEST(bad_actions_are_refused_with_the_member) {
  static const struct {
    const char *body, *expected;
  } cases[] = {
      {"", "expected JSON"},
      {"[]", "expected a JSON object"},
      {"{'id':'12345678','id':'12345678','type':'draw'}", "duplicate"},
      {"{'type':'draw'}", "id: is missing"},
      {"{'id':'1234567','type':'draw'}", "id: expected 8 to 64 characters"},
      {"{'id':'1234567 8','type':'draw'}", "id: expected 8 to 64 characters"},
      {"{'id':'12345678'}", "type: is missing"},
      {"{'id':'12345678','type':''}", "type: expected one of set-up seal contribute draw move"},
      {"{'id':'12345678','type':'draw','seat':1}", "unknown member 'seat': expected id type"},
      {"{'id':'12345678','type':'mute','seat':1.5,'yes':true}", "seat: expected a whole number from 0 to 5"},
      {"{'id':'12345678','type':'mute','seat':1e300,'yes':true}", "seat: expected a whole number from 0 to 5"},
      {"{'id':'12345678','type':'mute','seat':'1','yes':true}", "seat: expected a whole number from 0 to 5"},
      {"{'id':'12345678','type':'cheat'}", "type: expected one of set-up seal contribute draw move"},
      {"{'id':'12345678','type':'move','at':1}", "move: is missing"},
      {"{'id':'12345678','type':'move','move':'a b','at':1}", "move: expected a word"},
      {"{'id':'12345678','type':'move','move':'A3@0,1r2=none'}", "at: is missing"},
      {"{'id':'12345678','type':'move','move':'A3@0,1r2=none','at':-1}", "at: expected a whole number"},
      {"{'id':'12345678','type':'answer','yes':true}", "asked: is missing"},
      {"{'id':'12345678','type':'answer','asked':0,'yes':true}", "asked: expected a whole number from 1"},
      {"{'id':'12345678','type':'answer','asked':9,'yes':'yes'}", "yes: expected true or false"},
      {"{'id':'12345678','type':'leave','seen':0}", "seen: expected a whole number from 1"},
      {"{'id':'12345678','type':'rematch','seen':9}", "unknown member 'seen': expected id type"},
      {"{'id':'12345678','type':'say','text':''}", "text: expected 1 to 500 characters"},
      {"{'id':'12345678','type':'say','text':' \\u00a0\\u2003'}", "text: expected 1 to 500 characters"},
      {"{'id':'12345678','type':'say','text':'a\\u0007b'}", "no control characters"},
      {"{'id':'12345678','type':'say','text':'a\\u202eb'}", "no control characters"},
      {"{'id':'12345678','type':'say','text':'x','name':'1234567890123456789012345'}",
       "name: expected 1 to 24 characters"},
      {"{'id':'12345678','type':'mute','yes':true}", "seat: is missing"},
      {"{'id':'12345678','type':'mute','seat':6,'yes':true}", "seat: expected a whole number from 0 to 5"},
      {"{'id':'12345678','type':'replace','seat':1,'level':0}", "level: expected a whole number from 5 to 8"},
      {"{'id':'12345678','type':'seal'}", "seal: is missing"},
      {"{'id':'12345678','type':'seal','seal':'00'}", "seal: expected 64 hexadecimal"},
      {"{'id':'12345678','type':'contribute'}", "contribution: is missing"},
      {"{'id':'12345678','type':'contribute','contribution':'00'}", "contribution: expected 32 hexadecimal"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    assert_refused(request_read_action, cases[i].body, cases[i].expected);
}

TEST(other_bodies_are_refused_too) {
  assert_refused(request_read_sit, "{'id':'12345678'}", "name: is missing");
  assert_refused(request_read_recover, "{'id':'12345678'}", "recovery: is missing");
  assert_refused(read_create, "{'id':'12345678'}", "name: is missing");
  assert_refused(request_read_sit, "{'id':'12345678','name':'Anna','kind':'god'}", "kind: expected one of");
  assert_refused(read_create, "{'id':'12345678','name':'Anna'}", "setup: is missing");
  static const char much[] = "{'id':'12345678','name':'Anna','recovery':'x','colour':'red'}";
  assert_refused(read_create, much, "unknown member 'recovery'");
  assert_refused(request_read_sit, much, "unknown member 'recovery'");
  assert_refused(request_read_recover, much, "unknown member 'name'");
  assert_refused(read_create, "{'id':'12345678','name':'Anna','setup':{}}", "setup: game: is missing");
}

TEST(names_of_all_scripts_are_taken) {
  struct request request;
  struct answer answer = {0};
  struct text body =
      core_json("{'id':'12345678','name':'\\u0410\\u043d\\u043d\\u0430 \\ud83d\\udc69\\u200d\\ud83d\\ude80'}");
  assert_true(request_read_sit(text_span(&body), &request, &answer));
  assert_string_equal(request.name, "Анна 👩‍🚀");
  assert_false(request.program);
  text_free(&body);
}

RUN_TESTS(open_library, close_library)
