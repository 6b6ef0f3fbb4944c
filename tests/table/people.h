/*
 * People at a table as the simulations have them: setups and requests by chance, mostly what is due. Chance is of a
 * seed alone, and the seed of a simulation that fails is told.
 */
#ifndef TESTS_TABLE_PEOPLE_H
#define TESTS_TABLE_PEOPLE_H

#include "table/core.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "chance/proof.h"

enum { CLIENTS = 5, LONG_GAMES = 8 /* one table in so many is played to its end */ };

enum message_kind { NOTHING, SIT, ACT, THOUGHT };

/* A request on its way, or the turn that a computer found. */
struct delivery {
  enum message_kind kind;
  int client;       /* who sent it */
  int64_t at;       /* the position it was made for */
  struct text body; /* JSON, or the turn */
};

/* Who comes to a table, and what they see of it. */
struct people {
  uint64_t random;
  struct table *table;
  int requests;       /* made so far, for their ids */
  int seats[CLIENTS]; /* of each client, from 1; 0: none yet */
  bool calm;          /* no jumps of the clock and no leaving, so that the game comes to its end */
  bool guests;        /* they are no players of a server, so that no table of theirs is rated */
};

static inline uint32_t below(struct people *people, uint32_t bound) {
  people->random = people->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((people->random >> 33) % bound);
}

static inline bool one_in(struct people *people, uint32_t bound) { return below(people, bound) == 0; }

/* ---- Setups ---- */

static inline void add_seats(struct people *people, int players, struct text *setup) {
  static const char *const kinds[] = {OPEN, OPEN, COMPUTER};
  const int own = (int)below(people, (uint32_t)players);
  text_add_string(setup, ",\"seats\":[");
  for (int i = 0; i < players; i++)
    text_print(setup, "%s%s", i > 0 ? "," : "", i == own ? PERSON : kinds[below(people, 3)]);
  text_add_char(setup, ']');
}

static inline void add_options(struct people *people, struct text *setup) {
  static const char *const words[] = {"fields", "abbot", "arrows", "towns", "river", "river=river-20"};
  const char *before = "";
  text_add_string(setup, ",\"options\":[");
  for (int i = 0; i < 5; i++) {
    if (one_in(people, 2)) continue;
    text_print(setup, "%s\"%s\"", before, words[i == 4 && one_in(people, 2) ? 5 : i]);
    before = ",";
  }
  text_add_char(setup, ']');
}

static inline void write_setup(struct people *people, struct text *setup) {
  static const char *const clocks[] = {"{\"kind\":\"none\"}", "{\"kind\":\"move\",\"seconds\":30}",
                                       "{\"kind\":\"game\",\"seconds\":120,\"increment\":5}",
                                       "{\"kind\":\"days\",\"days\":1}",
                                       "{\"kind\":\"game\",\"seconds\":120,\"increment\":0,\"loses\":true}"};
  const bool classic = one_in(people, 2), teams = !classic && one_in(people, 4);
  const int players = teams ? 4 : 2 + (int)below(people, 4);
  text_print(setup, "{\"game\":\"%s\"", classic ? "classic" : "star-wars");
  add_seats(people, players, setup);
  if (classic) add_options(people, setup);
  if (teams) text_add_string(setup, ",\"options\":[\"teams\"]");
  const uint32_t clock = people->calm ? 0 : below(people, players == 2 ? 5 : 4);
  const bool rated = clock > 0 && !people->guests && one_in(people, 4);
  text_print(setup, ",\"first\":%d,\"grace\":%d,\"takebacks\":%s,\"casual\":%s,\"rated\":%s,\"clock\":%s}",
             rated ? 0 : (int)below(people, (uint32_t)players + 1), (int)below(people, 5) * 1000,
             one_in(people, 5) ? "false" : "true", rated || one_in(people, 2) ? "false" : "true",
             rated ? "true" : "false", clocks[clock]);
}

/* ---- What is sent ---- */

