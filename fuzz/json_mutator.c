/*
 * Mutates JSON for libFuzzer: it replaces a value by another one of its kind, removes, doubles and swaps members and
 * elements, and takes values of another input under the same key. Of four mutations it uses the first that the target
 * can still read. One input in sixteen is mutated byte by byte, and so is every input that is no JSON.
 */
#include <string.h>

#include "mutator.h"
#include "target.h"

enum { MOST_VALUES = 4000, MOST_DEPTH = 32, MOST_TRIES = 4 };

/* A value; `whole` includes its key, if it has one. `above` is the index of the object or array that contains it, -1
 * for the outermost value. */
struct value {
  struct span key, self, whole;
  int above, depth;
};

struct values {
  struct value list[MOST_VALUES];
  int count;
};

/* ---- Finding values ---- */

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && memchr(" \t\r\n", *at, 4) != NULL) at++;
  return at;
}

/* The end of the string that begins at `at`, after its closing quote. */
static const char *string_end(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++) at += *at == '\\';
  return at < end ? at + 1 : end;
}

static struct span between(const char *begin, const char *end) { return (struct span){begin, (size_t)(end - begin)}; }

/* Finds all values, each after the one that contains it. Returns false if brackets or strings do not match. */
static bool find_values(struct span json, struct values *values) {
  const char *at = json.bytes, *const end = at + json.length;
  int open[MOST_DEPTH], depth = 0;
  struct span key = {0};
  values->count = 0;
  while ((at = skip_blanks(at, end)) < end) {
    if (*at == ',') {
      at++;
      continue;
    }
    if (*at == '}' || *at == ']') {
      if (depth == 0) return false;
      struct value *closed = &values->list[open[--depth]];
      closed->self = between(closed->self.bytes, ++at), closed->whole = between(closed->whole.bytes, at);
      continue;
    }
    const char *begin = at;
    if (*at == '"' || *at == '{' || *at == '[')
      at = *at == '"' ? string_end(at, end) : at + 1;
    else
      while (at < end && memchr(",:]} \t\r\n", *at, 8) == NULL) at++;
    const char *colon = skip_blanks(at, end);
    if (*begin == '"' && key.bytes == NULL && colon < end && *colon == ':') {
      key = between(begin, at);
      at = colon + 1;
      continue;
    }
    if (at == begin || values->count == MOST_VALUES || (depth == 0 && values->count > 0)) return false;
    const struct span self = between(begin, at), whole = key.bytes == NULL ? self : between(key.bytes, at);
    values->list[values->count] = (struct value){key, self, whole, depth == 0 ? -1 : open[depth - 1], depth};
    key = (struct span){0};
    if (*begin == '{' || *begin == '[') {
      if (depth == MOST_DEPTH) return false;
      open[depth++] = values->count;
    }
    values->count++;
  }
  return depth == 0 && values->count > 0;
}

/* ---- Choosing one ---- */

enum json_form { NUMBER, STRING, OTHER };

static enum json_form form_of(const struct value *value) {
  const char first = value->self.bytes[0];
  return first == '"' ? STRING : first == '-' || (first >= '0' && first <= '9') ? NUMBER : OTHER;
}

static bool same_key(const struct value *one, const struct value *other) {
  const size_t length = one->key.length;
  return length == other->key.length && (length == 0 || memcmp(one->key.bytes, other->key.bytes, length) == 0);
}

/* Picks a random value of this form; NULL if there is none. */
static const struct value *pick_form(const struct values *values, struct dice_box *dice, enum json_form form) {
  const int count = values->count, from = (int)below(dice, (size_t)count);
  for (int i = 0; i < count; i++)
    if (form_of(&values->list[(from + i) % count]) == form) return &values->list[(from + i) % count];
  return NULL;
}

/* Picks a random value inside another one; elements of outer lists are more likely than values inside them. */
static const struct value *pick_held(const struct values *values, struct dice_box *dice) {
  const struct value *best = NULL;
  for (int tries = 0; tries < 12; tries++) {
    const struct value *value = &values->list[below(dice, (size_t)values->count)];
    if (value->above < 0) continue;
    if (best == NULL || (value->key.bytes == NULL && value->depth < best->depth)) best = value;
    if (best->key.bytes == NULL && below(dice, 4) == 0) break;
  }
  return best;
}

/* Picks another value under the same key and at the same depth; the value itself if there is none. */
static const struct value *pick_like(const struct values *values, struct dice_box *dice, const struct value *like) {
  const int count = values->count, from = (int)below(dice, (size_t)count);
  for (int i = 0; i < count; i++) {
    const struct value *value = &values->list[(from + i) % count];
    if (value->self.bytes != like->self.bytes && value->depth == like->depth && same_key(value, like)) return value;
  }
  return like;
}

/* ---- Changes ---- */

static void change_number(struct text *out, struct dice_box *dice, struct span json, struct span number) {
  static const char *const odd[] = {"0", "-1", "255", "256", "0.5", "1e9", "2147483648", "-0", "1e400"};
  struct text text = {0};
  uint64_t old;
  if (below(dice, 5) == 0)
    text_add_string(&text, odd[below(dice, sizeof odd / sizeof odd[0])]);
  else if (span_number(number, 1, UINT32_MAX, &old) && below(dice, 2) == 0)
    text_add_int(&text, (int64_t)old + (int64_t)below(dice, 3) - 1);
  else
    text_add_int(&text, (int64_t)below(dice, 10));
  add_replaced(out, json, number, text_span(&text));
  text_free(&text);
}

