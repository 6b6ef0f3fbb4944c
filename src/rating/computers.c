/* The fixed ratings of the computers, from matches (docs/understand/ratings.md). */
#include "rating/rating.h"

/* Whole points by rules and level. */
static const int16_t values[2][RATING_LEVELS] = {
    {977, 1138, 1326, 1500, 1719, 1902, 2065, 2239},
    {831, 1051, 1274, 1500, 1676, 1852, 2044, 2235},
};

/* Thousandths of a point. People do not play as computers do, so that these numbers are less certain for them. */
enum { LEVEL_DEVIATION = 60000 };

struct rating rating_of_level(tess_rules rules, int level) {
  return (struct rating){.value = values[rules][level - 1] * 1000, .deviation = LEVEL_DEVIATION};
}
