#include "page/record_lines.h"

#include <string.h>

#include "base/json_writer.h"
#include "notation/options.h"

static void write_tags(const struct record *record, struct text *text) {
  json_open_object(text, "tags");
  for (int i = 0; i < record->tag_count; i++) json_put_string(text, record->tags[i].name, record->tags[i].value);
  json_close_object(text);
}

/* The command that begins the same game, chance aside. */
static void write_newgame(const struct history *history, struct text *text) {
  const tess_options options = tess_game_options(history->game);
  json_open_string(text, "newgame");
  text_print(text, "newgame game=%s set=%s first=%d colours=", name_of_rules(tess_set_rules(history->set->set)),
             history->set->id, options.first + 1);
  colours_write(&options, text);
  text_print(text, "%s%s%s%s", options.fields ? " fields=on" : "", options.abbot ? " abbot=on" : "",
             options.river ? " river=on" : "", options.teams ? " teams=on" : "");
  json_close_string(text);
  if (history->resumed)
    json_put_span(text, "position", text_span(&history->start));
  else
    json_put_null(text, "position");
}

/* A word as the protocol wants it: one semicolon between the sides of a throw. */
static void write_word(const char *word, struct text *text) {
  static const char separators[] = " \t\r\n;";
  json_open_string(text, NULL);
  while (*word != '\0') {
    const size_t plain = strcspn(word, separators);
    text_add(text, word, plain);
    word += plain;
    if (*word != '\0') text_add_char(text, ';');
    word += strspn(word, separators);
  }
  json_close_string(text);
}

static void write_words(const struct record *record, struct text *text) {
  json_open_array(text, "words");
  for (int i = 0; i < record->word_count; i++) write_word(record->words[i].bytes, text);
  json_close_array(text);
}

/* `*word` counts the words up to the end of the turn. */
static void write_turn(const struct record *record, int turn, int *word, struct text *text) {
  const struct record_turn *said = &record->turns[turn];
  while (*word < record->word_count && record->words[*word].turn <= turn) ++*word;
  json_open_object(text, NULL);
  json_put_span(text, "comment", text_span(&said->comment));
  if (said->clock < 0)
    json_put_null(text, "clock");
  else
    json_put_int(text, "clock", said->clock);
  if (said->eval[0] == '\0')
    json_put_null(text, "eval");
  else
    json_put_string(text, "eval", said->eval);
  json_put_int(text, "words", *word);
  json_close_object(text);
}

static void write_game(const struct record *record, const struct history *history, struct text *text) {
  int word = 0;
  json_open_object(text, NULL);
  write_tags(record, text);
  write_newgame(history, text);
  write_words(record, text);
  json_open_array(text, "turns");
  for (int i = 0; i < record->turn_count; i++) write_turn(record, i, &word, text);
  json_close_array(text);
  json_put_string(text, "result", record->result);
  json_close_object(text);
  text_add_char(text, '\n');
}

static bool check_game(const struct record *record, const struct tile_shelf *shelf, struct text *text,
                       struct fault *fault) {
  struct history *history = record_replay(record, shelf, fault);
  if (history == NULL) return false;
  write_game(record, history, text);
  history_free(history);
  return true;
}

bool record_lines_write(struct span file, const struct tile_shelf *shelf, struct text *text, struct fault *fault) {
  struct record_source source = record_source_of(file);
  for (int games = 0;; games++) {
    struct record record = {0};
    const int found = record_read(&source, &record, fault);
    const bool good = found > 0 && check_game(&record, shelf, text, fault);
    record_free(&record);
    if (found == 0) return games > 0 || fault_say(fault, "expected a record, found nothing");
    if (!good) return false;
  }
}
