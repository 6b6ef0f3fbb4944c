#include "hall/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/fnv.h"
#include "base/json_writer.h"
#include "base/rarely.h"
#include "chance/fair_chance.h"
#include "hall/entry.h"
#include "hall/framing.h"
#include "hall/telling.h"
#include "hall/times.h"
#include "store/store_players.h"
#include "store/store_tournaments.h"

enum {
  WARM = 16,
  WARM_BYTES = 32 * 1024 * 1024, /* of all competitions in memory, but the one that was asked for last */
  LOOK_MOST = 64,                /* tournaments that are looked at */
  LOOK_SOON = 100,               /* ms after which more of what is due is done; */
  LOOK_AGAIN = 60 * 1000,        /* after which nothing was done, or another server may have made something due; */
  LOOK_DAMAGED = 3600 * 1000,    /* after which the log was damaged */
  TAKE_MOST = 64                 /* seats of results that are taken over at once */
};

/* A competition in memory. */
struct warm_competition {
  struct store_tournament stored; /* `id` empty: the place is free */
  struct competition competition;
  bool changed; /* by this round */
  int64_t used;
};

struct hall_memory {
  struct warm_competition warm[WARM];
  int64_t uses, cost;
  int64_t due; /* when to look next whether something is due */
};

/* ---- The memory ---- */

struct hall_memory *hall_memory_open(void) {
  return memory_zeroed(sizeof(struct hall_memory));
}

static void forget(struct warm_competition *warm) {
  competition_free(&warm->competition);
  *warm = (struct warm_competition){0};
}

void hall_memory_close(struct hall_memory *memory) {
  for (int i = 0; memory != NULL && i < WARM; i++) forget(&memory->warm[i]);
  free(memory);
}

void hall_end_round(struct hall_memory *memory, bool stored) {
  for (int i = 0; i < WARM; i++) {
    if (memory->warm[i].changed && !stored) forget(&memory->warm[i]);
    memory->warm[i].changed = false;
  }
  if (!stored) memory->due = 0;
}

int64_t hall_take_cost(struct hall_memory *memory) {
  const int64_t cost = memory->cost;
  memory->cost = 0;
  return cost;
}

/* Returns the place of a tournament in memory; a new one takes the place that was not used for longest. */
static struct warm_competition *place_of(struct hall_memory *memory, const char *id) {
  struct warm_competition *oldest = NULL;
  for (int i = 0; i < WARM; i++) {
    struct warm_competition *warm = &memory->warm[i];
    if (strcmp(warm->stored.id, id) == 0) return warm;
    if (!warm->changed && (oldest == NULL || warm->used < oldest->used)) oldest = warm;
  }
  if (oldest != NULL) forget(oldest);
  return oldest;
}

/* Those that were not used for longest leave the memory if all take too many bytes. */
static void make_room(struct hall_memory *memory, const struct warm_competition *kept) {
  for (;;) {
    struct warm_competition *oldest = NULL;
    size_t bytes = 0;
    for (int i = 0; i < WARM; i++) {
      struct warm_competition *warm = &memory->warm[i];
      if (warm->stored.id[0] == '\0' || warm == kept) continue;
      bytes += competition_bytes(&warm->competition);
      if (!warm->changed && (oldest == NULL || warm->used < oldest->used)) oldest = warm;
    }
    if (bytes <= WARM_BYTES || oldest == NULL) return;
    forget(oldest);
  }
}

/* Reads the entries after those that are known. The last known one is read again: an older copy of the database that
 * stands in its place may have another one there, or none, and then all are read. False with `*fault`. */
static bool read_on(const struct hall_now *hall, struct competition *competition, struct span id, struct fault *fault) {
  const int64_t known = competition->seq;
  struct store_rows *rows = store_tournament_entries(hall->store, id, known > 0 ? known - 1 : 0);
  struct span body;
  struct fault unread;
  bool good = true, same = known == 0;
  for (int64_t seq; good && store_next_tournament_entry(rows, &seq, &body);) {
    hall->memory->cost += (int64_t)body.length;
    if (seq == known) same = entry_print(body) == competition->print;
    if (!same) break;
    if (seq > known) good = entry_apply(competition, body, fault);
  }
  if (!store_close_rows(rows, good ? fault : &unread) || !good) return false;
  if (same) return true;
  competition_free(competition);
  return read_on(hall, competition, id, fault);
}

