/* Games of three to five: a draw in which few meet again, found by exchanging entrants of two games while that helps.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/guard.h"
#include "base/random.h"
#include "tournament/tournament.h"

/* The search begins anew from other orders, as often as these entrants make in all; the best draw of all counts. */
enum { SHUFFLED = 6000 };

/* The draw that is being made. */
struct gathering_draw {
  int count;                                       /* of those who are there */
  int entrants[ENTRANTS_MOST];                     /* by place: whom it has; the places of a game follow each other */
  int begins[ENTRANTS_MOST / GATHERING_LEAST + 1]; /* by game: its first place; behind the last one the count */
  int games;
  int game_of[ENTRANTS_MOST]; /* by place */
  int all;                    /* entrants of the tournament */
  uint8_t *met;               /* by two entrants: in how many games */
};

/* What it costs that an entrant meets those of a game, but for the one at the place `without`. */
static int64_t cost_of(const struct gathering_draw *drawing, int entrant, int game, int without) {
  int64_t cost = 0;
  for (int place = drawing->begins[game]; place < drawing->begins[game + 1]; place++) {
    if (place == without) continue;
    const int64_t met = drawing->met[entrant * drawing->all + drawing->entrants[place]];
    cost += met * met;
  }
  return cost;
}

static void exchange(struct gathering_draw *drawing, int one, int other) {
  const int kept = drawing->entrants[one];
  drawing->entrants[one] = drawing->entrants[other];
  drawing->entrants[other] = kept;
}

/* Exchanges entrants until no exchange helps. Returns the cost of the draw. */
static int64_t improve(struct gathering_draw *drawing) {
  for (bool better = true; better;) {
    better = false;
    for (int one = 0; one < drawing->count; one++)
      for (int other = drawing->begins[drawing->game_of[one] + 1]; other < drawing->count; other++) {
        const int a = drawing->entrants[one], b = drawing->entrants[other];
        const int game_a = drawing->game_of[one], game_b = drawing->game_of[other];
        const int64_t now = cost_of(drawing, a, game_a, one) + cost_of(drawing, b, game_b, other);
        if (now == 0 || cost_of(drawing, a, game_b, other) + cost_of(drawing, b, game_a, one) >= now) continue;
        exchange(drawing, one, other);
        better = true;
      }
  }
  int64_t cost = 0;
  for (int place = 0; place < drawing->count; place++)
    cost += cost_of(drawing, drawing->entrants[place], drawing->game_of[place], place);
  return cost;
}

/* Seats the entrants of a game: of all orders the one in which the seats that they had before are the fewest. */
static void seat_entrants(struct gathering *game, const int (*sat)[GATHERING_MOST]) {
  int order[GATHERING_MOST] = {0, 1, 2, 3, 4}, best[GATHERING_MOST] = {0, 1, 2, 3, 4}, turns[GATHERING_MOST] = {0};
  int64_t least = INT64_MAX;
  const struct gathering drawn = *game;
  for (int i = 0; i < game->count;) { /* all orders, by Heap's algorithm */
    int64_t cost = 0;
    for (int seat = 0; i == 0 && seat < game->count; seat++) {
      const int64_t before = sat[drawn.entrants[order[seat]]][seat];
      cost += before * before;
    }
    if (i == 0 && cost < least) {
      least = cost;
      for (int seat = 0; seat < game->count; seat++) best[seat] = order[seat];
    }
    if (i == 0) i = 1;
    while (i < game->count && turns[i] >= i) turns[i++] = 0;
    if (i == game->count) break;
    const int from = i % 2 == 0 ? 0 : turns[i], kept = order[from];
    order[from] = order[i];
    order[i] = kept;
    turns[i]++;
    i = 0;
  }
  for (int seat = 0; seat < game->count; seat++) game->entrants[seat] = drawn.entrants[best[seat]];
}

int gatherings_draw(const struct entrant *entrants, int entrant_count, const struct gathering *before, int before_count,
                    int round, int wanted, struct gathering *next, struct fault *fault) {
  /* 1. The entrants that are there, in games that differ by one at most. The number of games is the nearest to what is
   * wanted. */
  assert(wanted >= GATHERING_LEAST && wanted <= GATHERING_MOST);
  struct gathering_draw drawing = {.all = entrant_count};
  for (int i = 0; i < entrant_count; i++)
    if (!entrants[i].away) drawing.entrants[drawing.count++] = i;
  if (drawing.count < GATHERING_LEAST) {
    fault_say(fault, "round %d: expected three entrants or more who are there", round);
    return -1;
  }
  const int fewest = (drawing.count + GATHERING_MOST - 1) / GATHERING_MOST, most = drawing.count / GATHERING_LEAST;
  drawing.games = (2 * drawing.count + wanted) / (2 * wanted);
  drawing.games = drawing.games < fewest ? fewest : drawing.games > most ? most : drawing.games;
  for (int game = 0; game < drawing.games; game++) {
    drawing.begins[game + 1] = (game + 1) * drawing.count / drawing.games;
    for (int place = drawing.begins[game]; place < drawing.begins[game + 1]; place++) drawing.game_of[place] = game;
  }

  /* 2. The meetings and seats of the rounds before. */
  const size_t all = (size_t)entrant_count;
  drawing.met = memory_zeroed(all * all * sizeof *drawing.met);
  int(*sat)[GATHERING_MOST] = memory_zeroed(all * sizeof *sat);
  for (int i = 0; i < before_count; i++)
    for (int j = 0; j < before[i].count; j++) {
      sat[before[i].entrants[j]][j]++;
      for (int k = 0; k < before[i].count; k++) {
        uint8_t *met = &drawing.met[before[i].entrants[j] * entrant_count + before[i].entrants[k]];
        if (j != k && *met < UINT8_MAX) ++*met;
      }
    }

  /* 3. The best draw of several beginnings. */
  struct gathering_draw best = drawing;
  int64_t least = INT64_MAX;
  for (int beginning = 0; beginning * drawing.count < SHUFFLED && least > 0; beginning++) {
    uint64_t random = random_seed((uint64_t)beginning, (uint64_t)round, (uint64_t)drawing.count);
    for (int i = drawing.count - 1; i > 0; i--) exchange(&drawing, i, (int)random_below(&random, (uint32_t)i + 1));
    const int64_t cost = improve(&drawing);
    if (cost >= least) continue;
    least = cost;
    best = drawing;
  }
  for (int game = 0; game < best.games; game++) {
    next[game] = (struct gathering){.round = round, .count = best.begins[game + 1] - best.begins[game]};
    for (int i = 0; i < next[game].count; i++) next[game].entrants[i] = best.entrants[best.begins[game] + i];
    seat_entrants(&next[game], (const int(*)[GATHERING_MOST])sat);
  }
  free(drawing.met);
  free(sat);
  return best.games;
}

void gathering_scores(int count, const int *places, int *scores) {
  assert(count >= GATHERING_LEAST && count <= GATHERING_MOST);
  for (int i = 0; i < count; i++) {
    int halves = 0;
    for (int j = 0; j < count; j++)
      if (i != j) halves += places[i] < places[j] ? 2 : places[i] == places[j];
    scores[i] = GATHERING_WHOLE * halves / (2 * (count - 1));
  }
}
