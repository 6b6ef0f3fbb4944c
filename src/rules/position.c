/* Positions: writes a game as a plain value, and sets up a game from one after checking everything. */
#include "rules/board.h"
#include "rules/score.h"

void tess_game_position(const tess_game *game, tess_position *out) {
  const struct core *core = &game->core;
  memset(out, 0, sizeof *out);
  out->options = tess_game_options(game);
  out->phase = core->phase;
  out->seat = core->seat;
  out->extra = core->extra != 0;
  out->drawn = (int16_t)tess_game_drawn(game);
  out->last =
      core->phase == TESS_PHASE_MEEPLE || core->phase == TESS_PHASE_THROW ? (int16_t)(core->tile_count - 1) : -1;
  memcpy(out->scores, core->score, sizeof out->scores);
  out->tile_count = core->tile_count;
  for (int i = 0; i < core->tile_count; i++) out->tiles[i] = tess_game_tile(game, i);
  out->meeple_count = (uint16_t)tess_game_meeples(game, out->meeples);
  game_count_out(game, out->out);
}

/* A game that is being set up from a position. */
struct position_builder {
  struct tess_game *game;
  const tess_position *position;
  uint8_t index[TESS_MAX_TILES]; /* for each tile of the position: its index among the tiles laid, or NO_TILE */
};

/* Every check returns NULL, or the fault as a constant text. */

static const char *check_numbers(const struct position_builder *builder) {
  const tess_position *position = builder->position;
  const struct tess_game *game = builder->game;
  const bool laid = position->phase == TESS_PHASE_MEEPLE || position->phase == TESS_PHASE_THROW;
  if (position->phase > TESS_PHASE_OVER) return "the phase is unknown";
  if (position->seat >= game->players) return "the seat does not exist";
  if (position->extra && (!game->arrows || position->phase == TESS_PHASE_OVER))
    return "an extra turn belongs to a game with arrows that goes on";
  if (position->tile_count < 1 || position->tile_count > TESS_MAX_TILES) return "there must be 1 to 255 tiles";
  if (position->meeple_count > TESS_MAX_MEEPLES) return "there are too many meeples";
  if ((position->phase == TESS_PHASE_PLACE) != (position->drawn >= 0))
    return "a tile is drawn in the phase 'place' only";
  if (position->drawn >= game->set->kind_count) return "the drawn tile is not in the set";
  if (laid != (position->last >= 0)) return "a last tile belongs to the phases 'meeple' and 'throw' only";
  if (position->last >= (int)position->tile_count) return "the last tile is not on the board";
  for (int side = 0; side < TESS_MAX_PLAYERS; side++) {
    const int32_t most = side < tess_game_sides(game) ? TESS_MAX_SCORE : 0;
    if (position->scores[side] < 0 || position->scores[side] > most)
      return "a score is not between 0 and 1000000 or belongs to nobody";
  }
  for (int i = 0; i < position->tile_count; i++) {
    const tess_tile *tile = &position->tiles[i];
    if (tile->kind >= game->set->kind_count || tile->rotation > 3) return "a tile or rotation does not exist";
    if (tile->x < -254 || tile->x > 254 || tile->y < -254 || tile->y > 254) return "a tile lies too far away";
  }
  return NULL;
}

/* The part of the game in which a kind is drawn (CL-8.1, CL-9.2). */
static unsigned stage(const struct tess_game *game, unsigned kind) {
  const unsigned role = game->set->tiles[kind].role;
  return role == TESS_ROLE_RIVER ? 0 : role == TESS_ROLE_LAKE ? 1 : 2;
}

