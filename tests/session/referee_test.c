/* The referee of docs/lookup/protocol.md, line by line. */
#include "cli/cmocka_base.h"

#include "session/session.h"
#include "tessera/tessera.h"

static struct session session;
static struct text reply;

static int open_referee(void **state) {
  (void)state;
  session_open(&session, referee_commands, NULL, tile_set_load);
  return 0;
}

static int close_referee(void **state) {
  (void)state;
  session_close(&session);
  text_free(&reply);
  return 0;
}

static const char *ask_bytes(const char *line, size_t length) {
  text_clear(&reply);
  assert_true(session_line(&session, line, length, &reply));
  return reply.bytes;
}

static const char *ask(const char *line) { return ask_bytes(line, strlen(line)); }

static void expect(const char *line, const char *answer) { assert_string_equal(ask(line), answer); }

/* The reply is an error with this code and nothing else. */
static void expect_error(const char *line, const char *code) {
  char head[64];
  int length = snprintf(head, sizeof head, "error %s ", code);
  const char *answer = ask(line);
  assert_int_equal(strncmp(answer, head, (size_t)length), 0);
  assert_ptr_equal(strchr(answer, '\n'), answer + strlen(answer) - 1);
}

/* All lines must be answered with ok; data lines are not looked at. */
static void expect_ok(const char *line) {
  const char *answer = ask(line);
  size_t length = strlen(answer);
  assert_true(length >= 3);
  assert_string_equal(answer + length - 3, "ok\n");
}

#define SESSION_TEST(name) TEST_WITH(name, open_referee, close_referee)

SESSION_TEST(test_session) {
  expect("tep", "id name tessera\nid version " TESS_VERSION "\nprotocol 1\nok\n");
  expect("", "");
  expect("   \t ", "");
  expect("# anything", "");
  expect("\xEF\xBB\xBFtep", "id name tessera\nid version " TESS_VERSION "\nprotocol 1\nok\n");
  expect("tep\r", "id name tessera\nid version " TESS_VERSION "\nprotocol 1\nok\n");
  assert_non_null(strstr(ask("list_commands"), "\nperft N [ID ...]\n"));
  expect_error("fly", "unknown-command");
  expect_error("tep now", "syntax");
  expect_error("\x01\xff", "unknown-command");
}

SESSION_TEST(test_quit) {
  expect_error("quit now", "syntax");
  text_clear(&reply);
  assert_false(session_line(&session, "quit", 4, &reply));
  assert_string_equal(reply.bytes, "ok\n");
}

SESSION_TEST(test_no_game) {
  static const char *const lines[] = {"undo",     "draw",           "place 1,0r0", "meeple none",
                                      "throw",    "move R2S@1,0r0", "phase",       "legal",
                                      "state",    "hash",           "realms",      "bag",
                                      "fits 0,0", "perft 1",        "record",      "position startpos",
                                      "turns",    "try R2S@1,0r0",  "eval"};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) expect_error(lines[i], "no-game");
}

SESSION_TEST(test_too_long) {
  char *line = malloc(SESSION_LINE_MAX + 1);
  memset(line, 'x', SESSION_LINE_MAX + 1);
  assert_non_null(strstr(ask_bytes(line, SESSION_LINE_MAX + 1), "error too-long "));
  assert_non_null(strstr(ask_bytes(line, SESSION_LINE_MAX), "error unknown-command "));
  memset(line, ' ', SESSION_LINE_MAX);
  memcpy(line, "tep", 3);
  assert_non_null(strstr(ask_bytes(line, SESSION_LINE_MAX), "ok\n"));
  assert_non_null(strstr(ask_bytes("te\0p", 4), "error too-long "));
  free(line);
}

