/* Draws a tile, lays it, and takes back a step of any type. */
#include "rules/arrow.h"
#include "rules/board.h"
#include "rules/score.h"

/* CL-8.2, CL-9.3: a tile of the river must continue an open end of the river; any other tile may go anywhere. */
unsigned draw_fit(struct tess_game *game, unsigned kind) {
  const struct kind *k = &game->set->kinds[kind];
  const unsigned role = game->set->tiles[kind].role;
  return role == TESS_ROLE_LAND ? frontier_fit(game, k) : frontier_fit_river(game, k);
}

tess_error tess_game_draw(tess_game *game, int kind, tess_undo *undo, tess_events *events) {
  const struct step step = {game, undo, events};
  struct core *core = &game->core;
  step_begin(&step);
  if (core->phase != TESS_PHASE_DRAW) return TESS_ERROR_BAD_PHASE;

  /* 1. Choose one of the tiles that may be drawn now: any, or the first of the kind. */
  const unsigned base = bag_base(&game->bag, core->bag_count);
  unsigned index = base;
  if (kind == TESS_RANDOM)
    index += random_below(&core->deck, core->bag_count - base);
  else
    while (index < core->bag_count && game->bag.kinds[index] != (unsigned)kind) index++;
  if (index >= core->bag_count) return TESS_ERROR_BAD_TILE;

  /* 2. Take it out of the bag. */
  const unsigned drawn = game->bag.kinds[index];
  game->bag.kinds[index] = game->bag.kinds[--core->bag_count];
  if (undo) {
    undo->bag_index = (uint8_t)index;
    undo->bag_kind = (uint8_t)drawn;
  }
  event_tile(events, TESS_EVENT_DRAWN, core->seat, drawn, 0);
  core->placement_count = (uint16_t)draw_fit(game, drawn);

  /* 3. SW-2.2: a tile that fits nowhere leaves the game. If it was the last one, the game ends at once (SW-6.1). */
  if (core->placement_count == 0) {
    event_tile(events, TESS_EVENT_PUT_OUT, core->seat, drawn, 0);
    if (core->bag_count == 0) score_game(&step);
    return TESS_ERROR_NONE;
  }
  core->drawn = (uint8_t)drawn;
  core->phase = TESS_PHASE_PLACE;
  return TESS_ERROR_NONE;
}

/* ---- The river ---- */

static unsigned edge_of(const struct tess_game *game, const struct laid *tile, unsigned side) {
  return game->set->kinds[tile->kind].edges[tile->rotation][side];
}

/* An open end that leaves a tile by a board edge, before any bend. */
static struct river_end river_end_of(unsigned tile, unsigned heading) {
  return (struct river_end){1, (uint8_t)tile, (uint8_t)heading, 0};
}

void river_begin(struct tess_game *game) {
  const struct laid *spring = &game->tiles[0];
  unsigned side = 0;
  if (game->river == TESS_RIVER_20) {
    game->core.ends[0] = river_end_of(0, 3);
    game->core.ends[1] = river_end_of(1, 1);
    return;
  }
  while (edge_of(game, spring, side) != TESS_EDGE_WATER) side++;
  game->core.ends[0] = river_end_of(0, side);
}

struct river_end *river_end_at(struct tess_game *game, int x, int y) {
  for (unsigned i = 0; i < RIVER_ENDS; i++) {
    struct river_end *end = &game->core.ends[i];
    const struct laid *tile = &game->tiles[end->tile];
    if (end->open && x == tile->x + (end->heading == 1) - (end->heading == 3) &&
        y == tile->y + (end->heading == 2) - (end->heading == 0))
      return end;
  }
  return NULL;
}

void river_follow(struct tess_game *game) {
  const unsigned last = game->core.tile_count - 1u;
  const struct laid *tile = &game->tiles[last];
  const unsigned role = game->set->tiles[tile->kind].role;
  if (role == TESS_ROLE_LAND) return;

  /* 1. CL-9.4: a lake closes the end of the river that it continues. */
  struct river_end *end = river_end_at(game, tile->x, tile->y);
  if (role == TESS_ROLE_LAKE) {
    end->open = 0;
    return;
  }

  /* 2. A middle tile continues the river to its other water edge, and may be a bend. */
  const unsigned entry = (end->heading + 2u) & 3;
  unsigned side = 0;
  while (side == entry || edge_of(game, tile, side) != TESS_EDGE_WATER) side++;
  if (game->set->kinds[tile->kind].bend) end->bend = (uint8_t)((side - end->heading) & 3);
  end->heading = (uint8_t)side;
  end->tile = (uint8_t)last;
}

