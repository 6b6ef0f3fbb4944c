/* Reads records as numbered actions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/trace.h"
#include "env/variant.h"
#include "notation/record.h"
#include "notation/state.h"

struct replay_reader {
  struct set_library *library;
  struct text bytes;
  struct record_source source;
};

struct replay_reader *replay_open(const char *bytes, size_t length) {
  struct replay_reader *reader = memory_new(sizeof *reader);
  *reader = (struct replay_reader){.library = set_library_open()};
  text_add(&reader->bytes, bytes, length);
  reader->source = record_source_of(text_span(&reader->bytes));
  return reader;
}

void replay_close(struct replay_reader *reader) {
  if (reader == NULL) return;
  set_library_close(reader->library);
  text_free(&reader->bytes);
  free(reader);
}

/* Numbers all steps of a history, using a second game. Returns false if a step has no number. */
static bool number_steps(const struct history *history, const struct set_library *library, struct replay *replay) {
  struct fault fault = {0};
  tess_game *game = memory_zeroed(tess_game_size());
  struct legal_actions *legal = memory_new(sizeof *legal);
  CHECK_BECAUSE(position_read(text_span(&history->start), library, 0, game, &fault) != NULL, fault.text);
  replay->actions = memory_new(((size_t)history->count + 1) * sizeof *replay->actions);
  int32_t number = 0;
  for (; number >= 0 && replay->length < history->count; replay->length++) {
    number = trace_step_number(game, &history->steps[replay->length], legal);
    replay->actions[replay->length] = number;
  }
  free(legal);
  free(game);
  return number >= 0;
}

int replay_next(struct replay_reader *reader, struct replay *replay, struct env_fault *fault) {
  struct record record = {0};
  struct fault own = {0};
  struct history *history = NULL;
  int found = record_read(&reader->source, &record, &own);
  if (found > 0) history = record_replay(&record, reader->library, &own);
  if (found > 0 && history == NULL) found = -1;
  if (found < 0) env_fault_copy(fault, &own);
  if (found > 0) {
    *replay = (struct replay){0};
    if (!number_steps(history, reader->library, replay)) {
      snprintf(fault->text, sizeof fault->text,
               "the game has a step that has no number, outside the window of actions");
      found = -1;
    }
    struct text text = {0};
    for (int i = 0; i < record.tag_count; i++) {
      text_add(&text, record.tags[i].name, strlen(record.tags[i].name) + 1);
      text_add(&text, record.tags[i].value, strlen(record.tags[i].value) + 1);
    }
    replay->tags = text.bytes;
    replay->tag_bytes = text.length;
    struct text start = {0};
    text_add(&start, history->start.bytes, history->start.length);
    text_add_char(&start, '\0');
    replay->start = start.bytes;
    if (found < 0) replay_free(replay);
  }
  history_free(history);
  record_free(&record);
  return found;
}

void replay_free(struct replay *replay) {
  free(replay->start);
  free(replay->actions);
  free(replay->tags);
}
