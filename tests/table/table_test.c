/* The core of a table: every action, every refusal, the clock, take-backs, computers, and rebuilding. */
#include "table/core.h"

#include "notation/state.h"
#include "proof/proof.h"

#define AFTER(ms) (CORE_START + (ms))
#define DRAW "\"type\":\"draw\""
#define TAKE_BACK "\"type\":\"take-back\""
#define PAUSE "\"type\":\"pause\""
#define RESUME "\"type\":\"resume\""
#define LEAVE "\"type\":\"leave\""
#define RETURN "\"type\":\"return\""
#define OTHER_SHARE "\"type\":\"contribute\",\"contribution\":\"100102030405060708090a0b0c0d0e0f\""

/* Asks, and nothing has changed if it is refused. */
static void assert_act(struct table *table, int seat, const char *members, int64_t now, enum answer_code expected) {
  const int64_t seq = table->seq;
  const enum answer_code code = core_act(table, seat, members, now);
  if (code != expected) fail_msg("%s: %s and not %s", members, answer_word(code), answer_word(expected));
  assert_true((table->seq > seq) == (expected == ANSWER_OK));
}

/* Asks with `seen`, the last entry that the sender knew. */
static void assert_seen(struct table *table, int seat, const char *members, int64_t seen, enum answer_code expected) {
  struct text text = {0};
  text_print(&text, "%s,\"seen\":%d", members, (int)seen);
  assert_act(table, seat, text.bytes, table_at(table) + 1, expected);
  text_free(&text);
}

/* Answers the question of this entry. */
static void assert_answer_to(struct table *table, int seat, int64_t asked, bool yes, int64_t now,
                             enum answer_code expected) {
  char members[80];
  snprintf(members, sizeof members, "\"type\":\"answer\",\"asked\":%d,\"yes\":%s", (int)asked, yes ? "true" : "false");
  assert_act(table, seat, members, now, expected);
}

/* Answers the question that was asked last. */
static void assert_answer(struct table *table, int seat, bool yes, int64_t now, enum answer_code expected) {
  assert_answer_to(table, seat, table->asked > 0 ? table->asked : 1, yes, now, expected);
}

static void draw_and_move(struct table *table, uint32_t choice, int64_t now) {
  assert_act(table, tess_game_seat(table->history->game) + 1, DRAW, now, ANSWER_OK);
  assert_int_equal(core_move(table, choice, now), ANSWER_OK);
}

/* Everything that table.h shows of the state, as text. */
static void describe(const struct table *table, struct text *text) {
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
static void assert_rebuilt(const struct table *table) {
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
static void assert_entry(const struct table *table, int64_t seq, const char *end) {
  const struct span entry = table_entry(table, seq);
  assert_true(entry.length > strlen(end));
  assert_memory_equal(entry.bytes + entry.length - strlen(end), end, strlen(end));
}

/* The chance of the finished game is what its record says. */
static void assert_proved(const struct table *table) {
  struct text text = {0};
  struct proof_count count = {0};
  struct fault fault = {0};
  table_record(table, &text);
  if (!proof_check_file(text_span(&text), library, &count, &fault)) fail_msg("%s", fault.text);
  text_free(&text);
}

static void end(struct table *table) {
  assert_rebuilt(table);
  table_close(table);
}

/* ---- Before the game ---- */

static void the_game_begins_when_all_have_told_what_they_had_sealed(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" OPEN "," PERSON "," COMPUTER "]}", 7);
  char *commitment = core_commitment(table);
  assert_int_equal(table->seq, 3);
  assert_last(table, "\"type\":\"computer\",\"seat\":3,\"level\":1,\"why\":\"setup\"}");
  assert_act(table, 2, DRAW, AFTER(0), ANSWER_NOT_NOW);
  assert_int_equal(core_contribute(table, 2, AFTER(1)), ANSWER_NOT_NOW);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(1)), ANSWER_OK);
  assert_last(table, "\"type\":\"sealed\",\"seat\":2,\"seal\":\"");
  assert_int_equal(core_seal(table, 2, commitment, AFTER(1)), ANSWER_NOT_NOW);
  assert_int_equal(core_contribute(table, 2, AFTER(1)), ANSWER_NOT_NOW); /* a seat is open */
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\",\"seat\":2}", AFTER(2), &seat),
                   ANSWER_NOT_NOW);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\",\"seat\":4}", AFTER(2), &seat),
                   ANSWER_BAD_REQUEST);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\"}", AFTER(2), &seat), ANSWER_OK);
  assert_int_equal(seat, 1);
  assert_int_equal(core_contribute(table, 2, AFTER(2)), ANSWER_NOT_NOW); /* it is not sealed */
  assert_int_equal(core_seal(table, 1, commitment, AFTER(2)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(core_contribute(table, 2, AFTER(3)), ANSWER_OK);
  assert_act(table, 1, OTHER_SHARE, AFTER(3), ANSWER_BAD_REQUEST);
  assert_int_equal(core_contribute(table, 2, AFTER(3)), ANSWER_NOT_NOW);
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(core_contribute(table, 1, AFTER(3)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_PLAYING);
  assert_last(table,
              "\"contributions\":[\"000102030405060708090a0b0c0d0e0f\",\"ff0102030405060708090a0b0c0d0eff\",\"\"]}");
  assert_int_equal(core_sit(table, "{\"id\":\"sit-other\",\"name\":\"Cleo\"}", AFTER(3), &seat), ANSWER_NOT_NOW);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(3)), ANSWER_NOT_NOW);
  assert_int_equal(core_contribute(table, 1, AFTER(3)), ANSWER_NOT_NOW);
  free(commitment);
  end(table);
}

/* Who waits to see the others' shares and then does not tell his own has lost the seat; the others begin anew. */
static void who_does_not_tell_what_he_sealed_loses_the_seat(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_seated("");
  char *commitment = core_commitment(table);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(1000)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(1000 + TABLE_REVEAL_MS));
  assert_int_equal(core_contribute(table, 1, AFTER(2000)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(1000 + TABLE_REVEAL_MS));
  table_tick(table, AFTER(1000 + TABLE_REVEAL_MS - 1));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  table_tick(table, AFTER(1000 + TABLE_REVEAL_MS));
  assert_entry(table, table->seq - 1, "\"type\":\"stood\",\"seat\":2,\"why\":\"sealed\"}");
  assert_last(table, "\"type\":\"renewed\",\"commitment\":\"");
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(table->seats[0].holder, TABLE_PERSON);
  assert_int_equal(table->seats[1].holder, TABLE_NOBODY);
  assert_false(table->seats[0].sealed || table->seats[0].contribution.given);
  assert_rebuilt(table);
  assert_int_equal(core_contribute(table, 1, AFTER(70000)), ANSWER_NOT_NOW);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-cleo\",\"name\":\"Cleo\"}", AFTER(70000), &seat), ANSWER_OK);
  char *second = core_commitment(table);
  assert_string_not_equal(commitment, second);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(70000)), ANSWER_OK); /* under the old one: it is lost */
  assert_int_equal(core_seal(table, 2, second, AFTER(70000)), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, AFTER(70000)), ANSWER_BAD_REQUEST);
  assert_int_equal(core_contribute(table, 2, AFTER(70000)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_WAITING);
  free(commitment), free(second);
  end(table);
}

/* The same for who leaves then; but nobody else loses a seat. */
static void who_leaves_after_the_last_seal_makes_the_others_begin_anew(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_seated("");
  char *commitment = core_commitment(table);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(1)), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_OK);
  assert_last(table, "\"type\":\"stood\""); /* nothing was told yet: the commitment holds */
  assert_int_equal(core_sit(table, "{\"id\":\"sit-again\",\"name\":\"Ben\"}", AFTER(3), &seat), ANSWER_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(4)), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(5), ANSWER_OK);
  assert_entry(table, table->seq - 1, "\"type\":\"stood\",\"seat\":2}");
  assert_last(table, "\"type\":\"renewed\"");
  assert_int_equal(table->seats[0].holder, TABLE_PERSON);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-third\",\"name\":\"Ben\"}", AFTER(6), &seat), ANSWER_OK);
  core_begin(table, AFTER(7));
  free(commitment);
  end(table);
}

/* Who sits down and goes away holds no seat up; who opened the table may wait elsewhere for others. */
static void a_guest_who_is_away_without_a_seal_loses_the_seat(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", 7);
  char *commitment = core_commitment(table);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\"}", AFTER(1000), &seat), ANSWER_OK);
  assert_true(table_due(table) == AFTER(1000 + TABLE_SEAL_MS));
  table_present(table, 2, true, AFTER(2000));
  table_tick(table, AFTER(500000));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  table_present(table, 2, false, AFTER(500000));
  table_tick(table, AFTER(500000 + TABLE_SEAL_MS - 1));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  table_tick(table, AFTER(500000 + TABLE_SEAL_MS));
  assert_last(table, "\"type\":\"stood\",\"seat\":2,\"why\":\"away\"}");
  assert_int_equal(table->seats[0].holder, TABLE_PERSON);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-again\",\"name\":\"Ben\"}", AFTER(600000), &seat), ANSWER_OK);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(600000)), ANSWER_OK);
  table_tick(table, AFTER(6000000));
  assert_int_equal(table->seats[1].holder, TABLE_PERSON);
  free(commitment);
  end(table);
}

#define SET_UP(options, clock) "\"type\":\"set-up\",\"options\":[" options "],\"clock\":{" clock "}"
#define NO_CLOCK "\"kind\":\"none\""

/* Options and clock can be changed by the opener until somebody has sealed, who then has seen what is played. */
static void the_opener_changes_what_is_played_before_anybody_has_sealed(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "]}", 7);
  char *commitment = core_commitment(table);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\"}", AFTER(1000), &seat), ANSWER_OK);
  assert_act(table, 2, SET_UP("\"fields\"", NO_CLOCK), AFTER(2000), ANSWER_NOT_NOW);
  assert_act(table, 1, SET_UP("", NO_CLOCK), AFTER(2000), ANSWER_NOT_NOW); /* as it is */
  assert_act(table, 1, SET_UP("\"teams\"", NO_CLOCK), AFTER(2000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "\"type\":\"set-up\",\"options\":[]", AFTER(2000), ANSWER_BAD_REQUEST);
  assert_int_equal(table->seq, 3);
  assert_act(table, 1,
             SET_UP("\"fields\"", "\"kind\":\"game\",\"seconds\":900,\"increment\":0,\"loses\":true") ",\"seen\":3",
             AFTER(2000), ANSWER_OK);
  assert_true(table->setup.options.fields && table->setup.loses);
  assert_int_equal(table->setup.seconds, 900);
  assert_act(table, 1, SET_UP("", NO_CLOCK) ",\"seen\":3", AFTER(3000), ANSWER_NOT_NOW);

  /* A seal is for the setup that its sender saw; after it the setup stays. */
  struct text body = {0};
  uint8_t bytes[FAIR_HASH], seal[FAIR_HASH];
  struct fair_contribution contribution = {.given = true};
  assert_true(hex_read(span_of(commitment), bytes, FAIR_HASH));
  fair_seal(bytes, 1, contribution.bytes, seal);
  text_add_string(&body, "\"type\":\"seal\",\"seen\":3,\"seal\":\"");
  hex_write(seal, FAIR_HASH, &body);
  text_add_char(&body, '"');
  assert_act(table, 2, body.bytes, AFTER(4000), ANSWER_NOT_NOW);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(5000)), ANSWER_OK);
  assert_act(table, 1, SET_UP("", NO_CLOCK), AFTER(6000), ANSWER_NOT_NOW);
  text_free(&body);
  free(commitment);
  end(table);
}

static void expect_absence(const struct table *table, int seat, int64_t now, int64_t since, int64_t until) {
  const struct table_absence absence = table_absence(table, seat, now);
  assert_true(absence.since == since);
  assert_true(absence.until == until);
}

/* Before the start the seat is lost after a minute; in the game a computer may be put there, where no clock decides. */
static void until_when_the_others_wait_for_who_is_away(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", 7);
  char *commitment = core_commitment(table);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\"}", AFTER(1000), &seat), ANSWER_OK);
  table_present(table, 1, false, AFTER(1000));
  table_present(table, 2, true, AFTER(1000));
  expect_absence(table, 2, AFTER(500000), 0, INT64_MAX);
  table_present(table, 2, false, AFTER(500000));
  expect_absence(table, 2, AFTER(500000 + TABLE_GONE_MS - 1), 0, INT64_MAX);
  expect_absence(table, 2, AFTER(500000 + TABLE_GONE_MS), AFTER(500000), AFTER(500000 + TABLE_SEAL_MS));
  expect_absence(table, 1, AFTER(500000), AFTER(1000), INT64_MAX); /* who opened it may wait elsewhere */
  expect_absence(table, 3, AFTER(500000), 0, INT64_MAX);           /* nobody sits there */
  assert_int_equal(core_seal(table, 2, commitment, AFTER(510000)), ANSWER_OK);
  expect_absence(table, 2, AFTER(520000), AFTER(510000), INT64_MAX); /* an action is a sign of life */
  free(commitment);
  end(table);
}

