/* The output of a game at the terminal: text, messages, the line that says which player is thinking, its file. */
#include <string.h>

#include "cli/play.h"

void play_write(const struct play *play, struct text *text) {
  locale_write(play->out, text->bytes, text->length);
  text_free(text);
}

void play_say(const struct play *play, enum message message, const char *const *values) {
  struct text text = {0};
  message_add(&text, play->narrator.language, message, values);
  text_add_char(&text, '\n');
  play_write(play, &text);
}

void play_thinking(struct play *play, enum message message, const char *name) {
  struct text text = {0};
  if (!play->live) return;
  play_thought(play);
  message_add(&text, play->narrator.language, message, WITH(name));
  play->thinking = text_columns(text.bytes, text.length) +
                   2; /* characters that the terminal lacks may be replaced by longer spellings */
  play_write(play, &text);
  fflush(play->out);
}

void play_thought(struct play *play) {
  if (play->thinking == 0) return;
  fprintf(play->out, "\r%*s\r", play->thinking, "");
  play->thinking = 0;
  fflush(play->out);
}

void play_say_path(const struct play *play, enum message message, const char *path) {
  struct text quoted = {0};
  path_write(path, &quoted);
  play_say(play, message, WITH(quoted.bytes));
  text_free(&quoted);
}

void play_say_saved(const struct play *play, bool saved, const char *path, const struct fault *fault) {
  const bool over = tess_game_phase(play->history->game) == TESS_PHASE_OVER;
  if (saved)
    play_say_path(play, over ? MESSAGE_KEPT : MESSAGE_SAVED, path);
  else
    play_say(play, MESSAGE_NOT_SAVED, WITH(fault->text));
}

bool play_save(struct play *play, const char *path) {
  struct fault fault = {0};
  struct text written = {0};
  const bool saved = save_write(path, play->history, &play->extra, &play->seen, &written, &fault);
  if (saved && strcmp(written.bytes, path) != 0) play_say_path(play, MESSAGE_SAVED_BESIDE, path);
  play_say_saved(play, saved, written.bytes, &fault);
  text_free(&written);
  return saved;
}
