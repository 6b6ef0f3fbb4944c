/* A condition that must hold and is checked in release builds, too: where clients, the disk or a caller in another
 * language could bring about that it does not, and to go on would do harm. What only a mistake within a folder can
 * break is an assert(). */
#ifndef TESSERA_BASE_CHECK_H
#define TESSERA_BASE_CHECK_H

/* Ends the program with a message if the condition does not hold. */
#define CHECK(condition) CHECK_BECAUSE(condition, "")
/* The same; the message ends with the text, such as that of a fault. */
#define CHECK_BECAUSE(condition, text)                                                                                 \
  ((condition) ? (void)0 : check_failed(#condition, (text), __FILE_NAME__, __LINE__))

/* Writes what was expected, where and why to standard error, and ends the program. */
_Noreturn void check_failed(const char *condition, const char *text, const char *file, int line);

#endif
