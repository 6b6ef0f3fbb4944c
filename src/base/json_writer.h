/*
 * Writes JSON without blanks at the end of a text: nesting, commas and escapes.
 *
 * Every value is appended by one call, or by an open and a close around what it holds. `key` is its name if it is a
 * member of an object; NULL in an array and at the top. A comma is set where one is due: the byte before tells, as none
 * is due at the beginning of the text and after a key, a blank, a line feed and an opening bracket. Keys are plain
 * ASCII without anything to escape.
 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include "base/reader.h"
#include "base/text.h"
#include <stdbool.h>

/* The key of a member, for a function that writes a value without one. */
void json_put_key(struct text *text, const char *key);

/* Begins an object or array, and ends it. `key`: its name in an object; NULL in an array and for the outermost one. */
void json_open_object(struct text *text, const char *key);
void json_close_object(struct text *text);
void json_open_array(struct text *text, const char *key);
void json_close_array(struct text *text);

/* A string in parts, which are appended to the text in between and must hold nothing to escape, such as names of the
 * notation and digits. */
void json_open_string(struct text *text, const char *key);
void json_close_string(struct text *text);

/* A string of UTF-8. */
void json_put_string(struct text *text, const char *key, const char *string);
void json_put_span(struct text *text, const char *key, struct span string);
void json_put_int(struct text *text, const char *key, int64_t number);
/* A number rounded to `digits` (0 to 9) decimals, or null, as by text_add_decimal(). */
void json_put_decimal(struct text *text, const char *key, double number, int digits);
/* A string of 16 hexadecimal digits. */
void json_put_hash(struct text *text, const char *key, uint64_t hash);
void json_put_bool(struct text *text, const char *key, bool on);
void json_put_null(struct text *text, const char *key);
/* An array of the line's words, which spaces and tabs separate. */
void json_put_words(struct text *text, const char *key, struct span line);
/* A string as JSON has it, quotes and escapes included, within other text: no comma before it. */
void json_quote(struct text *text, struct span string);
/* A value that is JSON already. */
void json_put_raw(struct text *text, const char *key, struct span json);

#endif