/* At a full table nobody waits for a seal longer than a minute, and so nobody chooses when that of telling begins. */
static void who_does_not_seal_at_a_full_table_loses_the_seat(void **state) {
  (void)state;
  struct table *table = core_seated("");
  char *commitment = core_commitment(table), *same;
  for (int i = 1; i <= 2; i++) table_present(table, i, true, AFTER(0));
  assert_int_equal(core_seal(table, 2, commitment, AFTER(TABLE_SEAL_MS / 2)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(TABLE_SEAL_MS));
  table_tick(table, AFTER(TABLE_SEAL_MS));
  assert_last(table, "\"type\":\"stood\",\"seat\":1,\"why\":\"away\"}");
  assert_true(table->seats[1].sealed);
  assert_int_equal(table->opener, -1);
  assert_act(table, 2, "\"type\":\"free\",\"seat\":1", AFTER(TABLE_SEAL_MS), ANSWER_NOT_NOW);
  same = core_commitment(table);
  assert_string_equal(commitment, same);
  table_present(table, 2, false, AFTER(TABLE_SEAL_MS));
  free(commitment), free(same);
  end(table);
}

static void who_opened_the_table_frees_seats(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_seated("");
  char *commitment = core_commitment(table);
  assert_act(table, 2, "\"type\":\"free\",\"seat\":1", AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"free\",\"seat\":1", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "\"type\":\"free\",\"seat\":2", AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"stood\",\"seat\":2,\"why\":\"freed\"}");
  assert_act(table, 1, "\"type\":\"free\",\"seat\":2", AFTER(1), ANSWER_NOT_NOW);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-again\",\"name\":\"Ben\"}", AFTER(2), &seat), ANSWER_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(3)), ANSWER_OK);
  assert_act(table, 1, "\"type\":\"free\",\"seat\":2", AFTER(4), ANSWER_OK);
  assert_last(table, "\"type\":\"renewed\""); /* it may have been told: all begin anew */
  assert_int_equal(core_sit(table, "{\"id\":\"sit-third\",\"name\":\"Ben\"}", AFTER(5), &seat), ANSWER_OK);
  core_begin(table, AFTER(6));
  assert_act(table, 1, "\"type\":\"free\",\"seat\":2", AFTER(7), ANSWER_NOT_NOW);
  free(commitment);
  end(table);
}

/* Time in which the server does not run takes nobody's seat. */
static void a_restart_gives_time_to_tell_what_was_sealed(void **state) {
  (void)state;
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  struct table *table = core_seated("");
  char *commitment = core_commitment(table);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, AFTER(1)), ANSWER_OK);
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, AFTER(500000));
  for (int64_t seq = 1; seq <= table->seq; seq++) assert_true(table_apply(again, table_entry(table, seq), &fault));
  assert_true(table_due(again) == AFTER(500000 + TABLE_REVEAL_MS));
  table_tick(again, AFTER(500000));
  for (int i = 1; i <= 2; i++) assert_int_equal(core_contribute(again, i, AFTER(500001)), ANSWER_OK);
  assert_int_equal(again->state, TABLE_PLAYING);
  free(commitment);
  table_close(again);
  end(table);
}

/* The log of a table that was opened before shares were sealed: a game goes on, and who waits seals anew. */
static void a_log_without_seals_is_taken_up(void **state) {
  (void)state;
#define HEAD(seq, type) "{\"seq\":" #seq ",\"at\":1790000000000,\"type\":\"" type "\","
  static const char *const entries[] = {
      HEAD(1,
           "created") "\"table\":\"TABLETABLETABLE2\",\"setup\":{\"game\":\"star-wars\",\"first\":1,\"seats\":[" PERSON
                      "," OPEN "]},\"commitment\":\"\"}",
      HEAD(2, "sat") "\"seat\":1,\"name\":\"Anna\",\"kind\":\"person\",\"contribution\":\"\"}",
      HEAD(3, "contributed") "\"seat\":1,\"contribution\":\"000102030405060708090a0b0c0d0e0f\"}",
      HEAD(4, "sat") "\"seat\":2,\"name\":\"Ben\",\"kind\":\"person\",\"contribution\":"
                     "\"ff0102030405060708090a0b0c0d0eff\"}",
      HEAD(5, "started") "\"newgame\":\"newgame game=star-wars first=1\",\"contributions\":"
                         "[\"000102030405060708090a0b0c0d0e0f\",\"ff0102030405060708090a0b0c0d0eff\"]}"};
#undef HEAD
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  memset(secret, 7, sizeof secret);
  struct table *waiting = table_open(library, "TABLETABLETABLE2", secret, CORE_START);
  struct table *playing = table_open(library, "TABLETABLETABLE2", secret, CORE_START);
  for (size_t i = 0; i < 5; i++) {
    if (!table_apply(playing, span_of(entries[i]), &fault)) fail_msg("%s", fault.text);
    if (i < 4) assert_true(table_apply(waiting, span_of(entries[i]), &fault));
  }
  draw_and_move(playing, 17, AFTER(1));
  while (playing->state == TABLE_PLAYING) draw_and_move(playing, (uint32_t)playing->words * 31, AFTER(1));
  assert_proved(playing);
  table_tick(waiting, AFTER(100));
  assert_int_equal(waiting->state, TABLE_WAITING);
  uint8_t commitment[FAIR_HASH];
  struct text digits = {0};
  fair_commitment(secret, commitment);
  hex_write(commitment, FAIR_HASH, &digits);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(waiting, i, digits.bytes, AFTER(100)), ANSWER_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_contribute(waiting, i, AFTER(100)), ANSWER_OK);
  assert_int_equal(waiting->state, TABLE_PLAYING);
  text_free(&digits);
  table_close(waiting), table_close(playing);
}

static void who_stands_up_leaves_an_open_seat(void **state) {
  (void)state;
  int seat = 0;
  const char *body = "{\"id\":\"sit-down\",\"name\":\"Ben\"}";
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", 7);
  assert_int_equal(core_sit(table, body, AFTER(1), &seat), ANSWER_OK);
  assert_int_equal(seat, 2);
  assert_int_equal(core_sit(table, body, AFTER(1), &seat), ANSWER_NOT_NOW);
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_OK);
  assert_last(table, "\"type\":\"stood\",\"seat\":2}");
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_WRONG_TOKEN);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-cleo\",\"name\":\"Cleo\",\"kind\":\"program\"}", AFTER(3), &seat),
                   ANSWER_OK);
  assert_int_equal(seat, 2);
  assert_int_equal(table->seats[1].holder, TABLE_PROGRAM);
  assert_int_equal(core_sit(table, body, AFTER(4), &seat), ANSWER_NOT_NOW);
  end(table);
}

static void a_table_that_everybody_left_is_closed(void **state) {
  (void)state;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "]}", 7);
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"closed\"");
  assert_int_equal(table->state, TABLE_CLOSED);
  assert_true(table_due(table) == INT64_MAX);
  assert_act(table, 0, "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"hello\"", AFTER(2), ANSWER_NOT_NOW);
  end(table);
}

/* Closed at `last`, and not before; then freed. */
static void closes_at(struct table *table, int64_t last) {
  table_tick(table, last - 1);
  assert_true(table->state < TABLE_CLOSED);
  table_tick(table, last);
  assert_last(table, "\"type\":\"closed\",\"why\":\"nobody came\"}");
  assert_int_equal(table->state, TABLE_CLOSED);
  end(table);
}

/* Tables to which nobody comes are closed, those of people who are only slow after a month. */
static void a_table_to_which_nobody_comes_is_closed(void **state) {
  (void)state;
  const int64_t hour = 3600000, day = 24 * hour;
  closes_at(core_create("{\"game\":\"classic\",\"public\":false,\"seats\":[" PERSON "," OPEN "]}", 7), AFTER(day));
  closes_at(core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "]}", 7), AFTER(hour));
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "]}", 7);
  table_present(table, 1, true, AFTER(0));
  table_tick(table, AFTER(2 * hour));
  table_present(table, 1, false, AFTER(2 * hour));
  closes_at(table, AFTER(3 * hour));
  table = core_two("");
  table_tick(table, AFTER(5000));
  closes_at(table, AFTER(5000 + 30 * day));
  table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," COMPUTER "],\"first\":1}", 7);
  core_begin(table, AFTER(0));
  table_tick(table, AFTER(5000));
  closes_at(table, AFTER(5000 + 7 * day));
}

/* ---- Turns ---- */

static void only_who_is_due_draws_and_moves(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 2, DRAW, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"A3@0,1r2=none\",\"at\":0", AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 0, DRAW, AFTER(1), ANSWER_NO_TOKEN);
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"drawn\",\"seat\":1,\"words\":[\"");
  assert_act(table, 1, DRAW, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"A3@0,1r2=none\",\"at\":0", AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"QX@0,1r2=none\",\"at\":1", AFTER(2), ANSWER_BAD_MOVE);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"A2_R@99,1r2=none\",\"at\":1", AFTER(2), ANSWER_BAD_MOVE);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"A2_R@0,1r2\",\"at\":1", AFTER(2), ANSWER_BAD_MOVE);
  assert_act(table, 2, "\"type\":\"move\",\"move\":\"A2_R@-1,0r0=none\",\"at\":1", AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"A2_R@-1,0r0=none\",\"at\":1", AFTER(2), ANSWER_OK);
  assert_last(table, "\"words\":[\"A2_R@-1,0r0=none\"],\"by\":\"person\"}");
  assert_int_equal(table->words, 2);
  assert_act(table, 1, "\"type\":\"move\",\"move\":\"A2_R@-1,0r0=none\",\"at\":1", AFTER(3), ANSWER_NOT_NOW);
  end(table);
}

static void the_same_request_is_granted_once(void **state) {
  (void)state;
  struct table *table = core_two("");
  const char *body = "{\"id\":\"draw-once\",\"type\":\"draw\"}";
  assert_int_equal(core_act_body(table, 1, body, AFTER(1)), ANSWER_OK);
  const int64_t seq = table->seq;
  assert_int_equal(core_act_body(table, 1, body, AFTER(9)), ANSWER_OK);
  assert_int_equal(table->seq, seq);
  assert_true(table_recall(table, 1, "draw-once") == seq);
  assert_true(table_recall(table, 2, "draw-once") == 0);
  assert_int_equal(core_act_body(table, 2, body, AFTER(9)), ANSWER_NOT_NOW);
  end(table);
}

static void an_id_belongs_to_one_body(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_int_equal(core_act_body(table, 1, "{\"id\":\"same-id1\",\"type\":\"say\",\"text\":\"a\"}", AFTER(1)),
                   ANSWER_OK);
  const int64_t seq = table->seq;
  assert_int_equal(core_act_body(table, 1, "{\"id\":\"same-id1\",\"type\":\"say\",\"text\":\"b\"}", AFTER(2)),
                   ANSWER_NOT_NOW);
  assert_int_equal(core_act_body(table, 1, "{\"id\":\"same-id1\",\"type\":\"draw\"}", AFTER(2)), ANSWER_NOT_NOW);
  assert_int_equal(table->seq, seq);
  assert_int_equal(core_act_body(table, 2, "{\"id\":\"same-id1\",\"type\":\"say\",\"text\":\"b\"}", AFTER(2)),
                   ANSWER_OK);

  /* Of a request that an older program stored the body is not known. */
  table_remember(table, 1, "same-id2", 0, seq);
  assert_int_equal(core_act_body(table, 1, "{\"id\":\"same-id2\",\"type\":\"say\",\"text\":\"b\"}", AFTER(3)),
                   ANSWER_OK);
  assert_int_equal(table->seq, seq + 1);
  end(table);
}

static void the_table_draws_when_the_grace_is_over(void **state) {
  (void)state;
  struct table *table = core_two(",\"grace\":2000");
  assert_true(table_due(table) == AFTER(2000));
  table_tick(table, AFTER(1999));
  assert_int_equal(table->words, 0);
  table_tick(table, AFTER(2000));
  assert_int_equal(table->words, 1);
  assert_int_equal(core_move(table, 3, AFTER(2500)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(4500));
  end(table);
}

/* Who begins has ten seconds to look before the tile is drawn with which the clock begins; no tile is seen meanwhile.
 */
static void the_first_draw_of_a_game_with_a_clock_waits_for_a_look(void **state) {
  (void)state;
  struct table *table = core_two(",\"grace\":2000,\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":0}");
  assert_true(table_due(table) == AFTER(10000));
  table_tick(table, AFTER(9999));
  assert_int_equal(table->words, 0);
  table_tick(table, AFTER(10000));
  assert_int_equal(table->words, 1);
  assert_true(table_due(table) == AFTER(110000));
  assert_int_equal(core_move(table, 17, AFTER(30000)), ANSWER_OK);
  assert_last(table, "\"clock\":[80000,100000]}");
  assert_true(table_due(table) == AFTER(32000));
  end(table);

  /* Who is ready draws; a table whose draws wait longer does so at first, too. */
  table = core_two(",\"grace\":60000,\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_true(table_due(table) == AFTER(60000));
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(61000));
  end(table);
}

static void computers_draw_at_once_and_move(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct text word = {0};
  struct table *table = core_create("{\"game\":\"classic\",\"first\":2,\"seats\":[" PERSON "," COMPUTER "]}", 7);
  assert_false(table_decides(table, &seat, &level));
  core_begin(table, AFTER(1));
  assert_true(table_due(table) == AFTER(1));
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_NOT_NOW);
  table_tick(table, AFTER(1));
  assert_true(table_decides(table, &seat, &level));
  assert_int_equal(seat * 10 + level, 21);
  core_turn(table->history->game, 5, &word);
  assert_false(table_computer(table, 0, core_span(&word), AFTER(2)));
  assert_false(table_computer(table, table->position, span_of("D@50,50r0=none"), AFTER(2)));
  assert_true(table_computer(table, table->position, core_span(&word), AFTER(2)));
  assert_false(table_computer(table, table->position, core_span(&word), AFTER(2)));
  assert_last(table, "\"by\":\"computer\"}");
  assert_false(table_decides(table, &seat, &level));
  text_free(&word);
  end(table);
}

/* ---- Take-backs ---- */

