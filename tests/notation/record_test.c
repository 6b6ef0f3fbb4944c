/* Records: round trips, comments, several games in a file, resumed games, and refused records. */
#include "notation/library.h"
#include "notation/play.h"
#include "notation/record.h"
#include "notation/state.h"
#include <stdlib.h>

/* ---- Round trips ---- */

static struct history *replay(struct span bytes, struct record *record) {
  struct fault fault = {0};
  struct record_source source = record_source_of(bytes);
  *record = (struct record){0};
  int read = record_read(&source, record, &fault);
  struct history *history = read == 1 ? record_replay(record, library, &fault) : NULL;
  if (history == NULL) fail_msg("line %d, move %d: %s", fault.line, fault.move, fault.text);
  return history;
}

static void check_round_trip(const struct history *history) {
  struct text text = {0}, again = {0};
  struct record record;
  record_write(history, NULL, &text);
  struct history *replayed = replay(play_span(&text), &record);
  assert_true(tess_game_hash(replayed->game) == tess_game_hash(history->game));
  assert_int_equal(replayed->count, history->count);
  record_write(replayed, &record, &again);
  assert_string_equal(text.bytes, again.bytes);
  record_free(&record);
  history_free(replayed);
  text_free(&text), text_free(&again);
}

TEST(test_whole_games) {
  for (int i = 0; i < 2 * PLAY_MIXES; i++) {
    uint64_t random = (uint64_t)i;
    struct history *history = play_new(library, i % PLAY_MIXES, (uint64_t)i);
    play_to_end(history, &random);
    check_round_trip(history);
    history_free(history);
  }
}

/* Games that stopped after any step. */
TEST(test_stopped_games) {
  for (int mix = 0; mix < PLAY_MIXES; mix++) {
    uint64_t random = (uint64_t)mix;
    struct history *history = play_new(library, mix, 17);
    for (int i = 0; i < 60 && play_step(history, &random); i++) check_round_trip(history);
    history_free(history);
  }
}

/* A game that is saved after any step and read goes on by the same chance; one whose chance is left out does not. */
TEST(test_saved_games) {
  int differ = 0;
  for (int mix = 0; mix < PLAY_MIXES; mix++) {
    struct history *history = play_new(library, mix, 29);
    uint64_t random = (uint64_t)mix;
    for (int i = 0; i < 40 + mix && play_step(history, &random); i++) continue;
    struct text saved = {0}, bare = {0}, again = {0};
    struct record record, other;
    record_save(history, NULL, &saved);
    record_write(history, NULL, &bare);
    struct history *read = replay(play_span(&saved), &record), *fresh = replay(play_span(&bare), &other);
    record_save(read, &record, &again);
    assert_string_equal(saved.bytes, again.bytes);
    uint64_t same[] = {random, random, random};
    play_to_end(history, &same[0]), play_to_end(read, &same[1]), play_to_end(fresh, &same[2]);
    assert_true(tess_game_hash(history->game) == tess_game_hash(read->game));
    differ += tess_game_hash(history->game) != tess_game_hash(fresh->game);
    text_clear(&again);
    record_write(read, &record, &again);
    assert_null(strstr(again.bytes, "Chance"));
    record_free(&record), record_free(&other);
    history_free(history), history_free(read), history_free(fresh);
    text_free(&saved), text_free(&bare), text_free(&again);
  }
  assert_true(differ > PLAY_MIXES / 2);
}

/* Games that go on from a position in any phase. */
TEST(test_resumed_games) {
  for (int i = 0; i < 2 * PLAY_MIXES; i++) {
    uint64_t random = (uint64_t)i;
    struct fault fault;
    struct text line = {0};
    struct history *history = play_new(library, i % PLAY_MIXES, 23);
    int steps = 20 + i;
    while (steps-- > 0 && play_step(history, &random)) continue;
    position_write(history->game, history->set, &line);
    struct history *resumed = history_resume(play_span(&line), library, 1, &fault);
    assert_true(resumed->resumed);
    check_round_trip(resumed);
    play_step(resumed, &random);
    check_round_trip(resumed);
    play_to_end(resumed, &random);
    check_round_trip(resumed);
    history_free(history), history_free(resumed);
    text_free(&line);
  }
}

/* ---- Reading ---- */

static const char moves_of_one_game[] = "1. R2S@0,1r0=small:route.E\n2. R2S@1,0r0=small:route.E\n3. R2S@1,1r0=none\n"
                                        "4. R2C@2,0r0=none\n5. R2C@2,1r1=none [1:3 2:3] [1:5 2:2]\n*\n\n";

