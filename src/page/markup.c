#include "page/markup.h"

#include <string.h>

#include "base/json_writer.h"

void markup_collect(void *user, const char *bytes, size_t length) { text_add(user, bytes, length); }

/* The length of what stands before an id, if that begins here; else 0. */
static size_t before_id(const char *at) {
  static const char *const marks[] = {" id=\"", "url(#", "href=\"#"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strncmp(at, marks[i], strlen(marks[i])) == 0) return strlen(marks[i]);
  return 0;
}

static void add_prefixed(const char *markup, const char *prefix, struct text *out) {
  const char *done = markup;
  for (const char *at = markup; *at != '\0'; at++) {
    const size_t mark = before_id(at);
    if (mark == 0) continue;
    text_add(out, done, (size_t)(at - done) + mark);
    text_print(out, "%s-", prefix);
    done = at + mark;
  }
  text_add_string(out, done);
}

void markup_write(const struct text *markup, const char *prefix, struct text *reply) {
  struct text prefixed = {0};
  if (prefix != NULL) add_prefixed(markup->bytes, prefix, &prefixed);
  const struct text *told = prefix == NULL ? markup : &prefixed;
  json_put_span(reply, "svg", text_span(told));
  text_free(&prefixed);
}
