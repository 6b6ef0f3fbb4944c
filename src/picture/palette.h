/*
 * The colours that pictures share with the page; the page's build reads these tables (web/tools/palette.mjs). The
 * colours of players differ in lightness as well as in hue, so that they can be distinguished with any kind of colour
 * blindness; web/src/ui/palette.test.ts measures it.
 */
#ifndef PICTURE_PALETTE_H
#define PICTURE_PALETTE_H

/* ROW(colour, figure, its outline, marks on it) for every tess_colour. */
#define PLAYER_COLOURS(ROW)                                                                                            \
  ROW(RED, "#c2272a", "#3d0405", "#ffffff")                                                                            \
  ROW(GREEN, "#51cc8b", "#06300f", "#07190c")                                                                          \
  ROW(BLACK, "#252629", "#000000", "#ffffff")                                                                          \
  ROW(WHITE, "#f9f9f6", "#3c3c44", "#1b1d22")                                                                          \
  ROW(ORANGE, "#d97500", "#4a2400", "#201000")                                                                         \
  ROW(BLUE, "#0472ef", "#061a4a", "#ffffff")                                                                           \
  ROW(YELLOW, "#fcd827", "#4a3a00", "#241d00")

/* The background of each theme: space or meadow. */
#define GROUND_SPACE "#0a1024"
#define GROUND_CHART "#2a5ca6"
#define GROUND_MEADOW "#86b04a"
#define GROUND_PARCHMENT "#efe3c2"

#endif
