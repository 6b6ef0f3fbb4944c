/* What each entry changes; declared in table/table_memory.h. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "chance/proof.h"
#include "table/table_memory.h"

/* ---- Before the game ---- */

/* The entry has the commitment to the secret that the table has from now on. */
static bool read_commitment(const struct table *table, const json_t *json, struct fault *fault) {
  uint8_t commitment[FAIR_HASH], given[FAIR_HASH];
  struct span text = {0};
  if (!member_text(json, "commitment", &text, fault)) return false;
  if (table->seq == 0 && text.length == 0) return true; /* a log of before commitments */
  fair_commitment(table->memory->secret, commitment);
  if (!hex_read(text, given, FAIR_HASH) || memcmp(given, commitment, FAIR_HASH) != 0)
    return fault_say(fault, "commitment: is not that of the table's secret");
  return true;
}

static bool read_former(struct table *table, const json_t *json, struct fault *fault) {
  const json_t *after = NULL;
  struct former *former = &table->former;
  const int players = table->setup.players;
  struct span id = {0};
  int64_t kept[TESS_MAX_PLAYERS], points[TESS_MAX_PLAYERS] = {0}, helped[TESS_MAX_PLAYERS] = {0};
  if (!member_object(json, "after", &after, fault)) return false;
  if (after == NULL) return true;
  if (!member_needed(after, "table", fault) || !member_text(after, "table", &id, fault) ||
      !member_needed(after, "kept", fault) || !member_longs(after, "kept", players, kept, fault) ||
      !member_longs(after, "points", players, points, fault) || !member_longs(after, "helped", players, helped, fault))
    return fault_within(fault, "after");
  if (id.length == 0 || id.length >= sizeof former->table) return fault_say(fault, "after: table: expected an id");
  memcpy(former->table, id.bytes, id.length);
  for (int seat = 0; seat < players; seat++) {
    if (kept[seat] < 0 || kept[seat] > players)
      return fault_say(fault, "after: kept: expected the number of a seat, or 0, for each seat");
    if (points[seat] < 0 || points[seat] > FORMER_MOST_POINTS)
      return fault_say(fault, "after: points: expected 0 or more");
    if (helped[seat] < 0 || helped[seat] > FORMER_MOST_POINTS)
      return fault_say(fault, "after: helped: expected 0 or more");
    former->kept[seat] = (uint8_t)kept[seat];
    former->points[seat] = (int)points[seat];
    former->helped[seat] = (int)helped[seat];
  }
  return true;
}

static bool read_deck(struct table *table, const json_t *json, struct fault *fault) {
  const json_t *deck = NULL;
  struct span id = {0};
  struct shared_deck *own = &table->deck;
  if (!member_object(json, "deck", &deck, fault)) return false;
  if (deck == NULL) return true;
  if (!member_text(deck, "tournament", &id, fault) || !member_whole(deck, "round", 1, INT_MAX, &own->round, fault) ||
      !member_whole(deck, "number", 1, INT_MAX, &own->number, fault))
    return fault_within(fault, "deck");
  if (id.length == 0 || id.length >= sizeof own->tournament || own->round == 0 || own->number == 0)
    return fault_say(fault, "deck: expected a tournament, a round and a number");
  memcpy(own->tournament, id.bytes, id.length);
  return true;
}

static bool read_contribution(const json_t *json, struct fair_contribution *contribution, struct fault *fault) {
  struct span text = {0};
  if (!member_text(json, "contribution", &text, fault)) return false;
  *contribution = (struct fair_contribution){.given = text.length > 0};
  return text.length == 0 || member_hex(json, "contribution", contribution->bytes, FAIR_CONTRIBUTION, fault);
}

