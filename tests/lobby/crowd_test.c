/*
 * People who meet at open tables while abusers do all that they can: eight addresses that know every table sit down at
 * it and stay, or leave again, seal a share of chance and do not tell it, talk, and open tables of their own; and some
 * of those who are met take back whatever has shown them dice. Whoever opened a table frees the seats of strangers.
 * Nobody who is honest is refused what is due to them, every game is played to its end and proves its chance, and how
 * long people wait for their games is told.
 *
 * `lobby_crowd_test APPOINTMENTS [SEED]` has another number of them.
 */
#define _GNU_SOURCE

#include "lobby/lab.h"
#include "table/core.h"
#include "table/table_memory.h"

enum {
  APPOINTMENTS = 120,
  AT_ONCE = 40,        /* appointments at the same time */
  STEP_MS = 250,       /* between two rounds */
  LOOK_MS = 500,       /* between two looks at the own table */
  AGAIN_MS = 1000,     /* after which who found no seat tries again */
  COMES_MS = 2000,     /* within which a guest comes */
  ABUSERS = 8,         /* addresses */
  UNITS_A_STEP = 12,   /* of requests of each: 50 a second */
  HELD = 16,           /* seats that each remembers */
  WAIT_MOST_MS = 30000 /* for a game to begin */
};

struct crowd {
  struct lab lab;
  uint64_t random;
};

/* Two who want to play with each other. */
struct appointment {
  int number; /* from 1; 0: none */
  bool peeks; /* the guest takes back what has shown dice */
  char table[STORE_ID_SIZE];
  struct text tokens[2];
  int64_t opened, comes, looks;
  bool began;
};

/* A seat at somebody's table that an abuser has taken. */
struct squat {
  char table[STORE_ID_SIZE];
  struct text token;
  int seat;
};

struct abuser {
  struct squat taken[HELD];
  int next;
};

struct evening {
  struct crowd crowd;
  struct appointment appointments[AT_ONCE];
  struct abuser abusers[ABUSERS];
  long begun, finished, squatted, freed, peeks, sealed_in_vain, *waits;
};

static uint32_t below(struct crowd *crowd, uint32_t bound) {
  crowd->random = crowd->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((crowd->random >> 33) % bound);
}

/* ---- Requests ---- */

static void take_word(const json_t *json, const char *name, struct text *word) {
  text_clear(word);
  text_add_string(word, json_string_value(json_object_get(json, name)));
}

/* Takes the table and the token that an answer gives, and tells the seat. */
static int take_seat(const struct crowd *crowd, char table[STORE_ID_SIZE], struct text *token) {
  json_t *json = json_loadb(crowd->lab.answer.body.bytes, crowd->lab.answer.body.length, 0, NULL);
  const int seat = (int)json_integer_value(json_object_get(json, "seat"));
  snprintf(table, STORE_ID_SIZE, "%s", json_string_value(json_object_get(json, "table")));
  take_word(json, "token", token);
  json_decref(json);
  return seat;
}

static enum answer_code open_table(struct crowd *crowd, const char *game, const char *name) {
  struct text body = {0};
  text_print(&body,
             "{\"id\":\"request-%d\",\"name\":\"%s\",\"setup\":{\"game\":\"%s\",\"grace\":0,\"seats\":[" PERSON "," OPEN
             "]}}",
             crowd->lab.ids++, name, game);
  lobby_create(crowd->lab.lobby, span_of(""), text_span(&body), &crowd->lab.answer);
  text_free(&body);
  return crowd->lab.answer.code;
}

static void grant(struct crowd *crowd, const char *table, const struct text *token, const char *members) {
  if (try_act(&crowd->lab, span_of(table), token, members) != ANSWER_OK)
    fail_msg("%s: %s", members, crowd->lab.answer.body.bytes);
}