static void the_own_turn_is_taken_back_until_the_next_draw(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 1, TAKE_BACK, AFTER(1), ANSWER_NOT_NOW);
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_OK);
  assert_last(table, "\"type\":\"undone\",\"seat\":1,\"words\":1}");
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_PLACE);
  assert_int_equal(core_move(table, 4, AFTER(3)), ANSWER_OK);
  end(table);
}

static void later_take_backs_need_the_others(void **state) {
  (void)state;
  struct table *table = core_two("");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_OK);
  assert_last(table, "\"type\":\"asked\",\"seat\":1,\"what\":\"take-back\"}");
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_NOT_NOW);
  assert_answer(table, 1, true, AFTER(2), ANSWER_NOT_NOW);
  assert_answer(table, 1, false, AFTER(2), ANSWER_OK); /* it is withdrawn */
  assert_last(table, "\"type\":\"answered\",\"seat\":1,\"yes\":false}");
  assert_answer(table, 2, true, AFTER(2), ANSWER_NOT_NOW);
  assert_int_equal(core_move(table, 4, AFTER(3)), ANSWER_OK);
  draw_and_move(table, 4, AFTER(3));
  assert_act(table, 2, DRAW, AFTER(3), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_last(table, "\"type\":\"undone\",\"seat\":1,\"words\":5}");
  assert_int_equal(table->words, 5);
  assert_int_equal(tess_game_seat(table->history->game), 0);
  end(table);
}

typedef bool wanted(const tess_game *game);

static bool is_battle(const tess_game *game) { return tess_game_phase(game) == TESS_PHASE_THROW; }

static bool is_extra(const tess_game *game) { return tess_game_extra(game); }

static bool is_next_seat(const tess_game *game) { return !tess_game_extra(game); }

/* A turn of the tile drawn after which the game is as wanted; false: there is none. */
static bool find_turn(const tess_game *game, wanted *is_wanted, struct text *word) {
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
static void assert_moves(struct table *table, const struct text *word, int64_t now) {
  struct text members = {0};
  text_print(&members, "\"type\":\"move\",\"move\":\"%s\",\"at\":%d", word->bytes, table->words);
  assert_act(table, tess_game_seat(table->history->game) + 1, members.bytes, now, ANSWER_OK);
  text_free(&members);
}

/* Plays on until a person has made a turn after which the game is as wanted; the seat, from 1. */
static int play_to(struct table *table, wanted *is_wanted) {
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

/* A move that starts a battle would else show the dice of every turn that can be tried. */
static void dice_that_were_seen_are_taken_back_by_all_or_not_at_all(void **state) {
  (void)state;
  struct table *table = core_two("");
  const int seat = play_to(table, is_battle), other = 3 - seat, words = table->words;
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_DRAW);
  assert_act(table, seat, TAKE_BACK, table_at(table), ANSWER_OK);
  assert_last(table, "\"type\":\"asked\"");
  assert_answer(table, other, false, table_at(table), ANSWER_OK);
  assert_int_equal(table->words, words);
  end(table);
  table = core_two("");
  assert_int_equal(play_to(table, is_battle), seat);
  assert_act(table, seat, TAKE_BACK, table_at(table), ANSWER_OK);
  assert_answer(table, other, true, table_at(table), ANSWER_OK);
  assert_last(table, "\"type\":\"undone\"");
  end(table);
}

static struct table *with_a_computer(const char *more) {
  struct text setup = {0};
  text_print(&setup, "{\"game\":\"star-wars\",\"first\":1,\"seats\":[" PERSON "," COMPUTER "]%s}", more);
  struct table *table = core_create(setup.bytes, 7);
  core_begin(table, AFTER(0));
  text_free(&setup);
  return table;
}

static void computers_agree_only_at_a_casual_table(void **state) {
  (void)state;
  struct table *table = with_a_computer("");
  assert_int_equal(play_to(table, is_battle), 1);
  assert_act(table, 1, TAKE_BACK, table_at(table), ANSWER_NOT_NOW);
  end(table);
  table = with_a_computer(",\"casual\":true");
  assert_int_equal(play_to(table, is_battle), 1);
  assert_act(table, 1, TAKE_BACK, table_at(table), ANSWER_OK);
  assert_last(table, "\"type\":\"undone\"");
  end(table);
}

/* Nobody agrees for who is away: the computer that takes over does not, and ends what was asked. */
static void who_is_replaced_has_not_agreed(void **state) {
  (void)state;
  struct table *table = core_two("");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_act(table, 1, "\"type\":\"replace\",\"seat\":2", AFTER(60002), ANSWER_OK);
  assert_last(table, "\"type\":\"computer\"");
  assert_int_equal(table->asking, -1);
  assert_act(table, 1, TAKE_BACK, AFTER(60003), ANSWER_NOT_NOW);
  end(table);
}

/* At a casual table, where computers agree, nobody agrees for a person whose time runs out while he is asked, nor for
 * one who misses this turn only. */
static void who_misses_a_turn_has_not_agreed(void **state) {
  (void)state;
  struct table *table = core_two(",\"casual\":true,\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  table_tick(table, AFTER(60002));
  assert_last(table, "\"type\":\"computer\",\"seat\":2,\"level\":5,\"why\":\"clock\"}");
  assert_int_equal(table->asking, -1);
  assert_act(table, 1, TAKE_BACK, AFTER(60003), ANSWER_NOT_NOW);
  end(table);
}

/* A game of three people; the third is to move and has drawn. */
static struct table *three_people(const char *more) {
  struct text setup = {0};
  int seat = 0;
  text_print(&setup, "{\"game\":\"star-wars\",\"first\":1,\"seats\":[" PERSON "," OPEN "," OPEN "]%s}", more);
  struct table *table = core_create(setup.bytes, 7);
  text_free(&setup);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-ben-1\",\"name\":\"Ben\"}", AFTER(0), &seat), ANSWER_OK);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-cleo\",\"name\":\"Cleo\"}", AFTER(0), &seat), ANSWER_OK);
  core_begin(table, AFTER(0));
  draw_and_move(table, 17, AFTER(1));
  draw_and_move(table, 17, AFTER(2));
  assert_act(table, 3, DRAW, AFTER(2), ANSWER_OK);
  return table;
}

/* The turn that somebody missed who had agreed is taken back, and with it that the computer makes it. */
static void a_take_back_gives_a_missed_turn_back(void **state) {
  (void)state;
  struct table *table = three_people(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 3, true, AFTER(4), ANSWER_OK);
  table_tick(table, AFTER(60002));
  assert_last(table, "\"type\":\"computer\",\"seat\":3,\"level\":5,\"why\":\"clock\"}");
  assert_int_equal(table->asking, 0);
  assert_answer(table, 2, true, AFTER(60003), ANSWER_OK);
  assert_last(table, "\"type\":\"returned\",\"seat\":3}");
  assert_int_equal(tess_game_seat(table->history->game), 0);
  end(table);
}

static void a_move_ends_the_question(void **state) {
  (void)state;
  struct table *table = core_two("");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_OK);
  assert_int_equal(core_move(table, 4, AFTER(3)), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_NOT_NOW);
  end(table);
}

/* A game of a person and a program, which sits down with these further members; the program has drawn. */
static struct table *with_a_program(const char *more) {
  int seat = 0;
  struct text body = {0};
  struct table *table = core_create("{\"game\":\"star-wars\",\"first\":1,\"seats\":[" PERSON "," OPEN "]}", 7);
  text_print(&body, "{\"id\":\"sit-down\",\"name\":\"bot\",\"kind\":\"program\"%s}", more);
  assert_int_equal(core_sit(table, body.bytes, AFTER(0), &seat), ANSWER_OK);
  core_begin(table, AFTER(0));
  text_free(&body);
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  return table;
}

static void programs_refuse_unless_they_want_to_be_asked(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = with_a_program("");
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_NOT_NOW);
  end(table);
  table = with_a_program(",\"answers\":true");
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_last(table, "\"type\":\"asked\"");
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_last(table, "\"type\":\"undone\",\"seat\":1,\"words\":1}");
  end(table);
  table = core_create("{\"game\":\"star-wars\",\"seats\":[" PERSON "," OPEN "]}", 7);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down\",\"name\":\"Ben\",\"answers\":true}", AFTER(0), &seat),
                   ANSWER_BAD_REQUEST);
  end(table);
}

/* A turn taken back and made otherwise meets the same tiles: chance is numbered. */
static void take_backs_do_not_change_chance(void **state) {
  (void)state;
  struct table *table = core_two("");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  const int drawn = tess_game_drawn(table->history->game);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_int_equal(core_move(table, 5, AFTER(5)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(6), ANSWER_OK);
  assert_int_equal(tess_game_drawn(table->history->game), drawn);
  end(table);
}

/* After a take-back the game may have as many words as before, and yet be another one. */
static void a_move_for_what_was_taken_back_is_refused(void **state) {
  (void)state;
  struct text word = {0}, known = {0}, now = {0};
  struct table *table = core_two("");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  const int seen = (int)table->seq, words = table->words;
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_int_equal(core_move(table, 5, AFTER(5)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(6), ANSWER_OK);
  assert_int_equal(table->words, words);
  core_turn(table->history->game, 0, &word);
  text_print(&known, "\"type\":\"move\",\"at\":%d,\"move\":\"%s\",\"seen\":%d", words, word.bytes, seen);
  text_print(&now, "\"type\":\"move\",\"at\":%d,\"move\":\"%s\",\"seen\":%d", words, word.bytes, (int)table->seq);
  assert_act(table, 2, known.bytes, AFTER(7), ANSWER_NOT_NOW);
  assert_act(table, 2, now.bytes, AFTER(8), ANSWER_OK);
  text_free(&word), text_free(&known), text_free(&now);
  end(table);
}

/* A yes is for the question that it names: one that was withdrawn meanwhile passes it on to no other. */
static void consent_is_for_the_question_that_it_names(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100}");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, PAUSE, AFTER(3), ANSWER_OK);
  const int64_t pause = table->asked;
  assert_int_equal(pause, table->seq);
  assert_answer(table, 1, false, AFTER(4), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(5), ANSWER_OK);
  assert_answer_to(table, 2, pause, true, AFTER(6), ANSWER_NOT_NOW);
  assert_answer_to(table, 2, pause, false, AFTER(6), ANSWER_NOT_NOW);
  assert_answer_to(table, 1, pause, false, AFTER(6), ANSWER_NOT_NOW);
  assert_answer_to(table, 2, table->asked + 1, true, AFTER(6), ANSWER_NOT_NOW);
  assert_act(table, 2, "\"type\":\"answer\",\"yes\":true", AFTER(6), ANSWER_BAD_REQUEST);
  assert_int_equal(table->words, 3);
  assert_answer(table, 2, true, AFTER(7), ANSWER_OK);
  assert_int_equal(table->words, 1);
  end(table);
}

/* Who decides about what has changed since they saw it is refused, whatever it is. */
static void a_request_is_for_the_table_that_its_sender_saw(void **state) {
  (void)state;
  int seat = 0;
  struct text seal = {0};
  struct table *table = core_seated(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"loses\":true}");

  /* 1. Before the game: a seal under another commitment, a seat with another holder. */
  text_print(&seal, "\"type\":\"seal\",\"seal\":\"%064d\"", 1);
  const int64_t with_ben = table->seq;
  assert_seen(table, 2, LEAVE, with_ben, ANSWER_OK);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-cleo\",\"name\":\"Cleo\"}", table_at(table), &seat), ANSWER_OK);
  assert_seen(table, 1, "\"type\":\"free\",\"seat\":2", with_ben, ANSWER_NOT_NOW);
  assert_seen(table, 1, "\"type\":\"mute\",\"seat\":2,\"yes\":true", with_ben, ANSWER_NOT_NOW);
  assert_seen(table, 1, "\"type\":\"mute\",\"seat\":2,\"yes\":true", table->seq, ANSWER_OK);
  char *commitment = core_commitment(table);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, table_at(table)), ANSWER_OK);
  assert_seen(table, 1, "\"type\":\"free\",\"seat\":2", table->seq, ANSWER_OK);
  assert_last(table, "\"type\":\"renewed\"");
  assert_seen(table, 1, seal.bytes, table->seq - 1, ANSWER_NOT_NOW);
  assert_seen(table, 1, seal.bytes, table->seq + 1, ANSWER_NOT_NOW); /* nobody has seen an entry that there is not */
  assert_int_equal(core_sit(table, "{\"id\":\"sit-dora\",\"name\":\"Dora\"}", table_at(table), &seat), ANSWER_OK);
  const int64_t waiting = table->seq;
  core_begin(table, table_at(table));

  /* 2. In the game: who leaves before they see that it has begun does not lose it. */
  assert_seen(table, 2, LEAVE, waiting, ANSWER_NOT_NOW);
  const int mover = tess_game_seat(table->history->game) + 1;
  const int64_t begun = table->seq;
  draw_and_move(table, 17, table_at(table));
  assert_seen(table, mover, TAKE_BACK, begun, ANSWER_NOT_NOW);
  assert_seen(table, 3 - mover, DRAW, begun, ANSWER_NOT_NOW);
  assert_seen(table, 3 - mover, DRAW, table->seq, ANSWER_OK);

  /* 3. A pause that is over ends no other one. */
  for (int i = 0; i < 2; i++) {
    assert_act(table, 1, PAUSE, table_at(table), ANSWER_OK);
    assert_answer(table, 2, true, table_at(table), ANSWER_OK);
    assert_true(table->paused);
    if (i == 0) assert_seen(table, 1, RESUME, table->seq, ANSWER_OK);
  }
  assert_seen(table, 2, RESUME, table->seq - 1, ANSWER_NOT_NOW);
  assert_seen(table, 2, RESUME, table->seq, ANSWER_OK);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  assert_int_equal(table->lost, 1);
  text_free(&seal);
  free(commitment);
  end(table);
}

