/* Planets: gas giants, ringed ones, moons with craters, seas and continents, lava, ice and desert. The tile's id
 * decides the sort, so that people recognise a planet on the board; the place on the board decides the colours. */
#include "picture/scene.h"

/* With this SALT, the planets of the built-in set show every sort. */
enum { PALETTES = 4, SALT = 47 };

/* A planet that is being drawn. */
struct planet {
  struct svg_writer *svg;
  int radius;
  const char *tones[THEME_TONES]; /* the ground is the first tone */
  struct seed_stream stream;
};

static const struct shape_point origin = {0, 0};

static int part(const struct planet *p, int percent) { return p->radius * percent / 100; }

static void put_disc(struct planet *p, struct shape_point at, int radius, const char *fill) {
  svg_format(p->svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>", at.x, at.y, radius, fill);
}

static void put_oval(struct planet *p, struct shape_point at, int width, int height, const char *fill) {
  svg_format(p->svg, "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"%s\"/>", at.x, at.y, width, height, fill);
}

static void put_blob(struct planet *p, struct shape_point at, int width, int height, const char *fill) {
  svg_put(p->svg, "<path d=\"");
  shape_put_blob(p->svg, at, width, height, 9, 45, &p->stream);
  svg_format(p->svg, "\" fill=\"%s\"/>", fill);
}

/* A random point within a percentage of the ball's radius, evenly distributed by area. */
static struct shape_point somewhere(struct planet *p, int percent) {
  int angle = seed_below(&p->stream, SHAPE_FULL_TURN);
  int near = seed_below(&p->stream, percent + 1), far = seed_below(&p->stream, percent + 1);
  return shape_polar(origin, angle, part(p, near > far ? near : far));
}

/* Draws a wavy band across the ball. */
static void put_band(struct planet *p, int y, int height, const char *fill) {
  int r = p->radius, wave = seed_between(&p->stream, -r / 12, r / 12);
  svg_format(p->svg, "<path d=\"M%d %dQ%d %d 0 %dT%d %dV%dQ%d %d 0 %dT%d %dZ\" fill=\"%s\"/>", -r, y, -r / 2, y + wave,
             y, r, y, y + height, r / 2, y + height - wave, y + height, -r, y + height, fill);
}

static void put_bands(struct planet *p) {
  int tone = 1;
  for (int y = -p->radius; y < p->radius;) {
    int height = part(p, seed_between(&p->stream, 9, 30));
    put_band(p, y, height, p->tones[tone]);
    y += height + part(p, seed_between(&p->stream, 4, 18));
    tone = tone % (THEME_TONES - 1) + 1;
  }
}

/* Draws a gas giant: bands and a storm. */
static void put_giant(struct planet *p) {
  put_bands(p);
  const int x = part(p, seed_between(&p->stream, -45, 45)), y = part(p, seed_between(&p->stream, 15, 45));
  put_oval(p, (struct shape_point){x, y}, part(p, 26), part(p, 14), p->tones[0]);
  put_oval(p, (struct shape_point){x, y}, part(p, 18), part(p, 9), p->tones[3]);
}

static void put_craters(struct planet *p) {
  for (int i = 0; i < 5; i++) put_blob(p, somewhere(p, 80), part(p, 42), part(p, 28), p->tones[1]);
  for (int i = 0; i < 13; i++) {
    int radius = part(p, seed_between(&p->stream, 6, 19));
    struct shape_point at = somewhere(p, 86);
    put_disc(p, (struct shape_point){at.x + radius / 5, at.y + radius / 5}, radius, p->tones[3]);
    put_disc(p, at, radius, p->tones[2]);
  }
}

static void put_cap(struct planet *p, int side, int width, int height, const char *fill) {
  put_blob(p, (struct shape_point){0, side * part(p, 94)}, part(p, width), part(p, height), fill);
}

static void put_continents(struct planet *p) {
  for (int i = 0; i < 5; i++) {
    struct shape_point at = somewhere(p, 75);
    int size = seed_between(&p->stream, 34, 62);
    put_blob(p, at, part(p, size), part(p, size * 3 / 4), p->tones[1]);
    put_blob(p, at, part(p, size / 2), part(p, size / 3), p->tones[2]);
  }
  put_cap(p, -1, 62, 26, p->tones[3]);
  put_cap(p, 1, 52, 22, p->tones[3]);
  svg_put(p->svg, "<g opacity=\".6\">");
  for (int i = 0; i < 4; i++) put_oval(p, somewhere(p, 70), part(p, 40), part(p, 6), "#fff");
  svg_put(p->svg, "</g>");
}

static void put_crack(struct planet *p, const char *stroke, int width) {
  struct shape_point at = somewhere(p, 90);
  svg_format(p->svg, "<path d=\"M%d %d", at.x, at.y);
  int angle = seed_below(&p->stream, SHAPE_FULL_TURN);
  for (int i = 0; i < 5; i++) {
    angle += seed_between(&p->stream, -130, 130);
    at = shape_polar(at, angle, part(p, 26));
    svg_format(p->svg, "L%d %d", at.x, at.y);
  }
  svg_format(p->svg, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\"/>", stroke, width);
}

static void put_lava(struct planet *p) {
  for (int i = 0; i < 6; i++) put_blob(p, somewhere(p, 85), part(p, 40), part(p, 30), p->tones[1]);
  for (int i = 0; i < 9; i++) put_crack(p, i % 2 ? p->tones[2] : p->tones[3], part(p, i % 2 ? 7 : 4));
  for (int i = 0; i < 5; i++) put_disc(p, somewhere(p, 75), part(p, 6), p->tones[3]);
}

static void put_ice(struct planet *p) {
  for (int i = 0; i < 5; i++) put_blob(p, somewhere(p, 75), part(p, 48), part(p, 30), p->tones[1]);
  for (int i = 0; i < 8; i++) put_crack(p, p->tones[2], part(p, 3));
  put_cap(p, -1, 85, 38, p->tones[3]);
  put_cap(p, 1, 70, 30, p->tones[3]);
}

static void put_desert(struct planet *p) {
  for (int i = 0; i < 7; i++) {
    int y = part(p, -78 + 24 * i + seed_below(&p->stream, 9));
    put_band(p, y, part(p, seed_between(&p->stream, 3, 12)), p->tones[1 + i % 2]);
  }
  for (int i = 0; i < 4; i++) put_blob(p, somewhere(p, 70), part(p, 30), part(p, 14), p->tones[3]);
}

/* Draws one half of a ring: the far one before the ball, the near one after it. */
static void put_ring(const struct planet *p, int sweep) {
  static const int widths[] = {150, 172};
  for (int i = 0; i < 2; i++) {
    int width = part(p, widths[i]), height = part(p, widths[i] / 4);
    svg_format(p->svg,
               "<path d=\"M%d 0A%d %d 0 0 %d %d 0\" transform=\"rotate(-18)\" fill=\"none\" stroke=\"%s\" "
               "stroke-width=\"%d\" opacity=\".85\"/>",
               -width, width, height, sweep, width, p->tones[i == 0 ? 3 : 1], part(p, i == 0 ? 15 : 8));
  }
}

/* A sort of planet: a function that draws on the ball, and its palettes. */
struct planet_sort {
  void (*put)(struct planet *p);
  bool ringed;
  const char *palettes[PALETTES][THEME_TONES];
};

static const struct planet_sort sorts[] = {
    {put_continents,
     false,
     {{"#1f6fb8", "#3f9a4a", "#8fae5a", "#f4fbff"},
      {"#1b8a94", "#b59a52", "#6f8f3f", "#eefaf6"},
      {"#3b4fb0", "#7d4f9a", "#b779b8", "#f3ecff"},
      {"#a34a3f", "#5c2c3c", "#dd9560", "#ffe9e0"}}},
    {put_bands,
     true,
     {{"#d9b27a", "#e8cf9f", "#b98a57", "#f3e3bf"},
      {"#7fa7c9", "#a9c9dd", "#5b86ad", "#d9e9f2"},
      {"#b58ac4", "#d3b1dc", "#8f63a3", "#eddcf2"},
      {"#8ba868", "#b6ca8f", "#67864a", "#e4eecd"}}},
    {put_craters,
     false,
     {{"#9a948c", "#857e76", "#6b655e", "#bdb6ab"},
      {"#a8876b", "#94735a", "#755a45", "#cbab8b"},
      {"#7f8fa0", "#6c7c8e", "#566576", "#a6b5c4"},
      {"#a86054", "#914d43", "#6f3831", "#d08d7e"}}},
    {put_lava,
     false,
     {{"#3a1c1a", "#552621", "#ff6a1f", "#ffc94d"},
      {"#2a2226", "#41323a", "#ff3d55", "#ffa08a"},
      {"#31261a", "#4a3823", "#ffae1f", "#fff08a"},
      {"#14242f", "#20394a", "#35cdff", "#b8f2ff"}}},
    {put_ice,
     false,
     {{"#bfe2f2", "#9bcbe4", "#6ea6c9", "#ffffff"},
      {"#cfe6dc", "#a6d0c4", "#76ab9f", "#fbfffd"},
      {"#d6d9f0", "#b1b8e0", "#868fc4", "#ffffff"},
      {"#ecd2e2", "#cfa9c8", "#9d7298", "#fffaff"}}},
    {put_giant,
     false,
     {{"#e0a66a", "#c97c46", "#f2cf9b", "#b3502e"},
      {"#6cc0c4", "#3f97a5", "#a8e0d8", "#f4fbe8"},
      {"#d9708c", "#b54a70", "#f0a9b4", "#ffe3d8"},
      {"#8d7dd2", "#6858b2", "#c1b5ee", "#f1ebff"}}},
    {put_desert,
     false,
     {{"#e3b567", "#cf9648", "#f0cf8f", "#b57a38"},
      {"#d98b5f", "#be6c44", "#eab088", "#96502f"},
      {"#cdbb78", "#b39d58", "#e3d69f", "#8f7c40"},
      {"#9dad92", "#819377", "#bbc9ac", "#617253"}}},
};

void planet_define_light(struct svg_writer *svg) {
  svg_put(svg,
          "<radialGradient id=\"light\" cx=\".28\" cy=\".26\" r=\".84\"><stop offset=\"0\" stop-color=\"#fff\" "
          "stop-opacity=\".42\"/><stop offset=\".32\" stop-color=\"#fff\" stop-opacity=\"0\"/><stop offset=\".58\" "
          "stop-color=\"#000014\" stop-opacity=\".1\"/><stop offset=\".76\" stop-color=\"#000014\" "
          "stop-opacity=\".72\"/><stop offset=\"1\" stop-color=\"#000014\" stop-opacity=\".93\"/></radialGradient>\n");
}

void planet_define(struct svg_writer *svg, const struct picture_theme *theme, const struct tile_layout *layout,
                   int number, struct card_look look) {
  /* 1. Determine the sort and the colours. */
  struct planet p = {svg, layout->center_radius, {NULL}, seed_of_text(layout->tile->id)};
  p.stream.state += SALT;
  const struct planet_sort *sort = &sorts[seed_below(&p.stream, (int)(sizeof sorts / sizeof *sorts))];
  const int palette = look.variant % PALETTES;
  for (int i = 0; i < THEME_TONES; i++)
    p.tones[i] = theme->space.tones[0] ? theme->space.tones[(i + palette) % THEME_TONES] : sort->palettes[palette][i];
  const char *air = theme->space.tones[0] ? theme->space.rim : p.tones[THEME_TONES - 1];
  if (sort->ringed) p.radius = p.radius * 3 / 4;
  p.stream.state += (uint64_t)look.draw;

  /* 2. Draw the atmosphere, brighter towards the light, and the far half of the ring. */
  svg_format(svg, "<clipPath id=\"limb%d\"><circle r=\"%d\"/></clipPath><g id=\"planet%d\">", number, p.radius, number);
  for (int i = 5; i > 0; i--)
    svg_format(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" opacity=\".11\"/>", -part(&p, 3), -part(&p, 3),
               p.radius + part(&p, 3 * i), air);
  if (sort->ringed) put_ring(&p, 1);

  /* 3. Draw the ball, the night on its far side, and light on the rim. */
  svg_format(svg, "<circle r=\"%d\" fill=\"%s\"/><g clip-path=\"url(#limb%d)\">", p.radius, p.tones[0], number);
  sort->put(&p);
  svg_format(svg, "</g><circle r=\"%d\" fill=\"url(#light)\"/>", p.radius);
  const struct shape_point from = shape_polar(origin, 480, p.radius), to = shape_polar(origin, 800, p.radius);
  svg_format(svg,
             "<path d=\"M%d %dA%d %d 0 0 1 %d %d\" fill=\"none\" stroke=\"%s\" stroke-width=\"10\" "
             "stroke-linecap=\"round\" opacity=\".85\"/>",
             from.x, from.y, p.radius, p.radius, to.x, to.y, air);

  /* 4. Draw the near half of the ring. */
  if (sort->ringed) put_ring(&p, 0);
  svg_put(svg, "</g>\n");
}
