#include "env/planes.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "env/observation.h"
#include "rules/board.h"
#include "rules/score.h"

/* Where a tile shows the realm of a feature: at its edges, its centre and, with fields, its half-edges. */
enum { AT_CENTER = 4, AT_HALF = 5, AT_TILE = AT_HALF + FIELD_HALVES };

struct sight {
  uint16_t cell; /* index in a plane */
  uint16_t next; /* next sight of the same realm */
  uint8_t at;
};

/* A realm in the window, with the list of its sights: the places where planes show it. */
struct realm_view {
  realm seen;      /* the realm's number when `values` was computed, or NEVER */
  uint32_t values; /* the present values: worth, and open ends << 8 */
  uint32_t shown;  /* what its sights show: as `values`, with the sides << 16, the own side lowest */
  uint32_t mixed;  /* the bits of `shown` that some sights do not show yet */
  uint16_t root, first, last;
  uint8_t type, sides;
};
#define NEVER (~(realm)0)
enum { NO_VIEW = 0xFFFF };

/* The rows of the window from `first` up to, but not including, `end`. */
struct plane_rows {
  int first, end;
};

/* The number of calls of planes_write() whose changes are remembered. */
enum { PLANES_REMEMBERED = 8 };
/* What a plane shows. */
enum plane_sort { PLANES_TILES, PLANES_MEEPLES, PLANES_REALMS, PLANES_BAG };

struct planes {
  bool known;       /* the planes show the game of the previous call */
  uint8_t sides;    /* of the game shown */
  uint32_t version; /* the number of calls of planes_write() */
  /* By version and sort: the rows in which that call may have changed planes, a bit each. */
  uint32_t changed[PLANES_REMEMBERED][PLANES_BAG + 1];
  struct plane_rows rows;         /* all is zero outside of these rows */
  int west, north;                /* of the window's north-west cell */
  unsigned tiles;                 /* number of tiles shown */
  uint8_t copies[TESS_MAX_KINDS]; /* copies in the bag, as shown */
  unsigned bag_count;             /* the sum of these */
  unsigned sight_count, view_count, passing_count;
  struct sight sights[TESS_MAX_TILES * AT_TILE];
  struct realm_view views[TESS_MAX_SEGMENTS];
  uint16_t view_at[TESS_MAX_SEGMENTS];        /* by realm root: index in `views`, or NO_VIEW */
  struct contacts contacts;                   /* used if fields are played */
  uint32_t passing[3 * TESS_MAX_MEEPLES + 1]; /* indices of the bytes that are written anew in each call */
};

int planes_of(int sides, bool fields) {
  return PLANES_SHARED + PLANES_SIDE * sides + (fields ? FIELD_HALVES * (1 + sides) : 0);
}

struct planes *planes_new(size_t count) {
  struct planes *planes = calloc(count, sizeof *planes);
  for (size_t i = 0; planes != NULL && i < count; i++) planes_forget(&planes[i]);
  return planes;
}

size_t planes_memory(void) { return sizeof(struct planes); }

struct planes *planes_at(struct planes *planes, size_t index) {
  return &planes[index];
}

void planes_forget(struct planes *planes) {
  planes->known = false;
  planes->rows = (struct plane_rows){0, ACTION_CELLS};
}

/* Notes that this call changes planes of a sort in the row of a cell. */
static void touch(struct planes *planes, enum plane_sort sort, unsigned cell) {
  planes->changed[planes->version % PLANES_REMEMBERED][sort] |= 1u << cell / ACTION_CELLS;
}

/* Finds the index of a cell in a plane. Returns false if the cell is outside the window. */
static bool plane_cell(const struct planes *planes, int x, int y, unsigned *cell) {
  const unsigned column = (unsigned)(x - planes->west), row = (unsigned)(y - planes->north);
  *cell = row * ACTION_CELLS + column;
  return column < ACTION_CELLS && row < ACTION_CELLS;
}

/* ---- Tiles ---- */

/* Adds the sights from `first` to `last` to a realm. They show other values in the bits of `other`. */
static void append_sights(struct planes *planes, struct realm_view *view, uint16_t first, uint16_t last,
                          uint32_t other) {
  planes->sights[view->last].next = first;
  view->last = last;
  view->mixed |= other;
}

