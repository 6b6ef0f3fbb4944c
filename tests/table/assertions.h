/* What the tests of the table share: requests that are granted or refused, and what must hold of a table then. */
#ifndef TESTS_TABLE_ASSERTIONS_H
#define TESTS_TABLE_ASSERTIONS_H

#include "table/core.h"

#include "chance/proof.h"
#include "notation/state.h"

enum { HOUR = 3600000, DAY = 24 * HOUR };

#define AFTER(ms) (CORE_START + (ms))
#define DRAW "'type':'draw'"
#define TAKE_BACK "'type':'take-back'"
#define PAUSE "'type':'pause'"
#define RESUME "'type':'resume'"
#define LEAVE "'type':'leave'"
#define RETURN "'type':'return'"
#define OTHER_SHARE "'type':'contribute','contribution':'100102030405060708090a0b0c0d0e0f'"

/* Asks, and nothing has changed if it is refused. */
static inline void assert_act(struct table *table, int seat, const char *members, int64_t now,
                              enum answer_code expected) {
  const int64_t seq = table->seq;
  const enum answer_code code = core_act(table, seat, members, now);
  if (code != expected) fail_msg("%s: %s and not %s", members, answer_word(code), answer_word(expected));
  assert_true((table->seq > seq) == (expected == ANSWER_OK));
}

/* Asks with `seen`, the last entry that the sender knew. */
static inline void assert_seen(struct table *table, int seat, const char *members, int64_t seen,
                               enum answer_code expected) {
  struct text text = {0};
  text_print(&text, "%s,'seen':%d", members, (int)seen);
  assert_act(table, seat, text.bytes, table_at(table) + 1, expected);
  text_free(&text);
}

/* Answers the question of this entry. */
static inline void assert_answer_to(struct table *table, int seat, int64_t asked, bool yes, int64_t now,
                                    enum answer_code expected) {
  char members[80];
  snprintf(members, sizeof members, "'type':'answer','asked':%d,'yes':%s", (int)asked, yes ? "true" : "false");
  assert_act(table, seat, members, now, expected);
}

/* Answers the question that was asked last. */
static inline void assert_answer(struct table *table, int seat, bool yes, int64_t now, enum answer_code expected) {
  assert_answer_to(table, seat, table->asked > 0 ? table->asked : 1, yes, now, expected);
}

static inline void draw_and_move(struct table *table, uint32_t choice, int64_t now) {
  assert_act(table, tess_game_seat(table->history->game) + 1, DRAW, now, ANSWER_OK);
  assert_int_equal(core_move(table, choice, now), ANSWER_OK);
}

/* Everything that table.h shows of the state, as text. */
static inline void describe(const struct table *table, struct text *text) {
  int seat = 0, level = 0;
  const bool decides = table_decides(table, &seat, &level);
  text_print(text, "%s state %d words %d asking %d decides %d %d %d due ", table->id, (int)table->state, table->words,
             table->asking, decides, seat, level);
  text_add_int(text, table_due(table));
  for (int i = 0; i < table->setup.players; i++) {
    const struct table_seat *at = &table->seats[i];
    text_print(text, "\nseat %d %d %d %d %d %s %d ", at->holder, at->why, at->level, at->consents, at->missed, at->name,
               at->contribution.given);
    text_add_int(text, at->left);
  }
  text_add_char(text, '\n');
  if (table->history != NULL) state_json_write(table->history->game, table->history->set, text);
  table_record(table, text);
}

/* The table rebuilt from its entries is the same. */
static inline void assert_rebuilt(const struct table *table) {
  uint8_t secret[FAIR_SECRET];
  struct text before = {0}, after = {0};
  struct fault fault;
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, CORE_START);
  for (int64_t seq = 1; seq <= table->seq; seq++)
    if (!table_apply(again, table_entry(table, seq), &fault)) fail_msg("%s", fault.text);
  describe(table, &before), describe(again, &after);
  assert_string_equal(before.bytes, after.bytes);
  text_free(&before), text_free(&after);
  table_close(again);
}

/* Entry `seq` ends with this. */
static inline void assert_entry(const struct table *table, int64_t seq, const char *end) {
  const struct span entry = table_entry(table, seq);
  struct text words = core_json(end);
  assert_true(entry.length > words.length);
  assert_memory_equal(entry.bytes + entry.length - words.length, words.bytes, words.length);
  text_free(&words);
}

/* The chance of the finished game is what its record says. */
static inline void assert_proved(const struct table *table) {
  struct text text = {0};
  struct proof_count count = {0};
  struct fault fault = {0};
  table_record(table, &text);
  if (!proof_check_file(text_span(&text), library, &count, &fault)) fail_msg("%s", fault.text);
  text_free(&text);
}

static inline void end(struct table *table) {
  assert_rebuilt(table);
  table_close(table);
}

