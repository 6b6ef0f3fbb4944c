#include "hall/pairing.h"

#include <string.h>

#include "base/json_writer.h"

/* Refuses settings that these entrants cannot play. */
static bool check_begin(const struct competition *competition, struct fault *fault) {
  const struct tournament_settings *settings = &competition->settings;
  const int present = competition_present(competition);
  const int rounds = rounds_first(competition), can = round_robin_rounds(present, 1);
  if (present < 2) return fault_say(fault, "expected two entrants or more who are there");
  if (settings->seats > 2 && present < GATHERING_LEAST)
    return fault_say(fault, "expected three entrants or more who are there");
  if (settings->form == FORM_SWISS && settings->seats == 2 && rounds > can)
    return fault_say(fault, "rounds: %d entrants can play %d rounds without meeting twice, not %d", present, can,
                     rounds);
  if (present < 2 * settings->groups)
    return fault_say(fault, "groups: expected at most %d, as %d entrants are there", present / 2, present);
  if (settings->seasons > 1 && settings->groups > 1 && 2 * settings->moves > present / settings->groups)
    return fault_say(fault, "moves: expected at most %d, half of a group", present / settings->groups / 2);
  if (settings->cut > present)
    return fault_say(fault, "cut: expected at most %d, as so many entrants are there", present);
  /* An encounter of a knock-out puts one of its entrants out. */
  const int left = settings->form == FORM_KNOCKOUT ? present : settings->cut;
  const int64_t bouts = (int64_t)rounds * ((present + 1) / 2) + left;
  if (bouts > BOUTS_MOST)
    return fault_say(fault, "these are %lld encounters: expected at most %d", (long long)bouts, (int)BOUTS_MOST);
  /* A game at a table has three entries: one for each player who sits down, and its result. Elsewhere both players
   * report the result of an encounter. */
  const int timed = settings->period > 0 || settings->grace > 0 ? 3 : 0; /* a date that both say, and notices */
  const int each = timed + (settings->setup[0] == '\0' ? 2 : 3 * settings->best_of);
  const int64_t entries = competition->seq + rounds + each * ((int64_t)rounds * (present / 2) + left) + WRITING_ROOM;
  return entries <= LOG_MOST ||
         fault_say(fault, "the log would have %lld entries: expected at most %d, so fewer entrants, rounds or games",
                   (long long)entries, (int)LOG_MOST);
}

/* Refuses a round for which there is no room. */
static bool has_room(const struct competition *competition, int bouts, struct fault *fault) {
  return (competition->bout_count + bouts <= BOUTS_MOST && competition->seq + WRITING_ROOM <= LOG_MOST) ||
         fault_say(fault, "this tournament is as long as it may be");
}

static void write_round(struct acting *acting, bool own, const struct next_round *next) {
  writing_begin(acting, "paired", own);
  json_put_int(&acting->entries, "round", acting->competition->round + 1);
  json_open_array(&acting->entries, "encounters");
  for (int i = 0; i < next->count; i++) {
    const int pair[2] = {next->next[i].first, next->next[i].second};
    writing_numbers(acting, NULL, pair, pair[1] == NOBODY ? 1 : 2);
  }
  for (int i = 0; i < next->gathering_count; i++)
    writing_numbers(acting, NULL, next->gatherings[i].entrants, next->gatherings[i].count);
  json_close_array(&acting->entries);
  if (next->seed_count > 0) writing_numbers(acting, "seeds", next->seeds, next->seed_count);
  if (next->group_count > 0) {
    json_open_array(&acting->entries, "groups");
    for (int group = 0, begin = 0; group < next->group_count; begin += next->group_sizes[group++])
      writing_numbers(acting, NULL, next->groups + begin, next->group_sizes[group]);
    json_close_array(&acting->entries);
  }
  writing_end(acting);
}

bool pairing_next(struct acting *acting, bool own, struct fault *fault) {
  struct competition *competition = acting->competition;
  struct next_round next;
  if (competition->round == 0 && !check_begin(competition, fault)) return false;
  if (!rounds_pair(competition, &next, fault)) return false;
  if (!has_room(competition, next.count + next.gathering_count, fault)) return false;
  const int from = competition->bout_count;
  write_round(acting, own, &next);
  const bool knockout = rounds_is_knockout(competition, competition->round);
  for (int i = from; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (bout->decided) continue;
    const bool first = competition->competitors[bout->first].away;
    const bool second = competition->competitors[bout->second].away;
    if (first && second)
      writing_forfeit(acting, i, knockout ? FORFEIT_SECOND : FORFEIT_BOTH);
    else if (first || second)
      writing_forfeit(acting, i, first ? FORFEIT_FIRST : FORFEIT_SECOND);
  }
  return true;
}

bool pairing_given(struct acting *acting, struct next_round *given, struct fault *fault) {
  struct competition *competition = acting->competition;
  struct next_round next;
  if (competition->round == 0 && !check_begin(competition, fault)) return false;
  if (!has_room(competition, given->count + given->gathering_count, fault)) return false;
  if (rounds_are_free(competition)) {
    if (!rounds_may_follow(competition, fault)) return false;
  } else {
    if (!rounds_pair(competition, &next, fault)) return false;
    int partner_of[ENTRANTS_MOST]; /* one's own number in place of a bye */
    for (int i = 0; i < competition->competitor_count; i++) partner_of[i] = NOBODY;
    for (int i = 0; i < given->count; i++) {
      const int first = given->next[i].first, second = given->next[i].second;
      partner_of[first] = second == NOBODY ? first : second;
      if (second != NOBODY) partner_of[second] = first;
    }
    for (int i = 0; i < next.count; i++) {
      const int first = next.next[i].first, second = next.next[i].second;
      if (second == NOBODY && partner_of[first] != first)
        return fault_say(fault, "expected a bye of entrant %d", first + 1);
      if (second != NOBODY && partner_of[first] != second)
        return fault_say(fault, "expected the encounter of entrants %d and %d", first + 1, second + 1);
    }
    if (next.count != given->count) return fault_say(fault, "expected %d encounters", next.count);
    given->seed_count = next.seed_count;
    given->group_count = next.group_count;
    memcpy(given->seeds, next.seeds, sizeof given->seeds);
    memcpy(given->groups, next.groups, sizeof given->groups);
    memcpy(given->group_sizes, next.group_sizes, sizeof given->group_sizes);
  }
  write_round(acting, true, given);
  return true;
}

void pairing_in_arena(struct acting *acting, int first, int second, bool own) {
  const int pair[2] = {first, second};
  writing_begin(acting, "paired", own);
  json_put_int(&acting->entries, "round", acting->competition->round);
  json_open_array(&acting->entries, "encounters");
  writing_numbers(acting, NULL, pair, 2);
  json_close_array(&acting->entries);
  writing_end(acting);
}

void pairing_goes_on(struct acting *acting) {
  const struct competition *competition = acting->competition;
  struct fault unheard;
  while (competition->settings.automatic && competition->state == STORE_PLAYING &&
         competition_is_decided(competition) && competition->round < rounds_all(competition))
    if (!pairing_next(acting, false, &unheard)) break;
}
