/* The clocks of a table, and how long people have before the start; declared in table/table_parts.h. */
#include "table/table_parts.h"

/* ---- Before the start ---- */

int64_t table_patience(const struct table *table, int64_t usual) {
  return table->setup.clock == SETUP_DAYS_CLOCK ? (int64_t)table->setup.seconds * 1000 : usual;
}

int64_t table_patience_end(const struct table *table, int64_t from, int64_t usual) {
  const struct table_memory *memory = table->memory;
  if (table->setup.clock != SETUP_DAYS_CLOCK) return (from > memory->opened ? from : memory->opened) + usual;
  const int64_t end = from + table_patience(table, usual), least = memory->expected + TABLE_RESTART_MS;
  return end > least ? end : least;
}

int64_t table_kept_until(const struct table *table) {
  return table->memory->created + table_patience(table, TABLE_KEPT_MS);
}

bool table_keeps(const struct table *table, int seat, int64_t now) {
  return table->seats[seat].holder == TABLE_NOBODY && table->former.kept[seat] > 0 &&
         table_time(table, now) < table_kept_until(table);
}

int64_t table_seal_deadline(const struct table *table, int seat) {
  const struct table_memory *memory = table->memory;
  const struct table_seat *at = &table->seats[seat];
  if (!table_is_held(table, seat) || at->sealed) return INT64_MAX;
  if (table_is_full(table)) return table_patience_end(table, memory->filled, TABLE_SEAL_MS);
  /* The opener of the table may wait for others elsewhere; with a clock of days everybody may. */
  const bool may_be_away = seat == table->opener || table->setup.clock == SETUP_DAYS_CLOCK;
  return memory->present[seat] || may_be_away ? INT64_MAX : memory->seen[seat] + TABLE_SEAL_MS;
}

/* ---- The turn in hand ---- */

/* When the clock of the turn in hand began to run. With a clock of days it runs while the server is down. */
static int64_t clock_began(const struct table *table) {
  const struct table_memory *memory = table->memory;
  const bool always = table->setup.clock == SETUP_DAYS_CLOCK || memory->since > memory->opened;
  return always ? memory->since : memory->opened;
}

/* How much time the turn in hand has used. */
static int64_t time_used(const struct table *table, int64_t now) {
  const struct table_memory *memory = table->memory;
  const int64_t used = table->paused ? 0 : table_time(table, now) - clock_began(table) - memory->excused;
  return memory->used + (used > 0 ? used : 0);
}

/* How much time the seat to move had when its turn began. */
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
  const int64_t end = clock_began(table) + time_given(table) - memory->used + memory->excused;
  const int64_t least = memory->expected + TABLE_RESTART_MS;
  return table->setup.clock == SETUP_DAYS_CLOCK && end < least ? least : end;
}

/* ---- What an entry says of the clocks ---- */

/* With a clock for the game: the member `clock`, what each seat has left after `more` is added. */
static void add_clock(const struct table *table, const int64_t more[TESS_MAX_PLAYERS], struct text *entry) {
  if (table->setup.clock != SETUP_GAME_CLOCK) return;
  json_open_array(entry, "clock");
  for (int seat = 0; seat < table->setup.players; seat++)
    json_put_int(entry, NULL, table->seats[seat].left + more[seat]);
  json_close_array(entry);
}

static int64_t increment_of(const struct table *table) { return (int64_t)table->setup.increment * 1000; }

void table_clock_moved(const struct table *table, int seat, int64_t now, struct text *entry) {
  const int64_t charged = time_charged(table, now);
  int64_t more[TESS_MAX_PLAYERS] = {0};
  more[seat] = (table_moves_itself(table, seat) ? increment_of(table) : 0) - charged;
  add_clock(table, more, entry);
  if (setup_is_by_move(&table->setup) && charged != 0) json_put_int(entry, "used", charged);
}

/* How long ago this seat has moved, if nobody has drawn since: it pays for that time if it takes the turn back. */
static int64_t pause_charged(const struct table *table, int seat, int64_t now) {
  const struct table_memory *memory = table->memory;
  const bool own = memory->turn_count > 0 && memory->turns[memory->turn_count - 1].seat == seat;
  return own && table_phase(table) == TESS_PHASE_DRAW ? time_used(table, now) : 0;
}

/* With a clock for the game: what each clock is given when `seat` takes back all turns after the first `words` words.
 * Time that was used stays used, also by the turn in hand; increments are taken back. */
static void clock_undone(const struct table *table, int seat, int words, int64_t now, int64_t more[TESS_MAX_PLAYERS]) {
  const struct table_memory *memory = table->memory;
  more[table_seat_to_move(table)] -= time_charged(table, now);
  more[seat] -= pause_charged(table, seat, now);
  for (int i = memory->turn_count - 1; i >= 0 && memory->turns[i].words >= words; i--)
    if (memory->turns[i].left >= 0) more[memory->turns[i].seat] -= increment_of(table);
}

/* With a clock by move: how much time is used already for the turn that `seat` makes again. */
static int64_t used_undone(const struct table *table, int seat, int words, int64_t now) {
  const struct table_memory *memory = table->memory;
  int64_t used = 0;
  for (int i = memory->turn_count - 1; i >= 0 && memory->turns[i].words >= words; i--) used = memory->turns[i].used;
  return used + pause_charged(table, seat, now);
}

void table_clock_undone(const struct table *table, int seat, int words, int64_t now, struct text *entry) {
  int64_t more[TESS_MAX_PLAYERS] = {0};
  clock_undone(table, seat, words, now, more);
  add_clock(table, more, entry);
  const int64_t used = setup_is_by_move(&table->setup) ? used_undone(table, seat, words, now) : 0;
  if (used > 0) json_put_int(entry, "used", used);
}

void table_clock_paused(const struct table *table, int64_t now, struct text *entry) {
  json_put_int(entry, "used", time_used(table, now));
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