/* Seals the share of a seat, from 1, or tells it. */
static enum answer_code give(struct crowd *crowd, const char *table, const struct text *token,
                             const uint8_t commitment[FAIR_HASH], int seat, bool seals) {
  uint8_t share[FAIR_CONTRIBUTION], seal[FAIR_HASH];
  struct text members = {0};
  core_share(seat, share);
  fair_seal(commitment, seat - 1, share, seal);
  text_print(&members, "'type':'%s','%s':'", seals ? "seal" : "contribute", seals ? "seal" : "contribution");
  hex_write(seals ? seal : share, seals ? FAIR_HASH : FAIR_CONTRIBUTION, &members);
  text_add_char(&members, '\'');
  const enum answer_code code = try_act(&crowd->lab, span_of(table), token, members.bytes);
  text_free(&members);
  return code;
}

/* The table of an id, which is in memory; NULL: it is not any more. */
static const struct table *seen(const struct crowd *crowd, const char *id) {
  const struct slot *slot = slots_find(&crowd->lab.lobby->slots, span_of(id));
  return slot == NULL ? NULL : slot->table;
}

/* ---- Honest people ---- */

static uint64_t address_of(const struct appointment *appointment, int who) {
  return 1000 + 2 * (uint64_t)appointment->number + (uint64_t)who;
}

static void open_appointment(struct evening *evening, struct appointment *appointment, int number) {
  struct crowd *crowd = &evening->crowd;
  *appointment = (struct appointment){.number = number, .peeks = number % 4 == 0, .opened = crowd->lab.now};
  appointment->comes = crowd->lab.now + below(crowd, COMES_MS);
  ask_as(&crowd->lab, address_of(appointment, 0), 0);
  if (open_table(crowd, appointment->peeks ? "star-wars" : "classic", "Anna") != ANSWER_CREATED)
    fail_msg("%s", crowd->lab.answer.body.bytes);
  assert_int_equal(take_seat(crowd, appointment->table, &appointment->tokens[0]), 1);
}

/* Who opened the table sees who sits there, and frees the seat of a stranger. */
static void look(struct evening *evening, struct appointment *appointment) {
  struct crowd *crowd = &evening->crowd;
  const struct table *table = seen(crowd, appointment->table);
  const struct table_seat *guest = &table->seats[1];
  if (crowd->lab.now < appointment->looks) return;
  appointment->looks = crowd->lab.now + LOOK_MS;
  ask_as(&crowd->lab, address_of(appointment, 0), 0);
  if (guest->holder == TABLE_NOBODY || strcmp(guest->name, "Ben") == 0) return;
  grant(crowd, appointment->table, &appointment->tokens[0], "'type':'free','seat':2");
  evening->freed++;
}

/* The guest comes, and comes again where somebody was quicker. */
static void come(struct evening *evening, struct appointment *appointment) {
  struct crowd *crowd = &evening->crowd;
  if (crowd->lab.now < appointment->comes || appointment->tokens[1].length > 0) return;
  appointment->comes = crowd->lab.now + AGAIN_MS;
  ask_as(&crowd->lab, address_of(appointment, 1), 0);
  const enum answer_code code = try_sit(&crowd->lab, span_of(appointment->table), NULL, "Ben");
  if (code != ANSWER_CREATED && code != ANSWER_NOT_NOW) fail_msg("%s", crowd->lab.answer.body.bytes);
  if (code == ANSWER_CREATED) assert_int_equal(take_seat(crowd, appointment->table, &appointment->tokens[1]), 2);
}

/* Both seal when all seats are taken, and then tell; the game begins. A page seals whoever sits there. */
static void give_shares(struct evening *evening, struct appointment *appointment) {
  struct crowd *crowd = &evening->crowd;
  const struct table *table = seen(crowd, appointment->table);
  uint8_t commitment[FAIR_HASH];
  fair_commitment(table->memory->secret, commitment);
  for (int seat = 1; seat <= 2 && table_is_full(table) && appointment->tokens[seat - 1].length > 0; seat++) {
    const bool seals = !table->seats[seat - 1].sealed;
    if (!seals && (!table_reveals(table) || table->seats[seat - 1].contribution.given)) continue;
    ask_as(&crowd->lab, address_of(appointment, seat - 1), 0);
    assert_int_equal(give(crowd, appointment->table, &appointment->tokens[seat - 1], commitment, seat, seals),
                     ANSWER_OK);
  }
  if (table->state != TABLE_PLAYING) return;
  appointment->began = true;
  evening->waits[evening->begun++] = (long)(crowd->lab.now - appointment->opened);
}

