/* Memory that is there or ends the program. */
#ifndef TESSERA_BASE_MEMORY_H
#define TESSERA_BASE_MEMORY_H

#include <stddef.h>

/* malloc and realloc that end the program with a message instead of returning NULL. `size` is at least 1; free()
 * releases the memory. */
void *memory_new(size_t size);
void *memory_resize(void *memory, size_t size);

/* The same as memory_new(), with all bytes zero. */
void *memory_zeroed(size_t size);

/* Ends the program in the same way, for memory that others reserve. */
_Noreturn void memory_short(void);

#endif
