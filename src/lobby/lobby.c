/* The requests that make a table, take a seat at one, and act there. */
#include "lobby/lobby_find.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/json_writer.h"
#include "club/order.h"
#include "club/people.h"
#include "lobby/holders.h"
#include "lobby/results.h"
#include "notation/json_reader.h"

enum {
  COUNT_EVERY = 1000 /* ms for which the number of tables of a shared database holds before it is counted again */
};

_Static_assert((int)CREDENTIAL_ID_SIZE == (int)STORE_ID_SIZE, "an id is stored as it was made");

/* ---- Seats ---- */

/* The credentials of somebody who sits down, or comes back. Nobody gets those of a player's seat: the token of the
 * device acts for it. */
struct seat_credentials {
  struct credential token, recovery;
  int64_t player;     /* 0: a guest */
  struct span device; /* the token of the player's device */
};

static struct seat_credentials make_credentials(const struct lobby *lobby, struct span table, struct span request) {
  const uint8_t *key = store_key(lobby->store);
  return (struct seat_credentials){.token = credential_make(key, CREDENTIAL_SEAT, table, request),
                                   .recovery = credential_make(key, CREDENTIAL_RECOVERY, table, request)};
}

/* The same of somebody who may ask with the token of a device: a device that was shut out learns nothing by repeating
 * what it once asked. False with the refusal. */
static bool make_credentials_for(struct lobby *lobby, struct span table, struct span request, struct span token,
                                 struct seat_credentials *credentials, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  struct text asked = {0};
  if (!club_is_device(token)) {
    *credentials = make_credentials(lobby, table, request);
    return true;
  }
  if (!club_find(&club, token, &asker, answer)) return false;
  text_add(&asked, request.bytes, request.length);
  text_add_char(&asked, ' ');
  text_add(&asked, token.bytes, token.length);
  *credentials = make_credentials(lobby, table, text_span(&asked));
  credentials->player = asker.player;
  credentials->device = token;
  text_free(&asked);
  return true;
}

/* A player sits down by their own name, and has one seat at a table; false with the refusal. */
static bool sit_as_player(struct lobby *lobby, const struct slot *slot, int64_t player, char name[NAME_SIZE],
                          struct answer *answer) {
  const struct club club = lobby_club(lobby);
  if (player == 0) return true;
  if (!order_may_sit(&club, player, answer)) return false;
  if (slot != NULL && holders_find_player(slot, player) > 0)
    return answer_refuse(answer, ANSWER_NOT_NOW, "this player sits at this table already");
  return club_name(&club, player, name, answer);
}

/* At a rated table players alone sit down, and no programs. Notes what rating the player has. False with the refusal.
 */
static bool sit_rated(struct lobby *lobby, const struct setup *setup, int64_t player, struct request *request,
                      struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct rating rating;
  struct fault fault;
  if (!setup->rated) return true;
  if (player == 0 || request->program)
    return answer_refuse(answer, ANSWER_PLAYERS_ONLY,
                         player == 0 ? "the table is rated: only players of this server sit down there"
                                     : "the table is rated: no programs sit down there");
  if (!club_find_rating(&club, player, results_pool(setup), &rating, &fault))
    return answer_refuse_fault(answer, &fault);
  request->rating = club_points(rating.value);
  request->provisional = rating_provisional(&rating);
  return true;
}

/* Somebody who sits at a table that has not begun keeps those away whom they have blocked. Returns false with the
 * refusal. */
static bool sits_with_all(struct lobby *lobby, const struct slot *slot, int64_t player, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  for (int seat = 0; player != 0 && seat < slot->table->setup.players; seat++) {
    const int64_t other = slot->holders[seat].player;
    if (other != 0 && !people_may_sit(&club, other, player, answer)) return false;
  }
  return true;
}

/* What a tournament has set at the table of an encounter stands: nobody at the table changes it, or who sits there.
 * Returns false with the refusal. */
