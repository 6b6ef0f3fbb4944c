/* The report of a match as JSON. */
#include "arena/report.h"

#include <inttypes.h>
#include <math.h>

#include "base/json_writer.h"
#include "notation/options.h"

enum { FAULTS_LISTED = 100 };

static void add_mean(const char *key, const char *error_key, const struct mean *mean, int digits, struct text *text) {
  json_put_decimal(text, key, mean_value(mean), digits);
  json_put_decimal(text, error_key, mean_error(mean), digits);
}

static void add_range(const char *key, struct interval range, int digits, struct text *text) {
  if (isnan(range.low)) {
    json_put_null(text, key);
    return;
  }
  json_open_array(text, key);
  json_put_decimal(text, NULL, range.low, digits);
  json_put_decimal(text, NULL, range.high, digits);
  json_close_array(text);
}

static void add_engine(const struct report *report, int index, struct text *text) {
  const struct engine_report *engine = &report->engines[index];
  const struct engine_spec *spec = &report->standings->match->engines[index];
  json_open_object(text, NULL);
  json_put_string(text, "name", spec->name);
  json_put_string(text, "engine", spec->words);
  json_put_int(text, "games", (int64_t)engine->games);
  json_put_int(text, "wins", (int64_t)engine->wins);
  json_put_int(text, "shared", (int64_t)engine->shared);
  json_put_int(text, "faults", (int64_t)engine->faults);
  add_mean("score", "score_error", &engine->score, 6, text);
  add_mean("points", "points_error", &engine->points, 4, text);
  add_mean("margin", "margin_error", &engine->margin, 4, text);
  json_put_decimal(text, "rating", engine->rating, 2);
  json_put_decimal(text, "rating_error", engine->rating_error, 2);
  json_put_int(text, "longest_ms", (int64_t)engine->longest);
  json_open_array(text, "margins");
  for (int i = 0; i <= 2 * MARGIN_MOST; i++) {
    if (engine->margins[i] == 0) continue;
    json_open_array(text, NULL);
    json_put_int(text, NULL, i - MARGIN_MOST);
    json_put_int(text, NULL, engine->margins[i]);
    json_close_array(text);
  }
  json_close_array(text);
  json_close_object(text);
}

/* Adds the comparison of the first engine with the second. */
static void add_duel(const struct report *report, struct text *text) {
  const struct match *match = report->standings->match;
  const struct scores *scores = &report->standings->scores;
  const struct fair_report *fair = &report->fair;
  json_open_object(text, "duel");
  json_put_decimal(text, "elo", report->duel.elo, 2);
  add_range("elo_95", report->duel.elo_range, 2, text);
  add_range("score_95", report->duel.score_range, 6, text);
  json_put_decimal(text, "los", report->duel.superiority, 6);

  json_open_array(text, "rounds_by_score");
  for (int i = 0; i < scores->count; i++) {
    if (scores->seen[i] == 0) continue;
    json_open_array(text, NULL);
    json_put_decimal(text, NULL, (double)i / (scores->count - 1), 6);
    json_put_int(text, NULL, (int64_t)scores->seen[i]);
    json_close_array(text);
  }
  json_close_array(text);

  if (match->sequential) {
    const struct sprt *sprt = &match->sprt;
    json_open_object(text, "sprt");
    json_put_decimal(text, "elo0", sprt->elo0, 2);
    json_put_decimal(text, "elo1", sprt->elo1, 2);
    json_put_decimal(text, "alpha", sprt->alpha, 4);
    json_put_decimal(text, "beta", sprt->beta, 4);
    json_put_decimal(text, "llr", report->duel.ratio, 4);
    add_range("bounds", sprt_bounds(sprt), 4, text);
    json_put_string(text, "verdict", sprt_verdict_name(report->standings->verdict));
    json_close_object(text);
  }

  if (report_is_fair(match)) {
    json_open_object(text, "without_luck");
    json_put_int(text, "rounds", (int64_t)fair->score.count);
    add_mean("score", "score_error", &fair->score, 6, text);
    add_range("score_95", fair->score_range, 6, text);
    json_put_decimal(text, "elo", fair->elo, 2);
    add_range("elo_95", fair->elo_range, 2, text);
    add_mean("margin", "margin_error", &fair->margin, 4, text);
    json_close_object(text);
  }
  json_close_object(text);
}

void report_write_json(const struct report *report, struct text *text) {
  const struct standings *standings = report->standings;

  /* 1. The settings of the match. */
  json_open_object(text, NULL);
  json_put_string(text, "format", "tessera-match/1");
  json_put_string(text, "version", TESS_VERSION);
  json_put_string(text, "state", report_state(standings));
  struct text words = {0};
  options_write(&standings->match->options, &words);
  json_put_string(text, "set", standings->match->set->id);
  json_put_string(text, "options", words.bytes);
  json_put_int(text, "players", standings->match->options.players);
  json_put_string(text, "seating", seating_name(standings->match->seating));
  text_clear(&words);
  text_print(&words, "%" PRIu64, standings->match->seed);
  json_put_string(text, "seed", words.bytes);
  text_free(&words);
  json_put_int(text, "rounds", (int64_t)report->rounds);
  json_put_int(text, "games", (int64_t)report->games);
  json_put_hash(text, "signature", standings_signature(standings));

  /* 2. The results: of each engine, of each pair, and of the duel. */
  json_open_array(text, "engines");
  for (int i = 0; i < standings->match->engine_count; i++) add_engine(report, i, text);
  json_close_array(text);
  /* Add every pair of engines that met. */
  const int count = report->standings->match->engine_count;
  json_open_array(text, "pairs");
  for (int one = 0; one < count; one++)
    for (int other = one + 1; other < count; other++) {
      const struct mean *pair = &report->pairs[one][other];
      if (pair->count == 0) continue;
      json_open_object(text, NULL);
      json_put_int(text, "first", one + 1);
      json_put_int(text, "second", other + 1);
      json_put_int(text, "rounds", (int64_t)pair->count);
      add_mean("score", "score_error", pair, 6, text);
      json_close_object(text);
    }
  json_close_array(text);
  if (match_is_duel(standings->match)) add_duel(report, text);
  /* Add the first FAULTS_LISTED games that were lost by a fault. */
  int listed = 0;
  json_open_array(text, "faults");
  for (uint64_t i = 0; i < report->games && listed < FAULTS_LISTED; i++) {
    const struct outcome *outcome = &standings->outcomes[i];
    if (outcome->lost < 0) continue;
    const int engine = standings_pairing(standings, i).engines[outcome->lost];
    json_open_object(text, NULL);
    json_put_int(text, "game", (int64_t)i + 1);
    json_put_string(text, "engine", standings->match->engines[engine].name);
    json_put_string(text, "reason", outcome->reason);
    json_close_object(text);
    listed++;
  }
  json_close_array(text);
  json_close_object(text);
}
