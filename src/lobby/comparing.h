/*
 * Tables in memory are caches of what a shared database has of them (docs/understand/nodes.md). This file compares them
 * with it, and reads on in those that another server has changed.
 *
 * Each server sends hints of what it has stored, so that the others compare soon. A hint may be lost; the truth is the
 * database's answer, once a second for each table that somebody watches.
 */
#ifndef LOBBY_COMPARING_H
#define LOBBY_COMPARING_H

#include "lobby/loading.h"

/* Bounds of what is asked, and of what is believed without an answer. */
enum {
  COMPARING_SILENT = 4000, /* ms after which a server that heard nothing reads nothing either */
  COMPARING_MOST = 500     /* tables that one question is for, so that requests go on */
};

/* What a comparison found of a table. */
enum comparison {
  COMPARING_SAME,    /* it is as the database has it */
  COMPARING_READ_ON, /* another server had changed it, and all of that was read */
  COMPARING_BEHIND,  /* another server had changed it, and there is more to read */
  COMPARING_LOST     /* another server had changed it, and it cannot be read on: it is to leave the memory */
};

/* The tables that one question is for, and what was found of each. */
struct question {
  int count;
  struct slot *slots[COMPARING_MOST];
  enum comparison found[COMPARING_MOST];
};

/* A table in memory that others may change, in a ring by when it was compared. */
struct compared {
  struct slot *slot; /* NULL: the ring's beginning */
  struct compared *previous, *next;
  int64_t at;    /* when it was compared with the database last; 0: it is to be compared at once */
  int64_t seen;  /* when the database last answered that */
  int64_t words; /* changes in the database with the holders of seats and their addresses; 0: not known */
};

/* What it is given comes first. Fields are the module's own. */
struct comparing {
  struct store *store;
  struct hints *hints; /* NULL: the database is not shared, and no table is compared */
  struct loading *loading;
  struct notices *notices;
  struct presence *presence;

  struct compared ring;
  struct rows rows;
};

/* Begins, once what is given is set. `clock` in what follows is the time of a clock that only runs. */
void comparing_open(struct comparing *comparing);

/* A table came into memory; it leaves it. */
void comparing_begin(struct comparing *comparing, struct slot *slot, int64_t clock);
void comparing_end(struct comparing *comparing, const struct slot *slot);

/* Sends the other servers the hint that a table was changed. */
void comparing_tell(const struct comparing *comparing, const struct slot *slot);
/* Takes the hint of another server that it has changed the table of this id, which stands behind the letter
 * COMPARING_CHANGED. The table is compared with the next question. */
#define COMPARING_CHANGED 'g'
void comparing_hear(struct comparing *comparing, const struct slots *slots, struct span id);

/* True if the table is in memory and was compared with the database lately. */
bool comparing_is_fresh(const struct comparing *comparing, const struct slot *slot, int64_t clock);
/* True if the table is in memory, with all that the last comparison has shown of it. */
bool comparing_is_whole(const struct comparing *comparing, const struct slot *slot);
/* True if the table is in memory, others may change it, and the database was asked about it more than `age` ms ago. */
bool comparing_is_older(const struct comparing *comparing, const struct slot *slot, int64_t age, int64_t clock);

/* Puts one table into a question; or the tables for which it is time: those that somebody watches, or of which a hint
 * came. */
void comparing_name(struct question *question, struct slot *slot);
void comparing_collect(struct comparing *comparing, struct question *question, int64_t clock);
/* Asks the database about the tables of a question, and reads on at those that have moved on. False: it does not
 * answer. */
bool comparing_ask(struct comparing *comparing, struct question *question, int64_t clock);

/* Milliseconds until comparing_collect() finds something; `most` at most. */
int64_t comparing_wait(const struct comparing *comparing, int64_t most, int64_t clock);

#endif
