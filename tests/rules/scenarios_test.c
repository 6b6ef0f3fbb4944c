/*
 * The worked examples of docs/lookup/rules/examples.md: every record of tests/scenarios is replayed, and what its
 * comments expect is checked. A file has one record; an expectation is a line of its own, which readers of
 * records drop:
 *
 *   ; expect before 7: refused MOVE     the move is not accepted in place of move 7
 *   ; expect after 7: score 3 0         after all of move 7: the points of the sides
 *   ; expect after 7/1: dice 1 2        after its first word, before the throws: the dice of the sides, or `-`
 *   ; expect after 7: supply 4+1 3+1    the supplies of the seats: small and large, or meeples and abbots
 *   ; expect after 7: turn yellow       whose turn is next
 *   ; expect before 7: choices ID@1,0r0: none meeple:road.E      were the tile laid there: all decisions, as the engine
 * lists them
 *
 * A side that is not in the battle has 0 dice; `-` says that there is no battle.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/record.h"
#include "rules/fixture.h"

#define FOLDER TESSERA_SOURCE_DIR "/tests/scenarios"

enum { MAX_BYTES = 16384, MAX_CHECKS = 64, LINE_SIZE = 200 };

/* One expectation. `word` counts the words of the move; 0 means all of them, -1 before the first. */
struct check {
  int move, word;
  char what[LINE_SIZE];
};

struct scenario {
  const char *name;
  char bytes[MAX_BYTES];
  struct record record;
  struct check checks[MAX_CHECKS];
  int check_count, done;
  struct fixture fixture;
};

static void read_file(struct scenario *scenario) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", FOLDER, scenario->name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail_msg("%s cannot be read", path);
  const size_t length = fread(scenario->bytes, 1, MAX_BYTES - 1, file);
  fclose(file);
  scenario->bytes[length] = '\0';
}

