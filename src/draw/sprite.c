#include "draw/sprite.h"

void sprite_add_layer(sprite_list *list, const char *name, int number, shape_point at, int layer) {
  if (list->count == SPRITE_MAX) return;
  list->at[list->count++] = (sprite){name, number, at, layer};
}

void sprite_add(sprite_list *list, const char *name, int number, shape_point at) {
  sprite_add_layer(list, name, number, at, 0);
}

/* True when `a`, turned to `at_a`, is drawn before `b`. */
static bool behind(const sprite *a, shape_point at_a, const sprite *b, shape_point at_b) {
  return a->layer != b->layer ? a->layer < b->layer : at_a.y < at_b.y;
}

bool sprite_clear(const sprite_list *list, shape_point point, int distance) {
  for (int i = 0; i < list->count; i++)
    if (shape_distance(list->at[i].at, point) < distance) return false;
  return true;
}

void sprite_put(svg_writer *svg, const sprite_list *list, int rotation) {
  shape_point place[SPRITE_MAX];
  int order[SPRITE_MAX];
  for (int i = 0; i < list->count; i++) {
    place[i] = shape_turn(list->at[i].at, rotation);
    int k = i;
    for (; k > 0 && behind(&list->at[i], place[i], &list->at[order[k - 1]], place[order[k - 1]]); k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
  for (int i = 0; i < list->count; i++) {
    const sprite *s = &list->at[order[i]];
    svg_format(svg, "<use href=\"#%s%d\" x=\"%d\" y=\"%d\"/>", s->name, s->number, place[order[i]].x,
               place[order[i]].y);
  }
}