SESSION_TEST(test_newgame_options) {
  expect("newgame", "ok\n");
  expect("newgame game=classic players=3 fields=on abbot=on river=on first=2 seed=18446744073709551615", "ok\n");
  expect("phase", "phase draw seat 2\nok\n");
  assert_non_null(strstr(ask("state"), "set=classic+river:"));
  expect("newgame set=classic", "ok\n");
  expect("newgame players=4 teams=on", "ok\n");
  expect("newgame colours=white,orange,green first=random", "ok\n");
  assert_non_null(strstr(ask("state"), "colours=white,orange,green"));
}

SESSION_TEST(test_newgame_errors) {
  expect("newgame seed=5", "ok\n");
  expect_ok("draw");
  struct text before = {0};
  text_add_string(&before, ask("state"));
  static const char *const lines[][2] = {{"newgame seed", "syntax"},
                                         {"newgame seed=", "syntax"},
                                         {"newgame seed=x", "syntax"},
                                         {"newgame seed=18446744073709551616", "syntax"},
                                         {"newgame what=1", "syntax"},
                                         {"newgame game=chess", "syntax"},
                                         {"newgame players=1", "syntax"},
                                         {"newgame players=6", "syntax"},
                                         {"newgame fields=yes", "syntax"},
                                         {"newgame first=3", "syntax"},
                                         {"newgame colours=red", "syntax"},
                                         {"newgame players=3 colours=red,black", "syntax"},
                                         {"newgame players=2 players=3", "syntax"},
                                         {"newgame players=2 seed=1 seed=1", "syntax"},
                                         {"newgame teams=off teams=off", "syntax"},
                                         {"newgame colours=red,blue", "bad-options"},
                                         {"newgame fields=on", "bad-options"},
                                         {"newgame teams=on", "bad-options"},
                                         {"newgame river=on", "bad-options"},
                                         {"newgame game=classic set=star-wars", "bad-options"},
                                         {"newgame set=river", "bad-set"},
                                         {"newgame set=/nowhere/set.json", "bad-set"},
                                         {"newgame set=" TESSERA_SOURCE_DIR "/data/tiles/river.json", "bad-set"}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    expect_error(lines[i][0], lines[i][1]);
    assert_string_equal(ask("state"), before.bytes);
  }
  text_free(&before);
}

SESSION_TEST(test_steps) {
  expect("newgame", "ok\n");
  expect_error("place 1,0r0", "bad-phase");
  expect_error("draw START", "bad-tile");
  expect_error("draw NONE", "bad-tile");
  expect_error("draw R2S R2S", "syntax");
  expect("draw R2S", "event {\"event\":\"drawn\",\"seat\":1,\"tile\":\"R2S\"}\nok\n");
  expect("phase", "phase place seat 1 tile R2S\nok\n");
  expect("legal", "place -1,0r0\nplace 1,0r0\nplace 0,1r0\nok\n");
  expect_error("draw R2S", "bad-phase");
  expect_error("place", "syntax");
  expect_error("place 1,0", "syntax");
  expect_error("place 0,0r0", "bad-placement");
  expect_error("meeple none", "bad-phase");
  expect("place 1,0r2",
         "event {\"event\":\"placed\",\"seat\":1,\"tile\":\"R2S\",\"x\":1,\"y\":0,\"rotation\":0}\nok\n");
  expect("legal", "meeple none\nmeeple small:route.E\nmeeple large:route.E\nok\n");
  expect_error("meeple abbot:route.E", "syntax");
  expect_error("meeple small:planet", "bad-decision");
  expect_error("meeple small:route.E x", "syntax");
  expect("meeple large:route.W",
         "event {\"event\":\"meeple\",\"seat\":1,\"piece\":\"large\",\"realm\":\"route.E\",\"x\":1,\"y\":0}\nok\n");
  expect("phase", "phase draw seat 2\nok\n");
  expect_error("throw", "bad-phase");
}

