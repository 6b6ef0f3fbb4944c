/* Draws, turns, take-backs and the end of a game; declared in table/table_memory.h. */

#include "base/guard.h"
#include "table/table_memory.h"

/* How many steps of a type the game has. */
static uint32_t count_steps(const struct history *history, enum step_type type) {
  uint32_t count = 0;
  for (int i = 0; i < history->count; i++) count += history->steps[i].type == type;
  return count;
}

/* Writes the steps after the first `before` as words, and takes them back. */
static void take_words(struct history *history, int before, struct text *words) {
  for (int i = before; i < history->count; i++) history_word_write(history, i, ';', words);
  while (history->count > before) history_undo(history);
}

/* ---- Draws ---- */

void table_draw(struct table *table, int64_t now) {
  struct history *history = table->history;
  const int before = history->count, seat = table_seat_to_move(table);
  struct text words = {0};
  while (table_phase(table) == TESS_PHASE_DRAW) {
    struct fault fault;
    const int kind = fair_draw(&table->memory->key, count_steps(history, STEP_DRAW) + 1, history->game);
    const bool drawn = history_draw(history, kind, &fault);
    CHECK_BECAUSE(drawn, fault.text);
  }
  take_words(history, before, &words);
  struct text entry = entry_begin(table, now, ENTRY_DRAWN);
  json_put_int(&entry, "seat", seat + 1);
  json_put_words(&entry, "words", text_span(&words));
  entry_end(table, &entry);
  text_free(&words);
}

/* ---- Turns ---- */

/* When the clock of the turn in hand began to run. One of days runs on while the table is not in memory. */
static int64_t clock_began(const struct table *table) {
  const struct table_memory *memory = table->memory;
  const bool always = table->setup.clock == SETUP_DAYS_CLOCK || memory->since > memory->opened;
  return always ? memory->since : memory->opened;
}

/* The time that the turn in hand has used. */
static int64_t time_used(const struct table *table, int64_t now) {
  const struct table_memory *memory = table->memory;
  const int64_t used = table->paused ? 0 : table_time(table, now) - clock_began(table);
  return memory->used + (used > 0 ? used : 0);
}

/* The time that the seat to move had when its turn began. */
static int64_t time_given(const struct table *table) {
  return setup_is_by_move(&table->setup) ? (int64_t)table->setup.seconds * 1000
                                         : table->seats[table_seat_to_move(table)].left;
}

/* What the turn in hand takes off the clock of its seat if it ends now. */
static int64_t time_charged(const struct table *table, int64_t now) {
  const int64_t used = time_used(table, now), given = time_given(table);
  if (!table->memory->runs || table_phase(table) != TESS_PHASE_PLACE) return 0;
  return used < given ? used : given;
}

int64_t table_deadline(const struct table *table) {
  const struct table_memory *memory = table->memory;
  if (table->setup.clock == SETUP_NO_CLOCK || table->paused || table_phase(table) != TESS_PHASE_PLACE ||
      !table_moves_itself(table, table_seat_to_move(table)))
    return INT64_MAX;
  const int64_t end = clock_began(table) + time_given(table) - memory->used;
  const int64_t least = memory->expected + TABLE_RESTART_MS;
  return table->setup.clock == SETUP_DAYS_CLOCK && end < least ? least : end;
}

/* With a clock for the game: what each seat has left now that `more` was given to it. */
static void add_clock(const struct table *table, const int64_t more[TESS_MAX_PLAYERS], struct text *entry) {
  if (table->setup.clock != SETUP_GAME_CLOCK) return;
  json_open_array(entry, "clock");
  for (int seat = 0; seat < table->setup.players; seat++)
    json_put_int(entry, NULL, table->seats[seat].left + more[seat]);
  json_close_array(entry);
}

static int64_t increment_of(const struct table *table) { return (int64_t)table->setup.increment * 1000; }

/* The pause since this seat has moved, which it pays for if it takes the turn back. */
static int64_t pause_charged(const struct table *table, int seat, int64_t now) {
  const struct table_memory *memory = table->memory;
  const bool own = memory->turn_count > 0 && memory->turns[memory->turn_count - 1].seat == seat;
  return own && table_phase(table) == TESS_PHASE_DRAW ? time_used(table, now) : 0;
}

/* What each seat's clock for the game is given when `seat` takes back all turns after the first `words` words: the time
 * for them stays used, also that of the turn in hand; what was given for each of them is not. */