/* Replaces the value by another one under the same key, or by `words`. */
static void change_value(struct text *out, struct dice_box *dice, struct span json, const struct values *values,
                         const struct value *value) {
  static const char *const words[] = {"\"\"", "\"N\"", "\"NESW\"", "\"x\"", "null", "true", "[]", "{}", "[0]"};
  struct span other = pick_like(values, dice, value)->self;
  if (other.bytes == value->self.bytes || below(dice, 6) == 0)
    other = span_of(words[below(dice, sizeof words / sizeof words[0])]);
  add_replaced(out, json, value->self, other);
}

/* Removes the value and the comma between it and its neighbour. */
static void remove_value(struct text *out, struct span json, const struct value *value) {
  struct span part = value->whole;
  const char *const end = json.bytes + json.length, *next = skip_blanks(part.bytes + part.length, end);
  if (next < end && *next == ',') {
    part = between(part.bytes, next + 1);
  } else {
    const char *begin = part.bytes;
    while (begin > json.bytes && memchr(" \t\r\n", begin[-1], 4) != NULL) begin--;
    if (begin > json.bytes && begin[-1] == ',') part = between(begin - 1, part.bytes + part.length);
  }
  add_replaced(out, json, part, span_of(""));
}

/* Inserts an element before the value; its `"id"` is usually changed. */
static void put_before(struct text *out, struct dice_box *dice, struct span json, const struct value *value,
                       struct span element) {
  struct text both = {0};
  const struct span id = span_of("\"id\": \"");
  size_t at = 0;
  while (at + id.length < element.length && memcmp(element.bytes + at, id.bytes, id.length) != 0) at++;
  const bool renamed = at + id.length < element.length && below(dice, 8) != 0;
  if (renamed) {
    text_add(&both, element.bytes, at + id.length);
    text_print(&both, "%c%c", 'A' + (int)below(dice, 26), 'A' + (int)below(dice, 26));
    at += id.length;
  } else {
    at = 0;
  }
  text_add(&both, element.bytes + at, element.length - at);
  text_add_char(&both, ',');
  text_add(&both, value->whole.bytes, value->whole.length);
  add_replaced(out, json, value->whole, text_span(&both));
  text_free(&both);
}

/* Swaps two values that do not overlap. */
static void swap_values(struct text *out, struct span json, struct span one, struct span other) {
  const bool ordered = one.bytes < other.bytes;
  const struct span first = ordered ? one : other, second = ordered ? other : one;
  const char *const between_them = first.bytes + first.length;
  text_add(out, json.bytes, (size_t)(first.bytes - json.bytes));
  text_add(out, second.bytes, second.length);
  text_add(out, between_them, (size_t)(second.bytes - between_them));
  text_add(out, first.bytes, first.length);
  text_add(out, second.bytes + second.length, json.length - (size_t)(second.bytes + second.length - json.bytes));
}

static void change(struct text *out, struct dice_box *dice, struct span json, const struct values *values) {
  const struct value *held = pick_held(values, dice);
  const struct value *number = pick_form(values, dice, NUMBER), *string = pick_form(values, dice, STRING);
  if (held == NULL) held = &values->list[0];
  const struct value *like = pick_like(values, dice, held);
  switch (below(dice, 10)) {
  case 0:
  case 1:
  case 2:
    if (number != NULL) change_number(out, dice, json, number->self);
    break;
  case 3:
    if (string != NULL) change_value(out, dice, json, values, string);
    break;
  case 4:
    if (held->key.bytes == NULL || below(dice, 4) == 0) remove_value(out, json, held);
    break;
  case 5:
  case 6: put_before(out, dice, json, held, like->whole); break;
  case 7:
  case 8:
    if (like != held) swap_values(out, json, held->self, like->self);
    break;
  default: change_value(out, dice, json, values, held);
  }
  if (out->length == 0) add_replaced(out, json, json, json);
}

/* Returns the input if the target can read it, otherwise the last input that it could read; valid until the next call.
 */
static struct span pick_input(struct dice_box *dice, struct span input) {
  static struct text read;
  if (target_reads(input)) {
    text_clear(&read);
    text_add(&read, input.bytes, input.length);
  } else if (read.length == 0 || below(dice, 4) == 0) {
    return input;
  }
  return text_span(&read);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
  static struct values values;
  struct dice_box dice = dice_of(seed);
  struct text out = {0};
  if (size == 0 || below(&dice, 16) == 0) return LLVMFuzzerMutate(bytes, size, most);
  const struct span json = pick_input(&dice, (struct span){(const char *)bytes, size});
  if (!find_values(json, &values)) return LLVMFuzzerMutate(bytes, size, most);
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    text_clear(&out);
    change(&out, &dice, json, &values);
    if (target_reads(text_span(&out))) break;
  }
  return give(&out, bytes, most);
}

/* Crosses two inputs: puts an element or a value of the other input beside or in place of one under the same key. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *bytes, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t most, unsigned seed) {
  static struct values values, others;
  struct dice_box dice = dice_of(seed);
  struct text text = {0};
  const struct span json = {(const char *)bytes, size};
  if (find_values(json, &values) && find_values((struct span){(const char *)other, other_size}, &others)) {
    const struct value *held = pick_held(&values, &dice);
    const struct value *like = held == NULL ? NULL : pick_like(&others, &dice, held);
    if (like != NULL && like != held && held->key.bytes == NULL)
      put_before(&text, &dice, json, held, like->whole);
    else if (like != NULL && like != held)
      add_replaced(&text, json, held->self, like->self);
  }
  if (text.length == 0) text_add(&text, json.bytes, size);
  return give(&text, out, most);
}
