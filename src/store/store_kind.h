/*
 * What the kinds of database share below store.h: statements by name, with values in and rows out. A kind knows nothing
 * of tables and entries; store.c knows nothing of SQLite and PostgreSQL.
 */
#ifndef STORE_STORE_KIND_H
#define STORE_STORE_KIND_H

#include "base/text.h"
#include "store/store.h"

/* What row_table() of store.c reads; FIND and UNFINISHED below give the same. */
#define STORE_TABLE_COLUMNS "number, id, created, secret, state, listed, due, version"

/* Columns of players and devices, as row_player() and row_device() of store_players.c read them. */
#define STORE_PLAYER_COLUMNS "number, created, name, figure, open, words, renamed, ended"
#define STORE_DEVICE_COLUMNS "player, device, token, created, seen, label"
#define STORE_GAME_COLUMNS "games.number, id, games.ended, rules, variant, speed, games.flags"
#define STORE_RESULT_COLUMNS                                                                                           \
  "results.seat, results.player, coalesce(players.name, results.name), side, level, points, place, results.flags"

/* Those of players and results, whose texts stand in store_players.c. A kind that is not shared has no LOCK_PLAYERS. */
#define STORE_PLAYER_STATEMENTS(X)                                                                                     \
  X(LOCK_PLAYERS, NULL)                                                                                                \
  X(FIND_PLAYER, "SELECT " STORE_PLAYER_COLUMNS " FROM players WHERE number = $1")                                     \
  X(FIND_WORDS, "SELECT number FROM players WHERE words = $1")                                                         \
  X(FIND_DEVICE, "SELECT " STORE_DEVICE_COLUMNS " FROM devices WHERE token = $1")                                      \
  X(FIND_NAME, "SELECT player FROM names WHERE likeness = $1")                                                         \
  X(ADD_PLAYER, store_add_player_text)                                                                                 \
  X(SET_PLAYER, "UPDATE players SET name = $1, figure = $2, open = $3, renamed = $4 WHERE number = $5")                \
  X(SET_WORDS, "UPDATE players SET words = $1 WHERE number = $2")                                                      \
  X(END_PLAYER, store_end_player_text)                                                                                 \
  X(END_RESULTS, "UPDATE results SET name = $1 WHERE player = $2 AND player <> 0")                                     \
  X(KEEP_NAME, "INSERT INTO names (likeness, player) VALUES ($1, $2) ON CONFLICT DO NOTHING")                          \
  X(ADD_DEVICE, "INSERT INTO devices (" STORE_DEVICE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6)")                      \
  X(DROP_DEVICE, "DELETE FROM devices WHERE player = $1 AND device = $2")                                              \
  X(DROP_DEVICES, "DELETE FROM devices WHERE player = $1")                                                             \
  X(SEE_DEVICE, "UPDATE devices SET seen = $1 WHERE player = $2 AND device = $3")                                      \
  X(DEVICES, "SELECT " STORE_DEVICE_COLUMNS " FROM devices WHERE player = $1 ORDER BY device")                         \
  X(PLACES, store_places_text)                                                                                         \
  X(ADD_GAME, NULL)                                                                                                    \
  X(ADD_RESULT, store_add_result_text)                                                                                 \
  X(GIVE_RESULT, store_give_result_text)                                                                               \
  X(GAMES, store_games_text)                                                                                           \
  X(RESULTS, store_results_text)                                                                                       \
  X(RATED, store_rated_text)                                                                                           \
  X(OPPONENTS, store_opponents_text)                                                                                   \
  X(LEFTOVERS, store_leftovers_text)                                                                                   \
  X(CLEAR_LOG, store_clear_log_text)                                                                                   \
  X(CLEAR_SEAT, "UPDATE seats SET name = '' WHERE number = $1 AND seat = $2")                                          \
  X(CLEAR_VERSION, "UPDATE tables SET version = $1 WHERE number = $2")                                                 \
  X(CLEAR_DONE, store_clear_done_text)                                                                                 \
  X(ALL_PLAYERS, "SELECT " STORE_PLAYER_COLUMNS ", clearing FROM players ORDER BY number")                             \
  X(ALL_NAMES, "SELECT likeness, player FROM names ORDER BY likeness")                                                 \
  X(ALL_DEVICES, "SELECT " STORE_DEVICE_COLUMNS " FROM devices ORDER BY player, device")                               \
  X(ALL_GAMES, "SELECT id, ended, rules, variant, speed, flags FROM games ORDER BY number")                            \
  X(ALL_RESULTS, store_all_results_text)

