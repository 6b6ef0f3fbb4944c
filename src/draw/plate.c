#include "draw/plate.h"

#include <assert.h>

#include "draw/rock.h"
#include "draw/scatter.h"
#include "draw/scene.h"

void plate_add(plate_list *list, const tess_tile_def *tile, int kind, int rotation, shape_point at) {
  assert(list->count < (int)(sizeof list->at / sizeof *list->at));
  list->at[list->count++] = (plate){tile, kind, rotation, at};
}

/* The definitions of one kind: its ground, its planet, and its sprites for every rotation that is used. */
static void define_kind(svg_writer *svg, const draw_theme *theme, const tess_tile_def *tile, int kind,
                        unsigned rotations) {
  const scene *game = scene_of(theme->rules);
  tile_layout layout;
  sprite_list sprites = {0};
  layout_build(&layout, tile);
  scene_define_planet(svg, theme, &layout, kind);
  svg_format(svg, "<g id=\"ground%d\" clip-path=\"url(#tile)\">", kind);
  game->put_ground(svg, theme, &layout);
  svg_put(svg, "</g>\n");
  game->add_sprites(&sprites, &layout, kind);
  for (int rotation = 0; rotation < 4; rotation++) {
    if (!(rotations >> rotation & 1)) continue;
    svg_format(svg, "<g id=\"above%dr%d\">", kind, rotation);
    sprite_put(svg, &sprites, rotation);
    svg_put(svg, "</g>\n");
  }
}

static void put_cells(svg_writer *svg, const plate_list *list) {
  for (int i = 0; i < list->count; i++) svg_format(svg, "M%d %dh1000v1000h-1000z", list->at[i].at.x, list->at[i].at.y);
}

void plate_define(svg_writer *svg, const draw_theme *theme, const plate_list *list) {
  scene_define(svg, theme);
  svg_put(svg, "<path id=\"cells\" d=\"");
  put_cells(svg, list);
  svg_put(svg, "\"/>\n<clipPath id=\"laid\"><use href=\"#cells\"/></clipPath>\n");
  for (int i = 0; i < list->count; i++) {
    unsigned rotations = 0;
    bool first = true;
    for (int k = 0; k < list->count; k++) {
      if (list->at[k].kind != list->at[i].kind) continue;
      rotations |= 1u << list->at[k].rotation;
      if (k < i) first = false;
    }
    if (first) define_kind(svg, theme, list->at[i].tile, list->at[i].kind, rotations);
  }
}

/* Soft clouds that run over the edges of tiles, two of each cell. */
static void put_tints(svg_writer *svg, const plate_list *list) {
  for (int i = 0; i < list->count; i++) {
    seed_stream stream = seed_of_pair(list->at[i].at.x, list->at[i].at.y);
    for (int k = 0; k < 2; k++) {
      shape_point p = shape_random(&stream, 0, SHAPE_TILE);
      int radius = seed_between(&stream, 350, 900), tint = seed_below(&stream, 3);
      svg_format(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#tint%d)\"/>", list->at[i].at.x + p.x,
                 list->at[i].at.y + p.y, radius, tint);
    }
  }
}

static void put_grounds(svg_writer *svg, const draw_theme *theme, const plate_list *list) {
  svg_put(svg, "<use href=\"#cells\" x=\"14\" y=\"26\" stroke=\"#000\" stroke-width=\"60\" stroke-linejoin=\"round\" "
               "opacity=\".3\"/>\n");
  svg_format(svg, "<use href=\"#cells\" fill=\"%s\"/>\n<g clip-path=\"url(#laid)\">", theme->ground);
  put_tints(svg, list);
  for (int i = 0; i < list->count; i++) scatter_put(svg, list->at[i].at);
  svg_put(svg, "</g>\n");
  for (int i = 0; i < list->count; i++) {
    const plate *p = &list->at[i];
    svg_format(svg, "<use href=\"#ground%d\" transform=\"translate(%d %d)", p->kind, p->at.x, p->at.y);
    if (p->rotation) svg_format(svg, " rotate(%d 500 500)", p->rotation * 90);
    svg_put(svg, "\"/>\n");
  }
}

/* The edge of a plate as it lies. */
static uint8_t edge_of(const plate *p, int edge) { return p->tile->edges[(edge - p->rotation) & 3]; }

/* True when another plate touches the given edge, N or W. */
static bool touched(const plate_list *list, const plate *p, int edge) {
  shape_point step = shape_inward(edge), at = shape_step(p->at, step, -SHAPE_TILE);
  for (int i = 0; i < list->count; i++)
    if (list->at[i].at.x == at.x && list->at[i].at.y == at.y) return true;
  return false;
}

/* Rocks that lie across the edges where asteroid fields meet. */
static void put_seams(svg_writer *svg, const plate_list *list, const plate *p) {
  for (int edge = 0; edge < 4; edge += 3) {
    if (edge_of(p, edge) != TESS_EDGE_CITY || !touched(list, p, edge)) continue;
    seed_stream stream = seed_of_pair(p->at.x + edge, p->at.y);
    sprite_list rocks = {0};
    rock_add_seam(&rocks, edge == 3, &stream);
    svg_format(svg, "<g transform=\"translate(%d %d)\">", p->at.x, p->at.y);
    sprite_put(svg, &rocks, 0);
    svg_put(svg, "</g>\n");
  }
}

void plate_put(svg_writer *svg, const draw_theme *theme, const plate_list *list) {
  put_grounds(svg, theme, list);
  svg_format(svg, "<use href=\"#cells\" fill=\"none\" stroke=\"%s\" stroke-width=\"7\" opacity=\".3\"/>\n",
             theme->grid);
  for (int i = 0; i < list->count && theme->rules == TESS_RULES_STAR_WARS; i++) put_seams(svg, list, &list->at[i]);
  for (int i = 0; i < list->count; i++) {
    const plate *p = &list->at[i];
    svg_format(svg, "<use href=\"#above%dr%d\" x=\"%d\" y=\"%d\"/>\n", p->kind, p->rotation, p->at.x, p->at.y);
  }
}
