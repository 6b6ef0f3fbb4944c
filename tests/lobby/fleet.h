/*
 * A fleet: tables of several nodes without owners under a seeded scheduler. The lobby is the real one; what lies below
 * it and beside it is the fleet's: the database (memory_database.h, in place of store_postgres.c), the words that nodes
 * tell one another (in place of hints.c), computers that think at once (in place of thinkers.c), the machine's chance,
 * and all clocks. fleet_machine.c has what the lobby asks of the machine, fleet_node.c a node and its way to the
 * database, fleet_people.c the requests and what their answers must be, fleet.c the world with all that goes wrong.
 *
 * Nodes die, freeze, end in order and come again with other clocks; statements and commits are lost, their answers are,
 * they take long while the other nodes go on, are carried out when nobody waits for them any more, or come twice; nodes
 * are cut off from the database, and its clock becomes another one; hints are lost, late, or come twice; requests and
 * answers get lost, requests go to any node, are sent again and come twice. Whatever happens: what is acknowledged is
 * stored, logs have no gap and can be read, no request is carried out twice, streams tell the log and nothing else,
 * nobody loses the seat that they were told.
 */
#ifndef TESTS_LOBBY_FLEET_H
#define TESTS_LOBBY_FLEET_H

#include "table/people.h"

#include "lobby/limiter.h"
#include "lobby/lobby_tables.h"
#include "lobby/memory_database.h"

enum {
  NODES = 3,
  TABLES_OF_FLEET = 8,
  LETTERS = 256, /* under way */
  ADDRESSES = 7,
  SEATS_MOST = 4,  /* that an address may hold, */
  TABLES_MOST = 2, /* and tables */
  ERRANDS = 6,     /* of one table that are not answered yet */
  READERS = 3,     /* streams of a table */
  WORDS_UNDER_WAY = 512,
  OLDEST_MS = 10000, /* what a stream tells is not older */
  UNDONE_MS = 10000, /* for which something that is due is left undone */
  ROUND_MS = 2000,   /* as store_postgres.c waits */
  LATE = 16          /* rounds that may still be carried out */
};

/* ---- The world ---- */

/* A request, from when somebody wants it until they are answered: sent again and again. */
struct errand {
  long serial; /* 0: none */
  enum message_kind kind;
  int client; /* -1: somebody who watches */
  bool recovers;
  bool reads; /* it asks for the state of the game; `kind` is NOTHING */
  long begun; /* when it was wanted first, by sum.events */
  char token[CREDENTIAL_WORD_SIZE];
  struct text body;
  int64_t again; /* when it is sent again */
};

/* A copy of it on its way to a node. */
struct letter {
  long serial; /* of the errand; 0: nothing is on its way */
  int table, node;
  struct errand errand; /* with a body of its own */
  int64_t due;
};

/* A recovery word, and the request that was granted by it. */
struct spent_word {
  char word[CREDENTIAL_WORD_SIZE], id[32];
};

/* The words of the holder of a seat, as the server has sent them. */
struct holder_words {
  char token[CREDENTIAL_WORD_SIZE], recovery[CREDENTIAL_WORD_SIZE];
};

/* A stream, which comes again after it ended, and what it has told. */
struct fleet_reader {
  struct lobby_watcher watcher;
  int node; /* -1: it is at none */
  int64_t told;
  uint64_t print; /* of all that it has told, */
  bool doubted;   /* which the database may have forgotten */
  int64_t again;
};

/* A table as those who play there know it. */
struct fleet_table {
  char id[STORE_ID_SIZE];
  struct people people; /* `table`: as it is stored */
  struct holder_words words[CLIENTS];
  struct spent_word spent[16];
  int spendings;
  int64_t forgot; /* when the database forgot something of it; 0: never */
  struct errand errands[ERRANDS];
  struct fleet_reader readers[READERS];
  bool is_listed; /* among those that the people made: the others are rematches */
};

/* An answer that a node has ready, for the end of its round. */
struct reply {
  struct letter letter;
  struct answer answer;
};

/* A word from node to node. */
struct fleet_word {
  int to; /* -1: none */
  int64_t due;
  char word[HINT_MOST + 1];
};

struct fleet_node {
  struct lobby *lobby; /* NULL: it does not run */
  char path[32];
  struct memory_way way;
  struct text told; /* hints for the next hints_run() */
  struct text heard;
  size_t taken;
  int64_t ahead;       /* of its clock */
  int64_t again;       /* when it starts, if it does not run */
  int64_t frozen, cut; /* until when */
  bool dying, runs;    /* `runs`: a round of it is under way */
  struct reply replies[LETTERS];
  int count;
};

