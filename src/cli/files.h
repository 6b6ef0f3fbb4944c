/* Whole files in and out, and how a command tells that its input was bad. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "base/fault.h"

/* Appends a file of at most 64 MiB; "-" is standard input. False with `*fault`. */
bool file_read(const char *path, struct text *text, struct fault *fault);

/* Writes a file anew; "-" is standard output. False with `*fault`. */
bool file_write(const char *path, const char *bytes, size_t length, struct fault *fault);

/* Makes a folder, with those above it, for nobody else to read; one that is there stays as it is. `path` has at least
 * one character, and is as it was afterwards. False with `*fault`. */
bool folder_make(char *path, struct fault *fault);

/* Says on standard error what is wrong, `where` (a file, or NULL) first; gives the exit code for bad input. */
int bad_input(const char *command, const char *where, const struct fault *fault);

#endif
