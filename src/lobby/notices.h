/* Notices to players who are elsewhere, that a table waits for them: the addresses at which the holders of seats want
 * them, and when each is due. */
#ifndef LOBBY_NOTICES_H
#define LOBBY_NOTICES_H

#include "lobby/presence.h"
#include "lobby/sentences.h"
#include "notice/sender.h"

struct notices;

enum { NOTICES_MOST = 4 /* addresses of a seat */ };

/* Starts the sender, if `settings` say that notices are sent. The store and the texts of `settings` stay until
 * notices_close(). NULL with `*fault`. */
struct notices *notices_open(struct store *store, const struct lobby_settings *settings, struct fault *fault);
/* NULL is allowed. Every table was removed by notices_remove(). */
void notices_close(struct notices *notices);
/* The sender; NULL: no notices are sent. */
struct sender *notices_sender(const struct notices *notices);

/* Reads the addresses of a table; false with `*fault`. Forgets them, as the table leaves the memory. Forgets the whole
 * table. */
bool notices_load(struct notices *notices, struct slot *slot, struct fault *fault);
void notices_forget(struct notices *notices, const struct slot *slot);
void notices_remove(struct notices *notices, const struct slot *slot);

/* Returns the language of this address of a table in memory; -1: the table has no such address. Adds one that it has
 * not, of NOTICES_MOST at most, or changes the language of one that it has; takes out one that it has; both in the
 * store, too. */
int notices_language(const struct notices *notices, const struct slot *slot, const struct store_notice *notice);
void notices_add(struct notices *notices, struct slot *slot, const struct store_notice *notice);
void notices_take_out(struct notices *notices, struct slot *slot, const struct store_notice *notice);
/* The addresses of a seat, from 1, of a table in memory: their number. Removes them, in the store, too. */
int notices_count(const struct notices *notices, const struct slot *slot, int seat);
void notices_drop(struct notices *notices, struct slot *slot, int seat);

/* Notes for what a table in memory waits, and when a notice is due: only if this server has made it wait (`here`). */
void notices_follow(struct notices *notices, struct slot *slot, int64_t now, bool here);
/* When the next notice of a table is due; INT64_MAX: none is. */
int64_t notices_due(const struct notices *notices, const struct slot *slot);
/* Sends the notices of a table in memory that are due by now, to the holders of seats who are not there. */
void notices_tick(struct notices *notices, const struct presence *presence, struct slot *slot, int64_t now);
/* When the last notice to a seat, from 1, went; 0: none since the start. */
int64_t notices_last(const struct notices *notices, const struct slot *slot, int seat);

/* The word for what a table waits for from a seat; empty: for nothing. */
const char *notices_task(enum table_task task);
/* Appends the address of the page of a table (`page` is "t") or "tournament"; nothing where the server does not know
 * its own. */
void notices_put_link(const struct notices *notices, const char *page, const char *id, struct text *text);
/* An address for notices. */
struct notice_address {
  enum notice_kind kind;
  int language; /* of MAILS_LANGUAGES */
  const char *url;
};

/* Sends a notice to an address, if the server sends any. `body` is the JSON object of a webhook without its end.
 * The link comes behind it as `url`, and the sentence in the language of the address as `text` and `content`. `seat` is
 * 0 for a notice that is not about a seat. */
void notices_send(const struct notices *notices, const struct notice_address *to, struct span body,
                  const struct sentence *sentence, int seat);

#endif
