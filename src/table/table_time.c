/* What happens at a table by itself: what follows from an entry, computers' turns, clocks, draws; declared in
 * table/table.h and table/table_parts.h. */
#include "table/table_parts.h"

void table_follow_up(struct table *table, int64_t now) {
  if (table->state == TABLE_WAITING) table_start(table, now);
  if (table->state == TABLE_PLAYING) table_grant(table, now);
  if (table->state == TABLE_PLAYING) table_end(table, now);
}

/* ---- Computer players ---- */

bool table_decides(const struct table *table, int *seat, int *level) {
  if (table->state != TABLE_PLAYING || table->paused || table_phase(table) != TESS_PHASE_PLACE) return false;
  const int mover = table_seat_to_move(table);
  if (table_moves_itself(table, mover)) return false;
  *seat = mover + 1;
  *level = table->seats[mover].level;
  return true;
}

bool table_is_awaited(const struct table *table) {
  const bool goes_on = table->setup.clock == SETUP_DAYS_CLOCK || table->setup.rated;
  return table->state == TABLE_PLAYING && goes_on && table_is_played(table);
}

bool table_computer(struct table *table, int64_t position, struct span move, int64_t now) {
  int seat, level;
  struct fault fault;
  if (!table_decides(table, &seat, &level) || position != table->position) return false;
  const char *by = table->seats[seat - 1].why == TABLE_CLOCK ? "clock" : "computer";
  if (!table_move(table, move, by, now, &fault)) return false;
  if (table_misses_turn(table, seat - 1) && table_phase(table) != TESS_PHASE_OVER) table_return(table, seat - 1, now);
  table_follow_up(table, now);
  return true;
}

/* ---- What the table waits for ---- */

enum table_task table_task(const struct table *table, int seat) {
  const struct table_seat *at = &table->seats[seat - 1];
  if (!table_moves_itself(table, seat - 1)) return TABLE_NO_TASK;
  if (table->state == TABLE_WAITING && table->deck.number > 0) return TABLE_NO_TASK;
  if (table->state == TABLE_WAITING) {
    if (table_reveals(table)) return at->contribution.given ? TABLE_NO_TASK : TABLE_TO_TELL;
    return table_is_full(table) && !at->sealed ? TABLE_TO_SEAL : TABLE_NO_TASK;
  }
  if (table->state != TABLE_PLAYING) return TABLE_NO_TASK;
  const bool minds = at->holder == TABLE_PERSON || (at->answers && !table->asks_pause);
  if (table->asking >= 0 && table->asking != seat - 1 && minds && !at->consents) return TABLE_TO_ANSWER;
  if (table->paused || table_seat_to_move(table) != seat - 1) return TABLE_NO_TASK;
  return table_phase(table) == TESS_PHASE_DRAW ? TABLE_TO_DRAW : TABLE_TO_MOVE;
}

int64_t table_until(const struct table *table, int seat) {
  return table_task(table, seat) == TABLE_TO_MOVE ? table_deadline(table) : INT64_MAX;
}

/* ---- Who is away ---- */

/* Before the start: when this seat, 0-based, is opened again, as its part in the chance is missing; INT64_MAX: never.
 */
static int64_t part_deadline(const struct table *table, int seat) {
  if (!table_reveals(table)) return table_seal_deadline(table, seat);
  const bool is_missing = table_is_held(table, seat) && !table->seats[seat].contribution.given;
  return is_missing ? table_patience_end(table, table->memory->since, TABLE_REVEAL_MS) : INT64_MAX;
}

int64_t table_away_at(const struct table *table, int seat) {
  const bool may_be_away = table->state <= TABLE_PLAYING && table_is_held(table, seat - 1);
  return may_be_away && !table->memory->present[seat - 1] ? table->memory->seen[seat - 1] + TABLE_GONE_MS : INT64_MAX;
}

struct table_absence table_absence(const struct table *table, int seat, int64_t now) {
  struct table_absence absence = {.until = INT64_MAX};
  if (table_away_at(table, seat) > now) return absence;
  absence.since = table->memory->seen[seat - 1];
  if (table_irreplaceable(table, seat - 1) == NULL)
    absence.until = absence.since + TABLE_AWAY_MS;
  else if (table->state == TABLE_WAITING)
    absence.until = part_deadline(table, seat - 1);
  return absence;
}

/* ---- The passing of time ---- */

enum { HOUR_MS = 3600000 };

/* How many people and programs hold seats. */
static int count_holders(const struct table *table) {
  int count = 0;
  for (int seat = 0; seat < table->setup.players; seat++) count += table_is_held(table, seat);
  return count;
}

