#include "hall/rounds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- How many there are ---- */

/* Counts those whom the form pairs. */
static int count_members(const struct competition *competition) {
  int count = 0;
  for (int i = 0; i < competition->competitor_count; i++) count += competition_is_member(competition, i);
  return count;
}

/* The rounds of a season of a round robin: those of its largest group. */
static int season_rounds(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  int largest = 0;
  for (int i = 0; i < competition->group_count; i++)
    if (competition->group_sizes[i] > largest) largest = competition->group_sizes[i];
  if (competition->group_count == 0) largest = (count_members(competition) + settings->groups - 1) / settings->groups;
  return round_robin_rounds(largest, settings->cycles);
}

int rounds_first(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  if (settings->form == FORM_SWISS) return settings->rounds;
  if (settings->form == FORM_KNOCKOUT) return 0;
  if (settings->form == FORM_ARENA) return 1;
  const int seasons = settings->seasons - (competition->season > 0 ? competition->season - 1 : 0);
  return competition->season_base + seasons * season_rounds(competition);
}

int rounds_all(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  const int first = rounds_first(competition);
  if (settings->form == FORM_KNOCKOUT) return knockout_rounds(count_members(competition));
  if (settings->cut == 0) return first;
  return first + knockout_rounds(competition->seed_count > 0 ? competition->seed_count : settings->cut);
}

bool rounds_is_knockout(const struct competition *competition, int round) {
  return competition->settings.form == FORM_KNOCKOUT || round > rounds_first(competition);
}

bool rounds_are_free(const struct competition *competition) {
  const enum tournament_form form = competition->settings.form;
  return form == FORM_ARENA || (form == FORM_SWISS && competition->round < competition->settings.rounds);
}

bool rounds_begin(const struct competition *competition) {
  const struct tournament_settings *settings = &competition->settings;
  const int round = competition->round + 1;
  const bool season = settings->form == FORM_ROUND_ROBIN && settings->seasons > 1 &&
                      round == competition->season_base + season_rounds(competition) + 1;
  return round == 1 || season || (settings->cut > 0 && round == rounds_first(competition) + 1);
}

/* ---- Pairings and placings ---- */

/* One stage of a competition as src/tournament sees it: the form, or the knock-out after the cut. */
struct stage {
  struct tournament tournament;
  struct entrant *entrants;
  struct encounter *encounters;
  int members[ENTRANTS_MOST]; /* competitors by entrant */
  int base;                   /* rounds before the stage */
};

static void stage_free(struct stage *stage) {
  free(stage->entrants);
  free(stage->encounters);
}

/* Lists the competitors of the form, or those of a group, from 0. Returns their number. */
static int list_members(const struct competition *competition, int group, int *members) {
  int count = 0, begin = 0;
  if (competition->group_count > 0) {
    for (int i = 0; i < group; i++) begin += competition->group_sizes[i];
    memcpy(members, competition->grouped + begin, (size_t)competition->group_sizes[group] * sizeof *members);
    return competition->group_sizes[group];
  }
  for (int i = 0; i < competition->competitor_count; i++)
    if (competition_is_member(competition, i)) members[count++] = i;
  return count;
}

/* Makes a stage of these competitors and the rounds after `base` up to `last`; stage_free() releases it. `ranked`: the
 * competitors are in the order of the seeds. */
static void make_stage(const struct competition *competition, const int *members, int count, bool ranked, int base,
                       int last, struct stage *stage) {
  int at[ENTRANTS_MOST];
  *stage = (struct stage){.base = base};
  stage->entrants = memory_new((size_t)(count + 1) * sizeof *stage->entrants);
  stage->encounters = memory_new((size_t)(competition->bout_count + 1) * sizeof *stage->encounters);
  for (int i = 0; i < competition->competitor_count; i++) at[i] = NOBODY;
  for (int i = 0; i < count; i++) {
    const struct competitor *competitor = &competition->competitors[members[i]];
    stage->members[i] = members[i];
    at[members[i]] = i;
    stage->entrants[i] = ranked ? (struct entrant){.rating = count - i}
                                : (struct entrant){competitor->rating, competitor->lot, competitor->away};
  }
  stage->tournament.entrant_count = count;
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (bout->round <= base || bout->round > last || at[bout->first] == NOBODY ||
        (bout->second != NOBODY && at[bout->second] == NOBODY))
      continue;
    struct encounter encounter = {.round = bout->round - base,
                                  .first = at[bout->first],
                                  .second = bout->second == NOBODY ? NOBODY : at[bout->second],
                                  .end = bout_end(bout)};
    for (int k = 0; k < bout->result.count && bout->decided; k++)
      for (int side = 0; side < 2; side++) encounter.points[side] += bout->result.games[k].points[side];
    stage->encounters[stage->tournament.encounter_count++] = encounter;
  }
  stage->tournament.entrants = stage->entrants;
  stage->tournament.encounters = stage->encounters;
}

