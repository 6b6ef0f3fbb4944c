/* The result of a match for people. */
#ifndef CLI_MATCH_TABLE_H
#define CLI_MATCH_TABLE_H

#include "arena/report.h"

/* Appends the table of the engines, what is known of a duel, the first faults, and the signature. */
void match_table_write(const struct report *report, struct text *text);

#endif
