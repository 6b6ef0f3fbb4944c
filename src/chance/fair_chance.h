/*
 * Chance that can be verified afterwards (docs/understand/fairness.md): first player, draws and throws are computed
 * from a secret, to which the server has committed itself, and the contributions of the players.
 */
#ifndef CHANCE_FAIR_CHANCE_H
#define CHANCE_FAIR_CHANCE_H

#include "tessera/tessera.h"

/* Size of a secret, of the hashes that commit to something, and of a contribution, in bytes. */
enum { FAIR_SECRET = 32, FAIR_HASH = 32, FAIR_CONTRIBUTION = 16 };

/* The contribution of a seat to the chance of a game. */
struct fair_contribution {
  bool given; /* false for the seat of a computer player */
  uint8_t bytes[FAIR_CONTRIBUTION];
};

/* The key from which all chance of a game is computed. It must be kept as secret as the secret itself. */
struct fair_key {
  uint8_t bytes[FAIR_HASH];
};

/* The commitment to a secret, which is published before any player contributes. */
void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_HASH]);

/* The commitment of a seat (0-based) to its contribution, which it publishes before any contribution is revealed. It is
 * valid only together with this server's commitment. */
void fair_seal(const uint8_t commitment[FAIR_HASH], int seat, const uint8_t contribution[FAIR_CONTRIBUTION],
               uint8_t out[FAIR_HASH]);

/* The secret that replaces `secret` when a seat has not revealed its sealed contribution. `secret` and `out` may be the
 * same. */
void fair_renew(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_SECRET]);

/* The secret of a deck that the tables of a round of a tournament share: the `number`-th with which an encounter of
 * the round begins a game, from 1. `secret` is the tournament's. */
void fair_deck(const uint8_t secret[FAIR_SECRET], uint32_t round, uint32_t number, uint8_t out[FAIR_SECRET]);

/* The key of a game from the secret and the contributions of `seats` seats. */
struct fair_key fair_key_of(const uint8_t secret[FAIR_SECRET], const struct fair_contribution *contributions,
                            int seats);

/* The first seat (0-based) if chance decides it. */
int fair_first(const struct fair_key *key, int seats);

/* The kind of the `number`-th tile (1-based, discarded tiles included) that is taken from the stack: one of those that
 * may be drawn now (tess_game_due()). For TESS_PHASE_DRAW with tiles left. */
int fair_draw(const struct fair_key *key, uint32_t number, const tess_game *game);

/* The `number`-th throw (1-based) of the game, for TESS_PHASE_THROW. */
tess_throw fair_throw(const struct fair_key *key, uint32_t number, const tess_game *game);

#endif
