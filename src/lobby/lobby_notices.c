#include "lobby/lobby_notices.h"

#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "club/mails.h"
#include "lobby/lobby_find.h"
#include "notation/json_reader.h"
#include "store/store_people.h"

enum { TURNS_MOST = LOBBY_LOADS /* tables that are asked for at once */ };

static const char kinds[] = "push webhook"; /* enum notice_kind */

void lobby_remove_gone(struct lobby *lobby) {
  struct notice_gone gone;
  struct fault fault;
  struct sender *sender = notices_sender(lobby->notices);
  while (sender != NULL && sender_take_gone(sender, &gone)) {
    const struct store_notice notice = {.seat = gone.seat, .kind = (int)gone.kind, .url = span_of(gone.url)};
    struct slot *slot = slots_find(&lobby->slots, span_of(gone.about));
    if (slot == NULL || !lobby_load(lobby, slot, &fault) || notices_language(lobby->notices, slot, &notice) < 0)
      continue;
    notices_take_out(lobby->notices, slot, &notice);
    lobby_keep(lobby, slot, NULL);
  }
}

void lobby_notify(struct lobby *lobby, int64_t player, struct span body, const struct sentence *sentence) {
  struct fault unheard;
  if (notices_sender(lobby->notices) == NULL) return;
  struct store_rows *rows = store_player_notices(lobby->store, player);
  for (struct store_notice notice; store_next_player_notice(rows, &notice);) {
    char url[NOTICE_URL_SIZE];
    if (notice.kind >= NOTICE_KINDS || notice.url.length >= sizeof url) continue;
    memcpy(url, notice.url.bytes, notice.url.length);
    url[notice.url.length] = '\0';
    const struct notice_address to = {(enum notice_kind)notice.kind, notice.language, url};
    notices_send(lobby->notices, &to, body, sentence, 0);
  }
  store_close_rows(rows, &unheard);
}

/* ---- Requests ---- */

const char *lobby_push_key(const struct lobby *lobby) {
  struct sender *sender = notices_sender(lobby->notices);
  return sender == NULL ? NULL : sender_key(sender);
}

/* What a body asks for. */
struct notice_request {
  int kind;
  struct span url; /* lives as long as the JSON */
  bool yes;
  int language;
};

static bool read_request(const json_t *json, const struct lobby *lobby, struct notice_request *request,
                         struct fault *fault) {
  const struct sender *sender = notices_sender(lobby->notices);
  return members_known(json, "kind url yes", "language", fault) &&
         (json_object_get(json, "language") == NULL ||
          member_choice(json, "language", MAILS_LANGUAGES, &request->language, fault)) &&
         member_choice(json, "kind", kinds, &request->kind, fault) && member_text(json, "url", &request->url, fault) &&
         member_switch(json, "yes", &request->yes, fault) &&
         (sender == NULL || sender_takes(sender, request->url, fault));
}

/* Adds or removes the address, here and in the store; false with the refusal. */
static bool change_address(struct lobby *lobby, struct slot *slot, int seat, struct span token,
                           const struct notice_request *request, struct answer *answer) {
  const struct club club = lobby_club(lobby);
  struct club_asker asker;
  const struct store_notice notice = {seat, request->kind, request->url, request->language};
  const int known = notices_language(lobby->notices, slot, &notice);
  if (known == (request->yes ? request->language : -1)) return true;
  /* Another server that shuts the device out just now removes the addresses that are stored then. */
  if (club_is_device(token) && (!club_lock(&club, answer) || !club_find(&club, token, &asker, answer))) {
    lobby->has_read = lobby->has_read || answer->later;
    return false;
  }
  if (!shares_take(lobby->shares, slot, SHARES_COMING_AND_GOING, lobby_now(lobby), answer)) return false;
  if (!request->yes)
    notices_take_out(lobby->notices, slot, &notice);
  else if (known < 0 && notices_count(lobby->notices, slot, seat) >= NOTICES_MOST)
    return answer_refuse(answer, ANSWER_TOO_MUCH, "this seat has as many addresses for notices as it may");
  else
    notices_add(lobby->notices, slot, &notice);
  lobby_keep(lobby, slot, NULL);
  return true;
}

void lobby_notice(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  struct notice_request request = {0};
  struct fault fault;
  int seat;
  if (!lobby_find_seat(lobby, slot, token, &seat, answer)) return;
  if (seat == 0) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
    return;
  }
  json_t *json = members_read(body, &fault);
  if (json == NULL || !read_request(json, lobby, &request, &fault)) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  } else if (notices_sender(lobby->notices) == NULL) {
    answer_refuse(answer, ANSWER_NOT_NOW, "this server sends no notices");
  } else if (slot->table->state > TABLE_PLAYING) {
    answer_refuse(answer, ANSWER_NOT_NOW, "the game is over");
  } else if (change_address(lobby, slot, seat, token, &request, answer)) {
    answer_begin(answer, ANSWER_OK);
    json_open_object(&answer->body, NULL);
    json_put_int(&answer->body, "notices", notices_count(lobby->notices, slot, seat));
    json_close_object(&answer->body);
  }
  json_decref(json);
}

/* ---- What many tables wait for ---- */

