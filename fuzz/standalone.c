/* Runs a fuzz target on the files named as arguments, for compilers without libFuzzer and to replay the corpus. */
#include "target.h"
#include <stdio.h>
#include <stdlib.h>

enum { MAX_BYTES = 1 << 20 };

static int run(const char *path, uint8_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    fprintf(stderr, "%s: cannot be opened\n", path);
    return 1;
  }
  size_t length = fread(bytes, 1, MAX_BYTES, file);
  fclose(file);
  LLVMFuzzerTestOneInput(bytes, length);
  return 0;
}

int main(int count, char **paths) {
  uint8_t *bytes = malloc(MAX_BYTES);
  int failures = bytes == NULL;
  for (int i = 1; i < count && bytes != NULL; i++) failures += run(paths[i], bytes);
  free(bytes);
  return failures > 0;
}
