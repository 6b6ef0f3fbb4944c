#include "table/members.h"

#include <string.h>

#include "base/reader.h"

json_t *members_read(struct span bytes, struct fault *fault) {
  json_error_t error;
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

/* The index of a word among `words`, or -1. */
static int word_index(const char *words, struct span word) {
  struct span rest = span_of(words), part;
  for (int i = 0; span_split(&rest, ' ', &part); i++)
    if (part.length == word.length && word.length > 0 && memcmp(part.bytes, word.bytes, word.length) == 0) return i;
  return -1;
}

bool members_known(const json_t *object, const char *names, struct fault *fault) {
  for (void *at = json_object_iter((json_t *)object); at != NULL; at = json_object_iter_next((json_t *)object, at)) {
    const char *name = json_object_iter_key(at);
    if (word_index(names, span_of(name)) < 0)
      return fault_say(fault, "unknown member %s: expected %s", quote(name, strlen(name)).text, names);
  }
  return true;
}

bool member_needed(const json_t *object, const char *name, struct fault *fault) {
  return json_object_get(object, name) != NULL || fault_say(fault, "%s: is missing", name);
}

bool member_whole(const json_t *object, const char *name, int least, int most, int *number, struct fault *fault) {
  const json_t *value = json_object_get(object, name);
  if (value == NULL) return true;
  const json_int_t found = json_integer_value(value);
  if (!json_is_integer(value) || found < least || found > most)
    return fault_say(fault, "%s: expected a whole number from %d to %d", name, least, most);
  *number = (int)found;
  return true;
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
  *index = word_index(words, text);
  return *index >= 0 ||
         fault_say(fault, "%s: expected one of %s, not %s", name, words, quote(text.bytes, text.length).text);
}

/* Line and paragraph separators, marks of direction, and characters of no width that hide others. The joiners of
 * scripts and pictures (U+200C, U+200D) are not among them. */
static bool is_deceptive(uint32_t code) {
  return code == 0x200B || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0x061C || code == 0xFEFF || (code >= 0xE0000 && code <= 0xE007F);
}

static bool is_blank(uint32_t code) {
  return code == ' ' || code == 0xA0 || code == 0x1680 || code == 0x3000 || (code >= 0x2000 && code <= 0x200D) ||
         code == 0x202F || code == 0x205F || code == 0x2800 || code == 0x3164;
}

static bool is_line(struct span text, int most) {
  bool shown = false;
  int characters = 0;
  if (!span_is_plain(text, false)) return false;
  for (size_t at = 0, size; at < text.length; at += size) {
    uint32_t code = 0;
    size = utf8_read(text.bytes + at, text.length - at, &code);
    if (is_deceptive(code) || ++characters > most) return false;
    shown = shown || !is_blank(code);
  }
  return shown;
}

bool member_line(const json_t *object, const char *name, int most, char *out, struct fault *fault) {
  struct span text = {0};
  if (!member_text(object, name, &text, fault)) return false;
  if (text.bytes == NULL) return true;
  if (!is_line(text, most))
    return fault_say(fault, "%s: expected 1 to %d characters, not all blank and no control characters", name, most);
  memcpy(out, text.bytes, text.length);
  out[text.length] = '\0';
  return true;
}
