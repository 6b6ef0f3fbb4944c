/* A tile as a map of small squares, and the search for free places on it. */
#include <string.h>

#include "picture/layout.h"

/* ---- Squares and their owners ---- */

void map_clear(struct map_grid *map) { memset(map->owner, MAP_NONE, sizeof map->owner); }

struct shape_point map_middle(int row, int column) {
  return (struct shape_point){column * MAP_CELL + MAP_CELL / 2, row * MAP_CELL + MAP_CELL / 2};
}

/* The row or column of a coordinate; coordinates outside the tile count as the outermost row or column. */
static int square(int coordinate) {
  int index = coordinate / MAP_CELL;
  return index < 0 ? 0 : index >= MAP_SIDE ? MAP_SIDE - 1 : index;
}

int map_at(const struct map_grid *map, struct shape_point point) {
  return map->owner[square(point.y)][square(point.x)];
}

void map_mark_polygon(struct map_grid *map, const struct shape_line *polygon, int owner) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      if (shape_inside(polygon, map_middle(row, column))) map->owner[row][column] = (uint8_t)owner;
}

void map_mark_line(struct map_grid *map, const struct shape_line *line, int distance, int owner, bool over) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) {
      if (!over && map->owner[row][column] != MAP_NONE) continue;
      if (shape_line_distance(line, map_middle(row, column)) <= distance) map->owner[row][column] = (uint8_t)owner;
    }
}

void map_mark_disc(struct map_grid *map, struct shape_point center, int radius, int owner) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      if (shape_distance(center, map_middle(row, column)) <= radius) map->owner[row][column] = (uint8_t)owner;
}

void map_mark_halves(struct map_grid *map, unsigned halves, int owner) {
  for (int half = 0; half < 8; half++) {
    if (!(halves >> half & 1)) continue;
    struct shape_point a = shape_corner(half / 2), b = shape_corner(half / 2 + 1);
    int first = half % 2 == 0 ? 15 : 55;
    for (int percent = first; percent <= first + 30; percent++) {
      struct shape_point p = shape_between(a, b, percent, 100);
      uint8_t *at = &map->owner[square(p.y)][square(p.x)];
      if (*at == MAP_NONE) *at = (uint8_t)owner;
    }
  }
}

void map_grow(struct map_grid *map, const bool grows[MAP_NONE]) {
  static const int steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
  for (bool grown = true; grown;) {
    grown = false;
    for (int row = 0; row < MAP_SIDE; row++)
      for (int column = 0; column < MAP_SIDE; column++) {
        uint8_t *square_owner = &map->owner[row][column];
        /* A free square takes the owner of the first neighbour that grows. */
        for (int i = 0; i < 4 && *square_owner == MAP_NONE; i++) {
          const int r = row + steps[i][0], c = column + steps[i][1];
          if (r < 0 || c < 0 || r >= MAP_SIDE || c >= MAP_SIDE) continue;
          const uint8_t owner = map->owner[r][c];
          if (owner == MAP_NONE || !grows[owner]) continue;
          *square_owner = owner;
          grown = true;
        }
      }
  }
}

/* ---- Distances and places ---- */

/* Shortens the distance of a square by way of the four neighbours that the sweep has already visited. The sweep goes
 * from the upper left corner (direction 1) or from the lower right one (-1). A step to the side is 20 units long, a
 * diagonal one 28. */
static void shorten(struct map_distances *d, bool border, int row, int column, int direction) {
  static const int steps[4][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}};
  for (int i = 0; i < 4; i++) {
    const int r = row + steps[i][0] * direction, c = column + steps[i][1] * direction;
    const bool diagonal = steps[i][0] != 0 && steps[i][1] != 0;
    int distance;
    if (r < 0 || c < 0 || r >= MAP_SIDE || c >= MAP_SIDE)
      distance = border ? MAP_CELL / 2 : SHAPE_TILE;
    else
      distance = d->at[r][c] + (diagonal ? MAP_CELL * 7 / 5 : MAP_CELL);
    if (distance < d->at[row][column]) d->at[row][column] = distance;
  }
}

void map_measure(const struct map_grid *map, int owner, bool border, struct map_distances *out) {
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++)
      out->at[row][column] = map->owner[row][column] == owner ? SHAPE_TILE : 0;
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) shorten(out, border, row, column, 1);
  for (int row = MAP_SIDE - 1; row >= 0; row--)
    for (int column = MAP_SIDE - 1; column >= 0; column--) shorten(out, border, row, column, -1);
}

struct shape_point map_best(const struct map_grid *map, int owner, int enough, struct shape_point wish, int *room) {
  struct map_distances distances;
  struct shape_point best = wish;
  int highest = -(1 << 20);
  *room = 0;
  map_measure(map, owner, true, &distances);
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) {
      int distance = distances.at[row][column];
      if (distance == 0) continue;
      struct shape_point middle = map_middle(row, column);
      int score = 5 * (distance < enough ? distance : enough) - shape_distance(middle, wish);
      if (score <= highest) continue;
      highest = score;
      best = middle;
      *room = distance;
    }
  return shape_distance(best, wish) < MAP_CELL ? wish : best;
}

/* ---- Anchors for meeples, symbols and coats of arms ---- */

/* Sufficient distances: between anchors, of an anchor from other features, and from the edge of the tile. A meeple may
 * reach over the edge; a symbol needs more distance, because the next tile would cover a part of it. */
