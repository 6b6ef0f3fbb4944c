/* Files that a command writes: each takes the place of the file of its name when all of it is written. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdio.h>

#include "base/fault.h"

/* All zero is none. */
struct output_file {
  FILE *file; /* to read and write */
  char *path; /* as the user named it */
  char *place, *beside;
};

enum { OUTPUT_FILES = 4 };

/*
 * Opens a file for writing. The bytes go to a file beside it, named by the process, until output_file_end(); what is at
 * `path` stays until then, and nothing is left beside it when the program ends without memory. A symbolic link stays
 * one, and a file that is replaced keeps its mode. Devices and pipes are written directly. At most OUTPUT_FILES are
 * open at a time. False with `*fault`, which names the file.
 */
bool output_file_open(struct output_file *output, const char *path, struct fault *fault);

/* Appends bytes. False with `*fault`, which names the file. */
bool output_file_write(struct output_file *output, const char *bytes, size_t length, struct fault *fault);

/* Stores the file in its place and closes it. False with `*fault`, which names the file; the place is then as before.
 */
bool output_file_end(struct output_file *output, struct fault *fault);

/* Closes the file and discards what was written, unless it has ended; the place is as before. */
void output_file_drop(struct output_file *output);

/* Fills `*fault` with why the file, which has failed, cannot be written (errno); returns false. */
bool output_file_failed(const struct output_file *output, struct fault *fault);

#endif