/* Before the start: when the table is closed if nobody is or comes there; INT64_MAX: somebody is there, or it is not
 * listed. One that all have left waits for the players for whom its seats are kept. */
static int64_t desertion_time(const struct table *table) {
  const struct table_memory *memory = table->memory;
  if (count_holders(table) == 0) return table_kept_until(table);
  if (!table->setup.listed || setup_days(&table->setup) > 0) return INT64_MAX;
  int64_t last = memory->at;
  for (int seat = 0; seat < table->setup.players; seat++) {
    if (table->seats[seat].holder == TABLE_NOBODY) continue;
    if (memory->present[seat]) return INT64_MAX;
    if (memory->seen[seat] > last) last = memory->seen[seat];
  }
  return last + HOUR_MS;
}

/* For how many days a game waits for its people when nothing happens. Slow players have a month for their turn, and
 * with a clock of days at least twice the time of a move; players who have all left may come back for a day. The table
 * does not wait for players who may not return. */
static int patience_days(const struct table *table) {
  bool left = true;
  for (int seat = 0; seat < table->setup.players; seat++)
    left &=
        !table_moves_itself(table, seat) && (table->seats[seat].why == TABLE_LEFT || !table_may_return(table, seat));
  const int usual = count_holders(table) > 1 ? 30 : 7, slow = 2 * setup_days(&table->setup);
  return left ? 1 : slow > usual ? slow : usual;
}

/* When the table is closed if nothing happens any more. Before the start it has a day, or with a clock of days a day
 * more than a move, in which late seats are open again for others, whoever is there. */
static int64_t closing_time(const struct table *table) {
  const bool waits = table->state == TABLE_WAITING;
  const int days = waits ? setup_days(&table->setup) + 1 : patience_days(table);
  const int64_t deserted = waits ? desertion_time(table) : INT64_MAX;
  const int64_t least = table->memory->expected + DAY_MS;
  int64_t closing = table->memory->at + table->memory->excused + days * DAY_MS;
  if (deserted < closing) closing = deserted;
  return closing > least ? closing : least;
}

/* How long the table waits for a player to draw before it draws itself: not at all for a computer. */
static int64_t draw_patience(const struct table *table) {
  const int64_t grace = table->setup.grace;
  if (!table_moves_itself(table, table_seat_to_move(table))) return 0;
  const bool hurries = table->setup.clock == SETUP_MOVE_CLOCK || table->setup.clock == SETUP_GAME_CLOCK;
  return hurries && table->words == 0 && grace < TABLE_LOOK_MS ? TABLE_LOOK_MS : grace;
}

bool table_runs_out(const struct table *table, int64_t now, int *seat, int64_t *began) {
  if (table->state != TABLE_PLAYING || table->setup.clock != SETUP_DAYS_CLOCK ||
      table_deadline(table) > table_time(table, now))
    return false;
  *seat = table_seat_to_move(table) + 1;
  *began = table->memory->since;
  return true;
}

void table_excuse(struct table *table, int64_t length, int64_t now) {
  if (length <= table->memory->excused) return;
  struct text entry = entry_begin(table, now, ENTRY_VACATION);
  json_put_int(&entry, "seat", table_seat_to_move(table) + 1);
  json_put_int(&entry, "length", length);
  entry_end(table, &entry);
}

int64_t table_due(const struct table *table) {
  const struct table_memory *memory = table->memory;
  if (table->seq == 0 || table->state > TABLE_PLAYING) return INT64_MAX;
  int64_t next = INT64_MAX;
  if (table->state == TABLE_WAITING) { /* a seat is lost that does not seal or reveal in time */
    for (int seat = 0; seat < table->setup.players; seat++)
      if (part_deadline(table, seat) < next) next = part_deadline(table, seat);
  } else if (table->paused || (table_phase(table) == TESS_PHASE_DRAW && !table_is_played(table))) {
    /* nothing happens until somebody resumes or returns: computers do not play on alone */
  } else if (table_phase(table) == TESS_PHASE_DRAW) { /* the table draws if the player does not */
    next = memory->since + draw_patience(table);
  } else {
    next = table_deadline(table);
  }
  const int64_t closing = closing_time(table);
  return next < closing ? next : closing;
}

void table_tick(struct table *table, int64_t now) {
  while (table_due(table) <= table_time(table, now)) {
    if (closing_time(table) <= table_time(table, now)) {
      table_give_up(table, "nobody came", now);
    } else if (table->state == TABLE_WAITING) {
      table_empty_late(table, now);
    } else if (table_phase(table) == TESS_PHASE_DRAW) {
      table_draw(table, now);
    } else {
      table_give_way(table, table_seat_to_move(table), true, now);
    }
    table_follow_up(table, now);
  }
}