enum {
  APART = 300,
  ROOM = 150,
  MEEPLE_EDGE = 100,
  BADGE_EDGE = 150,
  MAX_TAKEN = 2 + TESS_MAX_FEATURES + LAYOUT_MAX_BADGES
};

/* A layout with the points that are already taken, and the sufficient distance from the edge for the next point. */
struct anchor_search {
  struct tile_layout *layout;
  int edge;
  struct shape_point taken[MAX_TAKEN];
  int count;
};

static void take(struct anchor_search *search, struct shape_point point) { search->taken[search->count++] = point; }

/* The distance to the nearest taken point, limited to what matters. */
static int apart(const struct anchor_search *search, struct shape_point point) {
  int least = APART;
  for (int i = 0; i < search->count; i++) {
    int distance = shape_distance(search->taken[i], point);
    if (distance < least) least = distance;
  }
  return least;
}

/* How much too close to the edge of the tile a point is for everything there to be visible. */
static int outside(const struct anchor_search *search, struct shape_point p) {
  int near_x = p.x < SHAPE_TILE - p.x ? p.x : SHAPE_TILE - p.x;
  int near_y = p.y < SHAPE_TILE - p.y ? p.y : SHAPE_TILE - p.y;
  int least = near_x < near_y ? near_x : near_y;
  return least < search->edge ? search->edge - least : 0;
}

/* The best place for a meeple or badge on a feature, away from the taken points. */
static struct shape_point choose(const struct anchor_search *search, int feature) {
  const struct tile_layout *l = search->layout;
  const uint8_t type = l->tile->features[feature].type;
  int highest = -(1 << 20);

  /* 1. A centre or garden has only one place. */
  if (layout_is_center(type)) return l->center;
  if (type == TESS_TYPE_GARDEN) return l->garden;

  /* 2. On the line of a way: visible, away from other points, near the middle of its length. */
  if (layout_is_way(type)) {
    const struct shape_line *line = &l->ways[feature].line;
    struct shape_point best = line->at[line->count / 2];
    for (int i = 0; i < line->count; i++) {
      int off = i * 2 > line->count ? i * 2 - line->count : line->count - i * 2;
      int score = 4 * apart(search, line->at[i]) - 12 * outside(search, line->at[i]) - 150 * off / line->count;
      if (map_at(&l->map, line->at[i]) != feature) score -= 800;
      if (score <= highest) continue;
      highest = score;
      best = line->at[i];
    }
    return best;
  }

  /* 3. In an area: with room around it, and away from other points. */
  struct map_distances distances;
  struct shape_point best = {SHAPE_TILE / 2, SHAPE_TILE / 2};
  map_measure(&l->map, feature, true, &distances);
  for (int row = 0; row < MAP_SIDE; row++)
    for (int column = 0; column < MAP_SIDE; column++) {
      if (distances.at[row][column] == 0) continue;
      int room = distances.at[row][column] < ROOM ? distances.at[row][column] : ROOM;
      struct shape_point p = map_middle(row, column);
      int score = 5 * room + 3 * apart(search, p) + distances.at[row][column] / 4 - 2 * outside(search, p);
      if (score <= highest) continue;
      highest = score;
      best = p;
    }
  return best;
}

/* The order in which features choose: those with the least freedom have 0 and choose first, 3 last. */
static int freedom(uint8_t type) {
  if (layout_is_center(type) || type == TESS_TYPE_GARDEN) return 0;
  return layout_is_way(type) ? 1 : layout_is_region(type) ? 2 : 3;
}

void spot_choose(struct tile_layout *layout) {
  struct anchor_search search = {.layout = layout, .edge = MEEPLE_EDGE};
  const tess_tile_def *tile = layout->tile;
  if (layout->hub_radius > 0) take(&search, layout->hub);
  if (tile->action != TESS_ACTION_NONE)
    take(&search, shape_turn((struct shape_point){SHAPE_TILE / 2, 220}, tile->arrow));

  /* 1. Choose an anchor for the meeple of every feature. */
  for (int order = 0; order < 4; order++)
    for (int i = 0; i < tile->feature_count; i++) {
      if (freedom(tile->features[i].type) != order) continue;
      layout->anchors[i] = choose(&search, i);
      take(&search, layout->anchors[i]);
    }

  /* 2. Choose places for symbols and coats of arms: those of a planet form an arc around its middle, all others are
   * placed like meeples. */
  search.edge = BADGE_EDGE;
  for (int i = 0; i < tile->feature_count; i++) {
    const tess_feature_def *f = &tile->features[i];
    int number = 0;
    for (int sort = 0; sort <= LAYOUT_ARMS; sort++) {
      const int copies = sort == LAYOUT_ARMS ? f->arms : f->symbols[sort];
      for (int copy = 0; copy < copies && layout->badge_count < LAYOUT_MAX_BADGES; copy++, number++) {
        const int angle = (5 + 2 * number) * SHAPE_FULL_TURN / 8;
        const struct shape_point at = layout_is_center(f->type)
                                          ? shape_polar(layout->center, angle, layout->center_radius * 19 / 20)
                                          : choose(&search, i);
        layout->badges[layout->badge_count++] = (struct layout_badge){(uint8_t)i, (uint8_t)sort, at};
        take(&search, at);
      }
    }
  }
}
