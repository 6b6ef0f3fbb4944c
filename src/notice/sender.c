#define _DEFAULT_SOURCE
#include "notice/sender.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <ifaddrs.h>
#include <libpsl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "base/steady_clock.h"

enum {
  AT_ONCE = 16,          /* most notices that are sent at the same time */
  MOST_TRIES = 3,        /* for each notice */
  AGAIN_MS = 20000,      /* pause before the second try; four times as long before the third */
  CONNECT_MS = 5000,     /* timeout of the connection */
  WHOLE_MS = 10000,      /* timeout of a whole try */
  REST_MS = 1000,        /* the longest sleep of the thread */
  VALID_SECONDS = 43200, /* lifetime of the signature for a push service */
  ANSWER_MOST = 65536,   /* most bytes of an answer; its content is ignored */
};

/* A site to which notices go (sender_site()). It exists while a notice for it waits or is being sent. */
struct site {
  struct site *next;
  int waiting, under_way;
  char name[NOTICE_URL_SIZE];
};

/* A notice that waits or is being sent. */
struct sending {
  struct sending *next;
  struct site *site; /* NULL: it neither waits nor is being sent */
  struct notice_gone to;
  char origin[NOTICE_URL_SIZE]; /* of that address, as "https://push.example" */
  struct text body;
  int tries;
  int64_t after; /* earliest time of the next try, by the steady clock */
  CURL *handle;  /* this and the members below are used while it is being sent */
  struct curl_slist *headers;
  size_t answered;
  bool is_mail; /* to `recipient`, by the mail server at its address */
  char *recipient;
  size_t sent;   /* bytes of a mail that the mail server has */
  bool inner;    /* its name resolved to the inner network, which is not allowed */
  bool unlawful; /* its address is not allowed */
  const struct sender *sender;
};

struct sender {
  struct sender_settings settings;
  struct vapid *vapid;
  CURLM *multi;
  pthread_t thread;
  bool runs;
  struct sending *under_way[AT_ONCE]; /* for the thread only; NULL: a free place */
  pthread_mutex_t lock;               /* protects all members below */
  struct sending *waiting, **last;
  struct sending *gone;
  struct site *sites;
  size_t count; /* number of notices that wait */
  bool ends;
  struct sender_figures figures;
};

static void sending_free(struct sending *sending) {
  curl_slist_free_all(sending->headers);
  curl_easy_cleanup(sending->handle);
  text_free(&sending->body);
  free(sending->recipient);
  free(sending);
}

/* ---- Addresses ---- */

/* True if an IPv4 address, in host order, is public: it belongs to no private, local, shared or reserved network (RFC
 * 6890). */
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

/* The same for IPv6: true for the public addresses (2000::/3), except those that embed an IPv4 address or are for
 * examples. */
static bool is_outer_6(const uint8_t bytes[16]) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (memcmp(bytes, mapped, sizeof mapped) == 0)
    return is_outer_4((uint32_t)bytes[12] << 24 | (uint32_t)bytes[13] << 16 | (uint32_t)bytes[14] << 8 | bytes[15]);
  const unsigned first = (unsigned)bytes[0] << 8 | bytes[1], second = (unsigned)bytes[2] << 8 | bytes[3];
  if (first >> 13 != 1 || first == 0x2002) return false;
  return first != 0x2001 || (second >= 0x0200 && second != 0x0DB8);
}

/* True if the address is one of this machine's own, also if it is public. If the system cannot list them, every address
 * counts as the machine's own. */
static bool is_own(const struct sockaddr *address) {
  struct ifaddrs *all = NULL;
  bool own = false;
  if (getifaddrs(&all) != 0) return true;
  for (const struct ifaddrs *one = all; one != NULL && !own; one = one->ifa_next) {
    if (one->ifa_addr == NULL || one->ifa_addr->sa_family != address->sa_family) continue;
    if (address->sa_family == AF_INET) {
      struct sockaddr_in a, b;
      memcpy(&a, address, sizeof a), memcpy(&b, one->ifa_addr, sizeof b);
      own = a.sin_addr.s_addr == b.sin_addr.s_addr;
    } else if (address->sa_family == AF_INET6) {
      struct sockaddr_in6 a, b;
      memcpy(&a, address, sizeof a), memcpy(&b, one->ifa_addr, sizeof b);
      own = memcmp(&a.sin6_addr, &b.sin6_addr, sizeof a.sin6_addr) == 0;
    }
  }
  freeifaddrs(all);
  return own;
}

