/* A writer of SVG text: it collects small pieces and passes them to the sink in blocks. All numbers are integers. */
#ifndef PICTURE_SVG_H
#define PICTURE_SVG_H

#include "picture/picture.h"

/* Bytes that are collected before they are passed to the sink. */
enum { SVG_BUFFER = 4096 };

/* A picture that is being written. The members are private to the module. */
struct svg_writer {
  picture_sink sink;
  void *user;
  size_t used;
  char buffer[SVG_BUFFER];
};

/* A rectangle of the picture: upper left corner, width and height in units, 1000 to a tile's side. */
struct svg_box {
  int x, y, width, height;
};

/* Starts and ends a fragment that is not a complete document. svg_end() passes the remaining bytes to the sink. */
void svg_begin(struct svg_writer *svg, picture_sink sink, void *user);
void svg_end(struct svg_writer *svg);
/* Starts a document that shows `view`, with `size` pixels for 1000 units. */
void svg_open(struct svg_writer *svg, picture_sink sink, void *user, struct svg_box view, int size);
/* Ends the document and passes the remaining bytes to the sink. */
void svg_close(struct svg_writer *svg);
/* Writes text: svg_put() as it is; svg_format() with a format of %d, %s and %c only, at most 1000 bytes at a time. */
void svg_put(struct svg_writer *svg, const char *text);
void svg_format(struct svg_writer *svg, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Writes a UTF-8 text as XML character data, at most `limit` characters; an ellipsis replaces the rest. A question mark
 * replaces each byte that is not valid UTF-8 and each character that XML does not allow. */
void svg_text(struct svg_writer *svg, const char *text, int limit);

#endif
