/* A program's check of the chance that it saw: it accepts a correct log, and finds each lie of the server.
 */
#include "table/core.h"

#include <jansson.h>

#include "cli/bot.h"

/* What the program at seat 2 is told: a log with one text replaced by another. */
struct lie {
  const char *old, *fresh;
};

/* A finished game of two, with a take-back of what had shown a tile. */
static struct table *finished_table(void) {
  struct table *table = core_two("");
  for (int i = 0; i < 2; i++) {
    assert_int_equal(core_act(table, i + 1, "\"type\":\"draw\"", CORE_START), ANSWER_OK);
    assert_int_equal(core_move(table, 17, CORE_START), ANSWER_OK);
  }
  assert_int_equal(core_act(table, 1, "\"type\":\"draw\"", CORE_START), ANSWER_OK);
  assert_int_equal(core_act(table, 2, "\"type\":\"take-back\"", CORE_START), ANSWER_OK);
  char yes[64];
  snprintf(yes, sizeof yes, "\"type\":\"answer\",\"asked\":%d,\"yes\":true", (int)table->asked);
  assert_int_equal(core_act(table, 1, yes, CORE_START), ANSWER_OK);
  while (table->state == TABLE_PLAYING) {
    const int seat = tess_game_seat(table->history->game) + 1;
    if (tess_game_phase(table->history->game) == TESS_PHASE_DRAW)
      assert_int_equal(core_act(table, seat, "\"type\":\"draw\"", CORE_START), ANSWER_OK);
    else
      assert_int_equal(core_move(table, (uint32_t)table->words * 31, CORE_START), ANSWER_OK);
  }
  return table;
}

/* The contribution of seat 2, under the commitment of the table. */
static struct bot_contribution own_share(const struct table *table) {
  struct bot_contribution own = {.given = true};
  const char *commitment = core_commitment(table);
  assert_true(hex_read(span_of(commitment), own.commitment, FAIR_HASH));
  core_share(2, own.bytes);
  return own;
}

static bool tell_entry(struct bot_game *game, struct span entry, struct lie lie, struct fault *fault) {
  struct text line = {0}, changed = {0};
  text_add(&line, entry.bytes, entry.length);
  const char *at = lie.old == NULL ? NULL : strstr(line.bytes, lie.old);
  if (at != NULL) {
    text_add(&changed, line.bytes, (size_t)(at - line.bytes));
    text_add_string(&changed, lie.fresh);
    text_add_string(&changed, at + strlen(lie.old));
  }
  const bool good = bot_game_line(game, text_span(at != NULL ? &changed : &line), fault);
  text_free(&line), text_free(&changed);
  return good;
}

/* Follows the log with the lie in it, and checks. */
static bool believes(const struct table *table, struct lie lie, struct fault *fault) {
  struct bot_game game = {.own = 2, .chance.own = own_share(table)};
  struct proof_count count = {0};
  bool good = true;
  for (int64_t seq = 1; good && seq <= table->seq; seq++) good = tell_entry(&game, table_entry(table, seq), lie, fault);
  good = good && bot_chance_check(&game.chance, 2, game.history, &count, fault);
  if (good) assert_int_equal(count.draws, 75);
  bot_game_free(&game);
  return good;
}

static void assert_found(const struct table *table, const char *old, const char *fresh, const char *expected) {
  struct fault fault = {0};
  assert_false(believes(table, (struct lie){old, fresh}, &fault));
  if (strstr(fault.text, expected) == NULL) fail_msg("%s", fault.text);
}

TEST(a_true_log_is_believed_and_lies_are_found) {
  struct fault fault = {0};
  struct table *table = finished_table();
  if (!believes(table, (struct lie){0}, &fault)) fail_msg("%s", fault.text);
  assert_found(table, "\"contribution\":\"00", "\"contribution\":\"10",
               "seat 1 tells another share than it has sealed");
  assert_found(table, "\"commitment\":\"", "\"commitment\":\"00", "commitment: expected 64 hexadecimal digits");
  assert_found(table, "\"secret\":\"07", "\"secret\":\"08", "the commitment is not that of the secret");
  assert_found(table, "\"contribution\":\"ff", "\"contribution\":\"fe", "seat 2 tells another share");
  table_close(table);
}

