/* Who is to be told that a table waits for them, when, and where; what many tables wait for. */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "lobby/lobby_memory.h"

enum {
  NOTICE_AFTER = 5000,       /* ms for which a table waits before somebody is told: who is near comes by themselves */
  NOTICE_EVERY = 60000,      /* ms between two notices to a seat at least */
  NOTICE_DAY = 24 * 3600000, /* ms before the end of a turn of days when a reminder goes at the earliest; */
  NOTICE_PART = 4,           /* with less time, when this part of it is left */
  NOTICE_MOST = 4,           /* addresses of a seat */
  TURNS_MOST = LOBBY_LOADS   /* tables that are asked for at once */
};

_Static_assert((int)NOTICE_MOST *(int)TESS_MAX_PLAYERS <= (int)NOTICE_MOST_OF_TABLE,
               "all addresses of a table can be told at once");

static const char kinds[] = "push webhook";                                              /* enum notice_kind */
static const char *const tasks[] = {"", "seal", "contribute", "answer", "draw", "move"}; /* enum table_task */

/* ---- The wishes of a seat ---- */

static struct store_notice stored_form(const struct notice_wish *wish) {
  return (struct store_notice){.seat = wish->seat, .kind = (int)wish->kind, .url = span_of(wish->url)};
}

static struct notice_wish *find_wish(const struct slot *slot, int seat, enum notice_kind kind, struct span url) {
  for (int i = 0; i < slot->wish_count; i++) {
    struct notice_wish *wish = &slot->wishes[i];
    if (wish->seat == seat && wish->kind == kind && span_is(url, wish->url)) return wish;
  }
  return NULL;
}

static void add_wish(struct slot *slot, int seat, enum notice_kind kind, struct span url) {
  struct notice_wish wish = {.seat = seat, .kind = kind, .url = memory_new(url.length + 1)};
  memcpy(wish.url, url.bytes, url.length);
  wish.url[url.length] = '\0';
  slot->wishes = memory_resize(slot->wishes, (size_t)(slot->wish_count + 1) * sizeof wish);
  slot->wishes[slot->wish_count++] = wish;
}

/* Forgets a wish; the last one takes its place. */
static void remove_wish(struct slot *slot, struct notice_wish *wish) {
  free(wish->url);
  *wish = slot->wishes[--slot->wish_count];
}

static int count_wishes(const struct slot *slot, int seat) {
  int count = 0;
  for (int i = 0; i < slot->wish_count; i++) count += slot->wishes[i].seat == seat;
  return count;
}

/* What was read of them, and whether one cannot be true. */
struct notices_read {
  struct slot *slot;
  bool damaged;
};

static bool take_notice(void *context, const struct store_notice *notice) {
  struct notices_read *read = context;
  if (notice->kind >= NOTICE_KINDS || notice->url.length >= NOTICE_URL_SIZE || !span_is_plain(notice->url, false) ||
      count_wishes(read->slot, notice->seat) >= NOTICE_MOST)
    return !(read->damaged = true);
  add_wish(read->slot, notice->seat, (enum notice_kind)notice->kind, notice->url);
  return true;
}

bool notices_load(struct slot *slot, struct store *store, struct fault *fault) {
  struct notices_read read = {.slot = slot};
  notices_forget(slot);
  return store_each_notice(store, slot->stored.number, take_notice, &read, fault) &&
         (!read.damaged || fault_as(fault, STORE_DAMAGED, "notices: this is no address of one"));
}

void notices_forget(struct slot *slot) {
  for (int i = 0; i < slot->wish_count; i++) free(slot->wishes[i].url);
  free(slot->wishes);
  slot->wishes = NULL;
  slot->wish_count = 0;
}

void notices_drop(struct slot *slot, struct store *store, int seat) {
  if (count_wishes(slot, seat) == 0) return;
  for (int i = slot->wish_count - 1; i >= 0; i--)
    if (slot->wishes[i].seat == seat) remove_wish(slot, &slot->wishes[i]);
  store_drop_notices(store, slot->stored.number, seat);
}

/* ---- When somebody is told ---- */

/* What a seat is told once of, however many steps it has: its part in the chance, an answer, a turn. */
enum call { CALL_NOTHING, CALL_CHANCE, CALL_ANSWER, CALL_TURN };

