/* Matches: the same result whatever the number of threads and however often interrupted. */
#define _POSIX_C_SOURCE 200809L
#include "arena/matches.h"

#include <sys/stat.h>
#include <unistd.h>

#include "arena/arena.h"
#include "arena/near.h"
#include "arena/report.h"

static const char *const two[] = {"greedy", "random", NULL};

/* A folder of its own, and paths in it. */
struct match_folder {
  char folder[64], state[96], records[96];
};

static struct match_folder place_new(void) {
  struct match_folder place = {.folder = "/tmp/arena-XXXXXX"};
  assert_non_null(mkdtemp(place.folder));
  snprintf(place.state, sizeof place.state, "%s/state", place.folder);
  snprintf(place.records, sizeof place.records, "%s/records", place.folder);
  return place;
}

static void place_remove(const struct match_folder *place) {
  unlink(place->state);
  unlink(place->records);
  assert_int_equal(rmdir(place->folder), 0);
}

static struct text contents(const char *path) {
  struct text text = {0};
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  for (int c; (c = fgetc(file)) != EOF;) text_add_char(&text, (char)c);
  fclose(file);
  return text;
}

/* Sets the flag once so many games are over. */
struct interruption {
  atomic_bool stop;
  uint64_t after;
};

static void interrupt(void *context, const struct standings *standings) {
  struct interruption *interruption = context;
  if (standings->count >= interruption->after) atomic_store(&interruption->stop, true);
}

/* Plays on from the state of the place until `after` games, or to the end. */
static struct standings play(const struct match *match, const struct match_folder *place, int threads, uint64_t after) {
  struct standings standings = standings_of(match);
  struct journal journal;
  struct fault fault;
  struct interruption interruption = {.after = after};
  const struct arena arena = {.concurrency = threads,
                              .journal = &journal,
                              .stop = &interruption.stop,
                              .listener = interrupt,
                              .context = &interruption};
  assert_true(journal_open(&journal, place == NULL ? NULL : place->state, place == NULL ? NULL : place->records,
                           &standings, &fault));
  const enum arena_end end = arena_play(&arena, &standings, &fault);
  assert_int_not_equal(end, ARENA_FAILED);
  assert_int_equal(end == ARENA_COMPLETE, standings_complete(&standings));
  assert_true(journal_close(&journal, &fault));
  return standings;
}

static uint64_t signature(const struct match *match, int threads) {
  struct standings standings = play(match, NULL, threads, UINT64_MAX);
  assert_true(standings_complete(&standings));
  assert_int_equal(standings_rounds(&standings), match->rounds);
  const uint64_t signature = standings_signature(&standings);
  standings_free(&standings);
  return signature;
}

TEST(threads_do_not_matter) {
  struct match match = match_between("star-wars", two);
  match.rounds = 10;
  const uint64_t one = signature(&match, 1);
  assert_int_equal(signature(&match, 3), one);
  match.seed = 2;
  assert_int_not_equal(signature(&match, 3), one);
  match_end(&match);
}

TEST(match_of_many) {
  static const char *const three[] = {"greedy", "random", "random name=other", NULL};
  struct match match = match_between("classic", three);
  match.options.fields = match.options.abbot = true;
  match.rounds = 5;
  struct standings standings = play(&match, NULL, 2, UINT64_MAX);
  struct report *report = report_of(&standings);
  assert_int_equal(report->games, 30);
  assert_true(report->engines[0].rating > report->engines[1].rating + 100);
  double wins = 0, ratings = 0;
  for (int i = 0; i < 3; i++) {
    assert_int_equal(report->engines[i].games, 30);
    assert_true(report->engines[i].rating_error > 0);
    wins += report->engines[i].score.mean;
    ratings += report->engines[i].rating;
  }
  assert_near(wins, 1, 1e-9);
  assert_near(ratings, 0, 1e-6);
  free(report);
  standings_free(&standings);
  match_end(&match);
}

/* The first in one seat against the second in three: equal players have a quarter of the wins, and an Elo of 0. */
TEST(alone_among_equals) {
  static const char *const equals[] = {"random", "random name=crowd", NULL};
  struct match match = match_between("star-wars", equals);
  match.options.players = 4;
  match.seating = SEATING_SOLO;
  match.rounds = 60;
  struct standings standings = play(&match, NULL, 2, UINT64_MAX);
  struct report *report = report_of(&standings);
  const struct interval range = scores_interval(&standings.scores);
  assert_true(range.low < 0.25 && range.high > 0.25);
  assert_true(report->duel.elo_range.low < 0 && report->duel.elo_range.high > 0);
  assert_near(report->engines[0].score.mean + report->engines[1].score.mean, 1, 1e-9);
  free(report);
  standings_free(&standings);
  match_end(&match);
}

