#include "draw/spot.h"

enum { APART = 235, ROOM = 135, EDGE = 100, MAX_TAKEN = 1 + TESS_MAX_FEATURES + LAYOUT_MAX_BADGES };

typedef struct spot_search {
  tile_layout *layout;
  shape_point taken[MAX_TAKEN];
  int count;
} spot_search;

static void take(spot_search *search, shape_point point) { search->taken[search->count++] = point; }

/* The distance from what is taken already, as far as it matters. */
static int apart(const spot_search *search, shape_point point) {
  int least = APART;
  for (int i = 0; i < search->count; i++) {
    int distance = shape_distance(search->taken[i], point);
    if (distance < least) least = distance;
  }
  return least;
}

/* How far a point lies outside the part of the tile where a whole meeple can be seen. */
static int outside(shape_point p) {
  int near_x = p.x < SHAPE_TILE - p.x ? p.x : SHAPE_TILE - p.x;
  int near_y = p.y < SHAPE_TILE - p.y ? p.y : SHAPE_TILE - p.y;
  int least = near_x < near_y ? near_x : near_y;
  return least < EDGE ? EDGE - least : 0;
}

/* The best point of a way: on its line, visible, apart from the others, near the middle of its length. */
static shape_point on_way(const spot_search *search, int feature) {
  const tile_layout *l = search->layout;
  const shape_line *line = &l->ways[feature].line;
  shape_point best = line->at[line->count / 2];
  int highest = -(1 << 20);
  for (int i = 0; i < line->count; i++) {
    int off = i * 2 > line->count ? i * 2 - line->count : line->count - i * 2;
    int score = 4 * apart(search, line->at[i]) - 12 * outside(line->at[i]) - 150 * off / line->count;
    if (map_at(&l->map, line->at[i]) != feature) score -= 800;
    if (score <= highest) continue;
    highest = score;
    best = line->at[i];
  }
  return best;
}

/* The best point of an area: with room around it and apart from the others. */
static shape_point in_area(const spot_search *search, int feature) {
  const map_grid *map = &search->layout->map;
  map_distances distances;
  shape_point best = {SHAPE_TILE / 2, SHAPE_TILE / 2};
  int highest = -(1 << 20);
  map_measure(map, feature, true, &distances);
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) {
      if (distances.at[row][column] == 0) continue;
      int room = distances.at[row][column] < ROOM ? distances.at[row][column] : ROOM;
      shape_point p = map_middle(row, column);
      int score = 5 * room + 3 * apart(search, p) + distances.at[row][column] / 4 - 2 * outside(p);
      if (score <= highest) continue;
      highest = score;
      best = p;
    }
  return best;
}

static shape_point choose(const spot_search *search, int feature) {
  const tile_layout *l = search->layout;
  uint8_t type = l->tile->features[feature].type;
  if (layout_is_center(type)) return l->center;
  if (type == TESS_TYPE_GARDEN) return l->garden;
  return layout_is_way(type) ? on_way(search, feature) : in_area(search, feature);
}

static void choose_all(spot_search *search, bool (*is)(uint8_t type)) {
  tile_layout *l = search->layout;
  for (int i = 0; i < l->tile->feature_count; i++) {
    if (!is(l->tile->features[i].type)) continue;
    l->spots[i] = choose(search, i);
    take(search, l->spots[i]);
  }
}

static bool is_fixed(uint8_t type) { return layout_is_center(type) || type == TESS_TYPE_GARDEN; }

static bool is_field(uint8_t type) { return type == TESS_TYPE_FIELD; }

/* A planet's symbols lie in an arc around its middle; all others take their place like meeples. */
static shape_point badge_place(const spot_search *search, int feature, int number) {
  const tile_layout *l = search->layout;
  if (!layout_is_center(l->tile->features[feature].type)) return choose(search, feature);
  return shape_polar(l->center, (5 + 2 * number) * SHAPE_FULL_TURN / 8, l->center_radius * 19 / 20);
}

static void add_badges(spot_search *search, int feature) {
  tile_layout *l = search->layout;
  const tess_feature_def *f = &l->tile->features[feature];
  int number = 0;
  for (int sort = 0; sort <= LAYOUT_ARMS; sort++) {
    int copies = sort == LAYOUT_ARMS ? f->arms : f->symbols[sort];
    for (int i = 0; i < copies && l->badge_count < LAYOUT_MAX_BADGES; i++) {
      shape_point at = badge_place(search, feature, number++);
      l->badges[l->badge_count++] = (layout_badge){(uint8_t)feature, (uint8_t)sort, at};
      take(search, at);
    }
  }
}

void spot_choose(tile_layout *layout) {
  spot_search search = {.layout = layout};
  if (layout->hub_radius > 0) take(&search, layout->hub);
  choose_all(&search, is_fixed);
  choose_all(&search, layout_is_way);
  choose_all(&search, layout_is_region);
  choose_all(&search, is_field);
  for (int i = 0; i < layout->tile->feature_count; i++) add_badges(&search, i);
}