static inline void begin_body(struct people *people, struct delivery *message, const char *type) {
  text_print(&message->body, "{\"id\":\"request-%d\"", people->requests++);
  if (type != NULL) text_print(&message->body, ",\"type\":\"%s\"", type);
}

static inline void end_body(struct delivery *message) { text_add_char(&message->body, '}'); }

/* A client's share of chance under this commitment. */
static inline void share_of(int client, const uint8_t commitment[FAIR_HASH], uint8_t share[FAIR_CONTRIBUTION]) {
  for (int i = 0; i < FAIR_CONTRIBUTION; i++) share[i] = (uint8_t)(commitment[i] + 7 * client);
}

static inline void add_hex(struct delivery *message, const char *member, const uint8_t *bytes, size_t size) {
  text_print(&message->body, ",\"%s\":\"", member);
  hex_write(bytes, size, &message->body);
  text_add_char(&message->body, '"');
}

/* Seals a share, or tells it: what is due, or now and then what is not, or another share. */
static inline void write_share(struct people *people, struct delivery *message) {
  const struct table_seat *seat = &people->table->seats[people->seats[message->client] - 1];
  const bool strays = !people->calm && one_in(people, 8), seals = seat->sealed == strays;
  uint8_t commitment[FAIR_HASH], share[FAIR_CONTRIBUTION], seal[FAIR_HASH];
  const char *told = core_commitment(people->table);
  assert_true(hex_read(span_of(told), commitment, FAIR_HASH));
  share_of(message->client, commitment, share);
  fair_seal(commitment, people->seats[message->client] - 1, share, seal);
  if (strays && one_in(people, 2)) share[3] ^= 1;
  begin_body(people, message, seals ? "seal" : "contribute");
  add_hex(message, seals ? "seal" : "contribution", seals ? seal : share, seals ? FAIR_HASH : FAIR_CONTRIBUTION);
}

/* Sits down; or, sitting, gives a share of chance, or leaves. */
static inline void write_before_game(struct people *people, struct delivery *message) {
  if (people->seats[message->client] > 0) {
    if (people->calm || !one_in(people, 12)) {
      write_share(people, message);
    } else if (one_in(people, 3)) {
      begin_body(people, message, "free");
      text_print(&message->body, ",\"seat\":%d", 1 + (int)below(people, 5));
    } else {
      begin_body(people, message, "leave");
      text_print(&message->body, ",\"seen\":%d", (int)people->table->seq);
    }
    end_body(message);
    return;
  }
  message->kind = SIT;
  begin_body(people, message, NULL);
  text_print(&message->body, ",\"name\":\"client %d\",\"kind\":%s", message->client,
             one_in(people, 4) ? (one_in(people, 2) ? "\"program\",\"answers\":true" : "\"program\"") : "\"person\"");
  end_body(message);
}

static inline void write_move(struct people *people, struct delivery *message) {
  struct text word = {0};
  core_turn(people->table->history->game, below(people, 1u << 30), &word);
  begin_body(people, message, "move");
  text_print(&message->body, ",\"move\":\"%s\",\"at\":%d", word.bytes, people->table->words);
  text_free(&word);
}

/* Something that is not a draw or a move. */
static inline void write_aside(struct people *people, struct delivery *message) {
  static const struct {
    const char *type, *has; /* the members: of `asked seen text seat yes` */
  } asides[] = {{"answer", "asked yes"}, {"answer", "asked yes"}, {"take-back", ""}, {"say", "text"},
                {"mute", "seat yes"},    {"return", ""},          {"return", ""},    {"replace", "seat"},
                {"rematch", ""},         {"leave", "seen"},       {"pause", ""},     {"resume", "seen"}};
  const size_t aside = below(people, people->calm ? 7 : sizeof asides / sizeof asides[0]);
  const int seat = 1 + (int)below(people, 5);
  const bool yes = !one_in(people, 3);
  const char *has = asides[aside].has;
  begin_body(people, message, asides[aside].type);
  const int asked = people->table->asked > 0 ? (int)people->table->asked : 1;
  if (strstr(has, "asked") != NULL) text_print(&message->body, ",\"asked\":%d", asked);
  if (strstr(has, "seen") != NULL) text_print(&message->body, ",\"seen\":%d", (int)people->table->seq);
  if (strstr(has, "text") != NULL) text_add_string(&message->body, ",\"text\":\"hello\"");
  if (strstr(has, "seat") != NULL) text_print(&message->body, ",\"seat\":%d", seat);
  if (strstr(has, "yes") != NULL) text_print(&message->body, ",\"yes\":%s", yes ? "true" : "false");
}

