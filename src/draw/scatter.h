/* Small things strewn over a cell of the table, whatever tile lies there. */
#ifndef TESSERA_DRAW_SCATTER_H
#define TESSERA_DRAW_SCATTER_H

#include "draw/shape.h"

enum { SCATTER_SORTS = 8 };

/* Writes a path of `count` round dots within a tile. */
void scatter_put_dots(svg_writer *svg, int count, int width, const char *opacity, seed_stream *stream);
/* Writes the "scatter" of a cell whose left upper corner is given; neighbours, diagonal ones too, get different ones.
 */
void scatter_put(svg_writer *svg, shape_point corner);

#endif
