/* Target: games of other programs; the record of each game that is read is read again. */
#include "notation/foreign.h"
#include "exercise.h"
#include "notation/record.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  const struct span input = {(const char *)bytes, length};
  const struct set_library *library = exercise_library();
  struct text text = {0};
  struct record record = {0};
  struct fault fault = {0};
  exercise_begin();
  if (!foreign_is(input)) return 0;
  const bool good = foreign_read(input, library, &text, &fault);
  exercise_count(good);
  exercise_check(good || fault.text[0] != '\0', "a game is refused without a message");
  exercise_check(good || text.length == 0, "a game is refused and written");
  if (good) {
    struct record_source source = record_source_of(text_span(&text));
    exercise_check(record_read(&source, &record, &fault) == 1, "a record is refused that was written");
    struct history *history = record_replay(&record, library, &fault);
    exercise_check(history != NULL, "a record breaks the rules that was written");
    exercise_position(history->game, history->set, library);
    history_free(history);
  }
  record_free(&record);
  text_free(&text);
  return 0;
}