/* A record with the tags of a Star Wars game of two, more tags and these moves. */
static void compose(const char *tags, const char *moves, struct text *text) {
  const tess_set *set = set_library_find(library, span_of("star-wars"))->set;
  text_clear(text);
  text_add_string(text, "[Game \"star-wars\"]\n[Set \"star-wars:");
  text_add_hash(text, tess_set_hash(set));
  text_print(text, "\"]\n[Options \"-\"]\n[Colours \"red,black\"]\n%s\n%s", tags, moves);
}

TEST(test_comments) {
  struct text text = {0}, again = {0};
  struct record record;
  compose("",
          "; for people\n1. {[%clk 0:01:12] to\nthe south} R2S@0,1r0=none\n\n;more\n2. R2S@1,0r0=none{a}{[%eval "
          "-3.50] b} { } 3. R2C@2,0r0=none {[%eval 7] [%clk 12:00:09]}\n{[%emt 1] \xC3\xA4} *",
          &text);
  struct history *history = replay(play_span(&text), &record);
  assert_int_equal(record.turn_count, 3);
  assert_int_equal(record.turns[0].clock, 72);
  assert_string_equal(record.turns[0].comment.bytes, "to\nthe south");
  assert_string_equal(record.turns[0].eval, "");
  assert_int_equal(record.turns[1].clock, -1);
  assert_string_equal(record.turns[1].comment.bytes, "a b");
  assert_string_equal(record.turns[1].eval, "-3.50");
  assert_int_equal(record.turns[2].clock, 43209);
  assert_string_equal(record.turns[2].comment.bytes, "[%emt 1] \xC3\xA4");
  record_write(history, &record, &again);
  assert_non_null(strstr(again.bytes, "\n1. R2S@0,1r0=none {[%clk 0:01:12] to\nthe south}\n2. R2S@1,0r0=none "
                                      "{[%eval -3.50] a b}\n3. R2C@2,0r0=none {[%clk 12:00:09] [%eval 7] [%emt 1] "
                                      "\xC3\xA4}\n*\n\n"));
  record_free(&record);
  history_free(history);
  text_free(&text), text_free(&again);
}

TEST(test_tags) {
  struct text text = {0}, again = {0};
  struct record record;
  compose("[Player1 \"A \\\"B\\\" \\\\ C\"]\n\n[First \"2\"]\n[Seed \"42\"]\n[Result \"*\"]  \n", "*", &text);
  struct history *history = replay(play_span(&text), &record);
  assert_string_equal(record_tag_value(&record, "Player1"), "A \"B\" \\ C");
  assert_int_equal(record_tag_line(&record, "Player1"), 5);
  assert_null(record_tag_value(&record, "Date"));
  assert_int_equal(record_tag_line(&record, "Date"), 0);
  assert_int_equal(tess_game_seat(history->game), 1);
  record_set_tag(&record, "Seed", "43");
  record_set_tag(&record, "Date", "2026-11-21");
  record_write(history, &record, &again);
  assert_non_null(strstr(again.bytes, "[First \"2\"]\n[Player1 \"A \\\"B\\\" \\\\ C\"]\n[Seed \"43\"]\n"
                                      "[Date \"2026-11-21\"]\n[Result \"*\"]\n\n*\n\n"));
  record_free(&record);
  history_free(history);
  text_free(&text), text_free(&again);
}

/* What a program says about moves is written with them. */
TEST(test_saying) {
  struct fault fault;
  struct text text = {0};
  struct record record = {0};
  struct history *history = play_new(library, 0, 1);
  assert_true(history_word(history, span_of("R2S@0,1r0=none"), &fault));
  record_turn(&record, 1)->clock = 3661;
  record_turn_say(record_turn(&record, 1), span_of("first"));
  record_turn_say(record_turn(&record, 1), span_of("second"));
  record_turn_say(record_turn(&record, 9), span_of("beyond the end"));
  record_write(history, &record, &text);
  assert_non_null(strstr(text.bytes, "\n1. R2S@0,1r0=none {[%clk 1:01:01] first second}\n*\n"));
  record_free(&record);
  history_free(history);
  text_free(&text);
}

