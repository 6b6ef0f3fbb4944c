/* Positions: a game set up from its position is the same game; impossible positions are refused with their reason. */
#include <stdlib.h>
#include <string.h>

#include "rules/fixture.h"
#include "rules/random_game.h"

/* ---- Round trips ---- */

static int compare_placements(const void *a, const void *b) {
  const tess_placement *p = a, *q = b;
  if (p->y != q->y) return p->y - q->y;
  return p->x != q->x ? p->x - q->x : p->rotation - q->rotation;
}

static int sorted_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]) {
  const int count = tess_game_placement_count(game);
  for (int i = 0; i < count; i++) out[i] = tess_game_placement_at(game, i);
  qsort(out, (size_t)count, sizeof *out, compare_placements);
  return count;
}

static void expect_same_placements(const tess_game *a, const tess_game *b) {
  tess_placement of_a[TESS_MAX_PLACEMENTS], of_b[TESS_MAX_PLACEMENTS];
  const int count = sorted_placements(a, of_a);
  assert_int_equal(sorted_placements(b, of_b), count);
  for (int i = 0; i < count; i++) assert_int_equal(compare_placements(&of_a[i], &of_b[i]), 0);
}

/* Converts a decision of game `a` to the indices of game `b`, in which the tiles may have been laid in another order.
 */
static tess_decision translate(tess_decision decision, const tess_game *a, const tess_game *b) {
  const bool stands = decision.piece != TESS_PIECE_NONE && decision.piece != TESS_PIECE_RETURN;
  const tess_tile tile = tess_game_tile(a, decision.spot.tile);
  if (stands) decision.spot.tile = (uint8_t)tess_game_at(b, tile.x, tile.y);
  return decision;
}

static bool same_decision(tess_decision a, tess_decision b) {
  return a.piece == b.piece && a.spot.tile == b.spot.tile && a.spot.feature == b.spot.feature;
}

static void expect_same_decisions(const tess_game *a, const tess_game *b) {
  tess_decision of_a[TESS_MAX_DECISIONS], of_b[TESS_MAX_DECISIONS];
  const int count = tess_game_decisions(a, of_a);
  assert_int_equal(tess_game_decisions(b, of_b), count);
  for (int i = 0; i < count; i++) {
    int j = 0;
    while (j < count && !same_decision(translate(of_a[i], a, b), of_b[j])) j++;
    assert_true(j < count);
  }
}

static void expect_same(const tess_game *a, const tess_game *b) {
  assert_true(tess_game_hash(a) == tess_game_hash(b));
  expect_same_placements(a, b);
  expect_same_decisions(a, b);
  assert_int_equal(tess_game_bag(a, -1), tess_game_bag(b, -1));
  assert_int_equal(tess_game_due(a, -1), tess_game_due(b, -1));
  for (int seat = 0; seat < tess_game_options(a).players; seat++)
    for (int piece = TESS_PIECE_SMALL; piece <= TESS_PIECE_ABBOT; piece++)
      assert_int_equal(tess_game_supply(a, seat, (tess_piece)piece), tess_game_supply(b, seat, (tess_piece)piece));
}

/* Takes a random step in `a` and the same step in `b`. */
static bool step_both(struct random_game *a, tess_game *b) {
  static tess_events events;
  tess_decision choice = {.piece = TESS_PIECE_NONE};
  const tess_phase phase = tess_game_phase(a->game);
  if (!random_game_step(a, NULL, &events)) return false;
  const tess_tile last = tess_game_tile(a->game, tess_game_tiles(a->game) - 1);
  for (uint32_t i = 0; i < events.count; i++) {
    const tess_event *event = &events.at[i];
    if (event->type == TESS_EVENT_MEEPLE) choice = (tess_decision){event->piece, event->spot};
    if (i == 1 && event->type == TESS_EVENT_RETURNED && event->piece == TESS_PIECE_ABBOT && !events.at[0].complete &&
        events.at[0].type == TESS_EVENT_SCORED && !events.at[0].final)
      choice.piece = TESS_PIECE_RETURN;
  }
  if (phase == TESS_PHASE_DRAW)
    assert_int_equal(tess_game_draw(b, events.at[0].kind, NULL, NULL), TESS_ERROR_NONE);
  else if (phase == TESS_PHASE_PLACE)
    assert_int_equal(tess_game_place(b, (tess_placement){last.x, last.y, last.rotation}, NULL, NULL), TESS_ERROR_NONE);
  else if (phase == TESS_PHASE_MEEPLE)
    assert_int_equal(tess_game_meeple(b, translate(choice, a->game, b), NULL, NULL), TESS_ERROR_NONE);
  else
    assert_int_equal(tess_game_throw(b, &events.at[0].thrown, NULL, NULL), TESS_ERROR_NONE);
  return true;
}

