/* Checks what a record claims about its chance (docs/understand/fairness.md). */
#ifndef CHANCE_PROOF_H
#define CHANCE_PROOF_H

#include "chance/fair_chance.h"
#include "notation/record.h"

/* The claims about a game's chance. */
struct proof {
  uint8_t commitment[FAIR_HASH];
  bool revealed; /* the secret is known */
  uint8_t secret[FAIR_SECRET];
  struct fair_contribution contributions[TESS_MAX_PLAYERS]; /* by seat */
  bool first_by_chance;                                     /* the first player was drawn, not chosen */
};

/* Reads the contributions of all seats in the form of the tag. Returns false with `*fault` filled if they are
 * malformed. */
bool proof_read_contributions(struct span value, int seats, struct proof *proof, struct fault *fault);

/* Sets the tags of a record with `seats` players. */
void proof_write(const struct proof *proof, int seats, struct record *record);

/* The number of games that were checked, and of the random numbers in them. */
struct proof_count {
  int games, draws, throws, firsts;
};

/* Replays the record and checks the commitment, the first player, every draw and every throw against its tags. Returns
 * false with `*fault` filled, which names what the record lacks or the first number that differs. What was correct is
 * added to `*count`. */
bool proof_check(const struct record *record, const struct set_library *library, struct proof_count *count,
                 struct fault *fault);
/* The same for a game that the caller followed step by step; `proof` holds what the caller observed, instead of
 * tags. */
bool proof_check_history(const struct proof *proof, const struct history *history, struct proof_count *count,
                         struct fault *fault);
/* The same for all games of a file, up to the first that is not correct. The file must have at least one game. */
bool proof_check_file(struct span file, const struct set_library *library, struct proof_count *count,
                      struct fault *fault);

#endif
