/* A writer of SVG text: collects small pieces and hands them on in blocks. All numbers are integers. */
#ifndef PICTURE_SVG_H
#define PICTURE_SVG_H

#include "picture/picture.h"

/* Bytes that are gathered before they are handed to the sink. */
enum { SVG_BUFFER = 4096 };

/* A picture being written. Fields are the module's own. */
struct svg_writer {
  picture_sink sink;
  void *user;
  size_t used;
  char buffer[SVG_BUFFER];
};

/* A rectangle of the picture: left upper corner, width and height, in units (1000 to a tile's side). */
struct svg_box {
  int x, y, width, height;
};

/* Starts and ends markup that is no document of its own; what svg_end() does last is to hand on what is left. */
void svg_begin(struct svg_writer *svg, picture_sink sink, void *user);
void svg_end(struct svg_writer *svg);
/* Starts a document that shows `view` at `size` pixels for 1000 units. */
void svg_open(struct svg_writer *svg, picture_sink sink, void *user, struct svg_box view, int size);
/* Ends the document and hands on what is left. */
void svg_close(struct svg_writer *svg);
/* Writes text as it is; with a format of %d, %s and %c only, at most 1000 bytes at a time. */
void svg_put(struct svg_writer *svg, const char *text);
void svg_format(struct svg_writer *svg, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Writes at most `limit` characters of a UTF-8 text as XML character data, an ellipsis in place of the rest and a
 * question mark in place of each byte that is no valid UTF-8 and each character that XML does not allow. */
void svg_text(struct svg_writer *svg, const char *text, int limit);

#endif
