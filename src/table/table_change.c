/* What each entry changes; declared in table/table_memory.h. */
#include <stdlib.h>
#include <string.h>

#include "proof/proof.h"
#include "table/table_memory.h"

typedef bool entry_change(struct table *table, const json_t *json, struct fault *fault);

/* ---- Members ---- */

/* A seat that the table has, 0-based. */
static bool read_seat(const struct table *table, const json_t *json, int *seat, struct fault *fault) {
  if (!member_needed(json, "seat", fault) || !member_whole(json, "seat", 1, table->setup.players, seat, fault))
    return false;
  --*seat;
  return true;
}

static bool in_state(const struct table *table, enum table_state state, struct fault *fault) {
  return table->state == state || fault_say(fault, "the table is not in the state for this");
}

static bool read_contribution(struct span text, struct fair_contribution *contribution, struct fault *fault) {
  *contribution = (struct fair_contribution){.given = text.length > 0};
  if (text.length == 0 || hex_read(text, contribution->bytes, FAIR_CONTRIBUTION)) return true;
  return fault_say(fault, "contribution: expected 32 hexadecimal digits");
}

/* ---- Before the game ---- */

static bool change_created(struct table *table, const json_t *json, struct fault *fault) {
  if (table->seq > 0) return fault_say(fault, "the table is already created");
  return setup_read(json_object_get(json, "setup"), table->memory->shelf, &table->setup, fault);
}

static bool change_sat(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0, kind = 0;
  struct span contribution = {0};
  if (!in_state(table, TABLE_WAITING, fault) || !read_seat(table, json, &number, fault) ||
      !member_choice(json, "kind", "person program", &kind, fault) ||
      !member_text(json, "contribution", &contribution, fault))
    return false;
  struct table_seat seat = {.holder = kind == 0 ? TABLE_PERSON : TABLE_PROGRAM};
  if (!member_switch(json, "answers", &seat.answers, fault)) return false;
  if (table->seats[number].holder != TABLE_NOBODY) return fault_say(fault, "seat: it is taken");
  if (!member_line(json, "name", 24, seat.name, fault) || !read_contribution(contribution, &seat.contribution, fault))
    return false;
  table->seats[number] = seat;
  return true;
}

static bool change_sealed(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0;
  struct span seal = {0};
  if (!in_state(table, TABLE_WAITING, fault) || !read_seat(table, json, &number, fault) ||
      !member_text(json, "seal", &seal, fault))
    return false;
  struct table_seat *seat = &table->seats[number];
  if (!hex_read(seal, seat->seal, FAIR_HASH)) return fault_say(fault, "seal: expected 64 hexadecimal digits");
  seat->sealed = true;
  seat->contribution = (struct fair_contribution){0};
  table->memory->since = table->memory->at;
  return true;
}

static bool change_contributed(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0;
  struct span contribution = {0};
  return in_state(table, TABLE_WAITING, fault) && read_seat(table, json, &number, fault) &&
         member_text(json, "contribution", &contribution, fault) &&
         read_contribution(contribution, &table->seats[number].contribution, fault);
}

static bool change_stood(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0;
  if (!in_state(table, TABLE_WAITING, fault) || !read_seat(table, json, &number, fault)) return false;
  struct table_memory *memory = table->memory;
  int kept = 0;
  for (int i = 0; i < memory->request_count; i++)
    if (memory->requests[i].seat != number) memory->requests[kept++] = memory->requests[i];
  memory->request_count = kept;
  memory->stood_seq[number] = table->seq + 1;
  table->seats[number] = (struct table_seat){0};
  return true;
}

static bool change_renewed(struct table *table, const json_t *json, struct fault *fault) {
  uint8_t commitment[FAIR_HASH], told[FAIR_HASH];
  struct table_memory *memory = table->memory;
  struct span text = {0};
  if (!in_state(table, TABLE_WAITING, fault) || !member_text(json, "commitment", &text, fault)) return false;
  fair_renew(memory->secret, memory->secret);
  fair_commitment(memory->secret, commitment);
  if (!hex_read(text, told, FAIR_HASH) || memcmp(told, commitment, FAIR_HASH) != 0)
    return fault_say(fault, "commitment: is not that of the secret that follows");
  for (int seat = 0; seat < table->setup.players; seat++) {
    table->seats[seat].sealed = false;
    table->seats[seat].contribution = (struct fair_contribution){0};
  }
  return true;
}

/* ---- The game ---- */

