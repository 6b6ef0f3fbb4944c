/* `tessera analyse`: a computer player's analysis of the turns of recorded games, and of positions, as lines of
 * JSON. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "cli/analysis_queue.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/terminal.h"
#include "notation/state.h"
#include "review/rollout.h"

enum { PLAYOUTS = 1000, CANDIDATES = 8 };

/* The settings of the command, and its working memory. */
struct analysis {
  struct analysis_settings settings;
  struct analysis_queue *queue;
  struct analysis_item
      item; /* the next item for the queue; its path and number are those of the file and record being read */
  struct set_library *sets;
  tess_game *scratch;
};

/* True if a signal asks the program to end; an unfinished line is then left out. */
static bool interrupted(const struct analysis *analysis) { return atomic_load(analysis->settings.budget.stop); }

/* Puts the item into the queue. The next item is of the same record, or of the next position of the file. */
static void put(struct analysis *analysis) {
  const char *path = analysis->item.path;
  const int number = analysis->item.number;
  analysis_queue_put(analysis->queue, &analysis->item);
  analysis->item.path = path;
  analysis->item.number = number;
}

/* ---- One game ---- */

/* A recorded game that is stepped through turn by turn. */
struct game_analysis {
  struct analysis *analysis;
  const struct record *record;
  struct history *played;  /* the complete game */
  struct history *history; /* the game up to the present step */
  struct game_luck *luck;
  int turns, whole; /* number of turns queued so far, and of all that have their decision */
};

/* Queues the turn that begins with step `index`. */
static void put_turn(struct game_analysis *walk, int index) {
  struct analysis *analysis = walk->analysis;
  struct analysis_item *item = &analysis->item;
  const tess_game *game = walk->history->game;
  const struct history_step *place = &walk->played->steps[index], *meeple = place + 1;
  struct fault fault = {0};
  item->played = (tess_turn){.placement = place->placement};
  tess_game_copy(analysis->scratch, game);
  tess_game_place(analysis->scratch, place->placement, NULL, NULL);
  CHECK_BECAUSE(choice_decide(meeple->choice, analysis->scratch, &item->played.decision, &fault), fault.text);

  char tag[24];
  snprintf(tag, sizeof tag, "Player%d", tess_game_seat(game) + 1);
  const char *name = record_tag_value(walk->record, tag);
  tess_game_copy(item->game, game);
  item->set = walk->played->set;
  item->luck = walk->luck->turns[walk->turns];
  item->move = ++walk->turns;
  item->moves = walk->record->turn_count;
  item->part = (double)index / walk->played->count;
  item->named = name != NULL;
  text_clear(&item->player);
  if (name != NULL) text_add_string(&item->player, name);
  if (walk->turns == walk->whole) {
    item->game_luck = walk->luck;
    walk->luck = NULL;
  }
  put(analysis);
}

/* Queues every complete turn of a record, after checking the whole record. */
static bool analyse_game(struct analysis *analysis, const struct record *record, struct fault *fault) {
  struct game_analysis walk = {
      .analysis = analysis, .record = record, .played = record_replay(record, analysis->sets, fault)};
  if (walk.played == NULL) return false;
  walk.history = record_open(record, analysis->sets, fault);
  walk.luck = memory_new(sizeof *walk.luck);
  game_luck_of(walk.played, analysis->sets, walk.luck);
  for (int i = 0; i + 1 < walk.played->count; i++) walk.whole += walk.played->steps[i].type == STEP_PLACE;
  bool good = true;
  for (int i = 0; good && i < walk.played->count && !interrupted(analysis); i++) {
    const struct history_step *step = &walk.played->steps[i];
    switch ((enum step_type)step->type) {
    case STEP_DRAW: good = history_draw(walk.history, step->kind, fault); break;
    case STEP_PLACE:
      if (walk.turns < walk.whole) put_turn(&walk, i);
      good = history_place(walk.history, step->placement, fault);
      break;
    case STEP_MEEPLE: {
      tess_decision decision;
      good = choice_decide(step->choice, walk.history->game, &decision, fault) &&
             history_meeple(walk.history, decision, fault);
      break;
    }
    case STEP_THROW: good = history_throw(walk.history, &step->thrown, fault); break;
    }
  }
  CHECK_BECAUSE(good, fault->text);
  if (walk.luck != NULL) game_luck_free(walk.luck);
  free(walk.luck);
  history_free(walk.history);
  history_free(walk.played);
  return true;
}

/* ---- Files ---- */

/* Reads positions, one a line; empty lines are skipped. */
static bool analyse_positions(struct analysis *analysis, struct span text, struct fault *fault) {
  struct span line;
  for (int number = 1; !interrupted(analysis) && span_split(&text, '\n', &line); number++) {
    if (line.length > 0 && line.bytes[line.length - 1] == '\r') line.length--;
    if (line.length == 0) continue;
    struct history *history = history_resume(line, analysis->sets, 0, fault);
    if (history == NULL) {
      fault->line = number;
      return false;
    }
    analysis->item.number++;
    struct analysis_item *item = &analysis->item;
    tess_game_copy(item->game, history->game);
    item->set = history->set;
    item->move = 0;
    put(analysis);
    history_free(history);
  }
  return true;
}

