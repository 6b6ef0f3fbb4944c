#include "draw/seed.h"

#include "base/random.h"

seed_stream seed_of_text(const char *text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return (seed_stream){hash};
}

seed_stream seed_of_pair(int a, int b) { return (seed_stream){(uint64_t)(uint32_t)a << 32 | (uint32_t)b}; }

/* Some numbers are likelier by one in 2^50, which no picture shows. */
int seed_below(seed_stream *stream, int limit) { return (int)(random_next(&stream->state) % (uint64_t)limit); }

int seed_between(seed_stream *stream, int low, int high) { return low + seed_below(stream, high - low + 1); }
