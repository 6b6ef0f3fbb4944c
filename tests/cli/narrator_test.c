/* Sentences about events. */
#include "cli/cmocka_base.h"

#include "cli/narrator.h"
#include "cli/terminal.h"
#include "notation/history.h"

static struct set_library *library;
static struct history *history;
static struct narrator narrator = {.names = {"Anna", "Berta", "Carla", "Dora", "Emma"}};
static struct text told;

static void hear(void *context, const tess_game *game, const tess_events *events) {
  (void)context;
  for (uint32_t i = 0; i < events->count; i++) narrate_event(&narrator, game, &events->at[i], &told);
}

static int open_game(void **state) {
  (void)state;
  struct fault fault = {0};
  library = set_library_open();
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  history = history_new(set_library_find(library, span_of("star-wars")), &options, &fault);
  history->listener = hear;
  narrator.language = ENGLISH;
  return 0;
}

static int close_game(void **state) {
  (void)state;
  history_free(history);
  set_library_close(library);
  text_free(&told);
  return 0;
}

/* Takes the words of a record one by one. */
static void play(const char *words) {
  struct fault fault = {0};
  struct span rest = span_of(words), word;
  while (span_split(&rest, ' ', &word))
    if (!history_word(history, word, &fault)) fail_msg("%.*s: %s", (int)word.length, word.bytes, fault.text);
}

static void expect(const char *line) {
  if (strstr(told.bytes, line) == NULL) fail_msg("'%s' is not in:\n%s", line, told.bytes);
}

#define GAME_TEST(name) TEST_WITH(name, open_game, close_game)

GAME_TEST(test_turn) {
  play("R3@1,0r0=small:route.W R3@-1,0r0=none");
  expect("Anna draws R3.\nAnna lays R3 at 1,0r0.\n");
  expect("Anna places a meeple: merchant (small), trading route W at 1,0.\n");
  expect("Anna: trading route E at -1,0, 3 tiles: 3 points.\n");
  expect("Anna takes back a meeple (small) from trading route W at 1,0.\n");
}

GAME_TEST(test_battle) {
  play("P0_R@0,1r0=large:planet P1_R@1,1r0=small:planet@0,1 [1:5,3,1;2:5] [1:5,3,1;2:4]");
  expect("Battle! planet at 0,1. Dice: Anna 3, Berta 1.\n");
  expect("Throw: Anna 5 3 1, Berta 5.\n");
  expect("Tie: 1 point each for Anna, Berta, who throw again.\n");
  expect("Berta loses the battle: 1 point.\n");
}

GAME_TEST(test_languages) {
  narrator.language = GERMAN;
  play("R3@1,0r0=small:route.W");
  expect("Anna setzt einen Meeple: Händler (klein), Handelsroute W auf 1,0.\n");
  narrator.language = ITALIAN;
  play("R3@-1,0r0=none");
  expect("Anna: rotta commerciale E in -1,0, 3 tessere: 3 punti.\n");
}

GAME_TEST(test_scoreboard) {
  play("R3@1,0r0=small:route.W R3@-1,0r0=none");
  text_clear(&told);
  scoreboard_print(&narrator, history->game, &told);
  expect("> 1 Anna   red, Rebel Alliance  3 points  4 small 1 large\n");
  expect("  2 Berta  black, Empire        0 points  4 small 1 large\n  73 tiles left\n");
  text_clear(&told);
  ranking_print(&narrator, history->game, &told);
  expect("1. Anna                 3 points\n2. Berta                0 points\nAnna wins with 3 points.\n");
}

/* No line of the scores is wider than 80 columns, however long the names; wide characters count twice. */
GAME_TEST(test_widths) {
  static const char *const long_names[] = {"Bartholomäus von und zu Hohenstein", "李小龍 und seine sehr lange Familie"};
  const char *const before[] = {narrator.names[0], narrator.names[1]};
  for (int i = 0; i < 2; i++) narrator.names[i] = long_names[i];
  text_clear(&told);
  ranking_print(&narrator, history->game, &told);
  expect("Hohenstein  ");
  for (int language = 0; language < LANGUAGE_COUNT; language++) {
    narrator.language = (enum language)language;
    text_clear(&told);
    scoreboard_print(&narrator, history->game, &told);
    struct span rest = {told.bytes, told.length}, line;
    while (span_split(&rest, '\n', &line)) assert_true(text_columns(line.bytes, line.length) <= 80);
  }
  narrator.language = ENGLISH;
  narrator.names[0] = "李小龍";
  narrator.names[1] = "Bob";
  text_clear(&told);
  scoreboard_print(&narrator, history->game, &told);
  expect("1 李小龍  red");
  expect("2 Bob     black");
  for (int i = 0; i < 2; i++) narrator.names[i] = before[i];
}

GAME_TEST(test_shared_rank) {
  ranking_print(&narrator, history->game, &told);
  expect("1. Anna                 0 points\n1. Berta                0 points\nAnna, Berta share the first rank with 0 "
         "points.\n");
}

GAME_TEST(test_every_word) {
  static const char *const values[] = {"1", "2", "3", "4", "5", "6", NULL};
  enum { MESSAGE_COUNT = MESSAGE_HELP_COMMANDS + 1 };
  for (int language = 0; language < LANGUAGE_COUNT; language++)
    for (int message = 0; message < MESSAGE_COUNT; message++) {
      text_clear(&told);
      message_add(&told, (enum language)language, (enum message)message, values);
      assert_true(told.length > 0);
      assert_true(span_is_plain(text_span(&told), false));
    }
  assert_int_equal(language_of("de_DE.UTF-8"), GERMAN);
  assert_int_equal(language_of("it"), ITALIAN);
  assert_int_equal(language_of("C"), ENGLISH);
}

RUN_TESTS(NULL, NULL)
