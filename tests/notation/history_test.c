/* Histories: steps, undo, moves and words, and refused calls. */
#include "notation/library.h"
#include "notation/play.h"
#include "notation/record.h"
#include "notation/state.h"

/* Undoing a whole game shows every state again, from its end to its beginning. */
TEST(test_undo) {
  for (int mix = 0; mix < PLAY_MIXES; mix++) {
    uint64_t random = (uint64_t)mix, hashes[2000];
    struct text begin = {0}, end = {0};
    struct history *history = play_new(library, mix, 11);
    state_json_write(history->game, history->set, &begin);
    do {
      hashes[history->count] = tess_game_hash(history->game);
    } while (play_step(history, &random));
    while (history->count > 0) {
      history_undo(history);
      assert_true(tess_game_hash(history->game) == hashes[history->count]);
    }
    state_json_write(history->game, history->set, &end);
    assert_string_equal(begin.bytes, end.bytes);
    text_free(&begin), text_free(&end);
    history_free(history);
  }
}

/* Settled steps cannot be undone; later ones can, and the record has all of them. */
TEST(test_settle) {
  uint64_t random = 3;
  struct text record = {0}, again = {0};
  struct history *history = play_new(library, 0, 11), *other = play_new(library, 0, 11);
  while (history->count < 60) play_step(history, &random);
  history_drop_undos(history);
  for (int settles = 0; settles < 20; settles++) {
    const int before = history->count;
    const uint64_t hash = tess_game_hash(history->game);
    for (int i = 0; i < 12; i++) play_step(history, &random);
    while (history->count > before) history_undo(history);
    assert_true(tess_game_hash(history->game) == hash);
    play_step(history, &random);
    history_drop_undos(history);
  }
  record_write(history, NULL, &record);
  for (int i = 0; i < history->count; i++) {
    struct text word = {0};
    struct fault fault;
    history_word_write(history, i, ';', &word);
    if (word.length > 0) assert_true(history_word(other, (struct span){word.bytes + 1, word.length - 1}, &fault));
    text_free(&word);
  }
  record_write(other, NULL, &again);
  assert_string_equal(record.bytes, again.bytes);
  text_free(&record), text_free(&again);
  history_free(history), history_free(other);
}

/* Replaying the steps with the first game's random results named explicitly gives the same game. */
TEST(test_named_chance) {
  for (int mix = 0; mix < PLAY_MIXES; mix++) {
    uint64_t random = (uint64_t)mix;
    struct fault fault;
    struct history *history = play_new(library, mix, 5), *again = play_new(library, mix, 5);
    play_to_end(history, &random);
    for (int i = 0; i < history->count; i++) {
      const struct history_step *step = &history->steps[i];
      tess_decision decision;
      assert_int_equal(tess_game_seat(again->game), step->seat);
      bool good = step->type == STEP_DRAW     ? history_draw(again, step->kind, &fault)
                  : step->type == STEP_PLACE  ? history_place(again, step->placement, &fault)
                  : step->type == STEP_MEEPLE ? choice_decide(step->choice, again->game, &decision, &fault) &&
                                                    history_meeple(again, decision, &fault)
                                              : history_throw(again, &step->thrown, &fault);
      assert_true(good);
      assert_int_equal(again->steps[i].put_out, step->put_out);
    }
    assert_true(tess_game_hash(history->game) == tess_game_hash(again->game));
    history_free(history), history_free(again);
  }
}

static void count_events(void *context, const tess_game *game, const tess_events *events) {
  (void)game;
  *(uint32_t *)context += events->count;
}

TEST(test_listener) {
  uint32_t count = 0;
  struct fault fault;
  struct history *history = play_new(library, 0, 1);
  history->listener = count_events;
  history->context = &count;
  assert_true(history_word(history, span_of("R2S@0,1r0=small:route.E"), &fault));
  assert_int_equal(count, 3);
  assert_int_equal(history->count, 3);
  history_free(history);
}

