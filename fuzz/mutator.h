/* The functions that libFuzzer calls to mutate inputs of one form (in request_mutator.c, json_mutator.c,
 * game_mutator.c), and helpers that these files share. */
#ifndef FUZZ_MUTATOR_H
#define FUZZ_MUTATOR_H

#include "base/reader.h"
#include "base/text.h"

/* libFuzzer calls these; each writes at most `most` bytes and returns the length. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *bytes, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t most, unsigned seed);
/* Defined by libFuzzer: changes some bytes. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

struct dice_box {
  uint32_t state;
};

struct dice_box dice_of(unsigned seed);
/* A random number from 0 to `bound` - 1; `bound` is at least 1. */
uint32_t below(struct dice_box *dice, size_t bound);

/* Appends `whole` with `part` replaced by `other`. */
void add_replaced(struct text *out, struct span whole, struct span part, struct span other);
/* Copies the text to `bytes`, cut at `most`, frees the text, and returns the length. */
size_t give(struct text *out, uint8_t *bytes, size_t most);

#endif