/* Adds a sight of a feature's realm, which shows nothing yet. */
static void add_sight(struct planes *planes, const tess_game *game, unsigned tile, unsigned feature, unsigned cell,
                      unsigned at) {
  if (feature == NO_FEATURE) return;
  const unsigned root = game_root(game, game->tiles[tile].node + feature);
  const uint16_t sight = (uint16_t)planes->sight_count++;
  planes->sights[sight] = (struct sight){.cell = (uint16_t)cell, .at = (uint8_t)at};
  if (planes->view_at[root] != NO_VIEW) {
    struct realm_view *view = &planes->views[planes->view_at[root]];
    append_sights(planes, view, sight, sight, view->shown);
    return;
  }
  planes->view_at[root] = (uint16_t)planes->view_count;
  planes->views[planes->view_count++] = (struct realm_view){.seen = NEVER,
                                                            .root = (uint16_t)root,
                                                            .first = sight,
                                                            .last = sight,
                                                            .type = game_kind(game, tile)->type[feature]};
}

/* Writes the properties of a tile itself, and adds sights of its realms. */
static void write_tile(struct planes *planes, const tess_game *game, unsigned tile, unsigned cell, uint8_t *out) {
  const struct kind *kind = game_kind(game, tile);
  const tess_tile_def *def = &game->set->tiles[game->tiles[tile].kind];
  const unsigned rotation = game->tiles[tile].rotation;
  uint8_t *at = &out[cell];
  at[PLANE_TILE * PLANE_CELLS] = 1;
  touch(planes, PLANES_TILES, cell);

  /* 1. Add sights at edges, centre and half-edges. */
  for (unsigned side = 0; side < 4; side++) {
    const unsigned edge = kind->edges[rotation][side];
    if (edge != TESS_EDGE_SPACE) at[(PLANE_EDGE + 3 * side + edge - 1) * PLANE_CELLS] = 1;
    add_sight(planes, game, tile, kind->edge_feature[(side - rotation) & 3], cell, side);
  }
  if (kind->center_count > 0) {
    at[PLANE_CENTER * PLANE_CELLS] = kind->type[kind->centers[0]] == TESS_TYPE_GARDEN ? 2 : 1;
    add_sight(planes, game, tile, kind->centers[0], cell, AT_CENTER);
  }
  for (unsigned half = 0; game->fields && half < FIELD_HALVES; half++)
    add_sight(planes, game, tile, kind->half_feature[(half - 2u * rotation) & 7], cell, AT_HALF + half);

  /* 2. Write coats of arms and symbols. */
  unsigned arms = 0, symbols[TESS_FACTION_COUNT] = {0};
  for (unsigned f = 0; f < def->feature_count; f++) {
    arms += def->features[f].arms;
    for (unsigned faction = 0; faction < TESS_FACTION_COUNT; faction++)
      symbols[faction] += def->features[f].symbols[faction];
  }
  at[PLANE_ARMS * PLANE_CELLS] = (uint8_t)arms;
  for (unsigned faction = 0; faction < TESS_FACTION_COUNT; faction++)
    at[(PLANE_SYMBOLS + faction) * PLANE_CELLS] = (uint8_t)symbols[faction];
}

/* Writes the tiles laid since the previous call. Returns true if one of them has a complete city, inside the window or
 * not. */
static bool write_tiles(struct planes *planes, const tess_game *game, uint8_t *out) {
  bool complete = false;
  for (unsigned tile = planes->tiles; tile < game->core.tile_count; tile++) {
    const struct laid *laid = &game->tiles[tile];
    const struct kind *kind = game_kind(game, tile);
    for (unsigned f = 0; f < kind->feature_count; f++)
      complete |= kind->type[f] == TESS_TYPE_CITY && realm_open(game->realms[game_root(game, laid->node + f)]) == 0;
    unsigned cell;
    if (plane_cell(planes, laid->x, laid->y, &cell)) write_tile(planes, game, tile, cell, out);
  }
  return complete;
}

/* ---- Realms ---- */

static uint8_t at_most_255(long number) { return (uint8_t)(number > 255 ? 255 : number); }

/* Writes the values `values` of a realm at one of its sights, as far as they differ in a bit of `changed`. */
static void show(const struct sight *sight, uint32_t values, uint32_t changed, unsigned sides, uint8_t *out) {
  uint8_t *at = &out[sight->cell];
  const uint8_t worth = values & 0xFF, open = values >> 8 & 0xFF;
  unsigned plane = PLANES_SHARED + sight->at,
           step = PLANES_SIDE; /* plane of the first side; step to the plane of the next */
  if (sight->at < AT_CENTER) {
    at[(PLANE_WORTH + sight->at) * PLANE_CELLS] = worth;
    at[(PLANE_OPEN + sight->at) * PLANE_CELLS] = open;
  } else if (sight->at == AT_CENTER) {
    at[PLANE_CENTER_OPEN * PLANE_CELLS] = open;
  } else {
    plane = PLANES_SHARED + PLANES_SIDE * sides + sight->at - AT_HALF;
    at[plane * PLANE_CELLS] = worth;
    plane += step = FIELD_HALVES;
  }
  for (changed >>= 16; changed != 0; changed &= changed - 1) {
    const unsigned side = (unsigned)__builtin_ctz(changed);
    at[(plane + step * side) * PLANE_CELLS] = values >> (16 + side) & 1;
  }
}

