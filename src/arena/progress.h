/* How a match stands, in a line for people. */
#ifndef ARENA_PROGRESS_H
#define ARENA_PROGRESS_H

#include "arena/report.h"

/* Appends one line without its end: a bar if wanted, games played, and of a duel score, Elo difference and sequential
 * test so far. */
void progress_write(const struct standings *standings, bool bar, struct text *line);

/* Appends `+12.3`, `-4.0`, `inf` or `-inf`. */
void text_add_elo(struct text *text, double elo);

#endif
