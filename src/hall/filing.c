#include "hall/filing.h"

#include <stdio.h>
#include <stdlib.h>

#include "hall/competition.h"

void filing_free(struct filed_tournament *filed) {
  free(filed->entrants);
  free(filed->bouts);
  *filed = (struct filed_tournament){0};
}

static bool read_entrant(const json_t *json, int number, struct filed_entrant *entrant, struct fault *fault) {
  struct span name = {0};
  int entrant_number = 0;
  *entrant = (struct filed_entrant){.rating = RATING_DEFAULT, .lot = -1};
  if (!json_is_object(json)) return fault_say(fault, "expected an object");
  if (!members_known(json, "entrant name", "player rating lot group ready away expelled", fault) ||
      !member_whole(json, "entrant", number, number, &entrant_number, fault) ||
      !member_text(json, "name", &name, fault) || !name_read(name, entrant->name, fault) ||
      !member_whole(json, "rating", 0, RATING_MOST, &entrant->rating, fault) ||
      !member_long(json, "lot", &entrant->lot, fault) || !member_switch(json, "away", &entrant->away, fault) ||
      !member_switch(json, "expelled", &entrant->expelled, fault))
    return false;
  return (entrant->lot >= -1 && entrant->lot <= UINT32_MAX) ||
         fault_say(fault, "lot: expected a whole number of 32 bits");
}

static bool read_bout(const json_t *json, int number, int entrants, struct filed_bout *bout, struct fault *fault) {
  static const char ends[] = "open first second drawn none played"; /* in the order of enum encounter_end */
  const json_t *more = NULL;
  int first = 0, second = 0, end = 0, bout_number = 0;
  bool bye = false;
  *bout = (struct filed_bout){.seats = 1};
  if (!json_is_object(json)) return fault_say(fault, "expected an object");
  if (!members_known(
          json, "encounter round first end",
          "second bye more games points places forfeit reports why first_date second_date date until table waits",
          fault) ||
      !member_whole(json, "encounter", number, number, &bout_number, fault) ||
      !member_whole(json, "round", 1, ROUNDS_MOST, &bout->round, fault) ||
      !member_whole(json, "first", 1, entrants, &first, fault) ||
      !member_whole(json, "second", 1, entrants, &second, fault) || !member_switch(json, "bye", &bye, fault) ||
      !member_list(json, "more", "entrants", &more, fault) || !member_choice(json, "end", ends, &end, fault))
    return false;
  if (bye == (second != 0)) return fault_say(fault, "expected one of second and bye");
  bout->entrants[0] = first - 1;
  if (bye) return true;
  bout->entrants[bout->seats++] = second - 1;
  if (json_array_size(more) > GATHERING_MOST - 2) return fault_say(fault, "more: expected at most 3");
  for (size_t i = 0; i < json_array_size(more); i++) {
    const json_int_t entrant = json_integer_value(json_array_get(more, i));
    if (entrant < 1 || entrant > entrants) return fault_say(fault, "more: expected 1 to %d", entrants);
    bout->entrants[bout->seats++] = (int)entrant - 1;
  }
  bout->decided = end != ENCOUNTER_OPEN;
  if (!bout->decided) return true;
  if (!bout_result_read(json, &bout->result, fault)) return false;
  const struct bout played = {.first = 0, .second = 1, .seats = 2, .decided = true, .result = bout->result};
  return bout->seats > 2 || bout_end(&played) == (enum encounter_end)end ||
         fault_say(fault, "end: the result says something else");
}

bool filing_read_json(const json_t *file, struct filed_tournament *filed, struct fault *fault) {
  const json_t *entrants = NULL, *encounters = NULL;
  int state = 0;
  char where[32];
  if (!members_known(file, "settings entrants encounters",
                     "tournament seq name form state created entrant_count round rounds knockout season commitment "
                     "secret organizers invited",
                     fault) ||
      !member_list(file, "entrants", "objects", &entrants, fault) ||
      !member_list(file, "encounters", "objects", &encounters, fault) ||
      !member_choice(file, "state", "open running closed", &state, fault))
    return false;
  const size_t count = json_array_size(entrants), bouts = json_array_size(encounters);
  if (count > ENTRANTS_MOST || bouts > BOUTS_MOST)
    return fault_say(fault, "expected at most %d entrants and %d encounters", (int)ENTRANTS_MOST, (int)BOUTS_MOST);
  filed->closed = state == 2;
  filed->entrants = memory_new((count + 1) * sizeof *filed->entrants);
  filed->bouts = memory_new((bouts + 1) * sizeof *filed->bouts);
  for (; filed->entrant_count < (int)count; filed->entrant_count++) {
    const int number = filed->entrant_count + 1;
    snprintf(where, sizeof where, "entrant %d", number);
    if (!read_entrant(json_array_get(entrants, (size_t)number - 1), number, &filed->entrants[number - 1], fault))
      return fault_within(fault, where);
  }
  for (; filed->bout_count < (int)bouts; filed->bout_count++) {
    const int number = filed->bout_count + 1;
    snprintf(where, sizeof where, "encounter %d", number);
    if (!read_bout(json_array_get(encounters, (size_t)number - 1), number, filed->entrant_count,
                   &filed->bouts[number - 1], fault))
      return fault_within(fault, where);
  }
  return true;
}
