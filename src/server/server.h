/* The table's HTTP server (docs/lookup/http.md): one thread for the net, which does all that is asked of the lobby. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lobby/lobby.h"

/* How a server is run. Texts are the caller's and must stay. */
struct server_settings {
  const char *listen;               /* ADDRESS:PORT, [ADDRESS]:PORT for IPv6; port 0: any that is free */
  const char *database;             /* the file with all tables, or the URL of their database; made if missing */
  const char *key_file;             /* with the other half of the key of the database; made if it is missing */
  const char *config_file;          /* from which the settings come; NULL: there is none */
  const char *base_url;             /* under which people reach it; NULL: the address it listens at */
  int threads;                      /* in which computer players think; 0: one less than there are cores */
  bool json_log;                    /* one JSON object a line in place of words */
  bool trust_proxy;                 /* the last address of the last X-Forwarded-For is who asks */
  uint32_t connections;             /* open at the same time; 0: as many as the system has files for */
  uint32_t connections_per_address; /* with `trust_proxy` requests at the same time; as the following, 0 is
                                     * no limit */
  uint32_t streams_per_address;
  uint32_t rate_per_address; /* requests a second, ten times as many at once */
  uint32_t rate_per_token;
  int most_tables;       /* that are not over; with as many none is created; 0: 100,000 */
  int64_t most_memory;   /* bytes of tables in memory; 0: 512 MB */
  int64_t most_database; /* bytes of the database with which no table is created; 0: any number */
  int64_t keep;          /* milliseconds after its end for which a finished table is kept; 0: for good */
  const char *archive;   /* the folder for the records of tables that are removed; NULL: there is none */
  enum lobby_notices notices;
  const char *contact;       /* whom push services ask, a mailto: or https: address; NULL: base_url */
  const char *metrics_token; /* that the figures are told to; NULL: to nobody */
  struct lobby_limits limits;
};

/* Whether `where` has the form ADDRESS:PORT or [ADDRESS]:PORT; else false with `*fault`. */
bool server_is_address(const char *where, struct fault *fault);

/* Whether `url` has the form of an address of a database that can keep the tables; else false with `*fault`. */
bool server_is_store(const char *url, struct fault *fault);

/* What was copied. */
struct server_copied {
  int64_t tables, entries;
};

/* Copies all tables of one database into another one, each a file or an address; no server has them open. False with
 * `*fault`: no table was copied. */
bool server_copy_store(const char *from, const char *to, struct server_copied *copied, struct fault *fault);

/*
 * Serves until `*stop` is true, then ends gracefully: what was asked is answered, streams are ended. Prints the address
 * on standard output, events on standard error. False with `*fault` if it cannot begin.
 */
bool server_run(const struct server_settings *settings, const atomic_bool *stop, struct fault *fault);

#endif
