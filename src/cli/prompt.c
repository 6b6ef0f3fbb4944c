#define _POSIX_C_SOURCE 200809L
#include "cli/prompt.h"

#include <stdlib.h>
#include <string.h>

#include "base/reader.h"
#include "base/utf8.h"
#include "cli/interrupts.h"
#include "cli/locale_text.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Appends the characters that can be shown; gives whether these were all. */
static bool add_plain(const struct text *from, struct text *words) {
  bool plain = true;
  for (size_t i = 0, size; i < from->length; i += size) {
    uint32_t code;
    size = utf8_read(from->bytes + i, from->length - i, &code);
    if (size == 0) size = 1;
    const bool shown = code != 0xFFFD && span_is_plain((struct span){from->bytes + i, size}, false);
    if (shown)
      text_add(words, from->bytes + i, size);
    else
      text_add_char(words, from->bytes[i] == '\t' ? ' ' : '?');
    plain = plain && (shown || from->bytes[i] == '\t');
  }
  return plain;
}

bool prompt_read(FILE *in, struct prompt_line *line) {
  char *memory = NULL;
  size_t capacity = 0;
  *line = (struct prompt_line){.plain = true};
  const ssize_t count = interrupts_wait_begin() ? getline(&memory, &capacity, in) : -1;
  interrupts_wait_end();
  if (count >= 0) {
    size_t begin = 0, end = (size_t)count;
    while (begin < end && is_blank(memory[begin])) begin++;
    while (end > begin && is_blank(memory[end - 1])) end--;
    struct text decoded = {0};
    text_add(&line->bytes, memory + begin, end - begin);
    locale_read(memory + begin, end - begin, &decoded);
    text_add_string(&line->words, "");
    line->plain = add_plain(&decoded, &line->words);
    text_free(&decoded);
  }
  free(memory);
  return count >= 0;
}

void prompt_line_free(struct prompt_line *line) {
  text_free(&line->words);
  text_free(&line->bytes);
}
