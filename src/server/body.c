#include "server/body.h"

struct scan {
  int depth;
  bool in_string, escaped;
};

/* Follows one byte; false if it opens a bracket too deep. */
static bool scan_byte(struct scan *scan, char byte) {
  if (scan->in_string) {
    if (byte == '"' && !scan->escaped) scan->in_string = false;
    scan->escaped = byte == '\\' && !scan->escaped;
    return true;
  }
  if (byte == '"') scan->in_string = true;
  if (byte == ']' || byte == '}') scan->depth--;
  if (byte == '[' || byte == '{') scan->depth++;
  return scan->depth <= BODY_DEPTH;
}

bool body_check(struct span body, struct fault *fault) {
  struct scan scan = {0};
  if (!span_is_plain(body, true))
    return fault_say(fault, "the body holds bytes that are not UTF-8 text; expected one JSON object");
  for (size_t i = 0; i < body.length; i++)
    if (!scan_byte(&scan, body.bytes[i]))
      return fault_say(fault, "the body is nested deeper than %d levels at byte %zu", (int)BODY_DEPTH, i + 1);
  return true;
}
