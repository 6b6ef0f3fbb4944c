/* The order of the entrants of games of three to five. */
#include <stdlib.h>

#include "base/guard.h"
#include "tournament/tournament.h"

/* A row that is sorted: its placing, and how many values decide. */
struct gathered_row {
  struct placing placing;
  int breaks;
};

static int compare(const void *one, const void *other) {
  const struct gathered_row *a = one, *b = other;
  if (a->placing.score != b->placing.score) return b->placing.score - a->placing.score;
  for (int i = 0; i < a->breaks; i++)
    if (a->placing.values[i] != b->placing.values[i]) return a->placing.values[i] < b->placing.values[i] ? 1 : -1;
  return a->placing.entrant - b->placing.entrant;
}

static bool is_equal(const struct gathered_row *one, const struct gathered_row *other) {
  bool same = one->placing.score == other->placing.score;
  for (int i = 0; i < one->breaks && same; i++) same = one->placing.values[i] == other->placing.values[i];
  return same;
}

void gathering_places(int count, const int32_t *points, int *places) {
  for (int i = 0; i < count; i++) {
    places[i] = 1;
    for (int k = 0; k < count; k++) places[i] += points[k] > points[i];
  }
}

/* What a seat of a game adds to a tie-break. */
static int64_t share_of(const struct played_gathering *played, int seat, enum tie_break tie_break, int32_t cap,
                        const int *scores) {
  int64_t best = INT64_MIN, met = 0;
  for (int i = 0; i < played->gathering.count; i++) {
    if (i == seat) continue;
    met += scores[played->gathering.entrants[i]];
    if (played->points[i] > best) best = played->points[i];
  }
  const int64_t margin = played->points[seat] - best;
  switch (tie_break) {
  case TIE_BUCHHOLZ: return met;
  case TIE_WINS: return played->places[seat] == 1;
  case TIE_POINTS: return played->points[seat];
  case TIE_MARGIN: return margin > cap ? cap : margin < -cap ? -cap : margin;
  case TIE_DIRECT:
  case TIE_MEDIAN:
  case TIE_SONNEBORN:
  case TIE_LOT:
  case TIE_BREAK_COUNT: break;
  }
  return 0;
}

void gatherings_place(const struct entrant *entrants, int entrant_count, const struct played_gathering *played,
                      int played_count, const struct tie_break_order *order, struct placing *placings) {
  const size_t count = (size_t)entrant_count;
  struct gathered_row *rows = memory_zeroed((count + 1) * sizeof *rows);
  int *scores = memory_zeroed((count + 1) * sizeof *scores);
  int shares[GATHERING_MOST];
  for (int i = 0; i < played_count; i++) {
    gathering_scores(played[i].gathering.count, played[i].places, shares);
    for (int seat = 0; seat < played[i].gathering.count; seat++)
      scores[played[i].gathering.entrants[seat]] += shares[seat];
  }
  for (int i = 0; i < entrant_count; i++) {
    rows[i] = (struct gathered_row){{.entrant = i, .score = scores[i]}, order->count};
    for (int at = 0; at < order->count; at++)
      if (order->breaks[at] == TIE_LOT) rows[i].placing.values[at] = -(int64_t)entrants[i].lot;
  }
  for (int i = 0; i < played_count; i++) {
    for (int seat = 0; seat < played[i].gathering.count; seat++)
      for (int at = 0; at < order->count; at++)
        rows[played[i].gathering.entrants[seat]].placing.values[at] +=
            share_of(&played[i], seat, order->breaks[at], order->cap, scores);
  }
  qsort(rows, count, sizeof *rows, compare);
  for (int i = 0; i < entrant_count; i++) {
    rows[i].placing.place = i > 0 && is_equal(&rows[i], &rows[i - 1]) ? rows[i - 1].placing.place : i + 1;
    placings[i] = rows[i].placing;
  }
  free(rows);
  free(scores);
}
