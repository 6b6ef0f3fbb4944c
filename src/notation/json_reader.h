/* Reads members of JSON objects that come from outside: each with its type, its range and the message if it is wrong.
 */
#ifndef NOTATION_JSON_READER_H
#define NOTATION_JSON_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/reader.h"
#include "base/text.h"

/* The JSON object in `bytes`, after a byte order mark if there is one; to be released with json_decref(). NULL with
 * `*fault`, also if a member stands twice. */
json_t *members_read(struct span bytes, struct fault *fault);
/* Appends the lines of a value (json_lines.h) without the first one. Control characters become spaces. Names longer
 * than 64 bytes and what lies deeper than 8 levels are left out. */
void members_write_lines(const json_t *value, struct text *lines);
/* Returns true if the object has all members of `needed`, and no others but those of `optional`; else false with
 * `*fault`. Names are separated by blanks. */
bool members_known(const json_t *object, const char *needed, const char *optional, struct fault *fault);
/* Returns true if the object has the member; else false with `*fault`. */
bool member_needed(const json_t *object, const char *name, struct fault *fault);

/* ---- Readers: each leaves its result as it is and returns true if the member is missing; else it stores the value, or
 * returns false with `*fault` naming the member and what was expected. ---- */

/* A whole number from `least` to `most`; 4.0 is one, too. */
bool member_whole(const json_t *object, const char *name, int least, int most, int *number, struct fault *fault);
/* A whole number of 64 bits. */
bool member_long(const json_t *object, const char *name, int64_t *number, struct fault *fault);
/* A list of `count` of them. */
bool member_longs(const json_t *object, const char *name, int count, int64_t *numbers, struct fault *fault);
/* True or false. */
bool member_switch(const json_t *object, const char *name, bool *on, struct fault *fault);
/* A string as it is, without its final zero; it lives as long as the object. */
bool member_text(const json_t *object, const char *name, struct span *text, struct fault *fault);
/* One of `words`, which are separated by blanks: its index. */
bool member_choice(const json_t *object, const char *name, const char *words, int *index, struct fault *fault);
/* The word at an index of `words`, which member_choice reads. */
struct span choice_word(const char *words, int index);
/* `size` bytes as a string of twice as many hexadecimal digits. After a fault `bytes` are undefined. */
bool member_hex(const json_t *object, const char *name, uint8_t *bytes, int size, struct fault *fault);
/* An object, which lives as long as the one that has it. */
bool member_object(const json_t *object, const char *name, const json_t **value, struct fault *fault);
/* A list, likewise. `items` says what it should have, as in `strings`; the message repeats it. */
bool member_list(const json_t *object, const char *name, const char *items, const json_t **value, struct fault *fault);

#endif
