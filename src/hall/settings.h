/* What an organizer chooses for a tournament before its first round. */
#ifndef HALL_SETTINGS_H
#define HALL_SETTINGS_H

#include "table/name.h"
#include "table/setup.h"
#include "tournament/tournament.h"

/* How the entrants of the first rounds meet. */
enum tournament_form { FORM_SWISS, FORM_ROUND_ROBIN, FORM_KNOCKOUT, FORM_ARENA };

/* What becomes of an encounter that nobody has played in time: both lose it, it is drawn, the better seed wins it. In a
 * knock-out the better seed always wins it. */
enum unplayed { UNPLAYED_LOST, UNPLAYED_DRAWN, UNPLAYED_SEED };

/* Sizes and limits. */
enum {
  SETUP_TEXT_SIZE = 1024, /* bytes of the setup of its tables, with the final zero */
  SWISS_ROUNDS_MOST = 64,
  BEST_OF_MOST = 5,
  GROUPS_MOST = 32,
  SEASONS_MOST = 20,
  PERIOD_MOST = 60 * 24 * 60, /* minutes */
  GRACE_MOST = 24 * 60,       /* minutes */
  CAP_MOST = 1000
};

/* The settings of a tournament. */
struct tournament_settings {
  char name[TITLE_SIZE];
  enum tournament_form form;
  int rounds;     /* of a Swiss tournament */
  int seats;      /* of a game: 2, or those that a Swiss tournament of 3 to 5 at a table wants */
  int cycles;     /* of a round robin */
  int groups;     /* of a round robin */
  int seasons;    /* of a round robin: after each some change to another group, which are in the order of strength */
  int moves;      /* so many rise from each group and fall to it */
  int cut;        /* so many of the best play a knock-out after the form; 0: nobody does */
  bool third;     /* the losers of the last round but one of a knock-out play for the third place */
  int best_of;    /* games of an encounter: 1, 3 or 5 */
  bool automatic; /* the server pairs the next round when all encounters are decided */
  bool listed;
  bool same_decks; /* the tables of a round share their chance */
  int period;      /* minutes that a round has; 0: no limit */
  int grace;       /* minutes after which a player missing at the table has lost; 0: nobody has */
  enum unplayed unplayed;
  struct tie_break_order order;
  char setup[SETUP_TEXT_SIZE]; /* JSON of the setup of its tables, without seats; empty: games are played elsewhere */
};

/* The word of a form. */
struct span form_word(enum tournament_form form);
/* Reads settings from a request or a log. Returns false with `*fault` naming the member and what was expected. The
 * library may be NULL for a log, whose setup was checked before. */
bool settings_read(const json_t *json, const struct set_library *library, struct tournament_settings *settings,
                   struct fault *fault);
/* Appends them as an object of JSON. */
void settings_write(const struct tournament_settings *settings, const char *key, struct text *text);
/* Appends the setup of a table of so many seats, as an object of JSON. The opener has `seat`, from 1. `first` is the
 * seat that begins. Chance decides that at a rated table. */
void settings_write_setup(const struct tournament_settings *settings, int seats, int seat, int first,
                          struct text *text);

#endif
