#include "cli/advice_lines.h"

#include <inttypes.h>
#include <stdio.h>

#include "notation/turn.h"

/* A number with `digits` decimals after a point, whatever the locale is. */
static void add_decimal(struct text *text, double value, int digits) {
  enum { MOST = 1000000 };
  char buffer[32];
  int scale = 1;
  for (int i = 0; i < digits; i++) scale *= 10;
  if (!(value < MOST)) value = MOST;
  if (!(value > -MOST)) value = -MOST;
  const int64_t scaled = (int64_t)(value * scale + (value < 0 ? -0.5 : 0.5));
  const int64_t size = scaled < 0 ? -scaled : scaled;
  snprintf(buffer, sizeof buffer, "%s%" PRId64 ".%0*" PRId64, scaled < 0 ? "-" : "", size / scale, digits,
           size % scale);
  text_add_string(text, buffer);
}

static void add_count(struct text *text, const char *word, uint64_t count) {
  char buffer[48];
  snprintf(buffer, sizeof buffer, " %s %" PRIu64, word, count);
  text_add_string(text, buffer);
}

static void add_value(struct text *text, const char *word, double value, int digits) {
  text_print(text, " %s ", word);
  add_decimal(text, value, digits);
}

static void add_turn(const tess_game *game, const struct player_turn *turn, tess_game *scratch, struct text *text) {
  const struct move move = turn_move(game, turn->placement, turn->decision, scratch);
  move_write(&move, tess_game_set(game), text);
}

/* Takes a turn with the dice as they fall. False when the game has gone another way, so that it is not legal. */
static bool follow(tess_game *game, const struct player_turn *turn) {
  if (tess_game_place(game, turn->placement, NULL, NULL) != TESS_OK) return false;
  if (tess_game_meeple(game, turn->decision, NULL, NULL) != TESS_OK) return false;
  while (tess_game_phase(game) == TESS_PHASE_THROW) tess_game_throw(game, NULL, NULL, NULL);
  return true;
}

/* The turns foreseen, as far as they stay legal: a battle on the way may end otherwise here. */
static void add_line(const tess_game *game, const struct player_candidate *candidate, tess_game *const scratch[2],
                     struct text *text) {
  text_add_string(text, " pv ");
  add_turn(game, &candidate->turn, scratch[1], text);
  tess_game_copy(scratch[0], game);
  bool goes_on = follow(scratch[0], &candidate->turn);
  for (int i = 0; goes_on && i < candidate->line_length; i++) {
    const struct player_move *move = &candidate->line[i];
    const size_t before = text->length;
    if (tess_game_draw(scratch[0], move->kind, NULL, NULL) != TESS_OK) return;
    if (tess_game_phase(scratch[0]) != TESS_PHASE_PLACE) return;
    text_add_char(text, ' ');
    add_turn(scratch[0], &move->turn, scratch[1], text);
    goes_on = follow(scratch[0], &move->turn);
    if (!goes_on) text_cut(text, before);
  }
}

static void add_candidate(const tess_game *game, const struct player_candidate *candidate, tess_game *const scratch[2],
                          struct text *text) {
  if (candidate->visits > 0) {
    add_count(text, "visits", candidate->visits);
    add_value(text, "win", candidate->win, 3);
  }
  add_value(text, "diff", candidate->difference, 2);
  if (candidate->visits > 0) add_value(text, "error", candidate->error, 2);
  add_line(game, candidate, scratch, text);
}

void advice_lines_write(const tess_game *game, const struct player_advice *advice, int candidates,
                        uint32_t milliseconds, tess_game *const scratch[2], struct text *text) {
  for (int i = 0; i < candidates && i < advice->count; i++) {
    text_add_string(text, "info");
    if (advice->playouts > 0) add_count(text, "playouts", advice->playouts);
    add_count(text, "time", milliseconds);
    add_count(text, "rank", (uint64_t)i + 1);
    add_candidate(game, &advice->candidates[i], scratch, text);
    text_add_char(text, '\n');
  }
  text_add_string(text, "bestmove ");
  add_turn(game, &advice->candidates[0].turn, scratch[1], text);
  text_add_char(text, '\n');
}
