/* Planes that are updated incrementally equal those computed from scratch, also on boards larger than their window.
 */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/random.h"
#include "cli/cmocka_base.h"
#include "env/env.h"
#include "env/planes.h"

/* Both games, teams, and all that makes realms far and wide. */
static const struct {
  int pairs;
  const char *words[12];
} mixes[] = {
    {1, {"game", "star-wars"}},
    {3, {"game", "star-wars", "players", "4", "teams", "on"}},
    {4, {"game", "classic", "players", "5", "fields", "on", "abbot", "on"}},
    {5, {"game", "classic", "fields", "on", "abbot", "on", "river", "river-20", "arrows", "on"}},
};
enum { MIXES = sizeof mixes / sizeof mixes[0] };

/* A game, the planes that go on with it, and others that begin each time. */
struct planes_lab {
  struct variant *variant;
  tess_game *game;
  struct planes *planes, *anew;
  uint8_t *out, *out_anew;
  size_t bytes;
  uint64_t random;
  int far; /* half-edges of fields with cities that were compared on boards longer than the window */
};

static struct planes_lab lab_open(size_t mix, uint64_t seed) {
  struct env_fault fault;
  struct planes_lab lab = {.variant = variant_new(mixes[mix].words, mixes[mix].pairs, &fault), .random = mix};
  assert_non_null(lab.variant);
  tess_options options = variant_options(lab.variant);
  options.seed = seed;
  lab.game = memory_zeroed(tess_game_size());
  assert_int_equal(tess_game_new(lab.game, variant_set(lab.variant), &options), TESS_ERROR_NONE);
  lab.planes = planes_new(1);
  lab.anew = planes_new(1);
  lab.bytes = (size_t)planes_of(tess_game_sides(lab.game), options.fields) * PLANE_CELLS;
  lab.out = memory_zeroed(lab.bytes);
  lab.out_anew = memory_zeroed(lab.bytes);
  return lab;
}

static void lab_close(struct planes_lab *lab) {
  variant_free(lab->variant);
  free(lab->game);
  free(lab->planes);
  free(lab->anew);
  free(lab->out);
  free(lab->out_anew);
}

/* The placement that makes the row longest, to the east and to the west in turn. */
static tess_placement farthest(const tess_game *game) {
  tess_placement placements[TESS_MAX_PLACEMENTS], best;
  const int count = tess_game_placements(game, placements);
  const int way = tess_game_seat(game) == 0 ? -1 : 1;
  best = placements[0];
  for (int i = 1; i < count; i++)
    if (way * placements[i].x > way * best.x) best = placements[i];
  return best;
}

/* Takes the step that is due; false when the game is over. */
static bool go_on(struct planes_lab *lab, tess_undo *undo) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  tess_error error = TESS_ERROR_NONE;
  switch (tess_game_phase(lab->game)) {
  case TESS_PHASE_DRAW: error = tess_game_draw(lab->game, TESS_RANDOM, undo, NULL); break;
  case TESS_PHASE_PLACE: error = tess_game_place(lab->game, farthest(lab->game), undo, NULL); break;
  case TESS_PHASE_MEEPLE: {
    const uint32_t count = (uint32_t)tess_game_decisions(lab->game, decisions);
    error = tess_game_meeple(lab->game, decisions[random_below(&lab->random, count)], undo, NULL);
    break;
  }
  case TESS_PHASE_THROW: error = tess_game_throw(lab->game, NULL, undo, NULL); break;
  case TESS_PHASE_OVER: return false;
  }
  assert_int_equal(error, TESS_ERROR_NONE);
  return true;
}

/* At the half-edges of every tile in the window stands what the engine says that the field there is worth, whose cities
 * may be beyond it. Adds to `far` how often that comes from a longer board than the window shows. */
static void assert_fields(const struct planes_lab *lab, const struct board_box *box, int *far) {
  const tess_game *game = lab->game;
  const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
  const uint8_t *planes = &lab->out[(size_t)(PLANES_SHARED + PLANES_SIDE * tess_game_sides(game)) * PLANE_CELLS];
  for (int tile = 0; tile < tess_game_tiles(game) && tess_game_options(game).fields; tile++) {
    const tess_tile laid = tess_game_tile(game, tile);
    const unsigned column = (unsigned)(laid.x - west), row = (unsigned)(laid.y - north);
    if (column >= ACTION_CELLS || row >= ACTION_CELLS) continue;
    for (unsigned half = 0; half < FIELD_HALVES; half++) {
      const unsigned feature = game_kind(game, (unsigned)tile)->half_feature[(half - 2u * laid.rotation) & 7];
      const uint8_t shown = planes[half * PLANE_CELLS + row * ACTION_CELLS + column];
      if (feature == NO_FEATURE) {
        assert_int_equal(shown, 0);
        continue;
      }
      const tess_realm field = tess_game_realm(game, (tess_spot){(uint8_t)tile, (uint8_t)feature});
      assert_int_equal(shown, field.worth > 255 ? 255 : field.worth);
      *far += field.cities > 0 && box->east - box->west >= ACTION_CELLS;
    }
  }
}

static void assert_shown(struct planes_lab *lab) {
  const struct board_box box = board_box_of(lab->game);
  planes_write(lab->planes, lab->game, &box, NULL, lab->out);
  planes_forget(lab->anew);
  planes_write(lab->anew, lab->game, &box, NULL, lab->out_anew);
  assert_memory_equal(lab->out, lab->out_anew, lab->bytes);
  assert_fields(lab, &box, &lab->far);
}

TEST(a_row_longer_than_the_window_is_shown_as_from_nothing) {
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct planes_lab lab = lab_open(mix, 0);
    do assert_shown(&lab);
    while (go_on(&lab, NULL));
    const struct board_box box = board_box_of(lab.game);
    assert_true(box.east - box.west >= ACTION_CELLS);
    assert_int_equal(lab.far > 0, tess_game_options(lab.game).fields);
    lab_close(&lab);
  }
}

TEST(a_city_beyond_the_window_counts_for_fields_in_it) {
  for (uint64_t seed = 0; seed < 40; seed++) {
    struct planes_lab lab = lab_open(2, seed);
    do assert_shown(&lab);
    while (go_on(&lab, NULL));
    lab_close(&lab);
  }
}

/* What is taken back must be forgotten; then all is shown as it was. */
TEST(after_undo_all_is_shown_as_before) {
  tess_undo *undo = memory_zeroed(tess_undo_size());
  for (size_t mix = 0; mix < MIXES; mix++) {
    struct planes_lab lab = lab_open(mix, 0);
    uint8_t *before = memory_zeroed(lab.bytes);
    do {
      assert_shown(&lab);
      memcpy(before, lab.out, lab.bytes);
      if (tess_game_phase(lab.game) == TESS_PHASE_OVER) break;
      assert_true(go_on(&lab, undo));
      assert_shown(&lab);
      tess_game_undo(lab.game, undo);
      planes_forget(lab.planes);
      assert_shown(&lab);
      assert_memory_equal(lab.out, before, lab.bytes);
    } while (go_on(&lab, NULL));
    free(before);
    lab_close(&lab);
  }
  free(undo);
}

RUN_TESTS(NULL, NULL)
