/* Upright sprites for the classic game: houses, towers, gates, churches, trees and sheep. */
#include "picture/scene.h"

void building_define(struct svg_writer *svg, const struct picture_theme *theme) {
  const struct theme_land *c = &theme->land;
  for (int number = 0; number < BUILDING_HOUSES; number++) {
    svg_format(svg,
               "<g id=\"house%d\"><g transform=\"scale(%s)\"><ellipse cx=\"4\" cy=\"38\" rx=\"54\" ry=\"11\" "
               "opacity=\".22\"/>",
               number, number % 2 ? "-1.3 1.3" : "1.3 1.3");
    svg_format(svg, "<path d=\"M-42 38V-2L-19 -36L4 -2V38Z\" fill=\"%s\"/><path d=\"M4 38V-2H44V38Z\" fill=\"%s\"/>",
               c->plaster, c->shade);
    svg_format(
        svg,
        "<path d=\"M-19 -42H26L52 4H6Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"5\" stroke-linejoin=\"round\"/>"
        "<path d=\"M-48 6L-19 -42\" stroke=\"%s\" stroke-width=\"9\" stroke-linecap=\"round\"/>",
        c->roofs[number / 2], theme->ink, theme->ink);
    svg_format(svg,
               "<path d=\"M-27 38V14H-12V38ZM14 12H24V24H14ZM30 12H38V24H30Z\" fill=\"%s\" opacity=\".7\"/></g></g>\n",
               theme->ink);
  }

  /* A tower, and a gate between two towers. */
  svg_format(svg,
             "<g id=\"tower0\"><ellipse cy=\"44\" rx=\"38\" ry=\"11\" opacity=\".3\"/><path d=\"M-29 -30V40Q0 52 29 "
             "40V-30Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"6\"/><path d=\"M8 -30V45Q20 44 27 39V-30Z\" "
             "opacity=\".18\"/>",
             c->wall, c->mortar);
  svg_format(svg,
             "<path d=\"M-37 -54H-20V-43H-9V-54H9V-43H20V-54H37V-26H-37Z\" fill=\"%s\" stroke=\"%s\" "
             "stroke-width=\"6\"/><path d=\"M-5 -8H5V12H-5Z\" fill=\"%s\"/></g>\n",
             c->wall, c->mortar, theme->ink);
  svg_format(svg,
             "<g id=\"gate0\"><path d=\"M-44 -34H-28V-24H-14V-34H14V-24H28V-34H44V46H-44Z\" fill=\"%s\" stroke=\"%s\" "
             "stroke-width=\"6\"/><path d=\"M-25 48V8A25 27 0 0 1 25 8V48Z\" fill=\"%s\"/><use href=\"#tower0\" "
             "x=\"-56\"/><use href=\"#tower0\" x=\"56\"/></g>\n",
             c->wall, c->mortar, theme->ink);
}