/* Brings a tournament into memory as the database has it. With `lock` no other server changes it before this round
 * ends. NULL with the refusal. */
static struct warm_competition *find(const struct hall_now *hall, struct span id, bool lock, struct answer *answer) {
  struct store_tournament stored;
  struct fault fault = {0};
  enum store_found found = store_find_tournament(hall->store, id, &stored, &fault);
  if (found == STORE_MISSING) answer_refuse(answer, ANSWER_NO_TOURNAMENT, "there is no tournament of this id");
  if (found == STORE_FOUND && lock) {
    found = store_lock_tournament(hall->store, id, &stored, &fault);
    if (RARELY("a tournament is locked", found == STORE_MISSING)) {
      answer_later(answer);
      return NULL;
    }
  }
  if (found == STORE_FAILED) answer_refuse_fault(answer, &fault);
  if (found != STORE_FOUND) return NULL;
  struct warm_competition *warm = place_of(hall->memory, stored.id);
  if (warm == NULL) { /* the round changes all that are in memory */
    answer_later(answer);
    return NULL;
  }
  warm->stored = stored;
  warm->used = ++hall->memory->uses;
  if (!read_on(hall, &warm->competition, id, &fault) || warm->competition.seq != stored.last) {
    if (fault.text[0] == '\0') fault_say(&fault, "what is stored of this tournament cannot be true");
    if (store_answers(hall->store)) store_note_damage(hall->store, "a tournament");
    forget(warm);
    answer_refuse_fault(answer, &fault);
    return NULL;
  }
  make_room(hall->memory, warm);
  return warm;
}

/* What is answered of a tournament that the round has changed is true only if the round is stored. */
static void conclude(const struct warm_competition *warm, struct answer *answer) {
  answer->waits = warm->changed && !answer->later;
}

/* ---- Names ---- */

static void put_name(struct span name, char put[NAME_SIZE]) {
  const size_t length = name.length < NAME_SIZE ? name.length : NAME_SIZE - 1;
  memcpy(put, name.bytes, length);
  put[length] = '\0';
}

/* Reads the present names of a competition, by competitor and then by organizer; free() releases them. NULL with the
 * refusal. */
static char (*read_names(const struct hall_now *hall, struct span id, const struct competition *competition,
                         struct answer *answer))[NAME_SIZE] {
  const size_t count = (size_t)competition->competitor_count + (size_t)competition->organizer_count;
  char(*names)[NAME_SIZE] = memory_zeroed((count + 1) * NAME_SIZE);
  struct span name;
  struct fault fault;
  for (int i = 0; i < competition->competitor_count; i++) memcpy(names[i], competition->competitors[i].name, NAME_SIZE);
  struct store_rows *rows = store_tournament_names(hall->store, id);
  for (int64_t player; store_next_tournament_name(rows, &player, &name);) {
    const int at = competition_find(competition, player);
    if (at != NOBODY) put_name(name, names[at]);
    for (int i = 0; i < competition->organizer_count; i++)
      if (competition->organizers[i] == player) put_name(name, names[competition->competitor_count + i]);
  }
  if (store_close_rows(rows, &fault)) return names;
  free(names);
  answer_refuse_fault(answer, &fault);
  return NULL;
}

/* ---- Changes ---- */

/* Derives the secret of the lots of a tournament. */
static void make_secret(const struct hall_now *hall, struct span id, uint8_t secret[CREDENTIAL_HASH]) {
  credential_make_bytes(store_key(hall->store), CREDENTIAL_LOT, id, (struct span){"", 0}, secret);
}

/* Returns a hash of a request: of its asker and its body. */
static uint64_t hash_request(int64_t player, struct span body) {
  uint8_t bytes[8];
  char asker[17];
  uint64_t print = 0;
  struct blake2b hash;
  snprintf(asker, sizeof asker, "%016llx", (unsigned long long)player);
  blake2b_begin(&hash, sizeof bytes, NULL, 0);
  blake2b_add(&hash, asker, strlen(asker));
  blake2b_add(&hash, body.bytes, body.length);
  blake2b_finish(&hash, bytes);
  for (size_t i = 0; i < sizeof bytes; i++) print = print << 8 | bytes[i];
  return print == 0 ? 1 : print;
}

