/* The report as JSON; declared in arena/report.h. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "arena/report.h"
#include "base/decimal.h"
#include "notation/options.h"

enum { FAULTS_LISTED = 100 };

static void add_key(const char *key, struct text *text) { text_print(text, ",\"%s\":", key); }

static void add_string(const char *key, const char *string, struct text *text) {
  add_key(key, text);
  text_add_json(text, string, strlen(string));
}

static void add_count(const char *key, uint64_t count, struct text *text) {
  add_key(key, text);
  text_add_int(text, (int64_t)count);
}

static void add_number(const char *key, double number, int digits, struct text *text) {
  add_key(key, text);
  text_add_decimal(text, number, digits);
}

static void add_mean(const char *key, const char *error_key, const struct mean *mean, int digits, struct text *text) {
  add_number(key, mean->mean, digits, text);
  add_number(error_key, mean_error(mean), digits, text);
}

static void add_range(const char *key, struct interval range, int digits, struct text *text) {
  add_key(key, text);
  if (isnan(range.low)) {
    text_add_string(text, "null");
    return;
  }
  text_add_char(text, '[');
  text_add_decimal(text, range.low, digits);
  text_add_char(text, ',');
  text_add_decimal(text, range.high, digits);
  text_add_char(text, ']');
}

static void add_margins(const struct engine_report *engine, struct text *text) {
  const char *separator = "";
  add_key("margins", text);
  text_add_char(text, '[');
  for (int i = 0; i <= 2 * MARGIN_MOST; i++) {
    if (engine->margins[i] == 0) continue;
    text_print(text, "%s[%d,%u]", separator, i - MARGIN_MOST, engine->margins[i]);
    separator = ",";
  }
  text_add_char(text, ']');
}

static void add_engine(const struct report *report, int index, struct text *text) {
  const struct engine_report *engine = &report->engines[index];
  const struct engine_spec *spec = &report->standings->match->engines[index];
  text_add_string(text, index > 0 ? ",{\"name\":" : "{\"name\":");
  text_add_json(text, spec->name, strlen(spec->name));
  add_string("engine", spec->words, text);
  add_count("games", engine->games, text);
  add_count("wins", engine->wins, text);
  add_count("shared", engine->shared, text);
  add_count("faults", engine->faults, text);
  add_mean("score", "score_error", &engine->score, 6, text);
  add_mean("points", "points_error", &engine->points, 4, text);
  add_mean("margin", "margin_error", &engine->margin, 4, text);
  add_number("rating", engine->rating, 2, text);
  add_number("rating_error", engine->rating_error, 2, text);
  add_count("longest_ms", engine->longest, text);
  add_margins(engine, text);
  text_add_char(text, '}');
}

static void add_scores(const struct scores *scores, struct text *text) {
  const char *separator = "";
  add_key("rounds_by_score", text);
  text_add_char(text, '[');
  for (int i = 0; i < scores->count; i++) {
    if (scores->seen[i] == 0) continue;
    text_print(text, "%s[", separator);
    text_add_decimal(text, (double)i / (scores->count - 1), 6);
    text_add_char(text, ',');
    text_add_int(text, (int64_t)scores->seen[i]);
    text_add_char(text, ']');
    separator = ",";
  }
  text_add_char(text, ']');
}

static void add_sprt(const struct report *report, struct text *text) {
  const struct sprt *sprt = &report->standings->match->sprt;
  text_add_string(text, ",\"sprt\":{\"elo0\":");
  text_add_decimal(text, sprt->elo0, 2);
  add_number("elo1", sprt->elo1, 2, text);
  add_number("alpha", sprt->alpha, 4, text);
  add_number("beta", sprt->beta, 4, text);
  add_number("llr", report->duel.ratio, 4, text);
  add_range("bounds", sprt_bounds(sprt), 4, text);
  add_string("verdict", sprt_verdict_name(report->standings->verdict), text);
  text_add_char(text, '}');
}

static void add_fair(const struct fair_report *fair, struct text *text) {
  text_add_string(text, ",\"without_luck\":{\"rounds\":");
  text_add_int(text, (int64_t)fair->score.count);
  add_mean("score", "score_error", &fair->score, 6, text);
  add_range("score_95", fair->score_range, 6, text);
  add_number("elo", fair->elo, 2, text);
  add_range("elo_95", fair->elo_range, 2, text);
  add_mean("margin", "margin_error", &fair->margin, 4, text);
  text_add_char(text, '}');
}

static void add_duel(const struct report *report, struct text *text) {
  text_add_string(text, ",\"duel\":{\"elo\":");
  text_add_decimal(text, report->duel.elo, 2);
  add_range("elo_95", report->duel.elo_range, 2, text);
  add_range("score_95", report->duel.score_range, 6, text);
  add_number("los", report->duel.superiority, 6, text);
  add_scores(&report->standings->scores, text);
  if (report->standings->match->sequential) add_sprt(report, text);
  if (report_is_fair(report->standings->match)) add_fair(&report->fair, text);
  text_add_char(text, '}');
}

/* Every two engines that met. */
static void add_pairs(const struct report *report, struct text *text) {
  const int count = report->standings->match->engine_count;
  const char *separator = "";
  add_key("pairs", text);
  text_add_char(text, '[');
  for (int one = 0; one < count; one++)
    for (int other = one + 1; other < count; other++) {
      const struct mean *pair = &report->pairs[one][other];
      if (pair->count == 0) continue;
      text_print(text, "%s{\"first\":%d,\"second\":%d", separator, one + 1, other + 1);
      add_count("rounds", pair->count, text);
      add_mean("score", "score_error", pair, 6, text);
      text_add_char(text, '}');
      separator = ",";
    }
  text_add_char(text, ']');
}

