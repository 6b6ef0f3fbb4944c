/* `tessera puzzles`: makes puzzles from games that the searching player plays against itself, or from records. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/puzzle.h"
#include "cli/terminal.h"

enum {
  THREADS = 64,
  WINDOW = 4 * THREADS, /* games that may be finished before the first of them is written */
  GAMES = 100,
  THINK = 100,      /* playouts of a turn in the games that are played */
  PLAYOUTS = 16000, /* playouts of each search in the middle of a game */
  FORMAT = 1        /* number of the format, in the first line */
};

/* A recorded game: the position at its start, and its steps. */
struct recorded {
  tess_game *start;
  struct history *played;
};

/* The lines of a game, once they are made. */
struct game_lines {
  struct text text;
  bool done;
};

struct puzzle_works {
  struct set_library *sets;
  struct game_setup setup;
  const atomic_bool *stop;
  bool endings, midgames;
  uint64_t think, playouts, games;
  int threads;
  struct recorded *records; /* `record_count` of them; none: games are played */
  int record_count;
  struct text head; /* the first line of the output */
  FILE *out;

  /* The lock protects the members below. */
  pthread_mutex_t lock;
  pthread_cond_t moved;
  uint64_t begun, written; /* numbers of games */
  bool failed;             /* the output could not be written */
  struct progress progress;
  struct game_lines window[WINDOW]; /* index: game modulo WINDOW */
};

/* One game of a thread. */
struct puzzle_work {
  struct puzzle_works *works;
  struct puzzle_maker *maker;
  const struct tile_set *set;
  uint64_t number; /* 0-based */
  struct text *lines;
};

/* ---- One game ---- */

/* Appends the line of a position in which a tile is to be laid, if it makes a puzzle of the kinds that are asked
 * for. */
static void consider(struct puzzle_work *work, const tess_game *game) {
  const struct puzzle_works *works = work->works;
  struct puzzle puzzle;
  const bool ending = endgame_is(game);
  if (tess_game_sides(game) != 2 || tess_game_tiles(game) < PUZZLE_TILES) return;
  if (ending ? !works->endings : !works->midgames) return;
  if (ending ? !puzzle_of_ending(work->maker, game, &puzzle) : !puzzle_of_midgame(work->maker, game, &puzzle)) return;
  json_open_object(work->lines, NULL);
  json_put_int(work->lines, "game", (int64_t)work->number + 1);
  puzzle_write(work->maker, game, work->set, &puzzle, work->lines);
  json_close_object(work->lines);
  text_add_char(work->lines, '\n');
}

/* Plays a game of the searching player against itself. Its chance and that of the player follow from its number. */
static void play_game(struct puzzle_work *work, tess_game *game) {
  const struct puzzle_works *works = work->works;
  const struct player_budget budget = {.playouts = works->think, .stop = works->stop};
  struct player_advice advice;
  struct player player;
  tess_options options = works->setup.options;
  options.seed += work->number;
  work->set = works->setup.set;
  tess_error error = tess_game_new(game, work->set->set, &options);
  CHECK(error == TESS_ERROR_NONE);
  player_open(&player, &mcts_kind, random_seed(options.seed, 0, 0));
  while (tess_game_phase(game) != TESS_PHASE_OVER && !atomic_load(works->stop)) {
    if (tess_game_phase(game) == TESS_PHASE_PLACE) consider(work, game);
    player_step(&player, game, &budget, &advice);
  }
  player_close(&player);
}

/* Steps through a recorded game. */
static void walk_game(struct puzzle_work *work, tess_game *game) {
  const struct recorded *recorded = &work->works->records[work->number];
  struct fault fault = {0};
  work->set = recorded->played->set;
  tess_game_copy(game, recorded->start);
  for (int i = 0; i < recorded->played->count && !atomic_load(work->works->stop); i++) {
    const struct history_step *step = &recorded->played->steps[i];
    tess_error error = TESS_ERROR_NONE;
    tess_decision decision;
    switch ((enum step_type)step->type) {
    case STEP_DRAW: error = tess_game_draw(game, step->kind, NULL, NULL); break;
    case STEP_PLACE:
      consider(work, game);
      error = tess_game_place(game, step->placement, NULL, NULL);
      break;
    case STEP_MEEPLE:
      CHECK_BECAUSE(choice_decide(step->choice, game, &decision, &fault), fault.text);
      error = tess_game_meeple(game, decision, NULL, NULL);
      break;
    case STEP_THROW: error = tess_game_throw(game, &step->thrown, NULL, NULL); break;
    }
    CHECK(error == TESS_ERROR_NONE);
  }
}

