/*
 * Mutates positions and records for libFuzzer. Mostly it undoes some steps of the input's game and continues it at
 * random; if the input has no game, it begins a new one. Otherwise it swaps, removes and doubles parts of the text, or
 * replaces them by other parts, by words of the notation or by numbers. One input in sixteen is mutated byte by byte.
 * The file is compiled for positions or for records: FUZZ_POSITIONS is 1 or 0.
 */
#include <string.h>

#include "exercise.h"
#include "mutator.h"
#include "notation/record.h"
#include "notation/state.h"

enum { MOST_PARTS = 1000 };

/* ---- Continuing a game ---- */

/* Begins a random game, on a built-in set that can be played on its own. */
static struct history *begin_game(struct dice_box *dice) {
  struct fault fault;
  const struct set_library *library = exercise_library();
  const struct tile_set *set = set_library_find(library, span_of(below(dice, 2) == 0 ? "star-wars" : "classic"));
  tess_options options = tess_options_default(tess_set_rules(set->set));
  if (tess_set_rules(set->set) == TESS_RULES_CLASSIC) {
    options.fields = below(dice, 2) == 0;
    options.abbot = below(dice, 2) == 0;
    options.arrows = below(dice, 3) == 0;
    options.towns = below(dice, 3) == 0;
    options.river = (uint8_t)below(dice, TESS_RIVER_20 + 1);
    set = set_library_joined(library, set, (tess_river)options.river, options.arrows);
  }
  options.first = (uint8_t)below(dice, (size_t)options.players);
  return history_new(set, &options, &fault);
}

/* Plays the game of a record as far as its words are legal; NULL if the input is no record. */
static struct history *read_record(struct span input, struct record *record) {
  struct fault fault;
  struct record_source source = record_source_of(input);
  if (record_read(&source, record, &fault) != 1) return NULL;
  struct history *history = record_open(record, exercise_library(), &fault);
  for (int i = 0; history != NULL && i < record->word_count && record_play(record, i, history, &fault); i++) continue;
  return history;
}

/* Continues the input's game, or a new one if it has none, by some steps; false if that fails. */
static bool play_on(struct text *out, struct dice_box *dice, struct span input) {
  struct fault fault;
  struct record record = {0};
  struct history *history = FUZZ_POSITIONS ? history_resume(input, exercise_library(), below(dice, 1000), &fault)
                                           : read_record(input, &record);
  if (history == NULL && below(dice, 4) != 0) history = begin_game(dice);
  if (history == NULL) {
    record_free(&record);
    return false;
  }
  for (uint32_t back = below(dice, 3) == 0 ? below(dice, 40) : 0; back > 0 && history->count > 0; back--)
    history_undo(history);
  exercise_play(history, 1 + (int)below(dice, below(dice, 4) == 0 ? 150 : 12), below(dice, 1 << 30));
  if (FUZZ_POSITIONS)
    position_write(history->game, history->set, out);
  else
    record_write(history, &record, out);
  history_free(history);
  record_free(&record);
  return true;
}

/* ---- Changing a text ---- */

/* Splits a text at any of the separators, which are left out. */
static int split(struct span text, const char *separators, struct span parts[MOST_PARTS]) {
  int count = 0;
  const char *begin = text.bytes, *const end = text.bytes + text.length;
  for (const char *at = begin; count < MOST_PARTS; at++) {
    if (at < end && (*at == '\0' || strchr(separators, *at) == NULL)) continue;
    if (at > begin) parts[count++] = (struct span){begin, (size_t)(at - begin)};
    begin = at + 1;
    if (at >= end) break;
  }
  return count;
}

static void change_text(struct text *out, struct dice_box *dice, struct span input) {
  static const char *const separators[] = {"\n", " \n", ";, \n", ";:@=,-/. \n()[]{}\"", "\n"};
  static const char *const words[] = {"none",
                                      "return",
                                      "small",
                                      "large",
                                      "meeple",
                                      "abbot",
                                      "planet",
                                      "garden",
                                      "field.NL",
                                      "road.S",
                                      "city.W",
                                      "draw",
                                      "place",
                                      "meeple",
                                      "throw",
                                      "over",
                                      "-",
                                      "*",
                                      "fields",
                                      "river",
                                      "arrows",
                                      "towns",
                                      "teams",
                                      "red",
                                      "black",
                                      "0",
                                      "1",
                                      "2",
                                      "5",
                                      "1000000",
                                      "{a comment}",
                                      "[1:5,3 2:6]",
                                      "(R4)",
                                      "extra=on",
                                      "@0,-1r2",
                                      "=none",
                                      "[First \"2\"]",
                                      "[Result \"*\"]",
                                      "[Note \"a\"]",
                                      "{[%clk 0:01:12]}",
                                      "{[%eval 3.5]}"};
  struct span parts[MOST_PARTS];
  const int count = split(input, separators[below(dice, sizeof separators / sizeof separators[0])], parts);
  if (count == 0) {
    text_add(out, input.bytes, input.length);
    return;
  }
  const struct span part = parts[below(dice, (size_t)count)], other = parts[below(dice, (size_t)count)];
  const struct span word = span_of(words[below(dice, sizeof words / sizeof words[0])]);
  struct text put = {0};
  switch (below(dice, 6)) {
  case 0: text_add_int(&put, (int64_t)below(dice, 6)); break;
  case 1: break;
  case 2: text_add(&put, other.bytes, other.length); break;
  case 3: text_add(&put, word.bytes, word.length); break;
  case 4:
    text_add(&put, part.bytes, part.length + (part.bytes + part.length < input.bytes + input.length));
    text_add(&put, other.bytes, other.length);
    break;
  default:
    text_add(&put, part.bytes, part.length);
    text_add_char(&put, ' ');
    text_add(&put, word.bytes, word.length);
  }
  add_replaced(out, input, part, text_span(&put));
  text_free(&put);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
  struct dice_box dice = dice_of(seed);
  struct text out = {0};
  const struct span input = {(const char *)bytes, size};
  const uint32_t how = below(&dice, 16);
  if (how == 0) return LLVMFuzzerMutate(bytes, size, most);
  if (how > 12 || !play_on(&out, &dice, input)) change_text(&out, &dice, input);
  return give(&out, bytes, most);
}

/* Crosses two inputs: joins records; puts a word of the other position into a position. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *bytes, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t most, unsigned seed) {
  struct dice_box dice = dice_of(seed);
  struct text text = {0};
  struct span parts[MOST_PARTS], others[MOST_PARTS];
  const struct span input = {(const char *)bytes, size};
  const int count = split(input, ";, ", parts);
  const int other_count = split((struct span){(const char *)other, other_size}, ";, ", others);
  if (!FUZZ_POSITIONS) {
    text_add(&text, input.bytes, size);
    text_add_char(&text, '\n');
    text_add(&text, (const char *)other, other_size);
  } else if (count > 0 && other_count > 0) {
    add_replaced(&text, input, parts[below(&dice, (size_t)count)], others[below(&dice, (size_t)other_count)]);
  } else {
    text_add(&text, input.bytes, size);
  }
  return give(&text, out, most);
}
