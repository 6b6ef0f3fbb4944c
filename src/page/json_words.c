#include "page/json_words.h"

#include <string.h>

#include "base/reader.h"

void json_words_write(const char *line, struct text *text) {
  struct reader words = reader_of(span_of(line == NULL ? "" : line));
  text_add_char(text, '[');
  for (struct span word = reader_word(&words); word.length > 0; word = reader_word(&words)) {
    if (text->bytes[text->length - 1] != '[') text_add_char(text, ',');
    text_add_json(text, word.bytes, word.length);
  }
  text_add_char(text, ']');
}

void json_pair_write(const char *key, const char *value, struct text *text) {
  text_print(text, "\"%s\":", key);
  text_add_json(text, value, strlen(value));
}
