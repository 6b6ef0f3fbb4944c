/* Limits of a request's body, checked before anybody reads it as JSON. Pure. */
#ifndef SERVER_BODY_H
#define SERVER_BODY_H

#include "base/fault.h"
#include "base/reader.h"

enum { BODY_MOST = 16384, BODY_DEPTH = 8 };

/* True if the bytes are UTF-8 and nothing in them is nested deeper than BODY_DEPTH; else `*fault` says where. */
bool body_check(struct span body, struct fault *fault);

#endif
