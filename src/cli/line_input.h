/* Lines of a session from a stream, however long they are. */
#ifndef CLI_LINE_INPUT_H
#define CLI_LINE_INPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "session/session.h"

enum { LINE_INPUT_SIZE = SESSION_LINE_MAX + 1 };

/* Reads a line without its end into `line`, which holds LINE_INPUT_SIZE bytes: of a longer one no more is kept, which
 * session_line() finds too long. False at the end of the input. */
bool line_input_read(FILE *in, char *line, size_t *length);

#endif