/* The same position with its tiles in another order. */
static void shuffle_tiles(struct random_game *g, tess_position *position) {
  for (unsigned i = position->tile_count - 1u; i > 0; i--) {
    const unsigned j = random_game_below(g, i + 1);
    const tess_tile tile = position->tiles[i];
    position->tiles[i] = position->tiles[j];
    position->tiles[j] = tile;
    if (position->last == (int)i || position->last == (int)j)
      position->last = (int16_t)(position->last == (int)i ? j : i);
    for (unsigned m = 0; m < position->meeple_count; m++) {
      uint8_t *at = &position->meeples[m].spot.tile;
      if (*at == i || *at == j) *at = (uint8_t)(*at == i ? j : i);
    }
  }
}

static void set_up(tess_game *game, const struct random_game *g, const tess_position *position) {
  const char *why = NULL;
  if (tess_game_setup(game, g->set, position, 5, &why) != TESS_ERROR_NONE) fail_msg("%s", why);
  expect_same(g->game, game);
}

static void round_trips(int mix, uint64_t seed, tess_game *twin) {
  static tess_position position;
  struct random_game g = random_game_open(mix, seed);
  int go_on = 0;
  do {
    if (go_on-- > 0) continue;
    tess_game_position(g.game, &position);
    shuffle_tiles(&g, &position);
    set_up(twin, &g, &position);
    tess_game_position(g.game, &position);
    set_up(twin, &g, &position);
    go_on = (int)random_game_below(&g, 6); /* so many steps the twin goes along before it is set up anew */
  } while (step_both(&g, twin) && (expect_same(g.game, twin), true));
  random_game_close(&g);
}

TEST(every_position_sets_up_the_same_game) {
  tess_game *twin = malloc(tess_game_size());
  assert_non_null(twin);
  for (int mix = 0; mix < RANDOM_MIXES; mix++)
    for (uint64_t seed = 0; seed < (mix < RANDOM_STAR_WARS_MIXES ? 8 : 3); seed++) round_trips(mix, seed, twin);
  free(twin);
}

TEST(the_position_of_a_twin_is_the_same) {
  static tess_position position, again;
  struct random_game g = random_game_open(2, 9);
  tess_game *twin = malloc(tess_game_size());
  assert_non_null(twin);
  do {
    tess_game_position(g.game, &position);
    assert_int_equal(tess_game_setup(twin, g.set, &position, 1, NULL), TESS_ERROR_NONE);
    tess_game_position(twin, &again);
    position.options.first = again.options.first = 0;
    assert_memory_equal(position.tiles, again.tiles, position.tile_count * sizeof *position.tiles);
    assert_int_equal(position.meeple_count, again.meeple_count);
    assert_int_equal(position.last, again.last);
    assert_int_equal(position.drawn, again.drawn);
  } while (random_game_step(&g, NULL, NULL));
  free(twin);
  random_game_close(&g);
}

/* ---- Refusals ---- */

static void refuse(const struct fixture *t, const tess_position *position, const char *expected) {
  tess_game *game = malloc(tess_game_size());
  const char *why = "nothing";
  assert_non_null(game);
  const tess_error error = tess_game_setup(game, t->history->set->set, position, 0, &why);
  if (why == NULL || strcmp(why, expected) != 0)
    fail_msg("expected %s, found %s", expected, why == NULL ? "none" : why);
  assert_int_equal(error, strncmp(expected, "the options", 11) == 0 ? TESS_ERROR_BAD_OPTIONS : TESS_ERROR_BAD_POSITION);
  assert_int_equal(tess_game_setup(game, t->history->set->set, position, 0, NULL), error);
  free(game);
}

static tess_position position_of(const struct fixture *t) {
  tess_position position;
  tess_game_position(t->history->game, &position);
  return position;
}

/* A route with red on it, two tiles more, then a tile with a choice. */
static struct fixture *opened(const char *last_words) {
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t, "T@1,0r2=small:route.E O@0,1r0=none O@0,2r0=none");
  fixture_play(t, last_words);
  return t;
}