/* Their texts that are long. */
extern const char store_add_player_text[], store_end_player_text[], store_places_text[], store_add_result_text[],
    store_give_result_text[], store_games_text[], store_results_text[], store_opponents_text[], store_leftovers_text[],
    store_clear_log_text[], store_clear_done_text[], store_all_results_text[], store_rated_text[];

/*
 * X(name, statement): the statements of a round and the questions, in the SQL that all kinds understand. Their
 * parameters are numbered in the order in which they stand. put_seat and add_table stand in store.c. NULL: each kind
 * has its own. A kind that is not shared has none of those from TIME to HELD, and of SET_ITEM, LISTED, MOVED and GROWN.
 */
#define STORE_STATEMENTS(X)                                                                                            \
  X(ADD_TABLE, add_table)                                                                                              \
  X(SWAP, NULL)                                                                                                        \
  X(SET_STATE, NULL)                                                                                                   \
  X(ADD_ENTRY, "INSERT INTO entries (number, seq, body, seat, request) VALUES ($1, $2, $3, $4, $5)")                   \
  X(TIME, NULL)                                                                                                        \
  X(SAME_KEY, NULL)                                                                                                    \
  X(KEEPER, NULL)                                                                                                      \
  X(CLAIM, NULL)                                                                                                       \
  X(SET_OPENER, NULL)                                                                                                  \
  X(SET_ASKER, NULL)                                                                                                   \
  X(HELD, NULL)                                                                                                        \
  X(PUT_SEAT, put_seat)                                                                                                \
  X(DROP_SEAT, "DELETE FROM seats WHERE number = $1 AND seat = $2")                                                    \
  X(PUT_NOTICE, "INSERT INTO notices (number, seat, kind, url) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")        \
  X(DROP_NOTICE, "DELETE FROM notices WHERE number = $1 AND seat = $2 AND kind = $3 AND url = $4")                     \
  X(DROP_NOTICES, "DELETE FROM notices WHERE number = $1 AND seat = $2")                                               \
  X(REMOVE_NOTICES, "DELETE FROM notices WHERE number = $1")                                                           \
  X(REMOVE_ENTRIES, "DELETE FROM entries WHERE number = $1")                                                           \
  X(REMOVE_SEATS, "DELETE FROM seats WHERE number = $1")                                                               \
  X(REMOVE_TABLE, "DELETE FROM tables WHERE number = $1")                                                              \
  X(SET_KEY, "UPDATE key SET bytes = $1")                                                                              \
  X(FIND, "SELECT " STORE_TABLE_COLUMNS " FROM tables WHERE id = $1")                                                  \
  X(UNFINISHED, "SELECT " STORE_TABLE_COLUMNS " FROM tables WHERE state < 2 ORDER BY number")                          \
  X(COUNT, "SELECT count(*) FROM tables WHERE state < 2")                                                              \
  X(AFTER, NULL)                                                                                                       \
  X(BYTES, NULL)                                                                                                       \
  X(ENTRIES, "SELECT seq, body, seat, request FROM entries WHERE number = $1 AND seq > $2 ORDER BY seq LIMIT $3")      \
  X(SET_ITEM, NULL)                                                                                                    \
  X(LISTED, NULL)                                                                                                      \
  X(MOVED, NULL)                                                                                                       \
  X(GROWN, NULL)                                                                                                       \
  X(SEATS, "SELECT seat, token, recovery, player, name FROM seats WHERE number = $1 ORDER BY seat")                    \
  X(NOTICES, "SELECT seat, kind, url FROM notices WHERE number = $1 ORDER BY seat, kind, url")                         \
  STORE_PLAYER_STATEMENTS(X)

