#include "draw/seed.h"

static uint64_t next(seed_stream *stream) {
  uint64_t z = stream->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

seed_stream seed_of_text(const char *text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return (seed_stream){hash};
}

seed_stream seed_of_pair(int a, int b) { return (seed_stream){(uint64_t)(uint32_t)a << 32 | (uint32_t)b}; }

int seed_below(seed_stream *stream, int limit) { return (int)(next(stream) % (uint64_t)limit); }

int seed_between(seed_stream *stream, int low, int high) { return low + seed_below(stream, high - low + 1); }
