/*
 * Tables under a seeded scheduler: requests are reordered, dropped, sent again, sent for the wrong seat or too late,
 * the clock jumps, computers answer late, and the table is thrown away and rebuilt from what was stored. Whatever
 * happens, a step is granted exactly when it is due, a rebuilt table is the same, and a finished game replays and
 * proves its chance.
 *
 * `table_simulation_test TABLES [SEED]` simulates another number of tables, from another seed on.
 */
#include "table/people.h"

#include <stdio.h>

#include "chance/proof.h"
#include "lobby/limiter.h"

enum { TABLES = 2500 };
enum { FLIGHT = 6 };

struct stored_request {
  int seat;
  char id[REQUEST_ID_SIZE];
  int64_t seq;
};

struct table_simulation {
  struct people people;
  uint8_t secret[FAIR_SECRET];
  int64_t now;
  struct delivery flight[FLIGHT];
  struct stored_request *stored;
  int stored_count, stored_room;
  int64_t checked; /* the entry up to which take-backs were checked */
  int words;       /* of the game after it */
  bool agreed[TESS_MAX_PLAYERS];
  bool computer[TESS_MAX_PLAYERS]; /* moves for the seat */
  bool asked[TESS_MAX_PLAYERS];    /* was the holder's own since the question was put: must agree */
};

struct tally {
  long tables, requests, granted, again, crashes, finished, closed, agreed /* take-backs of what had shown chance */,
      renewed;
};

/* ---- Storing and rebuilding ---- */

static void store_request(struct table_simulation *s, int seat, const char *id) {
  if (s->stored_count == s->stored_room) {
    s->stored_room = s->stored_room * 2 + 64;
    s->stored = memory_resize(s->stored, (size_t)s->stored_room * sizeof *s->stored);
  }
  struct stored_request *stored = &s->stored[s->stored_count++];
  *stored = (struct stored_request){.seat = seat, .seq = s->people.table->seq};
  memcpy(stored->id, id, strlen(id) + 1);
}

/* The state in a few numbers. */
static void print_state(const struct table *table, struct text *text) {
  int seat = 0, level = 0;
  const bool decides = table_decides(table, &seat, &level);
  text_print(text, "%d %d %d %d %d %d;", (int)table->state, table->words, table->asking, decides, seat, level);
  text_add_int(text, table->seq);
  for (int i = 0; i < table->setup.players; i++) {
    const struct table_seat *at = &table->seats[i];
    text_print(text, ";%d %d %d %d %d %d %d %s ", at->holder, at->why, at->level, at->consents, at->missed, at->sealed,
               at->contribution.given, at->name);
    text_add_int(text, at->left);
  }
  if (table->history == NULL) return;
  text_add_char(text, ';');
  text_add_hash(text, tess_game_hash(table->history->game));
  text_print(text, ";%d", table->history->count);
}

static struct table *rebuild(const struct table_simulation *s) {
  struct fault fault;
  struct table *again = table_open(library, s->people.table->id, s->secret, s->now);
  for (int64_t seq = 1; seq <= s->people.table->seq; seq++)
    if (!table_apply(again, table_entry(s->people.table, seq), &fault)) fail_msg("%s", fault.text);
  for (int i = 0; i < s->stored_count; i++)
    table_remember(again, s->stored[i].seat, s->stored[i].id, 0, s->stored[i].seq);
  return again;
}

/* The server dies and starts again. */
static void crash(struct table_simulation *s) {
  struct text before = {0}, after = {0};
  struct table *again = rebuild(s);
  print_state(s->people.table, &before), print_state(again, &after);
  assert_string_equal(before.bytes, after.bytes);
  for (int i = s->stored_count > 20 ? s->stored_count - 20 : 0; i < s->stored_count; i++)
    assert_true(table_recall(s->people.table, s->stored[i].seat, s->stored[i].id) ==
                table_recall(again, s->stored[i].seat, s->stored[i].id));
  table_close(s->people.table);
  s->people.table = again;
  text_free(&before), text_free(&after);
}

/* ---- What is sent ---- */