/* True if an address is public, and not one of this machine's own. */
static bool is_outer(const struct sockaddr *address) {
  if (is_own(address)) return false;
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

/* curl calls this before it connects to an address that it got for a name. The check at this moment protects the inner
 * network from a name whose address changes after an earlier check. */
static curl_socket_t open_outside(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  struct sending *sending = context;
  (void)purpose;
  if (!sending->is_mail && !sending->sender->settings.inner && !is_outer(&address->addr)) {
    sending->inner = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* The parts of a URL; a missing part is NULL. url_parts_free() frees them. */
struct url_parts {
  char *scheme, *host, *user, *password, *port;
};

static void url_parts_free(struct url_parts *parts) {
  curl_free(parts->port);
  curl_free(parts->password);
  curl_free(parts->user);
  curl_free(parts->host);
  curl_free(parts->scheme);
}

/* Returns false if it is no URL; the parts must be freed in that case, too. `flags` are curl's flags for the port. */
static bool url_parts_read(const char *url, unsigned flags, struct url_parts *parts) {
  CURLU *whole = curl_url();
  *parts = (struct url_parts){0};
  const bool good = whole != NULL && curl_url_set(whole, CURLUPART_URL, url, 0) == CURLUE_OK &&
                    curl_url_get(whole, CURLUPART_SCHEME, &parts->scheme, 0) == CURLUE_OK &&
                    curl_url_get(whole, CURLUPART_HOST, &parts->host, 0) == CURLUE_OK && parts->host[0] != '\0';
  if (good) {
    curl_url_get(whole, CURLUPART_USER, &parts->user, 0);
    curl_url_get(whole, CURLUPART_PASSWORD, &parts->password, 0);
    curl_url_get(whole, CURLUPART_PORT, &parts->port, flags);
  }
  curl_url_cleanup(whole);
  return good;
}

/* The length of a host's name without trailing dots. */
static int host_length(const char *host) {
  int length = (int)strlen(host);
  while (length > 1 && host[length - 1] == '.') length--;
  return length;
}

/* True if the host is written as a numeric address that is not public, with or without a trailing dot. */
static bool is_inner_number(const char *host) {
  struct sockaddr_in four = {.sin_family = AF_INET};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6};
  char bare[64];
  snprintf(bare, sizeof bare, "%.*s", host_length(host), host);
  if (inet_pton(AF_INET, bare, &four.sin_addr) == 1) return !is_outer((const struct sockaddr *)&four);
  if (host[0] != '[') return false;
  const size_t length = strcspn(host + 1, "]%");
  if (length >= sizeof bare) return true;
  memcpy(bare, host + 1, length);
  bare[length] = '\0';
  return inet_pton(AF_INET6, bare, &six.sin6_addr) != 1 || !is_outer((const struct sockaddr *)&six);
}

/* True if people reach this server under this host name. */
static bool is_own_name(const struct sender *sender, const char *host) {
  struct url_parts own;
  bool same = false;
  if (sender->settings.own == NULL) return false;
  if (url_parts_read(sender->settings.own, CURLU_DEFAULT_PORT, &own))
    same = host_length(own.host) == host_length(host) && strncasecmp(own.host, host, (size_t)host_length(host)) == 0;
  url_parts_free(&own);
  return same;
}

bool sender_takes(const struct sender *sender, struct span url, struct fault *fault) {
  struct text text = {0};
  struct url_parts parts;
  const bool inner = sender->settings.inner;
  if (url.length == 0 || url.length >= NOTICE_URL_SIZE)
    return fault_say(fault, "url: expected 1 to %d bytes", NOTICE_URL_SIZE - 1);
  for (size_t i = 0; i < url.length; i++)
    if (url.bytes[i] <= ' ' || url.bytes[i] > '~') return fault_say(fault, "url: expected plain ASCII without blanks");
  text_add(&text, url.bytes, url.length);
  const bool good = url_parts_read(text.bytes, CURLU_DEFAULT_PORT, &parts) && parts.user == NULL &&
                    parts.password == NULL &&
                    (strcmp(parts.scheme, "https") == 0 || (inner && strcmp(parts.scheme, "http") == 0)) &&
                    (inner || (parts.port != NULL && strcmp(parts.port, "443") == 0 && !is_inner_number(parts.host) &&
                               !is_own_name(sender, parts.host)));
  url_parts_free(&parts);
  text_free(&text);
  return good || fault_say(fault, "url: expected an https address of the outside, without user, password or another "
                                  "port than 443");
}

static void lower(char *text) {
  for (; *text != '\0'; text++)
    if (*text >= 'A' && *text <= 'Z') *text = (char)(*text - 'A' + 'a');
}

void sender_origin(const char *url, char origin[NOTICE_URL_SIZE]) {
  struct url_parts parts;
  origin[0] = '\0';
  if (url_parts_read(url, CURLU_NO_DEFAULT_PORT, &parts)) {
    snprintf(origin, NOTICE_URL_SIZE, "%s://%.*s%s%s", parts.scheme, host_length(parts.host), parts.host,
             parts.port != NULL ? ":" : "", parts.port != NULL ? parts.port : "");
    lower(origin);
  }
  url_parts_free(&parts);
}

void sender_site(const char *url, char site[NOTICE_URL_SIZE]) {
  struct url_parts parts;
  struct in_addr four;
  site[0] = '\0';
  if (url_parts_read(url, CURLU_DEFAULT_PORT, &parts)) {
    snprintf(site, NOTICE_URL_SIZE, "%.*s", host_length(parts.host), parts.host);
    lower(site);
    /* NULL: the name is a public suffix itself. */
    const char *domain = psl_registrable_domain(psl_builtin(), site);
    if (site[0] == '[') { /* up to the third colon */
      int size = 0;
      for (int colons = 0; site[size] != '\0' && colons < 3; size++) colons += site[size] == ':';
      site[size] = '\0';
    } else if (domain != NULL && inet_pton(AF_INET, site, &four) != 1)
      memmove(site, domain, strlen(domain) + 1);
  }
  url_parts_free(&parts);
}

bool sender_put_sentence(const char *url, struct span sentence, struct text *text) {
  char origin[NOTICE_URL_SIZE];
  sender_origin(url, origin);
  const bool slack = strcmp(origin, "https://hooks.slack.com") == 0;
  if (!slack && strcmp(origin, "https://discord.com") != 0 && strcmp(origin, "https://discordapp.com") != 0)
    return false;
  json_open_object(text, NULL);
  json_put_span(text, slack ? "text" : "content", sentence);
  if (!slack) {
    json_open_object(text, "allowed_mentions");
    json_open_array(text, "parse");
    json_close_array(text);
    json_close_object(text);
  }
  json_close_object(text);
  return true;
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
  if (sending->to.kind == NOTICE_WEBHOOK) {
    sending->headers = curl_slist_append(NULL, "Content-Type: application/json");
    return sending->headers != NULL;
  }
  struct text line = {0};
  text_add_string(&line, "Authorization: ");
  const bool good = vapid_authorize(sender->vapid, sending->origin, sender->settings.contact,
                                    (int64_t)time(NULL) + VALID_SECONDS, &line);
  sending->headers = good ? curl_slist_append(NULL, line.bytes) : NULL;
  text_free(&line);
  /* A push is valid for a day. At the push service a new push replaces one that still waits, because all have the same
   * meaning. */
  static const char *const others[] = {"TTL: 86400", "Urgency: normal", "Topic: turn", "Content-Type:"};
  for (size_t i = 0; good && i < sizeof others / sizeof others[0]; i++)
    sending->headers = curl_slist_append(sending->headers, others[i]);
  return good;
}

/* curl calls this for the next bytes of a mail. */
static size_t read_mail(char *bytes, size_t size, size_t count, void *context) {
  struct sending *sending = context;
  const size_t left = sending->body.length - sending->sent, room = size * count, taken = left < room ? left : room;
  memcpy(bytes, sending->body.bytes + sending->sent, taken);
  sending->sent += taken;
  return taken;
}

/* True if a URL leads to this machine by its name or number. */
static bool is_here(const char *url) {
  struct url_parts parts;
  const bool here =
      url_parts_read(url, 0, &parts) &&
      (strcmp(parts.host, "localhost") == 0 || strncmp(parts.host, "127.", 4) == 0 || strcmp(parts.host, "[::1]") == 0);
  url_parts_free(&parts);
  return here;
}

/* Prepares the request. The address is checked again: it may have been stored when other addresses were allowed. */
static bool prepare(struct sending *sending) {
  struct fault fault;
  sending->unlawful = !sending->is_mail && !sender_takes(sending->sender, span_of(sending->to.url), &fault);
  if (sending->unlawful) return false;
  sending->handle = curl_easy_init();
  sending->answered = 0;
  sending->inner = false;
  if (sending->handle == NULL) return false;
  const struct sender_settings *settings = &sending->sender->settings;
  CURL *handle = sending->handle;
  if (sending->is_mail) {
    struct text from = {0}, to = {0};
    text_print(&from, "<%s>", settings->from);
    text_print(&to, "<%s>", sending->recipient);
    sending->headers = curl_slist_append(NULL, to.bytes);
    sending->sent = 0;
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(handle, CURLOPT_USE_SSL, is_here(settings->smtp) ? (long)CURLUSESSL_TRY : (long)CURLUSESSL_ALL);
    curl_easy_setopt(handle, CURLOPT_MAIL_FROM, from.bytes);
    curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, sending->headers);
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, read_mail);
    curl_easy_setopt(handle, CURLOPT_READDATA, sending);
    text_free(&from);
    text_free(&to);
    if (sending->headers == NULL) return false;
  } else {
    if (!set_headers(sending)) return false;
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, settings->inner ? "http,https" : "https");
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, sending->headers);
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "tessera");
    curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)sending->body.length);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, sending->body.length == 0 ? "" : sending->body.bytes);
  }
  curl_easy_setopt(handle, CURLOPT_URL, sending->to.url);
  curl_easy_setopt(handle, CURLOPT_PROXY, ""); /* a proxy would resolve the name itself, without our check */
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L); /* do not wait for a name that is still being resolved */
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, swallow);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, sending);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_outside);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, sending);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, sending);
  return true;
}

