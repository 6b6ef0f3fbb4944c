/* What a record says of its chance, and whether it is true (docs/understand/fairness.md). */
#ifndef PROOF_PROOF_H
#define PROOF_PROOF_H

#include "chance/fair_chance.h"
#include "notation/record.h"

/* What is told of a game's chance. */
struct proof {
  uint8_t commitment[FAIR_HASH];
  bool revealed; /* the secret is told */
  uint8_t secret[FAIR_SECRET];
  struct fair_contribution contributions[TESS_MAX_PLAYERS]; /* by seat */
  bool first_by_chance;                                     /* the first player was drawn, and not chosen */
};

/* Reads the contributions of all seats as the tag has them; false with `*fault`. */
bool proof_read_contributions(struct span value, int seats, struct proof *proof, struct fault *fault);

/* Sets the tags of a record of `seats` players. */
void proof_write(const struct proof *proof, int seats, struct record *record);

/* Games that were checked, and how many numbers of chance were in them. */
struct proof_count {
  int games, draws, throws, firsts;
};

/* Replays the record and checks the commitment, the first player, every draw and every throw against its tags. False
 * with `*fault` saying what the record lacks, or the first number that differs. What is true is added to `*count`. */
bool proof_check(const struct record *record, const struct set_library *library, struct proof_count *count,
                 struct fault *fault);
/* The same for a game that was followed word by word, with what was seen of its chance in place of tags. */
bool proof_check_history(const struct proof *proof, const struct history *history, struct proof_count *count,
                         struct fault *fault);
/* The same for all games of a file, of which there must be one, up to the first that is not right. */
bool proof_check_file(struct span file, const struct set_library *library, struct proof_count *count,
                      struct fault *fault);

#endif
