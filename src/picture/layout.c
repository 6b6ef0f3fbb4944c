#include "picture/layout.h"

#include <assert.h>
#include <string.h>

enum {
  ROAD_HALF = 50,
  WATER_HALF = 85,
  QUARTER_CIRCLE = 276,
  SOURCE_RADIUS = 240,
  INNER_ROOM = 100,
  INNER_RADIUS = 150
};

static const struct shape_point middle = {SHAPE_TILE / 2, SHAPE_TILE / 2};

/* The first edge of a non-empty set. */
static int first_edge(unsigned edges) {
  int edge = 0;
  while (!(edges >> edge & 1)) edge++;
  return edge;
}

/* The last edge of a set: the other one of two, or the only one. */
static int last_edge(unsigned edges) {
  int edge = 3;
  while (!(edges >> edge & 1)) edge--;
  return edge;
}

/* True if the set has just one edge. */
static bool single(unsigned edges) { return first_edge(edges) == last_edge(edges); }

/* The index of the first feature whose type satisfies `is`; -1 if there is none. */
static int find(const tess_tile_def *tile, bool (*is)(uint8_t type)) {
  for (int i = 0; i < tile->feature_count; i++)
    if (is(tile->features[i].type)) return i;
  return -1;
}

static bool is_garden(uint8_t type) { return type == TESS_TYPE_GARDEN; }

/* True for a field that reaches no edge. */
static bool is_inner(const tess_feature_def *f) { return f->type == TESS_TYPE_FIELD && f->halves == 0; }

/* The edges with the river. */
static unsigned water_edges(const tess_tile_def *tile) {
  unsigned edges = 0;
  for (int edge = 0; edge < 4; edge++) edges |= (tile->edges[edge] == TESS_EDGE_WATER ? 1u : 0u) << edge;
  return edges;
}

/* True if a road enters from `edge` and ends at the planet or monastery. */
static bool calls_center(const tess_tile_def *tile, int edge) {
  for (int i = 0; i < tile->feature_count; i++) {
    const tess_feature_def *f = &tile->features[i];
    if (layout_is_way(f->type) && f->end == TESS_END_CENTER && f->edges == 1u << edge) return true;
  }
  return false;
}

/* How far a straight way bends towards `plus`, one of the edges beside it, to keep away from other things. */
static int swing(const tess_tile_def *tile, int plus) {
  const int minus = (plus + 2) & 3;
  const bool city_plus = tile->edges[plus] == TESS_EDGE_CITY, city_minus = tile->edges[minus] == TESS_EDGE_CITY;
  /* 1. Bend around a planet or monastery, on the side where no other road leads to it. */
  if (find(tile, layout_is_center) >= 0) {
    const bool away = calls_center(tile, plus) || (city_plus && !calls_center(tile, minus));
    return away ? -200 : 200;
  }
  /* 2. Do not bend if something else runs straight across. */
  const unsigned both = 1u << plus | 1u << minus;
  if ((water_edges(tile) & both) == both) return 0;
  for (int i = 0; i < tile->feature_count; i++)
    if (layout_is_way(tile->features[i].type) && (tile->features[i].edges & both) == both) return 0;
  /* 3. Bend away from a city, otherwise a little to a random side. */
  if (city_plus != city_minus) return city_plus ? -70 : 70;
  struct seed_stream stream = seed_of_text(tile->id);
  return seed_below(&stream, 2) ? 45 : -45;
}

/* The curve of a way from edge `a` to edge `b`. */
static struct shape_curve through(const tess_tile_def *tile, int a, int b) {
  struct shape_point start = shape_middle(a), end = shape_middle(b);
  struct shape_point in = shape_inward(a), back = shape_inward(b);
  if ((a + 2) % 4 != b)
    return (struct shape_curve){
        1, {start, shape_step(start, in, QUARTER_CIRCLE), shape_step(end, back, QUARTER_CIRCLE), end}};
  int plus = a % 2 == 0 ? 1 : 2;
  struct shape_point turn = shape_step(middle, shape_inward(plus), -swing(tile, plus));
  return (struct shape_curve){2,
                              {start, shape_step(start, in, 220), shape_step(turn, in, -200), turn,
                               shape_step(turn, in, 200), shape_step(end, back, 220), end}};
}

/* The curve of a forking way: from its first edge to the middle, then to each other edge and back. */
static struct shape_curve forked(unsigned edges) {
  struct shape_curve curve = {.parts = 0};
  int count = 0;
  for (int edge = first_edge(edges); edge <= last_edge(edges); edge++) {
    if (!(edges >> edge & 1)) continue;
    const struct shape_point end = shape_middle(edge), in = shape_inward(edge);
    const struct shape_point outer = shape_step(end, in, 170), inner = shape_step(end, in, 330);
    if (count > 0) {
      curve.at[count++] = inner;
      curve.at[count++] = outer;
    }
    curve.at[count++] = end;
    if (count > 1 && edge == last_edge(edges)) break;
    curve.at[count++] = outer;
    curve.at[count++] = inner;
    curve.at[count++] = middle;
  }
  curve.parts = (count - 1) / 3;
  return curve;
}