struct round_under_way {
  struct memory_round round;
  int64_t due; /* 0: none */
};

extern struct fleet_world {
  struct people chance; /* only its random numbers */
  uint64_t secrets;     /* the machine's chance */
  struct memory_database database;
  struct fleet_node nodes[NODES];
  struct fleet_table tables[MEMORY_TABLES];
  struct letter letters[LETTERS];
  struct fleet_word words[WORDS_UNDER_WAY];
  struct round_under_way late[LATE];
  long serials;
  int64_t down; /* until when the database does not answer */
  int depth;    /* of statements that take long */
  bool calm;    /* nothing fails any more */
  bool (*spoil)(struct memory_way *way, enum store_statement statement, struct store_value *row); /* or NULL */
  char key_path[64];
  struct fault fault;
} world;

/* What happened, of all fleets of the program. */
extern struct fleet_sum {
  long fleets, tables, acknowledged, entries, finished, kills, frosts, ends, cuts, lost, unheard, late, twice, refused,
      moved, streams, too_many, reads, events;
} sum;

/* Each request that was granted is written to it, with what it told of the log; NULL: to none. The form is that which
 * tests/linear reads. */
extern FILE *history;

static inline uint32_t chance(uint32_t bound) { return below(&world.chance, bound); }
/* True once in so many times, while anything goes wrong. */
static inline bool happens(uint32_t one_of) { return !world.calm && chance(one_of) == 0; }

/* ---- The world ---- */

/* A world of this seed: all nodes run, and people have made the first tables. */
void open_world(uint64_t seed);
void close_world(void);
/* A while passes, and something happens. */
void step_world(void);
/* Nothing fails any more, from now on. */
void begin_calm(void);
/* Somebody who watches says something at each table that is not over. */
void say_everywhere(void);
/* True if nobody waits for an answer. */
bool all_is_answered(void);
/* Of a world at rest: all streams have told all of their log, seats are held, nothing that is due is left undone. */
void check_rest(void);
/* The database forgets what it has stored since it was as `before`: it is a copy that lags behind. What people know is
 * what is stored then. No table was removed since. */
void forget_since(const struct memory_database *before);
/* Called after rounds were carried out: reads what was stored, and checks the shares. */
void after_stored(struct memory_way *way);

/* The other half of the key, which all nodes have, and the tile sets: the set-up of a program's tests. */
int make_key(void **state);
int remove_key(void **state);

/* ---- Nodes ---- */

struct fleet_node *node_of(const char *path);
int64_t fleet_clock(void *context);
/* True if statements and words of the node come to the database. */
bool reaches_database(const struct fleet_node *node);
void start_node(struct fleet_node *node);
/* Its streams break off, and what it had in memory is gone. `dying`: without a word to the database. */
void stop_node(struct fleet_node *node, bool dying);
/* A round of the node, unless it does not run, or stands still. */
void step_node(struct fleet_node *node);
/* The stream ends, and comes again by and by. */
void leave_stream(struct fleet_reader *reader);
/* A stream of a player at the table, or of a watcher, begins at any node that takes it. */
void begin_stream(struct fleet_table *known, struct fleet_reader *reader);

/* ---- People ---- */

/* From where somebody asks: few addresses, so that each has several people at several tables. */
struct lobby_asker asker_of(int table, int client);
uint64_t network_of(uint64_t address);
/* Puts a copy of the request on its way to a node. */
void post(int table, const struct errand *errand, int node, int64_t delay);
/* Sends it to any node; now and then a second one comes later. */
void send_errand(int table, struct errand *errand);
/* A request that is to be sent, with an empty body; NULL: too many wait. */
struct errand *begin_errand(int table, enum message_kind kind, int client);
void free_errand(struct errand *errand);
/* Somebody at a table wants something. */
void want(int table);
/* The word or number of this name in JSON; false or 0: there is none. */
bool read_word(const struct text *body, const char *name, char *word, size_t size);
int64_t read_figure(const struct answer *answer, const char *name);
const struct memory_table *stored_of(int table);
/* True if this token holds a seat of the table, as it is stored. */
bool holds(int table, const char *token);
/* What an answer acknowledges is stored, and nobody who holds a seat is told that they do not. */
void check_answer(const struct letter *letter, const struct answer *answer);
/* The answer has come to the client that asked. */
void conclude(const struct letter *letter, const struct answer *answer);

#endif