/* Nobody chooses the game once the contributions are known; nor the first player, if the set-up names one. */
TEST(the_game_is_the_one_that_was_set_up) {
  static const char *const games[] = {"\"game\":\"star-wars\"",
                                      "\"game\":\"classic\",\"options\":[\"abbot\",\"river=river-20\"]"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    struct fault fault = {0};
    struct table *table = core_two_for(games[i], "");
    struct bot_game game = {.own = 2, .chance.own = own_share(table)};
    for (int64_t seq = 1; seq <= table->seq; seq++)
      if (!tell_entry(&game, table_entry(table, seq), (struct lie){0}, &fault)) fail_msg("%s", fault.text);
    assert_non_null(game.history);
    bot_game_free(&game);
    assert_found(table, " first=1", " first=2", "seat 2 begins, and the table was set up so that seat 1 does");
    assert_found(table, i == 0 ? "=red,black" : "=black,red", "=green,black",
                 "another one than the table was set up for");
    if (i > 0) assert_found(table, " abbot=on", " fields=on", "another one than the table was set up for");
    if (i > 0) assert_found(table, " river=river-20", "", "another one than the table was set up for");
    table_close(table);
  }
}

/* The record of the table as it would be with its last steps taken back, and one text replaced by another. */
static struct text record_with(const struct table *table, int steps, struct lie lie) {
  struct text text = {0}, other = {0};
  struct record record = {0};
  struct fault fault = {0};
  table_record(table, &text);
  struct record_source source = record_source_of(text_span(&text));
  assert_int_equal(record_read(&source, &record, &fault), 1);
  struct history *history = record_replay(&record, library, &fault);
  assert_non_null(history);
  while (steps-- > 0) history_undo(history);
  text_clear(&text);
  record_write(history, &record, &text);
  history_free(history);
  record_free(&record);
  const char *at = lie.old == NULL ? NULL : strstr(text.bytes, lie.old);
  if (lie.old == NULL) return text;
  assert_non_null(at);
  text_add(&other, text.bytes, (size_t)(at - text.bytes));
  text_print(&other, "%s%s", lie.fresh, at + strlen(lie.old));
  text_free(&text);
  return other;
}

/* The server's record is held against what was seen. */
TEST(the_record_of_another_game_is_found) {
  static const struct {
    int steps;
    struct lie lie;
    const char *expected; /* NULL: it is believed */
  } cases[] = {{0, {0}, NULL},
               {1, {0}, "is not the game that was seen"},
               {0, {"[Secret \"07", "[Secret \"08"}, "another Secret"},
               {0, {"[Commitment \"", "[Commitment \"00"}, "another Commitment"},
               {0, {"[Contributions \"", "[Contributions \"00"}, "another Contributions"},
               {0, {"[FirstBy \"choice", "[FirstBy \"chance"}, "another FirstBy"},
               {0, {"[FirstBy \"choice\"]\n", ""}, "another FirstBy"}};
  struct table *table = finished_table();
  struct bot_game game = {.own = 2, .chance.own = own_share(table)};
  struct fault fault = {0};
  for (int64_t seq = 1; seq <= table->seq; seq++)
    assert_true(tell_entry(&game, table_entry(table, seq), (struct lie){0}, &fault));
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct text record = record_with(table, cases[i].steps, cases[i].lie);
    fault = (struct fault){0};
    const bool same = bot_chance_compare(&game.chance, game.history, text_span(&record), library, &fault);
    if (same != (cases[i].expected == NULL) || (!same && strstr(fault.text, cases[i].expected) == NULL))
      fail_msg("case %zu: %s", i, fault.text);
    text_free(&record);
  }
  assert_false(bot_chance_compare(&game.chance, game.history, span_of("no record"), library, &fault));
  bot_game_free(&game);
  table_close(table);
}

/* A log that is read in place of another one has the same seals under the same commitment. */
TEST(other_seals_than_before_are_refused) {
  struct fault fault = {0};
  struct table *table = finished_table();
  struct bot_game first = {.own = 2, .chance.own = own_share(table)};
  for (int64_t seq = 1; seq <= table->seq; seq++)
    assert_true(tell_entry(&first, table_entry(table, seq), (struct lie){0}, &fault));
  struct bot_seals settled = bot_chance_settled(&first.chance);
  assert_true(settled.given);
  for (int changed = 0; changed < 2; changed++) {
    struct bot_game again = {.own = 2, .chance.own = own_share(table), .chance.before = settled};
    bool good = true;
    for (int64_t seq = 1; good && seq <= table->seq; seq++)
      good = tell_entry(&again, table_entry(table, seq), (struct lie){0}, &fault);
    assert_int_equal(good, changed == 0);
    bot_game_free(&again);
    settled.seals[0][0] ^= 1;
  }
  assert_non_null(strstr(fault.text, "other shares are sealed"));
  bot_game_free(&first);
  table_close(table);
}

/* The entry of this type, from the first; 0: there is none. */
static int64_t find_entry(const struct table *table, const char *type, int64_t from) {
  struct text word = {0};
  text_print(&word, "\"type\":\"%s\"", type);
  while (from <= table->seq) {
    const struct span entry = table_entry(table, from);
    if (memmem(entry.bytes, entry.length, word.bytes, word.length) != NULL) break;
    from++;
  }
  text_free(&word);
  return from <= table->seq ? from : 0;
}