/* Writes the realms that have changed, or whose sides are counted differently. `cities`: a city was completed, so the
 * worth of fields may have changed. */
static void write_realms(struct planes *planes, const tess_game *game, bool cities, uint8_t *out) {
  uint32_t turned[1 << TESS_MAX_PLAYERS] = {0};
  /* For each set of sides: the bits of the set as counted by the side to act, << 16. */
  const unsigned sides = (unsigned)tess_game_sides(game), own = game_side(game, game->core.seat), all = 1u << sides;
  for (unsigned set = 0; set < all; set++) turned[set] = (set >> own | (set << (sides - own) & (all - 1))) << 16;
  for (struct realm_view *view = planes->views, *end = view + planes->view_count; view < end; view++) {
    if (view->seen != game->realms[view->root] || (cities && view->type == TESS_TYPE_FIELD)) {
      const unsigned root = view->root, type = view->type;
      const realm r = game->realms[root];
      const long worth = score_worth(game, root, type, score_complete(game, root, type), &planes->contacts).points;
      view->seen = r;
      view->values = at_most_255(worth) | (uint32_t)at_most_255((long)realm_open(r)) << 8;
      view->sides = (uint8_t)score_sides(game, r);
    }
    const uint32_t values = view->values | turned[view->sides], changed = (values ^ view->shown) | view->mixed;
    if (changed == 0) continue;
    view->shown = values;
    view->mixed = 0;
    for (unsigned sight = view->first;; sight = planes->sights[sight].next) {
      show(&planes->sights[sight], values, changed, sides, out);
      touch(planes, PLANES_REALMS, planes->sights[sight].cell);
      if (sight == view->last) break;
    }
  }
}

/* Updates which fields touch complete cities. If no city was completed, only the roots of fields change. */
static void update_contacts(struct contacts *contacts, const tess_game *game, bool cities) {
  if (cities) {
    contacts_find(game, false, contacts);
    return;
  }
  for (unsigned i = 0; i < contacts->count; i++) contacts->root[i] = (uint16_t)game_root(game, contacts->root[i]);
}

/* ---- Meeples, and the tile just laid ---- */

static void write_passing(struct planes *planes, const tess_game *game, uint8_t *out) {
  for (unsigned i = 0; i < planes->passing_count; i++) {
    out[planes->passing[i]] = 0;
    touch(planes, PLANES_MEEPLES, planes->passing[i] % PLANE_CELLS);
  }
  planes->passing_count = 0;
  unsigned cell;
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned first = PLANES_SHARED + PLANES_SIDE * observed_side(game, game_side(game, seat));
    for (unsigned slot = 0; slot < SLOTS; slot++) {
      if (game->core.slot[seat][slot] == NO_SLOT) continue;
      const tess_spot own_spot = slot_spot(game->core.slot[seat][slot]);
      const tess_spot spot = spot_named(game, own_spot.tile, own_spot.feature, game_spot_root(game, own_spot));
      if (!plane_cell(planes, game->tiles[spot.tile].x, game->tiles[spot.tile].y, &cell)) continue;
      const bool small = slot_piece(game->set->rules, slot) == TESS_PIECE_SMALL;
      const unsigned count = (first + (small ? SIDE_SMALL : SIDE_OTHER)) * PLANE_CELLS + cell;
      const unsigned least = (first + SIDE_RANK) * PLANE_CELLS + cell;
      const uint8_t rank = (uint8_t)(1 + spot_rank(game, spot));
      touch(planes, PLANES_MEEPLES, cell);
      out[count]++;
      if (out[least] == 0 || rank < out[least]) out[least] = rank;
      planes->passing[planes->passing_count++] = count;
      planes->passing[planes->passing_count++] = least;
    }
  }
  if (game->core.phase != TESS_PHASE_MEEPLE) return;
  const struct laid *last = &game->tiles[game->core.tile_count - 1];
  if (!plane_cell(planes, last->x, last->y, &cell)) return;
  touch(planes, PLANES_MEEPLES, cell);
  out[PLANE_LAST * PLANE_CELLS + cell] = 1;
  planes->passing[planes->passing_count++] = PLANE_LAST * PLANE_CELLS + cell;
}

