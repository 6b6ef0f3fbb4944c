#include "arena/schedule.h"

#include <stdlib.h>
#include <string.h>

/* ---- Seat orders ---- */

/* Appends all orders that begin with the first `done` seats of `order`; `left` are the slots not yet seated. */
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

/* One order a seat, or two for teams: slot 0 moves on by one, and the others are as the seating says. */
static void add_turns(struct schedule *schedule, int games, bool solo) {
  for (int game = 0; game < games; game++, schedule->games++)
    for (int seat = 0; seat < schedule->seats; seat++) {
      const int slot = (seat - game + schedule->seats) % schedule->slots;
      schedule->order[game][seat] = (uint8_t)(solo ? seat != game : slot);
    }
}

/* ---- Choices of engines ---- */

/* What choosing these engines once more would cost, by how often each played and each pair met. */
static uint64_t choice_cost(const struct schedule *schedule, const uint8_t *choice,
                            uint32_t met[MATCH_ENGINES][MATCH_ENGINES]) {
  uint64_t cost = 0;
  for (int i = 0; i < schedule->slots; i++) {
    const uint64_t played = met[choice[i]][choice[i]];
    cost += played * played << 20;
    for (int j = 0; j < i; j++) cost += (uint64_t)met[choice[i]][choice[j]] * met[choice[i]][choice[j]];
  }
  return cost;
}

static void note_choice(const struct schedule *schedule, const uint8_t *choice,
                        uint32_t met[MATCH_ENGINES][MATCH_ENGINES]) {
  for (int i = 0; i < schedule->slots; i++)
    for (int j = 0; j < schedule->slots; j++) met[choice[i]][choice[j]]++;
}

/* Sorts the choices: next is always the first of those whose engines and pairs had their turn least often. */
static void balance_choices(struct schedule *schedule) {
  uint32_t met[MATCH_ENGINES][MATCH_ENGINES] = {0};
  for (int next = 0; next < schedule->choice_count; next++) {
    int best = next;
    uint64_t least = UINT64_MAX;
    for (int i = next; i < schedule->choice_count; i++) {
      const uint64_t cost = choice_cost(schedule, schedule->choices[i], met);
      if (cost < least) best = i;
      if (cost < least) least = cost;
    }
    uint8_t choice[TESS_MAX_PLAYERS];
    memcpy(choice, schedule->choices[best], sizeof choice);
    memmove(schedule->choices[next + 1], schedule->choices[next], (size_t)(best - next) * sizeof choice);
    memcpy(schedule->choices[next], choice, sizeof choice);
    note_choice(schedule, choice, met);
  }
}

static void list_choices(struct schedule *schedule, int engines) {
  for (unsigned set = 0; set < 1u << engines; set++) {
    uint8_t choice[TESS_MAX_PLAYERS] = {0};
    int count = 0;
    for (int engine = 0; engine < engines; engine++) {
      if ((set >> engine & 1) == 0) continue;
      if (count < schedule->slots) choice[count] = (uint8_t)engine;
      count++;
    }
    if (count != schedule->slots) continue;
    const size_t size = sizeof *schedule->choices;
    schedule->choices = memory_resize(schedule->choices, (size_t)(schedule->choice_count + 1) * size);
    memcpy(schedule->choices[schedule->choice_count++], choice, size);
  }
}

struct schedule schedule_of(const struct match *match) {
  struct schedule schedule = {.seats = match->options.players, .slots = match_slots(match)};
  const uint8_t nobody[TESS_MAX_PLAYERS] = {0};
  if (match->options.teams)
    add_turns(&schedule, 2, false);
  else if (match->seating == SEATING_ALL)
    add_orders(&schedule, nobody, 0, (1u << schedule.slots) - 1);
  else
    add_turns(&schedule, schedule.seats, match->seating == SEATING_SOLO);
  list_choices(&schedule, match->engine_count);
  balance_choices(&schedule);
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