/* Who was refused, or has withdrawn, asks for the same again in their next turn, and not before: also if they take back
 * and make the turn in hand anew, or leave and return. Another wish is another question. */
static void who_was_refused_asks_again_in_the_next_turn(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int answers; /* the seat that says no; 0: who asks leaves and returns */
  } ends[] = {{PAUSE, 2}, {PAUSE, 1}, {PAUSE, 0}, {TAKE_BACK, 2}, {TAKE_BACK, 1}, {TAKE_BACK, 0}};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    const char *what = ends[i].what, *other = strcmp(what, PAUSE) == 0 ? TAKE_BACK : PAUSE;
    struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100}");
    draw_and_move(table, 17, AFTER(1));
    assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
    assert_act(table, 1, what, AFTER(3), ANSWER_OK);
    if (ends[i].answers > 0) {
      assert_answer(table, ends[i].answers, false, AFTER(4), ANSWER_OK);
    } else {
      assert_act(table, 1, LEAVE, AFTER(4), ANSWER_OK);
      assert_act(table, 1, RETURN, AFTER(4), ANSWER_OK);
    }
    assert_int_equal(table->asking, -1);
    assert_act(table, 1, what, AFTER(5), ANSWER_ASKED_BEFORE);
    assert_rebuilt(table);
    assert_act(table, 1, other, AFTER(6), ANSWER_OK);
    assert_answer(table, 1, false, AFTER(6), ANSWER_OK);
    assert_act(table, 1, other, AFTER(6), ANSWER_ASKED_BEFORE);

    /* The other seat may ask, and the turn that it takes back and makes again begins no other one. */
    assert_int_equal(core_move(table, 5, AFTER(7)), ANSWER_OK);
    assert_act(table, 1, what, AFTER(8), ANSWER_OK);
    assert_answer(table, 2, false, AFTER(8), ANSWER_OK);
    assert_act(table, 1, what, AFTER(8), ANSWER_ASKED_BEFORE);
    draw_and_move(table, 5, AFTER(9));
    assert_act(table, 1, TAKE_BACK, AFTER(10), ANSWER_OK); /* alone: nothing was shown */
    assert_int_equal(core_move(table, 6, AFTER(11)), ANSWER_OK);
    assert_act(table, 2, DRAW, AFTER(12), ANSWER_OK);
    assert_act(table, 1, what, AFTER(13), ANSWER_ASKED_BEFORE);
    assert_act(table, 2, PAUSE, AFTER(13), ANSWER_OK);
    assert_answer(table, 2, false, AFTER(13), ANSWER_OK);
    assert_int_equal(core_move(table, 6, AFTER(14)), ANSWER_OK);
    assert_act(table, 1, what, AFTER(15), ANSWER_OK);
    end(table);
  }
}

static void a_serious_table_takes_nothing_back(void **state) {
  (void)state;
  struct table *table = core_two(",\"takebacks\":false");
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_NOT_NOW);
  end(table);
}

/* ---- Clocks ---- */

/* The computer makes the turn that is up to it. */
static void computer_moves(struct table *table, int64_t now) {
  struct text word = {0};
  core_turn(table->history->game, 5, &word);
  assert_true(table_computer(table, table->position, core_span(&word), now));
  text_free(&word);
}

static void who_runs_out_of_time_misses_that_turn_only(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(61000));
  table_tick(table, AFTER(60999));
  assert_false(table_decides(table, &seat, &level));
  assert_int_equal(core_move(table, 3, AFTER(61000)), ANSWER_NOT_NOW);
  table_tick(table, AFTER(61000));
  assert_last(table, "\"type\":\"computer\",\"seat\":1,\"level\":5,\"why\":\"clock\"}");
  assert_true(table_decides(table, &seat, &level));
  assert_int_equal(core_move(table, 3, AFTER(61001)), ANSWER_NOT_NOW);
  assert_act(table, 1, RETURN, AFTER(61002), ANSWER_NOT_NOW);
  computer_moves(table, AFTER(61003));
  assert_last(table, "\"type\":\"returned\",\"seat\":1}");
  assert_act(table, 1, RETURN, AFTER(61004), ANSWER_NOT_NOW);
  assert_act(table, 2, DRAW, AFTER(61005), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(61006)), ANSWER_OK);
  assert_act(table, 1, DRAW, AFTER(61007), ANSWER_OK);
  assert_true(table_due(table) == AFTER(121007));
  assert_int_equal(core_move(table, 3, AFTER(61008)), ANSWER_OK);
  assert_int_equal(table->seats[0].missed, 0);
  end(table);
}

/* Lets the time of the seat run out, which must be asked for its turn. */
static void miss_turn(struct table *table, int seat) {
  int decides = 0, level = 0;
  table_tick(table, table_due(table));
  assert_false(table_decides(table, &decides, &level));
  assert_int_equal(tess_game_seat(table->history->game), seat - 1);
  table_tick(table, table_due(table));
  computer_moves(table, table_at(table));
}

static void who_misses_three_turns_in_a_row_is_replaced_until_he_returns(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  for (int missed = 1; missed <= 3; missed++) {
    miss_turn(table, 1);
    assert_int_equal(table->seats[0].why, missed < 3 ? TABLE_NOT : TABLE_CLOCK);
    assert_act(table, 2, DRAW, table_at(table), ANSWER_OK);
    assert_int_equal(core_move(table, 3, table_at(table)), ANSWER_OK);
  }
  table_tick(table, table_due(table));
  assert_true(table_decides(table, &seat, &level));
  computer_moves(table, table_at(table));
  assert_act(table, 1, RETURN, table_at(table), ANSWER_OK);
  assert_act(table, 2, DRAW, table_at(table), ANSWER_OK);
  assert_int_equal(core_move(table, 3, table_at(table)), ANSWER_OK);
  miss_turn(table, 1);
  assert_int_equal(table->seats[0].why, TABLE_NOT);
  end(table);
}

static void a_clock_for_the_game_counts_and_has_no_return(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct text word = {0};
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(31000)), ANSWER_OK);
  assert_last(table, "\"clock\":[80000,100000]}");
  assert_act(table, 2, DRAW, AFTER(32000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(132000));
  table_tick(table, AFTER(132000));
  assert_true(table_decides(table, &seat, &level));
  core_turn(table->history->game, 5, &word);
  assert_true(table_computer(table, table->position, core_span(&word), AFTER(132500)));
  assert_last(table, "\"by\":\"clock\",\"clock\":[80000,0]}");
  assert_act(table, 2, RETURN, AFTER(133000), ANSWER_NOT_NOW);
  text_free(&word);
  end(table);
}

static void a_take_back_gives_no_time(void **state) {
  (void)state;
  struct text record = {0};
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(31000)), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(32000), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[69000,100000]}");
  assert_int_equal(core_move(table, 4, AFTER(37000)), ANSWER_OK);
  assert_last(table, "\"clock\":[74000,100000]}");
  assert_act(table, 2, DRAW, AFTER(38000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(40000)), ANSWER_OK);
  table_record(table, &record);
  if (strstr(record.bytes, "{[%clk 0:01:14]}\n2.") == NULL) fail_msg("%s", record.bytes);
  if (strstr(record.bytes, "{[%clk 0:01:48]}\n*") == NULL) fail_msg("%s", record.bytes);
  assert_act(table, 1, TAKE_BACK, AFTER(41000), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(42000), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[64000,98000]}");
  text_free(&record);
  end(table);
}

/* The record of a game that was lost before its end proves its chance. */
static void assert_lost(const struct table *table, const char *tags) {
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

static void at_a_championship_who_runs_out_of_time_or_leaves_has_lost(void **state) {
  (void)state;
  const char *clock = ",\"clock\":{\"kind\":\"game\",\"seconds\":900,\"increment\":0,\"loses\":true}";
  struct table *table = core_two(clock);
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(301000)), ANSWER_OK);
  assert_act(table, 1, "\"type\":\"replace\",\"seat\":2", AFTER(400000), ANSWER_NOT_NOW);
  assert_act(table, 2, DRAW, AFTER(400000), ANSWER_OK);
  table_tick(table, AFTER(1299999));
  assert_int_equal(table->state, TABLE_PLAYING);
  table_tick(table, AFTER(1300000));
  assert_last(table, "\"type\":\"over\",\"lost\":2,\"why\":\"clock\",\"scores\":[");
  assert_lost(table, "[Winner \"1\"]\n[Termination \"time forfeit\"]");
  assert_act(table, 2, "\"type\":\"rematch\"", AFTER(1300001), ANSWER_OK);
  end(table);
  table = core_two(clock);
  assert_seen(table, 1, LEAVE, table->seq, ANSWER_OK);
  assert_last(table, "\"lost\":1,\"why\":\"left\"");
  assert_lost(table, "[Winner \"2\"]\n[Termination \"abandoned\"]");
  end(table);
}

/* Who leaves and returns in his turn, on another connection or the same, has what he had left. */
static void leaving_and_returning_stops_no_clock(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, LEAVE, AFTER(9000), ANSWER_OK);
  assert_act(table, 1, RETURN, AFTER(9001), ANSWER_OK);
  assert_true(table_due(table) == AFTER(11000));
  end(table);
  table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, LEAVE, AFTER(90000), ANSWER_OK);
  assert_act(table, 1, RETURN, AFTER(90001), ANSWER_OK);
  assert_true(table_due(table) == AFTER(101000));
  end(table);
}

static void a_turn_that_was_left_is_charged_when_the_computer_ends_it(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, LEAVE, AFTER(31000), ANSWER_OK);
  computer_moves(table, AFTER(31500));
  assert_last(table, "\"by\":\"computer\",\"clock\":[69500,100000]}");
  assert_act(table, 2, DRAW, AFTER(32000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(33000)), ANSWER_OK);
  table_tick(table, AFTER(33000));
  computer_moves(table, AFTER(39000));
  assert_last(table, "\"clock\":[69500,109000]}");
  end(table);
}

static void a_take_back_does_not_renew_the_clock_of_a_move(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(51000)), ANSWER_OK);
  assert_last(table, "\"used\":50000}");
  assert_act(table, 1, TAKE_BACK, AFTER(52000), ANSWER_OK);
  assert_last(table, "\"words\":1,\"used\":51000}");
  assert_true(table_due(table) == AFTER(61000));
  assert_int_equal(core_move(table, 17, AFTER(57000)), ANSWER_OK);
  assert_last(table, "\"used\":56000}");
  assert_act(table, 1, TAKE_BACK, AFTER(58000), ANSWER_OK);
  assert_true(table_due(table) == AFTER(61000));
  end(table);
}

/* Who moves fast and thinks in the pause before the draw has thought on the own time, however often. */
static void the_pause_is_no_time_to_think(void **state) {
  (void)state;
  struct table *table = core_two(",\"grace\":60000,\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(500)), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(50500), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[49500,100000]}");
  assert_int_equal(core_move(table, 17, AFTER(51000)), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(100000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(99999), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[1,100000]}");
  end(table);
  table = core_two(",\"grace\":60000,\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(500)), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(60000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(59999), ANSWER_OK);
  assert_true(table_due(table) == AFTER(60000));
  end(table);
}

/* The time that was used for a turn, and for the turn in hand, may be more than is left without the increment. */
static void a_take_back_leaves_no_clock_below_nothing(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(95000)), ANSWER_OK);
  assert_last(table, "\"clock\":[15000,100000]}");
  assert_act(table, 2, DRAW, AFTER(95000), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(96000)), ANSWER_OK);
  assert_act(table, 1, DRAW, AFTER(96000), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(101000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(98000), ANSWER_OK);
  assert_last(table, "\"type\":\"asked\"");
  assert_answer(table, 2, true, AFTER(110000), ANSWER_NOT_NOW);
  assert_answer(table, 2, true, AFTER(100999), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[1,99000]}");
  end(table);
  table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(5000)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(5000), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(6000), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(105000), ANSWER_NOT_NOW);
  assert_answer(table, 2, true, AFTER(104999), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[95000,1]}");
  end(table);
}

/* Who is asked for his consent in his own turn thinks on his own time, too. */
static void a_take_back_is_no_pause_for_who_is_to_move(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_int_equal(core_move(table, 17, AFTER(11000)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(12000), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(30000), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(42000), ANSWER_OK);
  assert_last(table, "\"words\":1,\"clock\":[90000,70000]}");
  end(table);
}

static void time_that_a_table_was_not_in_memory_does_not_count(void **state) {
  (void)state;
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, AFTER(500000));
  for (int64_t seq = 1; seq <= table->seq; seq++) assert_true(table_apply(again, table_entry(table, seq), &fault));
  assert_true(table_due(again) == AFTER(560000));
  table_close(again);
  end(table);
}

#define DAYS(days) ",\"clock\":{\"kind\":\"days\",\"days\":" #days "}"
enum { HOUR = 3600000, DAY = 24 * HOUR };

/* The table as a server knows it that started at `now` and rebuilt it from its log. */
static struct table *restarted_under(const struct table *table, int64_t started, int64_t now) {
  uint8_t secret[FAIR_SECRET];
  struct fault fault;
  memset(secret, 7, sizeof secret);
  struct table *again = table_open(library, table->id, secret, now);
  for (int64_t seq = 1; seq <= table->seq; seq++) assert_true(table_apply(again, table_entry(table, seq), &fault));
  table_expect(again, started);
  return again;
}

/* The same by a server that has just started. */
static struct table *restarted(const struct table *table, int64_t now) { return restarted_under(table, now, now); }