static enum call call_of(enum table_task task) {
  static const enum call calls[] = {CALL_NOTHING, CALL_CHANCE, CALL_CHANCE, CALL_ANSWER, CALL_TURN, CALL_TURN};
  return calls[task];
}

/* The time, as the lobby has it, at which a seat is reminded of a turn of days. */
static int64_t reminder_time(const struct slot *slot, int seat) {
  const struct setup *setup = &slot->table->setup;
  const int64_t until = table_until(slot->table, seat), part = (int64_t)setup->seconds * 1000 / NOTICE_PART;
  if (setup->clock != SETUP_DAYS_CLOCK || until == INT64_MAX) return INT64_MAX;
  return until - (part < NOTICE_DAY ? part : NOTICE_DAY) - slot->ahead;
}

void notices_follow(struct slot *slot, int64_t now, bool here) {
  slot->call_at = INT64_MAX;
  for (int i = 0; i < slot->table->setup.players; i++) {
    struct notice_call *call = &slot->calls[i];
    const int what = (int)call_of(table_task(slot->table, i + 1));
    const bool again = slot->calls_known;

    /* 1. The table waits for something else of this seat: who comes by themselves need not be told. What it waited for
     * when the server started, or since what another server has stored, is told elsewhere. */
    if (what != call->what || !again) {
      const int64_t soon = now + NOTICE_AFTER, rested = call->last + NOTICE_EVERY;
      call->what = what;
      call->at = what == CALL_NOTHING || !again || !here ? INT64_MAX : soon > rested ? soon : rested;
      call->reminded = call->put_off = false;
      call->here = here;
    }

    /* 2. Then it is reminded, once its time is known and not yet near. */
    if (what == CALL_TURN && call->here && call->at == INT64_MAX && !call->reminded) {
      const int64_t at = reminder_time(slot, i + 1);
      if (at > now && at != INT64_MAX) call->at = at;
      if (at != INT64_MAX) call->reminded = true;
    }
    if (count_wishes(slot, i + 1) > 0 && call->at < slot->call_at) slot->call_at = call->at;
  }
  slot->calls_known = true;
}

/* ---- What is told ---- */

/* The body of a webhook: the table and whose turn it is, also in words, as messengers show them (`text`, `content`). */
static void write_body(const struct lobby *lobby, const struct slot *slot, int seat, struct text *body) {
  const struct table *table = slot->table;
  const char *base = lobby->settings.base_url;
  const int64_t until = table_until(table, seat);
  struct text link = {0}, words = {0};
  if (base != NULL) text_print(&link, "%s%s#/t/%s", base, base[strlen(base) - 1] == '/' ? "" : "/", table->id);
  text_print(&words, "Tessera: table %s waits for seat %d. %s", table->id, seat, link.length > 0 ? link.bytes : "");
  json_open_object(body, NULL);
  json_put_string(body, "table", table->id);
  json_put_int(body, "seat", seat);
  json_put_string(body, "name", table->seats[seat - 1].name);
  json_put_string(body, "task", tasks[table_task(table, seat)]);
  if (until != INT64_MAX) json_put_int(body, "until", until);
  if (link.length > 0) json_put_string(body, "url", link.bytes);
  json_put_string(body, "text", words.bytes);
  json_put_string(body, "content", words.bytes);
  json_close_object(body);
  text_free(&words);
  text_free(&link);
}

static void tell(const struct lobby *lobby, const struct slot *slot, int seat) {
  struct text body = {0};
  write_body(lobby, slot, seat, &body);
  for (int i = 0; i < slot->wish_count; i++) {
    const struct notice_wish *wish = &slot->wishes[i];
    if (wish->seat != seat) continue;
    const struct span none = {"", 0};
    sender_send(lobby->sender, wish->kind, wish->url, wish->kind == NOTICE_PUSH ? none : text_span(&body),
                slot->stored.id, seat);
  }
  text_free(&body);
}

void notices_tick(struct lobby *lobby, struct slot *slot, int64_t now) {
  for (int i = 0; i < slot->table->setup.players; i++) {
    struct notice_call *call = &slot->calls[i];
    if (call->at > now) continue;
    call->at = INT64_MAX;
    if (lobby->sender == NULL || call->what == CALL_NOTHING || count_wishes(slot, i + 1) == 0) continue;
    /* A stream may be dead without our knowing it yet. Who still has one a while later has seen what there is. */
    if (slot_is_there(slot, i + 1)) {
      if (!call->put_off) call->at = now + NOTICE_EVERY;
      call->put_off = !call->put_off;
      continue;
    }
    call->put_off = false;
    call->last = now;
    tell(lobby, slot, i + 1);
  }
}

