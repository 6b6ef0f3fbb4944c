#include "draw/symbol.h"

/* A rising wing of three feathers, a wheel with six corners, two crossed horns. */
static const char *const factions[TESS_FACTION_COUNT] = {
    "<g id=\"faction0\" transform=\"scale(1.22)\"><circle r=\"68\" fill=\"#2b0c10\" stroke=\"#ff6b4a\" "
    "stroke-width=\"9\"/>"
    "<g fill=\"#ff7d55\"><path d=\"M-40 34C-34 4 -8 -14 30 -48C34 -12 10 16 -40 34Z\"/>"
    "<path d=\"M-26 40C-10 26 16 14 46 -12C42 20 14 40 -26 40Z\"/>"
    "<path d=\"M-46 20C-48 -8 -30 -28 -4 -48C-8 -22 -24 2 -46 20Z\"/></g></g>\n",
    "<g id=\"faction1\" transform=\"scale(1.22)\"><path d=\"M0 -74L64 -37V37L0 74L-64 37V-37Z\" fill=\"#141a2c\" "
    "stroke=\"#a9c4f5\" "
    "stroke-width=\"9\"/><g fill=\"none\" stroke=\"#c9dcff\" stroke-width=\"11\">"
    "<path d=\"M0 -46L40 -23V23L0 46L-40 23V-23Z\"/><path d=\"M0 0V-46M0 0L40 23M0 0L-40 23\"/></g>"
    "<path d=\"M0 -18L16 -9V9L0 18L-16 9V-9Z\" fill=\"#e9f1ff\"/></g>\n",
    "<g id=\"faction2\" transform=\"scale(1.22)\"><path d=\"M0 -82L82 0L0 82L-82 0Z\" fill=\"#16220c\" "
    "stroke=\"#b8e04a\" stroke-width=\"9\"/>"
    "<g fill=\"#cdf06a\"><path d=\"M-30 46C14 26 30 -6 24 -46C46 -8 28 38 -18 56Z\"/>"
    "<path d=\"M30 46C-14 26 -30 -6 -24 -46C-46 -8 -28 38 18 56Z\"/></g>"
    "<circle cy=\"-22\" r=\"9\" fill=\"#cdf06a\"/></g>\n"};

void symbol_define_factions(svg_writer *svg) {
  for (int i = 0; i < TESS_FACTION_COUNT; i++) svg_put(svg, factions[i]);
}

/* Field and charge of each coat of arms; every charge keeps inside the shield. */
static const struct {
  const char *field, *charge, *path;
} arms[SYMBOL_ARMS] = {
    {"#1f4f9a", "#f5d35a", "M-54 -16H54V14H-54Z"},
    {"#8f1f2c", "#f4ead2", "M0 -50L12 -16H48L19 4L30 38L0 17L-30 38L-19 4L-48 -16H-12Z"},
    {"#1e5b3a", "#f5d35a", "M-52 -40L-30 -50L50 36L34 52Z"},
    {"#f4ead2", "#1f4f9a", "M0 -62H54V6H0ZM0 6V72C-34 58 -52 36 -54 6Z"},
    {"#3a2a5c", "#f0c04a", "M-13 -60H13V-14H52V12H13V66L0 72L-13 66V12H-52V-14H-13Z"},
    {"#e0b13a", "#8f1f2c", "M0 -44L50 8V34L0 -16L-50 34V8Z"},
};

void symbol_define_arms(svg_writer *svg, const draw_theme *theme) {
  const char *shield = "M-58 -66H58V4C56 40 34 64 0 78C-34 64 -56 40 -58 4Z";
  for (int i = 0; i < SYMBOL_ARMS; i++)
    svg_format(svg,
               "<g id=\"arms%d\"><path d=\"%s\" fill=\"%s\"/><path d=\"%s\" fill=\"%s\"/>"
               "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"10\"/></g>\n",
               i, shield, arms[i].field, arms[i].path, arms[i].charge, shield, theme->ink);
}
