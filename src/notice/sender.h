/* Notifies players who do not have the page open that a table waits for them, by pushes, webhooks and mails. A thread
 * of its own sends them, so that no game waits for it. */
#ifndef NOTICE_SENDER_H
#define NOTICE_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/reader.h"
#include "notice/mail.h"
#include "notice/vapid.h"

/* The kinds of notices: to a push service, without any content; or to a URL that the player has given, as JSON. */
enum notice_kind { NOTICE_PUSH, NOTICE_WEBHOOK, NOTICE_KINDS };

/* Bounds: bytes of an address with the final zero; notices that may wait in all, for one site (sender_site()) and for
 * one `about`; and notices that are sent to one site at the same time. Beyond the bounds new notices are dropped. In a
 * full queue the site with the most waiting notices makes room for others. */
enum {
  NOTICE_URL_SIZE = 513,
  NOTICE_ABOUT_SIZE = 24,
  NOTICE_MOST_WAITING = 1000,
  NOTICE_MOST_TO_ONE = 250,
  NOTICE_MOST_OF_TABLE = 20,
  NOTICE_AT_ONCE_TO_ONE = 4
};

/* How notices are sent. The texts belong to the caller and must outlive the sender. */
struct sender_settings {
  const char *contact; /* contact for push services: a mailto: or https: address */
  const char *own;     /* the URL under which people reach this server; NULL: unknown */
  const char *smtp;    /* the mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://...; NULL: no mails are sent */
  const char *from;    /* the address from which mails come */
  bool inner;          /* true: the inner network and http are allowed; false: only https to public addresses */
};

/* Counts since the start. */
struct sender_figures {
  uint64_t sent, failed, dropped;
};

/* An address that no longer accepts notices; `about` and `seat` have the meaning that the caller gave them. */
struct notice_gone {
  enum notice_kind kind;
  char about[NOTICE_ABOUT_SIZE];
  int seat;
  char url[NOTICE_URL_SIZE];
};

struct sender;

/* Starts the thread. The key for push services follows from `secret`. Returns NULL with `*fault` filled if that fails.
 */
struct sender *sender_open(const struct sender_settings *settings, const uint8_t secret[VAPID_SECRET],
                           struct fault *fault);
/* Ends the thread; waiting notices are dropped. `sender` may be NULL. */
void sender_close(struct sender *sender);

/* The public key for push services, in base64url. */
const char *sender_key(const struct sender *sender);
/* True if the form of this URL is allowed; otherwise false with `*fault` filled. It must use https and port 443,
 * without user and password. Its host must be neither a numeric address of the inner network or of this machine, nor
 * this server's own name. The setting `inner` allows more. The address to which its name resolves is checked later,
 * when the connection is made. */
bool sender_takes(const struct sender *sender, struct span url, struct fault *fault);

/* The origin of a URL in lower case: scheme, host and, unless it is the scheme's default, port. Empty if it is no URL.
 */
void sender_origin(const char *url, char origin[NOTICE_URL_SIZE]);
/* The site of a URL, in lower case; empty if it is no URL. The site of a host name is its registered domain by the
 * Public Suffix List (example.co.uk). That of an IPv4 address is the address, that of an IPv6 address its /48 network.
 */
void sender_site(const char *url, char site[NOTICE_URL_SIZE]);

/* Appends the body that the messenger of a webhook wants: a sentence, in which nobody is called by name. Returns false
 * if the address is not that of Slack or Discord. */
bool sender_put_sentence(const char *url, struct span sentence, struct text *text);

/* Queues a notice; `body` is the JSON of a webhook, `sentence` says the same in words, for
 * Slack and Discord; a push has neither. If an equal notice already waits, nothing is added. `about` has at
 * most 23 bytes. If the receiver is busy, the sender tries twice more. */
void sender_send(struct sender *sender, enum notice_kind kind, const char *url, struct span body, struct span sentence,
                 const char *about, int seat);
/* Queues a mail from `from` to `to`; the sender fills in `mail->from`. Over smtp:// the mail server must offer TLS,
 * unless it is this machine. */
void sender_mail(struct sender *sender, const struct mail *mail, const char *about);
/* Takes the next address that no longer accepts notices: it answered 404 or 410 (a push service also 403: the
 * subscription was made for another key), or sender_takes() now refuses it. An address stays if its name cannot be
 * resolved or resolves to the inner network. Name servers make mistakes at times, and a removal would reveal to the
 * player how names of the inner network resolve. Returns false if there is none. */
bool sender_take_gone(struct sender *sender, struct notice_gone *gone);
/* The present figures. */
struct sender_figures sender_figures(struct sender *sender);

#endif
