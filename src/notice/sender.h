/* What tells players who are elsewhere that a table waits for them: pushes and webhooks, sent by a thread of its own,
 * so that play waits for nothing. */
#ifndef NOTICE_SENDER_H
#define NOTICE_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/reader.h"
#include "notice/vapid.h"

/* Where notices go: to a push service, without any content, or to an address of the player's, as JSON. */
enum notice_kind { NOTICE_PUSH, NOTICE_WEBHOOK, NOTICE_KINDS };

/* Bounds of what is sent: bytes of an address with the final zero, and notices that wait, in all, to one other side
 * (sender_site()) and of one `about`; with more, new ones are dropped. In a full queue the side for which most wait
 * makes room for others. So many are under way to one side at once. */
enum {
  NOTICE_URL_SIZE = 513,
  NOTICE_ABOUT_SIZE = 24,
  NOTICE_MOST_WAITING = 1000,
  NOTICE_MOST_TO_ONE = 250,
  NOTICE_MOST_OF_TABLE = 20,
  NOTICE_AT_ONCE_TO_ONE = 4
};

/* How notices are sent. Texts are the caller's and must stay. */
struct sender_settings {
  const char *contact; /* whom push services ask: a mailto: or https: address */
  const char *own;     /* the address under which people reach this server; NULL: not known */
  bool inner;          /* also to addresses of the inner network, and by http; else by https to the outside alone */
};

/* Counts since the start. */
struct sender_figures {
  uint64_t sent, failed, dropped;
};

/* An address that takes no notices any more; `about` and `seat` are the caller's own. */
struct notice_gone {
  enum notice_kind kind;
  char about[NOTICE_ABOUT_SIZE];
  int seat;
  char url[NOTICE_URL_SIZE];
};

struct sender;

/* Starts the thread. `secret` is that of the key for push services. NULL with `*fault`. */
struct sender *sender_open(const struct sender_settings *settings, const uint8_t secret[VAPID_SECRET],
                           struct fault *fault);
/* Ends the thread; what waits is dropped. NULL is allowed. */
void sender_close(struct sender *sender);

/* The public key for push services, in base64url. */
const char *sender_key(const struct sender *sender);
/* Whether notices may go to this address by its form: https, no user and password, no other port than 443, no number of
 * the inner network or of this machine, not this server's own name, and what `inner` allows besides. Where its name
 * leads is checked when the connection is made. Else false with `*fault`. */
bool sender_takes(const struct sender *sender, struct span url, struct fault *fault);

/* The origin of an address: scheme, host and, where it is none of the scheme's own, port, all in small letters. Empty
 * if it is no address. */
void sender_origin(const char *url, char origin[NOTICE_URL_SIZE]);
/* Whose side an address is, in small letters: of a name the part that somebody registered, as far as its form tells
 * (the last two labels, or three as in example.co.uk); a number of IPv4; of IPv6 the network (/48). Empty if it is no
 * address.
 */
void sender_site(const char *url, char site[NOTICE_URL_SIZE]);

/* Sends a notice by and by; `body` is the JSON of a webhook. One that waits already in the same words is not sent
 * twice. `about` has at most 23 bytes. Tries again twice where the other side is busy. */
void sender_send(struct sender *sender, enum notice_kind kind, const char *url, struct span body, const char *about,
                 int seat);
/* Takes the next address that takes no notices any more, by its own word (404, 410; of a push service also 403: the
 * subscription was made for another key) or because sender_takes() refuses it by now. One whose name leads nowhere, or
 * to the inner network, is kept: names are looked up wrongly at times, and nobody is told by this where a name leads
 * inside. False if there is none. */
bool sender_take_gone(struct sender *sender, struct notice_gone *gone);
/* The figures as they stand. */
struct sender_figures sender_figures(struct sender *sender);

#endif
