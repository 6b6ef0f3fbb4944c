#include "base/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

void memory_short(void) {
  fputs("tessera: out of memory\n", stderr);
  quick_exit(MEMORY_SHORT);
}

static void *not_null(void *memory) {
  if (memory == NULL) memory_short();
  return memory;
}

void *memory_new(size_t size) { return not_null(malloc(size)); }

void *memory_resize(void *memory, size_t size) { return not_null(realloc(memory, size)); }

void *memory_zeroed(size_t size) { return not_null(calloc(1, size)); }

char *memory_string(const char *string) {
  const size_t size = strlen(string) + 1;
  return memcpy(memory_new(size), string, size);
}

/* ---- Conditions that must hold ---- */

void check_failed(const char *condition, const char *text, const char *file, int line) {
  fprintf(stderr, "tessera: %s:%d: expected %s%s%s\n", file, line, condition, text[0] == '\0' ? "" : ": ", text);
  abort();
}
