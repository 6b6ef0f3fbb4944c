#include "cli/advice_lines.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/decimal.h"
#include "players/variation.h"

static void add_count(struct text *text, const char *word, uint64_t count) {
  char buffer[48];
  snprintf(buffer, sizeof buffer, " %s %" PRIu64, word, count);
  text_add_string(text, buffer);
}

static void add_value(struct text *text, const char *word, double value, int digits) {
  text_print(text, " %s ", word);
  text_add_decimal(text, value, digits);
}

static void add_candidate(const tess_game *game, const struct player_candidate *candidate, tess_game *const scratch[2],
                          struct text *text) {
  if (candidate->visits > 0) {
    add_count(text, "visits", candidate->visits);
    add_value(text, "win", candidate->win, 3);
  }
  add_value(text, "diff", candidate->difference, 2);
  if (candidate->visits > 0) add_value(text, "error", candidate->error, 2);
  text_add_string(text, " pv ");
  variation_write(game, candidate, scratch, text);
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
  variation_turn_write(game, &advice->candidates[0].turn, scratch[1], text);
  text_add_char(text, '\n');
}
