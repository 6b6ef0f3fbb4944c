/* Target: position lines; the game continues from each valid one. */
#include "exercise.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct fault fault;
  const struct set_library *library = exercise_library();
  struct span line = {(const char *)bytes, length};
  struct history *history = history_resume(line, library, 1, &fault);
  exercise_begin();
  exercise_count(history != NULL);
  exercise_check(history != NULL || fault.text[0] != '\0', "a position is refused without a message");
  if (history != NULL) {
    exercise_position(history->game, history->set, library);
    exercise_steps(history, 100);
  }
  history_free(history);
  return 0;
}
