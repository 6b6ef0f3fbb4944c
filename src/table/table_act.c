/* What those who sit at a table ask of it; declared in table/table.h. */
#include <string.h>

#include "base/check.h"
#include "table/table_memory.h"

enum { MOST_ENTRIES = 10000, AWAY_MS = 60000 };

struct wish {
  struct table *table;
  int seat; /* 0-based; -1: someone watching */
  const struct request *request;
  const char *next;
  int64_t now;
  struct answer *answer;
};

/* Each action checks, and writes its entry if it is granted. */
typedef bool action(const struct wish *wish);

static bool not_now(const struct wish *wish, const char *text) {
  return answer_refuse(wish->answer, ANSWER_NOT_NOW, text);
}

/* True if the game is on and it is up to this seat in this phase. */
static bool is_due(const struct wish *wish, tess_phase phase) {
  const struct table *table = wish->table;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer moves for this seat: return first");
  if (table_seat_to_move(table) != wish->seat) return not_now(wish, "it is not this seat's turn");
  if (table_phase(table) != phase)
    return not_now(wish, phase == TESS_PHASE_DRAW ? "the tile is already drawn" : "the tile is not yet drawn");
  return true;
}

static struct text begin(const struct wish *wish, enum entry_type type) {
  struct text entry = entry_begin(wish->table, wish->now, type);
  json_put_int(&entry, "seat", wish->seat + 1);
  return entry;
}

static bool act_seal(const struct wish *wish) {
  if (wish->table->state != TABLE_WAITING) return not_now(wish, "the game has begun");
  if (wish->table->seats[wish->seat].sealed) return not_now(wish, "this seat has sealed its contribution");
  struct text entry = begin(wish, ENTRY_SEALED);
  entry_put_hex(&entry, "seal", wish->request->seal, FAIR_HASH);
  entry_end(wish->table, &entry);
  return true;
}

/* True if the contribution is the one of which the seat has published the seal. */
static bool fits_seal(const struct wish *wish) {
  uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
  fair_commitment(wish->table->memory->secret, commitment);
  fair_seal(commitment, wish->seat, wish->request->contribution.bytes, seal);
  return memcmp(seal, wish->table->seats[wish->seat].seal, FAIR_HASH) == 0;
}

static bool act_contribute(const struct wish *wish) {
  if (wish->table->state != TABLE_WAITING) return not_now(wish, "the game has begun");
  if (!table_reveals(wish->table)) return not_now(wish, "not every seat has sealed its contribution yet");
  if (wish->table->seats[wish->seat].contribution.given) return not_now(wish, "this seat has contributed");
  if (!fits_seal(wish))
    return answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "contribution: is not the one that this seat has sealed");
  struct text entry = begin(wish, ENTRY_CONTRIBUTED);
  entry_put_hex(&entry, "contribution", wish->request->contribution.bytes, FAIR_CONTRIBUTION);
  entry_end(wish->table, &entry);
  return true;
}

static bool act_draw(const struct wish *wish) {
  if (!is_due(wish, TESS_PHASE_DRAW)) return false;
  table_draw(wish->table, wish->now);
  return true;
}

static bool act_move(const struct wish *wish) {
  struct fault fault;
  if (!is_due(wish, TESS_PHASE_PLACE)) return false;
  if (wish->request->at != wish->table->words) return not_now(wish, "at: the game has gone on since");
  if (wish->request->seen > 0 && wish->request->seen < wish->table->position)
    return not_now(wish, "seen: the game is another one since");
  if (table_deadline(wish->table) <= table_time(wish->table, wish->now)) return not_now(wish, "the time has run out");
  if (table_move(wish->table, span_of(wish->request->move), "person", wish->now, &fault)) return true;
  return answer_refuse(wish->answer, ANSWER_BAD_MOVE, fault.text);
}

static bool does_another_refuse(const struct table *table, int asking) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (seat != asking && table_refuses(table, seat)) return true;
  return false;
}

