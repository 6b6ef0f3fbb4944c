/* The last tile: the value of every turn equals its result by the rules, averaged over all outcomes of its battles. */
#include "cli/cmocka_base.h"

#include "players/endgame.h"

enum { GAMES = 100, REPLIES = 3, FIGHTS = 8 };

struct last_tile_fixture {
  tess_set *set;
  tess_game *game;
  tess_undo *placed, *decided, *thrown[FIGHTS];
  struct last_tile last_tile;
};

static void fixture_open(struct last_tile_fixture *fixture, tess_rules rules) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(rules == TESS_RULES_CLASSIC ? "classic" : "star-wars", &count);
  fixture->set = malloc(tess_set_size());
  fixture->game = malloc(tess_game_size());
  fixture->placed = malloc(tess_undo_size());
  fixture->decided = malloc(tess_undo_size());
  for (int i = 0; i < FIGHTS; i++) fixture->thrown[i] = malloc(tess_undo_size());
  assert_int_equal(tess_set_build(fixture->set, tiles, count, &fault), TESS_ERROR_NONE);
  last_tile_open(&fixture->last_tile);
}

static void fixture_close(struct last_tile_fixture *fixture) {
  last_tile_close(&fixture->last_tile);
  for (int i = 0; i < FIGHTS; i++) free(fixture->thrown[i]);
  free(fixture->decided);
  free(fixture->placed);
  free(fixture->game);
  free(fixture->set);
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
static bool play_on(struct last_tile_fixture *fixture, int bag, int before, uint64_t *random) {
  for (;;) {
    while (tess_game_phase(fixture->game) == TESS_PHASE_DRAW) tess_game_draw(fixture->game, TESS_RANDOM, NULL, NULL);
    if (tess_game_phase(fixture->game) == TESS_PHASE_OVER) return false;
    if (tess_game_bag(fixture->game, -1) <= before) last_tile_begin(&fixture->last_tile, fixture->game);
    if (tess_game_bag(fixture->game, -1) <= before) before = -1;
    if (tess_game_bag(fixture->game, -1) <= bag) return tess_game_bag(fixture->game, -1) == bag;
    play_turn(fixture->game, random);
  }
}

/* The expected lead of a side over the ends of all battles. */
static double lead_of(struct last_tile_fixture *fixture, int side, int depth) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  struct battle_odds odds;
  if (!tess_game_battle(fixture->game, &spot, dice))
    return tess_game_score(fixture->game, side) - tess_game_score(fixture->game, !side);
  battle_odds_of(dice, &odds);
  double lead = odds.ties[side] - odds.ties[!side];
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(fixture->game, &thrown, fixture->thrown[depth], NULL);
    lead += odds.win[winner] * lead_of(fixture, side, depth + 1);
    tess_game_undo(fixture->game, fixture->thrown[depth]);
  }
  return lead;
}

static double lead_after(struct last_tile_fixture *fixture, struct player_turn turn, int side) {
  assert_int_equal(tess_game_place(fixture->game, turn.placement, fixture->placed, NULL), TESS_ERROR_NONE);
  assert_int_equal(tess_game_meeple(fixture->game, turn.decision, fixture->decided, NULL), TESS_ERROR_NONE);
  const double lead = lead_of(fixture, side, 0);
  tess_game_undo(fixture->game, fixture->decided);
  tess_game_undo(fixture->game, fixture->placed);
  return lead;
}

static bool is_near(double a, double b) { return a - b < 0.001 && b - a < 0.001; }

/* The best lead over all turns, each of which it is asked about for each. */
static double try_all(struct last_tile_fixture *fixture, int side) {
  double best = -1e9;
  for (int i = 0; i < tess_game_placement_count(fixture->game); i++) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    const tess_placement placement = tess_game_placement_at(fixture->game, i);
    tess_game_place(fixture->game, placement, fixture->placed, NULL);
    const int count = tess_game_decisions(fixture->game, decisions);
    tess_game_undo(fixture->game, fixture->placed);
    for (int j = 0; j < count; j++) {
      float told;
      const struct player_turn turn = {placement, decisions[j]};
      const double lead = lead_after(fixture, turn, side);
      assert_true(last_tile_turn(&fixture->last_tile, fixture->game, &turn, &told));
      assert_true(is_near((double)told, lead));
      if (lead > best) best = lead;
    }
  }
  return best;
}

static void expect_exact(struct last_tile_fixture *fixture) {
  const int side = tess_game_side(fixture->game, tess_game_seat(fixture->game));
  const uint64_t hash = tess_game_hash(fixture->game);
  const double best = try_all(fixture, side);
  struct player_turn turn;
  assert_true(is_near((double)last_tile_best(&fixture->last_tile, fixture->game, &turn), best));
  assert_true(is_near(lead_after(fixture, turn, side), best));
  float lead = 0.0f;
  const struct player_turn nowhere = {{100, 100, 0}, turn.decision};
  const struct player_turn nobody = {turn.placement, {TESS_PIECE_SMALL, {0, 0}}};
  assert_false(last_tile_turn(&fixture->last_tile, fixture->game, &nowhere, &lead));
  assert_false(last_tile_turn(&fixture->last_tile, fixture->game, &nobody, &lead));
  assert_true(tess_game_hash(fixture->game) == hash);
}

/* ---- The last turn but one ---- */

