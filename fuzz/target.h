/* The entry point that libFuzzer and fuzz/standalone.c call; each target defines it. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "base/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* True if the target can read something from an input; tile_set and match_report define it for their mutator. */
bool target_reads(struct span input);

#endif