/* Makes the stage of the form, or of one of its groups. */
static void make_form(const struct competition *competition, int group, struct stage *stage) {
  int members[ENTRANTS_MOST];
  const int count = list_members(competition, group, members);
  const int last = competition->settings.form == FORM_KNOCKOUT ? INT_MAX : rounds_first(competition);
  make_stage(competition, members, count, false, competition->season_base, last, stage);
}

/* Makes the stage of the knock-out after the cut. */
static void make_cut(const struct competition *competition, const int *seeds, int count, struct stage *stage) {
  make_stage(competition, seeds, count, true, rounds_first(competition), INT_MAX, stage);
}

/* How far a knock-out has brought an entrant, and the place that follows from it. */
struct knockout_row {
  int64_t depth; /* four times the round in which they first lost, and 2 for the third place, 1 for the fourth */
  struct placing placing;
};

static int compare_rows(const void *one, const void *other) {
  const struct knockout_row *a = one, *b = other;
  if (a->depth != b->depth) return a->depth < b->depth ? 1 : -1;
  return a->placing.place != b->placing.place ? a->placing.place - b->placing.place
                                              : a->placing.entrant - b->placing.entrant;
}

/* Orders the placings of a knock-out by how far each entrant has come. */
static void place_knockout(const struct tournament *tournament, struct placing *placings) {
  const int count = tournament->entrant_count;
  struct knockout_row *rows = memory_zeroed((size_t)(count + 1) * sizeof *rows);
  for (int i = 0; i < count; i++) {
    bool lost = false;
    rows[i] = (struct knockout_row){INT64_MAX, placings[i]};
    for (int k = 0; k < tournament->encounter_count; k++) {
      const struct encounter *encounter = &tournament->encounters[k];
      const int own = placings[i].entrant;
      if ((encounter->first != own && encounter->second != own) || encounter->end == ENCOUNTER_OPEN) continue;
      const bool won = encounter->end == (encounter->first == own ? ENCOUNTER_FIRST : ENCOUNTER_SECOND);
      if (lost)
        rows[i].depth += won ? 2 : 1;
      else if (!won)
        rows[i].depth = 4 * (int64_t)encounter->round;
      lost = lost || !won;
    }
  }
  qsort(rows, (size_t)count, sizeof *rows, compare_rows);
  for (int i = 0; i < count; i++) {
    placings[i] = rows[i].placing;
    placings[i].place = i > 0 && rows[i].depth == rows[i - 1].depth ? placings[i - 1].place : i + 1;
  }
  free(rows);
}

/* Places the competitors of a stage, which it releases, and returns their number. */
static int place_stage(const struct competition *competition, struct stage *stage, bool knockout,
                       struct placing *placings) {
  const int count = stage->tournament.entrant_count;
  if (count > 0) placings_find(&stage->tournament, &competition->settings.order, placings);
  if (knockout) place_knockout(&stage->tournament, placings);
  for (int i = 0; i < count; i++) placings[i].entrant = stage->members[placings[i].entrant];
  stage_free(stage);
  return count;
}

/* Places the competitors of the form, group after group. Returns their number. */
static int place_form(const struct competition *competition, struct placing *placings) {
  int count = 0;
  for (int group = 0; group < (competition->group_count > 0 ? competition->group_count : 1); group++) {
    struct stage stage;
    make_form(competition, group, &stage);
    count += place_stage(competition, &stage, competition->settings.form == FORM_KNOCKOUT, placings + count);
  }
  return count;
}

static int compare_across(const void *one, const void *other) {
  const struct placing *a = one, *b = other;
  if (a->place != b->place) return a->place - b->place;
  if (a->score != b->score) return b->score - a->score;
  for (int i = 0; i < TIE_BREAK_COUNT; i++)
    if (a->values[i] != b->values[i]) return a->values[i] < b->values[i] ? 1 : -1;
  return a->entrant - b->entrant;
}

/* Orders all who are in groups by their places there, then by their scores and tie-breaks. */
static void merge_groups(const struct competition *competition, struct placing *placings, int count) {
  if (competition->group_count < 2) return;
  qsort(placings, (size_t)count, sizeof *placings, compare_across);
  for (int i = 0; i < count; i++) placings[i].place = i + 1;
}

