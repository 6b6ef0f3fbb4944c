/*
 * All tables of a server, without any HTTP: requests come in as JSON, answers go out as JSON. What was decided is
 * stored in the database before it is answered.
 *
 * Work goes in rounds. Requests are decided and applied in memory at once; answers that `waits` are held back. At the
 * end of the round lobby_commit() stores all of it in one transaction: then the answers may go, and watchers are
 * woken. If the database refuses, every table that was touched is forgotten and will be rebuilt from what is stored,
 * and every answer that waits becomes answer_not_stored(). What watchers see was stored.
 *
 * A table in memory is a cache of what the database has, at a version. Other servers may share the database: a table
 * that one of them has changed meanwhile is left out of the round, and what was asked of it is asked again.
 *
 * A round reads a bounded part of the database. A request for a table with more to read is answered `later`: nothing
 * was decided, and it is to be asked again when lobby_has_read().
 *
 * One thread uses a lobby: the one that opened it. Computer players think in threads of its own.
 */
#ifndef LOBBY_LOBBY_H
#define LOBBY_LOBBY_H

#include "base/fault.h"
#include "store/store_players.h"
#include "table/request.h"

struct lobby;
struct slot;

/* What one address may hold; a network of IPv6 (/48) holds four times as much. 0: any number. */
struct lobby_limits {
  uint32_t tables_per_address;  /* that it opened and that are not over */
  uint32_t seats_per_address;   /* at tables that have not begun */
  uint32_t players_per_address; /* that it makes in a day */
};

/* An asker: numbers that stand for an address and for the network that it belongs to (0: it has none). They are known
 * while the server runs. An address of 0: nothing is counted. The latter two stand for the same at all servers of a
 * shared database (lobby_shared_address()). */
struct lobby_asker {
  uint64_t address, network, shared, shared_network;
};

/* Notices to players who are elsewhere, that a table waits for them: none; by https to addresses of the outside; by
 * http and to those of the inner network, too. */
enum lobby_notices { LOBBY_NO_NOTICES, LOBBY_OUTER_NOTICES, LOBBY_ANY_NOTICES };

/* Fields that are 0 take what stands behind them. */
struct lobby_settings {
  const char *path;              /* of the database, or its URL (store.h); made if it is missing */
  const char *key_path;          /* of the file with the other half of its key; made if it is missing */
  int64_t (*now)(void *context); /* milliseconds since 1970 UTC; NULL: the time of day at the start, and
                                  * from then on a clock that does not jump */
  void *context;                 /* of `now` */
  int threads;                   /* in which computer players think; 0: one less than there are cores, 1 at least */
  struct lobby_limits limits;
  int most_tables; /* unfinished tables: with more, none is created; 0: 100,000 */
  int64_t
      most_memory;    /* bytes of tables in memory, beyond which those leave it that were idle for longest; 0: 512 MB */
  int64_t most_bytes; /* of the database: with as many in use no table is created; 0: any number */
  enum lobby_notices notices;
  const char *base_url;  /* under which people reach the server, for notices; NULL: not known */
  const char *contact;   /* whom push services ask, a mailto: or https: address; NULL: `base_url`, if it is one */
  const char *smtp;      /* the mail server (sender.h); NULL: no mails are sent */
  const char *smtp_from; /* the address from which mails come */
  int64_t keep;          /* milliseconds after its end for which a finished table is kept; 0: for good */
  const char *archive;   /* the folder into which the record of a table is written before it is removed; NULL: none */
};

/*
 * Someone who reads the log of a table as it grows. The memory is the caller's; zeroed but for `wake` and `context` it
 * is given to lobby_watch(), and must stay until lobby_unwatch().
 */
