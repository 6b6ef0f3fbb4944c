/* Requests that only read a table: the game so far, its log in parts, and entries as they come. */
#include "lobby/lobby_find.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "lobby/logs.h"
#include "store/store_people.h"

enum { BEGINNING = 64 /* entries of a log in which its game begins, mostly */ };

/* ---- The game ---- */

bool lobby_shows(struct lobby *lobby, struct span table, struct span token, struct answer *answer) {
  const struct hall_now hall = lobby_hall(lobby);
  struct answer unheard = {0};
  struct slot *slot = lobby_find(lobby, table, answer);
  if (slot == NULL) return false;
  struct table *shown = slot->table;
  if (shown->deck.number == 0 || shown->deck_told) return true;
  const bool over = hall_shows(&hall, span_of(shown->deck.tournament), shown->deck.round, &unheard);
  if (over) table_tell_deck(shown);
  lobby->warmth.cost += hall_take_cost(lobby->hall);
  if (unheard.later) lobby->has_read = true;
  int seat = 0;
  if (!over && !unheard.later && token.length > 0) {
    answer_free(&unheard);
    lobby_find_seat(lobby, slot, token, &seat, &unheard);
  }
  const bool later = unheard.later;
  answer_free(&unheard);
  if (over || seat > 0) return true;
  return later ? answer_later(answer)
               : answer_refuse(answer, ANSWER_NOT_NOW,
                               "other tables play with the same tiles: this one can be seen once the round is over");
}

/* Answers with what `write` writes of the game, once all of that is stored. */
static void write_game(struct lobby *lobby, struct span table, struct span token,
                       void (*write)(const struct table *, struct text *), struct answer *answer) {
  if (!lobby_shows(lobby, table, token, answer)) return;
  struct slot *slot = lobby_find_now(lobby, table, answer);
  if (slot == NULL) return;
  if (slot->table->history == NULL) {
    answer_refuse(answer, ANSWER_NOT_NOW, "the game has not begun: there is no record or state yet");
    lobby_conclude(lobby, slot, answer);
    return;
  }
  answer_begin(answer, ANSWER_OK);
  answer->waits = slot->change > 0;
  write(slot->table, &answer->body);
}

void lobby_record(struct lobby *lobby, struct span table, struct span token, struct answer *answer) {
  write_game(lobby, table, token, table_record, answer);
}

void lobby_state(struct lobby *lobby, struct span table, struct span token, struct answer *answer) {
  write_game(lobby, table, token, table_state, answer);
}

bool lobby_invite(struct lobby *lobby, struct span table, struct lobby_invitation *invitation, struct answer *answer) {
  const struct slot *slot = lobby_find_now(lobby, table, answer);
  if (slot == NULL) return false;
  const struct table *shown = slot->table;
  *invitation = (struct lobby_invitation){.classic = shown->setup.rules == TESS_RULES_CLASSIC};
  snprintf(invitation->id, sizeof invitation->id, "%s", shown->id);
  if (shown->opener >= 0) snprintf(invitation->host, sizeof invitation->host, "%s", shown->seats[shown->opener].name);
  for (int seat = 0; shown->state == TABLE_WAITING && seat < shown->setup.players; seat++)
    if (shown->setup.seats[seat].kind != SETUP_COMPUTER && !table_is_held(shown, seat)) invitation->open++;
  return true;
}

int64_t lobby_final_version(struct lobby *lobby, struct span table) {
  struct fault unheard;
  struct store_table stored;
  const struct slot *slot = slots_find(&lobby->slots, table);
  /* The database need not be asked for each game that goes on. */
  if (slot != NULL && (slot->change > 0 || slot->stored.state != STORE_FINISHED)) return 0;
  bool paired;
  if (!lobby_hears(lobby) || store_find(lobby->store, table, &stored, &unheard) != STORE_FOUND) return 0;
  if (!store_is_paired(lobby->store, table, &paired, &unheard) || paired) return 0;
  return stored.state == STORE_FINISHED ? stored.version : 0;
}

bool lobby_final_game(struct lobby *lobby, struct span table) {
  struct fault unheard;
  struct store_table stored;
  int units = BEGINNING;
  if (store_find(lobby->store, table, &stored, &unheard) != STORE_FOUND) return false;
  struct table *beginning = table_open(lobby->sets, stored.id, stored.secret, stored.created);
  const bool read = logs_read(lobby->store, stored.number, beginning, &units, &unheard) != LOG_UNREADABLE;
  const bool begun = read && beginning->history != NULL;
  table_close(beginning);
  return begun;
}

/* ---- Watching ---- */

bool lobby_watch(struct lobby *lobby, struct span table, struct span token, struct lobby_watcher *watcher,
                 struct answer *answer) {
  int seat;
  struct slot *slot = lobby_find_now(lobby, table, answer);
  if (slot == NULL) return false;
  if (!lobby_find_stored_seat(lobby, slot, token, &seat, answer)) {
    lobby_conclude(lobby, slot, answer);
    return false;
  }
  if (slot->last == 0) return answer_refuse(answer, ANSWER_NO_TABLE, "this table is not stored yet");
  presence_watch(&lobby->presence, slot, watcher, seat, lobby_now(lobby));
  lobby_set_due(lobby, slot);
  presence_tell(&lobby->presence, slot);
  lobby->figures.watchers++;
  return true;
}

