/* The referee of docs/protocol.md: takes lines, gives replies. It knows nothing of files and streams. */
#ifndef CLI_REFEREE_H
#define CLI_REFEREE_H

#include <stdbool.h>

#include "notation/text.h"

struct referee; /* one session */

struct referee *referee_open(void);
void referee_close(struct referee *referee);

/* Answers one line as session_line() does. */
bool referee_line(struct referee *referee, const char *line, size_t length, struct text *reply);

#endif
