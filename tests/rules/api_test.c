/* Errors change nothing, and the queries agree with a direct examination of the board. */
#include <stdlib.h>
#include <string.h>

#include "rules/random_game.h"

TEST(the_library_is_that_of_its_header) {
  assert_string_equal(tess_version(), TESS_VERSION);
  assert_int_equal(tess_abi(), TESS_ABI);
}

/* ---- Errors ---- */

TEST(every_error_has_name_and_text) {
#define X(name, value, text)                                                                                           \
  assert_string_equal(tess_error_name(value), #name);                                                                  \
  assert_string_equal(tess_error_text(value), text);
  TESS_ERRORS(X)
#undef X
  assert_string_equal(tess_error_name(1), "UNKNOWN");
  assert_string_equal(tess_error_name(-99), "UNKNOWN");
  assert_string_equal(tess_error_text(-99), "unknown error");
}

/* Random games up to their first state in a phase; calls `check` there. */
static void in_phase(tess_phase phase, int mix, void (*check)(struct random_game *g)) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    struct random_game g = random_game_open(mix, seed);
    do {
      if (tess_game_phase(g.game) != phase || random_game_below(&g, 10) != 0) continue;
      const uint64_t print = random_game_print(g.game), future = random_game_future(g.game, 12);
      check(&g);
      assert_true(random_game_print(g.game) == print);
      assert_true(random_game_future(g.game, 12) == future);
    } while (random_game_step(&g, NULL, NULL));
    if (tess_game_phase(g.game) == phase) check(&g);
    random_game_close(&g);
  }
}

static void refuse_other_phases(struct random_game *g) {
  static tess_events events;
  const tess_phase phase = tess_game_phase(g->game);
  const tess_placement placement = {1, 0, 0};
  const tess_decision none = {.piece = TESS_PIECE_NONE};
  events.count = 9;
  if (phase != TESS_PHASE_DRAW)
    assert_int_equal(tess_game_draw(g->game, TESS_RANDOM, NULL, &events), TESS_ERROR_BAD_PHASE);
  if (phase != TESS_PHASE_PLACE)
    assert_int_equal(tess_game_place(g->game, placement, NULL, &events), TESS_ERROR_BAD_PHASE);
  if (phase != TESS_PHASE_MEEPLE)
    assert_int_equal(tess_game_meeple(g->game, none, NULL, &events), TESS_ERROR_BAD_PHASE);
  if (phase != TESS_PHASE_THROW) assert_int_equal(tess_game_throw(g->game, NULL, NULL, &events), TESS_ERROR_BAD_PHASE);
  assert_int_equal(events.count, 0);
}

TEST(a_step_that_is_not_due_is_refused) {
  for (int phase = TESS_PHASE_DRAW; phase <= TESS_PHASE_OVER; phase++)
    in_phase((tess_phase)phase, 3, refuse_other_phases);
}

static void refuse_missing_tiles(struct random_game *g) {
  for (int kind = 0; kind < tess_set_kinds(g->set); kind++)
    if (tess_game_due(g->game, kind) == 0)
      assert_int_equal(tess_game_draw(g->game, kind, NULL, NULL), TESS_ERROR_BAD_TILE);
}

TEST(a_tile_that_is_not_left_is_refused) {
  in_phase(TESS_PHASE_DRAW, 0, refuse_missing_tiles);
  in_phase(TESS_PHASE_DRAW, RANDOM_STAR_WARS_MIXES + 16, refuse_missing_tiles);
}

/* Exactly the dice of the battle are taken. */
static void refuse_wrong_dice(struct random_game *g) {
  tess_spot spot;
  tess_throw good = {{0}, {{0}}}, bad;
  assert_true(tess_game_battle(g->game, &spot, good.dice));
  memset(good.faces, 3, sizeof good.faces);
  for (unsigned side = 0; side < TESS_MAX_PLAYERS; side++) {
    bad = good;
    bad.dice[side]++;
    assert_int_equal(tess_game_throw(g->game, &bad, NULL, NULL), TESS_ERROR_BAD_THROW);
    if (good.dice[side] == 0) continue;
    bad.dice[side] = (uint8_t)(good.dice[side] - 1);
    assert_int_equal(tess_game_throw(g->game, &bad, NULL, NULL), TESS_ERROR_BAD_THROW);
    bad = good;
    bad.faces[side][good.dice[side] - 1] = 0;
    assert_int_equal(tess_game_throw(g->game, &bad, NULL, NULL), TESS_ERROR_BAD_THROW);
    bad.faces[side][good.dice[side] - 1] = 7;
    assert_int_equal(tess_game_throw(g->game, &bad, NULL, NULL), TESS_ERROR_BAD_THROW);
  }
}

