#ifndef RULES_OPTIONS_H
#define RULES_OPTIONS_H

#include "tessera/tessera.h"

/* TESS_ERROR_NONE if the options can be played with the set, else TESS_ERROR_BAD_OPTIONS. */
tess_error options_check(const tess_options *options, const tess_set *set);

#endif