struct lobby_watcher {
  void (*wake)(struct lobby_watcher *watcher); /* entries were added, or it `ends`, or the table was read again. It
                                                * must not call back into the lobby; take a note */
  void *context;                               /* the caller's */
  bool ends; /* it is to be unwatched: someone else holds the seat of its token, or this log is not to be read on */
  bool minds_away;   /* it is woken, too, when somebody has gone away or come back (lobby_away()) */
  struct slot *slot; /* the lobby's own, as the following */
  int seat;
  bool shown;           /* counted in the list of tables while it has no seat */
  uint64_t address;     /* from which it came, 0: not known */
  char name[NAME_SIZE]; /* by which that list calls it; empty: not at all */
  struct lobby_watcher *next, **link;
};

/* The figures of the server; counts since the start, but for the first three. `not_archived`: tries to write a
 * record into the archive that failed. */
struct lobby_figures {
  size_t in_memory, watchers, thinking; /* now: tables, readers, computers' turns that are being thought about */
  uint64_t created, removed, not_archived, moves, entries, commits, failed_commits, commit_microseconds;
  uint64_t read;           /* units of work of reading tables: entries, and words played anew after take-backs */
  int most_read;           /* those of the round that read most */
  uint64_t memory;         /* now: bytes of the tables in memory */
  uint64_t moved, claimed; /* tables of rounds that another server had changed meanwhile; tables that were due and that
                            * no server had done */
  uint64_t notices_sent, notices_failed, notices_dropped;
  uint64_t commit_buckets[8]; /* commits that took at most 0.25, 0.5, 1, 2.5, 5, 10, 50 ms, and more */
};

/* Opens the database and takes up the tables that are not over. NULL with `*fault`. */
struct lobby *lobby_open(const struct lobby_settings *settings, struct fault *fault);
/* Stops the threads and closes the database; what was not committed is lost. There must be no watcher. NULL is allowed.
 */
void lobby_close(struct lobby *lobby);

/* True if since the last call a table was read that could not be read at once: requests whose answer comes `later` are
 * to be asked again. */
bool lobby_has_read(struct lobby *lobby);

/* Bytes of tables that were read into memory for the requests since the last call: the asker is to be charged for them.
 */
int64_t lobby_take_cost(struct lobby *lobby);

/* True if other servers may change the tables in the database. */
bool lobby_is_shared(const struct lobby *lobby);
/* False while a shared database has been silent for so long that this server does not know what others do: nothing is
 * read at it then. */
bool lobby_hears(const struct lobby *lobby);

/* True if requests should come: a shared database answers. */
bool lobby_is_ready(const struct lobby *lobby);

/* The number that stands for an address, or a network, at all servers of a shared database, and in it; 0: it is not
 * shared, or `address` is empty. */
uint64_t lobby_shared_address(const struct lobby *lobby, struct span address);

/* The requests that follow are this one's. */
void lobby_ask_as(struct lobby *lobby, struct lobby_asker asker);

/* The requests of docs/lookup/http.md, `body` as it came. They fill `*answer`, which is empty or was used before.
 * `table` is the id as it came; `token` is the text behind `Bearer`, of length 0 if there was none. It is the token of
 * a seat at this table, or of a player's device, which opens, sits down and acts for the player. At the table of a
 * rematch the token of a seat in the game before takes the seat that is kept for its holder. */
void lobby_create(struct lobby *lobby, struct span token, struct span body, struct answer *answer);
/* The same for a table that a tournament gives the deck of other tables, with its secret; NULL: it has its own. */
void lobby_create_paired(struct lobby *lobby, struct span token, struct span body, const struct shared_deck *deck,
                         const uint8_t *secret, struct answer *answer);
void lobby_list(struct lobby *lobby, struct answer *answer);
void lobby_record(struct lobby *lobby, struct span table, struct span token, struct answer *answer);
void lobby_state(struct lobby *lobby, struct span table, struct span token, struct answer *answer);

/* Carries out a request at the table `slot`, which is in memory; lobby_ask() finds it first, and in the end decides
 * when the answer may go. */
struct slot;
typedef void lobby_work(struct lobby *lobby, struct slot *slot, struct span token, struct span body,
                        struct answer *answer);
void lobby_ask(struct lobby *lobby, lobby_work *work, struct span table, struct span token, struct span body,
               struct answer *answer);
