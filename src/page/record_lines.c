#include "page/record_lines.h"

#include <string.h>

#include "notation/options.h"
#include "page/json_words.h"

static void separate(struct text *text) {
  const char last = text->bytes[text->length - 1];
  if (last != '[' && last != '{') text_add_char(text, ',');
}

static void write_tags(const struct record *record, struct text *text) {
  text_add_string(text, "{\"tags\":{");
  for (int i = 0; i < record->tag_count; i++) {
    separate(text);
    json_pair_write(record->tags[i].name, record->tags[i].value, text);
  }
  text_add_char(text, '}');
}

/* The command that begins the same game, chance aside. */
static void write_newgame(const struct history *history, struct text *text) {
  const tess_options options = tess_game_options(history->game);
  text_print(text, ",\"newgame\":\"newgame game=%s set=%s first=%d colours=",
             name_of_rules(tess_set_rules(history->set->set)), history->set->id, options.first + 1);
  colours_write(&options, text);
  text_print(text, "%s%s%s%s\"", options.fields ? " fields=on" : "", options.abbot ? " abbot=on" : "",
             options.river ? " river=on" : "", options.teams ? " teams=on" : "");
  text_add_string(text, ",\"position\":");
  if (history->resumed)
    text_add_json(text, history->start.bytes, history->start.length);
  else
    text_add_string(text, "null");
}

/* A word as the protocol wants it: one semicolon between the sides of a throw. */
static void write_word(const char *word, struct text *text) {
  static const char separators[] = " \t\r\n;";
  separate(text);
  text_add_char(text, '"');
  while (*word != '\0') {
    const size_t plain = strcspn(word, separators);
    text_add(text, word, plain);
    word += plain;
    if (*word != '\0') text_add_char(text, ';');
    word += strspn(word, separators);
  }
  text_add_char(text, '"');
}

static void write_words(const struct record *record, struct text *text) {
  text_add_string(text, ",\"words\":[");
  for (int i = 0; i < record->word_count; i++) write_word(record->words[i].bytes, text);
  text_add_char(text, ']');
}

/* `*word` counts the words up to the end of the turn. */
static void write_turn(const struct record *record, int turn, int *word, struct text *text) {
  const struct record_turn *said = &record->turns[turn];
  while (*word < record->word_count && record->words[*word].turn <= turn) ++*word;
  separate(text);
  text_add_string(text, "{\"comment\":");
  text_add_json(text, said->comment.length > 0 ? said->comment.bytes : "", said->comment.length);
  text_add_string(text, ",\"clock\":");
  if (said->clock < 0)
    text_add_string(text, "null");
  else
    text_add_int(text, said->clock);
  text_add_char(text, ',');
  if (said->eval[0] == '\0')
    text_add_string(text, "\"eval\":null");
  else
    json_pair_write("eval", said->eval, text);
  text_print(text, ",\"words\":%d}", *word);
}

static void write_game(const struct record *record, const struct history *history, struct text *text) {
  int word = 0;
  write_tags(record, text);
  write_newgame(history, text);
  write_words(record, text);
  text_add_string(text, ",\"turns\":[");
  for (int i = 0; i < record->turn_count; i++) write_turn(record, i, &word, text);
  text_add_string(text, "],");
  json_pair_write("result", record->result, text);
  text_add_string(text, "}\n");
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