/* ---- The queue; called with the lock ---- */

/* Returns the site of an address, and creates it if it is new. */
static struct site *find_site(struct sender *sender, const char *url) {
  char name[NOTICE_URL_SIZE];
  sender_site(url, name);
  struct site *site = sender->sites;
  while (site != NULL && strcmp(site->name, name) != 0) site = site->next;
  if (site != NULL) return site;
  site = memory_new(sizeof *site);
  *site = (struct site){.next = sender->sites};
  memcpy(site->name, name, strlen(name) + 1);
  sender->sites = site;
  return site;
}

/* Frees a site for which no notice waits or is being sent. */
static void forget_idle(struct sender *sender, struct site *site) {
  if (site->waiting > 0 || site->under_way > 0) return;
  struct site **link = &sender->sites;
  while (*link != site) link = &(*link)->next;
  *link = site->next;
  free(site);
}

static void append(struct sender *sender, struct sending *sending) {
  sending->next = NULL;
  *sender->last = sending;
  sender->last = &sending->next;
  sender->count++;
  sending->site = find_site(sender, sending->to.url);
  sending->site->waiting++;
}

/* Removes a notice from the queue. */
static struct sending *take_out(struct sender *sender, struct sending **link) {
  struct sending *sending = *link;
  *link = sending->next;
  if (sender->last == &sending->next) sender->last = link;
  sender->count--;
  sending->site->waiting--;
  return sending;
}

