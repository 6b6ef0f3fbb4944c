/*
 * Checks the chance of a game for a program at a table of a server (docs/understand/fairness.md). It keeps the
 * contributions, seals and commitments that the program has seen and sent. At the end it checks whether the game
 * followed from them. It does not trust the server's record, only what the program has seen itself.
 */
#ifndef CLI_BOT_CHANCE_H
#define CLI_BOT_CHANCE_H

#include <jansson.h>

#include "chance/proof.h"
#include "notation/history.h"

/* The program's own contribution, and the commitment for which it was made. */
struct bot_contribution {
  bool given; /* false: there is none yet */
  uint8_t commitment[FAIR_HASH];
  uint8_t bytes[FAIR_CONTRIBUTION];
};

/* The seals of all players under a commitment, by seat. */
struct bot_seals {
  bool given; /* false: not all players have sealed */
  uint8_t commitment[FAIR_HASH];
  uint8_t seals[TESS_MAX_PLAYERS][FAIR_HASH];
};

/* All members zero: nothing is known yet. Callers set only `own` and `before`, and read the rest. */
struct bot_chance {
  struct bot_contribution own;
  struct bot_seals before; /* the seals in another log of the table that was read before this one */
  struct proof seen;       /* the valid commitment, the revealed contributions, and at the end the secret */
  bool known;              /* the commitment is known */
  bool confirmed;          /* the log contains the commitment of the own contribution */
  int players;
  bool seated[TESS_MAX_PLAYERS], computer[TESS_MAX_PLAYERS], sealed[TESS_MAX_PLAYERS]; /* by seat */
  uint8_t seals[TESS_MAX_PLAYERS][FAIR_HASH];
  bool all_sealed;   /* all players have sealed under the valid commitment */
  bool begun;        /* the game has begun */
  struct text laid;  /* the game for which the table was set up, as words of `newgame`; with `first` if the set-up names
                        the first player */
  struct text lines; /* the words of the game before each take-back, one line each */
};

/* Releases what it holds. */
void bot_chance_free(struct bot_chance *chance);

/* Handles an entry of the log; `seat` (1-based) is the program's own. Returns false with `*fault` filled if the entry
 * breaks a promise. A revealed contribution must be the sealed one. The seals must equal `before` under the same
 * commitment. The players must not change after all have sealed. The game must start with all sealed contributions, and
 * under the contribution's own commitment. */
bool bot_chance_entry(struct bot_chance *chance, int seat, const json_t *entry, struct fault *fault);
/* Records the words of the game that are about to be taken back, each followed by a line feed. */
void bot_chance_undone(struct bot_chance *chance, struct span words);

/* Returns the value of `before` for a log that is read instead of this one. */
struct bot_seals bot_chance_settled(const struct bot_chance *chance);

/* True if this seat (1-based) must seal a contribution now, because all seats are taken. */
bool bot_chance_must_seal(const struct bot_chance *chance, int seat);
/* Makes the own contribution from these bytes, for the valid commitment. Returns false with `*fault` filled if there is
 * already a contribution for a commitment that the log does not contain. */
bool bot_chance_contribute(struct bot_chance *chance, const uint8_t bytes[FAIR_CONTRIBUTION], struct fault *fault);
/* True if this seat must reveal its contribution now, because all players have sealed. */
bool bot_chance_must_tell(const struct bot_chance *chance, int seat);
/* True if the log contains the seal of the own contribution for seat `seat` (1-based). */
bool bot_chance_has_sealed(const struct bot_chance *chance, int seat);
/* Computes the seal of the own contribution for seat `seat` (1-based). */
void bot_chance_seal(const struct bot_chance *chance, int seat, uint8_t seal[FAIR_HASH]);

/* Call it when the game is over: true if the first player, all draws and all throws follow from the chance, also those
 * that were taken back. The game that the program followed is `history`; `*count` receives the numbers of checked
 * decisions. */
bool bot_chance_check(const struct bot_chance *chance, int seat, const struct history *history,
                      struct proof_count *count, struct fault *fault);
/* True if the server's record has the same game and the same chance. */
bool bot_chance_compare(const struct bot_chance *chance, const struct history *history, struct span record,
                        const struct set_library *sets, struct fault *fault);

#endif