static bool is_of_no_tournament(struct lobby *lobby, const struct slot *slot, struct answer *answer) {
  struct fault fault;
  bool paired;
  if (!store_is_paired(lobby->store, span_of(slot->stored.id), &paired, &fault))
    return answer_refuse_fault(answer, &fault);
  return !paired || answer_refuse(answer, ANSWER_NOT_NOW,
                                  "this is the table of an encounter: its tournament says who plays here, and what");
}

/* True if nobody at the table, and no opener, keeps the asker away. False with the refusal. */
static bool is_welcome(struct lobby *lobby, const struct slot *slot, int64_t player, struct answer *answer) {
  return is_of_no_tournament(lobby, slot, answer) && sits_with_all(lobby, slot, player, answer) &&
         shares_come(lobby->shares, slot, answer) && shares_sit(lobby->shares, slot, answer);
}

/* The seat that these credentials hold already, because the request came before; 0: none. */
static int held_by(const struct slot *slot, const struct seat_credentials *credentials) {
  uint8_t hash[CREDENTIAL_HASH];
  credential_hash(span_of(credentials->token.word), hash);
  return holders_find(slot, hash, false);
}

/* Adds the members `table`, `seat`, `token` and `recovery`; of a player's seat the token is the device's, and there is
 * nothing to recover. */
static void write_credentials(const struct slot *slot, int seat, const struct seat_credentials *credentials,
                              struct text *text) {
  json_put_string(text, "table", slot->stored.id);
  json_put_int(text, "seat", seat);
  if (credentials->player != 0) {
    json_put_span(text, "token", credentials->device);
    json_put_hash(text, "player", (uint64_t)credentials->player);
    return;
  }
  json_put_string(text, "token", credentials->token.word);
  json_put_string(text, "recovery", credentials->recovery.word);
}

static void tell_credentials(const struct slot *slot, enum answer_code code, int seat,
                             const struct seat_credentials *credentials, struct answer *answer) {
  answer_begin(answer, code);
  json_open_object(&answer->body, NULL);
  write_credentials(slot, seat, credentials, &answer->body);
  json_close_object(&answer->body);
}

/* `granted` as in lobby_keep(). */
static void give_seat(struct lobby *lobby, struct slot *slot, int seat, const struct seat_credentials *credentials,
                      const struct store_entry *granted) {
  /* Addresses for notices, and prepared turns, are those of its holder before. */
  notices_drop(lobby->notices, slot, seat);
  store_drop_all_prepared(lobby->store, slot->stored.number, seat);
  presence_end_seat(&lobby->presence, slot, seat);
  holders_give(slot, lobby->store, seat, &credentials->token, &credentials->recovery, credentials->player);
  lobby_keep(lobby, slot, granted);
}

/* ---- Requests ---- */

/* Returns a new table of this id for the asker. `*seat` is theirs: the first of a person. `secret` is that of a deck
 * which others have, too. It is NULL for a table with a deck of its own. Table and seat are counted already. Returns
 * NULL with the refusal if another server makes it just now. */
static struct slot *make_table(struct lobby *lobby, const char id[CREDENTIAL_ID_SIZE], const struct request *request,
                               const uint8_t *secret, int *seat, struct answer *answer) {
  struct store_table stored = {.created = lobby_now(lobby), .listed = request->setup.listed, .due = INT64_MAX};
  memcpy(stored.id, id, sizeof stored.id);
  /* A secret that can be guessed is worse than no server. */
  if (secret != NULL)
    memcpy(stored.secret, secret, sizeof stored.secret);
  else if (getrandom(stored.secret, sizeof stored.secret, 0) != sizeof stored.secret)
    abort();
  if (!store_add_table(lobby->store, &stored)) {
    answer_not_stored(answer);
    return NULL;
  }
  struct slot *slot = slot_new(&stored);
  slot->table = table_open(lobby->sets, id, stored.secret, stored.created);
  slot->used = slot->attended = stored.created;
  table_create(slot->table, request, stored.created);
  slots_add(&lobby->slots, slot);
  lobby->unfinished++;
  lobby->figures.in_memory++;
  comparing_begin(&lobby->comparing, slot, lobby_clock(lobby));
  for (*seat = 1; request->setup.seats[*seat - 1].kind != SETUP_PERSON;) ++*seat;
  shares_take_table(lobby->shares, slot);
  return slot;
}

