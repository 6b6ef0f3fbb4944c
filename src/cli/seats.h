/* Who sits at the table: people and computer players, as `--players` names them. */
#ifndef CLI_SEATS_H
#define CLI_SEATS_H

#include "notation/history.h"
#include "players/player.h"

enum { SEAT_NAME_SIZE = 48 };

struct seat {
  char name[SEAT_NAME_SIZE];
  bool human;
  struct player player; /* open when not human */
};

struct seats {
  int count;
  struct seat at[TESS_MAX_PLAYERS];
};

/*
 * Reads `KIND,KIND,...`, two to five, each `human` or a kind of player, or NAME=KIND; `humans` tells whether people
 * are allowed. Names that are not given are the kinds', numbered where they repeat. The players' streams follow from
 * `seed`. False with `*fault`; else seats_close() frees them.
 */
bool seats_read(struct seats *seats, const char *list, bool humans, uint64_t seed, struct fault *fault);
void seats_close(struct seats *seats);

/* Starts the computer players' streams anew. */
void seats_seed(struct seats *seats, uint64_t seed);

/* Takes the step that is due on a game that is not over: chance by the game's streams, the rest of a turn up to its
 * battles by the computer player whose turn it is, who must be none of the people. */
void seats_step(struct seats *seats, struct history *history);

/* True when the step that is due is a person's choice. */
bool seats_wait_for_human(const struct seats *seats, const struct history *history);

#endif
