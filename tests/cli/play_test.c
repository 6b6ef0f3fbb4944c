/* Games at the terminal: the tests type text and check the output. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cmocka_base.h"

#include "cli/game_setup.h"
#include "cli/play.h"

/* The table of a test with what was written on it. */
static struct terminal_session {
  FILE *in;
  struct play play;
  char *output;
  size_t length;
} session;

static void begin_game(const char *game, const char *players, enum language language, const char *input) {
  struct play *play = &session.play;
  struct game_request request = {.game = span_of(game), .players = span_of("2"), .options.seed = 3};
  struct game_setup setup;
  struct fault fault = {0};
  session = (struct terminal_session){0};
  assert_true(seats_read(&play->seats, players, true, 3, &fault));
  assert_true(game_setup_read(&request, &play->sets, &setup, &fault));
  play->history = history_new(setup.set, &setup.options, &fault);
  assert_non_null(play->history);
  for (int i = 0; i < 2; i++) play->narrator.names[i] = play->seats.at[i].name;
  play->narrator.language = language;
  session.in = fmemopen((void *)(uintptr_t)input, strlen(input), "r");
  play->out = open_memstream(&session.output, &session.length);
  play->prompt = prompt_open(session.in, play->out, "> ");
  play->echo = true;
}

static void begin(const char *players, enum language language, const char *input) {
  begin_game("star-wars", players, language, input);
}

static int end(void **state) {
  (void)state;
  if (session.in == NULL) return 0;
  history_free(session.play.history);
  seen_files_free(&session.play.seen);
  seats_close(&session.play.seats);
  set_library_close(session.play.sets);
  prompt_close(session.play.prompt);
  fclose(session.in);
  free(session.output);
  session.in = NULL;
  return 0;
}

/* A test that may begin one. */
#define TEST_PLAY(name) TEST_WITH(name, NULL, end)

/* Plays the input through; the output can be looked at afterwards. */
static void run(const char *players, enum language language, const char *input) {
  begin(players, language, input);
  play_game(&session.play);
  fclose(session.play.out);
}

static bool said(const char *words) { return strstr(session.output, words) != NULL; }

TEST_PLAY(test_steps_by_letter_and_number) {
  run("Anna=human,Berta=human", ENGLISH, "a0\n1\n");
  assert_true(said("Anna, where?"));
  assert_true(said("Anna lays "));
  assert_true(said("Anna places a meeple: "));
  assert_true(said("Berta, where?"));
  assert_true(session.play.ended);
  assert_int_equal(session.play.history->count, 4);
}

TEST_PLAY(test_steps_by_notation) {
  begin("human,human", ENGLISH, "R2S@1,0r0=small:route.E\n");
  struct fault fault = {0};
  assert_true(history_draw(session.play.history, tess_set_find(session.play.history->set->set, "R2S", 3), &fault));
  play_turn(&session.play);
  assert_int_equal(session.play.history->count, 3);
  fclose(session.play.out);
}

TEST_PLAY(test_bad_answers) {
  run("human,human", ENGLISH, "zz9\n9,9r0\nX@1,0r0\nfoo@\na9\n!\na0\n99\nsmall:nowhere\nsave\n");
  assert_true(said("Not possible: 'zz9' is no letter on the board."));
  assert_true(said("cannot be placed at 9,9r0"));
  assert_true(said("Not possible: say which rotation: 0"));
  assert_true(said("Not possible: choose a number from 0 to "));
  assert_true(said("Not possible: say where: save FILE."));
  assert_int_equal(session.play.history->count, 2);
}

TEST_PLAY(test_undo) {
  run("human,greedy", ENGLISH, "undo\na0\n1\nundo\nundo\n");
  assert_true(said("There is no step of yours to take back."));
  assert_true(said("Taken back."));
  assert_int_equal(session.play.history->count, 1);
}

TEST_PLAY(test_commands) {
  run("human,human", ENGLISH, "help\nboard\nscores\nbag\na0\nhelp\nboard\nquit\na0\n");
  assert_true(said("Lay the tile: "));
  assert_true(said("Choose a meeple: "));
  assert_true(said("R2C*6"));
  assert_true(said("  4 small 1 large"));
  assert_int_equal(session.play.history->count, 2);
}

/* The help explains the signs of the game's board, and no others. */
TEST_PLAY(test_help_on_the_board) {
  run("human,human", ENGLISH, "help\n");
  assert_true(said("R, E, H are symbols"));
  assert_false(said("coat of arms"));
  end(NULL);
  begin_game("classic", "human,human", GERMAN, "help\n");
  play_game(&session.play);
  fclose(session.play.out);
  assert_true(said("◊ ist ein Wappen, ▲ ein Kloster, ♣ ein Garten, ⌂ ein Dorf"));
  assert_false(said("Rebellenallianz"));
}