void lobby_sit(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer);
/* The same for a player to whom a tournament has given the seat: at the table of an encounter nobody else sits down,
 * and nobody there keeps an opponent away. */
void lobby_sit_paired(struct lobby *lobby, struct slot *slot, struct span token, struct span body,
                      struct answer *answer);
void lobby_recover(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer);
/* Makes the seat of a guest that of the player whose device's token is `token`. */
void lobby_keep_seat(struct lobby *lobby, struct slot *slot, struct span token, struct span body,
                     struct answer *answer);
void lobby_act(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer);
/* Adds or removes an address at which the holder of a seat wants notices that the table waits for them. */
void lobby_notice(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer);
/* Turns that the holder of a seat prepares for the next draw (lobby_prepared.c): the first takes one or withdraws it,
 * the second answers with those of the seat. */
void lobby_prepare(struct lobby *lobby, struct slot *slot, struct span token, struct span body, struct answer *answer);
void lobby_prepared(struct lobby *lobby, struct span table, struct span token, struct answer *answer);
/* What an invitation to a table says. */
struct lobby_invitation {
  char id[24];
  char host[NAME_SIZE]; /* the name of its opener; empty: they stood up */
  bool classic;         /* the game */
  int open;             /* seats on which nobody sits yet */
};

/* Fills it. False with the refusal if the table is not found, or is still being read (`answer->later`). */
bool lobby_invite(struct lobby *lobby, struct span table, struct lobby_invitation *invitation, struct answer *answer);

/* Returns true if the asker may see a table: while others play with the same deck only its own players see it.
 * Otherwise false with the refusal. */
bool lobby_shows(struct lobby *lobby, struct span table, struct span token, struct answer *answer);

/* Returns the version of what is stored of a finished table, without reading the table into memory. 0: it is not
 * finished, this round changes it, or it cannot be found. A table of a tournament has none, as its record can still get
 * the secret. What lobby_record(), lobby_state() and the log show of it is the same as long as the version is the same.
 */
int64_t lobby_final_version(struct lobby *lobby, struct span table);
/* True if the game of this finished table begins within the first entries, so that lobby_record() and lobby_state()
 * have something to show. Reads these entries alone. */
bool lobby_final_game(struct lobby *lobby, struct span table);

