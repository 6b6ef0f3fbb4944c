/* Records for the page (docs/lookup/page-module.md). */
#ifndef PAGE_RECORD_LINES_H
#define PAGE_RECORD_LINES_H

#include "notation/record.h"

/* Appends a line of JSON for each game of a file of records, every step checked. False with `*fault`, which names line,
 * move and reason, if one is not as it should be or there is none; what was appended is then of no use. */
bool record_lines_write(struct span file, const struct tile_shelf *shelf, struct text *text, struct fault *fault);

#endif
