/* The referee of docs/protocol.md: takes lines, gives replies. It knows nothing of files and streams. */
#ifndef CLI_REFEREE_H
#define CLI_REFEREE_H

#include "notation/text.h"
#include <stdbool.h>

enum { REFEREE_LINE_MAX = 65535 }; /* bytes of a line, its end not counted */

struct referee; /* one session */

struct referee *referee_open(void);
void referee_close(struct referee *referee);

/*
 * Answers one line, given without its line end; `length` may be more than REFEREE_LINE_MAX, which is an error reply, as
 * is a zero byte. Appends the data lines and the closing line to `reply`, nothing for an empty line or a comment.
 * Returns false when the session is over (`quit`).
 */
bool referee_line(struct referee *referee, const char *line, size_t length, struct text *reply);

#endif