/* Interrupted thrice, with a line cut off in the middle and records that the state does not tell of. */
TEST(resumed) {
  struct match match = match_between("star-wars", two);
  match.rounds = 40;
  const struct match_folder whole = place_new(), parts = place_new();
  struct standings once = play(&match, &whole, 1, UINT64_MAX);
  for (uint64_t after = 5; after < 30; after += 10) {
    struct standings some = play(&match, &parts, 2, after);
    assert_true(some.count >= after || standings_complete(&some));
    standings_free(&some);
    FILE *file = fopen(parts.state, "ab");
    fputs("{\"lost\":-1,\"rea", file);
    fclose(file);
    file = fopen(parts.records, "ab");
    fputs("[Game \"classic\"]\n", file);
    fclose(file);
  }
  struct standings rest = play(&match, &parts, 2, UINT64_MAX);
  assert_int_equal(rest.count, once.count);
  assert_int_equal(standings_signature(&rest), standings_signature(&once));
  struct text records_once = contents(whole.records), records = contents(parts.records);
  assert_string_equal(records.bytes, records_once.bytes);
  text_free(&records_once);
  text_free(&records);
  standings_free(&rest);
  standings_free(&once);
  place_remove(&whole);
  place_remove(&parts);
  match_end(&match);
}

static void expect_refusal(const struct match *match, const char *state, const char *records, const char *text) {
  struct standings standings = standings_of(match);
  struct journal journal;
  struct fault fault = {0};
  assert_false(journal_open(&journal, state, records, &standings, &fault));
  assert_non_null(strstr(fault.text, text));
  standings_free(&standings);
}

TEST(states_of_other_matches) {
  struct match match = match_between("star-wars", two);
  const struct match_folder place = place_new();
  struct standings standings = play(&match, &place, 1, UINT64_MAX);
  standings_free(&standings);
  struct text before = contents(place.state);
  expect_refusal(&match, place.state, NULL, "begun with records");
  match.seed = 77;
  expect_refusal(&match, place.state, place.records, "not the state of this match");
  match.seed = 1;
  assert_int_equal(truncate(place.records, 10), 0);
  expect_refusal(&match, place.state, place.records, "expected the records of the 6 games");
  struct text after = contents(place.state);
  assert_string_equal(before.bytes, after.bytes);
  FILE *file = fopen(place.state, "ab");
  fputs("{}\n", file);
  fclose(file);
  expect_refusal(&match, place.state, place.records, "expected the outcome of a game");
  file = fopen(place.state, "wb");
  fputs("a letter", file);
  fclose(file);
  expect_refusal(&match, place.state, place.records, "not the state of this match");
  struct text letter = contents(place.state);
  assert_string_equal(letter.bytes, "a letter");
  text_free(&letter);
  expect_refusal(&match, "/nowhere/state", NULL, "/nowhere/state cannot be opened");
  text_free(&before);
  text_free(&after);
  place_remove(&place);
  match_end(&match);
}

/* The sequential test ends a match by itself, at the same round with one thread and with three. */
TEST(sequential) {
  struct match match = match_between("classic", two);
  match.rounds = 10000;
  match.sequential = true;
  match.sprt = (struct sprt){0, 50, 0.05, 0.05};
  struct standings one = play(&match, NULL, 1, UINT64_MAX), three = play(&match, NULL, 3, UINT64_MAX);
  assert_int_equal(one.verdict, SPRT_ELO1);
  assert_true(one.count < 200);
  assert_int_equal(one.count, three.count);
  assert_int_equal(standings_signature(&one), standings_signature(&three));
  standings_free(&one);
  standings_free(&three);
  match_end(&match);
}

/* A regression gate: what internal players do at a fixed number of playouts must not change unnoticed. */
TEST(fixed_match) {
  struct match match = match_between("star-wars", two);
  match.rounds = 5;
  assert_int_equal(signature(&match, 1), 0x8e4ba704ca52bc6cu);
  match_end(&match);
  static const char *const randoms[] = {"random", "random name=b", "random name=c", NULL};
  match = match_between("classic", randoms);
  match.options.fields = match.options.abbot = true;
  match.rounds = 2;
  assert_int_equal(signature(&match, 1), 0xd9e6dd5e1abe75b8u);
  match_end(&match);
}

/* The same of the players that search, at few playouts, the last of which are played on: on every machine and by every
 * compiler. */
TEST(fixed_searches) {
  static const char *const searchers[] = {"mcts playouts=280", "expectimax playouts=60", NULL};
  struct match match = match_between("star-wars", searchers);
  match.rounds = 1;
  assert_int_equal(signature(&match, 1), 0x42d0ff8a36fce6b0u);
  match_end(&match);
  match = match_between("classic", searchers);
  match.options.fields = match.options.abbot = true;
  match.rounds = 1;
  assert_int_equal(signature(&match, 1), 0xc5e91366f1525edau);
  match_end(&match);
}

/* Shares of a win, and games that a fault decides. */
TEST(outcomes) {
  const struct outcome shared = {.lost = -1, .sides = 3, .scores = {50, 70, 70}};
  assert_int_equal(outcome_part(&shared, 0), 0);
  assert_int_equal(outcome_part(&shared, 1), 30);
  assert_int_equal(outcome_margin(&shared, 0), -20);
  assert_int_equal(outcome_margin(&shared, 1), 0);
  const struct outcome lost = {.lost = 1, .sides = 3, .scores = {50, 70, 0}};
  assert_int_equal(outcome_part(&lost, 0), 30);
  assert_int_equal(outcome_part(&lost, 1), 0);
  assert_true(outcome_ahead(&lost, 2, 1));
  assert_false(outcome_ahead(&lost, 0, 2));
  const struct outcome team = {.lost = 3, .sides = 2, .scores = {10, 90}};
  assert_int_equal(outcome_part(&team, 0), OUTCOME_WHOLE);
  assert_int_equal(outcome_part(&team, 1), 0);
}

RUN_TESTS(NULL, NULL)
