#include "picture/svg.h"

#include "base/reader.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void svg_begin(struct svg_writer *svg, picture_sink sink, void *user) {
  assert(sink);
  svg->sink = sink;
  svg->user = user;
  svg->used = 0;
}

void svg_end(struct svg_writer *svg) {
  if (svg->used > 0) svg->sink(svg->user, svg->buffer, svg->used);
  svg->used = 0;
}

static void put_bytes(struct svg_writer *svg, const char *bytes, size_t length) {
  while (length > 0) {
    if (svg->used == SVG_BUFFER) svg_end(svg);
    size_t room = SVG_BUFFER - svg->used;
    size_t part = length < room ? length : room;
    memcpy(svg->buffer + svg->used, bytes, part);
    svg->used += part;
    bytes += part;
    length -= part;
  }
}

void svg_put(struct svg_writer *svg, const char *text) { put_bytes(svg, text, strlen(text)); }

void svg_format(struct svg_writer *svg, const char *format, ...) {
  char text[1001];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  assert(length >= 0 && (size_t)length < sizeof text);
  put_bytes(svg, text, (size_t)length);
}

void svg_open(struct svg_writer *svg, picture_sink sink, void *user, struct svg_box view, int size) {
  assert(size >= PICTURE_MIN_SIZE && size <= PICTURE_MAX_SIZE);
  svg_begin(svg, sink, user);
  svg_put(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  svg_format(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">\n",
             (view.width * size + 999) / 1000, (view.height * size + 999) / 1000, view.x, view.y, view.width,
             view.height);
}

void svg_close(struct svg_writer *svg) {
  svg_put(svg, "</svg>\n");
  svg_end(svg);
}

void svg_text(struct svg_writer *svg, const char *text, int limit) {
  const char *end = text + strlen(text);
  for (int written = 0; text < end; written++) {
    if (written == limit) {
      svg_put(svg, "\xE2\x80\xA6");
      return;
    }
    uint32_t code = 0;
    const size_t length = utf8_read(text, (size_t)(end - text), &code);
    /* XML 1.0, production Char. */
    const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
    if (length == 0 || control || code == 0xFFFE || code == 0xFFFF)
      svg_put(svg, "?");
    else if (code == '<')
      svg_put(svg, "&lt;");
    else if (code == '>')
      svg_put(svg, "&gt;");
    else if (code == '&')
      svg_put(svg, "&amp;");
    else if (code == '"')
      svg_put(svg, "&quot;");
    else
      put_bytes(svg, text, length);
    text += length > 0 ? length : 1;
  }
}