/* The requests of players (lobby_players.c), carried out by the club in the round. `player` is an id, or `me`. */
void lobby_create_player(struct lobby *lobby, struct span body, struct answer *answer);
void lobby_sign_in(struct lobby *lobby, struct span body, struct answer *answer);
void lobby_passkey_challenge(struct lobby *lobby, struct answer *answer);
/* Returns true if players may have passkeys at this server. */
bool lobby_takes_passkeys(const struct lobby *lobby);
/* The mail address of a player, a change of it, and what the link in a mail does; true if mails are sent. */
void lobby_player_mail(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
void lobby_act_on_mail(struct lobby *lobby, struct span player, struct span token, struct span body,
                       struct answer *answer);
void lobby_take_mail(struct lobby *lobby, struct span body, struct answer *answer);
bool lobby_sends_mails(const struct lobby *lobby);
void lobby_player(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
void lobby_act_as_player(struct lobby *lobby, struct span player, struct span token, struct span body,
                         struct answer *answer);
void lobby_player_tables(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
void lobby_player_statistics(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
void lobby_player_file(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
void lobby_player_games(struct lobby *lobby, struct span player, struct span token, const struct store_search *search,
                        struct answer *answer);

/* The requests of tournaments (lobby_hall.c), carried out by the hall in the round. `token` is that of a player's
 * device. */
void lobby_tournaments(struct lobby *lobby, struct span token, struct answer *answer);
void lobby_open_tournament(struct lobby *lobby, struct span token, struct span body, struct answer *answer);
void lobby_act_in_tournament(struct lobby *lobby, struct span tournament, struct span token, struct span body,
                             struct answer *answer);
void lobby_tournament(struct lobby *lobby, struct span tournament, struct answer *answer);
void lobby_standings(struct lobby *lobby, struct span tournament, struct answer *answer);
void lobby_standings_csv(struct lobby *lobby, struct span tournament, struct answer *answer);
void lobby_tournament_trf(struct lobby *lobby, struct span tournament, struct answer *answer);
/* `language`: 0 is English, 1 German, 2 Italian. */
void lobby_tournament_frame(struct lobby *lobby, struct span tournament, int language, struct answer *answer);
void lobby_tournament_log(struct lobby *lobby, struct span tournament, struct answer *answer);
/* Opens the table of an encounter, or sits down at it. */
void lobby_play_encounter(struct lobby *lobby, struct span tournament, struct span token, struct span body,
                          struct answer *answer);
/* Returns a number that changes with what is shown of a tournament; 0: it is not known. */
int64_t lobby_tournament_version(struct lobby *lobby, struct span tournament);

/* Answers with a page of a ladder. `pool` is a name as in src/rating, `season` one such as `2026-4` (empty: the present
 * one); `skip`: the players before the page. */
void lobby_ladder(struct lobby *lobby, struct span pool, struct span season, int64_t skip, struct answer *answer);

/* The friends, blocked players and challenges of a player; an action on them; the players of the seats of a table, for
 * the holder of one (lobby_people.c). */
void lobby_people(struct lobby *lobby, struct span player, struct span token, struct answer *answer);
void lobby_act_on_people(struct lobby *lobby, struct span player, struct span token, struct span body,
                         struct answer *answer);
void lobby_table_people(struct lobby *lobby, struct span table, struct span token, struct answer *answer);

/* Order (lobby_order.c). The holder of a seat reports somebody at the table. The host reads reports and acts, with the
 * player of a name (length 0: of none), and acts; the caller checks that it is the host. Everybody reads the head of
 * the log of acts. */
void lobby_report(struct lobby *lobby, struct span table, struct span token, struct span body, struct answer *answer);
void lobby_host(struct lobby *lobby, struct span name, struct answer *answer);
void lobby_act_as_host(struct lobby *lobby, struct span body, struct answer *answer);
void lobby_acts(struct lobby *lobby, struct answer *answer);

/* What each of many tables waits for from the holder of a token. */
void lobby_turns(struct lobby *lobby, struct span body, struct answer *answer);
/* The public key for push services, in base64url; NULL: no notices are sent. */
const char *lobby_push_key(const struct lobby *lobby);

/* Begins to watch. With a token, the holder of that seat counts as present until the watch ends. False with the
 * refusal in `*answer`: no such table, or a wrong token. */
bool lobby_watch(struct lobby *lobby, struct span table, struct span token, struct lobby_watcher *watcher,
                 struct answer *answer);
void lobby_unwatch(struct lobby *lobby, struct lobby_watcher *watcher);
/* From now on the list of tables counts this watcher, if it holds no seat, and names it (length 0: without a name).
 * False with the refusal in `*answer` if it is no name. */
bool lobby_show_watcher(struct lobby *lobby, struct lobby_watcher *watcher, struct span name, struct answer *answer);
/* Reads what others have stored of the table by now. False: there is more than could be read at once, or the database
 * does not answer. */
bool lobby_catch_up(struct lobby *lobby, const struct lobby_watcher *watcher);
/* The last stored entry's `seq`; 0 while the table cannot be read from the database. */
int64_t lobby_last(struct lobby *lobby, const struct lobby_watcher *watcher);
/* Bytes of the stored entries after `since`. */
size_t lobby_backlog(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t since);
/* An entry, 1 to lobby_last(), as JSON without a line end. It holds until the next call that takes `lobby`. */
struct span lobby_entry(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t seq);
/* The time of that entry, in milliseconds since 1970. */
int64_t lobby_entry_time(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t seq);

/* Appends the holders of seats who are away from the table, as the array `away` of docs/lookup/http.md; nothing while
 * the table cannot be read from the database. */
void lobby_away(struct lobby *lobby, const struct lobby_watcher *watcher, struct text *text);

/*
 * The log of a watched table as one object, `{"table":..,"seq":..,"setup":..,"entries":[...]}`, read in parts of any
 * size. Entries are taken from the table when they are read, so that a slow reader holds no copy of them. All zero is
 * one of which nothing is left to read. Its fields are for reading, `length` and `read` alone.
 */
struct lobby_log {
  size_t length, read; /* bytes of all of it, and of what was read */
  struct text head;    /* what stands before the entries */
  int64_t since, last; /* the entries behind the one, up to the other */
  int64_t piece;       /* the piece that is being read, and how much of it was */
  size_t piece_read;
};

/* Begins with the entries after `since`, up to the last that is stored; `*log` holds nothing yet. False while the table
 * cannot be read from the database. */
bool lobby_log_begin(struct lobby *lobby, const struct lobby_watcher *watcher, int64_t since, struct lobby_log *log);
/* Puts the next bytes of it, at most `most`, into `bytes` and gives their number: 0 when all was read, while the table
 * cannot be read from the database, or when the watcher `ends`. */
size_t lobby_log_read(struct lobby *lobby, const struct lobby_watcher *watcher, struct lobby_log *log, char *bytes,
                      size_t most);
/* Frees what it holds. */
void lobby_log_end(struct lobby_log *log);

/* Does what is due by the clock, takes up what computer players found, and asks those whose turn it is. To be called in
 * every round, before lobby_commit(). */
void lobby_tick(struct lobby *lobby);
/* Stores the round. True if it is stored, or there was nothing to store. Tables that another server had changed
 * meanwhile are left out: lobby_has_moved(). */
bool lobby_commit(struct lobby *lobby);
/* True if the last round was stored without what it had made of this table, or of any table if `table` is empty: the
 * requests that wait for it are to be asked again. */
bool lobby_has_moved(const struct lobby *lobby, struct span table);

/* Reads on in tables that other servers have changed, and sends the others hints of what the round has stored. To be
 * called in every round, after its answers have gone. */
void lobby_compare(struct lobby *lobby);

/* Once a second: asks a shared database for the time, and for tables that are due and that no server has done. To be
 * called in every round, after its answers have gone. */
void lobby_beat(struct lobby *lobby);

/* Milliseconds from now until lobby_tick(), lobby_compare() or lobby_beat() has something to do by the clock;
 * 60,000 at most. */
int lobby_wait(struct lobby *lobby);
/* A file that is readable when a computer player has found its turn; for poll() alone. */
int lobby_file(const struct lobby *lobby);

/* The figures as they stand. */
struct lobby_figures lobby_figures(const struct lobby *lobby);
/* Something of which what is stored cannot be true: the number of the table in the database (0: it is no table), and
 * why. */
struct lobby_damage {
  int64_t number;
  char reason[320];
};
/* The next one of them that was found since the start, each once; NULL: none. */
const struct lobby_damage *lobby_take_damage(struct lobby *lobby);
/* Returns why a rated game cannot be rated, and with it all later ones, once until ratings go on; otherwise NULL. */
const char *lobby_take_rating_fault(struct lobby *lobby);
/* Why the last one of those `not_archived` was not. */
const char *lobby_archive_fault(const struct lobby *lobby);
/* How often the database failed to store or to answer, and why it did the last time. */
uint64_t lobby_store_failures(const struct lobby *lobby);
const char *lobby_store_fault(const struct lobby *lobby);
/* True if the database answered what it was asked last, and stored the last round that had something to store. */
bool lobby_stores(const struct lobby *lobby);
/* Bytes of the database that are in use. */
int64_t lobby_bytes(struct lobby *lobby);
/* True if the database has as many bytes as it may: no table is created. */
bool lobby_is_full(struct lobby *lobby);
/* True if the database answers and the last round was stored; else `*fault`. */
bool lobby_healthy(struct lobby *lobby, struct fault *fault);

#endif