/* The holder of the seat of this number, 0-based, and what they have sealed and revealed. */
static bool change_seat(struct table *table, enum entry_type type, int number, const json_t *json,
                        struct fault *fault) {
  struct table_memory *memory = table->memory;
  struct table_seat *seat = &table->seats[number];
  if (type != ENTRY_SAT && !table_is_held(table, number) && !(type == ENTRY_STOOD && table->former.kept[number] > 0))
    return fault_say(fault, "seat: nobody sits there");
  if (type == ENTRY_SAT) {
    int kind = 0;
    struct table_seat taken = {0};
    if (!member_choice(json, "kind", "person program", &kind, fault) ||
        !member_switch(json, "answers", &taken.answers, fault))
      return false;
    if (seat->holder != TABLE_NOBODY) return fault_say(fault, "seat: it is taken");
    taken.holder = kind == 0 ? TABLE_PERSON : TABLE_PROGRAM;
    if (!member_needed(json, "name", fault) || !member_line(json, "name", NAME_MOST, taken.name, fault) ||
        !read_contribution(json, &taken.contribution, fault))
      return false;
    if (!member_whole(json, "rating", 0, TABLE_MOST_RATING, &taken.rating, fault) ||
        !member_switch(json, "provisional", &taken.provisional, fault))
      return false;
    *seat = taken;
    if (table->seq == 1) table->opener = number;
    memory->sat_seq[number] = table->seq + 1;
    table->former.kept[number] = 0;
    memory->filled = memory->at;
    if (memory->seen[number] < memory->at) memory->seen[number] = memory->at;
  } else if (type == ENTRY_SEALED) {
    if (!member_needed(json, "seal", fault) || !member_hex(json, "seal", seat->seal, FAIR_HASH, fault)) return false;
    seat->sealed = true;
    seat->contribution = (struct fair_contribution){0};
    memory->since = memory->at;
  } else if (type == ENTRY_CONTRIBUTED) {
    uint8_t commitment[FAIR_HASH], seal[FAIR_HASH];
    if (!read_contribution(json, &seat->contribution, fault)) return false;
    fair_commitment(memory->secret, commitment);
    fair_seal(commitment, number, seat->contribution.bytes, seal);
    if (seat->sealed && (!seat->contribution.given || memcmp(seal, seat->seal, FAIR_HASH) != 0))
      return fault_say(fault, "contribution: is not the one that the seat has sealed");
  } else { /* ENTRY_STOOD: what was asked from there is forgotten */
    int kept = 0;
    for (int i = 0; i < memory->request_count; i++)
      if (memory->requests[i].seat != number) memory->requests[kept++] = memory->requests[i];
    memory->request_count = kept;
    memory->stood_seq[number] = table->seq + 1;
    memory->talk[number] = 0;
    if (number == table->opener) table->opener = -1;
    table->former.kept[number] = 0;
    *seat = (struct table_seat){0};
  }
  return true;
}

/* Other options or another clock, before anybody has sealed; the seats stay. */
static bool change_setup(struct table *table, const json_t *json, struct fault *fault) {
  struct setup setup;
  if (table_is_sealed(table)) return fault_say(fault, "setup: somebody has sealed under the one before");
  if (!setup_read(json_object_get(json, "setup"), table->memory->sets, &setup, fault)) return false;
  if (setup.rules != table->setup.rules || setup.players != table->setup.players ||
      memcmp(setup.seats, table->setup.seats, sizeof setup.seats) != 0)
    return fault_say(fault, "setup: expected the game and the seats of the one before");
  table->setup = setup;
  table->memory->setup_seq = table->seq + 1;
  table->memory->set_up++;
  return true;
}

static bool change_renewed(struct table *table, const json_t *json, struct fault *fault) {
  struct table_memory *memory = table->memory;
  fair_renew(memory->secret, memory->secret);
  if (!read_commitment(table, json, fault)) return false;
  memory->filled = memory->at;
  memory->commitment_seq = table->seq + 1;
  for (int seat = 0; seat < table->setup.players; seat++) {
    table->seats[seat].sealed = false;
    table->seats[seat].contribution = (struct fair_contribution){0};
  }
  return true;
}

/* ---- The game ---- */

/* Ends the question without consent: it was refused or withdrawn. */
static void refuse_question(struct table *table) {
  if (table->asking < 0) return;
  table->memory->refused[table->asking][table->asks_pause] = table->memory->turn_count + 1;
  table->asking = -1;
}

static bool begin_game(struct table *table, int first, struct fault *fault) {
  const tess_options options = setup_options(&table->setup, first);
  history_free(table->history);
  table->history = history_new(setup_set(&table->setup, table->memory->sets), &options, fault);
  return table->history != NULL;
}

