#include "notation/record.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "notation/options.h"

static char *copy_string(const char *string) {
  size_t size = strlen(string) + 1;
  return memcpy(memory_new(size), string, size);
}

void record_free(struct record *record) {
  for (int i = 0; i < record->tag_count; i++) {
    free(record->tags[i].name);
    free(record->tags[i].value);
  }
  for (int i = 0; i < record->turn_count; i++) text_free(&record->turns[i].comment);
  for (int i = 0; i < record->word_count; i++) free(record->words[i].bytes);
  free(record->tags);
  free(record->turns);
  free(record->words);
  free(record->result);
  *record = (struct record){0};
}

static struct record_tag *find_tag(const struct record *record, const char *name) {
  for (int i = 0; i < record->tag_count; i++)
    if (strcmp(record->tags[i].name, name) == 0) return &record->tags[i];
  return NULL;
}

const char *record_tag_value(const struct record *record, const char *name) {
  const struct record_tag *tag = find_tag(record, name);
  return tag == NULL ? NULL : tag->value;
}

int record_tag_line(const struct record *record, const char *name) {
  const struct record_tag *tag = find_tag(record, name);
  return tag == NULL ? 0 : tag->line;
}

/* The tags that are written from the game itself. */
static const char *const own_tags[] = {"Game", "Set", "Options", "Colours", "First", "Position", "Chance", "Result"};
enum { OWN_TAGS = sizeof own_tags / sizeof *own_tags };

static bool is_own(const char *name) {
  for (int i = 0; i < OWN_TAGS; i++)
    if (strcmp(name, own_tags[i]) == 0) return true;
  return false;
}

bool record_takes_tag(const struct record *record, const char *name) {
  int others = 0;
  for (int i = 0; i < record->tag_count; i++) others += !is_own(record->tags[i].name);
  return is_own(name) || find_tag(record, name) != NULL || others < RECORD_TAGS - OWN_TAGS;
}

/* Makes room for one more item: the list doubles whenever `count` is a power of two. */
static void *grow(void *list, int count, size_t size) {
  bool full = (count & (count - 1)) == 0;
  return full ? memory_resize(list, (size_t)(count > 0 ? 2 * count : 1) * size) : list;
}

void record_set_tag(struct record *record, const char *name, const char *value) {
  struct record_tag *tag = find_tag(record, name);
  CHECK(span_is_plain(span_of(value), false));
  if (tag == NULL) {
    record->tags = grow(record->tags, record->tag_count, sizeof *tag);
    tag = &record->tags[record->tag_count++];
    *tag = (struct record_tag){.name = copy_string(name)};
  }
  free(tag->value);
  tag->value = copy_string(value);
}

struct record_turn *record_turn(struct record *record, int number) {
  CHECK(number > 0);
  while (record->turn_count < number) {
    record->turns = grow(record->turns, record->turn_count, sizeof *record->turns);
    record->turns[record->turn_count++] = (struct record_turn){.clock = -1};
  }
  return &record->turns[number - 1];
}

void record_turn_say(struct record_turn *turn, struct span words) {
  CHECK(span_is_plain(words, true) && (words.length == 0 || memchr(words.bytes, '}', words.length) == NULL));
  if (words.length > 0 && turn->comment.length > 0) text_add_char(&turn->comment, ' ');
  text_add(&turn->comment, words.bytes, words.length);
}

void record_add_word(struct record *record, int line, struct span word) {
  record->words = grow(record->words, record->word_count, sizeof *record->words);
  char *bytes = memory_new(word.length + 1);
  memcpy(bytes, word.bytes, word.length);
  bytes[word.length] = '\0';
  record->words[record->word_count++] =
      (struct record_word){.line = line, .turn = record->turn_count - 1, .bytes = bytes};
}

/* ---- Replaying ---- */

/* Adds to a fault which tag it concerns; returns NULL. */
static struct history *at_tag(const struct record *record, const char *name, struct fault *fault) {
  fault_within(fault, name);
  fault->line = record_tag_line(record, name);
  return NULL;
}

static struct span tag(const struct record *record, const char *name) {
  return span_of(record_tag_value(record, name));
}

/* Opens the game that the tags describe, except for `Chance`: chance starts from seed 0. NULL with `*fault` filled. */
static struct history *open_game(const struct record *record, const struct set_library *library, struct fault *fault) {
  /* 1. The set. */
  const struct span game = tag(record, "Game");
  const int rules = rules_named(game);
  if (rules < 0) {
    fault_say(fault, "expected star-wars or classic, found %s", quote(game.bytes, game.length).text);
    return at_tag(record, "Game", fault);
  }
  const struct tile_set *set = set_library_read(library, tag(record, "Set"), fault);
  if (set != NULL && (int)tess_set_rules(set->set) != rules) {
    fault_refuse(fault, TESS_ERROR_BAD_SET, "the tile set %s is for the other game", set->id);
    set = NULL;
  }
  if (set == NULL) return at_tag(record, "Set", fault);