void lobby_unwatch(struct lobby *lobby, struct lobby_watcher *watcher) {
  struct slot *slot = watcher->slot;
  const int64_t now = lobby_now(lobby);
  presence_unwatch(&lobby->presence, watcher, now);
  slot->used = now;
  if (slot->table != NULL) warmth_use(&lobby->warmth, slot);
  if (watcher->shown) lobby->list_at = 0;
  if (slot->table != NULL) lobby_set_due(lobby, slot);
  presence_tell(&lobby->presence, slot);
  lobby->figures.watchers--;
}

bool lobby_show_watcher(struct lobby *lobby, struct lobby_watcher *watcher, struct span name, struct answer *answer) {
  struct fault fault;
  if (name.length > 0 && !name_read(name, watcher->name, &fault))
    return answer_refuse(answer, ANSWER_BAD_REQUEST, fault.text);
  if (watcher->seat == 0 && !shares_come(lobby->shares, watcher->slot, answer)) return false;
  watcher->shown = true;
  watcher->address = shares_asker(lobby->shares).address;
  lobby->list_at = 0;
  return true;
}

/* The table of a watcher, in memory; NULL if it cannot be read. */
static struct slot *watched(struct lobby *lobby, const struct lobby_watcher *watcher) {
  struct fault fault;
  return lobby_load(lobby, watcher->slot, &fault) &&
                 comparing_is_fresh(&lobby->comparing, watcher->slot, lobby_clock(lobby))
             ? watcher->slot
             : NULL;
}

bool lobby_catch_up(struct lobby *lobby, const struct lobby_watcher *watcher) {
  return lobby_compare_now(lobby, watcher->slot) != LOBBY_UNREACHED &&
         comparing_is_whole(&lobby->comparing, watcher->slot);
}

int64_t lobby_last(struct lobby *lobby, const struct lobby_watcher *watcher) {
  const struct slot *slot = watched(lobby, watcher);
  return slot == NULL ? 0 : slot->last;
}

size_t lobby_backlog(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t since) {
  const struct slot *slot = watched(lobby, watcher);
  if (slot == NULL || since < 0 || since >= slot->last) return 0;
  /* Entries lie one behind the other. */
  const struct span first = table_entry(slot->table, since + 1), last = table_entry(slot->table, slot->last);
  return (size_t)(last.bytes - first.bytes) + last.length;
}

struct span lobby_entry(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t seq) {
  const struct slot *slot = watched(lobby, watcher);
  return slot == NULL ? (struct span){NULL, 0} : table_entry(slot->table, seq);
}

int64_t lobby_entry_time(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t seq) {
  const struct span entry = lobby_entry(lobby, watcher, seq);
  json_t *json = json_loadb(entry.bytes, entry.length, 0, NULL);
  const int64_t time = json_integer_value(json_object_get(json, "at"));
  json_decref(json);
  return time;
}

void lobby_away(struct lobby *lobby, const struct lobby_watcher *watcher, struct text *text) {
  const struct slot *slot = watched(lobby, watcher);
  if (slot == NULL) return;
  json_open_array(text, NULL);
  for (int seat = 1; seat <= slot->table->setup.players; seat++) {
    const struct table_absence absence = table_absence(slot->table, seat, slot_time(slot, lobby_now(lobby)));
    if (absence.since == 0) continue;
    json_open_object(text, NULL);
    json_put_int(text, "seat", seat);
    json_put_int(text, "since", absence.since);
    if (absence.until != INT64_MAX) json_put_int(text, "until", absence.until);
    json_close_object(text);
  }
  json_close_array(text);
}

/* ---- The log in parts ---- */

/*
 * The pieces of a log of `n` entries: what stands before the entries, then for each a `[` or comma and the entry
 * itself, and the end.
 */
static struct span piece_at(const struct slot *slot, const struct lobby_log *log) {
  const int64_t n = log->last - log->since, entry = log->piece / 2;
  if (log->piece == 0) return text_span(&log->head);
  if (log->piece == 2 * n + 1) return span_of(n == 0 ? "[]}" : "]}");
  if (log->piece % 2 == 1) return span_of(entry == 0 ? "[" : ",");
  return table_entry(slot->table, log->since + entry);
}

bool lobby_log_begin(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t since, struct lobby_log *log) {
  const struct slot *slot = watched(lobby, watcher);
  if (slot == NULL) return false;
  const int64_t last = slot->last;
  *log = (struct lobby_log){.since = since < 0 ? 0 : since < last ? since : last, .last = last};
  json_open_object(&log->head, NULL);
  json_put_string(&log->head, "table", slot->stored.id);
  json_put_int(&log->head, "seq", last);
  json_put_key(&log->head, "setup");
  setup_write(&slot->table->setup, &log->head);
  json_put_key(&log->head, "entries");
  log->length = log->head.length + (last > log->since ? strlen("]}") : strlen("[]}"));
  for (int64_t seq = log->since + 1; seq <= last; seq++) log->length += 1 + table_entry(slot->table, seq).length;
  return true;
}

size_t lobby_log_read(struct lobby *lobby, const struct lobby_watcher *watcher, struct lobby_log *log, char *bytes,
                      size_t most) {
  const struct slot *slot = watched(lobby, watcher);
  size_t length = 0;
  if (slot == NULL || watcher->ends) return 0; /* the log may be another one, and shorter */
  while (length < most && log->read < log->length) {
    const struct span piece = piece_at(slot, log);
    const size_t left = piece.length - log->piece_read, part = left < most - length ? left : most - length;
    memcpy(bytes + length, piece.bytes + log->piece_read, part);
    length += part;
    log->read += part;
    log->piece_read = part < left ? log->piece_read + part : 0;
    if (part == left) log->piece++;
  }
  return length;
}

void lobby_log_end(struct lobby_log *log) {
  text_free(&log->head);
  *log = (struct lobby_log){0};
}