/* A matching looks at all pairs of entrants: the asker pays for each round that was paired after `round`. */
static void charge_rounds(const struct hall_now *hall, const struct competition *competition, int round) {
  const int64_t count = competition->competitor_count;
  hall->memory->cost += (competition->round - round) * count * count;
}

static struct acting acting_for(const struct hall_now *hall, struct warm_competition *warm, int64_t player) {
  return (struct acting){
      .competition = &warm->competition, .sets = hall->sets, .now = hall->now, .player = player, .secret = NULL};
}

/* Notes when something is due. */
static void note_due(const struct hall_now *hall, int64_t due) {
  if (due < hall->memory->due) hall->memory->due = due;
}

/* Hands what was made of a tournament to the store. */
static void keep(const struct hall_now *hall, struct warm_competition *warm, struct acting *acting, bool is_new) {
  const struct competition *competition = &warm->competition;
  const struct span id = span_of(warm->stored.id);
  struct text item = {0};
  struct span rest = text_span(&acting->entries), entry;
  const struct shown_competition shown = {warm->stored.id, competition, NULL};
  if (acting->entries.length == 0) return;
  int64_t seq = warm->stored.last;
  warm->stored.state = competition->state;
  warm->stored.listed = competition->settings.listed;
  warm->stored.last = competition->seq;
  warm->stored.due = times_next(competition);
  note_due(hall, warm->stored.due);
  telling_item(&shown, &item);
  if (is_new) store_add_tournament(hall->store, &warm->stored, text_span(&item));
  while (span_split(&rest, '\n', &entry) && entry.length > 0) store_add_tournament_entry(hall->store, id, ++seq, entry);
  if (!is_new) store_set_tournament(hall->store, &warm->stored, text_span(&item));
  if (acting->joined != 0) store_add_tournament_player(hall->store, id, acting->joined);
  warm->changed = true;
  hall->memory->cost += (int64_t)acting->entries.length;
  text_free(&item);
  text_free(&acting->entries);
}

static void tell_done(const struct warm_competition *warm, enum answer_code code, struct answer *answer) {
  answer_begin(answer, code);
  json_open_object(&answer->body, NULL);
  json_put_string(&answer->body, "tournament", warm->stored.id);
  json_put_int(&answer->body, "seq", warm->competition.seq);
  json_close_object(&answer->body);
}

/* True if a request has made an entry before. */
static bool was_asked(const struct competition *competition, uint64_t request) {
  for (int64_t i = competition->seq - 1; i >= 0; i--)
    if (competition->requests[i] == request) return true;
  return false;
}

static bool needs_player(int64_t player, struct answer *answer) {
  return player != 0 || answer_refuse(answer, ANSWER_NO_TOKEN,
                                      "this needs the token of a player's device: Authorization: Bearer TOKEN");
}

/* Refuses a player who has as many tournaments as may be. Until the round ends no other server opens one for them. */
static bool has_room(const struct hall_now *hall, int64_t player, struct answer *answer) {
  struct fault fault;
  int64_t open = 0;
  const enum store_found locked = store_lock_players(hall->store, &fault);
  if (locked == STORE_MISSING) return answer_later(answer);
  if (locked == STORE_FAILED || !store_count_tournaments(hall->store, player, &open, &fault))
    return answer_refuse_fault(answer, &fault);
  return open < HALL_MOST_OPEN ||
         answer_refuse(answer, ANSWER_TOO_MUCH, "this player has as many tournaments as may be: close one first");
}

