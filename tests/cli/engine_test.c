/* The engine of docs/lookup/protocol.md, line by line, during a search and without one. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cmocka_base.h"

#include <pthread.h>
#include <time.h>

#include "cli/engine.h"
#include "notation/history.h"
#include "notation/state.h"
#include "session/session.h"

/* ---- A player that thinks until its time is over or it is stopped ---- */

static void wait_choose(struct player *player, const tess_game *game, const struct player_budget *budget,
                        struct player_advice *advice) {
  struct timespec nap = {.tv_nsec = 1000000};
  (void)player;
  for (uint32_t i = 0; !atomic_load(budget->stop) && (budget->milliseconds == 0 || i < budget->milliseconds); i++)
    nanosleep(&nap, NULL);
  advice->count = 1;
  advice->playouts = 7;
  advice->candidates[0].turn.placement = tess_game_placement_at(game, 0);
  advice->candidates[0].visits = 5;
  advice->candidates[0].win = 0.0625;
  advice->candidates[0].difference = -0.5;
  advice->candidates[0].error = 12.345;
}

static const struct player_kind waiting_kind = {.name = "waiting", .searches = true, .choose = wait_choose};

/* ---- What the engine said ---- */

struct ear {
  pthread_mutex_t mutex;
  pthread_cond_t heard;
  struct text said;
};

static void hear(void *context, const char *bytes, size_t length) {
  struct ear *ear = context;
  pthread_mutex_lock(&ear->mutex);
  text_add(&ear->said, bytes, length);
  pthread_cond_signal(&ear->heard);
  pthread_mutex_unlock(&ear->mutex);
}

static struct ear ear = {.mutex = PTHREAD_MUTEX_INITIALIZER, .heard = PTHREAD_COND_INITIALIZER};
static struct engine *engine;

static void open_engine(const struct player_kind *kind) {
  struct fault fault;
  engine = engine_open(kind, hear, &ear, &fault);
  assert_non_null(engine);
  text_clear(&ear.said);
}

static int end(void **state) {
  (void)state;
  if (engine != NULL) engine_close(engine);
  engine = NULL;
  text_free(&ear.said);
  return 0;
}

/* The answer to a line, as far as it has come when engine_line() returns. */
static const char *ask(const char *line) {
  static char copy[8192];
  pthread_mutex_lock(&ear.mutex);
  text_clear(&ear.said);
  pthread_mutex_unlock(&ear.mutex);
  assert_true(engine_line(engine, line, strlen(line)));
  pthread_mutex_lock(&ear.mutex);
  snprintf(copy, sizeof copy, "%s", ear.said.bytes);
  pthread_mutex_unlock(&ear.mutex);
  return copy;
}

static void expect(const char *line, const char *answer) { assert_string_equal(ask(line), answer); }

static void expect_error(const char *line, const char *code) {
  char head[64];
  const int length = snprintf(head, sizeof head, "error %s ", code);
  assert_int_equal(strncmp(ask(line), head, (size_t)length), 0);
}

/* Waits for the line that begins with `bestmove`; all that was said since the last question. */
static const char *hear_bestmove(void) {
  pthread_mutex_lock(&ear.mutex);
  while (strstr(ear.said.bytes, "bestmove ") == NULL) pthread_cond_wait(&ear.heard, &ear.mutex);
  pthread_mutex_unlock(&ear.mutex);
  return strstr(ear.said.bytes, "bestmove ") + strlen("bestmove ");
}

/* ---- Tests ---- */

TEST_WITH(test_handshake, NULL, end) {
  open_engine(player_kind_find("random"));
  const char *told = ask("tep");
  assert_int_equal(strncmp(told, "id name tessera\nid version " TESS_VERSION "\nprotocol 1\noption ", 40), 0);
  assert_non_null(strstr(told, "option name Player type combo default random var random var greedy"));
  assert_non_null(strstr(told, "option name Threads type spin default 1 min 1 max 64\n"));
  assert_string_equal(told + strlen(told) - 3, "ok\n");
  expect("isready", "readyok\nok\n");
  expect("", "");
  expect("# a comment", "");
  assert_non_null(strstr(ask("list_commands"), "\nsetoption name X value Y\n"));
  expect_error("perft 1", "unknown-command");
}

TEST_WITH(test_options, NULL, end) {
  open_engine(player_kind_find("random"));
  expect("setoption name Player value greedy", "ok\n");
  expect("setoption name Seed value 18446744073709551615", "ok\n");
  expect_error("setoption name Depth value 3", "unknown-option");
  static const char *const lines[] = {"setoption",
                                      "setoption name Seed",
                                      "setoption name Seed value",
                                      "setoption Seed 3",
                                      "setoption name Seed value 3 4",
                                      "setoption name Seed value -1",
                                      "setoption name Threads value 0",
                                      "setoption name Threads value 65",
                                      "setoption name Player value nobody"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) expect_error(lines[i], "syntax");
}

TEST_WITH(test_go_needs_a_drawn_tile, NULL, end) {
  open_engine(player_kind_find("random"));
  expect_error("go", "no-game");
  expect("stop", "ok\n");
  expect("newgame", "ok\n");
  expect_error("go", "bad-phase");
  expect("position startpos moves R2S@1,0r0", "ok\n");
  expect_error("go", "bad-phase");
  expect_error("position startpos moves R2S@1,0r0 NONE", "bad-tile");
  expect_error("go", "bad-phase");
}

