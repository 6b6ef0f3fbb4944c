#include "draw/scatter.h"

void scatter_put_dots(svg_writer *svg, int count, int width, const char *opacity, seed_stream *stream) {
  svg_format(svg, "<path stroke-width=\"%d\" opacity=\"%s\" d=\"", width, opacity);
  for (int i = 0; i < count; i++) {
    shape_point p = shape_random(stream, 8, SHAPE_TILE - 8);
    svg_format(svg, "M%d %dh0", p.x, p.y);
  }
  svg_put(svg, "\"/>");
}

void scatter_put(svg_writer *svg, shape_point corner) {
  int sort = (corner.x / SHAPE_TILE + 3 * (corner.y / SHAPE_TILE)) & (SCATTER_SORTS - 1);
  svg_format(svg, "<use href=\"#scatter%d\" x=\"%d\" y=\"%d\"/>", sort, corner.x, corner.y);
}
