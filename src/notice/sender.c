#define _DEFAULT_SOURCE
#include "notice/sender.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/guard.h"
#include "base/steady_clock.h"

enum {
  AT_ONCE = 16,          /* notices under way */
  MOST_TRIES = 3,        /* of each */
  AGAIN_MS = 20000,      /* before the second try; four times as long before the third */
  CONNECT_MS = 5000,     /* to reach the other side */
  WHOLE_MS = 10000,      /* for all of a try */
  REST_MS = 1000,        /* the longest rest of the thread */
  VALID_SECONDS = 43200, /* for which who we are holds at a push service */
  ANSWER_MOST = 65536,   /* bytes of an answer, which nobody reads */
  ORIGIN_SIZE = 300
};

/* A notice that waits or is under way. */
struct sending {
  struct sending *next;
  struct notice_gone to;
  struct text body;
  int tries;
  int64_t after; /* not before this time of the steady clock */
  CURL *handle;  /* while it is under way, as the following */
  struct curl_slist *headers;
  size_t answered;
  bool inner; /* it led to the inner network, where it may not go */
  const struct sender *sender;
};

struct sender {
  struct sender_settings settings;
  struct vapid *vapid;
  CURLM *multi;
  pthread_t thread;
  bool runs;
  struct sending *under_way[AT_ONCE]; /* the thread's own; NULL: a free place */
  pthread_mutex_t lock;               /* of all that follows */
  struct sending *waiting, **last;
  struct sending *gone;
  size_t count; /* that wait */
  bool ends;
  struct sender_figures figures;
};

static void sending_free(struct sending *sending) {
  curl_slist_free_all(sending->headers);
  curl_easy_cleanup(sending->handle);
  text_free(&sending->body);
  free(sending);
}

/* ---- Addresses ---- */

/* True if an address of IPv4, in host order, is one of the outside: none of a private, local, shared or reserved
 * network (RFC 6890). */
static bool is_outer_4(uint32_t address) {
  static const struct {
    uint32_t network;
    int bits;
  } inner[] = {{0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16},
               {0xAC100000, 12}, {0xC0000000, 24}, {0xC0000200, 24}, {0xC0586300, 24}, {0xC0A80000, 16},
               {0xC6120000, 15}, {0xC6336400, 24}, {0xCB007100, 24}, {0xE0000000, 3}};
  for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++)
    if ((address ^ inner[i].network) >> (32 - inner[i].bits) == 0) return false;
  return true;
}

/* The same for IPv6: of the public ones (2000::/3) those that lead to no address of IPv4 and are no example. */
static bool is_outer_6(const uint8_t bytes[16]) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (memcmp(bytes, mapped, sizeof mapped) == 0)
    return is_outer_4((uint32_t)bytes[12] << 24 | (uint32_t)bytes[13] << 16 | (uint32_t)bytes[14] << 8 | bytes[15]);
  const unsigned first = (unsigned)bytes[0] << 8 | bytes[1], second = (unsigned)bytes[2] << 8 | bytes[3];
  if (first >> 13 != 1 || first == 0x2002) return false;
  return first != 0x2001 || (second >= 0x0200 && second != 0x0DB8);
}

static bool is_outer(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    struct sockaddr_in at;
    memcpy(&at, address, sizeof at);
    return is_outer_4(ntohl(at.sin_addr.s_addr));
  }
  if (address->sa_family != AF_INET6) return false;
  struct sockaddr_in6 at;
  memcpy(&at, address, sizeof at);
  return is_outer_6(at.sin6_addr.s6_addr);
}

/* Called for each address to which a name was resolved, when it is to be connected with. So nobody leads us inside by
 * changing where a name leads after it was looked at. */
