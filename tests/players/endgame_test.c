/* The exact play of the last tiles, compared with an exhaustive search that uses only the rules. */
#include "cli/cmocka_base.h"

#include "players/endgame.h"
#include "players/evaluation.h"
#include "rules/small_game.h"

enum { MOST_TILES = 8 /* of a set */, DEEPEST_STEP = 40 };

static const struct player_budget endless = {.playouts = UINT64_MAX};

struct endgame_fixture {
  tess_set *set;
  tess_game *game;
  tess_undo *undos[DEEPEST_STEP];
  struct battle_odds odds[TESS_MAX_DICE][TESS_MAX_DICE]; /* by the dice of both seats, less 1 */
  struct endgame endgame;
};

static void fixture_open(struct endgame_fixture *fixture) {
  fixture->set = malloc(tess_set_size());
  fixture->game = malloc(tess_game_size());
  for (int i = 0; i < DEEPEST_STEP; i++) fixture->undos[i] = malloc(tess_undo_size());
  for (int one = 0; one < TESS_MAX_DICE; one++)
    for (int other = 0; other < TESS_MAX_DICE; other++)
      battle_odds_of((const uint8_t[TESS_MAX_PLAYERS]){(uint8_t)(one + 1), (uint8_t)(other + 1)},
                     &fixture->odds[one][other]);
  endgame_open(&fixture->endgame, &mcts_settings.evaluation);
}

static void fixture_close(struct endgame_fixture *fixture) {
  endgame_close(&fixture->endgame);
  for (int i = 0; i < DEEPEST_STEP; i++) free(fixture->undos[i]);
  free(fixture->game);
  free(fixture->set);
}

/* The expected lead of seat 0 when both play as well as they can: every step of every kind is tried. */
static double exhaustive(struct endgame_fixture *fixture, int depth);

static double all_throws(struct endgame_fixture *fixture, int depth) {
  tess_game *game = fixture->game;
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  tess_game_battle(game, &spot, dice);
  const struct battle_odds *odds = &fixture->odds[dice[0] - 1][dice[1] - 1];
  double lead = odds->ties[0] - odds->ties[1];
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(game, &thrown, fixture->undos[depth], NULL);
    lead += odds->win[winner] * exhaustive(fixture, depth + 1);
    tess_game_undo(game, fixture->undos[depth]);
  }
  return lead;
}

static double all_draws(struct endgame_fixture *fixture, int depth) {
  tess_game *game = fixture->game;
  double lead = 0.0;
  const int total = tess_game_due(game, -1);
  for (int kind = 0; kind < tess_set_kinds(fixture->set); kind++) {
    const int copies = tess_game_due(game, kind);
    if (copies == 0) continue;
    tess_game_draw(game, kind, fixture->undos[depth], NULL);
    lead += (double)copies / total * exhaustive(fixture, depth + 1);
    tess_game_undo(game, fixture->undos[depth]);
  }
  return lead;
}

static double best_of(double best, double lead, int seat) {
  return seat == 0 ? (lead > best ? lead : best) : (lead < best ? lead : best);
}

static double all_decisions(struct endgame_fixture *fixture, int depth) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(fixture->game, decisions), seat = tess_game_seat(fixture->game);
  double best = seat == 0 ? -1e9 : 1e9;
  for (int i = 0; i < count; i++) {
    tess_game_meeple(fixture->game, decisions[i], fixture->undos[depth], NULL);
    best = best_of(best, exhaustive(fixture, depth + 1), seat);
    tess_game_undo(fixture->game, fixture->undos[depth]);
  }
  return best;
}

static double all_placements(struct endgame_fixture *fixture, int depth) {
  const int count = tess_game_placement_count(fixture->game), seat = tess_game_seat(fixture->game);
  double best = seat == 0 ? -1e9 : 1e9;
  for (int i = 0; i < count; i++) {
    tess_game_place(fixture->game, tess_game_placement_at(fixture->game, i), fixture->undos[depth], NULL);
    best = best_of(best, exhaustive(fixture, depth + 1), seat);
    tess_game_undo(fixture->game, fixture->undos[depth]);
  }
  return best;
}

static double exhaustive(struct endgame_fixture *fixture, int depth) {
  switch (tess_game_phase(fixture->game)) {
  case TESS_PHASE_DRAW: return all_draws(fixture, depth);
  case TESS_PHASE_PLACE: return all_placements(fixture, depth);
  case TESS_PHASE_MEEPLE: return all_decisions(fixture, depth);
  case TESS_PHASE_THROW: return all_throws(fixture, depth);
  default: return tess_game_score(fixture->game, 0) - tess_game_score(fixture->game, 1);
  }
}

/* The solved lead is the exhaustive one, and the turn that is advised keeps it. */
static void expect_exact(struct endgame_fixture *fixture) {
  const int sign = tess_game_seat(fixture->game) == 0 ? 1 : -1;
  const double exact = exhaustive(fixture, 0);
  struct player_candidate best;
  assert_true(endgame_solve(&fixture->endgame, fixture->game, deadline_of(&endless, 1), &best));
  assert_true(best.difference - sign * exact < 0.001 && sign * exact - best.difference < 0.001);
  tess_game_place(fixture->game, best.turn.placement, fixture->undos[0], NULL);
  tess_game_meeple(fixture->game, best.turn.decision, fixture->undos[1], NULL);
  const double kept = exhaustive(fixture, 2);
  assert_true(kept - exact < 0.001 && exact - kept < 0.001);
}

static void solve_some(const char *name, tess_rules rules, int bag, int games) {
  struct endgame_fixture fixture;
  uint64_t random = (uint64_t)bag;
  fixture_open(&fixture);
  for (int solved = 0; solved < games;) {
    tess_options options = tess_options_default(rules);
    options.seed = random_next(&random);
    options.fields = rules == TESS_RULES_CLASSIC && solved % 2 == 0;
    options.abbot = rules == TESS_RULES_CLASSIC && solved % 3 == 1;
    small_game_set(fixture.set, name, bag < 3 ? MOST_TILES : 6, &random); /* four tiles on a board of two */
    assert_int_equal(tess_game_new(fixture.game, fixture.set, &options), TESS_ERROR_NONE);
    if (!small_game_play_on(fixture.game, bag, &random)) continue;
    expect_exact(&fixture);
    solved++;
  }
  fixture_close(&fixture);
}

TEST(test_star_wars) {
  for (int bag = 0; bag <= 2; bag++) solve_some("star-wars", TESS_RULES_STAR_WARS, bag, 6);
}

TEST(test_classic) {
  for (int bag = 0; bag <= 2; bag++) solve_some("classic", TESS_RULES_CLASSIC, bag, 6);
}

TEST(test_four_tiles) {
  solve_some("star-wars", TESS_RULES_STAR_WARS, 3, 4);
  solve_some("classic", TESS_RULES_CLASSIC, 3, 4);
}

RUN_TESTS(NULL, NULL)
