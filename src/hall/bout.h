/* An encounter of a tournament, which its code calls a bout: its sides, its games, and how it ended. It knows nothing
 * of the other encounters. */
#ifndef HALL_BOUT_H
#define HALL_BOUT_H

#include "store/store.h"
#include "table/name.h"
#include "tournament/tournament.h"

/* Limits. */
enum {
  GAMES_MOST = 9,    /* of an encounter; a knock-out plays on while nobody is ahead */
  POINTS_MOST = 9999 /* of a side in a game */
};

/* A game of an encounter, by side. */
struct played_game {
  int32_t points[2];
  int winner; /* 1 or 2; 0: it is drawn */
};

/* The side of an encounter that has lost it without playing. */
enum forfeit { FORFEIT_NONE, FORFEIT_FIRST, FORFEIT_SECOND, FORFEIT_BOTH };

/* The result of an encounter, or what there is of it. */
struct bout_result {
  enum forfeit forfeit;
  int count;
  struct played_game games[GAMES_MOST];
  int seats;                      /* of a game of three to five, */
  int32_t points[GATHERING_MOST]; /* with the points by seat */
  int places[GATHERING_MOST];     /* and the places, which follow from the points unless somebody lost before the end */
};

/* Why the server has decided an encounter: one was not at the table in time; the time of the round is over. */
enum decided_why { DECIDED_BY_PEOPLE, DECIDED_BY_GRACE, DECIDED_BY_PERIOD };

/* An encounter with all that has become of it. */
struct bout {
  int round;
  int first, second; /* competitors from 0; `second` may be NOBODY */
  int seats;         /* 2; or 3 to 5, with the others in `more` */
  int more[GATHERING_MOST - 2];
  int64_t since;    /* when it became open, or its last game ended */
  int64_t dates[2]; /* when each side wants to play; 0: they do not say */
  int64_t date;     /* on which both have agreed, until they agree on another one; 0: on none */
  int64_t claimed;  /* when a side last reported a result or sat down; 0: never */
  int calls;        /* notices that its players got: that it is to be played, then a reminder */
  bool decided;
  enum decided_why why;
  struct bout_result result;     /* while it is not decided: the games so far at tables of the server */
  bool reported[GATHERING_MOST]; /* by side */
  struct bout_result reports[GATHERING_MOST];
  int tables;                   /* at which all have sat so far */
  char table[STORE_ID_SIZE];    /* of the game that goes on; empty: there is none */
  bool sat[GATHERING_MOST];     /* by side: they have sat down there */
  bool missing[GATHERING_MOST]; /* by side: there is no seat for them, as they were away when it was opened */
};

/* Reads `games` (lists of two points, and the winner where the points do not say it), `points` (of a game of three to
 * five, and `places` where the points do not say them) or `forfeit`. Returns false with `*fault`. */
bool bout_result_read(const json_t *json, struct bout_result *result, struct fault *fault);
/* Appends that member. */
void bout_result_write(const struct bout_result *result, struct text *text);
bool bout_result_same(const struct bout_result *one, const struct bout_result *other);
/* True if a result decides an encounter of so many games at most: nothing is left to play. */
bool bout_is_decisive(const struct bout *bout, const struct bout_result *result, int best_of, bool knockout);
/* The competitor on a side of an encounter, from 1; and the side of a competitor, 0 for none. */
int bout_competitor(const struct bout *bout, int side);
int bout_side(const struct bout *bout, int competitor);
/* The seat of a side, from 1, at a table without seats for missing sides; of the last side: how many there are.
 */
int bout_seat(const bool missing[GATHERING_MOST], int side);
/* True if each side with a seat at the table sits there; and true if any side does. */
bool bout_all_sit(const struct bout *bout);
bool bout_any_sits(const struct bout *bout);
/* Counts the games that each side has won. */
void bout_result_wins(const struct bout_result *result, int wins[2]);
/* How an encounter ended. */
enum encounter_end bout_end(const struct bout *bout);

#endif
