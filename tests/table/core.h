/* Tables for tests of the core, made and asked by JSON as the server does it, in which ' may stand for ". */
#ifndef TESTS_TABLE_CORE_H
#define TESTS_TABLE_CORE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "chance/proof.h"
#include "notation/library.h"
#include "notation/move.h"
#include "table/table.h"

#define CORE_START 1790000000000 /* when tables are made */

/* `{"kind":"person"}` and so on, for setups. */
#define PERSON "{\"kind\":\"person\"}"
#define OPEN "{\"kind\":\"open\"}"
#define COMPUTER "{\"kind\":\"computer\",\"level\":1}"

static inline struct span core_span(const struct text *text) { return text_span(text); }

/* The words with " for each '; to be freed. */
static inline struct text core_json(const char *words) {
  struct text text = {0};
  text_add_string(&text, words);
  for (char *at = text.bytes; at != NULL && (at = strchr(at, '\'')) != NULL;) *at = '"';
  return text;
}

/* A table that Anna made with this setup; as the rematch of a former game, and with a shared deck, or NULL. */
static inline struct table *core_create_with(const char *setup, uint8_t secret_byte, const struct former *former,
                                             const struct shared_deck *deck) {
  uint8_t secret[FAIR_SECRET];
  struct request request;
  struct answer answer = {0};
  struct text words = {0};
  memset(secret, secret_byte, sizeof secret);
  text_print(&words, "{'id':'create-1','name':'Anna','setup':%s}", setup);
  struct text body = core_json(words.bytes);
  if (!request_read_create(core_span(&body), library, &request, &answer)) fail_msg("%s", answer.body.bytes);
  text_free(&words), text_free(&body);
  if (former != NULL) request.former = *former;
  if (deck != NULL) request.deck = *deck;
  struct table *table = table_open(library, "TABLETABLETABLE2", secret, CORE_START);
  table_create(table, &request, CORE_START);
  return table;
}

static inline struct table *core_create_after(const char *setup, uint8_t secret_byte, const struct former *former) {
  return core_create_with(setup, secret_byte, former, NULL);
}

static inline struct table *core_create(const char *setup, uint8_t secret_byte) {
  return core_create_after(setup, secret_byte, NULL);
}

/* Does what `body` asks for a seat; the code of the answer, ANSWER_OK if it was granted. */
static inline enum answer_code core_act_body(struct table *table, int seat, const char *body, int64_t now) {
  struct request request;
  struct answer answer = {0};
  struct text json = core_json(body);
  const bool granted = request_read_action(text_span(&json), &request, &answer) &&
                       table_act(table, seat, &request, "NEXTNEXTNEXTNEXT", now, &answer);
  const enum answer_code code = granted ? ANSWER_OK : answer.code;
  assert_true(granted || (code != ANSWER_OK && strstr(answer.body.bytes, "\"text\":\"") != NULL));
  answer_free(&answer), text_free(&json);
  return code;
}

/* The same with a new id; `members` are those besides `id`. */
static inline enum answer_code core_act(struct table *table, int seat, const char *members, int64_t now) {
  struct text body = {0};
  text_print(&body, "{\"id\":\"request-%d\",%s}", rand(), members);
  const enum answer_code code = core_act_body(table, seat, body.bytes, now);
  text_free(&body);
  return code;
}

/* Sits down as the holder of this seat of the former game, from 1; 0: none. */
static inline enum answer_code core_sit_after(struct table *table, const char *members, int former_seat, int64_t now,
                                              int *seat) {
  struct request request;
  struct answer answer = {0};
  struct text json = core_json(members);
  bool granted = request_read_sit(text_span(&json), &request, &answer);
  request.former_seat = former_seat;
  granted = granted && table_sit(table, &request, now, seat, &answer);
  const enum answer_code code = granted ? ANSWER_OK : answer.code;
  answer_free(&answer), text_free(&json);
  return code;
}

static inline enum answer_code core_sit(struct table *table, const char *members, int64_t now, int *seat) {
  return core_sit_after(table, members, 0, now, seat);
}

/* A legal turn of the tile that is drawn, as a word: number `choice` of the placements and of the decisions after it.
 */
static inline void core_turn(const tess_game *game, uint32_t choice, struct text *word) {
  tess_game *scratch = malloc(tess_game_size());
  tess_decision decisions[TESS_MAX_DECISIONS];
  const tess_placement placement =
      tess_game_placement_at(game, (int)(choice % (uint32_t)tess_game_placement_count(game)));
  tess_game_copy(scratch, game);
  assert_int_equal(tess_game_place(scratch, placement, NULL, NULL), TESS_ERROR_NONE);
  const uint32_t count = (uint32_t)tess_game_decisions(scratch, decisions);
  const tess_decision decision = decisions[choice / 7919 % count];
  const struct move move = turn_move(game, placement, decision, scratch);
  move_write(&move, tess_game_set(game), word);
  free(scratch);
}

