/* Files that are written anew: whole, or not at all. */
#ifndef BASE_NEW_FILE_H
#define BASE_NEW_FILE_H

#include "base/fault.h"

/*
 * Writes a file, readable for its owner alone, and puts it in the place of the one at `path`, if there is one. It is
 * written as `path` with `.new` behind it, which nothing may be yet: neither a file nor a link that somebody put there
 * is written through; what an earlier try has left is removed first. The file lasts when this returns. False with
 * `*fault`, which does not name the path; the file at `path` is as it was.
 */
bool new_file_write(const char *path, const void *bytes, size_t length, struct fault *fault);

#endif
