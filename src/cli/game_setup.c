#include "cli/game_setup.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/exit_code.h"
#include "cli/files.h"

/* ---- Which game ---- */

bool game_request_read(struct game_request *request, const struct arguments *arguments, struct fault *fault) {
  static const char *const keys[] = {"game", "set", "fields", "abbot", "river", "teams", "colours", "first", "seed"};
  if (options_kind(arguments->options, "players") == OPTION_NUMBER && argument_flag(arguments, "players"))
    request->players = span_of(argument_text(arguments, "players"));
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const char *value = argument_text(arguments, keys[i]);
    if (value == NULL) continue;
    if (*value == '\0') value = "on";
    if (!game_request_set(request, span_of(keys[i]), span_of(value), fault)) return false;
  }
  return true;
}

bool game_setup_read(const struct game_request *request, struct tile_shelf **shelf, struct game_setup *setup,
                     struct fault *fault) {
  *shelf = tile_shelf_open();
  struct tile_shelf *found = game_request_shelf(request, *shelf, tile_set_load, fault);
  if (found == NULL) return false;
  if (found != *shelf) tile_shelf_close(*shelf);
  *shelf = found;
  return game_request_settle(request, found, setup, fault);
}

int game_setup_refused(const char *command, const struct fault *fault) {
  int code = bad_input(command, NULL, fault);
  return fault->error == TESS_ERROR_BAD_SET ? code : CODE_USAGE;
}

/* ---- Who sits where ---- */

/* Streams of different seats and games must not run alike. */
static uint64_t seat_seed(uint64_t seed, int seat) {
  return (seed + 1) * 0x9e3779b97f4a7c15u + (uint64_t)seat * 0xd1b54a32d192ed03u;
}

static bool set_name(struct seat *seat, struct span name, struct fault *fault) {
  if (name.length == 0 || name.length >= SEAT_NAME_SIZE || !span_is_plain(name, false))
    return fault_say(fault, "players: expected a name of 1 to %d bytes of UTF-8, not %s", SEAT_NAME_SIZE - 1,
                     quote(name.bytes, name.length).text);
  memcpy(seat->name, name.bytes, name.length);
  seat->name[name.length] = '\0';
  return true;
}

static bool refuse_kind(struct span word, bool humans, struct fault *fault) {
  char names[256] = "";
  for (int i = 0; player_kind_at(i) != NULL; i++) {
    const size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, ", %s", player_kind_at(i)->name);
  }
  return fault_say(fault, "players: expected one of %s%s, not %s", humans ? "human, " : "", names + 2,
                   quote(word.bytes, word.length).text);
}

static bool read_kind(struct seat *seat, struct span word, bool humans, uint64_t seed, struct fault *fault) {
  char name[16] = "";
  if (word.length < sizeof name) memcpy(name, word.bytes, word.length);
  seat->human = humans && strcmp(name, "human") == 0;
  const struct player_kind *kind = player_kind_find(name);
  if (seat->human) return true;
  if (kind == NULL) return refuse_kind(word, humans, fault);
  player_open(&seat->player, kind, seed);
  return true;
}

static bool read_seat(struct seat *seat, struct span word, bool humans, uint64_t seed, struct fault *fault) {
  struct span kind = word, name;
  if (memchr(word.bytes, '=', word.length) == NULL) return read_kind(seat, word, humans, seed, fault);
  span_split(&kind, '=', &name);
  return read_kind(seat, kind, humans, seed, fault) && set_name(seat, name, fault);
}

/* A name that was not given is the kind's; the second greedy player is greedy2. */
static void name_seats(struct seats *seats) {
  for (int i = 0; i < seats->count; i++) {
    struct seat *seat = &seats->at[i];
    if (seat->name[0] != '\0') continue;
    int number = 1;
    for (int j = 0; j < i; j++)
      number += seats->at[j].human == seat->human && seats->at[j].player.kind == seat->player.kind;
    const char *kind = seat->human ? "human" : seat->player.kind->name;
    snprintf(seat->name, sizeof seat->name, "%s", kind);
    if (number > 1) snprintf(seat->name, sizeof seat->name, "%s%d", kind, number);
  }
}

bool seats_read(struct seats *seats, const char *list, bool humans, uint64_t seed, struct fault *fault) {
  *seats = (struct seats){0};
  struct span rest = span_of(list), word;
  while (span_split(&rest, ',', &word)) {
    if (seats->count == TESS_MAX_PLAYERS) {
      seats_close(seats);
      return fault_say(fault, "players: expected 2 to %d of them", TESS_MAX_PLAYERS);
    }
    int seat = seats->count++;
    if (read_seat(&seats->at[seat], word, humans, seat_seed(seed, seat), fault)) continue;
    seats_close(seats);
    return false;
  }
  if (seats->count < 2) {
    seats_close(seats);
    return fault_say(fault, "players: expected 2 to %d of them", TESS_MAX_PLAYERS);
  }
  name_seats(seats);
  return true;
}

void seats_close(struct seats *seats) {
  for (int i = 0; i < seats->count; i++) player_close(&seats->at[i].player);
  seats->count = 0;
}

void seats_seed(struct seats *seats, uint64_t seed) {
  for (int i = 0; i < seats->count; i++) seats->at[i].player.random = seat_seed(seed, i);
}

bool seats_wait_for_human(const struct seats *seats, const struct history *history) {
  tess_phase phase = tess_game_phase(history->game);
  return (phase == TESS_PHASE_PLACE || phase == TESS_PHASE_MEEPLE) && seats->at[tess_game_seat(history->game)].human;
}

/* The whole turn of the computer player. */
static bool take_turn(struct player *player, const atomic_bool *stop, struct history *history, struct fault *fault) {
  const struct player_budget budget = {.playouts = PLAYER_PLAYOUTS, .stop = stop};
  struct player_advice advice;
  const struct player_turn *turn = &advice.candidates[0].turn;
  player_choose(player, history->game, &budget, &advice);
  if (stop != NULL && atomic_load(stop)) return true;
  const bool placed =
      tess_game_phase(history->game) == TESS_PHASE_MEEPLE || history_place(history, turn->placement, fault);
  return placed && history_meeple(history, turn->decision, fault);
}

void seats_step(struct seats *seats, struct history *history) {
  struct player *player = &seats->at[tess_game_seat(history->game)].player;
  struct fault fault = {0};
  bool taken = false;
  switch (tess_game_phase(history->game)) {
  case TESS_PHASE_DRAW: taken = history_draw(history, TESS_RANDOM, &fault); break;
  case TESS_PHASE_PLACE:
  case TESS_PHASE_MEEPLE: taken = take_turn(player, seats->stop, history, &fault); break;
  case TESS_PHASE_THROW: taken = history_throw(history, NULL, &fault); break;
  case TESS_PHASE_OVER: break;
  }
  assert(taken);
  (void)taken;
}
