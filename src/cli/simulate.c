/* `tessera simulate`: games between computer players. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/dataset.h"
#include "cli/files.h"
#include "cli/game_setup.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "notation/record.h"

struct side_tally {
  uint64_t wins, shared; /* won alone; won together with others */
  int64_t sum;
  int32_t least, most;
};

struct simulation {
  struct set_library *sets;
  struct game_setup setup;
  struct seats seats;
  uint64_t games, turns;
  int sides;
  struct side_tally sides_at[TESS_MAX_PLAYERS];
  struct output_file records; /* all zero: no records are written */
  struct dataset *dataset;    /* NULL: no dataset is written */
  struct trace trace;
  uint64_t first, all; /* index of the first game to play; number of games to play */
  struct progress progress;
};

/* Plays a game and adds its results; an interrupted game is left out. */
static bool play_game(struct simulation *simulation, uint64_t seed, struct fault *fault) {
  tess_options options = simulation->setup.options;
  options.seed = seed;
  struct history *history = history_new(simulation->setup.set, &options, fault);
  if (history == NULL) return false;
  const tess_game *game = history->game;
  seats_seed(&simulation->seats, seed);
  uint64_t turns = 0;
  while (tess_game_phase(game) != TESS_PHASE_OVER && !atomic_load(simulation->seats.stop)) {
    turns += tess_game_phase(game) == TESS_PHASE_PLACE;
    seats_step(&simulation->seats, history);
    /* Shows the progress, counting also the tiles of the present game. */
    const double laid = tess_game_tiles(game), left = tess_game_bag(game, -1);
    char words[64];
    snprintf(words, sizeof words, "game %" PRIu64 " of %" PRIu64, simulation->games + 1, simulation->all);
    progress_show(&simulation->progress, ((double)simulation->games + laid / (laid + left)) / (double)simulation->all,
                  words);
  }
  if (tess_game_phase(game) != TESS_PHASE_OVER) {
    history_free(history);
    return true;
  }
  simulation->turns += turns;
  /* Add the scores of a game, and the wins, alone or shared. */
  int32_t best = INT32_MIN;
  int winners = 0;
  simulation->sides = tess_game_sides(game);
  for (int side = 0; side < simulation->sides; side++) {
    struct side_tally *tally = &simulation->sides_at[side];
    const int32_t score = tess_game_score(game, side);
    tally->sum += score;
    if (simulation->games == 0 || score < tally->least) tally->least = score;
    if (simulation->games == 0 || score > tally->most) tally->most = score;
    winners = score > best ? 1 : winners + (score == best);
    if (score > best) best = score;
  }
  for (int side = 0; side < simulation->sides; side++) {
    if (tess_game_score(game, side) < best) continue;
    if (winners == 1)
      simulation->sides_at[side].wins++;
    else
      simulation->sides_at[side].shared++;
  }
  simulation->games++;

  bool done = true;
  if (simulation->dataset != NULL)
    done = trace_of(history, &options, &simulation->trace, fault) &&
           dataset_add(simulation->dataset, &simulation->trace, seed, game, fault);
  if (done && simulation->records.file != NULL) {
    /* Write the record of a game with its players and its seed. */
    struct record extra = {0};
    struct text text = {0};
    char value[24], tag[24];
    for (int i = 0; i < simulation->seats.count; i++) {
      snprintf(tag, sizeof tag, "Player%d", i + 1);
      record_set_tag(&extra, tag, simulation->seats.at[i].name);
    }
    snprintf(value, sizeof value, "%" PRIu64, seed);
    record_set_tag(&extra, "Seed", value);
    record_write(history, &extra, &text);
    const bool written = output_file_write(&simulation->records, text.bytes, text.length, fault);
    text_free(&text);
    record_free(&extra);
    done = written;
  }
  history_free(history);
  return done;
}

static double mean(const struct simulation *simulation, int side) {
  return (double)simulation->sides_at[side].sum / (double)simulation->games;
}

/* Appends the name of a side: that of a seat, or those of a team. */
static void add_side_name(const struct simulation *simulation, int side, struct text *out) {
  int step = simulation->sides < simulation->seats.count ? simulation->sides : simulation->seats.count;
  for (int seat = side; seat < simulation->seats.count; seat += step) {
    if (seat > side) text_add_string(out, " + ");
    text_add_string(out, simulation->seats.at[seat].name);
  }
}

static int files_failed(const struct fault *fault) {
  bad_input("simulate", NULL, fault);
  return CODE_FAILURE;
}

