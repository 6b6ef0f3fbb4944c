/* Target: files of records; each valid record is written and read again. */
#include "notation/record.h"
#include "exercise.h"
#include "target.h"
#include <stdlib.h>
#include <string.h>

/* Reads a game from a file; NULL if it is refused. */
static struct history *replay(struct record_source *source, struct record *record, const struct set_library *library,
                              bool *more) {
  struct fault fault = {0};
  int read = record_read(source, record, &fault);
  struct history *history = read == 1 ? record_replay(record, library, &fault) : NULL;
  if (read != 0) exercise_count(history != NULL);
  exercise_check(read == 0 || history != NULL || fault.text[0] != '\0', "a record is refused without a message");
  *more = read == 1;
  return history;
}

static void check_again(const struct history *history, const struct record *record, const struct set_library *library) {
  bool more;
  struct record again = {0};
  struct text text = {0}, other = {0};
  record_write(history, record, &text);
  struct record_source source = record_source_of(text_span(&text));
  struct history *replayed = replay(&source, &again, library, &more);
  exercise_check(replayed != NULL, "a record is refused that was written");
  exercise_check(tess_game_hash(replayed->game) == tess_game_hash(history->game), "a record reads back otherwise");
  record_write(replayed, &again, &other);
  exercise_check(strcmp(text.bytes, other.bytes) == 0, "a record is not written as it was");
  history_free(replayed);
  record_free(&again);
  text_free(&text), text_free(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  bool more = true;
  const struct set_library *library = exercise_library();
  exercise_begin();
  struct record_source source = record_source_of((struct span){(const char *)bytes, length});
  while (more) {
    struct record record = {0};
    struct history *history = replay(&source, &record, library, &more);
    if (history != NULL) check_again(history, &record, library);
    if (history != NULL) exercise_position(history->game, history->set, library);
    history_free(history);
    record_free(&record);
  }
  return 0;
}