/* Returns true if the lobby may have one more table. Else false with the refusal. The tables of a shared database that
 * are not over are counted once a second; what this server adds meanwhile counts at once. */
static bool has_room(struct lobby *lobby, struct answer *answer) {
  struct fault fault;
  if (lobby_is_full(lobby))
    return answer_refuse(answer, ANSWER_FULL, "this server has no room for new tables; games that have begun go on");
  if (lobby->shared && (lobby->counted == 0 || lobby_clock(lobby) >= lobby->counted + COUNT_EVERY)) {
    if (!store_count_unfinished(lobby->store, &lobby->unfinished, &fault)) return answer_refuse_fault(answer, &fault);
    lobby->counted = lobby_clock(lobby);
  }
  const int64_t unfinished = lobby->shared ? lobby->unfinished : (int64_t)lobby->listing.count;
  if (unfinished < lobby->settings.most_tables) return true;
  return answer_refuse(answer, ANSWER_TOO_MANY, "this server has as many tables as it may: try again later");
}

void lobby_create(struct lobby *lobby, struct span token, struct span body, struct answer *answer) {
  lobby_create_paired(lobby, token, body, NULL, NULL, answer);
}

void lobby_create_paired(struct lobby *lobby, struct span token, struct span body, const struct shared_deck *deck,
                         const uint8_t *secret, struct answer *answer) {
  struct request request;
  char id[CREDENTIAL_ID_SIZE];
  int seat;
  if (!request_read_create(body, lobby->sets, &request, answer)) return;
  if (deck != NULL) request.deck = *deck;
  credential_make_id(store_key(lobby->store), body, id);
  struct seat_credentials credentials;
  if (!make_credentials_for(lobby, span_of(id), body, token, &credentials, answer)) return;
  struct slot *slot = lobby_find(lobby, span_of(id), answer);

  /* 1. The request came before. */
  if (slot != NULL) {
    seat = held_by(slot, &credentials);
    if (seat > 0)
      tell_credentials(slot, ANSWER_CREATED, seat, &credentials, answer);
    else
      answer_refuse(answer, ANSWER_NOT_NOW, "this table was made before, and its token was renewed since");
    lobby_conclude(lobby, slot, answer);
    return;
  }

  /* 2. A new table. */
  if (answer->code != ANSWER_NO_TABLE || !sit_as_player(lobby, NULL, credentials.player, request.name, answer) ||
      !sit_rated(lobby, &request.setup, credentials.player, &request, answer) || !has_room(lobby, answer) ||
      !shares_hold_table(lobby->shares, answer))
    return;
  slot = make_table(lobby, id, &request, secret, &seat, answer);
  if (slot == NULL) return;
  give_seat(lobby, slot, seat, &credentials, NULL);
  shares_take_seat(lobby->shares, slot, seat);
  lobby->figures.created++;
  tell_credentials(slot, ANSWER_CREATED, seat, &credentials, answer);
  lobby_conclude(lobby, slot, answer);
}

/* The seat of the former game that a token holds, from 1; 0: none, or there is no such game. False with an answer that
 * comes later, while that game is being read. */
static bool former_seat(struct lobby *lobby, const struct slot *slot, struct span token, int *seat,
                        struct answer *answer) {
  struct answer unheard = {0};
  const char *former = slot->table->former.table;
  *seat = 0;
  if (token.length == 0 || former[0] == '\0') return true;
  const struct slot *before = lobby_find(lobby, span_of(former), &unheard);
  const bool later = before == NULL && unheard.later;
  if (before != NULL && !lobby_find_seat(lobby, before, token, seat, &unheard)) *seat = 0;
  answer_free(&unheard);
  return !later || answer_later(answer);
}