/* The second draw, which was taken back and came again, is changed where it was seen first. */
TEST(a_draw_that_was_taken_back_is_checked) {
  struct fault fault = {0};
  struct table *table = finished_table();
  struct bot_game game = {.own = 2, .chance.own = own_share(table)};
  struct proof_count count = {0};
  const int64_t undone = find_entry(table, "undone", 1);
  int64_t drawn = 0;
  for (int64_t seq = 1; (seq = find_entry(table, "drawn", seq)) > 0 && seq < undone; seq++) drawn = seq;
  assert_true(drawn > 0);
  for (int64_t seq = 1; seq < undone; seq++) {
    const struct span entry = table_entry(table, seq);
    struct text other = {0};
    if (seq == drawn) {
      int kind = 0;
      while (tess_game_due(game.history->game, kind) == 0) kind++;
      const char *id = tess_set_tile(tess_game_set(game.history->game), kind)->id;
      text_print(&other, "{\"seq\":%d,\"at\":1,\"type\":\"drawn\",\"seat\":1,\"words\":[\"%s\"]}", (int)seq, id);
      struct fault told = {0};
      struct text line = {0};
      text_add(&line, entry.bytes, entry.length);
      assert_null(strstr(line.bytes, other.bytes + strlen(other.bytes) - strlen(id) - 4));
      text_free(&line);
      if (!bot_game_line(&game, text_span(&other), &told)) fail_msg("%s", told.text);
    } else
      assert_true(tell_entry(&game, entry, (struct lie){0}, &fault));
    text_free(&other);
  }
  for (int64_t seq = undone; seq <= table->seq; seq++)
    assert_true(tell_entry(&game, table_entry(table, seq), (struct lie){0}, &fault));
  assert_false(bot_chance_check(&game.chance, 2, game.history, &count, &fault));
  if (strstr(fault.text, "draw 3 is ") == NULL) fail_msg("%s", fault.text);
  bot_game_free(&game);
  table_close(table);
}

static void tell(struct bot_game *game, const char *entry) {
  struct fault fault = {0};
  if (!bot_game_line(game, span_of(entry), &fault)) fail_msg("%s: %s", entry, fault.text);
}

static void refuse(struct bot_game *game, const char *entry, const char *expected) {
  struct fault fault = {0};
  assert_false(bot_game_line(game, span_of(entry), &fault));
  if (strstr(fault.text, expected) == NULL) fail_msg("%s", fault.text);
}

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define ONES "1111111111111111111111111111111111111111111111111111111111111111"
#define CREATED(commitment)                                                                                            \
  "{\"seq\":1,\"type\":\"created\",\"setup\":{\"game\":\"star-wars\",\"first\":0,\"seats\":[{\"kind\":\"person\"},"    \
  "{\"kind\":\"open\"}]},\"commitment\":\"" commitment "\"}"
#define SAT(seq, seat) "{\"seq\":" #seq ",\"type\":\"sat\",\"seat\":" #seat "}"

TEST(a_share_is_sealed_when_all_sit_and_told_when_all_have_sealed) {
  const uint8_t bytes[FAIR_CONTRIBUTION] = {1};
  uint8_t seal[FAIR_HASH];
  struct fault fault = {0};
  struct text entry = {0};
  struct bot_game game = {.own = 2};
  tell(&game, CREATED(ZEROS));
  tell(&game, SAT(2, 2));
  assert_false(bot_chance_must_seal(&game.chance, 2));
  tell(&game, SAT(3, 1));
  assert_true(bot_chance_must_seal(&game.chance, 2));
  assert_true(bot_chance_contribute(&game.chance, bytes, &fault));
  bot_chance_seal(&game.chance, 2, seal);
  text_add_string(&entry, "{\"seq\":4,\"type\":\"sealed\",\"seat\":2,\"seal\":\"");
  hex_write(seal, FAIR_HASH, &entry);
  text_add_string(&entry, "\"}");
  tell(&game, entry.bytes);
  text_free(&entry);
  assert_false(bot_chance_must_seal(&game.chance, 2));
  assert_false(bot_chance_must_tell(&game.chance, 2));
  tell(&game, "{\"seq\":5,\"type\":\"sealed\",\"seat\":1,\"seal\":\"" ONES "\"}");
  assert_true(bot_chance_must_tell(&game.chance, 2) && bot_chance_has_sealed(&game.chance, 2));
  tell(&game, "{\"seq\":6,\"type\":\"contributed\",\"seat\":2,\"contribution\":\"01000000000000000000000000000000\"}");
  assert_false(bot_chance_must_tell(&game.chance, 2));
  refuse(&game, "{\"seq\":7,\"type\":\"sealed\",\"seat\":1,\"seal\":\"" ZEROS "\"}", "seat 1 seals a second share");
  refuse(&game, SAT(8, 1), "somebody sits down after everybody had sealed");
  refuse(&game, "{\"seq\":9,\"type\":\"stood\",\"seat\":2,\"why\":\"sealed\"}", "the seat is lost");
  tell(&game, "{\"seq\":10,\"type\":\"renewed\",\"commitment\":\"" ONES "\"}");
  assert_false(bot_chance_must_tell(&game.chance, 2));
  bot_game_free(&game);
}