TEST(other_dice_than_the_battles_are_refused) {
  for (int mix = 0; mix < RANDOM_STAR_WARS_MIXES; mix++) in_phase(TESS_PHASE_THROW, mix, refuse_wrong_dice);
}

TEST(bad_options_leave_the_game_alone) {
  struct random_game g = random_game_open(0, 1);
  for (int i = 0; i < 20; i++) random_game_step(&g, NULL, NULL);
  const uint64_t print = random_game_print(g.game);
  tess_options options = tess_options_default(TESS_RULES_STAR_WARS);
  options.first = 2;
  assert_int_equal(tess_game_new(g.game, g.set, &options), TESS_ERROR_BAD_OPTIONS);
  options = tess_options_default(TESS_RULES_STAR_WARS);
  options.fields = true;
  assert_int_equal(tess_game_new(g.game, g.set, &options), TESS_ERROR_BAD_OPTIONS);
  assert_true(random_game_print(g.game) == print);
  random_game_close(&g);
}

/* ---- Queries against a plain look at the board ---- */

static uint8_t edge_of(const tess_game *game, int tile, int side) {
  const tess_tile laid = tess_game_tile(game, tile);
  return tess_set_tile(tess_game_set(game), laid.kind)->edges[(side - laid.rotation) & 3];
}

/* True if the edges of a kind in a rotation match all neighbours of a cell; `*beside` tells whether there are any. */
static bool matches(const tess_game *game, int kind, int rotation, int x, int y, bool *beside) {
  static const int8_t ways[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  const tess_tile_def *def = tess_set_tile(tess_game_set(game), kind);
  *beside = false;
  for (int side = 0; side < 4; side++) {
    const int tile = tess_game_at(game, x + ways[side][0], y + ways[side][1]);
    if (tile < 0) continue;
    *beside = true;
    if (edge_of(game, tile, (side + 2) & 3) != def->edges[(side - rotation) & 3]) return false;
  }
  return true;
}

static int plain_fits(const tess_game *game, int x, int y) {
  int count = 0;
  for (int kind = 0; kind < tess_set_kinds(tess_game_set(game)); kind++) {
    bool fits = false, beside;
    for (int rotation = 0; rotation < 4; rotation++) fits |= matches(game, kind, rotation, x, y, &beside);
    if (fits) count += tess_game_bag(game, kind);
  }
  return count;
}

struct box {
  int left, top, right, bottom;
};

static struct box box_of(const tess_game *game) {
  struct box box = {0, 0, 0, 0};
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile tile = tess_game_tile(game, i);
    if (tile.x < box.left) box.left = tile.x;
    if (tile.x > box.right) box.right = tile.x;
    if (tile.y < box.top) box.top = tile.y;
    if (tile.y > box.bottom) box.bottom = tile.y;
  }
  return (struct box){box.left - 2, box.top - 2, box.right + 2, box.bottom + 2};
}

static void check_fits(struct random_game *g) {
  const struct box box = box_of(g->game);
  for (int y = box.top; y <= box.bottom; y++)
    for (int x = box.left; x <= box.right; x++)
      assert_int_equal(tess_game_fits(g->game, x, y),
                       tess_game_at(g->game, x, y) >= 0 ? -1 : plain_fits(g->game, x, y));
  assert_int_equal(tess_game_fits(g->game, 9999, -9999), tess_game_bag(g->game, -1));
}

TEST(fits_counts_the_tiles_that_match) {
  for (int mix = 0; mix < RANDOM_MIXES; mix += 4) in_phase(TESS_PHASE_DRAW, mix, check_fits);
}

