/* What the terminal can show. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/arguments.h"

struct screen {
  bool colour; /* colours by escape sequences (256 of them) */
  bool ascii;  /* ASCII only */
  int columns; /* width, 0 when it is not a terminal: any width will do */
};

/* The options of commands that draw on the terminal. */
#define SCREEN_OPTIONS                                                                                                 \
  {"color", 0, OPTION_CHOICE, "auto|always|never", 0, 0, "colours (default: auto, on a terminal without NO_COLOR)"}, { \
    "ascii", 0, OPTION_FLAG, NULL, 0, 0, "draw with ASCII only (default when the locale does not name UTF-8)"          \
  }

/* The screen behind standard output, by the options, the environment and the terminal. */
struct screen screen_of(const struct arguments *arguments);

#endif
