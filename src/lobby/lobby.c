/* The requests of the lobby: what is asked, who may ask it, and the answer. */
#include "lobby/lobby_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/json_writer.h"

/* Tables that are listed of those that wait and of those that are played: in all, of one address, and how many are
 * looked at for them, or read of a shared database; and how many of those who watch one of them are named. */
enum { LIST_MOST = 100, LIST_MOST_OF_ONE = 8, LIST_LOOKS = 2000, LIST_STORED_LOOKS = 1000, LIST_MOST_NAMES = 8 };

/* ms for which the list of a shared database, and the number of its tables, are told again before they are read anew.
 */
enum { LIST_EVERY = 1000, COUNT_EVERY = 1000 };

_Static_assert((int)CREDENTIAL_ID_SIZE == (int)STORE_ID_SIZE, "an id is stored as it was made");

/* ---- Finding ---- */

struct slot *lobby_find_known(struct lobby *lobby, struct span id, struct answer *answer) {
  struct fault fault;
  struct slot *slot = slots_find(&lobby->slots, id);
  if (slot != NULL) return slot;
  /* Only the database may know of it. */
  struct store_table stored = {.number = 0};
  const enum store_found found = store_find(lobby->store, id, &stored, &fault);
  if (found == STORE_FAILED && store_is_damage(&fault)) lobby_note_damage(lobby, stored.number, "this table", &fault);
  if (found == STORE_FAILED) answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  if (found == STORE_MISSING) answer_refuse(answer, ANSWER_NO_TABLE, "there is no table of this id");
  if (found != STORE_FOUND) return NULL;
  slot = slot_new(&stored);
  slots_add(&lobby->slots, slot);
  return slot;
}

/* The table of this id in memory, as the database had it so many milliseconds ago at most. */
static struct slot *find(struct lobby *lobby, struct span id, int64_t age, struct answer *answer) {
  struct fault fault;
  struct slot *slot = lobby_find_known(lobby, id, answer);
  if (slot == NULL) return NULL;
  slot->attended = lobby_now(lobby);
  if (!compare_if_older(lobby, slot, age)) {
    answer_not_stored(answer);
    return NULL;
  }
  if (!lobby_load(lobby, slot, &fault)) {
    if (slot->queued && lobby_hears(lobby))
      answer_later(answer);
    else
      answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
    return NULL;
  }
  if (!slot_is_whole(slot)) {
    lobby->has_read = true;
    answer_later(answer);
    return NULL;
  }
  lobby_pay(lobby, slot);
  lobby_think(lobby, slot);
  return slot;
}

struct slot *lobby_find(struct lobby *lobby, struct span id, struct answer *answer) {
  return find(lobby, id, LOBBY_FRESH, answer);
}

struct slot *lobby_find_now(struct lobby *lobby, struct span id, struct answer *answer) {
  return find(lobby, id, 0, answer);
}

bool lobby_find_seat(const struct slot *slot, struct span token, int *seat, struct answer *answer) {
  uint8_t hash[CREDENTIAL_HASH];
  *seat = 0;
  if (token.length == 0) return true;
  credential_hash(token, hash);
  *seat = slot_holder(slot, hash, false);
  return *seat > 0 || answer_refuse(answer, ANSWER_WRONG_TOKEN, "this token holds no seat at this table");
}

bool lobby_find_stored_seat(struct lobby *lobby, struct slot *slot, struct span token, int *seat,
                            struct answer *answer) {
  if (lobby_find_seat(slot, token, seat, answer)) return true;
  return compare_now(lobby, slot) == COMPARED_MOVED && slot_is_whole(slot) &&
         lobby_find_seat(slot, token, seat, answer);
}

void lobby_conclude(struct lobby *lobby, struct slot *slot, struct answer *answer) {
  answer->waits = slot->touched && !answer->later;
  if (answer->waits || answer->later || !answer_is_refusal(answer->code)) return;
  const enum comparison found = slot_is_whole(slot) ? compare_now(lobby, slot) : COMPARED_MOVED;
  if (found == COMPARED_FAILED) answer_not_stored(answer);
  if (found != COMPARED_MOVED) return;
  lobby->has_read = true;
  answer_later(answer);
}

