/* What libFuzzer calls to change inputs of one form (request_mutator.c, json_mutator.c, game_mutator.c), and what these
 * share. */
#ifndef FUZZ_MUTATOR_H
#define FUZZ_MUTATOR_H

#include "base/reader.h"
#include "base/text.h"

/* The entries that libFuzzer calls: each returns the length of what it wrote, at most `most` bytes. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *bytes, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t most, unsigned seed);
/* libFuzzer's own: changes some bytes. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

struct dice_box {
  uint32_t state;
};

struct dice_box dice_of(unsigned seed);
/* A number from 0 to `bound` - 1; `bound` is at least 1. */
uint32_t below(struct dice_box *dice, size_t bound);

/* Appends the whole with other bytes in place of a part of it. */
void add_replaced(struct text *out, struct span whole, struct span part, struct span other);
/* Moves what was written to `bytes`, cut at `most`, and releases it; its length. */
size_t give(struct text *out, uint8_t *bytes, size_t most);

#endif
