/* Target: tile sets in JSON; games are played on each valid set. */
#include "exercise.h"
#include "target.h"

static void play(const struct tile_set *set, const struct set_library *library, tess_river river) {
  struct fault fault;
  tess_options options = tess_options_default(tess_set_rules(set->set));
  options.fields = options.abbot = tess_set_rules(set->set) == TESS_RULES_CLASSIC;
  options.river = (uint8_t)river;
  options.arrows = tess_set_has_arrows(set->set);
  struct history *history = history_new(set, &options, &fault);
  if (history == NULL) return;
  exercise_steps(history, 100);
  exercise_position(history->game, set, library);
  history_free(history);
}

bool target_reads(struct span input) {
  struct fault fault;
  struct tile_set *set = tile_set_read_json(input.bytes, input.length, &fault);
  tile_set_free(set);
  return set != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct fault fault;
  exercise_begin();
  struct tile_set *set = tile_set_read_json((const char *)bytes, length, &fault);
  exercise_count(set != NULL);
  if (set == NULL || set->joins_only) {
    exercise_check(set != NULL || fault.text[0] != '\0', "a set is refused without a message");
    tile_set_free(set);
    return 0;
  }
  struct set_library *library = set_library_open();
  set_library_put(library, set);
  for (tess_river river = TESS_RIVER_NONE; river <= TESS_RIVER_20; river++) {
    const struct tile_set *joined = set_library_joined(library, set, river, true);
    if (joined != NULL) play(joined, library, river);
  }
  set_library_close(library);
  return 0;
}
