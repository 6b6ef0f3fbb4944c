/* The computer players of all tables: whose turns are thought about first. */
#include <poll.h>

#include "cli/cmocka_base.h"
#include "lobby/thinkers.h"
#include "notation/history.h"
#include "notation/library.h"

enum { MANY = 20, QUICK = 1, SEARCHING = 8 };

/* A game whose first tile is drawn. */
static struct history *drawn_game(void) {
  const tess_options options = {.players = 2, .colours = {TESS_COLOUR_RED, TESS_COLOUR_BLACK}};
  struct fault fault;
  struct history *history = history_new(set_library_find(library, span_of("classic")), &options, &fault);
  if (history == NULL) fail_msg("%s", fault.text);
  assert_int_equal(tess_game_draw(history->game, TESS_RANDOM, NULL, NULL), TESS_ERROR_NONE);
  return history;
}

static void ask(struct thinkers *thinkers, const struct history *history, uint64_t owner, int level, int64_t at) {
  const struct thought thought = {.table = "TABLE", .at = at, .level = level, .owner = owner};
  thinkers_ask(thinkers, &thought, history->game);
}

/* How many turns are found before the one that was asked for as `at`. */
static int found_before(struct thinkers *thinkers, int64_t at) {
  for (int before = 0;;) {
    struct pollfd file = {.fd = thinkers_file(thinkers), .events = POLLIN};
    struct thought thought;
    assert_int_equal(poll(&file, 1, -1), 1);
    while (thinkers_take(thinkers, &thought)) {
      text_free(&thought.move);
      if (thought.at == at) return before;
      before++;
    }
  }
}

/* One owner asks for many searches, and then this one for one turn of this level. */
static int wait_behind_many(uint64_t owner, int level) {
  struct fault fault;
  struct history *history = drawn_game();
  struct thinkers *thinkers = thinkers_open(1, &fault);
  assert_non_null(thinkers);
  for (int i = 1; i <= MANY; i++) ask(thinkers, history, 1, SEARCHING, i);
  ask(thinkers, history, owner, level, MANY + 1);
  const int before = found_before(thinkers, MANY + 1);
  thinkers_close(thinkers);
  history_free(history);
  return before;
}

TEST(a_quick_level_does_not_wait_for_searches) { assert_in_range(wait_behind_many(1, QUICK), 0, MANY / 2); }

TEST(nobody_waits_for_all_tables_of_another) { assert_in_range(wait_behind_many(2, SEARCHING), 0, MANY / 2); }

RUN_TESTS(open_library, close_library)