enum store_statement {
#define X(name, statement) STORE_##name,
  STORE_STATEMENTS(X)
#undef X
      STORE_STATEMENTS_COUNT
};

/* Their SQL; NULL: each kind has its own. */
extern const char *const store_statements[STORE_STATEMENTS_COUNT];

/* Most parameters of a statement, most columns of a row. */
enum { STORE_MOST_VALUES = 15 };

/* A parameter, or a field of a row; bytes hold as long as the call. */
struct store_value {
  enum value_type { VALUE_NOTHING, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES } type;
  int64_t number;    /* of VALUE_NUMBER */
  struct span bytes; /* of VALUE_TEXT and VALUE_BYTES */
};

/* Takes a row; false ends the reading early. */
typedef bool store_visit_row(void *context, const struct store_value *row);

/* What a kind of database does. Where false is given, `*fault` says why. */
struct store_kind {
  bool shared; /* other processes may write at the same time */
  /* Begins a round: one transaction, in which the changes and questions that follow are. */
  bool (*begin)(struct store *store, struct fault *fault);
  /* Runs a statement that gives no rows, in a round. It may fail as late as in `commit`. */
  bool (*change)(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                 struct fault *fault);
  /* Makes the round last. False: it was not stored, as far as is known. */
  bool (*commit)(struct store *store, struct fault *fault);
  /* Takes a round back that failed, `commit` included. */
  void (*roll_back)(struct store *store);
  /* Visits the rows that a statement gives, in a round or outside. */
  bool (*each)(struct store *store, enum store_statement statement, const struct store_value *values, int count,
               store_visit_row *visit, void *context, struct fault *fault);
  /* False: the database is not the one any more that the next start would find. NULL: it cannot be another one. */
  bool (*in_place)(struct store *store, struct fault *fault);
  void (*close)(struct store *store);
};

/* A change that waits for the end of the round; `bytes.bytes` of its values are places in `store->bytes`. */
struct store_change {
  enum store_statement statement;
  int64_t number; /* of its table; 0: of none */
  struct store_value values[STORE_MOST_VALUES];
  int count;
};

/* What every store begins with; a kind puts its own behind it. */
struct store {
  const struct store_kind *kind;
  uint8_t key[STORE_SECRET]; /* the half in the database, and with store_join_key() of both halves */
  bool open, failed;         /* the transaction of the round has begun; it has failed */
  struct store_change *changes;
  int change_count, change_room;
  struct text bytes;    /* of all changes */
  int64_t version;      /* of the round, or the one before; 0: there was none */
  int64_t added;        /* the table that this round added last; 0: none */
  struct fault fault;   /* of what failed */
  uint64_t failures;    /* rounds and questions that failed */
  struct fault failure; /* of the last of them */
  bool silent;          /* the last round or question failed */
  bool displaced;       /* it was not in its place when that was looked at last */
  int64_t waited;       /* milliseconds for the database since store_begin_round() */
};

/* How a database is opened. */
struct store_opening {
  bool must_exist; /* none is made */
  bool only_read;  /* with must_exist: no round is begun; a file of SQLite stays as it is */
  bool shared;     /* by a server, beside which others may have a database of PostgreSQL open */
};

/* Open a database of their kind, without the other half of the key. NULL with `*fault`. */
struct store *store_open_sqlite(const char *path, struct store_opening opening, struct fault *fault);
struct store *store_open_postgres(const char *url, struct store_opening opening, struct fault *fault);

/* The same of whatever kind `place` names. */
struct store *store_open_alone(const char *place, struct store_opening opening, struct fault *fault);

/* Stores the half of the key that is in the database, in the round. */
void store_set_key(struct store *store, const uint8_t key[STORE_SECRET]);

/* Fills the key of a new database with chance. */
bool store_new_key(struct store *store, struct fault *fault);

/* What is said of a database whose schema has a version that this program, which makes that of `known`, cannot use. */
bool store_refuse_version(int64_t version, int64_t known, struct fault *fault);

#endif