/* `paired`: a tournament has given the asker this seat. */
static void sit(struct lobby *lobby, struct slot *slot, struct span token, struct span body, bool paired,
                struct answer *answer) {
  struct request request;
  if (!request_read_sit(body, &request, answer)) return;
  const struct span table = span_of(slot->stored.id);
  struct seat_credentials credentials;
  if (!make_credentials_for(lobby, table, body, token, &credentials, answer)) return;
  int seat = held_by(slot, &credentials);
  if (seat == 0) {
    if (!sit_as_player(lobby, slot, credentials.player, request.name, answer) ||
        (!paired && !is_welcome(lobby, slot, credentials.player, answer)) ||
        !sit_rated(lobby, &slot->table->setup, credentials.player, &request, answer) ||
        !former_seat(lobby, slot, token, &request.former_seat, answer) ||
        !shares_take(lobby->shares, slot, SHARES_COMING_AND_GOING, lobby_now(lobby), answer) ||
        !shares_hold_seat(lobby->shares, answer))
      return;
    /* Its id is kept, also when the seat is left again, in a form from which nobody can make the words. */
    const struct credential asked =
        credential_make(store_key(lobby->store), CREDENTIAL_ASKED, table, span_of(request.id));
    const struct store_entry granted = {.request = span_of(asked.word)};
    memcpy(request.id, asked.word, sizeof asked.word);
    if (!table_sit(slot->table, &request, slot_time(slot, lobby_now(lobby)), &seat, answer)) {
      shares_return_seat(lobby->shares);
      return;
    }
    give_seat(lobby, slot, seat, &credentials, &granted);
    shares_take_seat(lobby->shares, slot, seat);
  }
  tell_credentials(slot, ANSWER_CREATED, seat, &credentials, answer);
}

void lobby_sit(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  sit(lobby, slot, token, body, false, answer);
}

void lobby_sit_paired(struct lobby *lobby, struct slot *slot, struct span token, struct span body,
                      struct answer *answer) {
  sit(lobby, slot, token, body, true, answer);
}

void lobby_recover(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  (void)token;
  struct request request;
  uint8_t hash[CREDENTIAL_HASH];
  if (!request_read_recover(body, &request, answer)) return;
  const struct seat_credentials credentials = make_credentials(lobby, span_of(slot->stored.id), body);
  int seat = held_by(slot, &credentials);
  if (seat == 0) {
    credential_hash(span_of(request.recovery), hash);
    seat = holders_find(slot, hash, true);
    if (seat == 0) {
      answer_refuse(answer, ANSWER_WRONG_TOKEN, "this recovery link holds no seat at this table, or no longer");
      return;
    }
    give_seat(lobby, slot, seat, &credentials, NULL);
  }
  tell_credentials(slot, ANSWER_OK, seat, &credentials, answer);
}

/* The player gets the result, too, if the game is over. */
void lobby_keep_seat(struct lobby *lobby, struct slot *slot, struct span token, struct span body,
                     struct answer *answer) {
  char word[CREDENTIAL_WORD_SIZE] = "";
  uint8_t hash[CREDENTIAL_HASH];
  struct seat_credentials credentials;
  /* The request has the token of the seat that is to become the player's. */
  struct fault fault;
  struct span given = {0};
  json_t *json = members_read(body, &fault);
  bool good = json != NULL && members_known(json, "token", "", &fault) && member_text(json, "token", &given, &fault);
  if (good && given.length >= CREDENTIAL_WORD_SIZE) good = fault_say(&fault, "token: expected the token of a seat");
  if (good) memcpy(word, given.bytes, given.length);
  json_decref(json);
  if (!good) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }
  if (!club_is_device(token)) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a device: Authorization: Bearer TOKEN");
    return;
  }
  if (!make_credentials_for(lobby, span_of(slot->stored.id), body, token, &credentials, answer)) return;
  int seat = held_by(slot, &credentials);
  if (seat == 0) {
    credential_hash(span_of(word), hash);
    seat = holders_find(slot, hash, false);
    if (seat == 0) {
      answer_refuse(answer, ANSWER_WRONG_TOKEN, "this token holds no seat at this table");
      return;
    }
    if (holders_find_player(slot, credentials.player) > 0) {
      answer_refuse(answer, ANSWER_NOT_NOW, "this player sits at this table already");
      return;
    }
    const struct club club = lobby_club(lobby);
    if (slot->table->state == TABLE_WAITING &&
        (!order_may_sit(&club, credentials.player, answer) || !sits_with_all(lobby, slot, credentials.player, answer)))
      return;
    give_seat(lobby, slot, seat, &credentials, NULL);
    results_add(slot, lobby->store);
    store_give_result(lobby->store, slot->stored.number, span_of(slot->stored.id), seat, credentials.player);
  }
  tell_credentials(slot, ANSWER_OK, seat, &credentials, answer);
}

