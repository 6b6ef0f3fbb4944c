#include "hall/pairing.h"

#include "base/json_writer.h"
#include "hall/rounds.h"

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

bool pairing_next(struct acting *acting, bool own, struct fault *fault) {
  struct competition *competition = acting->competition;
  struct next_round next;
  if (competition->round == 0 && !check_begin(competition, fault)) return false;
  if (!rounds_pair(competition, &next, fault)) return false;
  if (competition->bout_count + next.count + next.gathering_count > BOUTS_MOST ||
      competition->seq + WRITING_ROOM > LOG_MOST)
    return fault_say(fault, "this tournament is as long as it may be");
  const int from = competition->bout_count;
  writing_begin(acting, "paired", own);
  json_put_int(&acting->entries, "round", competition->round + 1);
  json_open_array(&acting->entries, "encounters");
  for (int i = 0; i < next.count; i++) {
    const int pair[2] = {next.next[i].first, next.next[i].second};
    writing_numbers(acting, NULL, pair, pair[1] == NOBODY ? 1 : 2);
  }
  for (int i = 0; i < next.gathering_count; i++)
    writing_numbers(acting, NULL, next.gatherings[i].entrants, next.gatherings[i].count);
  json_close_array(&acting->entries);
  if (next.seed_count > 0) writing_numbers(acting, "seeds", next.seeds, next.seed_count);
  if (next.group_count > 0) {
    json_open_array(&acting->entries, "groups");
    for (int group = 0, begin = 0; group < next.group_count; begin += next.group_sizes[group++])
      writing_numbers(acting, NULL, next.groups + begin, next.group_sizes[group]);
    json_close_array(&acting->entries);
  }
  writing_end(acting);
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

void pairing_goes_on(struct acting *acting) {
  const struct competition *competition = acting->competition;
  struct fault unheard;
  while (competition->settings.automatic && competition->state == STORE_PLAYING &&
         competition_is_decided(competition) && competition->round < rounds_all(competition))
    if (!pairing_next(acting, false, &unheard)) break;
}
