/* Computer players: their turns are legal, repeatable, and independent of the order of the stack. */
#include "cli/cmocka_base.h"

#include "players/player.h"

static tess_set *set_of(const char *name) {
  size_t count;
  tess_set_fault fault;
  const tess_tile_def *tiles = tess_builtin_tiles(name, &count);
  tess_set *set = malloc(tess_set_size());
  assert_int_equal(tess_set_build(set, tiles, count, &fault), TESS_ERROR_NONE);
  return set;
}

static const struct player_budget budget = {.playouts = 20};

static struct player_turn choose(struct player *player, const tess_game *game) {
  struct player_advice advice;
  player_choose(player, game, &budget, &advice);
  return advice.candidates[0].turn;
}

/* Plays a game to its end; gives its hash. `seeds` are of the players' streams. */
static uint64_t play(const tess_set *set, const tess_options *options, const char *const *names, uint64_t seed,
                     int32_t *scores) {
  struct player players[TESS_MAX_PLAYERS];
  tess_game *game = malloc(tess_game_size());
  assert_int_equal(tess_game_new(game, set, options), TESS_ERROR_NONE);
  for (int i = 0; i < options->players; i++) player_open(&players[i], player_kind_find(names[i]), seed + (uint64_t)i);
  while (tess_game_phase(game) != TESS_PHASE_OVER) {
    struct player_advice advice;
    player_step(&players[tess_game_seat(game)], game, &budget, &advice);
  }
  for (int side = 0; side < tess_game_sides(game); side++) scores[side] = tess_game_score(game, side);
  uint64_t hash = tess_game_hash(game);
  for (int i = 0; i < options->players; i++) player_close(&players[i]);
  free(game);
  return hash;
}

TEST(test_kinds) {
  assert_non_null(player_kind_at(0));
  for (int i = 0; player_kind_at(i) != NULL; i++)
    assert_ptr_equal(player_kind_find(player_kind_at(i)->name), player_kind_at(i));
  assert_null(player_kind_find("deep"));
}

TEST(test_pick) {
  struct player player;
  int seen[7] = {0};
  player_open(&player, player_kind_find("random"), 1);
  for (int i = 0; i < 7000; i++) seen[player_pick(&player, 7)]++;
  for (int i = 0; i < 7; i++) assert_in_range(seen[i], 900, 1100);
  player_close(&player);
}

TEST(test_repeatable) {
  static const char *const names[] = {"greedy", "random", "mcts"};
  tess_set *set = set_of("classic");
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  int32_t scores[TESS_MAX_PLAYERS];
  options.players = 3;
  options.fields = options.abbot = true;
  uint64_t first = play(set, &options, names, 5, scores);
  assert_true(play(set, &options, names, 5, scores) == first);
  assert_true(play(set, &options, names, 6, scores) != first);
  free(set);
}

/* From either seat, and not by a hair. */
static void expect_greedy_wins(const char *set_name, tess_options options) {
  static const char *const names[] = {"greedy", "random", "greedy"};
  tess_set *set = set_of(set_name);
  int32_t scores[TESS_MAX_PLAYERS];
  for (options.seed = 0; options.seed < 20; options.seed++) {
    const int seat = (int)(options.seed % 2);
    play(set, &options, &names[seat], options.seed, scores);
    assert_true(scores[seat] > scores[!seat] + 20);
  }
  free(set);
}

/* A level that is asked for the meeple decision alone has no place to overlook: with any seed it decides the same. */
TEST(test_levels_overlook_no_decision) {
  tess_set *set = set_of("classic");
  const tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  tess_game *game = malloc(tess_game_size());
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  int decisions = 0;
  for (int turn = 0; turn < 12 && tess_game_phase(game) != TESS_PHASE_OVER; turn++) {
    while (tess_game_phase(game) == TESS_PHASE_DRAW) tess_game_draw(game, TESS_RANDOM, NULL, NULL);
    assert_int_equal(tess_game_place(game, tess_game_placement_at(game, 0), NULL, NULL), TESS_ERROR_NONE);
    tess_decision first = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
      struct player player;
      player_open(&player, player_kind_find("level-4"), seed);
      const tess_decision decision = choose(&player, game).decision;
      if (seed == 0) first = decision;
      assert_int_equal(decision.piece, first.piece);
      assert_int_equal(decision.spot.feature, first.spot.feature);
      player_close(&player);
    }
    decisions += first.piece != TESS_PIECE_NONE;
    assert_int_equal(tess_game_meeple(game, first, NULL, NULL), TESS_ERROR_NONE);
  }
  assert_true(decisions > 0);
  free(game);
  free(set);
}

TEST(test_greedy_wins) {
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  options.fields = true;
  expect_greedy_wins("classic", options);
  expect_greedy_wins("star-wars", tess_options_default(TESS_RULES_STAR_WARS));
}

/* The game's own streams are not looked at: the same position with another deck and other dice, the same choice. */
static void expect_blind(tess_game *game, const struct player_kind *kind) {
  tess_placement chosen = {0};
  for (uint64_t seed = 0; seed < 5; seed++) {
    struct player player;
    player_open(&player, kind, 1);
    tess_game_seed(game, seed);
    const tess_placement placement = choose(&player, game).placement;
    if (seed == 0) chosen = placement;
    assert_true(placement.x == chosen.x && placement.y == chosen.y && placement.rotation == chosen.rotation);
    player_close(&player);
  }
}

TEST(test_blind) {
  tess_set *set = set_of("star-wars");
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  tess_game *game = malloc(tess_game_size());
  assert_int_equal(tess_game_new(game, set, &options), TESS_ERROR_NONE);
  assert_int_equal(tess_game_draw(game, tess_set_find(set, "A1_R3", 5), NULL, NULL), TESS_ERROR_NONE);
  for (int i = 0; player_kind_at(i) != NULL; i++) expect_blind(game, player_kind_at(i));
  free(game);
  free(set);
}

/* The classic set with the tiles of the arrows. */
static tess_set *arrow_set(void) {
  size_t count, more;
  const tess_tile_def *base = tess_builtin_tiles("classic", &count), *arrows = tess_builtin_tiles("arrows-20", &more);
  tess_tile_def tiles[TESS_MAX_KINDS];
  tess_set_fault fault;
  tess_set *set = malloc(tess_set_size());
  memcpy(tiles, base, count * sizeof *tiles);
  memcpy(tiles + count, arrows, more * sizeof *tiles);
  assert_int_equal(tess_set_build(set, tiles, count + more, &fault), TESS_ERROR_NONE);
  return set;
}

/* Every kind plays every game there is, to its end. */
TEST(test_every_mix) {
  tess_set *star_wars = set_of("star-wars"), *classic = set_of("classic"), *arrows = arrow_set();
  int32_t scores[TESS_MAX_PLAYERS];
  for (int i = 0; player_kind_at(i) != NULL; i++) {
    const char *name = player_kind_at(i)->name, *const names[TESS_MAX_PLAYERS] = {name, name, name, name, name};
    tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
    options.players = 5;
    play(star_wars, &options, names, 1, scores);
    options.players = 4;
    options.teams = true;
    play(star_wars, &options, names, 2, scores);
    options = tess_options_default(TESS_RULES_CLASSIC);
    options.players = 3;
    options.fields = options.abbot = true;
    play(classic, &options, names, 3, scores);
    options.players = 2;
    options.arrows = true;
    play(arrows, &options, names, 4, scores);
  }
  free(arrows);
  free(star_wars);
  free(classic);
}

RUN_TESTS(NULL, NULL)