/* ---- Actions ---- */

/* The table of a rematch and the credentials of the one who asks for it. The id follows from that request; the
 * credentials from the token besides, of which nothing is stored that they could be made from. */
struct rematch {
  char id[CREDENTIAL_ID_SIZE];
  struct seat_credentials credentials;
};

static struct rematch rematch_of(const struct lobby *lobby, const struct slot *slot, int seat,
                                 const struct request *request, struct span token) {
  struct rematch rematch;
  struct text asked = {0};
  text_print(&asked, "%s %d %s", slot->stored.id, seat, request->id);
  credential_make_id(store_key(lobby->store), text_span(&asked), rematch.id);
  text_add_char(&asked, ' ');
  text_add(&asked, token.bytes, token.length);
  rematch.credentials = make_credentials(lobby, span_of(rematch.id), text_span(&asked));
  rematch.credentials.player = slot->holders[seat - 1].player;
  rematch.credentials.device = token;
  text_free(&asked);
  return rematch;
}

static bool comes_or_goes(const struct request *request) {
  return request->type == REQUEST_LEAVE || request->type == REQUEST_RETURN || request->type == REQUEST_FREE;
}

/* Makes the table of a rematch, at which the asker sits; it is stored with what becomes of the table before. If another
 * server has just made it, the table before has moved on, and the request is asked again. */
static void make_rematch(struct lobby *lobby, struct slot *slot, int seat, const struct request *request,
                         const struct rematch *rematch, int64_t now) {
  struct answer unheard = {0};
  int new_seat;
  struct request create = *request;
  create.setup = table_rematch(slot->table, seat, now, &create.former);
  memcpy(create.name, slot->table->seats[seat - 1].name, sizeof create.name);
  struct slot *next = NULL;
  if (sit_rated(lobby, &create.setup, slot->holders[seat - 1].player, &create, &unheard))
    next = make_table(lobby, rematch->id, &create, NULL, &new_seat, &unheard);
  answer_free(&unheard);
  if (next == NULL) return;
  lobby_touch(lobby, slot);
  lobby->swaps[slot->change - 1].made = next->stored.number;
  give_seat(lobby, next, new_seat, &rematch->credentials, NULL);
  shares_take_seat(lobby->shares, next, new_seat);
  lobby->figures.created++;
}

/* False with an answer that comes later, while the table of a rematch that was asked for before is being read. */
static bool rematch_is_read(struct lobby *lobby, const struct rematch *rematch, struct answer *answer) {
  struct answer unheard = {0};
  const bool later = lobby_find(lobby, span_of(rematch->id), &unheard) == NULL && unheard.later;
  answer_free(&unheard);
  return !later || answer_later(answer);
}

/* Writes the credentials for the table of a rematch, if the asker still holds the seat there by them. */
static void write_rematch(struct lobby *lobby, const struct rematch *rematch, struct text *text) {
  struct answer nobody = {0};
  const struct slot *next = lobby_find(lobby, span_of(rematch->id), &nobody);
  const int new_seat = next == NULL ? 0 : held_by(next, &rematch->credentials);
  answer_free(&nobody);
  if (new_seat > 0) write_credentials(next, new_seat, &rematch->credentials, text);
}

/* True if this is not done at the table of an encounter of a tournament. Where a player who leaves does not lose, the
 * computer would go on and win the encounter for them. */
