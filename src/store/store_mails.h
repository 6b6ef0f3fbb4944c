/* The mail addresses of players, and when each gets a mail next (docs/understand/players-and-results.md). A change is
 * made at once in the round, as those of store_players.h. */
#ifndef STORE_STORE_MAILS_H
#define STORE_STORE_MAILS_H

#include "store/store_players.h"

enum { STORE_ADDRESS_SIZE = 129 /* bytes of the longest address, with the final zero */ };

/* The mail address of a player. */
struct store_mail {
  int64_t player;
  char address[STORE_ADDRESS_SIZE];
  bool confirmed; /* its owner wants mails */
  int language;   /* the caller defines its meaning, 0 to 9 */
  int64_t asked;  /* when the player named it, in milliseconds since 1970 */
  int64_t sent;   /* when the last mail with news went; 0: never */
  int64_t due;    /* when the next mail goes; INT64_MAX: none is due */
};

/* Finds the mail address of a player. */
enum store_found store_find_mail(struct store *store, int64_t player, struct store_mail *mail, struct fault *fault);
/* Stores the address of a player, replacing the previous one; removes it. */
void store_put_mail(struct store *store, const struct store_mail *mail);
void store_drop_mail(struct store *store, int64_t player);
/* Makes the next mail of a player due, if the address is confirmed and no mail is due: now, or `rest` milliseconds
 * after the last one. */
void store_wake_mail(struct store *store, int64_t player, int64_t now, int64_t rest);
/* Records that a question goes to an address, known by a hash, and forgets the questions before `since`. The record
 * stays if the player removes the address or names another one. */
void store_ask_mail(struct store *store, const uint8_t address[STORE_HASH], int64_t now, int64_t since);
/* Finds whether a question went to an address at `since` or later. */
bool store_was_asked(struct store *store, const uint8_t address[STORE_HASH], int64_t since, bool *asked,
                     struct fault *fault);
/* Finds up to `most` mails that are due by `now`, the longest due first. */
struct store_rows *store_due_mails(struct store *store, int64_t now, int most);
bool store_next_mail(struct store_rows *rows, struct store_mail *mail);

#endif
