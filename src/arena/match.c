#include "arena/match.h"

#include <string.h>

#include "notation/options.h"

void match_free(struct match *match) {
  for (int i = 0; i < match->engine_count; i++) engine_spec_free(&match->engines[i]);
  text_free(&match->newgame);
  *match = (struct match){0};
}

const char *seating_name(enum seating seating) {
  static const char *const names[] = {"all", "rotations", "solo"};
  return names[seating];
}

void match_describe(const struct match *match, struct text *text) {
  text_print(text, "%s:", match->set->id);
  text_add_hash(text, tess_set_hash(match->set->set));
  text_add_char(text, ' ');
  options_write(&match->options, text);
  text_add_char(text, ' ');
  colours_write(&match->options, text);
  text_print(text, " first=%d seating=%s seed=", match->options.first, seating_name(match->seating));
  text_add_hash(text, match->seed);
  for (int i = 0; i < match->engine_count; i++)
    text_print(text, "; %s: %s", match->engines[i].name, match->engines[i].words);
  if (match->luck) text_add_string(text, "; luck");
}

int match_sides(const struct match *match) { return match->options.teams ? 2 : match->options.players; }

int match_slots(const struct match *match) {
  return match->options.teams || match->seating == SEATING_SOLO ? 2 : match->options.players;
}

bool match_is_duel(const struct match *match) { return match->engine_count == 2 && match_slots(match) == 2; }

static bool names_differ(const struct match *match, struct fault *fault) {
  for (int i = 0; i < match->engine_count; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(match->engines[i].name, match->engines[j].name) == 0)
        return fault_say(fault, "engine: two are named '%s'; expected different names (name=...)",
                         match->engines[i].name);
  return true;
}

bool match_check(const struct match *match, struct fault *fault) {
  const int slots = match_slots(match);
  if (match->seating == SEATING_SOLO && match->options.teams)
    return fault_say(fault, "seating: solo and teams do not go together");
  if (match->engine_count < slots)
    return fault_say(
        fault, "engine: expected at least %d of them for %d players%s, not %d", slots, match->options.players,
        match->engine_count == 2 ? " (or seating solo: the first engine against all others)" : "", match->engine_count);
  if (match->seating == SEATING_SOLO && match->engine_count != 2)
    return fault_say(fault, "engine: expected 2 of them with seating solo, not %d", match->engine_count);
  if (match->sequential && !match_is_duel(match))
    return fault_say(fault, "sprt: expected a match between 2 engines, not %d", match->engine_count);
  if (match->luck && match_sides(match) != 2)
    return fault_say(fault, "luck: expected a game of two sides, not %d", match_sides(match));
  return names_differ(match, fault);
}
