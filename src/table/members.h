/*
 * Members of JSON objects that come from outside. Each reader leaves its result as it is if the member is missing, and
 * otherwise takes it, or gives false with `*fault` naming the member and what was expected.
 */
#ifndef TABLE_MEMBERS_H
#define TABLE_MEMBERS_H

#include <jansson.h>

#include "base/fault.h"
#include "base/reader.h"

/* The JSON object in `bytes`, to be released with json_decref(). NULL with `*fault`. */
json_t *members_read(struct span bytes, struct fault *fault);
/* False with `*fault` if the object has a member that is none of `names`, which are separated by blanks. */
bool members_known(const json_t *object, const char *names, struct fault *fault);
/* False with `*fault` if the member is missing. */
bool member_needed(const json_t *object, const char *name, struct fault *fault);

bool member_whole(const json_t *object, const char *name, int least, int most, int *number, struct fault *fault);
bool member_switch(const json_t *object, const char *name, bool *on, struct fault *fault);
/* A string as it is, without its final zero; it lives as long as the object. */
bool member_text(const json_t *object, const char *name, struct span *text, struct fault *fault);
/* One of `words`, which are separated by blanks: its index. */
bool member_choice(const json_t *object, const char *name, const char *words, int *index, struct fault *fault);
/* Words for people: 1 to `most` characters, not blank, none of them a control character or one that changes how others
 * are shown. `out` has room for 4 * `most` + 1 bytes. */
bool member_line(const json_t *object, const char *name, int most, char *out, struct fault *fault);

#endif