/* The request for such a turn of the seat to move. */
static inline enum answer_code core_move(struct table *table, uint32_t choice, int64_t now) {
  struct text word = {0}, members = {0};
  core_turn(table->history->game, choice, &word);
  text_print(&members, "\"type\":\"move\",\"move\":\"%s\",\"at\":%d", word.bytes, table->words);
  const enum answer_code code = core_act(table, tess_game_seat(table->history->game) + 1, members.bytes, now);
  text_free(&word), text_free(&members);
  return code;
}

/* The last entry has this in it. */
static inline void assert_last(const struct table *table, const char *part) {
  const struct span entry = table_entry(table, table->seq);
  struct text words = core_json(part);
  if (memmem(entry.bytes, entry.length, words.bytes, words.length) == NULL)
    fail_msg("%s\nis not in\n%.*s", words.bytes, (int)entry.length, entry.bytes);
  text_free(&words);
}

/* The share of chance of a seat, from 1, as this helper gives it. */
static inline void core_share(int seat, uint8_t share[FAIR_CONTRIBUTION]) {
  for (uint8_t i = 0; i < FAIR_CONTRIBUTION; i++) share[i] = i;
  if (seat > 1) share[0] = share[15] = (uint8_t)(0x101 - seat);
}

/* Seals the share of a seat under the commitment that holds. */
static inline enum answer_code core_seal(struct table *table, int seat, const char *commitment, int64_t now) {
  uint8_t bytes[FAIR_HASH], share[FAIR_CONTRIBUTION], seal[FAIR_HASH];
  struct text members = {0};
  assert_true(hex_read(span_of(commitment), bytes, FAIR_HASH));
  core_share(seat, share);
  fair_seal(bytes, seat - 1, share, seal);
  text_add_string(&members, "\"type\":\"seal\",\"seal\":\"");
  hex_write(seal, FAIR_HASH, &members);
  text_add_char(&members, '"');
  const enum answer_code code = core_act(table, seat, members.bytes, now);
  text_free(&members);
  return code;
}

/* Tells the share of a seat. */
static inline enum answer_code core_contribute(struct table *table, int seat, int64_t now) {
  uint8_t share[FAIR_CONTRIBUTION];
  struct text members = {0};
  core_share(seat, share);
  text_add_string(&members, "\"type\":\"contribute\",\"contribution\":\"");
  hex_write(share, FAIR_CONTRIBUTION, &members);
  text_add_char(&members, '"');
  const enum answer_code code = core_act(table, seat, members.bytes, now);
  text_free(&members);
  return code;
}

/* The commitment that the log told last, 64 digits; it stays until three more were asked for. */
static inline const char *core_commitment(const struct table *table) {
  static const char key[] = "\"commitment\":\"";
  static char told[3][65];
  static int next;
  for (int64_t seq = table->seq;; seq--) {
    const struct span entry = table_entry(table, seq);
    const char *found = memmem(entry.bytes, entry.length, key, sizeof key - 1);
    if (found == NULL) continue;
    next = (next + 1) % 3;
    return memcpy(told[next], found + sizeof key - 1, 64);
  }
}

/* All seats are taken: everybody seals, then everybody contributes, and the game begins. */
static inline void core_begin(struct table *table, int64_t now) {
  const char *commitment = core_commitment(table);
  for (int seat = 1; seat <= table->setup.players; seat++)
    if (table->seats[seat - 1].holder != TABLE_COMPUTER)
      assert_int_equal(core_seal(table, seat, commitment, now), ANSWER_OK);
  for (int seat = 1; seat <= table->setup.players; seat++)
    if (table->seats[seat - 1].holder != TABLE_COMPUTER) assert_int_equal(core_contribute(table, seat, now), ANSWER_OK);
  assert_int_equal(table->state, TABLE_PLAYING);
}

/* A table at which two persons sit, and have sealed nothing yet. `game` and `more` are members of its setup. */
static inline struct table *core_seated_for(const char *game, const char *more) {
  struct text setup = {0};
  int seat = 0;
  text_print(&setup, "{%s,\"seats\":[" PERSON "," OPEN "],\"first\":1%s}", game, more);
  struct table *table = core_create(setup.bytes, 7);
  text_free(&setup);
  assert_int_equal(core_sit(table, "{\"id\":\"sit-down-2\",\"name\":\"Ben\"}", CORE_START, &seat), ANSWER_OK);
  assert_int_equal(seat, 2);
  return table;
}

/* The same for Star Wars. */
static inline struct table *core_seated(const char *more) { return core_seated_for("\"game\":\"star-wars\"", more); }

/* A table for two persons at its first draw. */
static inline struct table *core_two_for(const char *game, const char *more) {
  struct table *table = core_seated_for(game, more);
  core_begin(table, CORE_START);
  return table;
}

static inline struct table *core_two(const char *more) { return core_two_for("\"game\":\"star-wars\"", more); }

#endif
