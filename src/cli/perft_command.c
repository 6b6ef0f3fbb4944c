/* `tessera perft`: counts sequences of moves. */
#include <inttypes.h>
#include <stdio.h>

#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "notation/state.h"

/* The settings of a count. */
struct perft_task {
  struct set_library *sets;
  struct history *history;
  int kinds[TESS_MAX_TILES];
  int count;
};

static int perft_run(const struct arguments *arguments) {
  uint64_t depth;
  if (!number_read(arguments->operands[0], 1, TESS_MAX_TILES, &depth))
    return usage_wrong("perft", "expected a depth from 1 to %d, not '%s'", TESS_MAX_TILES, arguments->operands[0]);
  struct fault fault = {0};
  if (argument_flag(arguments, "position") && !arguments_only(arguments, "--position", "position|set|json", &fault))
    return usage_refused("perft", &fault);
  struct perft_task task = {0};
  struct game_request request = {0};
  struct game_setup setup;
  int code = CODE_DONE;
  if (!game_request_read(&request, arguments, &fault) || !game_setup_read(&request, &task.sets, &setup, &fault))
    code = game_setup_refused("perft", &fault);
  else {
    /* Read the start of the game, and the tiles in the order in which they are drawn. */
    const char *position = argument_text(arguments, "position");
    task.history = position == NULL ? history_new(setup.set, &setup.options, &fault)
                                    : history_resume(span_of(position), task.sets, setup.options.seed, &fault);
    bool good = task.history != NULL;
    for (int i = 1; good && i < arguments->operand_count; i++) {
      const int kind = kind_read(span_of(arguments->operands[i]), task.history->set->set, &fault);
      good = kind >= 0;
      if (good) task.kinds[task.count++] = kind;
    }

    /* Count each depth up to the last one. */
    const bool json = argument_flag(arguments, "json");
    struct text line = {0};
    json_open_array(&line, NULL);
    for (int level = 1; good && level <= (int)depth; level++) {
      uint64_t nodes;
      good = perft_count(task.history->game, level, task.kinds, task.count, &nodes, &fault);
      if (!good) {
        char depth_words[24];
        snprintf(depth_words, sizeof depth_words, "depth %d", level);
        fault_within(&fault, depth_words);
        break;
      }
      if (!json) printf("perft %d %" PRIu64 "\n", level, nodes);
      json_open_object(&line, NULL);
      json_put_int(&line, "depth", level);
      json_put_int(&line, "count", (int64_t)nodes);
      json_close_object(&line);
    }
    json_close_array(&line);
    if (good && json) puts(line.bytes);
    text_free(&line);
    if (!good) code = bad_input("perft", NULL, &fault);
  }
  history_free(task.history);
  if (task.sets != NULL) set_library_close(task.sets);
  return code;
}

static const struct option_spec perft_options[] = {
    GAME_OPTIONS,
    PLAYERS_OPTION,
    {"position", 0, OPTION_TEXT, "LINE", 0, 0, "start from a position line instead of a new game"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "one line of JSON"},
    OPTIONS_END};

const struct command perft_command = {
    .name = "perft",
    .operands = "DEPTH [TILE]...",
    .least_operands = 1,
    .most_operands = 1 + TESS_MAX_TILES,
    .summary = "count the sequences of moves to a depth",
    .description =
        "Counts the sequences of placements and meeple decisions 1 to DEPTH tiles deep, with the tiles drawn in "
        "the order given (docs/lookup/protocol.md, perft).",
    .options = perft_options,
    .run = perft_run,
};