/* From this entry on the game waits for the next draw or turn, for which `used` ms were used before. */
static void begin_waiting(struct table *table, int64_t used) {
  struct table_memory *memory = table->memory;
  table->position = table->seq + 1;
  memory->since = memory->at;
  memory->used = used;
  memory->excused = 0;
  memory->runs = table_phase(table) == TESS_PHASE_PLACE && table_moves_itself(table, table_seat_to_move(table));
}

static bool change_started(struct table *table, const json_t *json, struct fault *fault) {
  struct span newgame = {"", 0};
  struct fair_contribution contributions[TESS_MAX_PLAYERS];
  const int players = table->setup.players;
  if (!member_text(json, "newgame", &newgame, fault)) return false;
  if (!table_is_full(table)) return fault_say(fault, "a game begins when every seat is taken");

  /* 1. The seat that `first=` names begins. */
  struct reader reader = reader_of(newgame);
  uint64_t first = 0;
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader))
    if (word.length == 7 && memcmp(word.bytes, "first=", 6) == 0)
      span_number((struct span){word.bytes + 6, 1}, 1, (uint64_t)players, &first);
  if (first == 0) return fault_say(fault, "newgame: expected first=SEAT");
  if (!begin_game(table, (int)first - 1, fault)) return false;

  /* 2. From here on the contributions hold, and the clocks are full. */
  for (int seat = 0; seat < players; seat++) {
    contributions[seat] = table->seats[seat].contribution;
    table->seats[seat].left = (int64_t)table->setup.seconds * 1000;
  }
  table->memory->key = fair_key_of(table->memory->secret, contributions, players);
  begin_waiting(table, 0);
  memset(table->memory->talk, 0, sizeof table->memory->talk);
  table->memory->started_seq = table->seq + 1;
  table->state = TABLE_PLAYING;
  return true;
}

static bool read_clock(struct table *table, const json_t *json, struct fault *fault) {
  int64_t left[TESS_MAX_PLAYERS];
  const int players = table->setup.players;
  for (int seat = 0; seat < players; seat++) left[seat] = table->seats[seat].left;
  if (!member_longs(json, "clock", players, left, fault)) return false;
  for (int seat = 0; seat < players; seat++) table->seats[seat].left = left[seat];
  return true;
}

/* A draw (`mover` is -1), or a turn of the seat `mover`. */
static bool change_played(struct table *table, int mover, const json_t *json, struct fault *fault) {
  struct table_memory *memory = table->memory;
  const int before = table->words;
  const tess_phase due = mover < 0 ? TESS_PHASE_DRAW : TESS_PHASE_PLACE;
  const tess_phase next = mover < 0 ? TESS_PHASE_PLACE : TESS_PHASE_DRAW;
  int64_t used = 0;
  if (table->paused || table_phase(table) != due || (mover >= 0 && table_seat_to_move(table) != mover))
    return fault_say(fault, "it is not the turn for this");

  /* 1. Its words are played, and kept for take-backs. */
  const json_t *words = NULL;
  if (!member_list(json, "words", "strings", &words, fault)) return false;
  for (size_t i = 0; i < json_array_size(words); i++) {
    const json_t *word = json_array_get(words, i);
    if (!json_is_string(word)) return fault_say(fault, "words: expected strings");
    const struct span span = {json_string_value(word), json_string_length(word)};
    if (!history_word(table->history, span, fault)) return fault_within(fault, "words");
    memory->word_ends = table_grow(memory->word_ends, table->words, &memory->word_room, sizeof *memory->word_ends);
    text_add(&memory->words, span.bytes, span.length);
    memory->word_ends[table->words++] = memory->words.length;
  }
  history_drop_undos(table->history);
  if (table_phase(table) != next && table_phase(table) != TESS_PHASE_OVER)
    return fault_say(fault, "words: expected those of a whole %s", mover < 0 ? "draw" : "turn");
  begin_waiting(table, 0);
  if (mover < 0) memory->drawn_seq = table->seq + 1;
  if (mover < 0) return true;

  /* 2. A turn ends the question of a take-back, and is kept with its time. */
  const bool itself = table_moves_itself(table, mover);
  if (!table->asks_pause) table->asking = -1;
  if (itself) table->seats[mover].missed = 0;
  if (!read_clock(table, json, fault) || !member_long(json, "used", &used, fault)) return false;
  memory->turns = table_grow(memory->turns, memory->turn_count, &memory->turn_room, sizeof *memory->turns);
  memory->turns[memory->turn_count++] =
      (struct table_turn){.seat = mover,
                          .words = before,
                          .instead = !itself && table->seats[mover].holder != TABLE_COMPUTER,
                          .left = itself && table->setup.clock == SETUP_GAME_CLOCK ? table->seats[mover].left : -1,
                          .used = used};
  return true;
}

