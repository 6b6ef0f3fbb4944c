#include "env/observation.h"

#include <stdlib.h>
#include <string.h>

#include "env/variant.h"
#include "notation/state.h"
#include "rules/score.h"

static unsigned sides_of(const tess_game *game) { return game->teams ? 2u : game->players; }

/* A side as the side to act counts it: itself 0, then those after it. */
static unsigned relative_side(const tess_game *game, unsigned side) {
  const unsigned sides = sides_of(game);
  return (side + sides - game_side(game, game->core.seat)) % sides;
}

static uint8_t at_most_255(long number) { return (uint8_t)(number > 255 ? 255 : number); }

/* ---- How much there is ---- */

static int count_planes(int sides, bool fields) {
  return PLANES_SHARED + PLANES_SIDE * sides + (fields ? FIELD_HALVES * (1 + sides) : 0);
}

int planes_count(const struct variant *variant) {
  return count_planes(variant_sides(variant), variant->setup.options.fields);
}

int scalars_count(const struct variant *variant) {
  return variant_sides(variant) + 2 * variant->setup.options.players + 2 * tess_set_kinds(variant_set(variant)) + 2;
}

/* ---- Realms, each looked at once ---- */

struct realm_view {
  bool known;
  uint8_t worth, open;
  uint8_t sides; /* bit i: the i-th side, counted from the one to act, scores it */
};

struct realm_views {
  struct realm_view at[TESS_MAX_SEGMENTS]; /* by root; so many are set up as the game has nodes */
  struct contacts contacts;                /* with fields */
};

static struct realm_view look(const tess_game *game, unsigned root, unsigned type, const struct contacts *contacts) {
  const realm r = game->realms[root];
  const unsigned sides = score_sides(game, r), count = sides_of(game);
  unsigned relative = 0;
  for (unsigned side = 0; side < count; side++)
    if (sides >> side & 1) relative |= 1u << relative_side(game, side);
  return (struct realm_view){
      .known = true,
      .worth = at_most_255(score_worth(game, root, type, score_complete(game, root, type), contacts).points),
      .open = at_most_255((long)realm_open(r)),
      .sides = (uint8_t)relative};
}

static struct realm_view view(const tess_game *game, struct realm_views *views, unsigned tile, unsigned feature) {
  const unsigned root = game_root(game, game->tiles[tile].node + feature);
  struct realm_view *there = &views->at[root];
  if (!there->known) *there = look(game, root, game_kind(game, tile)->type[feature], &views->contacts);
  return *there;
}

/* ---- Planes ---- */

/* Where a cell has its byte in a plane; false outside the window. */
static bool plane_cell(const struct board_box *box, int x, int y, unsigned *cell) {
  const unsigned column = (unsigned)(x - board_window(box->west, box->east));
  const unsigned row = (unsigned)(y - board_window(box->north, box->south));
  *cell = row * ACTION_CELLS + column;
  return column < ACTION_CELLS && row < ACTION_CELLS;
}

/* Marks the sides that score a realm in their planes, of which `plane` is the first side's. */
static void mark_sides(uint8_t *at, unsigned plane, unsigned step, unsigned sides) {
  for (unsigned side = 0; sides >> side != 0; side++) at[(plane + step * side) * PLANE_CELLS] = sides >> side & 1;
}

