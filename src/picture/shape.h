/*
 * Plane geometry in whole units, 1000 to the side of a tile; x to the right, y down. Edges count 0 N, 1 E, 2 S, 3 W;
 * corner k is the first one of edge k, going clockwise: 0 is the left upper one. Decoration comes from seeded streams
 * of pseudo-random numbers, so that it is the same in every run.
 */
#ifndef TESSERA_PICTURE_SHAPE_H
#define TESSERA_PICTURE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "picture/svg.h"

/* Units of a tile's side, of an angle, and points of a line. */
enum {
  SHAPE_TILE = 1000,
  SHAPE_FULL_TURN = 1024, /* units of an angle */
  SHAPE_STEPS = 16,       /* points of a line for each part of a curve */
  SHAPE_LINE_POINTS = 48
};

/* A point: x to the right, y down, in units of SHAPE_TILE to a tile's side. */
typedef struct shape_point {
  int x, y;
} shape_point;

/* One or two cubic Bezier parts, joined: 4 or 7 points. */
typedef struct shape_curve {
  int parts;
  shape_point at[7];
} shape_curve;

/* Points joined by straight segments. */
typedef struct shape_line {
  int count;
  shape_point at[SHAPE_LINE_POINTS];
} shape_line;

/* ---- Random numbers for decoration ---- */

/* The state of a SplitMix64 stream. */
typedef struct seed_stream {
  uint64_t state;
} seed_stream;

/* A stream for a tile id or another text, zero-terminated. */
seed_stream seed_of_text(const char *text);
/* A stream for two numbers, such as a cell. */
seed_stream seed_of_pair(int a, int b);
/* The next number of a stream, 0 <= n < limit. */
int seed_below(seed_stream *stream, int limit);
/* The next number of a stream, low <= n <= high. */
int seed_between(seed_stream *stream, int low, int high);

/* ---- Points ---- */

/* The middle of an edge, and a corner of the tile. */
shape_point shape_middle(int edge);
shape_point shape_corner(int corner);
/* The direction from an edge to the middle of the tile: one of (0,1) (-1,0) (0,-1) (1,0). */
shape_point shape_inward(int edge);
/* start + direction * length. */
shape_point shape_step(shape_point start, shape_point direction, int length);
/* The point that divides the way from a to b: part of whole. */
shape_point shape_between(shape_point a, shape_point b, int part, int whole);
/* The point after `rotation` clockwise quarter turns of its tile. */
shape_point shape_turn(shape_point point, int rotation);
/* The distance between two points, rounded down. */
int shape_distance(shape_point a, shape_point b);
/* 1000 times sine and cosine of an angle, SHAPE_FULL_TURN to the circle, to within 2. */
int shape_sine(int angle);
int shape_cosine(int angle);
/* A random point, both coordinates from low to high. */
shape_point shape_random(seed_stream *stream, int low, int high);
/* The point at an angle (clockwise from the east) and a distance from another. */
shape_point shape_polar(shape_point center, int angle, int distance);

/* ---- Lines and curves ---- */

/* The whole curve as a line of SHAPE_STEPS points for each part and its end. */
shape_line shape_flatten(const shape_curve *curve);
/* The shortest distance from a point to a line. */
int shape_line_distance(const shape_line *line, shape_point point);
/* True when the point is inside the closed line. */
bool shape_inside(const shape_line *polygon, shape_point point);

/* Writes path data: "M x y C ..." for a curve, or the rest of it after its first point; a closed smooth blob of
 * `corners` corners whose distance from the center varies by `rough` percent; the points `first` to `last` of a line.
 */
void shape_put_curve(svg_writer *svg, const shape_curve *curve);
void shape_put_rest(svg_writer *svg, const shape_curve *curve);
void shape_put_blob(svg_writer *svg, shape_point center, int width, int height, int corners, int rough,
                    seed_stream *stream);
void shape_put_line(svg_writer *svg, const shape_line *line, int first, int last);
/* Writes a curve as a stroke of a colour and a width; `more` are further attributes, each after a space. Nothing for a
 * curve without parts. */
void shape_put_stroke(svg_writer *svg, const shape_curve *curve, const char *stroke, int width, const char *more);

#endif