/* Lists the games of three to five that are decided. free() releases the list. */
static struct played_gathering *list_gatherings(const struct competition *competition, int *count) {
  struct played_gathering *played = memory_new((size_t)(competition->bout_count + 1) * sizeof *played);
  *count = 0;
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    if (!bout->decided || bout->seats == 2) continue;
    struct played_gathering *one = &played[(*count)++];
    *one = (struct played_gathering){.gathering = {.round = bout->round, .count = bout->seats}};
    for (int seat = 0; seat < bout->seats; seat++) {
      one->gathering.entrants[seat] = bout_competitor(bout, seat + 1);
      one->points[seat] = bout->result.points[seat];
      one->places[seat] = bout->result.places[seat];
    }
  }
  return played;
}

/* Lists all competitors as entrants. */
static void list_entrants(const struct competition *competition, struct entrant *entrants) {
  for (int i = 0; i < competition->competitor_count; i++) {
    const struct competitor *competitor = &competition->competitors[i];
    entrants[i] = (struct entrant){competitor->rating, competitor->lot, competitor->away};
  }
}

/* Draws the next round of games of three to five. */
static bool draw_gatherings(const struct competition *competition, struct next_round *next, struct fault *fault) {
  struct entrant entrants[ENTRANTS_MOST];
  int count;
  struct played_gathering *played = list_gatherings(competition, &count);
  struct gathering *before = memory_new((size_t)(count + 1) * sizeof *before);
  list_entrants(competition, entrants);
  for (int i = 0; i < count; i++) before[i] = played[i].gathering;
  next->gathering_count = gatherings_draw(entrants, competition->competitor_count, before, count,
                                          competition->round + 1, competition->settings.seats, next->gatherings, fault);
  free(before);
  free(played);
  return next->gathering_count > 0;
}

void rounds_place(const struct competition *competition, struct placing *placings) {
  if (competition->settings.seats > 2) {
    struct entrant entrants[ENTRANTS_MOST];
    int played_count;
    struct played_gathering *played = list_gatherings(competition, &played_count);
    list_entrants(competition, entrants);
    gatherings_place(entrants, competition->competitor_count, played, played_count, &competition->settings.order,
                     placings);
    free(played);
    return;
  }
  int count = place_form(competition, placings);

  /* 1. Those of the knock-out after the cut are before the others, and keep their values from before the cut. */
  if (competition->seed_count > 0) {
    struct placing best[ENTRANTS_MOST], ordered[ENTRANTS_MOST];
    struct stage stage;
    make_cut(competition, competition->seeds, competition->seed_count, &stage);
    int filled = place_stage(competition, &stage, true, best);
    merge_groups(competition, placings, count);
    for (int i = 0; i < filled; i++)
      for (int k = 0; k < count; k++) {
        if (placings[k].entrant != best[i].entrant) continue;
        ordered[i] = placings[k];
        ordered[i].place = best[i].place;
        placings[k].entrant = NOBODY;
      }
    for (int k = 0; k < count; k++) {
      if (placings[k].entrant == NOBODY) continue;
      ordered[filled] = placings[k];
      ordered[filled].place = filled + 1;
      filled++;
    }
    memcpy(placings, ordered, (size_t)count * sizeof *placings);
  }

  /* 2. Those who were not in it are behind all others. */
  bool seen[ENTRANTS_MOST] = {false};
  for (int i = 0; i < count; i++) seen[placings[i].entrant] = true;
  const int behind = count + 1;
  for (int i = 0; i < competition->competitor_count; i++)
    if (!seen[i]) placings[count++] = (struct placing){.entrant = i, .place = behind};
}

/* Deals the groups of the first season of a round robin by the seeds; those of a later one by the standings, with
 * promotion and relegation, without those who are away, and with late comers behind. */
static void deal_groups(const struct competition *competition, struct next_round *next) {
  const struct tournament_settings *settings = &competition->settings;
  int order[ENTRANTS_MOST], group_of[ENTRANTS_MOST], count = 0, smallest = ENTRANTS_MOST;
  bool listed[ENTRANTS_MOST] = {false};
  if (competition->group_count > 0) {
    struct placing placings[ENTRANTS_MOST];
    int placed[ENTRANTS_MOST];
    const int before = place_form(competition, placings);
    for (int i = 0; i < before; i++) placed[i] = placings[i].entrant;
    for (int i = 0; i < competition->group_count; i++)
      if (competition->group_sizes[i] < smallest) smallest = competition->group_sizes[i];
    groups_move(placed, competition->group_sizes, competition->group_count,
                settings->moves < smallest / 2 ? settings->moves : smallest / 2);
    for (int i = 0; i < before; i++) {
      listed[placed[i]] = true;
      if (!competition->competitors[placed[i]].away) order[count++] = placed[i];
    }
  }
  const int first = count;
  for (int i = 0; i < competition->competitor_count; i++) {
    if (listed[i] || competition->competitors[i].away) continue;
    int at = count++;
    for (; at > first && competition_better_seed(competition, i, order[at - 1]) == i; at--) order[at] = order[at - 1];
    order[at] = i;
  }
  next->group_count = settings->groups < count / 2 ? settings->groups : count / 2;
  groups_deal(count, next->group_count, settings->seasons > 1, group_of);
  for (int group = 0, filled = 0; group < next->group_count; group++) {
    next->group_sizes[group] = 0;
    for (int i = 0; i < count; i++) {
      if (group_of[i] != group) continue;
      next->groups[filled++] = order[i];
      next->group_sizes[group]++;
    }
  }
}

