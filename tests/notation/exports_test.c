/* The functions of tessera/notation.h: their results, and refused calls, which change nothing. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmocka_base.h"
#include "tessera/notation.h"

static tess_sets *sets;

static int open_sets(void **state) {
  (void)state;
  sets = tess_sets_new(NULL, 0, NULL);
  return sets == NULL;
}

static int close_sets(void **state) {
  (void)state;
  tess_sets_free(sets);
  return 0;
}

/* Two texts, both released. */
static void same_texts(char *one, char *other) {
  assert_string_equal(one, other);
  tess_text_free(one), tess_text_free(other);
}

TEST(test_sets) {
  tess_fault fault;
  assert_string_equal(tess_sets_name(sets, 0), "star-wars");
  assert_null(tess_sets_name(sets, 1000));
  assert_null(tess_sets_own(sets));
  assert_non_null(tess_sets_find(sets, "classic+river"));
  assert_null(tess_sets_find(sets, "nothing"));
  assert_null(tess_sets_new("[", 1, &fault));
  assert_true(strlen(fault.text) > 0);
  assert_null(tess_sets_new("{}", 2, NULL));
}

/* Every form of a game leads to the same game again. */
TEST(test_round_trips) {
  tess_fault fault = {.text = ""};
  tess_history *history = tess_history_new(sets, "game=classic fields=on players=3 seed=5", &fault);
  assert_string_equal(fault.text, "");
  assert_true(tess_history_set_tag(history, "Player2", "Ada \"A\"", &fault));
  tess_turn turns[1], read;
  tess_game *game = malloc(tess_game_size());
  for (int i = 0; i < 20; i++) {
    assert_true(tess_history_draw(history, TESS_RANDOM, &fault));
    if (tess_game_phase(tess_history_game(history)) != TESS_PHASE_PLACE) continue;
    tess_game_copy(game, tess_history_game(history));
    assert_true(tess_game_turns(game, turns, 1) > 0);
    char *move = tess_turn_write(game, turns[0]);
    assert_true(tess_turn_read(game, move, &read, &fault));
    assert_int_equal(read.placement.x, turns[0].placement.x);
    assert_int_equal(read.placement.y, turns[0].placement.y);
    assert_int_equal(read.placement.rotation, turns[0].placement.rotation);
    assert_true(tess_history_word(history, move, &fault));
    tess_text_free(move);
  }
  char *saved = tess_history_save(history), *events = tess_history_events(history);
  assert_non_null(strstr(saved, "[Chance \""));
  assert_memory_equal(events, "[{\"event\":\"placed\"", 18);
  const char *at = saved;
  size_t length = strlen(saved);
  tess_history *other = tess_history_read(sets, &at, &length, &fault);
  assert_non_null(other);
  assert_string_equal(tess_history_tag(other, "Player2"), "Ada \"A\"");
  same_texts(tess_history_save(other), tess_history_save(history));
  same_texts(tess_history_state(other), tess_history_state(history));
  same_texts(tess_history_record(other), tess_history_record(history));
  assert_null(tess_history_read(sets, &at, &length, &fault));
  assert_string_equal(fault.text, "");

  char *line = tess_history_position(history);
  tess_history *placed = tess_history_from_position(sets, line, 9, &fault);
  same_texts(tess_history_position(placed), line);
  same_texts(tess_history_legal(placed), tess_history_legal(history));
  assert_string_equal(tess_history_set(placed), "classic");
  tess_text_free(saved), tess_text_free(events);
  tess_history_free(history), tess_history_free(other), tess_history_free(placed);
  free(game);
}

/* A refusal says why, changes nothing, and leaves no event. */
TEST(test_refusals) {
  tess_fault fault;
  tess_history *history = tess_history_new(sets, "", NULL);
  char *before = tess_history_save(history);
  assert_false(tess_history_undo(history));
  assert_false(tess_history_word(history, "nonsense", &fault));
  assert_false(tess_history_place(history, (tess_placement){0, 0, 0}, &fault));
  assert_int_equal(fault.error, TESS_ERROR_BAD_PHASE);
  assert_false(tess_history_meeple(history, (tess_decision){0}, NULL));
  assert_false(tess_history_throw(history, NULL, NULL));
  assert_false(tess_history_draw(history, 254, &fault));
  assert_int_equal(fault.error, TESS_ERROR_BAD_TILE);
  assert_false(tess_history_set_tag(history, "a b", "x", &fault));
  assert_false(tess_history_set_tag(history, "Event", "\x1b", &fault));

  /* More tags than a record has: what was set before is written and read again. */
  char name[8];
  int taken = 0;
  tess_history *tagged = tess_history_new(sets, "", NULL);
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "T%d", i);
    taken += tess_history_set_tag(tagged, name, "v", &fault);
  }
  assert_int_equal(taken, 248);
  assert_string_equal(fault.text, "a record has at most 256 tags");
  assert_true(tess_history_set_tag(tagged, "T3", "again", &fault));
  char *whole = tess_history_save(tagged);
  const char *rest = whole;
  size_t left = strlen(whole);
  tess_history *reread = tess_history_read(sets, &rest, &left, &fault);
  assert_non_null(reread);
  assert_string_equal(tess_history_tag(reread, "T247"), "v");
  tess_history_free(reread);
  tess_history_free(tagged);
  tess_text_free(whole);

  tess_turn turn;
  assert_false(tess_turn_read(tess_history_game(history), "R3@1,0r0", &turn, &fault));
  assert_int_equal(tess_history_count(history), 0);
  same_texts(before, tess_history_save(history));
  char *events = tess_history_events(history);
  assert_string_equal(events, "[]");
  tess_text_free(events);

  assert_true(tess_history_draw(history, TESS_RANDOM, &fault));
  assert_true(tess_history_undo(history));
  assert_int_equal(tess_history_count(history), 0);

  /* Pieces and features that are nowhere. */
  assert_true(tess_history_draw(history, TESS_RANDOM, &fault));
  assert_true(tess_history_place(history, tess_game_placement_at(tess_history_game(history), 0), &fault));
  const tess_decision wrong_ones[] = {{.piece = 77},
                                      {TESS_PIECE_SMALL, {200, 0}},
                                      {TESS_PIECE_SMALL, {1, TESS_MAX_FEATURES}},
                                      {TESS_PIECE_ABBOT, {1, 0}}};
  for (size_t i = 0; i < sizeof wrong_ones / sizeof *wrong_ones; i++) {
    assert_false(tess_history_meeple(history, wrong_ones[i], &fault));
    assert_int_equal(fault.error, TESS_ERROR_BAD_DECISION);
  }
  assert_int_equal(tess_history_count(history), 2);
  tess_history_free(history);

  assert_null(tess_history_new(sets, "game=chess", &fault));
  assert_non_null(strstr(fault.text, "game: expected star-wars or classic"));
  assert_null(tess_history_new(sets, "set=nothing", &fault));
  assert_null(tess_history_new(sets, "players", &fault));
  assert_null(tess_history_from_position(sets, "tessera1", 0, &fault));
  const char bytes[] = "[Game \"classic\"]\n\n1. A1\n*\n", *at = bytes;
  size_t length = strlen(bytes);
  assert_null(tess_history_read(sets, &at, &length, &fault));
  assert_true(fault.line > 0 || strlen(fault.text) > 0);
  assert_ptr_equal(at, bytes);
}

RUN_TESTS(open_sets, close_sets)
