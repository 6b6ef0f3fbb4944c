/*
 * The system functions that other folders need, for a module without a system: memory (when it runs out the module
 * stops), formatted text, a clock that stands still, and a single thread.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/steady_clock.h"
#include "players/player.h"

/* ---- The heap: malloc and free, a tenth the size of the C library's ----
 * Blocks have sizes of powers of two; what was freed waits in a list of its size. The heap is the one thing in a module
 * that has to be a variable of its own. */

enum { LEAST = 16, SIZES = 27, PAGE = 65536 };

/* The header before the bytes of a block; the bytes have the alignment of the header. */
struct block {
  _Alignas(16) int size; /* the bytes are LEAST << size */
  struct block *next;    /* next in its free list; used only while the block is free */
};

static struct {
  struct block *free[SIZES];
  unsigned char *end, *limit; /* end of the memory handed out; end of the memory there is; NULL at first */
} heap;

extern unsigned char __heap_base; /* from the linker: the first byte after the module's own data */

/* Allocates a block of at least `length` bytes; NULL if the host provides no more memory. */
static void *give(size_t length) {
  int size = 0;
  while (size < SIZES && (size_t)LEAST << size < length) size++;
  if (size == SIZES) return NULL;

  /* 1. Use a free block of this size. */
  struct block *block = heap.free[size];
  if (block != NULL) {
    heap.free[size] = block->next;
    return block + 1;
  }

  /* 2. Use new bytes; the host may refuse to provide more. */
  const size_t needed = sizeof *block + ((size_t)LEAST << size);
  if (heap.end == NULL) {
    heap.end = &__heap_base + (-(uintptr_t)&__heap_base & 15);
    heap.limit = heap.end + (__builtin_wasm_memory_size(0) * PAGE - (uintptr_t)heap.end);
  }
  if (needed > (size_t)(heap.limit - heap.end)) {
    const size_t missing = needed - (size_t)(heap.limit - heap.end), pages = (missing + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    heap.limit += pages * PAGE;
  }
  block = (struct block *)(void *)heap.end;
  heap.end += needed;
  block->size = size;
  return block + 1;
}

void *malloc(size_t length) { return give(length); }

void free(void *bytes) {
  if (bytes == NULL) return;
  struct block *block = (struct block *)bytes - 1;
  block->next = heap.free[block->size];
  heap.free[block->size] = block;
}

void *calloc(size_t count, size_t length) {
  if (length > 0 && count > SIZE_MAX / length) return NULL;
  void *bytes = give(count * length);
  return bytes == NULL ? NULL : memset(bytes, 0, count * length);
}

void *realloc(void *bytes, size_t length) {
  if (bytes == NULL) return give(length);
  const size_t room = (size_t)LEAST << ((struct block *)bytes - 1)->size;
  if (length <= room) return bytes;
  void *moved = give(length);
  if (moved == NULL) return NULL;
  memcpy(moved, bytes, room);
  free(bytes);
  return moved;
}

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

/* ---- Text: snprintf and vsnprintf for the conversions that this project writes ----
 * %d %u %x %c %s, with width, zeros and length. Those of the C library would need a host to write to. */

/* Where the bytes go, and how many there would be without a limit. */
struct output {
  char *bytes;
  size_t room, length;
};

/* The parts of a conversion between `%` and its letter. */
struct conversion {
  char pad;
  int width;
  int longs; /* number of letters l */
};

static void put(struct output *out, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++, out->length++)
    if (out->length + 1 < out->room) out->bytes[out->length] = bytes[i];
}

static void put_padded(struct output *out, const struct conversion *how, const char *bytes, size_t length) {
  for (size_t i = length; i < (size_t)how->width; i++) put(out, &how->pad, 1);
  put(out, bytes, length);
}

static void put_number(struct output *out, const struct conversion *how, uint64_t number, unsigned base,
                       bool negative) {
  char digits[24], *at = digits + sizeof digits;
  do {
    *--at = "0123456789abcdef"[number % base];
    number /= base;
  } while (number > 0);
  if (negative) *--at = '-';
  put_padded(out, how, at, (size_t)(digits + sizeof digits - at));
}

/* The C library names its parameters as only it may. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
 */
int vsnprintf(char *bytes, size_t room, const char *format, va_list given) {
  struct output out = {bytes, room, 0};
  va_list arguments;
  va_copy(arguments, given);
  for (const char *at = format; *at != '\0'; at++) {
    if (*at != '%' || at[1] == '%') {
      at += *at == '%';
      put(&out, at, 1);
      continue;
    }
    /* 1. Read the part between `%` and the letter. */
    struct conversion how = {.pad = *++at == '0' ? '0' : ' '};
    for (; *at >= '0' && *at <= '9'; at++) how.width = how.width * 10 + (*at - '0');
    for (; *at == 'l'; at++) how.longs++;
    /* 2. Write the argument. */
    switch (*at) {
    case 's': {
      const char *string = va_arg(arguments, const char *);
      put_padded(&out, &how, string, strlen(string));
      break;
    }
    case 'c': {
      const char c = (char)va_arg(arguments, int);
      put_padded(&out, &how, &c, 1);
      break;
    }
    case 'd': {
      const int64_t number = how.longs > 1 ? va_arg(arguments, long long) : va_arg(arguments, int);
      put_number(&out, &how, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10, number < 0);
      break;
    }
    case 'u':
    case 'x': {
      const uint64_t number = how.longs > 1 ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned);
      put_number(&out, &how, number, *at == 'x' ? 16 : 10, false);
      break;
    }
    default: __builtin_trap();
    }
  }
  va_end(arguments);
  if (room > 0) bytes[out.length < room ? out.length : room - 1] = '\0';
  return (int)out.length;
}

int snprintf(char *bytes, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(bytes, room, format, arguments);
  va_end(arguments);
  return length;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* ---- One thread, no clock ---- */

void check_failed(const char *condition, const char *text, const char *file, int line) {
  (void)condition, (void)text, (void)file, (void)line;
  __builtin_trap();
}

void workers_run(workers_task *task, void *workers, size_t size, int count) {
  for (int i = 0; i < count; i++) task((char *)workers + (size_t)i * size);
}

int64_t steady_nanoseconds(void) { return 0; }

int64_t thread_nanoseconds(void) { return 0; }