/* Takes the next notice from the queue: of those whose time has come, the first one whose site has the fewest notices
 * being sent. It counts as being sent from now on. NULL: there is none. */
static struct sending *take(struct sender *sender, int64_t now) {
  struct sending **best = NULL;
  int fewest = NOTICE_AT_ONCE_TO_ONE;
  for (struct sending **link = &sender->waiting; *link != NULL && fewest > 0; link = &(*link)->next) {
    if ((*link)->after > now || (*link)->site->under_way >= fewest) continue;
    best = link;
    fewest = (*link)->site->under_way;
  }
  if (best == NULL) return NULL;
  struct sending *sending = take_out(sender, best);
  sending->site->under_way++;
  return sending;
}

/* Handles the result of a try; `status` is 0 if there was no answer. */
static void conclude(struct sender *sender, struct sending *sending, long status) {
  const bool busy = status == 0 || status == 429 || status >= 500;
  const bool other_key = status == 403 && sending->to.kind == NOTICE_PUSH;
  struct site *site = sending->site;
  sending->site = NULL;
  site->under_way--;
  curl_easy_cleanup(sending->handle);
  curl_slist_free_all(sending->headers);
  sending->handle = NULL;
  sending->headers = NULL;
  sending->tries++;
  if (status >= 200 && status < 300) {
    sender->figures.sent++;
  } else if (status == 404 || status == 410 || other_key || sending->unlawful) {
    sender->figures.failed++;
    sending->next = sender->gone;
    sender->gone = sending;
    forget_idle(sender, site);
    return;
  } else if (busy && !sending->inner && sending->tries < MOST_TRIES) {
    sending->after = steady_milliseconds() + (sending->tries == 1 ? AGAIN_MS : 4 * AGAIN_MS);
    append(sender, sending);
    return;
  } else {
    sender->figures.failed++;
  }
  forget_idle(sender, site);
  sending_free(sending);
}

