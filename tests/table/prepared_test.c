/* Turns that a seat prepares for its next draw: taken only if nothing has changed where they would be laid. */
#include "table/assertions.h"

#define DAYS ",'clock':{'kind':'days','days':3}"

/* A legal turn of a seat, from 1, if it drew this kind of tile now. */
static struct text turn_with(const struct table *table, int seat, int kind, uint32_t choice) {
  struct text word = {0};
  const char *why;
  tess_position position;
  tess_game *game = malloc(tess_game_size());
  tess_game_position(table->history->game, &position);
  position.phase = TESS_PHASE_PLACE;
  position.seat = (uint8_t)(seat - 1);
  position.drawn = (int16_t)kind;
  position.last = -1;
  assert_int_equal(tess_game_setup(game, table->history->set->set, &position, 0, &why), TESS_ERROR_NONE);
  core_turn(game, choice, &word);
  free(game);
  return word;
}

/* The kind that seat 2 draws after any turn of seat 1. */
static int next_kind(struct table *table) {
  struct table *again = restarted(table, AFTER(1000));
  assert_int_equal(core_move(again, 0, AFTER(1000)), ANSWER_OK);
  assert_act(again, 2, DRAW, AFTER(2000), ANSWER_OK);
  const int kind = tess_game_drawn(again->history->game);
  table_close(again);
  return kind;
}

TEST_AT(a_prepared_turn_is_taken_if_nothing_has_changed_there, core_two(DAYS)) {
  struct fault fault;
  int64_t print, other;
  int read, taken = 0, left = 0;
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  const int kind = next_kind(table);
  for (uint32_t choice = 0; choice < 30; choice++) {
    struct text word = turn_with(table, 2, kind, choice * 7919 + choice / 3);
    assert_true(table_print_turn(table, 2, text_span(&word), &read, &print, &fault) && read == kind);
    struct table *again = restarted(table, AFTER(1000));
    assert_int_equal(core_move(again, choice, AFTER(1000)), ANSWER_OK);
    assert_int_equal(table_drawn_since(again, again->seq - 1), 0);
    assert_false(table_take_prepared(again, text_span(&word), print, AFTER(1500))); /* it is not drawn */
    assert_act(again, 2, DRAW, AFTER(2000), ANSWER_OK);
    assert_int_equal(table_drawn_since(again, again->seq - 1), 2);
    assert_int_equal(table_drawn_since(again, again->seq), 0);
    const int64_t before = again->seq;
    const bool same = table_print_turn(again, 2, text_span(&word), &read, &other, &fault) && other == print;
    assert_false(table_take_prepared(again, text_span(&word), print + 1, AFTER(2000)));
    assert_int_equal(table_take_prepared(again, text_span(&word), print, AFTER(2000)), same);
    assert_int_equal(again->seq, before + same);
    if (same) assert_last(again, "'by':'person'");
    taken += same;
    left += !same;
    table_close(again);
    text_free(&word);
  }
  assert_true(taken > 0 && left > 0);
}

TEST_AT(no_turn_is_prepared_that_could_not_be_made, core_two(DAYS)) {
  struct fault fault;
  int64_t print;
  int kind;
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_false(table_print_turn(table, 2, span_of("nothing"), &kind, &print, &fault) || kind >= 0);
  struct text word = turn_with(table, 2, next_kind(table), 3);
  *strchr(word.bytes, '=') = '\0';
  assert_false(table_print_turn(table, 2, span_of(word.bytes), &kind, &print, &fault));
  assert_string_equal(fault.text, "move: expected the whole turn, as in TILE@0,1r2=none");
  text_clear(&word);
  text_print(&word, "%s@77,77r0=none", tess_set_tile(table->history->set->set, next_kind(table))->id);
  assert_false(table_print_turn(table, 2, text_span(&word), &kind, &print, &fault));
  assert_true(strncmp(fault.text, "move: ", 6) == 0 && kind == next_kind(table));
  text_free(&word);
}

RUN_TESTS(open_library, close_library)