void building_define_landmarks(struct svg_writer *svg, const struct picture_theme *theme) {
  const struct theme_land *c = &theme->land;

  /* A minster, a keep with a flag, a dome, a town hall with arcades. */
  svg_format(
      svg,
      "<g id=\"landmark0\" transform=\"scale(1.5)\"><ellipse cx=\"10\" cy=\"62\" rx=\"96\" ry=\"14\" "
      "opacity=\".25\"/><path d=\"M-20 "
      "62V2H80V62Z\" fill=\"%s\"/><path d=\"M-24 6L-4 -46H62L92 6Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"5\"/>",
      c->shade, c->roofs[0], theme->ink);
  svg_format(svg,
             "<path d=\"M-74 62V-62H-20V62Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"5\"/><path d=\"M-82 -58L-47 "
             "-136L-12 -58Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"5\"/>",
             c->plaster, theme->ink, c->roofs[1], theme->ink);
  svg_format(svg,
             "<path d=\"M-56 -40H-38V-12H-56ZM-58 62V30A11 11 0 0 1 -36 30V62ZM0 24H14V48H0ZM28 24H42V48H28ZM56 "
             "24H70V48H56Z\" fill=\"%s\" opacity=\".75\"/></g>\n",
             theme->ink);

  svg_format(svg,
             "<g id=\"landmark1\" transform=\"scale(1.5)\" stroke=\"%s\" stroke-width=\"5\"><path d=\"M-76 "
             "64V-24H-60V-12H-44V-24H-28V-76H-12V-62H12V-76H28V-24H44V-12H60V-24H76V64Z\" fill=\"%s\"/><path d=\"M0 "
             "-76V-128\"/><path d=\"M2 -128L50 -112L2 -96Z\" fill=\"%s\"/>",
             theme->ink, c->wall, c->blossom);
  svg_format(svg, "<path d=\"M-16 64V34A16 16 0 0 1 16 34V64ZM-6 -40H6V-12H-6Z\" fill=\"%s\"/></g>\n", theme->ink);
  svg_format(svg,
             "<g id=\"landmark2\" transform=\"scale(1.5)\" stroke=\"%s\" stroke-width=\"5\"><path d=\"M-84 "
             "64V8H84V64Z\" fill=\"%s\"/><path d=\"M-52 8V-24H52V8Z\" fill=\"%s\"/><path d=\"M-56 -24A56 62 0 0 1 56 "
             "-24Z\" fill=\"%s\"/>",
             theme->ink, c->plaster, c->wall, c->water);
  svg_format(svg,
             "<path d=\"M-9 -82V-104H9V-82ZM0 -104V-122\" fill=\"%s\"/><path d=\"M-72 54V26H-60V54ZM-44 "
             "54V26H-32V54ZM-12 64V26H12V64ZM32 54V26H44V54ZM60 54V26H72V54Z\" fill=\"%s\" stroke=\"none\"/></g>\n",
             c->wall, theme->ink);
  svg_format(svg,
             "<g id=\"landmark3\" transform=\"scale(1.5)\" stroke=\"%s\" stroke-width=\"5\"><path d=\"M-88 "
             "64V-14H88V64Z\" fill=\"%s\"/><path d=\"M-100 -10L-70 -62H70L100 -10Z\" fill=\"%s\"/><path d=\"M-20 "
             "-14V-92H20V-14Z\" fill=\"%s\"/><path d=\"M-30 -90L0 -138L30 -90Z\" fill=\"%s\"/>",
             theme->ink, c->plaster, c->roofs[2], c->plaster, c->roofs[0]);
  svg_format(svg, "<circle cy=\"-62\" r=\"11\" fill=\"%s\"/><path d=\"", c->flower);
  for (int x = -76; x < 76; x += 32) svg_format(svg, "M%d 64V28a12 14 0 0 1 24 0V64Z", x);
  svg_format(svg, "\" fill=\"%s\" opacity=\".8\"/></g>\n", theme->ink);

  for (int i = 0; i < BUILDING_LANDMARKS / 2; i++)
    svg_format(svg, "<g id=\"landmark%d\"><use href=\"#landmark%d\" transform=\"scale(-1 1)\"/></g>\n",
               BUILDING_LANDMARKS / 2 + i, i);
  for (int i = 0; i < BUILDING_MONASTERIES; i++) {
    /* A monastery: hall and chapel, with a tower that has a spire or a dome between them; every second one is mirrored.
     */
    svg_format(svg,
               "<g id=\"monastery%d\" transform=\"scale(%s)\"><ellipse cy=\"84\" rx=\"150\" ry=\"20\" "
               "opacity=\".25\"/><path d=\"M-138 84V14H-36V84Z\" "
               "fill=\"%s\"/><path d=\"M30 84V4H136V84Z\" fill=\"%s\"/>",
               i, i % 2 ? "-1.12 1.12" : "1.12", c->plaster, c->shade);
    svg_format(
        svg,
        "<g stroke=\"%s\" stroke-width=\"6\" stroke-linejoin=\"round\"><path d=\"M-150 20L-122 -38H-24V20Z\" "
        "fill=\"%s\"/><path d=\"M18 10V-50H108L148 10Z\" fill=\"%s\"/><path d=\"M-44 84V-74H34V84Z\" fill=\"%s\"/>",
        theme->ink, c->roofs[(2 + i) % 3], c->roofs[i % 3], c->wall);
    svg_format(svg,
               "<path d=\"%s\" fill=\"%s\"/><path d=\"M-5 -204V-158M-22 -188H12\" "
               "stroke-width=\"10\"/></g><path d=\"M8 -74H31V84H8Z\" opacity=\".13\"/>",
               i < 2 ? "M-58 -70L-5 -160L48 -70Z" : "M-54 -70A49 90 0 0 1 44 -70Z", c->roofs[(1 + i) % 3]);
    svg_format(
        svg,
        "<path d=\"M-26 84V44A21 21 0 0 1 16 44V84ZM-18 -22V-46A13 13 0 0 1 8 -46V-22ZM-120 66V42A8 8 0 0 1 -104 "
        "42V66ZM-84 66V42A8 8 0 0 1 -68 42V66ZM56 64V38A8 8 0 0 1 72 38V64ZM94 64V38A8 8 0 0 1 110 38V64Z\" "
        "fill=\"%s\" opacity=\".8\"/></g>\n",
        theme->ink);
  }
}

