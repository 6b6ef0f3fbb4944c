/* Seats: taking, sealing, leaving and returning; declared in table/table.h and table/table_parts.h. */
#include <string.h>

#include "base/guard.h"
#include "table/table_parts.h"

/* ---- Taking a seat ---- */

static void write_sat(struct table *table, int seat, const struct request *request, int64_t now) {
  char name[NAME_SIZE];
  table_name_apart(table, seat, request->name, name);
  struct text entry = entry_begin(table, now, ENTRY_SAT);
  json_put_int(&entry, "seat", seat + 1);
  json_put_string(&entry, "name", name);
  json_put_string(&entry, "kind", request->program ? "program" : "person");
  if (request->answers) json_put_bool(&entry, "answers", true);
  if (table->setup.rated) json_put_int(&entry, "rating", request->rating);
  if (table->setup.rated && request->provisional) json_put_bool(&entry, "provisional", true);
  entry_end(table, &entry);
}

void table_create(struct table *table, const struct request *request, int64_t now) {
  CHECK(table->seq == 0);

  /* 1. The table as it was asked for, and the commitment to its chance. */
  uint8_t commitment[FAIR_HASH];
  fair_commitment(table->memory->secret, commitment);
  struct text entry = entry_begin(table, now, ENTRY_CREATED);
  json_put_string(&entry, "table", table->id);
  json_put_key(&entry, "setup");
  setup_write(&request->setup, &entry);
  if (request->former.table[0] != '\0') {
    json_open_object(&entry, "after");
    json_put_string(&entry, "table", request->former.table);
    json_open_array(&entry, "kept");
    for (int seat = 0; seat < request->setup.players; seat++) json_put_int(&entry, NULL, request->former.kept[seat]);
    json_close_array(&entry);
    json_open_array(&entry, "points");
    for (int seat = 0; seat < request->setup.players; seat++) json_put_int(&entry, NULL, request->former.points[seat]);
    json_close_array(&entry);
    json_open_array(&entry, "helped");
    for (int seat = 0; seat < request->setup.players; seat++) json_put_int(&entry, NULL, request->former.helped[seat]);
    json_close_array(&entry);
    json_close_object(&entry);
  }
  json_put_hex(&entry, "commitment", commitment, FAIR_HASH);
  if (request->deck.number > 0) {
    json_open_object(&entry, "deck");
    json_put_string(&entry, "tournament", request->deck.tournament);
    json_put_int(&entry, "round", request->deck.round);
    json_put_int(&entry, "number", request->deck.number);
    json_close_object(&entry);
  }
  entry_end(table, &entry);

  /* 2. The sender sits on the first seat for a person; computers take theirs. */
  int own = 0;
  while (table->setup.seats[own].kind != SETUP_PERSON) own++;
  write_sat(table, own, request, now);
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->setup.seats[seat].kind == SETUP_COMPUTER)
      table_computer_takes(table, seat, table->setup.seats[seat].level, "setup", now);
}

/* True if this open seat is kept for another player of the former game than the holder of seat `former_seat` there,
 * from 1; 0: the sender had none. */
static bool is_kept_from(const struct table *table, int seat, int former_seat, int64_t now) {
  return table_keeps(table, seat, now) && table->former.kept[seat] != former_seat;
}

/* Returns the open seat for the holder of this seat of the former game; -1: there is none. The seat that is kept for
 * them comes first, then the first that is kept for nobody else. */
static int first_open(const struct table *table, int former_seat, int64_t now) {
  for (int seat = 0; seat < table->setup.players && former_seat > 0; seat++)
    if (table_keeps(table, seat, now) && table->former.kept[seat] == former_seat) return seat;
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table->seats[seat].holder == TABLE_NOBODY && !is_kept_from(table, seat, former_seat, now)) return seat;
  return -1;
}

bool table_sit(struct table *table, const struct request *request, int64_t now, int *seat, struct answer *answer) {
  /* 1. A request that comes again does not seat its sender again, even if they have left since. */
  *seat = 0;
  if (table_recall(table, 0, request->id) > 0)
    return answer_refuse(answer, ANSWER_NOT_NOW, "id: another request for a seat had this one, expected a new one");

  /* 2. The seat that it names, or the first that is open. */
  if (table->state != TABLE_WAITING)
    return answer_refuse(answer, ANSWER_NOT_NOW, "the game has begun: no seat is open");
  if (request->seat > table->setup.players)
    return answer_refuse(answer, ANSWER_BAD_REQUEST, "seat: there is none of this number");
  const int open = request->seat > 0 ? request->seat - 1 : first_open(table, request->former_seat, now);
  if (open < 0 || table->seats[open].holder != TABLE_NOBODY)
    return answer_refuse(answer, ANSWER_NOT_NOW, request->seat > 0 ? "this seat is taken" : "no seat is open");
  if (is_kept_from(table, open, request->former_seat, now))
    return answer_refuse(answer, ANSWER_NOT_NOW, "this seat is kept for a player of the game before");

  /* 3. The sender sits down. */
  write_sat(table, open, request, now);
  table_present(table, open + 1, false, now);
  *seat = open + 1;
  table_start(table, now);
  table_remember(table, 0, request->id, 0, table->seq);
  return true;
}

