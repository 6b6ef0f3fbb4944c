/* `tessera analyse`: what a computer player thinks of the turns of recorded games, and of positions, as lines of JSON.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contest.h"
#include "base/guard.h"
#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/terminal.h"
#include "notation/state.h"
#include "players/player.h"

enum { PLAYOUTS = 1000, CANDIDATES = 8 };

/* What is asked for, and what the work needs. */
struct analysis {
  const struct arguments *arguments;
  const struct player_kind *kind;
  struct player_budget budget;
  uint64_t seed;
  int candidates;
  const char *path; /* of the file that is read */
  int number;       /* of the record or position in it, from 1 */
  struct set_library *sets;
  struct forecast *forecast;
  struct player_advice advice;
  tess_game *scratch;
  struct progress progress;
  uint64_t lines; /* written */
};

/* Whether a signal asks for the end: a line that was begun is then left out. */
static bool interrupted(const struct analysis *analysis) { return atomic_load(analysis->budget.stop); }

/* ---- One position ---- */

/* Begins a line with what is said about any position: the object stays open. */
static void open_line(const struct analysis *analysis, const tess_game *game, const struct tile_set *set,
                      struct text *line) {
  const tess_phase phase = tess_game_phase(game);
  float values[TESS_MAX_PLAYERS];
  struct text position = {0};
  position_write(game, set, &position);
  json_open_object(line, NULL);
  json_put_string(line, "file", analysis->path);
  json_put_int(line, "number", analysis->number);
  json_put_span(line, "position", text_span(&position));
  json_put_string(line, "phase", name_of_phase(phase));
  if (phase == TESS_PHASE_OVER)
    json_put_null(line, "seat");
  else
    json_put_int(line, "seat", tess_game_seat(game) + 1);
  if (phase == TESS_PHASE_PLACE)
    json_put_string(line, "tile", set->tiles[tess_game_drawn(game)].id);
  else if (phase == TESS_PHASE_MEEPLE)
    json_put_string(line, "tile", set->tiles[tess_game_tile(game, tess_game_tiles(game) - 1).kind].id);
  else
    json_put_null(line, "tile");
  json_open_array(line, "scores");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_int(line, NULL, tess_game_score(game, side));
  json_close_array(line);

  tess_game_copy(analysis->scratch, game);
  forecast_values(analysis->forecast, analysis->scratch, values);
  json_open_array(line, "evaluation");
  for (int side = 0; side < tess_game_sides(game); side++) json_put_decimal(line, NULL, (double)values[side], 2);
  json_close_array(line);
  text_free(&position);
}

/* Lets a player, whose chance begins anew, think about the choice that is due, and tells its candidates. */
static void think(struct analysis *analysis, const tess_game *game, struct text *line) {
  struct player player;
  analysis->advice = (struct player_advice){0};
  player_open(&player, analysis->kind, analysis->seed);
  player_choose(&player, game, &analysis->budget, &analysis->advice);
  player_close(&player);
  player_advice_write(game, &analysis->advice, analysis->candidates, line);
}

/* Ends the line, and writes it for whoever reads along. */
static void close_line(struct analysis *analysis, struct text *line) {
  analysis->lines++;
  json_close_object(line);
  puts(line->bytes);
  fflush(stdout);
  text_clear(line);
}

static void analyse_position(struct analysis *analysis, const struct history *history) {
  const tess_phase phase = tess_game_phase(history->game);
  struct text line = {0};
  open_line(analysis, history->game, history->set, &line);
  if (phase == TESS_PHASE_PLACE || phase == TESS_PHASE_MEEPLE) think(analysis, history->game, &line);
  if (!interrupted(analysis)) close_line(analysis, &line);
  text_free(&line);
}

/* ---- One game ---- */

/* A game that is gone through turn by turn. */
struct game_analysis {
  struct analysis *analysis;
  const struct record *record;
  struct history *played;       /* the whole game */
  struct history *history;      /* as far as it was gone through */
  struct luck *luck;            /* NULL unless there are two sides */
  struct fortune before, drawn; /* the luck at the end of the turn before, and after the draw of this one */
  int turns;                    /* begun so far */
  struct text line;             /* of the turn that was begun; empty between turns */
};

/* The index of the turn that was taken among the candidates, by the position to which it leads; -1 if it is none. */
static int find_played(const struct game_analysis *walk, const struct history_step *place, tess_decision decision) {
  const struct analysis *analysis = walk->analysis;
  uint64_t hashes[2];
  for (int i = 0; i < analysis->advice.count; i++) {
    const struct player_turn *turn = &analysis->advice.candidates[i].turn;
    for (int own = 0; own < 2; own++) {
      tess_game_copy(analysis->scratch, walk->history->game);
      tess_game_place(analysis->scratch, own ? place->placement : turn->placement, NULL, NULL);
      tess_game_meeple(analysis->scratch, own ? decision : turn->decision, NULL, NULL);
      hashes[own] = tess_game_hash(analysis->scratch);
    }
    if (hashes[0] == hashes[1]) return i;
  }
  return -1;
}