static curl_socket_t open_outside(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  struct sending *sending = context;
  (void)purpose;
  if (!sending->sender->settings.inner && !is_outer(&address->addr)) {
    sending->inner = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool sender_takes(const struct sender *sender, struct span url, struct fault *fault) {
  struct text text = {0};
  const bool inner = sender->settings.inner;
  if (url.length == 0 || url.length >= NOTICE_URL_SIZE)
    return fault_say(fault, "url: expected 1 to %d bytes", NOTICE_URL_SIZE - 1);
  for (size_t i = 0; i < url.length; i++)
    if (url.bytes[i] <= ' ' || url.bytes[i] > '~') return fault_say(fault, "url: expected plain ASCII without blanks");
  text_add(&text, url.bytes, url.length);
  CURLU *parts = curl_url();
  char *scheme = NULL, *host = NULL, *user = NULL, *password = NULL, *port = NULL;
  bool good = parts != NULL && curl_url_set(parts, CURLUPART_URL, text.bytes, 0) == CURLUE_OK &&
              curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
              curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK && host[0] != '\0';
  if (good) {
    curl_url_get(parts, CURLUPART_USER, &user, 0);
    curl_url_get(parts, CURLUPART_PASSWORD, &password, 0);
    curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT);
    good = user == NULL && password == NULL &&
           (strcmp(scheme, "https") == 0 || (inner && strcmp(scheme, "http") == 0)) &&
           (inner || (port != NULL && strcmp(port, "443") == 0));
  }
  curl_free(port);
  curl_free(password);
  curl_free(user);
  curl_free(host);
  curl_free(scheme);
  curl_url_cleanup(parts);
  text_free(&text);
  return good || fault_say(fault, "url: expected an https address, without user, password or another port than 443");
}

/* "https://push.example" of an address, into `origin`. */
static void find_origin(const char *url, char origin[ORIGIN_SIZE]) {
  const char *host = strstr(url, "://");
  const size_t length = host == NULL ? 0 : (size_t)(host + 3 - url) + strcspn(host + 3, "/?#");
  origin[0] = '\0';
  if (length >= ORIGIN_SIZE) return;
  memcpy(origin, url, length);
  origin[length] = '\0';
}

/* ---- One notice ---- */

static size_t swallow(char *bytes, size_t size, size_t count, void *context) {
  struct sending *sending = context;
  (void)bytes;
  sending->answered += size * count;
  return sending->answered > ANSWER_MOST ? 0 : size * count;
}

/* The headers of a notice; false if a push cannot be signed. */
static bool set_headers(struct sending *sending) {
  const struct sender *sender = sending->sender;
  char origin[ORIGIN_SIZE];
  if (sending->to.kind == NOTICE_WEBHOOK) {
    sending->headers = curl_slist_append(NULL, "Content-Type: application/json");
    return sending->headers != NULL;
  }
  struct text line = {0};
  find_origin(sending->to.url, origin);
  text_add_string(&line, "Authorization: ");
  const bool good =
      vapid_authorize(sender->vapid, origin, sender->settings.contact, (int64_t)time(NULL) + VALID_SECONDS, &line);
  sending->headers = good ? curl_slist_append(NULL, line.bytes) : NULL;
  text_free(&line);
  /* For a day, and one that waits at the push service makes room for the next: they all say the same. */
  static const char *const others[] = {"TTL: 86400", "Urgency: normal", "Topic: turn", "Content-Type:"};
  for (size_t i = 0; good && i < sizeof others / sizeof others[0]; i++)
    sending->headers = curl_slist_append(sending->headers, others[i]);
  return good;
}

/* Makes the request, ready to be sent. */
static bool prepare(struct sending *sending) {
  sending->handle = curl_easy_init();
  sending->answered = 0;
  sending->inner = false;
  if (sending->handle == NULL || !set_headers(sending)) return false;
  CURL *handle = sending->handle;
  curl_easy_setopt(handle, CURLOPT_URL, sending->to.url);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, sending->sender->settings.inner ? "http,https" : "https");
  curl_easy_setopt(handle, CURLOPT_PROXY, ""); /* a proxy would resolve the name out of our sight */
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, sending->headers);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "tessera");
  curl_easy_setopt(handle, CURLOPT_POST, 1L);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)sending->body.length);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, sending->body.length == 0 ? "" : sending->body.bytes);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, swallow);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, sending);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_outside);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, sending);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, sending);
  return true;
}

