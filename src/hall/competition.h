/*
 * What the log of a tournament amounts to: its entrants, encounters and results. Entries alone change it, and the same
 * entries always give the same competition. It knows no database and no clock.
 */
#ifndef HALL_COMPETITION_H
#define HALL_COMPETITION_H

#include "hall/settings.h"
#include "store/store.h"
#include "table/name.h"

/* Limits. */
enum {
  BOUTS_MOST = 16384,
  LOG_MOST = 16384, /* entries */
  ORGANIZERS_MOST = 16,
  GAMES_MOST = 9,     /* of an encounter; a knock-out plays on while nobody is ahead */
  POINTS_MOST = 9999, /* of a side in a game */
  RATING_MOST = 4000,
  RATING_DEFAULT = 1500,
  REMINDED_BEFORE = 60 * 60 * 1000, /* ms before an agreed date */
  REASON_MOST = 200,                /* characters */
  REASON_SIZE = 4 * REASON_MOST + 1
};

/* Somebody who has entered. */
struct competitor {
  int64_t player;       /* 0: a guest */
  char name[NAME_SIZE]; /* of a guest */
  int32_t rating;
  uint32_t lot;
  bool away, expelled;
  bool ready; /* for the next game of an arena */
  bool in;    /* a round robin or knock-out pairs them, as they were there at its beginning, or that of its season */
  int group;  /* of a round robin, from 0 */
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
};

/* Why the server has decided an encounter: one was not at the table in time; the time of the round is over. */
enum decided_why { DECIDED_BY_PEOPLE, DECIDED_BY_GRACE, DECIDED_BY_PERIOD };
/* Its word in the log. */
const char *decided_why_word(enum decided_why why);

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
  char table[STORE_ID_SIZE]; /* of the game that goes on; empty: there is none */
  bool sat[2];               /* by side: they have sat down there */
};

/* A tournament as its log says. Fields are for reading. */
struct competition {
  struct tournament_settings settings;
  enum store_state state;
  int64_t created, at; /* times of the first and of the last entry */
  int64_t opener, organizers[ORGANIZERS_MOST];
  int organizer_count;
  uint8_t commitment[CREDENTIAL_HASH]; /* the hash of the secret of the lots */
  uint8_t secret[CREDENTIAL_HASH];     /* once it is closed */
  struct competitor *competitors;
  struct bout *bouts;
  int competitor_count, competitor_room, bout_count, bout_room;
  int round;               /* the last that is paired; 0: none is */
  int64_t paired;          /* when it was paired */
  int season, season_base; /* the season of a round robin, from 1; the rounds before it */
  int group_count;         /* of a round robin of groups or seasons; 0: it is none, or has not begun */
  int group_sizes[GROUPS_MOST];
  int grouped[ENTRANTS_MOST]; /* group after group, its competitors in the order of their strength */
  int seeds[ENTRANTS_MOST];   /* of the knock-out after the cut */
  int seed_count;
  int64_t seq;        /* of the last entry */
  uint64_t print;     /* of the last entry */
  uint64_t *requests; /* by entry: a hash of the request that made it; 0: the server made it */
  int64_t *authors;   /* by entry: the player who made it; 0: the server did */
  int64_t log_room;
};

/* ---- The log ---- */

/* All zero is a competition without an entry. */
void competition_free(struct competition *competition);
/* Applies the next entry. Returns false with `*fault` if it is none that can follow; the competition is unusable then.
 */
bool entry_apply(struct competition *competition, struct span entry, struct fault *fault);
/* Returns a hash of an entry. */
uint64_t entry_print(struct span entry);
/* Bytes of memory that it takes. */
size_t competition_bytes(const struct competition *competition);

/* ---- Results ---- */

/* Reads `games` (lists of two points, and the winner where the points do not say it) or `forfeit`. Returns false with
 * `*fault`. */
bool bout_result_read(const json_t *json, struct bout_result *result, struct fault *fault);
/* Appends the member `games` or `forfeit`. */
void bout_result_write(const struct bout_result *result, struct text *text);
bool bout_result_same(const struct bout_result *one, const struct bout_result *other);
/* True if a result decides an encounter of so many games at most: nothing is left to play. */
bool bout_is_decisive(const struct bout *bout, const struct bout_result *result, int best_of, bool knockout);
/* The competitor on a side of an encounter, from 1; and the side of a competitor, 0 for none. */
int bout_competitor(const struct bout *bout, int side);
int bout_side(const struct bout *bout, int competitor);
/* Counts the games that each side has won. */
void bout_result_wins(const struct bout_result *result, int wins[2]);
/* How an encounter ended. */
enum encounter_end bout_end(const struct bout *bout);

/* ---- What it says ---- */

bool competition_is_organizer(const struct competition *competition, int64_t player);
/* Finds the competitor of a player, from 0; NOBODY: they have not entered. */
int competition_find(const struct competition *competition, int64_t player);
/* The number of competitors who are there. */
int competition_present(const struct competition *competition);
/* True if the form pairs a competitor: a Swiss one and an arena pair all, others those who were there when it began. */
bool competition_is_member(const struct competition *competition, int competitor);
/* The rounds before a knock-out, and all rounds; before the first round those for the competitors who are there. */
int rounds_first(const struct competition *competition);
int rounds_all(const struct competition *competition);
/* True if a round belongs to a knock-out. */
bool rounds_is_knockout(const struct competition *competition, int round);
/* True if all encounters are decided. */
bool competition_is_decided(const struct competition *competition);
/* Returns the one of two competitors that is the better seed. */
int competition_better_seed(const struct competition *competition, int one, int other);
/* Finds the encounter of a competitor in the last round that is not decided, from 0; NOBODY: there is none. */
int competition_find_open(const struct competition *competition, int competitor);

/* A round that is to be paired, by competitors. */
struct next_round {
  int count, seed_count; /* `seed_count` is 0 but in the first round after the cut, */
  int group_count;       /* and this one but in the first of groups or of a season */
  struct encounter next[ENTRANTS_MOST];
  int gathering_count; /* games of three to five in place of encounters */
  struct gathering gatherings[ENTRANTS_MOST / GATHERING_LEAST];
  int seeds[ENTRANTS_MOST];
  int groups[ENTRANTS_MOST], group_sizes[GROUPS_MOST]; /* group after group */
};

/* Finds somebody in an arena who is ready and has not played against a competitor last, if more than two are there;
 * NOBODY: there is nobody. */
int competition_find_ready(const struct competition *competition, int competitor);
/* Pairs the next round. Returns false with `*fault` if there is none. */
bool rounds_pair(const struct competition *competition, struct next_round *next, struct fault *fault);
/* Writes the placings of all competitors, the best first; `entrant` is the competitor. Those of groups are in the order
 * of the groups, with their places there, before a knock-out has begun. */
void rounds_place(const struct competition *competition, struct placing *placings);

#endif
