/* The evaluation of positions: it is exact when no tile is left, and does not depend on how a position was reached. */
#include "cli/cmocka_base.h"

#include "players/evaluation.h"
#include "players/playout.h"
#include "rules/random_game.h"

struct evaluation_fixture {
  tess_set *set;
  tess_game *game, *twin;
  struct turn_evaluator evaluator, fresh;
};

static void fixture_open(struct evaluation_fixture *fixture, const char *name) {
  fixture->set = random_game_set(name);
  fixture->game = malloc(tess_game_size());
  fixture->twin = malloc(tess_game_size());
  turn_evaluator_open(&fixture->evaluator, &mcts_settings.evaluation);
  turn_evaluator_open(&fixture->fresh, &mcts_settings.evaluation);
}

static void fixture_close(struct evaluation_fixture *fixture) {
  turn_evaluator_close(&fixture->evaluator);
  turn_evaluator_close(&fixture->fresh);
  free(fixture->set);
  free(fixture->game);
  free(fixture->twin);
}

/* One random turn; false when the game is over. */
static bool random_turn(tess_game *game, uint64_t *random) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
  if (tess_game_phase(game) == TESS_PHASE_OVER) return false;
  const uint32_t placements = (uint32_t)tess_game_placement_count(game);
  tess_game_place(game, tess_game_placement_at(game, (int)(random_next(random) % placements)), NULL, NULL);
  const uint32_t count = (uint32_t)tess_game_decisions(game, decisions);
  tess_game_meeple(game, decisions[random_next(random) % count], NULL, NULL);
  while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  return true;
}

static void expect_near(float a, float b) {
  if (a - b > 0.01f || b - a > 0.01f) fail_msg("%f is not %f", (double)a, (double)b);
}

