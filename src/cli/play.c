#include "cli/play.h"

#include "cli/files.h"
#include "cli/scoreboard.h"
#include "cli/terminal_board.h"

void play_say(const struct play *play, enum word word, const char *const *values) {
  struct text text = {0};
  words_add(&text, play->narrator.language, word, values);
  fprintf(play->out, "%s\n", text.bytes);
  text_free(&text);
}

/* Tells what happened. The tile that a person draws is shown anyway. */
static void tell(void *context, const tess_game *game, const tess_events *events) {
  struct play *play = context;
  struct text text = {0};
  for (uint32_t i = 0; i < events->count; i++) {
    const tess_event *event = &events->at[i];
    if (event->type == TESS_EVENT_SCORED && event->final && !play->final_told) {
      words_add(&text, play->narrator.language, WORD_FINAL, NULL);
      text_add_char(&text, '\n');
      play->final_told = true;
    }
    narrate_event(&play->narrator, game, event, &text);
  }
  if (text.length > 0) fputs(text.bytes, play->out);
  text_free(&text);
}

static void show_end(const struct play *play) {
  struct text text = {0};
  board_print(play->history->game, NULL, &play->screen, &text);
  ranking_print(&play->narrator, play->history->game, &text);
  fputs(text.bytes, play->out);
  text_free(&text);
}

void play_game(struct play *play) {
  play->history->listener = tell;
  play->history->context = play;
  play->shown = -1;
  while (!play->ended && tess_game_phase(play->history->game) != TESS_PHASE_OVER) {
    if (seats_wait_for_human(&play->seats, play->history))
      play_turn(play);
    else
      seats_step(&play->seats, play->history);
  }
  if (tess_game_phase(play->history->game) == TESS_PHASE_OVER) show_end(play);
}

bool play_save(const struct play *play, const char *path, struct fault *fault) {
  struct text text = {0};
  record_write(play->history, &play->extra, &text);
  bool written = file_write(path, text.bytes, text.length, fault);
  text_free(&text);
  return written;
}
