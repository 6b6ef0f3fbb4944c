/* Each connection is made by a thread of its own. */
#define _POSIX_C_SOURCE 200809L
#include "store/connecting.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/reader.h"

struct connecting {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t ends;
  const char *url, *name; /* both outlive the thread */
  bool ended;
  PGconn *connection;
};

/* The parameters of the address override those set here, except for the encoding. */
static void *connect_beside(void *context) {
  struct connecting *connecting = context;
  static const char *const names[] = {"connect_timeout",      "application_name", "tcp_user_timeout", "keepalives_idle",
                                      "target_session_attrs", "dbname",           "client_encoding",  NULL};
  const char *const values[] = {"5", connecting->name, "10000", "5", "read-write", connecting->url, "UTF8", NULL};
  PGconn *connection = PQconnectdbParams(names, values, 1);
  pthread_mutex_lock(&connecting->mutex);
  connecting->connection = connection;
  connecting->ended = true;
  pthread_cond_signal(&connecting->ends);
  pthread_mutex_unlock(&connecting->mutex);
  return NULL;
}

struct connecting *connecting_start(const char *url, const char *name) {
  struct connecting *connecting = memory_new(sizeof *connecting);
  pthread_condattr_t attributes;
  *connecting = (struct connecting){.url = url, .name = name};
  pthread_mutex_init(&connecting->mutex, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&connecting->ends, &attributes);
  pthread_condattr_destroy(&attributes);
  if (pthread_create(&connecting->thread, NULL, connect_beside, connecting) == 0) return connecting;
  pthread_cond_destroy(&connecting->ends);
  pthread_mutex_destroy(&connecting->mutex);
  free(connecting);
  return NULL;
}

bool connecting_await(struct connecting *connecting, int milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&connecting->mutex);
  while (!connecting->ended && pthread_cond_timedwait(&connecting->ends, &connecting->mutex, &end) == 0) continue;
  const bool ended = connecting->ended;
  pthread_mutex_unlock(&connecting->mutex);
  return ended;
}

PGconn *connecting_end(struct connecting *connecting) {
  pthread_join(connecting->thread, NULL);
  PGconn *connection = connecting->connection;
  pthread_cond_destroy(&connecting->ends);
  pthread_mutex_destroy(&connecting->mutex);
  free(connecting);
  return connection;
}

/* True for the ports of an address, one or one for each host; an empty one is the usual port. */
static bool are_ports(const char *value) {
  struct span left = span_of(value), port;
  uint64_t number;
  while (left.bytes != NULL) {
    span_split(&left, ',', &port);
    if (port.length > 0 && !span_number(port, 1, UINT16_MAX, &number)) return false;
  }
  return true;
}

bool connecting_check(const char *url, struct fault *fault) {
  char *error = NULL;
  PQconninfoOption *options = PQconninfoParse(url, &error);
  bool good = options != NULL;
  /* The message of libpq quotes the address or a part of it, which may contain a password. */
  if (!good && error != NULL && strncmp(error, "invalid URI query parameter", 27) == 0)
    fault_say(fault, "libpq knows no parameter of a name that stands behind the ? of the address");
  else if (!good)
    fault_say(fault, "libpq cannot read the address: expected postgresql://USER@HOST:PORT/DATABASE");
  for (const PQconninfoOption *option = options; good && option->keyword != NULL; option++)
    if (strcmp(option->keyword, "port") == 0 && option->val != NULL && !are_ports(option->val))
      good = fault_say(fault, "expected a port from 1 to 65535 behind the name of the host");
  PQconninfoFree(options);
  PQfreemem(error);
  return good;
}
