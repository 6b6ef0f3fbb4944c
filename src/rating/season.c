/* Seasons: the quarters of a year in UTC, by the Gregorian calendar. */
#include "base/text.h"
#include "rating/rating.h"

enum { FIRST_YEAR = 1970, LAST_YEAR = 9999, SEASONS_A_YEAR = 4, MONTHS_A_SEASON = 3 };

/* The days from 1970-01-01 to the first of a month (1 to 12). Years are counted from March on, so that the day of a
 * leap year is their last; 719468 days lie between 0000-03-01 and 1970-01-01. */
static int64_t days_before(int64_t year, int month) {
  const int64_t counted = month > 2 ? year : year - 1;
  const int since_march = (month + 9) % 12;
  return 365 * counted + counted / 4 - counted / 100 + counted / 400 + (153 * since_march + 2) / 5 - 719468;
}

int64_t season_begin(int season) {
  return days_before(FIRST_YEAR + season / SEASONS_A_YEAR, season % SEASONS_A_YEAR * MONTHS_A_SEASON + 1) * DAY_MS;
}

int season_at(int64_t time) {
  const int last = (LAST_YEAR - FIRST_YEAR) * SEASONS_A_YEAR + SEASONS_A_YEAR - 1;
  if (time < 0) return 0;
  if (time >= season_begin(last)) return last;
  /* A season has at most 92 days, so that this one is not after the right one. */
  int season = (int)(time / DAY_MS / 92);
  while (season_begin(season + 1) <= time) season++;
  return season;
}

void season_write(int season, struct text *text) {
  text_add_int(text, FIRST_YEAR + season / SEASONS_A_YEAR);
  text_add_char(text, '-');
  text_add_int(text, season % SEASONS_A_YEAR + 1);
}

bool season_read(struct span name, int *season) {
  struct reader reader = reader_of(name);
  const int year = reader_int(&reader, FIRST_YEAR, LAST_YEAR);
  reader_expect(&reader, '-');
  const int quarter = reader_int(&reader, 1, SEASONS_A_YEAR);
  if (!reader_done(&reader)) return false;
  *season = (year - FIRST_YEAR) * SEASONS_A_YEAR + quarter - 1;
  return true;
}
