#include "notation/record.h"
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static char *copy_string(const char *string) {
  size_t size = strlen(string) + 1;
  return memcpy(memory_new(size), string, size);
}

void record_free(struct record *record) {
  for (int i = 0; i < record->tag_count; i++) {
    free(record->tags[i].name);
    free(record->tags[i].value);
  }
  for (int i = 0; i < record->turn_count; i++) text_free(&record->turns[i].comment);
  for (int i = 0; i < record->word_count; i++) free(record->words[i].bytes);
  free(record->tags);
  free(record->turns);
  free(record->words);
  free(record->result);
  *record = (struct record){0};
}

static struct record_tag *find_tag(const struct record *record, const char *name) {
  for (int i = 0; i < record->tag_count; i++)
    if (strcmp(record->tags[i].name, name) == 0) return &record->tags[i];
  return NULL;
}

const char *record_tag_value(const struct record *record, const char *name) {
  const struct record_tag *tag = find_tag(record, name);
  return tag == NULL ? NULL : tag->value;
}

int record_tag_line(const struct record *record, const char *name) {
  const struct record_tag *tag = find_tag(record, name);
  return tag == NULL ? 0 : tag->line;
}

/* Lists grow by doubling at the powers of two. */
static void *grow(void *list, int count, size_t size) {
  bool full = (count & (count - 1)) == 0;
  return full ? memory_resize(list, (size_t)(count > 0 ? 2 * count : 1) * size) : list;
}

void record_set_tag(struct record *record, const char *name, const char *value) {
  struct record_tag *tag = find_tag(record, name);
  CHECK(span_is_plain(span_of(value), false));
  if (tag == NULL) {
    record->tags = grow(record->tags, record->tag_count, sizeof *tag);
    tag = &record->tags[record->tag_count++];
    *tag = (struct record_tag){.name = copy_string(name)};
  }
  free(tag->value);
  tag->value = copy_string(value);
}

struct record_turn *record_turn(struct record *record, int number) {
  CHECK(number > 0);
  while (record->turn_count < number) {
    record->turns = grow(record->turns, record->turn_count, sizeof *record->turns);
    record->turns[record->turn_count++] = (struct record_turn){.clock = -1};
  }
  return &record->turns[number - 1];
}

void record_turn_say(struct record_turn *turn, struct span words) {
  CHECK(span_is_plain(words, true) && (words.length == 0 || memchr(words.bytes, '}', words.length) == NULL));
  if (words.length > 0 && turn->comment.length > 0) text_add_char(&turn->comment, ' ');
  text_add(&turn->comment, words.bytes, words.length);
}

void record_add_word(struct record *record, int line, struct span word) {
  record->words = grow(record->words, record->word_count, sizeof *record->words);
  char *bytes = memory_new(word.length + 1);
  memcpy(bytes, word.bytes, word.length);
  bytes[word.length] = '\0';
  record->words[record->word_count++] =
      (struct record_word){.line = line, .turn = record->turn_count - 1, .bytes = bytes};
}
