/* Position lines: canonical form, round trip, and the reasons of refusals. */
#include "notation/library.h"
#include "notation/play.h"
#include "notation/state.h"
#include <stdlib.h>

/* Everything that can be asked about a game; `first` is no part of a position. */
static void describe(const tess_game *game, const struct tile_set *set, struct text *text) {
  state_json_write(game, set, text);
  char *first = strstr(text->bytes, "\"first\":");
  assert_non_null(first);
  first[8] = '?';
}

static void check_round_trip(const struct history *history, tess_game *again) {
  struct fault fault = {0};
  struct text line = {0}, other_line = {0}, state = {0}, other_state = {0};
  position_write(history->game, history->set, &line);
  const struct tile_set *set = position_read(play_span(&line), library, 1, again, &fault);
  assert_string_equal(fault.text, "");
  assert_ptr_equal(set, history->set);
  position_write(again, set, &other_line);
  describe(history->game, set, &state);
  describe(again, set, &other_state);
  assert_string_equal(line.bytes, other_line.bytes);
  assert_string_equal(state.bytes, other_state.bytes);
  assert_true(tess_game_hash(history->game) == tess_game_hash(again));
  text_free(&line), text_free(&other_line), text_free(&state), text_free(&other_state);
}

TEST(test_round_trips) {
  tess_game *again = memory_new(tess_game_size());
  for (int i = 0; i < 2 * PLAY_MIXES; i++) {
    uint64_t random = (uint64_t)i;
    struct history *history = play_new(library, i % PLAY_MIXES, (uint64_t)i);
    do {
      if (play_random(&random) % 4 == 0) check_round_trip(history, again);
    } while (play_step(history, &random));
    check_round_trip(history, again);
    history_free(history);
  }
  free(again);
}

/* The line of a classic game with fields and two players in which U was drawn first. */
static void base_line(struct text *line) {
  struct fault fault;
  struct history *history = play_new(library, 5 + 4, 1);
  assert_true(history_word(history, span_of("U"), &fault));
  position_write(history->game, history->set, line);
  history_free(history);
}

/* Appends the line with the value of one key replaced, or without the key if `value` is NULL. */
static void replace(const struct text *line, const char *key, const char *value, struct text *out) {
  struct reader reader = reader_of(play_span(line));
  struct span word = reader_word(&reader);
  text_add(out, word.bytes, word.length);
  for (word = reader_word(&reader); word.length > 0; word = reader_word(&reader)) {
    size_t length = strlen(key);
    bool meant = word.length > length && memcmp(word.bytes, key, length) == 0 && word.bytes[length] == '=';
    if (!meant) text_print(out, " %.*s", (int)word.length, word.bytes);
    if (meant && value != NULL) text_print(out, " %s=%s", key, value);
  }
}

static bool reads(struct span line, struct fault *fault) {
  tess_game *game = memory_new(tess_game_size());
  *fault = (struct fault){0};
  bool good = position_read(line, library, 0, game, fault) != NULL;
  free(game);
  return good;
}

struct wrong_position {
  const char *key, *value, *message;
  tess_error error;
};

