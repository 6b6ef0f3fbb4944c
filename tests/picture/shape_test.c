/* Geometry in whole units. */
#include "picture/collected.h"
#include "picture/layout.h"

TEST(test_sine) {
  assert_int_equal(shape_sine(0), 0);
  assert_int_equal(shape_sine(SHAPE_FULL_TURN / 4), 1000);
  assert_int_equal(shape_sine(-SHAPE_FULL_TURN / 4), -1000);
  assert_in_range(shape_sine(SHAPE_FULL_TURN / 12), 496, 502);
  assert_int_equal(shape_cosine(0), 1000);
  assert_int_equal(shape_cosine(SHAPE_FULL_TURN / 2), -1000);
}

TEST(test_distance) {
  assert_int_equal(shape_distance((struct shape_point){0, 0}, (struct shape_point){3, -4}), 5);
  assert_int_equal(shape_distance((struct shape_point){-100000, 7}, (struct shape_point){100000, 7}), 200000);
  struct shape_line line = {2, {{0, 0}, {100, 0}}};
  assert_int_equal(shape_line_distance(&line, (struct shape_point){50, 30}), 30);
  assert_int_equal(shape_line_distance(&line, (struct shape_point){103, 4}), 5);
}

TEST(test_turn_goes_clockwise) {
  struct shape_point north = shape_middle(0);
  for (int rotation = 0; rotation < 4; rotation++) {
    struct shape_point turned = shape_turn(north, rotation), edge = shape_middle(rotation);
    assert_true(turned.x == edge.x && turned.y == edge.y);
  }
}

/* Regions take the whole of their edges and nothing of the others, whichever they are. */
TEST(test_outlines_hold_their_edges) {
  for (unsigned edges = 1; edges < 16; edges++) {
    struct shape_line polygon = outline_polygon((struct outline){edges, true});
    for (int edge = 0; edge < 4; edge++) {
      struct shape_point p = shape_step(shape_middle(edge), shape_inward(edge), 20);
      assert_int_equal(shape_inside(&polygon, p), edges >> edge & 1);
    }
  }
}

/* Two regions on one tile leave room between them. */
TEST(test_outlines_do_not_overlap) {
  for (unsigned a = 1; a < 16; a++)
    for (unsigned b = 1; b < 16; b++) {
      if (a & b) continue;
      if (a + b == 15 && (a == 5 || b == 5)) continue; /* two that cross do overlap */
      struct shape_line first = outline_polygon((struct outline){a, false}),
                        second = outline_polygon((struct outline){b, false});
      for (int x = 5; x < SHAPE_TILE; x += 30)
        for (int y = 5; y < SHAPE_TILE; y += 30)
          assert_false(shape_inside(&first, (struct shape_point){x, y}) &&
                       shape_inside(&second, (struct shape_point){x, y}));
    }
}

RUN_TESTS(NULL, NULL)