void notices_remove_gone(struct lobby *lobby) {
  struct notice_gone gone;
  struct fault fault;
  while (lobby->sender != NULL && sender_take_gone(lobby->sender, &gone)) {
    struct slot *slot = slots_find(&lobby->slots, span_of(gone.about));
    if (slot == NULL || !lobby_load(lobby, slot, &fault)) continue;
    struct notice_wish *wish = find_wish(slot, gone.seat, gone.kind, span_of(gone.url));
    if (wish == NULL) continue;
    const struct store_notice notice = stored_form(wish);
    store_drop_notice(lobby->store, slot->stored.number, &notice);
    remove_wish(slot, wish);
    lobby_keep(lobby, slot, NULL);
  }
}

/* ---- Requests ---- */

const char *lobby_push_key(const struct lobby *lobby) {
  return lobby->sender == NULL ? NULL : sender_key(lobby->sender);
}

/* What a body asks for. */
struct notice_request {
  int kind;
  struct span url; /* lives as long as the JSON */
  bool yes;
};

static bool read_request(const json_t *json, const struct lobby *lobby, struct notice_request *request,
                         struct fault *fault) {
  return members_known(json, "kind url yes", fault) && member_needed(json, "kind", fault) &&
         member_choice(json, "kind", kinds, &request->kind, fault) && member_needed(json, "url", fault) &&
         member_text(json, "url", &request->url, fault) && member_needed(json, "yes", fault) &&
         member_switch(json, "yes", &request->yes, fault) &&
         (lobby->sender == NULL || sender_takes(lobby->sender, request->url, fault));
}

/* Adds or removes the wish, here and in the store; false with the refusal. */
static bool change_wish(struct lobby *lobby, struct slot *slot, int seat, const struct notice_request *request,
                        struct answer *answer) {
  const enum notice_kind kind = (enum notice_kind)request->kind;
  const struct store_notice notice = {.seat = seat, .kind = request->kind, .url = request->url};
  struct notice_wish *wish = find_wish(slot, seat, kind, request->url);
  if (request->yes == (wish != NULL)) return true;
  if (!shares_take(lobby->shares, slot, SHARES_COMING_AND_GOING, lobby_now(lobby), answer)) return false;
  if (wish != NULL) {
    store_drop_notice(lobby->store, slot->stored.number, &notice);
    remove_wish(slot, wish);
  } else if (count_wishes(slot, seat) >= NOTICE_MOST) {
    return answer_refuse(answer, ANSWER_TOO_MUCH, "this seat has as many addresses for notices as it may");
  } else {
    store_put_notice(lobby->store, slot->stored.number, &notice);
    add_wish(slot, seat, kind, request->url);
  }
  lobby_keep(lobby, slot, NULL);
  return true;
}

static void notice(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  struct notice_request request = {0};
  struct fault fault;
  int seat;
  if (!lobby_find_seat(slot, token, &seat, answer)) return;
  if (seat == 0) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
    return;
  }
  json_t *json = members_read(body, &fault);
  if (json == NULL || !read_request(json, lobby, &request, &fault)) {
    answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  } else if (lobby->sender == NULL) {
    answer_refuse(answer, ANSWER_NOT_NOW, "this server sends no notices");
  } else if (slot->table->state > TABLE_PLAYING) {
    answer_refuse(answer, ANSWER_NOT_NOW, "the game is over");
  } else if (change_wish(lobby, slot, seat, &request, answer)) {
    answer_begin(answer, ANSWER_OK);
    json_open_object(&answer->body, NULL);
    json_put_int(&answer->body, "notices", count_wishes(slot, seat));
    json_close_object(&answer->body);
  }
  json_decref(json);
}

void lobby_notice(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return;
  notice(lobby, slot, token, body, answer);
  lobby_conclude(lobby, slot, answer);
}

/* ---- What many tables wait for ---- */

/* The seat of a table that a token holds, from 1, with the table in memory; 0: it holds none, or there is no such
 * table, and then nothing is read but who holds the seats. The table counts as asked for by nobody: computers do not
 * think because of it. False with the refusal. */
