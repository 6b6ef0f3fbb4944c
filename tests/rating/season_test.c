/* Seasons begin with a quarter of a year in UTC. */
#include "cli/cmocka_base.h"
#include "rating/rating.h"

#include <time.h>

/* The C library knows the same calendar. */
TEST(seasons_begin_with_a_quarter) {
  for (int season = 1; season < 1200; season++) {
    const int64_t begin = season_begin(season);
    const time_t seconds = (time_t)(begin / 1000);
    const struct tm *day = gmtime(&seconds);
    assert_int_equal(begin % 86400000, 0);
    assert_int_equal(day->tm_year, 70 + season / 4);
    assert_int_equal(day->tm_mon, season % 4 * 3);
    assert_int_equal(day->tm_mday, 1);
    assert_int_equal(season_at(begin), season);
    assert_int_equal(season_at(begin - 1), season - 1);
  }
  assert_int_equal(season_at(-1), 0);
  assert_int_equal(season_at(INT64_MAX), (9999 - 1970) * 4 + 3);
}

TEST(names_are_read_as_they_are_written) {
  struct text text = {0};
  int season = 0;
  season_write(227, &text);
  assert_string_equal(text.bytes, "2026-4");
  assert_true(season_read(text_span(&text), &season) && season == 227);
  static const char *const wrong[] = {"",        "2026",   "2026-0", "2026-5",  "2026--4",
                                      "2026-4 ", "1969-4", "26-4",   "2026-04", "10000-1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(season_read(span_of(wrong[i]), &season));
  text_free(&text);
}

RUN_TESTS(NULL, NULL)
