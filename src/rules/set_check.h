#ifndef RULES_SET_CHECK_H
#define RULES_SET_CHECK_H

#include "tessera/tessera.h"

/* Checks the definitions of a set (docs/lookup/notation.md, section 1). On failure fills in `*fault`. */
bool set_check(const tess_tile_def *tiles, size_t count, tess_set_fault *fault);

#endif
