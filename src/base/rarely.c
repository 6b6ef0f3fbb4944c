#include "base/rarely.h"

#include <stdint.h>

#ifdef TESSERA_RARELY

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/guard.h"

enum { RARELY_ONE_OF = 12, RARELY_NAMES = 64 };

static struct {
  pthread_mutex_t mutex;
  bool begun;
  uint64_t seed;
  struct rare_branch {
    const char *name;
    uint64_t asked, taken;
  } branches[RARELY_NAMES];
  int count;
} rarely = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void add_to_file(const char *name, uint64_t count) {
  const char *path = getenv("TESSERA_RARELY_TAKEN");
  FILE *file = path == NULL || count == 0 ? NULL : fopen(path, "ae");
  if (file == NULL) return;
  fprintf(file, "%s %llu\n", name, (unsigned long long)count);
  fclose(file);
}

static void keep_taken(void) {
  for (int i = 0; i < rarely.count; i++)
    if (rarely.branches[i].taken > 1) add_to_file(rarely.branches[i].name, rarely.branches[i].taken - 1);
}

bool rarely_is_taken(const char *name) {
  bool taken = false;
  pthread_mutex_lock(&rarely.mutex);
  if (!rarely.begun) {
    const char *seed = getenv("TESSERA_RARELY");
    rarely.begun = true;
    rarely.seed = seed == NULL ? 0 : strtoull(seed, NULL, 10);
    if (rarely.seed != 0) atexit(keep_taken);
  }
  if (rarely.seed != 0) {
    int at = 0;
    while (at < rarely.count && strcmp(rarely.branches[at].name, name) != 0) at++;
    CHECK(at < RARELY_NAMES);
    if (at == rarely.count) rarely.branches[rarely.count++].name = name;
    struct rare_branch *branch = &rarely.branches[at];
    const uint64_t hash = FNV_BEGIN ^ (rarely.seed * 0x9e3779b97f4a7c15u) ^ (++branch->asked * 0xbf58476d1ce4e5b9u);
    taken = (fnv_add_bytes(hash, name, strlen(name)) >> 20) % RARELY_ONE_OF == 0;
    branch->taken += taken;
    if (taken && branch->taken == 1) add_to_file(name, 1); /* a process may be killed later */
  }
  pthread_mutex_unlock(&rarely.mutex);
  return taken;
}

#endif