void hall_open(const struct hall_now *hall, int64_t player, struct span body, struct answer *answer) {
  struct fault fault;
  uint8_t secret[CREDENTIAL_HASH];
  char id[CREDENTIAL_ID_SIZE];
  struct text asked = {0};
  struct store_tournament known;
  if (!needs_player(player, answer)) return;
  text_print(&asked, "tournament %016llx ", (unsigned long long)player);
  text_add(&asked, body.bytes, body.length);
  credential_make_id(store_key(hall->store), text_span(&asked), id);
  text_free(&asked);

  /* 1. The request came before. */
  const enum store_found found = store_find_tournament(hall->store, span_of(id), &known, &fault);
  if (found == STORE_FAILED) answer_refuse_fault(answer, &fault);
  if (found == STORE_FOUND) {
    struct warm_competition *warm = find(hall, span_of(id), false, answer);
    if (warm == NULL) return;
    tell_done(warm, ANSWER_CREATED, answer);
    conclude(warm, answer);
  }
  if (found != STORE_MISSING) return;

  /* 2. A new tournament. */
  struct warm_competition *warm = place_of(hall->memory, id);
  if (warm == NULL) {
    answer_later(answer);
    return;
  }
  forget(warm); /* the database may have forgotten a tournament that is in memory */
  make_secret(hall, span_of(id), secret);
  struct acting acting = acting_for(hall, warm, player);
  acting.request = hash_request(player, body);
  acting.secret = secret;
  const bool opened = acting_open(&acting, body, answer);
  charge_rounds(hall, &warm->competition, 0);
  if (!opened || !has_room(hall, player, answer)) {
    text_free(&acting.entries);
    forget(warm);
    return;
  }
  warm->stored = (struct store_tournament){.created = hall->now, .opener = player};
  memcpy(warm->stored.id, id, sizeof id);
  warm->used = ++hall->memory->uses;
  keep(hall, warm, &acting, true);
  tell_done(warm, ANSWER_CREATED, answer);
  conclude(warm, answer);
}

void hall_act(const struct hall_now *hall, struct span id, int64_t player, struct span body, struct answer *answer) {
  uint8_t secret[CREDENTIAL_HASH];
  if (!needs_player(player, answer)) return;
  struct warm_competition *warm = find(hall, id, true, answer);
  if (warm == NULL) return;
  make_secret(hall, id, secret);
  struct acting acting = acting_for(hall, warm, player);
  acting.request = hash_request(player, body);
  acting.secret = secret;
  const int round = warm->competition.round;
  if (was_asked(&warm->competition, acting.request) || acting_act(&acting, body, answer)) {
    charge_rounds(hall, &warm->competition, round);
    keep(hall, warm, &acting, false);
    tell_done(warm, ANSWER_OK, answer);
  }
  conclude(warm, answer);
}

bool hall_says(struct span body) {
  static const char *const words[] = {"name", "title", "settings", "reason"};
  struct fault unheard;
  json_t *json = members_read(body, &unheard);
  bool says = false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) says = says || json_object_get(json, words[i]) != NULL;
  json_decref(json);
  return says;
}

bool hall_host(const struct hall_now *hall, struct span id, const char *name, struct answer *answer) {
  uint8_t secret[CREDENTIAL_HASH];
  struct warm_competition *warm = find(hall, id, true, answer);
  if (warm == NULL) return false;
  make_secret(hall, id, secret);
  struct acting acting = acting_for(hall, warm, 0);
  acting.secret = secret;
  acting_host(&acting, name);
  keep(hall, warm, &acting, false);
  return true;
}

/* ---- The clock ---- */

int64_t hall_due(const struct hall_memory *memory) { return memory->due; }

/* Does what is due in a tournament. Returns the number of calls. */
static int tick(const struct hall_now *hall, struct span id, int64_t started, struct clock_call *calls) {
  struct answer unheard = {0};
  uint8_t secret[CREDENTIAL_HASH];
  struct warm_competition *warm = find(hall, id, true, &unheard);
  const bool damaged = warm == NULL && !unheard.later && store_answers(hall->store);
  int count = 0;
  answer_free(&unheard);
  if (warm != NULL) {
    make_secret(hall, id, secret);
    struct acting acting = acting_for(hall, warm, 0);
    acting.secret = secret;
    count = clock_tick(&acting, started, calls);
    if (acting.entries.length > 0)
      keep(hall, warm, &acting, false);
    else
      store_put_off_tournament(hall->store, id, hall->now + LOOK_AGAIN);
  } else if (damaged) {
    store_put_off_tournament(hall->store, id, hall->now + LOOK_DAMAGED);
  }
  return count;
}

