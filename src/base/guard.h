/* Guards, which end the program where to go on would do harm: memory that is there, conditions that hold. */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stddef.h>
#include <stdint.h>

/* ---- Memory that is there or ends the program ---- */

/* malloc and realloc that end the program with a message instead of returning NULL. `size` is at least 1; free()
 * releases the memory. */
void *memory_new(size_t size);
void *memory_resize(void *memory, size_t size);

/* The same as memory_new(), with all bytes zero. */
void *memory_zeroed(size_t size);

/* Ends the program in the same way, for memory that others reserve. */
_Noreturn void memory_short(void);

/*
 * ---- A condition that must hold and is checked in release builds, too: where clients, the disk or a caller in another
 * language could bring about that it does not, and to go on would do harm. What only a mistake within a folder can
 * break is an assert(). ----
 */

/* Ends the program with a message if the condition does not hold. */
#define CHECK(condition) CHECK_BECAUSE(condition, "")
/* The same; the message ends with the text, such as that of a fault. */
#define CHECK_BECAUSE(condition, text)                                                                                 \
  ((condition) ? (void)0 : check_failed(#condition, (text), __FILE_NAME__, __LINE__))

/* Writes what was expected, where and why to standard error, and ends the program. */
_Noreturn void check_failed(const char *condition, const char *text, const char *file, int line);

#endif