/* ---- Placements ---- */

void place_fit(const struct step *step, struct fit fit) {
  struct tess_game *game = step->game;
  struct core *core = &game->core;
  const struct cell cell = game->cells[fit.cell];
  const unsigned kind = core->drawn;
  undo_fits(step->undo, game);
  lay_tile(game, (struct laid){cell.x, cell.y, 0, (uint8_t)kind, fit.rotation}, fit.cell, step->undo);
  if (game->river) river_follow(game);
  core->drawn = NO_TILE;
  core->placement_count = 0;
  core->phase = TESS_PHASE_MEEPLE;
  event_tile(step->events, TESS_EVENT_PLACED, core->seat, kind, core->tile_count - 1u);
  if (game->arrows) arrow_laid(game, step->events);
}

tess_error tess_game_place(tess_game *game, tess_placement placement, tess_undo *undo, tess_events *events) {
  const struct step step = {game, undo, events};
  step_begin(&step);
  if (game->core.phase != TESS_PHASE_PLACE) return TESS_ERROR_BAD_PHASE;
  if (placement.rotation > 3) return TESS_ERROR_BAD_PLACEMENT;
  const unsigned rotation = game->set->kinds[game->core.drawn].rotation[placement.rotation];
  const unsigned value = grid_value(game, grid_key(placement.x, placement.y));
  if (value < GRID_FRONTIER) return TESS_ERROR_BAD_PLACEMENT;
  const struct fit fit = {(uint16_t)(value - GRID_FRONTIER), (uint8_t)rotation};
  const struct cell cell = game->cells[fit.cell];
  if (cell.x != placement.x || cell.y != placement.y) return TESS_ERROR_BAD_PLACEMENT;
  if (!(game->fits[fit.cell / WORD_BITS][rotation] >> fit.cell % WORD_BITS & 1)) return TESS_ERROR_BAD_PLACEMENT;
  place_fit(&step, fit);
  return TESS_ERROR_NONE;
}

void place_trial(struct tess_game *game, struct fit fit, struct tess_undo *undo) {
  struct core *core = &game->core;
  const struct cell cell = game->cells[fit.cell];
  undo_begin(undo, game);
  undo->step = TESS_PHASE_MEEPLE; /* as in a decision, only realms and the core are taken back */
  lay_trial(game, (struct laid){cell.x, cell.y, 0, core->drawn, fit.rotation}, undo);
  core->drawn = NO_TILE;
  core->placement_count = 0;
  core->phase = TESS_PHASE_MEEPLE;
  if (game->arrows) arrow_laid(game, NULL);
}

/* ---- Undo ---- */

size_t tess_undo_size(void) { return sizeof(struct tess_undo); }

void tess_game_undo(tess_game *game, const tess_undo *undo) {
  /* 1. Restore the realms, separate those that were joined, then remove the tile from the board. */
  for (unsigned i = undo->change_count; i-- > 0;) {
    const struct realm_change *change = &undo->changes[i];
    game->realms[change->node] = change->before;
    if (change->child != NO_SLOT) game->parent[change->child] = change->child;
  }
  if (undo->step == TESS_PHASE_PLACE) lay_undo(game, undo);
  game->core = undo->core;

  /* 2. After a draw, return the tile to its place in the bag; after a placement, restore where the tile fits. */
  if (undo->step == TESS_PHASE_DRAW) {
    const unsigned top = game->core.bag_count - 1u;
    game->bag.kinds[top] = game->bag.kinds[undo->bag_index];
    game->bag.kinds[undo->bag_index] = undo->bag_kind;
  }
  for (unsigned word = 0; undo->step == TESS_PHASE_PLACE && word < game->core.frontier_words; word++)
    memcpy(game->fits[word], undo->fits[word], sizeof *game->fits);
}