/* ---- The bag and the drawn tile ---- */

/* Adds `copies` to the number of fitting tiles of every cell where a kind fits. */
static void add_fits(const struct planes *planes, const tess_game *game, unsigned kind_index, unsigned copies,
                     uint8_t *out) {
  const struct kind *kind = &game->set->kinds[kind_index];
  for (unsigned word = 0; word < game->core.frontier_words; word++) {
    const uint64_t(*no)[4] = game->forbidden[word];
    uint64_t fits = 0;
    for (unsigned r = 0; r < kind->period; r++)
      fits |=
          ~(no[0][kind->edges[r][0]] | no[1][kind->edges[r][1]] | no[2][kind->edges[r][2]] | no[3][kind->edges[r][3]]);
    for (fits &= game->frontier[word]; fits != 0; fits &= fits - 1) {
      const struct cell there = game->cells[word * WORD_BITS + (unsigned)__builtin_ctzll(fits)];
      unsigned cell;
      if (!plane_cell(planes, there.x, there.y, &cell)) continue;
      uint8_t *count = &out[PLANE_FITS * PLANE_CELLS + cell];
      *count = (uint8_t)(*count + copies); /* the number is at most 255, like the tiles of a game */
    }
  }
}

/* Counts the tiles of the bag that fit an empty cell. */
static void count_fits(const struct planes *planes, const tess_game *game, unsigned index, uint8_t *out) {
  const unsigned forbidden = frontier_forbidden(game, index);
  unsigned cell, count = 0;
  if (!plane_cell(planes, game->cells[index].x, game->cells[index].y, &cell)) return;
  for (unsigned k = 0; k < game->set->kind_count; k++) {
    const struct kind *kind = &game->set->kinds[k];
    unsigned r = 0;
    if (planes->copies[k] == 0) continue;
    while (r < kind->period && (kind->pattern[r] & forbidden)) r++;
    if (r < kind->period) count += planes->copies[k];
  }
  out[PLANE_FITS * PLANE_CELLS + cell] = (uint8_t)count;
}

/* Subtracts the tiles drawn since the previous call. */
static void write_drawn(struct planes *planes, const tess_game *game, uint8_t *out) {
  uint8_t copies[TESS_MAX_KINDS];
  const size_t kinds = game->set->kind_count;
  memset(copies, 0, kinds);
  for (unsigned i = 0; i < game->core.bag_count; i++) copies[game->bag.kinds[i]]++;
  for (unsigned k = 0; k < kinds; k++)
    if (copies[k] != planes->copies[k]) add_fits(planes, game, k, (unsigned)copies[k] - planes->copies[k], out);
  memcpy(planes->copies, copies, kinds);
  planes->bag_count = game->core.bag_count;
}

/* Updates the numbers of fitting tiles: subtracts drawn tiles, then counts again next to the tiles laid since the
 * previous call. */
static void write_fits(struct planes *planes, const tess_game *game, bool fresh, uint8_t *out) {
  if (fresh) memset(planes->copies, 0, game->set->kind_count);
  if (fresh || planes->bag_count != game->core.bag_count) write_drawn(planes, game, out);
  if (fresh) return;
  for (unsigned tile = planes->tiles; tile < game->core.tile_count; tile++) {
    const struct laid *laid = &game->tiles[tile];
    unsigned cell;
    if (plane_cell(planes, laid->x, laid->y, &cell)) out[PLANE_FITS * PLANE_CELLS + cell] = 0;
    for (unsigned side = 0; side < 4; side++) {
      const unsigned value = grid_value(game, grid_beside(grid_key(laid->x, laid->y), grid_beyond[side]));
      if (value >= GRID_FRONTIER) count_fits(planes, game, value - GRID_FRONTIER, out);
    }
  }
}

/* ---- All of it ---- */

