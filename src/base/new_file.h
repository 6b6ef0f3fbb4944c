/* Writes files so that each is replaced completely or not at all. */
#ifndef BASE_NEW_FILE_H
#define BASE_NEW_FILE_H

#include "base/fault.h"

/*
 * Writes a file that only its owner can read, and replaces the file at `path`, if there is one. The bytes are first
 * written to a new file, `path` with `.new` appended. A file or link of that name, for example from an earlier attempt,
 * is removed first, and the function never writes through a link. When it returns true, the file is on the disk.
 * Returns false with `*fault` filled, which does not name the path; the file at `path` is then unchanged.
 */
bool new_file_write(const char *path, const void *bytes, size_t length, struct fault *fault);

#endif
