/* Names, realms, options, placements, decisions, moves and throws as words. */
#include "notation/library.h"
#include "notation/options.h"
#include "notation/play.h"
#include <stdlib.h>

static const tess_set *set_named(const char *id) { return set_library_find(library, span_of(id))->set; }

TEST(test_names) {
  for (int i = 0; i < 2; i++) assert_int_equal(rules_named(span_of(name_of_rules((tess_rules)i))), i);
  for (int i = 0; i < 5; i++) assert_int_equal(phase_named(span_of(name_of_phase((tess_phase)i))), i);
  for (int i = 0; i < TESS_TYPE_COUNT; i++) assert_int_equal(type_named(span_of(name_of_type((tess_type)i))), i);
  for (int i = 0; i < TESS_COLOUR_COUNT; i++)
    assert_int_equal(colour_named(span_of(name_of_colour((tess_colour)i))), i);
  for (int i = 0; i < 3; i++) assert_int_equal(faction_named(span_of(name_of_faction((tess_faction)i))), i);
  for (int i = 0; i < 12; i++) assert_int_equal(edge_named(span_of(name_of_place(i))), i);
  assert_int_equal(piece_named(TESS_RULES_STAR_WARS, span_of("large")), TESS_PIECE_LARGE);
  assert_int_equal(piece_named(TESS_RULES_STAR_WARS, span_of("meeple")), -1);
  assert_int_equal(piece_named(TESS_RULES_CLASSIC, span_of("meeple")), TESS_PIECE_SMALL);
  assert_int_equal(piece_named(TESS_RULES_CLASSIC, span_of("abbot")), TESS_PIECE_ABBOT);
  assert_int_equal(piece_named(TESS_RULES_CLASSIC, span_of("large")), -1);
  assert_int_equal(piece_named(TESS_RULES_CLASSIC, span_of("")), -1);
  assert_string_equal(name_of_error(TESS_ERROR_BAD_POSITION), "bad-position");
  assert_string_equal(name_of_event(TESS_EVENT_OVER), "over");
}

TEST(test_realm_names) {
  const char *const good[] = {"route.E", "asteroids.N", "planet",   "road.S",  "city.W", "monastery",
                              "garden",  "field.NL",    "field.WR", "field.1", "field.6"};
  const char *const wrong[] = {"route",  "route.",  "route.NL", "field.N",  "planet.N", "planet.",
                               "sea.N",  "",        ".N",       "route.E.", "Route.E",  "field",
                               "field.", "field.0", "field.7",  "field.01", "city.1",   "garden.1"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct realm_name name;
    struct text text = {0};
    assert_true(realm_name_read(span_of(good[i]), &name));
    realm_name_write(name, &text);
    assert_string_equal(text.bytes, good[i]);
    text_free(&text);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct realm_name name;
    assert_false(realm_name_read(span_of(wrong[i]), &name));
  }
}

