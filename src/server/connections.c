#define _GNU_SOURCE
#include "server/connections.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/rarely.h"
#include "server/service.h"

enum {
  IDLE_SECONDS = 30,    /* after which the library closes a connection on which nothing happens */
  REQUEST_MS = 20000,   /* within which a whole request must arrive */
  FULL_MS = 2000,       /* the same while no more connections are possible */
  HEADER_BYTES = 16384, /* memory of a connection: request line and headers must fit */
  SECOND_MS = 1000,     /* between two runs of all lanes */
  TAKEN_MOST = 64,      /* connections that a round accepts */
  LEFT_MOST = 64,       /* peers that a round notices to have left */
  NO_FILES_MS = 100,    /* for which the server accepts none after it had no descriptor left */
  ARGUMENTS_MOST = 8    /* of a query: more than any route has */
};

/* ---- The list ---- */

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

/* ---- A connection opens and closes ---- */

/* The HTTP library calls this when a connection opens or closes, and keeps `*state` in between. */
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

struct limiter_who connections_who(const struct service *service, struct address address) {
  const size_t network = address_network(address);
  return (struct limiter_who){
      limiter_key(service->addresses, address.bytes, sizeof address.bytes),
      network == 0 ? 0 : limiter_key(service->addresses, address.bytes, network),
  };
}

/* Gives a socket to the next lane if its peer may have one more connection; else closes it. */
static void add(struct service *service, int file, const struct sockaddr *peer, socklen_t length) {
  struct connections *connections = &service->connections;
  const struct server_settings *settings = service->settings;
  if (!settings->trust_proxy) { /* a connection of a proxy counts for the client of its request */
    const struct limiter_who who = connections_who(service, address_of(peer));
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
  if (connections->taken_held) { /* the library had no memory for the connection, and has closed it */
    limiter_release(service->addresses, connections->taken, LIMITER_CONNECTIONS);
    connections->taken_held = false;
  }
}

/* ---- Rounds ---- */

/* Returns true if the server accepts connections now. */
static bool accepts(const struct service *service) {
  const struct connections *connections = &service->connections;
  return connections->listening >= 0 && connections->count < connections->most && connections->pause <= service->now;
}

void connections_run(struct service *service) {
  struct connections *connections = &service->connections;
  const bool all = service->now >= connections->next_look;
  /* Watched connections whose peers have left. */
  struct epoll_event events[LEFT_MOST];
  const int count = epoll_wait(connections->leaving, events, LEFT_MOST, 0);
  for (int i = 0; i < count; i++) {
    const struct connection *connection = events[i].data.ptr;
    connection->left(connection->context);
  }

  /* Accept the connections that wait, while there is room. */
  bool waiting = accepts(service) && connections->waiting;
  for (int i = 0; waiting && i < TAKEN_MOST && connections->count < connections->most; i++) {
    struct sockaddr_storage storage = {0};
    struct sockaddr *peer = (struct sockaddr *)&storage;
    socklen_t length = sizeof storage;
    const int file = accept4(connections->listening, peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file >= 0)
      add(service, file, peer, length);
    else if (errno != ECONNABORTED && errno != EINTR) {
      if (errno != EAGAIN) connections->pause = service->now + NO_FILES_MS;
      waiting = false;
    }
  }

  /* Let the lanes run that have something to do; every second all of them. */
  for (int i = 0; i < LANES; i++) {
    struct lane *lane = &connections->lanes[i];
    MHD_UNSIGNED_LONG_LONG wait;
    if (!lane->goes_on && !all) continue;
    lane->goes_on = false;
    MHD_run(lane->library);
    if (MHD_get_timeout(lane->library, &wait) == MHD_YES && wait == 0) lane->goes_on = true;
  }
  if (!all) return;

  /* A client that sends its request too slowly is cut off, and sooner while others wait for room. */
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
  struct pollfd files[LANES + 3];
  const int64_t look = connections->next_look - service->now;
  if (look < most) most = look < 0 ? 0 : look;
  for (int i = 0; i < LANES; i++) {
    files[i] = (struct pollfd){.fd = connections->lanes[i].file, .events = POLLIN};
    if (connections->lanes[i].goes_on) most = 0;
  }
  files[LANES] = (struct pollfd){.fd = accepts(service) ? connections->listening : -1, .events = POLLIN};
  files[LANES + 1] = (struct pollfd){.fd = other, .events = POLLIN};
  files[LANES + 2] = (struct pollfd){.fd = connections->leaving, .events = POLLIN};
  const bool any = poll(files, LANES + 3, (int)most) > 0;
  for (int i = 0; i < LANES; i++)
    if (any && files[i].revents != 0) connections->lanes[i].goes_on = true;
  connections->waiting = any && files[LANES].revents != 0;
}

/* ---- Requests ---- */

void connection_take_line(struct connection *connection, const char *line) {
  char *query = strchr(line, '?');
  connection->line_end = line + strlen(line);
  int arguments = 1; /* into which the library will divide the query */
  for (const char *at = query; at != NULL && *at != '\0'; at++) arguments += *at == '&';
  connection->long_query = query != NULL && (strlen(query) > QUERY_MOST || arguments > ARGUMENTS_MOST);
  if (connection->long_query) query[1] = '\0'; /* in the library's own memory */
}

/* What is wrong with the headers of a request. */
struct head_faults {
  bool checked; /* the library has checked where lines end, and removed blanks at their ends: it is 1.0.0 or newer */
  const char *next; /* where the next header begins, if the header before it ends with CR LF */
  int lengths;      /* how many headers give a length */
  int hosts;        /* how many headers Host there are */
  bool strange, broken;
};

/*
 * Checks one header; the library calls it for each, in their order. Name and value stand where they arrived: 0.9.75
 * replaces the two bytes of a line's end by zeros, and moves a value only to join folded lines. So if a header does not
 * begin two bytes after the one before it, that one ended without CR, had a zero byte, or was folded. The last header
 * is followed by the empty line, which ends the head.
 */
static enum MHD_Result check_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  struct head_faults *found = context;
  const bool coded = strcasecmp(name, "Transfer-Encoding") == 0;
  (void)kind;
  found->hosts += strcasecmp(name, "Host") == 0;
  found->lengths += coded || strcasecmp(name, "Content-Length") == 0;
  if (strpbrk(name, " \t") != NULL || (coded && strcasecmp(value, "chunked") != 0)) found->strange = true;
  for (const char *at = value; *at != '\0'; at++)
    if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f) found->broken = true;
  if (!found->checked && (name != found->next || value < name)) found->broken = true;
  found->next = value + strlen(value) + 2;
  return MHD_YES;
}

