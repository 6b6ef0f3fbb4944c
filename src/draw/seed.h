/* A small stream of pseudo-random numbers (SplitMix64) for decoration that is the same in every run. */
#ifndef TESSERA_DRAW_SEED_H
#define TESSERA_DRAW_SEED_H

#include <stdint.h>

typedef struct seed_stream {
  uint64_t state;
} seed_stream;

/* A stream for a tile id or another text, zero-terminated. */
seed_stream seed_of_text(const char *text);
/* A stream for two numbers, such as a cell. */
seed_stream seed_of_pair(int a, int b);
/* The next number of a stream, 0 <= n < limit. */
int seed_below(seed_stream *stream, int limit);
/* The next number of a stream, low <= n <= high. */
int seed_between(seed_stream *stream, int low, int high);

#endif
