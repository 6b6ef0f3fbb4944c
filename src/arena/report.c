#include "arena/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"

/* Draws against an average engine that are added for each engine, so that ratings are finite. */
static const double RATING_PRIOR = 1;

/* ---- Engines ---- */

/* Sums of one engine in one round. */
struct round_sum {
  int games, sides;
  double part, points, margin;
};

/* Adds a round to the figures of its engines. */
static void add_round(struct report *report, uint64_t round) {
  const struct standings *standings = report->standings;
  const uint64_t games = (uint64_t)standings->schedule.games;
  struct round_sum sums[MATCH_ENGINES] = {0};
  for (uint64_t i = round * games; i < (round + 1) * games; i++) {
    const struct outcome *outcome = &standings->outcomes[i];

    /* 1. Sum by sides. An engine that plays several sides gets its share of the win only once. */
    bool seen[MATCH_ENGINES] = {false};
    for (int side = 0; side < outcome->sides; side++) {
      const int index = standings_engine(standings, i, side), part = standings_part(standings, i, index);
      struct engine_report *engine = &report->engines[index];
      struct round_sum *sum = &sums[index];
      if (!seen[index]) {
        engine->games++;
        engine->wins += part == OUTCOME_WHOLE;
        engine->shared += part > 0 && part < OUTCOME_WHOLE;
        sum->games++;
        sum->part += (double)part / OUTCOME_WHOLE;
      }
      seen[index] = true;
      if (outcome->lost >= 0) continue;
      const int32_t margin = outcome_margin(outcome, side), most = MARGIN_MOST;
      engine->margins[(margin < -most ? -most : margin > most ? most : margin) + most]++;
      sum->sides++;
      sum->points += outcome->scores[side];
      sum->margin += margin;
    }

    /* 2. Sum by seats. */
    const struct pairing pairing = standings_pairing(standings, i);
    for (int seat = 0; seat < standings->schedule.seats; seat++) {
      struct engine_report *engine = &report->engines[pairing.engines[seat]];
      if (outcome->longest[seat] > engine->longest) engine->longest = outcome->longest[seat];
      engine->faults += outcome->lost == seat;
    }
  }

  /* 3. Add the means of the round. */
  for (int i = 0; i < standings->match->engine_count; i++) {
    if (sums[i].games > 0) mean_add(&report->engines[i].score, sums[i].part / sums[i].games);
    if (sums[i].sides == 0) continue;
    mean_add(&report->engines[i].points, sums[i].points / sums[i].sides);
    mean_add(&report->engines[i].margin, sums[i].margin / sums[i].sides);
  }
}

/* ---- Luck ---- */

/* Adds a round minus luck, unless a fault ended one of its games. */
static void add_fair_round(struct report *report, uint64_t round) {
  const struct standings *standings = report->standings;
  const uint64_t games = (uint64_t)standings->schedule.games;
  double score = 0, margin = 0;
  for (uint64_t i = round * games; i < (round + 1) * games; i++) {
    const struct outcome *outcome = &standings->outcomes[i];
    if (outcome->lost >= 0) return;
    const int side = standings_engine(standings, i, 0) == 0 ? 0 : 1;
    const double sign = side == 0 ? 1 : -1, unit = FORTUNE_UNIT;
    score += (double)outcome_part(outcome, side) / OUTCOME_WHOLE - sign * outcome->luck.wins / unit;
    margin += outcome_margin(outcome, side) - sign * outcome->luck.points / unit;
  }
  mean_add(&report->fair.score, score / (double)games);
  mean_add(&report->fair.margin, margin / (double)games);
}

static double elo_within(double score) { return isnan(score) ? NAN : elo_of_score(fmax(0, fmin(1, score)), 2); }

/* ---- Ratings ---- */

/* Counts how often, in parts, each engine was ahead of each other one in these rounds. */
static struct comparisons compare(const struct standings *standings, uint64_t first_round, uint64_t rounds) {
  const uint64_t games = (uint64_t)standings->schedule.games;
  struct comparisons sum = {0};
  for (uint64_t i = first_round * games; i < (first_round + rounds) * games; i++) {
    const struct outcome *outcome = &standings->outcomes[i];
    for (int one = 0; one < outcome->sides; one++)
      for (int other = 0; other < outcome->sides; other++) {
        const int ahead = standings_engine(standings, i, one), behind = standings_engine(standings, i, other);
        if (ahead == behind || outcome_ahead(outcome, other, one)) continue;
        sum.points[ahead][behind] += outcome_ahead(outcome, one, other) ? 1 : 0.5;
      }
  }
  return sum;
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
  const int count = standings->match->engine_count;
  struct report *report = memory_new(sizeof *report);
  *report = (struct report){.standings = standings, .rounds = standings_rounds(standings)};
  report->games = report->rounds * (uint64_t)standings->schedule.games;

