#include "hall/clock.h"

#include "hall/pairing.h"
#include "hall/times.h"

/* Decides the encounters whose time is over. */
static void decide_late(struct acting *acting) {
  const struct competition *competition = acting->competition;
  for (int i = 0; i < competition->bout_count && !writing_is_full(acting); i++) {
    const struct bout *bout = &competition->bouts[i];
    enum decided_why why = DECIDED_BY_PEOPLE;
    const int64_t until = times_until(competition, bout, &why);
    if (until > acting->now) continue;
    const struct bout_result result = times_decide(competition, bout, why);
    writing_decided(acting, i, &result, why);
  }
}

int clock_tick(struct acting *acting, int64_t started, struct clock_call *calls) {
  const struct competition *competition = acting->competition;
  int called[CLOCK_CALLS_MOST], count = 0, listed = 0;
  if (times_close(competition) <= acting->now) {
    writing_closed(acting);
    return 0;
  }
  if (acting->now >= started + TIMES_AFTER_START) decide_late(acting);
  pairing_goes_on(acting);
  if (times_arena_over(competition) <= acting->now) {
    writing_closed(acting);
    return 0;
  }
  if (competition->seq + WRITING_ROOM > LOG_MOST) return 0;
  for (int i = 0; i < competition->bout_count && count < CLOCK_CALLS_MOST; i++)
    if (times_call(competition, &competition->bouts[i]) <= acting->now) called[count++] = i;
  if (count == 0) return 0;
  for (int i = 0; i < count; i++) {
    const struct bout *bout = &competition->bouts[called[i]];
    enum decided_why unheard;
    const int64_t until = times_until(competition, bout, &unheard);
    for (int side = 0; side < 2; side++) {
      const int64_t player = competition->competitors[side == 0 ? bout->first : bout->second].player;
      if (player == 0 || bout->sat[side]) continue;
      calls[listed++] = (struct clock_call){.player = player,
                                            .encounter = called[i] + 1,
                                            .reminds = bout->calls > 0,
                                            .date = bout->date,
                                            .until = until == INT64_MAX ? 0 : until};
    }
  }
  writing_begin(acting, "called", false);
  writing_numbers(acting, "encounters", called, count);
  writing_end(acting);
  return listed;
}
