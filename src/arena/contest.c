#include "arena/contest.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/engine.h"
#include "base/guard.h"
#include "base/random.h"
#include "base/text.h"
#include "notation/record.h"
#include "players/evaluation.h"

/* ---- Chance ---- */

enum { STREAM_DECK = 1, STREAM_DICE = 2 };

struct chance chance_of(const tess_game *game, uint64_t seed, uint64_t round) {
  struct chance chance = {.dice = random_seed(seed, round, STREAM_DICE)};
  const int kinds = tess_set_kinds(tess_game_set(game));
  for (int kind = 0; kind < kinds; kind++)
    for (int copy = tess_game_bag(game, kind); copy > 0; copy--) chance.order[chance.count++] = (uint8_t)kind;
  uint64_t stream = random_seed(seed, round, STREAM_DECK);
  for (int i = chance.count - 1; i > 0; i--) {
    const uint32_t other = random_below(&stream, (uint32_t)i + 1);
    const uint8_t kind = chance.order[i];
    chance.order[i] = chance.order[other];
    chance.order[other] = kind;
  }
  return chance;
}

int chance_draw(struct chance *chance, const tess_game *game) {
  int at = 0;
  while (at < chance->count && tess_game_due(game, chance->order[at]) == 0) at++;
  assert(at < chance->count);
  const int kind = chance->order[at];
  chance->count--;
  memmove(chance->order + at, chance->order + at + 1, (size_t)(chance->count - at));
  return kind;
}

tess_throw chance_throw(struct chance *chance, const tess_game *game) {
  tess_throw thrown = {0};
  tess_spot spot;
  const bool due = tess_game_battle(game, &spot, thrown.dice);
  assert(due);
  (void)due;
  for (int side = 0; side < TESS_MAX_PLAYERS; side++)
    for (int i = 0; i < thrown.dice[side]; i++) thrown.faces[side][i] = (uint8_t)(1 + random_below(&chance->dice, 6));
  return thrown;
}

/* ---- The game ---- */

/* The random streams of internal players, by game and seat. They are separate from the chance above, which depends on
 * the round only. */
enum { STREAM_SEATS = 16 };

/* A game in progress. */
struct contest {
  const struct match *match;
  const struct pairing *pairing;
  struct engine_pool *pool;
  const atomic_bool *stop;
  struct history *history;
  struct chance chance;
  struct luck *luck; /* NULL if the match does not compute it */
  struct contestant contestants[TESS_MAX_PLAYERS];
  struct record said;      /* tags and comments of the record */
  const char *termination; /* set if the game is lost by a fault */
  struct outcome *outcome;
};

static void lose(struct contest *contest, int seat, const struct fault *fault) {
  contest->termination = fault->code == NULL ? ENGINE_WRONG : fault->code;
  contest->outcome->lost = seat;
  snprintf(contest->outcome->reason, sizeof contest->outcome->reason, "%.*s", OUTCOME_REASON_SIZE - 1, fault->text);
}

/* Lets the contestant play whose turn it is, and notes its clock and evaluation for the record. */
static enum driver_answer take_turn(struct contest *contest) {
  const int seat = tess_game_seat(contest->history->game);
  const struct contestant *contestant = &contest->contestants[seat];
  struct fault fault = {0};
  const enum driver_answer answer =
      contestant_play(&contest->contestants[seat], contest->history, contest->stop, &fault);
  if (answer == DRIVER_LOST) lose(contest, seat, &fault);
  if (answer != DRIVER_TURN) return answer;
  struct record_turn *said = record_turn(&contest->said, ++contest->outcome->turns);
  if (contestant->spec->limits.clock) said->clock = (int32_t)(contestant->left / 1000);
  if (!contestant->has_lead) return answer;
  struct text number = {0};
  text_add_decimal(&number, contestant->difference, 2);
  if (number.length < sizeof said->eval) memcpy(said->eval, number.bytes, number.length + 1);
  text_free(&number);
  return answer;
}

/* Appends the record of the game: the players, the round, and the fault that ended it, if any. */
static void write_record(struct contest *contest, struct text *text) {
  const struct outcome *outcome = contest->outcome;
  char tag[24], value[64];
  for (int seat = 0; seat < contest->match->options.players; seat++) {
    snprintf(tag, sizeof tag, "Player%d", seat + 1);
    record_set_tag(&contest->said, tag, contest->match->engines[contest->pairing->engines[seat]].name);
  }
  snprintf(value, sizeof value, "%" PRIu64 ".%d", contest->pairing->round + 1, contest->pairing->game + 1);
  record_set_tag(&contest->said, "Round", value);
  snprintf(value, sizeof value, "%" PRIu64, contest->match->seed);
  record_set_tag(&contest->said, "Seed", value);
  if (outcome->lost >= 0) {
    const char *name = contest->match->engines[contest->pairing->engines[outcome->lost]].name;
    struct record_turn *said = record_turn(&contest->said, outcome->turns > 0 ? outcome->turns : 1);
    struct text words = {0};
    text_print(&words, "%s loses: %s", name, outcome->reason);
    for (size_t i = 0; i < words.length; i++)
      if (words.bytes[i] == '}') words.bytes[i] = ')';
    record_turn_say(said, text_span(&words));
    text_clear(&words);
    /* The seats of all sides except the one that lost by a fault, such as `1,3`. */
    for (int other = 0; other < contest->match->options.players; other++)
      if (other % outcome->sides != outcome->lost % outcome->sides)
        text_print(&words, "%s%d", words.length > 0 ? "," : "", other + 1);
    record_set_tag(&contest->said, "Winner", words.bytes);
    record_set_tag(&contest->said, "Termination", contest->termination);
    text_free(&words);
  }
  record_write(contest->history, &contest->said, text);
}