/* Opens everything, plays, and prints the results. Returns the exit code. The caller closes what was opened. */
static int simulate(struct simulation *simulation, const struct arguments *arguments) {
  const char *path = argument_text(arguments, "records"), *players = argument_text(arguments, "players");
  const char *data = argument_text(arguments, "data");
  struct game_request request = {0};
  struct fault fault = {0};

  /* 1. Read the players and the game. */
  if (!seats_read(&simulation->seats, players == NULL ? "greedy,random" : players, false, 0, &fault))
    return game_setup_refused("simulate", &fault);
  const char count[2] = {(char)('0' + simulation->seats.count), '\0'};
  request.players = span_of(count);
  if (!game_request_read(&request, arguments, &fault) ||
      !game_setup_read(&request, &simulation->sets, &simulation->setup, &fault))
    return game_setup_refused("simulate", &fault);
  simulation->seats.stop = interrupts_heed();
  simulation->seats.playouts = argument_number(arguments, "playouts", 0);
  uint64_t share, shares;
  simulation->all = argument_number(arguments, "games", 100);
  if (!argument_share(arguments, simulation->all, &share, &shares, &fault))
    return game_setup_refused("simulate", &fault);
  if (shares > 0) {
    simulation->first = simulation->all * (share - 1) / shares;
    simulation->all = simulation->all * share / shares - simulation->first;
  }
  if (path != NULL && !output_file_open(&simulation->records, path, &fault)) return files_failed(&fault);
  if (data != NULL && (simulation->dataset = dataset_open(data, &fault)) == NULL) return files_failed(&fault);

  /* 2. Play the games. */
  bool done = true;
  for (uint64_t i = 0; done && i < simulation->all && !atomic_load(simulation->seats.stop); i++)
    done = play_game(simulation, simulation->setup.options.seed + simulation->first + i, &fault);
  progress_end(&simulation->progress);
  if (!done && simulation->dataset == NULL && simulation->records.file == NULL)
    return game_setup_refused("simulate", &fault);
  if (done && simulation->dataset != NULL)
    done = dataset_end(simulation->dataset, &simulation->setup, &simulation->seats, &fault);
  if (done && simulation->records.file != NULL) done = output_file_end(&simulation->records, &fault);
  if (!done) return files_failed(&fault);

  /* 3. Print the results. */
  const bool whole = simulation->games == simulation->all;
  if (simulation->games > 0 && argument_flag(arguments, "json")) {
    struct text json = {0};
    json_open_object(&json, NULL);
    json_put_string(&json, "set", simulation->setup.set->id);
    json_put_int(&json, "games", (int64_t)simulation->games);
    json_put_int(&json, "turns", (int64_t)simulation->turns);
    json_open_array(&json, "sides");
    for (int side = 0; side < simulation->sides; side++) {
      const struct side_tally *tally = &simulation->sides_at[side];
      struct text name = {0};
      add_side_name(simulation, side, &name);
      json_open_object(&json, NULL);
      json_put_int(&json, "side", side + 1);
      json_put_span(&json, "name", text_span(&name));
      json_put_int(&json, "wins", (int64_t)tally->wins);
      json_put_int(&json, "shared", (int64_t)tally->shared);
      json_put_decimal(&json, "mean", mean(simulation, side), 3);
      json_put_int(&json, "least", tally->least);
      json_put_int(&json, "most", tally->most);
      json_close_object(&json);
      text_free(&name);
    }
    json_close_array(&json);
    json_close_object(&json);
    puts(json.bytes);
    text_free(&json);
  } else if (simulation->games > 0) {
    printf("%" PRIu64 " games, %" PRIu64 " turns on %s\n", simulation->games, simulation->turns,
           simulation->setup.set->id);
    printf("side   wins shared     mean  least   most  name\n");
    for (int side = 0; side < simulation->sides; side++) {
      const struct side_tally *tally = &simulation->sides_at[side];
      struct text name = {0};
      add_side_name(simulation, side, &name);
      printf("%4d %6" PRIu64 " %6" PRIu64 " %8.2f %6d %6d  %s\n", side + 1, tally->wins, tally->shared,
             mean(simulation, side), tally->least, tally->most, name.bytes);
      text_free(&name);
    }
  }
  if (!whole)
    fprintf(stderr, "tessera simulate: interrupted after %" PRIu64 " of %" PRIu64 " games; those are kept\n",
            simulation->games, simulation->all);
  return whole ? CODE_DONE : CODE_FAILURE;
}

static int simulate_run(const struct arguments *arguments) {
  struct simulation simulation = {0};
  int code = simulate(&simulation, arguments);
  seats_close(&simulation.seats);
  dataset_close(simulation.dataset);
  output_file_drop(&simulation.records);
  trace_free(&simulation.trace);
  if (simulation.sets != NULL) set_library_close(simulation.sets);
  return code;
}

static const struct option_spec simulate_options[] = {
    GAME_OPTIONS,
    {"players", 'p', OPTION_SEATS, "LIST", 0, 0,
     "who plays: level-1 to level-8, random, greedy, expectimax or mcts, or NAME=random (default: greedy,random)"},
    {"games", 'n', OPTION_NUMBER, "N", 1, 1000000000, "the number of games (default: 100); game i has seed N + i - 1"},
    {"share", 0, OPTION_TEXT, "K/N", 0, 0, "play the K-th of N parts of the games alone"},
    {"records", 0, OPTION_FILE, "FILE", 0, 0, "write the records of all games to a file"},
    {"data", 0, OPTION_FILE, "FILE", 0, 0,
     "write all games as numbered actions to a file of arrays that numpy reads (.npz)"},
    {"playouts", 0, OPTION_NUMBER, "N", 1, 1000000000,
     "how many lines of play searching players look at in each turn (default: 4000)"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "one line of JSON"},
    OPTIONS_END};

const struct command simulate_command = {
    .name = "simulate",
    .operands = "",
    .summary = "play games between computer players and sum them up",
    .description =
        "Plays games between computer players. The same options give the same games on every machine. A terminal shows "
        "how "
        "far it is; level-8, expectimax and mcts think some seconds about a turn unless --playouts says otherwise. "
        "An interrupt ends the work with the games that are over: they are summed up, and the files hold them.",
    .options = simulate_options,
    .run = simulate_run,
};