/* The turn of the computer that is due. */
static struct delivery make_thought(struct table_simulation *s) {
  struct delivery message = {.kind = THOUGHT, .at = s->people.table->position};
  core_turn(s->people.table->history->game, below(&s->people, 1u << 30), &message.body);
  return message;
}

static bool is_thinking(const struct table_simulation *s) {
  for (int i = 0; i < FLIGHT; i++)
    if (s->flight[i].kind == THOUGHT && s->flight[i].at == s->people.table->position) return true;
  return false;
}

static void send(struct table_simulation *s) {
  int seat, level, free_place = 0;
  while (free_place < FLIGHT && s->flight[free_place].kind != NOTHING) free_place++;
  if (free_place == FLIGHT) return;
  if (table_decides(s->people.table, &seat, &level)) {
    if (!is_thinking(s)) s->flight[free_place] = make_thought(s);
    return;
  }
  s->flight[free_place] = make_message(&s->people);
}

/* ---- What arrives ---- */

/* True if a draw or move is to be granted; a move if it is legal, too: one that was made for a game since taken back
 * need not be. */
static bool is_due(const struct table_simulation *s, int seat, const struct request *request) {
  const struct table *table = s->people.table;
  if (table->state != TABLE_PLAYING || tess_game_seat(table->history->game) != seat - 1) return false;
  if (table->seats[seat - 1].why != TABLE_NOT || table->paused) return false;
  const tess_phase phase = tess_game_phase(table->history->game);
  if (request->type == REQUEST_DRAW) return phase == TESS_PHASE_DRAW;
  return phase == TESS_PHASE_PLACE && request->at == table->words &&
         (table->setup.clock == SETUP_NO_CLOCK || table_due(table) > s->now);
}

static void receive_act(struct table_simulation *s, const struct delivery *message, struct tally *tally) {
  struct request request;
  struct answer answer = {0};
  const int seat = one_in(&s->people, 30) ? (int)below(&s->people, (uint32_t)s->people.table->setup.players + 1)
                                          : s->people.seats[message->client];
  const int64_t seq = s->people.table->seq, position = s->people.table->position;
  assert_true(request_read_action(text_span(&message->body), &request, &answer));
  const int64_t before = table_recall(s->people.table, seat, request.id);
  const bool due = seat > 0 && before == 0 && is_due(s, seat, &request);
  const bool granted = table_act(s->people.table, seat, &request, "NEXTNEXTNEXTNEXT", s->now, &answer);
  if (before > 0) assert_true(granted && s->people.table->seq == seq);
  if (!granted)
    assert_true(s->people.table->seq == seq && s->people.table->position == position && answer.code != ANSWER_OK);
  if (before == 0 && (request.type == REQUEST_DRAW || request.type == REQUEST_MOVE))
    assert_true(granted == due || (due && message->at != position && answer.code == ANSWER_BAD_MOVE));
  if (before == 0 && granted) store_request(s, seat, request.id);
  tally->requests++, tally->granted += granted, tally->again += before > 0;
  answer_free(&answer);
  lose_seats(&s->people);
}

static void receive_sit(struct table_simulation *s, const struct delivery *message, struct tally *tally) {
  struct request request;
  struct answer answer = {0};
  int seat = 0;
  const int64_t seq = s->people.table->seq;
  assert_true(request_read_sit(text_span(&message->body), &request, &answer));
  const int held = s->people.seats[message->client];
  if (held > 0 && table_recall(s->people.table, 0, request.id) == 0) return; /* nobody asks for a second seat */
  const bool again = table_recall(s->people.table, 0, request.id) > 0;
  const bool granted = table_sit(s->people.table, &request, s->now, &seat, &answer);
  assert_true(granted == (s->people.table->seq > seq) && !(again && granted));
  if (granted) store_request(s, 0, request.id);
  if (granted) s->people.seats[message->client] = seat;
  tally->requests++, tally->granted += granted;
  answer_free(&answer);
}

static void receive(struct table_simulation *s, const struct delivery *message, struct tally *tally) {
  const struct span body = {message->body.bytes, message->body.length};
  if (message->kind == ACT) receive_act(s, message, tally);
  if (message->kind == SIT) receive_sit(s, message, tally);
  if (message->kind != THOUGHT) return;
  int seat, level;
  const bool due = table_decides(s->people.table, &seat, &level) && message->at == s->people.table->position;
  assert_int_equal(table_computer(s->people.table, message->at, body, s->now), due);
}