/* Begins the line of a turn: what was thought before it, and what was played. */
static void begin_turn(struct game_analysis *walk, const struct history_step *place,
                       const struct history_step *meeple) {
  struct analysis *analysis = walk->analysis;
  const tess_game *game = walk->history->game;
  struct fault fault = {0};
  tess_decision decision = {0};
  tess_game_copy(analysis->scratch, game);
  tess_game_place(analysis->scratch, place->placement, NULL, NULL);
  CHECK_BECAUSE(choice_decide(meeple->choice, analysis->scratch, &decision, &fault), fault.text);

  char tag[24];
  snprintf(tag, sizeof tag, "Player%d", tess_game_seat(game) + 1);
  const char *name = record_tag_value(walk->record, tag);
  open_line(analysis, game, walk->played->set, &walk->line);
  json_put_int(&walk->line, "move", ++walk->turns);
  if (name == NULL)
    json_put_null(&walk->line, "player");
  else
    json_put_string(&walk->line, "player", name);
  think(analysis, game, &walk->line);
  struct text move = {0};
  turn_write(game, (tess_turn){place->placement, decision}, analysis->scratch, &move);
  json_put_span(&walk->line, "played", text_span(&move));
  text_free(&move);

  const int found = find_played(walk, place, decision);
  if (found < 0) {
    json_put_null(&walk->line, "rank");
    json_put_null(&walk->line, "gave");
    return;
  }
  const struct player_candidate *best = &analysis->advice.candidates[0], *played = &analysis->advice.candidates[found];
  json_put_int(&walk->line, "rank", found + 1);
  json_open_object(&walk->line, "gave");
  json_put_decimal(&walk->line, "win", best->win - played->win, 4);
  json_put_decimal(&walk->line, "diff", best->difference - played->difference, 2);
  json_close_object(&walk->line);
}

static void put_fortune(struct text *line, const char *key, int sign, struct fortune from, struct fortune to) {
  json_open_object(line, key);
  json_put_decimal(line, "win", (double)sign * (to.wins - from.wins) / FORTUNE_UNIT, 4);
  json_put_decimal(line, "diff", (double)sign * (to.points - from.points) / FORTUNE_UNIT, 2);
  json_close_object(line);
}

/* Ends the line of a turn that was begun: what chance gave to who took it. */
static void end_turn(struct game_analysis *walk, int seat) {
  if (walk->line.length == 0) return;
  if (walk->luck == NULL) {
    json_put_null(&walk->line, "luck");
  } else {
    const int sign = seat % 2 == 0 ? 1 : -1; /* sides are the seats of two, or teams of every second seat */
    const struct fortune now = luck_sum(walk->luck);
    json_open_object(&walk->line, "luck");
    put_fortune(&walk->line, "draw", sign, walk->before, walk->drawn);
    put_fortune(&walk->line, "battles", sign, walk->drawn, now);
    json_close_object(&walk->line);
    walk->before = now;
  }
  close_line(walk->analysis, &walk->line);
}

/* Takes step `index` of the game; of a turn the first step tells it. */
static bool walk_step(struct game_analysis *walk, int index, struct fault *fault) {
  struct history *history = walk->history;
  const struct history_step *step = &walk->played->steps[index];
  switch ((enum step_type)step->type) {
  case STEP_DRAW:
    end_turn(walk, index > 0 ? step[-1].seat : 0);
    if (walk->luck != NULL) luck_add_draw(walk->luck, history->game, step->kind);
    return history_draw(history, step->kind, fault);
  case STEP_PLACE:
    if (walk->luck != NULL) walk->drawn = luck_sum(walk->luck);
    if (index + 1 < walk->played->count) begin_turn(walk, step, step + 1);
    return history_place(history, step->placement, fault);
  case STEP_MEEPLE: {
    tess_decision decision;
    return choice_decide(step->choice, history->game, &decision, fault) && history_meeple(history, decision, fault);
  }
  case STEP_THROW:
    if (walk->luck != NULL) luck_add_throw(walk->luck, history->game, &step->thrown);
    return history_throw(history, &step->thrown, fault);
  }
  return false;
}

