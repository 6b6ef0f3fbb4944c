#include "notation/json_lines.h"

#include <string.h>

bool json_lines_are(struct span text) {
  struct span first;
  span_split(&text, '\n', &first);
  return span_is(first, JSON_LINES_HEAD);
}

bool json_line_next(struct span *lines, const char *start, struct span *path, struct span *value) {
  struct span whole;
  while (span_split(lines, '\n', value)) {
    span_split(value, ' ', &whole);
    if (value->bytes != NULL && path_after(whole, start, path)) return true;
  }
  return false;
}

bool path_after(struct span path, const char *start, struct span *rest) {
  const size_t length = strlen(start);
  if (path.length < length || memcmp(path.bytes, start, length) != 0) return false;
  *rest = (struct span){path.bytes + length, path.length - length};
  return true;
}

bool path_number(struct span path, uint64_t most, int *number, struct span *rest) {
  struct span digits;
  uint64_t found;
  *rest = path;
  span_split(rest, '.', &digits);
  if (!span_number(digits, 0, most, &found)) return false;
  *number = (int)found;
  return true;
}

bool whole_read(struct span value, int *number, struct fault *fault) {
  const bool negative = value.length > 0 && value.bytes[0] == '-';
  uint64_t found;
  if (!span_number((struct span){value.bytes + negative, value.length - negative}, 0, 1000, &found))
    return fault_say(fault, "expected a whole number, not %s", quote(value.bytes, value.length).text);
  *number = negative ? -(int)found : (int)found;
  return true;
}