/* ---- Pauses ---- */

static void a_pause_by_consent_stops_the_clock(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, RESUME, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 2, PAUSE, AFTER(2000), ANSWER_OK);
  assert_last(table, "\"type\":\"asked\",\"seat\":2,\"what\":\"pause\"}");
  assert_act(table, 1, PAUSE, AFTER(2000), ANSWER_NOT_NOW);
  assert_true(table_due(table) == AFTER(61000));
  assert_answer(table, 1, true, AFTER(11000), ANSWER_OK);
  assert_last(table, "\"type\":\"paused\",\"used\":10000}");

  /* Nothing happens but talk, and nobody can be replaced. */
  assert_true(table_due(table) == AFTER(11000 + 30 * (int64_t)DAY));
  assert_int_equal(core_move(table, 3, AFTER(HOUR)), ANSWER_NOT_NOW);
  assert_act(table, 1, PAUSE, AFTER(HOUR), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(HOUR), ANSWER_NOT_NOW);
  assert_act(table, 2, "\"type\":\"replace\",\"seat\":1", AFTER(HOUR), ANSWER_NOT_NOW);
  assert_act(table, 2, "\"type\":\"say\",\"text\":\"tea?\"", AFTER(HOUR), ANSWER_OK);
  struct table *again = restarted(table, AFTER(2 * HOUR));
  assert_true(again->paused);
  table_close(again);

  /* Anyone ends it, and the time that was used before counts. */
  assert_act(table, 2, RESUME, AFTER(2 * HOUR), ANSWER_OK);
  assert_last(table, "\"type\":\"resumed\",\"seat\":2}");
  assert_true(table_due(table) == AFTER(2 * HOUR + 50000));
  assert_int_equal(core_move(table, 3, AFTER(2 * HOUR + 5000)), ANSWER_OK);
  assert_last(table, "\"used\":15000}");
  end(table);
}

static void a_question_of_a_pause_outlives_turns_and_is_refused_by_one(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":0}");
  assert_act(table, 2, PAUSE, AFTER(0), ANSWER_OK);
  draw_and_move(table, 3, AFTER(1000));
  assert_int_equal(table->asking, 1);
  assert_answer(table, 1, false, AFTER(1000), ANSWER_OK);
  assert_int_equal(table->asking, -1);
  assert_false(table->paused);

  /* Between two turns: the next tile waits, too. Who has left agrees to everything. */
  assert_act(table, 1, PAUSE, AFTER(1000), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(1500), ANSWER_OK);
  assert_true(table->paused);
  assert_false(table_due(table) < AFTER(DAY));
  assert_act(table, 2, RESUME, AFTER(DAY), ANSWER_NOT_NOW);
  assert_act(table, 1, RESUME, AFTER(DAY), ANSWER_OK);
  assert_int_equal(table->seats[0].left, 100000);
  end(table);
}

/* Nobody agrees for who is only late: they are asked again at their next turn. */
static void who_misses_a_turn_has_not_agreed_to_a_pause(void **state) {
  (void)state;
  struct table *table = core_two(",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_act(table, 2, PAUSE, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(60000));
  assert_last(table, "\"why\":\"clock\"}");
  assert_false(table->paused);
  computer_moves(table, AFTER(61000));
  assert_last(table, "\"type\":\"returned\",\"seat\":1}");
  assert_int_equal(table->asking, 1);
  assert_int_equal(table_task(table, 1), TABLE_TO_ANSWER);
  assert_answer(table, 1, true, AFTER(62000), ANSWER_OK);
  assert_true(table->paused);
  end(table);
}

/* Who cannot return before the computer has moved is not held there by a pause: it may be ended by them, too. */
static void whose_time_ran_out_ends_a_pause(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":60,\"increment\":0}");
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_act(table, 2, PAUSE, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(60000));
  assert_true(table->paused);
  assert_false(table_decides(table, &seat, &level));
  assert_act(table, 1, PAUSE, AFTER(61000), ANSWER_NOT_NOW);
  assert_act(table, 1, RESUME, AFTER(61000), ANSWER_OK);
  assert_true(table_decides(table, &seat, &level));
  end(table);
}

static void a_table_without_a_clock_has_no_pause(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 1, PAUSE, AFTER(1), ANSWER_NOT_NOW);
  end(table);
}

/* Computers wait with the others, and a program that is never asked about take-backs minds no pause. */
static void computers_and_programs_agree_to_a_pause(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," COMPUTER "," OPEN "],\"first\":2,"
                                    "\"clock\":{\"kind\":\"move\",\"seconds\":60}}",
                                    7);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down-3\",\"name\":\"Bot\",\"kind\":\"program\"}", AFTER(0), &seat),
                   ANSWER_OK);
  core_begin(table, AFTER(0));
  table_tick(table, table_due(table));
  assert_true(table_decides(table, &seat, &level));
  assert_act(table, 1, PAUSE, AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"paused\"");
  assert_false(table_decides(table, &seat, &level));
  assert_act(table, 3, RESUME, AFTER(2), ANSWER_OK);
  assert_true(table_decides(table, &seat, &level));
  end(table);
}

/* Where the clock decides, a person who plays against a program has no pause that nobody has agreed to. */
static void a_program_agrees_to_no_pause_where_the_clock_loses(void **state) {
  (void)state;
  static const char *const kinds[] = {"\"kind\":\"program\"", "\"kind\":\"program\",\"answers\":true",
                                      "\"kind\":\"person\""};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    int seat = 0;
    struct text sits = {0};
    struct table *table = core_create("{\"game\":\"star-wars\",\"seats\":[" PERSON "," OPEN "],\"first\":1,\"clock\":{"
                                      "\"kind\":\"game\",\"seconds\":900,\"loses\":true}}",
                                      7);
    text_print(&sits, "{\"id\":\"sit-down-2\",\"name\":\"Ben\",%s}", kinds[i]);
    assert_int_equal(core_sit(table, sits.bytes, AFTER(0), &seat), ANSWER_OK);
    core_begin(table, AFTER(0));
    assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
    const int64_t due = table_due(table);
    assert_act(table, 1, PAUSE, AFTER(2), i == 2 ? ANSWER_OK : ANSWER_NOT_NOW);
    assert_false(table->paused);
    assert_true(table_due(table) == due);
    if (i < 2) assert_act(table, 2, PAUSE, AFTER(3), ANSWER_OK); /* the person is asked */
    end(table);
    text_free(&sits);
  }
}

/* ---- Clocks of days ---- */

static void a_clock_of_days_runs_on_while_the_server_is_down(void **state) {
  (void)state;
  struct table *table = core_two(DAYS(3));
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  struct table *again = restarted(table, AFTER(2 * (int64_t)DAY));
  assert_true(table_due(again) == AFTER(1000 + 3 * (int64_t)DAY));
  table_close(again);

  /* Whose time ran out meanwhile may still come for an hour. */
  again = restarted(table, AFTER(5 * (int64_t)DAY));
  assert_true(table_due(again) == AFTER(5 * (int64_t)DAY + HOUR));
  assert_int_equal(core_move(again, 3, AFTER(5 * (int64_t)DAY + HOUR - 1)), ANSWER_OK);
  assert_last(again, "\"used\":259200000}");
  table_close(again);
  end(table);
}

static void with_a_clock_of_days_who_is_only_slow_keeps_seat_and_table(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two(DAYS(14));
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_act(table, 2, "\"type\":\"replace\",\"seat\":1", AFTER(DAY), ANSWER_NOT_NOW);
  table_tick(table, AFTER(14 * (int64_t)DAY - 1));
  assert_false(table_decides(table, &seat, &level));
  assert_true(table_is_awaited(table));
  table_tick(table, AFTER(14 * (int64_t)DAY));
  assert_last(table, "\"why\":\"clock\"}");
  assert_true(table_is_awaited(table));
  computer_moves(table, AFTER(14 * (int64_t)DAY));
  assert_last(table, "\"type\":\"returned\",\"seat\":1}");
  assert_int_equal(table->seats[0].missed, 1);
  end(table);

  /* Nobody comes any more: after three missed turns of each the computers wait, and the table is closed. */
  table = core_two(DAYS(1));
  for (int missed = 0; missed < 5; missed++) miss_turn(table, missed % 2 + 1);
  table_tick(table, table_due(table));
  table_tick(table, table_due(table));
  computer_moves(table, table_at(table));
  assert_false(table_is_awaited(table));
  end(table);
}

static void a_table_with_a_clock_of_days_waits_for_people_who_come_when_they_can(void **state) {
  (void)state;
  char *commitment;
  closes_at(core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "]" DAYS(5) "}", 7),
            AFTER(6 * (int64_t)DAY));
  struct table *table =
      core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," COMPUTER "],\"first\":1" DAYS(14) "}", 7);
  core_begin(table, AFTER(0));
  table_tick(table, AFTER(5000));
  assert_true(table_due(table) == AFTER(5000 + 14 * (int64_t)DAY));
  end(table);

  /* Sealing and telling the shares of chance may each take as long as a move. */
  table = core_seated(DAYS(2));
  assert_true(table_due(table) == AFTER(2 * (int64_t)DAY));
  commitment = core_commitment(table);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(HOUR)), ANSWER_OK);
  assert_int_equal(core_seal(table, 2, commitment, AFTER(DAY)), ANSWER_OK);
  assert_true(table_due(table) == AFTER(3 * (int64_t)DAY));
  assert_int_equal(core_contribute(table, 2, AFTER(DAY)), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, AFTER(3 * (int64_t)DAY - 1)), ANSWER_OK);
  assert_int_equal(table->state, TABLE_PLAYING);
  free(commitment);
  end(table);
}

/* The days for sealing and telling run on while the table is not in memory, and who is late loses the seat and no more.
 */
static void with_a_clock_of_days_who_seals_or_tells_late_makes_room(void **state) {
  (void)state;
  const int64_t day = DAY;
  struct table *table = core_seated(DAYS(2));
  char *commitment = core_commitment(table);
  assert_int_equal(core_seal(table, 1, commitment, AFTER(HOUR)), ANSWER_OK);
  struct table *again = restarted_under(table, AFTER(0), AFTER(2 * day - 1));
  assert_true(table_due(again) == AFTER(2 * day));
  table_tick(again, AFTER(2 * day));
  assert_last(again, "\"type\":\"stood\",\"seat\":2,\"why\":\"away\"}");
  assert_true(again->seats[0].sealed);
  assert_true(table_due(again) == AFTER(5 * day)); /* the table itself, two days and one later */
  table_close(again);

  /* Whose time is over when the server starts has an hour. */
  again = restarted(table, AFTER(4 * day));
  assert_true(table_due(again) == AFTER(4 * day + HOUR));
  table_tick(again, table_due(again));
  assert_last(again, "\"type\":\"stood\",\"seat\":2,\"why\":\"away\"}");
  table_close(again);

  /* The same for telling. */
  assert_int_equal(core_seal(table, 2, commitment, AFTER(day)), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, AFTER(day)), ANSWER_OK);
  again = restarted_under(table, AFTER(0), AFTER(3 * day - 1));
  assert_true(table_due(again) == AFTER(3 * day));
  table_tick(again, AFTER(3 * day));
  assert_last(again, "\"type\":\"renewed\"");
  assert_int_equal(again->seats[0].holder, TABLE_PERSON);
  assert_int_equal(again->seats[1].holder, TABLE_NOBODY);
  table_close(again);
  free(commitment);
  end(table);
}

static void with_a_clock_of_days_a_guest_may_be_away_while_a_seat_is_open(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]" DAYS(1) "}", 7);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down-2\",\"name\":\"Ben\"}", AFTER(0), &seat), ANSWER_OK);
  closes_at(table, AFTER(2 * (int64_t)DAY));
}

static void a_clock_that_jumps_back_moves_no_entry(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 1, DRAW, AFTER(50000), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(-900000)), ANSWER_OK);
  assert_last(table, "\"at\":1790000050000,");
  end(table);
}

/* ---- Extra turns (CL-10.7) ---- */

#define ARROWS "\"game\":\"classic\",\"options\":[\"arrows\"]"
#define WHOLE_BOX "\"game\":\"classic\",\"options\":[\"fields\",\"abbot\",\"river=river-20\",\"arrows\"]"

static void an_extra_turn_runs_on_the_clock_of_who_has_it(void **state) {
  (void)state;
  struct text record = {0}, clock = {0};
  struct table *table = core_two_for(ARROWS, ",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":10}");
  const int seat = play_to(table, is_extra), other = 3 - seat;
  const int64_t at = table_at(table), left = table->seats[seat - 1].left, others = table->seats[other - 1].left;
  assert_act(table, other, DRAW, at + 1000, ANSWER_NOT_NOW);
  assert_act(table, seat, DRAW, at + 1000, ANSWER_OK);
  assert_true(table_due(table) == at + 1000 + left);
  assert_int_equal(core_move(table, 3, at + 31000), ANSWER_OK);
  assert_true(table->seats[seat - 1].left == left - 30000 + 10000);
  assert_true(table->seats[other - 1].left == others);
  assert_act(table, seat, DRAW, at + 32000, ANSWER_NOT_NOW);
  assert_act(table, other, DRAW, at + 32000, ANSWER_OK);
  assert_true(table_due(table) == at + 32000 + others);

  /* The record tells the clock after each of the two turns. */
  const int seconds[] = {(int)(left / 1000), (int)(left / 1000) - 20};
  table_record(table, &record);
  for (int i = 0; i < 2; i++) {
    text_cut(&clock, 0);
    text_print(&clock, "{[%%clk 0:%02d:%02d]}\n", seconds[i] / 60, seconds[i] % 60);
    if (strstr(record.bytes, clock.bytes) == NULL) fail_msg("%s is not in\n%s", clock.bytes, record.bytes);
  }
  text_free(&record), text_free(&clock);
  end(table);
}

