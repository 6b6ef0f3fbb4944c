#define _DEFAULT_SOURCE
#include "cli/output_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files that are not whole yet ---- */

/* The names of the files; when the program ends for lack of memory, it removes them. */
static _Atomic(char *) unfinished[OUTPUT_FILES];

static void remove_unfinished(void) {
  for (int i = 0; i < OUTPUT_FILES; i++) {
    const char *beside = atomic_load(&unfinished[i]);
    if (beside != NULL) unlink(beside);
  }
}

static void note(char *beside) {
  static atomic_flag registered = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&registered)) at_quick_exit(remove_unfinished);
  for (int i = 0; i < OUTPUT_FILES; i++) {
    char *none = NULL;
    if (atomic_compare_exchange_strong(&unfinished[i], &none, beside)) return;
  }
  assert(false); /* at most OUTPUT_FILES are open */
}

static void forget(char *beside) {
  for (int i = 0; i < OUTPUT_FILES; i++) {
    char *it = beside;
    if (atomic_compare_exchange_strong(&unfinished[i], &it, NULL)) return;
  }
}

/* ---- Writing ---- */

static char *copy(const char *string) {
  const size_t size = strlen(string) + 1;
  return memcpy(memory_new(size), string, size);
}

bool output_file_failed(const struct output_file *output, struct fault *fault) {
  return fault_say(fault, "%.200s cannot be written: %s", output->path, strerror(errno));
}

/* Frees the memory; the file must be closed. */
static void release(struct output_file *output) {
  free(output->path);
  free(output->place);
  free(output->beside);
  *output = (struct output_file){0};
}

bool output_file_open(struct output_file *output, const char *path, struct fault *fault) {
  struct stat status;
  *output = (struct output_file){.path = copy(path)};

  /* 1. Find the final path, and make the name of the temporary file next to it. */
  const bool there = stat(path, &status) == 0;
  if (!there || S_ISREG(status.st_mode)) {
    struct text beside = {0};
    output->place = there ? realpath(path, NULL) : copy(path);
    if (output->place != NULL) text_print(&beside, "%s.%d", output->place, (int)getpid());
    output->beside = beside.bytes;
  }

  /* 2. Open the file. */
  if (output->beside != NULL) {
    const int file = open(output->beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) note(output->beside);
    if (file >= 0 && (!there || fchmod(file, status.st_mode & 07777) == 0)) output->file = fdopen(file, "w+b");
    if (file >= 0 && output->file == NULL) {
      const int error = errno;
      close(file);
      unlink(output->beside);
      forget(output->beside);
      errno = error;
    }
  } else if (there && !S_ISREG(status.st_mode))
    output->file = fopen(path, "w+b");
  if (output->file != NULL) return true;
  fault_say(fault, "%.200s cannot be opened for writing: %s", path, strerror(errno));
  release(output);
  return false;
}

bool output_file_write(struct output_file *output, const char *bytes, size_t length, struct fault *fault) {
  return fwrite(bytes, 1, length, output->file) == length || output_file_failed(output, fault);
}

bool output_file_end(struct output_file *output, struct fault *fault) {
  bool done = fflush(output->file) == 0 && !ferror(output->file);
  if (done && output->beside != NULL) done = fsync(fileno(output->file)) == 0;
  if (done) {
    FILE *file = output->file;
    output->file = NULL;
    done = fclose(file) == 0;
  }
  if (done && output->beside != NULL) done = rename(output->beside, output->place) == 0;
  if (!done) {
    output_file_failed(output, fault);
    output_file_drop(output);
    return false;
  }
  if (output->beside != NULL) forget(output->beside);
  release(output);
  return true;
}

void output_file_drop(struct output_file *output) {
  if (output->path == NULL) return;
  if (output->file != NULL) fclose(output->file);
  if (output->beside != NULL) {
    unlink(output->beside);
    forget(output->beside);
  }
  release(output);
}
