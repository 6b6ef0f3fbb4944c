/* Mails to players who asked for them: an address that its owner confirms, and at most one mail a day with what waits
 * for the player. The caller sends the mails. */
#ifndef CLUB_MAILS_H
#define CLUB_MAILS_H

#include "club/club.h"
#include "store/store_mails.h"

/* The languages of what the server writes to players, by their numbers. */
#define MAILS_LANGUAGES "en de it"
enum { MAILS_LANGUAGE_COUNT = 3 };

/* What a mail says: both in UTF-8, the subject in one line. `stop`: the link that ends these mails. */
struct mail_words {
  struct text subject, body, stop;
};

/* Frees what it holds. */
void mail_words_free(struct mail_words *words);

/* Returns true if these bytes are an address to which a mail may go: ASCII, without quotes, blanks and brackets. */
bool mails_is_address(struct span address);

/* Appends the address of a page; `base` is the address of the server, with or without a final slash. */
void mails_put_page(const char *base, const char *page, struct text *text);

/* Answers with the mail address of the asker. */
void mails_tell(const struct club *club, const struct club_asker *asker, struct answer *answer);
/* Appends the member `mail` with the address of a player, if there is one. Returns false with `*fault`. */
bool mails_put(const struct club *club, int64_t player, struct text *text, struct fault *fault);
/* Stores the address that the asker names, or removes it; a mail that asks for its confirmation is due. */
void mails_act(const struct club *club, const struct club_asker *asker, struct span body, struct answer *answer);
/* Confirms or removes an address, by the token of a link that was sent to it. */
void mails_take(const struct club *club, struct span body, struct answer *answer);

/* Makes the next mail of a player due, if the player wants mails and none is. */
void mails_wake(const struct club *club, int64_t player);
/* Puts the mail of a player off until a vacation ends. Returns false if the player is on none. */
bool mails_rest(const struct club *club, const struct store_mail *mail);
/* Notes that the mail which is due has gone; `news`: it had news. If `news` is false for a confirmed address, there was
 * nothing to say. */
void mails_went(const struct club *club, const struct store_mail *mail, bool news);
/* Write the mail that asks for a confirmation, and one with news: `tables` has the link of a table in each line. `base`
 * is the address of the server. */
void mails_write_question(const struct club *club, const struct store_mail *mail, const char *base,
                          struct mail_words *words);
void mails_write_news(const struct club *club, const struct store_mail *mail, const char *base, struct span tables,
                      int challenges, struct mail_words *words);

#endif
