#include "arena/report.h"

#include <math.h>
#include <stdlib.h>

#include "base/decimal.h"

/* Draws against an average engine that each engine is given, so that ratings are finite. */
static const double RATING_PRIOR = 1;

/* ---- Engines ---- */

/* What one engine did in one round. */
struct round_sum {
  int games, sides;
  double part, points, margin;
};

static void note_margin(struct engine_report *engine, int32_t margin) {
  const int32_t most = MARGIN_MOST;
  engine->margins[(margin < -most ? -most : margin > most ? most : margin) + most]++;
}

static void note_part(struct engine_report *engine, int part) {
  engine->games++;
  engine->wins += part == OUTCOME_WHOLE;
  engine->shared += part > 0 && part < OUTCOME_WHOLE;
}

/* Adds a game to the sums of those who played it. */
static void add_game(struct report *report, uint64_t index, struct round_sum sums[MATCH_ENGINES]) {
  const struct outcome *outcome = &report->standings->outcomes[index];
  bool seen[MATCH_ENGINES] = {false};
  for (int side = 0; side < outcome->sides; side++) {
    const int engine = standings_engine(report->standings, index, side);
    const int part = standings_part(report->standings, index, engine);
    if (!seen[engine]) {
      note_part(&report->engines[engine], part);
      sums[engine].games++;
      sums[engine].part += (double)part / OUTCOME_WHOLE;
    }
    seen[engine] = true;
    if (outcome->lost >= 0) continue;
    note_margin(&report->engines[engine], outcome_margin(outcome, side));
    sums[engine].sides++;
    sums[engine].points += outcome->scores[side];
    sums[engine].margin += outcome_margin(outcome, side);
  }
}

/* What goes by seats and not by sides. */
static void add_seats(struct report *report, uint64_t index) {
  const struct outcome *outcome = &report->standings->outcomes[index];
  const struct pairing pairing = schedule_pairing(&report->standings->schedule, index);
  for (int seat = 0; seat < report->standings->schedule.seats; seat++) {
    struct engine_report *engine = &report->engines[pairing.engines[seat]];
    if (outcome->longest[seat] > engine->longest) engine->longest = outcome->longest[seat];
    engine->faults += outcome->lost == seat;
  }
}

static void add_round(struct report *report, uint64_t round) {
  const uint64_t games = (uint64_t)report->standings->schedule.games;
  struct round_sum sums[MATCH_ENGINES] = {0};
  for (uint64_t i = round * games; i < (round + 1) * games; i++) {
    add_game(report, i, sums);
    add_seats(report, i);
  }
  for (int i = 0; i < report->standings->match->engine_count; i++) {
    if (sums[i].games > 0) mean_add(&report->engines[i].score, sums[i].part / sums[i].games);
    if (sums[i].sides == 0) continue;
    mean_add(&report->engines[i].points, sums[i].points / sums[i].sides);
    mean_add(&report->engines[i].margin, sums[i].margin / sums[i].sides);
  }
}

/* ---- Luck ---- */

/* What the first engine had of a game, without its luck. */
static void add_fair_game(const struct standings *standings, uint64_t index, double *score, double *margin) {
  const struct outcome *outcome = &standings->outcomes[index];
  const int side = standings_engine(standings, index, 0) == 0 ? 0 : 1;
  const double sign = side == 0 ? 1 : -1, unit = FORTUNE_UNIT;
  *score += (double)outcome_part(outcome, side) / OUTCOME_WHOLE - sign * outcome->luck.wins / unit;
  *margin += outcome_margin(outcome, side) - sign * outcome->luck.points / unit;
}

/* Adds a round, unless a fault ended one of its games. */
static void add_fair_round(struct report *report, uint64_t round) {
  const uint64_t games = (uint64_t)report->standings->schedule.games;
  double score = 0, margin = 0;
  for (uint64_t i = round * games; i < (round + 1) * games; i++) {
    if (report->standings->outcomes[i].lost >= 0) return;
    add_fair_game(report->standings, i, &score, &margin);
  }
  mean_add(&report->fair.score, score / (double)games);
  mean_add(&report->fair.margin, margin / (double)games);
}