/* Analyses a file or a position line. Returns the exit code. */
static int analyse_file(struct analysis *analysis, const char *operand) {
  struct text bytes = {0};
  struct fault fault = {0};
  analysis->item.number = 0;
  analysis->item.path = position_is(span_of(operand)) ? "" : operand;
  bool good = true;
  if (position_is(span_of(operand))) {
    text_add_string(&bytes, operand);
  } else {
    good = interrupts_wait_begin() && game_text_read(operand, analysis->sets, &bytes, &fault);
    interrupts_wait_end();
  }
  if (good && position_is(text_span(&bytes))) {
    good = analyse_positions(analysis, text_span(&bytes), &fault);
  } else {
    struct record_source source = record_source_of(text_span(&bytes));
    for (int found = 1; good && found > 0 && !interrupted(analysis);) {
      struct record record = {0};
      found = record_read(&source, &record, &fault);
      analysis->item.number++;
      good = found == 0 || (found > 0 && analyse_game(analysis, &record, &fault));
      record_free(&record);
    }
  }
  text_free(&bytes);
  if (good || interrupted(analysis)) return CODE_DONE;
  analysis_queue_wait(analysis->queue);
  return bad_input("analyse", *analysis->item.path == '\0' ? "the position" : operand, &fault);
}

static int analyse_run(const struct arguments *arguments) {
  const char *name = argument_text(arguments, "player");
  struct analysis analysis = {
      .settings = {.kind = player_kind_find(name == NULL ? "mcts" : name),
                   .budget = {.playouts = argument_number(arguments, "playouts", PLAYOUTS), .stop = interrupts_heed()},
                   .seed = argument_number(arguments, "seed", 0),
                   .candidates = (int)argument_number(arguments, "candidates", CANDIDATES),
                   .threads = (int)argument_number(arguments, "threads", 1),
                   .trials = (int)argument_number(arguments, "rollout", 0),
                   .summary = argument_flag(arguments, "summary"),
                   .language = language_read(arguments)}};
  if (analysis.settings.kind == NULL) return player_unknown("analyse", name);
  analysis.sets = set_library_open();
  analysis.scratch = memory_new(tess_game_size());
  analysis_item_open(&analysis.item);
  struct fault fault = {0};
  int code = CODE_DONE;
  if (!game_file_load_set(analysis.sets, arguments, &fault)) {
    code = bad_input("analyse", argument_text(arguments, "set"), &fault);
  } else if ((analysis.queue = analysis_queue_open(&analysis.settings, &fault)) == NULL) {
    bad_input("analyse", NULL, &fault);
    code = CODE_FAILURE;
  } else {
    for (int i = 0; code == CODE_DONE && i < arguments->operand_count && !interrupted(&analysis); i++)
      code = analyse_file(&analysis, arguments->operands[i]);
    const uint64_t lines = analysis_queue_close(analysis.queue);
    if (code == CODE_DONE && interrupted(&analysis)) {
      fprintf(stderr, "tessera analyse: interrupted after %" PRIu64 " lines; those are whole\n", lines);
      code = CODE_FAILURE;
    }
  }
  analysis_item_close(&analysis.item);
  free(analysis.scratch);
  set_library_close(analysis.sets);
  return code;
}

static const struct option_spec analyse_options[] = {
    {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},
    {"player", 'p', OPTION_PLAYER, "NAME", 0, 0, "who thinks about the turns (default: mcts)"},
    {"playouts", 0, OPTION_NUMBER, "N", 1, 1000000000, "how many lines of play it looks at for each (default: 1000)"},
    {"candidates", 0, OPTION_NUMBER, "N", 1, PLAYER_CANDIDATES, "the most turns that are told of each (default: 8)"},
    {"seed", 0, OPTION_NUMBER, "N", 0, UINT64_MAX, "the seed of its own chance (default: 0)"},
    {"threads", 0, OPTION_NUMBER, "N", 1, ANALYSIS_THREADS, "think about N turns at a time (default: 1)"},
    {"rollout", 0, OPTION_NUMBER, "TRIALS", 1, ROLLOUT_TRIALS,
     "play the best turns and the one played out to the end, up to TRIALS times each"},
    {"summary", 0, OPTION_FLAG, NULL, 0, 0,
     "of each game only how well each player played, and with what luck, in words"},
    LANGUAGE_OPTION,
    OPTIONS_END};

const struct command analyse_command = {
    .name = "analyse",
    .operands = "FILE|POSITION...",
    .operand_kind = OPERAND_FILE,
    .least_operands = 1,
    .most_operands = ANY_NUMBER,
    .summary = "think about every turn of records, or about positions: a line of JSON each",
    .description =
        "Goes through the games of records and tells of every whole turn, as a line of JSON, the turns that a computer "
        "player would have considered there, what it expects of each, what was played in fact and what that gave away, "
        "and the luck of the draw and of battles. Of a file of position lines it tells the same about each position, "
        "as far as a turn is due there. A game is checked before its first line is written, and the first file that is "
        "bad ends the work; so does an interrupt, after whole lines. The same options give the same lines on every "
        "machine, whatever the threads. - is standard input.",
    .options = analyse_options,
    .run = analyse_run,
};
