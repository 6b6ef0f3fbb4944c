/*
 * What a program at a table of a server has seen and given of the chance of its game, and whether the game followed
 * from it (docs/understand/fairness.md). It believes no record of the server: it checks what it saw.
 */
#ifndef CLI_BOT_CHANCE_H
#define CLI_BOT_CHANCE_H

#include <jansson.h>

#include "notation/history.h"
#include "proof/proof.h"

/* A commitment under which the program has a share of chance. */
struct bot_share {
  bool given; /* false: none yet */
  uint8_t commitment[FAIR_HASH];
  uint8_t bytes[FAIR_CONTRIBUTION];
};

/* What everybody had sealed under a commitment, by seat. */
struct bot_seals {
  bool given; /* false: not everybody had */
  uint8_t commitment[FAIR_HASH];
  uint8_t seals[TESS_MAX_PLAYERS][FAIR_HASH];
};

/* All zero is one of which nothing is known yet. Fields are for reading, but for `own` and `before`. */
struct bot_chance {
  struct bot_share own;
  struct bot_seals before; /* what another log of the table had told, which was read before this one */
  struct proof seen;       /* the commitment that holds, the shares that were told, the secret at the end */
  bool known;              /* the commitment is */
  bool confirmed;          /* the log has told the commitment of the own share */
  int players;
  bool seated[TESS_MAX_PLAYERS], computer[TESS_MAX_PLAYERS], sealed[TESS_MAX_PLAYERS]; /* by seat */
  uint8_t seals[TESS_MAX_PLAYERS][FAIR_HASH];
  bool all_sealed; /* everybody has sealed under the commitment that holds */
  bool begun;      /* the game */
  struct text
      laid; /* the game for which the table was set up, as words of `newgame`; with `first` if it lays that down */
  struct text lines; /* the words of the game before each take-back, a line each */
};

/* Releases what it holds. */
void bot_chance_free(struct bot_chance *chance);

/* Takes an entry of the log. False with `*fault` if it breaks what was promised: another share than the one that was
 * sealed, other seals than `before` under the same commitment, a change of who plays after everybody has sealed, a
 * start without a share that was sealed or under another commitment than its own. Seat `seat`, from 1, is the program's
 * own. */
bool bot_chance_entry(struct bot_chance *chance, int seat, const json_t *entry, struct fault *fault);
/* Notes the words of the game that are about to be taken back, a line feed after each. */
void bot_chance_undone(struct bot_chance *chance, struct span words);

/* What is to be `before` for a log that is read in place of this one. */
struct bot_seals bot_chance_settled(const struct bot_chance *chance);

/* True if this seat, from 1, is to seal a share: all seats are taken. */
bool bot_chance_must_seal(const struct bot_chance *chance, int seat);
/* Makes the own share of these bytes, for the commitment that holds. False with `*fault` if there is one for a
 * commitment that the log does not tell. */
bool bot_chance_share(struct bot_chance *chance, const uint8_t bytes[FAIR_CONTRIBUTION], struct fault *fault);
/* True if this seat is to tell its share: everybody has sealed. */
bool bot_chance_must_tell(const struct bot_chance *chance, int seat);
/* True if the log tells the seal of the own share for seat `seat`, from 1. */
bool bot_chance_has_sealed(const struct bot_chance *chance, int seat);
/* The seal of the own share for seat `seat`, from 1. */
void bot_chance_seal(const struct bot_chance *chance, int seat, uint8_t seal[FAIR_HASH]);

/* Once the game is over: true if first player, draws and throws are those of chance, also those that were taken back.
 * `history` is the game that the program followed; `*count` receives what was checked in it. */
bool bot_chance_check(const struct bot_chance *chance, int seat, const struct history *history,
                      struct proof_count *count, struct fault *fault);
/* True if the server's record tells that game, and that chance. */
bool bot_chance_compare(const struct bot_chance *chance, const struct history *history, struct span record,
                        const struct set_library *sets, struct fault *fault);

#endif
