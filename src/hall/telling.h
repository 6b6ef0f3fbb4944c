/* What people see of a tournament: as JSON, and as a table of comma-separated values. */
#ifndef HALL_TELLING_H
#define HALL_TELLING_H

#include "hall/competition.h"

/* A competition with the present names of its players. */
struct shown_competition {
  const char *id;
  const struct competition *competition;
  char (*names)[NAME_SIZE]; /* by competitor, then by organizer */
};

/* Appends the tournament with its entrants and encounters, and its standings with the cross table, as objects. */
void telling_tournament(const struct shown_competition *shown, struct text *text);
void telling_standings(const struct shown_competition *shown, struct text *text);
/* Appends the standings with the cross table as comma-separated values. */
void telling_csv(const struct shown_competition *shown, struct text *text);
/* Appends the tournament as a report of FIDE (TRF16), as far as its fields have a meaning here. */
void telling_trf(const struct shown_competition *shown, struct text *text);
/* Appends the item of the list of tournaments. */
void telling_item(const struct shown_competition *shown, struct text *text);

#endif
