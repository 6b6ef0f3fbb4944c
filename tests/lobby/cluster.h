/*
 * Several servers in one process on one database of PostgreSQL, for which tests/store/with_postgres runs each program
 * of this harness. The time of the servers and of the database goes on when a test says so, however busy the machine
 * is.
 */
#ifndef TESTS_LOBBY_CLUSTER_H
#define TESTS_LOBBY_CLUSTER_H

#include <libpq-fe.h>

#include "base/steady_clock.h"
#include "lobby/lab.h"

enum {
  NODES = 3,
  MINUTE = 60 * 1000,
  PATIENCE_MS = 120000 /* that a test waits at most, by the machine's clock */
};

/* A node; one that does not run has stopped without a word. */
struct one_node {
  struct lobby *lobby;
  bool runs;
};

/* The lab keeps what requests give; it has no lobby of its own. */
struct cluster {
  struct lab lab;
  struct one_node nodes[NODES];
  PGconn *beside;           /* the test's own connection to the database */
  int64_t now;              /* by the clocks of the nodes */
  struct text table, token; /* of the table that is there at first, by the first node, and its first seat */
};

/* A test of the nodes of a `struct cluster *fleet`, and one that has a table at first. */
#define FLEET(name) TEST_OF(name, struct cluster, fleet, cluster_set_up, cluster_tear_down)
#define TABLE(name) TEST_OF(name, struct cluster, fleet, cluster_set_up_table, cluster_tear_down)
int cluster_set_up(void **state);
int cluster_set_up_table(void **state);
int cluster_tear_down(void **state);

/* Opens the node with the settings of the lab. */
void open_node(struct cluster *fleet, int index);

/* Closes all nodes and opens them with the settings of the lab. */
void start_anew(struct cluster *fleet);

/* Carries out statements of SQL beside the nodes. */
void execute_beside(const struct cluster *fleet, const char *statement);

/* ---- Rounds ---- */

/* Runs a round of a node, or of each node that runs; true if it was stored. */
bool run_node(struct one_node *node);
void run_all(struct cluster *fleet);

/* Time goes by, in which servers have asked for it. */
void pass(struct cluster *fleet, int64_t milliseconds);

/* A test waits for what the machine still works at; a little time goes by for the servers, too. */
void wait_a_little(struct cluster *fleet);

/* Runs rounds until the condition holds. */
#define AWAIT(fleet, condition)                                                                                        \
  for (const int64_t end = steady_milliseconds() + PATIENCE_MS; !(condition); run_all(fleet), wait_a_little(fleet))    \
    if (steady_milliseconds() > end) fail_msg("%s: not so after two minutes", #condition);

/* The table as a node knows it, or NULL; true if the node has it in memory. */
struct slot *slot_at(const struct one_node *node, const struct text *table);
bool has(const struct one_node *node, const struct text *table);

/* ---- Requests ---- */

/* Reads the answer of the lab. */
void read_answer(struct cluster *fleet);

/* Opens a table at a node that anybody may know of, with a person on the first seat. */
void create_at(struct cluster *fleet, struct one_node *node, struct text *table, struct text *token);

/* Asks a node for something at a table; `what` is the request's own. */
typedef void node_request(struct one_node *node, const struct text *table, const void *what, struct answer *answer);

/* Makes a request at a node, or at the nodes that run by turns, until it is granted. */
void ask_at(struct cluster *fleet, struct one_node *node, const struct text *table, node_request *request,
            const void *what);
void ask(struct cluster *fleet, const struct text *table, node_request *request, const void *what);

/* A player sits down; `what` is the body. */
node_request request_sit;

/* Says the next line at the nodes that run, by turns, until it is granted. */
void say(struct cluster *fleet, const struct text *table, const struct text *token);

/* Says something at a node, without a round of it; returns the code of the answer. */
enum answer_code try_say(struct cluster *fleet, struct one_node *node, const struct text *table,
                         const struct text *token);

/* ---- Readers ---- */

/* What somebody has read of a table at a node. */
struct stream_reader {
  struct lobby_watcher watcher;
  struct one_node *node;
  int64_t told;
  struct text log; /* line by line */
  bool woken;
};

/* Begins to watch a table at the node of the reader; `token` is NULL for a watcher without a seat. Returns false with
 * the refusal. */
bool begins(struct stream_reader *reader, const struct text *table, const struct text *token, struct answer *answer);

/* A reader who watches a table at a node; unwatch() frees it. */
struct stream_reader *read_at(struct cluster *fleet, struct one_node *node, const struct text *table,
                              const struct text *token);
void unwatch(struct stream_reader *reader);

/* Reads the entries that are there; returns the number of the last one. */
int64_t read_on(struct stream_reader *reader);

/* The log as it is stored, line by line, which the caller frees; its last number in `*last`. */
struct text stored_log(const struct cluster *fleet, const struct text *table, int64_t *last);

/* The reader comes to have the log as it is stored. */
void expect_log(struct cluster *fleet, struct stream_reader *reader, const struct text *table);

#endif