GAME_TEST(numbers_are_checked, opened("")) {
  const tess_position good = position_of(t);
  tess_position bad;
#define REFUSE(change, text) (bad = good, change, refuse(t, &bad, text))
  const char *why = "nothing";
  bad = good;
  bad.options.first = 9; /* is not looked at */
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &bad, 0, &why), TESS_ERROR_NONE);
  assert_null(why);
  REFUSE(bad.options.players = 6, "the options do not fit together or do not suit the set");
  REFUSE(bad.phase = 5, "the phase is unknown");
  REFUSE(bad.seat = 2, "the seat does not exist");
  REFUSE(bad.tile_count = 0, "there must be 1 to 255 tiles");
  REFUSE(bad.tile_count = 256, "there must be 1 to 255 tiles");
  REFUSE(bad.meeple_count = TESS_MAX_MEEPLES + 1, "there are too many meeples");
  REFUSE(bad.drawn = 0, "a tile is drawn in the phase 'place' only");
  REFUSE(bad.phase = TESS_PHASE_PLACE, "a tile is drawn in the phase 'place' only");
  REFUSE((bad.phase = TESS_PHASE_PLACE, bad.drawn = 255), "the drawn tile is not in the set");
  REFUSE(bad.last = 1, "a last tile belongs to the phases 'meeple' and 'throw' only");
  REFUSE(bad.phase = TESS_PHASE_MEEPLE, "a last tile belongs to the phases 'meeple' and 'throw' only");
  REFUSE((bad.phase = TESS_PHASE_MEEPLE, bad.last = 4), "the last tile is not on the board");
  REFUSE(bad.scores[0] = 1000001, "a score is not between 0 and 1000000 or belongs to nobody");
  REFUSE(bad.scores[0] = -1, "a score is not between 0 and 1000000 or belongs to nobody");
  REFUSE(bad.scores[2] = 1, "a score is not between 0 and 1000000 or belongs to nobody");
}

GAME_TEST(tiles_are_checked, opened("")) {
  const tess_position good = position_of(t);
  tess_position bad;
  const char *const apart = "the tiles do not join the first one at 0,0 or do not match";
  const char *const start = "the start tile or spring must lie at 0,0 in rotation 0";
  REFUSE(bad.tiles[1].kind = 254, "a tile or rotation does not exist");
  REFUSE(bad.tiles[1].rotation = 4, "a tile or rotation does not exist");
  REFUSE(bad.tiles[1].x = 255, "a tile lies too far away");
  REFUSE(bad.tiles[1].x = -255, "a tile lies too far away");
  REFUSE(bad.tiles[1].y = 255, "a tile lies too far away");
  REFUSE(bad.tiles[1].y = -255, "a tile lies too far away");
  REFUSE(bad.out[bad.tiles[1].kind] = 12, "more copies of a tile than the set has");
  REFUSE(bad.tiles[1].y = 5, apart);          /* beside nothing */
  REFUSE(bad.tiles[1].rotation = 0, apart);   /* does not match */
  REFUSE(bad.tiles[3] = bad.tiles[2], apart); /* two on one cell */
  REFUSE(bad.tiles[0].x = 9, start);
  REFUSE(bad.tiles[0].kind = bad.tiles[1].kind, start);
  REFUSE((bad.phase = TESS_PHASE_MEEPLE, bad.last = 0), start);
  REFUSE((bad.phase = TESS_PHASE_MEEPLE, bad.last = 2), apart); /* 0,2 would be alone without it */
}

TEST(meeples_are_checked) {
  struct fixture *t = opened("");
  const tess_position good = position_of(t);
  tess_position bad;
  REFUSE(bad.meeples[0].seat = 2, "a meeple or its seat does not exist");
  REFUSE(bad.meeples[0].piece = TESS_PIECE_NONE, "a meeple or its seat does not exist");
  REFUSE(bad.meeples[0].piece = TESS_PIECE_RETURN, "a meeple or its seat does not exist");
  REFUSE(bad.meeples[0].spot.tile = 4, "a meeple stands on no tile");
  REFUSE(bad.meeples[0].spot.feature = 1, "a meeple stands on no feature");
  REFUSE(bad.meeples[0].piece = TESS_PIECE_ABBOT, "a seat has more meeples than it owns");
  REFUSE((bad.meeples[0].piece = TESS_PIECE_LARGE, bad.meeple_count = 2, bad.meeples[1] = bad.meeples[0]),
         "a seat has more meeples than it owns");
  fixture_close(t);
  t = fixture_open_lines(lab_classic, "red,yellow", "abbot");
  fixture_play(t, "G@1,0r0=abbot:garden");
  const tess_position garden = position_of(t);
  bad = garden;
  bad.meeples[0].piece = TESS_PIECE_SMALL;
  refuse(t, &bad, "a meeple cannot stand on such a feature");
  bad.meeples[0].spot.feature = 1; /* a field without the option */
  refuse(t, &bad, "a meeple cannot stand on such a feature");
  fixture_close(t);
}