int hall_tick(const struct hall_now *hall, int64_t started, struct hall_call *calls) {
  struct store_tournament due[HALL_TICKED];
  struct clock_call called[2 * CLOCK_CALLS_MOST];
  struct fault unheard;
  int count = 0, listed = 0;
  hall->memory->due = hall->now + LOOK_AGAIN;
  struct store_rows *rows = store_due_tournaments(hall->store, LOOK_MOST); /* damaged rows are left out */
  for (struct span item; count < HALL_TICKED && store_next_tournament(rows, &due[count], &item);) count++;
  if (!store_close_rows(rows, &unheard)) return 0;
  for (int i = 0; i < count; i++) {
    if (due[i].due > hall->now) {
      note_due(hall, due[i].due);
      break;
    }
    const int of_one = tick(hall, span_of(due[i].id), started, called);
    for (int k = 0; k < of_one; k++) {
      calls[listed] = (struct hall_call){.call = called[k]};
      memcpy(calls[listed++].tournament, due[i].id, sizeof due[i].id);
    }
    if (i == HALL_TICKED - 1) note_due(hall, hall->now + LOOK_SOON);
  }
  return listed;
}

/* ---- What is shown ---- */

void hall_show(const struct hall_now *hall, struct span id, enum hall_view view, struct answer *answer) {
  struct store_rows *rows;
  struct span body;
  struct fault fault;
  struct warm_competition *warm = find(hall, id, false, answer);
  if (warm == NULL) return;
  char(*names)[NAME_SIZE] = read_names(hall, id, &warm->competition, answer);
  if (names == NULL) return;
  const struct shown_competition shown = {warm->stored.id, &warm->competition, names};
  answer_begin(answer, ANSWER_OK);
  switch (view) {
  case HALL_TOURNAMENT: telling_tournament(&shown, &answer->body); break;
  case HALL_STANDINGS: telling_standings(&shown, &answer->body); break;
  case HALL_CSV: telling_csv(&shown, &answer->body); break;
  case HALL_TRF: telling_trf(&shown, &answer->body); break;
  case HALL_FRAME:
  case HALL_FRAME_GERMAN:
  case HALL_FRAME_ITALIAN: framing_page(&shown, (int)view - HALL_FRAME, &answer->body); break;
  case HALL_LOG:
    json_open_object(&answer->body, NULL);
    json_put_string(&answer->body, "tournament", warm->stored.id);
    json_open_array(&answer->body, "entries");
    rows = store_tournament_entries(hall->store, id, 0);
    for (int64_t seq; store_next_tournament_entry(rows, &seq, &body);) json_put_raw(&answer->body, NULL, body);
    json_close_array(&answer->body);
    json_close_object(&answer->body);
    if (!store_close_rows(rows, &fault)) answer_refuse_fault(answer, &fault);
    break;
  }
  free(names);
  hall->memory->cost += (int64_t)answer->body.length;
  conclude(warm, answer);
}

int64_t hall_version(const struct hall_now *hall, struct span id) {
  struct store_tournament stored;
  struct fault unheard;
  if (store_find_tournament(hall->store, id, &stored, &unheard) != STORE_FOUND) return 0;
  for (int i = 0; i < WARM; i++)
    if (hall->memory->warm[i].changed && strcmp(hall->memory->warm[i].stored.id, stored.id) == 0) return 0;
  struct store_rows *rows = store_tournament_names(hall->store, id);
  struct span name;
  uint64_t print = fnv_add(FNV_BEGIN, (unsigned)stored.last);
  for (int64_t player; store_next_tournament_name(rows, &player, &name);)
    print = fnv_add(fnv_add_bytes(print, name.bytes, name.length), '\n');
  return store_close_rows(rows, &unheard) ? (int64_t)(print >> 1 | 1) : 0;
}

/* Appends the items of tournaments. False with `*fault` filled: they cannot be read. */
static bool put_items(const struct hall_now *hall, struct store_rows *rows, struct answer *answer,
                      struct fault *fault) {
  struct store_tournament tournament;
  for (struct span item; store_next_tournament(rows, &tournament, &item);)
    if (!answer_put_item(answer, item)) store_note_damage(hall->store, "a tournament");
  return store_close_rows(rows, fault);
}