static const struct wrong_position wrongs[] = {
    {"game", "chess", "game: expected star-wars or classic", TESS_ERROR_NONE},
    {"game", "star-wars", "set: the tile set classic is for the other game", TESS_ERROR_BAD_POSITION},
    {"game", NULL, "expected game=, found 'set=classic:", TESS_ERROR_NONE},
    {"set", "classic", "set: expected a tile set ID:HASH", TESS_ERROR_NONE},
    {"set", "classic:12", "set: expected a tile set ID:HASH", TESS_ERROR_NONE},
    {"set", "classic:000000000000000G", "set: expected a tile set ID:HASH", TESS_ERROR_NONE},
    {"set", "classic:0000000000000000", "set: the tile set 'classic' here is another: its hash is ",
     TESS_ERROR_BAD_SET},
    {"set", "mine:0000000000000000", "set: there is no tile set 'mine' here", TESS_ERROR_BAD_SET},
    {"options", "fields,fields", "options: the option fields stands twice", TESS_ERROR_NONE},
    {"options", "lakes", "options: expected '-' or options out of", TESS_ERROR_NONE},
    {"options", "river", "the options do not fit together", TESS_ERROR_BAD_OPTIONS},
    {"options", "teams", "the options do not fit together", TESS_ERROR_BAD_OPTIONS},
    {"colours", "red", "colours: expected at least two colours", TESS_ERROR_NONE},
    {"colours", "red,pink", "colours: expected a colour", TESS_ERROR_NONE},
    {"colours", "red,white", "colours: the game classic has the colours black,red,green,blue,yellow, not white",
     TESS_ERROR_BAD_OPTIONS},
    {"seat", "0", "seat: expected a seat from 1 to 2", TESS_ERROR_NONE},
    {"seat", "3", "seat: expected a seat from 1 to 2", TESS_ERROR_NONE},
    {"phase", "lunch", "phase: expected draw, place, meeple, throw or over", TESS_ERROR_NONE},
    {"phase", "draw", "tile: expected '-' in this phase", TESS_ERROR_NONE},
    {"tile", "-", "tile: expected the tile drawn", TESS_ERROR_NONE},
    {"tile", "NOPE", "tile: the set has no tile 'NOPE'", TESS_ERROR_BAD_TILE},
    {"scores", "1", "scores: expected 2 numbers", TESS_ERROR_NONE},
    {"scores", "1,2,3", "scores: expected 2 numbers", TESS_ERROR_NONE},
    {"scores", "-1,0", "scores: expected 2 numbers", TESS_ERROR_NONE},
    {"scores", "99999999999999999999,0", "scores: expected 2 numbers", TESS_ERROR_NONE},
    {"board", "D@0,0", "board: expected a placement", TESS_ERROR_NONE},
    {"board", "D@0,0r0;", "board: expected a move", TESS_ERROR_NONE},
    {"board", "NOPE@0,0r0", "board: the set has no tile 'NOPE'", TESS_ERROR_BAD_TILE},
    {"board", "D@0,0r0=none", "board: expected ID@x,yrR", TESS_ERROR_NONE},
    {"board", "D@1,0r0", "", TESS_ERROR_BAD_POSITION},
    {"board", "D@0,0r0;C@0,1r0", "", TESS_ERROR_BAD_POSITION},
    {"board", "D@0,0r0;V@999,0r0", "", TESS_ERROR_BAD_POSITION},
    {"meeples", "1:meeple", "meeples: expected SEAT:PIECE:REALM@x,y", TESS_ERROR_NONE},
    {"meeples", "3:meeple:city.N@0,0", "meeples: expected SEAT:PIECE:REALM@x,y", TESS_ERROR_NONE},
    {"meeples", "1:small:city.N@0,0", "meeples: expected SEAT:PIECE:REALM@x,y", TESS_ERROR_NONE},
    {"meeples", "1:none:city.N@0,0", "meeples: expected SEAT:PIECE:REALM@x,y", TESS_ERROR_NONE},
    {"meeples", "1:return:city.N@0,0", "meeples: expected SEAT:PIECE:REALM@x,y", TESS_ERROR_NONE},
    {"meeples", "1:meeple:city@0,0", "meeples: expected SEAT:PIECE:REALM@x,y", TESS_ERROR_NONE},
    {"meeples", "1:meeple:city.N@0,0,0", "expected a cell x,y", TESS_ERROR_NONE},
    {"meeples", "1:meeple:city.S@0,0", "the tile at 0,0 has no such realm", TESS_ERROR_BAD_POSITION},
    {"meeples", "1:meeple:city.N@5,5", "no tile lies at 5,5", TESS_ERROR_BAD_POSITION},
    {"meeples", "1:abbot:city.N@0,0", "", TESS_ERROR_BAD_POSITION},
    {"out", "U", "out: expected ID*n, found 'U'", TESS_ERROR_NONE},
    {"out", "U*0", "out: expected ID*n", TESS_ERROR_NONE},
    {"out", "NOPE*1", "out: the set has no tile 'NOPE'", TESS_ERROR_BAD_TILE},
    {"out", "V*1;V*1", "out: 'V' stands twice", TESS_ERROR_NONE},
    {"out", "V*200", "", TESS_ERROR_BAD_POSITION},
    {"last", "0,0", "last: expected '-' in this phase", TESS_ERROR_NONE},
    {"last", NULL, "expected last=, found ''", TESS_ERROR_NONE},
    {"last", "- more", "expected nothing or extra=on after last=", TESS_ERROR_NONE}};