static void set_way(struct layout_way *way, struct shape_curve curve) {
  way->curve = curve;
  way->line = shape_flatten(&curve);
}

static int between(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

/* What a road ends at; an intersection if the tile lacks what its data name. */
static int end_of(const struct tile_layout *out, const tess_feature_def *f) {
  if (f->end == TESS_END_CENTER && out->center_radius > 0) return TESS_END_CENTER;
  if (f->end == TESS_END_CITY && find(out->tile, layout_is_region) >= 0) return TESS_END_CITY;
  return TESS_END_INTERSECTION;
}

bool layout_is_source(const tess_tile_def *tile) {
  const unsigned water = water_edges(tile);
  return tile->role == TESS_ROLE_SPRING && water != 0 && !single(water);
}

/* Lays out the spring of the river or a lake, with the water that leads to it; or half of a source, with the water that
 * runs through it (CL-9.1). */
static void lay_pond(struct tile_layout *out) {
  unsigned water = water_edges(out->tile);
  if (layout_is_source(out->tile)) {
    out->pond = middle;
    out->pond_radius = SOURCE_RADIUS;
    out->pond_stretch = 23;
    for (int x = -200; x <= 200; x += 200)
      map_mark_disc(&out->map, (struct shape_point){middle.x + x, middle.y}, out->pond_radius + 20, MAP_WATER);
    return;
  }
  if (water == 0 || !single(water)) return;
  bool lake = out->tile->role == TESS_ROLE_LAKE;
  int room, edge = first_edge(water);
  out->pond = map_best(&out->map, MAP_NONE, lake ? 330 : 200, middle, &room);
  out->pond_radius = lake ? between(room - 140, 140, 250) : 120;
  out->pond_stretch = 11;
  struct shape_point start = shape_middle(edge), in = shape_inward(edge);
  set_way(&out->water,
          (struct shape_curve){1, {start, shape_step(start, in, 150), shape_step(out->pond, in, -100), out->pond}});
  map_mark_line(&out->map, &out->water.line, WATER_HALF, MAP_WATER, true);
  map_mark_disc(&out->map, out->pond, out->pond_radius + 20, MAP_WATER);
}

/* Lays out a road or route that ends on the tile. */
static void lay_ended_way(struct tile_layout *out, int feature) {
  const tess_feature_def *f = &out->tile->features[feature];
  const int edge = first_edge(f->edges), end = end_of(out, f);
  const struct shape_point start = shape_middle(edge), in = shape_inward(edge);
  struct shape_point target = end == TESS_END_CENTER ? out->center : out->hub;

  /* 1. A way that ends at a region extends a little into it, at the point nearest to the way's direction. */
  if (end == TESS_END_CITY) {
    const struct shape_point look = shape_step(start, in, 260);
    struct shape_point best = middle;
    int nearest = 1 << 20;
    for (int row = 0; row < MAP_SIDE; row++)
      for (int column = 0; column < MAP_SIDE; column++) {
        const int owner = out->map.owner[row][column];
        const int distance = shape_distance(look, map_middle(row, column));
        if (owner >= out->tile->feature_count || !layout_is_region(out->tile->features[owner].type)) continue;
        if (distance >= nearest) continue;
        nearest = distance;
        best = map_middle(row, column);
      }
    const int whole = shape_distance(start, best) + 1;
    target = shape_between(start, best, whole + 60, whole);
  }

  /* 2. The curve starts at a right angle to the edge. */
  const struct shape_point ahead = shape_step(start, in, shape_distance(start, target) * 2 / 5);
  set_way(&out->ways[feature], (struct shape_curve){1, {start, ahead, shape_between(ahead, target, 1, 2), target}});
  map_mark_line(&out->map, &out->ways[feature].line, ROAD_HALF, feature, false);
}

/* Puts the planet or monastery, and the garden, where there is most room. */
static void lay_centers(struct tile_layout *out) {
  const tess_tile_def *tile = out->tile;
  const int center = find(tile, layout_is_center), garden = find(tile, is_garden);
  int room;
  if (center >= 0) {
    const bool planet = tile->features[center].type == TESS_TYPE_PLANET;
    out->center = map_best(&out->map, MAP_NONE, planet ? 340 : 210, middle, &room);
    out->center_radius = planet ? between(room - 40, 120, 300) : 150;
    map_mark_disc(&out->map, out->center, out->center_radius, center);
  }
  if (garden >= 0) {
    struct seed_stream stream = seed_of_text(tile->id);
    const int x = seed_below(&stream, 2) ? 300 : 700, y = seed_below(&stream, 2) ? 330 : 670;
    out->garden = map_best(&out->map, MAP_NONE, 205, (struct shape_point){x, y}, &room);
    out->garden_radius = between(room - 38, 62, 125);
    map_mark_disc(&out->map, out->garden, out->garden_radius, garden);
  }
}

/* A field that reaches no edge takes what is free; where nothing is, it is a disc within a city or another field, where
 * most room is. */
static void lay_inner_field(struct tile_layout *out, int field) {
  const tess_tile_def *tile = out->tile;
  int room;
  struct shape_point at = map_best(&out->map, MAP_NONE, INNER_ROOM, middle, &room);
  if (room >= INNER_ROOM) {
    bool grows[MAP_NONE] = {false};
    grows[field] = true;
    map_mark_disc(&out->map, at, MAP_CELL, field);
    map_grow(&out->map, grows);
    return;
  }
  int most = 0;
  for (int i = 0; i < tile->feature_count; i++) {
    if (!layout_is_region(tile->features[i].type) && tile->features[i].type != TESS_TYPE_FIELD) continue;
    const struct shape_point best = map_best(&out->map, i, INNER_RADIUS + 40, middle, &room);
    if (room <= most) continue;
    most = room;
    at = best;
  }
  out->inner_radius[field] = between(most - 40, 60, INNER_RADIUS);
  out->inner[field] = at;
  map_mark_disc(&out->map, at, out->inner_radius[field], field);
}

void layout_build(struct tile_layout *out, const tess_tile_def *tile) {
  memset(out, 0, sizeof *out);
  out->tile = tile;
  map_clear(&out->map);

  /* 1. Give their squares to cities and asteroid fields. */
  for (int i = 0; i < tile->feature_count; i++) {
    if (!layout_is_region(tile->features[i].type)) continue;
    const struct shape_line polygon = outline_polygon(outline_of(tile, i));
    map_mark_polygon(&out->map, &polygon, i);
  }

  /* 2. Lay out the river, roads and routes that run through, and the beginning or end of the river. */
  const unsigned water = water_edges(tile);
  if (water != 0 && !single(water)) {
    set_way(&out->water, through(tile, first_edge(water), last_edge(water)));
    map_mark_line(&out->map, &out->water.line, WATER_HALF, MAP_WATER, true);
  }
  for (int i = 0; i < tile->feature_count; i++) {
    const tess_feature_def *f = &tile->features[i];
    if (!layout_is_way(f->type) || single(f->edges)) continue;
    const int first = first_edge(f->edges), last = last_edge(f->edges);
    const bool forks = f->edges != (1u << first | 1u << last);
    set_way(&out->ways[i], forks ? forked(f->edges) : through(tile, first, last));
    map_mark_line(&out->map, &out->ways[i].line, ROAD_HALF, i, true);
  }
  lay_pond(out);

  /* 3. Place planet, monastery and garden, then the hub for roads that end nowhere else, then the roads that end. */
  lay_centers(out);
  for (int i = 0; i < tile->feature_count && out->hub_radius == 0; i++) {
    const tess_feature_def *f = &tile->features[i];
    if (!layout_is_way(f->type) || !single(f->edges) || end_of(out, f) != TESS_END_INTERSECTION) continue;
    int room;
    out->hub = map_best(&out->map, MAP_NONE, 190, middle, &room);
    out->hub_radius = 75;
    map_mark_disc(&out->map, out->hub, out->hub_radius, MAP_HUB);
  }
  for (int i = 0; i < tile->feature_count; i++)
    if (layout_is_way(tile->features[i].type) && single(tile->features[i].edges)) lay_ended_way(out, i);

  /* 4. Give the remaining squares to fields, and an anchor to every feature. */
  bool grows[MAP_NONE] = {false};
  for (int i = 0; i < tile->feature_count; i++) {
    if (tile->features[i].type != TESS_TYPE_FIELD || is_inner(&tile->features[i])) continue;
    grows[i] = true;
    map_mark_halves(&out->map, tile->features[i].halves, i);
  }
  map_grow(&out->map, grows);
  for (int i = 0; i < tile->feature_count; i++)
    if (is_inner(&tile->features[i])) lay_inner_field(out, i);
  spot_choose(out);
}

struct shape_point layout_anchor(const struct tile_layout *layout, int feature, int rotation) {
  assert(feature >= 0 && feature < layout->tile->feature_count && rotation >= 0 && rotation < 4);
  struct shape_point anchor = shape_turn(layout->anchors[feature], rotation);
  uint8_t type = layout->tile->features[feature].type;
  if (type == TESS_TYPE_MONASTERY) return (struct shape_point){anchor.x + 65, anchor.y + 60};
  return anchor;
}

int layout_gate(const struct tile_layout *layout, int feature) {
  const struct shape_line *line = &layout->ways[feature].line;
  if (layout->tile->features[feature].end != TESS_END_CITY) return -1;
  for (int i = 0; i < line->count; i++) {
    int owner = map_at(&layout->map, line->at[i]);
    if (owner < layout->tile->feature_count && layout_is_region(layout->tile->features[owner].type)) return i;
  }
  return -1;
}
