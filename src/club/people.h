/*
 * What players keep of each other: friends, blocks and challenges. A friend is somebody with whom the player has sat at
 * a table; only friends challenge; a player who is `shown` is seen by those whom they have as friends.
 */
#ifndef CLUB_PEOPLE_H
#define CLUB_PEOPLE_H

#include "club/club.h"
#include "store/store_people.h"

/* Limits: friends and blocked players of a player; challenges of a player to tables that have not begun; listed players
 * who keep this one; milliseconds for which a sign of life holds. A date is within PEOPLE_DATE_DAYS days. */
enum {
  PEOPLE_MOST = 300,
  PEOPLE_CHALLENGES = 20,
  PEOPLE_KEEPERS = 50,
  PEOPLE_HERE = 2 * 60 * 1000,
  PEOPLE_DATE_DAYS = 60
};

/* Answers with the friends, blocked players and challenges of the asker, and records that the asker is here. */
void people_tell(const struct club *club, const struct club_asker *asker, struct answer *answer);
/* Carries out an action of the asker, and answers with people_tell(). If it is a new challenge, `*challenged` is the
 * player who is challenged, and `table` receives the id of the table; otherwise `*challenged` is 0. */
void people_act(const struct club *club, const struct club_asker *asker, struct span body, int64_t *challenged,
                char table[STORE_ID_SIZE], struct answer *answer);
/* Appends the members of people_tell(). False: the answer is the refusal instead. */
bool people_put(const struct club *club, const struct store_player *player, struct answer *answer);

/* Returns false with the refusal if `player` may not sit down at a table where `other` sits, who has blocked them. */
bool people_may_sit(const struct club *club, int64_t other, int64_t player, struct answer *answer);
/* Appends the player of a seat, and what the asker keeps of them, as members of an object. Returns false with the
 * refusal. */
bool people_put_seat(const struct club *club, const struct club_asker *asker, int64_t player, struct answer *answer);

#endif
