/* A tournament in a test, with the whole log that it came from: after each request the competition is rebuilt from the
 * log, and shows the same. */
#ifndef TESTS_HALL_LAB_H
#define TESTS_HALL_LAB_H

#include "base/random.h"
#include "cli/cmocka_base.h"
#include "hall/acting.h"
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

static inline struct hall_lab open_lab(const char *settings) {
  struct hall_lab lab = {.sets = set_library_open(), .now = 1700000000000};
  struct answer answer = {0};
  struct text body = {0};
  struct acting acting = acting_of(&lab, ANN);
  text_print(&body, "{\"id\":\"evening-0001\",\"settings\":%s}", settings);
  acting.competition = &lab.competition;
  if (!acting_open(&acting, text_span(&body), &answer)) fail_msg("%s", answer.body.bytes);
  keep(&lab, &acting);
  text_free(&body);
  return lab;
}

static inline void close_lab(struct hall_lab *lab) {
  competition_free(&lab->competition);
  text_free(&lab->log);
  set_library_close(lab->sets);
}

/* Acts; `members` are those behind `id`. Returns the code of the answer, whose text goes to `said`. */
static inline enum answer_code try_act(struct hall_lab *lab, int64_t player, const char *members, struct text *said) {
  struct answer answer = {0};
  struct text body = {0};
  struct acting acting = acting_of(lab, player);
  const int64_t before = lab->competition.seq;
  text_print(&body, "{\"id\":\"evening-0001\",%s}", members);
  const bool done = acting_act(&acting, text_span(&body), &answer);
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
  for (int64_t player = first; player <= last; player++) act(lab, player, "\"type\":\"enter\"");
}

static inline void pair(struct hall_lab *lab) {
  char members[48];
  snprintf(members, sizeof members, "\"type\":\"pair\",\"round\":%d", lab->competition.round + 1);
  act(lab, ANN, members);
}

/* The organizer decides an encounter by these games. */
static inline void decide(struct hall_lab *lab, int encounter, const char *games) {
  char members[128];
  snprintf(members, sizeof members, "\"type\":\"result\",\"encounter\":%d,\"games\":%s", encounter, games);
  act(lab, ANN, members);
}

/* Decides all encounters that are open: the better seed, which entered first, wins. */
static inline void decide_all(struct hall_lab *lab) {
  for (int i = 0, count = lab->competition.bout_count; i < count; i++) {
    const struct bout *bout = &lab->competition.bouts[i];
    if (!bout->decided) decide(lab, i + 1, bout->first < bout->second ? "[[70,60]]" : "[[60,70]]");
  }
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
