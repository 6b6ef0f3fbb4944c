#include "lobby/notices.h"

#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "club/mails.h"
#include "lobby/rows.h"

/* The contact for push services where the operator names none. */
#define NOBODY "mailto:nobody@localhost"

enum {
  NOTICE_AFTER = 5000,  /* ms for which a table waits before a notice goes: a player who is near comes anyway */
  NOTICE_EVERY = 60000, /* ms between two notices to a seat at least */
  MAIL_LATER = 1000,    /* ms after which a mail is tried again that another server keeps from being noted */
  NOTICE_PART = 4       /* a reminder of a turn goes when this part of its time is left, and a day at most */
};

_Static_assert((int)NOTICES_MOST *(int)TESS_MAX_PLAYERS <= (int)NOTICE_MOST_OF_TABLE,
               "all addresses of a table can be told at once");

/* An address at which the holder of a seat, from 1, wants notices. */
struct notice_wish {
  int seat;
  enum notice_kind kind;
  int language; /* of MAILS_LANGUAGES */
  char *url;
};

/* The notices to a seat. */
struct notice_call {
  int what;      /* for which the table waits */
  int64_t at;    /* when the next notice is due; INT64_MAX: none is */
  int64_t last;  /* when the last one went */
  bool reminded; /* a reminder of this turn was due */
  bool put_off;  /* the next notice was put off, because the holder was there */
  bool here;     /* this server sends them */
};

/* What is kept of a table that was in memory since the start. */
struct notices_row {
  struct slot *slot;
  struct notice_wish *wishes; /* of its seats, while the table is in memory */
  int wish_count;
  bool followed; /* the calls are known */
  struct notice_call calls[TESS_MAX_PLAYERS];
  int64_t call_at; /* when the first of them is due, to somebody who wishes it */
};

struct notices {
  struct store *store;
  struct sender *sender; /* NULL: no notices are sent */
  const char *base_url;  /* NULL: not known */
  bool mails;            /* players may get mails, too */
  struct rows rows;
};

/* Starts the sender, if notices are sent. */
static bool open_sender(struct notices *notices, const struct lobby_settings *own, struct fault *fault) {
  uint8_t secret[CREDENTIAL_HASH];
  if (own->smtp != NULL && (own->notices == LOBBY_NO_NOTICES || own->base_url == NULL))
    return fault_say(fault, "smtp: it needs the base-url, for links in mails, and notices other than none");
  if (own->notices == LOBBY_NO_NOTICES) return true;
  const bool reached = own->base_url != NULL && strncmp(own->base_url, "https:", 6) == 0;
  const struct sender_settings settings = {.contact = own->contact != NULL ? own->contact
                                                      : reached            ? own->base_url
                                                                           : NOBODY,
                                           .own = own->base_url,
                                           .smtp = own->smtp,
                                           .from = own->smtp_from,
                                           .inner = own->notices == LOBBY_ANY_NOTICES};
  credential_make_push(store_key(notices->store), secret);
  notices->sender = sender_open(&settings, secret, fault);
  return notices->sender != NULL;
}

struct notices *notices_open(struct store *store, const struct lobby_settings *settings, struct fault *fault) {
  struct notices *notices = memory_new(sizeof *notices);
  *notices = (struct notices){.store = store, .base_url = settings->base_url, .mails = settings->smtp != NULL};
  if (open_sender(notices, settings, fault)) return notices;
  notices_close(notices);
  return NULL;
}

void notices_close(struct notices *notices) {
  if (notices == NULL) return;
  CHECK(notices->rows.tree == NULL);
  sender_close(notices->sender);
  free(notices);
}

struct sender *notices_sender(const struct notices *notices) {
  return notices->sender;
}

/* ---- The wishes of a seat ---- */

static struct notices_row *row_of(const struct notices *notices, const struct slot *slot) {
  return rows_find(&notices->rows, slot);
}

static struct notice_wish *find_wish(const struct notices_row *row, const struct store_notice *notice) {
  for (int i = 0; row != NULL && i < row->wish_count; i++) {
    struct notice_wish *wish = &row->wishes[i];
    if (wish->seat == notice->seat && (int)wish->kind == notice->kind && span_is(notice->url, wish->url)) return wish;
  }
  return NULL;
}

static void add_wish(struct notices_row *row, const struct store_notice *notice) {
  const struct span url = notice->url;
  struct notice_wish wish = {.seat = notice->seat,
                             .kind = (enum notice_kind)notice->kind,
                             .language = notice->language,
                             .url = memory_new(url.length + 1)};
  memcpy(wish.url, url.bytes, url.length);
  wish.url[url.length] = '\0';
  row->wishes = memory_resize(row->wishes, (size_t)(row->wish_count + 1) * sizeof wish);
  row->wishes[row->wish_count++] = wish;
}

/* Forgets a wish; the last one takes its place. */
static void remove_wish(struct notices_row *row, struct notice_wish *wish) {
  free(wish->url);
  *wish = row->wishes[--row->wish_count];
}

