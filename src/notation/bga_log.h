/* Logs of tables of Board Game Arena, which people paste in themselves (docs/lookup/notation.md, section 11). */
#ifndef NOTATION_BGA_LOG_H
#define NOTATION_BGA_LOG_H

#include "notation/history.h"

/* True if the lines (json_lines.h) may be such a log. */
bool bga_log_is(struct span lines);

/* Plays the game of a log with the classic set of the library and fields, and appends its record with the names of the
 * players. Returns false with `*fault` filled, with the number of the move, if the log lacks something, a move breaks
 * the rules, or the game has what Tessera lacks. */
bool bga_log_read(struct span lines, const struct set_library *library, struct text *record, struct fault *fault);

#endif
