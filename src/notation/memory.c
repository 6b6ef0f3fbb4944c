#include "notation/memory.h"

#include <stdio.h>
#include <stdlib.h>

static void *not_null(void *memory) {
  if (memory == NULL) {
    fputs("tessera: out of memory\n", stderr);
    abort();
  }
  return memory;
}

void *memory_new(size_t size) { return not_null(malloc(size)); }

void *memory_resize(void *memory, size_t size) { return not_null(realloc(memory, size)); }
