/* The HTTP server of tables (docs/lookup/http.md). One thread serves all connections and makes all calls of the lobby.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lobby/lobby.h"

/* The settings of a server. The caller owns the texts, which must stay while it runs. */
struct server_settings {
  const char *listen;               /* ADDRESS:PORT, [ADDRESS]:PORT for IPv6; port 0: any that is free */
  const char *database;             /* the file with all tables, or the URL of their database; created if missing */
  const char *key_file;             /* has the other half of the database's key; created if missing */
  const char *config_file;          /* the file that the settings come from; NULL: there is none */
  const char *base_url;             /* the URL by which people reach it; NULL: the address at which it listens */
  int threads;                      /* threads in which computer players think; 0: the number of cores minus 1 */
  bool json_log;                    /* the log has a JSON object in each line, instead of words */
  bool trust_proxy;                 /* the client has the last address of the last X-Forwarded-For */
  uint32_t connections;             /* the most open ones; 0: as many as the system has files for */
  uint32_t connections_per_address; /* with `trust_proxy` the most requests at the same time; 0 is no limit,
                                     * here and in the next three */
  uint32_t streams_per_address;
  uint32_t rate_per_address; /* requests in a second; ten times as many at once */
  uint32_t rate_per_token;
  int most_tables;       /* the most unfinished tables; 0: 100,000 */
  int64_t most_memory;   /* the most bytes of tables in memory; 0: 512 MB */
  int64_t most_database; /* bytes of the database from which on no table is created; 0: any number */
  int64_t keep;          /* for how many milliseconds a finished table stays; 0: forever */
  const char *archive;   /* the folder for the records of removed tables; NULL: none */
  enum lobby_notices notices;
  const char *contact;       /* a mailto: or https: address for push services; NULL: base_url */
  const char *smtp;          /* the mail server, smtp://HOST or smtps://HOST; NULL: no mails are sent */
  const char *smtp_from;     /* the address from which mails come */
  const char *host_token;    /* the token of the host; NULL: nobody has it */
  const char *metrics_token; /* the token that shows the figures; NULL: nobody sees them */
  struct lobby_limits limits;
};

/* Returns true if `where` has the form ADDRESS:PORT or [ADDRESS]:PORT; else false with `*fault`. */
bool server_is_address(const char *where, struct fault *fault);

/* Returns true if `url` has the form of the URL of a database for tables; else false with `*fault`. */
bool server_is_store(const char *url, struct fault *fault);

/* How much was copied. */
struct server_copied {
  int64_t tables, entries;
};

/* Copies all tables of one database into another one; each is a file or a URL, and no server may have them open. False
 * with `*fault`: no table was copied. */
bool server_copy_store(const char *from, const char *to, struct server_copied *copied, struct fault *fault);

/*
 * Serves until `*stop` is true, then ends gracefully: what was asked is answered, streams are ended. Prints the address
 * on standard output, events on standard error. False with `*fault` if it cannot begin.
 */
bool server_run(const struct server_settings *settings, const atomic_bool *stop, struct fault *fault);

#endif