/* ---- The thread ---- */

/* Frees the place of a notice that was being sent, and detaches its request from curl. */
static void let_go(struct sender *sender, struct sending *sending) {
  curl_multi_remove_handle(sender->multi, sending->handle);
  for (int place = 0; place < AT_ONCE; place++)
    if (sender->under_way[place] == sending) sender->under_way[place] = NULL;
}

static bool has_ended(struct sender *sender) {
  pthread_mutex_lock(&sender->lock);
  const bool ends = sender->ends;
  pthread_mutex_unlock(&sender->lock);
  return ends;
}

/* The body of the thread: sends notices until the sender is closed, and then aborts those that are being sent. */
static void *run(void *context) {
  struct sender *sender = context;
  int running = 0;
  while (!has_ended(sender)) {
    /* Starts sending notices until AT_ONCE are being sent, or no further one may be sent now. */
    for (int place = 0; place < AT_ONCE; place++) {
      if (sender->under_way[place] != NULL) continue;
      pthread_mutex_lock(&sender->lock);
      struct sending *sending = take(sender, steady_milliseconds());
      pthread_mutex_unlock(&sender->lock);
      if (sending == NULL) break;
      if (prepare(sending) && curl_multi_add_handle(sender->multi, sending->handle) == CURLM_OK) {
        sender->under_way[place] = sending;
        continue;
      }
      pthread_mutex_lock(&sender->lock);
      conclude(sender, sending, 0);
      pthread_mutex_unlock(&sender->lock);
    }
    curl_multi_perform(sender->multi, &running);
    /* Tries that have ended. */
    bool ended = false;
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(sender->multi, &left)) != NULL; ended = true) {
      struct sending *sending = NULL;
      long status = 0;
      /* Only the status of an answer counts, also if its content was cut off because it is too long. */
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &sending);
      curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
      /* The codes of SMTP mean something else: those from 500 on refuse for good, others for now. */
      if (sending->is_mail) status = message->data.result == CURLE_OK ? 200 : status >= 500 ? 400 : 0;
      let_go(sender, sending);
      pthread_mutex_lock(&sender->lock);
      conclude(sender, sending, status);
      pthread_mutex_unlock(&sender->lock);
    }
    if (!ended) curl_multi_poll(sender->multi, NULL, 0, REST_MS, NULL);
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

/* True if no mails are sent, or these are the address of a mail server and an address of the sender's. */
static bool check_mail(const struct sender_settings *settings, struct fault *fault) {
  struct url_parts parts = {0};
  if (settings->smtp == NULL) return true;
  const bool good = strlen(settings->smtp) < NOTICE_URL_SIZE &&
                    url_parts_read(settings->smtp, CURLU_NO_DEFAULT_PORT, &parts) &&
                    (strcmp(parts.scheme, "smtp") == 0 || strcmp(parts.scheme, "smtps") == 0);
  url_parts_free(&parts);
  if (!good)
    return fault_say(fault, "smtp: expected smtp://HOST or smtps://HOST, with user, password and port if needed");
  return settings->from != NULL || fault_say(fault, "smtp: it needs smtp-from, the address from which mails come");
}