/* A placement is accepted exactly if every edge matches, and listed once in its smallest rotation. */
static void check_placements(struct random_game *g) {
  const int kind = tess_game_drawn(g->game);
  const struct box box = box_of(g->game);
  tess_undo *undo = malloc(tess_undo_size());
  assert_non_null(undo);
  int accepted = 0;
  for (int y = box.top; y <= box.bottom; y++)
    for (int x = box.left; x <= box.right; x++)
      for (int rotation = 0; rotation < 5; rotation++) {
        const tess_placement at = {(int16_t)x, (int16_t)y, (uint8_t)rotation};
        bool beside;
        const bool legal = matches(g->game, kind, rotation, x, y, &beside) && beside && rotation < 4 &&
                           tess_game_at(g->game, x, y) < 0;
        assert_int_equal(tess_game_place(g->game, at, undo, NULL), legal ? TESS_ERROR_NONE : TESS_ERROR_BAD_PLACEMENT);
        if (!legal) continue;
        if (tess_set_rotation(g->set, kind, rotation) == rotation) accepted++;
        tess_game_undo(g->game, undo);
      }
  assert_int_equal(accepted, tess_game_placement_count(g->game));
  free(undo);
}

TEST(placements_are_the_cells_that_match) {
  for (int mix = 0; mix < RANDOM_STAR_WARS_MIXES + 16; mix += 4) in_phase(TESS_PHASE_PLACE, mix, check_placements);
}

/* True if a listed decision means the same piece on the same realm. */
static bool is_listed(const tess_game *game, tess_decision wanted) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(game, decisions), tiles = tess_game_tiles(game);
  for (int i = 0; i < count; i++) {
    if (decisions[i].piece != wanted.piece) continue;
    if (wanted.piece == TESS_PIECE_RETURN) return true;
    if (decisions[i].spot.tile != wanted.spot.tile) continue;
    if (wanted.spot.tile >= tiles) continue;
    if (tess_game_realm_id(game, decisions[i].spot) == tess_game_realm_id(game, wanted.spot)) return true;
  }
  return false;
}

static void check_decision(struct random_game *g, tess_decision decision, tess_undo *undo) {
  const bool legal = is_listed(g->game, decision);
  assert_int_equal(tess_game_meeple(g->game, decision, undo, NULL), legal ? TESS_ERROR_NONE : TESS_ERROR_BAD_DECISION);
  if (legal) tess_game_undo(g->game, undo);
}

static void check_decisions(struct random_game *g) {
  tess_undo *undo = malloc(tess_undo_size());
  assert_non_null(undo);
  for (int tile = 0; tile < tess_game_tiles(g->game); tile++) {
    const tess_tile laid = tess_game_tile(g->game, tile);
    for (unsigned f = 0; f < tess_set_tile(g->set, laid.kind)->feature_count; f++)
      for (unsigned piece = TESS_PIECE_SMALL; piece <= TESS_PIECE_ABBOT; piece++)
        check_decision(g, (tess_decision){(uint8_t)piece, {(uint8_t)tile, (uint8_t)f}}, undo);
  }
  check_decision(g, (tess_decision){TESS_PIECE_RETURN, {0, 0}}, undo);
  const uint8_t beyond = (uint8_t)tess_game_tiles(g->game), last = (uint8_t)(beyond - 1);
  assert_int_equal(tess_game_meeple(g->game, (tess_decision){TESS_PIECE_SMALL, {beyond, 0}}, undo, NULL),
                   TESS_ERROR_BAD_DECISION);
  assert_int_equal(tess_game_meeple(g->game, (tess_decision){TESS_PIECE_SMALL, {last, 12}}, undo, NULL),
                   TESS_ERROR_BAD_DECISION);
  assert_int_equal(tess_game_meeple(g->game, (tess_decision){5, {last, 0}}, undo, NULL), TESS_ERROR_BAD_DECISION);
  free(undo);
}

TEST(exactly_the_listed_decisions_are_accepted) {
  in_phase(TESS_PHASE_MEEPLE, 1, check_decisions);
  in_phase(TESS_PHASE_MEEPLE, RANDOM_TEAMS, check_decisions);
  in_phase(TESS_PHASE_MEEPLE, RANDOM_STAR_WARS_MIXES + 5, check_decisions);
  in_phase(TESS_PHASE_MEEPLE, RANDOM_STAR_WARS_MIXES + 12, check_decisions);
}