/* Fills the bag with the tiles that are left, and checks that the river was drawn before the land. */
static const char *check_bag(const struct position_builder *builder) {
  struct tess_game *game = builder->game;
  const tess_position *position = builder->position;
  int left[TESS_MAX_KINDS];
  uint8_t bag[TESS_MAX_KINDS];
  unsigned used = 0, waiting = 2;
  for (unsigned kind = 0; kind < game->set->kind_count; kind++) {
    const int copies = (int)bag_copies(game->set, kind, game->river != TESS_RIVER_NONE, game->arrows);
    left[kind] = copies - position->out[kind] - (position->drawn == (int)kind);
    if (position->out[kind] > 0 && stage(game, kind) > used) used = stage(game, kind);
  }
  for (int i = 0; i < position->tile_count; i++) {
    const unsigned kind = position->tiles[i].kind;
    left[kind]--;
    if (game->set->tiles[kind].role != TESS_ROLE_SPRING && game->river && stage(game, kind) > used)
      used = stage(game, kind);
  }
  for (unsigned kind = 0; kind < game->set->kind_count; kind++) {
    if (left[kind] < 0) return "more copies of a tile than the set has";
    bag[kind] = (uint8_t)left[kind];
    if (left[kind] > 0 && game->set->tiles[kind].role != TESS_ROLE_SPRING && stage(game, kind) < waiting)
      waiting = stage(game, kind);
  }
  const unsigned drawn = position->drawn >= 0 ? stage(game, (unsigned)position->drawn) : waiting;
  if (game->river && (used > drawn || drawn > waiting)) return "the river comes before the land";
  bag_fill(&game->bag, game->set, bag);
  game->core.bag_count = game->bag.count;
  return NULL;
}

/* True if a tile can be laid now: tiles of the river in their order only, land after all of them. */
static bool can_lay(struct position_builder *builder, const tess_tile *tile, unsigned rotation, bool river_done) {
  struct tess_game *game = builder->game;
  const int x = tile->x, y = tile->y;
  const bool beside = tess_game_at(game, x, y - 1) >= 0 || tess_game_at(game, x + 1, y) >= 0 ||
                      tess_game_at(game, x, y + 1) >= 0 || tess_game_at(game, x - 1, y) >= 0;
  if (!beside || tess_game_at(game, x, y) >= 0) return false;
  if (game->set->tiles[tile->kind].role == TESS_ROLE_LAND)
    return river_done && lay_matches(game, tile->kind, rotation, x, y);
  if (river_end_at(game, x, y) == NULL) return false;
  draw_fit(game, tile->kind);
  const unsigned index = grid_cell(game, x, y);
  return game->fits[index / 64][rotation] >> index % 64 & 1;
}

static bool lay_next(struct position_builder *builder, bool river_done, bool *river_left) {
  struct tess_game *game = builder->game;
  bool progress = false;
  *river_left = false;
  for (int i = 0; i < builder->position->tile_count; i++) {
    const tess_tile *tile = &builder->position->tiles[i];
    const bool is_last = i == builder->position->last && game->core.tile_count + 1 < builder->position->tile_count;
    const unsigned rotation = game->set->kinds[tile->kind].rotation[tile->rotation];
    if (builder->index[i] != NO_TILE) continue;
    if (is_last || !can_lay(builder, tile, rotation, river_done)) {
      *river_left |= game->set->tiles[tile->kind].role != TESS_ROLE_LAND;
      continue;
    }
    builder->index[i] = game->core.tile_count;
    lay_tile(game, (struct laid){tile->x, tile->y, 0, tile->kind, (uint8_t)rotation}, grid_cell(game, tile->x, tile->y),
             NULL);
    if (game->river) river_follow(game);
    progress = true;
  }
  return progress;
}

/* Finds a tile that the game has already laid among the tiles of the position; -1 if it is not there. */
static int find_tile(const struct position_builder *builder, tess_tile laid) {
  for (int i = 0; i < builder->position->tile_count; i++) {
    const tess_tile *tile = &builder->position->tiles[i];
    if (tile->kind == laid.kind && tile->x == laid.x && tile->y == laid.y &&
        builder->game->set->kinds[laid.kind].rotation[tile->rotation] == laid.rotation)
      return i;
  }
  return -1;
}