/* The seat that `first=` of a `newgame` line names, 0-based, or -1. */
static int first_of(struct span newgame, int players) {
  struct reader reader = reader_of(newgame);
  uint64_t first = 0;
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader))
    if (word.length == 7 && memcmp(word.bytes, "first=", 6) == 0)
      span_number((struct span){word.bytes + 6, 1}, 1, (uint64_t)players, &first);
  return (int)first - 1;
}

static bool begin_game(struct table *table, int first, struct fault *fault) {
  const tess_options options = setup_options(&table->setup, first);
  history_free(table->history);
  table->history = history_new(setup_set(&table->setup, table->memory->shelf), &options, fault);
  return table->history != NULL;
}

/* With this entry the game waits for something else, for which `used` ms were used before. */
static void begin_waiting(struct table *table, int64_t used) {
  struct table_memory *memory = table->memory;
  table->position = table->seq + 1;
  memory->since = memory->at;
  memory->used = used;
  memory->runs = table_phase(table) == TESS_PHASE_PLACE && table_moves_itself(table, table_seat_to_move(table));
}

static bool change_started(struct table *table, const json_t *json, struct fault *fault) {
  struct span newgame = {"", 0};
  struct fair_contribution contributions[TESS_MAX_PLAYERS];
  if (!in_state(table, TABLE_WAITING, fault) || !member_text(json, "newgame", &newgame, fault)) return false;
  const int first = first_of(newgame, table->setup.players);
  if (first < 0) return fault_say(fault, "newgame: expected first=SEAT");
  if (!begin_game(table, first, fault)) return false;
  for (int seat = 0; seat < table->setup.players; seat++) {
    contributions[seat] = table->seats[seat].contribution;
    table->seats[seat].left = (int64_t)table->setup.seconds * 1000;
  }
  table->memory->key = fair_key_of(table->memory->secret, contributions, table->setup.players);
  begin_waiting(table, 0);
  table->state = TABLE_PLAYING;
  return true;
}

static bool play_word(struct table *table, struct span word, struct fault *fault) {
  struct table_memory *memory = table->memory;
  if (!history_word(table->history, word, fault)) return false;
  memory->word_ends = table_grow(memory->word_ends, table->words, &memory->word_room, sizeof *memory->word_ends);
  text_add(&memory->words, word.bytes, word.length);
  memory->word_ends[table->words++] = memory->words.length;
  return true;
}

static bool play_words(struct table *table, const json_t *json, struct fault *fault) {
  const json_t *words = json_object_get(json, "words");
  if (!in_state(table, TABLE_PLAYING, fault)) return false;
  for (size_t i = 0; i < json_array_size(words); i++) {
    const json_t *word = json_array_get(words, i);
    if (!json_is_string(word)) return fault_say(fault, "words: expected strings");
    const struct span span = {json_string_value(word), json_string_length(word)};
    if (!play_word(table, span, fault)) return fault_within(fault, "words");
  }
  history_settle(table->history);
  begin_waiting(table, 0);
  return true;
}

static void read_clock(struct table *table, const json_t *json) {
  const json_t *clock = json_object_get(json, "clock");
  for (int seat = 0; seat < table->setup.players && (size_t)seat < json_array_size(clock); seat++)
    table->seats[seat].left = json_integer_value(json_array_get(clock, (size_t)seat));
}

static bool change_moved(struct table *table, const json_t *json, struct fault *fault) {
  struct table_memory *memory = table->memory;
  const int before = table->words;
  int number = 0;
  if (!read_seat(table, json, &number, fault) || !play_words(table, json, fault)) return false;
  memory->turns = table_grow(memory->turns, memory->turn_count, &memory->turn_room, sizeof *memory->turns);
  memory->turns[memory->turn_count++] = (struct table_turn){.seat = number, .words = before};
  table->asking = -1;
  if (table_moves_itself(table, number)) table->seats[number].missed = 0;
  read_clock(table, json);
  memory->turns[memory->turn_count - 1].used = json_integer_value(json_object_get(json, "used"));
  const bool ran = table->setup.clock == SETUP_GAME_CLOCK && table_moves_itself(table, number);
  memory->turns[memory->turn_count - 1].left = ran ? table->seats[number].left : -1;
  return true;
}

/* The game again after its first `count` words. */
static bool play_again(struct table *table, int count, struct fault *fault) {
  struct table_memory *memory = table->memory;
  if (!begin_game(table, tess_game_options(table->history->game).first, fault)) return false;
  size_t begin = 0;
  for (int i = 0; i < count; i++) {
    const struct span word = {memory->words.bytes + begin, memory->word_ends[i] - begin};
    if (!history_word(table->history, word, fault)) return false;
    begin = memory->word_ends[i];
  }
  history_settle(table->history);
  text_cut(&memory->words, begin);
  table->words = count;
  return true;
}