void building_define_small(struct svg_writer *svg, const struct picture_theme *theme) {
  const struct theme_land *c = &theme->land;

  /* Two round trees, a fir and a bush. */
  for (int i = 0; i < 2; i++) {
    int r = i == 0 ? 54 : 40;
    svg_format(svg,
               "<g id=\"plant%d\"><ellipse cx=\"6\" cy=\"%d\" rx=\"%d\" ry=\"%d\" opacity=\".22\"/><path d=\"M-6 "
               "%dV0H6V%dZ\" fill=\"%s\"/>",
               i, r + 2, r, r / 4, r, r, c->trunk);
    svg_format(
        svg,
        "<circle cx=\"4\" cy=\"-6\" r=\"%d\" fill=\"%s\"/><circle cx=\"-4\" cy=\"-14\" r=\"%d\" fill=\"%s\"/></g>\n", r,
        c->leaf_dark, r * 3 / 4, c->leaf);
  }
  svg_format(svg,
             "<g id=\"plant2\" transform=\"scale(1.25)\"><ellipse cx=\"6\" cy=\"44\" rx=\"34\" ry=\"9\" "
             "opacity=\".22\"/><path d=\"M-6 "
             "46V24H6V46Z\" fill=\"%s\"/><path d=\"M0 -66L26 -18H16L36 28H-36L-16 -18H-26Z\" fill=\"%s\"/>",
             c->trunk, c->leaf_dark);
  svg_format(svg, "<path d=\"M0 -66L-26 -18H-16L-36 28H-4Z\" fill=\"%s\"/></g>\n", c->leaf);
  svg_format(svg,
             "<g id=\"plant3\" transform=\"scale(1.2)\"><ellipse cx=\"2\" cy=\"16\" rx=\"34\" ry=\"9\" "
             "opacity=\".2\"/><path d=\"M-32 14A18 18 0 0 "
             "1 -16 -14A20 20 0 0 1 18 -12A16 16 0 0 1 32 14Z\" fill=\"%s\"/></g>\n",
             c->leaf_dark);

  /* A sheep. */
  svg_format(svg,
             "<g id=\"sheep0\" transform=\"scale(1.2)\"><ellipse cy=\"18\" rx=\"28\" ry=\"6\" opacity=\".22\"/><path "
             "d=\"M-14 6V20M10 6V20\" "
             "stroke=\"%s\" stroke-width=\"6\"/><path d=\"M-24 6A12 12 0 0 1 -18 -14A14 14 0 0 1 6 -16A12 12 0 0 1 20 "
             "4A12 10 0 0 1 4 10H-16A9 9 0 0 1 -24 6Z\" fill=\"#fdfaf0\"/><ellipse cx=\"24\" cy=\"-6\" rx=\"10\" "
             "ry=\"8\" fill=\"%s\"/></g>\n",
             theme->ink, theme->ink);

  /* A well. */
  svg_format(svg,
             "<g id=\"well0\"><ellipse rx=\"34\" ry=\"26\" cy=\"6\" fill=\"%s\" stroke=\"%s\" stroke-width=\"6\"/>"
             "<ellipse rx=\"20\" ry=\"13\" cy=\"2\" fill=\"%s\"/></g>\n",
             c->wall, c->mortar, c->water);
}