TEST_PLAY(test_other_names_of_commands) {
  run("human,human", ENGLISH, "h\n?\nscore\nexit\n");
  assert_non_null(strstr(strstr(session.output, "Commands: ") + 1, "Commands: "));
  assert_true(session.play.ended);
}

/* What is not understood is told, and nothing happens: a slip of the keys, words too many, control characters. */
TEST_PLAY(test_slips) {
  run("human,human", ENGLISH, "hlep\nundo all\na0 b1\nquit now\nx\033[31my\n\xff\n");
  assert_true(said("'hlep' is no letter on the board (did you mean help?)"));
  assert_true(said("nothing comes after undo."));
  assert_true(said("nothing comes after a0."));
  assert_true(said("nothing comes after quit."));
  assert_true(said("> x?[31my\nNot possible: the line has a control character in it."));
  assert_null(strchr(session.output, 033));
  assert_null(strchr(session.output, 0xff));
  assert_int_equal(session.play.history->count, 1);
}

/* Says words where the choices are 0 none, 1 the small and 2 the large merchant: gives what was placed, or what was
 * said to it. */
static void choose(const char *words, tess_piece piece, const char *expected) {
  struct fault fault = {0};
  char lines[128];
  snprintf(lines, sizeof lines, "R2S@1,0r0\n%s\n", words);
  begin("human,human", ENGLISH, lines);
  const struct history *history = session.play.history;
  assert_true(history_draw(session.play.history, tess_set_find(history->set->set, "R2S", 3), &fault));
  for (int i = 0; i < 2; i++) play_turn(&session.play);
  fclose(session.play.out);
  assert_int_equal(history->count, piece == TESS_PIECE_NONE ? 2 : 3);
  assert_int_equal(tess_game_supply(history->game, 0, TESS_PIECE_SMALL), piece == TESS_PIECE_SMALL ? 3 : 4);
  assert_int_equal(tess_game_supply(history->game, 0, TESS_PIECE_LARGE), piece == TESS_PIECE_LARGE ? 0 : 1);
  assert_true(said(expected));
  end(NULL);
}

TEST_PLAY(test_meeples_by_words) {
  choose("large", TESS_PIECE_LARGE, "");
  choose("SMALL mer", TESS_PIECE_SMALL, "");
  choose("s", TESS_PIECE_SMALL, "");
  choose("merchant l", TESS_PIECE_LARGE, "");
  choose("merchant", TESS_PIECE_NONE, "say which: 1 2");
  choose("knight", TESS_PIECE_NONE, "'knight' is none of the choices");
  choose("undoo", TESS_PIECE_NONE, "'undoo' is none of the choices (did you mean undo?)");
}

TEST_PLAY(test_hint) {
  run("human,human", ENGLISH, "hint\na0\nhint\n");
  const char *hint = strstr(session.output, "Hint: ");
  assert_non_null(hint);
  assert_non_null(strstr(hint + 1, "Hint: "));
  assert_int_equal(session.play.history->count, 2);
}

/* On a terminal the line that tells who is thinking comes and goes; help is broken between words. */
TEST_PLAY(test_live_screen) {
  begin("human,expectimax", ENGLISH, "help\nhint\na0\n\n");
  session.play.live = true;
  session.play.screen.columns = 50;
  play_game(&session.play);
  fclose(session.play.out);
  assert_true(said("expectimax is thinking"));
  assert_true(said("looking for a hint for human…\r"));
  assert_false(said("human is thinking"));
  assert_true(said("\r  "));
  const char *help = strstr(session.output, "Lay the tile"), *end_of_help = strstr(help, "human, where?");
  assert_true(said("may be left out"));
  for (const char *line = help; line < end_of_help; line = strchr(line, '\n') + 1)
    assert_true(strchr(line, '\n') - line <= 50);
}

TEST_PLAY(test_computers) {
  run("greedy,random", GERMAN, "x");
  assert_int_equal(tess_game_phase(session.play.history->game), TESS_PHASE_OVER);
  assert_true(said("Schlusswertung:"));
  assert_true(said("Das Spiel ist zu Ende."));
  assert_true(said("gewinnt: "));
}

TEST_PLAY(test_save) {
  char path[40] = "/tmp/tessera-play-XXXXXX", line[128], bytes[512] = "";
  assert_non_null(mkdtemp(path));
  strcat(path, "/a game");
  snprintf(line, sizeof line, "a0\n0\nsave %s\nsave /nowhere/at/all\n", path);
  run("human,human", ITALIAN, line);
  assert_true(said("Salvato in "));
  assert_true(said("Salvataggio fallito: "));
  FILE *saved = fopen(path, "r");
  assert_non_null(saved);
  assert_true(fread(bytes, 1, sizeof bytes - 1, saved) > 0);
  assert_non_null(strstr(bytes, "\n1. "));
  fclose(saved);
  assert_true(said("/a game'; riprendi con"));
  remove(path);
  *strrchr(path, '/') = '\0';
  remove(path);
}

RUN_TESTS(NULL, NULL)