static void add_faults(const struct report *report, struct text *text) {
  const struct standings *standings = report->standings;
  int listed = 0;
  add_key("faults", text);
  text_add_char(text, '[');
  for (uint64_t i = 0; i < report->games && listed < FAULTS_LISTED; i++) {
    const struct outcome *outcome = &standings->outcomes[i];
    if (outcome->lost < 0) continue;
    const int engine = schedule_pairing(&standings->schedule, i).engines[outcome->lost];
    text_add_string(text, listed++ > 0 ? ",{\"game\":" : "{\"game\":");
    text_add_int(text, (int64_t)i + 1);
    add_string("engine", standings->match->engines[engine].name, text);
    add_string("reason", outcome->reason, text);
    text_add_char(text, '}');
  }
  text_add_char(text, ']');
}

static void add_setting(const struct match *match, struct text *text) {
  struct text words = {0};
  options_write(&match->options, &words);
  add_string("set", match->set->id, text);
  add_string("options", words.bytes, text);
  add_count("players", match->options.players, text);
  add_string("seating", seating_name(match->seating), text);
  text_clear(&words);
  text_print(&words, "%" PRIu64, match->seed);
  add_string("seed", words.bytes, text);
  text_free(&words);
}

void report_write_json(const struct report *report, struct text *text) {
  const struct standings *standings = report->standings;
  text_add_string(text, "{\"format\":\"tessera-match/1\",\"version\":\"" TESS_VERSION "\"");
  add_string("state", report_state(standings), text);
  add_setting(standings->match, text);
  add_count("rounds", report->rounds, text);
  add_count("games", report->games, text);
  text_add_string(text, ",\"signature\":\"");
  text_add_hash(text, standings_signature(standings));
  text_add_string(text, "\",\"engines\":[");
  for (int i = 0; i < standings->match->engine_count; i++) add_engine(report, i, text);
  text_add_char(text, ']');
  add_pairs(report, text);
  if (match_is_duel(standings->match)) add_duel(report, text);
  add_faults(report, text);
  text_add_char(text, '}');
}
