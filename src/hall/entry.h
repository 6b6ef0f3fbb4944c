/* The log of a tournament: what each type of entry says, and what it changes in the competition. Nothing else changes
 * one. */
#ifndef HALL_ENTRY_H
#define HALL_ENTRY_H

#include "hall/competition.h"

/* Returns the word that the log has for why an encounter is decided. */
const char *decided_why_word(enum decided_why why);
/* Applies the next entry. Returns false with `*fault` if it is none that can follow; the competition is unusable then.
 */
bool entry_apply(struct competition *competition, struct span entry, struct fault *fault);
/* Returns a hash of an entry. */
uint64_t entry_print(struct span entry);

#endif
