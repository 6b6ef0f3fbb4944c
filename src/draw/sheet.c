/* Single tiles, and sheets of a whole set. */
#include <assert.h>

#include "draw/plate.h"

enum { GAP = 220, LABEL = 270, COLUMNS = 8 };

void draw_tile(const tess_tile_def *tile, tess_rules rules, int rotation, const draw_theme *theme, int size,
               draw_sink sink, void *user) {
  svg_writer svg;
  plate_list list = {0};
  assert(tile && rotation >= 0 && rotation < 4);
  theme = theme_or_default(theme, rules);
  plate_add(&list, tile, 0, rotation, (shape_point){0, 0});
  svg_open(&svg, sink, user, (svg_box){0, 0, SHAPE_TILE, SHAPE_TILE}, size);
  svg_put(&svg, "<defs>\n");
  plate_define(&svg, theme, &list);
  svg_put(&svg, "</defs>\n");
  plate_put(&svg, theme, &list);
  svg_close(&svg);
}

static void put_label(svg_writer *svg, const draw_theme *theme, const plate *p) {
  svg_format(svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\" font-weight=\"bold\">", p->at.x, p->at.y + 1140, theme->text);
  svg_text(svg, p->tile->id, TESS_ID_SIZE);
  svg_format(svg, "</text><text x=\"%d\" y=\"%d\" fill=\"%s\">\xC3\x97%d%s</text>\n", p->at.x, p->at.y + 1270,
             theme->faint, p->tile->count, p->tile->start ? " \xE2\x98\x85" : "");
}

void draw_sheet(const tess_tile_def *tiles, size_t count, tess_rules rules, const draw_theme *theme, int size,
                draw_sink sink, void *user) {
  svg_writer svg;
  plate_list list = {0};
  assert(tiles && count > 0 && count <= TESS_MAX_KINDS);
  theme = theme_or_default(theme, rules);
  int columns = count < COLUMNS ? (int)count : COLUMNS;
  int rows = ((int)count + columns - 1) / columns;
  int across = SHAPE_TILE + GAP, down = SHAPE_TILE + GAP + LABEL;
  for (int i = 0; i < (int)count; i++)
    plate_add(&list, &tiles[i], i, 0, (shape_point){i % columns * across, i / columns * down});
  svg_box view = {-GAP, -GAP, columns * across + GAP, rows * down + GAP};
  svg_open(&svg, sink, user, view, size);
  svg_put(&svg, "<defs>\n");
  plate_define(&svg, theme, &list);
  svg_format(&svg, "</defs>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", view.x - 99,
             view.y - 99, view.width + 198, view.height + 198, theme->table);
  plate_put(&svg, theme, &list);
  svg_put(&svg, "<g font-family=\"sans-serif\" font-size=\"110\">\n");
  for (int i = 0; i < list.count; i++) put_label(&svg, theme, &list.at[i]);
  svg_put(&svg, "</g>\n");
  svg_close(&svg);
}
