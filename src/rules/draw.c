/* Draws and placements, and how every step is taken back. */
#include "rules/board.h"
#include "rules/score.h"

/* The place of a kind among the tiles due, or the number of tiles if none is there. */
static unsigned find(const struct tess_game *game, unsigned base, unsigned kind) {
  unsigned index = base;
  while (index < game->core.bag_count && game->bag.kinds[index] != kind) index++;
  return index;
}

static unsigned take(struct tess_game *game, unsigned index) {
  const unsigned kind = game->bag.kinds[index];
  game->bag.kinds[index] = game->bag.kinds[--game->core.bag_count];
  return kind;
}

/* CL-8.2: tiles of the river join its open end; all others go anywhere. */
unsigned draw_fit(struct tess_game *game, unsigned kind) {
  const struct kind *k = &game->set->kinds[kind];
  const unsigned role = game->set->tiles[kind].role;
  return role == TESS_ROLE_LAND ? frontier_fit(game, k) : frontier_fit_river(game, k);
}

/* SW-2.2: the tile leaves the game; without another the game ends at once (SW-6.1). */
static void put_out(const struct step *step, unsigned kind) {
  struct tess_game *game = step->game;
  event_tile(step->events, TESS_EVENT_PUT_OUT, game->core.seat, kind, 0);
  if (game->set->tiles[kind].role == TESS_ROLE_LAKE) game->core.river.open = 0;
  if (game->core.bag_count == 0) score_game(step);
}

tess_error tess_game_draw(tess_game *game, int kind, tess_undo *undo, tess_events *events) {
  const struct step step = {game, undo, events};
  struct core *core = &game->core;
  step_begin(&step);
  if (core->phase != TESS_PHASE_DRAW) return TESS_ERROR_BAD_PHASE;
  const unsigned base = bag_base(&game->bag, core->bag_count);
  const unsigned index =
      kind == TESS_RANDOM ? base + random_below(&core->deck, core->bag_count - base) : find(game, base, (unsigned)kind);
  if (index >= core->bag_count) return TESS_ERROR_BAD_TILE;
  const unsigned drawn = take(game, index);
  if (undo) {
    undo->bag_index = (uint8_t)index;
    undo->bag_kind = (uint8_t)drawn;
  }
  event_tile(events, TESS_EVENT_DRAWN, core->seat, drawn, 0);
  core->placement_count = (uint16_t)draw_fit(game, drawn);
  if (core->placement_count == 0) {
    put_out(&step, drawn);
    return TESS_ERROR_NONE;
  }
  core->drawn = (uint8_t)drawn;
  core->phase = TESS_PHASE_PLACE;
  return TESS_ERROR_NONE;
}

/* The river's open end after its newest tile (CL-8.2): where it leads, and how it turned. */
void river_follow(struct tess_game *game) {
  struct river *river = &game->core.river;
  const struct laid *tile = &game->tiles[game->core.tile_count - 1];
  const tess_tile_def *def = &game->set->tiles[tile->kind];
  const bool first = def->role == TESS_ROLE_SPRING;
  const unsigned entry = (river->heading + 2u) & 3;
  if (def->role == TESS_ROLE_LAKE) river->open = 0;
  if (def->role == TESS_ROLE_LAND || def->role == TESS_ROLE_LAKE) return;
  for (unsigned side = 0; side < 4; side++) {
    if (def->edges[(side - tile->rotation) & 3] != TESS_EDGE_WATER || (!first && side == entry)) continue;
    if (game->set->kinds[tile->kind].bend) river->bend = (uint8_t)((side - river->heading) & 3);
    river->heading = (uint8_t)side;
    river->x = (int16_t)(tile->x + (side == 1) - (side == 3));
    river->y = (int16_t)(tile->y + (side == 2) - (side == 0));
    river->open = 1;
    return;
  }
}

/* True if the frontier cell is the one meant, and the drawn tile fits there. */
static bool frontier_fits(const struct tess_game *game, unsigned index, tess_placement placement, unsigned rotation) {
  const struct cell cell = game->cells[index];
  return cell.x == placement.x && cell.y == placement.y && game->fits[index / 64][rotation] >> index % 64 & 1;
}

tess_error tess_game_place(tess_game *game, tess_placement placement, tess_undo *undo, tess_events *events) {
  struct core *core = &game->core;
  const struct step step = {game, undo, events};
  step_begin(&step);
  if (core->phase != TESS_PHASE_PLACE) return TESS_ERROR_BAD_PHASE;
  if (placement.rotation > 3) return TESS_ERROR_BAD_PLACEMENT;
  const unsigned kind = core->drawn, rotation = game->set->kinds[kind].rotation[placement.rotation];
  const unsigned at = grid_index(game, grid_key(placement.x, placement.y)), value = game->grid_values[at] & GRID_VALUE;
  if (value < GRID_FRONTIER) return TESS_ERROR_BAD_PLACEMENT;
  if (!frontier_fits(game, value - GRID_FRONTIER, placement, rotation)) return TESS_ERROR_BAD_PLACEMENT;

  lay_tile(game, (struct laid){placement.x, placement.y, 0, (uint8_t)kind, (uint8_t)rotation}, at, undo);
  if (game->with_river) river_follow(game);
  core->drawn = NO_TILE;
  core->placement_count = 0;
  core->phase = TESS_PHASE_MEEPLE;
  event_tile(events, TESS_EVENT_PLACED, core->seat, kind, core->tile_count - 1u);
  return TESS_ERROR_NONE;
}

/* ---- Undo ---- */

size_t tess_undo_size(void) { return sizeof(struct tess_undo); }

/* Puts the drawn tile back where it came from. */
static void bag_put_back(struct tess_game *game, const struct tess_undo *undo) {
  const unsigned top = game->core.bag_count - 1u;
  game->bag.kinds[top] = game->bag.kinds[undo->bag_index];
  game->bag.kinds[undo->bag_index] = undo->bag_kind;
}

static void realms_restore(struct tess_game *game, const struct tess_undo *undo) {
  for (unsigned i = undo->change_count; i-- > 0;) {
    const struct realm_change *change = &undo->changes[i];
    game->realms[change->node] = change->before;
    if (change->child != NO_SLOT) game->parent[change->child] = change->child;
  }
}

void tess_game_undo(tess_game *game, const tess_undo *undo) {
  realms_restore(game, undo);
  if (undo->step == TESS_PHASE_PLACE) lay_undo(game, undo);
  game->core = undo->core;
  if (undo->step == TESS_PHASE_DRAW) bag_put_back(game, undo);
  if (undo->step == TESS_PHASE_PLACE) draw_fit(game, game->core.drawn);
}