TEST(test_wrong_values) {
  struct text base = {0}, line = {0};
  struct fault fault;
  base_line(&base);
  assert_true(reads(play_span(&base), &fault));
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
    text_clear(&line);
    replace(&base, wrongs[i].key, wrongs[i].value, &line);
    if (reads(play_span(&line), &fault) || strstr(fault.text, wrongs[i].message) == NULL)
      fail_msg("%s=%s: %s", wrongs[i].key, wrongs[i].value, fault.text);
    assert_int_equal(fault.error, wrongs[i].error);
  }
  text_free(&base), text_free(&line);
}

TEST(test_wrong_last) {
  struct fault fault;
  struct text base = {0}, line = {0};
  struct history *history = play_new(library, 5, 1);
  assert_true(history_word(history, span_of("U@1,0r0"), &fault));
  position_write(history->game, history->set, &base);
  replace(&base, "last", "-", &line);
  assert_false(reads(play_span(&line), &fault));
  assert_string_equal(fault.text, "last: expected the cell of the tile just laid");
  text_clear(&line);
  replace(&base, "last", "7,7", &line);
  assert_false(reads(play_span(&line), &fault));
  assert_string_equal(fault.text, "last: no tile lies at 7,7");
  text_clear(&line);
  replace(&base, "last", "here", &line);
  assert_false(reads(play_span(&line), &fault));
  assert_string_equal(fault.text, "last: expected a cell x,y, found 'here'");
  text_free(&base), text_free(&line);
  history_free(history);
}

TEST(test_too_many) {
  struct fault fault;
  struct text base = {0}, line = {0}, value = {0};
  base_line(&base);
  for (int i = 0; i < 256; i++) text_print(&value, "%sV@%d,0r0", i > 0 ? ";" : "", i);
  replace(&base, "board", value.bytes, &line);
  assert_false(reads(play_span(&line), &fault));
  assert_string_equal(fault.text, "board: more than 255 tiles");
  text_clear(&value), text_clear(&line);
  for (int i = 0; i < 41; i++) text_print(&value, "%s1:meeple:city.N@0,0", i > 0 ? ";" : "");
  replace(&base, "meeples", value.bytes, &line);
  assert_false(reads(play_span(&line), &fault));
  assert_string_equal(fault.text, "meeples: more than 40 meeples");
  text_free(&base), text_free(&line), text_free(&value);
}

TEST(test_wrong_bytes) {
  struct fault fault;
  struct text base = {0};
  char *word = memory_new(100000);
  memset(word, '9', 100000);
  base_line(&base);
  assert_false(reads(span_of(""), &fault));
  assert_string_equal(fault.text, "expected a position beginning with tessera1, found ''");
  assert_false(reads((struct span){word, 100000}, &fault));
  for (size_t length = 0; length < base.length; length++)
    assert_false(reads((struct span){base.bytes, length}, &fault));
  for (size_t i = 0; i < base.length; i++) {
    char kept = base.bytes[i];
    base.bytes[i] = '\0';
    assert_false(reads(play_span(&base), &fault));
    base.bytes[i] = kept;
  }
  free(word);
  text_free(&base);
}

/* Blanks in any number, another order of the lists and another rotation that looks the same are read. */
TEST(test_lenient) {
  struct fault fault;
  struct text line = {0}, again = {0};
  struct history *history = play_new(library, 0, 1);
  assert_true(history_word(history, span_of("R4@1,0r0=small:route.E"), &fault));
  assert_true(history_word(history, span_of("R2S@-1,0r0=none"), &fault));
  position_write(history->game, history->set, &line);
  struct text other = {0};
  text_add_char(&other, '\t');
  replace(&line, "board", "R2S@-1,0r2;R4@1,0r3;START@0,0r0", &other);
  text_add_char(&other, ' ');
  tess_game *game = memory_new(tess_game_size());
  assert_non_null(position_read(play_span(&other), library, 0, game, &fault));
  position_write(game, history->set, &again);
  assert_string_equal(line.bytes, again.bytes);
  free(game);
  text_free(&line), text_free(&again), text_free(&other);
  history_free(history);
}

RUN_TESTS(open_library, close_library)