static bool change_undone(struct table *table, const json_t *json, struct fault *fault) {
  struct table_memory *memory = table->memory;
  int words = 0;
  if (!in_state(table, TABLE_PLAYING, fault) || !member_needed(json, "words", fault) ||
      !member_whole(json, "words", 0, table->words, &words, fault) || !play_again(table, words, fault))
    return false;
  int64_t used = 0;
  while (memory->turn_count > 0 && memory->turns[memory->turn_count - 1].words >= words)
    used = memory->turns[--memory->turn_count].used;
  const json_t *charged = json_object_get(json, "used");
  begin_waiting(table, json_is_integer(charged) ? json_integer_value(charged) : used);
  table->asking = -1;
  read_clock(table, json);
  return true;
}

/* ---- Seats in the game ---- */

static bool change_computer(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0, level = 0, why = 0;
  if (!read_seat(table, json, &number, fault) || !member_needed(json, "level", fault) ||
      !member_whole(json, "level", 1, SETUP_LEVELS, &level, fault) || !member_needed(json, "why", fault) ||
      !member_choice(json, "why", "setup asked clock left", &why, fault))
    return false;
  struct table_seat *seat = &table->seats[number];
  seat->why = (uint8_t)(TABLE_SETUP + why);
  seat->level = (uint8_t)level;
  if (seat->why == TABLE_CLOCK) seat->left = 0;
  if (seat->why == TABLE_CLOCK) seat->missed++;
  if (seat->why == TABLE_SETUP) seat->holder = TABLE_COMPUTER;
  if (table->asking == number || !seat->consents) table->asking = -1;
  return true;
}

static bool change_returned(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0;
  if (!in_state(table, TABLE_PLAYING, fault) || !read_seat(table, json, &number, fault)) return false;
  struct table_seat *seat = &table->seats[number];
  seat->why = TABLE_NOT;
  if (seat->missed >= TABLE_MOST_MISSED) seat->missed = 0;
  if (table_seat_to_move(table) == number) table->memory->runs = true;
  return true;
}

static bool change_asked(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0;
  if (!in_state(table, TABLE_PLAYING, fault) || !read_seat(table, json, &number, fault)) return false;
  table->asking = number;
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) table->seats[seat].consents = false;
  return true;
}

static bool change_answered(struct table *table, const json_t *json, struct fault *fault) {
  int number = 0;
  bool yes = false;
  if (!read_seat(table, json, &number, fault) || !member_switch(json, "yes", &yes, fault)) return false;
  table->seats[number].consents = yes;
  if (!yes) table->asking = -1;
  return true;
}

/* ---- Talk and the end ---- */

static bool change_nothing(struct table *table, const json_t *json, struct fault *fault) {
  (void)table, (void)json, (void)fault;
  return true;
}

static bool change_over(struct table *table, const json_t *json, struct fault *fault) {
  int lost = 0, why = 0;
  if (!in_state(table, TABLE_PLAYING, fault) || !member_whole(json, "lost", 1, table->setup.players, &lost, fault) ||
      !member_choice(json, "why", "left clock", &why, fault))
    return false;
  table->lost = lost - 1;
  table->lost_by_time = why == 1;
  if (table->lost_by_time) table->seats[table->lost].left = 0;
  table->state = TABLE_OVER;
  table->asking = -1;
  return true;
}

static bool change_rematch(struct table *table, const json_t *json, struct fault *fault) {
  (void)json;
  table->memory->rematched = true;
  return in_state(table, TABLE_OVER, fault);
}

static bool change_closed(struct table *table, const json_t *json, struct fault *fault) {
  (void)json, (void)fault;
  table->state = TABLE_CLOSED;
  return true;
}

static const struct {
  const char *word;
  entry_change *change;
} changes[] = {
#define X(name, word, change) {word, change},
    TABLE_ENTRIES(X)
#undef X
};

const char *entry_word(enum entry_type type) { return changes[type].word; }

bool table_change(struct table *table, const json_t *json, struct fault *fault) {
  const char *type = json_string_value(json_object_get(json, "type"));
  const size_t count = sizeof changes / sizeof changes[0];
  size_t i = 0;
  while (i < count && (type == NULL || strcmp(changes[i].word, type) != 0)) i++;
  if (i == count) return fault_say(fault, "type: there is no such entry");
  if (table->seq == 0 && i != ENTRY_CREATED) return fault_say(fault, "type: a log begins with the entry created");
  return changes[i].change(table, json, fault);
}
