#include "arena/progress.h"

#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"

enum { BAR_WIDTH = 20 };

void text_add_elo(struct text *text, double elo) {
  if (isinf(elo)) {
    text_add_string(text, elo > 0 ? "inf" : "-inf");
    return;
  }
  if (elo >= 0) text_add_char(text, '+');
  text_add_decimal(text, elo, 1);
}

static void add_bar(uint64_t done, uint64_t all, struct text *line) {
  const uint64_t filled = all == 0 ? 0 : done * BAR_WIDTH / all;
  text_add_char(line, '[');
  for (uint64_t i = 0; i < BAR_WIDTH; i++) text_add_char(line, i < filled ? '#' : ' ');
  text_add_char(line, ']');
}

static void add_duel(const struct standings *standings, struct text *line) {
  const struct duel_report duel = duel_report_of(standings);
  text_print(line, "  %s ", standings->match->engines[0].name);
  text_add_decimal(line, 100 * scores_mean(&standings->scores), 1);
  text_add_string(line, " %  Elo ");
  text_add_elo(line, duel.elo);
  if (!isnan(duel.elo_range.low)) {
    text_add_string(line, " (");
    text_add_elo(line, duel.elo_range.low);
    text_add_string(line, " to ");
    text_add_elo(line, duel.elo_range.high);
    text_add_char(line, ')');
  }
  if (!standings->match->sequential) return;
  const struct interval bounds = sprt_bounds(&standings->match->sprt);
  text_add_string(line, "  LLR ");
  text_add_decimal(line, duel.ratio, 2);
  text_add_string(line, " (");
  text_add_decimal(line, bounds.low, 2);
  text_add_string(line, " to ");
  text_add_decimal(line, bounds.high, 2);
  text_add_char(line, ')');
}

void progress_write(const struct standings *standings, bool bar, struct text *line) {
  const uint64_t all = standings->match->rounds * (uint64_t)standings->schedule.games;
  if (bar) add_bar(standings->count, all, line);
  text_print(line, "%s%u/%u", bar ? " " : "", (unsigned)standings->count, (unsigned)all);
  if (match_is_duel(standings->match) && standings->scores.total > 0) add_duel(standings, line);
}
