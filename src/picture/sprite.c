/* Small pictures: sprites on a tile, faction symbols and coats of arms of Tessera's own design, meeples in the players'
 * colours, dots scattered over a cell. */
#include "picture/palette.h"
#include "picture/scene.h"

/* ---- Sprites ---- */

void sprite_add_layer(struct sprite_list *list, const char *name, int number, struct shape_point at, int layer) {
  if (list->count == SPRITE_MAX) return;
  list->at[list->count++] = (struct sprite){name, number, at, layer, 0};
}

void sprite_add(struct sprite_list *list, const char *name, int number, struct shape_point at) {
  sprite_add_layer(list, name, number, at, 0);
}

bool sprite_clear(const struct sprite_list *list, struct shape_point point, int distance) {
  for (int i = 0; i < list->count; i++)
    if (shape_distance(list->at[i].at, point) < distance) return false;
  return true;
}

void sprite_put(struct svg_writer *svg, const struct sprite_list *list, int rotation) {
  struct shape_point place[SPRITE_MAX];
  int order[SPRITE_MAX];
  for (int i = 0; i < list->count; i++) {
    place[i] = shape_turn(list->at[i].at, rotation);
    /* Insertion sort: a sprite is drawn before all of higher layers, and within its layer before those further down. */
    const int layer = list->at[i].layer;
    int k = i;
    for (; k > 0; k--) {
      const int other = order[k - 1], other_layer = list->at[other].layer;
      if (other_layer != layer ? other_layer < layer : place[other].y <= place[i].y) break;
      order[k] = other;
    }
    order[k] = i;
  }
  for (int i = 0; i < list->count; i++) {
    const struct sprite *s = &list->at[order[i]];
    const struct shape_point at = place[order[i]];
    if (s->heading == 0)
      svg_format(svg, "<use href=\"#%s%d\" x=\"%d\" y=\"%d\"/>", s->name, s->number, at.x, at.y);
    else
      svg_format(svg, "<use href=\"#%s%d\" transform=\"translate(%d %d) rotate(%d)\"/>", s->name, s->number, at.x, at.y,
                 (s->heading - 1) * 45 + rotation * 90);
  }
}

void scatter_put_dots(struct svg_writer *svg, int count, int width, const char *opacity, struct seed_stream *stream) {
  svg_format(svg, "<path stroke-width=\"%d\" opacity=\"%s\" d=\"", width, opacity);
  for (int i = 0; i < count; i++) {
    struct shape_point p = shape_random(stream, 8, SHAPE_TILE - 8);
    svg_format(svg, "M%d %dh0", p.x, p.y);
  }
  svg_put(svg, "\"/>");
}

/* ---- Signs, dark on a bright plate whose shape differs, so that they can be distinguished on the smallest tile ----
 */

/* A rising wing of three feathers; a wheel with six corners; two crossed horns. */
static const char *const factions[TESS_FACTION_COUNT] = {
    "<g id=\"faction0\" transform=\"scale(1.9)\" fill=\"#2b0c10\"><circle r=\"78\"/><circle r=\"68\" "
    "fill=\"#ff7d55\"/>"
    "<path d=\"M-40 34C-34 4 -8 -14 30 -48C34 -12 10 16 -40 34Z\"/>"
    "<path d=\"M-26 40C-10 26 16 14 46 -12C42 20 14 40 -26 40Z\"/>"
    "<path d=\"M-46 20C-48 -8 -30 -28 -4 -48C-8 -22 -24 2 -46 20Z\"/></g>\n",
    "<g id=\"faction1\" transform=\"scale(1.9)\" fill=\"#141a2c\"><path d=\"M0 -84L73 -42V42L0 84L-73 42V-42Z\"/>"
    "<path d=\"M0 -73L63 -36V36L0 73L-63 36V-36Z\" fill=\"#c9dcff\"/>"
    "<path d=\"M0 -46L40 -23V23L0 46L-40 23V-23ZM0 0V-46M0 0L40 23M0 0L-40 23\" fill=\"none\" stroke=\"#141a2c\" "
    "stroke-width=\"14\"/><path d=\"M0 -20L17 -10V10L0 20L-17 10V-10Z\"/></g>\n",
    "<g id=\"faction2\" transform=\"scale(1.9)\" fill=\"#16220c\"><path d=\"M0 -94L94 0L0 94L-94 0Z\"/>"
    "<path d=\"M0 -80L80 0L0 80L-80 0Z\" fill=\"#b8e04a\"/>"
    "<path d=\"M-30 46C14 26 30 -6 24 -46C46 -8 28 38 -18 56Z\"/>"
    "<path d=\"M30 46C-14 26 -30 -6 -24 -46C-46 -8 -28 38 18 56Z\"/><circle cy=\"-22\" r=\"10\"/></g>\n"};

