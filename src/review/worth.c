#include "review/worth.h"

#include "base/json_writer.h"

struct side_worth worth_now(const tess_game *game, int side) {
  const int32_t own = tess_game_score(game, side);
  int32_t other = INT32_MIN;
  int first = 1; /* sides with as many points */
  for (int i = 0; i < tess_game_sides(game); i++) {
    if (i == side) continue;
    if (tess_game_score(game, i) > other) other = tess_game_score(game, i);
    first += tess_game_score(game, i) == own;
  }
  return (struct side_worth){own < other ? 0 : 1.0 / first, own - other};
}

void worth_write(const char *key, struct side_worth worth, struct text *text) {
  json_open_object(text, key);
  json_put_decimal(text, "win", worth.win, 4);
  json_put_decimal(text, "diff", worth.lead, 2);
  json_close_object(text);
}