static void who_runs_out_of_time_in_an_extra_turn_misses_it_only(void **state) {
  (void)state;
  struct table *table = core_two_for(ARROWS, ",\"clock\":{\"kind\":\"move\",\"seconds\":60}");
  const int seat = play_to(table, is_extra);
  const int64_t at = table_at(table);
  assert_act(table, seat, DRAW, at + 1000, ANSWER_OK);
  assert_true(table_due(table) == at + 61000); /* the whole time of a move */
  table_tick(table, at + 61000);
  assert_last(table, "\"why\":\"clock\"}");
  computer_moves(table, at + 61001);
  assert_last(table, "\"type\":\"returned\"");
  assert_act(table, 3 - seat, DRAW, at + 61002, ANSWER_OK);
  end(table);
}

static void a_turn_that_gives_an_extra_turn_is_taken_back(void **state) {
  (void)state;
  struct text word = {0};
  struct table *table = core_two_for(ARROWS, "");
  const int seat = play_to(table, is_extra), other = 3 - seat;
  const uint64_t hash = tess_game_hash(table->history->game);
  const int64_t at = table_at(table);

  /* Unasked until the extra turn draws. */
  assert_act(table, seat, TAKE_BACK, at, ANSWER_OK);
  assert_last(table, "\"type\":\"undone\"");
  assert_false(tess_game_extra(table->history->game));
  assert_true(find_turn(table->history->game, is_extra, &word));
  assert_moves(table, &word, at);
  assert_true(tess_game_hash(table->history->game) == hash);

  /* Then with consent; and without the extra turn the other draws the tile of the same number. */
  assert_act(table, seat, DRAW, at, ANSWER_OK);
  const int drawn = tess_game_drawn(table->history->game);
  assert_act(table, seat, TAKE_BACK, at, ANSWER_OK);
  assert_last(table, "\"type\":\"asked\"");
  assert_answer(table, other, true, at, ANSWER_OK);
  assert_int_equal(tess_game_seat(table->history->game), seat - 1);
  text_cut(&word, 0);
  assert_true(find_turn(table->history->game, is_next_seat, &word));
  assert_moves(table, &word, at);
  assert_act(table, other, DRAW, at, ANSWER_OK);
  assert_int_equal(tess_game_drawn(table->history->game), drawn);
  text_free(&word);
  end(table);
}

static void the_others_turn_before_two_of_one_seat_is_taken_back(void **state) {
  (void)state;
  struct table *table = core_two_for(ARROWS, "");
  const int seat = play_to(table, is_extra), other = 3 - seat;
  const int64_t at = table_at(table);
  assert_act(table, seat, DRAW, at, ANSWER_OK);
  assert_int_equal(core_move(table, 3, at), ANSWER_OK);
  const int words = table->words;
  assert_act(table, other, TAKE_BACK, at, ANSWER_OK);
  assert_answer(table, seat, true, at, ANSWER_OK);
  assert_int_equal(table->words, words - 5); /* the move, and two draws with their moves */
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_PLACE);
  assert_int_equal(tess_game_seat(table->history->game), other - 1);
  end(table);
}

/* Every extra turn that can be had is taken, and every third is taken back first. */
static void a_whole_box_game_with_extra_turns_is_proved(void **state) {
  (void)state;
  struct table *table = core_two_for(WHOLE_BOX, "");
  int extra = 0;
  for (uint32_t choice = 1; table->state == TABLE_PLAYING; choice = choice * 1664525 + 1013904223) {
    struct text word = {0};
    const int seat = tess_game_seat(table->history->game) + 1;
    assert_act(table, seat, DRAW, table_at(table), ANSWER_OK);
    if (table->state != TABLE_PLAYING) break; /* what was left fits nowhere */
    const bool found = find_turn(table->history->game, is_extra, &word);
    if (!found) core_turn(table->history->game, choice >> 4, &word);
    assert_moves(table, &word, table_at(table));
    extra += found;
    if (found && extra % 3 == 0) {
      assert_act(table, seat, TAKE_BACK, table_at(table), ANSWER_OK);
      assert_moves(table, &word, table_at(table));
    }
    text_free(&word);
  }
  assert_true(extra >= 3);
  assert_proved(table);
  end(table);
}

/* ---- People ---- */

static void who_leaves_is_replaced_and_may_return(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two("");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"computer\",\"seat\":1,\"level\":5,\"why\":\"left\"}");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(1), ANSWER_NOT_NOW);
  table_tick(table, AFTER(2));
  assert_true(table_decides(table, &seat, &level));
  assert_act(table, 1, RETURN, AFTER(3), ANSWER_OK);
  assert_false(table_decides(table, &seat, &level));
  end(table);
}

/* Where everybody has left, computers end the turn in hand and play no other until somebody returns. */
static void a_game_that_everybody_left_waits(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two("");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(2)); /* a tile is drawn, for the other plays on */
  assert_act(table, 2, LEAVE, AFTER(3), ANSWER_OK);
  assert_true(table_decides(table, &seat, &level));
  computer_moves(table, AFTER(4));
  const int64_t back = AFTER((int64_t)23 * 3600000);
  table_tick(table, back);
  assert_false(table_decides(table, &seat, &level));
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_DRAW);
  assert_act(table, 1, RETURN, back, ANSWER_OK);
  table_tick(table, back + 1);
  assert_true(table_decides(table, &seat, &level));
  end(table);

  /* Who does not think better of it within a day has given the game up. */
  table = core_two("");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(2), ANSWER_OK);
  assert_true(table_due(table) == AFTER(2 + (int64_t)24 * 3600000));
  table_tick(table, table_due(table));
  assert_int_equal(table->state, TABLE_CLOSED);
  end(table);
}

/* Computers do not play on for who may not return either: the table rests for who has left, for a day. */
static void a_game_rests_while_somebody_may_return(void **state) {
  (void)state;
  int seat = 0, level = 0;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":0}");
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(1000)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(1001), ANSWER_OK);
  table_tick(table, AFTER(101002)); /* the time of seat 2 has run out */
  assert_act(table, 1, LEAVE, AFTER(101003), ANSWER_OK);
  computer_moves(table, AFTER(102000)); /* the turn in hand */
  assert_false(table_decides(table, &seat, &level));
  const int64_t back = AFTER((int64_t)23 * 3600000);
  table_tick(table, back);
  assert_false(table_decides(table, &seat, &level));
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_DRAW);
  assert_true(table_due(table) == AFTER(102000 + (int64_t)24 * 3600000));
  assert_act(table, 2, RETURN, back, ANSWER_NOT_NOW);
  assert_act(table, 1, RETURN, back, ANSWER_OK);
  table_tick(table, back + 10000);
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_PLACE);
  end(table);
}

/* Where nobody is left who moves or may return the game ends at once, without a winner. */
static void a_game_in_which_the_time_of_all_has_run_out_is_undecided(void **state) {
  (void)state;
  struct former former;
  int seat = 0, level = 0;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":0}");
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  assert_int_equal(core_move(table, 3, AFTER(1000)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(1001), ANSWER_OK);
  table_tick(table, AFTER(101002));
  computer_moves(table, AFTER(102000));
  table_tick(table, AFTER(112000));
  assert_int_equal(table->state, TABLE_PLAYING);
  table_tick(table, AFTER(300000)); /* the time of seat 1 has run out, too */
  assert_false(table_decides(table, &seat, &level));
  assert_last(table, "\"type\":\"over\",\"undecided\":true,\"scores\":[");
  assert_lost(table, "[Termination \"unterminated\"]");
  assert_true(table->undecided);
  assert_rebuilt(table);

  /* It counts in no series: neither as won nor as one in which the computer helped. */
  table_rematch(table, 1, AFTER(300001), &former);
  for (int i = 0; i < 2; i++) assert_int_equal(former.points[i] + former.helped[i], 0);
  end(table);

  /* So it is where a single person plays with computers, and where the others have left for good. */
  table = core_create("{\"game\":\"classic\",\"seats\":[" PERSON "," COMPUTER
                      "],\"first\":1,\"clock\":{\"kind\":\"game\",\"seconds\":100,\"increment\":0}}",
                      7);
  core_begin(table, CORE_START);
  assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(100001));
  assert_true(table->state == TABLE_OVER && table->undecided);
  end(table);
}

/* Leaving and returning are entries, too: they come to an end, after which leaving is for good. */
static void who_leaves_all_the_time_returns_no_more(void **state) {
  (void)state;
  struct table *table = core_two("");
  for (int i = 0; i < TABLE_MOST_COME_BACK; i++) {
    assert_act(table, 1, LEAVE, AFTER(i), ANSWER_OK);
    assert_act(table, 1, RETURN, AFTER(i), ANSWER_OK);
  }
  assert_act(table, 1, LEAVE, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, RETURN, AFTER(1000), ANSWER_TOO_MUCH);
  assert_act(table, 2, LEAVE, AFTER(1000), ANSWER_OK);
  assert_act(table, 2, RETURN, AFTER(1000), ANSWER_OK);
  end(table);
  table = core_two(""); /* being replaced is not leaving */
  for (int i = 0; i <= TABLE_MOST_COME_BACK; i++) {
    const int64_t now = AFTER((int64_t)(i + 1) * 60001);
    assert_act(table, 1, "\"type\":\"replace\",\"seat\":2", now, ANSWER_OK);
    assert_act(table, 2, RETURN, now, ANSWER_OK);
  }
  end(table);
}

/* Nobody gives another one's seat to a computer that plays worse than the one that plays for who left. */
static void who_is_away_is_replaced_by_a_good_computer(void **state) {
  (void)state;
  struct table *table = core_two("");
  const struct table_absence absence = table_absence(table, 2, AFTER(59999));
  assert_true(absence.since != 0 && absence.until == absence.since + TABLE_AWAY_MS && absence.until <= AFTER(60000));
  assert_act(table, 1, "\"type\":\"replace\",\"seat\":2,\"level\":4", AFTER(60000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "\"type\":\"replace\",\"seat\":2", AFTER(60000), ANSWER_OK);
  assert_last(table, "\"type\":\"computer\",\"seat\":2,\"level\":5,\"why\":\"asked\"}");
  assert_true(table_absence(table, 2, AFTER(60000)).until == INT64_MAX);
  end(table);
}

static void only_who_is_away_can_be_replaced(void **state) {
  (void)state;
  struct table *table = core_two("");
  const char *replace = "\"type\":\"replace\",\"seat\":2,\"level\":7";
  assert_act(table, 1, replace, AFTER(59999), ANSWER_NOT_NOW);
  table_present(table, 2, true, AFTER(59999));
  assert_act(table, 1, replace, AFTER(300000), ANSWER_NOT_NOW);
  table_present(table, 2, false, AFTER(300000));
  assert_act(table, 1, replace, AFTER(359999), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"replace\",\"seat\":1", AFTER(360000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "\"type\":\"replace\",\"seat\":3", AFTER(360000), ANSWER_BAD_REQUEST);
  assert_act(table, 1, replace, AFTER(360000), ANSWER_OK);
  assert_last(table, "\"type\":\"computer\",\"seat\":2,\"level\":7,\"why\":\"asked\"}");
  assert_act(table, 1, replace, AFTER(360000), ANSWER_NOT_NOW);
  assert_act(table, 2, RETURN, AFTER(360001), ANSWER_OK);
  end(table);
}

static void who_sits_there_may_have_another_name(void **state) {
  (void)state;
  struct table *table = core_two("");
  const char *bea = "\"type\":\"rename\",\"name\":\"Bea\"";
  assert_act(table, 0, bea, AFTER(1), ANSWER_NO_TOKEN);
  assert_act(table, 2, "\"type\":\"rename\"", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, "\"type\":\"rename\",\"name\":\" \"", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, bea, AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"named\",\"seat\":2,\"name\":\"Bea\"}");
  assert_string_equal(table->seats[1].name, "Bea");
  assert_act(table, 2, bea, AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 2, "\"type\":\"rename\",\"name\":\"BEA\"", AFTER(1), ANSWER_OK);
  assert_string_equal(table->seats[1].name, "BEA");
  assert_act(table, 1, bea, AFTER(1), ANSWER_OK);
  assert_last(table, "\"seat\":1,\"name\":\"Bea (2)\"}");
  end(table);
}

static void people_talk_and_mute(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 1, "\"type\":\"say\",\"text\":\"<b>\\\"hello\\\"\"", AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"said\",\"seat\":1,\"name\":\"Anna\",\"text\":\"<b>\\\"hello\\\"\"}");
  assert_act(table, 0, "\"type\":\"say\",\"text\":\"hello\"", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, "\"type\":\"say\",\"text\":\"hello\",\"name\":\"Eve\"", AFTER(1), ANSWER_OK);
  assert_last(table, "\"seat\":0,\"name\":\"Eve\"");
  assert_act(table, 2, "\"type\":\"react\",\"reaction\":\"well-played\"", AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"reacted\",\"seat\":2,\"name\":\"Ben\",\"reaction\":\"well-played\"}");
  assert_act(table, 2, "\"type\":\"react\",\"reaction\":\"boo\"", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, "\"type\":\"react\"", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, "\"type\":\"react\",\"reaction\":\"oh\"", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, "\"type\":\"react\",\"reaction\":\"oh\",\"name\":\"Eve\"", AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"reacted\",\"seat\":0,\"name\":\"Eve\",\"reaction\":\"oh\"}");
  assert_act(table, 0, "\"type\":\"mute\",\"seat\":2,\"yes\":true", AFTER(1), ANSWER_NO_TOKEN);
  assert_act(table, 2, "\"type\":\"mute\",\"seat\":2,\"yes\":true", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 2, "\"type\":\"mute\",\"seat\":1,\"yes\":true", AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"muted\",\"seat\":2,\"muted\":1,\"yes\":true}");
  end(table);
}

/* Says 500 letters of two bytes for this seat until it is refused, and how often that went well; 0 is who watches. */
static int talk_on(struct table *table, int seat) {
  enum { LETTERS = 500 };
  char line[LETTERS * 2 + 64], *end = line;
  end += sprintf(end, "\"type\":\"say\",\"name\":\"Eve\",\"text\":\"");
  for (int n = 0; n < LETTERS; n++) end += sprintf(end, "ß");
  sprintf(end, "\"");
  for (int said = 0;; said++) {
    const enum answer_code code = core_act(table, seat, line, AFTER(1));
    assert_true(said <= TABLE_MOST_TALK / LETTERS);
    if (code == ANSWER_OK) continue;
    assert_int_equal(code, ANSWER_TOO_MUCH);
    return said;
  }
}

enum { LONG_LINE = 1000 + TABLE_TALK_ENTRY }; /* what one of them costs */

/* Whoever talks uses up their own share: others may still talk, and play. */
static void nobody_talks_away_what_others_may_do(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_int_equal(talk_on(table, 0), TABLE_MOST_WATCHERS_TALK / LONG_LINE);
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK / LONG_LINE);
  while (core_act(table, 2, "\"type\":\"say\",\"text\":\"so\"", AFTER(1)) == ANSWER_OK) continue;
  assert_act(table, 2, "\"type\":\"mute\",\"seat\":1,\"yes\":true", AFTER(1), ANSWER_TOO_MUCH);
  assert_act(table, 1, "\"type\":\"say\",\"text\":\"at last\"", AFTER(1), ANSWER_OK);
  draw_and_move(table, 3, AFTER(2));
  draw_and_move(table, 3, AFTER(3));
  assert_act(table, 2, TAKE_BACK, AFTER(4), ANSWER_OK);
  end(table);
}

