/*
 * Appends JSON without blanks to a text, and sees to nesting, commas and escapes.
 *
 * Each value is appended by one call, or by an open and a close around its content. `key` is the name of the value in
 * an object; it is NULL in an array and for the outermost value. A function writes a comma first unless the text is
 * empty or ends with a key, a blank, a line feed or an opening bracket. Keys are plain ASCII without anything to
 * escape.
 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include "base/reader.h"
#include "base/text.h"
#include <stdbool.h>

/* Appends the key of a member; the caller then writes its value with a function that takes no key. */
void json_put_key(struct text *text, const char *key);

/* Begins and ends an object or array. `key` is its name in an object; NULL in an array and for the outermost value. */
void json_open_object(struct text *text, const char *key);
void json_close_object(struct text *text);
void json_open_array(struct text *text, const char *key);
void json_close_array(struct text *text);

/* Begins and ends a string. Between the two calls the caller appends its parts to the text; they must need no escapes,
 * such as names of the notation and digits. */
void json_open_string(struct text *text, const char *key);
void json_close_string(struct text *text);

/* Appends a string in UTF-8. */
void json_put_string(struct text *text, const char *key, const char *string);
void json_put_span(struct text *text, const char *key, struct span string);
void json_put_int(struct text *text, const char *key, int64_t number);
/* Appends a number rounded to `digits` (0 to 9) decimals, or null, as text_add_decimal() does. */
void json_put_decimal(struct text *text, const char *key, double number, int digits);
/* Appends a string of 16 hexadecimal digits. */
void json_put_hash(struct text *text, const char *key, uint64_t hash);
/* Appends a string of the hexadecimal digits of `size` bytes. */
void json_put_hex(struct text *text, const char *key, const uint8_t *bytes, size_t size);
void json_put_bool(struct text *text, const char *key, bool on);
void json_put_null(struct text *text, const char *key);
/* Appends an array of the words of a line; spaces and tabs separate words. */
void json_put_words(struct text *text, const char *key, struct span line);
/* Appends a string with quotes and escapes but without a comma before it, for use within other text. */
void json_quote(struct text *text, struct span string);
/* Appends a value that is already JSON. */
void json_put_raw(struct text *text, const char *key, struct span json);

#endif
