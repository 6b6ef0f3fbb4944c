#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

void memory_short(void) {
  fputs("tessera: out of memory\n", stderr);
  abort();
}

static void *not_null(void *memory) {
  if (memory == NULL) memory_short();
  return memory;
}

void *memory_new(size_t size) { return not_null(malloc(size)); }

void *memory_resize(void *memory, size_t size) { return not_null(realloc(memory, size)); }

void *memory_zeroed(size_t size) { return not_null(calloc(1, size)); }
