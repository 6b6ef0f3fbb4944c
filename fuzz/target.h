/* The entry that libFuzzer and fuzz/standalone.c call; each target defines it. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "base/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* True if the target reads something from an input; of tile_set and match_report, for their mutator. */
bool target_reads(struct span input);

#endif