  /* 2. Options and colours. */
  tess_options options = {0};
  if (!options_read(tag(record, "Options"), &options, fault)) return at_tag(record, "Options", fault);
  if (!colours_read(tag(record, "Colours"), &options, fault) || !colours_suit(&options, (tess_rules)rules, fault))
    return at_tag(record, "Colours", fault);

  /* 3. Start from a position, which must agree with set and options. */
  if (record_tag_value(record, "Position") != NULL) {
    struct history *history = history_resume(tag(record, "Position"), library, 0, fault);
    if (history == NULL) return at_tag(record, "Position", fault);
    const tess_options its = tess_game_options(history->game);
    if (history->set == set && its.players == options.players && options_agree(&its, &options) &&
        memcmp(its.colours, options.colours, options.players) == 0)
      return history;
    history_free(history);
    fault_refuse(fault, TESS_ERROR_BAD_POSITION, "set, options or colours are not those of the other tags");
    return at_tag(record, "Position", fault);
  }

  /* 4. Or start a new game. */
  if (record_tag_value(record, "First") != NULL) {
    struct reader reader = reader_of(tag(record, "First"));
    options.first = (uint8_t)(reader_int(&reader, 1, options.players) - 1);
    if (!reader_done(&reader)) {
      fault_say(fault, "expected a seat from 1 to %d", options.players);
      return at_tag(record, "First", fault);
    }
  }
  struct history *history = history_new(set, &options, fault);
  if (history == NULL) fault->line = record_tag_line(record, "Options");
  return history;
}

/* Sets the chance of a game, before its first step, from the tag `Chance`. Returns false with `*fault` filled if the
 * value does not suit the game. */
static bool set_chance(struct history *history, struct span value, struct fault *fault) {
  struct reader words = reader_of(value);
  tess_chance chance = {0};
  if (!span_hash(reader_word(&words), &chance.deck) || !span_hash(reader_word(&words), &chance.dice))
    return fault_say(fault, "expected the deck and the dice stream, each of 16 hexadecimal digits");
  for (struct span id; (id = reader_word(&words)).length > 0;) {
    const int kind = kind_read(id, history->set->set, fault);
    if (kind < 0) return false;
    if (chance.count < TESS_MAX_TILES) chance.bag[chance.count++] = (uint8_t)kind;
  }
  if (tess_game_set_chance(history->game, &chance) == TESS_ERROR_NONE) return true;
  return fault_refuse(fault, TESS_ERROR_BAD_POSITION, "the tiles are not those of the bag, in an order that can be");
}

struct history *record_open(const struct record *record, const struct set_library *library, struct fault *fault) {
  struct history *history = open_game(record, library, fault);
  if (history == NULL || record_tag_value(record, "Chance") == NULL ||
      set_chance(history, tag(record, "Chance"), fault))
    return history;
  history_free(history);
  return at_tag(record, "Chance", fault);
}

bool record_play(const struct record *record, int index, struct history *history, struct fault *fault) {
  const struct record_word *word = &record->words[index];
  if (history_word(history, span_of(word->bytes), fault)) return true;
  fault_within(fault, quote(word->bytes, strlen(word->bytes)).text);
  fault->line = word->line;
  fault->move = word->turn + 1;
  return false;
}

bool record_check_result(const struct record *record, const struct history *history, struct fault *fault) {
  const char *result = record_tag_value(record, "Result");
  struct text found = {0};
  record_write_result(history->game, &found);
  bool ends = strcmp(record->result, found.bytes) == 0;
  bool tagged = result == NULL || strcmp(result, found.bytes) == 0;
  const char *given = ends ? result : record->result;
  if (!ends || !tagged)
    fault_say(fault, "the result is given as %s, and the moves end with %s", quote(given, strlen(given)).text,
              found.bytes);
  if (!ends) fault->line = record->result_line;
  if (ends && !tagged) fault->line = record_tag_line(record, "Result");
  text_free(&found);
  return ends && tagged;
}

struct history *record_replay(const struct record *record, const struct set_library *library, struct fault *fault) {
  struct history *history = record_open(record, library, fault);
  bool good = history != NULL;
  for (int i = 0; good && i < record->word_count; i++) good = record_play(record, i, history, fault);
  if (good && record_check_result(record, history, fault)) return history;
  history_free(history);
  return NULL;
}