/* ---- The queue; called with the lock ---- */

static void append(struct sender *sender, struct sending *sending) {
  sending->next = NULL;
  *sender->last = sending;
  sender->last = &sending->next;
  sender->count++;
}

/* Takes the first notice that waits and may be sent by now; NULL: there is none. */
static struct sending *take(struct sender *sender, int64_t now) {
  struct sending **link = &sender->waiting;
  while (*link != NULL && (*link)->after > now) link = &(*link)->next;
  struct sending *sending = *link;
  if (sending == NULL) return NULL;
  *link = sending->next;
  if (sender->last == &sending->next) sender->last = link;
  sender->count--;
  return sending;
}

/* What came of a try: `status` is 0 if there was no answer. */
static void conclude(struct sender *sender, struct sending *sending, long status) {
  const bool busy = status == 0 || status == 429 || status >= 500;
  curl_easy_cleanup(sending->handle);
  curl_slist_free_all(sending->headers);
  sending->handle = NULL;
  sending->headers = NULL;
  sending->tries++;
  if (status >= 200 && status < 300) {
    sender->figures.sent++;
  } else if (status == 404 || status == 410 || sending->inner) {
    sender->figures.failed++;
    sending->next = sender->gone;
    sender->gone = sending;
    return;
  } else if (busy && sending->tries < MOST_TRIES) {
    sending->after = steady_milliseconds() + (sending->tries == 1 ? AGAIN_MS : 4 * AGAIN_MS);
    append(sender, sending);
    return;
  } else {
    sender->figures.failed++;
  }
  sending_free(sending);
}

/* ---- The thread ---- */

/* Sends what may be sent, as long as there is room. */
static void start_more(struct sender *sender) {
  pthread_mutex_lock(&sender->lock);
  for (int place = 0; place < AT_ONCE; place++) {
    if (sender->under_way[place] != NULL) continue;
    struct sending *sending = take(sender, steady_milliseconds());
    if (sending == NULL) break;
    if (prepare(sending) && curl_multi_add_handle(sender->multi, sending->handle) == CURLM_OK)
      sender->under_way[place] = sending;
    else
      conclude(sender, sending, 0);
  }
  pthread_mutex_unlock(&sender->lock);
}

/* The place of a notice that is under way is free, and it is no longer the connection's. */
static void let_go(struct sender *sender, struct sending *sending) {
  curl_multi_remove_handle(sender->multi, sending->handle);
  for (int place = 0; place < AT_ONCE; place++)
    if (sender->under_way[place] == sending) sender->under_way[place] = NULL;
}

/* Takes what has ended; true if anything has. */
static bool take_ended(struct sender *sender) {
  bool ended = false;
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read(sender->multi, &left)) != NULL; ended = true) {
    struct sending *sending = NULL;
    long status = 0;
    /* An answer counts by its status, also if it was cut off because nobody reads so much. */
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &sending);
    curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
    let_go(sender, sending);
    pthread_mutex_lock(&sender->lock);
    conclude(sender, sending, status);
    pthread_mutex_unlock(&sender->lock);
  }
  return ended;
}

static bool has_ended(struct sender *sender) {
  pthread_mutex_lock(&sender->lock);
  const bool ends = sender->ends;
  pthread_mutex_unlock(&sender->lock);
  return ends;
}