/* Pairs the round of one stage, and releases it. */
static bool pair_stage(const struct competition *competition, struct stage *stage, int round, bool knockout,
                       struct next_round *next, struct fault *fault) {
  const struct tournament_settings *settings = &competition->settings;
  struct encounter *found = next->next + next->count;
  int count = 0;
  if (knockout)
    count = knockout_pair(&stage->tournament, round, settings->third, found, fault);
  else if (settings->form == FORM_SWISS)
    count = swiss_pair(&stage->tournament, round, found, fault);
  else if (round <= round_robin_rounds(stage->tournament.entrant_count, settings->cycles))
    count = round_robin_pair(&stage->tournament, settings->cycles, round, found, fault);
  for (int i = 0; i < count; i++) {
    found[i].first = stage->members[found[i].first];
    if (found[i].second != NOBODY) found[i].second = stage->members[found[i].second];
  }
  stage_free(stage);
  if (count > 0) next->count += count;
  return count >= 0;
}

bool rounds_may_follow(const struct competition *competition, struct fault *fault) {
  if (competition_present(competition) < 2) return fault_say(fault, "expected two entrants or more who are there");
  if (!competition_is_decided(competition))
    return fault_say(fault, "round %d: an encounter is not decided", competition->round);
  return competition->round < rounds_all(competition) ||
         fault_say(fault, "all %d rounds are paired", competition->round);
}

bool rounds_pair(const struct competition *competition, struct next_round *next, struct fault *fault) {
  const struct tournament_settings *settings = &competition->settings;
  const int round = competition->round + 1, first = rounds_first(competition);
  struct stage stage;
  next->count = next->seed_count = next->group_count = next->gathering_count = 0;
  if (!rounds_may_follow(competition, fault)) return false;
  if (settings->form == FORM_ARENA) return true; /* its games are paired one by one */
  if (settings->seats > 2) return draw_gatherings(competition, next, fault);

  /* 1. A knock-out after the cut. */
  if (settings->form != FORM_KNOCKOUT && round > first) {
    const int *seeds = competition->seeds;
    int seed_count = competition->seed_count;
    if (seed_count == 0) {
      /* The seeds of the knock-out after the cut are the best of those who have played before it and are there. */
      struct placing placings[ENTRANTS_MOST];
      const int placed = place_form(competition, placings);
      merge_groups(competition, placings, placed);
      for (int i = 0; i < placed && seed_count < settings->cut; i++)
        if (!competition->competitors[placings[i].entrant].away) next->seeds[seed_count++] = placings[i].entrant;
      if (seed_count < 2) return fault_say(fault, "expected two entrants or more who are there");
      if (competition->group_count > 1) {
        int group_of[ENTRANTS_MOST];
        for (int i = 0; i < competition->competitor_count; i++) group_of[i] = competition->competitors[i].group;
        groups_seed(group_of, next->seeds, seed_count);
      }
      next->seed_count = seed_count;
      seeds = next->seeds;
    }
    make_cut(competition, seeds, seed_count, &stage);
    return pair_stage(competition, &stage, round - stage.base, true, next, fault);
  }

  /* 2. The first round of groups or of a season. */
  const int base = competition->season_base;
  const bool grouped = settings->form == FORM_ROUND_ROBIN && (settings->groups > 1 || settings->seasons > 1);
  if (grouped && rounds_begin(competition)) {
    deal_groups(competition, next);
    for (int group = 0, begin = 0; group < next->group_count; begin += next->group_sizes[group++]) {
      make_stage(competition, next->groups + begin, next->group_sizes[group], false, round - 1, INT_MAX, &stage);
      if (!pair_stage(competition, &stage, 1, false, next, fault)) return false;
    }
    return true;
  }

  /* 3. Any other round of the form. */
  for (int group = 0; group < (grouped ? competition->group_count : 1); group++) {
    make_form(competition, group, &stage);
    if (!pair_stage(competition, &stage, round - base, settings->form == FORM_KNOCKOUT, next, fault)) return false;
  }
  return true;
}