static bool change_undone(struct table *table, const json_t *json, struct fault *fault) {
  struct table_memory *memory = table->memory;
  int words = 0, seat = 0;
  if (!member_whole(json, "seat", 1, table->setup.players, &seat, fault)) return false;
  if (seat > 0) memory->taken_back[seat - 1]++;
  if (!member_needed(json, "words", fault) || !member_whole(json, "words", 0, table->words, &words, fault))
    return false;

  /* 1. The game again after its first `words` words. */
  if (!begin_game(table, tess_game_options(table->history->game).first, fault)) return false;
  size_t begin = 0;
  for (int i = 0; i < words; i++) {
    const struct span word = {memory->words.bytes + begin, memory->word_ends[i] - begin};
    if (!history_word(table->history, word, fault)) return false;
    begin = memory->word_ends[i];
  }
  history_drop_undos(table->history);
  if (table_phase(table) != TESS_PHASE_PLACE) return fault_say(fault, "words: expected those before a turn");
  text_cut(&memory->words, begin);
  table->words = words;

  /* 2. The time for the turn that is made again stays used. */
  int64_t used = 0;
  while (memory->turn_count > 0 && memory->turns[memory->turn_count - 1].words >= words)
    used = memory->turns[--memory->turn_count].used;
  if (!member_long(json, "used", &used, fault)) return false;
  begin_waiting(table, used);
  if (!table->asks_pause) table->asking = -1;
  return read_clock(table, json, fault);
}

/* ---- Seats in the game ---- */

static bool change_computer(struct table *table, int number, const json_t *json, struct fault *fault) {
  int level = 0, why = 0;
  if (!member_needed(json, "level", fault) || !member_whole(json, "level", 1, SETUP_LEVELS, &level, fault) ||
      !member_needed(json, "why", fault) || !member_choice(json, "why", "setup asked clock left", &why, fault))
    return false;
  struct table_seat *seat = &table->seats[number];
  const bool is_own =
      TABLE_SETUP + why == TABLE_SETUP; /* a computer that the setup has, and not in place of somebody */
  if (is_own ? table->setup.seats[number].kind != SETUP_COMPUTER || seat->holder != TABLE_NOBODY ||
                   table->state != TABLE_WAITING
             : !table_is_held(table, number) || table->state != TABLE_PLAYING)
    return fault_say(fault, "seat: the computer does not take this one");
  seat->why = (uint8_t)(TABLE_SETUP + why);
  seat->level = (uint8_t)level;
  if (seat->why == TABLE_CLOCK) seat->left = 0;
  if (seat->why == TABLE_CLOCK) seat->missed++;
  if (seat->why == TABLE_SETUP) seat->holder = TABLE_COMPUTER;
  if (table->asking == number || (!table->asks_pause && !seat->consents)) refuse_question(table);
  return true;
}

