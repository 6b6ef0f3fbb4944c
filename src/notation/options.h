/* The options of a game in words: those of positions, records and of `newgame`. */
#ifndef TESSERA_NOTATION_OPTIONS_H
#define TESSERA_NOTATION_OPTIONS_H

#include "base/fault.h"
#include "base/reader.h"

/* `fields,abbot,river,teams`, those that are on, or `-`. The reader sets all four and takes any order, each once. */
void options_write(const tess_options *options, struct text *text);
bool options_read(struct span word, tess_options *options, struct fault *fault);

/* `red,black`: the colours by seat. The reader sets `players` and `colours`; two to five colours, each once. */
void colours_write(const tess_options *options, struct text *text);
bool colours_read(struct span word, tess_options *options, struct fault *fault);
/* Whether each colour is one of the game's (SW-1.1, CL-1.1); else false with `*fault`, which names those that are. */
bool colours_suit(const tess_options *options, tess_rules rules, struct fault *fault);

#endif
