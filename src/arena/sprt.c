#include "arena/sprt.h"

#include <math.h>

double sprt_ratio(const struct sprt *sprt, const struct scores *scores, int sides) {
  if (scores->total == 0) return 0;
  return scores_deficit(scores, score_of_elo(sprt->elo0, sides)) -
         scores_deficit(scores, score_of_elo(sprt->elo1, sides));
}

struct interval sprt_bounds(const struct sprt *sprt) {
  return (struct interval){log(sprt->beta / (1 - sprt->alpha)), log((1 - sprt->beta) / sprt->alpha)};
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct scores *scores, int sides) {
  const struct interval bounds = sprt_bounds(sprt);
  const double ratio = sprt_ratio(sprt, scores, sides);
  return ratio <= bounds.low ? SPRT_ELO0 : ratio >= bounds.high ? SPRT_ELO1 : SPRT_OPEN;
}

const char *sprt_verdict_name(enum sprt_verdict verdict) {
  static const char *const names[] = {"open", "elo0", "elo1"};
  return names[verdict];
}
