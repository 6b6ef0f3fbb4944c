/* A table's game as it stands, for programs that keep no rules of their own; declared in table/table.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "notation/state_json.h"
#include "notation/turn.h"
#include "table/table.h"

/* Every whole turn of the drawn tile, as texts with commas between them. */
static void write_turns(const tess_game *game, struct text *text) {
  if (tess_game_phase(game) != TESS_PHASE_PLACE) return;
  tess_game *scratch = memory_new(tess_game_size());
  struct text lines = {0};
  turns_write(game, scratch, &lines);
  struct span rest = {lines.bytes, lines.length}, line;
  bool first = true;
  while (span_split(&rest, '\n', &line)) {
    struct reader words = reader_of(line);
    reader_word(&words);
    for (struct span word; (word = reader_word(&words)).length > 0; first = false) {
      if (!first) text_add_char(text, ',');
      text_add_json(text, word.bytes, word.length);
    }
  }
  text_free(&lines);
  free(scratch);
}

void table_state(const struct table *table, struct text *text) {
  const struct history *history = table->history;
  text_print(text, "{\"table\":\"%s\",\"seq\":%" PRId64 ",\"at\":%d,\"state\":", table->id, table->seq, table->words);
  state_json_write(history->game, history->set, text);
  text_add_string(text, ",\"turns\":[");
  write_turns(history->game, text);
  text_add_string(text, "]}");
}
