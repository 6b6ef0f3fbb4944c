#include "rules/draw.h"
#include "rules/lay.h"

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
