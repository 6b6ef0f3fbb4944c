/* The seat that a program holds at a table of a server, and the file that keeps it. */
#ifndef CLI_BOT_SEAT_H
#define CLI_BOT_SEAT_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/reader.h"

enum { BOT_TABLE_SIZE = 33, BOT_TOKEN_SIZE = 65 };

struct bot_seat {
  char table[BOT_TABLE_SIZE];
  int seat; /* from 1; 0: none is held */
  char token[BOT_TOKEN_SIZE];
};

/* Takes the seat from what the server answered to a request for one. False with `*fault` if it is not that. */
bool bot_seat_read(struct bot_seat *seat, struct span json, struct fault *fault);

/* Takes the seat from its file; without a file `*seat` stays. False with `*fault`. */
bool bot_seat_load(struct bot_seat *seat, const char *path, struct fault *fault);
/* Writes the file, for nobody else to read, in place of the one before. False with `*fault`. */
bool bot_seat_save(const struct bot_seat *seat, const char *path, struct fault *fault);

#endif
