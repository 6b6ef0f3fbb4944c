/* The result of a match as a table for people. */
#include "cli/match.h"

#include <inttypes.h>
#include <math.h>

#include "arena/report.h"
#include "base/text.h"

enum { FAULTS_SHOWN = 10 };

/* 95 % of a normal distribution lies within this many standard errors. */
static const double ERRORS_95 = 1.959963984540054;

/* Appends a number right-aligned in a column; a dash if it is unknown. */
static void add_column(struct text *text, double number, int digits, int width) {
  struct text word = {0};
  if (isnan(number))
    text_add_char(&word, '-');
  else
    text_add_decimal(&word, number, digits);
  text_print(text, "%*s", width, word.bytes);
  text_free(&word);
}

static void add_percent(const char *before, double share, struct text *text) {
  text_add_string(text, before);
  text_add_decimal(text, 100 * share, 1);
}

static void add_score(double score, struct interval range, struct text *text) {
  add_percent("score ", score, text);
  text_add_string(text, " %");
  if (isnan(range.low)) return;
  add_percent(" (95 %: ", range.low, text);
  add_percent(" to ", range.high, text);
  text_add_char(text, ')');
}

static void add_elo(double elo, struct interval range, struct text *text) {
  text_add_string(text, ", Elo ");
  text_add_elo(text, elo);
  if (isnan(range.low)) return;
  text_add_string(text, " (95 %: ");
  text_add_elo(text, range.low);
  text_add_string(text, " to ");
  text_add_elo(text, range.high);
  text_add_char(text, ')');
}

/* Appends the result of two engines: score, Elo and likelihood of superiority; the sequential test; the same without
 * luck. */
static void add_duel(const struct report *report, struct text *text) {
  const struct match *match = report->standings->match;
  text_print(text, "%s against %s: ", match->engines[0].name, match->engines[1].name);
  add_score(scores_mean(&report->standings->scores), report->duel.score_range, text);
  add_elo(report->duel.elo, report->duel.elo_range, text);
  if (isnan(report->duel.superiority))
    text_add_string(text, "; there are no intervals below 2 rounds\n");
  else {
    add_percent(", LOS ", report->duel.superiority, text);
    text_add_string(text, " %\n");
  }
  if (match->sequential) {
    static const char *const verdicts[] = {"no verdict yet", "elo0 is accepted", "elo1 is accepted"};
    const struct interval bounds = sprt_bounds(&match->sprt);
    text_add_string(text, "SPRT of elo0 = ");
    text_add_decimal(text, match->sprt.elo0, 1);
    text_add_string(text, ", elo1 = ");
    text_add_decimal(text, match->sprt.elo1, 1);
    text_add_string(text, ": LLR ");
    text_add_decimal(text, report->duel.ratio, 2);
    text_add_string(text, " (");
    text_add_decimal(text, bounds.low, 2);
    text_add_string(text, " to ");
    text_add_decimal(text, bounds.high, 2);
    text_print(text, "), %s\n", verdicts[report->standings->verdict]);
  }
  if (!report_is_fair(match) || report->fair.margin.count == 0) return;
  const struct fair_report *fair = &report->fair;
  const struct interval margin = mean_interval(&fair->margin);
  text_add_string(text, "without luck: ");
  add_score(fair->score.mean, fair->score_range, text);
  add_elo(fair->elo, fair->elo_range, text);
  text_add_string(text, ", margin ");
  text_add_decimal(text, fair->margin.mean, 1);
  if (!isnan(margin.low)) {
    text_add_string(text, " (95 %: ");
    text_add_decimal(text, margin.low, 1);
    text_add_string(text, " to ");
    text_add_decimal(text, margin.high, 1);
    text_add_char(text, ')');
  }
  text_add_char(text, '\n');
}

void match_table_write(const struct report *report, struct text *text) {
  const struct standings *standings = report->standings;
  const struct match *match = standings->match;
  text_print(text, "%s, %d players: %u games in %u rounds, %s", match->set->id, match->options.players,
             (unsigned)report->games, (unsigned)report->rounds, report_state(standings));
  if (match->shares > 0) text_print(text, "; share %u/%u", (unsigned)match->share, (unsigned)match->shares);
  text_add_string(text, "\n\n");

  /* 1. A line for each engine. */
  text_add_string(text, "engine                     games    wins  shared faults  score%   +/-   points   margin   +/-"
                        "      elo    +/-\n");
  for (int i = 0; i < match->engine_count; i++) {
    const struct engine_report *engine = &report->engines[i];
    text_print(text, "%-24s", match->engines[i].name);
    text_print(text, "%8u%8u%8u%7u", (unsigned)engine->games, (unsigned)engine->wins, (unsigned)engine->shared,
               (unsigned)engine->faults);
    add_column(text, 100 * mean_value(&engine->score), 1, 8);
    add_column(text, 100 * ERRORS_95 * mean_error(&engine->score), 1, 6);
    add_column(text, mean_value(&engine->points), 1, 9);
    add_column(text, mean_value(&engine->margin), 1, 9);
    add_column(text, ERRORS_95 * mean_error(&engine->margin), 1, 6);
    add_column(text, engine->rating, 1, 9);
    add_column(text, ERRORS_95 * engine->rating_error, 1, 7);
    text_add_char(text, '\n');
  }

  /* 2. The comparison of the engines. */
  if (match_is_duel(match)) {
    text_add_char(text, '\n');
    add_duel(report, text);
  } else {
    /* Append how often, in per cent, the engine of the row finished ahead of that of the column. */
    const int count = report->standings->match->engine_count;
    text_print(text, "\n%-24s", "ahead of, %");
    for (int i = 0; i < count; i++) text_print(text, "%7d", i + 1);
    text_add_char(text, '\n');
    for (int one = 0; one < count; one++) {
      text_print(text, "%2d %-21s", one + 1, report->standings->match->engines[one].name);
      for (int other = 0; other < count; other++) {
        const struct mean *pair = &report->pairs[one][other];
        if (pair->count == 0)
          text_add_string(text, "      -");
        else
          add_column(text, 100 * pair->mean, 1, 7);
      }
      text_add_char(text, '\n');
    }
  }

  /* 3. The first faults, and the signature. */
  for (uint64_t i = 0, shown = 0; i < report->games && shown < FAULTS_SHOWN; i++) {
    const struct outcome *outcome = &standings->outcomes[i];
    if (outcome->lost < 0) continue;
    const int engine = standings_pairing(standings, i).engines[outcome->lost];
    text_print(text, "%sgame %u: %s loses: %s\n", shown++ == 0 ? "\n" : "", (unsigned)i + 1,
               match->engines[engine].name, outcome->reason);
  }
  text_add_string(text, "\nsignature ");
  text_add_hash(text, standings_signature(standings));
  text_add_char(text, '\n');
}