/* ---- All games ---- */

/* The body of a thread: makes the lines of one game after another. A game that a stop interrupts is left out. */
static void *make(void *context) {
  struct puzzle_works *works = context;
  struct puzzle_work work = {.works = works, .maker = puzzle_maker_open(works->playouts, works->stop)};
  tess_game *game = memory_new(tess_game_size());
  pthread_mutex_lock(&works->lock);
  for (;;) {
    while (works->begun < works->games && works->begun - works->written == WINDOW && !works->failed)
      pthread_cond_wait(&works->moved, &works->lock);
    if (works->begun == works->games || works->failed || atomic_load(works->stop)) break;
    work.number = works->begun++;
    struct game_lines *place = &works->window[work.number % WINDOW];
    pthread_mutex_unlock(&works->lock);
    work.lines = &place->text;
    text_clear(work.lines);
    if (works->record_count > 0)
      walk_game(&work, game);
    else
      play_game(&work, game);
    const bool whole = !atomic_load(works->stop);
    pthread_mutex_lock(&works->lock);
    place->done = whole;
    if (whole) {
      /* Write the games that come after those already written. */
      struct game_lines *first;
      char words[64];
      while (!works->failed && (first = &works->window[works->written % WINDOW])->done) {
        works->failed = (first->text.length > 0 && fwrite(first->text.bytes, first->text.length, 1, works->out) != 1) ||
                        fflush(works->out) != 0;
        first->done = false;
        works->written++;
        snprintf(words, sizeof words, "game %" PRIu64 " of %" PRIu64, works->written, works->games);
        progress_show(&works->progress, (double)works->written / (double)works->games, words);
      }
    }
    pthread_cond_broadcast(&works->moved);
    if (!whole) break;
  }
  pthread_cond_broadcast(&works->moved);
  pthread_mutex_unlock(&works->lock);
  free(game);
  puzzle_maker_close(work.maker);
  return NULL;
}

/* Runs the threads until all games are written, or a stop. Signals wake this thread alone. Returns the exit code. */
static int make_all(struct puzzle_works *works) {
  pthread_t threads[THREADS];
  sigset_t all, before;
  int started = 0;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (started < works->threads && pthread_create(&threads[started], NULL, make, works) == 0) started++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  progress_end(&works->progress);
  struct fault fault = {0};
  if (started == 0)
    fault_say(&fault, "no thread can be started");
  else if (works->failed)
    fault_say(&fault, "the output cannot be written: %s", strerror(errno));
  else if (works->written < works->games)
    fault_say(&fault, "interrupted after game %" PRIu64 " of %" PRIu64 "; the same command goes on from there",
              works->written, works->games);
  else
    return CODE_DONE;
  bad_input("puzzles", NULL, &fault);
  return CODE_FAILURE;
}

/* ---- Records ---- */

/* Adds the games of a file, after checking each of them whole. */
static bool add_records(struct puzzle_works *works, const char *path, struct fault *fault) {
  struct text bytes = {0};
  bool good = game_text_read(path, works->sets, &bytes, fault);
  struct record_source source = record_source_of(text_span(&bytes));
  for (int found = 1; good && found > 0 && !atomic_load(works->stop);) {
    struct record record = {0};
    const int line = source.line;
    found = record_read(&source, &record, fault);
    good = found >= 0;
    struct history *played = found > 0 ? record_replay(&record, works->sets, fault) : NULL;
    if (found > 0) good = played != NULL;
    if (played != NULL && tess_game_sides(played->game) != 2) {
      good = fault_say(fault, "expected a game of two sides, not of %d", tess_game_sides(played->game));
      fault->line = line;
    }
    if (good && played != NULL) {
      struct history *begun = record_open(&record, works->sets, fault);
      struct recorded *recorded;
      works->records = memory_resize(works->records, (size_t)(works->record_count + 1) * sizeof *works->records);
      recorded = &works->records[works->record_count++];
      *recorded = (struct recorded){.start = memory_new(tess_game_size()), .played = played};
      tess_game_copy(recorded->start, begun->game);
      history_drop_undos(played);
      history_free(begun);
    } else {
      history_free(played);
    }
    record_free(&record);
  }
  text_free(&bytes);
  return good;
}

/* ---- The output ---- */