static bool find_held(struct lobby *lobby, struct span id, struct span token, struct slot **slot, int *seat,
                      struct answer *answer) {
  struct answer refused = {0};
  struct fault fault;
  *seat = 0;
  *slot = lobby_find_known(lobby, id, &refused);
  if (*slot != NULL && !compare_if_older(lobby, *slot, LOBBY_FRESH))
    return answer_refuse(answer, ANSWER_NOT_STORED, "the database cannot be read: try again");
  bool read = *slot != NULL ? (*slot)->table != NULL || slot_read_holders(*slot, lobby->store, &fault)
                            : refused.code == ANSWER_NO_TABLE;
  if (read && *slot != NULL && (token.length == 0 || !lobby_find_stored_seat(lobby, *slot, token, seat, &refused)))
    *seat = 0;
  if (*slot != NULL && (*slot)->compared.next != NULL && !slot_is_whole(*slot)) read = false;
  if (*seat > 0) read = lobby_load(lobby, *slot, &fault);
  if (*seat > 0 && read) lobby_pay(lobby, *slot);
  answer_free(&refused);
  if (read) return true;
  if (*slot != NULL && (*slot)->queued) return answer_later(answer);
  return answer_refuse(answer, ANSWER_NOT_STORED, "the database cannot be read: try again");
}

/* Who sits at a table: which computers, also for who has left, and who of the people there have the table open. */
static void write_seats(const struct slot *slot, struct text *text) {
  const struct table *table = slot->table;
  json_open_array(text, "seats");
  for (int i = 0; i < table->setup.players; i++) {
    const bool person = table->seats[i].holder == TABLE_PERSON || table->seats[i].holder == TABLE_PROGRAM;
    const uint8_t why = table->seats[i].why;
    const bool computer = table->seats[i].holder == TABLE_COMPUTER || why == TABLE_ASKED || why == TABLE_LEFT;
    json_open_object(text, NULL);
    json_put_string(text, "name", table->seats[i].name);
    if (computer) json_put_int(text, "level", table->seats[i].level);
    if (person) json_put_bool(text, "there", slot_is_there(slot, i + 1));
    json_close_object(text);
  }
  json_close_array(text);
}

/* What a table of an id waits for from who has the token, whose turn it is and how it ended, as an object; seat 0 where
 * they have no seat. False with the refusal. */
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
    json_put_string(text, "task", tasks[table_task(table, seat)]);
    if (until != INT64_MAX) json_put_int(text, "until", until);
    if (turn > 0) json_put_int(text, "turn", turn);
    if (table->lost >= 0) json_put_int(text, "lost", table->lost + 1);
    if (table->lost >= 0) json_put_string(text, "why", table->lost_by_time ? "clock" : "left");
    if (table->undecided) json_put_bool(text, "undecided", true);
    if (table->state == TABLE_OVER) table_scores(table, text);
    write_seats(slot, text);
  }
  json_close_object(text);
  answer->waits = answer->waits || (slot != NULL && slot->touched);
  return true;
}

/* The table and token of one of the seats that are asked about; false with `*fault`. */
static bool read_held(const json_t *json, struct span *table, struct span *token, struct fault *fault) {
  if (!json_is_object(json)) return fault_say(fault, "expected an object");
  return members_known(json, "table token", fault) && member_needed(json, "table", fault) &&
         member_text(json, "table", table, fault) && member_needed(json, "token", fault) &&
         member_text(json, "token", token, fault);
}

/* All of them as `body` names them; false with the refusal. */
static bool write_turns(struct lobby *lobby, const json_t *json, struct answer *answer) {
  struct fault fault;
  const json_t *seats = json_object_get(json, "seats");
  if (!members_known(json, "seats", &fault) || !member_needed(json, "seats", &fault))
    return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  if (!json_is_array(seats) || json_array_size(seats) > TURNS_MOST) {
    fault_say(&fault, "seats: expected an array of at most %d", (int)TURNS_MOST);
    return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  }
  for (size_t i = 0; i < json_array_size(seats); i++) {
    struct span table = {0}, token = {0};
    char where[32];
    snprintf(where, sizeof where, "seats: item %d", (int)i + 1);
    if (!read_held(json_array_get(seats, i), &table, &token, &fault)) {
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
