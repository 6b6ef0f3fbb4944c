#include "base/json_writer.h"

#include <string.h>

#include "base/encoding.h"

/* Writes what precedes a value: a comma if one is needed, and the key if there is one. */
static void begin(struct text *text, const char *key) {
  const char last = text->length == 0 ? '\n' : text->bytes[text->length - 1];
  if (strchr("{[: \n", last) == NULL) text_add_char(text, ',');
  if (key == NULL) return;
  text_add_char(text, '"');
  text_add_string(text, key);
  text_add(text, "\":", 2);
}

void json_put_key(struct text *text, const char *key) { begin(text, key); }

static void open(struct text *text, const char *key, char bracket) {
  begin(text, key);
  text_add_char(text, bracket);
}

void json_open_object(struct text *text, const char *key) { open(text, key, '{'); }
void json_close_object(struct text *text) { text_add_char(text, '}'); }
void json_open_array(struct text *text, const char *key) { open(text, key, '['); }
void json_close_array(struct text *text) { text_add_char(text, ']'); }
void json_open_string(struct text *text, const char *key) { open(text, key, '"'); }
void json_close_string(struct text *text) { text_add_char(text, '"'); }

static bool is_escaped(char c) { return c == '"' || c == '\\' || (unsigned char)c < ' '; }

void json_quote(struct text *text, struct span string) {
  size_t done = 0;
  text_add_char(text, '"');
  for (size_t i = 0; i < string.length; i++) {
    if (!is_escaped(string.bytes[i])) continue;
    text_add(text, string.bytes + done, i - done);
    if ((unsigned char)string.bytes[i] < ' ') {
      text_print(text, "\\u%04x", (unsigned)string.bytes[i]);
    } else {
      text_add_char(text, '\\');
      text_add_char(text, string.bytes[i]);
    }
    done = i + 1;
  }
  text_add(text, string.bytes + done, string.length - done);
  text_add_char(text, '"');
}

void json_put_span(struct text *text, const char *key, struct span string) {
  begin(text, key);
  json_quote(text, string);
}

void json_put_string(struct text *text, const char *key, const char *string) {
  json_put_span(text, key, span_of(string));
}

void json_put_int(struct text *text, const char *key, int64_t number) {
  begin(text, key);
  text_add_int(text, number);
}

void json_put_decimal(struct text *text, const char *key, double number, int digits) {
  begin(text, key);
  text_add_decimal(text, number, digits);
}

void json_put_hash(struct text *text, const char *key, uint64_t hash) {
  json_open_string(text, key);
  text_add_hash(text, hash);
  json_close_string(text);
}

void json_put_hex(struct text *text, const char *key, const uint8_t *bytes, size_t size) {
  json_open_string(text, key);
  hex_write(bytes, size, text);
  json_close_string(text);
}

void json_put_bool(struct text *text, const char *key, bool on) {
  begin(text, key);
  text_add_string(text, on ? "true" : "false");
}

void json_put_null(struct text *text, const char *key) {
  begin(text, key);
  text_add_string(text, "null");
}

void json_put_words(struct text *text, const char *key, struct span line) {
  struct reader reader = reader_of(line);
  json_open_array(text, key);
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader))
    json_put_span(text, NULL, word);
  json_close_array(text);
}

void json_put_raw(struct text *text, const char *key, struct span json) {
  begin(text, key);
  text_add(text, json.bytes, json.length);
}