static void check_realms(const tess_game *game) {
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = tess_game_meeples(game, meeples);
  unsigned standing[TESS_MAX_PLAYERS] = {0};
  for (int i = 0; i < count; i++) {
    const tess_realm realm = tess_game_realm(game, meeples[i].spot);
    const tess_spot named = tess_game_spot(game, meeples[i].spot);
    assert_true(realm.meeples[meeples[i].seat] + realm.large[meeples[i].seat] > 0);
    assert_int_equal(named.tile, meeples[i].spot.tile);
    assert_int_equal(named.feature, meeples[i].spot.feature);
    assert_int_equal(tess_game_realm_id(game, named), tess_game_realm_id(game, meeples[i].spot));
    assert_true(!realm.complete || realm.open_ends == 0);
    standing[meeples[i].seat]++;
  }
  const tess_options options = tess_game_options(game);
  const unsigned own = tess_set_rules(tess_game_set(game)) == TESS_RULES_STAR_WARS ? 5 : options.abbot ? 8 : 7;
  for (int seat = 0; seat < options.players; seat++) {
    for (int piece = TESS_PIECE_SMALL; piece <= TESS_PIECE_ABBOT; piece++)
      standing[seat] += (unsigned)tess_game_supply(game, seat, (tess_piece)piece);
    assert_int_equal(standing[seat], own);
  }
}

/* The final scoring gives what the realms were worth, to the sides that they told. */
static void check_final(const tess_game *game, const tess_events *events) {
  for (uint32_t i = 0; i < events->count; i++) {
    const tess_event *event = &events->at[i];
    if (event->type != TESS_EVENT_SCORED || !event->final) continue;
    const tess_realm realm = tess_game_realm(game, event->spot);
    assert_int_equal(realm.worth, event->points);
    assert_int_equal(realm.sides, event->sides);
    assert_int_equal(realm.type, event->realm);
    assert_int_equal(realm.tiles, event->tiles);
    assert_int_equal(realm.symbols, event->symbols);
    assert_int_equal(realm.cities, event->cities);
  }
}

TEST(realms_meeples_and_supplies_agree) {
  static tess_events events;
  for (int mix = 0; mix < RANDOM_MIXES; mix++)
    for (uint64_t seed = 0; seed < 4; seed++) {
      struct random_game g = random_game_open(mix, 50 + seed);
      while (random_game_step(&g, NULL, &events)) check_realms(g.game);
      check_final(g.game, &events);
      random_game_close(&g);
    }
}

/* Scores are the sum of the points that the events tell. */
TEST(events_tell_every_point) {
  static tess_events events;
  for (int mix = 0; mix < RANDOM_MIXES; mix++) {
    struct random_game g = random_game_open(mix, 77);
    int32_t points[TESS_MAX_PLAYERS] = {0};
    while (random_game_step(&g, NULL, &events))
      for (uint32_t i = 0; i < events.count; i++)
        for (int side = 0; side < TESS_MAX_PLAYERS; side++)
          if (events.at[i].sides >> side & 1) points[side] += events.at[i].points;
    for (int side = 0; side < tess_game_sides(g.game); side++)
      assert_int_equal(points[side], tess_game_score(g.game, side));
    random_game_close(&g);
  }
}

static bool same_placement(tess_placement a, tess_placement b) {
  return a.x == b.x && a.y == b.y && a.rotation == b.rotation;
}

