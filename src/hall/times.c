#include "hall/times.h"

#include "hall/rounds.h"

static const int64_t minute = 60 * 1000;

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }

int64_t times_round_end(const struct competition *competition) {
  const int64_t period = competition->settings.period;
  return period == 0 || competition->round == 0 ? INT64_MAX : competition->paired + period * minute;
}

/* True if both sides are players of the server and play at its tables. */
static bool is_played_here(const struct competition *competition, const struct bout *bout) {
  return competition->settings.setup[0] != '\0' && competition->competitors[bout->first].player != 0 &&
         competition->competitors[bout->second].player != 0;
}

/* The time at which a side that does not sit at the table of an encounter is late. */
static int64_t late_at(const struct competition *competition, const struct bout *bout) {
  const int64_t date = bout->date;
  if (competition->settings.grace == 0 || !is_played_here(competition, bout)) return INT64_MAX;
  const bool arena = competition->settings.form == FORM_ARENA;
  if (date == 0 && competition->settings.period > 0 && !arena) return INT64_MAX;
  /* With a period a date at which neither has come passes: they can agree on another one. */
  if (competition->settings.period > 0 && !arena && !bout_any_sits(bout)) return INT64_MAX;
  return (date > bout->since ? date : bout->since) + competition->settings.grace * minute;
}

/* How long before the end of a round players are reminded, and how long the other side can answer a claim. */
static int64_t notice_of(const struct competition *competition) {
  return earlier(DAY_MS, competition->settings.period * minute / 4);
}

int64_t times_until(const struct competition *competition, const struct bout *bout, enum decided_why *why) {
  if (competition->state != STORE_PLAYING || bout->decided || bout_all_sit(bout)) return INT64_MAX;
  const int64_t late = late_at(competition, bout);
  int64_t end = times_round_end(competition);
  /* A game that went on beyond the end leaves time for the next one; what an organizer has opened again is theirs. */
  if (bout->since >= end) end = bout->result.count > 0 ? bout->since + notice_of(competition) : INT64_MAX;
  /* One side alone has reported, or sits at the table: the other one has time to deny it, or to come. */
  if (end != INT64_MAX && (bout->reported[0] != bout->reported[1] || bout->sat[0] != bout->sat[1])) {
    const int64_t answered = earlier(bout->claimed, end) + notice_of(competition);
    if (answered > end) end = answered;
  }
  *why = late < end ? DECIDED_BY_GRACE : DECIDED_BY_PERIOD;
  return earlier(late, end);
}

struct bout_result times_decide(const struct competition *competition, const struct bout *bout, enum decided_why why) {
  const bool knockout = rounds_is_knockout(competition, bout->round);
  int wins[2];
  if (bout->sat[0] != bout->sat[1])
    return (struct bout_result){.forfeit = bout->sat[0] ? FORFEIT_SECOND : FORFEIT_FIRST};
  /* What is there counts: the games that were played, or what one side has reported and the other one has not denied.
   */
  bout_result_wins(&bout->result, wins);
  if (why == DECIDED_BY_PERIOD && bout->result.count > 0 && (wins[0] != wins[1] || !knockout)) return bout->result;
  if (why == DECIDED_BY_PERIOD && bout->reported[0] != bout->reported[1])
    return bout->reports[bout->reported[0] ? 0 : 1];
  if (knockout || competition->settings.unplayed == UNPLAYED_SEED)
    return (struct bout_result){
        .forfeit = competition_better_seed(competition, bout->first, bout->second) == bout->first ? FORFEIT_SECOND
                                                                                                  : FORFEIT_FIRST};
  if (competition->settings.unplayed == UNPLAYED_DRAWN) return (struct bout_result){.count = 1};
  return (struct bout_result){.forfeit = FORFEIT_BOTH};
}

int64_t times_call(const struct competition *competition, const struct bout *bout) {
  const struct tournament_settings *settings = &competition->settings;
  const int64_t date = bout->date, end = times_round_end(competition);
  if (competition->state != STORE_PLAYING || bout->decided || bout_all_sit(bout) || bout->calls > 1 ||
      settings->form == FORM_ARENA || (settings->period == 0 && settings->grace == 0))
    return INT64_MAX;
  if (bout->calls == 0) return bout->since;
  if (date > 0) return date - REMINDED_BEFORE;
  return end == INT64_MAX ? INT64_MAX : end - notice_of(competition);
}

int64_t times_arena_over(const struct competition *competition) {
  const bool over = competition->settings.form == FORM_ARENA && competition->state == STORE_PLAYING &&
                    competition_is_decided(competition);
  return over ? times_round_end(competition) : INT64_MAX;
}

int64_t times_close(const struct competition *competition) {
  return competition->state == STORE_FINISHED
             ? INT64_MAX
             : competition->at + TIMES_IDLE_DAYS * DAY_MS + competition->settings.period * minute;
}

int64_t times_next(const struct competition *competition) {
  int64_t next = earlier(times_close(competition), times_arena_over(competition));
  enum decided_why unheard;
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (bout->decided) continue;
    next = earlier(next, earlier(times_until(competition, bout, &unheard), times_call(competition, bout)));
  }
  return next;
}
