/* The last tile: every turn is worth what the rules say follows from it, over all ends of its battles. */
#include "cli/cmocka_base.h"

#include "players/finale.h"
#include "players/turns.h"

enum { GAMES = 300, FIGHTS = 8 };

struct table {
  tess_set *set;
  tess_game *game;
  tess_undo *placed, *decided, *thrown[FIGHTS];
  struct finale finale;
};

static void table_open(struct table *table, tess_rules rules) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(rules == TESS_CLASSIC ? "classic" : "star-wars", &count);
  table->set = malloc(tess_set_size());
  table->game = malloc(tess_game_size());
  table->placed = malloc(tess_undo_size());
  table->decided = malloc(tess_undo_size());
  for (int i = 0; i < FIGHTS; i++) table->thrown[i] = malloc(tess_undo_size());
  assert_int_equal(tess_set_build(table->set, tiles, count, &fault), TESS_OK);
  assert_true(finale_open(&table->finale));
}

static void table_close(struct table *table) {
  finale_close(&table->finale);
  for (int i = 0; i < FIGHTS; i++) free(table->thrown[i]);
  free(table->decided);
  free(table->placed);
  free(table->game);
  free(table->set);
}

/* A turn that keeps meeples on the board: one is placed wherever that is possible, of few turns that are drawn by lot.
 */
static void play_turn(tess_game *game, uint64_t *random) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const uint64_t placements = (uint64_t)tess_placement_count(game);
  tess_game_place(game, tess_placement_at(game, (int)(random_next(random) % placements)), NULL, NULL);
  const uint64_t count = (uint64_t)tess_decisions(game, decisions);
  tess_game_meeple(game, decisions[count == 1 ? 0 : 1 + random_next(random) % (count - 1)], NULL, NULL);
  while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
}

/* Random turns until the last tile is in hand; `before` so many turns the finale is made ready. False when the game
 * ends before. */
static bool play_on(struct table *table, int before, uint64_t *random) {
  for (;;) {
    while (tess_game_phase(table->game) == TESS_PHASE_DRAW) tess_game_draw(table->game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(table->game) == TESS_PHASE_OVER) return false;
    if (tess_game_bag(table->game, -1) <= before) finale_begin(&table->finale, table->game);
    if (tess_game_bag(table->game, -1) <= before) before = -1;
    if (tess_game_bag(table->game, -1) == 0) return true;
    play_turn(table->game, random);
  }
}

/* The expected lead of a side over the ends of all battles. */
static double lead_of(struct table *table, int side, int depth) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  struct battle_odds odds;
  if (!tess_game_battle(table->game, &spot, dice))
    return tess_game_score(table->game, side) - tess_game_score(table->game, !side);
  battle_odds_of(dice, &odds);
  double lead = odds.ties[side] - odds.ties[!side];
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(table->game, &thrown, table->thrown[depth], NULL);
    lead += odds.win[winner] * lead_of(table, side, depth + 1);
    tess_game_undo(table->game, table->thrown[depth]);
  }
  return lead;
}

static double lead_after(struct table *table, struct player_turn turn, int side) {
  assert_int_equal(tess_game_place(table->game, turn.placement, table->placed, NULL), TESS_OK);
  assert_int_equal(tess_game_meeple(table->game, turn.decision, table->decided, NULL), TESS_OK);
  const double lead = lead_of(table, side, 0);
  tess_game_undo(table->game, table->decided);
  tess_game_undo(table->game, table->placed);
  return lead;
}

static bool is_near(double a, double b) { return a - b < 0.001 && b - a < 0.001; }

/* The best lead over all turns, of which the finale is asked for each. */
static double try_all(struct table *table, int side) {
  double best = -1e9;
  for (int i = 0; i < tess_placement_count(table->game); i++) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    const tess_placement placement = tess_placement_at(table->game, i);
    tess_game_place(table->game, placement, table->placed, NULL);
    const int count = tess_decisions(table->game, decisions);
    tess_game_undo(table->game, table->placed);
    for (int j = 0; j < count; j++) {
      float told;
      const struct player_turn turn = {placement, decisions[j]};
      const double lead = lead_after(table, turn, side);
      assert_true(finale_turn(&table->finale, table->game, &turn, &told));
      assert_true(is_near((double)told, lead));
      if (lead > best) best = lead;
    }
  }
  return best;
}

static void expect_exact(struct table *table) {
  const int side = tess_game_side(table->game, tess_game_seat(table->game));
  const uint64_t hash = tess_game_hash(table->game);
  const double best = try_all(table, side);
  struct player_turn turn;
  assert_true(is_near((double)finale_best(&table->finale, table->game, &turn), best));
  assert_true(is_near(lead_after(table, turn, side), best));
  float lead = 0.0f;
  const struct player_turn nowhere = {{100, 100, 0}, turn.decision};
  const struct player_turn nobody = {turn.placement, {TESS_SMALL, {0, 0}}};
  assert_false(finale_turn(&table->finale, table->game, &nowhere, &lead));
  assert_false(finale_turn(&table->finale, table->game, &nobody, &lead));
  assert_true(tess_game_hash(table->game) == hash);
}

static void play_some(tess_rules rules, tess_options options) {
  struct table table;
  uint64_t random = 2026;
  table_open(&table, rules);
  for (int played = 0; played < GAMES;) {
    options.seed = random_next(&random);
    assert_int_equal(tess_game_new(table.game, table.set, &options), TESS_OK);
    if (!play_on(&table, played % 5, &random)) continue;
    expect_exact(&table);
    played++;
  }
  table_close(&table);
}

static void test_star_wars(void **state) {
  (void)state;
  play_some(TESS_STAR_WARS, tess_options_default(TESS_STAR_WARS));
}

static void test_teams(void **state) {
  (void)state;
  tess_options options = tess_options_default(TESS_STAR_WARS);
  options.players = 4;
  options.teams = true;
  play_some(TESS_STAR_WARS, options);
}

static void test_classic(void **state) {
  (void)state;
  play_some(TESS_CLASSIC, tess_options_default(TESS_CLASSIC));
}

static void test_classic_options(void **state) {
  (void)state;
  tess_options options = tess_options_default(TESS_CLASSIC);
  options.fields = options.abbot = true;
  play_some(TESS_CLASSIC, options);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_star_wars), cmocka_unit_test(test_teams),
                                     cmocka_unit_test(test_classic), cmocka_unit_test(test_classic_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