static void write_tile(const tess_game *game, struct realm_views *views, unsigned tile, uint8_t *at) {
  const struct kind *kind = game_kind(game, tile);
  const unsigned rotation = game->tiles[tile].rotation;
  at[PLANE_TILE * PLANE_CELLS] = 1;

  /* 1. Edges and the realms there. */
  for (unsigned side = 0; side < 4; side++) {
    const unsigned edge = kind->edges[rotation][side], feature = kind->edge_feature[(side - rotation) & 3];
    if (edge != TESS_EDGE_SPACE) at[(PLANE_EDGE + 3 * side + edge - 1) * PLANE_CELLS] = 1;
    if (feature == NO_FEATURE) continue;
    const struct realm_view there = view(game, views, tile, feature);
    at[(PLANE_WORTH + side) * PLANE_CELLS] = there.worth;
    at[(PLANE_OPEN + side) * PLANE_CELLS] = there.open;
    mark_sides(at, PLANES_SHARED + SIDE_EDGE + side, PLANES_SIDE, there.sides);
  }

  /* 2. The centre, coats of arms and symbols. */
  if (kind->center_count > 0) {
    const struct realm_view there = view(game, views, tile, kind->centers[0]);
    at[PLANE_CENTER * PLANE_CELLS] = kind->type[kind->centers[0]] == TESS_TYPE_GARDEN ? 2 : 1;
    at[PLANE_CENTER_OPEN * PLANE_CELLS] = there.open;
    mark_sides(at, PLANES_SHARED + SIDE_CENTER, PLANES_SIDE, there.sides);
  }
  const tess_tile_def *def = &game->set->tiles[game->tiles[tile].kind];
  unsigned arms = 0, symbols[TESS_FACTION_COUNT] = {0};
  for (unsigned f = 0; f < def->feature_count; f++) {
    arms += def->features[f].arms;
    for (unsigned faction = 0; faction < TESS_FACTION_COUNT; faction++)
      symbols[faction] += def->features[f].symbols[faction];
  }
  if (arms > 0) at[PLANE_ARMS * PLANE_CELLS] = (uint8_t)arms;
  for (unsigned faction = 0; faction < TESS_FACTION_COUNT; faction++)
    if (symbols[faction] > 0) at[(PLANE_SYMBOLS + faction) * PLANE_CELLS] = (uint8_t)symbols[faction];
}

/* The half-edges of a tile: what the field there is worth, and who scores it. */
static void write_fields(const tess_game *game, struct realm_views *views, unsigned tile, unsigned first, uint8_t *at) {
  const struct kind *kind = game_kind(game, tile);
  for (unsigned half = 0; half < FIELD_HALVES; half++) {
    const unsigned feature = kind->half_feature[(half - 2u * game->tiles[tile].rotation) & 7];
    if (feature == NO_FEATURE) continue;
    const struct realm_view there = view(game, views, tile, feature);
    at[(first + half) * PLANE_CELLS] = there.worth;
    mark_sides(at, first + FIELD_HALVES + half, FIELD_HALVES, there.sides);
  }
}

static void write_meeples(const tess_game *game, const struct board_box *box, uint8_t *out) {
  for (unsigned seat = 0; seat < game->players; seat++) {
    const unsigned side = relative_side(game, game_side(game, seat));
    for (unsigned slot = 0; slot < SLOTS; slot++) {
      if (game->core.slot[seat][slot] == NO_SLOT) continue;
      const tess_spot own_spot = slot_spot(game->core.slot[seat][slot]);
      const tess_spot spot = spot_named(game, own_spot.tile, own_spot.feature, game_spot_root(game, own_spot));
      unsigned cell;
      if (!plane_cell(box, game->tiles[spot.tile].x, game->tiles[spot.tile].y, &cell)) continue;
      uint8_t *at = &out[(PLANES_SHARED + PLANES_SIDE * side) * PLANE_CELLS + cell];
      at[(slot_piece(game->set->rules, slot) == TESS_PIECE_SMALL ? SIDE_SMALL : SIDE_OTHER) * PLANE_CELLS]++;
      uint8_t *rank = &at[SIDE_RANK * PLANE_CELLS];
      const uint8_t own = (uint8_t)(1 + spot_rank(game, spot));
      if (*rank == 0 || own < *rank) *rank = own;
    }
  }
}