/* Closed at `last`, and not before; then freed. */
static inline void closes_at(struct table *table, int64_t last) {
  table_tick(table, last - 1);
  assert_true(table->state < TABLE_CLOSED);
  table_tick(table, last);
  assert_last(table, "'type':'closed','why':'nobody came'}");
  assert_int_equal(table->state, TABLE_CLOSED);
  end(table);
}

typedef bool wanted(const tess_game *game);

static inline bool is_battle(const tess_game *game) { return tess_game_phase(game) == TESS_PHASE_THROW; }

/* A turn of the tile drawn after which the game is as wanted; false: there is none. */
static inline bool find_turn(const tess_game *game, wanted *is_wanted, struct text *word) {
  tess_game *scratch = malloc(tess_game_size());
  tess_decision decisions[TESS_MAX_DECISIONS];
  bool found = false;
  for (int i = 0; !found && i < tess_game_placement_count(game); i++) {
    const tess_placement placement = tess_game_placement_at(game, i);
    tess_game_copy(scratch, game);
    assert_int_equal(tess_game_place(scratch, placement, NULL, NULL), TESS_ERROR_NONE);
    const int count = tess_game_decisions(scratch, decisions);
    for (int j = 0; !found && j < count; j++) {
      tess_game_copy(scratch, game);
      assert_int_equal(tess_game_place(scratch, placement, NULL, NULL), TESS_ERROR_NONE);
      const struct move move = turn_move(game, placement, decisions[j], scratch);
      assert_int_equal(tess_game_meeple(scratch, decisions[j], NULL, NULL), TESS_ERROR_NONE);
      found = is_wanted(scratch);
      if (found) move_write(&move, tess_game_set(game), word);
    }
  }
  free(scratch);
  return found;
}

/* The seat to move makes this turn. */
static inline void assert_moves(struct table *table, const struct text *word, int64_t now) {
  struct text members = {0};
  text_print(&members, "'type':'move','move':'%s','at':%d", word->bytes, table->words);
  assert_act(table, tess_game_seat(table->history->game) + 1, members.bytes, now, ANSWER_OK);
  text_free(&members);
}

/* Plays on until a person has made a turn after which the game is as wanted; the seat, from 1. */
static inline int play_to(struct table *table, wanted *is_wanted) {
  int seat = 0, level = 0;
  for (uint32_t choice = 1; table->state == TABLE_PLAYING; choice = choice * 1664525 + 1013904223) {
    struct text word = {0};
    table_tick(table, table_at(table) + TABLE_LOOK_MS);
    const int mover = tess_game_seat(table->history->game) + 1;
    const bool computer = table_decides(table, &seat, &level);
    const bool found = !computer && find_turn(table->history->game, is_wanted, &word);
    if (!found) core_turn(table->history->game, choice >> 4, &word);
    if (computer)
      assert_true(table_computer(table, table->position, core_span(&word), table_at(table)));
    else
      assert_moves(table, &word, table_at(table));
    text_free(&word);
    if (found) return mover;
  }
  fail_msg("no such turn in the whole game");
  return 0;
}

/* The computer makes the turn that is up to it. */
static inline void computer_moves(struct table *table, int64_t now) {
  struct text word = {0};
  core_turn(table->history->game, 5, &word);
  assert_true(table_computer(table, table->position, core_span(&word), now));
  text_free(&word);
}

/* The record of a game that was lost before its end proves its chance. */
static inline void assert_lost(const struct table *table, const char *tags) {
  struct text text = {0};
  struct record record = {0};
  struct proof_count count = {0};
  struct fault fault = {0};
  assert_int_equal(table->state, TABLE_OVER);
  table_record(table, &text);
  if (strstr(text.bytes, tags) == NULL) fail_msg("%s", text.bytes);
  struct record_source source = record_source_of(core_span(&text));
  assert_int_equal(record_read(&source, &record, &fault), 1);
  if (!proof_check(&record, library, &count, &fault)) fail_msg("%s", fault.text);
  record_free(&record);
  text_free(&text);
}

/* The table as a server knows it that started at `now` and rebuilt it from its log. */
static inline struct table *restarted_under(const struct table *table, int64_t started, int64_t now) {
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, now);
  for (int64_t seq = 1; seq <= table->seq; seq++) assert_true(table_apply(again, table_entry(table, seq), &fault));
  table_expect(again, started);
  return again;
}

/* The same by a server that has just started. */
static inline struct table *restarted(const struct table *table, int64_t now) {
  return restarted_under(table, now, now);
}

/* A test at a `table` that is made so. What is rebuilt of its log at the end is the same, and it is closed. */
#define TEST_AT(name, made)                                                                                            \
  static void name##_at(struct table *table);                                                                          \
  TEST(name) {                                                                                                         \
    struct table *table = made;                                                                                        \
    name##_at(table);                                                                                                  \
    end(table);                                                                                                        \
  }                                                                                                                    \
  static void name##_at(struct table *table)

#endif