static double elo_within(double score) { return isnan(score) ? NAN : elo_of_score(fmax(0, fmin(1, score)), 2); }

static void find_fair(struct report *report) {
  struct fair_report *fair = &report->fair;
  for (uint64_t round = 0; round < report->rounds; round++) add_fair_round(report, round);
  fair->score_range = mean_interval(&fair->score);
  fair->elo = elo_within(fair->score.mean);
  fair->elo_range = (struct interval){elo_within(fair->score_range.low), elo_within(fair->score_range.high)};
}

/* ---- Ratings ---- */

static void compare_game(const struct standings *standings, uint64_t index, struct comparisons *sum) {
  const struct outcome *outcome = &standings->outcomes[index];
  for (int one = 0; one < outcome->sides; one++)
    for (int other = 0; other < outcome->sides; other++) {
      const int ahead = standings_engine(standings, index, one), behind = standings_engine(standings, index, other);
      if (ahead == behind || outcome_ahead(outcome, other, one)) continue;
      sum->points[ahead][behind] += outcome_ahead(outcome, one, other) ? 1 : 0.5;
    }
}

static struct comparisons compare(const struct standings *standings, uint64_t first_round, uint64_t rounds) {
  const uint64_t games = (uint64_t)standings->schedule.games;
  struct comparisons sum = {0};
  for (uint64_t i = first_round * games; i < (first_round + rounds) * games; i++) compare_game(standings, i, &sum);
  return sum;
}

static void note_pairs(struct report *report, const struct comparisons *round) {
  for (int one = 0; one < report->standings->match->engine_count; one++)
    for (int other = 0; other < report->standings->match->engine_count; other++) {
      const double met = round->points[one][other] + round->points[other][one];
      if (met > 0) mean_add(&report->pairs[one][other], round->points[one][other] / met);
    }
}

static void rate(struct report *report) {
  const int count = report->standings->match->engine_count;
  const struct comparisons all = compare(report->standings, 0, report->rounds);
  struct ratings ratings = ratings_of(count, &all, RATING_PRIOR);
  for (uint64_t round = 0; round < report->rounds; round++) {
    const struct comparisons some = compare(report->standings, round, 1);
    ratings_add_round(&ratings, &some);
    note_pairs(report, &some);
  }
  for (int i = 0; i < count; i++) {
    report->engines[i].rating = ratings.value[i] * RATINGS_ELO;
    report->engines[i].rating_error = report->rounds < 2 ? NAN : ratings_error(&ratings, i, -1) * RATINGS_ELO;
  }
}

/* ---- The whole ---- */

struct duel_report duel_report_of(const struct standings *standings) {
  const struct scores *scores = &standings->scores;
  const int sides = match_sides(standings->match);
  struct duel_report duel = {.superiority = NAN, .score_range = {NAN, NAN}, .elo_range = {NAN, NAN}};
  duel.elo = scores->total == 0 ? 0 : elo_of_score(scores_mean(scores), sides);
  if (scores->total >= 2) {
    const struct interval range = duel.score_range = scores_interval(scores);
    duel.superiority = scores_superiority(scores, 1.0 / sides);
    duel.elo_range = (struct interval){elo_of_score(range.low, sides), elo_of_score(range.high, sides)};
  }
  if (standings->match->sequential) duel.ratio = sprt_ratio(&standings->match->sprt, scores, sides);
  return duel;
}

bool report_is_fair(const struct match *match) { return match->luck && match_is_duel(match); }

struct report *report_of(const struct standings *standings) {
  struct report *report = memory_new(sizeof *report);
  *report = (struct report){.standings = standings, .rounds = standings_rounds(standings)};
  report->games = report->rounds * (uint64_t)standings->schedule.games;
  for (uint64_t round = 0; round < report->rounds; round++) add_round(report, round);
  rate(report);
  if (match_is_duel(standings->match)) report->duel = duel_report_of(standings);
  if (report_is_fair(standings->match)) find_fair(report);
  return report;
}

const char *report_state(const struct standings *standings) {
  if (standings->verdict != SPRT_OPEN) return "stopped by sprt";
  return standings_complete(standings) ? "finished" : "interrupted";
}