/* The features of a turned tile are found by the edges that they have on the board. */
TEST(test_realm_features) {
  const tess_set *set = set_named("classic");
  int kind = tess_set_find(set, "D", 1); /* city N, road E W, field EL WR, field ER SL SR WL */
  struct realm_name name;
  const struct {
    const char *name;
    int rotation, feature;
  } cases[] = {{"city.N", 0, 0},   {"city.E", 1, 0},   {"city.N", 1, -1},  {"road.W", 0, 1},
               {"road.N", 1, 1},   {"field.EL", 0, 2}, {"field.SL", 1, 2}, {"field.NR", 1, 2},
               {"field.SR", 0, 3}, {"field.NL", 2, 3}, {"garden", 0, -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_true(realm_name_read(span_of(cases[i].name), &name));
    assert_int_equal(realm_name_feature(set, kind, cases[i].rotation, name), cases[i].feature);
  }
}

TEST(test_options) {
  const char *const good[] = {"-", "fields", "fields,abbot,river,teams", "abbot,river"};
  const char *const wrong[] = {"", "fields,", "Fields", "fields,fields", "-,fields", "field"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    tess_options options = {.fields = true};
    struct fault fault;
    struct text text = {0};
    assert_true(options_read(span_of(good[i]), &options, &fault));
    options_write(&options, &text);
    assert_string_equal(text.bytes, good[i]);
    text_free(&text);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    tess_options options = {.abbot = true};
    struct fault fault;
    assert_false(options_read(span_of(wrong[i]), &options, &fault));
    assert_true(options.abbot && !options.fields);
  }
}

TEST(test_colours) {
  tess_options options = {0};
  struct fault fault;
  struct text text = {0};
  assert_true(colours_read(span_of("red,green,black,white,orange"), &options, &fault));
  assert_int_equal(options.players, 5);
  colours_write(&options, &text);
  assert_string_equal(text.bytes, "red,green,black,white,orange");
  text_free(&text);
  const char *const wrong[] = {"", "red", "red,red", "red,pink", "red,", "red,green,black,white,orange,blue"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(colours_read(span_of(wrong[i]), &options, &fault));
  assert_int_equal(options.players, 5);
}

TEST(test_placements) {
  const char *const wrong[] = {"",         "1,2",    "1,2r4",  "1,2r",    "1 ,2r0", "1,2r0 ",
                               "1000,2r0", "01,2r0", "1,2r00", "--1,2r0", "1;2r0",  "99999999999,0r0"};
  struct fault fault;
  struct text text = {0};
  tess_placement placement;
  assert_true(placement_read(span_of("-12,7r3"), &placement, &fault));
  placement_write(placement, &text);
  assert_string_equal(text.bytes, "-12,7r3");
  text_free(&text);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(placement_read(span_of(wrong[i]), &placement, &fault));
    assert_non_null(strstr(fault.text, "expected a placement x,yrR"));
  }
}

static void check_choice(const char *word, tess_rules rules) {
  struct fault fault;
  struct choice choice;
  struct text text = {0};
  assert_true(choice_read(span_of(word), rules, &choice, &fault));
  choice_write(choice, rules, &text);
  assert_string_equal(text.bytes, word);
  text_free(&text);
}

TEST(test_choices) {
  const char *const wrong[] = {"",
                               "none:route.E",
                               "return:",
                               "small",
                               "small:",
                               "small:sea",
                               "small:planet@",
                               "abbot:planet",
                               "small:planet@1",
                               "small:planet@1,2r0",
                               "large:planet@1,2@3,4"};
  struct fault fault;
  struct choice choice;
  check_choice("none", TESS_RULES_STAR_WARS);
  check_choice("large:planet@-2,2", TESS_RULES_STAR_WARS);
  check_choice("small:route.E", TESS_RULES_STAR_WARS);
  check_choice("return", TESS_RULES_CLASSIC);
  check_choice("abbot:garden", TESS_RULES_CLASSIC);
  check_choice("meeple:field.WR", TESS_RULES_CLASSIC);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(choice_read(span_of(wrong[i]), TESS_RULES_STAR_WARS, &choice, &fault));
    assert_int_equal(fault.error, TESS_ERROR_NONE);
  }
}

TEST(test_moves) {
  const tess_set *set = set_named("star-wars");
  const char *const good[] = {"AR_R@1,0r1=small:route.E", "R2S@3,1r0=large:planet@2,2", "R3@0,-1r2", "R3@0,-1r2=none"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct fault fault;
    struct move move;
    struct text text = {0};
    assert_true(move_read(span_of(good[i]), set, &move, &fault));
    move_write(&move, set, &text);
    assert_string_equal(text.bytes, good[i]);
    text_free(&text);
  }
}