static const char *lay_all(struct position_builder *builder) {
  struct tess_game *game = builder->game;
  const tess_position *position = builder->position;
  const int tiles = position->tile_count;

  /* 1. Find the start tile, spring or source, which the game has already laid. */
  memset(builder->index, NO_TILE, sizeof builder->index);
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const int first = find_tile(builder, tess_game_tile(game, i));
    if (first < 0 || first == position->last)
      return game->river == TESS_RIVER_20 ? "the halves of the source must lie at 0,0 and 1,0 in rotation 0"
                                          : "the start tile or spring must lie at 0,0 in rotation 0";
    builder->index[first] = (uint8_t)i;
  }

  /* 2. Lay all others: repeat as long as one more can be laid. */
  bool river_left = game->river != TESS_RIVER_NONE;
  while (lay_next(builder, !river_left, &river_left)) {
  }

  /* 3. Any tile that is left is wrong. CL-8.2: a tile of the river may match at an open end and still be illegal
   * because of the direction of its bend. */
  bool all = true;
  for (int i = 0; i < tiles; i++) {
    if (builder->index[i] != NO_TILE) continue;
    const tess_tile *tile = &position->tiles[i];
    const unsigned rotation = game->set->kinds[tile->kind].rotation[tile->rotation];
    all = false;
    if (game->set->tiles[tile->kind].role == TESS_ROLE_RIVER && river_end_at(game, tile->x, tile->y) != NULL &&
        lay_matches(game, tile->kind, rotation, tile->x, tile->y) && !can_lay(builder, tile, rotation, false))
      return "a bend of the river turns to the same side as the bend before it";
  }
  return all ? NULL : "the tiles do not join the first one at 0,0 or do not match";
}

/* SW-3.1, CL-3.1: a turn places at most one meeple, on its own tile; a later turn places none there, except on a planet
 * (SW-3.3) or by an arrow (CL-10.6, CL-10.8). */
static const char *check_turns(const struct position_builder *builder) {
  const tess_position *position = builder->position;
  bool taken[TESS_MAX_TILES] = {false};
  int on_last = 0;
  for (int i = 0; i < position->meeple_count; i++) {
    const tess_spot spot = position->meeples[i].spot;
    on_last += spot.tile == position->last;
    const unsigned kind = position->tiles[spot.tile].kind;
    if (builder->game->set->kinds[kind].type[spot.feature] == TESS_TYPE_PLANET) continue;
    if (taken[spot.tile] && !builder->game->arrows) return "two meeples stand on one tile, and not on its planet";
    taken[spot.tile] = true;
  }
  if (position->phase == TESS_PHASE_MEEPLE && on_last > 0) return "a meeple stands on the tile just laid";
  return on_last > 1 ? "two meeples stand on the tile just laid" : NULL;
}

static const char *stand_all(const struct position_builder *builder) {
  struct tess_game *game = builder->game;
  const tess_rules rules = game->set->rules;
  for (int i = 0; i < builder->position->meeple_count; i++) {
    const tess_meeple *meeple = &builder->position->meeples[i];
    if (meeple->seat >= game->players || meeple->piece == TESS_PIECE_NONE || meeple->piece >= TESS_PIECE_RETURN)
      return "a meeple or its seat does not exist";
    if (meeple->spot.tile >= builder->position->tile_count) return "a meeple stands on no tile";
    const tess_spot spot = {builder->index[meeple->spot.tile], meeple->spot.feature};
    if (spot.feature >= game_kind(game, spot.tile)->feature_count) return "a meeple stands on no feature";
    if (game->core.supply[meeple->seat][meeple->piece] == 0) return "a seat has more meeples than it owns";
    const unsigned type = game_kind(game, spot.tile)->type[spot.feature];
    if (!piece_suits(game, (tess_piece)meeple->piece, type)) return "a meeple cannot stand on such a feature";
    unsigned slot = slot_begin(rules, (tess_piece)meeple->piece);
    while (game->core.slot[meeple->seat][slot] != NO_SLOT) slot++;
    game->core.slot[meeple->seat][slot] = (uint16_t)slot_of(spot);
    game->core.supply[meeple->seat][meeple->piece]--;
    game->realms[game_spot_root(game, spot)] += piece_realm((tess_piece)meeple->piece, meeple->seat);
  }
  return NULL;
}

