#include "rules/arrow.h"

#include "rules/board.h"
#include "rules/score.h"

enum { ARROW_POINTS = 2 };

static const tess_tile_def *definition(const struct tess_game *game, unsigned tile) {
  return &game->set->tiles[game->tiles[tile].kind];
}

/* The board edge that a tile's arrow points to. */
static unsigned arrow_side(const struct tess_game *game, unsigned tile) {
  return (definition(game, tile)->arrow + game->tiles[tile].rotation) & 3u;
}

/* The tile beyond an edge, or NO_TILE. */
static unsigned tile_beyond(const struct tess_game *game, unsigned tile, unsigned side) {
  const struct laid *laid = &game->tiles[tile];
  const unsigned value = grid_value(game, grid_beside(grid_key(laid->x, laid->y), grid_beyond[side]));
  return grid_is_tile(value) ? value - 1 : (unsigned)NO_TILE;
}

/* The arrows that can be activated in this turn (CL-10.3). `tile` holds for each tess_action the first tile with that
 * arrow: the tile just laid or a neighbour in the order N E S W; NO_TILE if there is none. */
struct arrows {
  uint8_t tile[TESS_ACTION_COUNT];
};

static void note(struct arrows *arrows, const struct tess_game *game, unsigned tile) {
  uint8_t *noted = &arrows->tile[definition(game, tile)->action];
  if (*noted == NO_TILE) *noted = (uint8_t)tile;
}

static struct arrows find_arrows(const struct tess_game *game) {
  const unsigned last = game->core.tile_count - 1u;
  struct arrows arrows;
  memset(arrows.tile, NO_TILE, sizeof arrows.tile);
  if (definition(game, last)->action != TESS_ACTION_NONE && tile_beyond(game, last, arrow_side(game, last)) != NO_TILE)
    note(&arrows, game, last);
  for (unsigned side = 0; side < 4; side++) {
    const unsigned tile = tile_beyond(game, last, side);
    if (tile != NO_TILE && definition(game, tile)->action != TESS_ACTION_NONE &&
        arrow_side(game, tile) == ((side + 2) & 3))
      note(&arrows, game, tile);
  }
  if (game->core.extra) arrows.tile[TESS_ACTION_EXTRA_TURN] = NO_TILE; /* CL-10.7 */
  return arrows;
}

bool arrow_is_near(const struct tess_game *game) {
  const struct arrows arrows = find_arrows(game);
  unsigned action = TESS_ACTION_REINFORCE;
  while (action < TESS_ACTION_COUNT && arrows.tile[action] == NO_TILE) action++;
  return action < TESS_ACTION_COUNT;
}

/* ---- What arrows do ---- */

static void tell(const struct tess_game *game, tess_events *events, tess_action action, unsigned tile, int points) {
  if (!events) return;
  tess_event *event = event_add(events, TESS_EVENT_ARROW);
  event->seat = game->core.seat;
  event->kind = game->tiles[tile].kind;
  event->spot.tile = (uint8_t)tile;
  event->action = (uint8_t)action;
  event->points = points;
  if (points > 0) event->sides = (uint8_t)(1u << game_side(game, game->core.seat));
}

void arrow_laid(struct tess_game *game, tess_events *events) {
  const unsigned last = game->core.tile_count - 1u;
  if (definition(game, last)->action == TESS_ACTION_NONE) return;
  if (tile_beyond(game, last, arrow_side(game, last)) != NO_TILE) return;
  game->core.score[game_side(game, game->core.seat)] += ARROW_POINTS;
  tell(game, events, TESS_ACTION_NONE, last, ARROW_POINTS);
}

bool arrow_keeps_turn(struct tess_game *game, tess_events *events) {
  const unsigned tile = find_arrows(game).tile[TESS_ACTION_EXTRA_TURN];
  game->core.extra = tile != NO_TILE && !(game->core.changes & CHANGE_ARROW);
  if (game->core.extra) tell(game, events, TESS_ACTION_EXTRA_TURN, tile, 0);
  return game->core.extra;
}

/* ---- Realms anywhere on the board ---- */

/* If the realm reaches the tile just laid: the spot there that names the realm (CL-10.10). */
static bool is_reached(const struct tess_game *game, unsigned root, tess_spot *spot) {
  const unsigned last = game->core.tile_count - 1u, features = game_kind(game, last)->feature_count;
  for (unsigned f = 0; f < features; f++) {
    if (game->core.root[f] != root) continue;
    *spot = spot_named(game, last, f, root);
    return true;
  }
  return false;
}

static bool lies_before(const struct laid *some, const struct laid *other) {
  return some->y != other->y ? some->y < other->y : some->x < other->x;
}

