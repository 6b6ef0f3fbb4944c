#include "arena/match.h"

#include <stdlib.h>
#include <string.h>

#include "notation/options.h"

void match_free(struct match *match) {
  for (int i = 0; i < match->engine_count; i++) engine_spec_free(&match->engines[i]);
  text_free(&match->newgame);
  text_free(&match->settings);
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

struct stretch match_rounds(const struct match *match) {
  if (match->shares == 0) return (struct stretch){0, match->rounds};
  const uint64_t first = match->rounds * (match->share - 1) / match->shares;
  return (struct stretch){first, match->rounds * match->share / match->shares - first};
}

bool match_is_duel(const struct match *match) { return match->engine_count == 2 && match_slots(match) == 2; }

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
  if (match->sequential && match->shares > 0)
    return fault_say(fault, "sprt: expected none with --share, as a share does not know the games of the others");
  if (match->luck && match_sides(match) != 2)
    return fault_say(fault, "luck: expected a game of two sides, not %d", match_sides(match));
  for (int i = 0; i < match->engine_count; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(match->engines[i].name, match->engines[j].name) == 0)
        return fault_say(fault, "engine: two are named '%s'; expected different names (name=...)",
                         match->engines[i].name);
  return true;
}

/* ---- The schedule ---- */

/* Adds all seat orders that begin with the first `done` seats of `order`; `left` has a bit for each slot that is not
 * seated yet. */
static void add_orders(struct schedule *schedule, const uint8_t order[TESS_MAX_PLAYERS], int done, unsigned left) {
  if (left == 0) {
    memcpy(schedule->order[schedule->games++], order, TESS_MAX_PLAYERS);
    return;
  }
  for (int slot = 0; slot < schedule->slots; slot++) {
    if ((left >> slot & 1) == 0) continue;
    uint8_t longer[TESS_MAX_PLAYERS];
    memcpy(longer, order, sizeof longer);
    longer[done] = (uint8_t)slot;
    add_orders(schedule, longer, done + 1, left & ~(1u << slot));
  }
}

/* Adds one order for each seat, or two for teams: slot 0 moves on by one seat each time, and the seating decides about
 * the others. */
static void add_turns(struct schedule *schedule, int games, bool solo) {
  for (int game = 0; game < games; game++, schedule->games++)
    for (int seat = 0; seat < schedule->seats; seat++) {
      const int slot = (seat - game + schedule->seats) % schedule->slots;
      schedule->order[game][seat] = (uint8_t)(solo ? seat != game : slot);
    }
}

struct schedule schedule_of(const struct match *match) {
  struct schedule schedule = {.seats = match->options.players, .slots = match_slots(match)};

  /* 1. Seat the slots in the games of a round. */
  const uint8_t nobody[TESS_MAX_PLAYERS] = {0};
  if (match->options.teams)
    add_turns(&schedule, 2, false);
  else if (match->seating == SEATING_ALL)
    add_orders(&schedule, nobody, 0, (1u << schedule.slots) - 1);
  else
    add_turns(&schedule, schedule.seats, match->seating == SEATING_SOLO);

  /* 2. List every choice of as many engines as a round has room for. */
  const size_t size = sizeof *schedule.choices;
  for (unsigned set = 0; set < 1u << match->engine_count; set++) {
    uint8_t choice[TESS_MAX_PLAYERS] = {0};
    int count = 0;
    for (int engine = 0; engine < match->engine_count; engine++) {
      if ((set >> engine & 1) == 0) continue;
      if (count < schedule.slots) choice[count] = (uint8_t)engine;
      count++;
    }
    if (count != schedule.slots) continue;
    schedule.choices = memory_resize(schedule.choices, (size_t)(schedule.choice_count + 1) * size);
    memcpy(schedule.choices[schedule.choice_count++], choice, size);
  }

  /* 3. Order them: next comes the first of the choices whose engines and pairs have played least. */
  uint32_t met[MATCH_ENGINES][MATCH_ENGINES] = {0};
  for (int next = 0; next < schedule.choice_count; next++) {
    int best = next;
    uint64_t least = UINT64_MAX;
    for (int i = next; i < schedule.choice_count; i++) {
      /* The cost of choosing these engines once more is the sum of squares of how often each has played and each pair
       * has met. */
      uint64_t cost = 0;
      for (int k = 0; k < schedule.slots; k++) {
        const uint64_t played = met[schedule.choices[i][k]][schedule.choices[i][k]];
        cost += played * played << 20;
        for (int j = 0; j < k; j++)
          cost += (uint64_t)met[schedule.choices[i][k]][schedule.choices[i][j]] *
                  met[schedule.choices[i][k]][schedule.choices[i][j]];
      }
      if (cost < least) best = i;
      if (cost < least) least = cost;
    }
    uint8_t choice[TESS_MAX_PLAYERS];
    memcpy(choice, schedule.choices[best], sizeof choice);
    memmove(schedule.choices[next + 1], schedule.choices[next], (size_t)(best - next) * sizeof choice);
    memcpy(schedule.choices[next], choice, sizeof choice);
    for (int i = 0; i < schedule.slots; i++)
      for (int j = 0; j < schedule.slots; j++) met[choice[i]][choice[j]]++;
  }
  return schedule;
}

void schedule_free(struct schedule *schedule) {
  free(schedule->choices);
  *schedule = (struct schedule){0};
}

uint64_t schedule_rounds(const struct schedule *schedule, int engines) {
  unsigned played = 0;
  for (int round = 0; round < schedule->choice_count; round++) {
    for (int slot = 0; slot < schedule->slots; slot++) played |= 1u << schedule->choices[round][slot];
    if (played == (1u << engines) - 1) return (uint64_t)round + 1;
  }
  return (uint64_t)schedule->choice_count;
}

struct pairing schedule_pairing(const struct schedule *schedule, uint64_t index) {
  const uint64_t games = (uint64_t)schedule->games;
  struct pairing pairing = {.round = index / games, .game = (int)(index % games)};
  const uint8_t *choice = schedule->choices[pairing.round % (uint64_t)schedule->choice_count];
  for (int seat = 0; seat < schedule->seats; seat++)
    pairing.engines[seat] = choice[schedule->order[pairing.game][seat]];
  return pairing;
}
