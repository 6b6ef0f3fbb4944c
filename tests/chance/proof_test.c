/* Proofs of finished records: a correct one is accepted, and every change in it is found. */
#include "chance/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "notation/library.h"

/* The games of the file that the verifier in Python is tested with, too. */
static struct text finished;

static int read_finished(void **state) {
  FILE *file = fopen(TESSERA_SOURCE_DIR "/tests/chance/finished.txt", "rb");
  char part[4096];
  size_t length;
  assert_non_null(file);
  while ((length = fread(part, 1, sizeof part, file)) > 0) text_add(&finished, part, length);
  fclose(file);
  return open_library(state);
}

static int release(void **state) {
  text_free(&finished);
  return close_library(state);
}

/* Checks the first game of `bytes`. */
static bool check(const char *bytes, struct proof_count *count, struct fault *fault) {
  struct record_source source = record_source_of(span_of(bytes));
  struct record record = {0};
  *fault = (struct fault){0};
  assert_int_equal(record_read(&source, &record, fault), 1);
  const bool good = proof_check(&record, library, count, fault);
  record_free(&record);
  return good;
}

/* The first game with the first `old` replaced is refused, with `expected` in the message. */
static void assert_found(const char *old, const char *fresh, const char *expected, int line) {
  const char *at = strstr(finished.bytes, old);
  struct text changed = {0};
  struct proof_count count = {0};
  struct fault fault;
  assert_non_null(at);
  text_add(&changed, finished.bytes, (size_t)(at - finished.bytes));
  text_add_string(&changed, fresh);
  text_add_string(&changed, at + strlen(old));
  assert_false(check(changed.bytes, &count, &fault));
  if (strstr(fault.text, expected) == NULL) fail_msg("%s", fault.text);
  assert_int_equal(fault.line, line);
  text_free(&changed);
}

TEST(a_true_record_is_proved) {
  struct proof_count count = {0};
  struct fault fault;
  assert_true(check(finished.bytes, &count, &fault));
  assert_int_equal(count.draws, 75);
  assert_int_equal(count.throws, 2);
  assert_int_equal(count.firsts, 1);
  assert_int_equal(count.games, 1);
}

TEST(all_games_of_a_file_are_counted) {
  struct proof_count count = {0};
  struct fault fault;
  assert_true(proof_check_file(text_span(&finished), library, &count, &fault));
  assert_int_equal(count.games, 4);
  assert_int_equal(count.draws, 336);
  assert_int_equal(count.throws, 5);
  assert_int_equal(count.firsts, 3);
  count = (struct proof_count){0};
  assert_false(proof_check_file(span_of(""), library, &count, &fault));
}

TEST(other_tags_are_found) {
  assert_found("[Secret \"09", "[Secret \"08", "the commitment is not that of the secret", 12);
  assert_found("[Commitment \"", "[Other \"", "the tag Commitment is missing", 0);
  assert_found("[Secret \"", "[Other \"", "the tag Secret is missing", 0);
  assert_found("[FirstBy \"", "[Other \"", "the tag FirstBy is missing", 0);
  assert_found("[Contributions \"", "[Other \"", "the tag Contributions is missing", 0);
  assert_found("[FirstBy \"chance", "[FirstBy \"dice", "FirstBy: expected chance or choice", 11);
  assert_found("[Secret \"09", "[Secret \"0g", "Secret: expected 64 hexadecimal digits", 14);
  assert_found("[Contributions \"00", "[Contributions \"0", "Contributions: expected one a seat", 13);
  assert_found(",-,-\"]", ",-\"]", "Contributions: expected one a seat", 13);
  assert_found(",-,-\"]", ",-,-,-\"]", "Contributions: expected one a seat", 13);
}

TEST(another_contribution_gives_other_numbers) {
  assert_found("[Contributions \"0011", "[Contributions \"0111", "seat 3 begins, and chance gave seat", 5);
}

/* The first throw of the first game with other faces is a legal throw, but not the one that chance gave. */
TEST(another_throw_is_found) {
  const char *moves = strstr(finished.bytes, "\n1. ");
  const char *at = strchr(moves, '[');
  char old[32] = {0}, fresh[32];
  memcpy(old, at, (size_t)(strchr(at, ']') - at + 1));
  memcpy(fresh, old, sizeof old);
  char *face = strrchr(fresh, ']') - 1;
  for (char other = '1'; other <= '6'; other++) {
    if (other == strrchr(old, ']')[-1]) continue;
    *face = other;
    struct text changed = {0};
    struct proof_count count = {0};
    struct fault fault;
    text_add(&changed, finished.bytes, (size_t)(at - finished.bytes));
    text_add_string(&changed, fresh);
    text_add_string(&changed, at + strlen(old));
    assert_false(check(changed.bytes, &count, &fault));
    text_free(&changed);
  }
}

/* Two tiles that look the same to the rules change places: the game is legal, its draws are not those of chance. */
TEST(another_draw_is_named_by_its_number) {
  struct record_source source = record_source_of(span_of(finished.bytes));
  struct record record = {0}, one = {0};
  struct fault fault = {0};
  struct proof_count count = {0};
  struct text text = {0};
  assert_int_equal(record_read(&source, &record, &fault), 1);
  struct history *history = record_open(&record, library, &fault);
  assert_true(record_play(&record, 0, history, &fault));
  int kind = 0;
  while (tess_game_due(history->game, kind) == 0 || kind == history->steps[0].kind) kind++;
  while (history->count > 0) history_undo(history);
  assert_true(history_draw(history, kind, &fault));
  assert_true(history_place(history, tess_game_placement_at(history->game, 0), &fault));
  for (int i = 0; i < record.tag_count; i++)
    if (strcmp(record.tags[i].name, "Result") != 0) record_set_tag(&one, record.tags[i].name, record.tags[i].value);
  record_write(history, &one, &text);
  assert_false(check(text.bytes, &count, &fault));
  assert_non_null(strstr(fault.text, "draw 1 is "));
  assert_non_null(strstr(fault.text, ", and chance gave "));
  text_free(&text);
  record_free(&one), record_free(&record);
  history_free(history);
}

TEST(hexadecimal_digits_are_read_exactly) {
  uint8_t bytes[2];
  assert_true(hex_read(span_of("0aFf"), bytes, 2));
  assert_int_equal(bytes[0] << 8 | bytes[1], 0x0AFF);
  assert_false(hex_read(span_of("0aF"), bytes, 2));
  assert_false(hex_read(span_of("0aFff"), bytes, 2));
  assert_false(hex_read(span_of("0aFg"), bytes, 2));
}

RUN_TESTS(read_finished, release)
