/*
 * Connections, in lanes. Whenever one connection of a daemon of the HTTP library is to go on, the library looks at all
 * that rest in it. So there are several daemons, the lanes, among which the connections are dealt out, and only those
 * lanes run in which something happens.
 */
#define _GNU_SOURCE
#include "server/service.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  IDLE_SECONDS = 30,    /* a connection on which nothing happens is closed */
  REQUEST_MS = 20000,   /* a connection on which no whole request comes in is cut off */
  FULL_MS = 2000,       /* the same while no more connections are possible */
  HEADER_BYTES = 16384, /* memory of a connection: request line and headers must fit */
  SECOND_MS = 1000,     /* between two looks at all lanes */
  TAKEN_MOST = 64,      /* connections that are taken up in a round */
  NO_FILES_MS = 100     /* without descriptors nothing is taken up for so long */
};

/* ---- The list, by when something was last finished ---- */

static void append(struct connections *connections, struct connection *connection) {
  connection->previous = connections->last;
  connection->next = NULL;
  *(connections->last == NULL ? &connections->first : &connections->last->next) = connection;
  connections->last = connection;
}

static void take_out(struct connections *connections, struct connection *connection) {
  *(connection->previous == NULL ? &connections->first : &connection->previous->next) = connection->next;
  *(connection->next == NULL ? &connections->last : &connection->next->previous) = connection->previous;
}

void connection_done(struct connection *connection) {
  struct service *service = connection->lane->service;
  take_out(&service->connections, connection);
  append(&service->connections, connection);
  connection->since = service->now;
  connection->busy = false;
}

void connection_resume(struct connection *connection) {
  connection->lane->goes_on = true;
  MHD_resume_connection(connection->library);
}

/* ---- One is opened and closed ---- */

/* Called by the HTTP library when a connection is opened or closed; `*state` is ours for as long as it is open. */
static void note_connection(void *context, struct MHD_Connection *library, void **state,
                            enum MHD_ConnectionNotificationCode code) {
  struct lane *lane = context;
  struct service *service = lane->service;
  struct connections *connections = &service->connections;
  struct connection *connection = *state;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    take_out(connections, connection);
    connections->count--;
    if (connection->held) limiter_release(service->addresses, connection->who, LIMITER_CONNECTIONS);
    free(connection);
    return;
  }
  connection = memory_new(sizeof *connection);
  *connection =
      (struct connection){.lane = lane,
                          .library = library,
                          .since = service->now,
                          .file = MHD_get_connection_info(library, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
                          .who = connections->taken,
                          .held = connections->taken_held};
  connections->taken_held = false;
  append(connections, connection);
  connections->count++;
  *state = connection;
}

struct limiter_who service_who(const struct service *service, struct address address) {
  const size_t network = address_network(address);
  return (struct limiter_who){
      limiter_key(service->addresses, address.bytes, sizeof address.bytes),
      network == 0 ? 0 : limiter_key(service->addresses, address.bytes, network),
  };
}

/* Gives a socket to the next lane if its peer may have one more connection; closes it else. */
static void take_up(struct service *service, int file, const struct sockaddr *peer, socklen_t length) {
  struct connections *connections = &service->connections;
  const struct server_settings *settings = service->settings;
  if (!settings->trust_proxy) { /* a proxy's connections are counted by whose requests they carry */
    const struct limiter_who who = service_who(service, address_of(peer));
    if (!limiter_hold(service->addresses, who, LIMITER_CONNECTIONS, settings->connections_per_address)) {
      close(file);
      return;
    }
    connections->taken = who;
    connections->taken_held = true;
  }
  struct lane *lane = &connections->lanes[connections->next_lane];
  connections->next_lane = (connections->next_lane + 1) % LANES;
  MHD_add_connection(lane->library, file, peer, length);
  lane->goes_on = true;
  if (connections->taken_held) { /* the library had no memory for it, and has closed it */
    limiter_release(service->addresses, connections->taken, LIMITER_CONNECTIONS);
    connections->taken_held = false;
  }
}