TEST(test_several_games) {
  struct fault fault = {0};
  struct text one = {0}, file = {0};
  struct record record = {0};
  compose("", moves_of_one_game, &one);
  text_add_string(&file, "\xEF\xBB\xBF; a file\r\n\n");
  for (int i = 0; i < 3; i++) text_add(&file, one.bytes, one.length);
  text_add_string(&file, "; the end");
  struct record_source source = record_source_of(play_span(&file));
  for (int i = 0; i < 3; i++) {
    assert_int_equal(record_read(&source, &record, &fault), 1);
    struct history *history = record_replay(&record, library, &fault);
    assert_non_null(history);
    assert_int_equal(record.turns[4].line, 3 + 12 * i + 9);
    assert_int_equal(record.word_count, 7);
    history_free(history);
    record_free(&record);
  }
  assert_int_equal(record_read(&source, &record, &fault), 0);
  text_free(&one), text_free(&file);
}

TEST(test_line_breaks) {
  struct text text = {0}, plain = {0};
  struct record record, other;
  compose("", moves_of_one_game, &plain);
  text_add(&text, plain.bytes, plain.length);
  bool tags = true;
  for (size_t i = 0; i < text.length; i++) {
    if (tags && strncmp(text.bytes + i, "\n\n", 2) == 0) tags = false;
    if (!tags && text.bytes[i] == ' ') text.bytes[i] = '\n';
  }
  struct history *history = replay(play_span(&text), &record), *again = replay(play_span(&plain), &other);
  assert_true(tess_game_hash(history->game) == tess_game_hash(again->game));
  record_free(&record), record_free(&other);
  history_free(history), history_free(again);
  text_free(&text), text_free(&plain);
}

/* ---- Faults ---- */

static void check_fault(struct span bytes, int line, int move, const char *message) {
  struct fault fault = {0};
  struct record record = {0};
  struct record_source source = record_source_of(bytes);
  struct history *history = NULL;
  if (record_read(&source, &record, &fault) == 1) history = record_replay(&record, library, &fault);
  assert_null(history);
  if (strstr(fault.text, message) == NULL) fail_msg("%s\nnot in: %s", message, fault.text);
  if (fault.line != line || fault.move != move) fail_msg("line %d, move %d: %s", fault.line, fault.move, fault.text);
  record_free(&record);
}

TEST(test_wrong_tags) {
  static const struct {
    const char *tags, *message;
    int line;
  } cases[] = {{"[First \"3\"]\n", "First: expected a seat from 1 to 2", 5},
               {"[First \"\"]\n", "First: expected a seat from 1 to 2", 5},
               {"[First 1]\n", "expected a tag [Name \"value\"], found '[First 1]'", 5},
               {"[First \"1\"\n", "expected a tag", 5},
               {"[First \"1]\n", "expected a tag", 5},
               {"[First \"1\\x\"]\n", "expected a tag", 5},
               {"[First \"1\\", "expected a tag", 5},
               {"[First\"1\"]\n", "expected a tag", 5},
               {"[ \"1\"]\n", "expected a tag", 5},
               {"[First \"1\"] x\n", "expected a tag", 5},
               {"[Seed \"1\"]\n[Seed \"2\"]\n", "the tag 'Seed' stands twice in this game", 6},
               {"[Event \"\xFF\"]\n", "the tag's value is not UTF-8 or holds a control character", 5},
               {"[Event \"\x1B[2J\"]\n", "the tag's value is not UTF-8 or holds a control character", 5},
               {"[Result \"12-3\"]\n", "the result is given as '12-3', and the moves end with *", 5},
               {"[Chance \"\"]\n", "Chance: expected the deck and the dice stream, each of 16 hexadecimal digits", 5},
               {"[Chance \"0123456789abcdef\"]\n", "Chance: expected the deck and the dice stream", 5},
               {"[Chance \"0123456789abcdef 0123456789ABCDEF\"]\n", "Chance: expected the deck and the dice", 5},
               {"[Chance \"0123456789abcdef 0123456789abcdef0\"]\n", "Chance: expected the deck and the dice", 5},
               {"[Chance \"0123456789abcdef 0123456789abcdef X\"]\n", "Chance: ", 5},
               {"[Chance \"0123456789abcdef 0123456789abcdef R3\"]\n", "Chance: the tiles are not those of the bag", 5},
               {"[Position \"startpos\"]\n", "Position: expected a position beginning with tessera1", 5}};
  struct text text = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    compose(cases[i].tags, "\n*\n", &text);
    check_fault(play_span(&text), cases[i].line, 0, cases[i].message);
  }
  text_free(&text);
}