/* Reads the number of the game with which a line begins; 0 if it is no puzzle's line. */
static uint64_t game_of(struct span line) {
  static const char begin[] = "{\"game\":";
  uint64_t game = 0;
  if (line.length < sizeof begin || memcmp(line.bytes, begin, sizeof begin - 1) != 0) return 0;
  for (size_t i = sizeof begin - 1; i < line.length && line.bytes[i] >= '0' && line.bytes[i] <= '9'; i++)
    game = game > UINT32_MAX ? game : game * 10 + (uint64_t)(line.bytes[i] - '0');
  return game;
}

/* Finds where the work goes on in the output of an earlier run: at its last game, whose lines may not be whole. `*kept`
 * receives the bytes before it. Returns false with `*fault` filled if another command wrote the file. */
static bool find_rest(struct puzzle_works *works, struct span bytes, size_t *kept, struct fault *fault) {
  const size_t head = works->head.length, same = bytes.length < head ? bytes.length : head;
  struct span rest = bytes, line;
  uint64_t last = 1;
  if (same > 0 && memcmp(bytes.bytes, works->head.bytes, same) != 0) {
    fault_say(fault, "expected the first line of this command: %.*s", (int)head - 1, works->head.bytes);
    fault->line = 1;
    return false;
  }
  *kept = same == head ? head : 0;
  for (int number = 1; span_split(&rest, '\n', &line); number++) {
    const size_t at = (size_t)(line.bytes - bytes.bytes);
    if (number == 1 || at + line.length == bytes.length) continue; /* the head; what follows the last line end */
    const uint64_t game = game_of(line);
    if (game < last || game > works->games) {
      fault_say(fault, "expected a puzzle of a game from %" PRIu64 " to %" PRIu64, last, works->games);
      fault->line = number;
      return false;
    }
    if (game > last || number == 2) *kept = at;
    last = game;
  }
  works->begun = works->written = last - 1;
  return true;
}

/* Opens the output. A file of an earlier run is continued. */
static bool open_output(struct puzzle_works *works, const char *path, struct fault *fault) {
  struct text bytes = {0};
  size_t kept = 0;
  bool good = true;
  works->out = stdout;
  if (path != NULL && access(path, F_OK) == 0 && file_is_regular(path)) {
    good = file_read(path, &bytes, fault) && find_rest(works, text_span(&bytes), &kept, fault);
    if (good && truncate(path, (off_t)kept) != 0) good = fault_say(fault, "cannot be written: %s", strerror(errno));
  }
  if (good && path != NULL && (works->out = fopen(path, "ab")) == NULL)
    good = fault_say(fault, "cannot be written: %s", strerror(errno));
  if (good && kept == 0 && fwrite(works->head.bytes, works->head.length, 1, works->out) != 1)
    good = fault_say(fault, "cannot be written: %s", strerror(errno));
  text_free(&bytes);
  return good;
}

/* ---- The command ---- */