bool connection_check_head(const struct connection *connection, const char *method, const char *version,
                           struct fault *fault) {
  struct head_faults found = {.checked = strtol(MHD_get_version(), NULL, 10) >= 1,
                              .next = version + strlen(version) + 2};
  const union MHD_ConnectionInfo *head =
      MHD_get_connection_info(connection->library, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  MHD_get_connection_values(connection->library, MHD_HEADER_KIND, check_header, &found);
  if (!found.checked && found.next + 2 != method + head->header_size) found.broken = true;
  if (!found.checked && connection->line_end + 1 != version)
    return fault_say(fault, "expected a path without zero bytes");
  if (connection->long_query) return fault_say(fault, "expected a query of 384 bytes and 8 arguments at most");
  if (found.strange)
    return fault_say(fault, "expected headers without blanks in their names, and no Transfer-Encoding but 'chunked'");
  if (found.broken)
    return fault_say(fault, "expected headers of one line each that ends with CR LF, without control characters");
  if (found.hosts > 1) return fault_say(fault, "expected one header Host, not several");
  return found.lengths <= 1 || fault_say(fault, "expected one header Content-Length or Transfer-Encoding, not several");
}

void connection_resume(struct connection *connection) {
  connection->lane->goes_on = true;
  MHD_resume_connection(connection->library);
}

void connection_watch(struct connection *connection, void (*left)(void *context), void *context) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.ptr = connection};
  connection->left = left;
  connection->context = context;
  epoll_ctl(connection->lane->service->connections.leaving, EPOLL_CTL_ADD, connection->file, &event);
}

void connection_unwatch(struct connection *connection) {
  epoll_ctl(connection->lane->service->connections.leaving, EPOLL_CTL_DEL, connection->file, NULL);
}

size_t connection_send(const struct connection *connection, const char *bytes, size_t length) {
  if (RARELY("a socket is full", false)) length /= 2;
  const ssize_t taken = send(connection->file, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
  return taken < 0 ? 0 : (size_t)taken;
}

/* ---- Beginning and end ---- */

/* Leaves the path as it arrived: no path of the server has an escape. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

bool connections_open(struct service *service, int listening, uint32_t most, const struct connection_calls *calls,
                      struct fault *fault) {
  struct connections *connections = &service->connections;
  *connections = (struct connections){.listening = listening, .most = most, .leaving = epoll_create1(EPOLL_CLOEXEC)};
  if (connections->leaving < 0) {
    fault_say(fault, "peers cannot be watched: %s", strerror(errno));
    connections_close(service);
    return false;
  }
  for (int i = 0; i < LANES; i++) {
    struct lane *lane = &connections->lanes[i];
    lane->service = service;
    lane->library = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, calls->handle, service,
        MHD_OPTION_NOTIFY_COMPLETED, calls->done, service, MHD_OPTION_NOTIFY_CONNECTION, note_connection, lane,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, service, MHD_OPTION_URI_LOG_CALLBACK, calls->begin, service,
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
  if (service->connections.leaving >= 0) close(service->connections.leaving);
}
