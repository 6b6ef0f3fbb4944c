/* A table's game as it stands, for programs that keep no rules of their own; declared in table/table.h. */
#include <stdlib.h>

#include "base/json_writer.h"
#include "base/memory.h"
#include "notation/move.h"
#include "notation/state.h"
#include "table/table.h"

/* Every whole turn of the drawn tile, as strings of an array. */
static void write_turns(const tess_game *game, struct text *text) {
  if (tess_game_phase(game) != TESS_PHASE_PLACE) return;
  tess_game *scratch = memory_new(tess_game_size());
  struct text lines = {0};
  turns_write(game, scratch, &lines);
  struct span rest = text_span(&lines), line;
  while (span_split(&rest, '\n', &line)) {
    struct reader words = reader_of(line);
    reader_word(&words);
    for (struct span word; (word = reader_word(&words)).length > 0;) json_put_span(text, NULL, word);
  }
  text_free(&lines);
  free(scratch);
}

void table_state(const struct table *table, struct text *text) {
  const struct history *history = table->history;
  json_open_object(text, NULL);
  json_put_string(text, "table", table->id);
  json_put_int(text, "seq", table->seq);
  json_put_int(text, "at", table->words);
  json_put_key(text, "state");
  state_json_write(history->game, history->set, text);
  json_open_array(text, "turns");
  write_turns(history->game, text);
  json_close_array(text);
  json_close_object(text);
}