/* ---- Another setup ---- */

bool act_set_up(const struct act *act) {
  struct table *table = act->table;
  struct setup setup = table->setup;
  struct fault fault;
  struct text before = {0}, after = {0};
  if (table->state != TABLE_WAITING) return act_not_now(act, "the game has begun");
  if (act->seat != table->opener) return act_not_now(act, "only the table's opener changes what is played");
  if (table_is_sealed(table)) return act_not_now(act, "somebody has sealed for what was to be played");
  if (table->memory->set_up >= TABLE_MOST_SET_UP)
    return answer_refuse(act->answer, ANSWER_TOO_MUCH, "what is played was changed as often as it may be");
  if (!setup_vary(&setup, &act->request->setup, table->memory->sets, &fault))
    return answer_refuse(act->answer, ANSWER_BAD_REQUEST, fault.text);
  setup_write(&table->setup, &before);
  setup_write(&setup, &after);
  const bool same = strcmp(before.bytes, after.bytes) == 0;
  if (!same) {
    struct text entry = entry_begin(table, act->now, ENTRY_CHANGED);
    json_put_raw(&entry, "setup", text_span(&after));
    entry_end(table, &entry);
  }
  text_free(&before);
  text_free(&after);
  return !same || act_not_now(act, "this is what is played already");
}

/* ---- Contributions to chance ---- */

bool act_seal(const struct act *act) {
  struct table *table = act->table;
  if (table->state != TABLE_WAITING) return act_not_now(act, "the game has begun");
  if (table->deck.number > 0) return act_not_now(act, "the tables of the round share the chance: nobody adds to it");
  if (table->seats[act->seat].sealed) return act_not_now(act, "this seat has sealed its contribution");
  struct text entry = act_begin(act, ENTRY_SEALED);
  json_put_hex(&entry, "seal", act->request->seal, FAIR_HASH);
  entry_end(table, &entry);
  return true;
}

bool act_contribute(const struct act *act) {
  struct table *table = act->table;
  const struct table_seat *seat = &table->seats[act->seat];
  const uint8_t *contribution = act->request->contribution.bytes;
  uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
  if (table->state != TABLE_WAITING) return act_not_now(act, "the game has begun");
  if (!table_reveals(table)) return act_not_now(act, "not every seat has sealed its contribution yet");
  if (seat->contribution.given) return act_not_now(act, "this seat has contributed");
  fair_commitment(table->memory->secret, commitment);
  fair_seal(commitment, act->seat, contribution, seal);
  if (memcmp(seal, seat->seal, FAIR_HASH) != 0)
    return answer_refuse(act->answer, ANSWER_BAD_REQUEST, "contribution: is not the one that this seat has sealed");
  struct text entry = act_begin(act, ENTRY_CONTRIBUTED);
  json_put_hex(&entry, "contribution", contribution, FAIR_CONTRIBUTION);
  entry_end(table, &entry);
  return true;
}

/* Commits to another secret, under which everybody seals anew. */
static void renew(struct table *table, int64_t now) {
  uint8_t secret[FAIR_SECRET], commitment[FAIR_HASH];
  fair_renew(table->memory->secret, secret);
  fair_commitment(secret, commitment);
  struct text entry = entry_begin(table, now, ENTRY_RENEWED);
  json_put_hex(&entry, "commitment", commitment, FAIR_HASH);
  entry_end(table, &entry);
}

void table_start(struct table *table, int64_t now) {
  /* 1. Every seat is taken, and every contribution is known. To a shared deck nobody contributes. */
  const int players = table->setup.players;
  const bool shares = table->deck.number > 0;
  struct fair_contribution contributions[TESS_MAX_PLAYERS];
  if (shares ? !table_is_full(table) : !table_reveals(table)) return;
  for (int seat = 0; seat < players; seat++) {
    contributions[seat] = table->seats[seat].contribution;
    if (!shares && table->seats[seat].holder != TABLE_COMPUTER && !contributions[seat].given) return;
  }

  /* 2. Chance is settled, and with it the seat that begins. */
  const struct fair_key key = fair_key_of(table->memory->secret, contributions, players);
  const int first = table->setup.first >= 0 ? table->setup.first : fair_first(&key, players);
  struct text entry = entry_begin(table, now, ENTRY_STARTED), newgame = {0};
  setup_write_newgame(&table->setup, first, &newgame);
  json_put_string(&entry, "newgame", newgame.bytes);
  json_open_array(&entry, "contributions");
  for (int seat = 0; seat < players; seat++)
    json_put_hex(&entry, NULL, contributions[seat].bytes, contributions[seat].given ? FAIR_CONTRIBUTION : 0);
  json_close_array(&entry);
  entry_end(table, &entry);
  text_free(&newgame);
}