static bool act_take_back(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table->setup.takebacks) return not_now(wish, "this table plays without take-backs");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer moves for this seat: return first");
  const int words = table_back(table, wish->seat);
  if (words < 0) return not_now(wish, "this seat has made no turn yet");
  if (table->asking >= 0) return not_now(wish, "a take-back is already asked for");
  if (table->seq >= MOST_ENTRIES) return answer_refuse(wish->answer, ANSWER_TOO_MANY, "too much has been taken back");
  if (!table_has_time_back(table, wish->seat, wish->now)) return not_now(wish, "no time would be left for the turn");
  if (table_has_shown_nothing(table, wish->seat)) {
    table_undo(table, wish->seat, words, wish->now);
    return true;
  }
  if (does_another_refuse(table, wish->seat))
    return not_now(wish,
                   "tiles or dice were seen since, and a computer or program here does not agree to take them back");
  struct text entry = begin(wish, ENTRY_ASKED);
  json_put_string(&entry, "what", "take-back");
  entry_end(table, &entry);
  return true;
}

static bool act_answer(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->asking < 0) return not_now(wish, "nothing is asked");
  if (table->asking == wish->seat) return not_now(wish, "this is for the others to answer");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer moves for this seat: return first");
  if (table->seats[wish->seat].consents) return not_now(wish, "this seat has answered");
  if (wish->request->yes && !table_has_time_back(table, table->asking, wish->now))
    return not_now(wish, "a clock would have no time left after it");
  struct text entry = begin(wish, ENTRY_ANSWERED);
  json_put_bool(&entry, "yes", wish->request->yes);
  entry_end(table, &entry);
  return true;
}

static bool has_said_enough(const struct wish *wish) {
  return wish->table->seq >= MOST_ENTRIES &&
         !answer_refuse(wish->answer, ANSWER_TOO_MANY, "too much has been said at this table");
}

static bool act_say(const struct wish *wish) {
  const char *name = wish->seat < 0 ? wish->request->name : wish->table->seats[wish->seat].name;
  if (name[0] == '\0') return answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "name: is missing");
  if (has_said_enough(wish)) return false;
  struct text entry = begin(wish, ENTRY_SAID);
  json_put_string(&entry, "name", name);
  json_put_string(&entry, "text", wish->request->text);
  entry_end(wish->table, &entry);
  return true;
}

static bool act_mute(const struct wish *wish) {
  const int other = wish->request->seat - 1;
  if (other >= wish->table->setup.players || other == wish->seat)
    return answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "seat: expected the number of another seat of the table");
  if (has_said_enough(wish)) return false;
  struct text entry = begin(wish, ENTRY_MUTED);
  json_put_int(&entry, "muted", other + 1);
  json_put_bool(&entry, "yes", wish->request->yes);
  entry_end(wish->table, &entry);
  return true;
}

/* Who has seen a contribution and leaves takes the others' start with them. */
static bool stand_up(const struct wish *wish) {
  const bool reveals = table_reveals(wish->table);
  table_stand(wish->table, wish->seat, false, wish->now);
  table_close_empty(wish->table, wish->now);
  if (reveals && wish->table->state == TABLE_WAITING) table_renew(wish->table, wish->now);
  return true;
}

static bool act_leave(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state == TABLE_WAITING) return stand_up(wish);
  if (table->state != TABLE_PLAYING) return not_now(wish, "the game is over");
  if (!table_moves_itself(table, wish->seat)) return not_now(wish, "the computer already moves for this seat");
  if (table->setup.loses)
    table_lose(table, wish->seat, false, wish->now);
  else
    table_computer_takes(table, wish->seat, SETUP_LEVEL_DEFAULT, "left", wish->now);
  return true;
}

