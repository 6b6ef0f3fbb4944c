/*
 * malloc and free, a tenth the size of the C library's. Blocks have sizes of powers of two; what was freed waits in a
 * list of its size. The heap is the one thing in a module that has to be a variable of its own.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 16, SIZES = 27, PAGE = 65536 };

/* Stands before the bytes of a block, which are aligned as the block is. */
struct block {
  _Alignas(16) int size; /* the bytes are LEAST << size */
  struct block *next;    /* in its list; counts while the block is free */
};

static struct {
  struct block *free[SIZES];
  unsigned char *end, *limit; /* of what was given out, and of the memory that there is; NULL at first */
} heap;

extern unsigned char __heap_base; /* the linker's: the first byte after the module's own data */

/* Takes bytes that nobody had yet; NULL when the host gives no more. */
static void *take(size_t length) {
  if (heap.end == NULL) {
    heap.end = &__heap_base + (-(uintptr_t)&__heap_base & 15);
    heap.limit = heap.end + (__builtin_wasm_memory_size(0) * PAGE - (uintptr_t)heap.end);
  }
  if (length > (size_t)(heap.limit - heap.end)) {
    const size_t missing = length - (size_t)(heap.limit - heap.end), pages = (missing + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    heap.limit += pages * PAGE;
  }
  unsigned char *taken = heap.end;
  heap.end += length;
  return taken;
}

static void *give(size_t length) {
  int size = 0;
  while (size < SIZES && (size_t)LEAST << size < length) size++;
  if (size == SIZES) return NULL;
  struct block *block = heap.free[size];
  if (block != NULL) {
    heap.free[size] = block->next;
    return block + 1;
  }
  block = take(sizeof *block + ((size_t)LEAST << size));
  if (block == NULL) return NULL;
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