static int count_wishes(const struct notices_row *row, int seat) {
  int count = 0;
  for (int i = 0; row != NULL && i < row->wish_count; i++) count += row->wishes[i].seat == seat;
  return count;
}

bool notices_load(struct notices *notices, struct slot *slot, struct fault *fault) {
  struct notices_row *row = rows_add(&notices->rows, slot, sizeof *row);
  bool damaged = false;
  notices_forget(notices, slot);
  struct store_rows *rows = store_notices(notices->store, slot->stored.number);
  for (struct store_notice notice; !damaged && store_next_notice(rows, &notice);) {
    damaged = notice.kind >= NOTICE_KINDS || notice.url.length >= NOTICE_URL_SIZE ||
              !span_is_plain(notice.url, false) || count_wishes(row, notice.seat) >= NOTICES_MOST;
    if (!damaged) add_wish(row, &notice);
  }
  return store_close_rows(rows, fault) &&
         (!damaged || fault_as(fault, STORE_DAMAGED, "notices: this is no address of one"));
}

void notices_forget(struct notices *notices, const struct slot *slot) {
  struct notices_row *row = row_of(notices, slot);
  if (row == NULL) return;
  while (row->wish_count > 0) remove_wish(row, &row->wishes[row->wish_count - 1]);
  free(row->wishes);
  row->wishes = NULL;
}

void notices_remove(struct notices *notices, const struct slot *slot) {
  notices_forget(notices, slot);
  rows_remove(&notices->rows, slot);
}

void notices_drop(struct notices *notices, struct slot *slot, int seat) {
  struct notices_row *row = row_of(notices, slot);
  if (count_wishes(row, seat) == 0) return;
  for (int i = row->wish_count - 1; i >= 0; i--)
    if (row->wishes[i].seat == seat) remove_wish(row, &row->wishes[i]);
  store_drop_notices(notices->store, slot->stored.number, seat);
}

int notices_language(const struct notices *notices, const struct slot *slot, const struct store_notice *notice) {
  const struct notice_wish *wish = find_wish(row_of(notices, slot), notice);
  return wish == NULL ? -1 : wish->language;
}

int notices_count(const struct notices *notices, const struct slot *slot, int seat) {
  return count_wishes(row_of(notices, slot), seat);
}

void notices_add(struct notices *notices, struct slot *slot, const struct store_notice *notice) {
  struct notices_row *row = rows_add(&notices->rows, slot, sizeof *row);
  struct notice_wish *wish = find_wish(row, notice);
  store_put_notice(notices->store, slot->stored.number, notice);
  if (wish != NULL)
    wish->language = notice->language;
  else
    add_wish(row, notice);
}

void notices_take_out(struct notices *notices, struct slot *slot, const struct store_notice *notice) {
  struct notices_row *row = row_of(notices, slot);
  store_drop_notice(notices->store, slot->stored.number, notice);
  remove_wish(row, find_wish(row, notice));
}

/* ---- When notices are due ---- */

/* What a seat gets one notice of, however many steps it has: its part in the chance, an answer, a turn. */
enum call { CALL_NOTHING, CALL_CHANCE, CALL_ANSWER, CALL_TURN };

/* True if the holder of a seat may want mails: a player, in a game that goes on for days. */
static bool may_get_mails(const struct notices *notices, const struct slot *slot, int seat) {
  const enum setup_clock clock = slot->table->setup.clock;
  return notices->mails && slot->holders[seat - 1].player != 0 &&
         (clock == SETUP_DAYS_CLOCK || clock == SETUP_NO_CLOCK);
}

static bool is_called(const struct notices *notices, const struct notices_row *row, int seat) {
  return count_wishes(row, seat) > 0 || may_get_mails(notices, row->slot, seat);
}

/* Makes a mail to the holder of a seat due. Returns false if another server changes players, so that it has to wait. */
static bool wake_mail(const struct notices *notices, const struct slot *slot, int seat, int64_t now) {
  const struct club club = {.store = notices->store, .now = now};
  struct answer later = {0};
  if (!may_get_mails(notices, slot, seat)) return true;
  const bool locked = club_lock(&club, &later);
  if (locked) mails_wake(&club, slot->holders[seat - 1].player);
  answer_free(&later);
  return locked;
}

/* Returns until when the holder of a seat is on vacation, and a little later if the database does not say it; 0: they
 * are not. */
static int64_t away_until(const struct notices *notices, const struct slot *slot, int seat, int64_t now) {
  const struct club club = {.store = notices->store, .now = now};
  struct club_vacation vacation;
  struct fault unheard;
  if (slot->holders[seat - 1].player == 0) return 0;
  return club_find_vacation(&club, slot->holders[seat - 1].player, now, &vacation, &unheard) ? vacation.until
                                                                                             : now + MAIL_LATER;
}

