/*
 * What the log of a tournament amounts to: its entrants, encounters and results. Entries alone change it (entry.h), and
 * the same entries always give the same competition. It knows no database and no clock.
 */
#ifndef HALL_COMPETITION_H
#define HALL_COMPETITION_H

#include "hall/bout.h"
#include "hall/settings.h"

/* Limits. */
enum {
  BOUTS_MOST = 16384,
  LOG_MOST = 16384, /* entries */
  ORGANIZERS_MOST = 16,
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

/* A tournament as its log says. Fields are for reading. */
struct competition {
  struct tournament_settings settings;
  enum store_state state;
  int64_t created, at;                                                   /* times of the first and of the last entry */
  int64_t opener, organizers[ORGANIZERS_MOST], invited[ORGANIZERS_MOST]; /* `invited`: they have not accepted yet */
  int organizer_count, invited_count;
  uint8_t commitment[CREDENTIAL_HASH]; /* the hash of the secret of the lots */
  uint8_t secret[CREDENTIAL_HASH];     /* once it is closed */
  struct competitor *competitors;
  struct bout *bouts;
  int competitor_count, competitor_room, bout_count, bout_room;
  int round;               /* the last that is paired; 0: none is */
  int shown;               /* the last round that was over when an encounter of it was voided; 0: none was */
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

/* All zero is a competition without an entry. */
void competition_free(struct competition *competition);
/* Bytes of memory that it takes. */
size_t competition_bytes(const struct competition *competition);

/* ---- What it says ---- */

bool competition_is_organizer(const struct competition *competition, int64_t player);
/* True if a player is invited to organize, and has not accepted. */
bool competition_is_invited(const struct competition *competition, int64_t player);
/* Finds the competitor of a player, from 0; NOBODY: they have not entered. */
int competition_find(const struct competition *competition, int64_t player);
/* The number of competitors who are there. */
int competition_present(const struct competition *competition);
/* True if the form pairs a competitor: a Swiss one and an arena pair all, others those who were there when it began. */
bool competition_is_member(const struct competition *competition, int competitor);
/* True if all encounters are decided. */
bool competition_is_decided(const struct competition *competition);
/* True if a round is over, or was: its tables may be seen by everybody. */
bool competition_shows(const struct competition *competition, int round);
/* Returns the one of two competitors that is the better seed. */
int competition_better_seed(const struct competition *competition, int one, int other);
/* Finds the encounter of a competitor in the last round that is not decided, from 0; NOBODY: there is none. */
int competition_find_open(const struct competition *competition, int competitor);
/* Finds a competitor of an arena that is ready for a game with another one. While others play, two competitors do not
 * meet twice in a row. NOBODY: there is none. */
int competition_find_ready(const struct competition *competition, int competitor);

#endif
