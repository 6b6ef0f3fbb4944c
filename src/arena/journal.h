/*
 * The files that a match writes as it goes: its records, and a state from which it goes on after an interruption. The
 * state is a line of JSON that tells the match, then one for each game in the order of the schedule.
 */
#ifndef ARENA_JOURNAL_H
#define ARENA_JOURNAL_H

#include <stdio.h>

#include "arena/standings.h"

/* All zero is one that writes nothing. Closed with journal_close(). */
struct journal {
  FILE *state, *records;
};

/*
 * Opens the files; either path may be NULL. If there is a state, its outcomes are added to `standings`, which is empty,
 * and the records are cut to what belongs to them. False with `*fault`: a file cannot be opened, or holds another
 * match; then nothing is open and no file was changed.
 */
bool journal_open(struct journal *journal, const char *state, const char *records, struct standings *standings,
                  struct fault *fault);
/* Writes the game of the match that follows those written so far. False with `*fault` if that fails. */
bool journal_add(struct journal *journal, const struct match *match, const struct outcome *outcome,
                 const struct text *record, struct fault *fault);
/* False with `*fault` if something could not be written. */
bool journal_close(struct journal *journal, struct fault *fault);

#endif
