/* Tiles laid out in a picture: all that is drawn for them but the meeples. */
#ifndef TESSERA_DRAW_PLATE_H
#define TESSERA_DRAW_PLATE_H

#include "draw/shape.h"
#include "draw/theme.h"

typedef struct plate {
  const tess_tile_def *tile;
  int kind; /* equal for equal tiles, different for different ones */
  int rotation;
  shape_point at; /* left upper corner in the picture */
} plate;

/* Plates, 255 tiles and the one drawn at most. */
typedef struct plate_list {
  int count;
  plate at[TESS_MAX_TILES + 1];
} plate_list;

void plate_add(plate_list *list, const tess_tile_def *tile, int kind, int rotation, shape_point at);
/* Writes the definitions that the plates need. */
void plate_define(svg_writer *svg, const draw_theme *theme, const plate_list *list);
/* Writes the plates in the order given; those further down must come after those further up. */
void plate_put(svg_writer *svg, const draw_theme *theme, const plate_list *list);

#endif
