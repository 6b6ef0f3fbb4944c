#include "draw/meeple.h"

/* A colour: its name, the figure, its outline, the mark on the chest and the mark's colour. */
static const struct {
  const char *name, *fill, *edge, *mark, *ink;
} colours[TESS_COLOUR_COUNT] = {
    {"Red", "#e02b2b", "#4a0505", "M-30 4A30 30 0 0 1 30 4A30 30 0 0 1 -30 4Z", "#fff"},
    {"Green", "#22a04a", "#06300f", "M0 -32L36 30H-36Z", "#fff"},
    {"Black", "#26262b", "#000", "M-28 -24H28V32H-28Z", "#fff"},
    {"White", "#fafafa", "#3c3c44", "M0 -34L36 4L0 42L-36 4Z", "#333"},
    {"Orange", "#ff9416", "#5a2c00", "M-11 -32H11V-7H36V15H11V40H-11V15H-36V-7H-11Z", "#3a1a00"},
    {"Blue", "#2b62e0", "#061a4a", "M0 -36L11 -8H40L17 10L26 38L0 21L-26 38L-17 10L-40 -8H-11Z", "#fff"},
    {"Yellow", "#ffdd2e", "#5a4700", "M-32 -22H32V-4H-32ZM-32 14H32V32H-32Z", "#3f3200"},
};

static const char *const body =
    "M0 -104C28 -104 44 -84 39 -60C36 -48 42 -42 57 -36C86 -26 108 -6 104 12C100 27 72 25 54 22C53 36 76 68 84 88C88 "
    "100 "
    "80 106 66 106H24C13 106 10 98 6 84L0 66L-6 84C-10 98 -13 106 -24 106H-66C-80 106 -88 100 -84 88C-76 68 -53 36 -54 "
    "22C-72 25 -100 27 -104 12C-108 -6 -86 -26 -57 -36C-42 -42 -36 -48 -39 -60C-44 -84 -28 -104 0 -104Z";
static const char *const robe = "M0 -126C26 -106 38 -86 36 -62C34 -50 38 -44 52 -34C74 -18 78 20 84 90C85 101 80 106 "
                                "68 106H-68C-80 106 -85 101 -84 "
                                "90C-78 20 -74 -18 -52 -34C-38 -44 -34 -50 -36 -62C-38 -86 -26 -106 0 -126Z";
static const char *const cross = "M-6 -104H6V-90H20V-78H6V-58H-6V-78H-20V-90H-6Z";
static const char *const crown = "M-42 -86L-50 -138L-22 -116L0 -146L22 -116L50 -138L42 -86Z";

const char *meeple_colour_name(tess_colour colour) { return colours[colour].name; }

const char *meeple_fill(tess_colour colour) { return colours[colour].fill; }

void meeple_put(svg_writer *svg, tess_piece piece, tess_colour colour, shape_point at, int percent) {
  int scale = piece == TESS_PIECE_LARGE ? percent * 127 / 100 : percent;
  const char *fill = colours[colour].fill, *edge = colours[colour].edge;
  svg_format(svg, "<g transform=\"translate(%d %d) scale(%d.%d%d)\">", at.x, at.y, scale / 100, scale / 10 % 10,
             scale % 10);
  svg_put(svg, "<ellipse cy=\"100\" rx=\"100\" ry=\"22\" opacity=\".35\"/>");
  svg_format(svg,
             "<path d=\"%s\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"26\" stroke-linejoin=\"round\"/>"
             "<path d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"11\" stroke-linejoin=\"round\"/>",
             piece == TESS_PIECE_ABBOT ? robe : body, fill, piece == TESS_PIECE_ABBOT ? robe : body, fill, edge);
  if (piece == TESS_PIECE_LARGE)
    svg_format(svg, "<path d=\"%s\" fill=\"#ffd34d\" stroke=\"%s\" stroke-width=\"9\"/>", crown, edge);
  if (piece == TESS_PIECE_ABBOT) svg_format(svg, "<path d=\"%s\" fill=\"%s\"/>", cross, colours[colour].ink);
  svg_format(svg, "<path d=\"%s\" fill=\"%s\"/></g>\n", colours[colour].mark, colours[colour].ink);
}
