/* Lines that a person types. */
#ifndef CLI_PROMPT_H
#define CLI_PROMPT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/* A line as it was typed, without the blanks around it. */
struct prompt_line {
  struct text words; /* UTF-8; in place of control characters and of what is no text stands '?' */
  struct text bytes; /* the same in the locale's encoding, as the names of files are; never NULL when read */
  bool plain;        /* nothing was replaced */
};

/* Reads a line; false at the end of the input or when a signal came. Released with prompt_line_free() in every case. */
bool prompt_read(FILE *in, struct prompt_line *line);
void prompt_line_free(struct prompt_line *line);

#endif
