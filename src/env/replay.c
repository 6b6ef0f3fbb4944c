/* Records read as numbered actions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env/action.h"
#include "env/variant.h"
#include "notation/record.h"

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

/* The number of a step of a history, for a game that stands before it; -1 if it has none. */
static int32_t step_id(const struct history_step *step, const tess_game *game, struct legal_actions *legal) {
  if (step->type == STEP_DRAW) return step->kind;
  if (step->type == STEP_THROW) return action_of_throw(&step->thrown);
  struct player_turn turn = {.placement = step->placement};
  struct fault none = {0};
  if (step->type == STEP_MEEPLE) CHECK(choice_decide(step->choice, game, &turn.decision, &none));
  const struct board_box box = board_box_of(game);
  legal_actions_list(legal, game, &box);
  const int index = legal_actions_find_step(legal, game, &turn);
  return index < 0 ? -1 : legal->ids[index];
}

/* Numbers all steps of a history on a game of its own. False if one of them has no number. */
static bool number_steps(const struct history *history, const struct set_library *library, struct replay *replay) {
  struct fault fault = {0};
  struct history *again = history_resume(text_span(&history->start), library, 0, &fault);
  struct legal_actions *legal = memory_new(sizeof *legal);
  CHECK_BECAUSE(again != NULL, fault.text);
  replay->actions = memory_new(((size_t)history->count + 1) * sizeof *replay->actions);
  bool numbered = true;
  for (; numbered && replay->length < history->count; replay->length++) {
    const struct history_step *step = &history->steps[replay->length];
    replay->actions[replay->length] = step_id(step, again->game, legal);
    numbered = replay->actions[replay->length] >= 0;
    bool done = false;
    tess_decision decision;
    if (step->type == STEP_DRAW) done = history_draw(again, step->kind, &fault);
    if (step->type == STEP_PLACE) done = history_place(again, step->placement, &fault);
    if (step->type == STEP_MEEPLE)
      done = choice_decide(step->choice, again->game, &decision, &fault) && history_meeple(again, decision, &fault);
    if (step->type == STEP_THROW) done = history_throw(again, &step->thrown, &fault);
    CHECK_BECAUSE(done, fault.text);
  }
  free(legal);
  history_free(again);
  return numbered;
}

static void keep_tags(const struct record *record, struct replay *replay) {
  struct text text = {0};
  for (int i = 0; i < record->tag_count; i++) {
    text_add(&text, record->tags[i].name, strlen(record->tags[i].name) + 1);
    text_add(&text, record->tags[i].value, strlen(record->tags[i].value) + 1);
  }
  replay->tags = text.bytes;
  replay->tag_bytes = text.length;
}

int replay_next(struct replay_reader *reader, struct replay *replay, struct env_fault *fault) {
  struct record record = {0};
  struct fault own = {0};
  struct history *history = NULL;
  int found = record_read(&reader->source, &record, &own);
  if (found > 0) history = record_replay(&record, reader->library, &own);
  if (found > 0 && history == NULL) found = -1;
  if (found < 0) env_fault_tell(fault, &own);
  if (found > 0) {
    *replay = (struct replay){0};
    if (!number_steps(history, reader->library, replay)) {
      snprintf(fault->text, sizeof fault->text,
               "the game has a step that has no number, outside the window of actions");
      found = -1;
    }
    keep_tags(&record, replay);
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
