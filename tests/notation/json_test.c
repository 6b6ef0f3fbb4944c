/* `legal`, `realms`, `state json`, events and perft. */
#include "notation/event_json.h"
#include "notation/legal.h"
#include "notation/perft.h"
#include "notation/play.h"
#include "notation/realms.h"
#include "notation/state_json.h"
#include <stdio.h>
#include <stdlib.h>

static struct tile_shelf *shelf;

static int open_shelf(void **state) {
  (void)state;
  shelf = tile_shelf_open();
  return 0;
}

static int close_shelf(void **state) {
  (void)state;
  tile_shelf_close(shelf);
  return 0;
}

static void hear(void *context, const tess_game *game, const tess_events *events) {
  struct text *text = context;
  for (uint32_t i = 0; i < events->count; i++) {
    event_json_write(&events->at[i], game, text);
    text_add_char(text, '\n');
  }
}

/* A game of the mix in which these words were played; their events are in `*events`. */
static struct history *played(int mix, const char *words, struct text *events) {
  struct fault fault;
  struct history *history = play_new(shelf, mix, 1);
  struct reader reader = reader_of(span_of(words));
  history->listener = hear;
  history->context = events;
  text_clear(events);
  for (struct span word = reader_word(&reader); word.length > 0; word = reader_word(&reader))
    if (!history_word(history, word, &fault)) fail_msg("%.*s: %s", (int)word.length, word.bytes, fault.text);
  return history;
}

static void check_line(const struct text *lines, const char *line) {
  const char *found = strstr(lines->bytes, line);
  if (found == NULL || found[strlen(line)] != '\n') fail_msg("%s not in\n%s", line, lines->bytes);
}

static void test_battle_events(void **state) {
  (void)state;
  struct text events = {0};
  struct history *history = played(0,
                                   "R2S@0,1r0=small:route.E R2S@1,0r0=small:route.E R2S@1,1r0=none R2C@2,0r0=none "
                                   "R2C@2,1r1=none [1:3;2:3] [1:5;2:2]",
                                   &events);
  fprintf(stderr, "%s", events.bytes);
  text_free(&events);
  history_free(history);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_battle_events)};
  return cmocka_run_group_tests(tests, open_shelf, close_shelf);
}
