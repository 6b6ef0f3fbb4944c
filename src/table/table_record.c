/* A table's game as a record; declared in table/table.h. */
#include <string.h>

#include "proof/proof.h"
#include "table/table_memory.h"

enum { DAY_MS = 86400000 };

/* The date of a time in the calendar that is used everywhere, as in 2026-11-21. */
static void write_date(int64_t time, struct text *text) {
  /* Days are counted from 1 March of the year 0, so that a leap day is the last of its year. */
  const int64_t days = time / DAY_MS + 719468, era = days / 146097, of_era = days % 146097;
  const int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  const int64_t day = of_year - (153 * month + 2) / 5 + 1, shown = month < 10 ? month + 3 : month - 9;
  text_print(text, "%04d-%02d-%02d", (int)(year + era * 400 + (shown <= 2)), (int)shown, (int)day);
}

static void set_players(const struct table *table, struct record *extra) {
  for (int i = 0; i < table->setup.players; i++) {
    char tag[24], level[16];
    const struct table_seat *seat = &table->seats[i];
    snprintf(tag, sizeof tag, "Player%d", i + 1);
    snprintf(level, sizeof level, "level-%d", seat->level);
    record_set_tag(extra, tag, seat->holder == TABLE_COMPUTER ? level : seat->name);
  }
}

static void set_proof(const struct table *table, struct record *extra) {
  struct proof proof = {.revealed = table->state == TABLE_OVER, .first_by_chance = table->setup.first < 0};
  fair_commitment(table->memory->secret, proof.commitment);
  memcpy(proof.secret, table->memory->secret, FAIR_SECRET);
  for (int i = 0; i < table->setup.players; i++) proof.contributions[i] = table->seats[i].contribution;
  proof_write(&proof, table->setup.players, extra);
}

/* Who has won before the end, by the words of chess records. */
static void set_termination(const struct table *table, struct record *extra) {
  if (table->lost < 0) return;
  record_set_tag(extra, "Winner", table->lost == 0 ? "2" : "1");
  record_set_tag(extra, "Termination", table->lost_by_time ? "time forfeit" : "abandoned");
}

/* What was on the clock of each person after his turn. */
static void set_clocks(const struct table *table, struct record *extra) {
  for (int i = 0; i < table->memory->turn_count; i++) {
    const int64_t left = table->memory->turns[i].left;
    if (left >= 0) record_turn(extra, i + 1)->clock = (int32_t)(left / 1000);
  }
}

void table_record(const struct table *table, struct text *text) {
  struct record extra = {0};
  struct text date = {0};
  if (table->history == NULL) return;
  set_players(table, &extra);
  write_date(table->memory->created, &date);
  record_set_tag(&extra, "Date", date.bytes);
  record_set_tag(&extra, "Table", table->id);
  set_proof(table, &extra);
  set_termination(table, &extra);
  set_clocks(table, &extra);
  record_write(table->history, &extra, text);
  text_free(&date);
  record_free(&extra);
}
