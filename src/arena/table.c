#include "arena/table.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/chance.h"
#include "arena/contestant.h"
#include "base/decimal.h"
#include "base/random.h"
#include "notation/record.h"

/* The streams of internal players, by game and seat, beside those of chance.c, which go by the round alone. */
enum { STREAM_SEATS = 16 };

/* A game in progress. */
struct table {
  const struct match *match;
  const struct pairing *pairing;
  struct engine_pool *pool;
  const atomic_bool *stop;
  struct history *history;
  struct chance chance;
  struct luck *luck; /* NULL if the match does not tell it */
  struct contestant contestants[TESS_MAX_PLAYERS];
  struct record said; /* tags and comments */
  struct outcome *outcome;
};

static void lose(struct table *table, int seat, struct fault *fault) {
  table->outcome->lost = seat;
  snprintf(table->outcome->reason, sizeof table->outcome->reason, "%.*s", OUTCOME_REASON_SIZE - 1, fault->text);
}

static enum driver_answer open_contestants(struct table *table) {
  struct text newgame = {0};
  enum driver_answer answer = DRIVER_TURN;
  text_print(&newgame, " %s first=%d", table->match->newgame.bytes == NULL ? "" : table->match->newgame.bytes,
             tess_game_options(table->history->game).first + 1);
  for (int seat = 0; seat < table->match->options.players && answer == DRIVER_TURN; seat++) {
    struct fault fault = {0};
    const uint64_t number = STREAM_SEATS + (uint64_t)table->pairing->game * TESS_MAX_PLAYERS + (uint64_t)seat;
    struct contestant *contestant = &table->contestants[seat];
    answer = contestant_open(contestant, &table->match->engines[table->pairing->engines[seat]], table->pool,
                             random_seed(table->match->seed, table->pairing->round, number), table->stop, &fault);
    if (answer == DRIVER_TURN) answer = contestant_begin(contestant, newgame.bytes, table->stop, &fault);
    if (answer == DRIVER_LOST) lose(table, seat, &fault);
  }
  text_free(&newgame);
  return answer;
}

/* Notes clock and evaluation of the turn that was taken last. */
static void note_turn(struct table *table, const struct contestant *contestant) {
  struct record_turn *said = record_turn(&table->said, table->outcome->turns);
  if (contestant->spec->limits.clock) said->clock = (int32_t)(contestant->left / 1000);
  if (!contestant->told) return;
  struct text number = {0};
  text_add_decimal(&number, contestant->difference, 2);
  if (number.length < sizeof said->eval) memcpy(said->eval, number.bytes, number.length + 1);
  text_free(&number);
}

static enum driver_answer take_turn(struct table *table) {
  const int seat = tess_game_seat(table->history->game);
  struct fault fault = {0};
  const enum driver_answer answer = contestant_play(&table->contestants[seat], table->history, table->stop, &fault);
  if (answer == DRIVER_LOST) lose(table, seat, &fault);
  if (answer != DRIVER_TURN) return answer;
  table->outcome->turns++;
  note_turn(table, &table->contestants[seat]);
  return answer;
}

static void draw(struct table *table) {
  const tess_game *game = table->history->game;
  const int kind = chance_draw(&table->chance, game);
  struct fault fault = {0};
  if (table->luck != NULL) luck_add_draw(table->luck, game, kind);
  const bool drawn = history_draw(table->history, kind, &fault);
  assert(drawn);
  (void)drawn;
}

static void throw_dice(struct table *table) {
  const tess_game *game = table->history->game;
  const tess_throw thrown = chance_throw(&table->chance, game);
  struct fault fault = {0};
  if (table->luck != NULL) luck_add_throw(table->luck, game, &thrown);
  const bool taken = history_throw(table->history, &thrown, &fault);
  assert(taken);
  (void)taken;
}

/* The step that is due. */
static enum driver_answer take_step(struct table *table) {
  switch (tess_game_phase(table->history->game)) {
  case TESS_PHASE_PLACE: return take_turn(table);
  case TESS_PHASE_DRAW: draw(table); break;
  case TESS_PHASE_THROW: throw_dice(table); break;
  case TESS_PHASE_MEEPLE:
  case TESS_PHASE_OVER: assert(false);
  }
  return DRIVER_TURN;
}

