#define _GNU_SOURCE
#include "server/server.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/steady_clock.h"
#include "server/exchange.h"
#include "server/listener.h"
#include "server/stream.h"

enum {
  IDLE_SECONDS = 30,    /* a connection on which nothing happens is closed */
  HEADER_BYTES = 16384, /* memory of a connection: request line and headers must fit */
  SECOND_MS = 1000,     /* the longest rest of the loop */
  ENDING_MS = 3000,     /* for answers and streams to end */
  OWN_FILES = 64,       /* descriptors that are no connections */
  MOST_CONNECTIONS = 50000
};

/* The path stays as it came: no path of ours has an escape. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static void note_connection(void *context, struct MHD_Connection *connection, void **state,
                            enum MHD_ConnectionNotificationCode code) {
  struct service *service = context;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    connections_close(&service->connections, *state);
    return;
  }
  const int file = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  *state = connections_open(&service->connections, file, service->now);
}

static struct MHD_Daemon *start_daemon(struct service *service, int file) {
  const struct server_settings *settings = service->settings;
  const unsigned per_address = settings->trust_proxy ? 0 : settings->connections_per_address;
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, exchange_handle, service, MHD_OPTION_LISTEN_SOCKET, file,
      MHD_OPTION_NOTIFY_COMPLETED, exchange_done, service, MHD_OPTION_NOTIFY_CONNECTION, note_connection, service,
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, service, MHD_OPTION_CONNECTION_LIMIT, service->most_connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

/* Milliseconds to rest at most. */
static int rest_of(const struct service *service, struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG library;
  int64_t rest = streams_wait(service, SECOND_MS);
  const int wait = lobby_wait(service->lobby);
  if (wait < rest) rest = wait;
  if (MHD_get_timeout(daemon, &library) == MHD_YES && (int64_t)library < rest) rest = (int64_t)library;
  return (int)rest;
}

static void rest(struct service *service, struct MHD_Daemon *daemon) {
  struct pollfd files[] = {
      {.fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, .events = POLLIN},
      {.fd = lobby_file(service->lobby), .events = POLLIN},
  };
  poll(files, sizeof files / sizeof files[0], service->resumed ? 0 : rest_of(service, daemon));
}

/* What is done once a second. */
static void housekeep(struct service *service, int64_t *when) {
  if (service->now < *when) return;
  *when = service->now + SECOND_MS;
  service->refusals_logged = 0;
  connections_sweep(&service->connections, service->now);
  limiter_sweep(service->addresses, service->now);
  limiter_sweep(service->tokens, service->now);
}

/* One round: what came in is decided, stored, and only then answered. */
static void run_round(struct service *service, struct MHD_Daemon *daemon) {
  service->now = steady_milliseconds();
  service->resumed = false;
  MHD_run(daemon);
  lobby_tick(service->lobby);
  exchange_release_round(service, lobby_commit(service->lobby));
  streams_beat(service);
}

/* Takes no new connection, and lets what is open end. */
static void end_service(struct service *service, struct MHD_Daemon *daemon) {
  const int64_t end = steady_milliseconds() + ENDING_MS;
  const int file = MHD_quiesce_daemon(daemon);
  streams_end(service);
  do {
    run_round(service, daemon);
    rest(service, daemon);
  } while (service->first_stream != NULL && service->now < end);
  run_round(service, daemon);
  MHD_stop_daemon(daemon);
  close(file);
}

static void serve(struct service *service, struct MHD_Daemon *daemon, const atomic_bool *stop) {
  int64_t housekeeping = 0;
  while (!atomic_load(stop)) {
    run_round(service, daemon);
    housekeep(service, &housekeeping);
    if (!atomic_load(stop)) rest(service, daemon);
  }
  end_service(service, daemon);
}

static void tell_start(struct service *service, const char *address) {
  const char *base = service->settings->base_url;
  if (base != NULL)
    printf("Tessera is at %s (it listens at http://%s)\n", base, address);
  else
    printf("Tessera is at http://%s\n", address);
  fflush(stdout);
  log_begin(&service->log, "started");
  log_text(&service->log, "listen", address);
  log_text(&service->log, "version", TESS_VERSION);
  log_end(&service->log);
}

/*
 * Takes as many descriptors as the system allows. Gives how many connections there may be, which is what was set, or as
 * many as there are descriptors for; 0 with `*fault` if there are not enough.
 */
static uint32_t raise_files(uint32_t connections, struct fault *fault) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t most = limit.rlim_cur == RLIM_INFINITY ? MOST_CONNECTIONS : limit.rlim_cur - OWN_FILES;
  if (connections == 0) return most < MOST_CONNECTIONS ? (uint32_t)most : MOST_CONNECTIONS;
  if (connections <= most) return connections;
  fault_say(fault, "%u connections need as many open files and %d more, but the system allows %lu: see 'ulimit -n'",
            connections, (int)OWN_FILES, (unsigned long)limit.rlim_cur);
  return 0;
}

/* With the tables open. */
static bool serve_tables(struct service *service, const atomic_bool *stop, struct fault *fault) {
  char address[LISTENER_ADDRESS_SIZE];
  const int file = listener_open(service->settings->listen, address, fault);
  if (file < 0) return false;
  struct MHD_Daemon *daemon = start_daemon(service, file);
  if (daemon == NULL) {
    close(file);
    return fault_say(fault, "the HTTP library could not start: %s", strerror(errno));
  }
  tell_start(service, address);
  serve(service, daemon, stop);
  log_begin(&service->log, "stopped");
  log_end(&service->log);
  return true;
}

bool server_run(const struct server_settings *settings, const atomic_bool *stop, struct fault *fault) {
  const struct lobby_settings lobby = {.path = settings->database, .threads = settings->threads};
  struct service service = {.settings = settings, .log.json = settings->json_log, .now = steady_milliseconds()};
  service.most_connections = raise_files(settings->connections, fault);
  if (service.most_connections == 0) return false;
  service.lobby = lobby_open(&lobby, fault);
  if (service.lobby == NULL) return false;
  service.addresses = limiter_open(settings->rate_per_address);
  service.tokens = limiter_open(settings->rate_per_token);
  const bool served = serve_tables(&service, stop, fault);
  limiter_close(service.tokens);
  limiter_close(service.addresses);
  lobby_close(service.lobby);
  log_free(&service.log);
  return served;
}