SESSION_TEST(test_move) {
  expect("newgame", "ok\n");
  expect_error("move R2S@1,0r0", "bad-phase");
  expect_ok("draw R2S");
  struct text before = {0};
  text_add_string(&before, ask("state"));
  expect_error("move R3@1,0r0", "bad-placement");
  expect_error("move R2S@1,0r1", "bad-placement");
  expect_error("move R2S@1,0r0=small:planet", "bad-decision");
  expect_error("move R2S@1,0r0=tall:route.E", "syntax");
  assert_string_equal(ask("state"), before.bytes);
  expect_ok("move R2S@1,0r0");
  expect("phase", "phase draw seat 2\nok\n");
  expect_ok("undo 3");
  expect_error("undo", "nothing-to-undo");
  text_free(&before);
}

/* X6 of docs/lookup/rules/examples.md: a battle for a planet with a tie. */
static void play_to_battle(void) {
  expect("newgame colours=white,red", "ok\n");
  expect_ok("draw P0_R");
  expect_ok("move P0_R@0,1r0=large:planet");
  expect_ok("draw P1_R");
  expect_ok("place 1,1r0");
  assert_non_null(
      strstr(ask("meeple small:planet@0,1"),
             "event {\"event\":\"battle\",\"realm\":\"planet\",\"x\":0,\"y\":1,\"dice\":{\"1\":2,\"2\":2}}\n"));
  expect("legal", "throw 1:2d6 2:2d6\nok\n");
  expect_error("throw 1:2d6 2:2d6", "syntax");
}

SESSION_TEST(test_battle) {
  play_to_battle();
  expect_error("throw 1:5,3", "bad-throw");
  expect_error("throw 1:7,3 2:5,1", "syntax");
  expect_ok("throw 1:5,3 2:5,1");
  expect("phase", "phase throw seat 2\nok\n");
  const char *answer = ask("throw 1:4,3 2:5,1");
  assert_non_null(strstr(answer, "{\"event\":\"lost\",\"realm\":\"planet\",\"x\":0,\"y\":1,\"side\":1,\"points\":2}"));
  assert_non_null(strstr(answer, "{\"event\":\"returned\",\"seat\":1,\"piece\":\"large\""));
  assert_non_null(strstr(ask("state"), "scores=3,1"));
  expect_ok("undo 2");
  expect_ok("throw");
}

SESSION_TEST(test_position) {
  expect("newgame seed=9", "ok\n");
  expect_ok("position startpos moves R2S@1,0r0=small:route.E R3@2,0r0=none A4");
  expect("phase", "phase place seat 1 tile A4\nok\n");
  expect_error("undo", "nothing-to-undo");
  struct text line = {0}, hash = {0};
  const char *answer = ask("state");
  text_add_string(&line, "position ");
  text_add(&line, answer, strcspn(answer, "\n"));
  text_add_string(&hash, ask("hash"));
  expect_error("position startpos moves R2S@1,0r0=small:route.E R3@2,0r3=none", "bad-placement");
  expect_error("position startpos moves (R2S)", "bad-tile");
  expect_error("position nonsense", "syntax");
  assert_string_equal(ask("hash"), hash.bytes);
  expect_ok("newgame game=classic");
  expect_ok(line.bytes);
  assert_string_equal(ask("hash"), hash.bytes);
  text_add_string(&line, " moves A4@0,-1r0=large:asteroids.N");
  expect_ok(line.bytes);
  expect("phase", "phase draw seat 2\nok\n");
  text_free(&line);
  text_free(&hash);
}

SESSION_TEST(test_undo) {
  expect("newgame seed=3", "ok\n");
  struct text first = {0};
  text_add_string(&first, ask("hash"));
  expect_error("undo 0", "syntax");
  expect_error("undo x", "syntax");
  expect_error("undo 1 2", "syntax");
  for (int i = 0; i < 150; i++) {
    expect_ok("draw");
    expect_ok("undo");
  }
  assert_string_equal(ask("hash"), first.bytes);
  expect_error("undo", "nothing-to-undo");
  expect_ok("draw R2S");
  expect_error("undo 2", "nothing-to-undo");
  expect_ok("undo");
  text_free(&first);
}

