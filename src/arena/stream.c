#include "arena/stream.h"

#include <assert.h>

uint64_t stream_next(uint64_t *stream) {
  uint64_t z = *stream += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint32_t stream_pick(uint64_t *stream, uint32_t bound) {
  assert(bound > 0);
  const uint32_t reject = -bound % bound;
  for (;;) {
    const uint64_t product = (stream_next(stream) >> 32) * bound;
    if ((uint32_t)product >= reject) return (uint32_t)(product >> 32);
  }
}

uint64_t stream_seed(uint64_t seed, uint64_t major, uint64_t minor) {
  uint64_t stream = seed;
  stream = stream_next(&stream) ^ major;
  stream = stream_next(&stream) ^ minor;
  return stream_next(&stream);
}