struct sender *sender_open(const struct sender_settings *settings, const uint8_t secret[VAPID_SECRET],
                           struct fault *fault) {
  if (!check_mail(settings, fault)) return NULL;
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
  for (struct site *site = sender->sites, *next; site != NULL; site = next) {
    next = site->next;
    free(site);
  }
  curl_multi_cleanup(sender->multi);
  vapid_close(sender->vapid);
  pthread_mutex_destroy(&sender->lock);
  free(sender);
}

const char *sender_key(const struct sender *sender) { return vapid_key(sender->vapid); }

/* True if an equal notice to the same address already waits. */
static bool is_waiting(const struct sender *sender, const struct sending *fresh) {
  for (const struct sending *sending = sender->waiting; sending != NULL; sending = sending->next)
    if (strcmp(sending->to.url, fresh->to.url) == 0 && sending->body.length == fresh->body.length &&
        (fresh->body.length == 0 || memcmp(sending->body.bytes, fresh->body.bytes, fresh->body.length) == 0))
      return true;
  return false;
}

/* True if no further notice may wait for this one's site, or for this one's table. */
static bool is_share_full(struct sender *sender, const struct sending *fresh) {
  struct site *site = find_site(sender, fresh->to.url);
  int same_table = 0;
  for (const struct sending *sending = sender->waiting; sending != NULL; sending = sending->next)
    same_table += strcmp(sending->to.about, fresh->to.about) == 0;
  const bool full = site->waiting >= NOTICE_MOST_TO_ONE || same_table >= NOTICE_MOST_OF_TABLE;
  forget_idle(sender, site);
  return full;
}

/* Makes room in a full queue for a notice: removes the last notice of the site with the most waiting notices. False if
 * no site has enough more of them than the site of the new notice. */
static bool make_room(struct sender *sender, const struct sending *fresh) {
  struct site *site = find_site(sender, fresh->to.url);
  struct sending **last = NULL;
  const int waiting = site->waiting;
  forget_idle(sender, site);
  const struct site *most = sender->sites;
  for (const struct site *other = most; other != NULL; other = other->next)
    if (other->waiting > most->waiting) most = other;
  if (most == NULL || most->waiting <= waiting + 1) return false;
  for (struct sending **link = &sender->waiting; *link != NULL; link = &(*link)->next)
    if ((*link)->site == most) last = link;
  CHECK(last != NULL);
  sending_free(take_out(sender, last));
  sender->figures.dropped++;
  return true;
}

static struct sending *sending_new(struct sender *sender, const char *url, const char *about) {
  CHECK(strlen(url) < NOTICE_URL_SIZE && strlen(about) < NOTICE_ABOUT_SIZE);
  struct sending *sending = memory_new(sizeof *sending);
  *sending = (struct sending){.sender = sender};
  memcpy(sending->to.url, url, strlen(url) + 1);
  memcpy(sending->to.about, about, strlen(about) + 1);
  return sending;
}

/* Queues a notice, unless an equal one waits or there is no room. */
static void queue(struct sender *sender, struct sending *sending) {
  pthread_mutex_lock(&sender->lock);
  const bool known = is_waiting(sender, sending);
  const bool full = !known && (is_share_full(sender, sending) ||
                               (sender->count >= NOTICE_MOST_WAITING && !make_room(sender, sending)));
  if (full) sender->figures.dropped++;
  if (!known && !full) append(sender, sending);
  pthread_mutex_unlock(&sender->lock);
  if (known || full) sending_free(sending);
  curl_multi_wakeup(sender->multi);
}

void sender_send(struct sender *sender, enum notice_kind kind, const char *url, struct span body, struct span sentence,
                 const char *about, int seat) {
  struct sending *sending = sending_new(sender, url, about);
  sending->to.kind = kind;
  sending->to.seat = seat;
  sender_origin(url, sending->origin);
  if (kind == NOTICE_WEBHOOK && !sender_put_sentence(url, sentence, &sending->body))
    text_add(&sending->body, body.bytes, body.length);
  queue(sender, sending);
}

void sender_mail(struct sender *sender, const struct mail *mail, const char *about) {
  struct mail whole = *mail;
  struct sending *sending = sending_new(sender, sender->settings.smtp, about);
  sending->is_mail = true;
  sending->recipient = memory_new(strlen(mail->to) + 1);
  memcpy(sending->recipient, mail->to, strlen(mail->to) + 1);
  whole.from = sender->settings.from;
  mail_write(&whole, (int64_t)time(NULL), &sending->body);
  queue(sender, sending);
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