/* Nothing that showed a tile or dice was taken back unless all others had agreed: people and programs by an answer of
 * their own, and by the set-up the seats for which the computer moved before and after the question. */
static void check_undone(struct table_simulation *s, const json_t *entry, struct tally *tally) {
  const int words = (int)json_integer_value(json_object_get(entry, "words"));
  const int asking = (int)json_integer_value(json_object_get(entry, "seat")) - 1;
  const bool shown = s->words > words + 1;
  for (int seat = 0; shown && seat < s->people.table->setup.players; seat++)
    assert_true(seat == asking || s->agreed[seat] || (!s->asked[seat] && s->people.table->setup.casual));
  tally->agreed += shown;
  s->words = words;
}

/* Keeps for whom the computer moves, and who has to be asked since the last question. */
static void note_asked(struct table_simulation *s, const json_t *entry, const char *type) {
  const json_int_t seat = json_integer_value(json_object_get(entry, "seat")) - 1;
  if (strcmp(type, "computer") == 0) s->computer[seat] = true;
  if (strcmp(type, "returned") == 0) s->computer[seat] = false, s->asked[seat] = true;
  if (strcmp(type, "asked") != 0) return;
  for (int other = 0; other < TESS_MAX_PLAYERS; other++) s->asked[other] = !s->computer[other];
}

static void check_take_backs(struct table_simulation *s, struct tally *tally) {
  while (s->checked < s->people.table->seq) {
    const struct span span = table_entry(s->people.table, ++s->checked);
    json_t *entry = json_loadb(span.bytes, span.length, 0, NULL);
    const char *type = json_string_value(json_object_get(entry, "type"));
    if (strcmp(type, "drawn") == 0 || strcmp(type, "moved") == 0)
      s->words += (int)json_array_size(json_object_get(entry, "words"));
    if (strcmp(type, "asked") == 0) memset(s->agreed, 0, sizeof s->agreed);
    note_asked(s, entry, type);
    if (strcmp(type, "answered") == 0)
      s->agreed[json_integer_value(json_object_get(entry, "seat")) - 1] = json_is_true(json_object_get(entry, "yes"));
    if (strcmp(type, "undone") == 0) check_undone(s, entry, tally);
    json_decref(entry);
  }
}

/* One message out of those on their way, in any order, arrives, is lost, or arrives and is sent again. */
static void deliver(struct table_simulation *s, struct tally *tally) {
  struct delivery *message = &s->flight[below(&s->people, FLIGHT)];
  if (message->kind == NOTHING) return;
  if (!one_in(&s->people, 20)) receive(s, message, tally);
  if (one_in(&s->people, 12)) return;
  text_free(&message->body);
  *message = (struct delivery){0};
}

/* ---- Tables ---- */

static void pass_time(struct table_simulation *s) {
  s->now += below(&s->people, 1500);
  if (!s->people.calm && one_in(&s->people, 400)) s->now += 3600000 * ((int64_t)below(&s->people, 5) - 2);
  table_tick(s->people.table, s->now);
  lose_seats(&s->people);
}

static struct table_simulation open_simulation(uint64_t seed) {
  struct table_simulation s = {.people.random = seed * 0x9e3779b97f4a7c15u + 1, .now = CORE_START};
  struct text setup = {0}, body = {0};
  struct request request;
  struct answer answer = {0};
  s.people.calm = seed % LONG_GAMES == 0;
  for (int i = 0; i < FAIR_SECRET; i++) s.secret[i] = (uint8_t)below(&s.people, 256);
  write_setup(&s.people, &setup);
  text_print(&body, "{\"id\":\"create-1\",\"name\":\"client 0\",\"setup\":%s}", setup.bytes);
  if (!request_read_create(core_span(&body), library, &request, &answer)) fail_msg("%s", answer.body.bytes);
  s.people.table = table_open(library, "TABLETABLETABLE2", s.secret, s.now);
  table_create(s.people.table, &request, s.now);
  while (s.people.table->seats[s.people.seats[0]++].holder != TABLE_PERSON) continue;
  text_free(&setup), text_free(&body);
  return s;
}

