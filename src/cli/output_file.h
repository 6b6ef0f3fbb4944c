/* Files that a command writes: each is written under a temporary name and takes its final name when it is complete. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdio.h>

#include "base/fault.h"

/* All members zero: no file. */
struct output_file {
  FILE *file; /* to read and write */
  char *path; /* as the user named it */
  char *place, *beside;
};

enum { OUTPUT_FILES = 4 };

/*
 * Opens a file for writing. The bytes go to a temporary file next to it until output_file_end(); the file at `path` is
 * unchanged until then. If the program ends for lack of memory, the temporary file is removed. A symbolic link stays a
 * link, and a replaced file keeps its mode. Devices and pipes are written directly. At most OUTPUT_FILES files can be
 * open at a time. Returns false with `*fault` filled, which names the file.
 */
bool output_file_open(struct output_file *output, const char *path, struct fault *fault);

/* Appends bytes. Returns false with `*fault` filled, which names the file, if that fails. */
bool output_file_write(struct output_file *output, const char *bytes, size_t length, struct fault *fault);

/* Moves the file to its final path and closes it. Returns false with `*fault` filled, which names the file, if that
 * fails; the final path is then unchanged.
 */
bool output_file_end(struct output_file *output, struct fault *fault);

/* Closes the file and discards what was written, unless output_file_end() was called; the final path is unchanged. */
void output_file_drop(struct output_file *output);

/* Fills `*fault` with the reason (errno) why the file cannot be written, and returns false. */
bool output_file_failed(const struct output_file *output, struct fault *fault);

#endif
