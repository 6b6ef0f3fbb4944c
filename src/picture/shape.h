/*
 * Plane geometry in whole units, 1000 to the side of a tile; x to the right, y down. Edges count 0 N, 1 E, 2 S, 3 W;
 * corner k is the first one of edge k, going clockwise: 0 is the left upper one. Decoration comes from seeded streams
 * of pseudo-random numbers, so that it is the same in every run.
 */
#ifndef PICTURE_SHAPE_H
#define PICTURE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "picture/svg.h"

/* Units of a tile's side, of an angle, and points of a line. */
enum {
  SHAPE_TILE = 1000,
  SHAPE_FULL_TURN = 1024, /* units of an angle */
  SHAPE_STEPS = 16,       /* points of a line for each part of a curve */
  SHAPE_LINE_POINTS = 6 * SHAPE_STEPS + 1
};

/* A point: x to the right, y down, in units of SHAPE_TILE to a tile's side. */
struct shape_point {
  int x, y;
};

/* One to six cubic Bezier parts, joined: 4 to 19 points. */
struct shape_curve {
  int parts;
  struct shape_point at[19];
};

/* Points joined by straight segments. */
struct shape_line {
  int count;
  struct shape_point at[SHAPE_LINE_POINTS];
};

/* ---- Random numbers for decoration ---- */

/* The state of a SplitMix64 stream. */
struct seed_stream {
  uint64_t state;
};

/* A stream for a tile id or another text, zero-terminated. */
struct seed_stream seed_of_text(const char *text);
/* A stream for two numbers, such as a cell. */
struct seed_stream seed_of_pair(int a, int b);
/* The next number of a stream, 0 <= n < limit. */
int seed_below(struct seed_stream *stream, int limit);
/* The next number of a stream, low <= n <= high. */
int seed_between(struct seed_stream *stream, int low, int high);

/* ---- Points ---- */

/* The middle of an edge, and a corner of the tile. */
struct shape_point shape_middle(int edge);
struct shape_point shape_corner(int corner);
/* The direction from an edge to the middle of the tile: one of (0,1) (-1,0) (0,-1) (1,0). */
struct shape_point shape_inward(int edge);
/* start + direction * length. */
struct shape_point shape_step(struct shape_point start, struct shape_point direction, int length);
/* The point that divides the way from a to b: part of whole. */
struct shape_point shape_between(struct shape_point a, struct shape_point b, int part, int whole);
/* The point after `rotation` clockwise quarter turns of its tile. */
struct shape_point shape_turn(struct shape_point point, int rotation);
/* The distance between two points, rounded down. */
int shape_distance(struct shape_point a, struct shape_point b);
/* 1000 times sine and cosine of an angle, SHAPE_FULL_TURN to the circle, to within 2. */
int shape_sine(int angle);
int shape_cosine(int angle);
/* A random point, both coordinates from low to high. */
struct shape_point shape_random(struct seed_stream *stream, int low, int high);
/* The point at an angle (clockwise from the east) and a distance from another. */
struct shape_point shape_polar(struct shape_point center, int angle, int distance);

/* ---- Lines and curves ---- */

/* The whole curve as a line of SHAPE_STEPS points for each part and its end. */
struct shape_line shape_flatten(const struct shape_curve *curve);
/* The shortest distance from a point to a line. */
int shape_line_distance(const struct shape_line *line, struct shape_point point);
/* True when the point is inside the closed line. */
bool shape_inside(const struct shape_line *polygon, struct shape_point point);

/* Writes path data: "M x y C ..." for a curve, or the rest of it after its first point; a closed smooth blob of
 * `corners` corners whose distance from the center varies by `rough` percent; the points `first` to `last` of a line.
 */
void shape_put_curve(struct svg_writer *svg, const struct shape_curve *curve);
void shape_put_rest(struct svg_writer *svg, const struct shape_curve *curve);
void shape_put_blob(struct svg_writer *svg, struct shape_point center, int width, int height, int corners, int rough,
                    struct seed_stream *stream);
void shape_put_line(struct svg_writer *svg, const struct shape_line *line, int first, int last);
/* Writes a curve as a stroke of a colour and a width; `more` are further attributes, each after a space. Nothing for a
 * curve without parts. */
void shape_put_stroke(struct svg_writer *svg, const struct shape_curve *curve, const char *stroke, int width,
                      const char *more);

#endif