/* Reads the options, opens the output, and makes the puzzles. Returns the exit code. */
static int make_puzzles(struct puzzle_works *works, const struct arguments *arguments) {
  const char *kind = argument_text(arguments, "kind"), *path = argument_text(arguments, "output");
  struct fault fault = {0};
  works->stop = interrupts_heed();
  works->endings = kind == NULL || strcmp(kind, "midgames") != 0;
  works->midgames = kind == NULL || strcmp(kind, "endings") != 0;
  works->games = argument_number(arguments, "games", GAMES);
  works->think = argument_number(arguments, "think", THINK);
  works->playouts = argument_number(arguments, "playouts", PLAYOUTS);
  works->threads = (int)argument_number(arguments, "threads", 1);

  /* 1. The games: those of the files, or games to be played. */
  if (arguments->operand_count > 0) {
    if (!arguments_only(arguments, "records", "set|kind|playouts|threads|output", &fault))
      return usage_refused("puzzles", &fault);
    works->sets = set_library_open();
    if (!game_file_load_set(works->sets, arguments, &fault))
      return bad_input("puzzles", argument_text(arguments, "set"), &fault);
    for (int i = 0; i < arguments->operand_count; i++)
      if (!add_records(works, arguments->operands[i], &fault))
        return bad_input("puzzles", arguments->operands[i], &fault);
    works->games = (uint64_t)works->record_count;
    if (works->games == 0) return bad_input("puzzles", NULL, (fault_say(&fault, "expected a game, not none"), &fault));
  } else {
    struct game_request request = {0};
    if (!game_request_read(&request, arguments, &fault) ||
        !game_setup_read(&request, &works->sets, &works->setup, &fault))
      return game_setup_refused("puzzles", &fault);
    struct history *trial = history_new(works->setup.set, &works->setup.options, &fault);
    if (trial == NULL) return game_setup_refused("puzzles", &fault);
    const int sides = tess_game_sides(trial->game);
    history_free(trial);
    if (sides != 2) return usage_wrong("puzzles", "expected a game of two sides, not of %d", sides);
  }

  /* 2. The output, which may hold the puzzles of an earlier run. */
  /* Write the first line: all that the puzzles follow from. */
  struct text *head = &works->head;
  json_open_object(head, NULL);
  json_put_int(head, "puzzles", FORMAT);
  if (works->record_count > 0) {
    json_open_array(head, "records");
    for (int i = 0; i < arguments->operand_count; i++) json_put_string(head, NULL, arguments->operands[i]);
    json_close_array(head);
  } else {
    struct text options = {0};
    options_write(&works->setup.options, &options);
    json_put_string(head, "set", works->setup.set->id);
    json_put_span(head, "options", text_span(&options));
    json_open_string(head, "seed");
    text_print(head, "%" PRIu64, works->setup.options.seed);
    json_close_string(head);
    json_put_int(head, "think", (int64_t)works->think);
    text_free(&options);
  }
  json_put_bool(head, "endings", works->endings);
  json_put_bool(head, "midgames", works->midgames);
  json_put_int(head, "playouts", (int64_t)works->playouts);
  json_close_object(head);
  text_add_char(head, '\n');
  if (!open_output(works, path, &fault)) return bad_input("puzzles", path, &fault);
  return make_all(works);
}

static int puzzles_run(const struct arguments *arguments) {
  struct puzzle_works *works = memory_zeroed(sizeof *works);
  pthread_mutex_init(&works->lock, NULL);
  pthread_cond_init(&works->moved, NULL);
  const int code = make_puzzles(works, arguments);
  if (works->out != NULL && works->out != stdout) fclose(works->out);
  for (int i = 0; i < works->record_count; i++) {
    history_free(works->records[i].played);
    free(works->records[i].start);
  }
  free(works->records);
  for (int i = 0; i < WINDOW; i++) text_free(&works->window[i].text);
  text_free(&works->head);
  if (works->sets != NULL) set_library_close(works->sets);
  pthread_cond_destroy(&works->moved);
  pthread_mutex_destroy(&works->lock);
  free(works);
  return code;
}

static const struct option_spec puzzles_options[] = {
    GAME_OPTIONS,
    PLAYERS_OPTION,
    {"games", 'n', OPTION_NUMBER, "N", 1, UINT32_MAX, "the number of games (default: 100); game i has seed N + i - 1"},
    {"think", 0, OPTION_NUMBER, "N", 1, 1000000, "how many lines of play a turn of these games takes (default: 100)"},
    {"kind", 0, OPTION_CHOICE, "all|endings|midgames", 0, 0, "the puzzles to make (default: all)"},
    {"playouts", 0, OPTION_NUMBER, "N", 200, 1000000,
     "how many lines of play each search of a midgame looks at (default: 16000)"},
    {"threads", 0, OPTION_NUMBER, "N", 1, THREADS, "work on N games at a time (default: 1)"},
    {"output", 'o', OPTION_FILE, "FILE", 0, 0, "the file to write or to continue (default: standard output)"},
    OPTIONS_END};

const struct command puzzles_command = {
    .name = "puzzles",
    .operands = "[RECORDS]...",
    .operand_kind = OPERAND_FILE,
    .most_operands = ANY_NUMBER,
    .summary = "make puzzles from games: a line of JSON each",
    .description =
        "Plays games of mcts against itself, or goes through the games of records and of what replay takes, and makes "
        "puzzles of their positions (docs/lookup/puzzles.md). An ending has two to four tiles left and is solved "
        "exactly: its second turn is worse by a point and five hundredths of a win at least. In a midgame three "
        "searches with different seeds agree on "
        "the best turn and on its advantage. The first line has the options that the puzzles follow from: the same "
        "options give the same lines on every machine, whatever the threads. The lines of a game are written when it "
        "is over, in the order of the games. An interrupt ends the work, and the same command with the same --output "
        "goes on; with more --games, it adds those.",
    .options = puzzles_options,
    .run = puzzles_run,
};