/* Every turn with the last tile: what it promises is what the game ends with. */
static void expect_final_scores(struct evaluation_fixture *fixture) {
  turn_evaluator_run(&fixture->evaluator, fixture->game);
  for (int i = 0; i < fixture->evaluator.count; i++) {
    const struct turn *turn = &fixture->evaluator.turns[i];
    if (turn->battle) continue; /* ends in several ways */
    tess_game_copy(fixture->twin, fixture->game);
    assert_int_equal(tess_game_place(fixture->twin, turn->how.placement, NULL, NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_meeple(fixture->twin, turn->how.decision, NULL, NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_phase(fixture->twin), TESS_PHASE_OVER);
    float points[TESS_MAX_PLAYERS];
    turn_points(turn, points);
    for (int side = 0; side < tess_game_sides(fixture->twin); side++)
      assert_true(points[side] == (float)tess_game_score(fixture->twin, side));
  }
}

/* With fields, a meeple on a city. */
static bool takes_city(const tess_game *game, const struct turn *turn) {
  const tess_decision decision = turn->how.decision;
  if (!tess_game_options(game).fields || decision.piece == TESS_PIECE_NONE || decision.piece == TESS_PIECE_RETURN)
    return false;
  return tess_game_realm(game, decision.spot).type == TESS_TYPE_CITY;
}

/* A position after a step has the same values for an evaluator that has not seen the step. */
static void expect_no_memory(struct evaluation_fixture *fixture) {
  turn_evaluator_run(&fixture->evaluator, fixture->game);
  for (int i = 0; i < fixture->evaluator.count; i += 7) {
    const struct turn *turn = &fixture->evaluator.turns[i];
    float points[TESS_MAX_PLAYERS], values[TESS_MAX_PLAYERS];
    turn_points(turn, points);
    tess_game_copy(fixture->twin, fixture->game);
    assert_int_equal(tess_game_place(fixture->twin, turn->how.placement, NULL, NULL), TESS_ERROR_NONE);
    assert_int_equal(tess_game_meeple(fixture->twin, turn->how.decision, NULL, NULL), TESS_ERROR_NONE);
    assert_true(turn->battle == (tess_game_phase(fixture->twin) == TESS_PHASE_THROW));
    turn_evaluator_values(&fixture->fresh, fixture->twin, values);
    if (takes_city(fixture->twin, turn)) continue; /* the fields beside it count its chances from the next turn on */
    for (int side = 0; side < tess_game_sides(fixture->twin); side++) assert_true(points[side] == values[side]);
  }
}

/* The decisions after a placement are worth the same for an evaluator that begins with the tile laid. */
static void expect_same_decisions(struct evaluation_fixture *fixture) {
  turn_evaluator_run(&fixture->evaluator, fixture->game);
  for (int i = 0; i < fixture->evaluator.count;) {
    const tess_placement placement = fixture->evaluator.turns[i].how.placement;
    tess_game_copy(fixture->twin, fixture->game);
    assert_int_equal(tess_game_place(fixture->twin, placement, NULL, NULL), TESS_ERROR_NONE);
    turn_evaluator_run(&fixture->fresh, fixture->twin);
    for (int j = 0; j < fixture->fresh.count; j++, i++) {
      const struct turn *whole = &fixture->evaluator.turns[i], *later = &fixture->fresh.turns[j];
      assert_memory_equal(&whole->how.decision, &later->how.decision, sizeof later->how.decision);
      for (int side = 0; side < tess_game_sides(fixture->twin); side++)
        assert_true(whole->values[side] == later->values[side]);
    }
  }
}

/* The best turn that is found alone is the first among all turns. */
static void expect_same_best(struct evaluation_fixture *fixture) {
  const int side = tess_game_side(fixture->game, tess_game_seat(fixture->game));
  turn_evaluator_run(&fixture->evaluator, fixture->game);
  turn_evaluator_rank(&fixture->evaluator, tess_game_sides(fixture->game), side, 1);
  turn_evaluator_best(&fixture->fresh, fixture->game);
  const struct turn *first = turn_evaluator_ranked(&fixture->evaluator, 0);
  const struct turn *best = turn_evaluator_ranked(&fixture->fresh, 0);
  assert_true(player_turn_same(&best->how, &first->how));
  assert_memory_equal(best->values, first->values, sizeof best->values);
}

/* Walks through random games; at every turn the evaluator leaves the game as it was. */
static void walk(const char *name, tess_options options, uint64_t games) {
  struct evaluation_fixture fixture;
  fixture_open(&fixture, name);
  for (uint64_t number = 0; number < games; number++) {
    uint64_t random;
    playout_start(fixture.game, fixture.set, &options, number, &random);
    do {
      while (tess_game_phase(fixture.game) == TESS_PHASE_DRAW) tess_game_draw(fixture.game, TESS_RANDOM, NULL, NULL);
      if (tess_game_phase(fixture.game) == TESS_PHASE_OVER) break;
      const uint64_t hash = tess_game_hash(fixture.game);
      expect_no_memory(&fixture);
      expect_same_decisions(&fixture);
      expect_same_best(&fixture);
      if (tess_game_bag(fixture.game, -1) == 0) expect_final_scores(&fixture);
      assert_true(tess_game_hash(fixture.game) == hash);
    } while (random_turn(fixture.game, &random));
  }
  fixture_close(&fixture);
}

TEST(test_star_wars) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  walk("star-wars", options, 3);
  options.players = 5;
  walk("star-wars", options, 2);
  options.players = 4;
  options.teams = true;
  walk("star-wars", options, 2);
}

TEST(test_classic) {
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  walk("classic", options, 3);
  options.players = 3;
  options.fields = options.abbot = true;
  walk("classic", options, 3);
}

/* Arrows score at once, move meeples elsewhere and give extra turns; a trial does not follow the river. */
TEST(test_classic_with_river_and_arrows) {
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = options.abbot = options.arrows = options.towns = true;
  options.river = TESS_RIVER_20;
  walk("classic+river-20+arrows-20", options, 2);
}

/* Sides, a bit each, that alone hold a city of one tile with one open end. */
static unsigned towns_to_be(const tess_game *game) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  unsigned sides = 0;
  for (int i = 0; i < count; i++) {
    const tess_realm r = tess_game_realm(game, meeples[i].spot);
    if (r.type == TESS_TYPE_CITY && r.tiles == 1 && r.open_ends == 1) sides |= r.sides;
  }
  return sides;
}

/* CL-4.6: two games of the same turns, with the option and without, are judged the same but for towns that may come. */
TEST(cl_4_6_a_town_to_be_is_worth_less) {
  struct evaluation_fixture fixture;
  fixture_open(&fixture, "classic");
  tess_options options = tess_options_default(TESS_RULES_CLASSIC), older = options;
  older.towns = true;
  int seen = 0, same = 0;
  for (uint64_t number = 0; number < 30; number++) {
    uint64_t random, twin_random;
    playout_start(fixture.game, fixture.set, &options, number, &random);
    playout_start(fixture.twin, fixture.set, &older, number, &twin_random);
    while (random_turn(fixture.game, &random) && random_turn(fixture.twin, &twin_random)) {
      if (tess_game_phase(fixture.game) == TESS_PHASE_OVER) break;
      float values[TESS_MAX_PLAYERS], twin_values[TESS_MAX_PLAYERS];
      const unsigned less = towns_to_be(fixture.game);
      turn_evaluator_values(&fixture.fresh, fixture.game, values);
      turn_evaluator_values(&fixture.fresh, fixture.twin, twin_values);
      for (int side = 0; side < tess_game_sides(fixture.game); side++) {
        const float scored = (float)(tess_game_score(fixture.game, side) - tess_game_score(fixture.twin, side));
        if (less == 0) expect_near(twin_values[side] + scored, values[side]);
        seen += less >> side & 1 && twin_values[side] + scored < values[side] - 0.01f;
      }
      same += less == 0;
    }
  }
  assert_in_range(seen, 100, 10000);
  assert_in_range(same, 100, 10000);
  fixture_close(&fixture);
}

RUN_TESTS(NULL, NULL)