/* Otherwise: the spot on the realm's first tile, in the order row by row. */
static tess_spot named_anywhere(const struct tess_game *game, unsigned root) {
  tess_spot best = {NO_TILE, 0};
  if (is_reached(game, root, &best)) return best;
  for (unsigned i = 0; i < game->core.tile_count; i++) {
    const struct laid *tile = &game->tiles[i];
    if (best.tile != NO_TILE && !lies_before(tile, &game->tiles[best.tile])) continue;
    const unsigned features = game_kind(game, i)->feature_count;
    for (unsigned f = 0; f < features; f++)
      if (game_root(game, tile->node + f) == root) best = (tess_spot){(uint8_t)i, (uint8_t)f};
  }
  return spot_named(game, best.tile, best.feature, root);
}

/* CL-10.6: the seat to act has a meeple there, and the realm is no garden. */
static bool may_reinforce(const struct tess_game *game, unsigned root, unsigned type) {
  return type != TESS_TYPE_GARDEN && realm_occupants(game->realms[root], game->core.seat) > 0;
}

/* CL-10.8: the realm is unoccupied and incomplete, and does not reach the tile just laid. */
static bool may_go_elsewhere(const struct tess_game *game, unsigned root, unsigned type) {
  tess_spot ignored;
  return piece_suits(game, TESS_PIECE_SMALL, type) && !(game->realms[root] & REALM_OCCUPANTS) &&
         !score_complete(game, root, type) && !is_reached(game, root, &ignored);
}

static int list_own(const struct tess_game *game, tess_decision *out, int count) {
  unsigned roots[SLOTS], known = 0;
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    const unsigned at = game->core.slot[game->core.seat][slot];
    if (at == NO_SLOT) continue;
    const tess_spot spot = slot_spot(at);
    const unsigned root = game_spot_root(game, spot);
    unsigned before = 0;
    while (before < known && roots[before] != root) before++;
    if (before < known || !may_reinforce(game, root, game_kind(game, spot.tile)->type[spot.feature])) continue;
    roots[known++] = root;
    out[count++] = (tess_decision){TESS_PIECE_SMALL, named_anywhere(game, root)};
  }
  return count;
}

static int list_elsewhere(const struct tess_game *game, tess_decision *out, int count) {
  /* 1. Find each realm's first tile, row by row, and a segment on it. */
  uint16_t first[TESS_MAX_SEGMENTS];
  memset(first, 0xFF, game->core.node_count * sizeof *first);
  for (unsigned i = 0; i < game->core.tile_count; i++) {
    const struct laid *tile = &game->tiles[i];
    const unsigned features = game_kind(game, i)->feature_count;
    for (unsigned f = 0; f < features; f++) {
      uint16_t *slot = &first[game_root(game, tile->node + f)];
      if (*slot == NO_SLOT || lies_before(tile, &game->tiles[slot_spot(*slot).tile]))
        *slot = (uint16_t)slot_of((tess_spot){(uint8_t)i, (uint8_t)f});
    }
  }

  /* 2. Add the realms where a meeple may be placed. */
  for (unsigned root = 0; root < game->core.node_count; root++) {
    if (first[root] == NO_SLOT) continue;
    const tess_spot spot = slot_spot(first[root]);
    if (may_go_elsewhere(game, root, game_kind(game, spot.tile)->type[spot.feature]))
      out[count++] = (tess_decision){TESS_PIECE_SMALL, spot_named(game, spot.tile, spot.feature, root)};
  }
  return count;
}

int arrow_list(const struct tess_game *game, tess_decision *out, int count) {
  if (game->core.supply[game->core.seat][TESS_PIECE_SMALL] == 0) return count;
  const struct arrows arrows = find_arrows(game);
  if (arrows.tile[TESS_ACTION_REINFORCE] != NO_TILE) count = list_own(game, out, count);
  if (arrows.tile[TESS_ACTION_ELSEWHERE] != NO_TILE) count = list_elsewhere(game, out, count);
  return count;
}

tess_spot arrow_choice(struct tess_game *game, tess_decision decision, tess_events *events) {
  struct core *core = &game->core;
  const tess_spot none = {NO_TILE, 0}, spot = decision.spot;
  if (decision.piece != TESS_PIECE_SMALL || core->supply[core->seat][TESS_PIECE_SMALL] == 0) return none;
  if (spot.tile >= core->tile_count || spot.feature >= game_kind(game, spot.tile)->feature_count) return none;

  /* 1. Find the action that allows the decision. */
  const struct arrows arrows = find_arrows(game);
  const unsigned root = game_spot_root(game, spot), type = game_kind(game, spot.tile)->type[spot.feature];
  const bool reinforces = arrows.tile[TESS_ACTION_REINFORCE] != NO_TILE && may_reinforce(game, root, type);
  if (!reinforces && (arrows.tile[TESS_ACTION_ELSEWHERE] == NO_TILE || !may_go_elsewhere(game, root, type)))
    return none;

  /* 2. Make it the action of this turn (CL-10.4). */
  const tess_action action = reinforces ? TESS_ACTION_REINFORCE : TESS_ACTION_ELSEWHERE;
  tell(game, events, action, arrows.tile[action], 0);
  core->changes |= CHANGE_ARROW;
  return named_anywhere(game, root);
}