/* ---- Seats ---- */

/* The credentials of one who sits down, or comes back. */
struct seat_credentials {
  struct credential token, recovery;
};

static struct seat_credentials make_credentials(const struct lobby *lobby, struct span table, struct span request) {
  const uint8_t *key = store_key(lobby->store);
  return (struct seat_credentials){credential_make(key, CREDENTIAL_SEAT, table, request),
                                   credential_make(key, CREDENTIAL_RECOVERY, table, request)};
}

/* The seat that these credentials hold already, because the request came before; 0: none. */
static int held_by(const struct slot *slot, const struct seat_credentials *credentials) {
  uint8_t hash[CREDENTIAL_HASH];
  credential_hash(span_of(credentials->token.word), hash);
  return slot_holder(slot, hash, false);
}

/* Adds the members `table`, `seat`, `token` and `recovery`. */
static void write_credentials(const struct slot *slot, int seat, const struct seat_credentials *credentials,
                              struct text *text) {
  json_put_string(text, "table", slot->stored.id);
  json_put_int(text, "seat", seat);
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
  slot_seat(slot, lobby->store, lobby->notices, seat, &credentials->token, &credentials->recovery);
  lobby_keep(lobby, slot, granted);
}

/* ---- Requests ---- */

/* A new table of this id for the one who makes the request, and who sits on the first person's seat. Both are counted
 * already. NULL with the refusal if another server makes it just now. */
static struct slot *make_table(struct lobby *lobby, const char id[CREDENTIAL_ID_SIZE], const struct request *request,
                               int *seat, struct answer *answer) {
  struct store_table stored = {.created = lobby_now(lobby), .listed = request->setup.listed, .due = INT64_MAX};
  memcpy(stored.id, id, sizeof stored.id);
  /* A secret that can be guessed is worse than no server. */
  if (getrandom(stored.secret, sizeof stored.secret, 0) != sizeof stored.secret) abort();
  if (!store_add_table(lobby->store, &stored)) {
    answer_not_stored(answer);
    return NULL;
  }
  struct slot *slot = slot_new(&stored);
  slot->table = table_open(lobby->sets, id, stored.secret, stored.created);
  slot->used = slot->attended = stored.created;
  table_create(slot->table, request, stored.created);
  slot_warm(slot, &lobby->warm);
  slots_add(&lobby->slots, slot);
  lobby->stored_unfinished++;
  lobby->figures.in_memory++;
  comparing_begin(lobby, slot);
  for (*seat = 1; request->setup.seats[*seat - 1].kind != SETUP_PERSON;) ++*seat;
  shares_take_table(lobby->shares, slot);
  return slot;
}

/* How many tables are not over. Those of a shared database are counted once a second; what this server adds meanwhile
 * counts at once. */
static bool count_unfinished(struct lobby *lobby, int64_t *count, struct fault *fault) {
  *count = (int64_t)lobby->unfinished;
  if (!lobby->shared) return true;
  if (lobby->counted == 0 || lobby_clock(lobby) >= lobby->counted + COUNT_EVERY) {
    if (!store_count_unfinished(lobby->store, &lobby->stored_unfinished, fault)) return false;
    lobby->counted = lobby_clock(lobby);
  }
  *count = lobby->stored_unfinished;
  return true;
}

static bool has_room(struct lobby *lobby, struct answer *answer) {
  struct fault fault;
  int64_t unfinished;
  if (lobby_is_full(lobby))
    return answer_refuse(answer, ANSWER_FULL, "this server has no room for new tables; games that have begun go on");
  if (!count_unfinished(lobby, &unfinished, &fault)) return answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  if (unfinished < lobby->settings.most_tables) return true;
  return answer_refuse(answer, ANSWER_TOO_MANY, "this server has as many tables as it may: try again later");
}