static void clock_undone(const struct table *table, int seat, int words, int64_t now, int64_t more[TESS_MAX_PLAYERS]) {
  const struct table_memory *memory = table->memory;
  more[table_seat_to_move(table)] -= time_charged(table, now);
  more[seat] -= pause_charged(table, seat, now);
  for (int i = memory->turn_count - 1; i >= 0 && memory->turns[i].words >= words; i--)
    if (memory->turns[i].left >= 0) more[memory->turns[i].seat] -= increment_of(table);
}

/* With a clock by move: the time that is used for the turn that `seat` takes back. */
static int64_t used_undone(const struct table *table, int seat, int words, int64_t now) {
  const struct table_memory *memory = table->memory;
  int64_t used = 0;
  for (int i = memory->turn_count - 1; i >= 0 && memory->turns[i].words >= words; i--) used = memory->turns[i].used;
  return used + pause_charged(table, seat, now);
}

bool table_move(struct table *table, struct span word, const char *by, int64_t now, struct fault *fault) {
  struct history *history = table->history;
  const int before = history->count, mover = table_seat_to_move(table);
  struct text words = {0};
  struct move move;

  /* 1. The turn with all its throws as words; the game is then as before. */
  if (!move_read(word, history->set->set, &move, fault)) return false;
  if (!move.decided) return fault_say(fault, "expected the whole turn, as in TILE@0,1r2=none");
  if (!history_move(history, &move, fault)) return false;
  while (table_phase(table) == TESS_PHASE_THROW) {
    struct fault wrong;
    const tess_throw thrown = fair_throw(&table->memory->key, count_steps(history, STEP_THROW) + 1, history->game);
    const bool taken = history_throw(history, &thrown, &wrong);
    CHECK_BECAUSE(taken, wrong.text);
  }
  take_words(history, before, &words);
  struct text entry = entry_begin(table, now, ENTRY_MOVED);
  json_put_int(&entry, "seat", mover + 1);
  json_put_words(&entry, "words", text_span(&words));
  json_put_string(&entry, "by", by);

  /* 2. The clock after it: only who makes the turn himself is given the increment. */
  const int64_t charged = time_charged(table, now);
  int64_t more[TESS_MAX_PLAYERS] = {0};
  more[mover] = (table_moves_itself(table, mover) ? increment_of(table) : 0) - charged;
  add_clock(table, more, &entry);
  if (setup_is_by_move(&table->setup) && charged != 0) json_put_int(&entry, "used", charged);
  entry_end(table, &entry);
  text_free(&words);
  return true;
}

/* ---- Take-backs ---- */

int table_back(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  for (int i = memory->turn_count - 1; i >= 0; i--)
    if (memory->turns[i].seat == seat) return memory->turns[i].words;
  return -1;
}

bool table_has_time_back(const struct table *table, int seat, int64_t now) {
  const int words = table_back(table, seat);
  int64_t more[TESS_MAX_PLAYERS] = {0};
  if (table->setup.clock == SETUP_NO_CLOCK) return true;
  if (setup_is_by_move(&table->setup))
    return used_undone(table, seat, words, now) < (int64_t)table->setup.seconds * 1000;
  clock_undone(table, seat, words, now, more);
  for (int other = 0; other < table->setup.players; other++)
    if ((other == seat || more[other] < 0) && table->seats[other].left + more[other] <= 0) return false;
  return true;
}

void table_undo(struct table *table, int seat, int words, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_UNDONE);
  int64_t more[TESS_MAX_PLAYERS] = {0};
  json_put_int(&entry, "seat", seat + 1);
  json_put_int(&entry, "words", words);
  clock_undone(table, seat, words, now, more);
  add_clock(table, more, &entry);
  const int64_t used = setup_is_by_move(&table->setup) ? used_undone(table, seat, words, now) : 0;
  if (used > 0) json_put_int(&entry, "used", used);
  entry_end(table, &entry);
  for (int other = 0; other < table->setup.players; other++)
    if (table_misses_turn(table, other)) table_return(table, other, now);
}

bool table_has_shown_nothing(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  const struct history *history = table->history;
  return table_phase(table) == TESS_PHASE_DRAW && memory->turn_count > 0 &&
         memory->turns[memory->turn_count - 1].seat == seat && history->steps[history->count - 1].type != STEP_THROW;
}

