/* The list of tables: which of those that anybody may know of have a place in it, and what it says of them. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "lobby/lobby_tables.h"

/* Bounds of each of the two lists, tables that wait and games. */
enum {
  LIST_MOST = 100,      /* tables that have a place */
  LIST_MOST_OF_ONE = 8, /* of them that one address opened */
  LIST_LOOKS = 2000,    /* tables that are looked at for the places; */
  LIST_MOST_NAMES = 8,  /* watchers of a table that are named */
  LIST_EVERY = 1000     /* ms for which the list of a shared database holds before it is read anew */
};

/* A table that may have a place. */
struct candidate {
  uint64_t address, network; /* of its opener; 0: not known */
  int turn;                  /* tables of the same address, or network, that get a place before it */
  int place;                 /* where it stands among all */
  int64_t number;            /* of the table: the newest one has the largest */
  int64_t created;           /* when it was made, if it was read from a shared database */
  struct slot *slot;         /* NULL: this server does not know it */
  size_t begin, end;         /* its item in the text of all items, if it was read from a shared database */
};

/* The tables that were looked at, in the order in which they get places. */
struct dealing {
  struct candidate candidates[LIST_LOOKS];
  int count;
  struct text items;
};

enum { DEAL_BUCKETS = 4 * LIST_LOOKS };

static int compare_turns(const void *one, const void *other) {
  const struct candidate *a = one, *b = other;
  return a->turn != b->turn ? a->turn - b->turn : a->place - b->place;
}

static int compare_numbers(const void *one, const void *other) {
  const struct candidate *a = one, *b = other;
  return a->number < b->number ? 1 : a->number > b->number ? -1 : 0;
}

/* Deals places in turns: each address, or each network, gets a first place before any gets a second. An address that is
 * in no network counts as one. Of one address LIST_MOST_OF_ONE tables stay. */
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
  qsort(dealing->candidates, (size_t)dealing->count, sizeof dealing->candidates[0], compare_numbers);
}

/* Adds a table: its item, its watchers here, the number of its players who are there, and its age. */
static void tell_item(const struct lobby *lobby, struct span item, const struct slot *slot, int64_t created,
                      int64_t now, struct text *text) {
  json_put_raw(text, NULL, item);
  /* Add the watchers of a table here (NULL: it is not known here): their number, and the names of those who came last.
   * A name that several have is written once, and that of a watcher who was silenced not at all. Only so many names are
   * looked at, as that takes time. */
  char names[LIST_MOST_NAMES][NAME_SIZE];
  int count = 0, looks = 0, named = 0;
  const struct lobby_watcher *watcher =
      slot == NULL || slot->table == NULL ? NULL : presence_watchers(&lobby->presence, slot);
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
  /* How many holders of seats are at the table now; 0 of a table that is not known here. */
  int there = 0;
  for (int seat = 1; slot != NULL && seat <= TESS_MAX_PLAYERS; seat++)
    if (presence_is_there(&lobby->presence, slot, seat)) there++;
  json_put_int(text, "there", there);
  json_put_int(text, "age_s", now > created ? (now - created) / 1000 : 0);
  json_close_object(text);
}

