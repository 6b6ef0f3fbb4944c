/* The manual page tessera(1), written from the table of commands. */
#ifndef CLI_MANPAGE_H
#define CLI_MANPAGE_H

#include <stdio.h>

/* Writes the page in roff (man macros). */
void manpage_print(FILE *out);

#endif
