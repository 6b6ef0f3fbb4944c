#include "hall/writing.h"

#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/json_writer.h"
#include "hall/entry.h"

void writing_begin(struct acting *acting, const char *type, bool own) {
  struct text *text = &acting->entries;
  json_open_object(text, NULL);
  json_put_int(text, "seq", acting->competition->seq + 1);
  json_put_int(text, "at", acting->now > acting->competition->at ? acting->now : acting->competition->at);
  json_put_string(text, "type", type);
  if (own && acting->player != 0) json_put_hash(text, "by", (uint64_t)acting->player);
  if (own && acting->request != 0) json_put_hash(text, "request", acting->request);
}

void writing_end(struct acting *acting) {
  struct text *text = &acting->entries;
  struct fault fault;
  json_close_object(text);
  size_t begin = text->length;
  while (begin > 0 && text->bytes[begin - 1] != '\n') begin--;
  const struct span entry = {text->bytes + begin, text->length - begin};
  CHECK_BECAUSE(entry_apply(acting->competition, entry, &fault), fault.text);
  text_add_char(text, '\n');
}

bool writing_is_full(const struct acting *acting) { return acting->competition->seq + 1 >= LOG_MOST; }

void writing_numbers(struct acting *acting, const char *key, const int *numbers, int count) {
  json_open_array(&acting->entries, key);
  for (int i = 0; i < count; i++) json_put_int(&acting->entries, NULL, numbers[i] + 1);
  json_close_array(&acting->entries);
}

void writing_decided(struct acting *acting, int bout, const struct bout_result *result, enum decided_why why) {
  writing_begin(acting, "decided", false);
  json_put_int(&acting->entries, "encounter", bout + 1);
  bout_result_write(result, &acting->entries);
  if (why != DECIDED_BY_PEOPLE) json_put_string(&acting->entries, "why", decided_why_word(why));
  writing_end(acting);
}

void writing_forfeit(struct acting *acting, int bout, enum forfeit forfeit) {
  writing_decided(acting, bout, &(struct bout_result){.forfeit = forfeit}, DECIDED_BY_PEOPLE);
}

void writing_entered(struct acting *acting, const char *guest, int rating, int64_t lot) {
  writing_begin(acting, "entered", true);
  if (guest != NULL)
    json_put_string(&acting->entries, "name", guest);
  else
    json_put_hash(&acting->entries, "player", (uint64_t)acting->player);
  json_put_int(&acting->entries, "rating", rating);
  if (lot < 0) {
    uint8_t bytes[4];
    char number[16];
    struct blake2b hash;
    snprintf(number, sizeof number, "%d", acting->competition->competitor_count + 1);
    blake2b_begin(&hash, sizeof bytes, acting->secret, CREDENTIAL_HASH);
    blake2b_add(&hash, number, strlen(number));
    blake2b_finish(&hash, bytes);
    lot = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  }
  json_put_int(&acting->entries, "lot", lot);
  writing_end(acting);
}

void writing_closed(struct acting *acting) {
  writing_begin(acting, "closed", true);
  json_put_hex(&acting->entries, "secret", acting->secret, CREDENTIAL_HASH);
  writing_end(acting);
}
