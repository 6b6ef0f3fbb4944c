/* Replaying records; declared in notation/record.h. */
#include "notation/options.h"
#include "notation/record.h"
#include <string.h>

/* Completes a fault about a tag. */
static bool at_tag(const struct record *record, const char *name, struct fault *fault) {
  fault_within(fault, name);
  fault->line = record_tag_line(record, name);
  return false;
}

static struct span tag(const struct record *record, const char *name) {
  return span_of(record_tag_value(record, name));
}

static const struct tile_set *set_of(const struct record *record, const struct tile_shelf *shelf, struct fault *fault) {
  struct span game = tag(record, "Game");
  int rules = rules_named(game);
  if (rules < 0) {
    fault_say(fault, "expected star-wars or classic, found %s", quote(game.bytes, game.length).text);
    at_tag(record, "Game", fault);
    return NULL;
  }
  const struct tile_set *set = tile_shelf_read(shelf, tag(record, "Set"), fault);
  if (set != NULL && (int)tess_set_rules(set->set) == rules) return set;
  if (set != NULL) fault_refuse(fault, TESS_ERROR_BAD_SET, "the tile set %s is for the other game", set->id);
  at_tag(record, "Set", fault);
  return NULL;
}

static bool first_read(const struct record *record, tess_options *options, struct fault *fault) {
  const char *value = record_tag_value(record, "First");
  options->first = 0;
  if (value == NULL) return true;
  struct reader reader = reader_of(span_of(value));
  options->first = (uint8_t)(reader_int(&reader, 1, options->players) - 1);
  if (reader_done(&reader)) return true;
  fault_say(fault, "expected a seat from 1 to %d", options->players);
  return at_tag(record, "First", fault);
}

static bool options_of(const struct record *record, tess_rules rules, tess_options *options, struct fault *fault) {
  *options = (tess_options){0};
  if (!options_read(tag(record, "Options"), options, fault)) return at_tag(record, "Options", fault);
  if (!colours_read(tag(record, "Colours"), options, fault) || !colours_suit(options, rules, fault))
    return at_tag(record, "Colours", fault);
  return true;
}

static bool options_agree(const tess_options *a, const tess_options *b) {
  return a->players == b->players && a->fields == b->fields && a->abbot == b->abbot && a->river == b->river &&
         a->teams == b->teams && memcmp(a->colours, b->colours, a->players) == 0;
}

/* A history from the tag Position, which must agree with the other tags. */
static struct history *open_position(const struct record *record, const struct tile_shelf *shelf,
                                     const struct tile_set *set, const tess_options *options, struct fault *fault) {
  struct history *history = history_resume(tag(record, "Position"), shelf, 0, fault);
  if (history == NULL) {
    at_tag(record, "Position", fault);
    return NULL;
  }
  tess_options settled = tess_game_options(history->game);
  if (history->set == set && options_agree(&settled, options)) return history;
  fault_refuse(fault, TESS_ERROR_BAD_POSITION, "set, options or colours are not those of the other tags");
  at_tag(record, "Position", fault);
  history_free(history);
  return NULL;
}

struct history *record_open(const struct record *record, const struct tile_shelf *shelf, struct fault *fault) {
  tess_options options;
  const struct tile_set *set = set_of(record, shelf, fault);
  if (set == NULL || !options_of(record, tess_set_rules(set->set), &options, fault)) return NULL;
  if (record_tag_value(record, "Position") != NULL) return open_position(record, shelf, set, &options, fault);
  if (!first_read(record, &options, fault)) return NULL;
  struct history *history = history_new(set, &options, fault);
  if (history == NULL) fault->line = record_tag_line(record, "Options");
  return history;
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

struct history *record_replay(const struct record *record, const struct tile_shelf *shelf, struct fault *fault) {
  struct history *history = record_open(record, shelf, fault);
  bool good = history != NULL;
  for (int i = 0; good && i < record->word_count; i++) good = record_play(record, i, history, fault);
  if (good && record_check_result(record, history, fault)) return history;
  history_free(history);
  return NULL;
}
