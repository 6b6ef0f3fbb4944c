/* The referee of docs/lookup/protocol.md: takes lines, gives replies. It knows nothing of streams. */
#ifndef SESSION_REFEREE_H
#define SESSION_REFEREE_H

#include <stdbool.h>

#include "notation/tile_shelf.h"

struct referee; /* one session */

/* `load` as in session_open(). */
struct referee *referee_open(tile_set_loader *load);
void referee_close(struct referee *referee);

/* Answers one line as session_line() does. */
bool referee_line(struct referee *referee, const char *line, size_t length, struct text *reply);

#endif
