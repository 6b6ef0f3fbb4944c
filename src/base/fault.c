#include "base/fault.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(struct fault *fault, tess_error error, const char *format, va_list arguments) {
  fault->code = NULL;
  fault->error = error;
  fault->line = 0;
  fault->move = 0;
  vsnprintf(fault->text, sizeof fault->text, format, arguments);
}

bool fault_say(struct fault *fault, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(fault, TESS_ERROR_NONE, format, arguments);
  va_end(arguments);
  return false;
}

bool fault_as(struct fault *fault, const char *code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(fault, TESS_ERROR_NONE, format, arguments);
  va_end(arguments);
  fault->code = code;
  return false;
}

bool fault_refuse(struct fault *fault, tess_error error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(fault, error, format, arguments);
  va_end(arguments);
  return false;
}

bool fault_within(struct fault *fault, const char *where) {
  struct text inner = {0};
  fault_write(fault, &inner);
  snprintf(fault->text, sizeof fault->text, "%s: %s", where, inner.bytes);
  fault->line = fault->move = 0;
  text_free(&inner);
  return false;
}

void fault_write(const struct fault *fault, struct text *text) {
  if (fault->line > 0) text_print(text, "line %d", fault->line);
  if (fault->move > 0) text_print(text, "%smove %d", fault->line > 0 ? ", " : "", fault->move);
  if (fault->line > 0 || fault->move > 0) text_add_string(text, ": ");
  text_add_string(text, fault->text);
}

static size_t escape(unsigned char byte, char *out) {
  static const char hex[] = "0123456789abcdef";
  if (byte >= ' ' && byte < 0x7F) {
    out[0] = (char)byte;
    return 1;
  }
  memcpy(out, (char[]){'\\', 'x', hex[byte >> 4], hex[byte & 15]}, 4);
  return 4;
}

struct quote quote(const char *bytes, size_t length) {
  struct quote result = {"'"};
  size_t used = 1;
  size_t i = 0;
  for (; i < length && used + 4 + sizeof "...'" <= sizeof result.text; i++)
    used += escape((unsigned char)bytes[i], result.text + used);
  memcpy(result.text + used, i < length ? "...'" : "'", i < length ? 5 : 2);
  return result;
}