static void close_simulation(struct table_simulation *s) {
  for (int i = 0; i < FLIGHT; i++) text_free(&s->flight[i].body);
  free(s->stored);
  table_close(s->people.table);
}

static bool has_renewed(const struct table_simulation *s) {
  for (int64_t seq = 1; seq <= s->people.table->seq; seq++) {
    const struct span entry = table_entry(s->people.table, seq);
    if (memmem(entry.bytes, entry.length, "\"type\":\"renewed\"", 16) != NULL) return true;
  }
  return false;
}

/* Nobody was told the secret before the end; after a renewal it is another one. */
static void check_secret(const struct table_simulation *s) {
  struct text digits = {0};
  if (s->people.table->state == TABLE_OVER && has_renewed(s)) return;
  hex_write(s->secret, 8, &digits);
  for (int64_t seq = 1; seq <= s->people.table->seq; seq++) {
    const struct span entry = table_entry(s->people.table, seq);
    struct text copy = {0};
    text_add(&copy, entry.bytes, entry.length);
    assert_int_equal(strstr(copy.bytes, digits.bytes) != NULL, strstr(copy.bytes, "\"type\":\"over\"") != NULL);
    text_free(&copy);
  }
  text_free(&digits);
}

/* What a log has told of the shares of chance up to an entry. */
struct shares {
  int players;
  uint8_t commitment[FAIR_HASH];
  bool held[TESS_MAX_PLAYERS], sealed[TESS_MAX_PLAYERS], told[TESS_MAX_PLAYERS]; /* by persons and programs */
  bool begun, lost; /* the game; a seat after the last seal, so that a renewal is due */
  uint8_t seals[TESS_MAX_PLAYERS][FAIR_HASH];
  long renewed;
};

static bool do_all(const struct shares *shares, const bool done[TESS_MAX_PLAYERS]) {
  for (int i = 0; i < shares->players; i++)
    if (!done[i]) return false;
  return true;
}

static void take_hex(const json_t *entry, const char *member, uint8_t *bytes, size_t size) {
  assert_true(hex_read(span_of(json_string_value(json_object_get(entry, member))), bytes, size));
}

/* Shares are told only when all are sealed, and as they were sealed; who breaks it off then makes all begin anew. */
static void check_share(struct shares *shares, const json_t *entry, const char *type) {
  const json_int_t seat = json_integer_value(json_object_get(entry, "seat")) - 1;
  uint8_t share[FAIR_CONTRIBUTION], seal[FAIR_HASH];
  if (strcmp(type, "created") == 0 || strcmp(type, "renewed") == 0)
    take_hex(entry, "commitment", shares->commitment, FAIR_HASH);
  if (strcmp(type, "sat") == 0) shares->held[seat] = true;
  if (strcmp(type, "computer") == 0 && !shares->begun)
    shares->held[seat] = shares->sealed[seat] = shares->told[seat] = true;
  if (strcmp(type, "sealed") == 0) {
    assert_true(shares->held[seat] && !shares->sealed[seat] && !shares->lost);
    take_hex(entry, "seal", shares->seals[seat], FAIR_HASH);
    shares->sealed[seat] = true;
  }
  if (strcmp(type, "contributed") == 0) {
    assert_true(do_all(shares, shares->held) && do_all(shares, shares->sealed) && !shares->lost);
    take_hex(entry, "contribution", share, FAIR_CONTRIBUTION);
    fair_seal(shares->commitment, (int)seat, share, seal);
    assert_memory_equal(seal, shares->seals[seat], FAIR_HASH);
    shares->told[seat] = true;
  }
  if (strcmp(type, "stood") == 0) {
    shares->lost = shares->lost || (do_all(shares, shares->held) && do_all(shares, shares->sealed));
    shares->held[seat] = shares->sealed[seat] = shares->told[seat] = false;
  }
  if (strcmp(type, "started") == 0) shares->begun = do_all(shares, shares->told) && !shares->lost;
  if (strcmp(type, "started") == 0) assert_true(shares->begun);
}