void hall_list(const struct hall_now *hall, int64_t player, struct answer *answer) {
  struct text *text = &answer->body;
  struct fault fault;
  bool good = true;
  answer_begin(answer, ANSWER_OK);
  json_open_object(text, NULL);
  json_open_array(text, "tournaments");
  for (int state = STORE_WAITING; state <= STORE_FINISHED && good; state++)
    good = put_items(hall, store_listed_tournaments(hall->store, (enum store_state)state, HALL_MOST_LISTED), answer,
                     &fault);
  json_close_array(text);
  if (player != 0 && good) {
    json_open_array(text, "own");
    good = put_items(hall, store_own_tournaments(hall->store, player, HALL_MOST_LISTED), answer, &fault);
    json_close_array(text);
  }
  json_close_object(text);
  hall->memory->cost += (int64_t)text->length;
  for (int i = 0; i < WARM; i++) answer->waits = answer->waits || hall->memory->warm[i].changed;
  if (!good) answer_refuse_fault(answer, &fault);
}

/* ---- Tables ---- */

/* Returns a hash of a request for a seat, by which its table is found again. The secret keeps players from making that
 * table themselves beforehand; a game that was voided, or a table that came to nothing, is not found again. */
static uint64_t hash_seat_request(const struct bout *bout, const uint8_t secret[CREDENTIAL_HASH], int64_t player,
                                  struct span body) {
  struct text keyed = {0};
  json_put_hex(&keyed, NULL, secret, CREDENTIAL_HASH);
  text_print(&keyed, " %lld %s ", (long long)bout->since, bout->table);
  text_add(&keyed, body.bytes, body.length);
  const uint64_t print = hash_request(player, text_span(&keyed));
  text_free(&keyed);
  return print;
}

bool hall_find_game(const struct hall_now *hall, struct span id, int64_t player, struct span body,
                    struct hall_game *game, struct answer *answer) {
  struct fault fault;
  char request[REQUEST_ID_SIZE];
  *game = (struct hall_game){0};
  if (!needs_player(player, answer)) return false;
  json_t *json = members_read(body, &fault);
  const bool good = json != NULL && members_known(json, "id encounter", "", &fault) &&
                    request_read_id(json, request, &fault) &&
                    member_whole(json, "encounter", 1, BOUTS_MOST, &game->encounter, &fault);
  json_decref(json);
  if (!good) return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  struct warm_competition *warm = find(hall, id, true, answer);
  if (warm == NULL) return false;
  const struct acting acting = acting_for(hall, warm, player);
  if (!acting_may_play(&acting, game->encounter, &game->side, game->missing, answer)) {
    conclude(warm, answer);
    return false;
  }
  const struct bout *bout = &warm->competition.bouts[game->encounter - 1];
  uint8_t secret[CREDENTIAL_HASH];
  memcpy(game->table, bout->table, sizeof game->table);
  make_secret(hall, id, secret);
  snprintf(game->request, sizeof game->request, "t%016llx",
           (unsigned long long)hash_seat_request(bout, secret, player, body));
  game->seat = bout_seat(game->missing, game->side);
  if (warm->competition.settings.same_decks && !competition_shows(&warm->competition, bout->round)) {
    game->deck.round = bout->round;
    game->deck.number = bout->tables + 1;
    memcpy(game->deck.tournament, warm->stored.id, sizeof warm->stored.id);
    fair_deck(secret, (uint32_t)game->deck.round, (uint32_t)game->deck.number, game->secret);
  }
  /* The seats begin in turns. */
  settings_write_setup(&warm->competition.settings, bout_seat(game->missing, bout->seats), game->seat,
                       bout->result.count % 2 + 1, &game->setup);
  return true;
}

bool hall_sit(const struct hall_now *hall, struct span id, int64_t player, const struct hall_game *game,
              struct span table, struct answer *answer) {
  struct warm_competition *warm = find(hall, id, true, answer);
  if (warm == NULL) return false;
  struct acting acting = acting_for(hall, warm, player);
  if (strcmp(game->table, "") != 0 && !span_is(table, game->table)) store_take_table(hall->store, span_of(game->table));
  if (!span_is(table, game->table)) store_await_table(hall->store, table, id);
  acting_sit(&acting, game->encounter, game->side, game->missing, table);
  keep(hall, warm, &acting, false);
  answer->waits = answer->waits || warm->changed;
  return true;
}

