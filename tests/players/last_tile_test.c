/* The last tile: every turn is worth what the rules say follows from it, over all ends of its battles. */
#include "cli/cmocka_base.h"

#include "players/endgame.h"

enum { GAMES = 100, REPLIES = 3, FIGHTS = 8 };

struct table {
  tess_set *set;
  tess_game *game;
  tess_undo *placed, *decided, *thrown[FIGHTS];
  struct last_tile last_tile;
};

static void table_open(struct table *table, tess_rules rules) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(rules == TESS_RULES_CLASSIC ? "classic" : "star-wars", &count);
  table->set = malloc(tess_set_size());
  table->game = malloc(tess_game_size());
  table->placed = malloc(tess_undo_size());
  table->decided = malloc(tess_undo_size());
  for (int i = 0; i < FIGHTS; i++) table->thrown[i] = malloc(tess_undo_size());
  assert_int_equal(tess_set_build(table->set, tiles, count, &fault), TESS_ERROR_NONE);
  last_tile_open(&table->last_tile);
}

static void table_close(struct table *table) {
  last_tile_close(&table->last_tile);
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
  const uint64_t placements = (uint64_t)tess_game_placement_count(game);
  tess_game_place(game, tess_game_placement_at(game, (int)(random_next(random) % placements)), NULL, NULL);
  const uint64_t count = (uint64_t)tess_game_decisions(game, decisions);
  tess_game_meeple(game, decisions[count == 1 ? 0 : 1 + random_next(random) % (count - 1)], NULL, NULL);
  while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
}

/* Random turns until a tile is in hand and `bag` are left; `before` so many are left it is made ready for the last
 * tile. False when the game ends before. */
static bool play_on(struct table *table, int bag, int before, uint64_t *random) {
  for (;;) {
    while (tess_game_phase(table->game) == TESS_PHASE_DRAW) tess_game_draw(table->game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(table->game) == TESS_PHASE_OVER) return false;
    if (tess_game_bag(table->game, -1) <= before) last_tile_begin(&table->last_tile, table->game);
    if (tess_game_bag(table->game, -1) <= before) before = -1;
    if (tess_game_bag(table->game, -1) <= bag) return tess_game_bag(table->game, -1) == bag;
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
  assert_int_equal(tess_game_place(table->game, turn.placement, table->placed, NULL), TESS_ERROR_NONE);
  assert_int_equal(tess_game_meeple(table->game, turn.decision, table->decided, NULL), TESS_ERROR_NONE);
  const double lead = lead_of(table, side, 0);
  tess_game_undo(table->game, table->decided);
  tess_game_undo(table->game, table->placed);
  return lead;
}

static bool is_near(double a, double b) { return a - b < 0.001 && b - a < 0.001; }

/* The best lead over all turns, each of which it is asked about for each. */
static double try_all(struct table *table, int side) {
  double best = -1e9;
  for (int i = 0; i < tess_game_placement_count(table->game); i++) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    const tess_placement placement = tess_game_placement_at(table->game, i);
    tess_game_place(table->game, placement, table->placed, NULL);
    const int count = tess_game_decisions(table->game, decisions);
    tess_game_undo(table->game, table->placed);
    for (int j = 0; j < count; j++) {
      float told;
      const struct player_turn turn = {placement, decisions[j]};
      const double lead = lead_after(table, turn, side);
      assert_true(last_tile_turn(&table->last_tile, table->game, &turn, &told));
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
  assert_true(is_near((double)last_tile_best(&table->last_tile, table->game, &turn), best));
  assert_true(is_near(lead_after(table, turn, side), best));
  float lead = 0.0f;
  const struct player_turn nowhere = {{100, 100, 0}, turn.decision};
  const struct player_turn nobody = {turn.placement, {TESS_PIECE_SMALL, {0, 0}}};
  assert_false(last_tile_turn(&table->last_tile, table->game, &nowhere, &lead));
  assert_false(last_tile_turn(&table->last_tile, table->game, &nobody, &lead));
  assert_true(tess_game_hash(table->game) == hash);
}

/* ---- The last turn but one --------------------------------------------------------------------------------------- */

/* The last tile is drawn; fills the best answer to it if there is one. */
static bool best_reply(struct table *table, struct player_turn *reply) {
  while (tess_game_phase(table->game) == TESS_PHASE_DRAW) tess_game_draw(table->game, TESS_RANDOM, NULL, NULL);
  if (tess_game_phase(table->game) != TESS_PHASE_PLACE) return false;
  last_tile_best(&table->last_tile, table->game, reply);
  return true;
}

/* The lead of a side after a reply to what it did, over all ends of its battles; the last tile is not yet drawn. */
static double replied_lead(struct table *table, int side, int depth, const struct player_turn *reply) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  struct battle_odds odds;
  if (!tess_game_battle(table->game, &spot, dice)) {
    float lead;
    tess_game_draw(table->game, TESS_RANDOM, table->thrown[depth], NULL);
    assert_true(last_tile_turn(&table->last_tile, table->game, reply, &lead));
    tess_game_undo(table->game, table->thrown[depth]);
    return -(double)lead;
  }
  battle_odds_of(dice, &odds);
  double lead = odds.ties[side] - odds.ties[!side];
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(table->game, &thrown, table->thrown[depth], NULL);
    lead += odds.win[winner] * replied_lead(table, side, depth + 1, reply);
    tess_game_undo(table->game, table->thrown[depth]);
  }
  return lead;
}

