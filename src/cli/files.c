#define _POSIX_C_SOURCE 200809L
#include "cli/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/exit_code.h"

enum { PIECE = 65536, FILE_MAX = 64 << 20 };

static bool read_all(FILE *in, struct text *text, struct fault *fault) {
  static const char too_long[] = "longer than 64 MiB";
  size_t before = text->length;
  for (;;) {
    char piece[PIECE];
    size_t length = fread(piece, 1, sizeof piece, in);
    text_add(text, piece, length);
    if (text->length - before > FILE_MAX) return fault_say(fault, "%s", too_long);
    if (length < sizeof piece) return !ferror(in) || fault_say(fault, "cannot be read: %s", strerror(errno));
  }
}

bool file_read(const char *path, struct text *text, struct fault *fault) {
  if (strcmp(path, "-") == 0) return read_all(stdin, text, fault);
  FILE *in = fopen(path, "rb");
  if (in == NULL) return fault_say(fault, "cannot be opened: %s", strerror(errno));
  bool done = read_all(in, text, fault);
  fclose(in);
  return done;
}

bool file_write(const char *path, const char *bytes, size_t length, struct fault *fault) {
  if (strcmp(path, "-") == 0) {
    fwrite(bytes, 1, length, stdout);
    return true;
  }
  FILE *out = fopen(path, "wb");
  if (out == NULL) return fault_say(fault, "%s cannot be opened for writing: %s", path, strerror(errno));
  bool written = fwrite(bytes, 1, length, out) == length;
  if (fclose(out) == 0 && written) return true;
  return fault_say(fault, "%s cannot be written: %s", path, strerror(errno));
}

bool folder_make(char *path, struct fault *fault) {
  for (char *at = path + 1;; at++) {
    const char end = *at;
    if (end != '/' && end != '\0') continue;
    *at = '\0';
    const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *at = end;
    if (!made) return fault_say(fault, "cannot make the folder '%.200s': %s", path, strerror(errno));
    if (end == '\0') return true;
  }
}

int bad_input(const char *command, const char *where, const struct fault *fault) {
  struct text text = {0};
  fault_write(fault, &text);
  fprintf(stderr, "tessera %s: %s%s%s\n", command, where == NULL ? "" : where, where == NULL ? "" : ": ", text.bytes);
  text_free(&text);
  return CODE_BAD_INPUT;
}