/* One of the required tags with something else in its place. */
static void check_required(const char *tag, const char *instead, int line, const char *message) {
  struct text text = {0}, changed = {0};
  compose("", "*", &text);
  const char *found = strstr(text.bytes, tag);
  const char *rest = strchr(found, '\n') + 1;
  text_add(&changed, text.bytes, (size_t)(found - text.bytes));
  text_print(&changed, "%s%s", instead, rest);
  check_fault(play_span(&changed), line, 0, message);
  text_free(&text), text_free(&changed);
}

TEST(test_required_tags) {
  check_required("[Game", "", 5, "the tag Game is missing before the moves");
  check_required("[Set", "", 5, "the tag Set is missing before the moves");
  check_required("[Options", "", 5, "the tag Options is missing before the moves");
  check_required("[Colours", "", 5, "the tag Colours is missing before the moves");
  check_required("[Game", "[Game \"chess\"]\n", 1, "Game: expected star-wars or classic, found 'chess'");
  check_required("[Game", "[Game \"classic\"]\n", 2, "Set: the tile set star-wars is for the other game");
  check_required("[Set", "[Set \"star-wars:0000000000000000\"]\n", 2, "Set: the tile set 'star-wars' here is another");
  check_required("[Set", "[Set \"mine:0000000000000000\"]\n", 2, "Set: there is no tile set 'mine' here");
  check_required("[Options", "[Options \"lakes\"]\n", 3, "Options: expected '-' or options");
  check_required("[Options", "[Options \"fields\"]\n", 3, "the options do not fit together");
  check_required("[Colours", "[Colours \"red\"]\n", 4, "Colours: expected at least two colours");
  check_required("[Colours", "[Colours \"red,blue\"]\n", 4, "Colours: the game star-wars has the colours red,black,");
  check_fault(span_of("1. X *"), 1, 0, "the tag Game is missing before the moves");
  check_fault(span_of("\n\nhello"), 3, 0, "the tag Game is missing before the moves");
}

TEST(test_wrong_moves) {
  static const struct {
    const char *moves, *message;
    int line, move;
  } cases[] = {
      {"", "the file ends before the result", 6, 0},
      {"1. R2S@0,1r0=none", "the file ends before the result", 6, 1},
      {"2. R2S@0,1r0=none *", "expected the number 1., found '2.'", 6, 0},
      {"01. R2S@0,1r0=none *", "expected the number 1., found '01.'", 6, 0},
      {"99999999999. R2S@0,1r0=none *", "expected the number 1., found '99999999999.'", 6, 0},
      {"R2S@0,1r0=none *", "expected the number 1., found 'R2S@0,1r0=none'", 6, 0},
      {"1.R2S@0,1r0=none *", "expected the number 1., found '1.R2S@0,1r0=none'", 6, 0},
      {"1. *", "expected a move after the number 1.", 6, 1},
      {"1. R2S@0,1r0=none\nR3@1,0r0 *", "expected the number 2. or the result before 'R3@1,0r0'", 7, 1},
      {"1. R3 2. R3@0,1r0=none *", "move 1 lays no tile, and another follows", 6, 1},
      {"1. 2. R3@0,1r0=none *", "move 1 lays no tile, and another follows", 6, 1},
      {"1. R3 R3@0,1r0=none *", "expected the number 2. or the result before", 6, 1},
      {"1. R2S@0,1r0=none (R4) *", "expected the number 2. or the result before '(R4)'", 6, 1},
      {"1. (R4) [1:1 2:1] *", "expected the number 2. or the result before '[1:1 2:1]'", 6, 1},
      {"{early} 1. R3 *", "a comment belongs to the move before it, and there is none", 6, 0},
      {"1. R3\n{no end", "the comment that begins here has no }", 7, 1},
      {"1. R3 {\xFF} *", "the comment is not UTF-8 or holds a control character", 6, 1},
      {"1. R3 {\x07} *", "the comment is not UTF-8 or holds a control character", 6, 1},
      {"1. R3 {[%clk 1:60:00]} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R3 {[%clk 1:5:00]} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R3 {[%clk 1:05:00} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R3 {[%eval 1e5]} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R3 {[%eval 1.]} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R3 {[%eval ]} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R3 {[%eval 1234567890123456]} *", "expected [%clk h:mm:ss] or [%eval n]", 6, 1},
      {"1. R2S@0,1r0=none\n2. R2S@9,9r0=none\n*", "'R2S@9,9r0=none': the tile R2S cannot be placed at 9,9r0", 7, 2},
      {"1. R2S@0,1r0=large:planet *", "the tile R2S at 0,1 has no planet", 6, 1},
      {"1. START@0,1r0=none *", "no tile START is left", 6, 1},
      {"1. XX@0,1r0=none *", "the set has no tile 'XX'", 6, 1},
      {"1. (R4) R2S@0,1r0 *", "'(R4)': the tile R4 fits somewhere", 6, 1},
      {"1. R2S@0,1r0=none [1:1 2:1] *", "'[1:1 2:1]': a throw is not due", 6, 1},
      {"1. [1:1 *", "the file ends before the result", 6, 1},
      {"1. R2S@0,1r0=none\n3-4", "the result is given as '3-4', and the moves end with *", 7, 0},
      {"1. R2S@0,1r0=none 3-", "expected the number 2. or the result before '3-'", 6, 1}};
  struct text text = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    compose("", cases[i].moves, &text);
    check_fault(play_span(&text), cases[i].line, cases[i].move, cases[i].message);
  }
  text_free(&text);
}

