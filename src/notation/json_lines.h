/*
 * A value of JSON as lines, so that games of other programs are read in the same way wherever the JSON is parsed. The
 * first line is `JSON`. Each further one has the path of a string or number, true, false or null, a space, and the
 * value, as in `.players.0.name Anna`.
 */
#ifndef NOTATION_JSON_LINES_H
#define NOTATION_JSON_LINES_H

#include "base/fault.h"
#include "base/reader.h"

/* The first line. */
#define JSON_LINES_HEAD "JSON"

/* True if the text is such lines. */
bool json_lines_are(struct span text);
/* Takes the next line whose path begins with `start`: `*path` is what follows in the path. False at the end. */
bool json_line_next(struct span *lines, const char *start, struct span *path, struct span *value);
/* True if the path begins with `start`; `*rest` is what follows. */
bool path_after(struct span path, const char *start, struct span *rest);
/* True if the path is a number up to `most`, or begins with one and a dot; `*rest` is what follows. */
bool path_number(struct span path, uint64_t most, int *number, struct span *rest);
/* Reads a whole number from -1000 to 1000. */
bool whole_read(struct span value, int *number, struct fault *fault);

#endif