/* The one who has seen the dice of a battle that he began would like to try another turn. */
static inline bool would_peek(struct people *people) {
  const struct history *history = people->table->history;
  return history->count > 0 && history->steps[history->count - 1].type == STEP_THROW && one_in(people, 2);
}

static inline void write_in_game(struct people *people, struct delivery *message) {
  const tess_phase phase = tess_game_phase(people->table->history->game);
  if (would_peek(people))
    begin_body(people, message, "take-back");
  else if (one_in(people, 10) || phase == TESS_PHASE_OVER)
    write_aside(people, message);
  else if (phase == TESS_PHASE_DRAW)
    begin_body(people, message, "draw");
  else
    write_move(people, message);
  end_body(message);
}

/* A client asks for something: mostly the one who is to move, for what is due. */
static inline struct delivery make_message(struct people *people) {
  struct delivery message = {.kind = ACT, .client = (int)below(people, CLIENTS), .at = people->table->position};
  if (people->table->state == TABLE_WAITING) {
    write_before_game(people, &message);
    return message;
  }
  const int seat = tess_game_seat(people->table->history->game) + 1;
  for (int client = 0; client < CLIENTS && !one_in(people, 8); client++)
    if (people->seats[client] == seat) message.client = client;
  write_in_game(people, &message);
  return message;
}

/* ---- What came of it ---- */

/* Who has stood up, or has not told what they had sealed, has no seat any more. */
static inline void lose_seats(struct people *people) {
  for (int client = 0; client < CLIENTS; client++) {
    int *seat = &people->seats[client];
    if (*seat > 0 && people->table->seats[*seat - 1].holder == TABLE_NOBODY) *seat = 0;
  }
}

/* A finished game replays, and proves its chance. */
static inline void check_record(const struct table *table) {
  struct text text = {0};
  struct record record = {0};
  struct proof_count count = {0};
  struct fault fault = {0};
  table_record(table, &text);
  struct record_source source = record_source_of(core_span(&text));
  assert_int_equal(record_read(&source, &record, &fault), 1);
  if (!proof_check(&record, library, &count, &fault)) fail_msg("%s\n%s", fault.text, text.bytes);
  assert_int_equal(count.games, 1);
  record_free(&record);
  text_free(&text);
}

/* ---- Seeds ---- */

/* Of the simulation that runs; 0: none does. */
static uint64_t running_seed;

/* Tells how a simulation that has failed is run again, alone. */
static inline void tell_seed(void) {
  if (running_seed != 0)
    dprintf(STDERR_FILENO, "seed %llu: run it again as PROGRAM 1 %llu\n", (unsigned long long)running_seed,
            (unsigned long long)running_seed);
}

static inline void tell_seed_of_abort(int number) {
  tell_seed();
  signal(number, SIG_DFL);
  raise(number);
}

/* The seed is told when a test fails, and when the program is aborted. */
static inline int tell_seed_at_end(void **state) {
  (void)state;
  tell_seed();
  running_seed = 0;
  return 0;
}

/* The simulation of this seed begins; 0: it has ended well. */
static inline void run_seed(uint64_t seed) {
  running_seed = seed;
  signal(SIGABRT, tell_seed_of_abort);
}

#endif
