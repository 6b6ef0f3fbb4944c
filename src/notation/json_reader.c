#include "notation/json_reader.h"

#include <stdio.h>
#include <string.h>

#include "base/encoding.h"

json_t *members_read(struct span bytes, struct fault *fault) {
  json_error_t error;
  bytes = span_after_mark(bytes);
  json_t *object = json_loadb(bytes.bytes, bytes.length, JSON_REJECT_DUPLICATES, &error);
  if (object == NULL) {
    fault_say(fault, "expected JSON: %s at byte %d", error.text, error.position);
    return NULL;
  }
  if (json_is_object(object)) return object;
  fault_say(fault, "expected a JSON object");
  json_decref(object);
  return NULL;
}

/* Appends the lines of a value whose path is in `path`. */
static void write_lines(const json_t *value, int level, struct text *path, struct text *lines) {
  enum { DEEPEST = 8, LONGEST = 64 };
  const size_t length = path->length;
  if (json_is_object(value) && level < DEEPEST) {
    for (void *at = json_object_iter((json_t *)value); at != NULL; at = json_object_iter_next((json_t *)value, at)) {
      if (strlen(json_object_iter_key(at)) > LONGEST) continue;
      text_print(path, ".%s", json_object_iter_key(at));
      write_lines(json_object_iter_value(at), level + 1, path, lines);
      text_cut(path, length);
    }
  } else if (json_is_array(value) && level < DEEPEST) {
    for (size_t i = 0; i < json_array_size(value); i++) {
      text_print(path, ".%u", (unsigned)i);
      write_lines(json_array_get(value, i), level + 1, path, lines);
      text_cut(path, length);
    }
  } else if (!json_is_object(value) && !json_is_array(value)) {
    const size_t line = lines->length;
    text_add(lines, path->bytes, path->length);
    text_add_char(lines, ' ');
    if (json_is_string(value)) text_add(lines, json_string_value(value), json_string_length(value));
    if (json_is_integer(value)) text_add_int(lines, json_integer_value(value));
    if (json_is_real(value)) text_add_decimal(lines, json_real_value(value), 3);
    if (json_is_boolean(value)) text_add_string(lines, json_is_true(value) ? "true" : "false");
    if (json_is_null(value)) text_add_string(lines, "null");
    for (size_t i = line; i < lines->length; i++)
      if ((unsigned char)lines->bytes[i] < ' ') lines->bytes[i] = ' ';
    text_add_char(lines, '\n');
  }
}

void members_write_lines(const json_t *value, struct text *lines) {
  struct text path = {0};
  text_clear(&path);
  write_lines(value, 0, &path, lines);
  text_free(&path);
}

/* The index of a word among `words`, or -1. */
static int word_index(const char *words, struct span word) {
  struct span rest = span_of(words), part;
  for (int i = 0; span_split(&rest, ' ', &part); i++)
    if (part.length == word.length && word.length > 0 && memcmp(part.bytes, word.bytes, word.length) == 0) return i;
  return -1;
}

bool member_needed(const json_t *object, const char *name, struct fault *fault) {
  return json_object_get(object, name) != NULL || fault_say(fault, "%s: is missing", name);
}

bool members_known(const json_t *object, const char *needed, const char *optional, struct fault *fault) {
  for (void *at = json_object_iter((json_t *)object); at != NULL; at = json_object_iter_next((json_t *)object, at)) {
    const char *name = json_object_iter_key(at), *more = optional[0] == '\0' ? "" : " ";
    if (word_index(needed, span_of(name)) < 0 && word_index(optional, span_of(name)) < 0)
      return fault_say(fault, "unknown member %s: expected %s%s%s", quote(name, strlen(name)).text, needed, more,
                       optional);
  }
  struct span rest = span_of(needed), part;
  while (span_split(&rest, ' ', &part)) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)part.length, part.bytes);
    if (!member_needed(object, name, fault)) return false;
  }
  return true;
}

bool member_whole(const json_t *object, const char *name, int least, int most, int *number, struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  if (value == NULL) return true;
  const double found = json_number_value(value); /* to JSON 4 and 4.0 are one number */
  if (!json_is_number(value) || !(found >= least && found <= most) || found != (int)found)
    return fault_say(fault, "%s: expected a whole number from %d to %d", name, least, most);
  *number = (int)found;
  return true;
}

bool member_long(const json_t *object, const char *name, int64_t *number, struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  if (value == NULL) return true;
  *number = json_integer_value(value);
  return json_is_integer(value) || fault_say(fault, "%s: expected whole numbers", name);
}

bool member_longs(const json_t *object, const char *name, int count, int64_t *numbers, struct fault *fault) {
  const json_t *list = json_object_get(object, name);
  bool good = list == NULL || json_array_size(list) == (size_t)count;
  for (int i = 0; i < count && list != NULL && good; i++) {
    const json_t *value = json_array_get(list, (size_t)i);
    numbers[i] = json_integer_value(value);
    good = json_is_integer(value);
  }
  return good || fault_say(fault, "%s: expected %d whole numbers", name, count);
}

bool member_switch(const json_t *object, const char *name, bool *on, struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  if (value == NULL) return true;
  *on = json_is_true(value);
  return json_is_boolean(value) || fault_say(fault, "%s: expected true or false", name);
}

bool member_text(const json_t *object, const char *name, struct span *text, struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  if (value == NULL) return true;
  if (!json_is_string(value)) return fault_say(fault, "%s: expected a string", name);
  *text = (struct span){json_string_value(value), json_string_length(value)};
  return true;
}

bool member_choice(const json_t *object, const char *name, const char *words, int *index, struct fault *fault) {
  struct span text = {0};
  if (!member_text(object, name, &text, fault)) return false;
  if (text.bytes == NULL) return true;
  const int found = word_index(words, text);
  if (found < 0)
    return fault_say(fault, "%s: expected one of %s, not %s", name, words, quote(text.bytes, text.length).text);
  *index = found;
  return true;
}

struct span choice_word(const char *words, int index) {
  struct span rest = span_of(words), part = {0};
  for (int i = 0; i <= index; i++) CHECK(span_split(&rest, ' ', &part));
  return part;
}

bool member_hex(const json_t *object, const char *name, uint8_t *bytes, int size, struct fault *fault) {
  struct span text = {0};
  if (!member_text(object, name, &text, fault)) return false;
  return text.bytes == NULL || hex_read(text, bytes, (size_t)size) ||
         fault_say(fault, "%s: expected %d hexadecimal digits", name, 2 * size);
}

bool member_object(const json_t *object, const char *name, const json_t **value, struct fault *fault) {
  const json_t *found = json_object_get(object, name);
  if (found == NULL) return true;
  *value = found;
  return json_is_object(found) || fault_say(fault, "%s: expected an object", name);
}

bool member_list(const json_t *object, const char *name, const char *items, const json_t **value, struct fault *fault) {
  const json_t *found = json_object_get(object, name);
  if (found == NULL) return true;
  *value = found;
  return json_is_array(found) || fault_say(fault, "%s: expected an array of %s", name, items);
}