/* ---- Seats that are open again ---- */

/* Opens the seat again, for the reason `why`; NULL: its holder left. */
static void stand(struct table *table, int seat, const char *why, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_STOOD);
  json_put_int(&entry, "seat", seat + 1);
  if (why != NULL) json_put_string(&entry, "why", why);
  entry_end(table, &entry);
}

void table_give_up(struct table *table, const char *why, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_CLOSED);
  json_put_string(&entry, "why", why);
  entry_end(table, &entry);
}

void table_shut(struct table *table, int64_t now) {
  if (table->state <= TABLE_PLAYING) table_give_up(table, "the host closed it", now);
}

/* Before the start: closes a table where no person or program sits, and no seat is kept for anybody. */
static void close_empty(struct table *table, int64_t now) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table_is_held(table, seat) || table_keeps(table, seat, now)) return;
  table_give_up(table, "everybody left", now);
}

/* Opens a seat by request. If contributions are being revealed, all seal anew: otherwise a player could choose among
 * games by leaving. */
static void empty_seat(struct table *table, int seat, const char *why, int64_t now) {
  const bool reveals = table_reveals(table);
  stand(table, seat, why, now);
  close_empty(table, now);
  if (reveals && table->state == TABLE_WAITING) renew(table, now);
}

void table_empty_late(struct table *table, int64_t now) {
  const bool reveals = table_reveals(table);
  bool late[TESS_MAX_PLAYERS] = {false};
  for (int seat = 0; seat < table->setup.players; seat++) {
    const struct table_seat *at = &table->seats[seat];
    late[seat] = reveals ? at->holder != TABLE_COMPUTER && !at->contribution.given
                         : table_seal_deadline(table, seat) <= table_time(table, now);
  }
  for (int seat = 0; seat < table->setup.players; seat++)
    if (late[seat]) stand(table, seat, reveals ? "sealed" : "away", now);
  close_empty(table, now);
  if (reveals && table->state == TABLE_WAITING) renew(table, now);
}

bool act_free(const struct act *act) {
  struct table *table = act->table;
  const int other = act_other_seat(act);
  if (other < 0) return false;
  if (table->state != TABLE_WAITING) return act_not_now(act, "the game has begun");
  if (act->seat != table->opener) return act_not_now(act, "only the table's opener frees seats");
  if (!table_is_held(table, other) && !table_keeps(table, other, act->now))
    return act_not_now(act, "nobody sits there");
  empty_seat(table, other, "freed", act->now);
  return true;
}

/* ---- During the game ---- */

bool act_leave(const struct act *act) {
  struct table *table = act->table;

  /* 1. Before the game the seat is open again. */
  if (table->state == TABLE_WAITING) {
    empty_seat(table, act->seat, NULL, act->now);
    return true;
  }

  /* 2. In the game the seat loses, or the computer plays on. */
  if (table->state != TABLE_PLAYING) return act_not_now(act, "the game is over");
  if (!table_moves_itself(table, act->seat)) return act_not_now(act, "the computer already moves for this seat");
  table_give_way(table, act->seat, false, act->now);
  return true;
}

bool act_return(const struct act *act) {
  struct table *table = act->table;
  if (table->state != TABLE_PLAYING) return act_not_now(act, "no game is going on");
  const struct table_seat *seat = &table->seats[act->seat];
  if (seat->why == TABLE_NOT) return act_not_now(act, "this seat moves itself");
  if (table->setup.rated) return act_not_now(act, "the table is rated: this seat has lost");
  if (seat->why == TABLE_CLOCK && !table_may_return(table, act->seat))
    return act_not_now(act, "the time of this seat has run out for the whole game");
  if (seat->why == TABLE_CLOCK && table_phase(table) == TESS_PHASE_PLACE && table_seat_to_move(table) == act->seat)
    return act_not_now(act, "the computer makes this move: return after it");
  if (!table_may_return(table, act->seat))
    return answer_refuse(act->answer, ANSWER_TOO_MUCH, "this seat has left and returned as often as it may in a game");
  table_return(table, act->seat, act->now);
  return true;
}

const char *table_irreplaceable(const struct table *table, int seat) {
  if (table->state != TABLE_PLAYING) return "no game is going on";
  if (!table_moves_itself(table, seat)) return "the computer already moves for this seat";
  if (setup_forfeits(&table->setup) || table->setup.clock == SETUP_DAYS_CLOCK)
    return "at this table the clock decides about absent players";
  return table->paused ? "the game is paused: nobody has to be there" : NULL;
}

bool act_replace(const struct act *act) {
  struct table *table = act->table;
  const int other = act_other_seat(act);
  if (other < 0) return false;
  const char *reason = table_irreplaceable(table, other);
  if (reason != NULL) return act_not_now(act, reason);
  if (!table_is_away(table, other, act->now)) return act_not_now(act, "this person has not been away for a minute");
  table_computer_takes(table, other, act->request->level, "asked", act->now);
  return true;
}
