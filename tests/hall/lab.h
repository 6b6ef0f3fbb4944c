/* A tournament in a test, with the whole log that it came from: after each request the competition is rebuilt from the
 * log, and shows the same. */
#ifndef TESTS_HALL_LAB_H
#define TESTS_HALL_LAB_H

#include "base/random.h"
#include "cli/cmocka_base.h"
#include "hall/acting.h"
#include "hall/clock.h"
#include "hall/entry.h"
#include "hall/rounds.h"
#include "hall/telling.h"

enum { ANN = 1, BEN, CLEO, DAN, EVE, FINN, GWEN, HUGO };

/* A tournament with the whole log that it came from. */
struct hall_lab {
  struct competition competition;
  struct text log;
  struct set_library *sets;
  int64_t now;
  uint64_t requests;
};

static const uint8_t secret[CREDENTIAL_HASH] = {7};

static inline struct acting acting_of(struct hall_lab *lab, int64_t player) {
  return (struct acting){.competition = &lab->competition,
                         .sets = lab->sets,
                         .now = ++lab->now,
                         .player = player,
                         .request = player == 0 ? 0 : ++lab->requests,
                         .secret = secret};
}

static inline void show(const struct competition *competition, struct text *text) {
  const struct shown_competition shown = {
      "abcdefgh", competition,
      memory_zeroed((size_t)(competition->competitor_count + competition->organizer_count + 1) * NAME_SIZE)};
  telling_tournament(&shown, text);
  telling_standings(&shown, text);
  telling_csv(&shown, text);
  free(shown.names);
}

/* Keeps the new entries, rebuilds the competition from all of them, and compares. */
static inline void keep(struct hall_lab *lab, struct acting *acting) {
  struct competition rebuilt = {0};
  struct fault fault;
  struct text one = {0}, other = {0};
  text_add(&lab->log, acting->entries.bytes == NULL ? "" : acting->entries.bytes, acting->entries.length);
  text_free(&acting->entries);
  struct span rest = text_span(&lab->log), entry;
  while (span_split(&rest, '\n', &entry) && entry.length > 0)
    if (!entry_apply(&rebuilt, entry, &fault)) fail_msg("%s: %.*s", fault.text, (int)entry.length, entry.bytes);
  show(&lab->competition, &one);
  show(&rebuilt, &other);
  assert_string_equal(one.bytes, other.bytes);
  text_free(&one);
  text_free(&other);
  competition_free(&rebuilt);
}

/* Puts " for each ' into a body. */
static inline struct span quoted(struct text *body) {
  for (char *at = body->bytes; (at = strchr(at, '\'')) != NULL;) *at = '"';
  return text_span(body);
}

/* Opens a tournament of these settings, an object of JSON that has ' for ". */
static inline struct hall_lab open_lab(const char *settings) {
  struct hall_lab lab = {.sets = set_library_open(), .now = 1700000000000};
  struct answer answer = {0};
  struct text body = {0};
  struct acting acting = acting_of(&lab, ANN);
  text_print(&body, "{'id':'evening-0001','settings':%s}", settings);
  acting.competition = &lab.competition;
  if (!acting_open(&acting, quoted(&body), &answer)) fail_msg("%s", answer.body.bytes);
  keep(&lab, &acting);
  text_free(&body);
  return lab;
}

static inline void close_lab(struct hall_lab *lab) {
  competition_free(&lab->competition);
  text_free(&lab->log);
  set_library_close(lab->sets);
}

/* Acts; `members` are those behind `id`, with ' for ". Returns the code of the answer, whose text goes to `said`. */
static inline enum answer_code try_act(struct hall_lab *lab, int64_t player, const char *members, struct text *said) {
  struct answer answer = {0};
  struct text body = {0};
  struct acting acting = acting_of(lab, player);
  const int64_t before = lab->competition.seq;
  text_print(&body, "{'id':'evening-0001',%s}", members);
  const bool done = acting_act(&acting, quoted(&body), &answer);
  if (!done) assert_int_equal(lab->competition.seq, before);
  if (!done) text_add(said, answer.body.bytes, answer.body.length);
  keep(lab, &acting);
  text_free(&body);
  const enum answer_code code = done ? ANSWER_OK : answer.code;
  answer_free(&answer);
  return code;
}

