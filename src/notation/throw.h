/* Throws of dice as text (docs/lookup/notation.md, section 4). */
#ifndef TESSERA_NOTATION_THROW_H
#define TESSERA_NOTATION_THROW_H

#include "base/fault.h"
#include "base/reader.h"

/* `1:5,3 2:6`: sides ascending, separated by blanks, line ends or semicolons. False with `*fault` filled if the words
 * are not that; whether they are the dice of the battle is for the engine to say. */
bool throw_read(struct span words, tess_throw *thrown, struct fault *fault);
/* Appends the sides with `separator` between them. */
void throw_write(const tess_throw *thrown, char separator, struct text *text);

#endif