/* A renewal takes back what persons and programs have sealed and told; computers have nothing to seal. */
static void check_renewed(struct shares *shares, const struct table *table) {
  assert_true(shares->lost && !shares->begun);
  shares->lost = false;
  shares->renewed++;
  for (int i = 0; i < shares->players; i++)
    shares->sealed[i] = shares->told[i] = table->setup.seats[i].kind == SETUP_COMPUTER;
}

static void check_shares(const struct table_simulation *s, struct tally *tally) {
  struct shares shares = {.players = s->people.table->setup.players};
  for (int64_t seq = 1; seq <= s->people.table->seq; seq++) {
    const struct span span = table_entry(s->people.table, seq);
    json_t *entry = json_loadb(span.bytes, span.length, 0, NULL);
    const char *type = json_string_value(json_object_get(entry, "type"));
    assert_true(!shares.lost || strcmp(type, "renewed") == 0 || strcmp(type, "stood") == 0 ||
                strcmp(type, "closed") == 0);
    check_share(&shares, entry, type);
    if (strcmp(type, "renewed") == 0) check_renewed(&shares, s->people.table);
    json_decref(entry);
  }
  tally->renewed += shares.renewed;
}

static void simulate(uint64_t seed, struct tally *tally) {
  run_seed(seed);
  struct table_simulation s = open_simulation(seed);
  const uint32_t steps = s.people.calm ? 20000 : 40 + below(&s.people, 160);
  for (uint32_t step = 0; step < steps && s.people.table->state < TABLE_OVER; step++) {
    send(&s);
    deliver(&s, tally);
    if (one_in(&s.people, 4)) pass_time(&s);
    check_take_backs(&s, tally);
    if (!one_in(&s.people, 150)) continue;
    crash(&s);
    tally->crashes++;
  }
  crash(&s);
  check_secret(&s);
  check_shares(&s, tally);
  if (s.people.table->state == TABLE_OVER) check_record(s.people.table);
  tally->tables++, tally->finished += s.people.table->state == TABLE_OVER,
      tally->closed += s.people.table->state == TABLE_CLOSED;
  close_simulation(&s);
  run_seed(0);
}

static long tables = TABLES, first_seed = 1;

TEST_WITH(whatever_happens_tables_stay_right, NULL, tell_seed_at_end) {
  struct tally tally = {0};
  for (long i = 0; i < tables; i++) simulate((uint64_t)(first_seed + i), &tally);
  printf("%ld tables, %ld finished, %ld closed; %ld requests, %ld granted, %ld of them again; %ld crashes; %ld "
         "take-backs of what "
         "was seen; %ld renewals\n",
         tally.tables, tally.finished, tally.closed, tally.requests, tally.granted, tally.again, tally.crashes,
         tally.agreed, tally.renewed);
  assert_true(tally.finished >= tables / LONG_GAMES - 2);
  assert_true(tables < 1000 || tally.renewed > 0);
}

/* ---- Grinding ---- */

enum { GRIND_TABLES = 16, GRIND_SHARES = 9000 };

/* The tile that the accomplice wants to begin with. */
static int wanted(const tess_game *game) {
  int kind = 0;
  while (tess_game_due(game, kind) == 0) kind++;
  return kind;
}

/* The accomplice at seat 2 tries shares until he would begin with the tile that he wants; `other` is what he
 * takes for the share of seat 1. He knows the secret of the server. Gives whether he found such a share. */
static bool grind(const uint8_t secret[FAIR_SECRET], const uint8_t other[FAIR_CONTRIBUTION], const tess_game *game,
                  uint8_t share[FAIR_CONTRIBUTION]) {
  struct fair_contribution contributions[2] = {{.given = true}, {.given = true}};
  memcpy(contributions[0].bytes, other, FAIR_CONTRIBUTION);
  for (int i = 0; i < GRIND_SHARES; i++) {
    contributions[1].bytes[0] = (uint8_t)i;
    contributions[1].bytes[1] = (uint8_t)(i >> 8);
    const struct fair_key key = fair_key_of(secret, contributions, 2);
    memcpy(share, contributions[1].bytes, FAIR_CONTRIBUTION);
    if (fair_first(&key, 2) == 1 && fair_draw(&key, 1, game) == wanted(game)) return true;
  }
  return false;
}