SESSION_TEST(test_queries) {
  expect("newgame", "ok\n");
  expect("realms", "realm asteroids.N@0,0 open tiles=1 symbols=0 open=1 cities=0 worth=1\n"
                   "realm route.E@0,0 open tiles=1 symbols=0 open=2 cities=0 worth=1\nok\n");
  assert_non_null(strstr(ask("bag"), "bag R2S*5\n"));
  assert_non_null(strstr(ask("bag"), "bag total 75\n"));
  expect("fits 0,0", "fits -1\nok\n");
  expect("fits 50,50", "fits 75\nok\n");
  expect_error("fits", "syntax");
  expect_error("fits 1", "syntax");
  expect_error("fits 1,1 1", "syntax");
  expect_error("state xml", "syntax");
  expect_error("hash 1", "syntax");
  assert_non_null(strstr(ask("state json"), "\"supply\":[{\"small\":4,\"large\":1},"));
}

SESSION_TEST(test_try) {
  char before[128], tried[1024];
  expect_ok("newgame");
  expect_error("try R2S@1,0r0=none", "bad-phase");
  expect_ok("draw R2S");
  snprintf(before, sizeof before, "%s", ask("hash"));
  snprintf(tried, sizeof tried, "%s", ask("try R2S@1,0r0=small:route.E"));
  assert_non_null(
      strstr(tried, "event {\"event\":\"placed\",\"seat\":1,\"tile\":\"R2S\",\"x\":1,\"y\":0,\"rotation\":0}\n"));
  expect("hash", before);
  expect_error("try", "syntax");
  expect_error("try R2S@1,0r0=none now", "syntax");
  expect_error("try R2S@1,0r1=none", "bad-placement");
  expect_error("try R2S@1,0r0=large:planet", "bad-decision");
  expect_error("try A1@1,0r1=none", "bad-placement");
  expect("hash", before);
  expect("move R2S@1,0r0=small:route.E", tried);
  expect_ok("undo");
  expect("try R2S@1,0r0=none", "ok\n");
}

/* All turns are those that perft counts, in the order of `legal`, and each can be taken. */
SESSION_TEST(test_turns) {
  expect_ok("newgame");
  expect_error("turns", "bad-phase");
  expect_ok("draw R2S");
  expect_error("turns xml", "syntax");
  expect_error("turns json 1", "syntax");
  struct text turns = {0};
  text_add_string(&turns, ask("turns"));
  struct span rest = {turns.bytes, turns.length}, line;
  int count = 0;
  while (span_split(&rest, '\n', &line) && !span_is(line, "ok")) {
    char move[64];
    assert_int_equal(strncmp(line.bytes, "turn R2S@", 9), 0);
    snprintf(move, sizeof move, "move %.*s", (int)line.length - 5, line.bytes + 5);
    expect_ok(move);
    expect_ok("undo 2");
    count++;
  }
  assert_int_equal(count, 9);
  assert_non_null(strstr(turns.bytes, "turn R2S@1,0r0=none\nturn R2S@1,0r0=small:route.E\n"));
  text_free(&turns);
}

/* `turns json` tells what `try` and, after the turn, `eval` would. */
SESSION_TEST(test_turns_json) {
  expect_ok("newgame");
  expect_error("turns json", "bad-phase");
  expect_ok("position startpos moves R2S@1,0r0=small:route.W R2C");
  struct text turns = {0}, object = {0};
  text_add_string(&turns, ask("turns json"));
  static const char move[] = "R2C@-1,0r2=none";
  text_print(&object, "{\"move\":\"%s\",\"eval\":[", move);
  const char *told = strstr(turns.bytes, object.bytes);
  assert_non_null(told);
  char line[96], values[96], one[32], two[32];
  snprintf(line, sizeof line, "try %s", move);
  text_clear(&object);
  struct text events = {0};
  text_add_string(&events, ask(line));
  struct span rest = {events.bytes, events.length}, event;
  while (span_split(&rest, '\n', &event) && !span_is(event, "ok"))
    text_print(&object, "%s%.*s", object.length > 0 ? "," : "", (int)event.length - 6, event.bytes + 6);
  snprintf(line, sizeof line, "move %s", move);
  expect_ok(line);
  assert_int_equal(sscanf(ask("eval"), "eval %31s %31s\nok\n", one, two), 2);
  snprintf(values, sizeof values, "\"eval\":[%s,%s],\"events\":[", one, two);
  assert_non_null(strstr(told, values));
  assert_memory_equal(strstr(told, "\"events\":[") + 10, object.bytes, object.length);
  text_free(&turns);
  text_free(&object);
  text_free(&events);
}