/* How many tiles of the bag fit each cell beside the board. */
static void write_fits(const tess_game *game, const struct board_box *box, uint8_t *out) {
  uint8_t copies[TESS_MAX_KINDS] = {0}, counts[FRONTIER_WORDS * WORD_BITS];
  const unsigned words = game->core.frontier_words;
  for (unsigned i = 0; i < game->core.bag_count; i++) copies[game->bag.kinds[i]]++;
  memset(counts, 0, words * WORD_BITS);
  for (unsigned k = 0; k < game->set->kind_count; k++) {
    if (copies[k] == 0) continue;
    const struct kind *kind = &game->set->kinds[k];
    for (unsigned word = 0; word < words; word++) {
      const uint64_t(*no)[4] = game->forbidden[word];
      uint64_t fits = 0;
      for (unsigned r = 0; r < kind->period; r++)
        fits |= ~(no[0][kind->edges[r][0]] | no[1][kind->edges[r][1]] | no[2][kind->edges[r][2]] |
                  no[3][kind->edges[r][3]]);
      for (fits &= game->frontier[word]; fits != 0; fits &= fits - 1) {
        uint8_t *count = &counts[word * WORD_BITS + (unsigned)__builtin_ctzll(fits)];
        *count = (uint8_t)(*count + copies[k]); /* all tiles of a game are at most 255 */
      }
    }
  }
  for (unsigned word = 0; word < words; word++) {
    for (uint64_t cells = game->frontier[word]; cells != 0; cells &= cells - 1) {
      const unsigned index = word * WORD_BITS + (unsigned)__builtin_ctzll(cells);
      unsigned cell;
      if (plane_cell(box, game->cells[index].x, game->cells[index].y, &cell))
        out[PLANE_FITS * PLANE_CELLS + cell] = counts[index];
    }
  }
}

struct plane_rows planes_write(const tess_game *game, const struct board_box *box, const struct legal_actions *legal,
                               uint8_t *out) {
  struct realm_views views;
  memset(views.at, 0, game->core.node_count * sizeof *views.at);
  if (game->fields) contacts_find(game, &views.contacts);

  /* 1. Tiles and meeples. */
  const unsigned fields = PLANES_SHARED + PLANES_SIDE * sides_of(game);
  unsigned cell;
  for (unsigned tile = 0; tile < game->core.tile_count; tile++) {
    if (!plane_cell(box, game->tiles[tile].x, game->tiles[tile].y, &cell)) continue;
    write_tile(game, &views, tile, &out[cell]);
    if (game->fields) write_fields(game, &views, tile, fields, &out[cell]);
  }
  write_meeples(game, box, out);

  /* 2. What can be done, and what may come. */
  write_fits(game, box, out);
  if (game->core.phase == TESS_PHASE_MEEPLE) {
    const struct laid *last = &game->tiles[game->core.tile_count - 1];
    if (plane_cell(box, last->x, last->y, &cell)) out[PLANE_LAST * PLANE_CELLS + cell] = 1;
  }
  for (int i = 0; i < legal->count; i++)
    if (legal->ids[i] < ACTION_PLACE_SPARE) out[PLANE_LEGAL * PLANE_CELLS + legal->ids[i] - ACTION_PLACE] = 1;

  /* 3. All of it is on the tiles and beside them. */
  const int north = board_window(box->north, box->south);
  const int first = box->north - 1 - north, end = box->south + 2 - north;
  return (struct plane_rows){first < 0 ? 0 : first, end > ACTION_CELLS ? ACTION_CELLS : end};
}

void planes_clear(uint8_t *out, int planes, struct plane_rows rows) {
  const size_t from = (size_t)rows.first * ACTION_CELLS, bytes = (size_t)(rows.end - rows.first) * ACTION_CELLS;
  for (int plane = 0; plane < planes; plane++) memset(&out[(size_t)plane * PLANE_CELLS + from], 0, bytes);
}

/* ---- Cells ---- */

/* Adds a meeple to the row of its tile. */
static void add_meeple(const tess_game *game, const tess_meeple *meeple, uint16_t *row) {
  const unsigned seats = game->players, seat = (meeple->seat + seats - game->core.seat) % seats;
  const unsigned rank = spot_rank(game, meeple->spot) + 1;
  if (meeple->piece == TESS_PIECE_SMALL)
    row[5] = (uint16_t)(row[5] + (1u << 3 * seat));
  else
    row[6] = (uint16_t)(row[6] | 1u << seat);
  if (row[7] == 0 || rank < row[7]) row[7] = (uint16_t)rank;
}