/* SW-3.1, SW-3.3, CL-3.1: one meeple on a tile, by the turn that laid it; on a planet others come later. */
TEST(turns_are_checked) {
  const char *const crowd = "two meeples stand on one tile, and not on its planet";
  const char *const early = "a meeple stands on the tile just laid";
  const char *why = NULL;
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t, "O@1,0r0=none PT@2,0r2=small:route.E O@1,1r0=small:planet@2,0 PT@0,-1r1");
  const tess_position good = position_of(t);
  const tess_spot planet = fixture_spot(t, "planet@2,0"), route = fixture_spot(t, "route.E@2,0");
  const tess_spot laid = fixture_spot(t, "planet@0,-1"), beside = fixture_spot(t, "route.N@0,-1");
  tess_position bad;
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &good, 0, &why), TESS_ERROR_NONE);
#define ADD(who, where) (bad.meeples[bad.meeple_count++] = (tess_meeple){who, TESS_PIECE_SMALL, where})
  bad = good;
  ADD(0, planet); /* of several turns */
  ADD(0, planet);
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &bad, 0, &why), TESS_ERROR_NONE);
  REFUSE(ADD(1, route), crowd); /* twice on one realm */
  REFUSE(ADD(0, laid), early);
  REFUSE(ADD(0, beside), early);
  fixture_close(t);

  t = fixture_open_lines(lab_classic, "red,yellow", "fields");
  fixture_play(t, "MT@1,0r1=meeple:road.N");
  const tess_position classic = position_of(t);
  const tess_spot monastery = fixture_spot(t, "monastery@1,0"), field = fixture_spot(t, "field.EL@1,0");
  bad = classic;
  ADD(0, monastery);
  refuse(t, &bad, crowd); /* of one player on two realms */
  bad = classic;
  ADD(1, field);
  refuse(t, &bad, crowd); /* of two players on two realms */
  bad.meeples[0].spot = monastery;
  bad.meeple_count = 1;
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &bad, 0, &why), TESS_ERROR_NONE);
  fixture_close(t);

  t = opened("P@-1,0r0 O@-1,1r0=small:planet@-1,0 O@-2,1r0=small:planet@-1,0");
  bad = position_of(t); /* a battle on a planet beside the last tile, by one turn, and not on the tile itself */
  bad.last = (int16_t)tess_game_at(t->history->game, -1, 0);
  refuse(t, &bad, "two meeples stand on the tile just laid");
  fixture_close(t);
}

TEST(realms_are_checked) {
  struct fixture *t = opened("T@2,0r0");
  tess_position bad = position_of(t); /* red's route is complete, and the decision is due */
  const char *why = NULL;
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &bad, 0, &why), TESS_ERROR_NONE);
  bad.phase = TESS_PHASE_DRAW;
  bad.last = -1;
  refuse(t, &bad, "a meeple stands on a realm completed before");
  fixture_close(t);
  t = opened("P@-1,0r0 O@-1,1r0=small:planet@-1,0 O@-2,0r0=small:planet@-1,0");
  bad = position_of(t); /* a battle on a planet beside the last tile */
  assert_int_equal(bad.phase, TESS_PHASE_THROW);
  assert_int_equal(tess_game_setup(t->history->game, t->own->set, &bad, 0, &why), TESS_ERROR_NONE);
  bad.phase = TESS_PHASE_MEEPLE;
  refuse(t, &bad, "two sides share a realm without a battle");
  fixture_close(t);
}

/* Only realms that the last tile touches, and planets around it, may be in a state that would otherwise be impossible.
 */
