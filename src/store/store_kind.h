/*
 * The interface between store.c and the two kinds of database: named statements with parameters and rows. A kind knows
 * nothing of tables and entries; store.c knows nothing of SQLite and PostgreSQL.
 */
#ifndef STORE_STORE_KIND_H
#define STORE_STORE_KIND_H

#include "base/text.h"
#include "store/store.h"

/* The columns that row_table() of store.c reads; FIND and UNFINISHED below return the same. */
#define STORE_TABLE_COLUMNS "number, id, created, secret, state, listed, due, version"

/* The columns that read_player(), store_next_device() and store_next_game() of store_players.c read. Between those of
 * the game and of the result, the last one also reads whether the table is listed. */
#define STORE_PLAYER_COLUMNS                                                                                           \
  "number, created, name, figure, open, words, renamed, ended, shown, here, silenced, suspended, warning"
#define STORE_DEVICE_COLUMNS "player, device, token, created, seen, label"
#define STORE_GAME_COLUMNS "games.number, id, games.ended, rules, variant, speed, games.flags"
#define STORE_RESULT_COLUMNS                                                                                           \
  "results.seat, results.player, coalesce(players.name, results.name), side, level, points, place, results.flags,"     \
  " coalesce(ratings.value, 0), coalesce(ratings.gained, 0)"

/* The statements of players and results; their texts are in store_players.c. A kind that is not shared has no
 * LOCK_PLAYERS. */