/* All turns are told, and each that is known leads to what it is said to. Returns how many are known. */
static int check_foreseen(struct table *table, const struct player_turn *reply) {
  static struct last_tile_outcome outcomes[LAST_TILE_OUTCOMES];
  const int side = tess_game_side(table->game, tess_game_seat(table->game));
  int kind = 0, known = 0, seen = 0;
  while (tess_game_bag(table->game, kind) == 0) kind++;
  const int count = last_tile_foresee(&table->last_tile, table->game, kind, reply, outcomes);
  if (count == 0) return 0;
  for (int i = 0; i < tess_game_placement_count(table->game); i++) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    tess_game_place(table->game, tess_game_placement_at(table->game, i), table->placed, NULL);
    const int there = tess_game_decisions(table->game, decisions);
    for (int j = 0; j < there; j++, seen++) {
      assert_memory_equal(&outcomes[seen].turn.decision, &decisions[j], sizeof decisions[j]);
      if (outcomes[seen].lead >= LAST_TILE_UNKNOWN) continue;
      known++;
      tess_game_meeple(table->game, decisions[j], table->decided, NULL);
      assert_true(is_near(replied_lead(table, side, 0, reply), (double)outcomes[seen].lead));
      tess_game_undo(table->game, table->decided);
    }
    tess_game_undo(table->game, table->placed);
  }
  assert_int_equal(seen, count);
  return known;
}

/* With replies that are good after turns drawn by lot. */
static int foresee_some(struct table *table, uint64_t *random) {
  tess_game *kept = malloc(tess_game_size());
  struct player_turn reply;
  int known = 0;
  tess_game_copy(kept, table->game);
  for (int i = 0; i < REPLIES; i++) {
    play_turn(table->game, random);
    const bool found = best_reply(table, &reply);
    tess_game_copy(table->game, kept);
    if (found) known += check_foreseen(table, &reply);
  }
  free(kept);
  return known;
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static void play_some(tess_rules rules, tess_options options) {
  struct table table;
  uint64_t random = 2026;
  table_open(&table, rules);
  for (int played = 0; played < GAMES;) {
    options.seed = random_next(&random);
    assert_int_equal(tess_game_new(table.game, table.set, &options), TESS_ERROR_NONE);
    if (!play_on(&table, 0, played % 5, &random)) continue;
    expect_exact(&table);
    played++;
  }
  for (int played = 0, known = 0; played < GAMES || known < 1000;) {
    options.seed = random_next(&random);
    assert_int_equal(tess_game_new(table.game, table.set, &options), TESS_ERROR_NONE);
    if (!play_on(&table, 1, 1 + played % 5, &random)) continue;
    known += foresee_some(&table, &random);
    played++;
  }
  table_close(&table);
}

static void test_star_wars(void **state) {
  (void)state;
  play_some(TESS_RULES_STAR_WARS, tess_options_default(TESS_RULES_STAR_WARS));
}

static void test_teams(void **state) {
  (void)state;
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  options.players = 4;
  options.teams = true;
  play_some(TESS_RULES_STAR_WARS, options);
}

static void test_classic(void **state) {
  (void)state;
  play_some(TESS_RULES_CLASSIC, tess_options_default(TESS_RULES_CLASSIC));
}

static void test_classic_options(void **state) {
  (void)state;
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = options.abbot = true;
  play_some(TESS_RULES_CLASSIC, options);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_star_wars), cmocka_unit_test(test_teams),
                                     cmocka_unit_test(test_classic), cmocka_unit_test(test_classic_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
