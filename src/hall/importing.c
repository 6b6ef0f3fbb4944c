#include "hall/importing.h"

#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "hall/pairing.h"

static bool has_room(const struct acting *acting, struct fault *fault) {
  return acting->competition->seq + WRITING_ROOM <= LOG_MOST ||
         fault_say(fault, "expected a tournament of at most %d entries", (int)(LOG_MOST - WRITING_ROOM));
}

/* An entrant, from 0, leaves, returns, or is expelled. */
static bool write_presence(struct acting *acting, const char *type, int entrant, struct fault *fault) {
  if (!has_room(acting, fault)) return false;
  writing_begin(acting, type, true);
  json_put_int(&acting->entries, "entrant", entrant + 1);
  if (strcmp(type, "expelled") == 0) json_put_string(&acting->entries, "reason", "as in the file");
  writing_end(acting);
  return true;
}

/* Where the form chooses whom it pairs, those whom the round of the file does not pair are away. */
static bool come_and_leave(struct acting *acting, const struct filed_bout *bouts, int count, struct fault *fault) {
  bool plays[ENTRANTS_MOST] = {false};
  for (int i = 0; i < count; i++)
    for (int seat = 0; seat < bouts[i].seats; seat++) plays[bouts[i].entrants[seat]] = true;
  for (int i = 0; i < acting->competition->competitor_count; i++)
    if (acting->competition->competitors[i].away == plays[i] &&
        !write_presence(acting, plays[i] ? "returned" : "left", i, fault))
      return false;
  return true;
}

/* Pairs a round as the file has it. */
static bool pair_round(struct acting *acting, const struct filed_bout *bouts, int count, struct fault *fault) {
  const struct competition *competition = acting->competition;
  struct next_round given = {0};
  bool seen[ENTRANTS_MOST] = {false};
  if (!rounds_are_free(competition) && rounds_begin(competition) && !come_and_leave(acting, bouts, count, fault))
    return false;
  for (int i = 0; i < count; i++) {
    const struct filed_bout *bout = &bouts[i];
    for (int seat = 0; seat < bout->seats; seat++) {
      if (seen[bout->entrants[seat]])
        return fault_say(fault, "entrant %d is in two places at once", bout->entrants[seat] + 1);
      seen[bout->entrants[seat]] = true;
    }
    const bool several = competition->settings.seats > 2;
    if (several ? bout->seats < GATHERING_LEAST : bout->seats > 2)
      return fault_say(fault, "expected games of %s", several ? "three to five" : "two");
    if (several) {
      struct gathering *game = &given.gatherings[given.gathering_count++];
      game->count = bout->seats;
      memcpy(game->entrants, bout->entrants, sizeof game->entrants);
    } else {
      given.next[given.count++] =
          (struct encounter){.first = bout->entrants[0], .second = bout->seats == 1 ? NOBODY : bout->entrants[1]};
    }
  }
  return pairing_given(acting, &given, fault);
}

/* Decides an encounter of the competition, from 0, as the file has it. */
static bool decide(struct acting *acting, int number, const struct filed_bout *filed, struct fault *fault) {
  const struct competition *competition = acting->competition;
  const struct bout *bout = &competition->bouts[number];
  if (!filed->decided) return true;
  if (!bout_is_decisive(bout, &filed->result, competition->settings.best_of,
                        rounds_is_knockout(competition, bout->round)))
    return fault_say(fault, "encounter %d: its result does not decide it", number + 1);
  if (!has_room(acting, fault)) return false;
  writing_begin(acting, "decided", true);
  json_put_int(&acting->entries, "encounter", number + 1);
  bout_result_write(&filed->result, &acting->entries);
  writing_end(acting);
  return true;
}

/* Plays the games of an arena, which are paired one by one. */
static bool play_arena(struct acting *acting, const struct filed_tournament *filed, struct fault *fault) {
  struct next_round none = {0};
  if (filed->bout_count == 0) return true;
  if (!pairing_given(acting, &none, fault)) return false;
  for (int i = 0; i < filed->bout_count; i++) {
    const struct filed_bout *bout = &filed->bouts[i];
    if (bout->seats != 2 || bout->round != 1 || bout->entrants[0] == bout->entrants[1])
      return fault_say(fault, "encounter %d: expected a game of two in round 1", i + 1);
    for (int seat = 0; seat < 2; seat++)
      if (competition_find_open(acting->competition, bout->entrants[seat]) != NOBODY)
        return fault_say(fault, "encounter %d: entrant %d is in two places at once", i + 1, bout->entrants[seat] + 1);
    if (!has_room(acting, fault)) return false;
    pairing_in_arena(acting, bout->entrants[0], bout->entrants[1], true);
    if (!decide(acting, i, bout, fault)) return false;
  }
  return true;
}

static bool play_rounds(struct acting *acting, const struct filed_tournament *filed, struct fault *fault) {
  char where[32];
  for (int round = 1, at = 0, end; at < filed->bout_count; round++, at = end) {
    for (end = at; end < filed->bout_count && filed->bouts[end].round == round;) end++;
    snprintf(where, sizeof where, "round %d", round);
    if (end == at) return fault_say(fault, "expected the encounters round after round, now of %s", where);
    if (!pair_round(acting, filed->bouts + at, end - at, fault)) return fault_within(fault, where);
    for (int i = at; i < end; i++)
      if (!decide(acting, i, &filed->bouts[i], fault)) return false;
  }
  return true;
}

bool importing_play(struct acting *acting, const struct filed_tournament *filed, struct fault *fault) {
  const bool arena = acting->competition->settings.form == FORM_ARENA;
  for (int i = 0; i < filed->entrant_count; i++) {
    const struct filed_entrant *entrant = &filed->entrants[i];
    if (!has_room(acting, fault)) return false;
    writing_entered(acting, entrant->name, entrant->rating, entrant->lot);
  }
  if (arena ? !play_arena(acting, filed, fault) : !play_rounds(acting, filed, fault)) return false;
  for (int i = 0; i < filed->entrant_count; i++) {
    const bool away = filed->entrants[i].away, expelled = filed->entrants[i].expelled;
    if ((expelled || acting->competition->competitors[i].away != away) && !write_presence(acting,
                                                                                          expelled ? "expelled"
                                                                                          : away   ? "left"
                                                                                                   : "returned",
                                                                                          i, fault))
      return false;
  }
  if (filed->closed) writing_closed(acting);
  pairing_goes_on(acting);
  return true;
}