bool hall_shows(const struct hall_now *hall, struct span id, int round, struct answer *answer) {
  const struct warm_competition *warm = find(hall, id, false, answer);
  if (warm == NULL) return false;
  if (warm->changed) return answer_later(answer); /* the round may not be stored */
  return competition_shows(&warm->competition, round);
}

/* A seat of a table whose result is taken over. */
struct taken_seat {
  char table[STORE_ID_SIZE], tournament[STORE_ID_SIZE];
  int seat, place;
  int64_t player, points;
};

/* Finds the encounter that is played at a table, from 1; 0: none is. */
static int find_encounter(const struct competition *competition, const char *table) {
  for (int i = 0; i < competition->bout_count; i++)
    if (strcmp(competition->bouts[i].table, table) == 0) return i + 1;
  return 0;
}

static int32_t points_of(int64_t points) {
  return points < 0 ? 0 : points > POINTS_MOST ? POINTS_MOST : (int32_t)points;
}

/* Reads the result of an encounter from the seats of its table. Only its players, each on the seat of their side, have
 * played it: there is no result if the table has other seats, or one of them is damaged. Missing sides are last. */
static bool read_result(const struct competition *competition, const struct bout *bout, const struct taken_seat *seats,
                        int count, struct bout_result *result) {
  int at = 0;
  *result = (struct bout_result){.seats = bout->seats};
  for (int side = 0; side < bout->seats; side++) {
    result->places[side] = count + 1;
    if (bout->missing[side]) continue;
    if (at == count || seats[at].seat != at + 1 ||
        seats[at].player != competition->competitors[bout_competitor(bout, side + 1)].player)
      return false;
    result->points[side] = points_of(seats[at].points);
    result->places[side] = seats[at++].place;
  }
  if (bout->seats == 2) {
    const int ahead = result->places[1] - result->places[0];
    const struct played_game game = {{result->points[0], result->points[1]}, ahead > 0 ? 1 : ahead < 0 ? 2 : 0};
    *result = (struct bout_result){.count = 1, .games = {game}};
  }
  return at == count;
}

/* Takes over the result of a table with these seats. Returns false if it is to be tried again. */
static bool take_result(const struct hall_now *hall, const struct taken_seat *seats, int count) {
  const struct taken_seat *one = &seats[0];
  struct answer unheard = {0};
  struct warm_competition *warm = find(hall, span_of(one->tournament), true, &unheard);
  const bool again = warm == NULL && (unheard.later || !store_answers(hall->store));
  answer_free(&unheard);
  if (again) return false;
  store_take_table(hall->store, span_of(one->table));
  const int encounter = warm == NULL ? 0 : find_encounter(&warm->competition, one->table);
  if (encounter == 0) return true;
  const struct competition *competition = &warm->competition;
  struct bout_result result;
  if (competition->state != STORE_PLAYING ||
      !read_result(competition, &competition->bouts[encounter - 1], seats, count, &result))
    return true;
  struct acting acting = acting_for(hall, warm, 0);
  acting_take(&acting, encounter, &result);
  keep(hall, warm, &acting, false);
  return true;
}

enum hall_taken hall_take_results(const struct hall_now *hall) {
  struct store_rows *rows = store_played_tables(hall->store, TAKE_MOST);
  struct taken_seat seats[TAKE_MOST];
  struct fault unheard;
  int count = 0;
  for (struct store_played played; store_next_played(rows, &played); count++) {
    seats[count] = (struct taken_seat){
        .seat = played.seat, .place = played.place, .player = played.player, .points = played.points};
    memcpy(seats[count].table, played.table.bytes, played.table.length);
    memcpy(seats[count].tournament, played.tournament.bytes, played.tournament.length);
  }
  const bool more = store_rows_read(rows) == TAKE_MOST && count > 0;
  if (!store_close_rows(rows, &unheard)) return HALL_LATER;
  for (int i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && strcmp(seats[end].table, seats[i].table) == 0;) end++;
    if (more && end == count && i > 0) break; /* it may have another seat, which was not read */
    if (!take_result(hall, &seats[i], end - i)) return HALL_LATER;
  }
  return more ? HALL_MORE : HALL_DONE;
}