/* The last tile is drawn; fills the best answer to it if there is one. */
static bool best_reply(struct last_tile_fixture *fixture, struct player_turn *reply) {
  while (tess_game_phase(fixture->game) == TESS_PHASE_DRAW) tess_game_draw(fixture->game, TESS_RANDOM, NULL, NULL);
  if (tess_game_phase(fixture->game) != TESS_PHASE_PLACE) return false;
  last_tile_best(&fixture->last_tile, fixture->game, reply);
  return true;
}

/* The lead of a side after a reply to what it did, over all ends of its battles; the last tile is not yet drawn. */
static double replied_lead(struct last_tile_fixture *fixture, int side, int depth, const struct player_turn *reply) {
  uint8_t dice[TESS_MAX_PLAYERS];
  tess_spot spot;
  struct battle_odds odds;
  if (!tess_game_battle(fixture->game, &spot, dice)) {
    float lead;
    tess_game_draw(fixture->game, TESS_RANDOM, fixture->thrown[depth], NULL);
    assert_true(last_tile_turn(&fixture->last_tile, fixture->game, reply, &lead));
    tess_game_undo(fixture->game, fixture->thrown[depth]);
    return -(double)lead;
  }
  battle_odds_of(dice, &odds);
  double lead = odds.ties[side] - odds.ties[!side];
  for (int winner = 0; winner < 2; winner++) {
    const tess_throw thrown = battle_throw(dice, winner);
    tess_game_throw(fixture->game, &thrown, fixture->thrown[depth], NULL);
    lead += odds.win[winner] * replied_lead(fixture, side, depth + 1, reply);
    tess_game_undo(fixture->game, fixture->thrown[depth]);
  }
  return lead;
}

/* All turns are told, and each that is known leads to what it is said to. Returns how many are known. */
static int check_foreseen(struct last_tile_fixture *fixture, const struct player_turn *reply) {
  static struct last_tile_outcome outcomes[LAST_TILE_OUTCOMES];
  const int side = tess_game_side(fixture->game, tess_game_seat(fixture->game));
  int kind = 0, known = 0, seen = 0;
  while (tess_game_bag(fixture->game, kind) == 0) kind++;
  const int count = last_tile_foresee(&fixture->last_tile, fixture->game, kind, reply, outcomes);
  if (count == 0) return 0;
  for (int i = 0; i < tess_game_placement_count(fixture->game); i++) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    tess_game_place(fixture->game, tess_game_placement_at(fixture->game, i), fixture->placed, NULL);
    const int there = tess_game_decisions(fixture->game, decisions);
    for (int j = 0; j < there; j++, seen++) {
      assert_memory_equal(&outcomes[seen].turn.decision, &decisions[j], sizeof decisions[j]);
      if (outcomes[seen].lead >= LAST_TILE_UNKNOWN) continue;
      known++;
      tess_game_meeple(fixture->game, decisions[j], fixture->decided, NULL);
      assert_true(is_near(replied_lead(fixture, side, 0, reply), (double)outcomes[seen].lead));
      tess_game_undo(fixture->game, fixture->decided);
    }
    tess_game_undo(fixture->game, fixture->placed);
  }
  assert_int_equal(seen, count);
  return known;
}

/* With replies that are good after turns drawn by lot. */
static int foresee_some(struct last_tile_fixture *fixture, uint64_t *random) {
  tess_game *kept = malloc(tess_game_size());
  struct player_turn reply;
  int known = 0;
  tess_game_copy(kept, fixture->game);
  for (int i = 0; i < REPLIES; i++) {
    play_turn(fixture->game, random);
    const bool found = best_reply(fixture, &reply);
    tess_game_copy(fixture->game, kept);
    if (found) known += check_foreseen(fixture, &reply);
  }
  free(kept);
  return known;
}

/* ---- Games ---- */

static void play_some(tess_rules rules, tess_options options) {
  struct last_tile_fixture fixture;
  uint64_t random = 2026;
  fixture_open(&fixture, rules);
  for (int played = 0; played < GAMES;) {
    options.seed = random_next(&random);
    assert_int_equal(tess_game_new(fixture.game, fixture.set, &options), TESS_ERROR_NONE);
    if (!play_on(&fixture, 0, played % 5, &random)) continue;
    expect_exact(&fixture);
    played++;
  }
  for (int played = 0, known = 0; played < GAMES || known < 1000;) {
    options.seed = random_next(&random);
    assert_int_equal(tess_game_new(fixture.game, fixture.set, &options), TESS_ERROR_NONE);
    if (!play_on(&fixture, 1, 1 + played % 5, &random)) continue;
    known += foresee_some(&fixture, &random);
    played++;
  }
  fixture_close(&fixture);
}

TEST(test_star_wars) { play_some(TESS_RULES_STAR_WARS, tess_options_default(TESS_RULES_STAR_WARS)); }

TEST(test_teams) {
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  options.players = 4;
  options.teams = true;
  play_some(TESS_RULES_STAR_WARS, options);
}

TEST(test_classic) { play_some(TESS_RULES_CLASSIC, tess_options_default(TESS_RULES_CLASSIC)); }

TEST(test_classic_options) {
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = options.abbot = true;
  play_some(TESS_RULES_CLASSIC, options);
}

RUN_TESTS(NULL, NULL)
