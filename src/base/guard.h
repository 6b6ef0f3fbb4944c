/* Guards: each ends the program with a message when memory runs out or a condition does not hold, because going on
 * would do harm. */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stddef.h>
#include <stdint.h>

/* ---- Memory ---- */

/* malloc and realloc that never return NULL: they end the program with a message when there is no memory. `size` is at
 * least 1. The caller releases the memory with free(). */
void *memory_new(size_t size);
void *memory_resize(void *memory, size_t size);

/* The same as memory_new(), with all bytes zero. */
void *memory_zeroed(size_t size);

/* Returns a copy of a string, as above. */
char *memory_string(const char *string);

/* The exit code of a program that is out of memory. */
enum { MEMORY_SHORT = 3 };

/* Ends the program as above; for code in which another allocator has failed. It runs the functions of at_quick_exit(),
 * and discards what waits in a stream, so that no line ends in the middle. */
_Noreturn void memory_short(void);

/*
 * ---- Conditions that are checked in release builds, too, because clients, the disk or a caller in another language
 * could violate them. Going on would then do harm. If only a mistake within a folder can violate a condition, use
 * assert(). ----
 */

/* Ends the program with a message if the condition is false. */
#define CHECK(condition) CHECK_BECAUSE(condition, "")
/* The same. The message ends with `text`, for example the text of a fault. */
#define CHECK_BECAUSE(condition, text)                                                                                 \
  ((condition) ? (void)0 : check_failed(#condition, (text), __FILE_NAME__, __LINE__))

/* Writes to standard error which condition failed, where and why, and ends the program. */
_Noreturn void check_failed(const char *condition, const char *text, const char *file, int line);

#endif