bool contest_play(const struct match *match, const struct pairing *pairing, struct engine_pool *pool,
                  const atomic_bool *stop, struct outcome *outcome, struct text *record, struct text *last_words) {
  /* 1. Set up the game, its chance, and the contestants. */
  struct contest contest = {.match = match, .pairing = pairing, .pool = pool, .stop = stop, .outcome = outcome};
  struct fault fault = {0};
  tess_options options = match->options;
  options.seed = random_seed(match->seed, pairing->round, 0);
  *outcome = (struct outcome){.lost = -1};
  contest.history = history_new(match->set, &options, &fault);
  assert(contest.history != NULL);
  const tess_game *game = contest.history->game;
  contest.chance = chance_of(game, match->seed, pairing->round);
  if (match->luck) contest.luck = luck_new();
  struct text newgame = {0};
  enum driver_answer answer = DRIVER_TURN;
  text_print(&newgame, " %s first=%d", contest.match->newgame.bytes == NULL ? "" : contest.match->newgame.bytes,
             tess_game_options(contest.history->game).first + 1);
  for (int seat = 0; seat < contest.match->options.players && answer == DRIVER_TURN; seat++) {
    struct fault lost = {0};
    const uint64_t number = STREAM_SEATS + (uint64_t)contest.pairing->game * TESS_MAX_PLAYERS + (uint64_t)seat;
    struct contestant *contestant = &contest.contestants[seat];
    answer = contestant_open(contestant, &contest.match->engines[contest.pairing->engines[seat]], contest.pool,
                             random_seed(contest.match->seed, contest.pairing->round, number), contest.stop, &lost);
    if (answer == DRIVER_TURN) answer = contestant_begin(contestant, newgame.bytes, contest.stop, &lost);
    if (answer == DRIVER_LOST) lose(&contest, seat, &lost);
    if (lost.code != NULL && strcmp(lost.code, ENGINE_UNSTARTED) == 0) answer = DRIVER_STOPPED;
  }
  text_free(&newgame);

  /* 2. Take its steps. */
  while (answer == DRIVER_TURN && tess_game_phase(game) != TESS_PHASE_OVER)
    if (tess_game_phase(game) == TESS_PHASE_PLACE)
      answer = take_turn(&contest);
    else {
      /* Take the next draw or throw from the chance of the round. */
      struct fault refused = {0};
      bool taken;
      if (tess_game_phase(game) == TESS_PHASE_DRAW) {
        const int kind = chance_draw(&contest.chance, game);
        if (contest.luck != NULL) luck_add_draw(contest.luck, game, kind);
        taken = history_draw(contest.history, kind, &refused);
      } else {
        const tess_throw thrown = chance_throw(&contest.chance, game);
        if (contest.luck != NULL) luck_add_throw(contest.luck, game, &thrown);
        taken = history_throw(contest.history, &thrown, &refused);
      }
      assert(taken);
      (void)taken;
    }

  /* 3. Fill in the outcome and the record. */
  outcome->sides = tess_game_sides(game);
  for (int side = 0; side < outcome->sides; side++) outcome->scores[side] = tess_game_score(game, side);
  for (int seat = 0; seat < options.players; seat++) outcome->longest[seat] = contest.contestants[seat].longest;
  if (contest.luck != NULL && outcome->lost < 0) outcome->luck = luck_sum(contest.luck, 0);
  if (answer != DRIVER_STOPPED) write_record(&contest, record);
  if (outcome->lost >= 0) contestant_last_words(&contest.contestants[outcome->lost], last_words);

  for (int seat = 0; seat < options.players; seat++) contestant_close(&contest.contestants[seat]);
  luck_free(contest.luck);
  record_free(&contest.said);
  history_free(contest.history);
  return answer != DRIVER_STOPPED;
}

/* ---- Outcomes ---- */

bool outcome_ahead(const struct outcome *outcome, int one, int other) {
  /* The side of the seat that lost by a fault is behind all others. A seat's side is the seat itself, or seat modulo 2
   * in the team game. */
  if (outcome->lost >= 0) return other == outcome->lost % outcome->sides && one != other;
  return outcome->scores[one] > outcome->scores[other];
}

int outcome_part(const struct outcome *outcome, int side) {
  int equal = 0;
  for (int other = 0; other < outcome->sides; other++) {
    if (outcome_ahead(outcome, other, side)) return 0;
    equal += !outcome_ahead(outcome, side, other);
  }
  assert(equal > 0); /* at least the side itself is not behind */
  return OUTCOME_WHOLE / equal;
}

int32_t outcome_margin(const struct outcome *outcome, int side) {
  int32_t best = INT32_MIN;
  for (int other = 0; other < outcome->sides; other++)
    if (other != side && outcome->scores[other] > best) best = outcome->scores[other];
  return outcome->scores[side] - best;
}