/* With nothing left to come `eval` is the score; before that it is the best turn's. */
SESSION_TEST(test_eval) {
  char place[64], best[64];
  expect_ok("newgame");
  expect_error("eval 1", "syntax");
  assert_int_equal(strncmp(ask("eval"), "eval ", 5), 0);
  expect_ok("draw R2S");
  snprintf(place, sizeof place, "%s", ask("eval"));
  assert_non_null(strstr(ask("turns json"), "\"eval\":["));
  double most = -1e9, own, other;
  struct text turns = {0};
  text_add_string(&turns, ask("turns json"));
  for (const char *at = turns.bytes; (at = strstr(at, "\"eval\":[")) != NULL; at++) {
    assert_int_equal(sscanf(at, "\"eval\":[%lf,%lf]", &own, &other), 2);
    if (own - other > most) snprintf(best, sizeof best, "eval %.2f %.2f\nok\n", own, other);
    if (own - other > most) most = own - other;
  }
  assert_string_equal(place, best);
  text_free(&turns);
}

SESSION_TEST(test_perft) {
  expect("newgame", "ok\n");
  expect("perft 0", "perft 0 1\nok\n");
  expect("perft 3", "perft 3 1\nok\n");
  expect("perft 1 R2S", "perft 1 9\nok\n");
  expect_error("perft", "syntax");
  expect_error("perft -1", "syntax");
  expect("perft 2 R4 R4", "error bad-tile a tile of the list cannot be drawn when its turn comes\n");
  expect_error("perft 1 NONE", "bad-tile");
  expect_ok("draw R2S");
  expect("perft 1", "perft 1 9\nok\n");
}

SESSION_TEST(test_record) {
  expect("newgame seed=77", "ok\n");
  expect_ok("position startpos moves R2S@1,0r0=none");
  const char *answer = ask("record");
  assert_null(strstr(answer, "Seed")); /* whoever reads it could foresee what comes */
  assert_non_null(strstr(answer, "record 1. R2S@1,0r0=none\nrecord *\n"));
}

/* Whatever tile and edge of a realm elsewhere a move names, it is kept by the first ones (CL-10.10). */
SESSION_TEST(test_record_of_an_arrow) {
  static const char *const said[] = {"meeple:road.W@1,0", "meeple:road.E@0,0"};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    struct text line = {0};
    text_print(&line, "move AR_2@0,1r0=%s", said[i]);
    expect("newgame game=classic players=2 arrows=on", "ok\n");
    expect_ok("position startpos moves U@1,0r0=meeple:road.E E@1,1r1=none AR_2");
    expect_ok(line.bytes);
    assert_non_null(strstr(ask("record"), "record 3. AR_2@0,1r0=meeple:road.E@0,0\n"));
    text_free(&line);
  }
}

/* A set from a file stays at hand until another is loaded; a refused one changes nothing. */
SESSION_TEST(test_set_file) {
  expect("newgame set=" TESSERA_SOURCE_DIR "/data/tiles/classic.json river=on", "ok\n");
  assert_non_null(strstr(ask("state"), "set=classic+river:"));
  expect_error("newgame set=" TESSERA_SOURCE_DIR "/CMakeLists.txt", "bad-set");
  expect_ok("position startpos");
  assert_non_null(strstr(ask("phase"), "phase draw seat 1"));
  expect("newgame", "ok\n");
  expect("newgame set=classic", "ok\n");
}

RUN_TESTS(NULL, NULL)