TEST(test_move) {
  struct fault fault;
  struct move move;
  struct history *history = play_new(library, 0, 1);
  assert_true(move_read(span_of("R2S@0,1r0"), history->set->set, &move, &fault));
  assert_false(history_move(history, &move, &fault));
  assert_string_equal(fault.text, "a placement is not due in the phase draw");
  assert_int_equal(fault.error, TESS_ERROR_BAD_PHASE);
  assert_true(history_word(history, span_of("R2S"), &fault));
  assert_true(history_move(history, &move, &fault));
  assert_int_equal(tess_game_phase(history->game), TESS_PHASE_DRAW);
  assert_int_equal(history->count, 3);
  assert_true(history_word(history, span_of("P0_R"), &fault));
  assert_true(move_read(span_of("P0_R@0,2r0=small:route.E"), history->set->set, &move, &fault));
  assert_false(history_move(history, &move, &fault));
  assert_int_equal(fault.error, TESS_ERROR_BAD_DECISION);
  assert_int_equal(history->count, 4);
  assert_int_equal(tess_game_phase(history->game), TESS_PHASE_PLACE);
  history_free(history);
}

/* A word is refused as a whole: the state afterwards is that before the word. */
static void check_refused(struct history *history, const char *word, tess_error error, const char *message) {
  struct fault fault = {0};
  uint64_t hash = tess_game_hash(history->game);
  int count = history->count;
  assert_false(history_word(history, span_of(word), &fault));
  if (strcmp(fault.text, message) != 0) fail_msg("%s: %s", word, fault.text);
  assert_int_equal(fault.error, error);
  assert_int_equal(history->count, count);
  assert_true(tess_game_hash(history->game) == hash);
}

TEST(test_refused_draws) {
  struct fault fault;
  struct history *history = play_new(library, 0, 1);
  check_refused(history, "NOPE", TESS_ERROR_BAD_TILE, "the set has no tile 'NOPE'");
  check_refused(history, "START", TESS_ERROR_BAD_TILE, "no tile START is left");
  check_refused(history, "(R4)", TESS_ERROR_BAD_TILE, "the tile R4 fits somewhere, so that it is not put out");
  assert_true(history_word(history, span_of("R4"), &fault));
  check_refused(history, "R4", TESS_ERROR_BAD_PHASE, "a draw is not due in the phase place");
  history_free(history);
  history = play_new(library, 5 + 4 * 4, 1);
  check_refused(history, "U", TESS_ERROR_BAD_TILE, "the tile U is not yet due");
  history_free(history);
}

TEST(test_refused_moves) {
  struct fault fault;
  struct history *history = play_new(library, 0, 1);
  check_refused(history, "R2S@5,5r0=none", TESS_ERROR_BAD_PLACEMENT, "the tile R2S cannot be placed at 5,5r0");
  check_refused(history, "R2S@0,1r0=small:planet", TESS_ERROR_BAD_DECISION, "the tile R2S at 0,1 has no planet");
  check_refused(history, "R2S@1,0r0=return", TESS_ERROR_BAD_DECISION, "the decision return is not legal");
  check_refused(history, "R2S@1,0r0=small:route.E@0,0", TESS_ERROR_BAD_DECISION,
                "the decision small:route.E@0,0 is not legal");
  check_refused(history, "R2S@1,0r0=small:route.E@9,9", TESS_ERROR_BAD_DECISION, "no tile lies at 9,9");
  check_refused(history, "[1:1 2:1]", TESS_ERROR_BAD_PHASE, "a throw is not due in the phase draw");
  check_refused(history, "[1:1 2]", TESS_ERROR_NONE, "expected dice such as 1:5,3 2:6, sides ascending, found '1:1 2'");
  check_refused(history, "()", TESS_ERROR_BAD_TILE, "the set has no tile ''");
  check_refused(history, "(", TESS_ERROR_BAD_TILE, "the set has no tile '('");
  check_refused(history, "", TESS_ERROR_BAD_TILE, "the set has no tile ''");
  assert_true(history_word(history, span_of("R3"), &fault));
  check_refused(history, "R2S@1,0r0", TESS_ERROR_BAD_PLACEMENT, "the tile drawn is R3 and not R2S");
  tess_decision none = {.piece = TESS_PIECE_NONE};
  assert_false(history_meeple(history, none, &fault));
  assert_string_equal(fault.text, "a meeple is not due in the phase place");
  history_free(history);
}

