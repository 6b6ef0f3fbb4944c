#define _GNU_SOURCE

#include "load_net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 512, READ_SIZE = 65536 };

struct net {
  int epoll;
  struct sockaddr_in address;
  const struct hearer *hearer;
};

struct load_connection {
  struct net *net;
  int file;
  void *owner;
  bool streams, headed; /* it is a stream; its header was read */
  bool asked, ended;    /* it waits for an answer; the server has closed it because it was idle for long */
  struct text out, in;
};

static void fail(const char *what) {
  fprintf(stderr, "bench_load: %s: %s\n", what, strerror(errno));
  exit(3);
}

struct net *net_open(const char *address, uint16_t port, const struct hearer *hearer) {
  struct net *net = memory_new(sizeof *net);
  *net = (struct net){.epoll = epoll_create1(EPOLL_CLOEXEC), .hearer = hearer};
  net->address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port)};
  if (net->epoll < 0 || inet_pton(AF_INET, address, &net->address.sin_addr) != 1) fail(address);
  return net;
}

static void open_file(struct load_connection *connection) {
  const int one = 1;
  const struct net *net = connection->net;
  connection->file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection->file < 0) fail("socket");
  if (connect(connection->file, (struct sockaddr *)&net->address, sizeof net->address) != 0) fail("connect");
  setsockopt(connection->file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  if (epoll_ctl(net->epoll, EPOLL_CTL_ADD, connection->file, &event) != 0) fail("epoll");
}

struct load_connection *net_connect(struct net *net, void *owner) {
  struct load_connection *connection = memory_new(sizeof *connection);
  *connection = (struct load_connection){.net = net, .owner = owner};
  open_file(connection);
  return connection;
}

void net_disconnect(struct net *net, struct load_connection *connection) {
  if (connection == NULL) return;
  epoll_ctl(net->epoll, EPOLL_CTL_DEL, connection->file, NULL);
  close(connection->file);
  text_free(&connection->out);
  text_free(&connection->in);
  free(connection);
}

/* Sends a request. It is so small that the socket accepts it completely. */
static void send_out(struct load_connection *connection) {
  const ssize_t sent = send(connection->file, connection->out.bytes, connection->out.length, MSG_NOSIGNAL);
  if (sent != (ssize_t)connection->out.length) shutdown(connection->file, SHUT_RDWR);
}

static void write_head(struct load_connection *connection, const char *method, const char *path, const char *version,
                       const char *token) {
  text_clear(&connection->out);
  text_print(&connection->out, "%s %s HTTP/%s\r\nHost: bench\r\n", method, path, version);
  if (token != NULL) text_print(&connection->out, "Authorization: Bearer %s\r\n", token);
}

void connection_post(struct load_connection *connection, const char *path, const char *token, const char *body) {
  if (connection->ended) {
    close(connection->file);
    open_file(connection);
  }
  connection->ended = false;
  connection->asked = true;
  write_head(connection, "POST", path, "1.1", token);
  text_print(&connection->out, "Content-Type: application/json\r\nContent-Length: %u\r\n\r\n%s", (unsigned)strlen(body),
             body);
  send_out(connection);
}

/* Uses HTTP/1.0, so that the answer is not chunked. */
void connection_listen(struct load_connection *connection, const char *path, const char *token) {
  connection->streams = true;
  write_head(connection, "GET", path, "1.0", token);
  text_add_string(&connection->out, "\r\n");
  send_out(connection);
}

/* ---- incoming data ---- */

/* The bytes after the header, or NULL while the header is incomplete. */
static char *find_body(const struct load_connection *connection) {
  char *end = connection->in.length == 0 ? NULL : memmem(connection->in.bytes, connection->in.length, "\r\n\r\n", 4);
  return end == NULL ? NULL : end + 4;
}

static void drop_front(struct text *text, size_t length) {
  memmove(text->bytes, text->bytes + length, text->length - length + 1);
  text_cut(text, text->length - length);
}

static void take_answer(struct load_connection *connection) {
  const char *body = find_body(connection);
  if (body == NULL) return;
  const char *length_line = strcasestr(connection->in.bytes, "\r\ncontent-length:");
  const size_t length = length_line == NULL || length_line > body ? 0 : strtoul(length_line + 17, NULL, 10);
  if ((size_t)(connection->in.bytes + connection->in.length - body) < length) return;
  struct text copy = {0};
  text_add(&copy, body, length);
  const int status = atoi(connection->in.bytes + strlen("HTTP/1.1 "));
  text_clear(&connection->in);
  connection->asked = false;
  connection->net->hearer->answer(connection->owner, status, (struct span){copy.bytes, length});
  text_free(&copy);
}

static void take_lines(struct load_connection *connection) {
  if (!connection->headed) {
    const char *body = find_body(connection);
    if (body == NULL) return;
    drop_front(&connection->in, (size_t)(body - connection->in.bytes));
    connection->headed = true;
  }
  size_t begin = 0;
  for (char *end; connection->in.length > begin &&
                  (end = memchr(connection->in.bytes + begin, '\n', connection->in.length - begin)) != NULL;) {
    const size_t length = (size_t)(end - connection->in.bytes) - begin;
    if (connection->owner != NULL)
      connection->net->hearer->line(connection->owner, (struct span){connection->in.bytes + begin, length});
    begin += length + 1;
  }
  if (begin > 0) drop_front(&connection->in, begin);
}

static void receive(struct load_connection *connection) {
  char bytes[READ_SIZE];
  const ssize_t got = recv(connection->file, bytes, sizeof bytes, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    epoll_ctl(connection->net->epoll, EPOLL_CTL_DEL, connection->file, NULL);
    connection->ended = true;
    if (connection->streams || connection->asked)
      connection->net->hearer->answer(connection->owner, 0, (struct span){"", 0});
    return;
  }
  if (connection->streams && connection->owner == NULL) return;
  text_add(&connection->in, bytes, (size_t)got);
  if (connection->streams)
    take_lines(connection);
  else
    take_answer(connection);
}

void net_step(struct net *net, int milliseconds) {
  struct epoll_event events[EVENTS];
  const int count = epoll_wait(net->epoll, events, EVENTS, milliseconds);
  for (int i = 0; i < count; i++) receive(events[i].data.ptr);
}
