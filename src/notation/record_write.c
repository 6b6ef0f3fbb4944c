/* Writing records; declared in notation/record.h. */
#include "notation/options.h"
#include "notation/record.h"
#include <assert.h>
#include <string.h>

void record_write_result(const tess_game *game, struct text *text) {
  if (tess_game_phase(game) != TESS_PHASE_OVER) {
    text_add_char(text, '*');
    return;
  }
  for (int side = 0; side < tess_game_sides(game); side++)
    text_print(text, "%s%d", side > 0 ? "-" : "", tess_game_score(game, side));
}

/* ---- Tags ---- */

static void write_tag(const char *name, const char *value, struct text *text) {
  assert(value != NULL);
  text_print(text, "[%s \"", name);
  for (; *value != '\0'; value++) {
    if (*value == '"' || *value == '\\') text_add_char(text, '\\');
    text_add_char(text, *value);
  }
  text_add_string(text, "\"]\n");
}

static void write_setting(const struct history *history, struct text *text) {
  tess_options options = tess_game_options(history->game);
  struct text value = {0};
  write_tag("Game", name_of_rules(tess_set_rules(history->set->set)), text);
  text_print(&value, "%s:", history->set->id);
  text_add_hash(&value, tess_set_hash(history->set->set));
  write_tag("Set", value.bytes, text);
  text_clear(&value);
  options_write(&options, &value);
  write_tag("Options", value.bytes, text);
  text_clear(&value);
  colours_write(&options, &value);
  write_tag("Colours", value.bytes, text);
  text_clear(&value);
  text_add_int(&value, options.first + 1);
  if (history->resumed)
    write_tag("Position", history->start.bytes, text);
  else
    write_tag("First", value.bytes, text);
  text_free(&value);
}

/* The tags that are written from the game itself. */
static bool is_own_tag(const char *name) {
  static const char *const own[] = {"Game", "Set", "Options", "Colours", "First", "Position", "Result"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(name, own[i]) == 0) return true;
  return false;
}

static void write_tags(const struct history *history, const struct record *extra, struct text *text) {
  struct text result = {0};
  write_setting(history, text);
  for (int i = 0; extra != NULL && i < extra->tag_count; i++)
    if (!is_own_tag(extra->tags[i].name)) write_tag(extra->tags[i].name, extra->tags[i].value, text);
  record_write_result(history->game, &result);
  write_tag("Result", result.bytes, text);
  text_free(&result);
}

/* ---- Moves ---- */

/* True if a new numbered entry begins with step `index`. */
static bool begins_entry(const struct history *history, int index) {
  if (index == 0) return true;
  const struct history_step *before = &history->steps[index - 1];
  return history->steps[index].type == STEP_DRAW && (before->type == STEP_MEEPLE || before->type == STEP_THROW);
}

static void write_clock(int32_t clock, struct text *text) {
  text_print(text, "[%%clk %d:%02d:%02d]", clock / 3600, clock / 60 % 60, clock % 60);
}

/* What is said about a turn, in braces. */
static void write_said(const struct record *extra, int turn, struct text *text) {
  if (extra == NULL || turn >= extra->turn_count) return;
  const struct record_turn *said = &extra->turns[turn];
  if (said->clock < 0 && said->eval[0] == '\0' && said->comment.length == 0) return;
  text_add_string(text, " {");
  size_t head = text->length;
  if (said->clock >= 0) write_clock(said->clock, text);
  if (said->eval[0] != '\0') text_print(text, "%s[%%eval %s]", text->length > head ? " " : "", said->eval);
  if (said->comment.length > 0) text_print(text, "%s%s", text->length > head ? " " : "", said->comment.bytes);
  text_add_char(text, '}');
}

static void write_moves(const struct history *history, const struct record *extra, struct text *text) {
  int turn = 0;
  for (int i = 0; i < history->count; i++) {
    if (begins_entry(history, i)) text_print(text, "%d.", ++turn);
    history_word_write(history, i, ' ', text);
    if (i + 1 < history->count && !begins_entry(history, i + 1)) continue;
    write_said(extra, turn - 1, text);
    text_add_char(text, '\n');
  }
}

void record_write(const struct history *history, const struct record *extra, struct text *text) {
  write_tags(history, extra, text);
  text_add_char(text, '\n');
  write_moves(history, extra, text);
  record_write_result(history->game, text);
  text_add_string(text, "\n\n");
}
