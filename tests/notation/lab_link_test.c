/* Links of CarcassonneLab: read, written, and refused with the place. */
#include "notation/library.h"

#include "notation/lab_link.h"
#include "notation/record.h"

static const char *const names[TESS_MAX_PLAYERS] = {"Anna, B", "Ben"};

/* Plays a game at random: the first turn that is legal after a number of steps. */
static struct history *random_game(uint64_t seed) {
  struct fault fault = {0};
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.seed = seed;
  options.first = seed % 2;
  options.fields = true;
  struct history *history = history_new(set_library_find(library, span_of("classic")), &options, &fault);
  static tess_turn turns[4096];
  uint64_t number = seed;
  while (tess_game_phase(history->game) != TESS_PHASE_OVER) {
    if (tess_game_phase(history->game) == TESS_PHASE_DRAW) {
      assert_true(history_draw(history, TESS_RANDOM, &fault));
      continue;
    }
    number = number * 6364136223846793005u + 1442695040888963407u;
    const tess_turn turn = turns[(number >> 33) % (uint64_t)tess_game_turns(history->game, turns, 4096)];
    assert_true(history_place(history, turn.placement, &fault) && history_meeple(history, turn.decision, &fault));
  }
  return history;
}

static struct history *replayed(const char *text, struct fault *fault) {
  struct record_source source = record_source_of(span_of(text));
  struct record record = {0};
  assert_int_equal(record_read(&source, &record, fault), 1);
  struct history *history = record_replay(&record, library, fault);
  assert_string_equal(record_tag_value(&record, "Player1"), names[0]);
  record_free(&record);
  return history;
}

TEST(test_round_trip) {
  int links = 0;
  for (uint64_t seed = 0; seed < 40; seed += 2) {
    struct history *history = random_game(seed);
    struct text link = {0}, record = {0}, again = {0};
    struct fault fault = {0};
    if (lab_link_write(history, library, names, &link, &fault)) {
      links++;
      assert_non_null(strstr(link.bytes, "?players=Anna%2C%20B,Ben&colors=black,red"));
      if (!lab_link_read(text_span(&link), library, &record, &fault))
        fail_msg("%s: %d: %s", link.bytes, fault.move, fault.text);
      struct history *other = replayed(record.bytes, &fault);
      for (int side = 0; side < 2; side++)
        assert_int_equal(tess_game_score(other->game, side), tess_game_score(history->game, side));
      assert_int_equal(tess_game_tiles(other->game), tess_game_tiles(history->game));
      assert_int_equal(tess_game_phase(other->game), TESS_PHASE_OVER);
      assert_true(lab_link_write(other, library, names, &again, &fault));
      assert_string_equal(again.bytes, link.bytes);
      history_free(other);
    }
    history_free(history);
    text_free(&link);
    text_free(&record);
    text_free(&again);
  }
  assert_true(links > 10);
}

/* A game by hand: tiles 15 17 16 are 14 * 576 + 16 * 24 + 15 = 8463, and 2 * 4096 + 4 * 64 + 15. */
TEST(test_by_hand) {
  struct text record = {0};
  struct fault fault = {0};
  /* The curve lies east of the start, its road from W to S, with a meeple on it; the straight road lies below it. */
  const char *link = "https://www.carcassonnelab.com/#/0/0/CEP/21112210?players=Anna%2C%20B,Ben&colors=red,blue";
  assert_true(lab_link_is(span_of(link)));
  if (!lab_link_read(span_of(link), library, &record, &fault)) fail_msg("move %d: %s", fault.move, fault.text);
  assert_non_null(strstr(record.bytes, "1. V@1,0r0=meeple:road.S"));
  assert_non_null(strstr(record.bytes, "2. U@1,1r1="));
  text_free(&record);
}

static void refused(const char *link, int move, const char *reason) {
  struct text record = {0};
  struct fault fault = {0};
  assert_false(lab_link_read(span_of(link), library, &record, &fault));
  assert_int_equal(fault.move, move);
  if (strstr(fault.text, reason) == NULL) fail_msg("%s: %s", link, fault.text);
  assert_int_equal(record.length, 0);
  text_free(&record);
}

TEST(test_refused) {
  refused("https://www.carcassonnelab.com/#/1/0/CEP/2111", 0, "version 0");
  refused("carcassonnelab.com/#/0/0/CEP", 0, "ends before");
  refused("carcassonnelab.com/#/0/0/C!P/2111", 0, "expected the tiles");
  refused("carcassonnelab.com/#/0/0/B/2111", 0, "start tile");
  refused("carcassonnelab.com/#/0/0/CEP/211", 0, "four characters");
  refused("carcassonnelab.com/#/0/0/CEP/2131", 1, "V");     /* its road does not meet the road */
  refused("carcassonnelab.com/#/0/0/CEP/21112410", 2, "U"); /* far from everything */
  refused("carcassonnelab.com/#/0/0/CEP/2119", 1, "no place 9");
  refused("carcassonnelab.com/#/0/0/CEP/211122102210", 0, "more moves than tiles");
  refused("carcassonnelab.com/#/0/0/CEP/2110?players=Anna", 0, "one player");
  assert_false(lab_link_is(span_of("https://example.com/carcassonnelab.com/#/")));
}

RUN_TESTS(open_library, close_library)
