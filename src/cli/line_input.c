#include "cli/line_input.h"

bool line_input_read(FILE *in, char *line, size_t *length) {
  int c;
  *length = 0;
  while ((c = getc(in)) != EOF && c != '\n') {
    if (*length < LINE_INPUT_SIZE) line[(*length)++] = (char)c;
  }
  return c != EOF || *length > 0;
}