  /* 1. Report each engine separately. */
  for (uint64_t round = 0; round < report->rounds; round++) add_round(report, round);

  /* 2. Compute ratings, and compare every two engines. */
  const struct comparisons all = compare(standings, 0, report->rounds);
  struct ratings ratings = ratings_of(count, &all, RATING_PRIOR);
  for (uint64_t round = 0; round < report->rounds; round++) {
    const struct comparisons some = compare(standings, round, 1);
    ratings_add_round(&ratings, &some);
    for (int one = 0; one < count; one++)
      for (int other = 0; other < count; other++) {
        const double met = some.points[one][other] + some.points[other][one];
        if (met > 0) mean_add(&report->pairs[one][other], some.points[one][other] / met);
      }
  }
  for (int i = 0; i < count; i++) {
    report->engines[i].rating = ratings.value[i] * RATINGS_ELO;
    report->engines[i].rating_error = report->rounds < 2 ? NAN : ratings_error(&ratings, i, -1) * RATINGS_ELO;
  }

  /* 3. Compare the first engine with the second, with and without luck. */
  if (match_is_duel(standings->match)) report->duel = duel_report_of(standings);
  if (report_is_fair(standings->match)) {
    struct fair_report *fair = &report->fair;
    for (uint64_t round = 0; round < report->rounds; round++) add_fair_round(report, round);
    fair->score_range = mean_interval(&fair->score);
    fair->elo = elo_within(fair->score.mean);
    fair->elo_range = (struct interval){elo_within(fair->score_range.low), elo_within(fair->score_range.high)};
  }
  return report;
}

const char *report_state(const struct standings *standings) {
  if (standings->verdict != SPRT_OPEN) return "stopped by sprt";
  return standings_complete(standings) ? "finished" : "interrupted";
}

/* ---- A line for people ---- */

enum { BAR_WIDTH = 20 };

void text_add_elo(struct text *text, double elo) {
  if (isinf(elo)) {
    text_add_string(text, elo > 0 ? "inf" : "-inf");
    return;
  }
  if (elo >= 0) text_add_char(text, '+');
  text_add_decimal(text, elo, 1);
}

/* Appends `LOW to HIGH` in brackets; `add` appends a number. */
static void add_brackets(struct text *line, struct interval range, void (*add)(struct text *text, double number)) {
  text_add_string(line, " (");
  add(line, range.low);
  text_add_string(line, " to ");
  add(line, range.high);
  text_add_char(line, ')');
}

static void add_ratio(struct text *line, double ratio) { text_add_decimal(line, ratio, 2); }

void progress_write(const struct standings *standings, bool bar, struct text *line) {
  /* 1. The bar, and the number of games played. */
  const uint64_t all = standings->rounds.count * (uint64_t)standings->schedule.games;
  if (bar) {
    const uint64_t filled = all == 0 ? 0 : standings->count * BAR_WIDTH / all;
    text_add_char(line, '[');
    for (uint64_t i = 0; i < BAR_WIDTH; i++) text_add_char(line, i < filled ? '#' : ' ');
    text_add_string(line, "] ");
  }
  text_print(line, "%u/%u", (unsigned)standings->count, (unsigned)all);
  if (!match_is_duel(standings->match) || standings->scores.total == 0) return;

  /* 2. Score and Elo difference of a duel, and its sequential test. */
  const struct duel_report duel = duel_report_of(standings);
  text_print(line, "  %s ", standings->match->engines[0].name);
  text_add_decimal(line, 100 * scores_mean(&standings->scores), 1);
  text_add_string(line, " %  Elo ");
  text_add_elo(line, duel.elo);
  if (!isnan(duel.elo_range.low)) add_brackets(line, duel.elo_range, text_add_elo);
  if (!standings->match->sequential) return;
  text_add_string(line, "  LLR ");
  add_ratio(line, duel.ratio);
  add_brackets(line, sprt_bounds(&standings->match->sprt), add_ratio);
}