/* Reads one `; expect` line; other lines are passed by. */
static void read_check(struct scenario *scenario, const char *line) {
  struct check *check = &scenario->checks[scenario->check_count];
  char when[8];
  int used = 0;
  if (strncmp(line, "; expect", 8) != 0) return;
  assert_true(scenario->check_count < MAX_CHECKS);
  *check = (struct check){0};
  if (sscanf(line, "; expect %7s %d%n", when, &check->move, &used) != 2) fail_msg("%s: %s", scenario->name, line);
  line += used;
  if (sscanf(line, "/%d%n", &check->word, &used) == 1) line += used;
  if (strcmp(when, "before") == 0) check->word = -1;
  if (strncmp(line, ": ", 2) != 0) fail_msg("%s: expected a colon: %s", scenario->name, line);
  snprintf(check->what, LINE_SIZE, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
  scenario->check_count++;
}

static void read_checks(struct scenario *scenario) {
  for (const char *line = scenario->bytes; line != NULL && *line != '\0';) {
    read_check(scenario, line);
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
}

static void expect_dice(const struct scenario *scenario, const char *dice) {
  uint8_t found[TESS_MAX_PLAYERS] = {0};
  tess_spot spot;
  const tess_game *game = scenario->fixture.history->game;
  char text[32] = "";
  const bool battle = tess_game_battle(game, &spot, found);
  for (int side = 0; battle && side < tess_game_sides(game); side++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", side > 0 ? " " : "", found[side]);
  assert_string_equal(battle ? text : "-", dice);
}

static void expect_turn(const struct scenario *scenario, const char *colour) {
  const tess_game *game = scenario->fixture.history->game;
  assert_string_equal(tess_colour_name(tess_game_options(game).colours[tess_game_seat(game)]), colour);
}

/* `placement` is `ID@1,0r0: none ...`; the tile is laid there, and taken back. */
static void expect_choices(const struct scenario *scenario, const char *placement) {
  struct history *history = scenario->fixture.history;
  const int steps = history->count;
  const size_t length = strcspn(placement, ":");
  struct fault fault;
  if (!history_word(history, (struct span){placement, length}, &fault)) fail_msg("%s: %s", scenario->name, fault.text);
  fixture_choices(&scenario->fixture, placement + length + strlen(": "));
  while (history->count > steps) history_undo(history);
}

static void perform(struct scenario *scenario, const struct check *check) {
  const char *rest = strchr(check->what, ' ');
  struct fault fault;
  if (rest++ == NULL) fail_msg("%s: %s expects nothing", scenario->name, check->what);
  if (strncmp(check->what, "score ", 6) == 0)
    fixture_scores(&scenario->fixture, rest);
  else if (strncmp(check->what, "supply ", 7) == 0)
    fixture_supplies(&scenario->fixture, rest);
  else if (strncmp(check->what, "dice ", 5) == 0)
    expect_dice(scenario, rest);
  else if (strncmp(check->what, "turn ", 5) == 0)
    expect_turn(scenario, rest);
  else if (strncmp(check->what, "choices ", 8) == 0)
    expect_choices(scenario, rest);
  else if (strncmp(check->what, "refused ", 8) == 0)
    assert_false(history_word(scenario->fixture.history, span_of(rest), &fault));
  else
    fail_msg("%s: %s is nothing to expect", scenario->name, check->what);
  scenario->done++;
}

static void perform_all(struct scenario *scenario, int move, int word) {
  for (int i = 0; i < scenario->check_count; i++)
    if (scenario->checks[i].move == move && scenario->checks[i].word == word) perform(scenario, &scenario->checks[i]);
}

static void play(struct scenario *scenario) {
  const struct record *record = &scenario->record;
  struct fault fault;
  for (int i = 0, word = 0; i < record->word_count; i++) {
    const int turn = record->words[i].turn;
    word = i > 0 && record->words[i - 1].turn == turn ? word + 1 : 1;
    if (word == 1) perform_all(scenario, turn + 1, -1);
    if (!record_play(record, i, scenario->fixture.history, &fault))
      fail_msg("%s, line %d: %s", scenario->name, fault.line, fault.text);
    perform_all(scenario, turn + 1, word);
    if (i + 1 == record->word_count || record->words[i + 1].turn != turn) perform_all(scenario, turn + 1, 0);
  }
  if (!record_check_result(record, scenario->fixture.history, &fault)) fail_msg("%s: %s", scenario->name, fault.text);
}

static void run(const char *name, const struct set_library *library) {
  struct scenario *scenario = calloc(1, sizeof *scenario);
  struct fault fault;
  assert_non_null(scenario);
  scenario->name = name;
  read_file(scenario);
  read_checks(scenario);
  struct record_source source = record_source_of(span_of(scenario->bytes));
  if (record_read(&source, &scenario->record, &fault) != 1) fail_msg("%s, line %d: %s", name, fault.line, fault.text);
  scenario->fixture.history = record_open(&scenario->record, library, &fault);
  if (scenario->fixture.history == NULL) fail_msg("%s, line %d: %s", name, fault.line, fault.text);
  play(scenario);
  if (scenario->done != scenario->check_count || scenario->done == 0)
    fail_msg("%s: %d of %d expectations met a move", name, scenario->done, scenario->check_count);
  history_free(scenario->fixture.history);
  record_free(&scenario->record);
  free(scenario);
}

/* Bit n for example X n, 16 + n for Y n, 32 + n for Z n, by the name of the file. */
static uint64_t example_bit(const char *name) {
  return (uint64_t)1 << (16 * (tolower((unsigned char)name[0]) - 'x') + atoi(name + 1));
}

TEST(every_example_comes_out_as_in_the_rulebook) {
  struct set_library *library = set_library_open();
  DIR *folder = opendir(FOLDER);
  uint64_t seen = 0;
  assert_non_null(folder);
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    const char *end = strrchr(entry->d_name, '.');
    if (end == NULL || strcmp(end, ".txt") != 0) continue;
    run(entry->d_name, library);
    seen |= example_bit(entry->d_name);
  }
  closedir(folder);
  set_library_close(library);
  assert_true(seen == 0x7FE007E01FE); /* X1 to X8, Y1 to Y6, Z1 to Z10 */
}

RUN_TESTS(NULL, NULL)