TEST_WITH(test_words_of_go, NULL, end) {
  open_engine(player_kind_find("random"));
  expect("newgame", "ok\n");
  expect("position startpos moves R2S", "ok\n");
  static const char *const wrong[] = {
      "go movetime", "go movetime 0", "go movetime x", "go movetime 4294967296",   "go playouts 0", "go clock 0",
      "go inc 5",    "go level 0",    "go level 98",   "go playouts 5 playouts 5", "go infinite"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) expect_error(wrong[i], "syntax");
  static const char *const right[] = {"go",
                                      "go movetime 5",
                                      "go clock 1000",
                                      "go clock 1 inc 0",
                                      "go playouts 5",
                                      "go movetime 3 clock 5000 inc 100 playouts 20"};
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    assert_int_equal(strncmp(ask(right[i]), "ok\n", 3), 0);
    assert_int_equal(strncmp(hear_bestmove(), "R2S@", 4), 0);
  }
}

TEST_WITH(test_answers_while_it_thinks, NULL, end) {
  open_engine(&waiting_kind);
  expect("newgame", "ok\n");
  expect("position startpos moves R2S", "ok\n");
  expect("go playouts 1000000", "ok\n");
  expect("isready", "readyok\nok\n");
  static const char *const lines[] = {"go",  "position startpos", "newgame", "setoption name Seed value 1",
                                      "tep", "list_commands"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) expect_error(lines[i], "thinking");
  expect_error("fly", "unknown-command");
  expect_error("stop now", "syntax");
  assert_int_equal(strncmp(ask("stop"), "ok\n", 3), 0);
  hear_bestmove();
  expect("position startpos", "ok\n");
}

TEST_WITH(test_what_it_thought, NULL, end) {
  open_engine(&waiting_kind);
  expect("newgame", "ok\n");
  expect("position startpos moves R2S", "ok\n");
  ask("go movetime 1");
  hear_bestmove();
  const char *told = strstr(ear.said.bytes, "info ");
  assert_non_null(told);
  assert_int_equal(strncmp(told, "info playouts 7 time ", 21), 0);
  assert_non_null(strstr(told, " rank 1 visits 5 win 0.063 diff -0.50 error 12.35 pv R2S@"));
  assert_non_null(strstr(told, "=none\nbestmove R2S@"));
}

TEST_WITH(test_end_while_it_thinks, NULL, end) {
  open_engine(&waiting_kind);
  expect("newgame", "ok\n");
  expect("position startpos moves R2S", "ok\n");
  expect("go playouts 1000000", "ok\n");
  text_clear(&ear.said);
  assert_false(engine_line(engine, "quit", 4));
  engine_close(engine);
  engine = NULL;
  assert_int_equal(strncmp(ear.said.bytes, "ok\ninfo ", 8), 0);
  hear_bestmove();
}

/* The step that is due, by the engine or by chance. */
static void take_step(struct history *history) {
  struct fault fault = {0};
  struct text line = {0};
  switch (tess_game_phase(history->game)) {
  case TESS_PHASE_DRAW: assert_true(history_draw(history, TESS_RANDOM, &fault)); return;
  case TESS_PHASE_THROW: assert_true(history_throw(history, NULL, &fault)); return;
  default: break;
  }
  text_add_string(&line, "position startpos moves");
  for (int i = 0; i < history->count; i++) history_word_write(history, i, ';', &line);
  expect(line.bytes, "ok\n");
  text_free(&line);
  ask("go playouts 20");
  const char *move = hear_bestmove();
  if (!history_word(history, (struct span){move, strcspn(move, "\n")}, &fault)) fail_msg("%s", fault.text);
}

/* Plays a game in which the engine has every seat; gives its last hash. */
static uint64_t play(const char *newgame, const char *set, tess_options options) {
  struct set_library *library = set_library_open();
  struct fault fault = {0};
  struct history *history = history_new(set_library_find(library, span_of(set)), &options, &fault);
  expect(newgame, "ok\n");
  while (tess_game_phase(history->game) != TESS_PHASE_OVER) take_step(history);
  const uint64_t hash = tess_game_hash(history->game);
  history_free(history);
  set_library_close(library);
  return hash;
}

TEST_WITH(test_whole_games, NULL, end) {
  tess_options star_wars = tess_options_default(TESS_RULES_STAR_WARS),
               classic = tess_options_default(TESS_RULES_CLASSIC);
  star_wars.players = 4;
  star_wars.teams = true;
  classic.players = 3;
  classic.fields = classic.abbot = true;
  classic.river = TESS_RIVER_1;
  open_engine(player_kind_find("greedy"));
  const uint64_t first = play("newgame players=4 teams=on first=1", "star-wars", star_wars);
  assert_true(play("newgame players=4 teams=on first=1", "star-wars", star_wars) == first);
  play("newgame game=classic players=3 fields=on abbot=on river=on first=1", "classic+river", classic);
  expect("setoption name Player value random", "ok\n");
  play("newgame players=4 teams=on first=1", "star-wars", star_wars);
}

/* The lines that tell a bot its legal moves hold each whole turn once. */
TEST(test_legal_turns) {
  struct set_library *library = set_library_open();
  struct fault fault = {0};
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  struct history *history = history_new(set_library_find(library, span_of("star-wars")), &options, &fault);
  tess_game *scratch = malloc(tess_game_size());
  struct text text = {0};
  assert_true(history_word(history, span_of("R2S"), &fault));
  turns_write(history->game, scratch, &text);
  assert_string_equal(text.bytes, "legal R2S@-1,0r0=none R2S@-1,0r0=small:route.E R2S@-1,0r0=large:route.E\n"
                                  "legal R2S@1,0r0=none R2S@1,0r0=small:route.E R2S@1,0r0=large:route.E\n"
                                  "legal R2S@0,1r0=none R2S@0,1r0=small:route.E R2S@0,1r0=large:route.E\n");
  text_free(&text);
  free(scratch);
  history_free(history);
  set_library_close(library);
}

RUN_TESTS(NULL, NULL)