TEST(realms_beside_the_last_tile_are_checked) {
  struct fixture *t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t, "PT@1,0r2=none T@2,0r0=none O@1,1r0");
  tess_position bad = position_of(t);
  bad.meeple_count = 1;
  bad.meeples[0] = (tess_meeple){0, TESS_PIECE_SMALL, fixture_spot(t, "route.E@1,0")};
  refuse(t, &bad, "a meeple stands on a realm completed before");
  fixture_close(t);
  t = fixture_open_lines(lab_star_wars, "red,white", "-");
  fixture_play(t,
               "P@1,0r0=none O@2,0r0=none O@3,0r0=none P@4,0r0=none O@4,1r0=small:planet@4,0 O@1,1r0=small:planet@1,0 "
               "O@0,1r0=small:planet@1,0");
  bad = position_of(t);
  assert_int_equal(bad.phase, TESS_PHASE_THROW);
  bad.meeples[bad.meeple_count++] = (tess_meeple){1, TESS_PIECE_SMALL, fixture_spot(t, "planet@4,0")};
  refuse(t, &bad, "two sides share a realm without a battle");
  fixture_close(t);
}

TEST(the_phase_is_checked) {
  static const char *const lines[] = {"S 3 SSSS start", "Z 1 AAAA asteroids:NESW", NULL};
  struct fixture *t = fixture_open_lines(lines, "red,white", "-");
  tess_position bad = position_of(t);
  bad.phase = TESS_PHASE_OVER;
  refuse(t, &bad, "the game is not over while tiles are left");
  bad.phase = TESS_PHASE_DRAW;
  bad.out[0] = 2;
  bad.out[1] = 1;
  refuse(t, &bad, "nothing is left to draw");
  bad.out[1] = 0;
  bad.phase = TESS_PHASE_PLACE;
  bad.drawn = 1;
  refuse(t, &bad, "the drawn tile fits nowhere");
  fixture_play(t, "S@1,0r0");
  bad = position_of(t);
  bad.phase = TESS_PHASE_THROW;
  refuse(t, &bad, "there is no battle");
  fixture_close(t);
}

GAME_TEST(the_river_is_checked, fixture_open_lines(lab_classic, "red,yellow", "river")) {
  const char *const early = "the river comes before the land";
  const char *const apart = "the tiles do not join the first one at 0,0 or do not match";
  const uint8_t land = (uint8_t)tess_set_find(t->own->set, "F", 1), lake = (uint8_t)tess_set_find(t->own->set, "VL", 2);
  fixture_play(t, "VR@1,0r0 VB@2,0r0=none");
  const tess_position good = position_of(t);
  tess_position bad;
  REFUSE((bad.tile_count = 4, bad.tiles[3] = (tess_tile){land, 0, 0, 1}), early);
  REFUSE((bad.tile_count = 4, bad.tiles[3] = (tess_tile){lake, 1, 2, 1}), early);
  REFUSE((bad.phase = TESS_PHASE_PLACE, bad.drawn = land), early);
  REFUSE((bad.phase = TESS_PHASE_PLACE, bad.drawn = lake), early);
  REFUSE(bad.out[land] = 1, early);
  REFUSE((bad.tile_count = 4, bad.tiles[3] = bad.tiles[2], bad.tiles[3].y = 1, bad.tiles[3].rotation = 1),
         "a bend of the river turns to the same side as the bend before it");
  REFUSE((bad.tile_count = 4, bad.tiles[3] = bad.tiles[2], bad.tiles[3].y = 1, bad.tiles[3].rotation = 0), apart);
  REFUSE((bad.tile_count = 4, bad.tiles[3] = bad.tiles[1], bad.tiles[3].x = 9), apart);
  bad = good;
  bad.options.river = TESS_RIVER_NONE;
  refuse(t, &bad, "more copies of a tile than the set has");
}

GAME_TEST(the_source_is_checked, fixture_open("classic+river-20", "red,yellow", "river=river-20")) {
  const char *const halves = "the halves of the source must lie at 0,0 and 1,0 in rotation 0";
  fixture_play(t, "R20_G@2,0r0 R20_DF@-1,0r0=none");
  const tess_position good = position_of(t);
  tess_position bad;
  REFUSE(bad.tiles[1].x = -1, halves);
  REFUSE(bad.tiles[0].rotation = 1, halves);
  REFUSE((bad.tiles[1] = bad.tiles[3], bad.tile_count = 3), halves);
  REFUSE((bad.tiles[4] = (tess_tile){(uint8_t)tess_set_find(t->history->set->set, "R20_J", 5), 1, 2, 1},
          bad.tile_count = 5),
         "a bend of the river turns to the same side as the bend before it");
  bad = good;
  bad.options.river = TESS_RIVER_1;
  refuse(t, &bad, "the options do not fit together or do not suit the set");
}

RUN_TESTS(NULL, NULL)
