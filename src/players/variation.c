#include "players/variation.h"

#include "notation/turn.h"

/* The tile just laid with a decision about it. */
static struct move decided_move(const tess_game *game, tess_decision decision) {
  const tess_tile tile = tess_game_tile(game, tess_game_tiles(game) - 1);
  return (struct move){.kind = tile.kind,
                       .placement = {tile.x, tile.y, tile.rotation},
                       .decided = true,
                       .choice = choice_of(game, decision)};
}

void variation_turn_write(const tess_game *game, const struct player_turn *turn, tess_game *scratch,
                          struct text *text) {
  const struct move move = tess_game_phase(game) == TESS_PHASE_MEEPLE
                               ? decided_move(game, turn->decision)
                               : turn_move(game, turn->placement, turn->decision, scratch);
  move_write(&move, tess_game_set(game), text);
}

/* Takes a turn with the dice as they fall. False when the game has gone another way, so that it is not legal. */
static bool follow(tess_game *game, const struct player_turn *turn) {
  if (tess_game_phase(game) == TESS_PHASE_PLACE &&
      tess_game_place(game, turn->placement, NULL, NULL) != TESS_ERROR_NONE)
    return false;
  if (tess_game_meeple(game, turn->decision, NULL, NULL) != TESS_ERROR_NONE) return false;
  while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  return true;
}

void variation_write(const tess_game *game, const struct player_candidate *candidate, tess_game *const scratch[2],
                     struct text *text) {
  variation_turn_write(game, &candidate->turn, scratch[1], text);
  tess_game_copy(scratch[0], game);
  bool goes_on = follow(scratch[0], &candidate->turn);
  for (int i = 0; goes_on && i < candidate->line_length; i++) {
    const struct player_move *move = &candidate->line[i];
    const size_t before = text->length;
    if (tess_game_draw(scratch[0], move->kind, NULL, NULL) != TESS_ERROR_NONE) return;
    if (tess_game_phase(scratch[0]) != TESS_PHASE_PLACE) return;
    text_add_char(text, ' ');
    variation_turn_write(scratch[0], &move->turn, scratch[1], text);
    goes_on = follow(scratch[0], &move->turn);
    if (!goes_on) text_cut(text, before);
  }
}
