/*
 * Chance that can be proved afterwards (docs/understand/fairness.md): first player, draws and throws follow from a
 * secret to which the server has committed itself and from what the players contributed.
 */
#ifndef CHANCE_FAIR_CHANCE_H
#define CHANCE_FAIR_CHANCE_H

#include "tessera/tessera.h"

/* Bytes of a secret, of the hashes that commit to something, and of a contribution. */
enum { FAIR_SECRET = 32, FAIR_HASH = 32, FAIR_CONTRIBUTION = 16 };

/* What a seat adds to the chance of a game. */
struct fair_contribution {
  bool given; /* false for a computer player's seat */
  uint8_t bytes[FAIR_CONTRIBUTION];
};

/* From which all chance of one game comes; as secret as the secret. */
struct fair_key {
  uint8_t bytes[FAIR_HASH];
};

/* What is published of a secret before anybody contributes. */
void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_HASH]);

/* What a seat, 0-based, publishes of its contribution before anybody tells theirs; it holds under this commitment
 * alone. */
void fair_seal(const uint8_t commitment[FAIR_HASH], int seat, const uint8_t contribution[FAIR_CONTRIBUTION],
               uint8_t out[FAIR_HASH]);

/* The secret that follows when somebody has not told what they had sealed. `secret` and `out` may be the same. */
void fair_renew(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_SECRET]);

/* The key of a game; `contributions` are by seat, `seats` of them. */
struct fair_key fair_key_of(const uint8_t secret[FAIR_SECRET], const struct fair_contribution *contributions,
                            int seats);

/* The seat that begins where chance decides, 0-based. */
int fair_first(const struct fair_key *key, int seats);

/* The kind of the tile that is the `number`-th taken off the stack, from 1 and those put out counted, among the tiles
 * that the next draw can give (tess_game_due()), in TESS_PHASE_DRAW with tiles left. */
int fair_draw(const struct fair_key *key, uint32_t number, const tess_game *game);

/* The game's `number`-th throw, from 1, in TESS_PHASE_THROW. */
tess_throw fair_throw(const struct fair_key *key, uint32_t number, const tess_game *game);

#endif
