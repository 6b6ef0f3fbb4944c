/* Markup of src/draw made fit for a page that holds pictures of several themes. */
#ifndef PAGE_MARKUP_H
#define PAGE_MARKUP_H

#include "base/text.h"

/* Receives markup as a draw_sink; `user` is a struct text. */
void markup_collect(void *user, const char *bytes, size_t length);

/* Appends the member `svg` of an object, the markup as a string, with `prefix` and a hyphen before every id in it and
 * in every reference to one; NULL: as it is. */
void markup_write(const struct text *markup, const char *prefix, struct text *reply);

#endif