static bool act_return(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  const struct table_seat *seat = &table->seats[wish->seat];
  if (seat->why == TABLE_NOT) return not_now(wish, "this seat moves itself");
  if (seat->why == TABLE_CLOCK && table->setup.clock == SETUP_GAME_CLOCK)
    return not_now(wish, "the time of this seat has run out for the whole game");
  if (seat->why == TABLE_CLOCK && table_phase(table) == TESS_PHASE_PLACE && table_seat_to_move(table) == wish->seat)
    return not_now(wish, "the computer makes this move: return after it");
  table_return(table, wish->seat, wish->now);
  return true;
}

static bool is_away(const struct table *table, int seat, int64_t now) {
  return !table->memory->present[seat] && now - table->memory->seen[seat] >= AWAY_MS;
}

static bool act_replace(const struct wish *wish) {
  struct table *table = wish->table;
  const int other = wish->request->seat - 1;
  if (other >= table->setup.players || other == wish->seat)
    return answer_refuse(wish->answer, ANSWER_BAD_REQUEST, "seat: expected the number of another seat of the table");
  if (table->state != TABLE_PLAYING) return not_now(wish, "no game is going on");
  if (!table_moves_itself(table, other)) return not_now(wish, "the computer already moves for this seat");
  if (table->setup.loses) return not_now(wish, "at this table the clock decides for who is away");
  if (!is_away(table, other, wish->now)) return not_now(wish, "this person has not been away for a minute");
  table_computer_takes(table, other, wish->request->level, "asked", wish->now);
  return true;
}

static bool act_rematch(const struct wish *wish) {
  struct table *table = wish->table;
  if (table->state != TABLE_OVER) return not_now(wish, "the game is not over");
  if (table->memory->rematched) return not_now(wish, "the next table is already made");
  CHECK(wish->next != NULL);
  struct text entry = entry_begin(table, wish->now, ENTRY_REMATCH);
  json_put_string(&entry, "table", wish->next);
  entry_end(table, &entry);
  return true;
}

static action *const actions[] = {
#define X(name, word, read, act) act,
    REQUEST_ACTIONS(X)
#undef X
};

/* What holds for every action. */
static bool may_act(const struct wish *wish) {
  const struct table *table = wish->table;
  if (table->state == TABLE_CLOSED) return not_now(wish, "the table is closed");
  if (wish->seat < 0)
    return wish->request->type == REQUEST_SAY ||
           answer_refuse(wish->answer, ANSWER_NO_TOKEN, "expected the token of a seat: Authorization: Bearer TOKEN");
  const uint8_t holder = table->seats[wish->seat].holder;
  return holder == TABLE_PERSON || holder == TABLE_PROGRAM ||
         answer_refuse(wish->answer, ANSWER_WRONG_TOKEN, "nobody holds this seat any more");
}

bool table_act(struct table *table, int seat, const struct request *request, const char *next, int64_t now,
               struct answer *answer) {
  const struct wish wish = {table, seat - 1, request, next, now, answer};
  CHECK(seat >= 0 && seat <= table->setup.players);
  if (table_recall(table, seat, request->id) > 0) return true;
  if (!may_act(&wish) || !actions[request->type](&wish)) return false;
  if (seat > 0 && now > table->memory->seen[seat - 1]) table->memory->seen[seat - 1] = now;
  table_settle(table, now);
  table_remember(table, seat, request->id, table->seq);
  return true;
}

/* True if whoever held the seat, 0-based, has given it up, and is no longer there. */
static bool is_gone(const struct table *table, int seat, int64_t now) {
  const uint8_t why = table->seats[seat].why;
  return (why == TABLE_LEFT || why == TABLE_ASKED) && is_away(table, seat, now);
}

struct setup table_rematch(const struct table *table, int seat, int64_t now) {
  struct setup setup = table->setup;
  bool held[TESS_MAX_PLAYERS] = {0};
  for (int i = 0; i < setup.players; i++) {
    held[i] = table->seats[i].holder != TABLE_COMPUTER && (i == seat - 1 || !is_gone(table, i, now));
    if (held[i]) continue;
    setup.seats[i].kind = SETUP_COMPUTER;
    setup.seats[i].level = table->seats[i].level;
  }
  return setup_rotate(&setup, held, seat - 1);
}
