/*
 * Computer players. A player sees a game as the people at the table do: never the order of the stack, nor the dice to
 * come. Its choices follow from the game, its kind and its own random stream alone.
 */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "tessera/tessera.h"

struct player;

/* A way to play. The functions are called when the game is in the phase that they answer. */
struct player_kind {
  const char *name;    /* as users write it: "random" */
  const char *summary; /* one English line for lists */
  tess_placement (*placement)(struct player *player, const tess_game *game);
  tess_decision (*decision)(struct player *player, const tess_game *game);
};

/* One player at one table. */
struct player {
  const struct player_kind *kind;
  uint64_t random;  /* state of the own stream */
  tess_game *trial; /* a game to try moves on, and a second one to try throws on */
  tess_game *battle;
  tess_undo *undo;
};

/* The kinds, `*count` of them; the array lives as long as the program. */
const struct player_kind *player_kinds(size_t *count);

/* The kind with this name, or NULL. */
const struct player_kind *player_kind_find(const char *name);

/* Makes a player whose stream starts from `seed`. False when memory is short; else player_close() frees it. */
bool player_open(struct player *player, const struct player_kind *kind, uint64_t seed);
void player_close(struct player *player);

/* The placement that the player chooses in TESS_PHASE_PLACE. */
tess_placement player_placement(struct player *player, const tess_game *game);

/* The decision that the player chooses in TESS_PHASE_MEEPLE. */
tess_decision player_decision(struct player *player, const tess_game *game);

/* The next number of the player's stream, and one of 0 .. bound - 1, each as likely (bound > 0). */
uint64_t player_random(struct player *player);
uint32_t player_pick(struct player *player, uint32_t bound);

#endif
