#define _GNU_SOURCE
#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/steady_clock.h"
#include "server/service.h"
#include "store/store.h"

enum {
  SILENCE_MS = 30000,         /* a peer that acknowledges nothing for so long counts as gone */
  SECOND_MS = 1000,           /* the longest wait of the loop */
  ENDING_MS = 2000,           /* at the end, for answers and streams to finish */
  BACKLOG = 1024,             /* connections that wait to be accepted */
  SEND_BYTES = 65536,         /* the system's send buffer of a connection, so that slow readers cost little */
  BURST_SECONDS = 10,         /* an address or token may use its requests of so long at once */
  WRITES_A_REQUEST = 10,      /* to the streams of an address, for each request that it may make in a second */
  LEAST_ADDRESSES = 16,       /* so many addresses must not be able to hold all connections */
  OWN_FILES = 64 + 2 * LANES, /* descriptors besides connections: each lane has two */
  MOST_CONNECTIONS = 50000,
  HOST_SIZE = 128, /* bytes of a host, with the final zero */
  WHERE_SIZE = 80  /* bytes of ADDRESS:PORT, with the final zero */
};

/* ---- The socket ---- */

/* Splits ADDRESS:PORT, and removes the brackets of an IPv6 address. */
static bool split(const char *where, char host[HOST_SIZE], const char **port, struct fault *fault) {
  const char *colon = strrchr(where, ':');
  uint64_t number;
  size_t length = colon == NULL ? 0 : (size_t)(colon - where);
  const bool brackets = length >= 2 && where[0] == '[' && colon[-1] == ']';
  const char *first = where + (brackets ? 1 : 0);
  if (brackets) length -= 2;
  if (length == 0 || length >= HOST_SIZE || !span_number(span_of(colon + 1), 0, 65535, &number) ||
      (!brackets && memchr(first, ':', length) != NULL))
    return fault_say(fault,
                     "listen: expected ADDRESS:PORT (port 0 to 65535), such as 127.0.0.1:8080 or [::1]:8080, "
                     "not '%s'",
                     where);
  memcpy(host, first, length);
  host[length] = '\0';
  *port = colon + 1;
  return true;
}

bool server_is_address(const char *where, struct fault *fault) {
  char host[HOST_SIZE];
  const char *port;
  return split(where, host, &port, fault);
}

/*
 * Opens a socket that listens at `where`, ADDRESS:PORT or [ADDRESS]:PORT, and writes the address at which it really
 * listens into `address`. Returns its descriptor, which the caller closes; -1 with `*fault`.
 */