void lobby_create(struct lobby *lobby, struct span body, struct answer *answer) {
  struct request request;
  char id[CREDENTIAL_ID_SIZE];
  int seat;
  if (!request_read_create(body, lobby->sets, &request, answer)) return;
  credential_make_id(store_key(lobby->store), body, id);
  const struct seat_credentials credentials = make_credentials(lobby, span_of(id), body);
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
  if (answer->code != ANSWER_NO_TABLE || !has_room(lobby, answer) || !shares_hold_table(lobby->shares, answer)) return;
  slot = make_table(lobby, id, &request, &seat, answer);
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
  if (before != NULL && !lobby_find_seat(before, token, seat, &unheard)) *seat = 0;
  answer_free(&unheard);
  return !later || answer_later(answer);
}

static void sit(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  struct request request;
  if (!request_read_sit(body, &request, answer)) return;
  const struct span table = span_of(slot->stored.id);
  const struct seat_credentials credentials = make_credentials(lobby, table, body);
  int seat = held_by(slot, &credentials);
  if (seat == 0) {
    if (!former_seat(lobby, slot, token, &request.former_seat, answer) || !shares_come(lobby->shares, slot, answer) ||
        !shares_sit(lobby->shares, slot, answer) ||
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

void lobby_sit(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return;
  sit(lobby, slot, token, body, answer);
  lobby_conclude(lobby, slot, answer);
}

static void recover(struct lobby *lobby, struct slot *slot, struct span body, struct answer *answer) {
  struct request request;
  uint8_t hash[CREDENTIAL_HASH];
  if (!request_read_recover(body, &request, answer)) return;
  const struct seat_credentials credentials = make_credentials(lobby, span_of(slot->stored.id), body);
  int seat = held_by(slot, &credentials);
  if (seat == 0) {
    credential_hash(span_of(request.recovery), hash);
    seat = slot_holder(slot, hash, true);
    if (seat == 0) {
      answer_refuse(answer, ANSWER_WRONG_TOKEN, "this recovery link holds no seat at this table, or no longer");
      return;
    }
    give_seat(lobby, slot, seat, &credentials, NULL);
  }
  tell_credentials(slot, ANSWER_OK, seat, &credentials, answer);
}

void lobby_recover(struct lobby *lobby, struct span table, struct span body, struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return;
  recover(lobby, slot, body, answer);
  lobby_conclude(lobby, slot, answer);
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
  struct slot *next = make_table(lobby, rematch->id, &create, &new_seat, &unheard);
  answer_free(&unheard);
  if (next == NULL) return;
  slot->made = next->stored.number;
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

/* Tells the credentials for the table of a rematch, if the asker still holds the seat there by them. */
static void write_rematch(struct lobby *lobby, const struct rematch *rematch, struct text *text) {
  struct answer nobody = {0};
  const struct slot *next = lobby_find(lobby, span_of(rematch->id), &nobody);
  const int new_seat = next == NULL ? 0 : held_by(next, &rematch->credentials);
  answer_free(&nobody);
  if (new_seat > 0) write_credentials(next, new_seat, &rematch->credentials, text);
}

static void act(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer) {
  struct request request;
  int seat;

  /* 1. Who asks for what: a seat, or someone watching (0). */
  if (!lobby_find_seat(slot, token, &seat, answer) || !request_read_action(body, &request, answer)) return;
  if (seat == 0 && !request_is_talk(&request)) {
    answer_refuse(answer, ANSWER_NO_TOKEN, "this needs the token of a seat: Authorization: Bearer TOKEN");
    return;
  }

  /* 2. The action. */
  const bool is_rematch = request.type == REQUEST_REMATCH && seat > 0;
  const bool is_new = table_recall(slot->table, seat, request.id) == 0;
  struct rematch rematch = {0};
  if (is_rematch) rematch = rematch_of(lobby, slot, seat, &request, token);
  if (is_rematch && !is_new && !rematch_is_read(lobby, &rematch, answer)) return;
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
    if (request.type == REQUEST_HUSH && request.entry > 0)
      slot_end_watches_from(slot, shares_silence(lobby->shares, slot, &request));
    lobby_keep(lobby, slot, &granted);
  }

  /* 4. The answer. */
  answer_begin(answer, ANSWER_OK);
  json_open_object(&answer->body, NULL);
  json_put_int(&answer->body, "seq", table_recall(slot->table, seat, request.id));
  if (is_rematch) write_rematch(lobby, &rematch, &answer->body);
  json_close_object(&answer->body);
}

void lobby_act(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer) {
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return;
  act(lobby, slot, token, body, answer);
  lobby_conclude(lobby, slot, answer);
}

/* ---- The list of tables ---- */

/* Adds who watches a table here (NULL: it is not known here): how many, and the names of those who came last. A name
 * that several have is told once, one that may not talk here not at all. So many names are looked at and no more, as
 * that takes time. */
static void write_watching(const struct lobby *lobby, const struct slot *slot, struct text *text) {
  char names[LIST_MOST_NAMES][NAME_SIZE];
  int count = 0, looks = 0, named = 0;
  const struct lobby_watcher *watcher = slot == NULL || slot->table == NULL ? NULL : slot->watchers;
  for (; watcher != NULL; watcher = watcher->next) {
    if (watcher->seat > 0 || !watcher->shown) continue;
    count++;
    if (watcher->name[0] == '\0' || looks == LIST_MOST_NAMES) continue;
    looks++;
    if (shares_is_silenced(lobby->shares, slot, watcher->address)) continue;
    if (!table_watcher_name(slot->table, watcher->name, names[named])) continue;
    int same = 0;
    while (strcmp(names[same], names[named]) != 0) same++;
    if (same == named) named++;
  }
  json_open_object(text, "watching");
  json_put_int(text, "count", count);
  json_open_array(text, "names");
  for (int i = 0; i < named; i++) json_put_string(text, NULL, names[i]);
  json_close_array(text);
  json_close_object(text);
}

void lobby_item(struct slot *slot) {
  static const char *const kinds[] = {"open", "person", "program", "computer"}; /* by who holds the seat */
  const struct table *table = slot->table;
  struct text *text = &slot->item;
  if (!slot->stored.listed || slot->item_last == table->seq) return;
  text_clear(text);
  /* All but who watches, the age, which grows, and the end. */
  json_open_object(text, NULL);
  json_put_string(text, "table", table->id);
  json_put_key(text, "setup");
  setup_write(&table->setup, text);
  json_put_string(text, "state", table->state == TABLE_WAITING ? "waiting" : "playing");
  json_open_array(text, "seats");
  for (int i = 0; i < table->setup.players; i++) {
    const struct table_seat *seat = &table->seats[i];
    json_open_object(text, NULL);
    json_put_string(text, "name", seat->name);
    json_put_string(text, "kind", kinds[seat->holder]);
    json_close_object(text);
  }
  json_close_array(text);
  slot->item_last = table->seq;
}

void lobby_keep_item(struct lobby *lobby, struct slot *slot) {
  if (!lobby->shared || !slot->stored.listed || slot->stored.state == STORE_FINISHED) return;
  lobby_item(slot);
  const struct text *item = &slot->item;
  struct text *stored = &slot->item_stored;
  if (stored->length == item->length && memcmp(stored->bytes, item->bytes, item->length) == 0) return;
  text_clear(stored);
  text_add(stored, item->bytes, item->length);
  store_set_item(lobby->store, slot->stored.number, text_span(item));
  lobby_touch(lobby, slot);
}

/* A table that may be listed: by whom it was opened, and how many of theirs come before it. */
struct candidate {
  uint64_t address, network; /* 0: of nobody known */
  int turn, place;           /* in which turn of its opener, or network, it is dealt; where it stands among all */
  int64_t age, created; /* `age`: the number of the table, or of those that were read, the newest has the largest */
  struct slot *slot;    /* as it is known here; NULL: it is not */
  size_t begin, end;    /* its item in the text of all of them, if a shared database has it */
};

/* Those that were looked at, in the order in which they have their turns. */
struct dealing {
  struct candidate candidates[LIST_LOOKS];
  int count;
  const struct slots *slots;
  struct text items;
};

enum { DEAL_BUCKETS = 4 * LIST_LOOKS };

static int compare_turns(const void *one, const void *other) {
  const struct candidate *a = one, *b = other;
  return a->turn != b->turn ? a->turn - b->turn : a->place - b->place;
}

static int compare_ages(const void *one, const void *other) {
  const struct candidate *a = one, *b = other;
  return a->age < b->age ? 1 : a->age > b->age ? -1 : 0;
}

/* Everybody gets a first place before anybody gets a second: by address, or by network, of which an address outside of
 * one is its own. Of one address so many stay. */
static void deal(struct dealing *dealing, bool by_network) {
  struct {
    uint64_t key;
    int count;
  } *dealt = memory_zeroed(DEAL_BUCKETS * sizeof *dealt);
  int kept = 0;
  for (int i = 0; i < dealing->count; i++) {
    struct candidate candidate = dealing->candidates[i];
    const uint64_t key = by_network && candidate.network != 0 ? candidate.network : candidate.address;
    uint64_t at = key * 0x9E3779B97F4A7C15u >> 20;
    while (dealt[at % DEAL_BUCKETS].key != key && dealt[at % DEAL_BUCKETS].key != 0) at++;
    dealt[at % DEAL_BUCKETS].key = key;
    candidate.turn = key == 0 ? 0 : dealt[at % DEAL_BUCKETS].count++;
    if (by_network) candidate.place = i;
    if (by_network || candidate.turn < LIST_MOST_OF_ONE) dealing->candidates[kept++] = candidate;
  }
  dealing->count = kept;
  free(dealt);
  qsort(dealing->candidates, (size_t)kept, sizeof dealing->candidates[0], compare_turns);
}

/* Deals the places, and leaves those that have one, the newest first. */
static void deal_places(struct dealing *dealing) {
  for (int i = 0; i < dealing->count; i++) dealing->candidates[i].place = i;
  deal(dealing, false);
  deal(dealing, true);
  if (dealing->count > LIST_MOST) dealing->count = LIST_MOST;
  qsort(dealing->candidates, (size_t)dealing->count, sizeof dealing->candidates[0], compare_ages);
}

/* Adds a table, by what is told of it but for who watches it here and its age. */
static void tell_item(const struct lobby *lobby, struct span item, const struct slot *slot, int64_t created,
                      int64_t now, struct text *text) {
  json_put_raw(text, NULL, item);
  write_watching(lobby, slot, text);
  json_put_int(text, "age_s", now > created ? (now - created) / 1000 : 0);
  json_close_object(text);
}

/* Looks at the tables of one of the lists from both ends, in turns, so that many new ones do not push an older one
 * out. */
static void look_at_list(const struct lobby *lobby, enum slots_list list, struct dealing *dealing) {
  struct slot *newest = lobby->slots.newest_listed[list], *oldest = lobby->slots.oldest_listed[list];
  bool from_newest = true, met = newest == NULL;
  while (!met && dealing->count < LIST_LOOKS) {
    struct slot *slot = from_newest ? newest : oldest;
    met = newest == oldest;
    if (from_newest)
      newest = slot->listed_older;
    else
      oldest = slot->listed_newer;
    from_newest = !from_newest;
    const struct lobby_asker opener = shares_opener(lobby->shares, slot);
    dealing->candidates[dealing->count++] = (struct candidate){
        .address = opener.address, .network = opener.network, .age = slot->stored.number, .slot = slot};
  }
}

/* Adds the tables of one of the lists that have a place in it, the newest first. */
static void list_tables(struct lobby *lobby, enum slots_list list, struct text *text) {
  struct dealing *dealing = memory_zeroed(sizeof *dealing);
  const int64_t now = lobby_now(lobby);
  int loads = LOBBY_LOADS;
  struct fault fault;
  look_at_list(lobby, list, dealing);
  deal_places(dealing);
  for (int i = 0; i < dealing->count; i++) {
    /* What is told of it is brought up to date. After a start the tables are read by and by: those that neither the
     * clock nor this list has come to are left out. A table that is read may turn out to stand elsewhere. */
    struct slot *slot = dealing->candidates[i].slot;
    if (slot->table == NULL && slot->item.length == 0) {
      if (loads-- <= 0 || !lobby_load(lobby, slot, &fault)) continue;
      lobby_pay(lobby, slot);
    }
    if (slot->table != NULL) lobby_item(slot);
    if (slot->list == list) tell_item(lobby, text_span(&slot->item), slot, slot->stored.created, now, text);
  }
  free(dealing);
}

static bool take_item(void *context, const struct store_item *item) {
  struct dealing *dealing = context;
  struct candidate *candidate = &dealing->candidates[dealing->count++];
  *candidate = (struct candidate){.address = item->opener,
                                  .age = -dealing->count,
                                  .created = item->created,
                                  .slot = slots_find(dealing->slots, item->id),
                                  .begin = dealing->items.length};
  text_add(&dealing->items, item->item.bytes, item->item.length);
  candidate->end = dealing->items.length;
  return dealing->count < LIST_STORED_LOOKS;
}

/* The same as a shared database has it. False with `*fault`. */
static bool list_stored(struct lobby *lobby, enum store_state state, struct text *text, struct fault *fault) {
  struct dealing *dealing = memory_zeroed(sizeof *dealing);
  dealing->slots = &lobby->slots;
  const bool read = store_each_listed(lobby->store, state, LIST_STORED_LOOKS, take_item, dealing, fault);
  deal_places(dealing);
  for (int i = 0; read && i < dealing->count; i++) {
    const struct candidate *candidate = &dealing->candidates[i];
    const struct span item = {dealing->items.bytes + candidate->begin, candidate->end - candidate->begin};
    tell_item(lobby, item, candidate->slot, candidate->created, lobby_now(lobby), text);
  }
  text_free(&dealing->items);
  free(dealing);
  return read;
}

/* Has the list of the tables of a shared database in `lobby->list`, which is read once a second at most. False with the
 * refusal. */
static bool read_list(struct lobby *lobby, struct answer *answer) {
  struct fault fault;
  struct text text = {0};
  const int64_t now = lobby_now(lobby);
  if (lobby->list_at != 0 && now < lobby->list_at + LIST_EVERY) return true;
  json_open_object(&text, NULL);
  json_open_array(&text, "tables");
  for (enum store_state state = STORE_WAITING; state <= STORE_PLAYING; state++) {
    if (list_stored(lobby, state, &text, &fault)) continue;
    text_free(&text);
    return answer_refuse(answer, ANSWER_NOT_STORED, fault.text);
  }
  json_close_array(&text);
  json_close_object(&text);
  text_free(&lobby->list);
  lobby->list = text;
  lobby->list_at = now;
  return true;
}

void lobby_list(struct lobby *lobby, struct answer *answer) {
  if (lobby->shared && !read_list(lobby, answer)) return;
  answer_begin(answer, ANSWER_OK);
  if (lobby->shared) {
    text_add(&answer->body, lobby->list.bytes, lobby->list.length);
    return;
  }
  answer->waits = store_pending(lobby->store);
  json_open_object(&answer->body, NULL);
  json_open_array(&answer->body, "tables");
  for (enum slots_list list = SLOTS_WAITING; list <= SLOTS_PLAYING; list++) list_tables(lobby, list, &answer->body);
  json_close_array(&answer->body);
  json_close_object(&answer->body);
}
