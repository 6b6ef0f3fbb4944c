#define _POSIX_C_SOURCE 200809L
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns false with errno set. */
static bool write_all(int file, const char *bytes, size_t length) {
  for (size_t written = 0; written < length;) {
    const ssize_t count = write(file, bytes + written, length - written);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) written += (size_t)count;
  }
  return fsync(file) == 0;
}

/* Makes a renamed file's name durable: flushes its directory to the disk. */
static bool keep_name(const char *path) {
  struct text folder = {0};
  const char *end = strrchr(path, '/');
  text_add(&folder, path, end == NULL ? 0 : end == path ? 1 : (size_t)(end - path));
  const int file = open(folder.length == 0 ? "." : folder.bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool kept = file >= 0 && fsync(file) == 0;
  if (file >= 0) close(file);
  text_free(&folder);
  return kept;
}

bool new_file_write(const char *path, const void *bytes, size_t length, struct fault *fault) {
  struct text beside = {0};
  text_print(&beside, "%s.new", path);
  unlink(beside.bytes);
  const int file = open(beside.bytes, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  bool done = file >= 0 && write_all(file, bytes, length);
  if (!done) fault_say(fault, "cannot be written: %s", strerror(errno));
  if (file >= 0 && close(file) != 0 && done) done = fault_say(fault, "cannot be written: %s", strerror(errno));
  if (done && (rename(beside.bytes, path) != 0 || !keep_name(path)))
    done = fault_say(fault, "cannot be written: %s", strerror(errno));
  if (!done && file >= 0) unlink(beside.bytes);
  text_free(&beside);
  return done;
}
