/* What a table tells of its game: as a record with its proof, and as it stands; declared in table/table.h. */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "chance/proof.h"
#include "notation/move.h"
#include "notation/state.h"
#include "table/table_memory.h"

/* ---- The record ---- */

void table_tell_deck(struct table *table) { table->deck_told = true; }

void table_record(const struct table *table, struct text *text) {
  const struct table_memory *memory = table->memory;
  struct record extra = {0};
  struct text date = {0};
  if (table->history == NULL) return;

  /* 1. Who plays, when and where. */
  for (int i = 0; i < table->setup.players; i++) {
    char tag[24], level[16];
    const struct table_seat *seat = &table->seats[i];
    snprintf(tag, sizeof tag, "Player%d", i + 1);
    snprintf(level, sizeof level, "level-%d", seat->level);
    record_set_tag(&extra, tag, seat->holder == TABLE_COMPUTER ? level : seat->name);
  }
  text_add_date(&date, memory->created, '-');
  record_set_tag(&extra, "Date", date.bytes);
  record_set_tag(&extra, "Table", table->id);

  /* 2. The proof of its chance. */
  const bool may_be_told = table->deck.number == 0 || table->deck_told;
  struct proof proof = {.revealed = table->state == TABLE_OVER && may_be_told,
                        .first_by_chance = table->setup.first < 0};
  fair_commitment(memory->secret, proof.commitment);
  memcpy(proof.secret, memory->secret, FAIR_SECRET);
  for (int i = 0; i < table->setup.players; i++) proof.contributions[i] = table->seats[i].contribution;
  proof_write(&proof, table->setup.players, &extra);

  /* 3. How it ended before its last tile, by the words of chess records. */
  if (table->undecided) record_set_tag(&extra, "Termination", "unterminated");
  if (table->state == TABLE_OVER && !table->undecided && table->lost < 0 && table_phase(table) != TESS_PHASE_OVER)
    record_set_tag(&extra, "Termination", "abandoned");
  if (table->lost >= 0) {
    record_set_tag(&extra, "Winner", table->lost == 0 ? "2" : "1");
    record_set_tag(&extra, "Termination", table->lost_by_time ? "time forfeit" : "abandoned");
  }

  /* 4. The moves, with what was on the clock of each person after their turn. */
  for (int i = 0; i < memory->turn_count; i++) {
    const int64_t left = memory->turns[i].left;
    if (left >= 0) record_turn(&extra, i + 1)->clock = (int32_t)(left / 1000);
  }
  record_write(table->history, &extra, text);
  text_free(&date);
  record_free(&extra);
}

/* ---- The state, for programs that keep no rules of their own ---- */

void table_state(const struct table *table, struct text *text) {
  const struct history *history = table->history;
  json_open_object(text, NULL);
  json_put_string(text, "table", table->id);
  json_put_int(text, "seq", table->seq);
  json_put_int(text, "at", table->words);
  json_put_key(text, "state");
  state_json_write(history->game, history->set, text);

  /* Every whole turn of the drawn tile, as strings. */
  json_open_array(text, "turns");
  if (tess_game_phase(history->game) == TESS_PHASE_PLACE) {
    tess_game *scratch = memory_new(tess_game_size());
    struct text lines = {0};
    turns_write(history->game, scratch, &lines);
    struct span rest = text_span(&lines), line;
    while (span_split(&rest, '\n', &line)) {
      struct reader words = reader_of(line);
      reader_word(&words);
      for (struct span word; (word = reader_word(&words)).length > 0;) json_put_span(text, NULL, word);
    }
    text_free(&lines);
    free(scratch);
  }
  json_close_array(text);
  json_close_object(text);
}