/* A table of two that chance begins; seat 1 has the share of core_share(), which nobody else knows. */
static struct table *grind_table(uint8_t secret_byte) {
  int seat = 0;
  struct table *table = core_create("{\"game\":\"star-wars\",\"seats\":[" PERSON "," OPEN "]}", secret_byte);
  assert_int_equal(core_sit(table, "{\"id\":\"accomplice\",\"name\":\"Eve\"}", CORE_START, &seat), ANSWER_OK);
  return table;
}

static enum answer_code give(struct table *table, const char *type, const char *member, const uint8_t *bytes,
                             size_t size) {
  struct delivery message = {0};
  text_print(&message.body, "\"type\":\"%s\"", type);
  add_hex(&message, member, bytes, size);
  const enum answer_code code = core_act(table, 2, message.body.bytes, CORE_START);
  text_free(&message.body);
  return code;
}

/* Seat 2 seals this share, before seat 1 tells his; then both tell theirs. True if seat 2 begins with the tile. */
static bool play_share(struct table *table, int tile, const uint8_t share[FAIR_CONTRIBUTION]) {
  uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
  const char *told = core_commitment(table);
  assert_true(hex_read(span_of(told), commitment, FAIR_HASH));
  fair_seal(commitment, 1, share, seal);
  assert_int_equal(core_seal(table, 1, told, CORE_START), ANSWER_OK);
  assert_int_equal(give(table, "seal", "seal", seal, FAIR_HASH), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, CORE_START), ANSWER_OK);
  assert_int_equal(give(table, "contribute", "contribution", share, FAIR_CONTRIBUTION), ANSWER_OK);
  assert_int_equal(table->state, TABLE_PLAYING);
  const bool begins = tess_game_seat(table->history->game) == 1;
  table_tick(table, CORE_START + 60000);
  return begins && table->history->steps[0].kind == tile;
}

/* Who is in league with the server and chooses among 9,000 shares begins with the tile that he wants only if he knows
 * the other's share before he chooses; sealing hides it. */
TEST(who_grinds_gains_nothing) {
  int knowing = 0, sealed = 0;
  for (int i = 0; i < GRIND_TABLES; i++) {
    uint8_t secret[FAIR_SECRET], other[FAIR_CONTRIBUTION], guess[FAIR_CONTRIBUTION] = {0}, share[FAIR_CONTRIBUTION];
    struct table *start = core_two(""), *table = grind_table((uint8_t)(i + 1));
    memset(secret, i + 1, sizeof secret);
    core_share(1, other);
    knowing += grind(secret, other, start->history->game, share);
    assert_true(grind(secret, guess, start->history->game, share));
    sealed += play_share(table, wanted(start->history->game), share);
    table_close(start), table_close(table);
  }
  assert_int_equal(knowing, GRIND_TABLES);
  assert_true(sealed <= 2); /* chance gives it in one of 100 tables */
}

/* Nor can he choose after he has seen the other's share: only what he sealed is taken, and silence costs the seat. */
TEST(who_has_sealed_cannot_choose_any_more) {
  uint8_t commitment[FAIR_HASH], share[FAIR_CONTRIBUTION] = {0}, seal[FAIR_HASH];
  struct table *table = grind_table(1);
  const char *told = core_commitment(table);
  assert_true(hex_read(span_of(told), commitment, FAIR_HASH));
  fair_seal(commitment, 1, (const uint8_t[FAIR_CONTRIBUTION]){[15] = 1}, seal);
  assert_int_equal(core_seal(table, 1, told, CORE_START), ANSWER_OK);
  assert_int_equal(give(table, "seal", "seal", seal, FAIR_HASH), ANSWER_OK);
  assert_int_equal(core_contribute(table, 1, CORE_START), ANSWER_OK);
  for (int i = 0; i < GRIND_SHARES; i++) {
    share[0] = (uint8_t)i, share[1] = (uint8_t)(i >> 8);
    assert_int_equal(give(table, "contribute", "contribution", share, FAIR_CONTRIBUTION), ANSWER_BAD_REQUEST);
  }
  table_tick(table, CORE_START + TABLE_REVEAL_MS);
  assert_int_equal(table->state, TABLE_WAITING);
  assert_int_equal(table->seats[1].holder, TABLE_NOBODY);
  assert_last(table, "\"type\":\"renewed\"");
  table_close(table);
}