/* Before the start a share goes with who sits there, not with the seat. */
static void who_sits_down_next_may_talk(void **state) {
  (void)state;
  int seat = 0;
  struct table *table = core_seated("");
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK_WAITING / LONG_LINE);
  assert_act(table, 2, "\"type\":\"leave\"", AFTER(1), ANSWER_OK);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-again\",\"name\":\"Ben\"}", AFTER(2), &seat), ANSWER_OK);
  assert_act(table, 2, "\"type\":\"say\",\"text\":\"hello\"", AFTER(3), ANSWER_OK);
  core_begin(table, AFTER(4));
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK / LONG_LINE);
  end(table);
}

/* Whoever sits down again and again before the start makes no log without end, and the game has its own share. */
static void talk_before_the_start_has_an_end(void **state) {
  (void)state;
  int seat = 0, said = 0;
  struct table *table = core_seated("");
  for (int64_t now = 1; now < 40; now++) {
    char sit[64];
    snprintf(sit, sizeof sit, "{\"id\":\"sit-again-%d\",\"name\":\"Ben\"}", (int)now);
    said += talk_on(table, 2);
    assert_act(table, 2, "\"type\":\"leave\"", AFTER(now), ANSWER_OK);
    assert_int_equal(core_sit(table, sit, AFTER(now), &seat), ANSWER_OK);
  }
  assert_int_equal(said, TABLE_MOST_TALK_BEFORE / LONG_LINE);
  core_begin(table, AFTER(40));
  assert_int_equal(talk_on(table, 2), TABLE_MOST_TALK / LONG_LINE);
  end(table);
}

/* Who takes back all the time comes to an end, too, and the others do not. */
static void take_backs_have_an_end(void **state) {
  (void)state;
  struct table *table = core_two("");
  draw_and_move(table, 3, AFTER(1));
  draw_and_move(table, 3, AFTER(1));
  for (int i = 0; i < TABLE_MOST_TAKEN_BACK; i++) {
    assert_act(table, 2, TAKE_BACK, AFTER(2), ANSWER_OK);
    assert_int_equal(core_move(table, 3, AFTER(2)), ANSWER_OK);
  }
  assert_act(table, 2, TAKE_BACK, AFTER(3), ANSWER_TOO_MUCH);
  draw_and_move(table, 3, AFTER(3));
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  end(table);
}

static void who_opened_the_table_silences_those_who_watch(void **state) {
  (void)state;
  const char *line = "\"type\":\"say\",\"text\":\"so\",\"name\":\"Eve\"";
  struct table *table = core_two("");
  assert_act(table, 2, "\"type\":\"hush\",\"yes\":true", AFTER(1), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"hush\",\"yes\":true", AFTER(1), ANSWER_OK);
  assert_last(table, "\"type\":\"hushed\",\"seat\":1,\"yes\":true}");
  assert_act(table, 0, line, AFTER(2), ANSWER_SILENT);
  assert_act(table, 2, line, AFTER(2), ANSWER_OK);
  assert_rebuilt(table);
  assert_act(table, 1, "\"type\":\"hush\",\"yes\":false", AFTER(3), ANSWER_OK);
  assert_act(table, 0, line, AFTER(3), ANSWER_OK);
  assert_act(table, 2, "\"type\":\"mute\",\"seat\":0,\"yes\":true", AFTER(3), ANSWER_OK);
  assert_last(table, "\"type\":\"muted\",\"seat\":2,\"muted\":0,\"yes\":true}");
  end(table);
  table = core_two(",\"watchers_talk\":false");
  assert_act(table, 0, line, AFTER(1), ANSWER_SILENT);
  end(table);
}

/* One of them alone: under no name that looks like it. */
static void who_opened_the_table_silences_one_who_watches(void **state) {
  (void)state;
  const char *line = "\"type\":\"say\",\"text\":\"so\",\"name\":\"Eve\"",
             *other = "\"type\":\"say\",\"text\":\"so\",\"name\":\"Zoe\"";
  char hush[64], again[64];
  struct table *table = core_two("");
  assert_act(table, 2, line, AFTER(1), ANSWER_OK);
  snprintf(hush, sizeof hush, "\"type\":\"hush\",\"entry\":%d,\"yes\":true", (int)table->seq);
  assert_act(table, 1, hush, AFTER(1), ANSWER_BAD_REQUEST); /* a seat has said it */
  assert_act(table, 1, "\"type\":\"hush\",\"entry\":1000,\"yes\":true", AFTER(1), ANSWER_BAD_REQUEST);
  assert_act(table, 0, line, AFTER(1), ANSWER_OK);
  snprintf(hush, sizeof hush, "\"type\":\"hush\",\"entry\":%d,\"yes\":true", (int)table->seq);
  snprintf(again, sizeof again, "\"type\":\"hush\",\"entry\":%d,\"yes\":false", (int)table->seq);
  assert_act(table, 2, hush, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, again, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, hush, AFTER(2), ANSWER_OK);
  assert_last(table, "\"type\":\"hushed\",\"seat\":1,\"name\":\"Eve\",\"yes\":true}");
  assert_act(table, 1, hush, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 0, line, AFTER(2), ANSWER_SILENT);
  assert_act(table, 0, "\"type\":\"say\",\"text\":\"so\",\"name\":\"EVE\"", AFTER(2), ANSWER_SILENT);
  assert_act(table, 0, other, AFTER(2), ANSWER_OK);
  assert_false(table->hushed);
  assert_rebuilt(table);
  assert_act(table, 1, again, AFTER(3), ANSWER_OK);
  assert_act(table, 0, line, AFTER(3), ANSWER_OK);

  /* Removed, which says more than silenced, and is taken back with it. */
  char removed[96];
  snprintf(removed, sizeof removed, "%s,\"remove\":true", hush);
  assert_act(table, 1, hush, AFTER(4), ANSWER_OK);
  assert_act(table, 2, removed, AFTER(4), ANSWER_NOT_NOW);
  assert_act(table, 1, removed, AFTER(4), ANSWER_OK);
  assert_last(table, "\"type\":\"hushed\",\"seat\":1,\"name\":\"Eve\",\"yes\":true,\"removed\":true}");
  assert_rebuilt(table);
  assert_act(table, 1, removed, AFTER(4), ANSWER_NOT_NOW);
  assert_act(table, 1, again, AFTER(4), ANSWER_OK);
  assert_act(table, 1, removed, AFTER(4), ANSWER_OK);
  assert_act(table, 1, again, AFTER(4), ANSWER_OK);
  snprintf(removed, sizeof removed, "%s,\"remove\":true", again);
  assert_act(table, 1, removed, AFTER(4), ANSWER_BAD_REQUEST);
  assert_act(table, 1, "\"type\":\"hush\",\"yes\":true,\"remove\":true", AFTER(4), ANSWER_BAD_REQUEST);

  /* So many at a time. */
  for (int i = 0; i <= TABLE_MOST_SILENCED; i++) {
    char say[64];
    snprintf(say, sizeof say, "\"type\":\"say\",\"text\":\"so\",\"name\":\"Eve%c\"", 'a' + i);
    assert_act(table, 0, say, AFTER(4), ANSWER_OK);
    snprintf(hush, sizeof hush, "\"type\":\"hush\",\"entry\":%d,\"yes\":true", (int)table->seq);
    assert_act(table, 1, hush, AFTER(4), i < TABLE_MOST_SILENCED ? ANSWER_OK : ANSWER_TOO_MUCH);
  }
  end(table);
}

/* ---- The end ---- */

/* True if the text holds what nobody may know before the end: the secret or the key, whole or in part. */
static bool gives_away(struct span entry) {
  uint8_t secret[FAIR_SECRET];
  struct text text = {0};
  struct fair_contribution contributions[2] = {{.given = true}, {.given = true}};
  for (int seat = 1; seat <= 2; seat++) core_share(seat, contributions[seat - 1].bytes);
  memset(secret, 7, sizeof secret);
  const struct fair_key key = fair_key_of(secret, contributions, 2);
  char digits[9];
  text_add(&text, entry.bytes, entry.length);
  bool found = strstr(text.bytes, "07070707") != NULL;
  for (int i = 0; i + 4 <= FAIR_HASH; i += 4) {
    snprintf(digits, sizeof digits, "%02x%02x%02x%02x", key.bytes[i], key.bytes[i + 1], key.bytes[i + 2],
             key.bytes[i + 3]);
    found = found || strstr(text.bytes, digits) != NULL;
  }
  text_free(&text);
  return found;
}

static void the_secret_is_told_at_the_end_and_not_before(void **state) {
  (void)state;
  struct table *table = core_two("");
  struct text record = {0};
  for (uint32_t i = 0; table->state == TABLE_PLAYING; i++) {
    table_record(table, &record);
    assert_null(strstr(record.bytes, "Secret"));
    assert_false(gives_away(core_span(&record)));
    text_clear(&record);
    draw_and_move(table, i * 2654435761u >> 3, AFTER(i));
  }
  for (int64_t seq = 1; seq < table->seq; seq++) assert_false(gives_away(table_entry(table, seq)));
  assert_true(gives_away(table_entry(table, table->seq)));
  assert_last(table, "\"type\":\"over\",\"scores\":[");
  table_record(table, &record);
  assert_non_null(strstr(record.bytes, "[Secret \"07070707"));
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 1, LEAVE, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 1, "\"type\":\"say\",\"text\":\"well played\"", AFTER(1000), ANSWER_OK);
  assert_act(table, 2, "\"type\":\"rematch\"", AFTER(1001), ANSWER_OK);
  assert_last(table, "\"type\":\"rematch\",\"seat\":2,\"table\":\"NEXTNEXTNEXTNEXT\"}");
  assert_act(table, 1, "\"type\":\"rematch\"", AFTER(1002), ANSWER_NOT_NOW);
  struct former former;
  const struct setup next = table_rematch(table, 2, AFTER(1002), &former);
  assert_string_equal(former.table, table->id);
  assert_int_equal(former.kept[0], 2);
  assert_int_equal(former.kept[1], 1);
  assert_int_equal(next.seats[0].kind, SETUP_PERSON);
  assert_int_equal(next.seats[0].colour, table->setup.seats[1].colour);
  text_free(&record);
  end(table);
}

static void who_has_left_is_the_computer_in_the_rematch(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 1, LEAVE, AFTER(1), ANSWER_OK);
  struct former former;
  struct setup next = table_rematch(table, 2, AFTER(60000), &former);
  assert_int_equal(next.seats[1].kind, SETUP_OPEN);
  next = table_rematch(table, 2, AFTER(60001), &former);
  assert_int_equal(next.seats[0].kind, SETUP_PERSON);
  assert_int_equal(next.seats[1].kind, SETUP_COMPUTER);
  assert_int_equal(next.seats[1].level, SETUP_LEVEL_DEFAULT);
  next = table_rematch(table, 1, AFTER(60001), &former);
  assert_int_equal(next.seats[0].kind, SETUP_OPEN);
  assert_int_equal(next.seats[1].kind, SETUP_PERSON);
  end(table);
}

