/* Sends and receives hints by libpq without waiting. */
#define _GNU_SOURCE
#include "store/hints.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/steady_clock.h"
#include "base/text.h"
#include "store/connecting.h"

enum {
  PAYLOAD_MOST = 7900,     /* bytes of one NOTIFY; the database accepts less than 8,000 */
  WORDS_MOST = 256 * 1024, /* bytes that may wait to be sent, and to be taken; more hints are lost */
  AGAIN_MS = 1000          /* pause after a lost connection before the next attempt */
};

/* A hint need not be durable; waiting for the disk for each hint would be slow. */
static const char listen_to[] = "SET synchronous_commit = off; LISTEN tessera";

struct hints {
  char *url;
  struct connecting *connecting; /* an attempt to connect; NULL: there is none */
  PGconn *connection;            /* an open connection; NULL: there is none */
  bool asked;                    /* the answer to a statement has not arrived yet */
  bool writes;                   /* the connection has bytes to send */
  int64_t again;                 /* time of the next attempt to connect */
  int files;                     /* an epoll of the connection's socket and the file `beside` */
  int watched;                   /* the socket in the epoll; -1: none */
  struct text waiting;           /* words to be sent, each followed by a space */
  struct text heard;
  size_t taken; /* bytes of `heard` that were already taken */
};

/* ---- The connection ---- */

static void lose(struct hints *hints) {
  PQfinish(hints->connection);
  hints->connection = NULL;
  hints->asked = hints->writes = false;
  hints->watched = -1; /* a closed socket is no longer in the epoll */
  hints->again = steady_milliseconds() + AGAIN_MS;
  text_clear(&hints->waiting);
}

static void hear_nothing(void *context, const char *message) {
  (void)context;
  (void)message;
}

/* Takes the new connection and sends LISTEN. */
static void begin(struct hints *hints) {
  hints->connection = connecting_end(hints->connecting);
  hints->connecting = NULL;
  if (PQstatus(hints->connection) == CONNECTION_OK && PQsetnonblocking(hints->connection, 1) == 0 &&
      PQsendQuery(hints->connection, listen_to) == 1) {
    PQsetNoticeProcessor(hints->connection, hear_nothing, NULL);
    hints->asked = true;
  } else {
    lose(hints);
  }
}

/* ---- Words ---- */

void hints_tell(struct hints *hints, struct span word) {
  CHECK(word.length > 0 && word.length <= HINT_MOST);
  if (hints->connection == NULL || hints->waiting.length + word.length >= WORDS_MOST) return;
  text_add(&hints->waiting, word.bytes, word.length);
  text_add_char(&hints->waiting, ' ');
}

/* Sends as many of the waiting words as fit into one NOTIFY. False: the connection is lost. */
static bool send_words(struct hints *hints) {
  size_t length = hints->waiting.length;
  if (length > PAYLOAD_MOST) {
    const char *end = memrchr(hints->waiting.bytes, ' ', PAYLOAD_MOST);
    length = (size_t)(end - hints->waiting.bytes) + 1;
  }
  const char *const values[] = {hints->waiting.bytes};
  const int lengths[] = {(int)length}, binary[] = {1};
  if (PQsendQueryParams(hints->connection, "SELECT pg_notify('tessera', $1::text)", 1, NULL, values, lengths, binary,
                        0) == 0)
    return false;
  hints->asked = true;
  memmove(hints->waiting.bytes, hints->waiting.bytes + length, hints->waiting.length - length);
  text_cut(&hints->waiting, hints->waiting.length - length);
  return true;
}

/* Receives what the database has sent. False: the connection is lost. */
static bool hear(struct hints *hints) {
  PGnotify *notify;
  if (PQconsumeInput(hints->connection) == 0) return false;
  while (hints->asked && PQisBusy(hints->connection) == 0) {
    PGresult *result = PQgetResult(hints->connection);
    const ExecStatusType status = PQresultStatus(result);
    hints->asked = result != NULL;
    PQclear(result);
    if (hints->asked && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) return false;
  }
  while ((notify = PQnotifies(hints->connection)) != NULL) {
    const size_t length = strlen(notify->extra);
    if (notify->be_pid != PQbackendPID(hints->connection) && hints->heard.length + length <= WORDS_MOST)
      text_add(&hints->heard, notify->extra, length);
    PQfreemem(notify);
  }
  return true;
}

void hints_run(struct hints *hints) {
  if (hints->connection == NULL) {
    /* The attempt to connect to the database continues. */
    if (hints->connecting == NULL && steady_milliseconds() >= hints->again) {
      hints->connecting = connecting_start(hints->url, "tessera hints");
      hints->again = steady_milliseconds() + AGAIN_MS;
    }
    if (hints->connecting != NULL && connecting_await(hints->connecting, 0)) begin(hints);
  }
  if (hints->connection != NULL) {
    bool lives = hear(hints);
    if (lives && !hints->asked && hints->waiting.length > 0) lives = send_words(hints);
    const int unsent = lives ? PQflush(hints->connection) : -1;
    hints->writes = unsent > 0;
    if (unsent < 0) lose(hints);
  }
  /* The epoll waits for the same events as the connection. */
  const int file = hints->connection == NULL ? -1 : PQsocket(hints->connection);
  struct epoll_event event = {.events = hints->writes ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.fd = file};
  if (file != hints->watched && hints->watched >= 0) epoll_ctl(hints->files, EPOLL_CTL_DEL, hints->watched, NULL);
  if (file >= 0 && epoll_ctl(hints->files, EPOLL_CTL_MOD, file, &event) != 0 && errno == ENOENT)
    epoll_ctl(hints->files, EPOLL_CTL_ADD, file, &event);
  hints->watched = file;
}

bool hints_take(struct hints *hints, struct span *word) {
  while (hints->taken < hints->heard.length) {
    const char *begin = hints->heard.bytes + hints->taken;
    const size_t left = hints->heard.length - hints->taken;
    const char *end = memchr(begin, ' ', left);
    const size_t length = end == NULL ? left : (size_t)(end - begin);
    *word = (struct span){begin, length};
    hints->taken += end == NULL ? length : length + 1;
    if (length > 0 && length <= HINT_MOST) return true;
  }
  text_clear(&hints->heard);
  hints->taken = 0;
  return false;
}

int hints_file(const struct hints *hints) { return hints->files; }

/* ---- Beginning and end ---- */

struct hints *hints_open(const char *url, int beside, struct fault *fault) {
  struct hints *hints = memory_new(sizeof *hints);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = beside};
  *hints = (struct hints){
      .url = memory_string(url), .again = INT64_MIN, .watched = -1, .files = epoll_create1(EPOLL_CLOEXEC)};
  if (hints->files >= 0 && (beside < 0 || epoll_ctl(hints->files, EPOLL_CTL_ADD, beside, &event) == 0)) return hints;
  fault_say(fault, "hints: %s", strerror(errno));
  hints_close(hints);
  return NULL;
}

void hints_close(struct hints *hints) {
  if (hints == NULL) return;
  if (hints->connecting != NULL) PQfinish(connecting_end(hints->connecting));
  PQfinish(hints->connection);
  if (hints->files >= 0) close(hints->files);
  text_free(&hints->waiting);
  text_free(&hints->heard);
  free(hints->url);
  free(hints);
}