/* Silences all watchers or one of them, or lets them talk again. */
static bool change_silenced(struct table *table, const json_t *json, struct fault *fault) {
  bool yes = false, removed = false;
  char name[NAME_SIZE] = "";
  if (!member_switch(json, "yes", &yes, fault) || !member_line(json, "name", NAME_MOST, name, fault) ||
      !member_switch(json, "removed", &removed, fault))
    return false;
  if (name[0] == '\0') {
    table->all_silenced = yes;
    return true;
  }
  struct table_memory *memory = table->memory;
  int at = table_silenced(table, name);
  if (yes && at < 0) {
    if (memory->silenced_count == TABLE_MOST_SILENCED) return fault_say(fault, "name: too many are silenced");
    at = memory->silenced_count++;
    memcpy(memory->silenced[at].name, name, NAME_SIZE);
    memory->silenced[at].removed = false;
  }
  if (yes && removed) memory->silenced[at].removed = true;
  if (!yes && at >= 0) memory->silenced[at] = memory->silenced[--memory->silenced_count];
  return true;
}

/* Talk, names and silencing: counted for the sender of the entry. */
static bool change_talk(struct table *table, enum entry_type type, const json_t *json, struct fault *fault) {
  int seat = 0;
  if (!member_whole(json, "seat", 0, table->setup.players, &seat, fault)) return false;
  struct span text = {0};
  const char *member = type == ENTRY_SAID      ? "text"
                       : type == ENTRY_REACTED ? "reaction"
                       : type == ENTRY_NAMED   ? "name"
                                               : NULL;
  if (member != NULL && !member_text(json, member, &text, fault)) return false;
  if (type == ENTRY_NAMED && !member_line(json, "name", NAME_MOST, table->seats[seat - 1].name, fault)) return false;
  int64_t *talk = seat == 0 ? &table->memory->watchers_talk : &table->memory->talk[seat - 1];
  const int64_t bytes = (int64_t)text.length + TABLE_TALK_ENTRY;
  *talk += bytes;
  if (table->state == TABLE_WAITING && seat > 0) table->memory->talk_before += bytes;
  return type != ENTRY_SILENCED || change_silenced(table, json, fault);
}

/* A seat asks the others for a take-back or a pause. */
static bool change_asked(struct table *table, int number, const json_t *json, struct fault *fault) {
  int what = 0;
  if (!member_choice(json, "what", "take-back pause", &what, fault)) return false;
  if (table->paused || !table_is_held(table, number) || (what == 0 && table_back(table, number) < 0))
    return fault_say(fault, "there is nothing to ask for");
  table->asking = number;
  table->asked = table->seq + 1;
  table->asks_pause = what == 1;
  table->memory->taken_back[number]++;
  for (int other = 0; other < TESS_MAX_PLAYERS; other++) table->seats[other].consents = false;
  return true;
}

/* The clocks stand from this entry on, or run again: what was used up to the pause stays used. */
static bool change_pause(struct table *table, int number, const json_t *json, struct fault *fault) {
  struct table_memory *memory = table->memory;
  const bool pauses = number < 0;
  if (pauses == table->paused) return fault_say(fault, "the game is %s already", pauses ? "paused" : "resumed");
  table->paused = pauses;
  if (pauses && !member_long(json, "used", &memory->used, fault)) return false;
  if (pauses) memory->excused = 0;
  if (pauses) table->asking = -1;
  if (pauses) memory->paused_seq = table->seq + 1;
  if (!pauses) memory->since = memory->at;
  if (!pauses) memory->taken_back[number]++;
  return true;
}

/* With a clock of days: time in which the seat to move is on vacation does not count. */
static bool change_vacation(struct table *table, int number, const json_t *json, struct fault *fault) {
  if (table->setup.clock != SETUP_DAYS_CLOCK || table->paused || table_phase(table) != TESS_PHASE_PLACE ||
      table_seat_to_move(table) != number)
    return fault_say(fault, "seat: no clock of days runs for it");
  return member_needed(json, "length", fault) && member_long(json, "length", &table->memory->excused, fault);
}

static bool change_over(struct table *table, const json_t *json, struct fault *fault) {
  int lost = 0, why = 0;
  if (!member_whole(json, "lost", 1, table->setup.players, &lost, fault) ||
      !member_choice(json, "why", "left clock", &why, fault) ||
      !member_switch(json, "undecided", &table->undecided, fault))
    return false;
  if (lost == 0 && (json_object_get(json, "why") != NULL ||
                    (table_phase(table) != TESS_PHASE_OVER && !table->undecided && !table->setup.rated)))
    return fault_say(fault, "the game is not over");
  table->lost = lost - 1;
  table->lost_by_time = why == 1;
  if (table->lost_by_time) table->seats[table->lost].left = 0;
  table->state = TABLE_OVER;
  table->asking = -1;
  table->paused = false;
  return true;
}