void planes_write(struct planes *planes, const tess_game *game, const struct board_box *box, const bool *mask,
                  uint8_t *out) {
  const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
  const bool fresh = !planes->known || west != planes->west || north != planes->north;
  uint32_t *changed = planes->changed[++planes->version % PLANES_REMEMBERED];
  memset(changed, 0, sizeof *planes->changed);
  changed[PLANES_BAG] = ~0u;
  if (fresh) {
    /* Clear all planes. */
    const int count = planes_of(tess_game_sides(game), game->fields);
    const size_t begin_at = (size_t)planes->rows.first * ACTION_CELLS;
    const size_t cleared = (size_t)(planes->rows.end - planes->rows.first) * ACTION_CELLS;
    for (int plane = 0; plane < count; plane++) memset(&out[(size_t)plane * PLANE_CELLS + begin_at], 0, cleared);
    memset(changed, 0xFF, sizeof *planes->changed);
    planes->sides = (uint8_t)tess_game_sides(game);
    planes->west = west;
    planes->north = north;
    planes->tiles = planes->sight_count = planes->view_count = planes->passing_count = planes->contacts.count = 0;
    memset(planes->view_at, 0xFF, sizeof planes->view_at);
  }

  /* Everything that planes show lies on the tiles or next to them. */
  const int first = box->north - 1 - north, end = box->south + 2 - north;
  planes->rows = (struct plane_rows){first < 0 ? 0 : first, end > ACTION_CELLS ? ACTION_CELLS : end};
  const bool cities = write_tiles(planes, game, out);
  if (planes->tiles < game->core.tile_count) {
    /* Merge the views of realms that the tiles just laid have joined. */
    for (unsigned i = 0; i < planes->view_count;) {
      struct realm_view *view = &planes->views[i];
      const unsigned root = game_root(game, view->root);
      if (root == view->root) {
        i++;
      } else if (planes->view_at[root] == NO_VIEW) {
        view->root = (uint16_t)root;
        planes->view_at[root] = (uint16_t)i++;
      } else {
        struct realm_view *whole = &planes->views[planes->view_at[root]];
        append_sights(planes, whole, view->first, view->last, view->mixed | (view->shown ^ whole->shown));
        *view = planes->views[--planes->view_count];
        planes->view_at[view->root] = (uint16_t)i;
      }
    }
    update_contacts(&planes->contacts, game, cities);
  }
  write_realms(planes, game, cities, out);
  write_passing(planes, game, out);
  write_fits(planes, game, fresh, out);
  /* Copy the rows of the mask that may have a placement. */
  const size_t from = (size_t)planes->rows.first * ACTION_CELLS;
  const size_t bytes = (size_t)(planes->rows.end - planes->rows.first) * ACTION_CELLS;
  for (unsigned rotation = 0; mask != NULL && rotation < 4; rotation++)
    memcpy(&out[(PLANE_LEGAL + rotation) * PLANE_CELLS + from], &mask[rotation * PLANE_CELLS + from], bytes);
  planes->tiles = game->core.tile_count;
  planes->known = true;
}

static enum plane_sort plane_sort_of(const struct planes *planes, int plane) {
  if (plane < PLANE_LAST) return PLANES_TILES;
  if (plane == PLANE_LAST) return PLANES_MEEPLES;
  if (plane <= PLANE_FITS) return PLANES_BAG;
  const int side = (plane - PLANES_SHARED) / PLANES_SIDE, own = (plane - PLANES_SHARED) % PLANES_SIDE;
  return plane >= PLANES_SHARED && side < planes->sides && own >= SIDE_SMALL ? PLANES_MEEPLES : PLANES_REALMS;
}

void planes_copy(const struct planes *planes, int count, const uint8_t *from, uint8_t *to, uint32_t known[3]) {
  const uint32_t from_row = (uint32_t)planes->rows.first, to_row = (uint32_t)planes->rows.end;
  const uint32_t first = known[1] > 0 && known[0] < from_row ? known[0] : from_row,
                 end = known[1] > to_row ? known[1] : to_row;
  const uint32_t all = (uint32_t)((1ull << end) - (1ull << first)), behind = planes->version - known[2];
  uint32_t changed[PLANES_BAG + 1] = {0};
  for (int sort = 0; sort <= PLANES_BAG; sort++) {
    for (uint32_t i = 0; i < behind && i < PLANES_REMEMBERED; i++)
      changed[sort] |= planes->changed[(planes->version - i) % PLANES_REMEMBERED][sort];
    if (behind > PLANES_REMEMBERED || known[1] == 0) changed[sort] = ~0u;
  }
  for (int plane = 0; plane < count; plane++) {
    const size_t at = (size_t)plane * PLANE_CELLS;
    const uint32_t rows = changed[plane_sort_of(planes, plane)] & all;
    if (rows == all) {
      memcpy(&to[at + first * ACTION_CELLS], &from[at + first * ACTION_CELLS], (size_t)(end - first) * ACTION_CELLS);
      continue;
    }
    for (uint32_t left = rows; left != 0; left &= left - 1) {
      const size_t row = at + (size_t)__builtin_ctz(left) * ACTION_CELLS;
      memcpy(&to[row], &from[row], ACTION_CELLS);
    }
  }
  known[0] = from_row, known[1] = to_row, known[2] = planes->version;
}