/* SW-4.1, SW-5.4, CL-4.5: a realm can be contested, or both complete and occupied, only if the tile laid last touches
 * it. */
static const char *check_realms(const struct position_builder *builder) {
  const struct tess_game *game = builder->game;
  const unsigned phase = builder->position->phase;
  const bool turn = phase == TESS_PHASE_MEEPLE || phase == TESS_PHASE_THROW;
  for (int i = 0; i < builder->position->meeple_count; i++) {
    const tess_meeple *meeple = &builder->position->meeples[i];
    const tess_spot spot = {builder->index[meeple->spot.tile], meeple->spot.feature};
    const unsigned root = game_spot_root(game, spot), type = game_kind(game, spot.tile)->type[spot.feature];
    const unsigned sides = game_sides_of(game, realm_seats(game->realms[root]));

    /* `touched`: the tile laid last reaches the realm; `near`: it lies next to the realm's centre. */
    bool touched = false, near = false;
    const unsigned features = game_kind(game, game->core.tile_count - 1u)->feature_count;
    for (unsigned f = 0; turn && f < features; f++) touched |= game->core.root[f] == root;
    for (unsigned n = 0; turn && n < game->core.near_count; n++)
      near |= game->core.near[n] == spot.tile && type_is_center(type);

    if (score_complete(game, root, type) && !touched && !near) return "a meeple stands on a realm completed before";
    if (game->set->rules == TESS_RULES_STAR_WARS && (sides & (sides - 1)) && !touched &&
        !(near && phase == TESS_PHASE_THROW))
      return "two sides share a realm without a battle";
  }
  return NULL;
}

static const char *check_phase(const struct position_builder *builder) {
  struct tess_game *game = builder->game;
  const tess_position *position = builder->position;
  tess_spot spot;
  unsigned root;
  game->core.phase = position->phase;
  lay_features(game, (1u << game_kind(game, game->core.tile_count - 1u)->feature_count) - 1);
  game->core.changes |= CHANGE_MEETING | CHANGE_COMPLETE;
  game->core.drawn = NO_TILE;
  if (position->drawn >= 0) game->core.drawn = (uint8_t)position->drawn;
  switch (position->phase) {
  case TESS_PHASE_DRAW: return game->core.bag_count == 0 ? "nothing is left to draw" : NULL;
  case TESS_PHASE_PLACE:
    game->core.placement_count = (uint16_t)draw_fit(game, game->core.drawn);
    return game->core.placement_count == 0 ? "the drawn tile fits nowhere" : NULL;
  case TESS_PHASE_THROW:
    return game->set->rules == TESS_RULES_STAR_WARS && battle_find(game, &spot, &root) ? NULL : "there is no battle";
  case TESS_PHASE_OVER: return game->core.bag_count != 0 ? "the game is not over while tiles are left" : NULL;
  default: return NULL;
  }
}

tess_error tess_game_setup(tess_game *game, const tess_set *set, const tess_position *position, uint64_t seed,
                           const char **why) {
  struct position_builder builder;
  builder.game = game;
  builder.position = position;
  tess_options options = position->options;
  options.first = 0;
  options.seed = seed;
  if (why) *why = "the options do not fit together or do not suit the set";
  const tess_error error = new_game_check(&options, set);
  if (error != TESS_ERROR_NONE) return error;
  new_game_settings(game, set, &options);
  new_game_table(game);
  const char *fault = check_numbers(&builder);
  if (!fault) fault = check_bag(&builder);
  if (!fault) fault = lay_all(&builder);
  if (!fault) fault = stand_all(&builder);
  if (!fault) fault = check_turns(&builder);
  if (!fault) fault = check_realms(&builder);
  if (!fault) fault = check_phase(&builder);
  if (why) *why = fault;
  if (fault) return TESS_ERROR_BAD_POSITION;
  game->core.seat = position->seat;
  game->core.extra = position->extra;
  memcpy(game->core.score, position->scores, sizeof game->core.score);
  return TESS_ERROR_NONE;
}