static inline void act(struct hall_lab *lab, int64_t player, const char *members) {
  struct text said = {0};
  if (try_act(lab, player, members, &said) != ANSWER_OK) fail_msg("%s: %s", members, said.bytes);
  text_free(&said);
}

static inline void refuse(struct hall_lab *lab, int64_t player, const char *members, enum answer_code code,
                          const char *words) {
  struct text said = {0};
  assert_int_equal(try_act(lab, player, members, &said), code);
  if (strstr(said.bytes, words) == NULL) fail_msg("%s: %s", members, said.bytes);
  text_free(&said);
}

static inline void enter(struct hall_lab *lab, int64_t first, int64_t last) {
  for (int64_t player = first; player <= last; player++) act(lab, player, "'type':'enter'");
}

/* The organizer rates an entrant, from 1. */
static inline void rate(struct hall_lab *lab, int entrant, int rating) {
  char members[64];
  snprintf(members, sizeof members, "'type':'rate','entrant':%d,'rating':%d", entrant, rating);
  act(lab, ANN, members);
}

/* The organizer cannot have settings of these members, after the name and `begin`. */
static inline void refuse_settings(struct hall_lab *lab, const char *begin, const char *members, const char *words) {
  struct text body = {0};
  text_print(&body, "'type':'settings','settings':{'name':'A',%s%s}", begin, members);
  refuse(lab, ANN, body.bytes, ANSWER_BAD_REQUEST, words);
  text_free(&body);
}

/* The members of a request behind `id`. */
struct lab_members {
  char text[160];
};

/* The members of a request for the next round. */
static inline struct lab_members pair_members(const struct hall_lab *lab) {
  struct lab_members members;
  snprintf(members.text, sizeof members.text, "'type':'pair','round':%d", lab->competition.round + 1);
  return members;
}

static inline void pair(struct hall_lab *lab) { act(lab, ANN, pair_members(lab).text); }

/* The next round cannot be paired now. */
static inline void refuse_pair(struct hall_lab *lab, const char *words) {
  refuse(lab, ANN, pair_members(lab).text, ANSWER_NOT_NOW, words);
}

/* Opens a tournament which these players enter, and pairs its first round. */
static inline struct hall_lab begin_lab(const char *settings, int64_t first, int64_t last) {
  struct hall_lab lab = open_lab(settings);
  enter(&lab, first, last);
  pair(&lab);
  return lab;
}

/* The members of a request that says the result of an encounter: its games, points or forfeit, and what is behind. */
static inline struct lab_members report_members(int encounter, const char *result) {
  struct lab_members members;
  snprintf(members.text, sizeof members.text, "'type':'result','encounter':%d,%s", encounter, result);
  return members;
}

static inline void report(struct hall_lab *lab, int64_t player, int encounter, const char *result) {
  act(lab, player, report_members(encounter, result).text);
}

static inline void refuse_report(struct hall_lab *lab, int64_t player, int encounter, const char *result,
                                 enum answer_code code, const char *words) {
  refuse(lab, player, report_members(encounter, result).text, code, words);
}

/* Decides all encounters that are open: the better seed, which entered first, wins. */
static inline void decide_all(struct hall_lab *lab) {
  for (int i = 0, count = lab->competition.bout_count; i < count; i++) {
    const struct bout *bout = &lab->competition.bouts[i];
    if (!bout->decided) report(lab, ANN, i + 1, bout->first < bout->second ? "'games':[[70,60]]" : "'games':[[60,70]]");
  }
}

/* Plays the rounds up to one; the better seed wins. */
static inline void play_rounds(struct hall_lab *lab, int last) {
  while (lab->competition.round < last) {
    pair(lab);
    decide_all(lab);
  }
}

/* The server does what is due at a time, which comes later than all before. Returns the number of calls. */
static inline int tick_at(struct hall_lab *lab, int64_t now, struct clock_call *calls) {
  struct acting acting = acting_of(lab, 0);
  acting.now = lab->now = now;
  const int count = clock_tick(&acting, 0, calls);
  if (acting.entries.length > 0) keep(lab, &acting);
  return count;
}

static inline int place_of(const struct hall_lab *lab, int competitor) {
  struct placing placings[ENTRANTS_MOST];
  rounds_place(&lab->competition, placings);
  for (int i = 0; i < lab->competition.competitor_count; i++)
    if (placings[i].entrant == competitor) return placings[i].place;
  fail_msg("entrant %d has no place", competitor);
  return 0;
}

#endif