/* ---- The record ---- */

static void say_fault(struct table *table) {
  struct record_turn *said = record_turn(&table->said, table->outcome->turns > 0 ? table->outcome->turns : 1);
  struct text words = {0};
  text_print(&words, "%s loses: %s", table->match->engines[table->pairing->engines[table->outcome->lost]].name,
             table->outcome->reason);
  for (size_t i = 0; i < words.length; i++)
    if (words.bytes[i] == '}') words.bytes[i] = ')';
  record_turn_say(said, text_span(&words));
  text_free(&words);
}

static void write_record(struct table *table, struct text *text) {
  char tag[24], value[64];
  for (int seat = 0; seat < table->match->options.players; seat++) {
    snprintf(tag, sizeof tag, "Player%d", seat + 1);
    record_set_tag(&table->said, tag, table->match->engines[table->pairing->engines[seat]].name);
  }
  snprintf(value, sizeof value, "%" PRIu64 ".%d", table->pairing->round + 1, table->pairing->game + 1);
  record_set_tag(&table->said, "Round", value);
  snprintf(value, sizeof value, "%" PRIu64, table->match->seed);
  record_set_tag(&table->said, "Seed", value);
  if (table->outcome->lost >= 0) say_fault(table);
  record_write(table->history, &table->said, text);
}

/* ---- The game ---- */

static void note_outcome(struct table *table) {
  const tess_game *game = table->history->game;
  table->outcome->sides = tess_game_sides(game);
  for (int side = 0; side < table->outcome->sides; side++) table->outcome->scores[side] = tess_game_score(game, side);
  for (int seat = 0; seat < table->match->options.players; seat++)
    table->outcome->longest[seat] = table->contestants[seat].longest;
  if (table->luck != NULL && table->outcome->lost < 0) table->outcome->luck = luck_sum(table->luck);
}

bool table_play(const struct match *match, const struct pairing *pairing, struct engine_pool *pool,
                const atomic_bool *stop, struct outcome *outcome, struct text *record) {
  struct table table = {.match = match, .pairing = pairing, .pool = pool, .stop = stop, .outcome = outcome};
  struct fault fault = {0};
  tess_options options = match->options;
  options.seed = random_seed(match->seed, pairing->round, 0);
  *outcome = (struct outcome){.lost = -1};
  table.history = history_new(match->set, &options, &fault);
  assert(table.history != NULL);
  table.chance = chance_of(table.history->game, match->seed, pairing->round);
  if (match->luck) table.luck = luck_new();
  enum driver_answer answer = open_contestants(&table);
  while (answer == DRIVER_TURN && tess_game_phase(table.history->game) != TESS_PHASE_OVER) answer = take_step(&table);
  note_outcome(&table);
  if (answer != DRIVER_STOPPED) write_record(&table, record);
  for (int seat = 0; seat < options.players; seat++) contestant_close(&table.contestants[seat]);
  luck_free(table.luck);
  record_free(&table.said);
  history_free(table.history);
  return answer != DRIVER_STOPPED;
}

/* ---- Outcomes ---- */

/* The side of the seat that lost by a fault, -1 if none did. Sides are seats, or seats modulo 2 in the team game. */
static int lost_side(const struct outcome *outcome) { return outcome->lost < 0 ? -1 : outcome->lost % outcome->sides; }

bool outcome_ahead(const struct outcome *outcome, int one, int other) {
  if (outcome->lost >= 0) return other == lost_side(outcome) && one != other;
  return outcome->scores[one] > outcome->scores[other];
}

int outcome_part(const struct outcome *outcome, int side) {
  int equal = 0;
  for (int other = 0; other < outcome->sides; other++) {
    if (outcome_ahead(outcome, other, side)) return 0;
    equal += !outcome_ahead(outcome, side, other);
  }
  assert(equal > 0); /* it is not ahead of itself */
  return OUTCOME_WHOLE / equal;
}

int32_t outcome_margin(const struct outcome *outcome, int side) {
  int32_t best = INT32_MIN;
  for (int other = 0; other < outcome->sides; other++)
    if (other != side && outcome->scores[other] > best) best = outcome->scores[other];
  return outcome->scores[side] - best;
}