void cells_write(const tess_game *game, const struct board_box *box, uint16_t *out) {
  tess_tile tiles[TESS_MAX_TILES];
  tess_meeple meeples[TESS_MAX_MEEPLES];
  const int count = standing_tiles(game, tiles), standing = tess_game_meeples(game, meeples);
  const int west = board_window(box->west, box->east), north = board_window(box->north, box->south);
  memset(out, 0, sizeof *out * CELLS_ROWS * CELLS_COLUMNS);
  for (int i = 0; i < count; i++) {
    uint16_t *row = &out[i * CELLS_COLUMNS];
    const int index = tess_game_at(game, tiles[i].x, tiles[i].y);
    const bool last = game->core.phase == TESS_PHASE_MEEPLE && index == game->core.tile_count - 1;
    row[0] = last ? 2 : 1;
    row[1] = (uint16_t)(tiles[i].x - west + 256);
    row[2] = (uint16_t)(tiles[i].y - north + 256);
    row[3] = tiles[i].kind;
    row[4] = tiles[i].rotation;
    for (int m = 0; m < standing; m++)
      if (meeples[m].spot.tile == index) add_meeple(game, &meeples[m], row);
  }
}

/* ---- Scalars ---- */

void scalars_write(const tess_game *game, float *out) {
  const unsigned sides = sides_of(game), seats = game->players, kinds = game->set->kind_count;
  const tess_piece other = game->set->rules == TESS_RULES_STAR_WARS ? TESS_PIECE_LARGE : TESS_PIECE_ABBOT;

  /* 1. Points by side and supplies by seat, the own first. */
  for (unsigned side = 0; side < sides; side++) out[relative_side(game, side)] = (float)game->core.score[side];
  out += sides;
  for (unsigned i = 0; i < seats; i++) {
    const uint8_t *supply = game->core.supply[(game->core.seat + i) % seats];
    out[2 * i] = (float)supply[TESS_PIECE_SMALL];
    out[2 * i + 1] = (float)supply[other];
  }
  out += 2 * seats;

  /* 2. The bag by kind, and the tile of the turn. */
  memset(out, 0, sizeof *out * (2 * kinds + 2));
  for (unsigned i = 0; i < game->core.bag_count; i++) out[game->bag.kinds[i]] += 1;
  out += kinds;
  if (game->core.phase == TESS_PHASE_PLACE) out[game->core.drawn] = 1;
  if (game->core.phase == TESS_PHASE_MEEPLE) out[game->tiles[game->core.tile_count - 1].kind] = 1;
  out += kinds;

  /* 3. The phase. */
  out[0] = game->core.phase == TESS_PHASE_MEEPLE ? 1 : 0;
  out[1] = game->core.extra ? 1 : 0;
}

/* ---- Of one episode ---- */

void episode_observe(const struct episode *episode, int seat, enum batch_observation sort, void *observation,
                     float *scalars) {
  /* 1. The game as it would be seen if it were this seat's turn. */
  tess_game *game = memory_zeroed(tess_game_size());
  tess_game_copy(game, episode_game(episode));
  const struct board_box box = board_box_of(game);
  struct legal_actions *legal = memory_new(sizeof *legal);
  legal_actions_list(legal, game, &box);
  game->core.seat = (uint8_t)seat;

  /* 2. What is told of it. */
  if (sort == BATCH_PLANES_V1) {
    planes_clear(observation, count_planes((int)sides_of(game), game->fields), (struct plane_rows){0, ACTION_CELLS});
    planes_write(game, &box, legal, observation);
  } else {
    cells_write(game, &box, observation);
  }
  scalars_write(game, scalars);
  free(legal);
  free(game);
}
