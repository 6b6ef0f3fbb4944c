/* What the other folders ask of the machine, for a module that has none: a clock that stands still, one thread, and
 * memory whose end stops the module. */
#include <stdlib.h>

#include "base/check.h"
#include "base/memory.h"
#include "base/steady_clock.h"
#include "players/player.h"

void memory_short(void) { __builtin_trap(); }

void *memory_new(size_t size) { return memory_resize(NULL, size); }

void *memory_resize(void *memory, size_t size) {
  void *resized = realloc(memory, size);
  if (resized == NULL) memory_short();
  return resized;
}

void *memory_zeroed(size_t size) {
  void *zeroed = calloc(1, size);
  if (zeroed == NULL) __builtin_trap();
  return zeroed;
}

void check_failed(const char *condition, const char *text, const char *file, int line) {
  (void)condition, (void)text, (void)file, (void)line;
  __builtin_trap();
}

void workers_run(workers_task *task, void *workers, size_t size, int count) {
  for (int i = 0; i < count; i++) task((char *)workers + (size_t)i * size);
}

int64_t steady_nanoseconds(void) { return 0; }

int64_t thread_nanoseconds(void) { return 0; }