TEST(test_wrong_result) {
  struct text text = {0};
  struct history *history = play_new(library, 0, 1);
  uint64_t random = 1;
  play_to_end(history, &random);
  record_write(history, NULL, &text);
  assert_int_equal(text.bytes[text.length - 3] >= '0', true);
  text.bytes[text.length - 3] = text.bytes[text.length - 3] == '9' ? '8' : '9';
  int lines = 0;
  for (size_t i = 0; i < text.length; i++) lines += text.bytes[i] == '\n';
  check_fault(play_span(&text), lines - 1, 0, "and the moves end with ");
  history_free(history);
  text_free(&text);
}

/* The other tags must say what the position says. */
TEST(test_wrong_position) {
  struct text line = {0}, tags = {0}, text = {0};
  struct history *history = play_new(library, 1, 1);
  position_write(history->game, history->set, &line);
  text_print(&tags, "[Position \"%s\"]\n", line.bytes);
  compose(tags.bytes, "*", &text);
  check_fault(play_span(&text), 5, 0, "Position: set, options or colours are not those of the other tags");
  history_free(history);
  text_free(&line), text_free(&tags), text_free(&text);
}

/* Records cut off or with a byte changed are read or refused, and nothing else. */
TEST(test_damaged) {
  struct text text = {0};
  uint64_t random = 1;
  struct history *history = play_new(library, 2, 1);
  play_to_end(history, &random);
  record_write(history, NULL, &text);
  for (int i = 0; i < 3000; i++) {
    struct fault fault;
    struct record record = {0};
    size_t at = (size_t)play_random(&random) % text.length;
    char kept = text.bytes[at];
    text.bytes[at] = (char)play_random(&random);
    struct record_source source = record_source_of((struct span){text.bytes, i % 2 ? text.length : at});
    if (record_read(&source, &record, &fault) == 1) history_free(record_replay(&record, library, &fault));
    record_free(&record);
    text.bytes[at] = kept;
  }
  history_free(history);
  text_free(&text);
}

TEST(test_large_words) {
  struct text text = {0}, moves = {0};
  text_add_string(&moves, "1. ");
  for (int i = 0; i < 100000; i++) text_add_char(&moves, 'A');
  text_add_string(&moves, " *");
  compose("", moves.bytes, &text);
  check_fault(play_span(&text), 6, 1, "expected a move, found 'AAAA");
  text_clear(&text);
  compose("", "1. R3\0 *", &text);
  text_add(&text, "\0 *", 3);
  check_fault(play_span(&text), 6, 1, "expected a move, found 'R3\\x00'");
  text_free(&text), text_free(&moves);
}

/* Numbers beyond any game's are refused, and many comments cost no more than their bytes. */
TEST(test_nonsense) {
  struct text text = {0}, part = {0};
  text_clear(&part);
  for (int i = 0; i < 300; i++) text_print(&part, "[T%d \"\"]\n", i);
  compose(part.bytes, "*", &text);
  check_fault(play_span(&text), 4 + 248 + 1, 0, "more than 256 tags");
  text_clear(&part);
  text_add_string(&part, "1. [1:1 2:1]");
  for (int i = 0; i < 40000; i++) text_add_string(&part, " [1:1 2:1]");
  compose("", part.bytes, &text);
  check_fault(play_span(&text), 6, 1, "more than 32768 words of moves");
  text_clear(&part);
  text_add_string(&part, "1. R3");
  for (int i = 0; i < 500000; i++) text_add_string(&part, "{a}");
  text_add_string(&part, " +");
  compose("", part.bytes, &text);
  check_fault(play_span(&text), 6, 1, "expected the number 2. or the result before '+'");
  text_free(&text), text_free(&part);
}

RUN_TESTS(open_library, close_library)