/* The guest who peeks asks for what showed dice, and the other one refuses; nothing is taken back. */
static void peek(struct evening *evening, struct appointment *appointment) {
  struct crowd *crowd = &evening->crowd;
  const struct table *table = seen(crowd, appointment->table);
  const struct history *history = table->history;
  const int count = table->words;
  if (!appointment->peeks || history->count == 0 || history->steps[history->count - 1].type != STEP_THROW) return;
  ask_as(&crowd->lab, address_of(appointment, 1), 0);
  const enum answer_code code =
      try_act(&crowd->lab, span_of(appointment->table), &appointment->tokens[1], "'type':'take-back'");
  if (code == ANSWER_OK && table->asking == 1) {
    evening->peeks++;
    char no[64];
    snprintf(no, sizeof no, "'type':'answer','asked':%d,'yes':false", (int)table->asked);
    grant(crowd, appointment->table, &appointment->tokens[0], no);
  }
  assert_int_equal(table->words, count);
}

static void play(struct evening *evening, struct appointment *appointment) {
  struct crowd *crowd = &evening->crowd;
  const struct table *table = seen(crowd, appointment->table);
  if (table_phase(table) != TESS_PHASE_PLACE) return;
  const int seat = tess_game_seat(table->history->game);
  struct text word = {0}, members = {0};
  core_turn(table->history->game, below(crowd, 1u << 30), &word);
  text_print(&members, "'type':'move','move':'%s','at':%d", word.bytes, table->words);
  ask_as(&crowd->lab, address_of(appointment, seat), 0);
  grant(crowd, appointment->table, &appointment->tokens[seat], members.bytes);
  text_free(&word), text_free(&members);
  if (seat == 1 && table->state == TABLE_PLAYING) peek(evening, appointment);
}

/* The game is over: its record proves its chance. */
static void check(struct evening *evening, struct appointment *appointment) {
  struct crowd *crowd = &evening->crowd;
  struct proof_count count = {0};
  struct fault fault = {0};
  do {
    lobby_record(crowd->lab.lobby, span_of(appointment->table), span_of(""), &crowd->lab.answer);
    if (crowd->lab.answer.later) lobby_tick(crowd->lab.lobby);
  } while (crowd->lab.answer.later);
  if (!proof_check_file(text_span(&crowd->lab.answer.body), library, &count, &fault)) fail_msg("%s", fault.text);
  evening->finished++;
  text_free(&appointment->tokens[0]), text_free(&appointment->tokens[1]);
  appointment->number = 0;
}

static void go_on(struct evening *evening, struct appointment *appointment) {
  const struct table *table = seen(&evening->crowd, appointment->table);
  if (table == NULL) { /* it is over, and has left the memory */
    check(evening, appointment);
    return;
  }
  assert_true(table->state != TABLE_CLOSED);
  assert_true(appointment->began || evening->crowd.lab.now - appointment->opened <= WAIT_MOST_MS);
  if (table->state == TABLE_OVER) {
    check(evening, appointment);
  } else if (table->state == TABLE_PLAYING) {
    play(evening, appointment);
  } else {
    look(evening, appointment);
    come(evening, appointment);
    give_shares(evening, appointment);
  }
}

/* ---- Abusers ---- */

static const char *some_table(struct evening *evening) {
  const struct appointment *appointment = &evening->appointments[below(&evening->crowd, AT_ONCE)];
  return appointment->number == 0 ? "aaaaaaaaaaaaaaaa" : appointment->table;
}

/* Keeps the seat that was given, and leaves the one that was taken longest ago. */
static void remember(struct abuser *abuser, struct crowd *crowd) {
  struct squat *taken = &abuser->taken[abuser->next++ % HELD], given = {0};
  given.seat = take_seat(crowd, given.table, &given.token);
  if (taken->token.length > 0) try_act(&crowd->lab, span_of(taken->table), &taken->token, "'type':'leave'");
  text_free(&taken->token);
  *taken = given;
}