/* The time, as the lobby has it, at which a seat is reminded of a turn of days. */
static int64_t reminder_time(const struct slot *slot, int seat) {
  const struct setup *setup = &slot->table->setup;
  const int64_t until = table_until(slot->table, seat), part = (int64_t)setup->seconds * 1000 / NOTICE_PART;
  if (setup->clock != SETUP_DAYS_CLOCK || until == INT64_MAX) return INT64_MAX;
  return until - (part < DAY_MS ? part : DAY_MS) - slot->ahead;
}

void notices_follow(struct notices *notices, struct slot *slot, int64_t now, bool here) {
  /* By what the table waits for. */
  static const enum call calls[] = {CALL_NOTHING, CALL_CHANCE, CALL_CHANCE, CALL_ANSWER, CALL_TURN, CALL_TURN};
  struct notices_row *row = rows_add(&notices->rows, slot, sizeof *row);
  row->call_at = INT64_MAX;
  for (int i = 0; i < slot->table->setup.players; i++) {
    struct notice_call *call = &row->calls[i];
    const int what = (int)calls[table_task(slot->table, i + 1)];
    const bool again = row->followed;

    /* 1. The table waits for something else from this seat. The server sends no notice of what the table waited for
     * when the server started, or of what another server has made it wait for. */
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
    if (is_called(notices, row, i + 1) && call->at < row->call_at) row->call_at = call->at;
  }
  row->followed = true;
}

int64_t notices_due(const struct notices *notices, const struct slot *slot) {
  const struct notices_row *row = row_of(notices, slot);
  return row == NULL || !row->followed ? INT64_MAX : row->call_at;
}

/* ---- What notices say ---- */

const char *notices_task(enum table_task task) {
  static const char *const tasks[] = {"", "seal", "contribute", "answer", "draw", "move"};
  return tasks[task];
}

void notices_put_link(const struct notices *notices, const char *page, const char *id, struct text *text) {
  if (notices->base_url == NULL) return;
  mails_put_page(notices->base_url, page, text);
  text_print(text, "/%s", id);
}

void notices_send(const struct notices *notices, const struct notice_address *to, struct span body,
                  const struct sentence *sentence, int seat) {
  struct text link = {0}, words = {0}, whole = {0};
  notices_put_link(notices, sentence->kind == SENTENCE_ENCOUNTER ? "tournament" : "t", sentence->id, &link);
  sentence_put(sentence, to->language, link.length > 0 ? link.bytes : "", &words);
  text_add(&whole, body.bytes, body.length);
  if (link.length > 0) json_put_string(&whole, "url", link.bytes);
  json_put_string(&whole, "text", words.bytes);
  json_put_string(&whole, "content", words.bytes);
  json_close_object(&whole);
  sender_send(notices->sender, to->kind, to->url, text_span(&whole), text_span(&words), sentence->id, seat);
  text_free(&whole);
  text_free(&words);
  text_free(&link);
}

void notices_tick(struct notices *notices, const struct presence *presence, struct slot *slot, int64_t now) {
  struct notices_row *row = rows_add(&notices->rows, slot, sizeof *row);
  for (int i = 0; i < slot->table->setup.players; i++) {
    struct notice_call *call = &row->calls[i];
    if (call->at > now) continue;
    call->at = INT64_MAX;
    if (notices->sender == NULL || call->what == CALL_NOTHING || !is_called(notices, row, i + 1)) continue;
    /* A stream may be dead before the server knows it. A player who still has one a while later has seen what there is.
     */
    if (presence_is_there(presence, slot, i + 1)) {
      if (!call->put_off) call->at = now + NOTICE_EVERY;
      call->put_off = !call->put_off;
      continue;
    }
    if (!wake_mail(notices, slot, i + 1, now)) {
      call->at = now + MAIL_LATER;
      continue;
    }
    const int64_t back = away_until(notices, slot, i + 1, now);
    if (back > now) {
      call->at = back;
      continue;
    }
    call->put_off = false;
    call->last = now;
    const int seat = i + 1;
    struct text body = {0};
    /* The body of a webhook: the table and whose turn it is. */
    const struct table *table = row->slot->table;
    const struct sentence sentence = {SENTENCE_TURN, table->id, seat};
    const int64_t until = table_until(table, seat);
    json_open_object(&body, NULL);
    json_put_string(&body, "table", table->id);
    json_put_int(&body, "seat", seat);
    json_put_string(&body, "name", table->seats[seat - 1].name);
    json_put_string(&body, "task", notices_task(table_task(table, seat)));
    if (until != INT64_MAX) json_put_int(&body, "until", until);
    for (int k = 0; k < row->wish_count; k++) {
      const struct notice_wish *wish = &row->wishes[k];
      const struct notice_address to = {wish->kind, wish->language, wish->url};
      if (wish->seat == seat) notices_send(notices, &to, text_span(&body), &sentence, seat);
    }
    text_free(&body);
  }
}

int64_t notices_last(const struct notices *notices, const struct slot *slot, int seat) {
  const struct notices_row *row = row_of(notices, slot);
  return row == NULL ? 0 : row->calls[seat - 1].last;
}