/* Adds the tables of one of the lists that have a place in it, the newest first. */
static void list_tables(struct lobby *lobby, enum listing_kind kind, struct text *text) {
  struct dealing *dealing = memory_zeroed(sizeof *dealing);
  const int64_t now = lobby_now(lobby);
  int loads = LOBBY_LOADS;
  struct fault fault;
  /* The list is looked at from both ends, in turns, so that many new tables do not push an older one out. */
  const struct listed *newest = lobby->listing.newest[kind], *oldest = lobby->listing.oldest[kind];
  bool from_newest = true, met = newest == NULL;
  while (!met && dealing->count < LIST_LOOKS) {
    const struct listed *listed = from_newest ? newest : oldest;
    met = newest == oldest;
    if (from_newest)
      newest = listed->older;
    else
      oldest = listed->newer;
    from_newest = !from_newest;
    dealing->candidates[dealing->count++] = (struct candidate){.address = listed->opener.address,
                                                               .network = listed->opener.network,
                                                               .number = listed->slot->stored.number,
                                                               .slot = listed->slot};
  }
  deal_places(dealing);
  for (int i = 0; i < dealing->count; i++) {
    /* Its item is brought up to date. After a start the tables are read by and by: those that neither the
     * clock nor this list has come to are left out. A table that is read may turn out to stand elsewhere. */
    struct slot *slot = dealing->candidates[i].slot;
    if (slot->table == NULL && listing_find(&lobby->listing, slot)->item.length == 0) {
      if (loads-- <= 0 || !lobby_load(lobby, slot, &fault)) continue;
      warmth_pay(&lobby->warmth, slot);
    }
    if (slot->table != NULL) listing_write(&lobby->listing, slot);
    const struct listed *listed = listing_find(&lobby->listing, slot);
    if (listed != NULL && listed->kind == kind)
      tell_item(lobby, text_span(&listed->item), slot, slot->stored.created, now, text);
  }
  free(dealing);
}

/* True if an item that was read is what listing_write() writes; a damaged one would damage the whole list. */
static bool item_is_whole(struct span item) {
  struct text whole = {0};
  text_add(&whole, item.bytes, item.length);
  text_add_char(&whole, '}');
  json_t *json = json_loadb(whole.bytes, whole.length, JSON_REJECT_DUPLICATES, NULL);
  const bool is_whole = json_is_object(json);
  json_decref(json);
  text_free(&whole);
  return is_whole;
}

/* Adds those of a shared database. False with `*fault`. */
static bool list_stored(struct lobby *lobby, enum store_state state, struct text *text, struct fault *fault) {
  struct dealing *dealing = memory_zeroed(sizeof *dealing);
  struct store_known placed[LIST_MOST];
  struct store_rows *rows = store_listed(lobby->store, state, LIST_LOOKS);
  for (struct store_listed listed; dealing->count < LIST_LOOKS && store_next_listed(rows, &listed);)
    dealing->candidates[dealing->count++] = (struct candidate){.address = listed.opener.address,
                                                               .network = listed.opener.network,
                                                               .number = listed.number,
                                                               .created = listed.created,
                                                               .slot = slots_find(&lobby->slots, listed.id)};
  bool read = store_close_rows(rows, fault);
  deal_places(dealing);
  for (int i = 0; i < dealing->count; i++) placed[i] = (struct store_known){.number = dealing->candidates[i].number};
  rows = read ? store_items(lobby->store, placed, dealing->count) : NULL;
  struct span item;
  for (int index; read && store_next_item(rows, &index, &item);) {
    struct candidate *candidate = &dealing->candidates[index];
    candidate->begin = dealing->items.length;
    text_add(&dealing->items, item.bytes, item.length);
    candidate->end = dealing->items.length;
  }
  if (read) read = store_close_rows(rows, fault);
  for (int i = 0; read && i < dealing->count; i++) {
    const struct candidate *candidate = &dealing->candidates[i];
    if (candidate->begin == candidate->end) continue; /* its item is gone */
    item = (struct span){dealing->items.bytes + candidate->begin, candidate->end - candidate->begin};
    if (item_is_whole(item)) tell_item(lobby, item, candidate->slot, candidate->created, lobby_now(lobby), text);
  }
  text_free(&dealing->items);
  free(dealing);
  return read;
}

/* Reads the list of a shared database into `lobby->list`, once a second at most. False with the refusal. */
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
    return answer_refuse_fault(answer, &fault);
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
  for (enum listing_kind kind = LISTING_WAITING; kind <= LISTING_PLAYING; kind++)
    list_tables(lobby, kind, &answer->body);
  json_close_array(&answer->body);
  json_close_object(&answer->body);
}