/* ---- Writing ---- */

void record_write_result(const tess_game *game, struct text *text) {
  if (tess_game_phase(game) != TESS_PHASE_OVER) {
    text_add_char(text, '*');
    return;
  }
  for (int side = 0; side < tess_game_sides(game); side++)
    text_print(text, "%s%d", side > 0 ? "-" : "", tess_game_score(game, side));
}

static void write_tag(const char *name, const char *value, struct text *text) {
  assert(value != NULL);
  text_print(text, "[%s \"", name);
  for (; *value != '\0'; value++) {
    if (*value == '"' || *value == '\\') text_add_char(text, '\\');
    text_add_char(text, *value);
  }
  text_add_string(text, "\"]\n");
}

/* True if step `index` begins a new numbered entry. */
static bool begins_entry(const struct history *history, int index) {
  if (index == 0) return true;
  const struct history_step *before = &history->steps[index - 1];
  return history->steps[index].type == STEP_DRAW && (before->type == STEP_MEEPLE || before->type == STEP_THROW);
}

static void write_record(const struct history *history, const struct record *extra, bool saved, struct text *text) {
  /* 1. Tags that are written from the game itself. */
  const tess_options options = tess_game_options(history->game);
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
  write_tag(history->resumed ? "Position" : "First", history->resumed ? history->start.bytes : value.bytes, text);

  if (saved) {
    text_clear(&value);
    /* The value has the present states of the streams, and the order of the bag before the first step. A draw that
     * names a tile takes the first tile of that kind from the bag. */
    const tess_set *set = history->set->set;
    tess_chance chance;
    tess_game_chance(history->game, &chance);
    text_add_hash(&value, chance.deck);
    text_add_char(&value, ' ');
    text_add_hash(&value, chance.dice);
    for (int i = 0; i < chance.count; i++) text_print(&value, " %s", tess_set_tile(set, chance.bag[i])->id);
    for (int i = history->count - 1; i >= 0; i--)
      if (history->steps[i].type == STEP_DRAW)
        text_print(&value, " %s", tess_set_tile(set, history->steps[i].kind)->id);
    write_tag("Chance", value.bytes, text);
  }

  /* 2. Tags of `extra`, and the result. */
  for (int i = 0; extra != NULL && i < extra->tag_count; i++)
    if (!is_own(extra->tags[i].name)) write_tag(extra->tags[i].name, extra->tags[i].value, text);
  text_clear(&value);
  record_write_result(history->game, &value);
  write_tag("Result", value.bytes, text);
  text_free(&value);
  text_add_char(text, '\n');

  /* 3. The moves, one line for each entry. */
  int turn = 0;
  for (int i = 0; i < history->count; i++) {
    if (begins_entry(history, i)) text_print(text, "%d.", ++turn);
    history_word_write(history, i, ' ', text);
    if (i + 1 < history->count && !begins_entry(history, i + 1)) continue;
    if (extra != NULL && turn <= extra->turn_count) {
      /* Append the comment, clock and evaluation of a turn, in braces. */
      const struct record_turn *const said = &extra->turns[turn - 1];
      if (said->clock >= 0 || said->eval[0] != '\0' || said->comment.length != 0) {
        text_add_string(text, " {");
        size_t head = text->length;
        if (said->clock >= 0)
          text_print(text, "[%%clk %d:%02d:%02d]", said->clock / 3600, said->clock / 60 % 60, said->clock % 60);
        if (said->eval[0] != '\0') text_print(text, "%s[%%eval %s]", text->length > head ? " " : "", said->eval);
        if (said->comment.length > 0) text_print(text, "%s%s", text->length > head ? " " : "", said->comment.bytes);
        text_add_char(text, '}');
      }
    }
    text_add_char(text, '\n');
  }
  record_write_result(history->game, text);
  text_add_string(text, "\n\n");
}

void record_write(const struct history *history, const struct record *extra, struct text *text) {
  write_record(history, extra, false, text);
}

void record_write_players(const struct history *history, const struct text names[TESS_MAX_PLAYERS], struct text *text) {
  struct record tags = {0};
  char tag[24];
  for (int seat = 0; seat < tess_game_options(history->game).players; seat++) {
    snprintf(tag, sizeof tag, "Player%d", seat + 1);
    if (names[seat].length > 0) record_set_tag(&tags, tag, names[seat].bytes);
  }
  record_write(history, &tags, text);
  record_free(&tags);
}

void record_save(const struct history *history, const struct record *extra, struct text *text) {
  write_record(history, extra, true, text);
}