/* Seals at a table, and does not tell it; or leaves; or stays. */
static void do_harm(struct evening *evening, struct abuser *abuser) {
  struct crowd *crowd = &evening->crowd;
  const struct squat *taken = &abuser->taken[below(crowd, HELD)];
  const struct table *table = taken->token.length == 0 ? NULL : seen(crowd, taken->table);
  uint8_t commitment[FAIR_HASH];
  if (table == NULL) return;
  fair_commitment(table->memory->secret, commitment);
  if (below(crowd, 3) == 0)
    try_act(&crowd->lab, span_of(taken->table), &taken->token, "'type':'leave'");
  else
    evening->sealed_in_vain += give(crowd, taken->table, &taken->token, commitment, taken->seat, true) == ANSWER_OK;
}

/* One request; gives its cost. */
static int abuse(struct evening *evening, struct abuser *abuser) {
  struct crowd *crowd = &evening->crowd;
  switch (below(crowd, 32)) {
  case 0:
    if (open_table(crowd, "classic", "Eve") == ANSWER_CREATED) remember(abuser, crowd);
    return 20;
  case 1:
    try_act(&crowd->lab, span_of(some_table(evening)), NULL, "'type':'say','name':'Eve','text':'buy now'");
    return 1;
  case 2:
  case 3:
  case 4:
  case 5: do_harm(evening, abuser); return 1;
  default:
    if (try_sit(&crowd->lab, span_of(some_table(evening)), NULL, "Eve") == ANSWER_CREATED) {
      remember(abuser, crowd);
      evening->squatted++;
    }
    return 5;
  }
}

/* ---- The evening ---- */

static long appointments = APPOINTMENTS;
static uint64_t seed = 1;

static int compare_longs(const void *one, const void *other) {
  const long a = *(const long *)one, b = *(const long *)other;
  return (a > b) - (a < b);
}

TEST(honest_games_are_never_hurt) {
  struct evening *evening = memory_zeroed(sizeof *evening);
  struct crowd *crowd = &evening->crowd;
  int opened = 0;
  crowd->random = seed;
  crowd->lab.now = CORE_START;
  crowd->lab.limits = (struct lobby_limits){.tables_per_address = 100, .seats_per_address = 16};
  lab_open(&crowd->lab);
  evening->waits = memory_new((size_t)appointments * sizeof *evening->waits);
  while (evening->finished < appointments) {
    for (int i = 0; i < ABUSERS; i++) { /* they are always the first */
      ask_as(&crowd->lab, (uint64_t)i + 1, 0);
      for (int units = 0; units < UNITS_A_STEP;) units += abuse(evening, &evening->abusers[i]);
    }
    for (int i = 0; i < AT_ONCE; i++) {
      struct appointment *appointment = &evening->appointments[i];
      if (appointment->number > 0)
        go_on(evening, appointment);
      else if (opened < appointments)
        open_appointment(evening, appointment, ++opened);
    }
    round_ends(&crowd->lab);
    crowd->lab.now += STEP_MS;
  }
  qsort(evening->waits, (size_t)evening->begun, sizeof *evening->waits, compare_longs);
  printf(
      "%ld appointments beside %d abusers: %ld squatted seats, of which %ld were freed; %ld shares sealed in vain, %ld "
      "peeks refused; people waited %.1f s for their game (half), %.1f (99 of 100), %.1f (all)\n",
      appointments, ABUSERS, evening->squatted, evening->freed, evening->sealed_in_vain, evening->peeks,
      (double)evening->waits[evening->begun / 2] / 1000, (double)evening->waits[evening->begun * 99 / 100] / 1000,
      (double)evening->waits[evening->begun - 1] / 1000);
  assert_int_equal(evening->begun, appointments);
  if (appointments >= APPOINTMENTS) /* a shorter evening may end before each abuse has been tried */
    assert_true(evening->squatted > 0 && evening->freed > 0 && evening->peeks > 0 && evening->sealed_in_vain > 0);
  for (int i = 0; i < ABUSERS; i++)
    for (int k = 0; k < HELD; k++) text_free(&evening->abusers[i].taken[k].token);
  assert_int_equal(lab_close(&crowd->lab), 0);
  free(evening->waits), free(evening);
}

int main(int argc, char **argv) {
  if (argc > 1) appointments = strtol(argv[1], NULL, 10);
  if (argc > 2) seed = strtoull(argv[2], NULL, 10);
  return run_all_tests(open_library, close_library);
}