bool table_misses_turn(const struct table *table, int seat) {
  const struct table_seat *at = &table->seats[seat];
  return at->why == TABLE_CLOCK && at->missed < TABLE_MOST_MISSED && setup_is_by_move(&table->setup);
}

bool table_refuses(const struct table *table, int seat) {
  if (!table_moves_itself(table, seat)) return !table->setup.casual || table_misses_turn(table, seat);
  return table->seats[seat].holder == TABLE_PROGRAM && !table->seats[seat].answers;
}

/* ---- Pauses ---- */

void table_pause(struct table *table, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_PAUSED);
  json_put_int(&entry, "used", time_used(table, now));
  entry_end(table, &entry);
}

/* ---- Beginning and end ---- */

void table_scores(const struct table *table, struct text *text) {
  const tess_game *game = table->history->game;
  json_open_array(text, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_int(text, NULL, tess_game_score(game, side));
  json_close_array(text);
}

/* `lost` is the seat that has lost before the end, or -1; `why` in words. */
static void write_over(struct table *table, int lost, const char *why, bool undecided, int64_t now) {
  struct text entry = entry_begin(table, now, ENTRY_OVER);
  if (lost >= 0) json_put_int(&entry, "lost", lost + 1);
  if (lost >= 0) json_put_string(&entry, "why", why);
  if (undecided) json_put_bool(&entry, "undecided", true);
  table_scores(table, &entry);
  entry_put_hex(&entry, "secret", table->memory->secret, FAIR_SECRET);
  entry_end(table, &entry);
}

void table_lose(struct table *table, int seat, bool by_time, int64_t now) {
  write_over(table, seat, by_time ? "clock" : "left", false, now);
}

/* True if nobody moves themselves, and nobody may return. */
static bool is_given_up(const struct table *table) {
  for (int seat = 0; seat < table->setup.players; seat++)
    if (table_may_return(table, seat)) return false;
  return !table_is_played(table);
}

void table_follow_up(struct table *table, int64_t now) {
  const int players = table->setup.players;

  /* 1. The game starts when every seat is taken and every contribution told. */
  bool complete = table_reveals(table);
  for (int seat = 0; seat < players; seat++) {
    const struct table_seat *at = &table->seats[seat];
    if (at->holder != TABLE_COMPUTER && !at->contribution.given) complete = false;
  }
  if (complete) {
    struct fair_contribution contributions[TESS_MAX_PLAYERS];
    for (int seat = 0; seat < players; seat++) contributions[seat] = table->seats[seat].contribution;
    const struct fair_key key = fair_key_of(table->memory->secret, contributions, players);
    const int first = table->setup.first >= 0 ? table->setup.first : fair_first(&key, players);
    struct text entry = entry_begin(table, now, ENTRY_STARTED), newgame = {0};
    setup_write_newgame(&table->setup, first, &newgame);
    json_put_string(&entry, "newgame", newgame.bytes);
    json_open_array(&entry, "contributions");
    for (int seat = 0; seat < players; seat++)
      entry_put_hex(&entry, NULL, contributions[seat].bytes, contributions[seat].given ? FAIR_CONTRIBUTION : 0);
    json_close_array(&entry);
    entry_end(table, &entry);
    text_free(&newgame);
  }
  if (table->state != TABLE_PLAYING) return;

  /* 2. What is asked for is granted when everybody but the one who asks agrees; a computer that does not refuse a
   * take-back does so unasked. To a pause all agree unasked but people; also who only misses this turn is asked. */
  bool granted = table->asking >= 0;
  for (int seat = 0; seat < players; seat++) {
    const bool itself = table_moves_itself(table, seat);
    const bool asked = itself ? table->seats[seat].holder == TABLE_PERSON : table_misses_turn(table, seat);
    const bool unasked = table->asks_pause ? !asked : !itself && !table_refuses(table, seat);
    if (seat != table->asking && !table->seats[seat].consents && !unasked) granted = false;
  }
  if (granted && table->asks_pause)
    table_pause(table, now);
  else if (granted)
    table_undo(table, table->asking, table_back(table, table->asking), now);

  /* 3. The game ends by its rules; or undecided, as computers do not play it to its end among themselves. */
  const bool ends = table_phase(table) == TESS_PHASE_OVER;
  if (ends || is_given_up(table)) write_over(table, -1, NULL, !ends, now);
}
