#include "notation/turn.h"

#include <assert.h>

#include "notation/legal.h"

/* Lays the tile on `scratch`; the move has its place, in the rotation that is written, but no decision yet. */
static struct move lay(const tess_game *game, tess_placement placement, tess_game *scratch) {
  tess_game_copy(scratch, game);
  const tess_error error = tess_game_place(scratch, placement, NULL, NULL);
  assert(error == TESS_ERROR_NONE);
  (void)error;
  const tess_tile tile = tess_game_tile(scratch, tess_game_tiles(game));
  return (struct move){.kind = tile.kind, .placement = {tile.x, tile.y, tile.rotation}, .decided = true};
}

struct move turn_move(const tess_game *game, tess_placement placement, tess_decision decision, tess_game *scratch) {
  struct move move = lay(game, placement, scratch);
  move.choice = choice_of(scratch, decision);
  return move;
}

void turns_write(const tess_game *game, tess_game *scratch, struct text *text) {
  tess_placement placements[TESS_MAX_PLACEMENTS];
  tess_decision decisions[TESS_MAX_DECISIONS];
  const int places = legal_placements(game, placements);
  for (int i = 0; i < places; i++) {
    struct move move = lay(game, placements[i], scratch);
    const int count = legal_decisions(scratch, decisions);
    text_add_string(text, "legal");
    for (int j = 0; j < count; j++) {
      move.choice = choice_of(scratch, decisions[j]);
      text_add_char(text, ' ');
      move_write(&move, tess_game_set(game), text);
    }
    text_add_char(text, '\n');
  }
}