TEST(test_refused_throws) {
  struct fault fault;
  struct history *history = play_new(library, 0, 1);
  assert_true(history_word(history, span_of("P1_R@0,1r0=large:planet"), &fault));
  assert_true(history_word(history, span_of("R2S@1,0r0=small:planet@0,1"), &fault));
  check_refused(history, "[1:1,2 2:6]", TESS_ERROR_BAD_THROW,
                "expected dice of these sides, by side and number: 1:3 2:1");
  check_refused(history, "R3@2,0r0", TESS_ERROR_BAD_PHASE, "a placement is not due in the phase throw");
  assert_true(history_word(history, span_of("[1:1,2,3;2:6]"), &fault));
  assert_int_equal(tess_game_phase(history->game), TESS_PHASE_DRAW);
  assert_int_equal(history->steps[history->count - 1].thrown.faces[0][2], 3);
  history_free(history);
}

/* A tile that fits nowhere must be in parentheses. */
TEST(test_put_out) {
  int found = 0;
  for (uint64_t seed = 0; found < 3 && seed < 200; seed++) {
    uint64_t random = seed;
    struct history *history = play_new(library, 5, seed);
    do {
      if (history->count == 0 || !history->steps[history->count - 1].put_out) continue;
      char id[TESS_ID_SIZE + 8], message[100];
      const char *name = tess_set_tile(history->set->set, history->steps[history->count - 1].kind)->id;
      struct fault fault;
      history_undo(history);
      snprintf(message, sizeof message, "the tile %s fits nowhere: it is put out, (%s)", name, name);
      check_refused(history, name, TESS_ERROR_BAD_TILE, message);
      snprintf(id, sizeof id, "(%s)", name);
      assert_true(history_word(history, span_of(id), &fault));
      found++;
    } while (play_step(history, &random));
    history_free(history);
  }
  assert_int_equal(found >= 3, true);
}

/* A decision that was left open counts as none when the game continues; repeating the move can still give it. */
TEST(test_open_decision) {
  struct fault fault;
  struct history *history = play_new(library, 0, 1);
  assert_true(history_word(history, span_of("R2S@0,1r0"), &fault));
  assert_int_equal(tess_game_phase(history->game), TESS_PHASE_MEEPLE);
  assert_true(history_word(history, span_of("R2S@0,1r2=small:route.W"), &fault));
  assert_int_equal(history->steps[2].choice.piece, TESS_PIECE_SMALL);
  assert_true(history_word(history, span_of("P0_R@0,2r0"), &fault));
  assert_true(history_word(history, span_of("R3"), &fault));
  assert_int_equal(history->steps[5].type, STEP_MEEPLE);
  assert_int_equal(history->steps[5].choice.piece, TESS_PIECE_NONE);
  assert_int_equal(tess_game_phase(history->game), TESS_PHASE_PLACE);
  history_free(history);
}

TEST(test_bad_start) {
  struct fault fault;
  const struct tile_set *set = set_library_find(library, span_of("classic"));
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.river = true;
  assert_null(history_new(set, &options, &fault));
  assert_int_equal(fault.error, TESS_ERROR_BAD_OPTIONS);
  assert_null(history_resume(span_of("tessera2"), library, 0, &fault));
  assert_int_equal(fault.error, TESS_ERROR_NONE);
  history_free(NULL);
}

RUN_TESTS(open_library, close_library)