void symbol_define_factions(struct svg_writer *svg) {
  for (int i = 0; i < TESS_FACTION_COUNT; i++) svg_put(svg, factions[i]);
}

/* Field and charge of each coat of arms; every charge stays inside the shield. */
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

void symbol_define_arms(struct svg_writer *svg, const struct picture_theme *theme) {
  const char *shield = "M-58 -66H58V4C56 40 34 64 0 78C-34 64 -56 40 -58 4Z";
  for (int i = 0; i < SYMBOL_ARMS; i++)
    svg_format(svg,
               "<g id=\"arms%d\"><path d=\"%s\" fill=\"%s\"/><path d=\"%s\" fill=\"%s\"/>"
               "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"10\"/></g>\n",
               i, shield, arms[i].field, arms[i].path, arms[i].charge, shield, theme->ink);
}

/* The signs of the actions on the plate of an arrow that points north. */
static const char *const actions[TESS_ACTION_COUNT] = {
    [TESS_ACTION_REINFORCE] = "<path d=\"M500 108V252M428 180H572\" stroke-width=\"44\"/>",
    [TESS_ACTION_EXTRA_TURN] = "<path d=\"M444 222A70 70 0 1 1 556 222\" stroke-width=\"30\"/>"
                               "<path d=\"M516 206L596 190L570 262Z\" fill=\"#3a2000\" stroke=\"none\"/>",
    [TESS_ACTION_ELSEWHERE] =
        "<path d=\"M500 262C474 218 436 200 436 162A64 64 0 0 1 564 162C564 200 526 218 500 262Z\" "
        "fill=\"#3a2000\" stroke=\"none\"/><circle cx=\"500\" cy=\"160\" r=\"24\" fill=\"#fff3c4\" "
        "stroke=\"none\"/>"};

void arrow_put(struct svg_writer *svg, const tess_tile_def *tile, int rotation) {
  if (tile->action == TESS_ACTION_NONE) return;
  svg_format(svg, "<g transform=\"rotate(%d 500 500)\" fill=\"none\" stroke=\"#3a2000\" stroke-linejoin=\"round\">",
             (tile->arrow + rotation) % 4 * 90);
  svg_put(svg, "<path d=\"M500 16L664 130V436H336V130Z\" fill=\"#fff3c4\" stroke-width=\"22\"/>");
  svg_put(svg, actions[tile->action]);
  svg_put(svg, "<path d=\"M396 290H476V346H396V402H476M524 290H604V402H524Z\" stroke-width=\"26\"/></g>");
}

/* ---- Meeples: each colour also has its own mark on the chest ---- */

/* Colours of the figure, of its outline, and of marks on it. */
static const struct {
  const char *fill, *edge, *ink;
} colours[TESS_COLOUR_COUNT] = {
#define ROW(colour, fill, edge, ink) [TESS_COLOUR_##colour] = {fill, edge, ink},
    PLAYER_COLOURS(ROW)
#undef ROW
};