/* All placements and all whole turns in one call are those that stepping through them finds, and change nothing. */
static void check_turns(struct random_game *g) {
  static tess_turn turns[65536];
  static tess_placement placements[TESS_MAX_PLACEMENTS];
  tess_undo *undo = malloc(tess_undo_size());
  assert_non_null(undo);
  const uint64_t before = random_game_print(g->game), future = random_game_future(g->game, 9);
  const int count = tess_game_turns(g->game, turns, 65536), places = tess_game_placements(g->game, placements);
  assert_true(random_game_print(g->game) == before && random_game_future(g->game, 9) == future);
  assert_int_equal(tess_game_turns(g->game, NULL, 0), count);
  assert_int_equal(places, tess_game_placement_count(g->game));
  int seen = 0;
  for (int i = 0; i < places; i++) {
    tess_decision decisions[TESS_MAX_DECISIONS];
    const tess_placement placement = tess_game_placement_at(g->game, i);
    assert_true(same_placement(placements[i], placement));
    assert_int_equal(tess_game_place(g->game, placement, undo, NULL), TESS_ERROR_NONE);
    for (int d = 0, choices = tess_game_decisions(g->game, decisions); d < choices; d++, seen++) {
      assert_true(same_placement(turns[seen].placement, placement));
      assert_memory_equal(&turns[seen].decision, &decisions[d], sizeof decisions[d]);
    }
    tess_game_undo(g->game, undo);
  }
  assert_int_equal(seen, count);
  free(undo);
}

TEST(all_turns_of_a_tile_are_listed) {
  for (int mix = 0; mix < RANDOM_MIXES; mix += 6) in_phase(TESS_PHASE_PLACE, mix, check_turns);
  struct random_game g = random_game_open(0, 1);
  assert_int_equal(tess_game_phase(g.game), TESS_PHASE_DRAW);
  assert_int_equal(tess_game_turns(g.game, NULL, 0), 0);
  random_game_close(&g);
}

TEST(every_constant_has_its_word) {
  assert_string_equal(tess_rules_name(TESS_RULES_CLASSIC), "classic");
  assert_string_equal(tess_phase_name(TESS_PHASE_OVER), "over");
  assert_string_equal(tess_type_name(TESS_TYPE_FIELD), "field");
  assert_string_equal(tess_colour_name(TESS_COLOUR_YELLOW), "yellow");
  assert_string_equal(tess_faction_name(TESS_FACTION_HUNTERS), "hunters");
  assert_string_equal(tess_event_name(TESS_EVENT_OVER), "over");
  assert_string_equal(tess_event_name(TESS_EVENT_PUT_OUT), "put-out");
  assert_string_equal(tess_piece_name(TESS_RULES_STAR_WARS, TESS_PIECE_SMALL), "small");
  assert_string_equal(tess_piece_name(TESS_RULES_CLASSIC, TESS_PIECE_SMALL), "meeple");
  assert_string_equal(tess_piece_name(TESS_RULES_CLASSIC, TESS_PIECE_RETURN), "return");
  assert_null(tess_piece_name(TESS_RULES_STAR_WARS, TESS_PIECE_ABBOT));
  assert_null(tess_piece_name(TESS_RULES_CLASSIC, TESS_PIECE_LARGE));
  assert_null(tess_piece_name(TESS_RULES_CLASSIC, TESS_PIECE_RETURN + 1));
  assert_null(tess_rules_name(TESS_RULES_CLASSIC + 1));
  assert_null(tess_phase_name(TESS_PHASE_OVER + 1));
  assert_null(tess_type_name(TESS_TYPE_COUNT));
  assert_null(tess_colour_name(TESS_COLOUR_COUNT));
  assert_null(tess_faction_name(TESS_FACTION_COUNT));
  assert_null(tess_event_name(TESS_EVENT_ARROW + 1));
  assert_null(tess_phase_name(-1));
}

TEST(sizes_keep_the_promise) {
  assert_true(tess_game_size() <= TESS_MAX_GAME_BYTES);
  assert_true(tess_undo_size() > 0 && tess_undo_size() < tess_game_size());
}

TEST(built_in_sets_have_names) {
  static const char *const names[] = {"star-wars", "classic", "river", "river-20", "arrows-20"};
  size_t count;
  for (int i = 0; i < 5; i++) {
    assert_string_equal(tess_builtin_name(i), names[i]);
    assert_non_null(tess_builtin_tiles(names[i], &count));
    assert_true(count > 0);
  }
  assert_null(tess_builtin_name(5));
  assert_null(tess_builtin_name(-1));
  assert_null(tess_builtin_tiles("none", &count));
}

RUN_TESTS(NULL, NULL)