/* Finds the seat, from 1, that a token holds at a table, and reads the table into memory. The seat is 0 if the token
 * holds none, or there is no such table; then only the holders of seats are read. The table does not count as asked
 * for, so that computers do not think because of it. False with the refusal. */
static bool find_held(struct lobby *lobby, struct span id, struct span token, struct slot **slot, int *seat,
                      struct answer *answer) {
  struct answer refused = {0};
  struct fault fault;
  *seat = 0;
  *slot = lobby_find_known(lobby, id, &refused);
  if (*slot != NULL && !lobby_compare_if_older(lobby, *slot, LOBBY_FRESH))
    return answer_refuse(answer, ANSWER_NOT_STORED, "the database cannot be read: try again");
  bool read = *slot != NULL ? (*slot)->table != NULL || loading_read_holders(&lobby->loading, *slot, &fault)
                            : refused.code == ANSWER_NO_TABLE;
  if (read && *slot != NULL && (token.length == 0 || !lobby_find_stored_seat(lobby, *slot, token, seat, &refused)))
    *seat = 0;
  if (*slot != NULL && (*slot)->table != NULL && !comparing_is_whole(&lobby->comparing, *slot)) read = false;
  if (*seat > 0) read = lobby_load(lobby, *slot, &fault);
  if (*seat > 0 && read) warmth_pay(&lobby->warmth, *slot);
  answer_free(&refused);
  if (read) return true;
  if (*slot != NULL && loading_is_queued(&lobby->loading, *slot)) return answer_later(answer);
  return answer_refuse(answer, ANSWER_NOT_STORED, "the database cannot be read: try again");
}

/* What the table of an id waits for from the holder of a token, whose turn it is and how it ended, as an object. Its
 * seat is 0 if the token holds none. False with the refusal. */
static bool write_turn(struct lobby *lobby, struct span id, struct span token, struct answer *answer) {
  static const char *const states[] = {"waiting", "playing", "over", "closed"};
  struct text *text = &answer->body;
  struct slot *slot;
  int seat;
  if (!find_held(lobby, id, token, &slot, &seat, answer)) return false;
  json_open_object(text, NULL);
  json_put_span(text, "table", id);
  json_put_int(text, "seat", seat);
  if (seat > 0) {
    const struct table *table = slot->table;
    const int64_t until = table_until(table, seat);
    const int turn = table_turn(table);
    json_put_string(text, "state", states[table->state]);
    json_put_string(text, "task", notices_task(table_task(table, seat)));
    if (until != INT64_MAX) json_put_int(text, "until", until);
    if (turn > 0) json_put_int(text, "turn", turn);
    if (table->lost >= 0) json_put_int(text, "lost", table->lost + 1);
    if (table->lost >= 0) json_put_string(text, "why", table->lost_by_time ? "clock" : "left");
    if (table->undecided) json_put_bool(text, "undecided", true);
    if (table->state == TABLE_OVER) table_scores(table, text);
    /* The names at a table; the levels of computers, also of those that play for a person who left; of people whether
     * they have the table open. */
    json_open_array(text, "seats");
    for (int i = 0; i < table->setup.players; i++) {
      const bool person = table->seats[i].holder == TABLE_PERSON || table->seats[i].holder == TABLE_PROGRAM;
      const uint8_t why = table->seats[i].why;
      const bool computer = table->seats[i].holder == TABLE_COMPUTER || why == TABLE_ASKED || why == TABLE_LEFT;
      json_open_object(text, NULL);
      json_put_string(text, "name", table->seats[i].name);
      if (computer) json_put_int(text, "level", table->seats[i].level);
      if (person) json_put_bool(text, "there", presence_is_there(&lobby->presence, slot, i + 1));
      json_close_object(text);
    }
    json_close_array(text);
  }
  json_close_object(text);
  answer->waits = answer->waits || (slot != NULL && slot->change > 0);
  return true;
}

/* All of them as `body` names them; false with the refusal. */
static bool write_turns(struct lobby *lobby, const json_t *json, struct answer *answer) {
  struct fault fault;
  const json_t *seats = json_object_get(json, "seats");
  if (!members_known(json, "seats", "", &fault)) return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  if (!json_is_array(seats) || json_array_size(seats) > TURNS_MOST) {
    fault_say(&fault, "seats: expected an array of at most %d", (int)TURNS_MOST);
    return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  }
  for (size_t i = 0; i < json_array_size(seats); i++) {
    struct span table = {0}, token = {0};
    char where[32];
    snprintf(where, sizeof where, "seats: item %d", (int)i + 1);
    const json_t *seat = json_array_get(seats, i);
    const bool good = json_is_object(seat) || fault_say(&fault, "expected an object");
    if (!good || !members_known(seat, "table token", "", &fault) || !member_text(seat, "table", &table, &fault) ||
        !member_text(seat, "token", &token, &fault)) {
      fault_within(&fault, where);
      return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    }
    if (!write_turn(lobby, table, token, answer)) return false;
  }
  return true;
}

void lobby_turns(struct lobby *lobby, struct span body, struct answer *answer) {
  struct fault fault;
  json_t *json = members_read(body, &fault);
  if (json == NULL) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
    return;
  }
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_open_array(&answer->body, "tables");
  if (write_turns(lobby, json, answer)) {
    json_close_array(&answer->body);
    json_close_object(&answer->body);
  }
  json_decref(json);
}
