/*
 * What the tests of the lobby share: a server's lobby in a folder of its own, with a clock that the test sets, and
 * requests of its tables. Bodies are written with ' in place of ". All texts that these functions return belong to the
 * lab, which frees them when it is closed.
 */
#ifndef TESTS_LOBBY_LAB_H
#define TESTS_LOBBY_LAB_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <sqlite3.h>

#include "base/encoding.h"
#include "chance/proof.h"
#include "cli/cmocka_base.h"
#include "lobby/lobby_tables.h"

enum { HOUR = 3600 * 1000 };

struct lab {
  char folder[64], path[96], key_path[112], archive[112];
  int64_t now;
  int most_tables;
  int64_t most_bytes, most_memory, keep;
  struct lobby_limits limits;
  enum lobby_notices notices;
  struct lobby *lobby;  /* that is asked */
  struct answer answer; /* to the last request */
  json_t *json;         /* of it */
  int ids;              /* that were used */
  char **kept;          /* what the lab frees */
  size_t kept_count;
};

/* The kinds of a second seat. */
extern const char open_seat[], level_1[];

/* A test that has a `struct lab *lab` of its own. */
#define IN_A_LAB(name) TEST_OF(name, struct lab, lab, lab_set_up, lab_tear_down)
int lab_set_up(void **state);
int lab_tear_down(void **state);

/* Opens a lab, with its settings, in a new folder; closes it, and returns 0 if nothing but the database was there. */
void lab_open(struct lab *lab);
int lab_close(struct lab *lab);

/* Frees what a lab has besides its lobby and folder. */
void lab_forget(struct lab *lab);

/* Opens the lobby with the settings of the lab. */
void open_tables(struct lab *lab);

/* As after a crash: nothing of the memory is left. */
void reopen(struct lab *lab);

/* A round, which is stored. */
void round_ends(struct lab *lab);

/* Waits until a computer player has found its turn; the next tick takes it up. */
void found_turn(const struct lab *lab);

/* A minute goes by after the other, each with a round. */
void pass_minutes(struct lab *lab, int minutes);

/* Carries out a statement of SQL beside the server. */
void execute(const struct lab *lab, const char *statement);

/* The number that a query of the database gives. */
int rows(const struct lab *lab, const char *query);

/* Somebody else holds the database for writing, until the connection is closed. */
sqlite3 *lock(const struct lab *lab);

/* ---- Requests ---- */

/* The text is the lab's from now on. */
struct text keep(struct lab *lab, struct text text);
struct text text_of(struct lab *lab, const char *string);

/* Reads the answer; it has this code. */
void expect(struct lab *lab, enum answer_code code);

/* What the answer tells under a name. */
struct text told(struct lab *lab, const char *name);
int64_t seq(const struct lab *lab);

/* The requests that follow come from this address of this network. */
void ask_as(struct lab *lab, uint64_t address, uint64_t network);

/* The body by which Ann opens a public table of a person and `second`, with `more` members of the setup. */
const char *create_body(struct lab *lab, const char *second, const char *more);

/* Opens a table: its id and the token of seat 1. */
void create_with(struct lab *lab, const char *second, const char *more, struct text *table, struct text *token);
void create(struct lab *lab, const char *second, struct text *table, struct text *token);

/* A request to open a table that is refused, or granted, by this code. */
void create_again(struct lab *lab, const char *body, enum answer_code code);

/* Bob sits down. `token`: of the seat that he had in the game before, or NULL. */
void sit_as(struct lab *lab, const struct text *table, const struct text *token, enum answer_code code);
void sit(struct lab *lab, const struct text *table, enum answer_code code);

/* An action by its members and an id, by one of its own where there is none. `token` is NULL for a watcher. */
void act_as(struct lab *lab, const struct text *table, const struct text *token, const char *id, const char *members,
            enum answer_code code);
void act(struct lab *lab, const struct text *table, const struct text *token, const char *members,
         enum answer_code code);

/* The same requests without a look at the answer: its code. */
enum answer_code try_sit(struct lab *lab, struct span table, const struct text *token, const char *name);
enum answer_code try_act(struct lab *lab, struct span table, const struct text *token, const char *members);

/* Takes a seat over by its recovery word. */
void recover(struct lab *lab, const struct text *table, const char *id, const char *word, enum answer_code code);

/* Asks what the table waits for, with this token. */
void ask_turns(struct lab *lab, const struct text *table, const char *token);

/* Seats 1 and 2, those that have a token, give their shares of chance, and the game begins. */
void begin(struct lab *lab, const struct text *table, const struct text *one, const struct text *two);

/* Creates a table, at which Bob sits down: its id, the tokens of both. */
void create_for_two(struct lab *lab, const char *more, struct text *table, struct text *token, struct text *bob);

/* How many tables the list tells of. */
size_t listed(struct lab *lab);

/* ---- Logs ---- */

void wake_nobody(struct lobby_watcher *watcher);
void note_wake(struct lobby_watcher *watcher); /* adds one to the int that is its context */

/* Begins to watch a table; `token` is NULL for somebody without a seat. */
void watch(struct lab *lab, const struct text *table, const struct text *token, struct lobby_watcher *watcher);

/* There is no table of this id to be read. */
void expect_no_log(struct lab *lab, const struct text *table);

/* The log with the entries after `since` as it is told now, read in parts of `most` bytes, up to 64; lab->json, too. */
struct text log_in_parts(struct lab *lab, const struct text *table, int64_t since, size_t most);

/* The whole log as it is told now. */
struct text log_of(struct lab *lab, const struct text *table);

#endif