#define STORE_PLAYER_STATEMENTS(X)                                                                                     \
  X(LOCK_PLAYERS, NULL)                                                                                                \
  X(FIND_PLAYER, "SELECT " STORE_PLAYER_COLUMNS " FROM players WHERE number = $1")                                     \
  X(FIND_WORDS, "SELECT number FROM players WHERE words = $1")                                                         \
  X(FIND_DEVICE, "SELECT " STORE_DEVICE_COLUMNS " FROM devices WHERE token = $1")                                      \
  X(FIND_NAME, "SELECT player FROM names WHERE likeness = $1")                                                         \
  X(ADD_PLAYER, store_add_player_text)                                                                                 \
  X(SET_PLAYER, store_set_player_text)                                                                                 \
  X(SET_WORDS, "UPDATE players SET words = $1 WHERE number = $2")                                                      \
  X(END_PLAYER, store_end_player_text)                                                                                 \
  X(END_RESULTS, "UPDATE results SET name = $1 WHERE player = $2 AND player <> 0")                                     \
  X(KEEP_NAME, "INSERT INTO names (likeness, player) VALUES ($1, $2) ON CONFLICT DO NOTHING")                          \
  X(ADD_DEVICE, "INSERT INTO devices (" STORE_DEVICE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6)")                      \
  X(DROP_DEVICE, "DELETE FROM devices WHERE player = $1 AND device = $2")                                              \
  X(DROP_DEVICES, "DELETE FROM devices WHERE player = $1")                                                             \
  X(SEE_DEVICE, "UPDATE devices SET seen = $1 WHERE player = $2 AND device = $3")                                      \
  X(DEVICES, "SELECT " STORE_DEVICE_COLUMNS " FROM devices WHERE player = $1 ORDER BY device")                         \
  X(MOVE_SEATS, store_move_seats_text)                                                                                 \
  X(RENEW_SEATS, store_renew_seats_text)                                                                               \
  X(END_NOTICES, store_end_notices_text)                                                                               \
  X(END_PREPARED, store_end_prepared_text)                                                                             \
  X(PLACES, store_places_text)                                                                                         \
  X(ADD_GAME, NULL)                                                                                                    \
  X(ADD_RESULT, store_add_result_text)                                                                                 \
  X(GIVE_RESULT, store_give_result_text)                                                                               \
  X(GAMES, store_games_text)                                                                                           \
  X(RESULTS, store_results_text)                                                                                       \
  X(RATED, store_rated_text)                                                                                           \
  X(COUNT_RESULTS, "SELECT count(*) FROM results WHERE player = $1 AND player <> 0")                                   \
  X(OPPONENTS, store_opponents_text)                                                                                   \
  X(LEFTOVERS, store_leftovers_text)                                                                                   \
  X(CLEAR_LOG, store_clear_log_text)                                                                                   \
  X(CLEAR_SEAT, "UPDATE seats SET name = '' WHERE number = $1 AND seat = $2")                                          \
  X(CLEAR_VERSION, "UPDATE tables SET version = $1 WHERE number = $2")                                                 \
  X(KEEP_LEAVER, store_keep_leaver_text)                                                                               \
  X(REMOVE_LEAVERS, "DELETE FROM leavers WHERE id = (SELECT id FROM tables WHERE number = $1)")                        \
  X(CLEAR_LEAVER, "DELETE FROM leavers WHERE name = $1 AND id = (SELECT id FROM tables WHERE number = $2)")            \
  X(LEFT, "SELECT id FROM leavers WHERE player = $1 ORDER BY id")                                                      \
  X(ADD_LEAVER, "INSERT INTO leavers (player, id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")                   \
  X(ALL_LEAVERS, "SELECT player, id, name FROM leavers ORDER BY player, id, name")                                     \
  X(CLEAR_DONE, store_clear_done_text)                                                                                 \
  X(PUT_VACATION, store_put_vacation_text)                                                                             \
  X(DROP_VACATIONS, "DELETE FROM vacations WHERE player = $1 AND until < $2")                                          \
  X(VACATIONS, "SELECT since, until FROM vacations WHERE player = $1 AND until > $2 ORDER BY since")                   \
  X(ALL_VACATIONS, "SELECT player, since, until FROM vacations ORDER BY player, since")                                \
  X(ALL_PLAYERS, "SELECT " STORE_PLAYER_COLUMNS ", clearing FROM players ORDER BY number")                             \
  X(ALL_NAMES, "SELECT likeness, player FROM names ORDER BY likeness")                                                 \
  X(ALL_DEVICES, "SELECT " STORE_DEVICE_COLUMNS " FROM devices ORDER BY player, device")                               \
  X(ALL_GAMES, "SELECT id, ended, rules, variant, speed, flags FROM games ORDER BY number")                            \
  X(ALL_RESULTS, store_all_results_text)

/* The long ones among their texts. */
extern const char store_set_player_text[], store_add_player_text[], store_end_player_text[], store_places_text[],
    store_move_seats_text[], store_renew_seats_text[], store_end_notices_text[], store_end_prepared_text[],
    store_add_result_text[], store_give_result_text[], store_games_text[], store_results_text[], store_opponents_text[],
    store_leftovers_text[], store_clear_log_text[], store_clear_done_text[], store_keep_leaver_text[],
    store_all_results_text[], store_rated_text[], store_put_vacation_text[];

/* The statements of friends, blocks and challenges; their texts are in store_people.c. */
#define STORE_PEOPLE_STATEMENTS(X)                                                                                     \
  X(PUT_TIE, store_put_tie_text)                                                                                       \
  X(DROP_TIE, "DELETE FROM ties WHERE player = $1 AND other = $2")                                                     \
  X(FIND_TIE, "SELECT kind FROM ties WHERE player = $1 AND other = $2")                                                \
  X(COUNT_TIES, "SELECT count(*) FROM ties WHERE player = $1")                                                         \
  X(TIES, store_ties_text)                                                                                             \
  X(KEEPERS, store_keepers_text)                                                                                       \
  X(HAVE_MET, store_have_met_text)                                                                                     \
  X(SEE_PLAYER, "UPDATE players SET here = $1 WHERE number = $2 AND shown = 1")                                        \
  X(CHALLENGE, store_challenge_text)                                                                                   \
  X(DROP_CHALLENGE, "DELETE FROM challenges WHERE id = $1 AND player = $2")                                            \
  X(DROP_CHALLENGES_OF, "DELETE FROM challenges WHERE host = $1 AND player = $2")                                      \
  X(REMOVE_CHALLENGES, "DELETE FROM challenges WHERE id = (SELECT id FROM tables WHERE number = $1)")                  \
  X(CHALLENGES, store_challenges_text)                                                                                 \
  X(COUNT_CHALLENGES, store_count_challenges_text)                                                                     \
  X(WAITS_AT, store_waits_at_text)                                                                                     \
  X(IS_PAIRED, "SELECT count(*) FROM tournament_tables WHERE id = $1")                                                 \
  X(PLAYER_NOTICES, store_player_notices_text)                                                                         \
  X(END_TIES, "DELETE FROM ties WHERE player = $1 OR other = $1")                                                      \
  X(PUT_DATE, store_put_date_text)                                                                                     \
  X(DROP_DATES, "DELETE FROM dates WHERE (host = $1 AND player = $2) OR (host = $2 AND player = $1)")                  \
  X(DATES, store_dates_text)                                                                                           \
  X(END_DATES, "DELETE FROM dates WHERE host = $1 OR player = $1")                                                     \
  X(ALL_DATES, "SELECT host, player, at FROM dates ORDER BY host, player")                                             \
  X(END_CHALLENGES, "DELETE FROM challenges WHERE player = $1 OR host = $1")                                           \
  X(ALL_TIES, "SELECT player, other, kind, since FROM ties ORDER BY player, other")                                    \
  X(ALL_CHALLENGES, "SELECT id, player, host, since FROM challenges ORDER BY id, player")

extern const char store_put_tie_text[], store_ties_text[], store_keepers_text[], store_have_met_text[],
    store_challenge_text[], store_challenges_text[], store_count_challenges_text[], store_waits_at_text[],
    store_player_notices_text[], store_put_date_text[], store_dates_text[];

/* The columns that take_tournament() of store_tournaments.c reads. */
#define STORE_TOURNAMENT_COLUMNS "id, created, opener, state, listed, last, item, due"

/* The statements of tournaments; their texts are in store_tournaments.c. A kind that is not shared has no
 * LOCK_TOURNAMENT. */
#define STORE_TOURNAMENT_STATEMENTS(X)                                                                                 \
  X(LOCK_TOURNAMENT, NULL)                                                                                             \
  X(FIND_TOURNAMENT, "SELECT " STORE_TOURNAMENT_COLUMNS " FROM tournaments WHERE id = $1")                             \
  X(ADD_TOURNAMENT, store_add_tournament_text)                                                                         \
  X(SET_TOURNAMENT, "UPDATE tournaments SET state = $1, listed = $2, last = $3, item = $4, due = $5 WHERE id = $6")    \
  X(DUE_TOURNAMENTS, store_due_tournaments_text)                                                                       \
  X(PUT_OFF_TOURNAMENT, "UPDATE tournaments SET due = $1 WHERE id = $2")                                               \
  X(ADD_TOURNAMENT_ENTRY, "INSERT INTO tournament_entries (tournament, seq, body) VALUES ($1, $2, $3)")                \
  X(TOURNAMENT_ENTRIES, store_tournament_entries_text)                                                                 \
  X(LISTED_TOURNAMENTS, store_listed_tournaments_text)                                                                 \
  X(OWN_TOURNAMENTS, store_own_tournaments_text)                                                                       \
  X(COUNT_TOURNAMENTS, "SELECT count(*) FROM tournaments WHERE opener = $1 AND state < 2")                             \
  X(ADD_TOURNAMENT_PLAYER, store_add_tournament_player_text)                                                           \
  X(TOURNAMENT_NAMES, store_tournament_names_text)                                                                     \
  X(ADD_TOURNAMENT_TABLE, store_add_tournament_table_text)                                                             \
  X(TAKE_TOURNAMENT_TABLE, "UPDATE tournament_tables SET taken = 1 WHERE id = $1")                                     \
  X(PLAYED_TABLES, store_played_tables_text)                                                                           \
  X(ALL_TOURNAMENTS, "SELECT " STORE_TOURNAMENT_COLUMNS " FROM tournaments ORDER BY id")                               \
  X(ALL_TOURNAMENT_ENTRIES, "SELECT tournament, seq, body FROM tournament_entries ORDER BY tournament, seq")           \
  X(ALL_TOURNAMENT_PLAYERS, "SELECT tournament, player FROM tournament_players ORDER BY tournament, player")           \
  X(ALL_TOURNAMENT_TABLES, "SELECT id, tournament, taken FROM tournament_tables ORDER BY id")

/* The long ones among their texts. */
extern const char store_add_tournament_text[], store_tournament_entries_text[], store_listed_tournaments_text[],
    store_own_tournaments_text[], store_add_tournament_player_text[], store_tournament_names_text[],
    store_add_tournament_table_text[], store_played_tables_text[], store_due_tournaments_text[];

/* The columns that row_rating() of store_ratings.c reads. */
#define STORE_RATING_COLUMNS "game, player, pool, season, value, deviation, volatility, games, played, gained, certain"

/* The statements of ratings; their texts are in store_ratings.c. */
#define STORE_RATING_STATEMENTS(X)                                                                                     \
  X(RATED_UNTIL, "SELECT game FROM rated")                                                                             \
  X(SET_RATED_UNTIL, "UPDATE rated SET game = $1")                                                                     \
  X(RATED_AFTER, store_rated_after_text)                                                                               \
  X(FIND_RATING, store_find_rating_text)                                                                               \
  X(PUT_RATING, store_put_rating_text)                                                                                 \
  X(FOLLOWED_RATING, "UPDATE ratings SET last = 0 WHERE game = $1 AND player = $2")                                    \
  X(LADDER, store_ladder_text)                                                                                         \
  X(COUNT_ABOVE, store_count_above_text)                                                                               \
  X(FIND_GAME, "SELECT number, flags FROM games WHERE id = $1")                                                        \
  X(SET_GAME_FLAGS, "UPDATE games SET flags = $1 WHERE number = $2")                                                   \
  X(LAST_AGAIN, store_last_again_text)                                                                                 \
  X(DROP_RATINGS, "DELETE FROM ratings WHERE game = $1")                                                               \
  X(LATEST_RATINGS, store_latest_ratings_text)

extern const char store_rated_after_text[], store_find_rating_text[], store_put_rating_text[], store_ladder_text[],
    store_count_above_text[], store_last_again_text[], store_latest_ratings_text[];

/* The columns that store_next_passkey() of store_passkeys.c reads. */
#define STORE_PASSKEY_COLUMNS "credential, player, passkey, device, key, count, created, challenged, label"

/* The statements of passkeys. */
#define STORE_PASSKEY_STATEMENTS(X)                                                                                    \
  X(FIND_PASSKEY, "SELECT " STORE_PASSKEY_COLUMNS " FROM passkeys WHERE credential = $1")                              \
  X(PASSKEYS, "SELECT " STORE_PASSKEY_COLUMNS " FROM passkeys WHERE player = $1 ORDER BY passkey")                     \
  X(ADD_PASSKEY, "INSERT INTO passkeys (" STORE_PASSKEY_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")       \
  X(USE_PASSKEY, "UPDATE passkeys SET count = $1, challenged = $2 WHERE player = $3 AND passkey = $4")                 \
  X(DROP_PASSKEY, "DELETE FROM passkeys WHERE player = $1 AND passkey = $2")                                           \
  X(DROP_PASSKEYS_OF, "DELETE FROM passkeys WHERE player = $1 AND device = $2")                                        \
  X(END_PASSKEYS, "DELETE FROM passkeys WHERE player = $1")                                                            \
  X(ALL_PASSKEYS, "SELECT " STORE_PASSKEY_COLUMNS " FROM passkeys ORDER BY player, passkey")

/* The columns that store_next_mail() of store_mails.c reads. */
#define STORE_MAIL_COLUMNS "player, address, language, confirmed, asked, sent, due"

/* The statements of mail addresses; their texts are in store_mails.c. */
#define STORE_MAIL_STATEMENTS(X)                                                                                       \
  X(FIND_MAIL, "SELECT " STORE_MAIL_COLUMNS " FROM mails WHERE player = $1")                                           \
  X(PUT_MAIL, store_put_mail_text)                                                                                     \
  X(DROP_MAIL, "DELETE FROM mails WHERE player = $1")                                                                  \
  X(WAKE_MAIL, store_wake_mail_text)                                                                                   \
  X(ASK_MAIL, store_ask_mail_text)                                                                                     \
  X(WAS_ASKED, "SELECT count(*) FROM questions WHERE address = $1 AND at >= $2")                                       \
  X(DROP_QUESTIONS, "DELETE FROM questions WHERE at < $1")                                                             \
  X(DUE_MAILS, "SELECT " STORE_MAIL_COLUMNS " FROM mails WHERE due <= $1 ORDER BY due LIMIT $2")                       \
  X(ALL_MAILS, "SELECT " STORE_MAIL_COLUMNS " FROM mails ORDER BY player")                                             \
  X(ALL_QUESTIONS, "SELECT address, at FROM questions ORDER BY address")

extern const char store_put_mail_text[], store_wake_mail_text[], store_ask_mail_text[];

/* The statements of reports and of the acts of the host; the long ones among their texts are in store_order.c. */
#define STORE_ORDER_STATEMENTS(X)                                                                                      \
  X(ADD_REPORT, store_add_report_text)                                                                                 \
  X(COUNT_REPORTS, "SELECT count(*) FROM reports")                                                                     \
  X(REPORTS, store_reports_text)                                                                                       \
  X(DROP_REPORT, "DELETE FROM reports WHERE number = $1 RETURNING number")                                             \
  X(END_REPORTS, "UPDATE reports SET reporter = 0 WHERE reporter = $1")                                                \
  X(ADD_ACT, "INSERT INTO acts (number, request, body, hash) VALUES ($1, $2, $3, $4)")                                 \
  X(FIND_ACT, "SELECT number FROM acts WHERE request = $1")                                                            \
  X(ACTS, "SELECT number, request, body, hash FROM acts ORDER BY number DESC LIMIT $1")                                \
  X(SET_STANDING, "UPDATE players SET silenced = $1, suspended = $2, warning = $3 WHERE number = $4")                  \
  X(ALL_REPORTS, "SELECT at, id, witness, reporter, seat, player, name, text FROM reports ORDER BY number")            \
  X(ALL_ACTS, "SELECT number, request, body, hash FROM acts ORDER BY number")

extern const char store_add_report_text[], store_reports_text[];

/*
 * X(name, statement): the changes and queries, in the SQL that both kinds understand. Their parameters are numbered in
 * the order in which they stand. put_seat, put_notice, put_prepared and add_table are defined in store.c. NULL: each
 * kind has a text of its own. A kind that is not shared has no statements from TIME to HELD, and no SET_ITEM, LISTED,
 * ITEMS, MOVED and GROWN.
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
  X(PUT_NOTICE, put_notice)                                                                                            \
  X(DROP_NOTICE, "DELETE FROM notices WHERE number = $1 AND seat = $2 AND kind = $3 AND url = $4")                     \
  X(DROP_NOTICES, "DELETE FROM notices WHERE number = $1 AND seat = $2")                                               \
  X(REMOVE_NOTICES, "DELETE FROM notices WHERE number = $1")                                                           \
  X(PUT_PREPARED, put_prepared)                                                                                        \
  X(DROP_PREPARED, "DELETE FROM prepared WHERE number = $1 AND seat = $2 AND kind = $3")                               \
  X(DROP_ALL_PREPARED, "DELETE FROM prepared WHERE number = $1 AND seat = $2")                                         \
  X(REMOVE_PREPARED, "DELETE FROM prepared WHERE number = $1")                                                         \
  X(PREPARED, "SELECT seat, kind, move, print FROM prepared WHERE number = $1 ORDER BY seat, kind")                    \
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
  X(ITEMS, NULL)                                                                                                       \
  X(MOVED, NULL)                                                                                                       \
  X(GROWN, NULL)                                                                                                       \
  X(SEATS, "SELECT seat, token, recovery, player, name FROM seats WHERE number = $1 ORDER BY seat")                    \
  X(NOTICES, "SELECT seat, kind, url, language FROM notices WHERE number = $1 ORDER BY seat, kind, url")               \
  STORE_PLAYER_STATEMENTS(X)                                                                                           \
  STORE_TOURNAMENT_STATEMENTS(X)                                                                                       \
  STORE_RATING_STATEMENTS(X)                                                                                           \
  STORE_PEOPLE_STATEMENTS(X)                                                                                           \
  STORE_ORDER_STATEMENTS(X)                                                                                            \
  STORE_PASSKEY_STATEMENTS(X)                                                                                          \
  STORE_MAIL_STATEMENTS(X)

enum store_statement {
#define X(name, statement) STORE_##name,
  STORE_STATEMENTS(X)
#undef X
      STORE_STATEMENTS_COUNT
};

/* Their SQL; NULL: each kind has a text of its own. */
extern const char *const store_statements[STORE_STATEMENTS_COUNT];

/* Maximum number of parameters of a statement, and of columns of a row. */
enum { STORE_MOST_VALUES = 18 };

/* A parameter of a statement, or a field of a row; the bytes are valid during the call. */
struct store_value {
  enum value_type { VALUE_NOTHING, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES } type;
  int64_t number;    /* of VALUE_NUMBER */
  struct span bytes; /* of VALUE_TEXT and VALUE_BYTES */
};

/* The rows of a query, while a caller reads them (store_round.h). */
struct store_rows {
  struct store *store;
  void *source; /* the kind's own: where the rows come from; NULL: the query has failed */
  int read;     /* the kind's own: number of rows that were read */
  int given;    /* number of rows that store_next_row() has returned */
  struct store_value row[STORE_MOST_VALUES];
  bool failed; /* the query failed, or a row is invalid; `fault` says why */
  bool alone;  /* the store is open for these rows only, and is closed with them */
  struct fault fault;
};

/* The functions of a kind of database. If one returns false, `*fault` is filled. */
struct store_kind {
  bool shared; /* other processes may write at the same time */
  /* Begins a round: one transaction for the following changes and queries. */
  bool (*begin)(struct store *store, struct fault *fault);
  /* Runs a statement that returns no rows, in a round. Its failure may be reported only by `commit`. */
  bool (*change)(struct store *store, enum store_statement statement, const struct store_value *values, int count,
                 struct fault *fault);
  /* Commits the round. False: it was not stored, as far as is known. */
  bool (*commit)(struct store *store, struct fault *fault);
  /* Rolls a failed round back, also after a failed `commit`. */
  void (*roll_back)(struct store *store);
  /* Runs a statement that returns rows, in a round or outside of one, and sets `rows->source`. The values need not
   * outlive the call. */
  bool (*ask)(struct store_rows *rows, enum store_statement statement, const struct store_value *values, int count,
              struct fault *fault);
  /* Reads the next row into `rows->row`. False: there is none, or `rows->failed` is set and `rows->fault` filled. */
  bool (*next)(struct store_rows *rows);
  /* Ends reading, and frees `rows->source`. */
  void (*end)(struct store_rows *rows);
  /* Returns false if the next start would find another database than this one. NULL: this cannot happen. */
  bool (*in_place)(struct store *store, struct fault *fault);
  void (*close)(struct store *store);
};

/* A change that waits for the end of the round; the bytes of its values are offsets in `store->bytes`. */
struct store_change {
  enum store_statement statement;
  int64_t number; /* number of its table; 0: it belongs to none */
  struct store_value values[STORE_MOST_VALUES];
  int count;
};

/* The first member of every store; each kind adds its own members. */
struct store {
  const struct store_kind *kind;
  uint8_t key[STORE_SECRET]; /* the half in the database; after store_join_key() the key of both halves */
  bool open, failed;         /* the transaction of the round has begun; it has failed */
  struct store_change *changes;
  int change_count, change_room;
  struct text bytes;    /* the bytes of all waiting changes */
  int64_t version;      /* of this round or the previous one; 0: there was none */
  int64_t added;        /* number of the table that this round added last; 0: none */
  struct fault fault;   /* why the round failed */
  uint64_t failures;    /* number of failed rounds and queries */
  struct fault failure; /* the reason of the last failure */
  const char *damaged;  /* what a damaged row is about that was read last; NULL: none since it was taken */
  bool silent;          /* the last round or query failed */
  bool displaced;       /* the last check found other files, or none, in its place */
  int64_t waited;       /* milliseconds spent waiting for the database since store_begin_round() */
};

/* The options for opening a database. */
struct store_opening {
  bool must_exist; /* a missing database is not created */
  bool only_read;  /* with must_exist: no round will begin; an SQLite file is not changed */
  bool shared;     /* a server opens it; other servers may have a PostgreSQL database open, too */
};

/* Open a database of a kind, without the other half of the key. Return NULL with `*fault` filled if that fails. */
struct store *store_open_sqlite(const char *path, struct store_opening opening, struct fault *fault);
struct store *store_open_postgres(const char *url, struct store_opening opening, struct fault *fault);

/* Opens a database of the kind that `place` names. */
struct store *store_open_alone(const char *place, struct store_opening opening, struct fault *fault);

/* Stores the half of the key that is in the database, in the round. */
void store_set_key(struct store *store, const uint8_t key[STORE_SECRET]);

/* Fills the key of a new database with random bytes. */
bool store_new_key(struct store *store, struct fault *fault);

/* Fills `*fault` for a database whose schema version this program cannot use; `known` is the version that it creates.
 */
bool store_refuse_version(int64_t version, int64_t known, struct fault *fault);

/* Returns false with `*fault` filled if a statement has more than STORE_MOST_VALUES parameters, or a row has more
 * columns. */
bool store_check_values(int count, struct fault *fault);

#endif