/* The name of each colour, and the mark on the chest of its figures. */
static const struct {
  const char *name, *path;
} marks[TESS_COLOUR_COUNT] = {
    {"Red", "M-30 4A30 30 0 0 1 30 4A30 30 0 0 1 -30 4Z"},
    {"Green", "M0 -32L36 30H-36Z"},
    {"Black", "M-28 -24H28V32H-28Z"},
    {"White", "M0 -34L36 4L0 42L-36 4Z"},
    {"Orange", "M-11 -32H11V-7H36V15H11V40H-11V15H-36V-7H-11Z"},
    {"Blue", "M0 -36L11 -8H40L17 10L26 38L0 21L-26 38L-17 10L-40 -8H-11Z"},
    {"Yellow", "M-32 -22H32V-4H-32ZM-32 14H32V32H-32Z"},
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
static const char *const plinth = "M-100 98H100L114 134H-114Z";
static const char *const crown = "M-42 -86L-50 -138L-22 -116L0 -146L22 -116L50 -138L42 -86Z";

const char *meeple_colour_name(tess_colour colour) { return marks[colour].name; }

const char *meeple_fill(tess_colour colour) { return colours[colour].fill; }

/* What distinguishes a figure on each feature of Star Wars: the merchant's broad hat, the explorer's round helmet with
 * an aerial, the conqueror's flag. */
static const char *const gear[TESS_TYPE_COUNT] = {
    [TESS_TYPE_ROUTE] =
        "M-92 -72C-60 -86 -44 -88 -40 -92L-32 -138Q0 -150 32 -138L40 -92C44 -88 60 -86 92 -72Q98 -56 84 "
        "-56H-84Q-98 -56 -92 -72Z",
    [TESS_TYPE_ASTEROIDS] =
        "M0 -150A54 54 0 0 1 38 -58H-38A54 54 0 0 1 -46 -132L-84 -168L-70 -178L-32 -143A54 54 0 0 1 "
        "0 -150Z",
    [TESS_TYPE_PLANET] = "M70 104V-166L142 -134L88 -102V104Z",
};
static const char *const gold = "#ffd34d";
static const char *const visor = "M-28 -104H28Q34 -88 22 -78H-22Q-34 -88 -28 -104Z";

/* Writes one path of the figure, filled with its colour. */
static void put_part(struct svg_writer *svg, const char *path, const char *fill, const char *edge) {
  svg_format(svg, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"9\"/>", path, fill, edge);
}

void meeple_put(struct svg_writer *svg, struct meeple_look look, struct shape_point at, int percent) {
  const bool large = look.piece == TESS_PIECE_LARGE, abbot = look.piece == TESS_PIECE_ABBOT;
  const int scale = large ? percent * 118 / 100 : percent;
  const char *fill = colours[look.colour].fill, *edge = colours[look.colour].edge, *ink = colours[look.colour].ink;
  const char *figure = abbot ? robe : body, *more = look.on < TESS_TYPE_COUNT && gear[look.on] ? gear[look.on] : "";
  svg_format(svg, "<g transform=\"translate(%d %d) scale(%d.%d%d)\" stroke-linejoin=\"round\">", at.x, at.y,
             scale / 100, scale / 10 % 10, scale % 10);

  /* 1. Draw a shadow on the ground, and a rim that separates the figure from any background. */
  svg_put(svg, "<ellipse cx=\"14\" cy=\"100\" rx=\"112\" ry=\"26\" opacity=\".45\"/>");
  svg_format(svg, "<path d=\"%s%s%s\" stroke=\"#fffdf4\" stroke-width=\"30\"/>", figure, more, large ? plinth : "");

  /* 2. Draw the figure, in front of the flag and behind the hat; a large one stands on a plinth and wears gold. */
  const char *cloth = large ? gold : fill;
  if (large) put_part(svg, plinth, gold, edge);
  if (look.on == TESS_TYPE_PLANET) put_part(svg, more, cloth, edge);
  put_part(svg, figure, fill, edge);
  if (*more && look.on != TESS_TYPE_PLANET) put_part(svg, more, cloth, edge);
  if (look.on == TESS_TYPE_ASTEROIDS) svg_format(svg, "<path d=\"%s\" fill=\"%s\"/>", visor, ink);
  if (large && !*more) put_part(svg, crown, gold, edge);
  if (abbot) svg_format(svg, "<path d=\"%s\" fill=\"%s\"/>", cross, ink);
  svg_format(svg, "<path d=\"%s\" fill=\"%s\"/></g>\n", marks[look.colour].path, ink);
}
