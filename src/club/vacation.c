/* Vacations of players: at tables with a clock of days, the time in which the player to move is on vacation does not
 * count. */
#include "base/json_writer.h"
#include "club/club.h"

static const int64_t year = 365 * DAY_MS, share = CLUB_VACATION_DAYS * DAY_MS, least = DAY_MS / 2;

/* Returns the start of the year in which vacations count. */
static int64_t year_began(const struct club *club) { return club->now > year ? club->now - year : 0; }

bool club_find_vacation(const struct club *club, int64_t player, int64_t from, struct club_vacation *vacation,
                        struct fault *fault) {
  int64_t since, until;
  *vacation = (struct club_vacation){0};
  struct store_rows *rows = store_vacations(club->store, player, from);
  while (store_next_vacation(rows, &since, &until)) {
    vacation->length += until - (since > from ? since : from);
    vacation->since = since;
    vacation->until = until;
  }
  return store_close_rows(rows, fault);
}

bool club_take_vacation(const struct club *club, int64_t player, int64_t until, struct answer *answer) {
  struct club_vacation known;
  struct fault fault;
  if (until < club->now + least || until > club->now + share)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "until: expected a time from 12 hours to 28 days ahead");
  if (!club_find_vacation(club, player, year_began(club), &known, &fault)) return answer_refuse_fault(answer, &fault);
  const bool goes_on = known.until > club->now;
  const int64_t from = goes_on ? known.until : club->now;
  if (until <= from) return true;
  if (known.length + until - from > share)
    return answer_refuse(answer, ANSWER_TOO_MUCH, "until: a player has 28 days of vacation in 365 days");
  store_drop_vacations(club->store, player, year_began(club));
  store_put_vacation(club->store, player, goes_on ? known.since : club->now, until);
  return true;
}

bool club_put_vacation(const struct club *club, int64_t player, bool own, struct text *text, struct fault *fault) {
  struct club_vacation known;
  if (!club_find_vacation(club, player, own ? year_began(club) : club->now, &known, fault)) return false;
  if (known.until > club->now) json_put_int(text, "vacation_until", known.until);
  if (own) json_put_int(text, "vacation_days", (share - known.length) / DAY_MS);
  return true;
}