static bool is_up_to_tournament(const struct slot *slot, const struct request *request) {
  const struct table *table = slot->table;
  return request->type == REQUEST_SET_UP || request->type == REQUEST_FREE ||
         (request->type == REQUEST_LEAVE && table->state == TABLE_PLAYING && !setup_forfeits(&table->setup));
}

void lobby_act(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  struct request request;
  int seat;

  /* 1. The seat of the asker, or 0 of a watcher, and the request. */
  if (!lobby_find_seat(lobby, slot, token, &seat, answer) || !request_read_action(body, &request, answer)) return;
  if (seat == 0 && !request_is_talk(&request)) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
    return;
  }

  if (seat > 0 && request.type == REQUEST_RENAME && slot->holders[seat - 1].player != 0) {
    answer_refuse(answer, ANSWER_NOT_NOW, "this seat is a player's, whose name is the same at all tables");
    return;
  }

  if (is_up_to_tournament(slot, &request) && !is_of_no_tournament(lobby, slot, answer)) return;

  const struct club club = lobby_club(lobby);
  if (seat > 0 && request_is_talk(&request) && !order_may_talk(&club, slot->holders[seat - 1].player, answer)) return;

  /* 2. The action. */
  const bool is_rematch = request.type == REQUEST_REMATCH && seat > 0;
  const bool is_new = table_recall(slot->table, seat, request.id) == 0;
  struct rematch rematch = {0};
  if (is_rematch) rematch = rematch_of(lobby, slot, seat, &request, token);
  if (is_rematch && !is_new && !rematch_is_read(lobby, &rematch, answer)) return;
  if (is_rematch && is_new && !order_may_sit(&club, slot->holders[seat - 1].player, answer)) return;
  if (is_rematch && is_new && (!has_room(lobby, answer) || !shares_hold_table(lobby->shares, answer))) return;
  if (is_new && comes_or_goes(&request) &&
      !shares_take(lobby->shares, slot, SHARES_COMING_AND_GOING, lobby_now(lobby), answer))
    return;
  const bool talks = seat == 0 && request_is_talk(&request);
  if (is_new && talks &&
      (!shares_talk(lobby->shares, slot, answer) ||
       !shares_take(lobby->shares, slot, SHARES_WATCHERS_TALK, lobby_now(lobby), answer)))
    return;
  if (is_new && request.remove && !shares_may_remove(lobby->shares, slot, &request, answer)) return;
  const int64_t now = slot_time(slot, lobby_now(lobby));
  struct lobby_asker freed = {0};
  if (request.type == REQUEST_FREE) freed = shares_holder(lobby->shares, slot, request.seat);
  lobby_excuse(lobby, slot);
  if (!table_act(slot->table, seat, &request, is_rematch ? rematch.id : NULL, now, answer)) {
    if (is_rematch && is_new) shares_return_table(lobby->shares);
    return;
  }

  /* 3. What was made is kept with the request, so that it is known again after a crash. */
  if (is_new && is_rematch) make_rematch(lobby, slot, seat, &request, &rematch, now);
  if (is_new) {
    const struct store_entry granted = {.seat = seat, .request = span_of(request.id), .print = request.print};
    if (request.type == REQUEST_MOVE) lobby->figures.moves++;
    if (request.type == REQUEST_FREE) shares_bar(lobby->shares, slot, freed);
    if (talks) shares_said(lobby->shares, slot, slot->table->seq);
    if (request.type == REQUEST_SILENCE && request.entry > 0)
      presence_end_from(&lobby->presence, slot, shares_silence(lobby->shares, slot, &request));
    lobby_keep(lobby, slot, &granted);
  }

  /* 4. The answer. */
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_put_int(&answer->body, "seq", table_recall(slot->table, seat, request.id));
  if (is_rematch) write_rematch(lobby, &rematch, &answer->body);
  json_close_object(&answer->body);
}

void lobby_ask(struct lobby *lobby, lobby_work *work, struct span table, struct span token, struct span body,
               struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return;
  work(lobby, slot, token, body, answer);
  lobby_conclude(lobby, slot, answer);
}