/* ---- Waiting beside abusers ---- */

/*
 * A server in a time of its own: what arrives is done one after the other, in its order, and addresses have the buckets
 * of requests that `tessera serve` gives them. A unit of work is a request that is looked at, an entry that is written,
 * or a word of a game that is played anew after a take-back; it takes WAIT_UNIT_US. Abusers flood their own tables with
 * talk, questions, take-backs, coming and going, and go on when they are refused.
 */
enum {
  WAIT_HONEST = 100, /* tables of people who do what is due */
  WAIT_ABUSERS = 8,  /* addresses, */
  WAIT_TABLES = 4,   /* tables of each, and */
  WAIT_PER_MS = 5,   /* requests of each a millisecond */
  WAIT_UNIT_US = 20,
  WAIT_RATE = 50,
  WAIT_BURST = 500,
  WAIT_LIMITED_MS = 4000,   /* how long it runs with buckets, and */
  WAIT_UNLIMITED_MS = 2400, /* without */
  WAIT_MOST = 500,          /* units before an honest request at most, */
  WAIT_MOST_P99 = 400       /* and before 99 of 100 */
};

struct visitor {
  struct table_simulation s;
  uint64_t seed;
};

struct arrival {
  struct visitor *visitor; /* NULL: refused because of its address */
  struct delivery message;
  bool honest;
  long before; /* units that were done when it came */
};

struct waiting_line {
  struct visitor visitors[WAIT_HONEST + WAIT_ABUSERS * WAIT_TABLES];
  struct arrival *arrivals;
  size_t first, count, room;
  long done, *waits; /* units so far; before each honest request */
  size_t honest;
  struct tally tally;
};

/* Anything but what is due, two times in three. */
static struct delivery make_abuse(struct table_simulation *s) {
  if (s->people.table->state == TABLE_WAITING || one_in(&s->people, 3)) return make_message(&s->people);
  struct delivery message = {.kind = ACT, .client = (int)below(&s->people, CLIENTS), .at = s->people.table->position};
  write_aside(&s->people, &message);
  end_body(&message);
  return message;
}

static void arrive(struct waiting_line *line, struct visitor *visitor, bool honest) {
  int seat, level;
  if (line->count == line->room) {
    line->room = line->room * 2 + 1024;
    line->arrivals = memory_resize(line->arrivals, line->room * sizeof *line->arrivals);
  }
  struct arrival arrival = {.visitor = visitor, .honest = honest, .before = line->done};
  if (visitor != NULL) {
    struct table_simulation *s = &visitor->s;
    arrival.message = table_decides(s->people.table, &seat, &level) ? make_thought(s)
                      : honest                                      ? make_message(&s->people)
                                                                    : make_abuse(s);
  }
  line->arrivals[line->count++] = arrival;
}

/* Does what came first; gives the units that it took. */
static long serve_one(struct waiting_line *line, int64_t now) {
  struct arrival *arrival = &line->arrivals[line->first++];
  struct visitor *visitor = arrival->visitor;
  if (arrival->honest) line->waits[line->honest++] = line->done - arrival->before;
  if (visitor == NULL) return 1;
  struct table_simulation *s = &visitor->s;
  const int64_t seq = s->people.table->seq;
  const int words = s->people.table->words;
  s->now = now;
  table_tick(s->people.table, now);
  lose_seats(&s->people);
  receive(s, &arrival->message, &line->tally);
  text_free(&arrival->message.body);
  return 1 + (long)(s->people.table->seq - seq) + (s->people.table->words < words ? s->people.table->words : 0);
}

/* Another table, with ids of requests that were not used at the one before. */
static void begin_anew(struct visitor *visitor, uint64_t seed) {
  const int requests = visitor->s.people.requests;
  if (visitor->s.people.table != NULL) close_simulation(&visitor->s);
  *visitor = (struct visitor){.s = open_simulation(seed), .seed = seed};
  visitor->s.people.requests = requests;
}