static int open_socket(const char *where, char address[WHERE_SIZE], struct fault *fault) {
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
  const int on = 1, silence = SILENCE_MS, bytes = SEND_BYTES;
  struct addrinfo *found = NULL;
  char host[HOST_SIZE], port[16] = "";
  const char *wanted_port = NULL;

  /* 1. The address. */
  if (!split(where, host, &wanted_port, fault)) return -1;
  const int error = getaddrinfo(host, wanted_port, &hints, &found);
  if (error != 0) {
    fault_say(fault, "listen: no address '%s': %s", host, gai_strerror(error));
    return -1;
  }

  /* 2. The socket. Its connections inherit the timeout of silent peers and the size of the send buffer. */
  const int file = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  bool listens = file >= 0;
  if (listens) {
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(file, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
    setsockopt(file, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    listens = bind(file, found->ai_addr, found->ai_addrlen) == 0 && listen(file, BACKLOG) == 0;
  }
  if (!listens) fault_say(fault, "cannot listen at %s: %s", where, strerror(errno));
  freeaddrinfo(found);
  if (!listens) {
    if (file >= 0) close(file);
    return -1;
  }

  /* 3. The address at which it listens: with port 0 the system has chosen the port. */
  struct sockaddr_storage storage = {0};
  socklen_t length = sizeof storage;
  getsockname(file, (struct sockaddr *)&storage, &length);
  host[0] = '\0';
  getnameinfo((struct sockaddr *)&storage, length, host, sizeof host, port, sizeof port,
              NI_NUMERICHOST | NI_NUMERICSERV);
  const bool brackets = storage.ss_family == AF_INET6;
  snprintf(address, WHERE_SIZE, "%s%.60s%s:%s", brackets ? "[" : "", host, brackets ? "]" : "", port);
  return file;
}

/* ---- The loop ---- */

/* Runs one round: decides what has arrived, stores it, and only then answers. */
static void run_round(struct service *service) {
  service->now = steady_milliseconds();
  connections_run(service);
  lobby_tick(service->lobby);
  if (lobby_has_read(service->lobby) || service->ending) exchange_ask_again(service);
  exchange_release_round(service, lobby_commit(service->lobby));
  lobby_compare(service->lobby);
  lobby_beat(service->lobby);
  streams_beat(service);
  streams_write(service);
}

/* Waits until something arrives, a computer player is ready, or something is due by the clock; `longest` at most. */
static void rest(struct service *service, int64_t longest) {
  const int wait = lobby_wait(service->lobby);
  connections_rest(service, lobby_file(service->lobby), streams_wait(service, longest < wait ? longest : wait));
}

/* Logs what the lobby could not do since the last time. */
static void log_failures(struct service *service) {
  struct lobby *lobby = service->lobby;
  struct server_log *log = &service->log;

  /* 1. The database does not store or answer: once why, and once that it does so again. */
  const uint64_t failed = lobby_store_failures(lobby);
  if (failed != service->failures && !service->not_stored) {
    log_begin(log, "not-stored");
    log_text(log, "reason", lobby_store_fault(lobby));
    log_end(log);
    service->not_stored = true;
  }
  service->failures = failed;
  if (service->not_stored && lobby_stores(lobby)) {
    log_begin(log, "stored-again");
    log_end(log);
    service->not_stored = false;
  }

  /* 2. A table could not be archived, and stays. */
  const uint64_t not_archived = lobby_figures(lobby).not_archived;
  if (service->not_archived != not_archived) {
    log_begin(log, "not-archived");
    log_text(log, "reason", lobby_archive_fault(lobby));
    log_end(log);
    service->not_archived = not_archived;
  }

  /* 3. A rated game cannot be rated, so that no later one is. */
  const char *not_rated = lobby_take_rating_fault(lobby);
  if (not_rated != NULL) {
    log_begin(log, "not-rated");
    log_text(log, "reason", not_rated);
    log_end(log);
  }

  /* 4. What is damaged, each once: what is stored of it cannot be true. The server refuses a table, and leaves the row
   * of a list out. */
  for (const struct lobby_damage *damage; (damage = lobby_take_damage(lobby)) != NULL;) {
    log_begin(log, "damaged");
    if (damage->number != 0) log_number(log, "table-number", damage->number);
    log_text(log, "reason", damage->reason);
    log_end(log);
  }
}

/* ---- Beginning and end ---- */

bool server_is_store(const char *url, struct fault *fault) {
  if (!store_is_url(url)) return fault_say(fault, "store: expected postgresql://USER@HOST/DATABASE");
  return store_check_url(url, fault) || fault_within(fault, "store");
}

bool server_copy_store(const char *from, const char *to, struct server_copied *copied, struct fault *fault) {
  struct store_copied counted;
  if (!store_copy(from, to, &counted, fault)) return false;
  *copied = (struct server_copied){counted.tables, counted.entries};
  return true;
}

static void log_warning(struct service *service, const char *text) {
  log_begin(&service->log, "warning");
  log_text(&service->log, "text", text);
  log_end(&service->log);
}

/* Warns of a file that everybody on the machine can read. */
static void warn_of_file(struct service *service, const char *what, const char *path) {
  struct stat status;
  struct text words = {0};
  if (path == NULL || stat(path, &status) != 0 || (status.st_mode & S_IROTH) == 0) return;
  text_print(&words, "everybody on this machine can read %s: chmod 600 is safer", what);
  log_warning(service, words.bytes);
  text_free(&words);
}

/* Warns of settings that are less secure than they could be. */
static void warn(struct service *service, uint32_t most_connections) {
  const struct server_settings *settings = service->settings;
  const uint32_t each = settings->trust_proxy ? 0 : settings->connections_per_address;
  struct text log = {0};
  if (most_connections < (uint64_t)LEAST_ADDRESSES * each) {
    struct text words = {0};
    text_print(&words,
               "%u connections are possible, and %u addresses can hold them all: more open files (ulimit -n), or fewer "
               "--connections-per-address, are safer",
               (unsigned)most_connections, (unsigned)((most_connections + each - 1) / each));
    log_warning(service, words.bytes);
    text_free(&words);
  }
  if (geteuid() == 0) log_warning(service, "it runs as root: a user of its own is safer, as in data/systemd");
  warn_of_file(service, "the file of the key", settings->key_file);
  warn_of_file(service, "the file of the settings", settings->config_file);
  if (store_is_url(settings->database)) return;
  text_print(&log, "%s-wal", settings->database);
  warn_of_file(service, "the database", settings->database);
  warn_of_file(service, "the -wal of the database", log.bytes);
  text_free(&log);
}

/* Opens the socket, starts the HTTP library, prints the address, and serves. The tables are open already. */
static bool serve_tables(struct service *service, uint32_t most_connections, const atomic_bool *stop,
                         struct fault *fault) {
  const struct server_settings *settings = service->settings;
  char address[WHERE_SIZE];
  const int file = open_socket(settings->listen, address, fault);
  if (file < 0) return false;
  if (!connections_open(service, file, most_connections, &exchange_calls, fault)) return false;
  if (settings->base_url != NULL)
    printf("Tessera is at %s (it listens at http://%s)\n", settings->base_url, address);
  else
    printf("Tessera is at http://%s\n", address);
  fflush(stdout);
  log_begin(&service->log, "started");
  log_text(&service->log, "listen", address);
  log_text(&service->log, "version", TESS_VERSION);
  log_end(&service->log);
  warn(service, most_connections);
  /* The server runs rounds until `*stop`, and then until all streams have ended. */
  int64_t housekeeping = 0;
  while (!atomic_load(stop)) {
    run_round(service);
    if (service->now >= housekeeping) { /* once a second; the limiters also forget idle clients then */
      limiter_sweep(service->addresses, service->now);
      limiter_sweep(service->tokens, service->now);
      limiter_sweep(service->writes, service->now);
      service->refusals_logged = 0;
      log_failures(service);
      housekeeping = service->now + SECOND_MS;
    }
    if (!atomic_load(stop)) rest(service, SECOND_MS);
  }

  /* The end: the server accepts no more connections, and waits a while for the open ones. */
  const int64_t end = steady_milliseconds() + ENDING_MS;
  connections_refuse(service);
  streams_end(service);
  for (;;) {
    run_round(service);
    const int64_t left = end - steady_milliseconds();
    if (left <= 0) break;
    rest(service, left < SECOND_MS ? left : SECOND_MS);
    if (service->first_stream == NULL) break;
  }
  run_round(service);
  connections_close(service);
  log_begin(&service->log, "stopped");
  log_end(&service->log);
  return true;
}

bool server_run(const struct server_settings *settings, const atomic_bool *stop, struct fault *fault) {
  /* 1. The server takes as many descriptors as the system allows. They limit the number of connections. */
  const rlim_t own = OWN_FILES;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur <= own)
    return fault_say(fault, "it needs more than %d open files, but the system allows %lu: see 'ulimit -n'", (int)own,
                     (unsigned long)limit.rlim_cur);
  const rlim_t most = limit.rlim_cur == RLIM_INFINITY ? MOST_CONNECTIONS : limit.rlim_cur - own;
  if (settings->connections > most)
    return fault_say(fault,
                     "%u connections need as many open files and %d more, but the system allows %lu: see 'ulimit -n'",
                     settings->connections, (int)own, (unsigned long)limit.rlim_cur);
  const uint32_t all = most < MOST_CONNECTIONS ? (uint32_t)most : MOST_CONNECTIONS;
  const uint32_t connections = settings->connections == 0 ? all : settings->connections;

  /* 2. The tables and the buckets stay open while it serves. */
  const struct lobby_settings lobby = {.path = settings->database,
                                       .key_path = settings->key_file,
                                       .threads = settings->threads,
                                       .limits = settings->limits,
                                       .most_tables = settings->most_tables,
                                       .most_memory = settings->most_memory,
                                       .most_bytes = settings->most_database,
                                       .notices = settings->notices,
                                       .base_url = settings->base_url,
                                       .contact = settings->contact,
                                       .smtp = settings->smtp,
                                       .smtp_from = settings->smtp_from,
                                       .keep = settings->keep,
                                       .archive = settings->archive};
  struct service service = {.settings = settings, .log.json = settings->json_log, .now = steady_milliseconds()};
  service.lobby = lobby_open(&lobby, fault);
  if (service.lobby == NULL) return false;
  double burst = BURST_SECONDS * (double)settings->rate_per_address;
  for (int route = 0; route < ROUTE_COUNT; route++) /* every route is possible at any rate */
    if (burst < route_rows[route].cost) burst = route_rows[route].cost;
  service.addresses = limiter_open(settings->rate_per_address, burst);
  service.writes = limiter_open(WRITES_A_REQUEST * (double)settings->rate_per_address,
                                WRITES_A_REQUEST * (double)settings->rate_per_address);
  service.tokens = limiter_open(settings->rate_per_token, BURST_SECONDS * (double)settings->rate_per_token);
  const bool served = serve_tables(&service, connections, stop, fault);
  limiter_close(service.tokens);
  limiter_close(service.writes);
  limiter_close(service.addresses);
  lobby_close(service.lobby);
  text_free(&service.log.line);
  return served;
}