static void seats_of_a_rematch_are_kept_for_two_minutes(void **state) {
  (void)state;
  const struct former former = {.table = "TABLETABLETABLE1", .kept = {2, 3, 1}};
  struct table *table =
      core_create_after("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", 7, &former);
  const int64_t end_of_it = CORE_START + TABLE_KEPT_MS;
  int seat;

  /* 1. Each finds their own seat and no other. */
  assert_int_equal(core_sit(table, "{\"id\":\"sit-0001\",\"name\":\"Eve\"}", end_of_it - 1, &seat), ANSWER_NOT_NOW);
  assert_int_equal(core_sit_after(table, "{\"id\":\"sit-0002\",\"name\":\"Cleo\",\"seat\":3}", 3, end_of_it - 1, &seat),
                   ANSWER_NOT_NOW);
  assert_int_equal(core_sit_after(table, "{\"id\":\"sit-0003\",\"name\":\"Anna\"}", 1, end_of_it - 1, &seat),
                   ANSWER_OK);
  assert_int_equal(seat, 3);

  /* 2. Who opened the table opens a seat that is kept to everybody; a seat that was left is open anyway. */
  assert_act(table, 1, "\"type\":\"free\",\"seat\":2", end_of_it - 1, ANSWER_OK);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-0004\",\"name\":\"Eve\"}", end_of_it - 1, &seat), ANSWER_OK);
  assert_act(table, 1, "\"type\":\"leave\"", end_of_it - 1, ANSWER_OK);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-0005\",\"name\":\"Dora\"}", end_of_it - 1, &seat), ANSWER_OK);
  end(table);

  /* 3. And when the time is over all are. */
  table = core_create_after("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", 7, &former);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-0006\",\"name\":\"Eve\"}", end_of_it, &seat), ANSWER_OK);
  assert_act(table, 1, "\"type\":\"free\",\"seat\":3", end_of_it, ANSWER_NOT_NOW);
  end(table);

  /* 4. Who asked for the rematch takes it from nobody by leaving: it is closed when nobody else comes in time. */
  for (int comes = 0; comes < 2; comes++) {
    table = core_create_after("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "," OPEN "]}", 7, &former);
    assert_act(table, 1, "\"type\":\"leave\"", end_of_it - 2, ANSWER_OK);
    assert_int_equal(table->state, TABLE_WAITING);
    if (comes)
      assert_int_equal(core_sit_after(table, "{\"id\":\"sit-0007\",\"name\":\"Anna\"}", 1, end_of_it - 1, &seat),
                       ANSWER_OK);
    table_tick(table, end_of_it);
    assert_int_equal(table->state, comes ? TABLE_WAITING : TABLE_CLOSED);
    end(table);
  }
}

/* Who has won counts two points in the games that follow, and who shares the first place one; they go with the seats.
 */
static void games_of_a_series_are_counted(void **state) {
  (void)state;
  struct former former;
  struct table *table = core_two(",\"clock\":{\"kind\":\"game\",\"seconds\":60,\"loses\":true}");
  table_rematch(table, 2, AFTER(1), &former);
  assert_int_equal(former.points[0] + former.points[1], 0);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  table_rematch(table, 1, AFTER(2), &former);
  assert_int_equal(former.points[0], 0); /* for who had seat 2 */
  assert_int_equal(former.points[1], 2);
  end(table);
  table = core_create_after("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "]}", 7, &former);
  assert_int_equal(table->former.points[1], 2);
  assert_rebuilt(table);
  table_rematch(table, 1, AFTER(2), &former);
  assert_int_equal(former.points[0], 2);
  assert_int_equal(former.points[1], 0);
  end(table);
}

/* A game in which the computer made turns for somebody is told as such in the games that follow. */
static void games_in_which_a_computer_helped_are_told(void **state) {
  (void)state;
  struct former former = {.table = "TABLETABLETABLE1", .helped = {3, 0}};
  struct table *table =
      core_create_after("{\"game\":\"classic\",\"seats\":[" PERSON "," OPEN "],\"first\":1}", 7, &former);
  int seat = 0;
  assert_int_equal(core_sit(table, "{\"id\":\"sit-0001\",\"name\":\"Ben\"}", CORE_START, &seat), ANSWER_OK);
  core_begin(table, CORE_START);
  for (int64_t now = 1000; table->state == TABLE_PLAYING; now += 1000) {
    const bool leaves = table->words == 11, returns = table->words == 13;
    if (leaves) assert_act(table, 2, LEAVE, AFTER(now), ANSWER_OK);
    if (returns) assert_act(table, 2, RETURN, AFTER(now), ANSWER_OK);
    if (tess_game_phase(table->history->game) == TESS_PHASE_DRAW)
      table_tick(table, AFTER(now + 5000));
    else if (table_decides(table, &seat, &(int){0}))
      computer_moves(table, AFTER(now));
    else
      assert_int_equal(core_move(table, 3, AFTER(now)), ANSWER_OK);
  }
  table_rematch(table, 1, AFTER((int64_t)1000000), &former);
  assert_int_equal(former.helped[0], 1); /* for who had seat 2 */
  assert_int_equal(former.helped[1], 3);
  end(table);
}

static void no_rematch_before_the_end(void **state) {
  (void)state;
  struct table *table = core_two("");
  assert_act(table, 1, "\"type\":\"rematch\"", AFTER(1), ANSWER_NOT_NOW);
  end(table);
}

static void entries_that_no_table_wrote_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *entry, *expected;
  } cases[] = {
      {"nonsense", "entry 10: expected JSON"},
      {"{\"seq\":9,\"at\":1790000000000,\"type\":\"stood\",\"seat\":1}", "entry 10: seq: expected 10"},
      {"{\"seq\":10,\"at\":1780000000000,\"type\":\"stood\",\"seat\":1}", "entry 10: at: expected"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"danced\",\"seat\":1}", "type: there is no such entry"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"stood\",\"seat\":1}", "not in the state"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"returned\",\"seat\":3}", "seat: expected a whole number"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"moved\",\"seat\":1,\"words\":[\"A3@0,1r2=none\"]}", "words: "},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"undone\",\"seat\":1,\"words\":99}", "words: expected"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"undone\",\"seat\":1,\"words\":0}", "words: expected those before"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"drawn\",\"words\":[]}", "it is not the turn"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"moved\",\"seat\":2,\"words\":[]}", "it is not the turn"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"moved\",\"seat\":1,\"words\":[]}", "a whole turn"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"asked\",\"seat\":1}", "nothing to ask for"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"over\",\"why\":\"clock\"}", "the game is not over"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"over\"}", "the game is not over"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"paused\",\"used\":-1}", "possible times"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"paused\",\"used\":\"1\"}", "used: expected whole numbers"},
      {"{\"seq\":10,\"at\":9223372036854775807,\"type\":\"paused\"}", "possible times"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"returned\",\"seat\":1}", "no computer moves for it"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"computer\",\"seat\":1,\"level\":1,\"why\":\"setup\"}",
       "does not take this one"},
      {"{\"seq\":10,\"at\":1790000000000,\"type\":\"created\"}", "already created"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct fault fault = {0};
    struct table *table = core_two("");
    assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
    assert_int_equal(table->seq, 9);
    assert_false(table_apply(table, span_of(cases[i].entry), &fault));
    if (strstr(fault.text, cases[i].expected) == NULL) fail_msg("%s", fault.text);
    table_close(table);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_game_begins_when_all_have_told_what_they_had_sealed),
      cmocka_unit_test(who_does_not_tell_what_he_sealed_loses_the_seat),
      cmocka_unit_test(who_leaves_after_the_last_seal_makes_the_others_begin_anew),
      cmocka_unit_test(a_guest_who_is_away_without_a_seal_loses_the_seat),
      cmocka_unit_test(until_when_the_others_wait_for_who_is_away),
      cmocka_unit_test(the_opener_changes_what_is_played_before_anybody_has_sealed),
      cmocka_unit_test(who_does_not_seal_at_a_full_table_loses_the_seat),
      cmocka_unit_test(who_opened_the_table_frees_seats),
      cmocka_unit_test(a_restart_gives_time_to_tell_what_was_sealed),
      cmocka_unit_test(a_log_without_seals_is_taken_up),
      cmocka_unit_test(who_stands_up_leaves_an_open_seat),
      cmocka_unit_test(a_table_that_everybody_left_is_closed),
      cmocka_unit_test(a_table_to_which_nobody_comes_is_closed),
      cmocka_unit_test(only_who_is_due_draws_and_moves),
      cmocka_unit_test(the_same_request_is_granted_once),
      cmocka_unit_test(an_id_belongs_to_one_body),
      cmocka_unit_test(the_table_draws_when_the_grace_is_over),
      cmocka_unit_test(the_first_draw_of_a_game_with_a_clock_waits_for_a_look),
      cmocka_unit_test(computers_draw_at_once_and_move),
      cmocka_unit_test(the_own_turn_is_taken_back_until_the_next_draw),
      cmocka_unit_test(later_take_backs_need_the_others),
      cmocka_unit_test(a_move_ends_the_question),
      cmocka_unit_test(dice_that_were_seen_are_taken_back_by_all_or_not_at_all),
      cmocka_unit_test(computers_agree_only_at_a_casual_table),
      cmocka_unit_test(who_is_replaced_has_not_agreed),
      cmocka_unit_test(who_misses_a_turn_has_not_agreed),
      cmocka_unit_test(a_take_back_gives_a_missed_turn_back),
      cmocka_unit_test(programs_refuse_unless_they_want_to_be_asked),
      cmocka_unit_test(take_backs_do_not_change_chance),
      cmocka_unit_test(a_move_for_what_was_taken_back_is_refused),
      cmocka_unit_test(consent_is_for_the_question_that_it_names),
      cmocka_unit_test(a_request_is_for_the_table_that_its_sender_saw),
      cmocka_unit_test(who_was_refused_asks_again_in_the_next_turn),
      cmocka_unit_test(a_serious_table_takes_nothing_back),
      cmocka_unit_test(who_runs_out_of_time_misses_that_turn_only),
      cmocka_unit_test(who_misses_three_turns_in_a_row_is_replaced_until_he_returns),
      cmocka_unit_test(a_clock_for_the_game_counts_and_has_no_return),
      cmocka_unit_test(a_take_back_gives_no_time),
      cmocka_unit_test(at_a_championship_who_runs_out_of_time_or_leaves_has_lost),
      cmocka_unit_test(leaving_and_returning_stops_no_clock),
      cmocka_unit_test(a_turn_that_was_left_is_charged_when_the_computer_ends_it),
      cmocka_unit_test(a_take_back_does_not_renew_the_clock_of_a_move),
      cmocka_unit_test(the_pause_is_no_time_to_think),
      cmocka_unit_test(a_take_back_leaves_no_clock_below_nothing),
      cmocka_unit_test(a_take_back_is_no_pause_for_who_is_to_move),
      cmocka_unit_test(time_that_a_table_was_not_in_memory_does_not_count),
      cmocka_unit_test(a_pause_by_consent_stops_the_clock),
      cmocka_unit_test(a_question_of_a_pause_outlives_turns_and_is_refused_by_one),
      cmocka_unit_test(who_misses_a_turn_has_not_agreed_to_a_pause),
      cmocka_unit_test(whose_time_ran_out_ends_a_pause),
      cmocka_unit_test(a_table_without_a_clock_has_no_pause),
      cmocka_unit_test(computers_and_programs_agree_to_a_pause),
      cmocka_unit_test(a_program_agrees_to_no_pause_where_the_clock_loses),
      cmocka_unit_test(a_clock_of_days_runs_on_while_the_server_is_down),
      cmocka_unit_test(with_a_clock_of_days_who_is_only_slow_keeps_seat_and_table),
      cmocka_unit_test(a_table_with_a_clock_of_days_waits_for_people_who_come_when_they_can),
      cmocka_unit_test(with_a_clock_of_days_who_seals_or_tells_late_makes_room),
      cmocka_unit_test(with_a_clock_of_days_a_guest_may_be_away_while_a_seat_is_open),
      cmocka_unit_test(a_clock_that_jumps_back_moves_no_entry),
      cmocka_unit_test(an_extra_turn_runs_on_the_clock_of_who_has_it),
      cmocka_unit_test(who_runs_out_of_time_in_an_extra_turn_misses_it_only),
      cmocka_unit_test(a_turn_that_gives_an_extra_turn_is_taken_back),
      cmocka_unit_test(the_others_turn_before_two_of_one_seat_is_taken_back),
      cmocka_unit_test(a_whole_box_game_with_extra_turns_is_proved),
      cmocka_unit_test(who_leaves_is_replaced_and_may_return),
      cmocka_unit_test(a_game_that_everybody_left_waits),
      cmocka_unit_test(a_game_rests_while_somebody_may_return),
      cmocka_unit_test(a_game_in_which_the_time_of_all_has_run_out_is_undecided),
      cmocka_unit_test(who_leaves_all_the_time_returns_no_more),
      cmocka_unit_test(who_is_away_is_replaced_by_a_good_computer),
      cmocka_unit_test(only_who_is_away_can_be_replaced),
      cmocka_unit_test(who_sits_there_may_have_another_name),
      cmocka_unit_test(people_talk_and_mute),
      cmocka_unit_test(nobody_talks_away_what_others_may_do),
      cmocka_unit_test(who_sits_down_next_may_talk),
      cmocka_unit_test(talk_before_the_start_has_an_end),
      cmocka_unit_test(take_backs_have_an_end),
      cmocka_unit_test(who_opened_the_table_silences_those_who_watch),
      cmocka_unit_test(who_opened_the_table_silences_one_who_watches),
      cmocka_unit_test(the_secret_is_told_at_the_end_and_not_before),
      cmocka_unit_test(who_has_left_is_the_computer_in_the_rematch),
      cmocka_unit_test(seats_of_a_rematch_are_kept_for_two_minutes),
      cmocka_unit_test(games_of_a_series_are_counted),
      cmocka_unit_test(games_in_which_a_computer_helped_are_told),
      cmocka_unit_test(no_rematch_before_the_end),
      cmocka_unit_test(entries_that_no_table_wrote_are_refused),
  };
  return cmocka_run_group_tests(tests, open_library, close_library);
}
