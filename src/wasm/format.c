/* snprintf and vsnprintf for the conversions that this project writes: %d %u %x %c %s, with width, zeros and length.
 * Those of the C library would need a host to write to. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Where the bytes go, and how many there would be if there were room for all. */
struct output {
  char *bytes;
  size_t room, length;
};

/* What stands between `%` and the letter of a conversion. */
struct conversion {
  char pad;
  int width;
  int longs; /* letters l */
};

static void put(struct output *out, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++, out->length++)
    if (out->length + 1 < out->room) out->bytes[out->length] = bytes[i];
}

static void put_padded(struct output *out, const struct conversion *how, const char *bytes, size_t length) {
  for (size_t i = length; i < (size_t)how->width; i++) put(out, &how->pad, 1);
  put(out, bytes, length);
}

static void put_number(struct output *out, const struct conversion *how, uint64_t number, unsigned base,
                       bool negative) {
  char digits[24], *at = digits + sizeof digits;
  do {
    *--at = "0123456789abcdef"[number % base];
    number /= base;
  } while (number > 0);
  if (negative) *--at = '-';
  put_padded(out, how, at, (size_t)(digits + sizeof digits - at));
}

static const char *read_conversion(const char *at, struct conversion *how) {
  *how = (struct conversion){.pad = *at == '0' ? '0' : ' '};
  for (; *at >= '0' && *at <= '9'; at++) how->width = how->width * 10 + (*at - '0');
  for (; *at == 'l'; at++) how->longs++;
  return at;
}

static void convert(struct output *out, const struct conversion *how, char letter, va_list *arguments) {
  if (letter == 's') {
    const char *string = va_arg(*arguments, const char *);
    put_padded(out, how, string, strlen(string));
  } else if (letter == 'c') {
    const char c = (char)va_arg(*arguments, int);
    put_padded(out, how, &c, 1);
  } else if (letter == 'd') {
    const int64_t number = how->longs > 1 ? va_arg(*arguments, long long) : va_arg(*arguments, int);
    put_number(out, how, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10, number < 0);
  } else if (letter == 'u' || letter == 'x') {
    const uint64_t number = how->longs > 1 ? va_arg(*arguments, unsigned long long) : va_arg(*arguments, unsigned);
    put_number(out, how, number, letter == 'x' ? 16 : 10, false);
  } else {
    __builtin_trap();
  }
}

/* The C library names its parameters as only it may. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
 */
int vsnprintf(char *bytes, size_t room, const char *format, va_list given) {
  struct output out = {bytes, room, 0};
  va_list arguments;
  va_copy(arguments, given);
  for (const char *at = format; *at != '\0'; at++) {
    struct conversion how;
    if (*at != '%') {
      put(&out, at, 1);
      continue;
    }
    at = read_conversion(at + 1, &how);
    if (*at == '%')
      put(&out, at, 1);
    else
      convert(&out, &how, *at, &arguments);
  }
  va_end(arguments);
  if (room > 0) bytes[out.length < room ? out.length : room - 1] = '\0';
  return (int)out.length;
}

int snprintf(char *bytes, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(bytes, room, format, arguments);
  va_end(arguments);
  return length;
}