#define SEALED(seq, seat, seal) "{\"seq\":" #seq ",\"type\":\"sealed\",\"seat\":" #seat ",\"seal\":\"" seal "\"}"
#define STOOD(seq, seat) "{\"seq\":" #seq ",\"type\":\"stood\",\"seat\":" #seat "}"
#define TOLD(seq, seat)                                                                                                \
  "{\"seq\":" #seq ",\"type\":\"contributed\",\"seat\":" #seat ",\"contribution\":"                                    \
  "\"00000000000000000000000000000000\"}"
#define STARTED(seq) "{\"seq\":" #seq ",\"type\":\"started\",\"newgame\":\"newgame\"}"

/* Both seats have sealed, seat 2 without its contribution being known: what the program at seat 2 may have told by
 * then. */
static struct bot_game settled_game(void) {
  const uint8_t bytes[FAIR_CONTRIBUTION] = {0};
  struct fault fault = {0};
  struct bot_game game = {.own = 2};
  tell(&game, CREATED(ZEROS));
  tell(&game, SAT(2, 1));
  tell(&game, SAT(3, 2));
  assert_true(bot_chance_contribute(&game.chance, bytes, &fault));
  tell(&game, SEALED(4, 1, ONES));
  tell(&game, SEALED(5, 2, ZEROS));
  return game;
}

TEST(shares_cannot_be_exchanged_after_everybody_has_sealed) {
  struct bot_game game = settled_game();
  tell(&game, STOOD(6, 1));
  refuse(&game, SEALED(7, 1, ZEROS), "seat 1 seals after everybody had sealed");
  bot_game_free(&game);
  game = settled_game();
  tell(&game, STOOD(6, 1));
  refuse(&game, SAT(7, 1), "somebody sits down after everybody had sealed");
  bot_game_free(&game);
  game = settled_game();
  tell(&game, STOOD(6, 1));
  tell(&game, TOLD(7, 1));
  refuse(&game, STARTED(8), "before everybody has told what was sealed");
  bot_game_free(&game);
  game = settled_game();
  refuse(&game, STARTED(6), "before everybody has told what was sealed");
  bot_game_free(&game);
  game = settled_game();
  refuse(&game, "{\"seq\":6,\"type\":\"renewed\",\"commitment\":\"" ZEROS "\"}", "renewed by itself");
  bot_game_free(&game);
  game = settled_game();
  refuse(&game, "{\"seq\":6,\"type\":\"changed\",\"setup\":{\"game\":\"classic\"}}", "after a share was sealed");
  bot_game_free(&game);
}

/* A table that waited when the server learnt of seals: what was told without counts no more. */
TEST(a_share_that_was_told_unsealed_is_told_again_sealed) {
  const uint8_t bytes[FAIR_CONTRIBUTION] = {0};
  struct fault fault = {0};
  struct bot_game game = {.own = 2};
  tell(&game, CREATED(ZEROS));
  tell(&game, SAT(2, 1));
  tell(&game, SAT(3, 2));
  tell(&game, TOLD(4, 2));
  assert_true(bot_chance_contribute(&game.chance, bytes, &fault));
  tell(&game, SEALED(5, 2, ONES));
  tell(&game, SEALED(6, 1, ONES));
  assert_true(bot_chance_must_tell(&game.chance, 2));
  bot_game_free(&game);
}

TEST(another_commitment_than_the_kept_one_is_refused) {
  const uint8_t bytes[FAIR_CONTRIBUTION] = {1};
  struct fault fault = {0};
  struct bot_game game = {.own = 2, .chance.own = {.given = true}};
  tell(&game, CREATED(ONES));
  tell(&game, SAT(2, 1));
  tell(&game, SAT(3, 2));
  assert_false(bot_chance_contribute(&game.chance, bytes, &fault));
  refuse(&game, "{\"seq\":4,\"type\":\"started\",\"newgame\":\"newgame\"}", "another commitment");
  refuse(&game, "{\"seq\":5,\"type\":\"renewed\",\"commitment\":\"" ZEROS "\"}", "after the start");
  bot_game_free(&game);
}

RUN_TESTS(open_library, close_library)
