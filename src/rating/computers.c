/* The fixed ratings of the computers, from matches (docs/understand/ratings.md). */
#include "rating/rating.h"

/* Whole points by rules and level. */
static const int16_t values[2][RATING_LEVELS] = {
    {940, 1123, 1319, 1473, 1670, 1845, 2010, 2184},
    {940, 1140, 1320, 1500, 1673, 1850, 1990, 2180},
};

/* Thousandths of a point. People do not play as computers do, so that these numbers are less certain for them. */
enum { LEVEL_DEVIATION = 60000 };

struct rating rating_of_level(tess_rules rules, int level) {
  return (struct rating){.value = values[rules][level - 1] * 1000, .deviation = LEVEL_DEVIATION};
}
