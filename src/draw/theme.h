/* The colours of a picture, one constant table; every colour is an SVG colour. */
#ifndef TESSERA_DRAW_THEME_H
#define TESSERA_DRAW_THEME_H

#include "draw/draw.h"

/* Colours of Star Wars pictures. */
typedef struct theme_space {
  const char *star, *bright;               /* scattered stars, those that sparkle */
  const char *haze, *rim;                  /* asteroid fields: dust, its border */
  const char *rock_dark, *rock, *rock_lit; /* asteroids */
  const char *halo, *lane, *core;          /* trading routes, from the outside to the inside */
  const char *station, *lamp;              /* intersections */
} theme_space;

/* Colours of classic pictures. */
typedef struct theme_land {
  const char *tuft, *flower;
  const char *road, *kerb;
  const char *pavement, *wall, *mortar;
  const char *plaster, *shade; /* lit and dark sides of houses */
  const char *roofs[3];
  const char *leaf, *leaf_dark, *trunk;
  const char *water, *bank, *ripple;
  const char *hedge, *blossom;
} theme_land;

struct draw_theme {
  const char *name;
  tess_rules rules;
  const char *table, *panel, *text, *faint; /* around the tiles; writing, and less important writing */
  const char *ground;                       /* space or meadow */
  const char *tints[3];                     /* soft clouds over the ground of all tiles */
  const char *tint_strength;                /* 0 to 1 */
  const char *grid, *frame, *legal;         /* between tiles; the last tile; legal cells */
  const char *ink;                          /* outlines */
  theme_space space;
  theme_land land;
};

/* The given theme, or the default one of the rules if it is NULL. */
const draw_theme *theme_or_default(const draw_theme *theme, tess_rules rules);

#endif
