#include "hall/competition.h"

#include <stdlib.h>

void competition_free(struct competition *competition) {
  free(competition->competitors);
  free(competition->bouts);
  free(competition->requests);
  free(competition->authors);
  *competition = (struct competition){0};
}

size_t competition_bytes(const struct competition *competition) {
  return sizeof *competition + (size_t)competition->competitor_room * sizeof *competition->competitors +
         (size_t)competition->bout_room * sizeof *competition->bouts +
         (size_t)competition->log_room * (sizeof *competition->requests + sizeof *competition->authors);
}

bool competition_is_organizer(const struct competition *competition, int64_t player) {
  for (int i = 0; i < competition->organizer_count; i++)
    if (competition->organizers[i] == player && player != 0) return true;
  return false;
}

bool competition_is_invited(const struct competition *competition, int64_t player) {
  for (int i = 0; i < competition->invited_count; i++)
    if (competition->invited[i] == player) return true;
  return false;
}

int competition_find(const struct competition *competition, int64_t player) {
  for (int i = 0; i < competition->competitor_count; i++)
    if (competition->competitors[i].player == player && player != 0) return i;
  return NOBODY;
}

int competition_present(const struct competition *competition) {
  int count = 0;
  for (int i = 0; i < competition->competitor_count; i++) count += !competition->competitors[i].away;
  return count;
}

bool competition_is_member(const struct competition *competition, int competitor) {
  const struct competitor *own = &competition->competitors[competitor];
  const enum tournament_form form = competition->settings.form;
  return form == FORM_SWISS || form == FORM_ARENA || (competition->round == 0 ? !own->away : own->in);
}

bool competition_is_decided(const struct competition *competition) {
  for (int i = 0; i < competition->bout_count; i++)
    if (!competition->bouts[i].decided) return false;
  return true;
}

bool competition_shows(const struct competition *competition, int round) {
  return round < competition->round || round <= competition->shown || competition->state == STORE_FINISHED ||
         competition_is_decided(competition);
}

int competition_better_seed(const struct competition *competition, int one, int other) {
  for (int i = 0; i < competition->seed_count; i++)
    if (competition->seeds[i] == one || competition->seeds[i] == other) return competition->seeds[i];
  const struct competitor *a = &competition->competitors[one], *b = &competition->competitors[other];
  if (a->rating != b->rating) return a->rating > b->rating ? one : other;
  return a->lot < b->lot || (a->lot == b->lot && one < other) ? one : other;
}

int competition_find_open(const struct competition *competition, int competitor) {
  for (int i = competition->bout_count - 1; i >= 0; i--) {
    const struct bout *bout = &competition->bouts[i];
    if (!bout->decided && bout_side(bout, competitor) > 0) return i;
  }
  return NOBODY;
}

/* Finds the last opponent of a competitor, from 0. */
static int last_opponent(const struct competition *competition, int competitor) {
  for (int i = competition->bout_count - 1; i >= 0; i--) {
    const int side = bout_side(&competition->bouts[i], competitor);
    if (side > 0) return bout_competitor(&competition->bouts[i], 3 - side);
  }
  return NOBODY;
}

int competition_find_ready(const struct competition *competition, int competitor) {
  const bool any = competition_is_decided(competition);
  for (int i = 0; i < competition->competitor_count; i++)
    if (i != competitor && competition->competitors[i].ready &&
        (any || last_opponent(competition, competitor) != i || last_opponent(competition, i) != competitor))
      return i;
  return NOBODY;
}