/* Sends until the sender ends; what is under way then is given up. */
static void *run(void *context) {
  struct sender *sender = context;
  int running = 0;
  while (!has_ended(sender)) {
    start_more(sender);
    curl_multi_perform(sender->multi, &running);
    if (!take_ended(sender)) curl_multi_poll(sender->multi, NULL, 0, REST_MS, NULL);
  }
  for (int place = 0; place < AT_ONCE; place++) {
    struct sending *sending = sender->under_way[place];
    if (sending == NULL) continue;
    let_go(sender, sending);
    sending_free(sending);
  }
  return NULL;
}

/* ---- For the lobby ---- */

struct sender *sender_open(const struct sender_settings *settings, const uint8_t secret[VAPID_SECRET],
                           struct fault *fault) {
  struct sender *sender = memory_new(sizeof *sender);
  *sender = (struct sender){.settings = *settings};
  sender->last = &sender->waiting;
  pthread_mutex_init(&sender->lock, NULL);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  sender->vapid = vapid_open(secret, fault);
  sender->multi = curl_multi_init();
  if (sender->vapid != NULL && sender->multi != NULL) {
    sender->runs = pthread_create(&sender->thread, NULL, run, sender) == 0;
    if (sender->runs) return sender;
    fault_say(fault, "the thread of the notices cannot be started");
  }
  sender_close(sender);
  return NULL;
}

static void free_sendings(struct sending *sending) {
  for (struct sending *next; sending != NULL; sending = next) {
    next = sending->next;
    sending_free(sending);
  }
}

void sender_close(struct sender *sender) {
  if (sender == NULL) return;
  if (sender->runs) {
    pthread_mutex_lock(&sender->lock);
    sender->ends = true;
    pthread_mutex_unlock(&sender->lock);
    curl_multi_wakeup(sender->multi);
    pthread_join(sender->thread, NULL);
  }
  free_sendings(sender->waiting);
  free_sendings(sender->gone);
  curl_multi_cleanup(sender->multi);
  vapid_close(sender->vapid);
  pthread_mutex_destroy(&sender->lock);
  free(sender);
}

const char *sender_key(const struct sender *sender) { return vapid_key(sender->vapid); }

/* Whether a notice waits already that says the same to the same address. */
static bool is_waiting(const struct sender *sender, const char *url, struct span body) {
  for (const struct sending *sending = sender->waiting; sending != NULL; sending = sending->next)
    if (strcmp(sending->to.url, url) == 0 && sending->body.length == body.length &&
        (body.length == 0 || memcmp(sending->body.bytes, body.bytes, body.length) == 0))
      return true;
  return false;
}

void sender_send(struct sender *sender, enum notice_kind kind, const char *url, struct span body, const char *about,
                 int seat) {
  CHECK(strlen(url) < NOTICE_URL_SIZE && strlen(about) < NOTICE_ABOUT_SIZE);
  pthread_mutex_lock(&sender->lock);
  const bool known = is_waiting(sender, url, body), full = sender->count >= NOTICE_MOST_WAITING;
  if (!known && full) sender->figures.dropped++;
  if (!known && !full) {
    struct sending *sending = memory_new(sizeof *sending);
    *sending = (struct sending){.to = {.kind = kind, .seat = seat}, .sender = sender};
    memcpy(sending->to.url, url, strlen(url) + 1);
    memcpy(sending->to.about, about, strlen(about) + 1);
    text_add(&sending->body, body.bytes, body.length);
    append(sender, sending);
  }
  pthread_mutex_unlock(&sender->lock);
  curl_multi_wakeup(sender->multi);
}

bool sender_take_gone(struct sender *sender, struct notice_gone *gone) {
  pthread_mutex_lock(&sender->lock);
  struct sending *sending = sender->gone;
  if (sending != NULL) sender->gone = sending->next;
  pthread_mutex_unlock(&sender->lock);
  if (sending == NULL) return false;
  *gone = sending->to;
  sending_free(sending);
  return true;
}

struct sender_figures sender_figures(struct sender *sender) {
  pthread_mutex_lock(&sender->lock);
  const struct sender_figures figures = sender->figures;
  pthread_mutex_unlock(&sender->lock);
  return figures;
}
