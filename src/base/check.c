#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

void check_failed(const char *condition, const char *text, const char *file, int line) {
  fprintf(stderr, "tessera: %s:%d: expected %s%s%s\n", file, line, condition, text[0] == '\0' ? "" : ": ", text);
  abort();
}
