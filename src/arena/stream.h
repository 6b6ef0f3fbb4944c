/* Random numbers of the arena: SplitMix64, one word of state, and any seed is a good one. */
#ifndef ARENA_STREAM_H
#define ARENA_STREAM_H

#include <stdint.h>

/* The next number of the stream. */
uint64_t stream_next(uint64_t *stream);
/* One of 0 .. bound - 1, each as likely (bound > 0). */
uint32_t stream_pick(uint64_t *stream, uint32_t bound);
/* The seed of something that is told by two numbers; different ones give streams that have nothing in common. */
uint64_t stream_seed(uint64_t seed, uint64_t major, uint64_t minor);

#endif
