#include "lobby/players.h"

#include <stdlib.h>

#include "base/guard.h"
#include "club/people.h"

enum {
  DAY_SECONDS = 24 * 60 * 60,
  HOUR_SECONDS = 60 * 60,
  TRIES = 10,
  ACTS = 120,
  REPORTS = 10 /* in an hour */,
  MAILS = 10 /* in a day */,
  TOURNAMENTS = 60 /* in a day; those of files can be closed from the start */
};
enum {
  SEE_EVERY = PEOPLE_HERE / 2,
  LOOK_EVERY = 10000,
  CLEAR_EVERY = 1000 /* ms, as long as there is more */,
  CLEAR_MOST = 16 /* seats */
};

struct players {
  struct store *store;
  struct limiter *limiters[PLAYERS_HABITS];
  int64_t cleared; /* time of the last search for names of deleted players */
  bool more;       /* it found some */
  int64_t rated;   /* time of the last search for games that are to be rated */
  bool rates;      /* there are some */
  bool fails;      /* the database answers, but the next one cannot be rated */
  bool unsaid;     /* players_take_fault() has not returned why */
  struct fault fault;
  int64_t seen; /* when it was last recorded who has a stream open */
};

struct players *players_open(struct store *store, const struct lobby_limits *limits) {
  struct players *players = memory_zeroed(sizeof *players);
  const uint32_t most = limits->players_per_address;
  players->store = store;
  players->limiters[PLAYERS_BIRTH] = limiter_open((double)most / DAY_SECONDS, most);
  players->limiters[PLAYERS_TRY] = limiter_open((double)TRIES / HOUR_SECONDS, TRIES);
  players->limiters[PLAYERS_REPORT] = limiter_open((double)REPORTS / HOUR_SECONDS, REPORTS);
  players->limiters[PLAYERS_MAIL] = limiter_open((double)MAILS / DAY_SECONDS, MAILS);
  players->limiters[PLAYERS_TOURNAMENT] = limiter_open((double)TOURNAMENTS / DAY_SECONDS, TOURNAMENTS);
  players->limiters[PLAYERS_PEOPLE] = limiter_open((double)ACTS / HOUR_SECONDS, ACTS);
  return players;
}

void players_close(struct players *players) {
  if (players == NULL) return;
  for (int i = 0; i < PLAYERS_HABITS; i++) limiter_close(players->limiters[i]);
  free(players);
}

static struct limiter_who who_is(struct lobby_asker asker) {
  return (struct limiter_who){asker.address, asker.network};
}

bool players_take(struct players *players, enum players_habit habit, struct lobby_asker asker, int64_t now,
                  struct answer *answer) {
  if (asker.address == 0 || limiter_take(players->limiters[habit], who_is(asker), 1, now) == 0) return true;
  static const char *const refusals[PLAYERS_HABITS] = {
      [PLAYERS_BIRTH] = "from this address as many players were made today as may be",
      [PLAYERS_TRY] = "too many tries to sign in from this address: try again in a few minutes",
      [PLAYERS_PEOPLE] = "too many changes of friends and challenges from this address: try again in a few minutes",
      [PLAYERS_REPORT] = "too many reports from this address: try again in a few minutes",
      [PLAYERS_MAIL] = "from this address as many mail addresses were named today as may be",
      [PLAYERS_TOURNAMENT] = "from this address as many tournaments were opened today as may be"};
  return answer_refuse(answer, ANSWER_TOO_OFTEN, refusals[habit]);
}

void players_return(struct players *players, enum players_habit habit, struct lobby_asker asker, int64_t now) {
  if (asker.address != 0) limiter_return(players->limiters[habit], who_is(asker), 1, now);
}

void players_rate(struct players *players) { players->rates = true; }

bool players_rates(const struct players *players) { return players->rates; }

const char *players_take_fault(struct players *players) {
  const bool unsaid = players->unsaid;
  players->unsaid = false;
  return unsaid ? players->fault.text : NULL;
}

/* The club, and whether it may record who is here; false: the lock is not taken yet. */
struct roll_call {
  struct club *club;
  bool locked, failed;
};

static void see_player(void *context, int64_t player) {
  struct roll_call *call = context;
  struct answer unheard = {0};
  if (!call->locked && !call->failed) call->failed = !(call->locked = club_lock(call->club, &unheard));
  if (call->locked) store_see_player(call->club->store, player, call->club->now);
  answer_free(&unheard);
}

void players_tick(struct players *players, const struct presence *presence, int64_t now, club_cleared *hear,
                  void *context) {
  struct club club = {.store = players->store, .now = now};
  struct fault fault;
  if (players->rates || now >= players->rated + LOOK_EVERY || now < players->rated) {
    players->rated = now;
    players->rates = club_rate(&club, &fault);
    /* It is noted why ratings do not go on, once until they do. A database that does not answer is reported elsewhere.
     */
    const bool fails = fault.text[0] != '\0' && store_answers(players->store);
    if (fails && !players->fails) players->fault = fault;
    players->unsaid = fails && (players->unsaid || !players->fails);
    players->fails = fails;
  }
  /* If another server has the lock, the players who are here are recorded in the next round. */
  struct roll_call call = {&club, false, false};
  if (club.now >= players->seen + SEE_EVERY || club.now < players->seen) {
    presence_each_player(presence, see_player, &call);
    if (!call.failed) players->seen = club.now;
  }
  if (now < players->cleared + (players->more ? CLEAR_EVERY : LOOK_EVERY) && now >= players->cleared) return;
  players->cleared = now;
  players->more = club_clear(&club, CLEAR_MOST, hear, context);
  for (int i = 0; i < PLAYERS_HABITS; i++) limiter_sweep(players->limiters[i], now);
}