/* Tells every whole turn of a record, which is checked before the first. */
static bool analyse_game(struct analysis *analysis, const struct record *record, struct fault *fault) {
  struct game_analysis walk = {
      .analysis = analysis, .record = record, .played = record_replay(record, analysis->sets, fault)};
  if (walk.played == NULL) return false;
  walk.history = record_open(record, analysis->sets, fault);
  if (tess_game_sides(walk.history->game) == 2) walk.luck = luck_new();
  bool good = true;
  for (int i = 0; good && i < walk.played->count && !interrupted(analysis); i++) {
    char where[64];
    snprintf(where, sizeof where, "game %d, move %d of %d", analysis->number, walk.turns, record->turn_count);
    progress_show(&analysis->progress, (double)i / walk.played->count, where);
    good = walk_step(&walk, i, fault);
  }
  progress_end(&analysis->progress);
  CHECK_BECAUSE(good, fault->text);
  if (walk.played->count > 0 && !interrupted(analysis))
    end_turn(&walk, walk.played->steps[walk.played->count - 1].seat);
  text_free(&walk.line);
  luck_free(walk.luck);
  history_free(walk.history);
  history_free(walk.played);
  return true;
}

/* ---- Files ---- */

/* Every line is a position; empty ones are left out. */
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
    analysis->number++;
    analyse_position(analysis, history);
    history_free(history);
  }
  return true;
}

static bool analyse_records(struct analysis *analysis, struct span text, struct fault *fault) {
  struct record_source source = record_source_of(text);
  int found = 1;
  while (found > 0 && !interrupted(analysis)) {
    struct record record = {0};
    found = record_read(&source, &record, fault);
    analysis->number++;
    if (found > 0 && !analyse_game(analysis, &record, fault)) found = -1;
    record_free(&record);
  }
  return found >= 0;
}

/* A file, or a position line in its place; gives the exit code. */
static int analyse_file(struct analysis *analysis, const char *operand) {
  struct text bytes = {0};
  struct fault fault = {0};
  analysis->number = 0;
  analysis->path = position_is(span_of(operand)) ? "" : operand;
  bool good = true;
  if (position_is(span_of(operand))) {
    text_add_string(&bytes, operand);
  } else {
    good = interrupts_wait_begin() && file_read(operand, &bytes, &fault);
    interrupts_wait_end();
  }
  if (good)
    good = position_is(text_span(&bytes)) ? analyse_positions(analysis, text_span(&bytes), &fault)
                                          : analyse_records(analysis, text_span(&bytes), &fault);
  text_free(&bytes);
  return good || interrupted(analysis)
             ? CODE_DONE
             : bad_input("analyse", *analysis->path == '\0' ? "the position" : operand, &fault);
}

static int analyse_run(const struct arguments *arguments) {
  struct fault fault = {0};
  const char *name = argument_text(arguments, "player");
  struct analysis analysis = {
      .arguments = arguments,
      .kind = player_kind_find(name == NULL ? "mcts" : name),
      .budget = {.playouts = argument_number(arguments, "playouts", PLAYOUTS), .stop = interrupts_heed()},
      .seed = argument_number(arguments, "seed", 0),
      .candidates = (int)argument_number(arguments, "candidates", CANDIDATES)};
  if (analysis.kind == NULL) return player_unknown("analyse", name);
  analysis.sets = set_library_open();
  analysis.forecast = forecast_open();
  analysis.scratch = memory_new(tess_game_size());
  int code = CODE_DONE;
  if (!game_file_load_set(analysis.sets, arguments, &fault))
    code = bad_input("analyse", argument_text(arguments, "set"), &fault);
  for (int i = 0; code != CODE_BAD_INPUT && i < arguments->operand_count && !interrupted(&analysis); i++)
    code = analyse_file(&analysis, arguments->operands[i]);
  if (code == CODE_DONE && interrupted(&analysis)) {
    fprintf(stderr, "tessera analyse: interrupted after %" PRIu64 " lines; those are whole\n", analysis.lines);
    code = CODE_FAILURE;
  }
  free(analysis.scratch);
  forecast_close(analysis.forecast);
  set_library_close(analysis.sets);
  return code;
}

static const struct option_spec analyse_options[] = {
    {"set", 's', OPTION_FILE, "FILE", 0, 0, "the file of a tile set that is not built in"},
    {"player", 'p', OPTION_PLAYER, "NAME", 0, 0, "who thinks about the turns (default: mcts)"},
    {"playouts", 0, OPTION_NUMBER, "N", 1, 1000000000, "how many lines of play it looks at for each (default: 1000)"},
    {"candidates", 0, OPTION_NUMBER, "N", 1, PLAYER_CANDIDATES, "the most turns that are told of each (default: 8)"},
    {"seed", 0, OPTION_NUMBER, "N", 0, UINT64_MAX, "the seed of its own chance (default: 0)"},
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
        "machine. - is standard input.",
    .options = analyse_options,
    .run = analyse_run,
};
