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
struct job {
  struct job *next;
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
  struct job *under_way[AT_ONCE]; /* the thread's own; NULL: a free place */
  pthread_mutex_t lock;           /* of all that follows */
  struct job *waiting, **last;
  struct job *gone;
  size_t count; /* that wait */
  bool ends;
  struct sender_figures figures;
};

static void job_free(struct job *job) {
  curl_slist_free_all(job->headers);
  curl_easy_cleanup(job->handle);
  text_free(&job->body);
  free(job);
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
  struct job *job = context;
  (void)purpose;
  if (!job->sender->settings.inner && !is_outer(&address->addr)) {
    job->inner = true;
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
  struct job *job = context;
  (void)bytes;
  job->answered += size * count;
  return job->answered > ANSWER_MOST ? 0 : size * count;
}

/* The headers of a notice; false if a push cannot be signed. */
static bool set_headers(struct job *job) {
  const struct sender *sender = job->sender;
  char origin[ORIGIN_SIZE];
  if (job->to.kind == NOTICE_WEBHOOK) {
    job->headers = curl_slist_append(NULL, "Content-Type: application/json");
    return job->headers != NULL;
  }
  struct text line = {0};
  find_origin(job->to.url, origin);
  text_add_string(&line, "Authorization: ");
  const bool good =
      vapid_authorize(sender->vapid, origin, sender->settings.contact, (int64_t)time(NULL) + VALID_SECONDS, &line);
  job->headers = good ? curl_slist_append(NULL, line.bytes) : NULL;
  text_free(&line);
  /* For a day, and one that waits at the push service makes room for the next: they all say the same. */
  static const char *const others[] = {"TTL: 86400", "Urgency: normal", "Topic: turn", "Content-Type:"};
  for (size_t i = 0; good && i < sizeof others / sizeof others[0]; i++)
    job->headers = curl_slist_append(job->headers, others[i]);
  return good;
}

/* Makes the request, ready to be sent. */
static bool prepare(struct job *job) {
  job->handle = curl_easy_init();
  job->answered = 0;
  job->inner = false;
  if (job->handle == NULL || !set_headers(job)) return false;
  CURL *handle = job->handle;
  curl_easy_setopt(handle, CURLOPT_URL, job->to.url);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, job->sender->settings.inner ? "http,https" : "https");
  curl_easy_setopt(handle, CURLOPT_PROXY, ""); /* a proxy would resolve the name out of our sight */
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, job->headers);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "tessera");
  curl_easy_setopt(handle, CURLOPT_POST, 1L);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)job->body.length);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, job->body.length == 0 ? "" : job->body.bytes);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, swallow);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, job);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_outside);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, job);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, job);
  return true;
}

/* ---- The queue; called with the lock ---- */

static void append(struct sender *sender, struct job *job) {
  job->next = NULL;
  *sender->last = job;
  sender->last = &job->next;
  sender->count++;
}

/* Takes the first notice that waits and may be sent by now; NULL: there is none. */
static struct job *take(struct sender *sender, int64_t now) {
  struct job **link = &sender->waiting;
  while (*link != NULL && (*link)->after > now) link = &(*link)->next;
  struct job *job = *link;
  if (job == NULL) return NULL;
  *link = job->next;
  if (sender->last == &job->next) sender->last = link;
  sender->count--;
  return job;
}

/* What came of a try: `status` is 0 if there was no answer. */
static void conclude(struct sender *sender, struct job *job, long status) {
  const bool busy = status == 0 || status == 429 || status >= 500;
  curl_easy_cleanup(job->handle);
  curl_slist_free_all(job->headers);
  job->handle = NULL;
  job->headers = NULL;
  job->tries++;
  if (status >= 200 && status < 300) {
    sender->figures.sent++;
  } else if (status == 404 || status == 410 || job->inner) {
    sender->figures.failed++;
    job->next = sender->gone;
    sender->gone = job;
    return;
  } else if (busy && job->tries < MOST_TRIES) {
    job->after = steady_milliseconds() + (job->tries == 1 ? AGAIN_MS : 4 * AGAIN_MS);
    append(sender, job);
    return;
  } else {
    sender->figures.failed++;
  }
  job_free(job);
}

/* ---- The thread ---- */

/* Sends what may be sent, as long as there is room. */
static void start_more(struct sender *sender) {
  pthread_mutex_lock(&sender->lock);
  for (int place = 0; place < AT_ONCE; place++) {
    if (sender->under_way[place] != NULL) continue;
    struct job *job = take(sender, steady_milliseconds());
    if (job == NULL) break;
    if (prepare(job) && curl_multi_add_handle(sender->multi, job->handle) == CURLM_OK)
      sender->under_way[place] = job;
    else
      conclude(sender, job, 0);
  }
  pthread_mutex_unlock(&sender->lock);
}

/* The place of a notice that is under way is free, and it is no longer the connection's. */
static void let_go(struct sender *sender, struct job *job) {
  curl_multi_remove_handle(sender->multi, job->handle);
  for (int place = 0; place < AT_ONCE; place++)
    if (sender->under_way[place] == job) sender->under_way[place] = NULL;
}

/* Takes what has ended; true if anything has. */
static bool take_ended(struct sender *sender) {
  bool ended = false;
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read(sender->multi, &left)) != NULL; ended = true) {
    struct job *job = NULL;
    long status = 0;
    /* An answer counts by its status, also if it was cut off because nobody reads so much. */
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &job);
    curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
    let_go(sender, job);
    pthread_mutex_lock(&sender->lock);
    conclude(sender, job, status);
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
    struct job *job = sender->under_way[place];
    if (job == NULL) continue;
    let_go(sender, job);
    job_free(job);
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

static void free_jobs(struct job *job) {
  for (struct job *next; job != NULL; job = next) {
    next = job->next;
    job_free(job);
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
  free_jobs(sender->waiting);
  free_jobs(sender->gone);
  curl_multi_cleanup(sender->multi);
  vapid_close(sender->vapid);
  pthread_mutex_destroy(&sender->lock);
  free(sender);
}

const char *sender_key(const struct sender *sender) { return vapid_key(sender->vapid); }

/* Whether a notice waits already that says the same to the same address. */
static bool is_waiting(const struct sender *sender, const char *url, struct span body) {
  for (const struct job *job = sender->waiting; job != NULL; job = job->next)
    if (strcmp(job->to.url, url) == 0 && job->body.length == body.length &&
        (body.length == 0 || memcmp(job->body.bytes, body.bytes, body.length) == 0))
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
    struct job *job = memory_new(sizeof *job);
    *job = (struct job){.to = {.kind = kind, .seat = seat}, .sender = sender};
    memcpy(job->to.url, url, strlen(url) + 1);
    memcpy(job->to.about, about, strlen(about) + 1);
    text_add(&job->body, body.bytes, body.length);
    append(sender, job);
  }
  pthread_mutex_unlock(&sender->lock);
  curl_multi_wakeup(sender->multi);
}

bool sender_take_gone(struct sender *sender, struct notice_gone *gone) {
  pthread_mutex_lock(&sender->lock);
  struct job *job = sender->gone;
  if (job != NULL) sender->gone = job->next;
  pthread_mutex_unlock(&sender->lock);
  if (job == NULL) return false;
  *gone = job->to;
  job_free(job);
  return true;
}

struct sender_figures sender_figures(struct sender *sender) {
  pthread_mutex_lock(&sender->lock);
  const struct sender_figures figures = sender->figures;
  pthread_mutex_unlock(&sender->lock);
  return figures;
}