/* Takes up the connections that wait, as long as there is room. */
static void take_up_waiting(struct service *service) {
  struct connections *connections = &service->connections;
  for (int i = 0; i < TAKEN_MOST && connections->count < connections->most; i++) {
    struct sockaddr_storage storage = {0};
    struct sockaddr *peer = (struct sockaddr *)&storage;
    socklen_t length = sizeof storage;
    const int file = accept4(connections->listening, peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file >= 0)
      take_up(service, file, peer, length);
    else if (errno != ECONNABORTED && errno != EINTR) {
      if (errno != EAGAIN) connections->pause = service->now + NO_FILES_MS;
      return;
    }
  }
}

/* ---- Rounds ---- */

/* Whether connections are taken up at this time: there is room for one more. */
static bool takes_up(const struct service *service) {
  const struct connections *connections = &service->connections;
  return connections->listening >= 0 && connections->count < connections->most && connections->pause <= service->now;
}

void connections_run(struct service *service) {
  struct connections *connections = &service->connections;
  const bool all = service->now >= connections->next_look;
  if (takes_up(service) && connections->waiting) take_up_waiting(service);
  for (int i = 0; i < LANES; i++) {
    struct lane *lane = &connections->lanes[i];
    MHD_UNSIGNED_LONG_LONG wait;
    if (!lane->goes_on && !all) continue;
    lane->goes_on = false;
    MHD_run(lane->library);
    if (MHD_get_timeout(lane->library, &wait) == MHD_YES && wait == 0) lane->goes_on = true;
  }
  if (!all) return;

  /* Who sends a request byte by byte is cut off, as the HTTP library ends only connections on which nothing at all
   * happens. Where no more connections are possible, there is less patience: others wait for room. */
  struct connection *slow;
  const int64_t patience = connections->count < connections->most ? REQUEST_MS : FULL_MS;
  connections->next_look = service->now + SECOND_MS;
  while ((slow = connections->first) != NULL && slow->since + patience <= service->now) {
    const bool busy = slow->busy;
    if (!busy) shutdown(slow->file, SHUT_RDWR);
    connection_done(slow);
    slow->busy = busy;
  }
}

void connections_rest(struct service *service, int other, int64_t most) {
  struct connections *connections = &service->connections;
  struct pollfd files[LANES + 2];
  const int64_t look = connections->next_look - service->now;
  if (look < most) most = look < 0 ? 0 : look;
  for (int i = 0; i < LANES; i++) {
    files[i] = (struct pollfd){.fd = connections->lanes[i].file, .events = POLLIN};
    if (connections->lanes[i].goes_on) most = 0;
  }
  files[LANES] = (struct pollfd){.fd = takes_up(service) ? connections->listening : -1, .events = POLLIN};
  files[LANES + 1] = (struct pollfd){.fd = other, .events = POLLIN};
  const bool any = poll(files, LANES + 2, (int)most) > 0;
  for (int i = 0; i < LANES; i++)
    if (any && files[i].revents != 0) connections->lanes[i].goes_on = true;
  connections->waiting = any && files[LANES].revents != 0;
}

/* ---- Beginning and end ---- */

/* The path stays as it came: no path of ours has an escape. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

bool connections_open(struct service *service, int listening, uint32_t most, struct fault *fault) {
  struct connections *connections = &service->connections;
  *connections = (struct connections){.listening = listening, .most = most};
  for (int i = 0; i < LANES; i++) {
    struct lane *lane = &connections->lanes[i];
    lane->service = service;
    lane->library = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, exchange_handle, service,
        MHD_OPTION_NOTIFY_COMPLETED, exchange_done, service, MHD_OPTION_NOTIFY_CONNECTION, note_connection, lane,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, service, MHD_OPTION_URI_LOG_CALLBACK, exchange_begin, service,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)most, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (lane->library == NULL) {
      fault_say(fault, "the HTTP library could not start: %s", strerror(errno));
      connections_close(service);
      return false;
    }
    lane->file = MHD_get_daemon_info(lane->library, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  }
  return true;
}

void connections_refuse(struct service *service) {
  close(service->connections.listening);
  service->connections.listening = -1;
}

void connections_close(struct service *service) {
  for (int i = 0; i < LANES; i++)
    if (service->connections.lanes[i].library != NULL) MHD_stop_daemon(service->connections.lanes[i].library);
  if (service->connections.listening >= 0) connections_refuse(service);
}