TEST(test_wrong_moves) {
  const tess_set *set = set_named("star-wars");
  const struct {
    const char *word, *message;
    tess_error error;
  } cases[] = {{"", "expected a move TILE@x,yrR[=MEEPLE], found ''", TESS_ERROR_NONE},
               {"R3", "expected a move TILE@x,yrR[=MEEPLE], found 'R3'", TESS_ERROR_NONE},
               {"@0,0r0", "the set has no tile ''", TESS_ERROR_BAD_TILE},
               {"XX@0,0r0", "the set has no tile 'XX'", TESS_ERROR_BAD_TILE},
               {"R3@0,0", "expected a placement", TESS_ERROR_NONE},
               {"R3@0,0r0=", "expected none, return, small:REALM or large:REALM, found ''", TESS_ERROR_NONE},
               {"R3@0,0r0=small:route", "expected a realm such as route.E", TESS_ERROR_NONE},
               {"R3@0,0r0=small:planet@0;0", "expected a cell x,y, found '0;0'", TESS_ERROR_NONE}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct fault fault;
    struct move move;
    assert_false(move_read(span_of(cases[i].word), set, &move, &fault));
    assert_non_null(strstr(fault.text, cases[i].message));
    assert_int_equal(fault.error, cases[i].error);
  }
}

TEST(test_throws) {
  const char *const wrong[] = {"",        " ",         "1",    "1:",      "1:7",     "1:0",
                               "1:1,",    "1:1,2,3,4", "0:1",  "6:1",     "2:1 1:1", "1:1 1:1",
                               "1:1,2:1", "1:1 x",     "1:1x", "5:1 6:1", ";",       "1:1,2 2:"};
  struct fault fault;
  struct text text = {0};
  tess_throw thrown;
  assert_true(throw_read(span_of(" 1:5,3;\t2:6\n5:1,2,3 "), &thrown, &fault));
  throw_write(&thrown, ' ', &text);
  assert_string_equal(text.bytes, "1:5,3 2:6 5:1,2,3");
  text_clear(&text);
  throw_write(&thrown, ';', &text);
  assert_string_equal(text.bytes, "1:5,3;2:6;5:1,2,3");
  text_free(&text);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(throw_read(span_of(wrong[i]), &thrown, &fault));
    assert_non_null(strstr(fault.text, "expected dice such as"));
  }
}

/* Every legal decision of random games is read back as itself. */
TEST(test_decisions_of_games) {
  for (int mix = 0; mix < PLAY_MIXES; mix++) {
    uint64_t random = (uint64_t)mix;
    struct history *history = play_new(library, mix, 7);
    do {
      tess_decision decisions[TESS_MAX_DECISIONS], again;
      struct fault fault;
      struct text text = {0};
      int count = tess_game_decisions(history->game, decisions);
      for (int i = 0; i < count; i++) {
        text_clear(&text);
        decision_write(decisions[i], history->game, &text);
        assert_true(decision_read(play_span(&text), history->game, &again, &fault));
        assert_int_equal(again.piece, decisions[i].piece);
        assert_int_equal(again.spot.tile, decisions[i].spot.tile);
      }
      text_free(&text);
    } while (play_step(history, &random));
    history_free(history);
  }
}

TEST(test_decisions_without_realm) {
  struct fault fault;
  tess_decision decision;
  struct history *history = play_new(library, 0, 1);
  assert_true(history_word(history, span_of("R2S@0,1r0"), &fault));
  assert_false(decision_read(span_of("small:planet"), history->game, &decision, &fault));
  assert_string_equal(fault.text, "the tile R2S at 0,1 has no planet");
  assert_int_equal(fault.error, TESS_ERROR_BAD_DECISION);
  assert_false(decision_read(span_of("small:planet@5,5"), history->game, &decision, &fault));
  assert_string_equal(fault.text, "no tile lies at 5,5");
  assert_true(decision_read(span_of("small:route.W"), history->game, &decision, &fault));
  history_free(history);
}

RUN_TESTS(open_library, close_library)