/* ---- All entries ---- */

static const struct {
  const char *word;
  int when; /* enum table_state, or TABLE_ANY */
  bool of_seat;
} entries[] = {
#define X(name, word, when, of_seat) {word, when, of_seat},
    TABLE_ENTRIES(X)
#undef X
};

const char *entry_word(enum entry_type type) { return entries[type].word; }

bool table_change(struct table *table, const json_t *json, struct fault *fault) {
  /* 1. Its type. */
  const char *word = json_string_value(json_object_get(json, "type"));
  const size_t count = sizeof entries / sizeof entries[0];
  size_t type = 0;
  while (type < count && (word == NULL || strcmp(entries[type].word, word) != 0)) type++;
  if (type == count) return fault_say(fault, "type: there is no such entry");

  /* 2. It can stand here, and the seat that it names is one that the table has. */
  int named = 0;
  if (table->seq == 0 && type != ENTRY_CREATED) return fault_say(fault, "type: a log begins with the entry created");
  if (entries[type].when != TABLE_ANY && entries[type].when != (int)table->state)
    return fault_say(fault, "the table is not in the state for this");
  if (entries[type].of_seat &&
      (!member_needed(json, "seat", fault) || !member_whole(json, "seat", 1, table->setup.players, &named, fault)))
    return false;
  const int number = named - 1;

  /* 3. What it changes. */
  bool yes = false;
  switch ((enum entry_type)type) {
  case ENTRY_CREATED:
    if (table->seq > 0) return fault_say(fault, "the table is already created");
    table->memory->commitment_seq = table->memory->setup_seq = 1;
    return setup_read(json_object_get(json, "setup"), table->memory->sets, &table->setup, fault) &&
           read_commitment(table, json, fault) && read_former(table, json, fault) && read_deck(table, json, fault);
  case ENTRY_CHANGED: return change_setup(table, json, fault);
  case ENTRY_SAT:
  case ENTRY_SEALED:
  case ENTRY_CONTRIBUTED:
  case ENTRY_STOOD: return change_seat(table, (enum entry_type)type, number, json, fault);
  case ENTRY_RENEWED: return change_renewed(table, json, fault);
  case ENTRY_STARTED: return change_started(table, json, fault);
  case ENTRY_DRAWN:
  case ENTRY_MOVED: return change_played(table, number, json, fault);
  case ENTRY_UNDONE: return change_undone(table, json, fault);
  case ENTRY_COMPUTER: return change_computer(table, number, json, fault);
  case ENTRY_RETURNED:
    if (!table_is_held(table, number) || table->seats[number].why == TABLE_NOT)
      return fault_say(fault, "seat: no computer moves for it");
    table->memory->came_back[number] += table->seats[number].why == TABLE_LEFT;
    table->seats[number].why = TABLE_NOT;
    if (table->seats[number].missed >= TABLE_MOST_MISSED) table->seats[number].missed = 0;
    if (table_seat_to_move(table) == number) table->memory->runs = true;
    return true;
  case ENTRY_ASKED: return change_asked(table, number, json, fault);
  case ENTRY_VACATION: return change_vacation(table, number, json, fault);
  case ENTRY_PAUSED:
  case ENTRY_RESUMED: return change_pause(table, number, json, fault);
  case ENTRY_ANSWERED:
    if (!member_switch(json, "yes", &yes, fault)) return false;
    table->seats[number].consents = yes;
    if (!yes) refuse_question(table);
    return true;
  case ENTRY_SAID:
  case ENTRY_REACTED:
  case ENTRY_NAMED:
  case ENTRY_MUTED:
  case ENTRY_SILENCED: return change_talk(table, (enum entry_type)type, json, fault);
  case ENTRY_OVER: return change_over(table, json, fault);
  case ENTRY_REMATCH: table->memory->rematched = true; return true;
  case ENTRY_CLOSED: table->state = TABLE_CLOSED; return true;
  }
  return false;
}
