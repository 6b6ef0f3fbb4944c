#include "draw/rock.h"

enum { CORNERS = 11 };

int rock_radius(int size) {
  static const int radii[] = {92, 56, 30};
  return radii[size];
}

/* The rock's polygon, shrunk to a percentage of its size and moved. */
static void put_polygon(svg_writer *svg, const shape_point at[CORNERS], int percent, int shift, const char *fill) {
  svg_put(svg, "<path d=\"");
  for (int i = 0; i < CORNERS; i++)
    svg_format(svg, "%c%d %d", i == 0 ? 'M' : 'L', at[i].x * percent / 100 - shift, at[i].y * percent / 100 - shift);
  svg_format(svg, "Z\" fill=\"%s\"/>", fill);
}

/* One crater and two smaller ones, spread around the middle. */
static void put_craters(svg_writer *svg, const draw_theme *theme, int radius, seed_stream *stream) {
  int angle = seed_below(stream, SHAPE_FULL_TURN);
  for (int i = 0; i < 3; i++) {
    int size = i == 0 ? radius / 5 : radius / seed_between(stream, 9, 13);
    shape_point at = shape_polar((shape_point){0, 0}, angle, radius * (i == 0 ? 22 : 52) / 100);
    svg_format(svg, "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"%s\" opacity=\".6\"/>", at.x, at.y, size,
               size * 3 / 4, theme->space.rock_dark);
    angle += SHAPE_FULL_TURN / 2 + seed_between(stream, -220, 220);
  }
}

static void define(svg_writer *svg, const draw_theme *theme, int size, int number) {
  shape_point at[CORNERS];
  seed_stream stream = seed_of_pair(size, number);
  int radius = rock_radius(size);
  int stretch = seed_between(&stream, 75, 100);
  for (int i = 0; i < CORNERS; i++) {
    int angle = i * SHAPE_FULL_TURN / CORNERS + seed_between(&stream, -24, 24);
    at[i] = shape_polar((shape_point){0, 0}, angle, radius * seed_between(&stream, 78, 104) / 100);
    at[i].y = at[i].y * stretch / 100;
  }
  svg_format(svg, "<g id=\"rock%d\">", number);
  put_polygon(svg, at, 108, -radius / 14, theme->ink);
  put_polygon(svg, at, 100, 0, theme->space.rock_dark);
  put_polygon(svg, at, 84, radius / 9, theme->space.rock);
  put_polygon(svg, at, 52, radius / 4, theme->space.rock_lit);
  if (size < 2) put_craters(svg, theme, radius, &stream);
  svg_put(svg, "</g>\n");
}

void rock_define(svg_writer *svg, const draw_theme *theme) {
  for (int size = 0; size < ROCK_SIZES; size++)
    for (int i = 0; i < ROCK_SORTS; i++) define(svg, theme, size, size * ROCK_SORTS + i);
}

/* True when a rock of this radius at a point would touch none of those in the list. */
static bool room(const sprite_list *list, shape_point at, int radius) {
  for (int i = 0; i < list->count; i++) {
    int other = rock_radius(list->at[i].number / ROCK_SORTS);
    if (shape_distance(list->at[i].at, at) < (radius + other) * 92 / 100) return false;
  }
  return true;
}

void rock_add(sprite_list *list, int size, shape_point at, seed_stream *stream) {
  int number = size * ROCK_SORTS + seed_below(stream, ROCK_SORTS);
  if (room(list, at, rock_radius(size))) sprite_add(list, "rock", number, at);
}

void rock_add_seam(sprite_list *list, bool down, seed_stream *stream) {
  for (int along = 90; along < SHAPE_TILE - 90; along += seed_between(stream, 60, 150)) {
    int off = seed_between(stream, -12, 12), size = seed_between(stream, 1, 2);
    rock_add(list, size, down ? (shape_point){off, along} : (shape_point){along, off}, stream);
  }
}