static int compare_longs(const void *one, const void *other) {
  const long a = *(const long *)one, b = *(const long *)other;
  return (a > b) - (a < b);
}

/* Runs so long, with buckets or without; gives how many units were before 99 of 100 honest requests, and before any. */
static long wait_beside_abusers(bool limited, int64_t milliseconds, long *most) {
  struct waiting_line *line = memory_zeroed(sizeof *line);
  struct limiter *limiter = limited ? limiter_open(WAIT_RATE, WAIT_BURST) : limiter_open(0, 0);
  struct people chance = {.random = 1};
  line->waits = memory_new((size_t)milliseconds * sizeof *line->waits);
  for (int i = 0; i < WAIT_HONEST + WAIT_ABUSERS * WAIT_TABLES;
       i++) /* honest ones come to their end, others need not */
    begin_anew(&line->visitors[i], (uint64_t)i * LONG_GAMES + (i >= WAIT_HONEST));
  int64_t spent = 0;
  for (int64_t ms = 0; ms < milliseconds; ms++) {
    /* 1. What comes in this millisecond: now and then an honest request, somewhere in the middle of the others. */
    for (int abuser = 0; abuser < WAIT_ABUSERS; abuser++) {
      for (int i = 0; i < WAIT_PER_MS; i++) {
        const bool refused = limiter_take(limiter, (struct limiter_who){.own = (uint64_t)abuser + 1}, 1, ms) > 0;
        const uint32_t table = WAIT_HONEST + (uint32_t)abuser * WAIT_TABLES + below(&chance, WAIT_TABLES);
        arrive(line, refused ? NULL : &line->visitors[table], false);
      }
      if (abuser == WAIT_ABUSERS / 2 && one_in(&chance, 4))
        arrive(line, &line->visitors[below(&chance, WAIT_HONEST)], true);
    }

    /* 2. What is done in it. */
    for (; spent < 1000 && line->first < line->count; spent += WAIT_UNIT_US) {
      struct visitor *visitor = line->arrivals[line->first].visitor;
      const long units = serve_one(line, CORE_START + ms);
      line->done += units;
      spent += (units - 1) * WAIT_UNIT_US;
      if (visitor != NULL && visitor->s.people.table->state >= TABLE_OVER)
        begin_anew(visitor, visitor->seed + 1000 * LONG_GAMES);
    }
    spent = spent > 1000 ? spent - 1000 : 0;
  }

  /* 3. Who still waits has waited for all that was done since. */
  for (; line->first < line->count; line->first++) {
    const struct arrival *arrival = &line->arrivals[line->first];
    if (arrival->honest) line->waits[line->honest++] = line->done - arrival->before;
    text_free(&line->arrivals[line->first].message.body);
  }
  qsort(line->waits, line->honest, sizeof *line->waits, compare_longs);
  const long p99 = line->waits[line->honest * 99 / 100];
  *most = line->waits[line->honest - 1];
  printf(
      "%s buckets: %zu honest requests beside %zu others; units of work before them: half %ld, 99 of 100 %ld, all %ld "
      "(%.1f ms)\n",
      limited ? "with" : "without", line->honest, line->count - line->honest, line->waits[line->honest / 2], p99, *most,
      (double)*most * WAIT_UNIT_US / 1000);
  for (int i = 0; i < WAIT_HONEST + WAIT_ABUSERS * WAIT_TABLES; i++) close_simulation(&line->visitors[i].s);
  free(line->arrivals), free(line->waits), free(line);
  limiter_close(limiter);
  return p99;
}

TEST(honest_people_do_not_wait_for_abusers) {
  long most;
  assert_true(wait_beside_abusers(true, WAIT_LIMITED_MS, &most) <= WAIT_MOST_P99);
  assert_true(most <= WAIT_MOST);
  wait_beside_abusers(false, WAIT_UNLIMITED_MS, &most);
  assert_true(most > WAIT_MOST); /* what the buckets are for */
}

int main(int argc, char **argv) {
  if (argc > 1) tables = strtol(argv[1], NULL, 10);
  if (argc > 2) first_seed = strtol(argv[2], NULL, 10);
  return run_all_tests(open_library, close_library);
}
